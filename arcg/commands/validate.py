"""`arcg validate`: whether games are solvable, fair, robust and worth playing, for people, as a page or as JSON."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, have_kernels, may_write_page, processors, write_json
from arcg.runtime.files import write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from arcg.compiler.ir import Program
    from arcg.runtime.validate.report import Report
    from arcg.runtime.validate.running import Doing, Progress
    from arcg.runtime.validate.settings import Settings
    from arcg.runtime.validate.tasks import Task

NAME = "validate"
HELP = """Find out whether games are solvable, fair, robust and worth playing.

Explores the state graph of every level, proves the shortest solutions, works out how likely the random player wins,
tries cheap tricks, plays a million steps of everything, plays recordings again, and takes the game apart to see what
each rule is good for. What is asked for stands in arcg.yaml beside the games; the defaults are those of ARC-AGI-3.

What was found is kept: a validation that was interrupted goes on where it was.

Exit code 0: every game meets what is asked for; 1: one does not, or has mistakes; 2: a file cannot be read.

\b
Examples:
    arcg validate mygame.arcg
    arcg validate games/ --html report.html
    arcg validate tilt --json
"""

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def run(
    games: Annotated[
        list[str], typer.Argument(metavar="FILE", help="`.arcg` files, shipped games, or folders with games in them.")
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with plots and pictures.", show_default=False)
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Processes that share the work; if none are named, one for each processor for several games.",
            show_default=False,
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A dask.distributed cluster that does the work instead.", show_default=False
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do everything again, whatever was found before.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Validate `games`; the whole of what `arcg validate` does."""
    if html is not None:
        may_write_page(html)
    with guard():
        from arcg.runtime.validate.report import count_tasks, validate
        from arcg.runtime.validate.running import LostTaskError

        asked = [_asked(path) for path in _files(games)]
        have_kernels(NAME)
        with _progress(sum(count_tasks(program) for _, program, _ in asked)) as progress:
            try:
                reports = validate(asked, _doing(workers or _crew(asked), scheduler), progress, fresh=fresh)
            except LostTaskError as error:
                raise CommandError(str(error), FALLS_SHORT) from error
            except KeyboardInterrupt:
                sys.stderr.write("interrupted; the same command goes on where it was\n")
                raise
    if html is not None:
        from arcg.runtime.validate.page import page

        with guard():
            write_whole(html, page(reports))
    if as_json:
        from dataclasses import asdict

        from arcg.runtime.validate.sets import sets_of

        sets = [asdict(one) for one in sets_of(reports)]
        games_told = [one.document() for one in reports]
        write_json({"ok": all(report.ok for report in reports), "games": games_told, "sets": sets})
    else:
        _tell(reports)
        if html is not None:
            typer.echo(f"{html}: written")
    raise typer.Exit(0 if all(report.ok for report in reports) else FALLS_SHORT)


# ---------------------------------------------------------------- what is validated


def _files(games: Sequence[str]) -> list[str]:
    """Every game that is meant: folders stand for all `.arcg` files in them, at any depth."""
    files: list[str] = []
    for given in games:
        folder = Path(given)
        if folder.is_dir() and not (folder / "artefact.json").exists():
            found = sorted(folder.rglob("*.arcg"))
            if not found:
                raise CommandError(f"there is no .arcg file in {given}")
            files += [str(path) for path in found]
        else:
            files.append(given)
    return files


def _asked(given: str) -> tuple[str, Program, Settings]:
    """A game with what is asked of it."""
    from arcg.runtime.loading import find, load
    from arcg.runtime.validate.settings import settings_for

    program, path = load(given), find(given)
    return str(path), program, settings_for(path, program.name)


def _crew(asked: Sequence[object]) -> int:
    """How many processes are worth it: for a single game it takes longer to begin them than they save."""
    return processors() if len(asked) > 1 else 1


def _doing(workers: int, scheduler: str | None) -> Doing:
    from arcg.runtime.validate import running

    if scheduler is not None:
        try:
            return running.cluster(scheduler)
        except ModuleNotFoundError as error:
            raise CommandError(f"--scheduler: {error}") from None
    return running.here if workers == 1 else running.processes(workers)


# ---------------------------------------------------------------- while it works


class _Silent:
    """Progress that nobody sees."""

    def steps(self, task: Task, count: int) -> None:
        """Nothing."""

    def done(self, task: Task) -> None:
        """Nothing."""


