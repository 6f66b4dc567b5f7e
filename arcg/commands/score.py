"""`arcg score`: RHAE of recordings and scorecards against baselines, for people or as JSON."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, write_json

if TYPE_CHECKING:
    from arcg.runtime.scoring.report import GameReport, Report

NAME = "score"
HELP = """Score recordings of play, or scorecards, as ARC-AGI-3 does (RHAE).

A completed level is worth 100 * (baseline / actions)^2, at most 115; RESETs are actions. A game is the mean of its
levels in which level i counts i times, at most the share of what was completed; of several runs the best counts. The
baselines are those of the game's arcg.yaml, or given here.

Exit code 0: scored; 1: the score is below --at-least, or a game has mistakes; 2: something has no score.

\b
Examples:
    arcg score recordings/
    arcg score play.jsonl --baselines 12,20,31
    arcg score card.json --cap 1.0 --cutoff 5
    arcg score recordings/ --competition games/ --json
"""


def run(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Recordings of any kind, folders of them, and scorecards of the API."),
    ],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The recordings are of this file or shipped game.", show_default=False),
    ] = None,
    baselines: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[ID=]N,N,..", help="Baselines, one for each level; with ID= for that game.", show_default=False
        ),
    ] = None,
    cap: Annotated[float, typer.Option(metavar="RATIO", help="The most that a level counts: 1.15 or 1.0.")] = 1.15,
    cutoff: Annotated[
        float | None,
        typer.Option(
            metavar="N", help="A run ends in the level that takes more than N times its baseline.", show_default=False
        ),
    ] = None,
    competition: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Games, or folders of them, that count 0 if not played.", show_default=False),
    ] = None,
    at_least: Annotated[
        float | None, typer.Option(metavar="SCORE", help="Exit with 1 if the score is lower.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a table.")] = False,
) -> None:
    """Score `files`; the whole of what `arcg score` does."""
    if at_least is not None and not math.isfinite(at_least):
        raise CommandError("--at-least is a score from 0 to 100")
    with guard():
        from arcg.runtime.scoring.report import given_baselines, recordings_in, score_files

        report = score_files(
            recordings_in(files),
            game=game,
            baselines=given_baselines(baselines or ()),
            cap=cap,
            cutoff=cutoff,
            competition=competition or (),
        )
    if as_json:
        write_json(report.as_json())
    else:
        _tell(report)
    if at_least is not None and report.score < at_least:
        raise CommandError(f"the score is {report.score:.1f}, below {at_least:g}", FALLS_SHORT)


# ---------------------------------------------------------------- for people


def _tell(report: Report) -> None:
    """Every game with its levels, and the score of all."""
    for one in report.games:
        _tell_game(one)
    count = len(report.games)
    over = "" if count == 1 else f", the mean of {count} games"
    typer.echo(f"score {report.score:.1f}{over}")


def _tell_game(one: GameReport) -> None:
    if not one.runs:
        typer.echo(f"{one.game_id}: 0.0   not played")
        return
    run = one.best
    parts = [_count(run.score.levels_completed, len(run.tally.levels)), _many(run.score.actions, "action")]
    parts += [_many(run.tally.resets, "reset")] if run.tally.resets else []
    parts += [f"the best of {len(one.runs)} runs"] if len(one.runs) > 1 else []
    typer.echo(f"{one.game_id}: {one.score:.1f}   {', '.join(parts)}")
    typer.echo("    level  actions  baseline  score")
    for number, (level, score) in enumerate(zip(run.tally.levels, run.score.level_scores, strict=True), start=1):
        said = f"{score:5.1f}" if level.completed and score else "    -"
        typer.echo(f"    {number:5}  {level.actions:7}  {level.baseline:8}  {said}")
    if run.score.cut is not None:
        typer.echo(f"    the cut-off ended this run in level {run.score.cut + 1}")
    for note in one.notes:
        typer.echo(f"    note: {note}")


def _count(done: int, levels: int) -> str:
    return f"{done} of {_many(levels, 'level')}"


def _many(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
