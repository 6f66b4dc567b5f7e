"""Expressions in words: every `core.Expr` as a noun phrase, directions also as adverbs (`that way`, `up`).

`EXPRESSIONS` has one entry a class; a test sees to it that none is missing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import listed, possessive, word
from arcg.dsl.explain.nouns import Nouns
from arcg.dsl.explain.shapes import Derived

_BESIDE = ("above", "below", "to the left of", "to the right of")
"""Where a cell lies, by direction."""

_JOINED = {"add": "plus", "sub": "minus", "mul": "times", "div": "divided by"}
_TURNED = {
    "cw": "a quarter turn clockwise from",
    "ccw": "a quarter turn counter-clockwise from",
    "back": "opposite to",
}


class Expressions(Nouns):
    """Words for expressions in one scope."""

    def words(self, expr: core.Expr | Derived, domain: core.Domain | None = None) -> str:
        """An expression as a noun phrase. `domain` is what its value is compared with or given to, for bare values."""
        return EXPRESSIONS[type(expr)](self, expr, domain)

    # ------------------------------------------------------------ what values are

    def domain(self, expr: core.Expr | Derived) -> core.Domain | None:
        """The domain that the values of an expression come from, where it is known."""
        match expr:
            case core.World(attr=number):
                return self.lexicon.world[number].domain
            case core.Attr(thing=thing, field=field):
                attr = self.lexicon.attribute(field, self.kinds_of(thing))
                return attr.domain if attr is not None else None
            case Derived(name=name):
                return self.lexicon.derived_domain(name)
            case core.Slot(index=slot):
                return self.slots[slot].domain
            case core.Either(options=options):
                return self.domain(options[0])
            case core.Aggregate(op="first", value=value) if value is not None:
                return self.domain(value)
        return None

    def kinds_of(self, expr: core.Expr | Derived) -> tuple[int, ...]:
        """The kinds that a thing may have; empty if nothing tells."""
        if isinstance(expr, core.Slot):
            return self.kinds_of_slot(expr.index)
        if isinstance(expr, core.Aggregate):
            return self.kinds_of(expr.value) if expr.value is not None else ()
        domain = self.domain(expr)
        return domain.kinds if isinstance(domain, core.ThingDomain) else ()

    def target_domain(self, target: core.Target) -> core.Domain | None:
        """The domain of what an effect changes."""
        return self.domain(self.place(target))

    def place(self, target: core.Target) -> core.Expr:
        """What an effect changes, as the expression that reads it."""
        if isinstance(target, core.WorldTarget):
            return core.World(target.attr)
        return core.Attr(target.thing, target.field)

    # ------------------------------------------------------------ one function a class

    def const(self, expr: core.Const, domain: core.Domain | None) -> str:
        """A value from the text."""
        match expr.sort:
            case "thing":
                return "none"
            case "dir":
                return core.DIRECTIONS[expr.value]
            case "enum" if isinstance(domain, core.EnumDomain) and 0 <= expr.value < len(domain.names):
                return domain.names[expr.value]
            case "enum":
                return "a value"
        return str(expr.value)

    def slot(self, expr: core.Slot, domain: core.Domain | None) -> str:
        """A variable, or what stands in the text in its place."""
        defined = self.defined.get(expr.index)
        return self.words(defined, domain) if defined is not None else self.mention(expr.index)

    def world(self, expr: core.World, domain: core.Domain | None) -> str:
        """A world attribute; of one that holds a thing, the thing."""
        return self._held(self.name_of(expr), self.domain(expr))

    def attr(self, expr: core.Attr, domain: core.Domain | None) -> str:
        """A thing's attribute; of one that holds a thing, the thing."""
        return self._held(self.name_of(expr), self.domain(expr))

    def derived(self, expr: Derived, domain: core.Domain | None) -> str:
        """An attribute that is worked out."""
        return self._held(self.name_of(expr), self.domain(expr))

    def name_of(self, expr: core.World | core.Attr | Derived) -> str:
        """An attribute itself, whatever it holds."""
        if isinstance(expr, Derived):
            return possessive(self.words(expr.thing), word(expr.name))
        if isinstance(expr, core.World):
            return word(self.lexicon.world[expr.attr].name)
        return possessive(self.words(expr.thing), word(self.lexicon.fields[expr.field]))

    def _held(self, name: str, domain: core.Domain | None) -> str:
        return f"the thing in {name}" if isinstance(domain, core.ThingDomain) else name

    def apply(self, expr: core.Apply, domain: core.Domain | None) -> str:
        """A built-in function."""
        function, args = expr.function, expr.args
        if function in _JOINED:
            left, right = (self._operand(arg) for arg in args)
            rounded = ", rounded down" if function == "div" else ""
            return f"{left} {_JOINED[function]} {right}{rounded}"
        if function in _TURNED:
            return f"the direction {_TURNED[function]} {self.words(args[0])}"
        match function:
            case "mod":
                return f"the rest of {self._operand(args[0])} divided by {self._operand(args[1])}"
            case "neg":
                return f"minus {self._operand(args[0])}"
            case "abs":
                return f"the size of {self._operand(args[0])} without its sign"
            case "least" | "most":
                which = "smaller" if function == "least" else "larger"
                return f"the {which} of {self._operand(args[0])} and {self._operand(args[1])}"
            case "cell":
                return f"cell ({self.words(args[0])}, {self.words(args[1])})"
            case "cell_of":
                return possessive(self.words(args[0]), "cell")
            case "x" | "y":
                return possessive(self.words(_owner(args[0])), function)
            case "ahead":
                return self._ahead(args[0], args[1])
            case "way":
                return f"the direction of {self.straight(expr)}"
            case "dx":
                return f"the step of {self.words(args[0])} to the right (-1 for left)"
        assert function == "dy"
        return f"the step of {self.words(args[0])} downwards (-1 for up)"

    def straight(self, expr: core.Apply) -> str:
        """`way`: the way from one cell to another in its row or column."""
        return f"the straight way from {self.words(_owner(expr.args[0]))} to {self.words(_owner(expr.args[1]))}"

    def _operand(self, expr: core.Expr) -> str:
        text = self.words(expr)
        nested = isinstance(expr, core.Apply) and expr.function not in ("cell", "cell_of", "x", "y", "dx", "dy")
        return f"({text})" if nested or isinstance(expr, core.Aggregate | core.Either | core.Distance) else text

    def _ahead(self, cell: core.Expr, direction: core.Expr) -> str:
        start = self.words(_owner(cell))
        if isinstance(direction, core.Const):
            return f"the cell {_BESIDE[direction.value]} {start}"
        return f"the cell one step {self.adverb(direction)} from {start}"

    def recode(self, expr: core.Recode, domain: core.Domain | None) -> str:
        """A named value in another list: it keeps its name, so there is nothing to add."""
        return self.words(expr.expr)

    def aggregate(self, expr: core.Aggregate, domain: core.Domain | None) -> str:
        """A count, a sum, a least, greatest or first value."""
        return self.gathered(expr, domain)

    def either(self, expr: core.Either, domain: core.Domain | None) -> str:
        """The first value that there is."""
        return f"the first of these that there is: {', '.join(self.words(option, domain) for option in expr.options)}"

    def distance(self, expr: core.Distance, domain: core.Domain | None) -> str:
        """How many steps a field is from where it leads."""
        return f"the distance in {self._in_field(expr)}"

    def approach(self, expr: core.Approach, domain: core.Domain | None) -> str:
        """The direction in which a field gets less."""
        return f"the direction of {self.next_step(expr)}"

    def next_step(self, expr: core.Approach) -> str:
        """The step that comes nearer in a field."""
        return f"the next step in {self._in_field(expr)}"

    def _in_field(self, expr: core.Distance | core.Approach) -> str:
        """A field, for what it is asked, and the place where."""
        owner = _owner(expr.cell)
        given = f" for {listed([self.words(arg) for arg in expr.args])}" if expr.args else ""
        place = "its cell" if expr.args == (owner,) else self.words(owner)
        return f"{word(self.lexicon.distances[expr.number])}{given} from {place}"

    def asked(self, expr: core.Asked, domain: core.Domain | None) -> str:
        """The direction of the move that is asked for a thing."""
        return f"the direction in which {self.words(expr.thing)} is asking to move"

    @abstractmethod
    def gathered(self, expr: core.Aggregate, domain: core.Domain | None) -> str:
        """The words of an aggregate, which need those of queries."""

    # ------------------------------------------------------------ directions

    def adverb(self, direction: core.Expr) -> str:
        """A direction as it stands after `move`: `up`, `that way`, `in the direction $d`."""
        if isinstance(direction, core.Const):
            return core.DIRECTIONS[direction.value]
        text = self.words(direction)
        if text == "that direction":
            return "that way"
        if text == "the direction opposite to that direction":
            return "the opposite way"
        if text.startswith("$"):
            return f"in the direction {text}"
        return f"in {text}" if text.startswith(("the direction ", "a direction")) else f"in the direction of {text}"


def _owner(cell: core.Expr) -> core.Expr:
    """The thing whose cell this is, or the cell itself."""
    return cell.args[0] if isinstance(cell, core.Apply) and cell.function == "cell_of" else cell


EXPRESSIONS: dict[type, Callable[[Any, Any, core.Domain | None], str]] = {
    core.Const: Expressions.const,
    core.Slot: Expressions.slot,
    core.World: Expressions.world,
    core.Attr: Expressions.attr,
    core.Apply: Expressions.apply,
    core.Recode: Expressions.recode,
    core.Aggregate: Expressions.aggregate,
    core.Either: Expressions.either,
    core.Distance: Expressions.distance,
    core.Approach: Expressions.approach,
    core.Asked: Expressions.asked,
    Derived: Expressions.derived,
}
"""How each class of expression is put into words."""
