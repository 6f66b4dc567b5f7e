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

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, SIZE, Action, Status
from arcg.runtime.explore.budget import Budget, budget_of
from arcg.runtime.explore.graph import one_level
from arcg.runtime.kernel import KernelBatch

MOST_AT_ONCE = 1024
"""Most environments that are stepped in one call: more are no faster."""

LEAST_TIMES = 2
"""Attempts of full length that each environment has the steps for: at most half of the steps come on top of them, to
play to their end what was begun."""

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
    watch: Callable[[int], None] | None = None,
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
    n = max(1, min(MOST_AT_ONCE, steps // (LEAST_TIMES * most)))
    random, chance = np.random.default_rng((seed, level)), ir.uses_chance(one)
    batch = KernelBatch(one, n)
    if chance:
        batch.reset(random.integers(SEEDS, size=n))
    playing = np.ones(n, np.bool_)
    taken, attempts, wins, losses, shortest = 0, n, 0, 0, most + 1
    while playing.any():
        chosen = offered[random.integers(len(offered), size=n)]
        xs, ys = random.integers(SIZE, size=(2, n)) if Action.CLICK in offered else (None, None)
        batch.step(np.where(playing, chosen, -1), xs, ys)
        taken += int(playing.sum())
        status, lengths = batch.status, batch.action_count
        ended = playing & ((status != Status.PLAYING) | (lengths >= most))
        won = ended & (status == Status.WON)
        wins, losses = wins + int(won.sum()), losses + int((ended & (status == Status.OVER)).sum())
        if won.any():
            shortest = min(shortest, int(lengths[won].min()))
        again = np.flatnonzero(ended)
        if taken < steps:
            batch.begin(again, random.integers(SEEDS, size=len(again)) if chance else 0)
            attempts += len(again)
        else:
            playing[again] = False
        if watch is not None:
            watch(taken)
    return Attempts(level, taken, attempts, wins, losses, shortest if wins else None)


def _most(one: ir.Program, budget: Budget | None, actions: int) -> int:
    """How many actions an attempt has at most."""
    if budget is None:
        return actions
    return GENEROUS * max(actions, one.levels[0].world[budget.attr] - budget.floor)
