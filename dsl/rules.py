"""The rule pass: everything that happens in a game, from syntax to core nodes.

Takes a `Game` whose declarations are complete and the file's statements with their priors expanded, and fills its
events, facts, phases, forbids, goals, undo and saves. It never raises on a mistaken file: it reports and goes on.
`own_query`, `own_expr` and `constant` serve the declaring passes, for pictures, tints, defaults and levels.
"""

from __future__ import annotations

from typing import Literal

from arcg.dsl import core, syntax
from arcg.dsl.advice import advise
from arcg.dsl.clashes import check_clashes
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean
from arcg.dsl.effects import keep
from arcg.dsl.events import declare_events, infer_events
from arcg.dsl.facts import Facts, warn_unused
from arcg.dsl.functions import EVENTS
from arcg.dsl.model import EventModel, Game, KindModel, Type
from arcg.dsl.names import Names
from arcg.dsl.phases import check_condition, check_forbid, check_phases, join_phases, number_saves
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Binding, Scope
from arcg.dsl.walk import effects_of
from arcg.dsl.wording import quoted, type_words, written


def check_rules(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
    """Fill the behaviour of `game` from the statements of its file."""
    names = Names(game, reporter)
    lets = [
        statement
        for statement in statements
        if isinstance(statement, syntax.LetDecl | syntax.LetAttrDecl | syntax.LetFieldDecl)
    ]
    phases = join_phases(names, [statement for statement in statements if isinstance(statement, syntax.PhaseDecl)])
    forbids = [statement for statement in statements if isinstance(statement, syntax.ForbidDecl)]
    number_saves(names, statements)
    game.saves.update(names.saves)
    facts = Facts(names, lets)
    declare_events(names, statements)
    facts.infer()
    infer_events(names, phases, forbids)
    if facts.asks_events:
        facts.infer()
        infer_events(names, phases, forbids)
    facts.check()
    _fill_events(names)
    check_clashes(names, statements)
    check_phases(names, phases)
    game.forbids += [check_forbid(names, forbid) for forbid in forbids]
    _goals(names, statements)
    warn_unused(names, statements)
    advise(names, statements)


def own_query(game: Game, kind: KindModel, query: syntax.Query, reporter: Reporter) -> core.Condition | None:
    """A condition about one thing of `kind`, which is slot 0 and whose attributes stand bare; None after a report.

    Facts can be asked only once `check_rules` has filled them in.
    """
    before = len(reporter.errors)
    checker = _own_checker(game, kind, reporter)
    checker.query(query)
    line = query[0].span.line if query else kind.span.line
    made = core.Condition(line, checker.scope.variables(), checker.scope.top.query())
    checker.names.bound(made, kind.span)
    return made if len(reporter.errors) == before else None


def own_expr(
    game: Game, kind: KindModel, expr: syntax.Expr, reporter: Reporter
) -> tuple[core.Expr, Type, tuple[core.Variable, ...]] | None:
    """An expression about one thing of `kind`, like `own_query`, its type and its scope; None after a report."""
    before = len(reporter.errors)
    checker = _own_checker(game, kind, reporter)
    with checker.scope.without_binding():
        typed = checker.expression(expr)
    if typed.type is None or len(reporter.errors) > before:
        return None
    return typed.expr, typed.type, checker.scope.variables()


def _own_checker(game: Game, kind: KindModel, reporter: Reporter) -> QueryChecker:
    scope = Scope()
    type_ = Type("thing", None, (kind.number,))
    scope.visible[kind.name] = Binding(scope.add(kind.name, type_), type_)
    return QueryChecker(Names(game, reporter), scope, kind)


def constant(game: Game, expr: syntax.Expr, domain: core.Domain, reporter: Reporter) -> int | None:
    """The encoded value of a literal for a domain, or None after a report.

    Whether a number lies within the bounds of the domain is left to the caller, who knows what it is for.
    """
    match domain, expr:
        case core.IntDomain(), syntax.Int(value=value):
            return value
        case core.IntDomain(), syntax.Neg(value=syntax.Int(value=value)):
            return -value
        case core.EnumDomain(words), syntax.Name(text=text) if text in words:
            return words.index(text)
        case core.DirDomain(), syntax.Name(text=text) if text in core.DIRECTIONS:
            return core.DIRECTIONS.index(text)
        case core.ThingDomain(), syntax.Name(text="none"):
            return core.NONE
    hint = ""
    match domain:
        case core.EnumDomain(words) if isinstance(expr, syntax.Name):
            hint = did_you_mean(expr.text, words)
            reporter.report("E148", expr.span, name=expr.text, hint=hint or f"it may be {quoted(words, 'or')}")
            return None
        case core.EnumDomain(words):
            want = type_words(game, Type("enum", domain))
        case core.IntDomain(low, high):
            want = "a number"
            hint = f"write a number from {low} to {high}"
        case core.DirDomain():
            want = "a direction"
            hint = (did_you_mean(expr.text, core.DIRECTIONS) if isinstance(expr, syntax.Name) else "") or (
                "write `up`, `down`, `left` or `right`"
            )
        case core.ThingDomain(kinds):
            want = type_words(game, Type("thing", None, kinds))
            hint = "only `none` can be written here"
    reporter.report("E365", expr.span, text=written(expr), want=want, hint=hint)
    return None


# ---------------------------------------------------------------- parts of the pass


def _fill_events(names: Names) -> None:
    """The events of the game, with what is known of their arguments now."""
    sources: dict[str, Literal["input", "motion"]] = {info.name: info.source for info in EVENTS}
    for name, number in names.event_numbers.items():
        params = [param or Type("int") for param in names.params[name]]
        names.game.events[name] = EventModel(number, name, sources.get(name, "rule"), params, names.emitted.get(name))


def _wins(node: syntax.Node) -> bool:
    return isinstance(node, syntax.GoalDecl | syntax.FinishEffect) and node.outcome == "win"


def _goals(names: Names, statements: tuple[syntax.Statement, ...]) -> None:
    """Goals, `lose first` and `undo`."""
    game = names.game
    named = [statement.span for statement in statements if isinstance(statement, syntax.GameDecl)]
    endings = (ending for statement in statements for ending in (statement, *effects_of(statement)))
    if named and not any(_wins(ending) for ending in endings):
        names.report("W308", named[0])
    once: dict[str, Span] = {}
    for statement in statements:
        match statement:
            case syntax.GoalDecl(outcome=outcome, query=query, span=span):
                (game.wins if outcome == "win" else game.loses).append(check_condition(names, span, query))
            case syntax.LoseFirstDecl(span=span) | syntax.UndoDecl(span=span):
                word = "undo" if isinstance(statement, syntax.UndoDecl) else "lose first"
                if word in once:
                    names.report("E204", span, notes=[("the first one", once[word])], what=word)
                    continue
                once[word] = span
                if isinstance(statement, syntax.UndoDecl):
                    game.undo = keep(names, statement.keep)
                else:
                    game.lose_first = True
