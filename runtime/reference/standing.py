"""A thing of a position in the words of the game's file."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.engine import Standing
from arcg.runtime.reference.matching import Matcher


def standing(matcher: Matcher, handle: int) -> Standing:
    """Where and how a thing of the matcher's position is."""
    thing = matcher.state.things[handle]
    kind = matcher.program.kinds[thing.kind]
    attrs = {
        attr.name: in_words(attr.domain, value, matcher) for attr, value in zip(kind.attrs, thing.attrs, strict=True)
    }
    return Standing(kind.name, thing.x, thing.y, tuple(matcher.cells(handle) or ()), attrs)


def in_words(domain: ir.Domain, value: int, matcher: Matcher) -> int | str | None:
    """A value as the game's file writes it; a thing as its place in the order of things."""
    word = worded(domain, value)
    return matcher.place(value) if isinstance(domain, ir.ThingDomain) and word is not None else word


def worded(domain: ir.Domain, value: int) -> int | str | None:
    """A value as the game's file writes it; a thing by the number that it is given by, or None."""
    match domain:
        case ir.EnumDomain(names):
            return names[value]
        case ir.DirDomain():
            return ir.DIRECTIONS[value]
        case ir.ThingDomain():
            return None if value == ir.NONE else value
    return value
