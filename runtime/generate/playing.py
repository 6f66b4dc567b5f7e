"""Fresh levels to be played: one after another without end, or a game that consists of them.

What `levels="fresh"` means in `arcg.make` and in the Gymnasium environments.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import SupportsIndex

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, Engine, Frames
from arcg.runtime.env import Env, Source
from arcg.runtime.generate.fresh import levels, made, search_of, source_of
from arcg.runtime.generate.searching import Fresh


def file_of(game: Source) -> str | os.PathLike[str]:
    """The file or the id that names a game.

    Raises:
        ValueError: it is a program, which has no `generate` blocks any more.
    """
    if isinstance(game, ir.Program):
        raise ValueError("fresh levels come from the `generate` blocks of a file: give its path or a shipped game's id")
    return game


def fresh_game(
    game: Source, count: int, seed: int = 0, *, level: int | None = None, shortest: tuple[int, int] | None = None
) -> tuple[ir.Program, tuple[int, ...]]:
    """A game with so many fresh levels instead of its own, and the length of each one's shortest known solution.

    Args:
        game: the path of an `.arcg` file, or the id of a shipped game.
        count: how many, at least 1.
        seed: as of `levels`.
        level: as of `levels`.
        shortest: as of `levels`.

    Raises:
        NoLevelError: there are not so many.
        ArcgError, FileNotFoundError, SettingsError, ValueError: as `levels`; or `count` is not positive.
    """
    if count < 1:
        raise ValueError(f"a game has one level or more, not {count}")
    fresh = list(islice(levels(file_of(game), seed, level=level, shortest=shortest), count))
    program = dataclasses.replace(fresh[0].program, levels=tuple(one.level for one in fresh))
    return program, tuple(len(one.certificate.moves) for one in fresh)


class Supply:
    """Fresh levels of a game one after another, those of each block by themselves.

    Raises:
        ArcgError, FileNotFoundError, SettingsError, ValueError: as `source_of`; or the game is a program.
    """

    def __init__(self, game: Source, seed: int = 0) -> None:
        self._source = source_of(file_of(game))
        self._made: dict[int, Iterator[Fresh]] = {}
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Have the levels of this seed from now on, from the first one.

        Raises:
            ValueError: there is no such seed.
        """
        if not 0 <= seed < SEEDS:
            raise ValueError(f"seeds of levels are 0..{SEEDS - 1}, not {seed}")
        self._seed = seed
        self._made.clear()

    def next(self, level: int) -> Fresh:
        """The next level of the block beside `level`, 0-based.

        Raises:
            NoLevelError: none was found.
            ValueError: that level has no block.
        """
        if level not in self._made:
            self._made[level] = made(search_of(self._source, level, None, self._seed))
        return next(self._made[level])

    def outline(self) -> ir.Program:
        """The game with one empty level, as wide and as high as the boards that its blocks make can be."""
        recipes = self._source.recipes.values()
        width, height = (max(recipe.most[side] for recipe in recipes) for side in (0, 1))
        empty = dataclasses.replace(self._source.program.levels[0], width=width, height=height, things=())
        return dataclasses.replace(self._source.program, levels=(empty,))


class FreshEnv(Env):
    """A game of one fresh level; each `reset` begins one of another level. See `arcg.make`."""

    def __init__(self, supply: Supply, level: int, engine: Callable[[ir.Program], Engine]) -> None:
        self._supply, self._block, self._made = supply, level, engine
        self._begun = False
        self._take()

    def reset(self, seed: SupportsIndex = 0) -> Frames:
        """Start a game of the next fresh level; after `make` it is that of the first one.

        As `Env.reset` otherwise; `seed` is of the game and not of its levels.

        Raises:
            NoLevelError: no further level is found.
            ValueError: there is no such seed.
            TypeError: the seed is no whole number.
        """
        if self._begun:
            self._take()
        self._begun = True
        return super().reset(seed)

    def step(
        self, action: SupportsIndex | str, x: SupportsIndex | None = None, y: SupportsIndex | None = None
    ) -> Frames:
        """Take one action; as `Env.step`."""
        self._begun = True
        return super().step(action, x, y)

    @property
    def shortest(self) -> int:
        """How many actions the shortest known solution of this level takes."""
        return len(self._fresh.certificate.moves)

    def _take(self) -> None:
        self._fresh = self._supply.next(self._block)
        self._begun = False
        super().__init__(self._made(self._fresh.program))
