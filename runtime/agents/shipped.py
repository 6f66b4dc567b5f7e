"""The agents that are there to be measured against: `random`, `graph` and `novelty`.

All see what any player sees, and none is told what a game is about. With the same seed they do the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.agents.frame_graph import FrameGraph
from arcg.runtime.agents.protocol import FrameData, GameState, Move
from arcg.runtime.agents.seeing import Bars, click, plain, tiers, undo
from arcg.runtime.engine import SIZE, Action

RESET = Move(Action.RESET)


class Random:
    """Any offered action, a click anywhere; RESET when the game is over."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:  # noqa: D102
        return bool(latest_frame.state == GameState.WIN)

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Move:  # noqa: D102
        if _stopped(latest_frame):
            return RESET
        offered = latest_frame.available_actions
        action = offered[self._random.integers(len(offered))]
        return Move(action, *self._random.integers(SIZE, size=2).tolist()) if action == Action.CLICK else Move(action)


class Watcher:
    """What the agents below have in common: what the last move came to, with counters out of the picture."""

    def __init__(self) -> None:
        self.bars = Bars()
        self.spent = 0
        self._before: NDArray[np.uint8] | None = None
        self._move, self._level = RESET, -1

    def see(self, latest: FrameData) -> tuple[bytes, bool, bool]:
        """The present picture as a node; whether it follows from the last move; whether all nodes must be forgotten.

        It does not follow when a level has begun or was reset. Nodes of another level, and those in which a counter
        was not hidden yet, are of no use.
        """
        picture = latest.pictures[-1]
        other_level = latest.levels_completed != self._level or latest.full_reset
        follows = not other_level and self._move.action != Action.RESET and self._before is not None
        forget = other_level
        if not follows:
            self.bars.begin()
            self.spent = 0
        elif self._move.action != Action.UNDO and self._before is not None:
            forget = self.bars.turn(self._before, picture)
        self._before, self._level = picture, latest.levels_completed
        return hashlib.blake2b(self.bars.hide(picture).tobytes(), digest_size=16).digest(), follows, forget

    def take(self, move: Move) -> Move:
        """The move that is taken now."""
        self._move = move
        self.spent += 1
        return move


class Graph:
    """Explores the graph of frames: what was never tried first, by the shortest known way to it."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        self._order = self._random.permutation(len(Action))
        self._watcher = Watcher()
        self._graph: FrameGraph[bytes, Move] = FrameGraph()
        self._here: bytes | None = None
        self._plan: list[tuple[bytes, Move]] = []
        self._fatal: set[tuple[bytes, Move]] = set()
        self._move = RESET

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:  # noqa: D102
        return bool(latest_frame.state == GameState.WIN)

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Move:  # noqa: D102
        if _stopped(latest_frame):
            self._led_to(None)
            return self._take(RESET)
        node, follows, forget = self._watcher.see(latest_frame)
        if forget:
            self._graph = FrameGraph()
        elif follows:
            self._led_to(node)
        self._here = node
        if node not in self._graph:
            self._graph.add(node, *self._moves(latest_frame))
        if not self._plan or self._plan[0][0] != node:
            self._plan = self._graph.way(node)
        if self._plan:
            return self._take(self._plan.pop(0)[1])
        if self._watcher.spent:
            return self._take(RESET)
        # All that can be come to was tried, and pictures do not show what makes the difference: the same once more.
        self._order = self._random.permutation(len(Action))
        self._graph = FrameGraph()
        self._graph.add(node, *self._moves(latest_frame))
        self._plan = self._graph.way(node)
        return self._take(self._plan.pop(0)[1])

    def _led_to(self, node: bytes | None) -> None:
        """Note where the last move led. The end of a game may be due to a counter instead, so that is tried twice."""
        if self._here is not None and self._here in self._graph and self._move != RESET:
            self._graph.taken(self._here, self._move, node)
            if node is None and (self._here, self._move) not in self._fatal:
                self._fatal.add((self._here, self._move))
                self._graph.again(self._here, self._move)
        self._here = None

    def _take(self, move: Move) -> Move:
        self._move = self._watcher.take(move)
        return move

    def _moves(self, latest: FrameData) -> list[list[Move]]:
        """All moves in tiers: actions without a place with the likeliest clicks, undo at the very end."""
        keys = sorted(plain(latest), key=lambda move: self._order[move.action])
        if Action.CLICK not in latest.available_actions:
            return [keys, undo(latest)]
        sorted_out = tiers(latest.pictures[-1], self._watcher.bars.mask, self._random)
        clicks = [[click(region) for region in tier] for tier in sorted_out]
        return [[*keys, *clicks[0]], *clicks[1:], undo(latest)]


class Novelty:
    """Does what changed pictures before, the more so the rarer the pictures it came to."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        self._watcher = Watcher()
        self._visits: Counter[bytes] = Counter()
        self._tried: Counter[tuple[bytes, Move]] = Counter()
        self._worth: dict[Hashable, tuple[float, float]] = {}
        self._last: tuple[bytes, Hashable] | None = None

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:  # noqa: D102
        return bool(latest_frame.state == GameState.WIN)

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Move:  # noqa: D102
        if _stopped(latest_frame):
            self._learn(0.0)
            return self._watcher.take(RESET)
        node, follows, forget = self._watcher.see(latest_frame)
        self._visits[node] += 1
        if follows and self._last is not None and not forget:
            self._learn(0.0 if node == self._last[0] else self._visits[node] ** -0.5)
        if forget:
            self._visits.clear()
            self._tried.clear()
        moves, families = self._choices(latest_frame)
        worth = np.array([self._worth.get(family, (1.0, 1.0)) for family in families])
        tried = np.array([self._tried[node, move] for move in moves])
        best = int(np.argmax(self._random.beta(worth[:, 0], worth[:, 1]) / (1 + tried)))
        self._last = (node, families[best])
        self._tried[node, moves[best]] += 1
        return self._watcher.take(moves[best])

    def _learn(self, gain: float) -> None:
        """What the last move brought, from 0 to 1, counts for all moves of its family."""
        if self._last is not None:
            good, bad = self._worth.get(self._last[1], (1.0, 1.0))
            self._worth[self._last[1]] = (good + gain, bad + 1 - gain)
        self._last = None

    def _choices(self, latest: FrameData) -> tuple[list[Move], Sequence[Hashable]]:
        """What may be done, and the family of each: its action, or how that looks which is clicked."""
        moves: list[Move] = plain(latest)
        families: list[Hashable] = [move.action for move in moves]
        if Action.CLICK in latest.available_actions:
            for tier in tiers(latest.pictures[-1], self._watcher.bars.mask):
                moves += [click(region) for region in tier]
                families += [(region.colour, region.shape) for region in tier]
        return (moves, families) if moves else (undo(latest), [Action.UNDO])


def _stopped(latest: FrameData) -> bool:
    """Whether nothing but RESET goes on."""
    return latest.state in (GameState.NOT_PLAYED, GameState.GAME_OVER) or latest.is_empty()


SHIPPED = {"random": Random, "graph": Graph, "novelty": Novelty}
"""The agents by name."""
