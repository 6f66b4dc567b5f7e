"""Loops that may not rest: `repeat` phases of which one round certainly leads to another, for ever.

Two criteria, both certain once the phase begins in the state that they speak of. *An attribute goes round*: the rules
that change it depend on nothing but itself, and from a value that it can have it never comes to stay as it is. *A rule
goes on making an event*: nothing that its conditions look at is changed by any rule of the phase.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.nodes import shaping, step_of
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.values import FEW, Op, Values, of_domain
from arcg.dsl.lint.world import WORLD
from arcg.dsl.model import AttrModel, Game
from arcg.dsl.walk import below

_COMPARE: Final[dict[Op, Callable[[int, int], bool]]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

_CHANGING: Final = (core.Set, core.Add, core.Cycle)
_GOING_ON: Final = (
    *_CHANGING,
    core.Move,
    core.Put,
    core.Turn,
    core.Stay,
    core.Make,
    core.Drop,
    core.Show,
    core.Save,
    core.Emit,
)
"""Steps after which a phase goes on and what it did stays done."""

_ELUSIVE: Final = (core.Fact, core.Stops, core.Distance, core.Approach, core.Asked, core.Did)
"""What may be asked for and depends on more than it names."""

MOST_ATTRIBUTES: Final = 20
"""Attributes that one phase may change for each of them to be looked at."""

Change = core.Set | core.Add | core.Cycle
Tests = tuple[tuple[Op, int], ...]


@dataclass(frozen=True, slots=True)
class _Link:
    """A rule that changes one attribute: its tests of the value, and what it does to it.

    `aside` are the tests that it makes of another attribute of the same thing, by field.
    """

    tests: Tests
    step: Change
    aside: tuple[tuple[int, Tests], ...] = ()


def report_restless(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """Report phases that never rest once they are where they can come to."""
    for number, phase in enumerate(game.phases):
        rules = [rule for place, rule in enumerate(phase.rules) if reached.fires(number, place)]
        goes_on = all(isinstance(step_of(effect), _GOING_ON) for rule in rules for effect in rule.effects)
        if not phase.repeat or not goes_on or phase.line in places.sentences:
            continue
        turning = _turning(game, reached, phase, rules)
        if turning is not None:
            reporter.report("W327", places.statement(phase.line), name=phase.name, why=f"`{turning}` goes on changing")
            continue
        calling = _calling(game, number, rules)
        if calling is not None:
            notes = [("this one", places.rule(calling.line))]
            why = f"the rule `{calling.name}` goes on making an event"
            reporter.report("W327", places.statement(phase.line), notes=notes, name=phase.name, why=why)


# ---------------------------------------------------------------- an attribute that goes round


def _turning(game: Game, reached: Reach, phase: core.Phase, rules: Sequence[core.Rule]) -> str | None:
    """The attribute that never stays as it is, if there is one."""
    steps = [step_of(effect) for rule in rules for effect in rule.effects]
    targets = {step.target for step in steps if isinstance(step, _CHANGING)}
    world = {target.attr for target in targets if isinstance(target, core.WorldTarget)}
    fields = {target.field for target in targets if isinstance(target, core.AttrTarget)}
    if phase.each is not None or len(world) + len(fields) > MOST_ATTRIBUTES:
        return None
    for attr in [attr for attr in game.world.values() if attr.number in world]:
        links = _links_of_world(phase, rules, attr.number)
        if _circles(phase, reached.world.of((WORLD, attr.number)), core.World(attr.number), attr, links):
            return attr.name
    changed = fields | (shaping(game) if any(isinstance(step, core.Turn) for step in steps) else frozenset())
    fields -= shaping(game)  # a body may find no room to go on
    for kind in game.kinds.values():
        for attr in [attr for attr in kind.attrs.values() if attr.number in fields]:
            links = _links_of_things(phase, rules, kind.number, attr.number)
            possible = reached.world.of((kind.number, attr.number))
            aside = {field for link in links for field, _ in link.aside}
            if not aside and _circles(phase, possible, None, attr, links):
                return f"{kind.name}.{attr.name}"
            if len(aside) == 1 and not aside & changed and phase.when is None:
                others = reached.world.of((kind.number, aside.pop())) or frozenset()
                if any(_always_circles(phase, possible, attr, _holding(links, other)) for other in others):
                    return f"{kind.name}.{attr.name}"
    return None


def _links_of_world(phase: core.Phase, rules: Sequence[core.Rule], number: int) -> list[_Link]:
    """The rules that change an attribute of the world; none if what they do depends on anything else."""
    found: list[_Link] = []
    for rule in rules:
        if not any(isinstance(node, core.WorldTarget) and node.attr == number for node in below(rule.effects)):
            if phase.first:
                return []  # where it has a match, the rules below it are not reached
            continue
        link = None if rule.query.things else _link(rule, core.World(number), core.WorldTarget(number))
        if link is None:
            return []
        found.append(link)
    return found


def _links_of_things(phase: core.Phase, rules: Sequence[core.Rule], kind: int, number: int) -> list[_Link]:
    """The rules that change an attribute of every thing of a kind by itself; none if there are other things in play."""
    found: list[_Link] = []
    for rule in rules:
        if phase.first or any(isinstance(node, core.Drop) for node in below(rule.effects)):
            return []
        if any(isinstance(node, core.AttrTarget) and node.field == number for node in below(rule.effects)):
            link = None if rule.mode in ("once", "random") else _link_of_thing(rule, kind, number)
            if link is None:  # under `once` which thing is taken depends on the others
                return []
            found.append(link)
    return found


def _link_of_thing(rule: core.Rule, kind: int, number: int) -> _Link | None:
    """A rule as a link if it changes the attribute of every thing of a kind that passes tests of attributes of its own.

    The thing is bound by the rule, or chosen by its one effect: `Crate{hue=red}.worth next`.
    """
    rest: list[core.Effect] = [effect for effect in rule.effects if not isinstance(effect, core.Show)]
    query = rule.query
    if len(rest) == 1 and isinstance(rest[0], core.Keyed) and not query.atoms:
        query, rest = rest[0].query, [rest[0].step]
    binds = [atom for atom in query.atoms if isinstance(atom, core.Bind)]
    if rule.trigger is not None or len(rest) != 1 or len(binds) != 1 or binds[0].kinds != (kind,):
        return None
    slot = core.Slot(binds[0].slot)
    if not _steps_alone(rest[0], core.AttrTarget(slot, number)):
        return None
    of_others: dict[int, list[core.Atom]] = {}
    own: list[core.Atom] = []
    for atom in query.atoms:
        match atom:
            case core.Compare(_, core.Attr(thing, field), _) if thing == slot and field != number:
                of_others.setdefault(field, []).append(atom)
            case _:
                own.append(atom)
    tests = _tests(own, core.Attr(slot, number))
    aside = {field: _tests(atoms, core.Attr(slot, field)) for field, atoms in of_others.items()}
    known = tuple((field, found) for field, found in aside.items() if found is not None)
    if tests is None or len(known) < len(aside) or not isinstance(rest[0], _CHANGING):
        return None
    return _Link(tests, rest[0], known)


def _steps_alone(step: core.Effect, target: core.Target) -> bool:
    """Whether a step changes that attribute by what is known here."""
    if not isinstance(step, _CHANGING) or step.target != target:
        return False
    return isinstance(step, core.Cycle) or _constant(step) is not None


def _link(rule: core.Rule, read: core.Expr, target: core.Target) -> _Link | None:
    """A rule as a link, if it has no event, tests nothing but that attribute, and changes it by what is known here."""
    rest = [effect for effect in rule.effects if not isinstance(effect, core.Show)]
    # beside others the change might be dropped with them
    if rule.trigger is not None or len(rest) != 1 or not isinstance(rest[0], _CHANGING):
        return None
    tests = _tests(rule.query.atoms, read)
    return _Link(tests, rest[0]) if tests is not None and _steps_alone(rest[0], target) else None


def _constant(step: Change) -> int | None:
    match step:
        case core.Set(_, core.Const(value=value)) | core.Add(_, core.Const(value=value), None, None):
            return value
    return None


def _tests(atoms: Iterable[core.Atom], read: core.Expr) -> Tests | None:
    """The tests of an attribute against constants, if there are no other conditions but what binds its thing."""
    found: list[tuple[Op, int]] = []
    for atom in atoms:
        match atom:
            case core.Compare(op, left, core.Const(_, value)) if left == read:
                found.append((op, value))
            case core.Bind(slot) if isinstance(read, core.Attr) and read.thing == core.Slot(slot):
                continue
            case _:
                return None
    return tuple(found)


def _circles(
    phase: core.Phase, possible: Values | None, read: core.Expr | None, attr: AttrModel, links: Sequence[_Link]
) -> bool:
    """Whether the rounds of a phase lead from some possible value round a circle, never to rest.

    `read` is how `when` would ask for the attribute; None for one of things, of which `when` may ask in many ways.
    """
    domain = of_domain(attr.domain)
    if not links or possible is None or domain is None or len(domain) > FEW:
        return False
    beginning: Tests | None = ()
    if phase.when is not None:
        beginning = _tests(phase.when.atoms, read) if read is not None else None
    if beginning is None:
        return False
    return any(
        _passes(value, beginning) and _goes_round(phase, links, value, attr.domain, domain) for value in possible
    )


def _always_circles(phase: core.Phase, possible: Values | None, attr: AttrModel, links: Sequence[_Link]) -> bool:
    """Whether the rounds of a phase lead from every possible value round a circle."""
    domain = of_domain(attr.domain)
    if not links or not possible or domain is None or len(domain) > FEW:
        return False
    return all(_goes_round(phase, links, value, attr.domain, domain) for value in possible)


def _holding(links: Sequence[_Link], other: int) -> list[_Link]:
    """The links that a thing takes whose other attribute has a value."""
    return [link for link in links if all(_passes(other, tests) for _, tests in link.aside)]


def _goes_round(phase: core.Phase, links: Sequence[_Link], value: int, domain: core.Domain, values: Values) -> bool:
    """Whether the rounds lead from a value to ever new ones, or round a circle."""
    for _ in values:
        value = _round(phase, links, value, domain, values)
    return _round(phase, links, value, domain, values) != value


def _passes(value: int, tests: Tests) -> bool:
    return all(_COMPARE[op](value, limit) for op, limit in tests)


def _round(phase: core.Phase, links: Sequence[_Link], value: int, domain: core.Domain, values: Values) -> int:
    """What one round makes of a value; a change that leaves the domain is dropped."""
    for link in links:
        if not _passes(value, link.tests):
            continue
        match link.step:
            case core.Cycle(_, 1) if isinstance(domain, core.DirDomain):
                value = core.CLOCKWISE[value]
            case core.Cycle() if isinstance(domain, core.DirDomain):
                value = core.COUNTER_CLOCKWISE[value]
            case core.Cycle(_, by):
                first = min(values)
                value = first + (value - first + by) % len(values)
            case step:
                constant = _constant(step) or 0
                new = constant if isinstance(step, core.Set) else value + constant
                value = new if new in values else value
        if phase.first:
            break
    return value


# ---------------------------------------------------------------- an event made for ever


def _calling(game: Game, number: int, rules: Sequence[core.Rule]) -> core.Rule | None:
    """The rule that makes an event in every round, since nothing it asks is changed by the phase."""
    phase = game.phases[number]
    arriving = any(earlier.plan for earlier in game.phases[:number])
    steps = [step_of(effect) for rule in rules for effect in rule.effects]
    for place, rule in enumerate(rules):
        emits = [effect for effect in rule.effects if isinstance(effect, core.Emit)]
        only = all(isinstance(effect, core.Emit | core.Show) for effect in rule.effects)
        told = all(isinstance(arg, core.Slot | core.Const | core.World) for effect in emits for arg in effect.args)
        reached = rule.trigger is None and (place == 0 or not phase.first)
        if emits and only and told and reached and not _touched(game, rule, phase, steps, arriving):
            return rule
    return None


def _touched(game: Game, rule: core.Rule, phase: core.Phase, steps: Sequence[core.Step], arriving: bool) -> bool:
    """Whether what a rule asks may be changed in its phase; `arriving`: what a plan has asked for may happen there."""
    asked = list(below((rule.query, phase.each)))
    fields = {node.field for node in asked if isinstance(node, core.Attr)}
    world = {node.attr for node in asked if isinstance(node, core.World)}
    simple = (core.Query, core.Each, core.Compare, core.Const, core.World)
    of_things = any(not isinstance(node, simple) for node in asked)
    if (of_things and arriving) or any(isinstance(node, _ELUSIVE) for node in asked):
        return True
    for step in steps:
        match step:
            case core.Set(target) | core.Add(target) | core.Cycle(target):
                if isinstance(target, core.WorldTarget) and target.attr in world:
                    return True
                if isinstance(target, core.AttrTarget) and target.field in fields:
                    return True
                if isinstance(target, core.AttrTarget) and of_things and target.field in shaping(game):
                    return True
            case core.Move() | core.Put() | core.Turn() | core.Make() | core.Drop():
                if of_things:
                    return True
    return False
