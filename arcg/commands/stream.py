"""`arcg stream`: streams of fresh levels are made, learners go through them, and what they keep is told."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import (
    FALLS_SHORT,
    INTERRUPTED,
    CommandError,
    asking_to_stop,
    guard,
    have_kernels,
    may_write_new,
    may_write_page,
    shielded,
    show_progress,
    write_json,
)

if TYPE_CHECKING:
    from arcg.runtime.stream.records import Record
    from arcg.runtime.stream.report import Told

NAME = "stream"
HELP = """Measure what learners keep: streams of fresh levels in which games come back after rests.

A learner is a class with four methods: reset, act, observe, end_round. It meets levels that it never saw, of games
under codenames, some of which it met before. Beside it goes the same learner wiped before every level; two frozen
tests follow.

\b
Examples:
    arcg stream make dyer herd toll --held-out tilt --out stream
    arcg stream run stream --learner graph --out runs/graph
    arcg stream run stream --learner my_learner.py:MyLearner --out runs/mine
    arcg stream report runs/graph runs/mine --html report.html
"""

MAKE = """Make a stream: fresh levels of games with `generate` blocks, and a schedule of who meets what, and when.

GAME is a file, the id of a shipped game, or either with @N for the block of level N. Every task comes --exposures times
for each user. The same arguments give the same bytes. A stream is written whole or not at all.

Exit code 0: it is made; 1: a game has too few levels, or mistakes; 2: used wrongly; 130: interrupted.

\b
Examples:
    arcg stream make dyer herd toll --held-out tilt --out stream
    arcg stream make dyer tilt@1 tilt@2 --held-out herd --exposures 16 --users 4 --seed 7 --out stream
"""

RUN = """Let a learner go through a stream, and beside it the same learner wiped before every level.

Learners: nothing (keeps nothing), memory (perfect memory), graph (keeps what it saw of frames), random, or one of your
own, as path/to/file.py:Class or module:Class. Whole rounds are recorded in RUN/records.jsonl; called again, it goes on
where it was, whatever ended it.

Exit code 0: the run is at its end, or has the rounds asked for; 1: the learner broke; 2: used wrongly;
130: interrupted.

\b
Examples:
    arcg stream run stream --learner graph --out runs/graph
    arcg stream run stream --learner my_learner.py:MyLearner --seed 3 --out runs/mine-3
"""

REPORT = """Tell what runs come to: budget used, share saved, share learned, cost by exposure and by gap.

