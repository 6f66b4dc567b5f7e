"""Which rules over cells commute: neither writes a kind or a movement that the other reads or writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arcg.compiler import ir
from arcg.compiler.canonical.cell_reach import Group
from arcg.compiler.canonical.cells import TESTED, Item, Way, WayGroup

Order = tuple[frozenset[int], ...]
Resource = tuple[str, int]


@dataclass
class _Use:
    """What some ways read and write; `everything`: they commute with nothing that does anything."""

    reads: set[Resource] = field(default_factory=set)
    writes: set[Resource] = field(default_factory=set)
    everything: bool = False

    def clashes(self, other: _Use) -> bool:
        if self.everything or other.everything:
            return True
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)


def _use(program: ir.Program, ways: Iterable[Way], random: bool) -> _Use:
    use = _Use()
    if random:
        use.writes.add(("generator", 0))
    layer_of = [kind.layer for kind in program.kinds]
    for way in ways:
        use.everything = use.everything or way.rigid  # what cannot move takes its whole group back
        for item in way.items():
            _note(use, item, layer_of)
    return use


def _note(use: _Use, item: Item, layer_of: list[int]) -> None:
    kinds = {("kind", kind) for kind in item.kinds}
    if item.role in ("has", "no", "some"):
        use.reads |= kinds
    if item.role in ("put", "chooses"):  # what comes takes the room of all else on its layer
        layers = {layer_of[kind] for kind in item.kinds}
        use.writes |= {("kind", kind) for kind, layer in enumerate(layer_of) if layer in layers}
    words = {mark[0] for mark in item.marks}
    if item.role == "clears" or "gone" in words:
        use.writes |= kinds
    if words & set(TESTED):
        use.reads.add(("movement", item.layer))
    if words - set(TESTED) - {"gone"}:
        use.writes.add(("movement", item.layer))
    if item.role == "chooses" or "turned" in words:
        use.writes.add(("generator", 0))


def _order(uses: list[_Use]) -> Order:
    return tuple(
        frozenset(before for before in range(number) if uses[before].clashes(use)) for number, use in enumerate(uses)
    )


def order_of_groups(program: ir.Program, blocks: Sequence[Sequence[Group]]) -> Order:
    """Of neighbours that are one group or several each."""
    uses = []
    for block in blocks:
        groups = [group for group in block if group is not None]
        ways = [way for group in groups for way in group.ways]
        uses.append(_use(program, ways, any(group.random for group in groups)))
    return _order(uses)


def order_of_sources(program: ir.Program, group: WayGroup, sources: list[int]) -> Order:
    """Of the rules of one group; where one match of all is drawn, their order says nothing."""
    if group.random:
        return (frozenset(),) * len(sources)
    return _order([_use(program, [way for way in group.ways if way.source == source], False) for source in sources])
