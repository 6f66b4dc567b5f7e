"""How things look, as words of the image: for each level its view, for each kind its pictures, scaled and packed.

Pictures come scaled for every size of cell that levels have, as *tiles*: rows of 64-bit words, a pixel a byte, which
`drawing.py` puts into a frame a word at a time. The tables are described in the last part of `layout.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.kernel.framing import framing
from arcg.runtime.kernel.layout import *

Pixels = NDArray[np.int8]
"""Palette numbers, -1 see-through."""

_OPS = {"=": TEST_EQ, "!=": TEST_NE, "<": TEST_LT, "<=": TEST_LE, ">": TEST_GT, ">=": TEST_GE}
_SWAPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_CELLS = ("cell", "cell_of", "ahead")
_OWN = (
    ir.Condition, ir.Query, ir.Variable, ir.Compare, ir.Exists, ir.No,
    ir.Const, ir.Slot, ir.World, ir.Attr, ir.Apply, ir.Recode, ir.Either,
)  # fmt: skip
"""Nodes that look at no other thing, if they are `_of_itself`."""
NOWHERE = -1


class Code(Protocol):
    """What assembles queries and expressions: the addresses of their code in the image."""

    def condition(self, condition: ir.Condition) -> int:
        """A condition about the thing in slot 0."""
        ...

    def expression(self, slots: tuple[ir.Variable, ...], expr: ir.Expr) -> int:
        """An expression about the thing in slot 0."""
        ...

    def calculation(self, slots: tuple[ir.Variable, ...], expr: ir.Expr) -> int:
        """An expression of whose scope nothing is bound."""
        ...


@dataclass(frozen=True, slots=True)
class _Tint:
    """A tint that colours some pixel of a picture, and where its value comes from."""

    tint: ir.Tint
    source: int
    place: int


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture that may be drawn: simple tests or the address of code, its tints, its pixels."""

    tests: tuple[tuple[int, int, int, int], ...]
    code: int | None
    tints: tuple[_Tint, ...]
    pixels: Pixels
    cells: bool

    @property
    def always(self) -> bool:
        """Whether nothing is asked."""
        return self.code is None and not self.tests


