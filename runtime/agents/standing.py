"""What runs show: how far each agent comes in each game, and which of two agents does better.

Two agents are compared in pairs: runs of one game with one seed. Levels are compared first (or scores, where all
games have baselines), then the actions that both took for the levels that both completed, in games in which that
happened often enough.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from arcg.runtime.agents.bootstrap import FEWEST, LEVEL, METHOD, RESAMPLES, Interval, by_chance, interval
from arcg.runtime.agents.playing import Run
from arcg.runtime.agents.plugin import label

Measure = Literal["levels", "score", "actions"]

ALL = "all games"
"""What stands for the game where several are put together."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent in one game, or in all of them.

    Attributes:
        game: its full id, or `ALL`.
        agent: as it was named.
        runs: how many tell something.
        lost: how many do not, for the agent broke or they were interrupted.
        won: how many completed all levels.
        levels: completed, per run.
        of: how many levels there are; in all games, on average.
        score: RHAE, where the games have baselines.
        level_actions: for each level that at least one run completed, in how many runs, and the median of actions.
        alike: whether all of several runs were the same, whatever the seed.
    """

    game: str
    agent: str
    runs: int
    lost: int
    won: int
    levels: Interval | None
    of: float
    score: Interval | None
    level_actions: tuple[tuple[int, float], ...]
    alike: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents in pairs of runs. `found` is first minus second; of actions, the ratio of first to second.

    `chance` is how often signs that are thrown do as much.
    """

    first: str
    second: str
    measure: Measure
    found: Interval | None
    chance: float

    @property
    def clear(self) -> bool:
        """Whether there is more than noise."""
        if self.found is None or not self.found.enough:
            return False
        even = 1.0 if self.measure == "actions" else 0.0
        return (self.found.low > even or self.found.high < even) and self.chance < 1 - LEVEL

    def sentence(self) -> str:
        """What was found, in plain words."""
        first, second, found = label(self.first), label(self.second), self.found
        if found is None:
            if self.measure == "actions":
                return f"{first} and {second} completed no level both: their actions cannot be compared."
            return f"{first} and {second} have no pair of runs in every game: they cannot be compared."
        pairs = f"{found.count} pair{'' if found.count == 1 else 's'}"
        pairs += (
            f", by chance in {self.chance:.2%} of cases"
            if self.chance < 0.01
            else f", by chance in {self.chance:.0%} of cases"
        )
        how = f"{LEVEL:.0%} interval {_number(found.low)} to {_number(found.high)}, {pairs}"
        if self.measure == "actions":
            said = f"{first} takes {_number(found.mean)} times the actions of {second}"
            said += f" for levels that both completed ({how})"
        else:
            unit = "levels more" if self.measure == "levels" else "points of score more"
            ahead, behind, by = (first, second, found.mean) if found.mean >= 0 else (second, first, -found.mean)
            ends = (found.low, found.high) if found.mean >= 0 else (-found.high, -found.low)
            how = f"{LEVEL:.0%} interval {_number(ends[0])} to {_number(ends[1])}, {pairs}"
            verb = "completes" if self.measure == "levels" else "has"
            said = f"{ahead} {verb} {_number(by)} {unit} a game than {behind} ({how})"
        if not found.enough:
            return f"{said}: too few runs to tell it from noise; at least {FEWEST} of each game are needed."
        return f"{said}: {'more than noise' if self.clear else 'no more than noise may bring'}."


def method() -> str:
    """How intervals are made, in a line."""
    return (
        f"{LEVEL:.0%} intervals: bootstrap over the runs of each game, {METHOD}, {RESAMPLES:,} resamples;"
        " two agents are compared in pairs of one game and one seed, and signs of pairs are thrown as often"
    )


def standings(runs: Sequence[Run], games: Sequence[str], agents: Sequence[str]) -> list[Standing]:
    """Every agent in every game, then in all of them if there are several. What was never played is left out."""
    found = [_standing(game, agent, [run for run in runs if (run.game, run.agent) == (game, agent)])
             for game in games for agent in agents]  # fmt: skip
    if len(games) > 1:
        found += [_in_all([one for one in found if one.agent == agent], runs) for agent in agents]
    return [one for one in found if one.runs or one.lost]


