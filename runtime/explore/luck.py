"""How likely the random player wins a level: exactly where its graph is complete, else within rigorous bounds.

The random player takes each offered action but undo and RESET with the same probability; a click goes to each of the
4,096 pixels with the same probability. An attempt begins where the level begins and ends with a win, a loss, or when
the budget is spent; without a budget, after a number of actions.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from arcg.runtime.explore.graph import Graph
from arcg.runtime.kernel import graphs

CLOSE = 1e-9
"""How near the bounds of a chance are brought to each other."""

MOST_SWEEPS = 2000
"""Most times that the chances of all positions with equally much used are worked out."""


class Chance(NamedTuple):
    """A probability lies between `low` and `high`, whatever is not known. `exact`: they are as good as equal."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether the two bounds differ by no more than rounding."""
        return self.high - self.low <= 10 * CLOSE


def chance_to_win(graph: Graph, actions: int) -> Chance:
    """How likely one attempt of the random player wins the level.

    Args:
        graph: the level; where it is not complete, the bounds are apart.
        actions: how many actions an attempt has at most where the level has no budget. With a budget there is no such
            bound: the attempt ends when the budget is spent.
    """
    if graph.budget is None:
        return Chance(*(_within(graph, actions, unknown) for unknown in (0.0, 1.0)))
    if graph.budget <= 0:
        return Chance(0.0, 0.0)
    return Chance(*(_with_budget(graph, unknown) for unknown in (0.0, 1.0)))


def _within(graph: Graph, actions: int, unknown: float) -> float:
    """With a number of actions: value iteration, one round an action."""
    before, after = np.zeros((2, len(graph)))
    before[graph.done :] = unknown
    for _ in range(actions):
        graphs.step_chances(graph.firsts, graph.to, graph.weight, graph.done, len(graph), unknown, before, after)
        before, after = after, before
    return float(before[0])


def _with_budget(graph: Graph, unknown: float) -> float:
    """With a budget: from where nearly all of it is used down to where nothing is.

    Where moves take nothing, chances with equally much used depend on each other in a ring. They are worked out again
    and again, from 0 upwards for the lower bound and from 1 downwards for the upper one; positions from which no win
    can be come to are 0 in both, and from all others the player ends sooner or later, so both come to one value. A
    move that takes more than there is leaves nothing of a counter that is clamped, as one that takes all of it does.
    """
    assert graph.budget is not None and graph.counter is not None
    most = max(int(graph.spent.max(initial=0)), 0) + 1
    values = np.zeros((len(graph), most))
    hopeless = graph.hopeless(hoping=unknown > 0)
    for used in range(graph.budget - 1, -1, -1):
        values[:, used % most] = np.where(hopeless, 0.0, unknown)
        spent = np.minimum(graph.spent, graph.budget - used) if graph.counter.clamped else graph.spent
        for _ in range(MOST_SWEEPS):
            change = graphs.sweep(
                graph.firsts, graph.to, spent, graph.weight, graph.done, len(graph), used, graph.budget,
                graph.lose_first, unknown, hopeless, values,
            )  # fmt: skip
            if change < CLOSE / 10:
                break
    return float(values[0, 0])


def confidence(wins: int, attempts: int, level: float = 0.99) -> tuple[float, float]:
    """The interval of Clopper and Pearson (1934) for a probability, from `wins` among so many attempts.

    `level` is that of each side by itself: the true value is above the upper limit with a probability of at most
    1 - level. With no wins the upper limit is 1 - (1 - level)^(1 / attempts).
    """
    miss = 1 - level
    low = 0.0 if wins == 0 else _where(wins, attempts, miss)
    high = 1.0 if wins == attempts else _where(wins + 1, attempts, level)
    return low, high


def _where(wins: int, attempts: int, wanted: float) -> float:
    """The probability of one attempt for which that of `wins` or more in so many attempts is as wanted."""
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if _at_least(wins, attempts, middle) < wanted:
            low = middle
        else:
            high = middle
    return high


def _at_least(wins: int, attempts: int, p: float) -> float:
    """The probability of `wins` or more in so many attempts, of which each has the probability p (0 < p < 1)."""
    fewer = 0.0
    for k in range(wins):
        choose = math.lgamma(attempts + 1) - math.lgamma(k + 1) - math.lgamma(attempts - k + 1)
        fewer += math.exp(choose + k * math.log(p) + (attempts - k) * math.log1p(-p))
    return 1.0 - fewer
