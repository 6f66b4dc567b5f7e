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
from arcg.dsl.explain.nodes import inside, mentions

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
        for node in inside(root):
            self._learn(node)
        elsewhere = {node.slot for node in inside(root) if isinstance(node, core.Bind | core.Range | core.Assign)}
        self.uses.subtract({slot for slot in self.uses if slot not in elsewhere and self._taken(root, slot)})
        spoken_of = {*self.kinds, *self.uses, *self.assigned}
        present = [slot for slot in range(len(slots)) if slot in spoken_of]
        alike = Counter(self._likeness(slot) for slot in present)
        self.called = {slot for slot in present if slot in self.assigned or self._likeness(slot) == slot}
        self.called |= {slot for slot in present if alike[self._likeness(slot)] > 1}
        self.sole: set[int] = set()
        """Slots of kinds of which there is just one thing: they need no introduction."""
        for slot in present:
            own = self.kinds_of_slot(slot)
            if self.name(slot) is None and len(own) == 1 and own[0] in lexicon.single:
                self.sole.add(slot)
        self.met |= self.sole

    def _learn(self, node: Any) -> None:
        match node:
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
        return any(isinstance(node, core.Take | core.CellsOf) and node.slot == slot for node in inside(root))

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
