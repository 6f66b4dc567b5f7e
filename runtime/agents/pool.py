"""Many runs side by side, in processes of their own.

Takes games and jobs, gives each run as it is done. An agent that breaks loses its run, one that ends its process or
never answers as well, and nothing else. A process that has played a plugged-in agent is not used again, so that no run
can depend on which others there were.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from arcg.runtime.agents.playing import Recorder, Run, Session, last_lines, play
from arcg.runtime.agents.plugin import NoAgentError, find, label, shipped
from arcg.runtime.official.info import GameInfo
from arcg.runtime.official.jsonl import CompactWriter

TELLS = 0.2
"""Seconds between two words of a process on the run that it plays."""

GRACE = 5.0
"""Seconds after its time limit in which a run must have come to its end; then its process is ended."""

FAREWELL = 3.0
"""Seconds that runs are given to end when all is stopped."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What keeps libraries that calculate in one thread: runs side by side would only wait for each other's."""

RecorderMaker = Callable[[GameInfo, str, int], Recorder]
"""Makes what writes down a run, from the game, the agent and the seed."""


@dataclass(frozen=True)
class Job:
    """A run that is to be made. `game` is a place in the list of games."""

    game: int
    agent: str
    seed: int
    actions: int
    seconds: float | None = None


class _Worker:
    """A process, the job that it is at, and what is known of the run."""

    def __init__(self, games: Sequence[GameInfo], recorders: RecorderMaker | None) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs, games, recorders), daemon=True)
        with _apart():
            self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.known: Run | None = None
        self.begun: float | None = None

    def give(self, job: Job) -> None:
        self.job, self.known, self.begun = job, None, None
        with contextlib.suppress(OSError):  # it has ended; whoever waits for it finds out
            self.pipe.send(job)

    @property
    def overdue(self) -> bool:
        """Whether its run should have ended long ago."""
        if self.job is None or self.job.seconds is None or self.begun is None:
            return False
        return time.monotonic() > self.begun + self.job.seconds + GRACE

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run_all(
    games: Sequence[GameInfo],
    jobs: Sequence[Job],
    workers: int,
    *,
    recorders: RecorderMaker | None = None,
    watch: Callable[[Sequence[Run]], bool] = lambda _: False,
) -> Iterator[Run]:
    """Every run, in the order in which they end.

    Args:
        games: what jobs speak of.
        jobs: the runs that are to be made.
        workers: how many are made at once.
        recorders: makes what each run is written down by, in the process that plays; by default nothing does.
        watch: is shown the runs in play, several times a second; true ends them, and gives them as they are.
    """
    waiting = list(jobs)[::-1]
    team: list[_Worker] = []
    stopped: float | None = None
    try:
        while waiting or any(worker.job for worker in team):
            while waiting and stopped is None and len(team) < workers:
                team.append(_Worker(games, recorders))
                team[-1].give(waiting.pop())
            busy = [worker for worker in team if worker.job]
            for pipe in wait([worker.pipe for worker in busy], TELLS):
                worker = next(worker for worker in busy if worker.pipe is pipe)
                run = _heard(worker, games)
                if run is None:
                    continue
                spent = not shipped(run.agent) or not worker.process.is_alive()
                worker.job = None
                if spent:
                    worker.end()
                    team.remove(worker)
                elif waiting and stopped is None:
                    worker.give(waiting.pop())
                yield run
            for worker in [one for one in team if one.job and (one.overdue or _late(stopped))]:
                team.remove(worker)
                said = "the agent did not answer, so its process was ended"
                yield _ended(worker, games, "interrupted" if stopped else "error", "" if stopped else said)
                worker.end()
            if stopped is None and watch([worker.known for worker in team if worker.job and worker.known]):
                stopped = time.monotonic()
                waiting.clear()
                for worker in team:
                    with contextlib.suppress(OSError):
                        worker.pipe.send(None)
    finally:
        for worker in team:
            worker.end()


