"""Fresh levels of a game, as many as are wanted: `arcg.levels`."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text, read_source
from arcg.dsl.diagnostics import ArcgError, Reporter
from arcg.dsl.generating import MEASURES
from arcg.dsl.levels import legend_stamps
from arcg.dsl.model import Recipe
from arcg.runtime.cluster import distributed
from arcg.runtime.generate.certifying import Gate
from arcg.runtime.generate.searching import Fresh, NoLevelError, Search
from arcg.runtime.generate.writing import Stack
from arcg.runtime.loading import find
from arcg.runtime.validate.settings import Settings, settings_for

ANY = (1, MEASURES["shortest"])
"""What the shortest solution may be where neither the block nor whoever asks says anything."""


@dataclasses.dataclass(frozen=True)
class Source:
    """A game file with its `generate` blocks: where it lies, what stands in it, what `arcg.yaml` asks of it."""

    path: Path
    text: str
    program: Program
    recipes: dict[int, Recipe]
    settings: Settings
    legend: dict[str, Stack]

    def gate(self, recipe: Recipe, shortest: tuple[int, int] | None = None, seed: int = 0) -> Gate:
        """What levels of a block have to pass: what it says, what `arcg.yaml` says of luck, and a length asked for.

        Like `arcg validate`, it does not ask about luck in the first levels (`tutorials`).
        """
        wanted, settings = recipe.wanted, self.settings
        return Gate(
            shortest=shortest or wanted.get("shortest", ANY),
            mechanics=wanted.get("mechanics"),
            branching=wanted.get("branching"),
            luck=None if recipe.level < settings.tutorials else settings.luck,
            patience=settings.patience,
            actions=settings.actions,
            seed=seed,
        )


def source_of(game: str | os.PathLike[str]) -> Source:
    """A game file, read for its blocks.

    Args:
        game: the path of an `.arcg` file, or the id of a shipped game.

    Raises:
        ArcgError: the file has errors.
        FileNotFoundError: there is neither such a file nor such a game.
        ValueError: no level of it has a `generate` block; a compiled game never has one.
        SettingsError: its `arcg.yaml` cannot be read.
    """
    path = find(game)
    text, problem = read_source(path)
    if problem is not None:
        raise ArcgError([problem])
    model, diagnostics = check_text(text, os.fspath(path))
    if model is None:
        raise ArcgError(diagnostics)
    if not model.recipes:
        raise ValueError(f"{path}: no level has a `generate` block; docs/generate.md tells how to write one")
    program = lower(model)
    legend = {
        glyph: tuple((stamp.kind.number, stamp.attrs) for stamp in stamps)
        for glyph, stamps in legend_stamps(model, Reporter()).items()
    }
    return Source(path, text, program, dict(model.recipes), settings_for(path, program.name), legend)


def search_of(source: Source, level: int | None, shortest: tuple[int, int] | None, seed: int) -> Search:
    """The search of one block; the first of the game if no level is named.

    Raises:
        ValueError: that level has no block.
    """
    number = min(source.recipes) if level is None else level
    recipe = source.recipes.get(number)
    if recipe is None:
        there = ", ".join(str(place + 1) for place in source.recipes)
        raise ValueError(f"level {number + 1} has no `generate` block; these have one: {there}")
    return Search(source.program, recipe, source.gate(recipe, shortest), seed)


def levels(
    game: str | os.PathLike[str],
    seed: int = 0,
    *,
    level: int | None = None,
    shortest: tuple[int, int] | None = None,
) -> Iterator[Fresh]:
    """Fresh levels of a game without end, each proved solvable, none of them twice up to symmetry and colour.

    Args:
        game: the path of an `.arcg` file, or the id of a shipped game.
        seed: the same seed gives the same levels on every machine.
        level: the level beside whose `generate` block they are made, 0-based; None: the first that has one.
        shortest: fewest and most actions of the shortest solution, instead of what the block says. Levels are spread
            over it.

    Raises:
        NoLevelError: when the next level is asked for and none is found; the message says what stood in the way.
        ArcgError, FileNotFoundError, SettingsError, ValueError: as `source_of` and `search_of`.
    """
    return made(search_of(source_of(game), level, shortest, seed))


def made(search: Search, crew: Crew | None = None) -> Iterator[Fresh]:
    """The levels of a search in their order; whether a crew works some of them out ahead changes nothing in them.

    Raises:
        NoLevelError: as `levels`.
        OSError: the crew cannot be reached.
    """
    before: set[bytes] = set()
    for number, found in enumerate(_nothing() if crew is None else _found(search, crew)):
        fresh = found
        if fresh is None or fresh.key in before:
            fresh = search.level(number, before, 0 if fresh is None else fresh.attempt + 1)
        before.add(fresh.key)
        yield fresh


def _nothing() -> Iterator[Fresh | None]:
    while True:
        yield None


def _found(search: Search, crew: Crew) -> Iterator[Fresh | None]:
    """Each level as it is if none before it is the same, worked out ahead by a crew."""
    with crew(search) as (ask, hands):
        ahead: deque[Future[Fresh | None]] = deque()
        for number in count():
            ahead.append(ask(number))
            if len(ahead) > 2 * hands:
                yield ahead.popleft().result()


# ---------------------------------------------------------------- who works them out

Ask = Callable[[int], "Future[Fresh | None]"]
"""Has a level worked out, by its number, as if there were none before it."""

Crew = Callable[[Search], AbstractContextManager[tuple[Ask, int]]]
"""Those who work levels of a search out: how they are asked, and how many they are."""


def processes(jobs: int) -> Crew:
    """So many processes of this machine."""

    @contextmanager
    def crew(search: Search) -> Iterator[tuple[Ask, int]]:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(search,)) as pool:
            try:
                yield lambda number: pool.submit(_asked, number), jobs
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return crew


def cluster(address: str) -> Crew:
    """A cluster of `dask.distributed`, whose scheduler is at an address.

    Raises:
        ModuleNotFoundError: the extra `cluster` is not installed. Working with it raises OSError if there is no
            scheduler.
    """
    library = distributed()

    @contextmanager
    def crew(search: Search) -> Iterator[tuple[Ask, int]]:
        with library.Client(address, timeout=10) as client:
            here = client.scatter(search, broadcast=True, hash=False)
            pool = client.get_executor(pure=False)
            try:
                yield lambda number: pool.submit(_alone, here, number), max(1, sum(client.ncores().values()))
            finally:
                pool.shutdown(wait=False)

    return crew


_SEARCH: list[Search] = []
"""In a process that works for another: what it searches."""


def _begin(search: Search) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked says when it is enough
    _SEARCH[:] = [search]


def _asked(number: int) -> Fresh | None:
    return _alone(_SEARCH[0], number)


def _alone(search: Search, number: int) -> Fresh | None:
    try:
        return search.level(number, set())
    except NoLevelError:
        return None  # which is found out again, and told, where it was asked for
