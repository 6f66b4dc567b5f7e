"""Units: a canonical form cut into the pieces that are coded one by one: declarations, rules, clauses, goals.

A unit's `body` names nothing: what it refers to is numbered by first mention within the unit. Its `wiring` says what
these are in the game. One changed rule therefore changes one body, not the numbers in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arcg.compiler.canonical import Form
from arcg.compiler.canonical.labelling import LOCAL, Labelling, labelled
from arcg.compiler.canonical.symmetry import turns
from arcg.compiler.canonical.tree import Child, Node, Ref, Source, arranged

Body = tuple[str, ...]
"""Tokens: `(tag` opens, `)` closes, `tag` has nothing below it, `#3` is a number, `kind:0` the first kind mentioned."""

_REF = re.compile(r"([a-z]+):(\d+)")


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece: its body, what its references are (but for `LOCAL` ones), and where it stands in the file."""

    body: Body
    wiring: tuple[Ref, ...]
    source: Source

    @property
    def is_rule(self) -> bool:
        """Whether it is something that stands in a line of the file."""
        return self.source.line is not None


def units_of(form: Form) -> tuple[Unit, ...]:
    """The units of a form in an order that does not depend on names."""
    return _rules_first(_Cutter(form.labelling).units(form.tree))


def orientations(form: Form) -> list[tuple[Unit, ...]]:
    """The units in each of the eight symmetries of the board, without repetitions; first those of the form itself."""
    cutter = _Cutter(form.labelling)
    found = [_rules_first(cutter.units(form.tree))]
    for variant in turns(form.tree):
        units = _rules_first(cutter.units(variant))
        if all([unit.body for unit in units] != [unit.body for unit in other] for other in found):
            found.append(units)
    return found


DECLARED = {"(actions", "(layers", "(kind", "(set_of_kinds", "(counter", "(orders"}


def _rules_first(units: list[Unit]) -> tuple[Unit, ...]:
    """Declarations last: which kind of one game corresponds to which of another is seen from what rules do with it."""
    return tuple(sorted(units, key=lambda unit: unit.body[0] in DECLARED))


class _Cutter:
    """Cuts trees of one game; `names` are the numbers of its references, which decide between look-alikes only."""

    def __init__(self, names: Labelling) -> None:
        self.names = names
        self.done: dict[Node, Unit] = {}

    def units(self, node: Child) -> list[Unit]:
        """The units of a subtree; children that commute are sorted by bodies first, by what they refer to last."""
        if not isinstance(node, Node):
            return []
        if node.source is not None:
            return [self._unit(node, node.source)]
        if not _holds_units(node):
            told = node.children or node.tag == "lose_first"
            return [self._unit(node, Source(node.tag, None))] if told else []
        parts = [self.units(child) for child in node.children]
        if node.before is not None:
            keys = [self._key(part) for part in parts]
            parts = [parts[place] for place in arranged(node.before, keys)]
        return [unit for part in parts for unit in part]

    def _key(self, units: list[Unit]) -> str:
        bodies = " ".join(token for unit in units for token in unit.body)
        return f"{bodies} @ {' '.join(f'{self.names.ranks[ref]:05}' for unit in units for ref in unit.wiring)}"

    def _unit(self, node: Node, source: Source) -> Unit:
        """The unit of a node; turning the board leaves most as they are."""
        if node not in self.done:
            self.done[node] = cut(node, source, self.names)
        return replace(self.done[node], source=source)


def _holds_units(node: Child) -> bool:
    return isinstance(node, Node) and (node.source is not None or any(map(_holds_units, node.children)))


def nodes_of(node: Child) -> Iterator[tuple[Node, Source]]:
    """The nodes that are units, in no order that means anything."""
    if not isinstance(node, Node):
        return
    if node.source is not None:
        yield node, node.source
    elif _holds_units(node):
        for child in node.children:
            yield from nodes_of(child)
    elif node.children or node.tag == "lose_first":
        yield node, Source(node.tag, None)


def cut(node: Node, source: Source, names: Labelling) -> Unit:
    """The unit of one node."""
    local = labelled(node, names.ranks.__getitem__)
    by_rank = {(ref.sort, rank): ref for ref, rank in local.ranks.items()}
    wiring: list[Ref] = []
    numbers: dict[tuple[str, int], int] = {}
    counts: dict[str, int] = {}
    body = []
    for token in local.text.replace(")", " )").split():
        match = _REF.fullmatch(token)
        if match:
            key = (match[1], int(match[2]))
            if key not in numbers:
                numbers[key] = counts.get(key[0], 0)
                counts[key[0]] = numbers[key] + 1
                if key[0] != LOCAL:
                    wiring.append(by_rank[key])
            token = f"{key[0]}:{numbers[key]}"
        body.append(token)
    return Unit(tuple(body), tuple(wiring), source)


def rule_count(units: tuple[Unit, ...]) -> int:
    """How many units stand in lines of the file, phases not counted."""
    return sum(unit.is_rule and unit.body[0].lstrip("(") != "phase" for unit in units)
