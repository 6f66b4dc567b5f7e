"""Conditions in words: every `core.Atom` as a clause, and as what can follow a noun.

`ATOMS` has one entry a class; a test sees to it that none is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import article, compound, joined, listed, word
from arcg.dsl.explain.lines import Lines
from arcg.dsl.explain.nodes import mentions
from arcg.dsl.explain.queries import Modifier
from arcg.dsl.explain.shapes import Asking, Derived, InLine, Line, Sees, owner, unasked

COMPARED = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
RELATED: dict[core.Relation, tuple[str, str]] = {
    "at": ("is", "at"),
    "on": ("is", "on"),
    "overlaps": ("", "overlaps"),
    "touches": ("", "touches"),
    "near": ("is", "near"),
    "ahead": ("is", "ahead of"),
    "beside": ("is", "beside"),
}
"""The verb of each relation and the word after it."""

_SEVERAL = {"is": "are", "touches": "touch", "overlaps": "overlap", "covers": "cover", "sees": "see", "would": "would"}
"""The verbs of clauses as they are for several things."""

_DENIES = re.compile(r"\b(not|or|nothing)\b|\bno \w")
"""Words beside which `every` would be read in two ways."""

_AHEAD = ("right above", "right below", "right to the left of", "right to the right of")


class Conditions(Lines):
    """Words for the conditions of one scope."""

    # ------------------------------------------------------------ relative clauses

    def subject(self, atom: Any) -> int | None:
        """The slot that a condition says something of, if it can be said in a relative clause."""
        thing = owner(atom.left) if isinstance(atom, core.Compare) else unasked(atom)
        if isinstance(thing, core.Slot):
            return thing.index
        match atom:
            case core.Relate(left=core.Slot(index=slot)):
                return slot
            case core.Compare(op="=" | "!=", left=core.Asked(thing=core.Slot(index=slot))):
                return slot
            case core.Assign(slot=taken, expr=core.Asked(thing=core.Slot(index=slot))):
                return slot if taken not in self.defined else None
            case Sees(left=core.Slot(index=slot)) | InLine(left=core.Slot(index=slot)):
                return slot
            case core.Stops(thing=core.Slot(index=slot)) | Asking(thing=core.Slot(index=slot)):
                return slot
            case core.Compare(left=core.Apply(function="x" | "y", args=(core.Apply(function="cell_of", args=args),))):
                return args[0].index if isinstance(args[0], core.Slot) else None
            case core.Compare(left=core.Slot(index=slot)) if self.slots[slot].sort == "thing":
                return slot
            case core.Fact(args=(core.Take(slot=slot), *_)) | core.CellsOf(thing=core.Slot(index=slot)):
                return slot
        return None

    def modifier(self, atom: Any) -> Modifier | None:
        """A condition as what can follow the noun of its subject, or None if it cannot be said so."""
        subject = self.subject(atom)
        if subject is None or subject in self.defined:
            return None
        before, self.itself = self.itself, subject
        try:
            match atom:
                case core.Relate():
                    text = self.relation(atom)
                    if RELATED[atom.relation][0]:
                        return Modifier(text, f"that {'are' if self.many else 'is'} {text}")
                    text = f"that {self._verb(text)}"
                case core.Compare(left=core.Asked()) | core.Assign() | Asking() | core.No():
                    return self.participle(f"{'not ' if isinstance(atom, core.No) else ''}{self.wish(atom)}")
                case InLine():
                    return self.participle(f"in one {atom.line} with {self.words(atom.right)}")
                case Sees():
                    text = f"that {self._verb(self.sight(atom))}"
                case core.Stops():
                    text = f"that {self._verb(f'would stop {self.words(atom.other)}')}"
                case core.Compare(left=left) if owner(left) is not None or isinstance(left, core.Apply):
                    said = self.compare(atom)
                    own = said.removeprefix("its ").removeprefix("their ")
                    text = f"whose {own}" if own != said else f"for which {said}"
                case core.Compare():
                    text = f"that {self._verb(self.compare(atom).removeprefix('it ').removeprefix('them '))}"
                case core.Fact():
                    text = self._fact_of(atom)
                case core.CellsOf():
                    text = f"that {self._verb(self.cells_of(atom).removeprefix('it ').removeprefix('them '))}"
        finally:
            self.itself = before
        return Modifier(text, text)

    def _verb(self, text: str) -> str:
        """A clause without its subject, with the verb for one thing or for many."""
        verb, _, rest = text.partition(" ")
        if not self.many:
            return text
        return f"{_SEVERAL[verb]} {rest}"

    def _fact_of(self, atom: core.Fact) -> str:
        """A fact whose first argument is the subject."""
        name, infix = word(self.lexicon.facts[atom.fact].name), self.lexicon.facts[atom.fact].infix
        others = [self.argument(atom, place) for place in range(1, len(atom.args))]
        if infix and others and not self.many:
            extra = f" with {listed(others[:-1])}" if len(others) > 1 else ""
            return f"that {name} {others[-1]}{extra}"
        return f"for which {name} holds" + (f" together with {listed(others)}" if others else "")

    # ------------------------------------------------------------ atoms

    def clause(self, atom: Any) -> str:
        """A condition as a clause; empty if it only makes something known."""
        return ATOMS[type(atom)](self, atom)

    def bind(self, atom: core.Bind) -> str:
        """A thing of some kinds, or a test of what is bound."""
        if atom.slot in self.bound:
            return f"{self.mention(atom.slot)} is {article(self.lexicon.noun(atom.kinds))}"
        self.bound.add(atom.slot)
        return ""

    def is_kind(self, atom: core.IsKind) -> str:
        """A thing is there, or is of some kinds."""
        kinds, text = self.kinds_of(atom.thing), self.words(atom.thing)
        if kinds and set(kinds) <= set(atom.kinds):
            return f"{text} is there"
        return f"{text} is {article(self.lexicon.noun(atom.kinds))}"

    def range(self, atom: core.Range) -> str:
        """Any direction or cell, or a test that a cell lies on the board."""
        if atom.slot in self.bound and atom.over == "cell":
            return f"{self.mention(atom.slot)} is on the board"
        self.bound.add(atom.slot)
        return ""

    def assign(self, atom: core.Assign) -> str:
        """A value gets a name, or is compared with what has it."""
        if atom.slot in self.defined:
            return ""
        if isinstance(atom.expr, core.Asked):
            return f"{self.words(atom.expr.thing)} is {self.wish(atom)}"
        if (goer := self.goer(atom.expr)) is not None:
            known = atom.slot in self.bound
            self.bound.add(atom.slot)
            if known or self.uses[atom.slot] > 0:
                return f"{goer} goes {self.adverb(core.Slot(atom.slot))}"
            self.met.add(atom.slot)
            return f"there is {article(goer.removeprefix('the '))}"
        value = self.words(atom.expr, self.slots[atom.slot].domain)
        self.bound.add(atom.slot)
        self.met.add(atom.slot)
        name = self.mention(atom.slot)
        return f"{name} is {value}" if name != value else ""

    def cells_of(self, atom: core.CellsOf) -> str:
        """A cell that a thing covers."""
        self.bound.add(atom.slot)
        return f"{self.words(atom.thing)} covers {self.mention(atom.slot)}"

    def ray(self, atom: core.Ray) -> str:
        """A cell that lies somewhere in a direction."""
        self.bound.add(atom.slot)
        until = f", before {self.words(atom.until)}" if atom.until is not None else ""
        return f"{self.mention(atom.slot)} lies {self.adverb(atom.direction)} from {self.words(atom.start)}{until}"

    def stops(self, atom: core.Stops) -> str:
        """One thing would keep another out."""
        return f"{self.words(atom.thing)} would stop {self.words(atom.other)}"

    def compare(self, atom: core.Compare) -> str:
        """Two values beside each other."""
        left: Any = atom.left
        right: Any = atom.right
        if isinstance(left, core.Slot) and self.defined.get(left.index) == right:
            return ""
        if isinstance(left, core.Const) and isinstance(right, core.Const):
            equal = left.value == right.value
            orders = {"<": left.value < right.value, ">": left.value > right.value}
            holds = orders.get(atom.op, equal if atom.op in ("=", "<=", ">=") else not equal)
            holds = holds or (atom.op == "<=" and left.value < right.value)
            holds = holds or (atom.op == ">=" and left.value > right.value)
            return "what always holds" if holds else "what never holds"
        if isinstance(left, core.Const):
            left, right = right, left
            mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
            verb = COMPARED[mirrored.get(atom.op, atom.op)]
        else:
            verb = COMPARED[atom.op]
        if atom.op in ("=", "!="):
            if isinstance(left, core.Asked):
                return f"{self.words(left.thing)} is asking to move {self.aim(atom.op, right)}"
            if (goer := self.goer(left)) is not None:
                return f"{goer} goes {self.aim(atom.op, right)}"
        if right == core.Const("thing", core.NONE):
            if isinstance(left, core.Attr | core.World | Derived):
                return f"{self.name_of(left)} holds {'nothing' if atom.op == '=' else 'something'}"
            return f"{self.words(left)} is {'nothing' if atom.op == '=' else 'something'}"
        first = self.words(left, self.domain(right))
        return f"{first} {verb} {self.words(right, self.domain(left))}"

    def relate(self, atom: core.Relate) -> str:
        """A spatial relation."""
        left = self.words(atom.left)
        verb = RELATED[atom.relation][0]
        return f"{left} {verb} {self.relation(atom)}" if verb else f"{left} {self.relation(atom)}"

    def relation(self, atom: core.Relate) -> str:
        """A relation without its left side and the verb `is`."""
        if atom.relation == "ahead" and atom.direction is not None:
            if isinstance(atom.direction, core.Const):
                return f"{_AHEAD[atom.direction.value]} {self.words(atom.right)}"
            return f"right next to {self.words(atom.right)} {self.adverb(atom.direction)}"
        return f"{RELATED[atom.relation][1]} {self.words(atom.right)}"

    def exists(self, atom: core.Exists) -> str:
        """At least one of several."""
        parts = [self._closed(query) for query in atom.alternatives]
        if len(parts) == 1:
            return parts[0]
        return f"either {joined(parts, 'or')}"

    def no(self, atom: core.No) -> str:
        """There is none."""
        query = atom.query
        told: list[Any] = [atom for atom in query.atoms if not (isinstance(atom, core.Bind) and atom.slot in self.met)]
        if len(told) == 1 and (said := self._denied(told[0])) is not None:
            return said
        if len(told) == 1 and isinstance(told[0], Line):
            met = set(self.met)
            text, besides = self.line(told[0])
            self.met = met
            return f"there is no {text}" + (f" for which {joined(besides)}" if besides else "")
        met = set(self.met)
        self.met.difference_update(self._own(query))
        chosen = self.selected(query)
        self.met = met
        if chosen is not None:
            return f"there is no {chosen}"
        so = self._closed(query)
        return f"it is not so that ({so})" if compound(so) else f"it is not so that {so}"

    def _denied(self, atom: Any) -> str | None:
        """The opposite of a condition that makes nothing known, where English has a short form for it."""
        if self.fresh(mentions(atom)):
            return None
        match atom:
            case core.Relate():
                left, relation = self.words(atom.left), self.relation(atom)
                verb, _, right = relation.partition(" ")
                if RELATED[atom.relation][0]:
                    return f"{left} is not {relation}"
                return f"{left} does not {_SEVERAL[verb]} {right}"
            case Sees():
                return f"{self.words(atom.left)} does not see {self.sight(atom).removeprefix('sees ')}"
            case InLine():
                return f"{self.words(atom.left)} is not in one {atom.line} with {self.words(atom.right)}"
            case Asking():
                return f"{self.words(atom.thing)} is not asking to move"
            case core.Compare(op="=", left=core.Asked(thing=thing)):
                return f"{self.words(thing)} is not {self.wish(atom)}"
            case core.Stops():
                return f"{self.words(atom.thing)} would not stop {self.words(atom.other)}"
            case core.Fact() if not self.lexicon.facts[atom.fact].infix:
                holds = self.clause(atom)
                name = word(self.lexicon.facts[atom.fact].name)
                return f"{name} does not hold{holds.removeprefix(f'{name} holds')}"
            case core.IsKind() if set(self.kinds_of(atom.thing)) <= set(atom.kinds):
                return f"{self.words(atom.thing)} is gone"
        return None

    def every(self, atom: core.Every) -> str:
        """For all of the first there is the second."""
        met = set(self.met)
        found = self.search(atom.over)
        claim = self.there(atom.claim)
        self.met = met
        if not found.groups:
            return f"(if {joined(found.all_clauses)}, then {claim})" if found.all_clauses else claim
        if found.all_clauses:
            return f"for {found.every()}, if {joined(found.all_clauses)}, {claim}"
        noun = f"the {self.noun(found.slots[0])}"
        thing = self.slots[found.slots[0]].sort == "thing"
        if len(found.slots) == 1 and thing and claim.count(noun) == 1 and not _DENIES.search(claim):
            bare = found.groups[0] == self.noun(found.slots[0])
            if claim.endswith(f" {noun}"):
                return claim.removesuffix(noun) + found.every()
            if claim.startswith((f"{noun} ", f"{noun}'s " if bare else f"{noun} ")):
                return found.every() + claim.removeprefix(noun)
        return f"for {found.every()}, {claim}"

    def did(self, atom: core.Did) -> str:
        """Something happened this turn."""
        return self.happening(atom)

    def fact(self, atom: core.Fact) -> str:
        """A derived fact holds."""
        fact = self.lexicon.facts[atom.fact]
        shown = [self.argument(atom, place) for place in range(len(atom.args))]
        if fact.infix:
            shown += ["anything"] * (2 - len(shown))
            extra = f" with {listed(shown[1:-1])}" if len(shown) > 2 else ""
            return f"{shown[0]} {word(fact.name)} {shown[-1]}{extra}"
        return f"{word(fact.name)} holds" + (f" of {listed(shown)}" if shown else "")


ATOMS: dict[type, Callable[[Any, Any], str]] = {
    core.Bind: Conditions.bind,
    core.IsKind: Conditions.is_kind,
    core.Range: Conditions.range,
    core.Assign: Conditions.assign,
    core.CellsOf: Conditions.cells_of,
    core.Compare: Conditions.compare,
    core.Relate: Conditions.relate,
    core.Exists: Conditions.exists,
    core.No: Conditions.no,
    core.Every: Conditions.every,
    core.Did: Conditions.did,
    core.Fact: Conditions.fact,
    core.Ray: Conditions.ray,
    core.Stops: Conditions.stops,
    Sees: Conditions.sees,
    InLine: Conditions.in_line,
    Asking: Conditions.asking,
    Line: Conditions.line_clause,
}
"""How each class of condition is put into words."""
