"""Random play of one level, attempt after attempt: how many of them win.

The random player takes each offered action but undo and RESET with the same probability; a click goes to each of the
4,096 pixels with the same probability. An attempt begins where the level begins and ends with a win, a loss, or after
a number of actions. It is the player of `arcg.runtime.explore.luck`, sampled instead of worked out.

Every attempt that is begun is played to its end and counted. Leaving out those that are under way when the steps are
used up would leave out long attempts more often than short ones, and short ones win more often, or less.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, SIZE, Action, Status
from arcg.runtime.explore.budget import Budget, budget_of
from arcg.runtime.explore.graph import one_level
from arcg.runtime.kernel import KernelBatch

Watch = Callable[[int], None]

MOST_AT_ONCE = 1024
"""Most environments that are stepped in one call: more are no faster."""

FIRST_AT_ONCE = 64
"""Most environments that are stepped in one call until it has been seen how long attempts take."""

LEAST_TIMES = 4
"""Attempts that each environment has the steps for: at most about a quarter of the steps comes on top of them, to play
to their end what was begun."""

GENEROUS = 10
"""With a budget an attempt ends when it is spent. Where actions that take nothing may go on for ever it ends after this
many times the actions, or the budget if that is more."""


@dataclasses.dataclass(frozen=True)
class Attempts:
    """What came of the attempts at one level.

    Attributes:
        level: which, 0-based.
        steps: actions taken, all together.
        attempts: how many were begun, all of which were played to their end.
        wins, losses: how many of them won or lost; the others came to the most actions.
        shortest_win: actions of the shortest that won; None if none did.
    """

    level: int
    steps: int
    attempts: int
    wins: int
    losses: int
    shortest_win: int | None


def play_level(
    program: ir.Program,
    level: int,
    *,
    steps: int,
    actions: int,
    seed: int = 0,
    watch: Watch | None = None,
) -> Attempts:
    """Play a level at random.

    Args:
        program: the game.
        level: which of its levels, 0-based.
        steps: attempts are begun until so many actions were taken; those under way then are played to their end.
        actions: how many actions an attempt has at most; with a budget see `GENEROUS`.
        seed: the same seed gives the same play. In a game with chance each attempt begins with a seed of its own.
        watch: told now and then how many steps were taken.

    Raises:
        ValueError: the program has no such level, or an attempt would have no action.
    """
    if actions < 1:
        raise ValueError(f"an attempt has at least one action, not {actions}")
    one = one_level(program, level)
    offered = np.array([action for action in one.actions if action != Action.UNDO])
    if not len(offered):
        return Attempts(level, 0, 0, 0, 0, None)
    most = _most(one, budget_of(program), actions)
    player = _Player(one, offered, most, np.random.default_rng((seed, level)), watch)
    # Where a budget ends attempts they are far shorter than the most, so some are played first to see how long. Of as
    # many again, about one will be longer than all of these.
    player.play(min(FIRST_AT_ONCE, _at_once(steps, most)), 0)
    if player.steps < steps:
        likely = player.longest + most // player.attempts
        player.play(min(MOST_AT_ONCE, _at_once(steps - player.steps, likely)), steps)
    shortest = player.shortest_win if player.wins else None
    return Attempts(level, player.steps, player.attempts, player.wins, player.losses, shortest)


def _at_once(steps: int, longest: int) -> int:
    """How many environments there are steps for, if attempts take so many."""
    return max(1, steps // (LEAST_TIMES * longest))


class _Player:
    """The random player at one level, and what has come of its attempts; see `Attempts`. `longest`: of any attempt."""

    def __init__(
        self, one: ir.Program, offered: NDArray[np.int64], most: int, random: np.random.Generator, watch: Watch | None
    ) -> None:
        self._one, self._offered, self._most, self._random, self._watch = one, offered, most, random, watch
        self._chance = ir.uses_chance(one)
        self._clicks = Action.CLICK in offered
        self.steps = self.attempts = self.wins = self.losses = self.longest = 0
        self.shortest_win = most + 1

    def play(self, n: int, steps: int) -> None:
        """Play with `n` environments at once, at least one attempt each, and begin others until `steps` were taken."""
        random = self._random
        batch = KernelBatch(self._one, n)
        if self._chance:
            batch.reset(random.integers(SEEDS, size=n))
        self.attempts += n
        playing = np.ones(n, np.bool_)
        while playing.any():
            chosen = self._offered[random.integers(len(self._offered), size=n)]
            xs, ys = random.integers(SIZE, size=(2, n)) if self._clicks else (None, None)
            batch.step(np.where(playing, chosen, -1), xs, ys)
            self.steps += int(playing.sum())
            status, lengths = batch.status, batch.action_count
            ended = playing & ((status != Status.PLAYING) | (lengths >= self._most))
            if ended.any():
                again = np.flatnonzero(ended)
                self._count(status[again], lengths[again])
                if self.steps < steps:
                    batch.begin(again, random.integers(SEEDS, size=len(again)) if self._chance else 0)
                    self.attempts += len(again)
                else:
                    playing[again] = False
            if self._watch is not None:
                self._watch(self.steps)

    def _count(self, status: NDArray[np.int32], lengths: NDArray[np.int32]) -> None:
        won = status == Status.WON
        self.wins += int(won.sum())
        self.losses += int((status == Status.OVER).sum())
        self.longest = max(self.longest, int(lengths.max()))
        if won.any():
            self.shortest_win = min(self.shortest_win, int(lengths[won].min()))


def _most(one: ir.Program, budget: Budget | None, actions: int) -> int:
    """How many actions an attempt has at most."""
    if budget is None:
        return actions
    return GENEROUS * max(actions, one.levels[0].world[budget.attr] - budget.floor)
