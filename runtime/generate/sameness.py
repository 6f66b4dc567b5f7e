"""When two levels are one: turned, mirrored, or with colours exchanged."""

from __future__ import annotations

import hashlib

from arcg.compiler import ir

_TURNS = (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""The eight symmetries of a square, as matrices."""
_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""What each direction is (`core.UP`, `DOWN`, `LEFT`, `RIGHT`), in columns and rows."""


def sameness(program: ir.Program, level: ir.Level) -> bytes:
    """Equal for two levels of a game if one is the other turned or mirrored, or with the values of tints exchanged.

    Whether the rules treat both alike is not asked: a game with gravity has two levels where only one may matter, and
    one of them is left out then.
    """
    return min(_seen(program, level, turn) for turn in _TURNS)


def _seen(program: ir.Program, level: ir.Level, turn: tuple[int, int, int, int]) -> bytes:
    xx, xy, yx, yy = turn
    right = 0 if xx + xy > 0 else (level.width if xx else level.height) - 1
    down = 0 if yx + yy > 0 else (level.width if yx else level.height) - 1
    things = sorted(
        (xx * thing.x + xy * thing.y + right, yx * thing.x + yy * thing.y + down, thing.kind, thing.attrs)
        for thing in level.things
    )
    names: dict[tuple[object, int], int] = {}
    told: list[object] = []
    for x, y, number, attrs in things:
        kind = program.kinds[number]
        tinted = {node.field for tint in kind.tints for node in ir.nodes(tint.expr) if isinstance(node, ir.Attr)}
        values: list[int] = []
        for attr, value in zip(kind.attrs, attrs, strict=True):
            if isinstance(attr.domain, ir.DirDomain):
                dx, dy = _STEPS[value]
                value = _STEPS.index((xx * dx + xy * dy, yx * dx + yy * dy))
            elif isinstance(attr.domain, ir.EnumDomain) and attr.field in tinted:
                value = names.setdefault((attr.domain, value), len(names))
            elif isinstance(attr.domain, ir.ThingDomain):
                value = int(value != ir.NONE)
            values.append(value)
        told.append((x, y, number, tuple(values)))
    size = (level.width, level.height) if xx else (level.height, level.width)
    return hashlib.sha256(repr((size, level.world, told)).encode()).digest()
