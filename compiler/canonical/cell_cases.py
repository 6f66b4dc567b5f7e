"""The ways of one rule over cells, put together again: directions along the rule, members of groups as sets.

The IR lists a rule once for each direction, member and movement. Here these become cases: `pattern` says what stands
where along the rule, without names; `kinds` which kinds may take each part; `frames` the directions in which it holds.
However a file says it (a group or its members, `>` or four directions), the cases are the same. The order in which the
ways of one rule are tried is left out, as is the order of upper and lower elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from arcg.compiler.canonical.cell_members import merged
from arcg.compiler.canonical.cells import Cell, Item, Mark, Way

RELATIVE = ("forward", "starboard", "back", "port")
"""By quarters clockwise from the direction of the rule."""

CLOCKWISE = (0, 3, 1, 2)
"""Directions by quarters clockwise from up."""

_QUARTERS = {str(direction): quarter for quarter, direction in enumerate(CLOCKWISE)}

_SIDES = {RELATIVE[1]: "aside", RELATIVE[3]: "aside"}

SINGLE = ("has", "put")
"""Roles of one thing of one kind."""

Often = Counter[tuple[int, frozenset[int]]]

Spot = tuple[int, int, str, tuple[Mark, ...]]
"""Row, cell, role and marks of an item."""

Part = tuple[Spot, ...]
"""All that is said of one kind, or of one set of kinds."""

Shape = tuple[tuple[bool, ...], ...]
"""The rows: for each place whether it is a cell, not a gap."""


@dataclass(frozen=True, slots=True)
class Case:
    """`frames`: the directions of the rule; none if it has none. `kinds[n]` may take `parts[n]`."""

    source: int
    frames: frozenset[int]
    shape: Shape
    parts: tuple[Part, ...]
    kinds: tuple[frozenset[int], ...]


def cases(ways: Iterable[Way]) -> tuple[Case, ...]:
    """The cases of the rules of a group, each once, in no particular order."""
    ways = merged(ways)
    often: Often = Counter((way.source, item.kinds) for way in ways for item in way.items() if item.role in SINGLE)
    found: dict[tuple[int, tuple[Shape, tuple[Part, ...], tuple[frozenset[int], ...]]], set[int]] = {}
    for way in ways:
        for frame, rows in _seen(way):
            content = way.source, _content(rows, lambda item: often[way.source, item.kinds])  # noqa: B023
            found.setdefault(content, set()).update([] if frame is None else [frame])
    whole = [Case(source, frozenset(frames), *content) for (source, content), frames in found.items()]
    return tuple(_in_all_directions(_joined(whole)))


# ---------------------------------------------------------------- directions


def _seen(way: Way) -> list[tuple[int | None, tuple[tuple[Cell, ...], ...]]]:
    """A way along each direction in which it may be read, of which the one counts that has the least pattern.

    A row reads the same from its other end. Where no row has two cells, the rule has the direction of what moves.
    """
    if any(len(row) > 1 for row in way.rows):
        frames: list[int | None] = [way.way, way.way ^ 1]
    else:
        told = {int(w) for item in way.items() for mark in item.marks for w in mark[1:] if w in _QUARTERS}
        frames = [*sorted(told)] if told else [None]
    read = [(frame, _along(way.rows, frame, frame == way.way ^ 1)) for frame in frames]
    if len(read) == 1:
        return read
    keys = [_anonymous(rows) for _, rows in read]
    return [entry for entry, key in zip(read, keys, strict=True) if key == min(keys)]


def _along(rows: tuple[tuple[Cell, ...], ...], frame: int | None, backwards: bool) -> tuple[tuple[Cell, ...], ...]:
    if frame is None:
        return rows
    seen = tuple(tuple([cell and tuple([_turned(item, frame) for item in cell]) for cell in row]) for row in rows)
    return tuple(row[::-1] for row in seen) if backwards else seen


def _turned(item: Item, frame: int) -> Item:
    if not item.marks:
        return item
    start = CLOCKWISE.index(frame)
    marks = tuple(
        (mark[0], *sorted(RELATIVE[(_QUARTERS[way] - start) % 4] if way in _QUARTERS else "to_act" for way in mark[1:]))
        for mark in item.marks
    )
    return Item(item.role, item.kinds, item.layer, marks)


def _anonymous(rows: tuple[tuple[Cell, ...], ...]) -> tuple[object, ...]:
    """What rows look like without names, but for which kind is the same as which; better with little that goes back.

    Left and right are one, so that a rule and its mirror image are read from the same end.
    """
    sideless = tuple(tuple([cell and tuple(map(_sideless, cell)) for cell in row]) for row in rows)
    shape, parts, _ = _content(sideless)
    back = sum(RELATIVE[2] in mark for part in parts for spot in part for mark in spot[3])
    return back, shape, parts


def _in_all_directions(whole: list[Case]) -> list[Case]:
    """Cases that differ in their directions only are one; members may have been told for each direction apart."""
    found: dict[Case, frozenset[int]] = {}
    for case in whole:
        key = replace(case, frames=frozenset())
        found[key] = found.get(key, frozenset()) | case.frames
    return [replace(case, frames=frames) for case, frames in found.items()]


def _sideless(item: Item) -> Item:
    if not item.marks:
        return item
    marks = tuple(tuple([_SIDES.get(word, word) for word in mark]) for mark in item.marks)
    return Item(item.role, item.kinds, item.layer, marks)


# ---------------------------------------------------------------- parts


def _content(
    rows: tuple[tuple[Cell, ...], ...], often: Callable[[Item], int] = lambda _: 0
) -> tuple[Shape, tuple[Part, ...], tuple[frozenset[int], ...]]:
    """What stands where, and the kinds of it. Of which the same is said: in the order of how often the rule names them.

    Then in the order of layers. So the members of one group come to stand in one place in all ways of the rule.
    """
    rows = tuple(sorted(rows, key=_row))
    spots: dict[object, list[Spot]] = {}
    kinds: dict[object, frozenset[int]] = {}
    order: dict[object, tuple[int, int]] = {}
    for at, row in enumerate(rows):
        for place, cell in enumerate(row):
            for item in cell or ():
                single = len(item.kinds) == 1 and item.role in SINGLE
                key: object = item.kinds if single else (at, place, item.role, item.kinds)
                spots.setdefault(key, []).append((at, place, item.role, item.marks))
                kinds[key] = item.kinds
                order[key] = often(item), item.layer
    told = sorted((tuple(sorted(found)), order[key], sorted(kinds[key])) for key, found in spots.items())
    parts = [(part, members) for part, _, members in told]
    shape = tuple(tuple(cell is not None for cell in row) for row in rows)
    return shape, tuple(part for part, _ in parts), tuple(frozenset(members) for _, members in parts)


def _row(row: tuple[Cell, ...]) -> list[object]:
    """A key of a row without names."""
    return [
        (0,) if cell is None else (1, sorted((i.role, i.marks, len(i.kinds) if i.role != "has" else 0) for i in cell))
        for cell in row
    ]


def _joined(whole: list[Case]) -> list[Case]:
    """Cases that differ in one kind that must be there become one case for all of these kinds.

    One part after another, again and again: what differs in several parts at once, as in `[ Stone | Stone ]` of two
    stones, is joined as far as the parts are independent.
    """
    most = max((len(case.parts) for case in whole), default=0)
    count = -1
    while count != len(whole):
        count = len(whole)
        for at in range(most):
            whole = _joined_at(whole, at)
    return whole


def _joined_at(whole: list[Case], at: int) -> list[Case]:
    joined: dict[object, Case] = {}
    for case in whole:
        if at >= len(case.parts) or not any(spot[2] == "has" for spot in case.parts[at]):
            joined[len(joined)] = case
            continue
        rest = (case.source, case.frames, case.shape, case.parts, at, case.kinds[:at], case.kinds[at + 1 :])
        known = joined.get(rest)
        members = case.kinds[at] | (known.kinds[at] if known else frozenset())
        joined[rest] = replace(case, kinds=(*case.kinds[:at], members, *case.kinds[at + 1 :]))
    return list(joined.values())
