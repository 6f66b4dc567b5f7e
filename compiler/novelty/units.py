"""Units: a canonical form cut into the pieces that are coded one by one: declarations, rules, clauses, goals.

A unit's `body` names nothing: what it refers to is numbered by first mention within the unit. Its `wiring` says what
these are in the game. One changed rule therefore changes one body, not the numbers in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from arcg.compiler.canonical import Form
from arcg.compiler.canonical.labelling import LOCAL, Labelling, labelled
from arcg.compiler.canonical.symmetry import turns
from arcg.compiler.canonical.tree import Child, Node, Ref, Source, arranged

Body = tuple[str, ...]
"""Tokens: `(tag` opens, `)` closes, `tag` has nothing below it, `#3` is a number, `kind:0` the first kind mentioned."""

_REF = re.compile(r"([a-z]+):(\d+)")


_NUMBERS: dict[Body, int] = {}
_BODIES: list[Body] = []


def number_of(body: Body) -> int:
    """The number of a body: equal bodies have one, so that much that is asked of them is asked once."""
    found = _NUMBERS.setdefault(body, len(_BODIES))
    if found == len(_BODIES):
        _BODIES.append(body)
    return found


def body_of(number: int) -> Body:
    """The body that has this number."""
    return _BODIES[number]


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece: its body, what its references are (but for `LOCAL` ones), and where it stands in the file."""

    body: Body
    wiring: tuple[Ref, ...]
    source: Source
    number: int = field(init=False, repr=False, compare=False)
    """That of the body."""
    group: str = field(init=False, repr=False, compare=False)
    """`class_of` the body."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", number_of(self.body))
        object.__setattr__(self, "group", class_of(self.body))

    def __reduce__(self) -> tuple[type[Unit], tuple[Body, tuple[Ref, ...], Source]]:
        """Another process gives bodies other numbers."""
        return Unit, (self.body, self.wiring, self.source)

    @property
    def is_rule(self) -> bool:
        """Whether it is something that stands in a line of the file."""
        return self.source.line is not None

    @property
    def declares(self) -> Ref | None:
        """What it declares, if it is the declaration of one thing."""
        return self.wiring[0] if self.body[0] in DECLARED else None


@dataclass(frozen=True, slots=True)
class Block:
    """Units and blocks in their normal order; `before`: for each part the earlier ones it must stay behind."""

    parts: tuple[Unit | Block, ...]
    before: tuple[frozenset[int], ...]

    def units(self) -> Iterator[Unit]:
        """All units, in their normal order."""
        for part in self.parts:
            if isinstance(part, Unit):
                yield part
            else:
                yield from part.units()


@dataclass(frozen=True, slots=True)
class Cut:
    """A form cut into units: what happens, then what is declared for it."""

    rules: Block
    declared: tuple[Unit, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, in an order that does not depend on names."""
        return (*self.rules.units(), *self.declared)


def units_of(form: Form) -> tuple[Unit, ...]:
    """The units of a form in an order that does not depend on names."""
    return cut(form).units


def cut(form: Form) -> Cut:
    """A form as it is, cut into units."""
    return _Cutter(form.labelling).cut(form.tree)


def orientations(form: Form) -> list[Cut]:
    """The units in each of the eight symmetries of the board, without repetitions; first those of the form itself."""
    cutter = _Cutter(form.labelling)
    found = [cutter.cut(form.tree)]
    seen = {tuple(unit.number for unit in found[0].units)}
    for variant in turns(form.tree):
        other = cutter.cut(variant)
        numbers = tuple(unit.number for unit in other.units)
        if numbers not in seen:
            seen.add(numbers)
            found.append(other)
    return found


DECLARED = {"(layer": "layer", "(kind": "kind", "(set_of_kinds": "kind", "(counter": "counter"}
"""Each declares the first thing that it refers to."""
LAST = {"(actions": "actions", "actions": "actions", "(orders": "orders", "orders": "orders"}
"""What is said of a whole game, and settled for the most part by what is declared."""
_CLASSES = DECLARED | LAST


