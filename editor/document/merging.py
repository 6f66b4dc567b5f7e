"""Merging: what two people made of one text, put together line by line.

Takes the text that both began with and what each made of it; gives the text with the changes of both, or the places
where they made different things of the same lines, or of lines that touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from arcg.editor.document.changes import LARGEST_DIFF, alike, lines_of


@dataclass(frozen=True, slots=True)
class Clash:
    """Lines of which two people made different things. `line` is the first of them in `mine`, from 1."""

    line: int
    base: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merged:
    """What merging comes to: the `text` is None if there are `clashes`."""

    text: str | None
    clashes: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Lines `start` to before `end` of the base became `new`."""

    start: int
    end: int
    new: list[str]


def merge(base: str, mine: str, theirs: str) -> Merged:
    """Merge by lines. Who is `mine` and who `theirs` makes no difference to the text that comes out."""
    if mine == theirs or theirs == base:
        return Merged(mine)
    if mine == base:
        return Merged(theirs)
    base, mine, theirs = _same_line_ends(base, mine, theirs)
    lines = lines_of(base)
    parts: list[str] = []
    clashes: list[Clash] = []
    at, my_line = 0, 1
    for start, end, my_hunks, their_hunks in _groups(_hunks(lines, lines_of(mine)), _hunks(lines, lines_of(theirs))):
        parts += lines[at:start]
        my_line += start - at
        my_part, their_part = _made(lines, start, end, my_hunks), _made(lines, start, end, their_hunks)
        if my_hunks and their_hunks and my_part != their_part:
            clashes.append(Clash(my_line, "".join(lines[start:end]), "".join(my_part), "".join(their_part)))
        parts += my_part if my_hunks else their_part
        my_line += len(my_part)
        at = end
    text = "".join([*parts, *lines[at:]])
    return Merged(None, tuple(clashes)) if clashes else Merged(text)


def _hunks(old: list[str], new: list[str]) -> list[_Hunk]:
    """Where two lists of lines differ."""
    first = alike(old, new)
    last = alike(old[first:][::-1], new[first:][::-1])
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if len(before) * len(after) > LARGEST_DIFF:
        return [_Hunk(first, len(old) - last, after)]
    return [
        _Hunk(first + a, first + b, after[c:d])
        for word, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if word != "equal"
    ]


def _groups(mine: list[_Hunk], theirs: list[_Hunk]) -> Iterator[tuple[int, int, list[_Hunk], list[_Hunk]]]:
    """Stretches of the base with the hunks of each side in them; hunks that overlap or touch are in one stretch."""
    waiting = sorted(
        [(hunk.start, hunk.end, 0, hunk) for hunk in mine] + [(h.start, h.end, 1, h) for h in theirs],
        key=lambda entry: entry[:3],
    )
    at = 0
    while at < len(waiting):
        start, end = waiting[at][:2]
        sides: tuple[list[_Hunk], list[_Hunk]] = ([], [])
        while at < len(waiting) and waiting[at][0] <= end:
            end = max(end, waiting[at][1])
            sides[waiting[at][2]].append(waiting[at][3])
            at += 1
        yield start, end, *sides


def _made(lines: list[str], start: int, end: int, hunks: list[_Hunk]) -> list[str]:
    """What one side made of a stretch of the base."""
    made: list[str] = []
    for hunk in hunks:
        made += [*lines[start : hunk.start], *hunk.new]
        start = hunk.end
    return made + lines[start:end]


def _same_line_ends(base: str, mine: str, theirs: str) -> tuple[str, str, str]:
    """The texts, all with the line ends that one side has changed them to if it changed all of them, and only it."""
    ends = [_line_end(text) for text in (base, mine, theirs)]
    new = next((end for end in ends[1:] if end != ends[0]), ends[0])
    if None in ends or new is None or new == ends[0]:
        return base, mine, theirs
    plain = [text.replace("\r\n", "\n").replace("\n", new) for text in (base, mine, theirs)]
    return plain[0], plain[1], plain[2]


def _line_end(text: str) -> str | None:
    """The line end that a text has everywhere; None if it has two kinds or no line end."""
    every, windows = text.count("\n"), text.count("\r\n")
    return {0: "\n", every: "\r\n"}.get(windows) if every else None
