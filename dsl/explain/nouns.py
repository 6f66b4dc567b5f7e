"""What the variables of a rule are called: `a Crate` when first met, `the Crate` afterwards, `$b` where two are alike.

`Nouns` looks through a scope once (kinds, uses, likeness of its slots) and then gives each slot its words in the order
in which a sentence mentions them. Kinds of which every level has just one are `the Player` from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import article
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.nodes import mentions
from arcg.dsl.explain.shapes import Absent, Line
from arcg.dsl.walk import below

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
VALUE_NOUNS: dict[core.Sort, str] = {"int": "number", "enum": "value", "dir": "direction", "cell": "cell"}


class Nouns:
    """Words for the slots of one scope.

    `root` is everything that is said in the scope, `later` what else uses its slots and may have more; `known` are
    slots that the reader has met before (those of a phase in its rules). `kinds` may tell kinds that the root does not
    (slot 0 of a picture's condition).
    """

    def __init__(
        self,
        lexicon: Lexicon,
        slots: tuple[core.Variable, ...],
        root: Any,
        known: Iterable[int] = (),
        later: Any = (),
        kinds: dict[int, tuple[int, ...]] | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.slots = slots
        self.met = set(known)
        """Slots that the sentence has mentioned."""
        self.bound = set(known)
        """Slots that have a value at the present place: what binds another one again is a test."""
        self.said: set[int] = set()
        """Slots that have been mentioned in words, known before or not."""
        self.itself: int | None = None
        """The slot that a relative clause belongs to; it is `it` there."""
        self.many = False
        """Whether a relative clause belongs to a plural."""
        self.uses = Counter(mentions((root, later)))
        """How often each slot is mentioned after the place that gives it its value."""
        self.kinds = dict(kinds or {})
        self.defined: dict[int, core.Expr] = {}
        """Slots without a name in the text, with the expression that stands there in the text."""
        self.assigned: set[int] = set()
        for node in below(root):
            self._learn(node)
        elsewhere = {node.slot for node in below(root) if isinstance(node, core.Bind | core.Range | core.Assign)}
        self.uses.subtract({slot for slot in self.uses if slot not in elsewhere and self._taken(root, slot)})
        spoken_of = {*self.kinds, *self.uses, *self.assigned}
        present = [slot for slot in range(len(slots)) if slot in spoken_of]
        alike = Counter(self._likeness(slot) for slot in present)
        self.called = {slot for slot in present if slot in self.assigned or self._likeness(slot) == slot}
        self.called |= {slot for slot in present if alike[self._likeness(slot)] > 1}
        self.letters: dict[int, str] = {}
        """What tells several lines of cells apart, by the first cell."""
        self.titles: dict[int, str] = {}
        """What the cells and directions of lines of cells are called, and things in them that are like others."""
        self._entitle([node for node in below(root) if isinstance(node, Line)], present)
        self.sole: set[int] = set()
        """Slots of kinds of which there is just one thing: they need no introduction."""
        for slot in present:
            own = self.kinds_of_slot(slot)
            if self.name(slot) is None and len(own) == 1 and own[0] in lexicon.single:
                self.sole.add(slot)
        self.met |= self.sole

    def _entitle(self, lines: list[Line], present: list[int]) -> None:
        """Name the cells of lines, and the things in them that would be taken for others."""
        several = len(lines) > 1
        inner = {node.slot for line in lines for cell in line.cells for node in _denied(cell.atoms)}
        for number, line in enumerate(lines):
            letter = chr(ord("A") + number) if several else ""
            of = f" of line {letter}" if several else ""
            if several:
                self.letters[line.cells[0].slot] = letter
            for place, cell in enumerate(line.cells):
                title = f"the {ORDINALS[place] if place < len(ORDINALS) else f'{place + 1}th'} cell{of}"
                if len(line.cells) == 1:
                    title = f"cell {letter}" if several else "that cell"
                self.titles[cell.slot] = title
                for slot in (atom.slot for atom in cell.atoms if isinstance(atom, core.Bind)):
                    alike = [other for other in present if other not in inner]
                    kinds = self.kinds_of_slot(slot)
                    known = self.slots[slot].name.startswith("$") or set(kinds) <= self.lexicon.single
                    if not known and sum(self._likeness(other) == self._likeness(slot) for other in alike) > 1:
                        self.titles[slot] = f"the {self.noun(slot)} in {title}"
            if several and line.way is not None:
                self.titles[line.way] = f"the direction{of}"

    def _learn(self, node: Any) -> None:
        match node:
            case Line(way=int(slot), along=(expr,), fixed=True):
                self.defined[slot] = expr
            case core.Bind(slot=slot, kinds=kinds):
                self.kinds.setdefault(slot, kinds)
            case core.Make(slot=int(slot), kind=kind):
                self.kinds.setdefault(slot, (kind,))
            case core.Assign(slot=slot, expr=expr):
                if self._nameless(slot):
                    self.defined[slot] = expr
                self.assigned.add(slot)
            case core.Compare(op="=", left=core.Slot(index=slot), right=right) if self._nameless(slot):
                self.defined.setdefault(slot, right)
            case core.Trigger(event=number, args=args) | core.Did(event=number, args=args):
                for place, arg in enumerate(args):
                    type_ = self.lexicon.event_type(number, place)
                    self._learn_arg(arg, type_.kinds if type_ is not None else ())
            case core.Fact(fact=number, args=args):
                for place, arg in enumerate(args):
                    type_ = self.lexicon.fact_type(number, place)
                    self._learn_arg(arg, type_.kinds if type_ is not None else ())

    def _learn_arg(self, arg: core.Arg, kinds: tuple[int, ...]) -> None:
        if isinstance(arg, core.Take) and self.slots[arg.slot].sort == "thing":
            self.kinds.setdefault(arg.slot, arg.kinds if arg.kinds is not None else kinds)

    def _nameless(self, slot: int) -> bool:
        name, game = self.slots[slot].name, self.lexicon.game
        return not name.startswith("$") and game.kinds_of(name) is None

    @staticmethod
    def _taken(root: Any, slot: int) -> bool:
        return any(isinstance(node, core.Take | core.CellsOf) and node.slot == slot for node in below(root))

    def _likeness(self, slot: int) -> str | int:
        """What two slots have in common that one noun would not tell apart; numbers and values always have names."""
        sort = self.slots[slot].sort
        if sort == "thing":
            return self.noun(slot)
        return VALUE_NOUNS[sort] if sort in ("dir", "cell") else slot

    # ------------------------------------------------------------ words

    def kinds_of_slot(self, slot: int) -> tuple[int, ...]:
        """The kinds that a thing in a slot may have; empty if nothing tells."""
        return self.kinds.get(slot, ())

    def noun(self, slot: int) -> str:
        """What the thing in a slot is called, without an article."""
        return self.lexicon.noun(self.kinds_of_slot(slot))

    def name(self, slot: int) -> str | None:
        """The author's name for a slot, if it has one and needs one."""
        name = self.slots[slot].name
        return name if slot in self.called and name.startswith("$") else None

    def mention(self, slot: int) -> str:
        """The slot as the sentence says it at this point."""
        self.said.add(slot)
        if slot == self.itself:
            return "them" if self.many else "it"
        thing = self.slots[slot].sort == "thing"
        name = self.name(slot)
        if slot in self.met:
            if name is not None:
                return name
            if slot in self.titles:
                return self.titles[slot]
            return f"the {self.noun(slot)}" if thing else f"that {VALUE_NOUNS[self.slots[slot].sort]}"
        self.met.add(slot)
        return article(self.introduction(slot))

    def introduction(self, slot: int) -> str:
        """The noun of a slot with the name that it goes by later, if there is a later."""
        variable = self.slots[slot]
        noun = self.noun(slot) if variable.sort == "thing" else VALUE_NOUNS[variable.sort]
        name = self.name(slot)
        return f"{noun} {name}" if name is not None and self.uses[slot] > 0 else noun

    def pending(self, slots: Iterable[int]) -> list[int]:
        """Those of some slots that the sentence has not mentioned yet."""
        return [slot for slot in dict.fromkeys(slots) if slot not in self.met]


def _denied(atoms: Iterable[Any]) -> list[core.Bind]:
    """The things that are said not to be in a cell, or that only a test looks for."""
    return [
        node
        for atom in atoms
        if isinstance(atom, core.No | Absent)
        for node in below(atom)
        if isinstance(node, core.Bind)
    ]
