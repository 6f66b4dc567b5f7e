"""What `arcg novelty NEW --against FOLDER` shows: the nearest games, and what of the new one is there already.

Also what `arcg.yaml` asks for, in words and for JSON, as a whole folder is told it too.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arcg.commands.novelty_survey import COLOURS, PLAIN_WIDTH, figures, figures_table
from arcg.runtime.novelty_settings import NOTHING

if TYPE_CHECKING:
    from rich.console import Console

    from arcg.compiler.novelty.report import Report
    from arcg.compiler.novelty.review import Review
    from arcg.compiler.novelty.survey import Pair
    from arcg.runtime.novelty_settings import NoveltySettings

MOST_NEAR, MOST_SHARED = 5, 12
"""Nearest games that are told, and shared rules that are shown."""


def failing(review: Review, settings: NoveltySettings) -> list[Pair]:
    """The pairs that are nearer than is asked for, the nearest first."""
    return [pair for pair in review.nearest_first if settings.fails(pair.verdict, pair.novelty)]


def grounds(report: Report, settings: NoveltySettings) -> tuple[str, ...]:
    """What else speaks against the new game beside the nearest one, however their rules are written."""
    return () if settings.fail_on == NOTHING else report.grounds


def show(review: Review, settings: NoveltySettings, file: Path | None, report: Report) -> None:
    """The review as tables."""
    from rich.console import Console
    from rich.text import Text

    from arcg.compiler.novelty.collection import shown

    console = Console(highlight=False, width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    nearest, other = review.nearest, review.game(review.nearest).game
    count = len(review.games)
    console.print(Text(review.new.game.file, "bold"), f"beside {count} game{'' if count == 1 else 's'}")
    console.print(Text.assemble(f"nearest: {other.file}, ", (nearest.verdict, COLOURS[nearest.verdict])))
    _nearest(console, review)
    _whole(console, review)
    _shared(console, review)
    _levels(console, review)
    _report(console, report)
    failed, more = failing(review, settings), grounds(report, settings)
    asked = "the defaults" if file is None else shown(file)
    beside = f"beside the nearest (A: the new game, B: {report.b.file})"
    if failed or more:
        nearer = [f"{len(failed)} of {count} {'is' if len(failed) == 1 else 'are'} nearer"] if failed else []
        told = "; ".join([*nearer, *(f"{beside} {ground}" for ground in more)])
        console.print(Text(f"falls short of {asked}: {_asked(settings)}; {told}", "red"))
    else:
        console.print(Text(f"new enough for {asked}: {_asked(settings)}", "green"))
        for remark in report.remarks:
            console.print(Text(f"but {beside} {remark}", "yellow"))


def _asked(settings: NoveltySettings) -> str:
    """What is asked for, in the words of `arcg.yaml`."""
    return f"fail_on: {settings.fail_on}, least: {settings.least:g}"


def asked_of(settings: NoveltySettings, file: Path | None) -> dict[str, Any]:
    """What is asked for, as a part of a JSON document."""
    return {"file": None if file is None else str(file), "fail_on": settings.fail_on, "least": settings.least}


def tell_asked(failed: int, pairs: int, settings: NoveltySettings, file: Path) -> None:
    """Say whether the pairs of a folder are as new as its `arcg.yaml` asks for."""
    from rich.console import Console
    from rich.text import Text

    from arcg.compiler.novelty.collection import shown

    asked = f"{shown(file)}: {_asked(settings)}"
    told = (
        Text(f"falls short of {asked}; {failed} of {pairs:,} pairs {'is' if failed == 1 else 'are'} nearer", "red")
        if failed
        else Text(f"new enough for {asked}", "green")
    )
    Console(highlight=False, soft_wrap=True).print(told)


def _nearest(console: Console, review: Review) -> None:
    from rich.text import Text

    table = figures_table("nearest")
    for pair in review.nearest_first[:MOST_NEAR]:
        table.add_row(Text(review.game(pair).game.file), *figures(pair))
    console.print(table)


def _whole(console: Console, review: Review) -> None:
    """What all games together say about the new one, and what chance says."""
    part = review.given / review.alone if review.alone else 0.0
    console.print(f"K(NEW)               {review.alone:.0f} bits", markup=False)
    console.print(f"K(NEW | collection)  {review.given:.0f} bits, {part:.0%} of it", markup=False)
    if review.by_chance:
        count = len(review.games)
        unrelated = f"{count} unrelated game{'' if count == 1 else 's'}"
        console.print(f"of {unrelated} {review.by_chance:.1f} would be as near as the nearest", markup=False)
    console.print()


def _shared(console: Console, review: Review) -> None:
    """The shared rules of the nearest game, with the lines of both files side by side."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    pair, other = review.nearest, review.game(review.nearest).game
    found = review.side_by_side(pair)
    if not found:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=False)
    table.add_column("saved", justify="right")
    for file in (review.new.game.file, other.file):
        table.add_column(Text(file), overflow="fold", ratio=1)
    for rule, one, two in found[:MOST_SHARED]:
        sides: list[Any] = [
            Text.assemble((f"{place.line} {place.what}", "cyan"), "\n", text, "\n")
            for place, text in ((rule.a, one), (rule.b, two))
        ]
        table.add_row(f"{rule.bits:.0f} bits", *sides)
    console.print("shared rules", style="bold")
    console.print(table)
    if len(found) > MOST_SHARED:
        console.print(f"and {len(found) - MOST_SHARED} more; --json has all", style="dim")


def _levels(console: Console, review: Review) -> None:
    if not review.known_levels:
        return
    count = len(review.new.levels)
    console.print(f"levels that are there already: {len(review.known_levels)} of {count}", style="bold")
    for name, same in review.known_levels:
        console.print(f"  {name}  =  {', '.join(f'{file} {level}' for file, level in same)}", markup=False)
    console.print()


def _report(console: Console, report: Report) -> None:
    """All that is said of the new game and the nearest one."""
    console.print(f"A  {report.a.file}\nB  {report.b.file}", markup=False)
    for title, rows in report.rows().items():
        console.print(f"\n{title}", style="bold", markup=False)
        for name, value in rows:
            console.print(f"  {name:<12} {value}", markup=False)
    console.print()
