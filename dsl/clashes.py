"""Names that are two things: facts, events, world attributes and named values share the lower-case words.

Takes the names of a checked game and reports every word that means two things, where its second meaning is declared.
World attributes against named values are left to the declaring pass, which knows their places.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import core, syntax
from arcg.dsl.functions import BUILTIN_EVENTS, FUNCTIONS
from arcg.dsl.names import Names
from arcg.dsl.walk import effects_of

_A_VALUE = "a value of an attribute"
_WORLD = "an attribute of the world"
_EVENT = "an event"
_FACT = "a fact"
_FIELD = "a field"


def check_clashes(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Report the names that two declarations share."""
    meanings: dict[str, str] = dict.fromkeys(BUILTIN_EVENTS, _EVENT)
    declared = _declared(names, statements)
    for name, what, place in sorted(declared, key=lambda item: (item[2].span.line, item[2].span.column)):
        first = meanings.setdefault(name, what)
        if first != what and not {first, what} <= {_A_VALUE, _WORLD}:
            names.report("E131", place.span, name=name, first=first, second=what)
    for name, span in names.emitted.items():
        what = "a function of the language" if name in FUNCTIONS else "a direction"
        if name in FUNCTIONS or name in core.DIRECTIONS:
            names.report("E131", span, name=name, first=what, second=_EVENT)


def _declared(names: Names, statements: Sequence[syntax.Statement]) -> list[tuple[str, str, syntax.Node]]:
    """Every lower-case name that the file gives a meaning, with what it means and where."""
    found: list[tuple[str, str, syntax.Node]] = []
    emitted = set(names.emitted)
    for statement in statements:
        match statement:
            case syntax.WorldDecl(attrs=attrs) | syntax.KindDecl(attrs=attrs):
                for attr in attrs:
                    if isinstance(statement, syntax.WorldDecl):
                        found.append((attr.name.text, _WORLD, attr.name))
                    if isinstance(attr.domain, syntax.NamesDomain) and len(attr.domain.names) > 1:
                        found += [(name.text, _A_VALUE, name) for name in attr.domain.names]
            case syntax.LetDecl(head=syntax.Call(name=name)) | syntax.LetDecl(head=syntax.Related(relation=name)):
                if name in names.facts:
                    found.append((name, _FACT, statement.head))
            case syntax.LetFieldDecl(head=syntax.Call(name=name)):
                if name in names.distances:
                    found.append((name, _FIELD, statement.head))
            case syntax.PhaseDecl() | syntax.ForbidDecl():
                for effect in effects_of(statement):
                    if isinstance(effect, syntax.EmitEffect) and effect.event.name in emitted:
                        emitted.discard(effect.event.name)
                        found.append((effect.event.name, _EVENT, effect.event))
    return found
