"""Facts: all that `let` lines say, in the order in which it depends on each other.

Takes the `let` lines of a file and fills `game.facts`, `game.derived`, `game.distances` and `game.motion`. What a line
asks is read before it, so that types are known wherever they are used; only facts may ask each other in a ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from arcg.dsl import core, syntax
from arcg.dsl.clauses import clause, head_of, infer_params, join_types
from arcg.dsl.functions import BUILTIN_EVENTS, FUNCTIONS, MOTION_FACTS, OTHER_FUNCTIONS, RELATIONS
from arcg.dsl.model import DerivedModel, FactModel, FieldModel, Type
from arcg.dsl.names import Names
from arcg.dsl.rings import groups
from arcg.dsl.walk import asked_absent, mentioned, nodes
from arcg.dsl.wording import count_words, type_words, written

LetStatement = syntax.LetDecl | syntax.LetAttrDecl | syntax.LetFieldDecl
CELL = Type("cell")


@dataclass(slots=True)
class Draft:
    """What is made of the `let` lines of one name: the lines as clauses, what they ask, and what for its absence."""

    name: str
    what: Literal["fact", "attribute", "field", "motion"]
    infix: bool
    clauses: list[syntax.LetDecl]
    mentions: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)

    def add(self, decl: syntax.LetDecl) -> None:
        """One more line."""
        self.clauses.append(decl)
        _, params, _ = head_of(decl)
        self.mentions |= mentioned(decl.when) | mentioned(params)
        self.absent |= asked_absent(decl.when) | asked_absent(params)

    @property
    def shown(self) -> str:
        """Its name as it is written."""
        return self.name.split(" ")[0]


class Facts:
    """The `let` lines of a file, in the order in which they depend on each other.

    `infer` finds the types of their parameters and may be called again when more is known of events; `check` then
    fills the game.
    """

    def __init__(self, names: Names, decls: Sequence[LetStatement]) -> None:
        self.names = names
        self.drafts = _drafts(names, decls)
        for draft in self.drafts.values():
            params: list[Type | None] = [None] * len(head_of(draft.clauses[0])[1])
            if draft.what in ("fact", "attribute"):
                names.facts[draft.name] = params
                names.fact_numbers[draft.name] = len(names.fact_numbers)
                if draft.infix:
                    names.infix.add(draft.name)
            elif draft.what == "field":
                names.distances[draft.name] = [*params[:-1], CELL]
                names.distance_numbers[draft.name] = len(names.distance_numbers)
        self._declare_attributes(decls)
        self.order = self._by_dependence()

    @property
    def asks_events(self) -> bool:
        """Whether some line asks what happened, so that its types depend on those of events."""
        return any(isinstance(n, syntax.Did) for draft in self.drafts.values() for d in draft.clauses for n in nodes(d))

    # ------------------------------------------------------------ dependence

    def _declare_attributes(self, decls: Sequence[LetStatement]) -> None:
        """Have the derived attributes known by name, with the kinds that their lines speak of."""
        names = self.names
        for decl in decls:
            if not isinstance(decl, syntax.LetAttrDecl):
                continue
            kinds = names.quiet().kinds(decl.thing.kind, decl.thing.span) if decl.thing.kind is not None else None
            known = names.derived.setdefault(
                decl.name.text, DerivedModel(decl.name.text, Type("int"), [], (), decl.name.span)
            )
            known.kinds = tuple(sorted({*known.kinds, *(kinds or ())}))
        for name, found in names.derived.items():
            lines = self._lines_of(name)
            found.facts = [names.fact_numbers[draft.name] for draft in lines]
            self._declare_values([head_of(draft.clauses[0])[1][1] for draft in lines])

    def _declare_values(self, values: Sequence[syntax.Expr]) -> None:
        """Words that no declaration knows become the values of a derived attribute that takes them."""
        game, words = self.names.game, [node.text for node in values if isinstance(node, syntax.Name)]
        known = {*self.names.values, *game.world, *core.DIRECTIONS, "none"}
        if words and not known & set(words):
            domain = core.EnumDomain(tuple(dict.fromkeys(words)))
            for word in domain.names:
                self.names.values[word] = [domain]

    def _lines_of(self, attribute: str) -> list[Draft]:
        return [draft for draft in self.drafts.values() if draft.what == "attribute" and draft.shown == f".{attribute}"]

    def _asked(self, words: set[str]) -> set[str]:
        """The drafts that some words ask."""
        found = {word for word in words if word in self.drafts}
        if "sees" in words and "stops" in self.drafts:
            found.add("stops")
        attributes = {word for word in words if word.startswith(".")}
        return found | {draft.name for draft in self.drafts.values() if draft.shown in attributes}

    def _by_dependence(self) -> list[list[Draft]]:
        """The drafts in groups, each after those that it asks; what may not ask itself is reported and left out."""
        asks = {name: sorted(self._asked(draft.mentions)) for name, draft in self.drafts.items()}
        order = []
        for group in groups(asks):
            drafts = [self.drafts[name] for name in group]
            ring = len(group) > 1 or group[0] in asks[group[0]]
            if not ring or self._may_ask_itself(drafts, asks):
                order.append(drafts)
        return order

    def _may_ask_itself(self, ring: list[Draft], asks: dict[str, list[str]]) -> bool:
        """Whether a ring has one least meaning: facts only, and none that asks whether another does not hold."""
        inside = {draft.name for draft in ring}
        code = "E324" if any(draft.what != "fact" for draft in ring) else ""
        guilty = ring[0]
        for draft in ring:
            if not code and self._asked(draft.absent) & inside:
                code, guilty = "E367", draft
        if not code:
            return True
        way = [guilty.name]
        while way[-1] not in way[:-1]:
            way.append(next(name for name in asks[way[-1]] if name in inside))
        way = way[way.index(way[-1]) :]
        if way[0] != guilty.name and guilty.name in way:
            turn = way.index(guilty.name)
            way = [*way[turn:-1], *way[: turn + 1]]
        last = self.drafts[way[-2]]
        span = last.clauses[0].head.span
        for decl in last.clauses:
            for node in nodes((decl.when, decl.head)):
                if (isinstance(node, syntax.Call) and node.name == way[-1] and node is not decl.head) or (
                    isinstance(node, syntax.Related) and node.relation == way[-1] and node is not decl.head
                ):
                    span = node.span
        shown = [self.drafts[name].shown.lstrip(".") for name in way]
        self.names.report(code, span, name=shown[0], way=" -> ".join(f"`{name}`" for name in shown))
        return False

    # ------------------------------------------------------------ types

    def infer(self) -> None:
        """Find the types of all parameters, reporting nothing."""
        for group in self.order:
            self._settle(group)
        self._type_attributes(self.names.quiet())

    def _settle(self, group: list[Draft]) -> None:
        """Find the types of a group; in a ring one line learns from another, until nothing is new."""
        quiet = self.names.quiet()
        while True:
            before = [self._types(draft) for draft in group]
            for draft in group:
                self._note(draft, infer_params(quiet, draft.shown, draft.clauses)[0])
            if len(group) == 1 or before == [self._types(draft) for draft in group]:
                break
        self._type_attributes(quiet)

    def _types(self, draft: Draft) -> list[Type | None]:
        if draft.what == "field":
            return self.names.distances[draft.name]
        if draft.what == "motion":
            return [self.names.any_thing if sort == "thing" else Type(sort) for sort in MOTION_FACTS[draft.name]]
        return self.names.facts[draft.name]

    def _note(self, draft: Draft, types: list[Type | None]) -> None:
        if draft.what == "field":
            self.names.distances[draft.name] = [*types[:-1], CELL]
        elif draft.what != "motion":
            self.names.facts[draft.name] = types

    def _type_attributes(self, names: Names) -> None:
        """Give the derived attributes the types that their lines agree on."""
        for attribute, found in names.derived.items():
            type_: Type | None = None
            for draft in self._lines_of(attribute):
                new = names.facts[draft.name][1]
                joined = join_types(type_, new)
                if joined is None and type_ is not None and new is not None:
                    want, got = type_words(names.game, type_), type_words(names.game, new)
                    node = head_of(draft.clauses[0])[1][1]
                    notes = [("first here", found.span)]
                    names.report("E326", node.span, notes=notes, name=attribute, want=want, got=got)
                type_ = joined or type_
            if type_ is not None:
                found.type = type_

    # ------------------------------------------------------------ the game

    def check(self) -> None:
        """Fill the facts, derived attributes and fields of the game, and what motion asks."""
        names = self.names
        clauses: dict[str, list[core.Clause]] = {}
        loops: dict[str, tuple[int, ...]] = {}
        for group in self.order:
            self._settle(group)
            for draft in group:
                types, each = infer_params(names, draft.shown, draft.clauses)
                self._note(draft, types)
                if draft.what == "motion":
                    each = [self._types(draft)] * len(draft.clauses)
                elif draft.what == "field":
                    each = [[*params[:-1], CELL] for params in each]
                clauses[draft.name] = [
                    clause(names, decl, params) for decl, params in zip(draft.clauses, each, strict=True)
                ]
                made = tuple(clauses[draft.name])
                effort = names.bound(made, draft.clauses[0].span)
                if draft.what in ("fact", "attribute"):
                    names.efforts["fact", names.fact_numbers[draft.name]] = effort
                elif draft.what == "field":
                    names.efforts["field", names.distance_numbers[draft.name]] = effort
            if len(group) > 1 or group[0].name in self._asked(group[0].mentions):
                self._check_loop(group)
                numbers = tuple(sorted(names.fact_numbers[draft.name] for draft in group))
                loops.update({draft.name: numbers for draft in group})
        self._type_attributes(names)
        for name, draft in self.drafts.items():
            span = draft.clauses[0].head.span
            found = clauses.get(name, [])
            if draft.what in ("fact", "attribute"):
                params = [param or Type("int") for param in names.facts[name]]
                number = names.fact_numbers[name]
                loop = loops.get(name, ())
                names.game.facts[name] = FactModel(number, name, draft.infix, params, found, span, loop)
            elif draft.what == "motion":
                names.game.motion[name] += found
            elif len(found) == 2:
                params = [param or Type("int") for param in names.distances[name][:-1]]
                number = names.distance_numbers[name]
                names.game.distances[name] = FieldModel(number, name, params, found[0], found[1], span)
        names.game.derived.update(names.derived)

    def _check_loop(self, ring: list[Draft]) -> None:
        """Numbers could go on for ever, so facts that ask themselves have none among their parameters."""
        for draft in ring:
            for node, param in zip(head_of(draft.clauses[0])[1], self.names.facts[draft.name], strict=True):
                if param is not None and param.sort == "int":
                    self.names.report("E368", node.span, name=draft.shown, text=written(node))


# ---------------------------------------------------------------- drafts


def _drafts(names: Names, decls: Sequence[LetStatement]) -> dict[str, Draft]:
    """What the lines declare, by name, without lines whose head is mistaken."""
    drafts: dict[str, Draft] = {}
    for decl in decls:
        match decl:
            case syntax.LetAttrDecl():
                _attribute_draft(names, drafts, decl)
            case syntax.LetFieldDecl():
                _field_draft(names, drafts, decl)
            case syntax.LetDecl():
                _fact_draft(names, drafts, decl)
    return {name: draft for name, draft in drafts.items() if draft.clauses}


def _fact_draft(names: Names, drafts: dict[str, Draft], decl: syntax.LetDecl) -> None:
    name, params, infix = head_of(decl)
    span = decl.head.span
    if name in MOTION_FACTS:
        infix_wanted = name != "stuck"
        if infix != infix_wanted or len(params) != len(MOTION_FACTS[name]):
            usage = f"let A {name} B" if infix_wanted else "let stuck(A, $d)"
            names.report("E359", span, name=name, usage=usage)
            return
    elif (what := _taken(name, infix)) is not None:
        names.report("E131", span, name=name, first=what, second="a fact")
        return
    draft = drafts.setdefault(name, Draft(name, "motion" if name in MOTION_FACTS else "fact", infix, []))
    if draft.what == "field":
        names.report("E131", span, name=name, first="a field", second="a fact")
        return
    if draft.clauses:
        first = draft.clauses[0].head
        notes = [("first here", first.span)]
        wanted = len(head_of(draft.clauses[0])[1])
        if infix != draft.infix:
            names.report("E360", span, notes=notes, name=name, usage=written(first))
            return
        if len(params) != wanted:
            want, got = count_words(wanted, "argument"), count_words(len(params), "argument")
            names.report("E361", span, notes=notes, name=name, want=want, got=got)
            return
    draft.add(decl)


def _attribute_draft(names: Names, drafts: dict[str, Draft], decl: syntax.LetAttrDecl) -> None:
    """A derived attribute is asked line by line, so each line is a fact of its own, of the thing and the value."""
    name, term = decl.name.text, decl.thing
    if term.kind is None:
        names.report("E370", term.span, text=written(term), name=name)
        return
    kinds = names.kinds(term.kind, term.span)
    if kinds is None:
        return
    if name in ("cell", "x", "y"):
        names.report("E131", decl.name.span, name=name, first="a property of every thing", second="an attribute")
        return
    for kind in names.game.kinds.values():
        if kind.number in kinds and name in kind.attrs:
            notes = [("first here", kind.attrs[name].span)]
            names.report("E130", decl.name.span, notes=notes, what="the attribute", name=f"{kind.name}.{name}")
            return
    head = syntax.Call(f".{name}", (term, decl.value), span=term.span.to(decl.value.span))
    number = 1 + sum(draft.shown == head.name for draft in drafts.values())
    draft = drafts.setdefault(f"{head.name} {number}", Draft(f"{head.name} {number}", "attribute", False, []))
    draft.add(syntax.LetDecl(head, decl.when, span=decl.span))


def _field_draft(names: Names, drafts: dict[str, Draft], decl: syntax.LetFieldDecl) -> None:
    """A field asks of a cell whether it is one of those that it leads to, and whether it may grow into it."""
    name, args, span = decl.head.name, decl.head.args, decl.head.span
    what = _taken(name, False) or ("what motion asks" if name in MOTION_FACTS else None)
    if what is not None:
        names.report("E131", span, name=name, first=what, second="a field")
        return
    if name in drafts:
        notes = [("first here", drafts[name].clauses[0].head.span)]
        names.report("E130", span, notes=notes, what="the field", name=name)
        return
    last = args[-1] if args else None
    if not isinstance(last, syntax.ThingTerm) or last.kind is not None or last.tests:
        names.report("E369", span, name=name, text=written(decl.head))
        return
    drafts[name] = Draft(name, "field", False, [])
    for braces in (decl.to, decl.through):
        query = braces.alternatives[0] if len(braces.alternatives) == 1 else (braces,)
        drafts[name].add(syntax.LetDecl(decl.head, query, span=decl.span))


def _taken(name: str, infix: bool) -> str | None:
    """What a fact's name means already in the language itself."""
    if name in RELATIONS and infix:
        return "a relation of the language"
    if name in FUNCTIONS or name in OTHER_FUNCTIONS:
        return "a function of the language"
    if name in BUILTIN_EVENTS:
        return "an event"
    if name in core.DIRECTIONS:
        return "a direction"
    return None


