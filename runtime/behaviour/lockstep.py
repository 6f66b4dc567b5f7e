"""Two games in lockstep: the same moves on the same levels, breadth first, until they show different things.

Both games are deterministic, so they act alike on a level if and only if no sequence of moves makes them show
different things: that they are in states that mean the same need not be known, only found out. What a cell of one game
shows corresponds to what a cell of the other shows one for one, and this *renaming* is found out on the way: whatever
stands for two things is a difference. Pairs of positions that were met before are not gone into again, so on a level
whose pairs are all met the games are alike for good.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import Symmetry
from arcg.runtime.behaviour.probe import WIDTH, Place, Probe, Resized, Seen
from arcg.runtime.engine import Action, Status

Act = tuple[int, int, int]
"""An action, and for a click the cell of the board; else -1 and -1."""

MOST_CLICKS = 36
"""Cells that are clicked on in a position: on larger boards those in which something lies when the level begins."""


class Renaming:
    """What a cell of one game shows, and what a cell of the other shows where it shows that; one for one."""

    def __init__(self) -> None:
        self.forth: dict[int, int] = {}
        self.back: dict[int, int] = {}

    def clash(self, ours: Seen, theirs: Seen) -> int | None:
        """The first cell at which two positions cannot mean the same, else None; then what was new is known."""
        forth: dict[int, int] = {}
        back: dict[int, int] = {}
        for cell, (one, two) in enumerate(zip(ours.tolist(), theirs.tolist(), strict=True)):
            if self.forth.get(one, forth.setdefault(one, two)) != two:
                return cell
            if self.back.get(two, back.setdefault(two, one)) != one:
                return cell
        self.forth.update(forth)
        self.back.update(back)
        return None


@dataclass(slots=True)
class Trial:
    """A level of the first game beside one of the second, whose board is turned, with a renaming that is shared.

    Attributes:
        a, b: numbers of the levels in their probes.
        symmetry: what turns the first board to the second.
        limit: pairs of positions after which no more are gone into.
        pairs: pairs of positions that were met, ends not counted.
        whole: all that can be met were.
        wins, losses: moves that ended both games.
        clash: what came last before the games differed, from the first move on; None: they did not.
        cell: where they differ then, of the first game's board; None: in how they stand.
    """

    a: int
    b: int
    symmetry: Symmetry
    renaming: Renaming
    limit: int
    nodes: list[tuple[Place, Place, int, int]] = field(default_factory=list)
    known: set[tuple[bytes, bytes]] = field(default_factory=set)
    done: int = 0
    depth_ends: int = 0
    wins: int = 0
    losses: int = 0
    clash: tuple[int, ...] | None = None
    cell: tuple[int, int] | None = None
    stands: tuple[Status, Status] = (Status.PLAYING, Status.PLAYING)
    compared: set[tuple[bytes, bytes]] = field(default_factory=set)
    full: bool = False

    @property
    def pairs(self) -> int:
        """Pairs of positions that were met."""
        return len(self.nodes)

    @property
    def whole(self) -> bool:
        """Whether all pairs that can be met were, and all their moves were taken."""
        return self.clash is None and not self.full

    def path(self, node: int) -> tuple[int, ...]:
        """The numbers of the moves that lead to a pair."""
        moves = []
        while node > 0:
            _, _, parent, act = self.nodes[node]
            moves.append(act)
            node = parent
        return tuple(reversed(moves))


def acts_on(level: ir.Level, actions: Collection[int]) -> list[Act]:
    """What can be done on a level with some actions: clicks in all cells, or if these are many, where things lie."""
    found: list[Act] = [(action, -1, -1) for action in sorted(actions) if action not in (Action.UNDO, Action.CLICK)]
    if Action.CLICK in actions:
        cells = [(x, y) for y in range(level.height) for x in range(level.width)]
        if len(cells) > MOST_CLICKS:
            cells = sorted({(thing.x, thing.y) for thing in level.things} & set(cells))
        found += [(int(Action.CLICK), x, y) for x, y in cells]
    return found


class Lockstep:
    """Plays trials of two games."""

    def __init__(self, a: Probe, b: Probe, trials: Sequence[Trial], *, clicks: bool) -> None:
        self.a, self.b, self.trials, self.clicks = a, b, trials, clicks
        self.moves = 0
        """Moves that were taken, of both games as one."""

    def run(self) -> None:
        """Play until every trial has come to its end; more room in the kernels' arrays means starting once more."""
        before = [(trial.renaming, dict(trial.renaming.forth), dict(trial.renaming.back)) for trial in self.trials]
        while True:
            try:
                self._begin()
                while any(self._layer()):
                    pass
                return
            except Resized:
                for renaming, forth, back in before:
                    renaming.forth, renaming.back = dict(forth), dict(back)

    # ------------------------------------------------------------ actions

    @cached_property
    def plain(self) -> list[int]:
        """The actions that either game offers, as the first one calls them, clicks apart."""
        offered = set(self.a.program.actions)
        return sorted(offered - {Action.UNDO, Action.CLICK})

    def acts(self, trial: Trial) -> list[Act]:
        """All actions on a level."""
        back = {trial.symmetry.action(action): action for action in range(1, 6)}
        plain = set(self.plain) | {back[action] for action in self.b.program.actions if action in back}
        return acts_on(self.a.program.levels[trial.a], [*plain, *([int(Action.CLICK)] if self.clicks else [])])

    def turned(self, trial: Trial, act: Act) -> Act:
        """An action as the second game has it."""
        action, x, y = act
        level = self.a.program.levels[trial.a]
        if action == Action.CLICK:
            return (action, *trial.symmetry.cell(x, y, level.width, level.height))
        return trial.symmetry.action(action), -1, -1

    # ------------------------------------------------------------ cells

    def _cells(self, trial: Trial) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cells of the first game's level among those of its probe, and those of the second's that they lie in."""
        level = self.a.program.levels[trial.a]
        ours, theirs = [], []
        for y in range(level.height):
            for x in range(level.width):
                to_x, to_y = trial.symmetry.cell(x, y, level.width, level.height)
                ours.append(y * self.a.size[0] + x)
                theirs.append(to_y * self.b.size[0] + to_x)
        return np.array(ours), np.array(theirs)

    # ------------------------------------------------------------ playing

    def _begin(self) -> None:
        self._inside = [self._cells(trial) for trial in self.trials]
        self._acts = [self.acts(trial) for trial in self.trials]
        for trial in self.trials:
            trial.nodes, trial.known, trial.compared = [], set(), set()
            trial.done = trial.depth_ends = trial.wins = trial.losses = 0
            trial.clash, trial.cell, trial.full = None, None, False
        for first in range(0, len(self.trials), WIDTH):
            some = self.trials[first : first + WIDTH]
            ours, theirs = self.a.begin([trial.a for trial in some]), self.b.begin([trial.b for trial in some])
            for number in range(len(some)):
                one, two = ours[0][number], theirs[0][number]
                self._meet(first + number, one, two, (ours[1][number], theirs[1][number]), -1, -1)
            for trial in some:
                trial.depth_ends = len(trial.nodes)

    def _layer(self) -> list[int]:
        """Take all moves from the pairs that are so many moves away from the beginning as none before."""
        tasks = [
            (number, node, act)
            for number, trial in enumerate(self.trials)
            if trial.clash is None
            for node in range(trial.done, trial.depth_ends)
            for act in range(len(self._acts[number]))
        ]
        for first in range(0, len(tasks), WIDTH):
            some = [task for task in tasks[first : first + WIDTH] if self._wanted(self.trials[task[0]])]
            if some:
                self._take(some)
        grown = []
        for trial in self.trials:
            trial.done, trial.depth_ends = trial.depth_ends, len(trial.nodes)
            if trial.clash is None and not trial.full:
                grown.append(trial.depth_ends - trial.done)
        return grown

    def _wanted(self, trial: Trial) -> bool:
        return trial.clash is None and not trial.full

    def _take(self, tasks: list[tuple[int, int, int]]) -> None:
        ours, theirs, acts, others = [], [], [], []
        for number, node, act in tasks:
            trial = self.trials[number]
            one, two, _, _ = trial.nodes[node]
            ours.append(one)
            theirs.append(two)
            acts.append(self._acts[number][act])
            others.append(self.turned(trial, acts[-1]))
        self.moves += len(tasks)
        a_places, a_seen = self.a.step(ours, acts)
        b_places, b_seen = self.b.step(theirs, others)
        for place, (number, node, act) in enumerate(tasks):
            if self._wanted(self.trials[number]):
                self._meet(number, a_places[place], b_places[place], (a_seen[place], b_seen[place]), node, act)

    def _meet(self, number: int, one: Place, two: Place, seen: tuple[Seen, Seen], node: int, act: int) -> None:
        """A pair of positions is met: compare them, and keep the pair if it is a new one."""
        trial = self.trials[number]
        trial.stands = one.status, two.status
        if one.status != two.status:
            self._differ(trial, node, act, None)
            return
        if one.status != Status.PLAYING:
            trial.wins += one.status == Status.WON
            trial.losses += one.status == Status.OVER
            return
        key = one.key, two.key
        if key in trial.known:
            return
        ours, theirs = (view[cells] for view, cells in zip(seen, self._inside[number], strict=True))
        shown = ours.tobytes(), theirs.tobytes()
        if shown not in trial.compared:
            cell = trial.renaming.clash(ours, theirs)
            if cell is not None:
                self._differ(trial, node, act, divmod(cell, self.a.program.levels[trial.a].width)[::-1])
                return
            trial.compared.add(shown)
        if len(trial.nodes) >= trial.limit:
            trial.full = True
            return
        trial.known.add(key)
        trial.nodes.append((one, two, node, act))

    def _differ(self, trial: Trial, node: int, act: int, cell: tuple[int, ...] | None) -> None:
        trial.clash = (*trial.path(node), act) if node >= 0 else ()
        trial.cell = None if cell is None else (cell[0], cell[1])

    def clash_acts(self, trial: Trial) -> tuple[list[Act], list[Act]]:
        """The moves after which two games differ, as each of them has them."""
        acts = self.acts(trial)
        ours = [acts[number] for number in trial.clash or ()]
        return ours, [self.turned(trial, act) for act in ours]
