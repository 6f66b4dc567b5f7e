"""Whole queries in words: what a rule goes through (`every Crate on a Goal`), and that there is something, or how many.

A query each of whose matches counts is worded as a `Search`; a nested one says that there is something, or none, or
counts. What single conditions say comes from `conditions.py`, which builds on this.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import article, joined, plural, word
from arcg.dsl.explain.events import Events
from arcg.dsl.explain.nodes import mentions
from arcg.dsl.explain.shapes import Derived, Line
from arcg.dsl.walk import below


@dataclass
class Search:
    """What a query looks for: the groups of things that it goes through, and the clauses that must hold of them."""

    slots: list[int] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    """Clauses that speak of none of the groups."""
    clauses: list[str] = field(default_factory=list)

    @property
    def all_clauses(self) -> list[str]:
        """Everything that must hold."""
        return [*self.before, *self.clauses]

    def every(self) -> str:
        """`every Crate on a Goal, for every Rock`."""
        return ", for ".join(f"every {group}" for group in self.groups)


@dataclass(frozen=True)
class Modifier:
    """What follows a noun: alone (`on a Goal`), and beside others (`that is on a Goal`)."""

    short: str
    long: str


def modified(noun: str, mods: list[Modifier]) -> str:
    """A noun with its modifiers: `Crate on a Goal`, `Crate that is on a Goal and whose hue is red`."""
    return " ".join(
        [noun, mods[0].short] if len(mods) == 1 else [noun, joined([m.long for m in mods])] if mods else [noun]
    )


class Queries(Events):
    """Words for the queries of one scope."""

    # ------------------------------------------------------------ whole queries

    def search(self, query: core.Query) -> Search:
        """The words of a query each of whose matches counts."""
        found, mods = Search(), list[list[Modifier]]()

        def group(slot: int) -> None:
            found.slots.append(slot)
            found.groups.append(self.introduction(slot))
            mods.append([])
            self.met.add(slot)

        atom: Any  # core atoms, and the shapes that stand for several of them
        for atom in query.atoms:
            if isinstance(atom, Line):
                for slot in self.outside(atom, query):
                    group(slot)
                text, clauses = self.line(atom)
                found.slots.append(atom.cells[0].slot)
                found.groups.append(text)
                mods.append([])
                found.clauses += clauses
                continue
            subject = self.subject(atom)
            if subject in self.fresh(query.things) and subject is not None:
                group(subject)
            if not found.clauses and found.slots[-1:] == [subject] and (said := self.modifier(atom)) is not None:
                mods[-1].append(said)
                continue
            if not isinstance(atom, core.Bind | core.Range | core.CellsOf | core.Did | core.Fact):
                bound_here = [slot for slot in mentions(atom) if slot in query.things or slot in query.values]
                for slot in self.fresh(bound_here):
                    group(slot)
            if clause := self.clause(atom):
                (found.clauses if found.slots else found.before).append(clause)
        for slot in self.fresh((*query.things, *query.values)):
            group(slot)
        found.before += self._sole(query)
        found.groups = [modified(*pair) for pair in zip(found.groups, mods, strict=True)]
        return found

    def fresh(self, slots: Iterable[int]) -> list[int]:
        """Those of some slots that a sentence would have to introduce."""
        return [slot for slot in self.pending(slots) if slot not in self.defined]

    def outside(self, line: Line, query: core.Query) -> list[int]:
        """What a line of cells takes as known that a sentence would have to introduce."""
        own: set[int | None] = {node.slot for node in below(line) if isinstance(node, core.Bind)}
        own |= {cell.slot for cell in line.cells} | {line.way}
        own |= {atom.slot for cell in line.cells for atom in cell.atoms if isinstance(atom, core.Assign)}
        met = [slot for slot in mentions(line) if slot in query.things or slot in query.values]
        return [slot for slot in self.fresh(met) if slot not in own]

    def holds(self, query: core.Query) -> list[str]:
        """The clauses of a query that must have a match."""
        found: list[str] = []
        head: int | None = None
        mods: list[Modifier] = []

        def close() -> None:
            nonlocal head
            if head is not None:
                found[-1] = f"there is {article(modified(found[-1], mods))}"
            head = None
            mods.clear()

        for atom in query.atoms:
            subject = self.subject(atom)
            if subject is not None and subject in self.fresh(query.things):
                close()
                head = subject
                found.append(self.introduction(subject))
                self.met.add(subject)
            if subject is not None and subject == head and (said := self.modifier(atom)) is not None:
                mods.append(said)
                continue
            clauses = self.clauses(atom, query)
            if clauses:
                close()
                found += clauses
        close()
        found += [f"there is {self.mention(slot)}" for slot in self.fresh(query.things)]
        return found + self._sole(query)

    def _sole(self, query: core.Query) -> list[str]:
        """That the only thing of a kind is there, where nothing else is said of it."""
        alone = {slot for slot in self.sole - self.said if self.uses[slot] < 1}
        return [f"{self.mention(slot)} is there" for slot in query.things if slot in alone]

    def _own(self, query: core.Query) -> list[int]:
        """The things that a nested query goes through; not the only one of its kind beside others."""
        return [slot for slot in query.things if slot not in self.sole] or list(query.things)

    def clauses(self, atom: core.Atom, query: core.Query) -> list[str]:
        """A condition as clauses: before one that goes deeper, that there are the things which it takes as known."""
        found: list[str] = []
        if isinstance(atom, core.No | core.Every | core.Exists):
            outer = self.fresh(slot for slot in mentions(atom) if slot in query.things)
            found = [f"there is {self.mention(slot)}" for slot in outer]
        clause = self.clause(atom)
        return [*found, clause] if clause else found

    def there(self, query: core.Query) -> str:
        """That a query has a match, as one clause."""
        return joined(self.holds(query))

    def selected(self, query: core.Query) -> str | None:
        """The first thing of a query with all that is said of it, without an article; None if it is not about one."""
        head = next(iter(self.fresh(query.things)), None)
        atoms = [
            atom for atom in query.atoms if not (isinstance(atom, core.Bind) and atom.slot in self.sole & self.met)
        ]
        introduced = atoms and (isinstance(atoms[0], core.Bind) and atoms[0].slot == head)
        if head is None or not (introduced or self.subject(atoms[0]) == head):
            return None
        named = self.introduction(head)
        self.met.add(head)
        mods, rest = list[Modifier](), list[str]()
        for atom in atoms:
            if self.subject(atom) == head and not rest and (said := self.modifier(atom)) is not None:
                mods.append(said)
            else:
                rest += self.clauses(atom, query)
        rest += [f"there is {self.mention(slot)}" for slot in self.fresh(query.things)]
        if rest:
            mods.append(Modifier(f"for which {joined(rest)}", f"for which {joined(rest)}"))
        return modified(named, mods)

    # ------------------------------------------------------------ nested queries

    def _closed(self, query: core.Query) -> str:
        """A nested query; what it mentions first is not known outside."""
        met = set(self.met)
        text = self.there(query)
        self.met = met
        return text or "this always holds"

    def gathered(self, expr: core.Aggregate, domain: core.Domain | None) -> str:
        """A count, a sum, a least, greatest or first value."""
        met, query = set(self.met), expr.query
        own = self._own(query)
        self.met.difference_update(own)
        one = len(own) == 1 and not query.values
        if expr.op == "count" or expr.value is None:
            text = (
                f"the number of {self._several(query)}" if one else f"the number of ways in which {self.there(query)}"
            )
        else:
            over = self.selected(query) if one else None
            if over is None:
                over = f"all ways in which {self.there(query)}"
                each, first = over, f"the first of {over}"
            else:
                each, first = f"{'every' if expr.op == 'sum' else 'any'} {over}", f"the first {over}"
            which = {"sum": "sum", "min": "least", "max": "greatest", "first": "first"}[expr.op]
            name = self._own_part(expr.value, own[0]) if one else None
            if one and expr.op == "first" and expr.value == core.Slot(own[0]):
                text = first
            elif name is not None:
                name = {"first": name, "sum": f"sum of {name}"}.get(expr.op, f"{which} {name}")
                text = f"the {name} {'over' if expr.op == 'sum' else 'of'} {first if expr.op == 'first' else each}"
            elif expr.op == "first":
                text = f"{self.words(expr.value, domain)} for {first}"
            else:
                text = f"the {which} of {self.words(expr.value, domain)} over {each}"
        self.met = met
        return text

    def _own_part(self, value: Any, slot: int) -> str | None:
        """The name of an attribute, if that of the thing in `slot` is what is read."""
        match value:
            case core.Attr(thing=core.Slot(index=index), field=number) if index == slot:
                return word(self.lexicon.fields[number])
            case Derived(thing=core.Slot(index=index), name=name) if index == slot:
                return word(name)
            case core.Apply(function="x" | "y" as part, args=(core.Apply(function="cell_of", args=args),)):
                return part if args == (core.Slot(slot),) else None
        return None

    def _several(self, query: core.Query) -> str:
        """The one thing of a query in the plural, with all that is said of it."""
        head = self._own(query)[0]
        before, self.many = self.many, True
        chosen = self.selected(query)
        self.many = before
        if chosen is None:
            return f"ways in which {self.there(query)}"
        noun = self.noun(head)
        return f"{plural(noun)}{chosen.removeprefix(noun)}"

    # ------------------------------------------------------------ what conditions.py adds

    @abstractmethod
    def clause(self, atom: Any) -> str:
        """A condition as a clause; empty if it only makes something known."""

    @abstractmethod
    def line(self, line: Line) -> tuple[str, list[str]]:
        """A line of cells without an article, and what must hold besides."""

    @abstractmethod
    def subject(self, atom: Any) -> int | None:
        """The slot that a condition says something of, if it can be said in a relative clause."""

    @abstractmethod
    def modifier(self, atom: Any) -> Modifier | None:
        """A condition as what can follow the noun of its subject, or None if it cannot be said so."""
