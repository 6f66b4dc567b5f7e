"""Phases and their rules: heads, `when`, `each`, triggers, queries and effects as core nodes.

Takes the phase declarations of a file, joins those of one name, and fills `game.phases`; forbids and goals, which are
queries with a scope of their own, are made here as well. The events that rules make are known before (`events.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Span
from arcg.dsl.effects import EffectChecker
from arcg.dsl.expressions import key_of
from arcg.dsl.functions import MOTION_EVENTS
from arcg.dsl.model import Type
from arcg.dsl.names import Names
from arcg.dsl.queries import QueryChecker, Tested
from arcg.dsl.scope import Binding, Scope, Typed
from arcg.dsl.walk import effects_of
from arcg.dsl.wording import type_words, written


@dataclass(slots=True)
class Joined:
    """A phase: its first declaration, and the rules of all declarations of its name, numbered from 1."""

    decl: syntax.PhaseDecl
    rules: list[syntax.RuleDecl] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """A checked phase header: its triggers, its condition, its `each`, and the scope that its rules begin with."""

    scope: Scope
    heads: tuple[core.Trigger, ...]
    when: core.Query | None
    each: core.Each | None


def join_phases(names: Names, decls: Sequence[syntax.PhaseDecl]) -> list[Joined]:
    """The phases of a file in order; declarations of one name and header are one phase."""
    joined: list[Joined] = []
    first: dict[str, Joined] = {}
    for decl in decls:
        known = first.get(decl.name.text)
        if known is not None and _header(known.decl) == _header(decl):
            known.rules += decl.rules
            continue
        if known is not None:
            notes = [("first here", known.decl.name.span)]
            names.report("E322", decl.name.span, notes=notes, name=decl.name.text)
        joined.append(Joined(decl, list(decl.rules)))
        first.setdefault(decl.name.text, joined[-1])
    return joined


def _header(decl: syntax.PhaseDecl) -> tuple[object, ...]:
    return decl.events, decl.when, decl.repeat, decl.first, decl.each, decl.show, decl.plan


# ---------------------------------------------------------------- headers


def check_head(names: Names, decl: syntax.PhaseDecl) -> Head:
    """The header of a phase."""
    scope = Scope()
    checker = QueryChecker(names, scope)
    heads, tested = _triggers(names, checker, decl)
    thing_slot, thing_type = _reserve_each(names, scope, decl)
    when = _when(names, checker, decl, tested)
    each: core.Each | None = None
    if decl.each is not None:
        term = decl.each.term
        with scope.nested() as block, scope.without_binding():  # only the thing itself is visible in the rules
            scope.visible[key_of(term)] = Binding(thing_slot, thing_type)
            block.things.append(thing_slot)
            if thing_type is not None:
                block.atoms.append(core.Bind(thing_slot, thing_type.kinds))
            checker.tests(term, Typed(core.Slot(thing_slot), thing_type))
            by = _by(names, checker, decl.each)
        each = core.Each(thing_slot, block.query(), by)
        scope.visible[key_of(term)] = Binding(thing_slot, thing_type)
    names.bound((when, each), decl.span)
    return Head(scope, heads, when, each)


def _triggers(names: Names, checker: QueryChecker, decl: syntax.PhaseDecl) -> tuple[tuple[core.Trigger, ...], Tested]:
    """The events of a header. A variable that only some of them bind is marked so."""
    scope = checker.scope
    found: list[core.Trigger] = []
    tested: Tested = []
    bound: dict[str, tuple[Binding, set[int]]] = {}
    for number, event in enumerate(decl.events):
        scope.visible = {}
        scope.reserved = {key: binding.slot for key, (binding, _) in bound.items()}
        trigger, its_tests = checker.trigger(event)
        if trigger is not None:
            found.append(trigger)
        if its_tests and len(decl.events) > 1:
            names.report("E332", its_tests[0][0].span, text=written(its_tests[0][0]))
        else:
            tested += its_tests
        for key, binding in scope.visible.items():
            known, where = bound.setdefault(key, (binding, set()))
            where.add(number)
            bound[key] = _joined_binding(names, key, event, known, binding), where
    scope.reserved = {}
    scope.visible = {}
    for key, (binding, where) in bound.items():
        missing = next((e.name for number, e in enumerate(decl.events) if number not in where), None)
        scope.visible[key] = Binding(binding.slot, binding.type, missing)
        if binding.slot >= 0:
            scope.slots[binding.slot] = (scope.slots[binding.slot][0], binding.type)
    scope.top.things.clear()
    scope.top.values.clear()
    return tuple(found), tested


def _joined_binding(names: Names, key: str, event: syntax.Call, known: Binding, new: Binding) -> Binding:
    """One variable of two events of a header."""
    if known.type is None or new.type is None or known.type == new.type:
        return known
    if known.type.sort != new.type.sort or known.type.sort != "thing":
        want, got = type_words(names.game, known.type), type_words(names.game, new.type)
        names.report("E304", event.span, role=f"`{key}`", want=want, got=got, text="here it", hint="")
        return known
    return Binding(known.slot, Type("thing", None, tuple(sorted({*known.type.kinds, *new.type.kinds}))))


def _reserve_each(names: Names, scope: Scope, decl: syntax.PhaseDecl) -> tuple[int, Type | None]:
    """The slot of the `each` variable, which comes right after those of the events."""
    if decl.each is None:
        return -1, None
    term = decl.each.term
    if term.kind is None:
        names.report("E362", term.span, text=written(term))
        return scope.add(key_of(term), None), None
    kinds = names.kinds(term.kind, term.span)
    type_ = Type("thing", None, kinds) if kinds is not None else None
    if key_of(term) in scope.visible:
        names.report("E356", term.span, name=key_of(term))
    return scope.add(key_of(term), type_), type_


def _when(names: Names, checker: QueryChecker, decl: syntax.PhaseDecl, tested: Tested) -> core.Query | None:
    """The condition of a phase: the tests of its event's things, then `when`."""
    if decl.when is None and not tested:
        return None
    with checker.scope.nested() as block:
        checker.add_tests(tested)
        checker.query(decl.when or (), ())
    return block.query()


