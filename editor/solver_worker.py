"""The process of `solver.py`: reads questions, answers the newest one, and goes on exploring while nobody asks.

It ends when its input does: the process that started it closes the pipe, or is gone.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING, BinaryIO, Literal

from arcg.editor.moves import Move
from arcg.editor.solver import COMPILING, Answer, Progress, Question, receive, send
from arcg.runtime.engine import Action
from arcg.runtime.kernel import ready

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.runtime.explore.onward import Onward

NICE = 10
"""How far the process steps back behind others."""

BETWEEN = 0.25
"""Seconds between two messages of progress."""

RETRY = 1.0
"""Seconds between two looks at whether the kernels are there."""


class Worker:
    """Answers questions that come through one pipe, through another."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
        self._program: Program | None = None
        self._onward: Onward | None = None
        self._begun = self._told = 0.0
        self._number = 0

    def run(self) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self._read, daemon=True).start()
        self._usable()
        question = self._next(None)
        while True:
            answered = self._answer(question) if question.number else True
            if answered and self._onward is not None and self._questions.empty():
                self._onward.explore_on(lambda _states, _done: not self._questions.empty())
            question = self._next(question if not answered else None)

    def _read(self) -> None:
        """Take in what is sent, in a thread of its own; at its end the process ends, whatever it does."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                question = receive(self._source)
                assert isinstance(question, Question)
                self._questions.put(question)
        os._exit(0)

    def _next(self, again: Question | None) -> Question:
        """The newest question; if none comes in a while, the one that is not answered yet."""
        try:
            question = self._questions.get(timeout=None if again is None else RETRY)
        except queue.Empty:
            assert again is not None
            return again
        self._take(question)
        while not self._questions.empty():
            question = self._questions.get()
            self._take(question)
        return question

    def _take(self, question: Question) -> None:
        if question.program is not None:
            self._program = pickle.loads(question.program)

    def _answer(self, question: Question) -> bool:
        """Answer a question; False: it could not be answered yet."""
        if not self._usable():
            if question.number != self._number:
                send(self._sink, Answer(question.number, "unknown", why=COMPILING, compiling=True))
            self._number = question.number
            return False
        self._number, self._begun = question.number, time.monotonic()
        try:
            answer = self._found(question)
        except Exception as error:
            answer = Answer(question.number, "unknown", why=f"the solver cannot answer this: {error}")
        if self._questions.empty():
            send(self._sink, answer)
        return True

    def _found(self, question: Question) -> Answer:
        assert self._program is not None
        assert self._onward is not None
        found = self._onward.answer(self._program, question.state, self._watch)
        otherwise: Literal["lost", "unknown"] = "lost" if found.proved else "unknown"
        return Answer(
            question.number,
            otherwise if found.moves is None else "winnable",
            tuple(Move(Action(move.action), move.x, move.y) for move in found.moves or ()),
            found.proved and found.moves is not None,
            found.why,
            seed=found.seed,
            looked_up=found.looked_up,
            states=found.states,
            seconds=time.monotonic() - self._begun,
        )

    def _usable(self) -> bool:
        """Whether the kernels can be run without compiling them first; then they are loaded."""
        if self._onward is None and (os.environ.get("NUMBA_DISABLE_JIT") or ready.is_built()):
            from arcg.runtime.explore.onward import Onward

            self._onward = Onward()
        return self._onward is not None

    def _watch(self, states: int, done: int) -> bool:
        now = time.monotonic()
        if now - max(self._told, self._begun) > BETWEEN:
            self._told = now
            send(self._sink, Progress(self._number, states, done, now - self._begun))
        return not self._questions.empty()


def main() -> None:
    """Serve the process that has started this one."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints, prints elsewhere
    if hasattr(os, "nice"):
        os.nice(NICE)
    Worker(sys.stdin.buffer, sink).run()


if __name__ == "__main__":
    main()
