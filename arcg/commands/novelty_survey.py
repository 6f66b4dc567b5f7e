"""What `arcg novelty FOLDER` shows in a terminal, and the progress of its work."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from arcg.compiler.novelty.collection import LeftOut
    from arcg.compiler.novelty.ready import Progress
    from arcg.compiler.novelty.survey import Pair, Survey

COLOURS = {
    "clone": "bold red",
    "variant": "bold red",
    "related": "yellow",
    "novel": "green",
    "too short to judge": "dim",
}
"""Of the verdicts."""

HEAT = ((0.25, "#b2182b"), (0.6, "#d6604d"), (0.8, "#f4a582"), (0.95, "#fddbc7"))
"""Colours of the heat map up to a novelty; above the last nothing is shown."""

PLAIN_WIDTH = 120
"""Characters in a line where there is no terminal."""

MOST_ROWS, MOST_PAIRS, MOST_NAME = 60, 15, 32
"""Rows of a dendrogram, closest pairs that are told, and characters of a name beside a drawing."""


def tell_left_out(left_out: Sequence[LeftOut]) -> None:
    """Say which files were left out, and why."""
    for left in left_out:
        where = f"{left.file}:{left.line}" if left.line else left.file
        typer.echo(f"left out: {where}: {left.reason}", err=True)


def show(survey: Survey) -> None:
    """The survey as tables and drawings."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    console = Console(highlight=False, width=width)
    count = len(survey.games)
    console.print(f"{count} game{'' if count == 1 else 's'}, {len(survey.pairs):,} pairs", style="bold")
    if survey.passed_over:
        told = f"{survey.passed_over:,} of the pairs have nothing in common at a glance and were not coded: novelty 1"
        console.print(told, markup=False)
    if count == 1:
        console.print("there is nothing to compare it with", markup=False)
        return
    _nearest(console, survey)
    _closest(console, survey)
    _levels(console, survey)
    _dendrogram(console, survey)
    _heat_map(console, survey)


def figures_table(*names: str) -> Any:
    """A table of pairs: what is called what, then their figures."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    for name in ("novelty", "containment", "shared"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    return table


def figures(pair: Pair) -> tuple[Any, ...]:
    """The figures of a pair, as a row of that table has them."""
    from rich.text import Text

    numbers = f"{pair.novelty:.3f}", f"{pair.containment:.3f}", f"{pair.shared_bits:.0f} bits"
    return (*numbers, Text(pair.verdict, COLOURS[pair.verdict]))


def _nearest(console: Console, survey: Survey) -> None:
    from rich.text import Text

    from arcg.compiler.novelty.survey import NEAR

    counts = {word: sum(pair is not None and pair.verdict == word for pair in survey.nearest) for word in COLOURS}
    told = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    console.print(f"\nnearest neighbours: {told}", style="bold")
    table = figures_table("game", "nearest")
    rows = [(pair, game) for game, pair in enumerate(survey.nearest) if pair is not None]
    rows.sort(key=lambda row: row[0].nearness)
    near = sum(pair.verdict in NEAR for pair, _ in rows)
    cut = rows[max(near, MOST_ROWS) :]
    for pair, game in rows[: max(near, MOST_ROWS)]:
        names = [Text(survey.names[number]) for number in (game, pair.other(game))]
        table.add_row(*names, *figures(pair))
    console.print(table)
    if cut:
        told = f"and {len(cut)} more, from a novelty of {cut[0][0].novelty:.3f} up; --html and --json have all"
        console.print(told, style="dim", markup=False)


def _closest(console: Console, survey: Survey) -> None:
    from rich.text import Text

    table = figures_table("game", "other")
    for pair in survey.closest[:MOST_PAIRS]:
        names = [Text(survey.names[number]) for number in (pair.a, pair.b)]
        table.add_row(*names, *figures(pair))
    title = f"closest {MOST_PAIRS} of {len(survey.pairs):,} pairs" if len(survey.pairs) > MOST_PAIRS else "pairs"
    console.print(title, style="bold")
    console.print(table)


def _levels(console: Console, survey: Survey) -> None:
    if not survey.same_levels:
        return
    console.print("levels that several games have", style="bold")
    for same in survey.same_levels[:MOST_PAIRS]:
        told = "  =  ".join(f"{survey.names[game]} {level}" for game, level in same)
        console.print(f"  {told}", markup=False)
    more = len(survey.same_levels) - MOST_PAIRS
    if more > 0:
        console.print(f"  and {more} more", markup=False)
    console.print()


def _dendrogram(console: Console, survey: Survey) -> None:
    from arcg.compiler.novelty.drawing import APART, axis, dendrogram

    names = [_cut(name) for name in survey.names]
    margin = max(map(len, names))
    width = min(console.width, PLAIN_WIDTH) - margin - 4
    drawn = dendrogram(survey.tree, width, MOST_ROWS)
    console.print("dendrogram (mean novelty)", style="bold")
    if drawn.rows:
        console.print(f"{'':{margin}} {axis(width)}", markup=False)
    for game, line in drawn.rows:
        console.print(f"{names[game]:>{margin}} {line}", markup=False, no_wrap=True, overflow="crop")
    if drawn.left_out:
        far = f"above {drawn.cut:.3f}" if drawn.cut < APART else "where nothing is in common"
        told = f"{drawn.left_out} game{' joins' if drawn.left_out == 1 else 's join'} others only {far}: not drawn"
        console.print(told, style="dim", markup=False)
    console.print()


def _heat_map(console: Console, survey: Survey) -> None:
    from rich.text import Text

    from arcg.compiler.novelty.drawing import SHADES, heat_map, shade

    margin = min(MOST_NAME, max(map(len, survey.names)))
    room = min(console.width, PLAIN_WIDTH) - margin - 1
    wide = 2 if 2 * len(survey.games) <= room else 1
    cells, group = heat_map(survey.distances, survey.tree.order, room // wide)
    legend = ", ".join(f"{sign} up to {limit}" for limit, sign in SHADES)
    console.print("heat map", style="bold", end="")
    console.print(f" (rows and columns as in the dendrogram; novelty {legend}, · above)", markup=False)
    if group > 1:
        console.print(f"a cell stands for {group} x {group} games: the least of their novelties", style="dim")
    for number, row in enumerate(cells):
        name = _cut(survey.names[survey.tree.order[number * group]])
        line = Text(f"{name:>{margin}} ")
        for value in row:
            colour = next((colour for limit, colour in HEAT if value <= limit), "dim")
            line.append(shade(value) * wide, colour)
        console.print(line, no_wrap=True, overflow="crop")


def _cut(name: str) -> str:
    """A name that fits beside a drawing; its end tells more than its beginning."""
    return name if len(name) <= MOST_NAME else f"..{name[2 - MOST_NAME :]}"


# ---------------------------------------------------------------- while it works


class _Bar:
    """Progress on a terminal."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task: Any = None

    def begin(self, what: str, total: int) -> None:
        """A new bar."""
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(what, total=total)

    def advance(self) -> None:
        """One step further."""
        self._bar.advance(self._task)


@contextlib.contextmanager
def progress() -> Iterator[Progress | None]:
    """A bar on the error output, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar)
