"""Edits keep the layout of a file, and lines that are written anew are lines of the language.

`settled` takes changes and gives them with what `arcg fmt` would do to the lines about them, in a file that was as
`arcg fmt` writes it: comments that stand in one column stay in one. `checked` looks at a line before it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arcg.dsl.art import normalise
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse
from arcg.editor.document.changes import Change, Refused, applied, between


def settled(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes, or if the file was in the one layout such that it is afterwards too."""
    changes = tuple(changes)
    if not changes or not _laid_out(text):
        return changes
    after = applied(text, changes)
    plain = normalise(after)
    wanted = format_text(plain, "")[0]
    if wanted is None or wanted == plain:
        return changes
    mark = "\ufeff" * (len(text) - len(text.removeprefix("\ufeff")))
    return between(text, mark + (wanted.replace("\n", "\r\n") if "\r\n" in text else wanted))


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
