"""The learners that are there to be measured against: `nothing`, `memory`, `graph` and `random`.

All but `random` play an instance by the shipped frame-graph agent. `nothing` begins anew in each, with other luck.
`memory` knows the solution of every instance of a task that it met in an earlier round; `graph` keeps what it saw
under an alias: where counters are, and which actions and clicks never changed anything.
"""

from __future__ import annotations

import copy
import hashlib
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.agents.protocol import FrameData, GameState, Move
from arcg.runtime.agents.seeing import Bars
from arcg.runtime.agents.shipped import Graph
from arcg.runtime.engine import SIZE, Action
from arcg.runtime.stream.learner import Feedback, Observation

IDLE = 3
"""An action that changed nothing so often, and something never, is tried after all others."""


class Random:
    """Any offered action, a click anywhere; keeps nothing. Its luck goes on from instance to instance."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def reset(self) -> None:  # noqa: D102
        pass

    def act(self, observation: Observation) -> Move:  # noqa: D102
        if observation.over or not observation.actions:
            return Move(Action.RESET)
        action = observation.actions[int(self._random.integers(len(observation.actions)))]
        return Move(action, *self._random.integers(SIZE, size=2).tolist()) if action == Action.CLICK else Move(action)

    def observe(self, observation: Observation, action: Move, feedback: Feedback) -> None:  # noqa: D102
        pass

    def end_round(self) -> None:  # noqa: D102
        pass


class Nothing:
    """A frame-graph player that begins anew in every instance, each time with other luck."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        self._players: dict[int, Graph] = {}

    def reset(self) -> None:
        """Forget the instances in play. Luck is no knowledge, and goes on."""
        self._players.clear()

    def act(self, observation: Observation) -> Move:  # noqa: D102
        if observation.instance not in self._players:
            self._players[observation.instance] = self._player(observation)
        return self._players[observation.instance].choose_action([], _seen(observation))

    def observe(self, observation: Observation, action: Move, feedback: Feedback) -> None:  # noqa: D102
        if feedback.ended:
            self._players.pop(observation.instance, None)

    def end_round(self) -> None:  # noqa: D102
        self._players.clear()

    def _player(self, observation: Observation) -> Graph:
        return Graph(int(self._random.integers(1 << 31)))


class Memory(Nothing):
    """Perfect memory, a reference and no player: the first meeting of a task is played, all others are known.

    It is told the certified solution of an instance before that begins (`told`), which no other learner is, and uses
    it if it met the alias in an earlier round.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._told: dict[int, tuple[Move, ...]] = {}
        self._met: set[str] = set()
        self._now: set[str] = set()

    def reset(self) -> None:  # noqa: D102
        super().reset()
        self._told.clear()
        self._met.clear()
        self._now.clear()

    def told(self, instance: int, moves: Sequence[tuple[int, int, int]]) -> None:
        """The solution of an instance."""
        self._told[instance] = tuple(Move(*move) for move in moves)

    def act(self, observation: Observation) -> Move:  # noqa: D102
        self._now.add(observation.alias)
        if observation.alias in self._met:
            return self._told[observation.instance][observation.spent]
        return super().act(observation)

    def end_round(self) -> None:  # noqa: D102
        super().end_round()
        self._met |= self._now
        self._told.clear()
        self._now.clear()

    def _player(self, observation: Observation) -> Graph:
        return Graph(_luck(observation))


@dataclass
class Known:
    """What was seen under an alias."""

    bars: Bars = field(default_factory=Bars)
    tried: Counter[Hashable] = field(default_factory=Counter)
    changed: Counter[Hashable] = field(default_factory=Counter)

    def idle(self, family: Hashable) -> bool:
        """Whether a kind of move never did anything, as far as is known."""
        return self.tried[family] >= IDLE and not self.changed[family]


class FrameGraph:
    """A frame-graph player that goes on from what it saw of a task in earlier rounds."""

    def __init__(self, seed: int = 0) -> None:
        self._kept: dict[str, Known] = {}
        self._players: dict[int, tuple[str, _Knowing]] = {}

    def reset(self) -> None:  # noqa: D102
        self._kept.clear()
        self._players.clear()

    def act(self, observation: Observation) -> Move:  # noqa: D102
        if observation.instance not in self._players:
            known = copy.deepcopy(self._kept.get(observation.alias, Known()))
            self._players[observation.instance] = (observation.alias, _Knowing(_luck(observation), known))
        return self._players[observation.instance][1].choose_action([], _seen(observation))

    def observe(self, observation: Observation, action: Move, feedback: Feedback) -> None:  # noqa: D102
        self._players[observation.instance][1].note(observation, action, feedback)

    def end_round(self) -> None:
        """What was seen in this round is known from now on."""
        for alias, player in self._players.values():
            self._kept[alias] = player.known
        self._players.clear()

    def resources(self) -> dict[str, float]:
        """How much it keeps."""
        return {"aliases": len(self._kept), "families": sum(len(one.tried) for one in self._kept.values())}


class _Knowing(Graph):
    """The frame-graph agent, with what is known of the task: where counters are, and what does nothing comes last."""

    def __init__(self, seed: int, known: Known) -> None:
        super().__init__(seed)
        self.known = known
        self._watcher.bars = known.bars

    def note(self, observation: Observation, action: Move, feedback: Feedback) -> None:
        """What an action came to."""
        if action.action == Action.RESET or not len(feedback.frames):
            return
        before = observation.frames[-1]
        family = _family(action, before)
        self.known.tried[family] += 1
        # The answer may pass through other pictures and end where it began: that does nothing either.
        mask = self.known.bars.mask
        if feedback.won or feedback.over or bool((before != feedback.frames[-1])[mask].any()):
            self.known.changed[family] += 1

    def _moves(self, latest: FrameData) -> list[list[Move]]:
        *ranked, undo = super()._moves(latest)
        picture = latest.pictures[-1]
        idle = [move for tier in ranked for move in tier if self.known.idle(_family(move, picture))]
        return [*[[move for move in tier if move not in idle] for tier in ranked], [*idle, *undo]]


def _family(move: Move, picture: NDArray[np.uint8]) -> Hashable:
    """An action, or a click on a colour."""
    return (move.action, int(picture[move.y, move.x])) if move.action == Action.CLICK else move.action


def _luck(observation: Observation) -> int:
    """A seed from what an instance shows: who meets it with the same knowledge plays it alike."""
    return int.from_bytes(hashlib.sha256(observation.frames[-1].tobytes()).digest()[:4], "big") >> 1


def _seen(observation: Observation) -> FrameData:
    """An observation as agents see it."""
    state = GameState.GAME_OVER if observation.over else GameState.NOT_FINISHED
    return FrameData(frame=observation.frames, state=state, win_levels=1, available_actions=observation.actions)


SHIPPED = {"nothing": Nothing, "memory": Memory, "graph": FrameGraph, "random": Random}
"""The learners by name."""
