"""Games made ready for comparing: read, brought to their form, coded alone; a folder of them in several processes.

What takes long is done once for each game, whatever it is compared with. Processes share nothing, so the results are
the same for any number of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

from arcg.compiler import ir
from arcg.compiler.canonical import canonical
from arcg.compiler.novelty.background import Background, made_of, shipped
from arcg.compiler.novelty.collection import Game, LeftOut, files_in, none_found, read_or_leave
from arcg.compiler.novelty.compare import Prepared, prepared
from arcg.compiler.novelty.patterns import board, pattern

Item = TypeVar("Item")
Result = TypeVar("Result")


FEW = 8
"""So many games are ready before another process has begun."""


class Progress(Protocol):
    """What is told of the work."""

    def begin(self, what: str, total: int) -> None:
        """Something is begun that has so many parts."""

    def advance(self) -> None:
        """A part is done."""


class Quiet:
    """Progress that nobody sees."""

    def begin(self, what: str, total: int) -> None:
        """Nothing."""

    def advance(self) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A game with all that comparing it needs: its form with its codes, and a fingerprint of each of its levels.

    Levels with one fingerprint are the same up to symmetry and the choice of things.
    """

    game: Game
    prepared: Prepared
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadyCollection:
    """The games below a folder, made ready, and what was left out."""

    games: tuple[Ready, ...]
    left_out: tuple[LeftOut, ...]


def ready(game: Game, background: Background | None = None) -> Ready:
    """A game made ready."""
    program = game.program
    prints = tuple(_fingerprint(pattern(board(program, level))) for level in program.levels)
    return Ready(game, prepared(canonical(program), background or shipped()), prints)


def _fingerprint(drawn: object) -> str:
    return hashlib.sha256(repr(drawn).encode()).hexdigest()


def ready_in(
    folder: Path, jobs: int = 1, progress: Progress | None = None, without: Path | None = None
) -> ReadyCollection:
    """All games below a folder, made ready, in the order of their paths; `without` one file.

    Raises:
        NoGamesError: there is none that can be read.
        OSError: the folder cannot be read.
    """
    told = progress or Quiet()
    there = files_in(folder)
    paths = [path for path in there if without is None or not _is_same(path, without)]
    told.begin("reading games", len(paths))
    games, left_out = [], []
    for found in spread(_ready_or_leave, paths, min(jobs, 1 + len(paths) // FEW)):
        if isinstance(found, Ready):
            games.append(replace(found, prepared=replace(found.prepared, background=shipped())))
        elif found is not None:
            left_out.append(found)
        told.advance()
    if not games:
        raise none_found(folder, left_out, other=len(paths) < len(there))
    return ReadyCollection(tuple(games), tuple(left_out))


def _is_same(one: Path, other: Path) -> bool:
    return one.exists() and one.samefile(other)


NOTHING = made_of({})
"""A background that stands for the shipped one on the way between two processes, which both have it."""


MOST_WAYS = 30_000
"""Ways in which the rules over cells of a game may match: the form of a game with half as many takes ten seconds."""


def ways(program: ir.Program) -> int:
    """In how many ways the rules over cells of a game match; 0 for a game of rules over things."""
    if program.cellwise is None:
        return 0
    return sum(len(group.rules) for stage in (program.cellwise.early, program.cellwise.late) for group in stage.groups)


def _ready_or_leave(path: Path) -> Ready | LeftOut | None:
    game = read_or_leave(path)
    if not isinstance(game, Game):
        return game
    if ways(game.program) > MOST_WAYS:
        reason = f"it is too large: its rules match in {ways(game.program):,} ways, more than {MOST_WAYS:,}"
        return LeftOut(game.file, None, reason)
    found = ready(game)
    return replace(found, prepared=replace(found.prepared, background=NOTHING))


# ---------------------------------------------------------------- several processes


def spread(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    start: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[Result]:
    """The results of the items in their order, from so many processes; each begins with `start(*given)`.

    With one job everything happens here.

    Raises:
        ChildProcessError: a process was ended from outside, mostly since there was no memory for it.
    """
    if jobs <= 1:
        if start is not None:
            start(*given)
        yield from map(work, items)
        return
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begun, (start, given))
    promised: deque[Future[Result]] = deque()
    try:
        with _deaf():
            promised.extend(pool.submit(work, item) for item in items)
        while promised:
            yield promised.popleft().result()
    except BrokenProcessPool as error:
        raise ChildProcessError(ENDED) from error
    finally:
        # Nothing is cancelled: of a cancelled item whose process has ended, Python 3.11 writes a traceback.
        if promised:
            for process in set(active_children()) - before:
                process.terminate()
        pool.shutdown(wait=False)


ENDED = "a process that shared the work was ended from outside, perhaps for want of memory; fewer of them: --jobs 1"


def _begun(start: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if CAN_BE_DEAF:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if start is not None:
        start(*given)


CAN_BE_DEAF = hasattr(signal, "pthread_sigmask")


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are begun here do not hear Ctrl+C before they are ready: it is told once, by this one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if CAN_BE_DEAF else None
    try:
        yield
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
