"""`arcg check`: what is wrong with game files, for people or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arcg.commands.common import FALLS_SHORT, UNREADABLE, WRONG_USE, show, write_json

NAME = "check"
HELP = """Check game files and say what is wrong with them, and how their levels begin.

Besides mistakes it tells what looks like a letter, a digit or another sign of a culture, and gives advice.

Exit code 0: no errors; 1: there are errors (or warnings, with --strict; advice never counts); 2: a file cannot be read.

\b
Examples:
    arcg check mygame.arcg
    arcg check --json games/*/*.arcg
"""


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The files to check.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Count warnings as errors.")] = False,
) -> None:
    """Check `files`; the whole of what `arcg check` does."""
    from arcg.dsl.check import check_text, in_order, read_source
    from arcg.dsl.knowledge.review import review  # brings numpy

    code = 0
    found, sources, documents = [], {}, []
    for file in files:
        text, unreadable = read_source(file)
        game, diagnostics = (None, [unreadable]) if unreadable else check_text(text, str(file))
        unplayed: list[str] = []
        if game is not None:
            from arcg.runtime.starts import check_starts  # brings an engine, which a mistake does not need

            starts = check_starts(game)
            diagnostics = in_order([*diagnostics, *starts.diagnostics, *review(game)])
            unplayed = starts.left_out
            for level in unplayed:
                typer.echo(f"{file}: level `{level}` was not played: it has more than {starts.most} things", err=True)
        bad = [d for d in diagnostics if d.severity == "error" or (strict and d.severity == "warning")]
        code = max(code, WRONG_USE if unreadable and unreadable.code == UNREADABLE else FALLS_SHORT if bad else 0)
        found += diagnostics
        sources[str(file)] = text
        found_here = [d.as_json() for d in diagnostics]
        documents.append({"path": str(file), "ok": not bad, "diagnostics": found_here, "not_played": unplayed})
    if as_json:
        write_json({"files": documents})
    else:
        show(found, sources)
    raise typer.Exit(code)
