"""`arcg solve`: the shortest solutions of a game's levels, with what is proved of them, for people or as JSON."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import (
    FALLS_SHORT,
    INTERRUPTED,
    CommandError,
    asking_to_stop,
    guard,
    have_kernels,
    may_write_new,
    write_json,
)

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.runtime.engine import Engine
    from arcg.runtime.explore.solving import Answer
    from arcg.runtime.kernel.explorer import Move

NAME = "solve"
HELP = """Find the shortest solution of each level, and say what is proved of it.

Levels are searched breadth first: what that finds is as short as can be, and where it finds nothing the level cannot be
solved. A level that is too large for it is searched by how near positions seem to the goals; then the solution may be
longer than need be, and below which length there is none is told. Ctrl+C ends the search and tells what is known.

Exit code 0: every level that was asked for is solved; 1: some level cannot be solved, or was not solved within the
limits, or the game has mistakes.

\b
Examples:
    arcg solve mygame.arcg
    arcg solve mygame.arcg --level 3 --gif level3.gif
    arcg solve mygame.arcg --seconds 60 --record win.jsonl --json
"""

BETWEEN, AT_REST, AT_END = 6, 25, 120
"""Hundredths of a second that a GIF shows frames in between, the last frame of an answer, and that of a level."""

_PATIENCE = 0.2
"""Seconds between two lines of progress."""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="An .arcg file, or the id of a shipped game.")],
    level: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Solve level N only.", show_default=False)
    ] = None,
    states: Annotated[
        int, typer.Option(min=1, metavar="N", help="Know at most so many positions in a search.")
    ] = 5_000_000,
    memory: Annotated[int, typer.Option(min=1, metavar="MB", help="Take at most so much memory for them.")] = 1024,
    seconds: Annotated[
        float | None, typer.Option(min=0.0, metavar="S", help="Search each level for so long.", show_default=False)
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=2147483647, metavar="N", help="The seed of a game that uses chance.")
    ] = 0,
    dead_ends: Annotated[
        bool, typer.Option("--dead-ends", help="Look at all positions, and tell how many of them are lost.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Record the solutions in FILE, for `arcg replay`.", show_default=False),
    ] = None,
    gif: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Show the solutions in FILE, a GIF.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Solve `game`; the whole of what `arcg solve` does."""
    with guard():
        from arcg.dsl.diagnostics import ArcgError
        from arcg.runtime.loading import check_source, find, shipped

        program, found, text = check_source(game)
        if program is None:
            raise ArcgError(found)
        source = game if game in shipped() else find(game)
    if level is not None and level > len(program.levels):
        raise CommandError(f"there is no level {level}; {program.name} has {len(program.levels)}")
    for path in (record, gif):
        if path is not None:
            may_write_new(path)
    if record is not None and gif is not None and record.absolute() == gif.absolute():
        raise CommandError(f"{record} cannot be both a recording and a GIF; give two names")
    have_kernels(NAME)
    from arcg.runtime.explore.graph import Limits
    from arcg.runtime.explore.solving import solve

    limits = Limits(states, memory << 20, seconds)
    first = 0 if level is None else level - 1
    last = len(program.levels) - 1 if level is None else first
    answers: list[Answer] = []
    with asking_to_stop() as asked:
        for number in range(first, last + 1):
            if not asked:
                progress = _Progress(number, asked)
                answers.append(solve(program, number, limits=limits, seed=seed, whole=dead_ends, watch=progress))
                progress.clear()
                if not as_json:
                    typer.echo(_told(program, answers[-1]))
    with guard():
        notes = _keep(program, source, text, seed, answers, record, gif)
    if as_json:
        write_json(_document(program, answers, interrupted=bool(asked)))
    for note in notes:
        typer.echo(note, err=True)
    if asked:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FALLS_SHORT if any(answer.moves is None for answer in answers) else 0)


# ---------------------------------------------------------------- while it searches


class _Progress:
    """Tells on a terminal how far the search of a level is; true once it shall stop."""

    def __init__(self, level: int, asked: list[int]) -> None:
        self.level, self.asked = level, asked
        self.begun = self.told = time.monotonic()
        self.open = sys.stderr.isatty()

    def __call__(self, states: int, done: int) -> bool:
        now = time.monotonic()
        if self.open and now - self.told > _PATIENCE:
            self.told = now
            said = f"level {self.level + 1}: {states:,} positions, {done:,} looked at, {now - self.begun:.0f} s"
            sys.stderr.write(f"\r{said}\x1b[K")
            sys.stderr.flush()
        return bool(self.asked)

    def clear(self) -> None:
        """Take the line away."""
        if self.open:
            sys.stderr.write("\r\x1b[K")


