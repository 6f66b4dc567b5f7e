"""Variables in play: which names are bound where, to which slot, and what they hold.

A `Scope` numbers the variables of one rule, clause or condition, keeps what is visible at the point being checked, and
collects the atoms of the query being built in its `Block`. `nested` opens the inside of `no`, braces and the like and
forgets its bindings afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from arcg.dsl import core
from arcg.dsl.model import Type


@dataclass(frozen=True, slots=True)
class Typed:
    """A checked expression. `type` is None when it is not known, after a mistake that was reported already.

    `bounds` are the least and greatest value of a number, where its domain says so.
    """

    expr: core.Expr
    type: Type | None
    bounds: tuple[int, int] | None = None


UNKNOWN = Typed(core.Const("int", 0), None)
"""What stands in for an expression that could not be understood; it causes no further errors."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A visible variable. `missing_in` names an event of the phase's head that does not bind it, if there is one."""

    slot: int
    type: Type | None
    missing_in: str | None = None


@dataclass(slots=True)
class Block:
    """A query under construction: its atoms, and the slots that it binds in the order of first binding."""

    atoms: list[core.Atom] = field(default_factory=list)
    things: list[int] = field(default_factory=list)
    values: list[int] = field(default_factory=list)

    def query(self) -> core.Query:
        """The finished query."""
        return core.Query(tuple(self.atoms), tuple(self.things), tuple(self.values))


class Scope:
    """The variables of one rule, clause or condition."""

    __slots__ = ("block", "learned", "may_bind", "reserved", "slots", "top", "visible")

    def __init__(self) -> None:
        self.slots: list[tuple[str, Type | None]] = []
        self.visible: dict[str, Binding] = {}
        self.top = Block()
        self.block = self.top
        self.may_bind = True
        self.reserved: dict[str, int] = {}
        """Slots that a first binding outside nested constructs takes: parameters that the body must give a value."""
        self.learned: dict[int, Type | None] = {}
        """Slots whose type is being inferred, with what their uses have told so far."""

    def child(self) -> Scope:
        """A scope that begins with the variables of this one and an empty query: a rule in its phase."""
        child = Scope()
        child.slots = list(self.slots)
        child.visible = dict(self.visible)
        return child

    def add(self, name: str, type_: Type | None) -> int:
        """A new slot, bound to no name yet."""
        self.slots.append((name, type_))
        return len(self.slots) - 1

    def bind(self, name: str, type_: Type | None) -> int:
        """Bind `name` in the present block and return its slot."""
        slot = self.reserved.pop(name, None) if self.block is self.top else None
        if slot is None:
            slot = self.add(name, type_)
        else:
            self.slots[slot] = (name, type_)
        self.visible[name] = Binding(slot, type_)
        self.enlist(slot, type_)
        return slot

    def enlist(self, slot: int, type_: Type | None) -> None:
        """Note that the present block binds `slot`."""
        (self.block.things if type_ is not None and type_.sort == "thing" else self.block.values).append(slot)

    def poison(self, name: str) -> None:
        """Take `name` as bound to something unknown, after its first mistake was reported."""
        self.visible[name] = Binding(-1, None)

    def narrow(self, name: str, type_: Type) -> None:
        """From here on, `name` is known to be of the narrower type."""
        self.visible[name] = replace(self.visible[name], type=type_)

    def type_of(self, binding: Binding) -> Type | None:
        """The type of a bound variable, with what has been learned of it."""
        return binding.type if binding.type is not None else self.learned.get(binding.slot)

    def learn(self, expr: core.Expr, type_: Type | None) -> None:
        """If `expr` is a variable whose type is being inferred, take `type_` for it unless something is known."""
        if (
            type_ is not None
            and isinstance(expr, core.Slot)
            and expr.index in self.learned
            and self.learned[expr.index] is None
        ):
            self.learned[expr.index] = type_

    @contextmanager
    def nested(self) -> Iterator[Block]:
        """The inside of `no`, `every`, braces or an aggregate: what is bound in it is forgotten at its end."""
        visible, block, may_bind = self.visible, self.block, self.may_bind
        self.visible, self.block, self.may_bind = dict(visible), Block(), True
        try:
            yield self.block
        finally:
            self.visible, self.block, self.may_bind = visible, block, may_bind

    @contextmanager
    def without_binding(self) -> Iterator[None]:
        """A stretch in which a name that is met first is a mistake: effects, arguments of a trigger."""
        before, self.may_bind = self.may_bind, False
        try:
            yield
        finally:
            self.may_bind = before

    def variables(self) -> tuple[core.Variable, ...]:
        """All slots, for the core node of the scope."""
        return tuple(
            core.Variable(name, type_.sort, type_.domain) if type_ is not None else core.Variable(name, "int")
            for name, type_ in self.slots
        )