class _Bar:
    """Progress on a terminal."""

    def __init__(self, bar: Any, total: int) -> None:
        self._bar, self._task = bar, bar.add_task("", total=total)

    def steps(self, task: Task, count: int) -> None:
        """Say what is being done."""
        self._bar.update(self._task, description=f"{task.title} {count:,}")

    def done(self, task: Task) -> None:
        """One task less."""
        self._bar.update(self._task, advance=1, description=task.title)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Progress]:
    if not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar, total)


# ---------------------------------------------------------------- the report


def _tell(reports: Sequence[Report]) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for report in reports:
        _tell_game(console, report)
    bad = [report.program.name for report in reports if not report.ok]
    if len(reports) > 1 or any(report.settings.set != "public" for report in reports):
        _tell_sets(console, reports)
    if len(reports) > 1:
        console.print(f"{len(reports) - len(bad)} of {len(reports)} games meet what is asked for")


def _tell_sets(console: Console, reports: Sequence[Report]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from arcg.runtime.validate.sets import sets_of

    table = Table(box=box.SIMPLE)
    table.add_column("set")
    for name in ("games", "levels", "fine", "with baselines"):
        table.add_column(name, justify="right")
    table.add_column("")
    for one in sets_of(reports):
        counts = (len(one.games), one.levels, one.fine, one.with_baselines)
        table.add_row(one.name, *map(str, counts), escape(", ".join(one.games)))
    console.print(table)


def _tell_game(console: Console, report: Report) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from arcg.runtime.validate.verdicts import minutes

    results = report.results
    console.print(report.program.name, style="bold", markup=False, end="  ")
    console.print(report.path, markup=False)
    table = Table(box=box.SIMPLE)
    table.add_column("level")
    for name in ("shortest", "ways", "positions", "lost", "luck", "mechanics"):
        table.add_column(name, justify="right")
    for number, level in enumerate(results["levels"]):
        table.add_row(*map(escape, _row(number, level, results)))
    console.print(table)
    fuzz, long = results["fuzz"], minutes(report.settings, results)
    for play in results["random"]:
        won = [f"{level['wins']:,}" for level in play]
        console.print(f"random play: in {sum(level['steps'] for level in play):,} steps won by level: {' '.join(won)}")
    console.print(f"fuzz: {fuzz['steps']:,} steps, {len(fuzz['faults'])} faults")
    console.print("luck decided by: " + ", ".join(f"{by} {count}" for by, count in report.decided().items() if count))
    if long is not None:
        console.print(f"a person who knows what to do takes {long:.1f} minutes")
    for one in report.findings:
        colour = COLOURS[one.severity]
        console.print(f"[{colour}]{one.severity}[/{colour}] {one.code}: ", end="")
        console.print(one.message, markup=False)
        console.print(f"    {one.advice}", markup=False, style="dim")
    console.print("[green]fine[/green]" if report.ok else "[red]falls short[/red]", end="\n\n")


def _row(number: int, level: dict[str, Any], results: dict[str, Any]) -> list[str]:
    graph, solution = level["graph"], level["solution"]
    shortest = "none" if solution is None and graph["complete"] else "?"
    if solution is not None:
        shortest = f"{len(solution['moves'])}" if solution["proved"] else f"at most {len(solution['moves'])}"
    ways = "" if solution is None or solution["ways"] is None else f"{solution['ways']:,.0f}"
    positions = f"{graph['states']:,}" + ("" if graph["complete"] else "+")
    dead = "" if graph["dead"] is None else f"{graph['dead'] / graph['states']:.0%}"
    mechanics = results["survey"]["mechanics"][number]
    return [f"{number + 1} {level['name']}", shortest, ways, positions, dead, _luck(level["luck"]), str(len(mechanics))]


def _luck(luck: dict[str, Any]) -> str:
    """The probability of a win by luck, with what says so."""
    match luck["by"]:
        case "exact":
            return f"{luck['high']:.2g}"
        case "sample":
            return f"< {luck['limits'][1]:.2g} (sample)" if luck["wins"] == 0 else f"{luck['limits'][1]:.2g} (sample)"
        case "bound":
            high = luck["high"]
            return f"< {high:.2g} (bound)" if high < 1 else f"> {luck['low']:.2g} (bound)"
        case _:
            return f"{luck['low']:.2g} to {luck['high']:.2g}"
