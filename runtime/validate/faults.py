"""Faults that fuzzing finds: what they look like in one answer, played again alone, with few actions.

A fault is played again on an engine of its own from where its level begins, so whoever reads it can do the same:
`KernelBatch(program, 1)`, `begin([0], seed, level=level)`, then its actions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import MAX_FRAMES, SIZE, Action, Frames, Status
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.kernel.thing_engine import CROWDED, FULL_BOARD, TANGLED

COLOURS = 16
TRIES = 300
"""Most times that a fault is played again while it is made shorter."""

RESTING = {FULL_BOARD, CROWDED, TANGLED}
"""Messages of turns that came to rest."""

SAVE_POINT = None
"""Among the actions of a fault of kind `state`: here the game is saved, and restored elsewhere."""

History = Sequence[Move | None]


@dataclasses.dataclass(frozen=True)
class Fault:
    """Something that must not happen.

    Attributes:
        kind: `crash` (an exception), `frame` (pictures that are none), `state` (after save and restore something is
            otherwise) or `rest` (a turn that was taken back or left, since it did not come to rest).
        level: where the play began, 0-based.
        seed: the seed with which it began; 0 without chance.
        actions: from the beginning of the level to the fault, which the last of them shows.
        detail: what is wrong, in words.
    """

    kind: str
    level: int
    seed: int
    actions: tuple[Move, ...]
    detail: str


def malformed(frames: Frames, frame: Frames, expected: bool) -> str:
    """What is wrong with the pictures of an answer, in words; empty if nothing is.

    Args:
        frames: those of the answer.
        frame: the present picture.
        expected: whether there have to be any; a game that has ended answers without.
    """
    if frames.dtype != np.uint8 or frames.ndim != 3 or frames.shape[1:] != (SIZE, SIZE):
        return f"the pictures of an answer are an array of shape {frames.shape} and type {frames.dtype}"
    if frame.dtype != np.uint8 or frame.shape != (SIZE, SIZE):
        return f"the present picture is an array of shape {frame.shape} and type {frame.dtype}"
    if not expected:
        return f"an answer has {len(frames)} pictures, though the game has ended" if len(frames) else ""
    if not 1 <= len(frames) <= MAX_FRAMES:
        return f"an answer has {len(frames)} pictures"
    for shown in (frames, frame):
        if shown.max() >= COLOURS:
            return f"a picture has colour {shown.max()}"
    return "" if np.array_equal(frames[-1], frame) else "the last picture of an answer is not that of the present state"


def restless(engine: KernelEngine) -> str:
    """What did not come to rest in the last turn, in words; empty if all did."""
    return "; ".join(message for message in engine.messages() if message not in RESTING)


class Trial:
    """Plays of one game, alone, each from where a level begins."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._engines: tuple[KernelEngine, KernelEngine] | None = None

    def outcome(self, level: int, seed: int, history: History, by: str = "") -> dict[str, str]:
        """The faults that the last action shows: of each kind what is wrong. A crash may come before.

        Args:
            level: where to begin.
            seed: with which seed.
            history: the actions; at `SAVE_POINT` the game is saved, restored elsewhere and played on in both.
            by: how it is saved: `state` or `snapshot`.
        """
        try:
            if self._engines is None:
                self._engines = KernelEngine(self.program), KernelEngine(self.program)
            return self._outcome(*self._engines, level, seed, history, by)
        except Exception as error:
            self._engines = None  # what is left of them is anything
            return {"crash": f"{type(error).__name__}: {error}"}

    def _outcome(
        self, engine: KernelEngine, other: KernelEngine, level: int, seed: int, history: History, by: str
    ) -> dict[str, str]:
        engine.batch.begin([0], seed, level=level)
        expected, saved = True, False
        for move in history:
            if move is SAVE_POINT:
                other.restore(engine.snapshot() if by == "snapshot" else engine.state())
                saved = True
                continue
            expected = engine.status == Status.PLAYING or move.action == Action.RESET
            engine.step(*move)
            if saved:
                other.step(*move)
        found = {
            "frame": malformed(engine.frames(), engine.frame(), expected),
            "state": difference(engine.batch, 0, other.batch, 0, by) if saved else "",
            "rest": restless(engine),
        }
        return {kind: detail for kind, detail in found.items() if detail}

    def shortest(self, kind: str, level: int, seed: int, history: History, detail: str, by: str = "") -> Fault:
        """A fault with as few actions as leaving out stretches of them leaves.

        Args:
            kind: its kind.
            level: where the play began.
            seed: with which seed.
            history: the actions; the last one shows it.
            detail: what is wrong, for a fault that is not seen when it is played alone.
            by: see `outcome`.
        """

        def still(fewer: History) -> bool:
            return bool(fewer) and kind in self.outcome(level, seed, fewer, by)

        if still(history):
            history = _reduced(history, still)
            detail = self.outcome(level, seed, history, by)[kind]
        else:
            detail += " (in a batch; not when played alone)"
        if SAVE_POINT in history:
            detail += f" (saved by {by} after {list(history).index(SAVE_POINT)} of the actions)"
        return Fault(kind, level, seed, tuple(move for move in history if move is not SAVE_POINT), detail)


def difference(one: KernelBatch, i: int, two: KernelBatch, j: int, by: str) -> str:
    """What differs between environment i and its save, restored as j and played on alike, in words; empty if nothing.

    Not the bytes of snapshots: kernels may hold the things of a position on the undo stack in another order. What is
    lost of that stack is seen when undo is taken.
    """
    told: list[tuple[str, Callable[[KernelBatch, int], object]]] = [
        ("state", lambda batch, n: batch.state(n)),
        ("pictures", lambda batch, n: batch.frames(n).tobytes()),
    ]
    if by == "snapshot":
        told += [
            ("count of actions", lambda batch, n: batch.action_count[n]),
            ("count of levels won", lambda batch, n: batch.levels_completed[n]),
            ("answer to whether undo goes back", lambda batch, n: batch.can_undo[n]),
        ]
    differing = [name for name, tell in told if tell(one, i) != tell(two, j)]
    return f"after save and restore the {differing[0]} becomes another" if differing else ""


def _reduced(history: History, still: Callable[[History], bool]) -> History:
    """What is left when ever smaller stretches are left out while `still` holds, in a bounded number of tries."""
    tries, size = 0, max(1, len(history) // 2)
    while size:
        at = 0
        while at < len(history) and tries < TRIES:
            fewer = [*history[:at], *history[at + size :]]
            tries += 1
            if still(fewer):
                history = fewer
            else:
                at += size
        size //= 2
    return history
