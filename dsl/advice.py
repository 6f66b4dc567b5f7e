"""Warnings: what is allowed and yet probably not meant.

Takes a game whose rules are checked, with the statements that it was made of, and reports warnings only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arcg.dsl import syntax
from arcg.dsl.functions import BUILTIN_EVENTS
from arcg.dsl.model import ACTION_WORDS
from arcg.dsl.names import Names
from arcg.dsl.walk import nodes

UNDO_ACTION = 7


def advise(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Report everything that looks like a slip."""
    _actions_not_offered(names, statements)
    _undo_refunds(names, statements)
    _steps_over(names, statements)
    _leaves_to_chance(names, statements)


def _rules(statements: Sequence[syntax.Statement]) -> Iterator[syntax.RuleDecl]:
    for statement in statements:
        if isinstance(statement, syntax.PhaseDecl):
            yield from statement.rules


def _actions_not_offered(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """A rule or phase on an action that the game does not offer never runs."""
    offered = set(names.game.actions)
    events: list[syntax.Call] = []
    for statement in statements:
        if isinstance(statement, syntax.PhaseDecl):
            if len(statement.events) == 1:
                events.append(statement.events[0])
            events += [rule.event for rule in statement.rules if rule.event is not None]
    for event in events:
        info = BUILTIN_EVENTS.get(event.name)
        if info is not None and info.action is not None and not offered & set(ACTION_WORDS[info.action]):
            names.report("W303", event.span, name=event.name, word=info.action)


def _undo_refunds(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Undo that gives a counter on a bar back, and an undo line without undo."""
    offered = UNDO_ACTION in names.game.actions
    for statement in statements:
        if isinstance(statement, syntax.UndoDecl) and not offered:
            names.report("W304", statement.span)
    if offered:
        for bar in names.game.bars:
            if bar.attr.number not in names.game.undo.world:
                names.report("W305", bar.span, name=bar.attr.name)


def _steps_over(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """A cost of more than one of a counter that loses the game at just one value."""
    limits: dict[str, int] = {}
    for statement in statements:
        if isinstance(statement, syntax.GoalDecl) and statement.outcome == "lose" and len(statement.query) == 1:
            match statement.query[0]:
                case (
                    syntax.Compare(op="=", left=syntax.Name(text=name), right=syntax.Int(value=limit))
                    | syntax.Compare(op="=", left=syntax.Int(value=limit), right=syntax.Name(text=name))
                ):
                    limits[name] = limit
    for rule in _rules(statements):
        for node in nodes(rule.effects):
            match node:
                case syntax.AddEffect(
                    target=syntax.Name(text=name), sign=-1, amount=syntax.Int(value=amount), clamp=None
                ) if name in limits and amount > 1:
                    names.report("W306", node.span, name=name, amount=amount, limit=limits[name])


def _leaves_to_chance(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """The first rule that takes one of its matches at random; a game uses chance or does not."""
    rule = next((rule for rule in _rules(statements) if rule.mode == "random"), None)
    if rule is not None:
        names.report("W309", rule.span)
