"""Names of a checked game: what a kind, an attribute or a lower-case word refers to, and what to say when nothing.

`Names` wraps a `Game` whose declarations are complete, with the tables that every rule needs; all reports of the rule
pass go through its reporter. `quiet` gives a copy that reports nowhere, for inferring types.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from arcg.dsl import core, syntax
from arcg.dsl.bounds import Effort, Efforts, check_effort
from arcg.dsl.diagnostics import Reporter, Silent, Span, did_you_mean, nearest
from arcg.dsl.functions import ACTION_DOMAIN, EVENTS, FUNCTIONS, ID, RELATIONS
from arcg.dsl.model import AttrModel, DerivedModel, Game, KindModel, Type
from arcg.dsl.wording import kind_names, kinds_words, quoted

OTHER_WORDS = {
    "min": "least",
    "max": "most",
    "opposite": "back",
    "next": "ahead",
    "in": "at",
    "inside": "on",
    "adjacent": "touches",
    "leftof": "ahead(left)",
    "under": "below",
    "beneath": "below",
    "over": "above",
}
"""Words of other languages for functions and relations."""


CONDITIONALS = frozenset(("if", "then", "else", "when"))
"""Words of other languages around conditions and effects; here the arrow says it."""

PHASE_WORDS = ("when", "repeat", "first", "each", "show", "plan")
"""What may follow the events in the head of a phase."""


class Names:
    """The lookups of one game. `params` are the types of the arguments of events and `facts` those of facts."""

    def __init__(self, game: Game, reporter: Reporter) -> None:
        self.game = game
        self.reporter = reporter
        self.all_kinds = tuple(range(len(game.kinds)))
        self.any_thing = Type("thing", None, self.all_kinds)
        self.values: dict[str, list[core.EnumDomain]] = {}
        self.owners: dict[str, str] = {}
        """For each attribute of kinds, the first kind that has it."""
        for kind in game.kinds.values():
            for attr in kind.attrs.values():
                self.owners.setdefault(attr.name, kind.name)
                self._note_values(attr)
        for attr in game.world.values():
            self._note_values(attr)
        for found in game.derived.values():
            for word in found.type.domain.names if found.type.domain is not None else ():
                self.values.setdefault(word, [found.type.domain] if found.type.domain is not None else [])
        self.params: dict[str, list[Type | None]] = {
            info.name: [Type(sort, *self._details(sort)) for sort in info.sorts] for info in EVENTS
        }
        self.event_numbers: dict[str, int] = {info.name: number for number, info in enumerate(EVENTS)}
        self.emitted: dict[str, Span] = {}
        """The events that rules make, each with the place of its first emission."""
        self.facts: dict[str, list[Type | None]] = {name: list(fact.params) for name, fact in game.facts.items()}
        self.fact_numbers: dict[str, int] = {name: fact.number for name, fact in game.facts.items()}
        self.derived: dict[str, DerivedModel] = dict(game.derived)
        self.distances: dict[str, list[Type | None]] = {
            name: [*found.params, Type("cell")] for name, found in game.distances.items()
        }
        """The types of the arguments of fields, the cell among them."""
        self.distance_numbers: dict[str, int] = {name: found.number for name, found in game.distances.items()}
        self.infix: set[str] = {name for name, fact in game.facts.items() if fact.infix}
        self.saves: dict[str, int] = dict(game.saves)
        self.efforts: Efforts = {}
        """What it takes to work out each fact, and each field, as far as they are checked."""
        self._attributes: dict[tuple[tuple[int, ...], str], AttrModel] = {}
        self._by_number = list(game.kinds.values())

    def _details(self, sort: core.Sort) -> tuple[core.EnumDomain | None, tuple[int, ...]]:
        return (ACTION_DOMAIN if sort == "enum" else None), (self.all_kinds if sort == "thing" else ())

    def _note_values(self, attr: AttrModel) -> None:
        if isinstance(attr.domain, core.EnumDomain):
            for name in attr.domain.names:
                domains = self.values.setdefault(name, [])
                if attr.domain not in domains:
                    domains.append(attr.domain)

    def quiet(self) -> Names:
        """The same names, with a reporter of its own that nobody reads."""
        other = copy.copy(self)
        other.reporter = Silent()
        return other

    def near(self, word: str, known: Iterable[str]) -> str:
        """`did you mean ..?`, unless nobody would read it."""
        return "" if isinstance(self.reporter, Silent) else did_you_mean(word, known)

    def report(self, code: str, span: Span, *, notes: Iterable[tuple[str, Span]] = (), **names: object) -> None:
        """Report to the reporter of this pass."""
        self.reporter.report(code, span, notes=notes, **names)

    def bound(self, node: object, span: Span) -> Effort:
        """How much an engine has to do for a checked piece of the game; reports when it is too much."""
        return check_effort(node, self.efforts, span, self.reporter)

    # ------------------------------------------------------------ kinds and attributes

    def kinds(self, name: str, span: Span) -> tuple[int, ...] | None:
        """The kinds that a capitalised name stands for, or None after a report."""
        kinds = self.game.kinds_of(name)
        if kinds is None:
            hint = self.near(name, [*self.game.kinds, *self.game.groups]) or f"declare it: `kind {name} on ..`"
            self.report("E101", span, name=name, hint=hint)
        return kinds

    def meant_kind(self, name: str) -> str | None:
        """The kind or group that a mistyped name was probably meant to be."""
        known = [*self.game.kinds, *self.game.groups]
        return None if isinstance(self.reporter, Silent) else nearest(name, known)

    def attribute(self, kinds: tuple[int, ...], name: str, span: Span, shown: str) -> AttrModel | None:
        """The attribute `name` of things of `kinds`, or None after a report. `shown` is the thing as written."""
        key = (kinds, name)
        if key in self._attributes:
            return self._attributes[key]
        found = [self._by_number[number].attrs.get(name) for number in kinds]
        first = next((attr for attr in found if attr is not None), None)
        if first is None:
            self._no_attribute(kinds, name, span)
            return None
        for number, attr in zip(kinds, found, strict=True):
            if attr is None:
                lacking = self._by_number[number].name
                having = kind_names(
                    self.game, tuple(k for k, other in zip(kinds, found, strict=True) if other is not None)
                )
                hint = f"say which kind it is, such as `{having[0]} $a`, or declare `{name}` for `{lacking}` too"
                self.report("E141", span, shown=shown, kind=lacking, name=name, hint=hint)
                return None
            if attr.domain != first.domain:
                notes = [("here", first.span), ("and here", attr.span)]
                self.report("E142", span, notes=notes, shown=shown, kind=self._by_number[number].name, name=name)
                return None
        self._attributes[key] = first
        return first

    def _no_attribute(self, kinds: tuple[int, ...], name: str, span: Span) -> None:
        if name.startswith("$"):
            self.report("E126", span, name=name)
            return
        known = list(dict.fromkeys(attr for number in kinds for attr in self._by_number[number].attrs))
        named = kind_names(self.game, kinds)
        kind = named[0] if len(named) == 1 else kinds_words(self.game, kinds).removeprefix("a ").strip("`")
        hint = self.near(name, [*known, "cell", "x", "y"])
        if name == ID:
            hint = f"only numbered kinds have it: `kind {kind} on .. numbered`"
        if not hint and known:
            hint = f"it has {quoted(known)}"
        if not hint and name in self.game.world:
            hint = f"`{name}` is an attribute of the world: write `{name}` alone"
        self.report("E104", span, kind=kind, name=name, hint=hint or f"declare it: `kind {kind} on .. has {name}: ..`")

    def holder(self, domain: core.EnumDomain, own: KindModel | None) -> str:
        """An attribute with that domain, as it would be written where the attributes of `own` stand bare."""
        for kind in [own] if own is not None else self.game.kinds.values():
            for attr in kind.attrs.values():
                if attr.domain == domain:
                    return attr.name if kind is own else f"{kind.name}.{attr.name}"
        return next((attr.name for attr in self.game.world.values() if attr.domain == domain), "attribute")

    # ------------------------------------------------------------ lower-case words

    def is_literal(self, text: str) -> bool:
        """Whether a bare word can only be a value that its context must tell the attribute of."""
        return text in self.values and text not in self.game.world

    def unknown_word(self, text: str, span: Span, own: Iterable[str] = ()) -> None:
        """Report a bare word that means nothing, or nothing here. `own` are attributes that stand bare."""
        game = self.game
        if text in self.facts:
            self.report("E327", span, name=text)
        elif text in self.params:
            self.report("E337", span, name=text, usage=text)
        elif text in CONDITIONALS:
            self.report("E018", span, found=text)
        elif text in self.owners:
            self.report("E144", span, name=text, kind=self.owners[text])
        elif text in FUNCTIONS:
            self.report("E303", span, what=f"`{text}`", want=FUNCTIONS[text].usage, got="nothing in parentheses")
        else:
            kind = text[:1].upper() + text[1:]
            if game.kinds_of(kind) is not None:
                hint = f"kinds are capitalised: `{kind}`"
            elif text == "world":
                hint = "write the name of its attribute alone, without `world`"
            elif text in ("true", "false"):
                hint = "declare the attribute with `no yes`, and compare it with one of them"
            else:
                known = [*own, *game.world, *self.values, *core.DIRECTIONS, "none", *self.facts]
                hint = self.near(text, known) or "declare it: `world has ..` for an attribute, `let ..` for a fact"
            self.report("E143", span, name=text, hint=hint)

    def unknown_event(self, name: str, span: Span) -> None:
        """Report an event that nothing makes."""
        if name in self.facts:
            self.report("E338", span, name=name)
            return
        if name == "and":
            self.report("E036", span, word=name, use="the events one after another: `on arrow click`")
            return
        near = self.near(name, [*self.params, *PHASE_WORDS])
        self.report("E145", span, name=name, hint=near or f"a rule makes it with `-> {name}()`")

    def unknown_call(self, node: syntax.Call) -> None:
        """Report a call that is neither a function nor a fact."""
        if node.name in self.params:
            self.report("E337", node.span, name=node.name, usage=f"{node.name}(..)")
            return
        if node.name in CONDITIONALS:
            self.report("E018", node.span, found=node.name)
            return
        hint = self.near(node.name, [*FUNCTIONS, *self.facts])
        if node.name in OTHER_WORDS and OTHER_WORDS[node.name] in FUNCTIONS:
            hint = f"write `{FUNCTIONS[OTHER_WORDS[node.name]].usage}`"
        elif node.name in self.infix or node.name in RELATIONS:
            hint = f"write it between two things: `A {node.name} B`"
        self.report("E146", node.span, name=node.name, hint=hint or f"declare it: `let {node.name}(..) when ..`")

    def unknown_relation(self, node: syntax.Related) -> None:
        """Report a word between two things that is no relation."""
        name = node.relation
        if name in ("and", "unless"):
            self.report("E016" if name == "and" else "E017", node.span, found=name)
            return
        hint = self.near(name, [*RELATIONS, *self.infix])
        if name in OTHER_WORDS:
            hint = f"write `A {OTHER_WORDS[name]} B`"
        elif name in self.facts:
            hint = f"write `{name}(..)`"
        elif name in core.DIRECTIONS:
            hint = f"write `A ahead({name}) B`"
        self.report("E147", node.span, name=name, hint=hint or f"declare it: `let A {name} B when ..`")
