"""What the checker says about a file: diagnostics with a stable code, a place and advice.

A `Diagnostic` is data. It is made by `report(code, span, **names)` from the catalogue in `codes.py`, collected in a
`Reporter`, and rendered by `render.py` for people or by `as_json` for programs. Nothing here prints.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning", "advice"]
"""An error keeps a game from being built; a warning is probably a slip; advice makes a good game better."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one source text: 1-based lines and columns, the end column is exclusive.

    `file` is what the reader should see (a path, or `prior NAME` for library text).
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `message` says what is wrong, `hint` what to write instead (may be empty)."""

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str = ""
    notes: tuple[tuple[str, Span], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """A plain dictionary for `--json`; the keys are those of the fields, places as file, line, column."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "notes": [
                {"message": text, "file": span.file, "line": span.line, "column": span.column}
                for text, span in self.notes
            ],
        }


class Enough(Exception):  # noqa: N818  not an error of the program
    """Looking further is of no use; what was reported last says why."""


LONGEST_WORD = 40
"""Longer words have no near ones."""


@dataclass(slots=True)
class Reporter:
    """Collects diagnostics in the order in which they are found, each place and code once.

    `room` is how many more errors are of use, if there is a limit: the one after them raises `Enough`.
    """

    found: list[Diagnostic] = field(default_factory=list)
    room: int | None = None
    _known: set[tuple[str, Span, str]] = field(default_factory=set, repr=False)

    def report(self, code: str, span: Span, /, *, notes: Iterable[tuple[str, Span]] = (), **names: object) -> None:
        """Add the catalogue's diagnostic `code` at `span`, with `names` filled into its message and hint."""
        from arcg.dsl.codes import CODES  # the catalogue is data; importing it late keeps this module free of it

        template = CODES[code]
        diagnostic = Diagnostic(
            code,
            template.severity,
            template.message.format(**names),
            span,
            template.hint.format(**names),
            tuple(notes),
        )
        key = (code, span, diagnostic.message)
        if key in self._known:
            return
        self._known.add(key)
        self.found.append(diagnostic)
        if template.severity == "error" and self.room is not None:
            self.room -= 1
            if self.room < 0:
                too_many = CODES["E012"]
                message = too_many.message.format(limit=len(self.errors) - 1)
                self.found[-1] = Diagnostic("E012", too_many.severity, message, span, too_many.hint)
                raise Enough

    @property
    def errors(self) -> list[Diagnostic]:
        """Those that keep a game from being built."""
        return [d for d in self.found if d.severity == "error"]


class Silent(Reporter):
    """A reporter for passes that only find types out: it forgets what it is told."""

    def report(self, code: str, span: Span, /, *, notes: Iterable[tuple[str, Span]] = (), **names: object) -> None:
        """Nothing."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean `Crate`?` for the nearest known name, or the empty string when none is near."""
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near is not None else ""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` was probably meant to be, if there is one."""
    if len(word) > LONGEST_WORD:
        return None
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.7) or [k for k in known if k.lower() == word.lower()]
    return near[0] if near else None


class ArcgError(ValueError):
    """A file that cannot be built. `diagnostics` holds everything that was found, errors and warnings."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = next((d for d in self.diagnostics if d.severity == "error"), None)
        super().__init__(
            f"{first.span.file}:{first.span.line}:{first.span.column}: {first.code} {first.message}"
            if first
            else "the file cannot be built"
        )
