"""From the rules and goals of a file to the tables that engines read, with what is wrong or odd about each rule.

Takes a game with its `brackets`, gives a `Cellwise`. What `expand` finds in a rule is told here, in words and with its
place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arcg.dsl.cellwise.brackets import BracketGame, BracketRule, Item
from arcg.dsl.cellwise.drafts import Key, Problem
from arcg.dsl.cellwise.expand import expand
from arcg.dsl.cellwise.nodes import CellGoal, CellTest, Cellwise
from arcg.dsl.cellwise.stages import Placed, stages
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.model import Game

MAX_WAYS: Final = 16_384
"""Most ways in which the rules of a file can match, those of all rules together."""

MAX_RIGID: Final = 30
"""Most groups with rules that are `rigid`."""

_LEFT: Final = ("never together", "never without")
"""Problems of cells before the arrow; all others are of cells behind it, or of a whole rule."""

_SAYS: Final = {
    "contradiction on the right": "E342",
    "unknown movement": "E340",
    "unknown member": "E341",
    "never together": "E343",
    "put together": "E343",
}

_ODD: Final = {
    "put together": "W353",
    "random kind": "W351",
    "random beside": "W352",
}


def make_tables(game: Game, brackets: BracketGame, reporter: Reporter) -> Cellwise:
    """The tables of a game. After an error they are not whole."""
    return _Maker(game, reporter).tables(brackets)


class _Maker:
    def __init__(self, game: Game, reporter: Reporter) -> None:
        self.game = game
        self.reporter = reporter
        self.kinds = list(game.kinds.values())
        self.layers = [kind.layer.number for kind in self.kinds]
        self.ways = 0

    def tables(self, brackets: BracketGame) -> Cellwise:
        placed = [
            self.placed(rule, number if phase.loops else -1)
            for number, phase in enumerate(brackets.phases)
            for rule in phase.rules
        ]
        early, late = stages(placed)
        rigid = {rule.source for group in early.groups if group.rigid for rule in group.rules if rule.rigid}
        if sum(group.rigid for group in early.groups) > MAX_RIGID:
            last = [entry.rule for entry in placed if entry.rule.source in rigid][-1]
            self.too_many(
                last.span,
                sum(group.rigid for group in early.groups),
                "groups of rules with `rigid`",
                MAX_RIGID,
                "give rules that are rigid together one name: they are one group",
            )
        return Cellwise(
            player=_test(brackets.player),
            asked=_mask(kind for item in brackets.player for kind in item.kinds),
            early=early,
            late=late,
            goals=tuple(CellGoal(goal.quantifier, _test(goal.first), _test(goal.second)) for goal in brackets.goals),
            at_start=brackets.at_start,
            must_move=brackets.must_move,
            names=brackets.names,
            phases=tuple(phase.name for phase in brackets.phases for _ in phase.rules),
            lines=tuple(rule.span.line for rule in brackets.rules),
        )

    def placed(self, rule: BracketRule, loop: int) -> Placed:
        """A rule with its ways; reports what is wrong with it, and when there are too many."""
        if self.ways > MAX_WAYS:
            return Placed(rule, (), loop)
        made = expand(rule, self.layers)
        for problem in made.problems:
            self.problem(rule, problem, bool(made.rules))
        self.ways += len(made.rules)
        if self.ways > MAX_WAYS:
            hint = "name fewer kinds and directions in one rule, or put kinds that rules treat alike on one layer"
            self.too_many(rule.span, self.ways, "ways in which the rules up to here can match", MAX_WAYS, hint)
        return Placed(rule, made.rules, loop)

    def too_many(self, span: Span, count: int, what: str, limit: int, hint: str) -> None:
        self.reporter.report("E216", span, count=count, what=what, limit=limit, hint=hint)

    def problem(self, rule: BracketRule, problem: Problem, fires: bool) -> None:
        """Tell one problem. That a `no` goes without saying is no slip, nor that some members of a group never fit."""
        span = self.place(rule, problem)
        first, second = ([self.name(key) for key in problem.keys] + ["", ""])[:2]
        if problem.kind == "too many":
            hint = "name fewer groups with `moving`, `horizontal` and the like in one rule, or write several rules"
            self.too_many(rule.span, problem.count, "ways in which this rule can match", MAX_WAYS, hint)
        elif problem.kind == "never without":
            if not fires:
                reason = f"a cell holds `{first}` and `no {first}`"
                self.reporter.report("W321", span, reason=reason, hint="take one of the two away")
        elif code := (_SAYS if problem.severity == "error" else _ODD).get(problem.kind):
            self.reporter.report(code, span, word=problem.word, first=first, second=second)

    def place(self, rule: BracketRule, problem: Problem) -> Span:
        """Where the item stands that a problem is about; the rule if it stands nowhere."""
        rows = rule.left if problem.kind in _LEFT else rule.right
        row, number = problem.cell
        if row >= len(rows) or number >= len(rows[row]):
            return rule.span
        items = rows[row][number] or ()
        wanted = {self.name(key) for key in problem.keys[-1:]}
        return next((item.span for item in items if item.name in wanted), rule.span)

    def name(self, key: Key) -> str:
        return self.kinds[key].name if isinstance(key, int) else key


def _test(items: Iterable[Item]) -> CellTest:
    """What a cell must hold to hold all items, and nothing that is said with `no`."""
    present = absent = 0
    some: list[int] = []
    for item in items:
        mask = _mask(item.kinds)
        if item.word == "no":
            absent |= mask
        elif len(set(item.kinds)) == 1:
            present |= mask
        else:
            some.append(mask)
    return CellTest(present, absent, tuple(some))


def _mask(kinds: Iterable[int]) -> int:
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask
