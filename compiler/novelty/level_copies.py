"""Which levels may be copies of which: pairs whose cells tell of one another, in some symmetry and at some offset.

What counts is how many bits the cells of one level still need when those of the other are known (conditional entropy),
so it does not matter what the symbols are called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.level_grids import Cells, moved
from arcg.compiler.novelty.level_model import Copy, Place, laid

MARGIN = 2
"""Rows and columns that a copy may have more or less than its source."""

_NEW_PAIR = 4.0
"""Bits for each pair of symbols that lie on one another: a guess, used to put candidates in order only."""


_MOST_ENTRIES = 4_000_000
"""Of a table of pairs, which bounds the memory."""


class Sources:
    """Levels that may be copied, in all symmetries, those of one shape and symmetry together."""

    def __init__(self, levels: Mapping[Place, Cells]) -> None:
        self.stacks: dict[tuple[int, tuple[int, ...]], tuple[list[Place], list[Cells]]] = {}
        for place, cells in levels.items():
            self.add(place, cells)

    def add(self, place: Place, cells: Cells) -> None:
        """One more level."""
        for number, symmetry in enumerate(SYMMETRIES):
            turned = moved(cells, symmetry)
            places, stack = self.stacks.setdefault((number, turned.shape), ([], []))
            places.append(place)
            stack.append(turned)

    def likeliest(self, cells: Cells) -> tuple[float, Copy] | None:
        """The likeliest copy, with about the bits of the cells that it leaves open."""
        _, numbered = np.unique(cells, return_inverse=True)
        target = numbered.reshape(cells.shape)
        best: tuple[float, Copy] | None = None
        for (number, shape), (places, stack) in self.stacks.items():
            for dx, dy in _offsets(shape, cells.shape):
                scores = _unknown(np.array([laid(source, cells.shape, dx, dy) for source in stack]), target)
                least = int(scores.argmin())
                if best is None or scores[least] < best[0]:
                    best = float(scores[least]), Copy(*places[least], number, dx, dy)
        return best


def _offsets(source: tuple[int, ...], target: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Where a source may lie so that it covers the target or is covered by it, along each side."""
    down, across = target[0] - source[0], target[1] - source[1]
    if max(abs(down), abs(across)) <= MARGIN:
        for dy in range(min(0, down), max(0, down) + 1):
            for dx in range(min(0, across), max(0, across) + 1):
                yield dx, dy


def _unknown(sources: npt.NDArray[np.int32], target: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """For each source, about how many bits of the target are left when it is known."""
    ones, twos = int(sources.max()) + 1, int(target.max()) + 1
    count = len(sources)
    some = max(1, _MOST_ENTRIES // (ones * twos))
    if count > some:
        return np.concatenate([_unknown(sources[at : at + some], target) for at in range(0, count, some)])
    flat = sources.reshape(count, -1).astype(np.int64)
    index = (np.arange(count)[:, None] * ones + flat) * twos + target.reshape(1, -1)
    pairs = np.bincount(index.ravel(), minlength=count * ones * twos).reshape(count, ones, twos).astype(float)
    whole = pairs.sum(axis=2)
    bits = _times_log(whole).sum(axis=1) - _times_log(pairs).sum(axis=(1, 2))
    unknown: npt.NDArray[np.float64] = bits + _NEW_PAIR * (pairs > 0).sum(axis=(1, 2))
    return unknown


def _times_log(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = counts * np.log2(np.maximum(counts, 1))
    return found
