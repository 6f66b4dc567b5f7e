"""Edits keep the layout of a file, and lines that are written anew are lines of the language.

`settled` takes changes and gives them with what `arcg fmt` would do to the lines about them, in a file that was as
`arcg fmt` writes it: comments that stand in one column stay in one. `checked` looks at a line before it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from arcg.dsl.art import normalise
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse
from arcg.editor.document.changes import Change, Refused, applied, between
from arcg.editor.document.source import Source


def settled(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes, or if the file was in the one layout such that it is afterwards too."""
    changes = tuple(changes)
    if not changes or not _laid_out(text):
        return changes
    wanted = format_text(applied(text, [*changes, *_kept_together(text, changes)]), "")[0]
    if wanted is None or wanted == normalise(applied(text, changes)):
        return changes
    mark = "\ufeff" * (len(text) - len(text.removeprefix("\ufeff")))
    return between(text, mark + (wanted.replace("\n", "\r\n") if "\r\n" in text else wanted))


def _kept_together(text: str, changes: Sequence[Change]) -> list[Change]:
    """Blanks that keep comments in one column which began in one: far to the right, from where they are laid out.

    Without them a line that grows would leave the comments of its neighbours, for the layout tells by the column what
    stands together.
    """
    source = Source.of(text)
    comments = dict(_comments(source))
    grown: dict[int, int] = {}
    for change in changes:
        row, last = source.row_at(change.start), source.row_at(change.end)
        if row == last and change.end <= comments.get(row, -1):
            grown[row] = grown.get(row, 0) + len(change.new) - (change.end - change.start)
            continue
        for touched in range(row + (change.start == source.ends[row]), last + 1):
            comments.pop(touched, None)
    column = {row: at - source.starts[row] for row, at in comments.items()}
    together: set[int] = set()
    for row in grown.keys() & column.keys():
        for step in (-1, 1):
            at = row
            while column.get(at) == column[row]:
                together.add(at)
                at += step
    far = max((grown.get(row, 0) for row in together), default=0)
    return [
        Change(comments[row], comments[row], " " * (far - grown.get(row, 0)))
        for row in sorted(together)
        if far > grown.get(row, 0)
    ]


def _comments(source: Source) -> Iterator[tuple[int, int]]:
    """The physical lines with comments, and where these begin."""
    code: dict[int, int] = {}
    waiting = list(source.lines)
    while waiting:
        line = waiting.pop()
        waiting += line.children
        for number, part in enumerate(line.text.split("\n")):
            code[line.number - 1 + number] = -1 if line.sort == "art" else len(part)
    for row in range(len(source.starts)):
        at = source.row(row).find("//", code.get(row, 0)) if code.get(row, 0) >= 0 else -1
        if at >= 0:
            yield row, source.starts[row] + at


@lru_cache(maxsize=1)
def _laid_out(text: str) -> bool:
    """Whether a text is as `arcg fmt` writes it, with one sort of line ends."""
    if "\r\n" in text and text.count("\r\n") != text.count("\n"):
        return False
    plain = normalise(text)
    return format_text(plain, "")[0] == plain


def checked(line: str, block: str = "") -> str:
    """A line that can be read where it is to stand: below the line `block`, or at the left margin.

    Raises:
        Refused: it cannot; the message is that of the checker.
    """
    if "\n" in line or "//" in line:
        raise Refused(f"`{line}` is more than one line of the language: leave out comments and line ends")
    reporter = Reporter()
    parse(f"{block}\n    {line}\n" if block else f"{line}\n", "", reporter)
    found = [diagnostic for diagnostic in reporter.found if diagnostic.code not in _UNFINISHED]
    if found:
        raise Refused(f"`{line}` cannot be read: {found[0].message}")
    return line


_UNFINISHED = ("E008", "E009")
"""What is said of a line that lacks what stands below it."""
