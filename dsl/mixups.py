"""Mix-ups: names that a condition keeps to itself and that stand again, for something else, further on.

Watches the conditions of one query while they are checked, and warns where two readers would take one name for one
thing and the language takes it for two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from arcg.dsl import syntax
from arcg.dsl.expressions import key_of
from arcg.dsl.names import Names
from arcg.dsl.scope import Scope
from arcg.dsl.walk import nodes


def spoken_of(node: object) -> Iterator[syntax.ThingTerm]:
    """The kinds and `$names` in a piece of syntax."""
    return (found for found in nodes(node) if isinstance(found, syntax.ThingTerm))


class Mixups:
    """The names that conditions so far keep to themselves.

    `after` is the syntax in which they may be spoken of again, behind the query; None if that is not known.
    """

    def __init__(self, names: Names, scope: Scope, atoms: Sequence[syntax.Atom], after: object) -> None:
        self.names = names
        self.scope = scope
        self.atoms = atoms
        self.after = after
        self.absent: dict[str, tuple[syntax.ThingTerm, str]] = {}
        """Variables first met inside `no`, and what all alternatives in braces speak of first, with where that is."""
        self.each: set[str] = set()
        """What an `every` with one condition behind `has` speaks of, and nothing before it."""

    def inside(self, atom: syntax.No | syntax.Every | syntax.Braces) -> None:
        """Note what a condition that is about to be checked keeps to itself."""
        fresh = [term for term in spoken_of(atom) if key_of(term) not in self.scope.visible]
        if isinstance(atom, syntax.No):
            self.keep((term for term in fresh if term.var is not None), "`no`")
        elif isinstance(atom, syntax.Braces):
            always = set[str].intersection(*({key_of(term) for term in spoken_of(one)} for one in atom.alternatives))
            self.keep((term for term in fresh if key_of(term) in always), "braces")
        elif not isinstance(atom.claim, syntax.Braces):
            self.each |= {key_of(term) for term in fresh}

    def keep(self, terms: Iterable[syntax.ThingTerm], where: str) -> None:
        """Note that a condition keeps names to itself, at the first place where each stands."""
        for term in terms:
            self.absent.setdefault(key_of(term), (term, where))

    def bound(self, place: int, fresh: Set[str]) -> None:
        """Warn of the names that the condition at a place has given a value and an earlier one keeps to itself."""
        for name in self.absent.keys() & fresh:
            term, where = self.absent.pop(name)
            self.names.report("W334", term.span, name=name, where=where)
        if self.after is not None and (again := self.each & fresh):
            first = next(term for term in spoken_of(self.atoms[place]) if key_of(term) in again)
            unknown = self.scope.visible[key_of(first)].slot < 0  # a mistake, which this explains
            if unknown or not self._linked(key_of(first), place) & {key_of(term) for term in spoken_of(self.after)}:
                other = f"{first.kind} $b" if first.var is None else "Kind $b"
                self.names.report("W336", first.span, name=key_of(first), other=other)
            self.each.clear()

    def _linked(self, name: str, place: int) -> set[str]:
        """The names that conditions from a place on tie to this one, directly or through others."""
        groups = [{key_of(term) for term in spoken_of(atom)} for atom in self.atoms[place:]]
        found = {name}
        for _ in groups:
            for group in groups:
                if group & found:
                    found |= group
        return found