class Painter:
    """Makes the words of one program; asks `code` at once, so that the code can lie before them in the image."""

    def __init__(self, program: ir.Program, code: Code) -> None:
        self.program = program
        self.code = code
        self.kinds = [self._kind(kind) for kind in program.kinds]
        self.corner = (*self._corner(), int(program.view is not None and program.view.middle))
        self.out: list[int] = []
        self.at = 0

    # ------------------------------------------------------------ what is asked

    def _kind(self, kind: ir.Kind) -> list[_Picture]:
        """The pictures of a kind up to the first that always applies; none on a hidden layer."""
        if self.program.layers[kind.layer].hidden:
            return []
        asked = list(takewhile(lambda picture: picture.when is not None, kind.pictures))
        found = []
        for picture in kind.pictures[: len(asked) + 1]:
            tests = self._tests(kind, picture.when) if picture.when is not None else ()
            code = self.code.condition(picture.when) if picture.when is not None and tests is None else None
            rows = np.array(picture.rows, np.int8)
            found.append(_Picture(tests or (), code, self._tints(kind, picture), rows, picture.cells))
            if found[-1].always:
                break
        return found

    def _corner(self) -> tuple[int, int]:
        """Code for where what is seen of a board begins."""
        view = self.program.view
        if view is None or view.corner is None:
            return NOWHERE, NOWHERE
        x, y = (self.code.calculation(view.slots, part) for part in view.corner)
        return x, y

    def _tests(self, kind: ir.Kind, when: ir.Condition) -> tuple[tuple[int, int, int, int], ...] | None:
        """A condition as simple tests; None when it asks more than that."""
        tests = []
        for atom in when.query.atoms:
            if not isinstance(atom, ir.Compare):
                return None
            op: str = atom.op
            left, right = atom.left, atom.right
            if isinstance(left, ir.Const):
                left, op, right = right, _SWAPPED[op], left
            source = self._source(kind, left)
            if source is None or not isinstance(right, ir.Const) or right.sort in ("thing", "cell"):
                return None
            tests.append((*source, _OPS[op], right.value))
        return tuple(tests)

    def _source(self, kind: ir.Kind, expr: ir.Expr) -> tuple[int, int] | None:
        """Where a value lies that needs no code: an attribute of the thing or of the world."""
        match expr:
            case ir.World(attr) if not isinstance(self.program.world[attr].domain, ir.ThingDomain):
                return FROM_WORLD, attr
            case ir.Attr(ir.Slot(0), field):
                for place, info in enumerate(kind.attrs):
                    if info.field == field and not isinstance(info.domain, ir.ThingDomain):
                        return FROM_THING, place
        return None

    def _tints(self, kind: ir.Kind, picture: ir.Picture) -> tuple[_Tint, ...]:
        """The tints that some pixel of a picture shows: of two of one colour the last."""
        last = {tint.colour: tint for tint in kind.tints}
        drawn = {pixel for row in picture.rows for pixel in row}
        found = []
        for tint in last.values():
            if tint.colour in drawn and not _is_cell(tint.slots, tint.expr):
                source = self._source(kind, tint.expr)
                if source is None:
                    source = FROM_CODE, self.code.expression(tint.slots, tint.expr)
                found.append(_Tint(tint, *source))
        return tuple(found)

    def _asks_events(self) -> bool:
        """Whether what a picture asks may be about events, or about what is asked to move."""
        program = self.program
        asked: tuple[object, ...] = (program.view, program.paints, *((k.pictures, k.tints) for k in program.kinds))
        if any(isinstance(node, ir.Fact | ir.Distance | ir.Approach | ir.Stops) for node in ir.nodes(asked)):
            asked += (program.facts, program.distances, program.stops)
        return any(isinstance(node, ir.Did | ir.Asked) for node in ir.nodes(asked))

    # ------------------------------------------------------------ the tables

    def words(self, at: int) -> list[int]:
        """The words for the image from address `at` on; P[PAINT_AT] is `at`."""
        self.at = at
        self.out = []
        views = self._room(len(self.program.levels) * VIEW_WORDS)
        tests = [[self._append([w for test in picture.tests for w in test]) for picture in kind] for kind in self.kinds]
        tints = [[self._append(self._tint_words(picture)) for picture in kind] for kind in self.kinds]
        scales: dict[tuple[int, int], tuple[int, bool]] = {}
        events = len(self.program.events) if self._asks_events() else 0
        turned, worldly = self._turned(), self._worldly()
        worldly_at = self._append([len(worldly), *worldly])
        for number, level in enumerate(self.program.levels):
            columns, rows, factor, left, top = framing(self.program, number)
            scale = (level.cell, factor)
            if scale not in scales:
                scales[scale] = self._looks(*scale, tests, tints)
            looks, large = scales[scale]
            words = [factor, left, top, level.cell * factor, looks, int(large), events]
            plain = not (large or events or turned[0] >= 0 or max(self.corner[:2]) >= 0) and self._plain()
            self._put(
                views + number * VIEW_WORDS, [*words, columns, rows, *self.corner, *turned, int(plain), worldly_at]
            )
        return self.out

    def _looks_of_kinds(self) -> Iterator[Any]:
        """Every node of what decides how things look."""
        for kind in self.program.kinds:
            yield from ir.nodes(tuple(picture.when for picture in kind.pictures if picture.when is not None))
            yield from ir.nodes(tuple((tint.slots, tint.expr) for tint in kind.tints))

    def _plain(self) -> bool:
        """Whether how things look depends on nothing but what they are themselves and on the world's attributes."""
        return all(isinstance(node, _OWN) and _of_itself(node) for node in self._looks_of_kinds())

    def _worldly(self) -> list[int]:
        """The attributes of the world on which how things look depends."""
        return sorted({node.attr for node in self._looks_of_kinds() if isinstance(node, ir.World)})

    def _turned(self) -> tuple[int, int]:
        """What turns the picture, and where the quarter turns of each of its values are listed."""
        view = self.program.view
        if view is None or view.turned is None:
            return NOWHERE, NOWHERE
        if isinstance(self.program.world[view.turned].domain, ir.IntDomain):
            return view.turned, NOWHERE
        turns, direction = [0] * 4, view.upright
        for quarters in range(4):
            turns[direction] = quarters
            direction = ir.CLOCKWISE[direction]
        return view.turned, self._append(turns)

    def _room(self, count: int) -> int:
        """Room for some words; its address."""
        return self._append([0] * count)

    def _append(self, words: Sequence[int]) -> int:
        address = self.at + len(self.out)
        self.out += words
        return address

    def _put(self, address: int, words: Sequence[int]) -> None:
        start = address - self.at
        self.out[start : start + len(words)] = words

    def _tint_words(self, picture: _Picture) -> list[int]:
        """The tints of a picture, behind them their palettes."""
        ground = self.program.ground
        # Palettes come behind all tints of the picture; where that is, is known only here.
        palette = self.at + len(self.out) + len(picture.tints) * TINT_WORDS
        head: list[int] = []
        tail: list[int] = []
        for one in picture.tints:
            colours = one.tint.palette
            head += [one.source, one.place, one.tint.low, len(colours), palette + len(tail), one.tint.colour ^ ground]
            tail += [colour ^ ground for colour in colours]
        return head + tail

    def _looks(self, cell: int, factor: int, tests: list[list[int]], tints: list[list[int]]) -> tuple[int, bool]:
        """The looks of all kinds in levels of one scale: their address, and whether a picture is larger than a cell."""
        looks = self._room(len(self.kinds) * LOOK_WORDS)
        any_large = False
        for number, kind in enumerate(self.kinds):
            if self.program.layers[self.program.kinds[number].layer].hidden:
                self._put(looks + number * LOOK_WORDS, [NEVER_SEEN])
                continue
            entries: list[int] = []
            opaque, large = bool(kind) and kind[-1].always, False
            for place, picture in enumerate(kind):
                height, width = picture.pixels.shape
                scale = max(1, min(cell // height, cell // width))
                large = large or width > cell or height > cell
                opaque = opaque and width * scale == height * scale == cell and bool((picture.pixels >= 0).all())
                if self.program.kinds[number].body is not None:
                    tile, large, opaque = self._raw(picture), True, False
                else:
                    tile = self._tile(picture, cell, scale, factor)
                asked = BY_CODE if picture.code is not None else len(picture.tests)
                at = picture.code if picture.code is not None else tests[number][place]
                entries += [asked, at, len(picture.tints), tints[number][place], tile]
            tile, tint = VARIES, 0
            if not kind:
                tile = NO_TILE
            elif self.program.kinds[number].body is not None:
                pass  # tints are worked out on the long way round
            elif kind[0].always and not kind[0].tints:
                tile = entries[PICTURE_TILE]
            elif kind[0].always and len(kind[0].tints) == 1 and kind[0].tints[0].source != FROM_CODE:
                tile, tint = entries[PICTURE_TILE], entries[PICTURE_TINT_AT]
            deep = any(p.code is not None or any(t.source == FROM_CODE for t in p.tints) for p in kind)
            layer = self.program.kinds[number].layer
            words = [tile, tint, layer, int(opaque), len(kind), self._append(entries), int(large), int(deep)]
            self._put(looks + number * LOOK_WORDS, words)
            any_large = any_large or large
        return looks, any_large

    def _raw(self, picture: _Picture) -> int:
        """A picture as it was drawn; its address."""
        pixels = np.where(picture.pixels >= 0, picture.pixels ^ self.program.ground, -1)
        for number, one in enumerate(picture.tints):
            pixels[picture.pixels == one.tint.colour] = 16 + number
        height, width = pixels.shape
        at = self._append(pixels.ravel().tolist())
        return self._append([width, height, int(picture.cells), at])

    def _tile(self, picture: _Picture, cell: int, scale: int, factor: int) -> int:
        """The tile of a picture, `NO_TILE` when nothing of it is painted."""
        pixels = picture.pixels.repeat(scale * factor, 0).repeat(scale * factor, 1)
        height, width = (side * scale for side in picture.pixels.shape)
        left, top = (cell - width) // 2 * factor, (cell - height) // 2 * factor
        rows, columns = np.flatnonzero((pixels >= 0).any(1)), np.flatnonzero((pixels >= 0).any(0))
        if not len(rows):
            return NO_TILE
        pixels = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        cover = pixels >= 0
        tinted = [pixels == one.tint.colour for one in picture.tints]
        plain = np.where(cover, pixels ^ self.program.ground, 0)
        for mask in tinted:
            plain[mask] = 0
        height, width = pixels.shape
        strips = [
            [*_packed(plain[:, x : x + 8]), -1, -1, *_packed(cover[:, x : x + 8] * 15)]
            + [word for mask in tinted for word in _packed(mask[:, x : x + 8])]
            for x in range(0, width, 8)
        ]
        if (self.at + len(self.out)) % 2:
            self.out.append(0)  # strips are read as 64-bit words
        corner = [left + int(columns[0]), top + int(rows[0])]
        head = [*corner, height, width, len(strips), len(strips[0]) // 2, len(tinted), 0]
        return self._append([*head, *(word for strip in strips for word in strip)])


def _packed(plane: NDArray[np.int_]) -> list[int]:
    """Rows of up to eight pixels as 64-bit words, each as two words of the image."""
    padded = np.zeros((len(plane), 8), np.uint8)
    padded[:, : plane.shape[1]] = plane
    numbers: list[int] = padded.ravel().view("<i4").tolist()
    return numbers


def _of_itself(node: object) -> bool:
    """Whether a node of `_OWN` speaks of the thing in slot 0 alone."""
    match node:
        case ir.Slot(index):
            return index == 0
        case ir.Attr(thing, _):
            return thing == ir.Slot(0)
    return True


def _is_cell(slots: tuple[ir.Variable, ...], expr: ir.Expr) -> bool:
    """Whether an expression gives cells; as a tint it has no value."""
    match expr:
        case ir.Slot(index):
            return slots[index].sort == "cell"
        case ir.Const(sort, _):
            return sort == "cell"
        case ir.Apply(function, _):
            return function in _CELLS
        case ir.Aggregate(op, value, _):
            return op == "first" and value is not None and _is_cell(slots, value)
        case ir.Either(options):
            return any(_is_cell(slots, option) for option in options)
    return False
