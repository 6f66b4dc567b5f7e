"""Seeds: with which seed of the engine each game of an environment begins.

The game after `reset(seed=s)` has the seed s modulo 2147483648, as `arcg.Env.reset` takes it. Games that follow without
a seed have seeds that come from s and their number alone, so that one environment and thousands in one call go on
alike. Games without chance take no notice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.engine import SEEDS

Ints = NDArray[np.int64]


def engine_seeds(first: Ints, games: Ints) -> Ints:
    """The seeds of games: `first` those of the first game of each environment, `games` how many went before.

    The finishing steps of splitmix64 (Steele, Lea and Flood 2014) on both numbers.
    """
    mixed = (first.astype(np.uint64) << np.uint64(32)) + games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = (mixed ^ (mixed >> np.uint64(31))) % np.uint64(SEEDS)
    return np.where(games == 0, first, mixed.astype(np.int64))


class Seeds:
    """The seeds of `n` environments, game by game."""

    def __init__(self, n: int) -> None:
        self._first: Ints = np.full(n, -1, np.int64)
        self._games: Ints = np.zeros(n, np.int64)

    def set(self, which: Ints, given: Any, chance: np.random.Generator) -> None:
        """Take the seeds for the next games of some environments, `None` for one that goes on.

        Args:
            which: the numbers of the environments.
            given: None, a number (that of environment 0, the others count up from it), or a list, one for each of all
                environments, of numbers and None.
            chance: where the seed of an environment comes from that never had one.

        Raises:
            ValueError: a seed is negative, or the list is not as long as there are environments.
        """
        n = len(self._first)
        if given is None:
            seeds = np.full(n, -1, np.int64)
        elif isinstance(given, (int, np.integer)):
            seeds = (int(given) % SEEDS + np.arange(n)) % SEEDS if given >= 0 else np.full(n, -2, np.int64)
        else:
            known = [-1 if seed is None else int(seed) % SEEDS if seed >= 0 else -2 for seed in given]
            seeds = np.array(known, np.int64)
        if len(seeds) != n or -2 in seeds:
            raise ValueError(f"seeds are None, a number from 0 on, or a list of {n} of these; not {given!r}")
        chosen = seeds[which]
        lost = (chosen < 0) & (self._first[which] < 0)
        chosen[lost] = chance.integers(SEEDS, size=int(lost.sum()))
        begun = which[chosen >= 0]
        self._first[begun] = chosen[chosen >= 0]
        self._games[begun] = 0
        self._games[which[chosen < 0]] += 1

    def next(self, which: Ints) -> Ints:
        """The seeds of the next games of some environments that go on by themselves."""
        self._games[which] += 1
        return self.now(which)

    def now(self, which: Ints) -> Ints:
        """The seeds of the games of some environments."""
        return engine_seeds(self._first[which], self._games[which])
