"""The code of levels: cells one after another, each predicted from those around it, or from those of a level copied.

A cell's probability is that of its surroundings, smoothed with that of smaller ones (MacKay and Peto 1995); counts grow
as cells are coded, so nothing about the levels is known beforehand. A symbol seen for the first time costs as much as
any other that was never seen, whatever it is: levels are told up to the choice of symbols. A level that is a copy of an
earlier one, turned, cropped or with some cells changed, predicts each cell from the one it was copied from.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.level_grids import EDGE, Cells, moved

WIDE, NEAR, COPIED = 1.0, 1.0, 0.25
"""What the smaller surroundings count as, in observations: below the larger ones, the nearest ones, a copied cell."""

_TOTAL = -1
_Counts = dict[int, float]
Place = tuple[int, int]
"""Which level: the number of its game, and its place in it."""

Mark = tuple[int, int, tuple[Place, ...], tuple[int, ...] | None, Place | None]


@dataclass(frozen=True, slots=True)
class Copy:
    """How a level is a copy: of level `source` of game `game` (0 the first of two), after one of the `SYMMETRIES`.

    The upper left cell of the source then lies at (`dx`, `dy`).
    """

    game: int
    source: int
    symmetry: int
    dx: int = 0
    dy: int = 0


class Model:
    """What is known after the levels so far. `undo` takes back what was learnt since a `mark`."""

    def __init__(self) -> None:
        self.levels: dict[Place, Cells] = {}
        self.counts: dict[Hashable, _Counts] = {}
        self.journal: list[tuple[_Counts, int]] = []
        self.symbols: _Counts = {_TOTAL: 0}
        self.known = 0
        """How many symbols there were."""
        self.aligned: frozenset[int] = frozenset()
        """Symbols of the first game that are taken for the same ones in the second."""
        self.last: tuple[int, ...] | None = None
        """The size of the level before."""
        self.copied: Place | None = None
        """The level that was copied last."""

    # ------------------------------------------------------------ learning and taking back

    def mark(self) -> Mark:
        """Where the model stands."""
        return len(self.journal), self.known, tuple(self.levels), self.last, self.copied

    def undo(self, mark: Mark) -> None:
        """Back to a mark."""
        size, self.known, levels, self.last, self.copied = mark
        self.levels = {place: self.levels[place] for place in levels}
        for counts, symbol in reversed(self.journal[size:]):
            counts[symbol] -= 1
            counts[_TOTAL] -= 1
        del self.journal[size:]

    def _learn(self, counts: _Counts, symbol: int) -> None:
        counts[symbol] = counts.get(symbol, 0) + 1
        counts[_TOTAL] += 1
        self.journal.append((counts, symbol))

    def _chosen(self, what: Hashable, value: int, choices: int) -> float:
        """The bits of one of a few choices, which are learnt as they are made (Krichevsky and Trofimov 1981)."""
        counts = self.counts.setdefault(what, {_TOTAL: 0})
        share = (counts.get(value, 0) + 0.5) / (counts[_TOTAL] + 0.5 * choices)
        self._learn(counts, value)
        return -math.log2(share)

    # ------------------------------------------------------------ levels

    def plain(self, game: int, place: int, cells: Cells) -> float:
        """The bits of a level that is no copy."""
        bits = self._chosen("copy", 0, 2) if self.levels else 0.0
        return bits + self._size(cells.shape) + self._cells(game, place, cells, None)

    def copy(self, game: int, place: int, cells: Cells, how: Copy) -> float:
        """The bits of a level that is a copy of an earlier one."""
        whole = moved(self.levels[how.game, how.source], SYMMETRIES[how.symmetry])
        bits = self._chosen("copy", 1, 2) + self._pointer(how, game) + self._chosen("symmetry", how.symmetry, 8)
        same = whole.shape == cells.shape
        if not same:
            bits += sum(math.log2(a + b - 1) for a, b in zip(whole.shape, cells.shape, strict=True))
        source = laid(whole, cells.shape, how.dx, how.dy)
        own = how.game == game
        exact = same and np.array_equal(source, cells)
        bits += self._chosen("sort", 0 if exact else 1 if same else 2, 3)
        if not same:
            bits += self._size(cells.shape)
        self.copied = how.game, how.source
        if exact:
            self.levels[game, place], self.last = cells, cells.shape
            return bits
        return bits + self._cells(game, place, cells, source, own)

    def _pointer(self, how: Copy, game: int) -> float:
        """Which level is copied: one of the other game that was not copied before, or any."""
        taken = self.counts.setdefault("taken", {_TOTAL: 0})
        left = [place for place in self.levels if place[0] != game and not taken.get(place[1])]
        rest = [place for place in self.levels if place not in left]
        fresh = (how.game, how.source) in left
        bits = self._chosen("fresh", int(fresh), 2) if left and rest else 0.0
        if how.game != game:
            self._learn(taken, how.source)
        places = left if fresh else rest
        after = None if self.copied is None else (self.copied[0], self.copied[1] + 1)
        if after not in places or len(places) == 1:
            return bits + math.log2(len(places))
        follows = (how.game, how.source) == after
        return bits + self._chosen("after", int(follows), 2) + (0.0 if follows else math.log2(len(places) - 1))

    def _size(self, shape: tuple[int, ...]) -> float:
        """Height and width, as the level before or written out (Elias 1975)."""
        same = shape == self.last
        bits = self._chosen("size", int(same), 2) if self.last is not None else 0.0
        self.last = shape
        return bits if same else bits + sum(2 * math.floor(math.log2(side)) + 1 for side in shape)

    def _cells(self, game: int, place: int, cells: Cells, source: Cells | None, own: bool = False) -> float:
        """The bits of the cells; `source` is what is copied there, of the same game or not."""
        self.levels[game, place] = cells
        self.last = cells.shape
        height, width = cells.shape
        rows = np.full((height + 1, width + 2), EDGE, dtype=np.int32)
        rows[1:, 1:-1] = cells
        table = rows.tolist()
        hints = None if source is None else source.tolist()
        product, bits = 1.0, 0.0
        for y in range(1, height + 1):
            above, row = table[y - 1], table[y]
            for x in range(1, width + 1):
                symbol, west, north = row[x], row[x - 1], above[x]
                wide = (west, north, above[x - 1], above[x + 1], y == height, x == width)
                copied = None if hints is None else self._copied(hints[y - 1][x - 1], own)
                product *= self._share(symbol, (west, north), wide, copied)
                if product < 1e-200:
                    bits -= math.log2(product)
                    product = 1.0
        return bits - math.log2(product)

    def _copied(self, hint: int, own: bool) -> _Counts:
        """What came where a symbol was copied; of the same game, or if it is aligned, it comes itself at first."""
        sure = own or hint in self.aligned
        counts = self.counts.get((own, sure, hint))
        if counts is None:
            counts = self.counts[own, sure, hint] = {hint: 1, _TOTAL: 1} if sure else {_TOTAL: 0}
        return counts

    def _share(self, symbol: int, near_key: Hashable, wide_key: Hashable, copied: _Counts | None) -> float:
        """How likely a symbol is, which is then learnt."""
        counts, symbols = self.counts, self.symbols
        near = counts.get(near_key)
        if near is None:
            near = counts[near_key] = {_TOTAL: 0}
        wide = counts.get(wide_key)
        if wide is None:
            wide = counts[wide_key] = {_TOTAL: 0}
        seen, by_near, by_wide = symbols.get(symbol, 0), near.get(symbol, 0), wide.get(symbol, 0)
        share = (seen + 1 / (self.known + 1)) / (symbols[_TOTAL] + 1)
        share = (by_near + NEAR * share) / (near[_TOTAL] + NEAR)
        share = (by_wide + WIDE * share) / (wide[_TOTAL] + WIDE)
        self.known += not seen
        symbols[symbol], near[symbol], wide[symbol] = seen + 1, by_near + 1, by_wide + 1
        symbols[_TOTAL] += 1
        near[_TOTAL] += 1
        wide[_TOTAL] += 1
        self.journal += ((symbols, symbol), (near, symbol), (wide, symbol))
        if copied is not None:
            by_copy = copied.get(symbol, 0)
            share = (by_copy + COPIED * share) / (copied[_TOTAL] + COPIED)
            copied[symbol] = by_copy + 1
            copied[_TOTAL] += 1
            self.journal.append((copied, symbol))
        return share


def laid(source: Cells, shape: tuple[int, ...], dx: int, dy: int) -> Cells:
    """What of a source lies in each cell of a board of some shape; `EDGE` where nothing does."""
    if source.shape == shape and not dx and not dy:
        return source
    height, width = shape
    found = np.full(shape, EDGE, dtype=np.int32)
    top, left = max(0, dy), max(0, dx)
    bottom, right = min(height, dy + source.shape[0]), min(width, dx + source.shape[1])
    if top < bottom and left < right:
        found[top:bottom, left:right] = source[top - dy : bottom - dy, left - dx : right - dx]
    return found
