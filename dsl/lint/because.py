"""Why something cannot be, in words, and what may help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arcg.dsl import core
from arcg.dsl.lint.values import Values
from arcg.dsl.lint.world import Reason
from arcg.dsl.model import AttrModel, DerivedModel, EventModel, FactModel, FieldModel, Game
from arcg.dsl.walk import below
from arcg.dsl.wording import kinds_words, quoted

HINTS: Final = {
    "kind": "place one in a level, let a rule make one, or take this away",
    "event": "let a rule that can fire make it, or take this away",
    "late": "write the phase that makes the event above this one",
    "value": "check the value, or let a level or a rule set it",
    "undefined": "write a line of it that can apply, or take this away",
    "request": "let an earlier rule of the phase, or an earlier phase marked `plan`, ask for the move",
    "field": "check what stands after `to`",
    "circle": "give it a line that does not ask it",
    "layer": "let one of them be on another layer, or ask what lies beside it: `touches`, `near`, `ahead($d)`",
    "still": "let a rule move it, or something that moves push or carry it, or ask for another thing",
    "put": "what is put or turned gives `enter` and `leave`, not `moved`: ask for these, or let a rule `move` it",
    "contradiction": "take away one of the conditions that exclude each other",
}
"""What may help, by what is wrong."""

_MOST_VALUES: Final = 6


def because(game: Game, reason: Reason) -> str:
    """The reason as the end of a sentence."""
    match reason.what:
        case "kind":
            return f"there can never be {kinds_words(game, reason.kinds)}"
        case "event":
            return f"`{_named(game.events, reason.event)}` never happens"
        case "late":
            name = _named(game.events, reason.event)
            return f"`{name}` happens only later in the turn, and events end with the turn"
        case "value":
            return f"{_expr(game, reason)} is only ever {_values(game, reason)}"
        case "undefined":
            return f"{_expr(game, reason)} never has a value"
        case "request":
            return f"nothing has asked {kinds_words(game, reason.kinds)} to move by then"
        case "field":
            return f"the field `{_named(game.distances, reason.number)}` leads nowhere"
        case "circle":
            return f"`{_named(game.facts, reason.number)}` follows from nothing but itself"
        case "layer":
            name = next(layer.name for layer in game.layers.values() if layer.number == reason.number)
            return f"on the layer `{name}` a cell holds one thing, so these never share one"
        case "still":
            return f"nothing can move {kinds_words(game, reason.kinds)}"
        case "put":
            return f"{kinds_words(game, reason.kinds)} is only put or turned, never moved by a step"
    return "its conditions exclude each other"


def _named(models: Mapping[str, AttrModel | EventModel | FactModel | FieldModel], number: int) -> str:
    return next(model.name for model in models.values() if model.number == number)


def _expr(game: Game, reason: Reason) -> str:
    slots = reason.slots
    match reason.expr:
        case core.World(number):
            return f"`{_named(game.world, number)}`"
        case core.Slot(index) if index < len(slots):
            return f"`{slots[index].name}`"
        case core.Attr(core.Slot(index), number) if index < len(slots):
            field = next((name for name, known in game.fields.items() if known == number), "")
            return f"`{slots[index].name}.{field}`"
        case core.Distance(number):
            return f"the field `{_named(game.distances, number)}`"
    derived = derived_of(game, reason.expr)
    return f"the attribute `{derived.name}`" if derived is not None else "what is compared"


def _holds(domain: core.Domain, values: Values) -> bool:
    names = domain.names if isinstance(domain, core.EnumDomain) else core.DIRECTIONS
    return not isinstance(domain, core.EnumDomain | core.DirDomain) or max(values, default=0) < len(names)


def derived_of(game: Game, expr: core.Expr | None) -> DerivedModel | None:
    """The derived attribute that an expression asks for, if it is one."""
    if not isinstance(expr, core.Either | core.Aggregate):
        return None
    asked = next((node.fact for node in below(expr) if isinstance(node, core.Fact)), None)
    return next((derived for derived in game.derived.values() if asked in derived.facts), None)


def _values(game: Game, reason: Reason) -> str:
    """The values in words: names of the domain where it has some."""
    values: Values = reason.values if reason.values is not None else frozenset()
    domain: core.Domain | None = None
    match reason.expr:
        case core.World(number):
            domain = next(attr.domain for attr in game.world.values() if attr.number == number)
        case core.Attr(_, number):
            attrs = [attr for kind in game.kinds.values() for attr in kind.attrs.values() if attr.number == number]
            # kinds may give one name different domains: which is meant matters where they name these values differently
            texts = {_spoken(attr.domain, values) for attr in attrs if _holds(attr.domain, values)}
            return texts.pop() if len(texts) == 1 else "the same"
        case expr if (derived := derived_of(game, expr)) is not None:
            domain = derived.type.domain or (core.DirDomain() if derived.type.sort == "dir" else None)
    return _spoken(domain, values)


def _spoken(domain: core.Domain | None, values: Values) -> str:
    """Values by the names that a domain has for them."""
    names: tuple[str, ...] = ()
    match domain:
        case core.EnumDomain(words):
            names = words
        case core.DirDomain():
            names = core.DIRECTIONS
    if names:
        return quoted([names[value] for value in sorted(values)], "or")
    if len(values) == 1:
        return str(next(iter(values)))
    ordered = values if isinstance(values, range) else sorted(values)
    if isinstance(values, frozenset) and len(values) <= _MOST_VALUES:
        return ", ".join(map(str, ordered[:-1])) + f" or {ordered[-1]}"
    return f"{ordered[0]} to {ordered[-1]}"