def _by(names: Names, checker: QueryChecker, part: syntax.EachPart) -> core.Expr | None:
    if part.by is None:
        return None
    typed = checker.expression(part.by)
    if typed.type is not None and typed.type.sort in ("thing", "cell"):
        names.report("E363", part.by.span, got=type_words(names.game, typed.type))
    return typed.expr


# ---------------------------------------------------------------- rules


def check_rule(names: Names, decl: syntax.RuleDecl, phase: Head, name: str) -> core.Rule:
    """One rule in the scope of its phase."""
    scope = phase.scope.child()
    checker = EffectChecker(names, scope, "each" if phase.each is not None else "rule")
    trigger: core.Trigger | None = None
    if decl.event is not None:
        trigger, tested = checker.trigger(decl.event)
        checker.add_tests(tested)
    checker.query(decl.query, decl.effects)
    effects = checker.effects(decl.effects)
    query = scope.top.query()
    names.bound((query, effects), decl.span)
    if decl.rigid:
        names.report("E339", decl.span)
    return core.Rule(name, decl.span.line, scope.variables(), trigger, query, effects, decl.mode)


def check_phases(names: Names, phases: Sequence[Joined]) -> None:
    """Fill the phases of the game."""
    given: dict[str, syntax.Name] = {}
    moving = False
    for phase in phases:
        decl = phase.decl
        head = check_head(names, decl)
        moves = any(_moves(effect) for rule in phase.rules for effect in rule.effects)
        # under `repeat` and `each` motion is resolved within the phase, so its later parts see it
        seen = moving or (moves and (decl.repeat or decl.each is not None))
        for event in decl.events:
            _motion_too_early(names, event, moving, moves)
        rules: list[core.Rule] = []
        for number, rule in enumerate(phase.rules, 1):
            if rule.event is not None:
                _motion_too_early(names, rule.event, seen, moves)
            if rule.name is not None:
                first = given.setdefault(rule.name.text, rule.name)
                if first is not rule.name:
                    names.report("E321", rule.name.span, notes=[("first here", first.span)], name=rule.name.text)
            name = rule.name.text if rule.name is not None else f"{decl.name.text}.{number}"
            rules.append(check_rule(names, rule, head, name))
        moving = moving or moves
        on_start = any(event.name == "start" for event in decl.events)
        names.game.phases.append(
            core.Phase(
                decl.name.text, decl.span.line, head.scope.variables(), head.heads, head.when,
                decl.repeat, decl.first, head.each, decl.show, on_start, tuple(rules), decl.plan,
            )
        )  # fmt: skip


def _moves(effect: syntax.Effect) -> bool:
    """Whether an effect asks for motion."""
    if isinstance(effect, syntax.Pattern):
        return any(item.word is not None for cell in effect.cells for item in cell.items)
    return isinstance(effect, syntax.MoveEffect | syntax.PutEffect | syntax.TurnEffect)


def _motion_too_early(names: Names, event: syntax.Call, moving: bool, moves_here: bool) -> None:
    """Report a rule that answers motion before any motion can have been resolved."""
    if event.name in MOTION_EVENTS and not moving:
        names.report("E320" if moves_here else "E364", event.span, name=event.name)


# ---------------------------------------------------------------- forbids and goals


def check_forbid(names: Names, decl: syntax.ForbidDecl) -> core.Forbid:
    """One forbid. It is tested for existence only, so its effects cannot name what its query binds."""
    scope = Scope()
    checker = EffectChecker(names, scope, "forbid")
    query = checker.closed(decl.query)
    effects: tuple[core.Step, ...] | None = None
    if decl.effects is not None:
        effects = tuple(e for e in checker.effects(decl.effects) if not isinstance(e, core.Keyed))
    names.bound((query, effects), decl.span)
    return core.Forbid(decl.span.line, scope.variables(), query, effects)


def check_condition(names: Names, span: Span, query: syntax.Query) -> core.Condition:
    """The condition of a goal."""
    scope = Scope()
    checker = QueryChecker(names, scope)
    checker.query(query, ())
    condition = core.Condition(span.line, scope.variables(), scope.top.query())
    names.bound(condition, span)
    return condition


def number_saves(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Number the saves by their first `save`, in file order."""
    for statement in statements:
        for effect in effects_of(statement):
            if isinstance(effect, syntax.SaveEffect) and effect.name not in ("turn", "level"):
                names.saves.setdefault(effect.name, len(names.saves))
