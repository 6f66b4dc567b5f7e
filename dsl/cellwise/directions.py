"""The ways of a rule: one draft for each, with words that are seen along the rule as plain movements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arcg.dsl.cellwise.brackets import RELATIVE
from arcg.dsl.cellwise.drafts import Cell, Draft

WAYS = ("up", "down", "left", "right", "act")
"""Movements by number: the directions, and to act."""

UP, DOWN, LEFT, RIGHT = range(4)

ALONG_RULE = {
    "parallel": ("parallel vertical", "parallel horizontal"),
    "perpendicular": ("perpendicular horizontal", "perpendicular vertical"),
}
"""Words of their own for the axis along and across the rule: they are not the plain `vertical` and `horizontal`."""

_TURNED = {
    ">": (UP, DOWN, LEFT, RIGHT),
    "<": (DOWN, UP, RIGHT, LEFT),
    "^": (LEFT, RIGHT, DOWN, UP),
    "v": (RIGHT, LEFT, UP, DOWN),
}
"""What a word comes to by the way of the rule; `^` is a quarter turn to the left."""


def directed(draft: Draft, ways: Sequence[int], lengths: Sequence[int]) -> Iterator[Draft]:
    """A draft for each way, with absolute movements.

    A rule of single cells without relative words says the same in all ways, so it has the first only. Without a gap,
    what is matched upward or to the left is matched from its other end, so `way` is then down or right.
    """
    if max(lengths, default=0) <= 1 and not _relative(draft):
        ways = ways[:1]
    gaps = None in draft.left
    for way in ways:
        words = {word: WAYS[turned[way]] for word, turned in _TURNED.items()}
        words |= {word: axes[way >= LEFT] for word, axes in ALONG_RULE.items()}
        left, right = _reworded(draft.left, words), _reworded(draft.right, words)
        if gaps or way in (DOWN, RIGHT):
            yield Draft(way, left, right)
        else:
            opposite = DOWN if way == UP else RIGHT
            yield Draft(opposite, _reversed(left, lengths), _reversed(right, lengths), backward=True)


def _relative(draft: Draft) -> bool:
    return any(word in RELATIVE for cell in draft.left + draft.right for word, _ in cell or ())


def _reworded(cells: Sequence[Cell], words: dict[str, str]) -> tuple[Cell, ...]:
    return tuple(
        None if cell is None else tuple((words.get(word, word) if word else None, key) for word, key in cell)
        for cell in cells
    )


def _reversed(cells: tuple[Cell, ...], lengths: Sequence[int]) -> tuple[Cell, ...]:
    result: list[Cell] = []
    start = 0
    for length in lengths if cells else ():
        result.extend(reversed(cells[start : start + length]))
        start += length
    return tuple(result)
