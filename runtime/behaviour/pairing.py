"""Pairings: which part of one game plays the part of which of the other, and levels carried from one game to the other.

Two games call nothing alike. A pairing says which parts correspond and how the board of the second game is turned; the
attributes of two parts are paired by their domains, by how they begin in the levels, and by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.runtime.behaviour.boards import fits
from arcg.runtime.behaviour.cast import Cast

Places = tuple[tuple[int, int], ...]
"""Pairs of places: of an attribute in one game and in the other."""


class Pairing(NamedTuple):
    """For each part of the first game its partner, or None; and what turns the first game's board to the second's."""

    parts: tuple[int | None, ...]
    symmetry: Symmetry


def reversed_symmetry(symmetry: Symmetry) -> Symmetry:
    """What turns the board back."""
    return next(other for other in SYMMETRIES if all(other.step(*symmetry.step(*step)) == step for step in ir.STEPS))


class Carrier:
    """Carries levels of one game over to another, for one pairing."""

    def __init__(self, source: Cast, target: Cast, parts: Sequence[int | None], symmetry: Symmetry) -> None:
        self.source, self.target, self.symmetry = source, target, symmetry
        self.parts = parts
        starts = Starts(source), Starts(target)
        self._usual = starts[1]
        both: dict[int, tuple[int, list[Told], list[Told]]] = {}
        for part, partner in enumerate(parts):
            if partner is not None:
                to = target.parts[partner]
                theirs = starts[1].kind(to.kinds[0], to.attrs)
                for kind in source.parts[part].kinds:
                    both[kind] = to.kinds[0], starts[0].kind(kind, source.parts[part].attrs), theirs
        # an attribute of several kinds is one attribute in all of them
        votes = Counter(
            (one.field, two.field)
            for _, ours, theirs in both.values()
            for one in ours
            for two in theirs
            if one.begins == two.begins
        )
        self._attrs: dict[int, tuple[int, Places]] = {
            kind: (to_kind, paired(ours, theirs, votes)) for kind, (to_kind, ours, theirs) in both.items()
        }
        self._world = paired(starts[0].world(source.world), starts[1].world(target.world), {})

    def level(self, level: ir.Level) -> ir.Level | None:
        """The level in the other game; None if something in it has no partner, or no room there."""
        if any(thing.kind not in self._attrs for thing in level.things):
            return None
        program, symmetry = self.target.program, self.symmetry
        things = []
        for thing in level.things:
            kind, places = self._attrs[thing.kind]
            own = program.kinds[kind].attrs
            values = list(self._usual.values(kind))
            for old, new in places:
                value = self._value(own[new].domain, thing.attrs[old])
                if not _within(own[new].domain, value):
                    return None
                values[new] = value
            x, y = symmetry.cell(thing.x, thing.y, level.width, level.height)
            things.append(ir.Placed(kind, x, y, tuple(values)))
        world = list(self._usual.world_values())
        for old, new in self._world:
            world[new] = self._value(program.world[new].domain, level.world[old])
            if not _within(program.world[new].domain, world[new]):
                return None
        if program.cellwise is not None:
            things.sort(key=lambda thing: (thing.kind, thing.y, thing.x))
        width, height = (level.height, level.width) if symmetry.transpose else (level.width, level.height)
        made = ir.Level(level.name, width, height, cell_size(program, width, height), tuple(world), tuple(things))
        return made if fits(program, made) else None

    def _value(self, domain: ir.Domain, value: int) -> int:
        return self.symmetry.direction(value) if isinstance(domain, ir.DirDomain) else value


def _within(domain: ir.Domain, value: int) -> bool:
    return not isinstance(domain, ir.IntDomain) or domain.low <= value <= domain.high


def cell_size(program: ir.Program, width: int, height: int) -> int:
    """Pixels of a cell: as in the game's own levels, or fewer if so large a board would not fit."""
    own = min((level.cell for level in program.levels), default=ir.FRAME)
    return max(1, min(own, ir.FRAME // max(width, height)))


# ---------------------------------------------------------------- attributes


class Told(NamedTuple):
    """What is known of an attribute: its place, its field (-1: of the world), domain and name.

    `begins`: how often the levels begin with which value.

    `counts`: something depends on it; others may still say how a thing lies. `uses`: how often which tables of the
    game read it and write it.
    """

    place: int
    field: int
    domain: ir.Domain
    begins: Counter[int]
    name: str
    counts: bool
    uses: tuple[int, ...]


class Starts:
    """How things and the world of a game begin in its levels."""

    def __init__(self, cast: Cast) -> None:
        self.program = cast.program
        self._kinds: dict[int, list[Counter[int]]] = {}
        for level in self.program.levels:
            for thing in level.things:
                empty: list[Counter[int]] = [Counter() for _ in thing.attrs]
                for count, value in zip(self._kinds.setdefault(thing.kind, empty), thing.attrs, strict=True):
                    count[value] += 1
        self._world = [
            Counter(level.world[place] for level in self.program.levels) for place in range(len(self.program.world))
        ]

    def kind(self, kind: int, counting: Container[int]) -> list[Told]:
        """The attributes of a kind; those in some places count."""
        counts = self._kinds.get(kind)
        return [
            Told(
                place,
                attr.field,
                attr.domain,
                counts[place] if counts else Counter(),
                attr.name,
                place in counting,
                self._uses(ir.Attr, ir.AttrTarget, attr.field),
            )
            for place, attr in enumerate(self.program.kinds[kind].attrs)
        ]

    def world(self, counting: Container[int]) -> list[Told]:
        """The attributes of the world; those in some places count."""
        return [
            Told(
                place,
                -1,
                attr.domain,
                self._world[place],
                attr.name,
                place in counting,
                self._uses(ir.World, ir.WorldTarget, place),
            )
            for place, attr in enumerate(self.program.world)
        ]

    def _uses(self, reads: type, writes: type, number: int) -> tuple[int, ...]:
        return tuple(table[sort, number] for table in self._used for sort in (reads, writes))

    @cached_property
    def _used(self) -> list[Counter[tuple[type, int]]]:
        """For each of some tables of the game, how often it refers to which attribute in which way."""
        program = self.program
        tables = (program.phases, program.facts, program.forbids, program.wins, program.loses, program.bars)
        found = []
        for table in tables:
            count: Counter[tuple[type, int]] = Counter()
            for node in ir.nodes(table):
                match node:
                    case ir.Attr() | ir.AttrTarget():
                        count[type(node), node.field] += 1
                    case ir.World() | ir.WorldTarget():
                        count[type(node), node.attr] += 1
                    case ir.Bar():
                        count[ir.World, node.attr] += 1
            found.append(count)
        return found

    def values(self, kind: int) -> list[int]:
        """How a thing of a kind begins most of the time; it refers to nothing."""
        counts = self._kinds.get(kind)
        return [
            ir.NONE if isinstance(attr.domain, ir.ThingDomain) else _most(counts[place]) if counts else attr.default
            for place, attr in enumerate(self.program.kinds[kind].attrs)
        ]

    def world_values(self) -> list[int]:
        """How the world begins in the first level; it refers to nothing."""
        return [
            ir.NONE if isinstance(attr.domain, ir.ThingDomain) else value
            for attr, value in zip(self.program.world, self.program.levels[0].world, strict=True)
        ]


def _most(counts: Counter[int]) -> int:
    return min(counts, key=lambda value: (-counts[value], value))


def paired(ours: list[Told], theirs: list[Told], votes: Mapping[tuple[int, int], int]) -> Places:
    """Attributes of one domain, those first that begin alike or are called alike."""
    ranked = sorted(
        (
            one.counts != two.counts,
            one.domain != two.domain,
            -votes.get((one.field, two.field), 0),
            one.begins != two.begins,
            one.uses != two.uses,
            one.name != two.name,
            number,
            other,
        )
        for number, one in enumerate(ours)
        for other, two in enumerate(theirs)
        if alike(one.domain, two.domain)
    )
    found: dict[int, int] = {}
    for *_, number, other in ranked:
        if number not in found and other not in found.values():
            found[number] = other
    return tuple(sorted((ours[number].place, theirs[other].place) for number, other in found.items()))


def alike(one: ir.Domain, two: ir.Domain) -> bool:
    """Whether the values of one domain can be carried over to another."""
    match one, two:
        case ir.IntDomain(), ir.IntDomain():
            return True  # a level with a value that the other one does not have is left out
        case ir.EnumDomain(names), ir.EnumDomain(others):
            return len(names) == len(others)
        case ir.EnumDomain(names), ir.IntDomain(low, high):
            return (low, high) == (0, len(names) - 1)
        case ir.IntDomain(low, high), ir.EnumDomain(names):
            return (low, high) == (0, len(names) - 1)
        case ir.DirDomain(), ir.DirDomain():
            return True
        case ir.ThingDomain(), ir.ThingDomain():
            return True
    return False
