"""`arcg bench`: how fast games run here, on both engines, for people or as JSON."""

from __future__ import annotations

import dataclasses
import itertools
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import guard, have_kernels, write_json

if TYPE_CHECKING:
    from rich.table import Table

    from arcg.compiler.ir import Program
    from arcg.runtime.benchmark import Rate

NAME = "bench"
HELP = """Measure how many turns a second games run on this machine, on one core and on all.

Random actions, reset when a game has ended; only turns that ran the game's phases count. Each figure is the median of
five runs. The first time, the kernels are compiled, which takes a few minutes.

Exit code 0: measured; 1: a game has mistakes; 2: a file cannot be read.

\b
Examples:
    arcg bench
    arcg bench mygame.arcg --batch 1 --batch 1024 --threads 1 --json
"""

BATCHES = [1, 64, 1024, 4096]

LEAST_SHARED = 1024
"""Environments in a call from which on all cores are tried too: it takes a while to hand out the work."""


def run(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Files or shipped games; all shipped ones when left out.", show_default=False
        ),
    ] = None,
    batches: Annotated[
        list[int] | None,
        typer.Option(
            "--batch", min=1, help="Environments stepped in one call; may be given again.", show_default=False
        ),
    ] = None,
    threads: Annotated[
        list[int] | None,
        typer.Option(
            "--threads",
            min=1,
            help="Threads that share a call; may be given again. When left out one, and from "
            f"{LEAST_SHARED:,} environments on all cores too.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05, help="For each figure, all runs together.")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a table.")] = False,
) -> None:
    """Measure `games`; the whole of what `arcg bench` does."""
    from arcg.runtime import benchmark
    from arcg.runtime.loading import load, shipped

    with guard():
        programs = [load(game) for game in games or shipped()]
    compiling, machine = have_kernels("bench"), benchmark.machine()
    measured: list[dict[str, Any]] = []
    for program in programs:
        rates = list(_rates(program, batches or BATCHES, threads, seconds))
        measured.append(
            {
                "game": program.name,
                **dataclasses.asdict(benchmark.size(program)),
                "seconds_to_start": benchmark.seconds_to_assemble(program),
                "rates": [dataclasses.asdict(rate) for rate in rates],
            }
        )
    document = {
        "machine": machine,
        "seconds_to_compile": compiling,
        "runs": benchmark.RUNS,
        "games": measured,
    }
    if as_json:
        write_json(document)
    else:
        _show(document)


def _rates(program: Program, batches: list[int], threads: list[int] | None, seconds: float) -> Iterator[Rate]:
    """Every figure of one game, told on the error output as it comes."""
    from arcg.runtime.benchmark import rate_kernel, rate_reference

    all_cores = sorted({1, os.cpu_count() or 1})
    calls = [
        (batch, count)
        for batch in batches
        for count in threads or (all_cores if batch >= LEAST_SHARED else [1])
        if count <= batch
    ]
    for frames in (False, True):
        yield rate_reference(program, seconds, frames=frames)
        for translated, (batch, count) in itertools.product((False,) if program.cellwise else (False, True), calls):
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{program.name}: batch {batch}{' with frames' if frames else ''} \x1b[K")
            yield rate_kernel(program, batch, seconds, frames=frames, translated=translated, threads=count)
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _show(document: dict[str, Any]) -> None:
    from rich.console import Console

    from arcg.runtime.benchmark import heading

    console = Console(width=None if sys.stdout.isatty() else 120, highlight=False)
    console.print(f"turns per second on {heading(document['machine'])}", soft_wrap=True)
    console.print(_table(document["games"]))
    if document["seconds_to_compile"]:
        console.print(
            f"compiling the kernels took {document['seconds_to_compile']:.0f} s, once for this version of arcg"
        )


def _table(games: list[dict[str, Any]]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE)
    headings = (
        "game", "board", "things", "rules", "start",
        "engine", "batch", "threads", "turns/s", "with frames", "bytes each",
    )  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("game", "engine") else "right")
    for game in games:
        about = [game["game"], f"{game['width']}x{game['height']}", str(game["things"]), str(game["rules"])]
        about.append(f"{1000 * game['seconds_to_start']:.0f} ms")
        rates = {(rate["engine"], rate["batch"], rate["threads"], rate["frames"]): rate for rate in game["rates"]}
        for engine, batch, threads, frames in rates:
            if not frames:
                pair = (rates[engine, batch, threads, False], rates[engine, batch, threads, True])
                turns = [f"{rate['turns_per_second']:,.0f}" for rate in pair]
                table.add_row(*about, engine, str(batch), str(threads), *turns, _bytes_each(pair[0]))
                about = [""] * len(about)
    return table


def _bytes_each(rate: dict[str, Any]) -> str:
    """What an environment takes, with its share of what all have in common; a dash where that is not known."""
    if rate["bytes_each"] is None:
        return "-"
    return f"{rate['bytes_each'] + rate['bytes_shared'] / rate['batch']:,.0f}"
