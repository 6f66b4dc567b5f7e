"""The checker: from a file as written to a `Game` that everything after it may trust, or to what is wrong with it.

Takes a syntax tree, a text or a path and gives the game (None if there is any error) and the diagnostics, sorted by
place. It runs the passes expand, declare, rules, looks, levels, in this order, all of them on every file, and then,
if there is no error, the analyses of `lint`. A file under `semantics puzzlescript` has passes of its own
(`cellwise/check.py`).
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from arcg.dsl import syntax
from arcg.dsl.allow import allow
from arcg.dsl.art import normalise
from arcg.dsl.bounds import check_counts
from arcg.dsl.cellwise.check import check_cellwise
from arcg.dsl.declare import declare, is_cellwise
from arcg.dsl.diagnostics import Diagnostic, Enough, Reporter, Span
from arcg.dsl.expand import expand
from arcg.dsl.levels import check_levels
from arcg.dsl.lint.run import lint
from arcg.dsl.model import Game
from arcg.dsl.parser import MAX_LENGTH, parse
from arcg.dsl.rules import check_rules

MAX_ERRORS = 100
"""Most errors that are looked for in a file, beside those of lines that cannot be read."""

MAX_BYTES = 4 * MAX_LENGTH + 3
"""No text of at most `MAX_LENGTH` characters takes more bytes, a byte order mark included."""

_UNREAD = ("E003", "E012")
"""Codes that say that a text, or the rest of it, was not read."""

Found = tuple[Game | None, list[Diagnostic]]


def check(file: syntax.File, reporter: Reporter) -> Game | None:
    """The game that `file` describes, or None if `reporter` holds an error afterwards."""
    game = Game(file.path, file.text)
    reporter.room = MAX_ERRORS
    try:
        _check(game, file, reporter)
    except Enough:
        return None
    return None if reporter.errors else game


def _check(game: Game, file: syntax.File, reporter: Reporter) -> None:
    """Run the passes."""
    if is_cellwise(file.statements):
        check_cellwise(game, file.statements, reporter)
        game.allowed = allow(file.statements, reporter)
        return
    if not check_counts(file.statements, reporter):
        return
    statements, game.expansions = expand(file, reporter)
    if not check_counts(statements, reporter):
        return
    check_looks = declare(game, statements, reporter)
    check_rules(game, statements, reporter)
    check_looks()
    check_levels(game, statements, reporter)
    if not reporter.errors:
        lint(game, statements, reporter)
    game.allowed = allow(statements, reporter)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is looked for: a check makes many small things that live, and looking takes a quarter of its time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@_uncollected()
def check_text(text: str, path: str) -> Found:
    """Parse and check a text; `path` is what diagnostics call it."""
    text = normalise(text)
    reporter = Reporter()
    file = parse(text, path, reporter)
    broken = list(reporter.found)
    if any(d.code in _UNREAD for d in broken):
        return None, broken
    game = check(file, reporter)
    lines = text.split("\n")
    found = [d for d in reporter.found if d in broken or not _follows(d, broken, lines)]
    if any(d.code == "E120" for d in found):
        found = [d for d in found if d.code != "E364"]  # the sentence that was not understood may be what moves things
    return (None if broken else game), in_order(found)


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics in the order of the file."""
    return sorted(found, key=_place)


def check_path(path: str | os.PathLike[str]) -> Found:
    """Read, parse and check a file."""
    text, problem = read_source(path)
    return (None, [problem]) if problem is not None else check_text(text, os.fspath(path))


def read_source(path: str | os.PathLike[str]) -> tuple[str, Diagnostic | None]:
    """The text of a file, or the empty text and the diagnostic that says why it cannot be read."""
    name = os.fspath(path)
    try:
        mode = Path(path).stat().st_mode
        if not stat.S_ISREG(mode):
            reason = "it is a folder" if stat.S_ISDIR(mode) else "it is not a file that can be read to its end"
            return "", _unread(name, "E002", reason)
        with Path(path).open("rb") as file:
            return decode_source(file.read(MAX_BYTES + 1), name)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
    except ValueError as error:  # a path that no file system can hold
        reason = str(error)
    return "", _unread(name, "E002", reason)


def decode_source(data: bytes, name: str) -> tuple[str, Diagnostic | None]:
    """What `read_source` says of a file with these bytes; of a larger one its first `MAX_BYTES` + 1 are enough."""
    if b"\0" in data:
        return "", _unread(name, "E002", "it is a binary file")
    if len(data) > MAX_BYTES:
        return "", _unread(name, "E003")
    try:
        return normalise(data.decode("utf-8")), None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return "", _unread(name, "E002", f"line {line} is not UTF-8 text")


def _unread(name: str, code: str, reason: str = "") -> Diagnostic:
    reporter = Reporter()
    reporter.report(code, Span(name, 1, 1, 1, 1), path=name, reason=reason, limit=MAX_LENGTH)
    return reporter.found[0]


def _place(diagnostic: Diagnostic) -> tuple[int, int, str]:
    return diagnostic.span.line, diagnostic.span.column, diagnostic.code


# ---------------------------------------------------------------- follow-up errors

_MISSING = {"E201": "game", "E202": "board", "E203": "level"}


def _follows(diagnostic: Diagnostic, broken: list[Diagnostic], lines: list[str]) -> bool:
    """Whether a finding only says that a line which could not be read is missing.

    A name is not called unknown if a broken line holds it, for that line may have declared it.
    """
    if not broken:
        return False
    heads = [_line(lines, error.span) for error in broken]
    if diagnostic.code in _MISSING:
        return any(head.strip().startswith(_MISSING[diagnostic.code]) for head in heads)
    if diagnostic.severity == "warning":
        return True
    span = diagnostic.span
    if diagnostic.code == "E410":
        glyph = _line(lines, span)[span.column - 1 : span.column]
        return any(head.strip().startswith(glyph) for head in heads)
    if not diagnostic.code.startswith("E1") or span.line != span.end_line:
        return False
    words = re.findall(r"\w+", _line(lines, span)[span.column - 1 : span.end_column - 1])
    return any(word in re.findall(r"\w+", head) for word in words for head in heads)


def _line(lines: list[str], span: Span) -> str:
    return lines[span.line - 1] if span.line <= len(lines) else ""
