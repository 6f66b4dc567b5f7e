"""`arcg explain`: what a game's file means, in plain words, for people or as JSON."""

from __future__ import annotations

import dataclasses
import difflib
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, WRONG_USE, CommandError, guard, read_sources, show, write_json

if TYPE_CHECKING:
    from rich.text import Text

    from arcg.dsl.explain.explanation import Explanation, RuleTold

NAME = "explain"
HELP = """Say in plain words what a game's file means: things, turn, ends, sentences and priors.

Exit code 0: explained; 1: the file has errors, which are reported; 2: it cannot be read.

\b
Examples:
    arcg explain mygame.arcg
    arcg explain dyer --rule dip
    arcg explain mygame.arcg --json
"""

UNREADABLE = "E002"
"""The code of the diagnostic for a file that cannot be read."""


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An .arcg file or a shipped game.", show_default=False)],
    rule: Annotated[
        str | None,
        typer.Option("--rule", metavar="NAME", help="Only this rule, or the rules of this phase.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a text.")] = False,
) -> None:
    """Explain `file`; the whole of what `arcg explain` does."""
    with guard():
        from arcg.compiler.artefact import MANIFEST
        from arcg.dsl.check import check_text, read_source
        from arcg.runtime.loading import find

        path = find(file)
        if path.name == MANIFEST:
            raise CommandError(f"{file} is compiled already; give the .arcg file that it was made from")
        text, unreadable = read_source(path)
        game, found = (None, [unreadable]) if unreadable else check_text(text, str(path))
    if game is None:
        if as_json:
            write_json({"path": str(path), "ok": False, "diagnostics": [d.as_json() for d in found]})
        else:
            show(found, read_sources(found), errors=True)
        raise typer.Exit(WRONG_USE if any(d.code == UNREADABLE for d in found) else FALLS_SHORT)
    from arcg.dsl.explain.explanation import explain

    told = explain(game, found)
    rules = _chosen(told, rule) if rule is not None else None
    if as_json:
        document = _document(told) if rules is None else {"rules": [dataclasses.asdict(one) for one in rules]}
        write_json({"path": str(path), "ok": True, **document})
        return
    from arcg.dsl.explain.report import report, rules_report

    width = _width()
    _write(report(told, file, width) if rules is None else rules_report(rules, told, width))


def _chosen(told: Explanation, name: str) -> list[RuleTold]:
    """The rules of that name, or of the phase of that name."""
    chosen = [rule for rule in told.rules if name in (rule.name, rule.phase)]
    if not chosen:
        names = [*(phase.name for phase in told.phases), *(rule.name for rule in told.rules)]
        near = difflib.get_close_matches(name, names, n=1)
        hint = (
            f"did you mean {near[0]}?" if near else f"the phases are {', '.join(p.name for p in told.phases) or 'none'}"
        )
        raise CommandError(f"there is no rule or phase {name}; {hint}")
    return chosen


def _document(told: Explanation) -> dict[str, object]:
    """The explanation as JSON can hold it."""
    document = dataclasses.asdict(told)
    document["never"] = [diagnostic.as_json() for diagnostic in told.never]
    return document


def _width() -> int:
    """The columns of the terminal; as many as a page has where there is none."""
    from arcg.dsl.explain.report import WIDTH

    return shutil.get_terminal_size((WIDTH, 0)).columns if sys.stdout.isatty() else WIDTH


def _write(text: Text) -> None:
    """The text, in colour on a terminal."""
    if not sys.stdout.isatty():
        sys.stdout.write(text.plain)
        return
    from rich.console import Console

    Console(highlight=False, soft_wrap=True).print(text, end="")