def comparisons(runs: Sequence[Run], games: Sequence[str], agents: Sequence[str]) -> list[Comparison]:
    """Every two agents, by levels or scores, and by actions."""
    scored = bool(runs) and all(run.score is not None for run in runs if not run.lost)
    found: list[Comparison] = []
    for second, first in itertools.combinations(agents, 2):
        pairs = [_pairs(runs, game, first, second) for game in games]
        main: Measure = "score" if scored else "levels"
        ahead = [[_ahead(*pair, main) for pair in of] for of in pairs]
        found.append(Comparison(first, second, main, interval(ahead), by_chance(ahead) if all(ahead) else 1.0))
        ratios = [[_ratio(*pair) for pair in of if _common(*pair)] for of in pairs]
        many = [group for group in ratios if len(group) >= FEWEST]
        many = many or [group for group in ratios if group]
        logs = interval(many)
        found.append(Comparison(first, second, "actions", logs and _exponential(logs), by_chance(many)))
    return found


def _standing(game: str, agent: str, runs: Sequence[Run]) -> Standing:
    told = [run for run in runs if not run.lost]
    deepest = max((len(run.level_actions) for run in told), default=0)
    done = [[run.level_actions[level] for run in told if len(run.level_actions) > level] for level in range(deepest)]
    scores = [run.score for run in told if run.score is not None]
    return Standing(
        game, agent, len(told), len(runs) - len(told), sum(run.state == "WIN" for run in told),
        interval([[run.levels_completed for run in told]]), told[0].levels if told else 0,
        interval([scores]) if len(scores) == len(told) else None,
        tuple((len(actions), statistics.median(actions)) for actions in done),
        len(told) > 1 and len({run.played for run in told}) == 1 and told[0].stopped != "time",
    )  # fmt: skip


def _in_all(each: Sequence[Standing], runs: Iterable[Run]) -> Standing:
    """One agent in all games: the mean of what it does in each."""
    agent = each[0].agent
    played = [one.game for one in each if one.runs]
    of = [[run for run in runs if not run.lost and (run.game, run.agent) == (game, agent)] for game in played]
    scores = [[run.score for run in group if run.score is not None] for group in of]
    scored = all(len(some) == len(group) for some, group in zip(scores, of, strict=True))
    return Standing(
        ALL, agent, sum(one.runs for one in each), sum(one.lost for one in each), sum(one.won for one in each),
        interval([[run.levels_completed for run in group] for group in of]),
        statistics.fmean(group[0].levels for group in of) if of else 0.0,
        interval(scores) if scored else None, (), False,
    )  # fmt: skip


def _pairs(runs: Iterable[Run], game: str, first: str, second: str) -> list[tuple[Run, Run]]:
    told = {(run.agent, run.seed): run for run in runs if run.game == game and not run.lost}
    seeds = sorted(seed for agent, seed in told if agent == first and (second, seed) in told)
    return [(told[first, seed], told[second, seed]) for seed in seeds]


def _ahead(first: Run, second: Run, measure: Measure) -> float:
    if measure == "score":
        return (first.score or 0.0) - (second.score or 0.0)
    return first.levels_completed - second.levels_completed


def _common(first: Run, second: Run) -> int:
    return min(len(first.level_actions), len(second.level_actions))


def _ratio(first: Run, second: Run) -> float:
    """How many actions one took beside the other, as the mean of logarithms over the levels that both completed."""
    pairs = zip(first.level_actions, second.level_actions, strict=False)
    return statistics.fmean(math.log(max(one, 1) / max(two, 1)) for one, two in pairs)


def _exponential(logs: Interval) -> Interval:
    return Interval(math.exp(logs.mean), math.exp(logs.low), math.exp(logs.high), logs.count, logs.enough)


def _number(value: float) -> str:
    """A number with two digits after the point; never a minus before nothing."""
    return f"{round(value, 2) + 0.0:.2f}"
