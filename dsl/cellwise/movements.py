"""Words that stand for several movements: a draft for each movement, and what follows for the right side.

What is said on the left for a cell holds for the same name in the same cell on the right. Elsewhere on the right a
word is known if it was settled in exactly one left cell, for this name or else for any name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from arcg.dsl.cellwise.directions import ALONG_RULE
from arcg.dsl.cellwise.drafts import Cell, Draft, Entry, Names, Problem

_AXES = {"vertical": ("up", "down"), "horizontal": ("left", "right")}

ASPECTS = {
    "moving": ("up", "down", "left", "right", "act"),
    "orthogonal": ("up", "down", "left", "right"),
    **_AXES,
    **{word: _AXES[word.split()[1]] for words in ALONG_RULE.values() for word in words},
}
"""The movements of each word that stands for several."""


def choices(draft: Draft) -> int:
    """In how many ways the words of the left side can be settled."""
    return math.prod(len(ASPECTS[word]) for cell in draft.left for word, _ in cell or () if word in ASPECTS)


def settled(draft: Draft, names: Names, problems: list[Problem]) -> Iterator[Draft]:
    """A draft for each choice of movements; the last cell varies slowest, in a cell the first entry.

    This is the order in which breadth-first replacement, cell by cell, leaves the last copies of each. There is none,
    but a problem, if the right side has a word of which nothing is known.
    """
    slots = [
        (index, entry)
        for index in reversed(range(len(draft.left)))
        for entry in draft.left[index] or ()
        if entry[0] in ASPECTS
    ]
    if not slots and not any(word in ASPECTS for cell in draft.right for word, _ in cell or ()):
        yield draft
        return
    by_entry: dict[Entry, int] = {}
    by_word: dict[str | None, int] = {}
    for _, entry in slots:
        by_entry[entry] = by_entry.get(entry, 0) + 1
        by_word[entry[0]] = by_word.get(entry[0], 0) + 1
    for movements in product(*(ASPECTS[entry[0] or ""] for _, entry in slots)):
        here: dict[int, dict[Entry, str]] = {}
        anywhere: dict[Entry, str] = {}
        anything: dict[str | None, str] = {}
        for (index, entry), movement in zip(slots, movements, strict=True):
            here.setdefault(index, {})[entry] = movement
            if by_entry[entry] == 1:
                anywhere[entry] = movement
            if by_word[entry[0]] == 1:
                anything[entry[0]] = movement
        left, right = list(draft.left), list(draft.right)
        for index, known in here.items():
            left[index] = _with(left[index], known)
        for index, cell in enumerate(right):
            right[index] = _known(cell, here.get(index, {}), anywhere, anything)
            for word, key in right[index] or ():
                if word in ASPECTS:
                    said = (word or "").split()[0]
                    problems.append(
                        Problem("unknown movement", "error", names.where(index, draft.backward), (key,), said)
                    )
                    return
        yield Draft(draft.way, tuple(left), tuple(right), draft.backward)


def _with(cell: Cell, known: dict[Entry, str]) -> Cell:
    return tuple((known.get(entry, entry[0]), entry[1]) for entry in cell or ())


def _known(cell: Cell, here: dict[Entry, str], anywhere: dict[Entry, str], anything: dict[str | None, str]) -> Cell:
    if cell is None:
        return None
    result: list[Entry] = []
    for entry in cell:
        word = entry[0]
        if word in ASPECTS:
            word = here.get(entry) or anywhere.get(entry) or anything.get(word) or word
        result.append((word, entry[1]))
    return tuple(result)