# ---------------------------------------------------------------- for people


def _told(program: Program, answer: Answer) -> str:
    """What is known of one level, in a line, and its solution below."""
    parts = [f"level {answer.level + 1}: {_outcome(answer)}"]
    if answer.used is not None:
        parts.append(f"{_counter(program)} {answer.used} of {answer.budget}")
    if answer.dead is not None:
        parts.append(f"{answer.dead:.0%} of the positions lost")
    parts.append(f"{answer.how}, {answer.states:,} positions, {answer.seconds:.1f} s")
    if answer.why:
        parts.append(answer.why)
    line = "; ".join(parts)
    return line if answer.moves is None else f"{line}\n    {_words(answer.moves)}"


def _outcome(answer: Answer) -> str:
    if answer.unsolvable:
        return "cannot be solved, which is proved"
    if answer.moves is None:
        return f"not solved, it takes at least {_actions(answer.least)}"
    if answer.proved:
        return f"{_actions(len(answer.moves))}, none is shorter"
    return f"{_actions(len(answer.moves))}, it takes at least {answer.least}"


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def _counter(program: Program) -> str:
    from arcg.runtime.explore.budget import budget_of

    counter = budget_of(program)
    return "" if counter is None else program.world[counter.attr].name


def _words(moves: tuple[Move, ...]) -> str:
    """Moves as `arcg play --moves` reads them."""
    from arcg.dsl.core import ACTION_NAMES

    return " ".join(
        ACTION_NAMES[move.action] if move.x < 0 else f"{ACTION_NAMES[move.action]} {move.x} {move.y}" for move in moves
    )


# ---------------------------------------------------------------- for programs


def _document(program: Program, answers: list[Answer], *, interrupted: bool) -> dict[str, Any]:
    return {
        "game": program.name,
        "interrupted": interrupted,
        "levels": [
            {
                "level": answer.level + 1,
                "solved": answer.moves is not None,
                "proved": answer.proved,
                "unsolvable": answer.unsolvable,
                "actions": None if answer.moves is None else len(answer.moves),
                "at_least": None if answer.unsolvable else answer.least,
                "moves": None if answer.moves is None else _words(answer.moves),
                "how": answer.how,
                "stopped": answer.why or None,
                "positions": answer.states,
                "seconds": answer.seconds,
                "lost_positions": answer.dead,
                "budget": answer.budget,
                "used": answer.used,
            }
            for answer in answers
        ],
    }


# ---------------------------------------------------------------- what is kept of the play


def _keep(
    program: Program, source: str | Path, text: str, seed: int, answers: list[Answer], record: Path | None,
    gif: Path | None,
) -> list[str]:  # fmt: skip
    """Play the solutions, and write the recording and the picture of it; what could not be shown, in words."""
    if record is None and gif is None:
        return []
    unsolved = [answer.level + 1 for answer in answers if answer.moves is None]
    played = [answer for answer in answers if not unsolved or answer.level + 1 < unsolved[0]]
    if not played:
        return ["arcg solve: there is no solution to record or show"]
    _play(program, source, text, seed, played, record, gif)
    return [f"arcg solve: recorded and shown are the levels before level {unsolved[0]}"] if unsolved else []


def _play(
    program: Program, source: str | Path, text: str, seed: int, answers: list[Answer], record: Path | None,
    gif: Path | None,
) -> None:  # fmt: skip
    import numpy as np

    from arcg.runtime.engine import Action
    from arcg.runtime.env import from_level
    from arcg.runtime.gif import gif as animated
    from arcg.runtime.kernel.engine import KernelEngine
    from arcg.runtime.recording import Writer

    first = answers[0].level
    engine: Engine = KernelEngine(from_level(program, first))
    engine.reset(seed)
    frames, delays = [engine.frames()], [*_delays(len(engine.frames()), AT_REST)]
    with contextlib.ExitStack() as stack:
        writer = None
        if record is not None:
            writer = stack.enter_context(
                Writer(record, program, source=source, text=text, first_level=first, seed=seed)
            )
            writer.add(engine, Action.RESET)
        for answer in answers:
            for number, move in enumerate(answer.moves or (), start=1):
                engine.step(*move)
                if writer is not None:
                    writer.add(engine, *move)
                frames.append(engine.frames())
                delays += _delays(len(frames[-1]), AT_END if number == len(answer.moves or ()) else AT_REST)
    if gif is not None:
        gif.write_bytes(animated(np.concatenate(frames), delays))


def _delays(count: int, last: int) -> list[int]:
    return [BETWEEN] * (count - 1) + [last] * min(count, 1)