@contextlib.contextmanager
def _apart() -> Iterator[None]:
    """What is started here calculates in one thread, unless the user says otherwise, and never hears of Ctrl+C.

    Ctrl+C goes to all processes, also to one that has hardly begun; the first process says what becomes of it.
    """
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else None
    unset = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            del os.environ[name]
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _late(stopped: float | None) -> bool:
    return stopped is not None and time.monotonic() > stopped + FAREWELL


def _heard(worker: _Worker, games: Sequence[GameInfo]) -> Run | None:
    """What a process says: the run, if it has ended."""
    try:
        run: Run | None = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        return _ended(worker, games, "error", f"the agent's process ended, with {_code(worker.process.exitcode)}")
    if run is None:
        worker.begun = time.monotonic()
    elif run.stopped:
        return run
    else:
        worker.known = run
    return None


def _ended(worker: _Worker, games: Sequence[GameInfo], stopped: str, error: str) -> Run:
    """The run of a process that was ended or has ended itself, as far as it was told of."""
    job = worker.job
    if job is None:
        raise ValueError("a process without a job has no run")
    if worker.known is not None:
        return dataclasses.replace(worker.known, stopped=stopped, error=error)
    game = games[job.game]
    levels = len(game.program.levels)
    return Run(
        game.game_id, job.agent, job.seed, 0, levels, "NOT_FINISHED", 0, (), None, stopped, error, 0.0, ""
    )  # fmt: skip


def _code(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-exitcode).name
    return f"code {exitcode}"


# ---------------------------------------------------------------- in the process


def _work(pipe: Connection, games: Sequence[GameInfo], recorders: RecorderMaker | None) -> None:
    """Make one run after another, until nobody asks for more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it cannot be masked
    os.dup2(2, 1)  # what agents print is no part of the table
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, OSError):
        while (job := pipe.recv()) is not None:
            pipe.send(None)  # it has begun: from now on its time counts
            pipe.send(_made(job, games[job.game], pipe, recorders))


def _made(job: Job, game: GameInfo, pipe: Connection, recorders: RecorderMaker | None) -> Run:
    told = time.monotonic()

    def watch(session: Session) -> bool:
        nonlocal told
        if time.monotonic() - told < TELLS:
            return False
        told = time.monotonic()
        pipe.send(session.so_far())
        return pipe.poll()

    recorder = recorders(game, job.agent, job.seed) if recorders else None
    run = play(
        game, job.agent, job.seed, actions=job.actions, seconds=job.seconds, recorder=recorder, watch=watch
    )  # fmt: skip
    if recorder is not None:
        recorder.close()
    return run


def recording(game: GameInfo, agent: str, seed: int) -> str:
    """The file in which a run is recorded."""
    return f"{game.game_id}.{label(agent).replace(':', '-')}.{seed}.jsonl"


def recorder_in(folder: Path, game: GameInfo, agent: str, seed: int) -> Recorder:
    """What records a run in a folder, in the compact form."""
    return CompactWriter(folder / recording(game, agent, seed), game, seed=seed)


# ---------------------------------------------------------------- before all


def why_not(agent: str) -> str:
    """What is wrong with how an agent is named, or with the file that is named; empty if nothing is.

    A class of somebody else is looked for in a process of its own: nothing that it does stays in this one.
    """
    if shipped(agent):
        return ""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_look, args=(theirs, agent), daemon=True)
    with _apart():
        process.start()
    theirs.close()
    try:
        said: str = ours.recv()
    except EOFError:
        process.join()
        said = f"{agent} cannot be loaded: its process ended, with {_code(process.exitcode)}"
    ours.close()
    process.join()
    return said


def _look(pipe: Connection, agent: str) -> None:
    os.dup2(2, 1)
    try:
        find(agent)
    except NoAgentError as error:
        pipe.send(str(error))
    except BaseException:  # whatever a file does when it is run
        pipe.send(f"{agent} cannot be loaded: {last_lines()}")
    else:
        pipe.send("")
