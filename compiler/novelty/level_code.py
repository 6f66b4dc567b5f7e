"""How well one set of levels predicts another, in bits, apart from mechanics.

K(B|A) codes B's levels after A's with what A's taught (`level_model`): which symbols lie beside which, and whole levels
to copy, turned, recoloured, cropped or with a few cells changed. Figures are those of mechanics:
K(A,B) = min(K(A) + K(B|A), K(B) + K(A|B), K(A) + K(B)), novelty = 2 K(A,B) / (K(A) + K(B)) - 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import lgamma, log

import numpy as np

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.level_copies import Sources
from arcg.compiler.novelty.level_grids import EDGE, Cells, LevelSet, moved
from arcg.compiler.novelty.level_model import Copy, Model, laid

MOST_CELLS = 20_000
"""Cells of two games together; with more, comparing their levels would take many seconds."""

HOPE = 1.5
"""A likely copy is tried if it leaves no more bits open than this many times those of the level that is no copy."""

ORIENTATION_BITS = 3.0
"""Which of the eight symmetries all levels of a set are told in."""


@dataclass(frozen=True, slots=True)
class Told:
    """One level as it was coded: its bits, and what it is a copy of, if it is one."""

    bits: float
    copy: Copy | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A set of levels in its best symmetry, with its code alone."""

    levels: LevelSet
    symmetry: int
    cells: tuple[Cells, ...]
    told: tuple[Told, ...]

    @property
    def bits(self) -> float:
        """The length of the set alone."""
        return ORIENTATION_BITS + sum(each.bits for each in self.told)


@dataclass(frozen=True, slots=True)
class After:
    """A set of levels after another one: bits, level by level, and of which of the other's each is likeliest a copy."""

    bits: float
    told: tuple[Told, ...]
    likeliest: tuple[Copy | None, ...]


def prepared(levels: LevelSet) -> Prepared:
    """A set of levels with its code alone."""
    symmetry = min(range(len(SYMMETRIES)), key=lambda number: _disorder(levels, number))
    cells = tuple(moved(grid.cells, SYMMETRIES[symmetry]) for grid in levels.grids)
    sources = Sources({})
    ways = []
    for place, each in enumerate(cells):
        ways.append([sources.likeliest(each)])
        sources.add((0, place), each)
    return Prepared(levels, symmetry, cells, tuple(_coded(Model(), 0, cells, ways)))


def _disorder(levels: LevelSet, symmetry: int) -> float:
    """About how many bits the cells need in a symmetry: given their neighbours to the left and above."""
    seen = []
    for grid in levels.grids:
        cells = np.pad(moved(grid.cells, SYMMETRIES[symmetry]), ((1, 0), (1, 1))).astype(np.int64)
        around = (cells[1:, :-2], cells[:-1, 1:-1], cells[:-1, :-2], cells[:-1, 2:])
        key = np.zeros_like(around[0])
        for each in around:
            key = key * (levels.symbols + 1) + each
        seen.append(np.stack([key.ravel(), cells[1:, 1:-1].ravel()]))
    pairs = np.concatenate(seen, axis=1)
    _, both = np.unique(pairs, axis=1, return_counts=True)
    _, context = np.unique(pairs[0], return_counts=True)
    # the counts of a context and of what came in it, as a code that learns tells them
    return sum(map(lgamma, context + 1.0)) - sum(map(lgamma, both + 1.0)) + len(both) * log(levels.symbols + 1)


def _coded(
    model: Model, game: int, cells: Sequence[Cells], ways: Sequence[Sequence[tuple[float, Copy] | None]]
) -> list[Told]:
    """A set of levels after what the model has seen, each the cheapest way; `ways`: what each may be a copy of."""
    found = []
    for place, (each, copies) in enumerate(zip(cells, ways, strict=True)):
        mark = model.mark()
        best = Told(model.plain(game, place, each), None)
        for guess, copy in (copy for copy in copies if copy is not None):
            if guess > HOPE * best.bits:
                continue
            model.undo(mark)
            bits = model.copy(game, place, each, copy)
            if bits < best.bits:
                best = Told(bits, copy)
                continue
            model.undo(mark)
            if best.copy is None:
                model.plain(game, place, each)
            else:
                model.copy(game, place, each, best.copy)
        found.append(best)
    return found