def class_of(body: Body) -> str:
    """What is known of a unit before it is coded: that it declares a kind, say; of all that happens nothing."""
    return _CLASSES.get(body[0], "rules")


class _Cutter:
    """Cuts trees of one game; `names` are the numbers of its references, which decide between look-alikes only."""

    def __init__(self, names: Labelling) -> None:
        self.names = names
        self.done: dict[Node, Unit] = {}

    def cut(self, tree: Node) -> Cut:
        """Declarations last: which kind of one game corresponds to which of another is seen from what rules do."""
        whole = self.block(tree)
        rules = [part for part in whole.parts if not _is_declared(part)]
        declared = [unit for part in whole.parts if _is_declared(part) for unit in _flat(part)]
        declared.sort(key=lambda unit: unit.body[0] not in DECLARED)
        return Cut(Block(tuple(rules), _in_order(len(rules))), tuple(declared))

    def block(self, node: Node) -> Block:
        """The units below a node; children that commute are sorted by bodies first, by what they refer to last."""
        parts = [self._part(child) if isinstance(child, Node) else None for child in node.children]
        if node.before is None:
            found = [part for part in parts if part is not None]
            return Block(tuple(found), _in_order(len(found)))
        keys = ["" if part is None else self._key(part) for part in parts]
        order = arranged(node.before, keys)
        held: dict[int, set[int]] = {}  # of each place, the ones that must come earlier, through parts without units
        for place in order:
            held[place] = set(node.before[place]).union(*(held[earlier] for earlier in node.before[place]))
        order = [place for place in order if parts[place] is not None]
        new = {place: number for number, place in enumerate(order)}
        before = [frozenset(new[place] for place in held[old] if place in new) for old in order]
        return Block(tuple([part for old in order if (part := parts[old]) is not None]), tuple(before))

    def _part(self, node: Node) -> Unit | Block | None:
        source = _source(node)
        if source is not None:
            return self._unit(node, source)
        return self.block(node) if _holds_units(node) else None

    def _key(self, part: Unit | Block) -> str:
        units = list(_flat(part))
        bodies = " ".join(token for unit in units for token in unit.body)
        return f"{bodies} @ {' '.join(f'{self.names.ranks[ref]:05}' for unit in units for ref in unit.wiring)}"

    def _unit(self, node: Node, source: Source) -> Unit:
        """The unit of a node; turning the board leaves most as they are."""
        if node not in self.done:
            self.done[node] = unit_of(node, source, self.names)
        return replace(self.done[node], source=source)


def _flat(part: Unit | Block) -> Iterator[Unit]:
    return iter((part,)) if isinstance(part, Unit) else part.units()


def _is_declared(part: Unit | Block) -> bool:
    return any(unit.body[0] in DECLARED or unit.body[0] in LAST for unit in _flat(part))


def _in_order(count: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(range(place)) for place in range(count))


def _source(node: Node) -> Source | None:
    """Where a node stands, if it is a unit: a layer is one as well, and what is said of a whole game."""
    if node.source is not None or node.tag == "layer":
        return node.source or Source(node.tag, None)
    told = node.children or node.tag == "lose_first"
    return Source(node.tag, None) if told and not _holds_units(node) else None


def _holds_units(node: Child) -> bool:
    return isinstance(node, Node) and (
        node.source is not None or node.tag == "layer" or any(map(_holds_units, node.children))
    )


def nodes_of(node: Child) -> Iterator[tuple[Node, Source]]:
    """The nodes that are units, in no order that means anything."""
    if not isinstance(node, Node):
        return
    source = _source(node)
    if source is not None:
        yield node, source
    elif _holds_units(node):
        for child in node.children:
            yield from nodes_of(child)


def unit_of(node: Node, source: Source, names: Labelling) -> Unit:
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
