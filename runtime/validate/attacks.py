"""Cheap attacks: players who understand nothing. None of them may win a level that is not there to teach something.

They see what an agent sees: the present picture, whether the game is lost or won, and which actions there are. Each
has a number of actions, RESET among them. An attack with several variants (each action, each place) is made with each
of them anew; what is told is the first that wins, else the longest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.agents.frame_graph import FrameGraph
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.explore.graph import one_level
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.regions import Region, regions

MIDDLE = SIZE // 2
"""Column and row of a blind click."""

NOWHERE = ((0, 0), (-1, -1), (SIZE, SIZE), (MIDDLE, 1000))
"""Where clicks without data, or with such as nobody checked, may go."""

PITCHES = (16, 8, 4)
"""Pixels between the clicks of a grid all over the picture."""

MARGINS = (0, 2)
"""Pixels at each edge that an attack does not look at: none, or those in which counters are usually shown."""

BACKDROP = SIZE * SIZE // 8
"""Regions of more pixels are clicked after all others."""


@dataclasses.dataclass(frozen=True)
class Attack:
    """What came of an attack on a level.

    Attributes:
        name: which attack.
        won: whether it won.
        used: how many actions it took.
        actions: those that it took, if it won; else none.
    """

    name: str
    won: bool
    used: int
    actions: tuple[Move, ...]


class Game:
    """One level in play, with so many actions."""

    def __init__(self, engine: KernelEngine, actions: int, seed: int, watch: Callable[[int], None]) -> None:
        engine.reset(seed)
        self._engine, self._most, self._watch = engine, actions, watch
        self.moves: list[Move] = []
        self.offered = engine.actions()

    @property
    def going(self) -> bool:
        """Whether there is something left to do it with, and to do."""
        return not self.won and len(self.moves) < self._most

    @property
    def won(self) -> bool:
        """Whether the level is won."""
        return self._engine.status == Status.WON

    @property
    def lost(self) -> bool:
        """Whether the level is lost, so that nothing but RESET goes on."""
        return self._engine.status == Status.OVER

    def take(self, move: Move) -> None:
        """Take an action."""
        self._engine.step(*move)
        self.moves.append(move)
        self._watch(len(self.moves))

    def picture(self, margin: int) -> NDArray[np.uint8]:
        """The present picture, as black within some pixels of its edges."""
        seen = np.zeros((SIZE, SIZE), np.uint8)
        inner = slice(margin, SIZE - margin)
        seen[inner, inner] = self._engine.frame()[inner, inner]
        return seen

    @property
    def plain(self) -> list[Move]:
        """The offered actions that lead on and take no place."""
        return [Move(action) for action in self.offered if action not in (Action.CLICK, Action.UNDO)]


Player = Callable[[Game], None]


def attack(
    program: ir.Program,
    level: int,
    *,
    actions: int,
    seed: int = 0,
    watch: Callable[[int], None] | None = None,
) -> tuple[Attack, ...]:
    """Make all attacks on a level.

    Args:
        program: the game.
        level: which of its levels, 0-based.
        actions: how many actions each attack has: what a person may take for the level.
        seed: where chance begins, and what attacks that choose at random choose.
        watch: told now and then how many actions were taken by all attacks together.

    Raises:
        ValueError: the program has no such level.
    """
    engine = KernelEngine(one_level(program, level))
    taken, found = 0, []
    for name, players in _attacks(engine.actions(), seed):
        best = Attack(name, False, 0, ())
        for player in players:
            before = taken
            game = Game(engine, actions, seed, lambda count: watch(before + count) if watch else None)  # noqa: B023
            player(game)
            taken += len(game.moves)
            if game.won:
                best = Attack(name, True, len(game.moves), tuple(game.moves))
                break
            best = max(best, Attack(name, False, len(game.moves), ()), key=lambda made: made.used)
        found.append(best)
    return tuple(found)


def _attacks(offered: Sequence[int], seed: int) -> Iterator[tuple[str, list[Player]]]:
    """All attacks by name, each with its variants."""
    blind = [Move(action, MIDDLE, MIDDLE) if action == Action.CLICK else Move(action) for action in offered]
    clicking = Action.CLICK in offered
    nowhere = [Move(Action.CLICK, x, y) for x, y in NOWHERE] if clicking else []
    yield "one action", [_series([move]) for move in blind]
    yield "one action repeated", [_repeated(move) for move in blind]
    yield "every action once", [_series(blind)]
    everywhere: list[Player] = [_click_regions, *(_series(_grid(pitch), again=True) for pitch in PITCHES)]
    yield "a click everywhere", everywhere if clicking else []
    yield "clicks without place", [_repeated(move) for move in nowhere]
    yield "what changes the picture", [_changing(margin, seed) for margin in MARGINS]
    yield "a graph of frames", [_graphing(margin) for margin in MARGINS]


# ---------------------------------------------------------------- blind


def _series(moves: Iterable[Move], *, again: bool = False) -> Player:
    """These actions; when the level is lost, they go on after a RESET (`again`) or not."""

    def play(game: Game) -> None:
        for move in moves:
            if game.lost and game.going:
                if not again:
                    return
                game.take(Move(Action.RESET))
            if not game.going:
                return
            game.take(move)

    return play


def _repeated(move: Move) -> Player:
    """One action, until the level is lost."""

    def play(game: Game) -> None:
        while game.going and not game.lost:
            game.take(move)

    return play


def _grid(pitch: int) -> list[Move]:
    """Clicks in the middle of squares, row by row."""
    middles = range(pitch // 2, SIZE, pitch)
    return [Move(Action.CLICK, x, y) for y in middles for x in middles]


def _click_regions(game: Game) -> None:
    """A click on every region of one colour that is seen as the level begins, in reading order."""
    _series([_click(region) for region in regions(game.picture(0))], again=True)(game)


def _click(region: Region) -> Move:
    return Move(Action.CLICK, region.x, region.y)


# ---------------------------------------------------------------- looking


def _choices(game: Game, picture: NDArray[np.uint8]) -> list[Move]:
    """What may be done: actions without a place, then clicks on regions, those that fill the picture last."""
    if Action.CLICK not in game.offered:
        return game.plain
    return [*game.plain, *map(_click, sorted(regions(picture), key=lambda region: region.size > BACKDROP))]


def _changing(margin: int, seed: int) -> Player:
    """At random one of the actions that changed this picture when they were taken, or were never taken in it."""

    def play(game: Game) -> None:
        random = np.random.default_rng(seed)
        hopeful: dict[bytes, list[Move]] = {}
        while game.going:
            if game.lost:
                game.take(Move(Action.RESET))
                continue
            picture = game.picture(margin)
            here = picture.tobytes()
            if here not in hopeful:
                hopeful[here] = _choices(game, picture)
            choices = hopeful[here] or _choices(game, picture)
            if not choices:
                return
            move = choices[random.integers(len(choices))]
            game.take(move)
            if move in hopeful[here] and game.picture(margin).tobytes() == here:
                hopeful[here].remove(move)

    return play


def _graphing(margin: int) -> Player:
    """A graph of pictures: the nearest action that was never taken, by the shortest way that is known to it."""

    def play(game: Game) -> None:
        graph: FrameGraph[bytes, Move] = FrameGraph()
        begun = False
        while game.going:
            picture = game.picture(margin)
            here = picture.tobytes()
            if here not in graph:
                graph.add(here, _choices(game, picture))
            way = [] if game.lost else graph.way(here)
            if not way:
                if begun:
                    return  # all that can be seen from the beginning was tried
                game.take(Move(Action.RESET))
                begun = True
                continue
            begun = False
            move = way[0][1]
            game.take(move)
            graph.taken(here, move, None if game.lost else game.picture(margin).tobytes())

    return play
