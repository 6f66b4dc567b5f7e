"""Rules that can never fire, phases that never run, kinds that only such rules make: with the reason, in words.

Each cause is told once: what `W202`, `W302` and `W303` have said already is not said again.
"""

from __future__ import annotations

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.believe import Reason
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.values import Values
from arcg.dsl.model import Game
from arcg.dsl.wording import kinds_words, quoted

_SAID = ("W302", "W303")
_MOST_VALUES = 6

_HINTS = {
    "kind": "place one in a level, let a rule make one, or take this away",
    "event": "let a rule that can fire make it, or take this away",
    "late": "write the phase that makes the event above this one",
    "value": "check the value, or let a level or a rule set it",
    "contradiction": "take away one of the conditions that exclude each other",
}


def report_dead(game: Game, reached: Reach, census: Census, places: Places, reporter: Reporter) -> None:
    """Report what can never happen."""
    absent = _never_made(game, reached, census)
    _kinds(game, reached, absent, reporter)
    by_line: dict[int, list[tuple[Reason | None, core.Rule]]] = {}
    for number, phase in enumerate(game.phases):
        reason = reached.phases.get(number)
        if reason is not None and phase.line not in places.sentences:
            if not _said(reason, phase.line, absent, places):
                words, hint = _words(game, reason, phase.slots), _HINTS[reason.what]
                reporter.report("W322", places.statement(phase.line), name=phase.name, reason=words, hint=hint)
            continue
        for place, rule in enumerate(phase.rules):
            by_line.setdefault(rule.line, []).append((reason or reached.rules.get((number, place)), rule))
    for line, rules in by_line.items():  # a line may stand for several rules
        first, rule = rules[0]
        if first is not None and all(own is not None for own, _ in rules) and not _said(first, line, absent, places):
            words, hint = _words(game, first, rule.slots), _HINTS[first.what]
            reporter.report("W321", places.rule(line), reason=words, hint=hint)


def _said(reason: Reason, line: int, absent: set[int], places: Places) -> bool:
    """Whether a warning tells the cause already."""
    return places.noted(line, *_SAID) or (reason.what == "kind" and absent.issuperset(reason.kinds))


def _never_made(game: Game, reached: Reach, census: Census) -> set[int]:
    """The kinds that are in no level and that no rule makes."""
    return {kind.number for kind in game.kinds.values()} - reached.world.kinds - census.made


def _kinds(game: Game, reached: Reach, absent: set[int], reporter: Reporter) -> None:
    if reached.world.anything:
        return
    for kind in game.kinds.values():
        if kind.number not in reached.world.kinds and kind.number not in absent:
            reporter.report("W213", kind.span, name=kind.name)


# ---------------------------------------------------------------- words


def _words(game: Game, reason: Reason, slots: tuple[core.Variable, ...]) -> str:
    match reason.what:
        case "kind":
            return f"there can never be {kinds_words(game, reason.kinds)}"
        case "event" | "late":
            name = next(event.name for event in game.events.values() if event.number == reason.event)
            if reason.what == "event":
                return f"`{name}` never happens"
            return f"`{name}` happens only later in the turn, and events end with the turn"
        case "value":
            return f"{_expr(game, reason.expr, slots)} is only ever {_values(game, reason)}"
    return "its conditions exclude each other"


def _expr(game: Game, expr: core.Expr | None, slots: tuple[core.Variable, ...]) -> str:
    match expr:
        case core.World(number):
            return f"`{next(attr.name for attr in game.world.values() if attr.number == number)}`"
        case core.Slot(index) if index < len(slots):
            return f"`{slots[index].name}`"
        case core.Attr(core.Slot(index), number) if index < len(slots):
            field = next((name for name, known in game.fields.items() if known == number), "")
            return f"`{slots[index].name}.{field}`"
    return "what is compared"


def _values(game: Game, reason: Reason) -> str:
    """The values in words: names of the domain where it has some."""
    values: Values = reason.values if reason.values is not None else frozenset()
    domain: core.Domain | None = None
    match reason.expr:
        case core.World(number):
            domain = next(attr.domain for attr in game.world.values() if attr.number == number)
        case core.Attr(_, number):
            attrs = [attr for kind in game.kinds.values() for attr in kind.attrs.values() if attr.number == number]
            domain = attrs[0].domain
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
