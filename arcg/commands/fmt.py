"""`arcg fmt`: bring game files into the one layout, or say which are not in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import FALLS_SHORT, UNREADABLE, WRONG_USE, CommandError, guard, show, write_json
from arcg.runtime.files import write_whole

if TYPE_CHECKING:
    from arcg.dsl.diagnostics import Diagnostic

NAME = "fmt"
HELP = """Bring game files into the one layout: indentation, spaces, blank lines, long lines. What they mean stays.

A file with a line that cannot be read is left alone. Exit code 0: all files are in the layout now; 1: a file cannot
be formatted, or with --check would change; 2: a file cannot be read or written.

\b
Examples:
    arcg fmt mygame.arcg
    arcg fmt --check games/*/*.arcg
    arcg fmt - < mygame.arcg
"""

STDIN = Path("-")


def run(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="The files to format; - for input to output.", show_default=False),
    ],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; list the files that would change.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Format `files`; the whole of what `arcg fmt` does."""
    from arcg.dsl.formatting import format_text

    if STDIN in files and len(files) > 1:
        raise CommandError("`-` is formatted alone: name no other files beside it")
    if STDIN in files and as_json and not check:
        raise CommandError("the formatted text takes the output: with `-`, --json needs --check")
    code = 0
    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    documents: list[dict[str, Any]] = []
    for file in files:
        with guard():
            data, text, unreadable = _read(file)
            made, diagnostics = (None, [unreadable]) if unreadable else format_text(text, str(file))
            changed = made is not None and made.encode() != data
            if made is not None and not check and (changed or file == STDIN):
                _write(file, made)
        ok = made is not None and not (check and changed)
        code = max(code, 0 if ok else WRONG_USE if unreadable and unreadable.code == UNREADABLE else FALLS_SHORT)
        found += diagnostics
        sources[str(file)] = text
        documents.append(
            {"path": str(file), "changed": changed, "ok": ok, "diagnostics": [d.as_json() for d in diagnostics]}
        )
    if as_json:
        write_json({"files": documents})
    else:
        _report(documents, check)
        if found:
            show(found, sources, errors=STDIN in files)
    raise typer.Exit(code)


def _read(file: Path) -> tuple[bytes, str, Diagnostic | None]:
    """What a file holds, its text, and what keeps it from being read."""
    from arcg.dsl.check import MAX_BYTES, decode_source, read_source

    if file == STDIN:
        if sys.stdin is None:  # a process may be started without an input
            raise CommandError("there is no input to read")
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return data, *decode_source(data, str(file))
    text, unreadable = read_source(file)
    return b"" if unreadable else file.read_bytes(), text, unreadable


def _write(file: Path, text: str) -> None:
    """Write a formatted text where it belongs."""
    if file == STDIN:
        sys.stdout.buffer.write(text.encode())
    else:
        write_whole(file, text)


def _report(documents: list[dict[str, Any]], check: bool) -> None:
    """Tell people which files change."""
    for document in documents:
        if document["changed"] and (check or document["path"] != str(STDIN)):
            typer.echo(f"{document['path']} {'would change' if check else 'is formatted'}")
