"""Solving in the background: can this position still be won, and how, asked of a process beside the window.

`Solver` takes questions (a program and a state) and gives an answer when there is one; a new question takes the place
of the last. Nothing here loads numba or waits: two threads do nothing but write questions and read answers, and the
process (`solver_worker.py`) steps back behind others. It ends by itself when this process does, however that ends.
"""

from __future__ import annotations

import contextlib
import itertools
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Literal

from arcg.compiler.ir import Program
from arcg.editor.moves import Move

DIED = "the solver has stopped unexpectedly; it begins anew with the next question"
COMPILING = "the kernels are not compiled yet, which the solver needs; it answers as soon as they are"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a position.

    Attributes:
        question: the number that `Solver.ask` gave.
        outcome: `winnable`, `lost` (which is proved) or `unknown`.
        moves: a way to win, clicks with their pixels; empty if the game is won, or the outcome is another.
        shortest: no way is shorter, which is proved.
        why: why no more is known, in words; empty if it is all proved.
        compiling: the kernels are not there yet; another answer to the same question follows.
        seed: of a game with chance, for which seed this holds; else None.
        looked_up: it was known already, without any search.
        states: positions that were looked at.
        seconds: how long it took.
    """

    question: int
    outcome: Literal["winnable", "lost", "unknown"]
    moves: tuple[Move, ...] = ()
    shortest: bool = False
    why: str = ""
    compiling: bool = False
    seed: int | None = None
    looked_up: bool = False
    states: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search for an answer is: positions known, and how many had their moves taken."""

    question: int
    states: int
    done: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Question:
    """What is sent to the process. `program`: pickled, if it is not that of the question before."""

    number: int
    program: bytes | None
    state: bytes


class Solver:
    """Keeps a process that solves. It is started by `start`, which spares the first question that time, or `ask`.

    `told` is called, in a thread of its own, whenever `poll` has something new: it must not do more than wake a window.
    """

    def __init__(self, told: Callable[[], object] | None = None) -> None:
        self._told = told
        self._numbers = itertools.count(1)
        self._asked = 0
        self._line: _Line | None = None

    def start(self) -> None:
        """Have the process: it takes some seconds to load the kernels."""
        self._have()

    def _have(self) -> _Line:
        if self._line is None or self._line.dead:
            self._line = _Line(self._told)
        return self._line

    def ask(self, program: Program, state: bytes) -> int:
        """Ask about a position, `Engine.state()`, instead of what was asked before; the number of the question."""
        self._asked = next(self._numbers)
        self._have().ask(self._asked, program, state)
        return self._asked

    def poll(self) -> Answer | None:
        """The answer to the present question, once; None while there is none, or none any more."""
        if self._line is None or not self._asked:
            return None
        answer = self._line.answer
        if answer is not None and answer.question == self._asked:
            self._line.answer = None
            self._asked = self._asked if answer.compiling else 0
            return answer
        if self._line.dead and answer is None:
            number, self._asked = self._asked, 0
            return Answer(number, "unknown", why=DIED)
        return None

    @property
    def progress(self) -> Progress | None:
        """How far the search for the present question is; None if nothing is known of that."""
        progress = None if self._line is None else self._line.progress
        return progress if progress is not None and progress.question == self._asked else None

    @property
    def thinking(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._asked)

    def cancel(self) -> None:
        """Forget the present question; the process stops searching."""
        self._asked = 0
        if self._line is not None:
            self._line.cancel()

    def close(self) -> None:
        """End the process at once."""
        self._asked = 0
        if self._line is not None:
            self._line.close()
            self._line = None


class _Line:
    """A process with the threads that write to it and read from it."""

    def __init__(self, told: Callable[[], object] | None) -> None:
        self.answer: Answer | None = None
        self.progress: Progress | None = None
        self.dead = False
        self._told = told
        self._program: Program | None = None
        self._waiting: queue.SimpleQueue[tuple[int, Program | None, bytes] | None] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arcg.editor.solver_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._writer = threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True)
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._writer.start()
        self._reader.start()

    def ask(self, number: int, program: Program, state: bytes) -> None:
        """Have a question written."""
        self._waiting.put((number, program if program is not self._program else None, state))
        self._program = program

    def cancel(self) -> None:
        """Have the process stop searching: an empty question."""
        self._waiting.put((0, None, b""))

    def close(self) -> None:
        """End it."""
        self._told = None
        self._process.kill()
        self._process.wait()
        self._waiting.put(None)
        self._writer.join()
        self._reader.join()

    def _write(self, pipe: BinaryIO) -> None:
        with contextlib.suppress(OSError), pipe:
            while (waiting := self._waiting.get()) is not None:
                number, program, state = waiting
                pickled = None if program is None else pickle.dumps(program, pickle.HIGHEST_PROTOCOL)
                send(pipe, Question(number, pickled, state))

    def _read(self, pipe: BinaryIO) -> None:
        with contextlib.suppress(OSError, EOFError), pipe:
            while True:
                received = receive(pipe)
                if isinstance(received, Answer):
                    self.answer = received
                elif isinstance(received, Progress):
                    self.progress = received
                self._tell()
        self.dead = True
        self._process.wait()
        self._tell()

    def _tell(self) -> None:
        told = self._told
        if told is not None:
            told()


# ---------------------------------------------------------------- on the pipe

HEAD = 8
"""Bytes that say how long what follows is."""


def send(pipe: BinaryIO, message: object) -> None:
    """Write a message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(len(data).to_bytes(HEAD, "big") + data)
    pipe.flush()


def receive(pipe: BinaryIO) -> object:
    """Wait for a message.

    Raises:
        EOFError: there will be none.
    """
    head = pipe.read(HEAD)
    if len(head) < HEAD:
        raise EOFError
    data = pipe.read(int.from_bytes(head, "big"))
    message: object = pickle.loads(data)
    return message
