"""What is said in vain with `no`: it is left out, so that rules which say the same become the same."""

from __future__ import annotations

from arcg.dsl.cellwise.drafts import APART, Cell, Draft, Entry, Names, Problem


def trimmed(draft: Draft, names: Names, problems: list[Problem]) -> Draft:
    """The draft without a `no` on the right that the left says too, nor one on the left that its cell implies."""
    right = tuple(_echoes(here, there) for here, there in zip(draft.left, draft.right, strict=False))
    for index, cell in enumerate(right):
        _contradictions(index, cell, names, problems)
    left = tuple(_implied(index, cell, names, problems) for index, cell in enumerate(draft.left))
    return Draft(draft.way, left, right)


def _echoes(left: Cell, right: Cell) -> Cell:
    if left is None or right is None:
        return right
    kept: list[Entry] = []
    entries = iter(right)
    for entry in entries:
        if entry[0] == "no" and entry in left:
            # What follows a dropped entry is not looked at. It shows where two rows of a rule meet in one cell.
            kept.extend(entry for entry in (next(entries, None),) if entry is not None)
        else:
            kept.append(entry)
    return tuple(kept)


def _contradictions(index: int, cell: Cell, names: Names, problems: list[Problem]) -> None:
    absent = [key for word, key in cell or () if word == "no"]
    for key in absent:
        for word, other in cell or ():
            if word not in APART and not names.mask(other) & ~names.mask(key):
                problems.append(Problem("contradiction on the right", "error", names.where(index), (key, other)))


def _implied(index: int, cell: Cell, names: Names, problems: list[Problem]) -> Cell:
    if cell is None or not any(word == "no" for word, _ in cell):
        return cell
    required = [key for word, key in cell if word not in APART and names.layer(key) >= 0]
    taken = {names.layer(key) for key in required}
    possible = 0
    for key in required:
        possible |= names.mask(key)
    kept = []
    for word, key in cell:
        if (
            word == "no"
            and not names.mask(key) & possible
            and {names.layout.layers[kind] for kind in names.members(key)} <= taken
        ):
            problems.append(Problem("needless no", "warning", names.where(index), (key, *required)))
        else:
            kept.append((word, key))
    return tuple(kept)
