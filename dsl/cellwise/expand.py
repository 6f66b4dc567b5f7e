"""The expansion: one rule in brackets becomes all the ways in which it can match, as tables.

The order of the steps, and of what each of them makes, is part of the semantics: rules of a group are tried in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arcg.dsl.cellwise import directions, excess, masks, movements, properties
from arcg.dsl.cellwise.brackets import BracketRule
from arcg.dsl.cellwise.drafts import APART, Cell, Draft, Key, Names, Problem, draft, layout
from arcg.dsl.cellwise.nodes import CellChange, CellRule, CellTest

MAX_DRAFTS = 1 << 18
"""Ways of one rule before those that say the same or can never match are dropped."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """`rules`: the ways of a rule, in the order in which they are tried. `problems`: each once."""

    rules: tuple[CellRule, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A left cell with its right one, in all ways of a rule in which they occur: what is wrong, and the tables.

    `clash` and `without` are why the left never matches, `both` what the right puts on one layer.
    """

    right: Cell
    clash: tuple[Key, Key] | None = None
    without: Key | None = None
    both: tuple[Key, Key] | None = None
    test: CellTest | None = None
    change: CellChange | None = None


def expand(rule: BracketRule, layers: Sequence[int]) -> Expansion:
    """All ways in which `rule` can match; `layers` is the layer of each kind.

    `rule` is as `BracketRule` says: as many rows and cells right as left or none right, gaps mirrored, no name twice
    in a cell but after `random`, movements only if it is not late.
    """
    first, names = draft(rule, layout(tuple(layers)))
    problems: list[Problem] = []
    first = excess.trimmed(first, names, problems)
    _look_right(first, names, problems)
    rules = _Tables(rule, names, problems).of(_drafts(first, rule, names, problems))
    if any(problem.kind in ("unknown movement", "too many") for problem in problems):
        rules = ()
    return Expansion(rules, tuple(dict.fromkeys(problems)))


def _drafts(first: Draft, rule: BracketRule, names: Names, problems: list[Problem]) -> Iterator[Draft]:
    count = 0
    for directed in directions.directed(first, rule.ways, tuple(map(len, rule.left))):
        base = properties.spread_absences(directed, names)
        count += movements.choices(base) * properties.choices(base, names)
        if count > MAX_DRAFTS:
            problems.append(Problem("too many", "error", count=count))
            return
        for settled in movements.settled(base, names, problems):
            yield from properties.with_members(settled, names, problems)


def _look_right(first: Draft, names: Names, problems: list[Problem]) -> None:
    for index, cell in enumerate(first.right):
        held = {names.layer(key): key for word, key in cell or () if word not in APART}
        for word, key in cell or ():
            if word != "random":
                continue
            if isinstance(key, int):
                problems.append(Problem("random kind", "warning", names.where(index), (key,)))
            for kind in names.members(key):
                other = held.get(names.layout.layers[kind])
                if other is not None:
                    problems.append(Problem("random beside", "warning", names.where(index), (kind, other)))


class _Tables:
    """Makes tables of the drafts of one rule; cells that recur are made once."""

    def __init__(self, rule: BracketRule, names: Names, problems: list[Problem]) -> None:
        self._rule = rule
        self._names = names
        self._problems = problems
        self._pairs: dict[tuple[Cell, Cell], _Pair] = {}
        self._nothing: tuple[Cell, ...] = () if rule.right else ((),) * sum(map(len, rule.left))

    def of(self, drafts: Iterator[Draft]) -> tuple[CellRule, ...]:
        """The rules, in the order of the last of drafts that say the same, without those that can never match."""
        kept: dict[tuple[object, ...], tuple[Draft, list[_Pair]]] = {}
        rows = any(len(row) > 1 for row in self._rule.left)
        for made in drafts:
            pairs = [
                self._pair(left, right) for left, right in zip(made.left, made.right or self._nothing, strict=True)
            ]
            said = (made.way if rows else None, made.left, tuple(pair.right for pair in pairs))
            kept.pop(said, None)
            kept[said] = made, pairs
        rules = []
        clashing: list[Problem] = []
        doubled: list[tuple[bool, list[Problem]]] = []
        for made, pairs in kept.values():
            never = False
            both: list[Problem] = []
            for index, pair in enumerate(pairs):
                where = self._names.where(index, made.backward)
                if pair.both:
                    both.append(Problem("put together", "warning", where, pair.both))
                if never:
                    continue
                if pair.clash:
                    clashing.append(Problem("never together", "error", where, pair.clash))
                elif pair.without is not None:
                    self._problems.append(Problem("never without", "warning", where, (pair.without,)))
                never = pair.clash is not None or pair.without is not None
            doubled.append((never, both))
            if not never:
                rules.append(self._rule_of(made.way, pairs))
        if all(both for never, both in doubled if not never):
            doubled = [(never, [replace(each, severity="error") for each in both]) for never, both in doubled]
        self._problems += (each for _, both in doubled for each in both)
        if clashing and len(clashing) == len(kept):
            self._problems.append(clashing[-1])
        return tuple(rules)

    def _pair(self, left: Cell, right: Cell) -> _Pair:
        pair = self._pairs.get((left, right))
        if pair is None:
            pair = self._pairs[left, right] = self._made(left, right)
        return pair

    def _made(self, left: Cell, right: Cell) -> _Pair:
        if left is None or right is None:
            return _Pair(right)
        names = self._names
        if not self._rule.late:
            right = masks.at_rest(left, right, names)
        clash = masks.clash(left, names)
        if clash:
            return _Pair(right, clash=clash)
        test = masks.test_of(left, names)
        for word, key in left:
            if word != "no" and not names.mask(key) & ~test.absent:
                return _Pair(right, without=key)
        if not self._rule.right:
            return _Pair(right, test=test)
        change = masks.change_of(left, right, test, names)
        return _Pair(right, test=test, change=change, both=masks.clash(right, names))

    def _rule_of(self, way: int, pairs: list[_Pair]) -> CellRule:
        rule = self._rule
        tests: list[tuple[CellTest | None, ...]] = []
        changes: list[tuple[CellChange | None, ...]] = []
        start = 0
        for row in rule.left:
            part = pairs[start : start + len(row)]
            tests.append(tuple(pair.test for pair in part))
            changes.append(tuple(pair.change for pair in part))
            start += len(row)
        return CellRule(way, tuple(tests), tuple(changes) if rule.right else (), rule.commands, rule.source, rule.rigid)