def after(a: Prepared, b: Prepared) -> After:
    """K(B|A)."""
    model = Model()
    for place, (each, known) in enumerate(zip(a.cells, a.told, strict=True)):
        if known.copy is None:
            model.plain(0, place, each)
        else:
            model.copy(0, place, each, known.copy)
    sources = Sources({(0, place): each for place, each in enumerate(a.cells)})
    foreign = [sources.likeliest(each) for each in b.cells]
    best: After | None = None
    for names in _alignments(a, b, foreign):
        mark = model.mark()
        model.aligned = frozenset(names.values())
        cells = [_renamed(each, names, a.levels.symbols) for each in b.cells]
        own = [None if each.copy is None else (0.0, replace(each.copy, game=1)) for each in b.told]
        told = _coded(model, 1, cells, list(zip(own, foreign, strict=True)))
        model.undo(mark)
        bits = ORIENTATION_BITS + sum(each.bits for each in told)
        if best is None or bits < best.bits:
            best = After(bits, tuple(told), tuple(None if way is None else way[1] for way in foreign))
    assert best is not None
    return best


def _alignments(a: Prepared, b: Prepared, foreign: Sequence[tuple[float, Copy] | None]) -> Iterator[dict[int, int]]:
    """Which symbols of B may be which of A: by how they are used, and by what lies on what in likely copies."""
    yield _alike(a, b)
    shared: Counter[tuple[int, int]] = Counter()
    for each, told, way in zip(b.cells, b.told, foreign, strict=True):
        if way is not None and way[0] <= HOPE * told.bits:
            copy = way[1]
            source = laid(moved(a.cells[copy.source], SYMMETRIES[copy.symmetry]), each.shape, copy.dx, copy.dy)
            pairs, counts = np.unique(np.stack([each.ravel(), source.ravel()]), axis=1, return_counts=True)
            for symbol, name, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
                shared[symbol, name] += count
    if shared:
        yield paired((-count, symbol, name) for (symbol, name), count in shared.items() if name != EDGE)


def paired(pairs: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Each symbol and each name at most once, the least pairs first."""
    names: dict[int, int] = {}
    taken = set()
    for _, symbol, name in sorted(pairs):
        if symbol not in names and name not in taken:
            names[symbol] = name
            taken.add(name)
    return names


def _renamed(cells: Cells, names: dict[int, int], known: int) -> Cells:
    """The cells in the first game's symbols as far as there are names, other symbols behind those."""
    most = int(cells.max()) + 1
    table = np.arange(most, dtype=np.int32) + known
    for symbol, name in names.items():
        if symbol < most:
            table[symbol] = name
    return table[cells]


def _alike(a: Prepared, b: Prepared) -> dict[int, int]:
    """For symbols of B those of A that are used most alike."""
    one, two = _habits(a.cells, a.levels.symbols), _habits(b.cells, b.levels.symbols)
    return paired(
        (float(np.abs(x - y).sum()), symbol, name) for symbol, y in enumerate(two, 1) for name, x in enumerate(one, 1)
    )


def _habits(cells: Sequence[Cells], symbols: int) -> np.ndarray:
    """For each symbol: how often it is there, at the edge, beside itself, and in how many levels."""
    found = np.zeros((symbols, 4))
    for each in cells:
        for symbol in np.unique(each):
            here = each == symbol
            edge = here[0].sum() + here[-1].sum() + here[:, 0].sum() + here[:, -1].sum()
            beside = (here[1:] & here[:-1]).sum() + (here[:, 1:] & here[:, :-1]).sum()
            found[symbol - 1] += (here.sum(), edge, beside, 1)
    total = max(1, sum(each.size for each in cells))
    count = np.maximum(found[:, 0], 1)
    return np.stack(
        [np.log2(count / total) / 4, found[:, 1] / count, found[:, 2] / count, found[:, 3] / max(1, len(cells))], axis=1
    )
