"""What `let` lines say in vain: fields that lead nowhere, lines of derived attributes that an earlier line hides."""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.because import HINTS, because
from arcg.dsl.lint.believe import Belief
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.dead import never_made
from arcg.dsl.lint.nodes import mentions
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.subsume import Renaming, entailed
from arcg.dsl.lint.world import ANY_TIME
from arcg.dsl.model import Game


def report_lets(game: Game, reached: Reach, census: Census, places: Places, reporter: Reporter) -> None:
    """Report fields that have no cell to lead to, and lines of derived attributes that are never asked."""
    absent = never_made(game, reached, census)
    for field in game.distances.values() if not reached.world.anything else ():
        reason = Belief(reached.world, field.to.slots).read(field.to.query.atoms, ANY_TIME)
        told = reason is None or (reason.what == "kind" and absent.issuperset(reason.kinds))  # W202
        if reason is not None and not told and field.to.line not in places.sentences:
            hint = HINTS[reason.what]
            reporter.report("W331", field.span, name=field.name, reason=because(game, reason), hint=hint)
    models = {fact.number: fact for fact in game.facts.values()}
    for derived in game.derived.values():
        lines = [clause for number in derived.facts for clause in models[number].clauses]
        for place, later in enumerate(lines):
            first = _hiding(game, lines[:place], later)
            if first is not None and later.line not in places.sentences:
                notes = [("this one", places.statement(first.line))]
                reporter.report("W332", places.statement(later.line), notes=notes, name=derived.name)


def _hiding(game: Game, above: Sequence[core.Clause], later: core.Clause) -> core.Clause | None:
    """The line above a line of a derived attribute that gives a value whenever that one could."""
    return next((earlier for earlier in above if _hides(game, earlier, later)), None)


def _hides(game: Game, earlier: core.Clause, later: core.Clause) -> bool:
    """Whether the conditions of the earlier line hold whenever those of the later one do; its value is no condition."""
    (thing, value), (other, _) = earlier.params, later.params
    kinds = next((a.kinds for a in earlier.query.atoms if isinstance(a, core.Bind) and a.slot == thing), ())
    given = [a for a in earlier.query.atoms if isinstance(a, core.Assign) and a.slot == value]
    known = bool(given) and _certain(game, given[0].expr, thing, kinds)
    wanted = tuple(atom for atom in earlier.query.atoms if not known or atom is not given[0])
    if known and value in mentions(wanted):
        return False
    names: Renaming = {thing: other}
    return entailed(wanted, later.query.atoms, range(len(earlier.slots)), names) is not None


def _certain(game: Game, expr: core.Expr, thing: int, kinds: tuple[int, ...]) -> bool:
    """Whether an expression always has a value for things of some kinds in a slot."""
    match expr:
        case core.Const() | core.Aggregate("count" | "sum"):
            return True
        case core.World(number):
            attrs = [attr for attr in game.world.values() if attr.number == number]
        case core.Attr(core.Slot(slot), number) if slot == thing:
            owners = [kind for kind in game.kinds.values() if kind.number in kinds]
            attrs = [attr for kind in owners for attr in kind.attrs.values() if attr.number == number]
            if len(attrs) != len(owners):
                return False
        case _:
            return False
    return not any(isinstance(attr.domain, core.ThingDomain) for attr in attrs)
