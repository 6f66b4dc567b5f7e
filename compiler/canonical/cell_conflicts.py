"""Which rules over cells commute: neither writes a kind or a movement that the other reads or writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.compiler.canonical.cell_reach import Group
from arcg.compiler.canonical.cells import TESTED, Item, Way, WayGroup

Order = tuple[frozenset[int], ...]


@dataclass
class _Use:
    """What some ways read and write, as sets of bits; `everything`: they commute with nothing that does anything."""

    reads: int = 0
    writes: int = 0
    everything: bool = False

    def clashes(self, other: _Use) -> bool:
        if self.everything or other.everything:
            return True
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)


def _use(program: ir.Program, ways: Iterable[Way], random: bool) -> _Use:
    """Bit 0 is the generator of chance, then come movements of cells with nothing on a layer, of kinds, and kinds."""
    use = _Use(writes=1 if random else 0)
    moving = 1 + len(program.layers)
    first = moving + len(program.kinds)
    layer_of = [kind.layer for kind in program.kinds]
    on_layer = [0] * len(program.layers)
    for kind, layer in enumerate(layer_of):
        on_layer[layer] |= 1 << kind
    items = set[Item]()
    for way in ways:
        use.everything = use.everything or way.rigid  # what cannot move takes its whole group back
        items.update(way.items())
    for item in items:
        kinds = sum(1 << kind for kind in item.kinds)
        if item.role in ("has", "no", "some"):
            use.reads |= kinds << first
        if item.role in ("put", "chooses"):  # what comes takes the room of all else on its layer
            for layer in {layer_of[kind] for kind in item.kinds}:
                use.writes |= on_layer[layer] << first
        words = {mark[0] for mark in item.marks}
        if item.role == "clears" or "gone" in words:
            use.writes |= kinds << first
        movement = 0
        if item.layer >= 0:  # a movement is that of what lies there; without that it stays in the cell
            whole = item.role != "has"
            movement = (on_layer[item.layer] if whole else kinds) << moving
            movement |= 2 << item.layer if whole or "gone" in words else 0
        if words & set(TESTED):
            use.reads |= movement
        if words - set(TESTED) - {"gone"}:
            use.writes |= movement
        if item.role == "chooses" or "turned" in words:
            use.writes |= 1
    return use


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
