"""Groups of kinds in a rule: a draft for each member, where it matters which of them is there.

A group whose members share one layer stays as it is, as a test for any of them, unless the right side has it in a cell
where the left has not: then it must be known which member is meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from arcg.dsl.cellwise.drafts import APART, Cell, Draft, Entry, Key, Names, Problem


def spread_absences(draft: Draft, names: Names) -> Draft:
    """`no` of a group as `no` of each of its members."""

    def spread(cell: Cell) -> Cell:
        if cell is None or not any(word == "no" and isinstance(key, str) for word, key in cell):
            return cell
        result: list[Entry] = []
        for word, key in cell:
            if word == "no":
                result.extend((word, kind) for kind in names.members(key))
            else:
                result.append((word, key))
        return tuple(result)

    return Draft(draft.way, tuple(map(spread, draft.left)), tuple(map(spread, draft.right)), draft.backward)


def _unplaced(draft: Draft) -> set[str]:
    """The groups that the right side has in a cell where the left has not."""
    result: set[str] = set()
    for left, right in zip(draft.left, draft.right, strict=False):
        known = {key for word, key in left or () if word not in APART}
        result.update(
            key for word, key in right or () if word not in APART and isinstance(key, str) and key not in known
        )
    return result


def _slots(draft: Draft, names: Names) -> list[tuple[int, str]]:
    unplaced = _unplaced(draft)
    return [
        (index, key)
        for index, cell in enumerate(draft.left)
        for word, key in cell or ()
        if isinstance(key, str) and word not in APART and (names.layer(key) < 0 or key in unplaced)
    ]


def choices(draft: Draft, names: Names) -> int:
    """In how many ways the groups of the left side can be replaced by their members."""
    return math.prod(len(names.members(key)) for _, key in _slots(draft, names))


def with_members(draft: Draft, names: Names, problems: list[Problem]) -> Iterator[Draft]:
    """A draft for each choice of members; the first group varies slowest.

    On the right, a group in the cell of one on the left is the same member; elsewhere it is known if the left has it
    once. There is no draft, but a problem, if one remains that is not known.
    """
    slots = _slots(draft, names)
    unplaced = _unplaced(draft)
    if not slots and not unplaced:
        yield draft
        return
    times: dict[Key, int] = {}
    for _, key in slots:
        times[key] = times.get(key, 0) + 1
    touched = {index for index, _ in slots}
    changed = [
        index
        for index, cell in enumerate(draft.right)
        if index in touched or any(word not in APART and key in times for word, key in cell or ())
    ]
    for index, cell in enumerate(draft.right):
        for word, name in cell or ():
            known = word in APART or name not in unplaced or times.get(name) == 1 or (index, name) in slots
            if not known:
                problems.append(Problem("unknown member", "error", names.where(index, draft.backward), (name,)))
                return
    for members in product(*(names.members(key) for _, key in slots)):
        here: dict[int, dict[Key, int]] = {}
        anywhere: dict[Key, int] = {}
        for (index, key), kind in zip(slots, members, strict=True):
            here.setdefault(index, {})[key] = kind
            if times[key] == 1:
                anywhere[key] = kind
        left, right = list(draft.left), list(draft.right)
        for index in touched:
            left[index] = _with(left[index], here[index])
        for index in changed:
            right[index] = _with(right[index], anywhere | here.get(index, {}))
        yield Draft(draft.way, tuple(left), tuple(right), draft.backward)


def _with(cell: Cell, known: dict[Key, int]) -> Cell:
    if cell is None:
        return None
    return tuple(entry if entry[0] in APART else (entry[0], known.get(entry[1], entry[1])) for entry in cell)
