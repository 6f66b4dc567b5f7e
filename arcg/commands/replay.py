"""`arcg replay`: play recordings again and say whether everything looks as it did, and which rules never took part."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, write_json

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.runtime.coverage import Coverage, RuleUse
    from arcg.runtime.engine import Engine
    from arcg.runtime.recording import Difference, Recording

NAME = "replay"
HELP = """Play recordings again and tell every difference.

With --rules it also tells which rules of the game never matched in any of the recordings, and which matched but were
never applied.

Exit code 0: all frames, levels and outcomes are the same; 1: something differs, or the game has mistakes. What --rules
tells does not change it.

\b
Examples:
    arcg replay play.jsonl
    arcg replay play.jsonl --game mygame.arcg --json
    arcg replay games/glow/recordings/*.jsonl --rules
"""

_SHOWN = 5
"""Differences told to people; the first says most, those after it often follow from it."""


def run(
    recordings: Annotated[list[Path], typer.Argument(metavar="RECORDING", help="Files made by `arcg play --record`.")],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Replay on this file or shipped game instead.", show_default=False),
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Tell which rules were never applied in them all.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Replay `recordings`; the whole of what `arcg replay` does."""
    from arcg.compiler.ir import digest

    with guard():
        from arcg.runtime.coverage import Coverage
        from arcg.runtime.loading import load
        from arcg.runtime.recording import read, replay

        played = [read(path) for path in recordings]
        programs = [load(_game(one) if game is None else game) for one in played]
        for one, program in zip(played, programs, strict=True):
            _fits(one, program)
        if rules:
            _of_one_game(played, programs)
        coverage = Coverage(programs[0]) if rules else None
        reports = []
        for one, program in zip(played, programs, strict=True):
            watch = None if coverage is None else partial(_count, coverage)
            changed = digest(program) != one.program_digest
            reports.append((one, changed, replay(one, program, watch=watch)))
    if as_json:
        write_json(_document(reports, coverage))
    else:
        for report in reports:
            _tell(*report)
        if coverage is not None:
            _tell_rules(coverage)
    raise typer.Exit(FALLS_SHORT if any(differences for _, _, differences in reports) else 0)


def _game(played: Recording) -> str:
    """The game that a recording names."""
    path = played.source_path()
    if path is None and played.source is None:
        raise CommandError(f"{played.path} does not say which game it is of; add --game FILE")
    if path is not None and not path.is_file():
        raise CommandError(f"the game of {played.path} should be {path}, which is not there; add --game FILE")
    return str(path or played.source)


def _fits(played: Recording, program: Program) -> None:
    """The game has the level at which the recording begins."""
    levels = len(program.levels)
    if played.first_level >= levels:
        began = f"{played.path}: line 1: the play began at level {played.first_level + 1}"
        raise CommandError(f"{began}, but {program.name} has {levels}")


def _of_one_game(played: list[Recording], programs: list[Program]) -> None:
    """What the rules did can be summed."""
    from arcg.compiler.ir import digest

    first = programs[0]
    for one, program in zip(played, programs, strict=True):
        if digest(program) != digest(first):
            of = f"{played[0].path} is of {first.name}, {one.path} of {program.name}"
            of = of if first.name != program.name else f"{played[0].path} and {one.path} are of two versions of it"
            raise CommandError(f"--rules wants recordings of one game: {of}; replay them one by one")


def _count(coverage: Coverage, engine: Engine) -> None:
    coverage.add(engine.trace())


# ---------------------------------------------------------------- for people


def _tell(played: Recording, changed: bool, differences: list[Difference]) -> None:
    """How one recording was replayed."""
    for difference in differences[:_SHOWN]:
        typer.echo(str(difference))
    if len(differences) > _SHOWN:
        typer.echo(f"... and {len(differences) - _SHOWN} more differences")
    count = len(played.answers)
    parts = [
        f"{played.game}: {count} answer{'' if count == 1 else 's'}, {'NOT the same' if differences else 'all the same'}"
    ]
    if changed:
        parts.append("the game has changed since it was recorded")
    if not played.finished:
        parts.append("the session was cut off")
    typer.echo("; ".join(parts))


def _tell_rules(coverage: Coverage) -> None:
    """How many rules were applied, and each that was not."""
    idle = coverage.never_applied()
    count = len(coverage.uses)
    typer.echo(f"rules: {count - len(idle)} of {count} were applied")
    for use in idle:
        typer.echo(f"  line {use.line}, `{use.rule}`: {_why(use)}")


def _why(use: RuleUse) -> str:
    if use.verdict == "unmatched":
        return "never matched"
    matched = "matched once" if use.matches == 1 else f"matched {use.matches} times"
    return f"{matched}, always dropped" if use.dropped else f"{matched}, never with anything to change"


# ---------------------------------------------------------------- for programs


def _document(reports: list[tuple[Recording, bool, list[Difference]]], coverage: Coverage | None) -> dict[str, object]:
    from dataclasses import asdict

    recordings = [
        {
            "recording": str(played.path),
            "game": played.game,
            "answers": len(played.answers),
            "finished": played.finished,
            "game_changed": changed,
            "same": not differences,
            "differences": [asdict(difference) for difference in differences],
        }
        for played, changed, differences in reports
    ]
    document: dict[str, object] = {
        "same": not any(differences for _, _, differences in reports),
        "recordings": recordings,
    }
    if coverage is not None:
        document["rules"] = [asdict(use) | {"verdict": use.verdict} for use in coverage.uses]
    return document
