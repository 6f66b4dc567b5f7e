"""Whether two games act alike: the best pairing of their parts, played in lockstep on levels of both.

`acting(a, b)` makes small boards of both games' levels (`boards.py`), carries each over to the other game under several
pairings (`pairing.py`, `roles.py`, what the coder aligned), tries these on a few boards, and takes the one under which
most of them act alike. Under this one all boards are played (`lockstep.py`). Budgets are counted in positions, so the
findings are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import NamedTuple

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.behaviour import Behaviour, some
from arcg.runtime.behaviour.boards import Boards
from arcg.runtime.behaviour.cast import Cast, cast_of
from arcg.runtime.behaviour.firing import fired
from arcg.runtime.behaviour.lockstep import Lockstep, Renaming, Trial
from arcg.runtime.behaviour.pairing import Carrier, Pairing, reversed_symmetry
from arcg.runtime.behaviour.probe import Probe
from arcg.runtime.behaviour.roles import likely, named, roles
from arcg.runtime.behaviour.solutions import Solved, along
from arcg.runtime.behaviour.telling import difference_of
from arcg.runtime.engine import Action

MOST_PARTS = 40
"""A game with more parts is not compared: pairings could not be told apart."""

MOST_RULES = 1500
"""A game over cells with more ways of its rules takes too long to be made ready so often."""

PAIRINGS = 12
"""Pairings that are tried, in each of the eight symmetries."""

TRIED_BOARDS, TRIED_PAIRS = 5, 24
"""Boards of each game on which pairings are tried, and pairs of positions for each."""

SMALL_BOARDS, SMALL_MOVES = 24, 800
"""Small boards of each game, and moves that are taken on each."""

WHOLE_LEVELS, WHOLE_MOVES = 6, 300
"""Levels of each game as they are, and moves on each; and as many on each position that a solution passes through."""

LEAST_PAIRS = 12
"""Pairs of positions that are met on a level, however many moves they have."""

FINALISTS = 3
"""Pairings that are played on all levels, if the first of them do not make the games act alike."""

FEW_MOVING = 5
"""On fewer levels in which something happens, nothing is said."""

Level = tuple[ir.Level, ir.Level]


class Budget(NamedTuple):
    """How much is compared: small boards of each game, moves on each; levels as they are, moves on each."""

    boards: int = SMALL_BOARDS
    moves: int = SMALL_MOVES
    levels: int = WHOLE_LEVELS
    whole_moves: int = WHOLE_MOVES


def acting(
    a: ir.Program,
    b: ir.Program,
    aligned: Sequence[tuple[str, str]] = (),
    solved: tuple[Sequence[Solved], Sequence[Solved]] = ((), ()),
    budget: Budget = Budget(),  # noqa: B008  it is immutable
) -> Behaviour:
    """Compare how two games act.

    Args:
        a: a game.
        b: another one.
        aligned: names of kinds that correspond, as far as that is known.
        solved: solutions of both games' levels; positions on the way to a win are compared too.
        budget: how much to compare.
    """
    for name, program in (("A", a), ("B", b)):
        if ir.uses_chance(program):
            return Behaviour(None, f"{name} uses chance")
        if not program.levels:
            return Behaviour(None, f"{name} has no levels")
    casts = cast_of(a), cast_of(b)
    for name, cast in zip("AB", casts, strict=True):
        if not cast.parts:
            return Behaviour(None, f"nothing counts in {name}")
        if len(cast.parts) > MOST_PARTS:
            return Behaviour(
                None, f"{name} has {len(cast.parts)} kinds that count, and {MOST_PARTS} at most are compared"
            )
        ways = ir_ways(cast.program)
        if ways > MOST_RULES:
            return Behaviour(None, f"the rules of {name} match in {ways} ways, and {MOST_RULES} at most are compared")
    return _Comparing(casts, aligned, solved, budget).behaviour()


def ir_ways(program: ir.Program) -> int:
    """In how many ways the rules of a game over cells match; 0 of other games."""
    if program.cellwise is None:
        return 0
    stages = program.cellwise.early, program.cellwise.late
    return sum(len(group.rules) for stage in stages for group in stage.groups)


@dataclass(slots=True)
class _Candidate:
    """A pairing on some levels: their numbers among all that are tried at once."""

    pairing: Pairing
    trials: list[Trial]

    @property
    def score(self) -> tuple[float, int, int]:
        """How well the games agree under it: levels on which they do, partners, pairs met before they do not."""
        paired = sum(partner is not None for partner in self.pairing.parts)
        if not self.trials:
            return 0.0, paired, 0
        agree = sum(trial.clash is None for trial in self.trials) / len(self.trials)
        agree *= min(1.0, len(self.trials) / TRIED_BOARDS)
        return agree, paired, 0 if agree == 1 else sum(trial.pairs for trial in self.trials)


class _Comparing:
    def __init__(
        self,
        casts: tuple[Cast, Cast],
        aligned: Sequence[tuple[str, str]],
        solved: tuple[Sequence[Solved], Sequence[Solved]],
        budget: Budget,
    ) -> None:
        self.a, self.b = casts
        self.aligned, self.solved, self.budget = aligned, solved, budget
        self.boards = Boards(self.a), Boards(self.b)
        offered = [Action.CLICK in cast.program.actions for cast in casts]
        self.clicks = any(offered) and all(cast.program.view is None for cast in casts)
        self.left_out: list[str] = []
        if any(offered) and not self.clicks:
            self.left_out.append("clicks, since not all of the board is seen")
        if any(Action.UNDO in cast.program.actions for cast in casts):
            self.left_out.append("undo")

    # ------------------------------------------------------------ pairings

    def pairings(self) -> list[tuple[int | None, ...]]:
        """Which part may be which, the likeliest first."""
        ours, theirs = roles(self.a, self.boards[0]), roles(self.b, self.boards[1])
        found = likely(self.a, self.b, ours, theirs, PAIRINGS)
        known: dict[int, int] = {}
        for one, two in self.aligned:
            part, partner = named(self.a, one), named(self.b, two)
            if part is None or partner is None or part in known or partner in known.values():
                continue
            # what the rules do not tell apart is told apart by its shape
            if self.boards[0].sizes(part) == self.boards[1].sizes(partner):
                known[part] = partner
        if known:
            first = self._completed(known, found)
            found = [first, *self._exchanged(first), *found]
        return list(dict.fromkeys(found))

    def _exchanged(self, parts: tuple[int | None, ...]) -> list[tuple[int | None, ...]]:
        """The same with two partners exchanged, of parts that cover several cells: shape may be all that differs."""
        bodies = [n for n, part in enumerate(self.a.parts) if self.a.program.kinds[part.kinds[0]].body is not None]
        found = []
        for one, two in combinations(bodies, 2):
            mixed = list(parts)
            mixed[one], mixed[two] = parts[two], parts[one]
            found.append(tuple(mixed))
        return found[:PAIRINGS]

    def _completed(self, known: dict[int, int], found: Sequence[tuple[int | None, ...]]) -> tuple[int | None, ...]:
        """What is known, and for all other parts the likeliest partner that is left."""
        parts: list[int | None] = [known.get(part) for part in range(len(self.a.parts))]
        for likely_parts in found[:1]:
            for part, partner in enumerate(likely_parts):
                if parts[part] is None and partner not in parts:
                    parts[part] = partner
        return tuple(parts)

    def levels(self, pairing: Pairing, own: tuple[Sequence[ir.Level], Sequence[ir.Level]]) -> list[Level]:
        """Levels of both games, each as both have it."""
        back: list[int | None] = [None] * len(self.b.parts)
        for part, partner in enumerate(pairing.parts):
            if partner is not None:
                back[partner] = part
        forth = Carrier(self.a, self.b, pairing.parts, pairing.symmetry)
        home = Carrier(self.b, self.a, back, reversed_symmetry(pairing.symmetry))
        found = [(level, forth.level(level)) for level in own[0]] + [(home.level(level), level) for level in own[1]]
        return [(one, two) for one, two in found if one is not None and two is not None]

    def ranked(self) -> tuple[list[Pairing], int]:
        """All pairings: those under which the games agree most on a few boards first; and how many were tried."""
        random = Random(1)
        own = tuple(boards.small(TRIED_BOARDS, random) for boards in self.boards)
        pairings = [Pairing(each, symmetry) for each in self.pairings() for symmetry in SYMMETRIES]
        candidates: list[_Candidate] = []
        # the likeliest first, in all symmetries: often one of them is right, and nothing else need be tried
        for some_of_them in (pairings[: len(SYMMETRIES)], pairings[len(SYMMETRIES) :]):
            candidates += self._tried(some_of_them, (own[0], own[1]))
            if any(candidate.score[0] == 1 for candidate in candidates):
                break
        tried = len(candidates)
        candidates.sort(key=lambda candidate: candidate.score, reverse=True)  # of equals the likelier ones stay first
        return [candidate.pairing for candidate in candidates] + pairings[tried:], tried

    def _tried(
        self, pairings: Sequence[Pairing], own: tuple[Sequence[ir.Level], Sequence[ir.Level]]
    ) -> list[_Candidate]:
        candidates, levels = [], list[Level]()
        for pairing in pairings:
            renaming, trials = Renaming(), []
            for level in self.levels(pairing, own):
                trials.append(Trial(len(levels), len(levels), pairing.symmetry, renaming, TRIED_PAIRS))
                levels.append(level)
            candidates.append(_Candidate(pairing, trials))
        if levels:
            self._play(levels, [trial for candidate in candidates for trial in candidate.trials])
        return candidates

    def _play(self, levels: Sequence[Level], trials: Sequence[Trial]) -> Lockstep:
        step = self._lockstep(levels, trials)
        step.run()
        return step

    def _lockstep(self, levels: Sequence[Level], trials: Sequence[Trial]) -> Lockstep:
        ours, theirs = zip(*levels, strict=True)
        return Lockstep(Probe(self.a, ours), Probe(self.b, theirs), trials, clicks=self.clicks)

    def _sound(self, levels: Sequence[Level]) -> list[Level]:
        """Without the levels that are won or lost as they begin, which no level of a game should be."""
        if not levels:
            return []
        ended = [
            set(Probe(cast, side).ended())
            for cast, side in zip((self.a, self.b), zip(*levels, strict=True), strict=True)
        ]
        return [level for number, level in enumerate(levels) if number not in ended[0] | ended[1]]

    # ------------------------------------------------------------ all levels

    def behaviour(self) -> Behaviour:
        """The findings under the pairing that makes the games most alike."""
        pairings, tried = self.ranked()
        random = Random(2)
        small = tuple(boards.small(self.budget.boards, random) for boards in self.boards)
        whole = tuple(
            [*boards.whole(self.budget.levels), *along(cast, solved)]
            for boards, cast, solved in zip(self.boards, (self.a, self.b), self.solved, strict=True)
        )
        found: list[Behaviour] = []
        while pairings and len(found) < FINALISTS:
            found.append(replace(self._under(pairings.pop(0), (small[0], small[1]), (whole[0], whole[1])), tried=tried))
            difference = found[-1].difference
            if difference is None:
                return found[-1]
            pairings = self._agreeing(pairings, difference.levels[0])
        return max(found, key=lambda each: each.same / max(1, each.levels))

    def _agreeing(self, pairings: Sequence[Pairing], level: ir.Level) -> list[Pairing]:
        """The pairings under which the games act alike on a level of the first one."""
        levels, trials, candidates = list[Level](), list[Trial](), list[Pairing]()
        for pairing in pairings:
            carried = Carrier(self.a, self.b, pairing.parts, pairing.symmetry).level(level)
            if carried is not None:
                trials.append(Trial(len(levels), len(levels), pairing.symmetry, Renaming(), TRIED_PAIRS))
                levels.append((level, carried))
                candidates.append(pairing)
        if levels:
            self._play(levels, trials)
        return [pairing for pairing, trial in zip(candidates, trials, strict=True) if trial.clash is None]

    def _under(
        self,
        pairing: Pairing,
        small: tuple[Sequence[ir.Level], Sequence[ir.Level]],
        whole: tuple[Sequence[ir.Level], Sequence[ir.Level]],
    ) -> Behaviour:
        """The findings under one pairing."""
        levels, larger = self._sound(self.levels(pairing, small)), self._sound(self.levels(pairing, whole))
        parts = tuple(
            (self.a.parts[part].name, self.b.parts[partner].name)
            for part, partner in enumerate(pairing.parts)
            if partner is not None
        )
        alone = (
            tuple(self.a.parts[n].name for n, partner in enumerate(pairing.parts) if partner is None),
            tuple(part.name for n, part in enumerate(self.b.parts) if n not in pairing.parts),
        )
        found = Behaviour(
            None, "", parts=parts, alone=alone, turned=pairing.symmetry.words, left_out=tuple(self.left_out)
        )
        if not levels + larger:
            return replace(found, why="no level of one game has a meaning in the other")
        return self._played(found, pairing, levels, larger)

    def _played(
        self, found: Behaviour, pairing: Pairing, levels: Sequence[Level], larger: Sequence[Level]
    ) -> Behaviour:
        renaming = Renaming()
        rounds = []
        for some_levels, moves in ((levels, self.budget.moves), (larger, self.budget.whole_moves)):
            if not some_levels:
                continue
            trials = [Trial(n, n, pairing.symmetry, renaming, 0) for n in range(len(some_levels))]
            step = self._lockstep(some_levels, trials)
            for trial in trials:
                trial.limit = max(LEAST_PAIRS, moves // max(1, len(step.acts(trial))))
            step.run()
            rounds.append((step, trials))
        trials = [trial for _, each in rounds for trial in each]
        same = [trial for trial in trials if trial.clash is None]
        idle = self._idle(rounds)
        found = replace(
            found,
            levels=len(trials),
            same=len(same),
            whole=sum(trial.whole for trial in same),
            moving=sum(trial.pairs >= 3 for trial in same),
            positions=sum(trial.pairs for trial in trials),
            moves=sum(step.moves for step, _ in rounds),
            ends=(sum(trial.wins for trial in trials), sum(trial.losses for trial in trials)),
            unfired=idle,
        )
        differing = [
            (not trial.clash, len(trial.clash), trial.pairs, number, step, trial)
            for number, (step, each) in enumerate(rounds)
            for trial in each
            if trial.clash is not None
        ]
        if differing:  # one after some moves is told rather than one in how a level begins
            *_, step, trial = min(differing, key=lambda entry: entry[:4])
            return replace(found, alike=False, difference=difference_of(step, trial))
        return replace(found, alike=None if (why := self._doubt(found)) else True, why=why)

    def _idle(self, rounds: Iterable[tuple[Lockstep, list[Trial]]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The rules of each game that matter and did nothing on any level."""
        result = []
        for side, cast in enumerate((self.a, self.b)):
            left = dict(cast.rules)
            for step, trials in rounds:
                for name in fired(step, trials, side, set(left)):
                    del left[name]
            result.append(tuple(f"{rule} (line {line})" for (_, rule), line in left.items()))
        return result[0], result[1]

    def _doubt(self, found: Behaviour) -> str:
        """Why nothing can be said although no difference was found; empty: it can."""
        if found.moving < FEW_MOVING:
            return f"on only {found.moving} levels did anything happen"
        for name, alone in zip("AB", found.alone, strict=True):
            if alone:
                return f"no difference was found, but nothing in the other game corresponds to {some(alone)} of {name}"
        for name, idle in zip("AB", found.unfired, strict=True):
            if idle:
                return f"no difference was found, but rules of {name} never did anything: {some(idle)}"
        if (self.a.wins or self.b.wins) and not found.ends[0]:
            return "no difference was found, but nothing was won"
        return ""
