"""Changes of a text: stretches that become other text. Every edit of the studio, whatever made it, is a list of them.

Takes texts and changes, gives texts and changes: what comes out when they are made, what takes them back, and which
ones lie between two texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

LARGEST_DIFF: Final = 4_000_000
"""Most pairs of lines that are compared; what differs in more places than that is one change."""


class Refused(ValueError):  # noqa: N818 - the designer asked for what cannot be; nothing went wrong
    """An edit that cannot be made; the message says to the designer why, and what to do instead."""


@dataclass(frozen=True, slots=True)
class Change:
    """`text[start:end]` becomes `new`; the offsets are those of the text before all changes that are made with it."""

    start: int
    end: int
    new: str


def applied(text: str, changes: Sequence[Change]) -> str:
    """The text after all the changes, in whatever order they are given; insertions at one place keep their order.

    Raises:
        ValueError: two changes overlap, or one lies outside of the text.
    """
    parts: list[str] = []
    at = 0
    for change in ordered(text, changes):
        parts += [text[at : change.start], change.new]
        at = change.end
    return "".join([*parts, text[at:]])


def inverse(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """What takes `applied(text, changes)` back to `text`.

    Raises:
        ValueError: two changes overlap, or one lies outside of the text.
    """
    made: list[Change] = []
    moved = 0
    for change in ordered(text, changes):
        start = change.start + moved
        made.append(Change(start, start + len(change.new), text[change.start : change.end]))
        moved += len(change.new) - (change.end - change.start)
    return tuple(made)


def ordered(text: str, changes: Sequence[Change]) -> list[Change]:
    """The changes as they follow each other in the text.

    Raises:
        ValueError: two changes overlap, or one lies outside of the text.
    """
    found = sorted(changes, key=lambda change: (change.start, change.end))
    at = 0
    for change in found:
        if not at <= change.start <= change.end <= len(text):
            outside = not 0 <= change.start <= change.end <= len(text)
            raise ValueError(f"{change} {'lies outside of the text' if outside else 'overlaps the one before it'}")
        at = change.end
    return found


def between(old: str, new: str) -> tuple[Change, ...]:
    """Few small changes that make `new` of `old`: lines that differ, without what is alike at their ends.

    Nothing comes out for equal texts.
    """
    before, after = lines_of(old), lines_of(new)
    first = alike(before, after)
    last = alike(before[first:][::-1], after[first:][::-1])
    at = sum(map(len, before[:first]))
    before, after = before[first : len(before) - last], after[first : len(after) - last]
    made: list[Change] = []
    for old_part, new_part in _differing(before, after):
        made += replaced(at, old_part, new_part)
        at += len(old_part)
    return tuple(made)


def _differing(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    """The pieces of two lists of lines, in order: alike, or what stands in the one instead of the other."""
    if len(before) * len(after) > LARGEST_DIFF:
        yield "".join(before), "".join(after)
        return
    for _, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if b - a == d - c:
            yield from zip(before[a:b], after[c:d], strict=True)
        else:
            yield "".join(before[a:b]), "".join(after[c:d])


def replaced(at: int, old: str, new: str) -> tuple[Change, ...]:
    """The one change that makes `new` of `old`, which begins at `at`, without what both begin and end with; or none."""
    if old == new:
        return ()
    first = alike(old, new)
    last = alike(old[first:][::-1], new[first:][::-1])
    return (Change(at + first, at + len(old) - last, new[first : len(new) - last]),)


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends; `splitlines` takes other signs for line ends than a file of ours does."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines


def alike(first: Sequence[str], second: Sequence[str]) -> int:
    """How many items the two begin with alike."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