\b
Examples:
    arcg stream report runs/nothing runs/memory runs/graph
    arcg stream report runs/* --html report.html
"""

app = typer.Typer(name=NAME, help=HELP, no_args_is_help=True, rich_markup_mode=None)

Seed = Annotated[int, typer.Option(min=0, max=2147483647, metavar="S", help="Another seed, another one.")]


def make(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="Game files or ids, of any also GAME@LEVEL.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the stream.")],
    held_out: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME", help="For the held-out test only; may be given several times.", show_default=False
        ),
    ] = None,
    seed: Seed = 0,
    exposures: Annotated[int, typer.Option(min=1, max=255, metavar="N", help="Meetings of a user with a task.")] = 8,
    users: Annotated[int, typer.Option(min=1, max=16, metavar="N", help="Users served at once.")] = 1,
    order: Annotated[str, typer.Option(metavar="ORDER", help="mixed, blocked or shuffled.")] = "mixed",
    seen: Annotated[int, typer.Option(min=0, max=255, metavar="K", help="Levels of a task in the seen test.")] = 4,
    held: Annotated[int, typer.Option(min=1, max=255, metavar="K", help="Levels of a task that is held out.")] = 4,
    budget: Annotated[
        float, typer.Option(min=1.0, max=1000.0, metavar="X", help="Actions, as a multiple of the shortest solution.")
    ] = 5.0,
    jobs: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="Processes that share the work.")] = 1,
) -> None:
    """Make a stream; the whole of what `arcg stream make` does."""
    may_write_new(out)
    from arcg.runtime.stream.schedule import ORDERS

    if order not in ORDERS:
        raise CommandError(f"there is no order {order!r}; take {', '.join(ORDERS)}")
    if not math.isfinite(budget):
        raise CommandError("--budget is a multiple such as 5")
    have_kernels(NAME)
    from arcg.runtime.generate.searching import NoLevelError
    from arcg.runtime.stream import making
    from arcg.runtime.stream.stored import Plan

    plan = Plan(seed, exposures, users, order, seen, held, budget)
    with guard(), asking_to_stop() as asked:

        def watch(name: str, done: int, count: int) -> bool:
            show_progress(f"{name}: {done} of {count} levels")
            return bool(asked)

        try:
            tasks = making.wanted(games, held_out or [])
            making.make(tasks, plan, out, jobs=jobs, watch=watch)
        except NoLevelError as error:
            raise CommandError(str(error), FALLS_SHORT) from None
        except making.StoppedError:
            raise CommandError("interrupted; nothing is written", INTERRUPTED) from None
        finally:
            show_progress("")
    instances = sum(plan.levels(held_out=one.held_out) for one in tasks)
    met = [one.name for one in tasks if not one.held_out]
    apart = [one.name for one in tasks if one.held_out]
    typer.echo(
        f"{out}: {len(met) * exposures} rounds of {users} user{'s' if users > 1 else ''}, {instances} levels; "
        f"{', '.join(met)}" + (f"; held out: {', '.join(apart)}" if apart else "")
    )


def run(
    stream: Annotated[Path, typer.Argument(metavar="DIR", help="Made by `arcg stream make`.")],
    learner: Annotated[str, typer.Option(metavar="NAME", help="Who learns.")],
    out: Annotated[Path, typer.Option(metavar="RUN", help="The folder of the run, new or begun.")],
    seed: Seed = 0,
    salt: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Makes the codenames; by default any.", show_default=False)
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Stop when N rounds are recorded.", show_default=False),
    ] = None,
) -> None:
    """Run a learner; the whole of what `arcg stream run` does."""
    have_kernels(NAME)
    with guard():
        from arcg.runtime.agents.playing import last_lines
        from arcg.runtime.agents.plugin import NoAgentError
        from arcg.runtime.stream.learner import learner_class
        from arcg.runtime.stream.playing import InterruptedRunError, LearnerError
        from arcg.runtime.stream.running import Run
        from arcg.runtime.stream.stored import opened

        levels = opened(stream)
        try:
            learner_class(learner)
        except NoAgentError:
            raise
        except Exception:  # the file is the user's, and anything may go wrong as it is run
            raise CommandError(f"{learner}: {last_lines()}") from None
        whole = Run(levels, learner, out, seed=seed, salt=salt)
        with asking_to_stop() as asked:

            def tell(number: int, made: Sequence[Record]) -> None:
                show_progress(f"{number + 1} of {len(whole.rounds)} rounds; {made[0].task}")

            try:
                done = whole.go(rounds=rounds, watch=lambda: bool(asked), tell=tell)
            except LearnerError as error:
                raise CommandError(f"{learner}, {error}", FALLS_SHORT) from None
            except InterruptedRunError:
                told = (
                    f"interrupted; {len(whole.recorded)} rounds are recorded, and the same command goes on from there"
                )
                raise CommandError(told, INTERRUPTED) from None
            finally:
                show_progress("")
    typer.echo(f"{out}: {done} of {len(whole.rounds)} rounds")


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Made by `arcg stream run`.")],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with plots.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of tables.")] = False,
) -> None:
    """Report on runs; the whole of what `arcg stream report` does."""
    if html is not None:
        may_write_page(html)
    with guard():
        from arcg.runtime.stream.report import document, told

        found = [told(folder) for folder in runs]
        if html is not None:
            from arcg.runtime.files import write_whole
            from arcg.runtime.stream.page import page

            write_whole(html, page(found))
    if as_json:
        write_json(document(found))
        return
    _tell(found)
    if html is not None:
        typer.echo(f"{html}: written")


def _tell(found: Sequence[Told]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from arcg.runtime.stream.measuring import method
    from arcg.runtime.stream.report import HEADINGS, points, row, sentences

    table = Table(box=box.SIMPLE)
    for place, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="left" if place < 3 else "right", no_wrap=True)
    for one in found:
        for place, (phase, figures) in enumerate(one.phases()):
            table.add_row(*([one.folder.name, one.learner] if not place else ["", ""]), *row(phase, figures))
    Console(width=None if sys.stdout.isatty() else 170, highlight=False).print(table)
    typer.echo(method())
    for one in found:
        for line in sentences(one):
            typer.echo(line)
        typer.echo(f"\n{one.folder.name}")
        for line in [*points("meeting", one.summary.by_exposure), *points("rounds since", one.summary.by_gap)]:
            typer.echo(line)


for what, text in ((make, MAKE), (run, RUN), (report, REPORT)):
    app.command(what.__name__, help=text)(shielded(what))
