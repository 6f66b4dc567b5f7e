"""`arcg agents`: agents play games, many runs side by side, and which of them does better, for people or as JSON."""

from __future__ import annotations

import dataclasses
import functools
import math
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import FALLS_SHORT, INTERRUPTED, CommandError, asking_to_stop, guard, write_json

if TYPE_CHECKING:
    from rich.table import Table

    from arcg.runtime.agents.playing import Run
    from arcg.runtime.agents.standing import Comparison, Standing
    from arcg.runtime.official.info import GameInfo

NAME = "agents"
HELP = """Let agents play games, many runs side by side, and compare them.

Agents: random, graph (explores the graph of frames), novelty (does what changed pictures), or one of your own with the
two methods of the official template, as path/to/file.py:Class or module:Class. All play with the same seeds; between
two of them a paired bootstrap interval says whether one does better. Ctrl+C ends the runs and tells what is known.

Exit code 0: all runs were made; 1: some were lost, for an agent broke; 2: used wrongly.

\b
Examples:
    arcg agents dyer tilt
    arcg agents games/ --agent random --agent graph --runs 20 --actions 2000 --record runs
    arcg agents mygame.arcg --agent random --agent my_agent.py:MyAgent --time-limit 60 --json
"""

AGENTS = ("random", "graph", "novelty")

_PATIENCE = 0.2
"""Seconds between two lines of progress."""


def run(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="Game files, folders of them, or ids of shipped games.")
    ],
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who plays; may be given several times. By default all that are shipped.",
            show_default=False,
        ),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, metavar="N", help="Runs of each agent in each game.")] = 10,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Runs at once; by default one for each core.", show_default=False),
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(min=0.0, metavar="S", help="Seconds for each run.", show_default=False)
    ] = None,
    actions: Annotated[int, typer.Option(min=1, metavar="N", help="Actions for each run, RESETs included.")] = 1000,
    seed: Annotated[
        int, typer.Option(min=0, max=2147483647, metavar="S", help="The seed of the first runs; the next have S+1, ...")
    ] = 0,
    record: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Record every run in a file of DIR, for `arcg replay`.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of tables.")] = False,
) -> None:
    """Let agents play; the whole of what `arcg agents` does."""
    if time_limit is not None and not math.isfinite(time_limit):
        raise CommandError("--time-limit is a number of seconds")
    from arcg.runtime.agents.pool import Job, recorder_in, recording, run_all
    from arcg.runtime.official.info import collect

    names = list(dict.fromkeys(agent or AGENTS))
    with guard():
        infos = collect(games)
        _agents(names)
    if seed + runs > 1 << 31:
        raise CommandError(f"there are no seeds for {runs} runs from {seed}; seeds end at 2147483647")
    jobs = [Job(game, name, seed + number, actions, time_limit)
            for number in range(runs) for game in range(len(infos)) for name in names]  # fmt: skip
    if record is not None:
        _make_room(record, [recording(infos[job.game], job.agent, job.seed) for job in jobs])
    recorders = None if record is None else functools.partial(recorder_in, record)
    made: list[Run] = []
    with asking_to_stop() as asked:
        progress = _Progress(len(jobs), made, asked)
        crew = min(workers or os.cpu_count() or 1, len(jobs))
        for one in run_all(infos, jobs, crew, recorders=recorders, watch=progress):
            made.append(one)  # noqa: PERF402 (the progress looks at it)
        progress.clear()
    _tell(infos, names, made, as_json=as_json, interrupted=bool(asked), settings={
        "runs": runs, "actions": actions, "seed": seed, "time_limit": time_limit, "workers": crew,
    })  # fmt: skip
    if asked:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FALLS_SHORT if any(one.lost for one in made) else 0)


def _agents(names: Sequence[str]) -> None:
    """Refuse what is no agent, before anything is played. A class is looked for in a process of its own."""
    from arcg.runtime.agents.pool import why_not

    for name in names:
        problem = why_not(name)
        if problem:
            raise CommandError(problem)


def _make_room(folder: Path, files: Sequence[str]) -> None:
    """The folder of recordings, in which none of these may be yet."""
    there = next((folder / name for name in files if (folder / name).exists()), None)
    if there is not None:
        raise CommandError(f"{there} exists already; give another folder")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder}: no folder can be made there: {(error.strerror or str(error)).lower()}") from None


