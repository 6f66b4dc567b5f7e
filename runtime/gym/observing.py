"""What is observed: the picture of the present state, or planes that say which kinds are where.

Takes engines and batches, gives observations and their Gymnasium spaces.
"""

from __future__ import annotations

from typing import Literal, Protocol, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.runtime.engine import SIZE, Engine

ObservationName = Literal["frame", "planes"]
Pixels = NDArray[np.uint8]


class Batch(Protocol):
    """What is asked of a batch of environments; see `arcg.KernelBatch`."""

    def pictures(self, out: Pixels | None = None, which: NDArray[np.int64] | None = None) -> Pixels:
        """The present pictures."""
        ...

    def planes(self, out: Pixels | None = None, which: NDArray[np.int64] | None = None) -> Pixels:
        """Which kinds are where."""
        ...


class Observing:
    """How a game is observed.

    `frame`: the present picture, shape (64, 64), values 0-15. `planes`: shape (kinds, height, width), 1 where a thing
    of the kind covers the cell, else 0; kinds in the order of the file (`kinds` has their names), the board of the
    largest level, a smaller one at the upper left. Both are `uint8`. Planes show all things, also what a view, fog or
    another thing hides.

    Raises:
        ValueError: there is no such observation.
    """

    def __init__(self, name: str, program: Program) -> None:
        if name not in get_args(ObservationName):
            raise ValueError(f"there is no observation {name!r}; there are {', '.join(get_args(ObservationName))}")
        self.name = name
        self.kinds: tuple[str, ...] = tuple(kind.name for kind in program.kinds)
        height, width = max(level.height for level in program.levels), max(level.width for level in program.levels)
        framed = name == "frame"
        self.shape: tuple[int, ...] = (SIZE, SIZE) if framed else (len(self.kinds), height, width)
        self.space = spaces.Box(0, 15 if framed else 1, self.shape, np.uint8)

    def of_batch(self, batch: Batch, out: Pixels, which: NDArray[np.int64] | None = None) -> None:
        """Observe environments of a batch, all or those in `which`, each into its row of `out`, shape (n, *shape)."""
        if self.name == "frame":
            batch.pictures(out, which)
        else:
            batch.planes(out, which)

    def of_engine(self, engine: Engine, frames: Pixels) -> Pixels:
        """Observe one game, whose last answer has these frames; a new array.

        The engine may run the game from a later level on; its boards are not larger than those of the whole game.
        """
        if self.name == "frame":
            return frames[-1].copy() if len(frames) else engine.frame()
        out = np.zeros(self.shape, np.uint8)
        seen = _planes(engine)
        out[:, : seen.shape[1], : seen.shape[2]] = seen
        return out


def _planes(engine: Engine) -> Pixels:
    from arcg.runtime.reference import ReferenceEngine

    if not isinstance(engine, ReferenceEngine):
        from arcg.runtime.kernel import KernelEngine

        assert isinstance(engine, KernelEngine)
        planes: Pixels = engine.batch.planes()[0]
        return planes
    number = {kind.name: place for place, kind in enumerate(engine.program.kinds)}
    level = engine.program.levels[engine.level]
    out = np.zeros((len(number), level.height, level.width), np.uint8)
    for thing in engine.things():
        for x, y in thing.cells:
            if 0 <= x < level.width and 0 <= y < level.height:
                out[number[thing.kind], y, x] = 1
    return out