def warn_unused(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Warn of facts, derived attributes and fields that nothing mentions outside their own lines."""
    used: set[str] = set()
    own: set[str] = set()
    for statement in statements:
        match statement:
            case syntax.LetDecl(head=head, when=when):
                name = head.relation if isinstance(head, syntax.Related) else head.name
                used |= mentioned(when) - {name}
            case syntax.LetAttrDecl() | syntax.LetFieldDecl():
                parts = (
                    (statement.thing, statement.value, statement.when)
                    if isinstance(statement, syntax.LetAttrDecl)
                    else (statement.to, statement.through)
                )
                used |= mentioned(parts)
            case syntax.LevelDecl() | syntax.LegendDecl():
                pass
            case _:
                used |= mentioned(statement)
                if isinstance(statement, syntax.KindDecl):  # attributes stand bare there
                    own |= mentioned(statement.parts)
    for fact in names.game.facts.values():
        if not fact.name.startswith(".") and fact.name not in used:
            hint = names.near(fact.name, MOTION_FACTS) or "remove it, or use it in a rule"
            names.report("W301", fact.span, name=fact.name, hint=hint)
    for name, derived in names.game.derived.items():
        if derived.facts and f".{name}" not in used and name not in own:
            names.report("W301", derived.span, name=name, hint="remove it, or use it in a rule or a picture")
    for name, found in names.game.distances.items():
        if name not in used:
            names.report("W301", found.span, name=name, hint=f"remove it, or ask `step({name}, ..)` in a rule")