class _Progress:
    """Tells on a terminal how far the runs are; true once they shall stop."""

    def __init__(self, jobs: int, made: list[Run], asked: list[int]) -> None:
        self.jobs, self.made, self.asked = jobs, made, asked
        self.told = time.monotonic()
        self.open = sys.stderr.isatty()

    def __call__(self, playing: Sequence[Run]) -> bool:
        if self.open and time.monotonic() - self.told > _PATIENCE:
            self.told = time.monotonic()
            now = ", ".join(f"{one.agent} {one.game} level {one.levels_completed + 1}" for one in playing[:3])
            sys.stderr.write(f"\r{len(self.made)} of {self.jobs} runs; {now}"[:110] + "\x1b[K")
            sys.stderr.flush()
        return bool(self.asked)

    def clear(self) -> None:
        """Take the line away."""
        if self.open:
            sys.stderr.write("\r\x1b[K")


# ---------------------------------------------------------------- what came of it


def _tell(
    infos: Sequence[GameInfo], names: Sequence[str], made: Sequence[Run], *, as_json: bool, interrupted: bool,
    settings: dict[str, Any],
) -> None:  # fmt: skip
    from arcg.runtime.agents.standing import comparisons, method, standings

    ids = [info.game_id for info in infos]
    order = {(name, game): (names.index(name), ids.index(game)) for name in names for game in ids}
    made = sorted(made, key=lambda one: (*order[one.agent, one.game], one.seed))
    table, pairs = standings(made, ids, names), comparisons(made, ids, names)
    if as_json:
        write_json({
            "games": ids, "agents": list(names), "interrupted": interrupted, **settings, "method": method(),
            "standings": [dataclasses.asdict(one) for one in table],
            "comparisons": [_document(one) for one in pairs],
            "runs": [dataclasses.asdict(one) for one in made],
        })  # fmt: skip
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    if table:
        console.print(_table(table))
        typer.echo(method())
    for one in pairs:
        typer.echo(one.sentence())
    for alike in [one for one in table if one.alike]:
        typer.echo(f"{alike.agent} played {alike.game} alike with every seed: its runs count as one.")
    _errors(made)


def _errors(made: Sequence[Run]) -> None:
    """What went wrong in agents, each once."""
    told: dict[tuple[str, str], list[Run]] = {}
    for one in made:
        if one.stopped == "error":
            told.setdefault((one.agent, one.error), []).append(one)
    for (name, error), lost in told.items():
        where = ", ".join(f"{one.game} seed {one.seed}" for one in lost[:3]) + (", ..." if len(lost) > 3 else "")
        typer.echo(
            f"arcg agents: {name} lost {len(lost)} run{'s' if len(lost) > 1 else ''} ({where}): {error}", err=True
        )


def _document(one: Comparison) -> dict[str, Any]:
    return dataclasses.asdict(one) | {"more_than_noise": one.clear, "sentence": one.sentence()}


def _table(standings: Sequence[Standing]) -> Table:
    from rich import box
    from rich.table import Table

    from arcg.runtime.agents.plugin import label

    table = Table(box=box.SIMPLE)
    scored = any(one.score is not None for one in standings)
    headings = ["game", "agent", "runs", "won", "levels", *(["score"] if scored else []), "actions per level"]
    for heading in headings:
        table.add_column(heading, justify="right" if heading in ("runs", "won", "levels", "score") else "left")
    game = ""
    for one in standings:
        counted = f"{one.runs}" + (f" ({one.lost} lost)" if one.lost else "")
        cells = [one.game if one.game != game else "", label(one.agent), counted, str(one.won)]
        cells.append("-" if one.levels is None else f"{_with_ends(one.levels)} of {one.of:.3g}")
        if scored:
            cells.append("-" if one.score is None else _with_ends(one.score))
        table.add_row(*cells, _per_level(one))
        game = one.game
    return table


def _with_ends(found: Any) -> str:
    return f"{found.mean:.2f}" + (f" [{found.low:.2f}, {found.high:.2f}]" if found.enough else "")


def _per_level(one: Standing) -> str:
    """The median of actions of each level; with the number of runs where not all completed it."""
    return "  ".join(
        f"{median:g}" + ("" if count == one.runs else f" ({count} of {one.runs})")
        for count, median in one.level_actions
    )
