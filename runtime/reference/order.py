"""The order of things and the canonical bytes of a position.

Things are ordered by kind, cell (row-major), then attributes that hold no thing. Things that are still equal are told
apart by how they stood in the saves that remember identities, then by the places of what they refer to and of what
refers to them, repeated until nothing changes; the rest in the order that gives the smallest bytes. `decode` is the
inverse of `encode`; what it reads it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, Status
from arcg.runtime.reference.bodies import Bodies
from arcg.runtime.reference.identity import linked_saves
from arcg.runtime.reference.state import References, Saved, State, Thing, fits

MAX_ARRANGEMENTS = 2000
"""Most arrangements of look-alikes that are compared. Symmetric ones are not even tried: it takes a tangle of dozens of
look-alikes in rings of many different sizes to come near it."""

Key = tuple[object, ...]


class Codec:
    """Orders, encodes and decodes the positions of one program.

    `linked` are the saves of which the state says which thing is which (see `identity.py`); look-alikes stay
    interchangeable everywhere else. `ir.LEVEL_SAVE`, the position in which the level began, may come last; it is then
    written as well.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.references = References(program)
        self.bodies = Bodies(program)
        self.chance = ir.uses_chance(program)
        linked = linked_saves(program, self.references.any)
        self.reads_requests = program.cellwise is None and any(isinstance(n, ir.Asked) for n in ir.nodes(program))
        """Whether anything in the program asks what is asked to move."""
        self.crowded = False
        """Whether a fact that asks itself held of too much."""
        self.tangled = False
        """Whether look-alikes ever were too many to be compared: then equal positions may have different bytes."""
        self.linked: tuple[int, ...] = tuple(sorted(linked, key=lambda save: (save == ir.LEVEL_SAVE, save)))

    # ------------------------------------------------------------ order

    def own_key(self, thing: Thing) -> Key:
        """What the order of things looks at first: of a numbered kind the number."""
        place = self.references.number[thing.kind]
        return (
            thing.kind,
            0 if place is None else thing.attrs[place],
            thing.y,
            thing.x,
            tuple([thing.attrs[place] for place in self.references.plain[thing.kind]]),
        )

    def order(self, state: State, start: Saved) -> list[int]:
        """The handles of a position in the order of things. `start` is the position in which the level began."""
        keys = {handle: self.own_key(thing) for handle, thing in state.things.items()}
        handles = sorted(keys, key=keys.__getitem__)
        if not self.references.any and not self.linked:
            return handles
        tied = any(keys[one] == keys[two] for one, two in pairwise(handles))
        if not tied:
            return handles
        return [handle for handle in self._arranged(self._tables(state, start)) if handle in state.things]

    def _tables(self, state: State, start: Saved) -> list[Saved]:
        """The tables in which a handle means the same thing: the position, then the linked saves that there are."""
        saves = [start if save == ir.LEVEL_SAVE else state.saves[save] for save in self.linked]
        return [state.saved(), *(saved for saved in saves if saved is not None)]

    def _arranged(self, tables: list[Saved]) -> list[int]:
        """All handles of some tables in canonical order: those of the first as the order of things has them."""
        edges = _edges(tables, self.references)
        absent: Key = (len(self.program.kinds),)
        handles = dict.fromkeys(handle for table in tables for handle in table.things)
        keys = {h: tuple(self.own_key(t.things[h]) if h in t.things else absent for t in tables) for h in handles}
        arranger = _Arranger(edges, lambda order: to_bytes(self._together(tables, order)))
        arranged = arranger.arrange(_ranks(keys))
        self.tangled = self.tangled or arranger.gave_up
        return arranged

    # ------------------------------------------------------------ bytes

    def encode(self, state: State, start: Saved) -> bytes:
        """The canonical bytes of a position."""
        return to_bytes(self._numbers(state, start))

    def _numbers(self, state: State, start: Saved) -> Iterator[int]:
        """A position as whole numbers: level, status, the position, the saves, perhaps the level's start.

        With chance, the seed and the state of the generator come after the status.
        """
        arranged = self._arranged(self._tables(state, start)) if self.linked else self.order(state, start)
        present = [handle for handle in arranged if handle in state.things]
        identity = {h: n for n, h in enumerate([*present, *(h for h in arranged if h not in state.things)])}
        yield state.level
        yield int(state.status)
        if self.chance:
            yield from (state.seed, state.random)
        yield from self._table(state.saved(), present)
        for number, saved in enumerate(state.saves):
            yield 0 if saved is None else 1
            if saved is None:
                continue
            if number in self.linked:
                yield from self._linked_table(saved, identity)
            else:
                yield from self._table(saved, self._arranged([saved]))
        if ir.LEVEL_SAVE in self.linked:
            yield from self._linked_table(start, identity)

    def _together(self, tables: list[Saved], arranged: list[int]) -> Iterator[int]:
        """What of `_numbers` depends on how the things of linked tables are arranged."""
        first, *others = tables
        present = [handle for handle in arranged if handle in first.things]
        identity = {h: n for n, h in enumerate([*present, *(h for h in arranged if h not in first.things)])}
        yield from self._table(first, present)
        for saved in others:
            yield from self._linked_table(saved, identity)

    def _linked_table(self, saved: Saved, identity: Mapping[int, int]) -> Iterator[int]:
        """A save and who its things are: places in the order of the present things, then of those that are gone."""
        order = sorted(saved.things, key=lambda handle: (self.own_key(saved.things[handle]), identity[handle]))
        yield from self._table(saved, order)
        yield from (identity[handle] for handle in order)

    def _table(self, table: Saved, order: list[int]) -> Iterator[int]:
        """The world and the things of a table, references as places in the given order."""
        place = {handle: number for number, handle in enumerate(order)}
        for number, value in enumerate(table.world):
            yield place.get(value, ir.NONE) if number in self.references.world else value
        yield len(order)
        for handle in order:
            thing = table.things[handle]
            yield from (thing.kind, thing.x, thing.y)
            references = self.references.by_kind[thing.kind]
            for number, value in enumerate(thing.attrs):
                yield place.get(value, ir.NONE) if number in references else value

    def encode_exact(self, state: State, place: dict[int, int]) -> Iterator[int]:
        """A position as numbers with every handle written as `place[handle]`, which is extended as needed."""
        yield state.level
        yield int(state.status)
        yield from self._exact(state.things, state.world, place)
        for saved in state.saves:
            yield 0 if saved is None else 1
            if saved is not None:
                yield from self._exact(saved.things, saved.world, place)

    def _exact(self, things: Mapping[int, Thing], world: Sequence[int], place: dict[int, int]) -> Iterator[int]:
        for handle in things:
            place.setdefault(handle, len(place))
        yield len(things)
        for handle, thing in things.items():
            yield from (place[handle], thing.kind, thing.x, thing.y)
            references = self.references.by_kind[thing.kind]
            for number, value in enumerate(thing.attrs):
                yield place.get(value, ir.NONE) if number in references else value
        for number, value in enumerate(world):
            yield place.get(value, ir.NONE) if number in self.references.world else value

    # ------------------------------------------------------------ and back

    def decode(self, numbers: Iterator[int], start: Saved) -> tuple[State, Saved]:
        """The position that `encode` wrote and the start of its level, with fresh handles.

        `start` is the level's first position as it is when the level is loaded; it is given back unless it is linked.

        Raises:
            ValueError: the numbers are no position.

        """
        level, status = self._read_level(numbers), Status(next(numbers))
        seed, random = self.read_chance(numbers)
        base = max(start.things, default=-1) + 1
        now = self._read_table(numbers, level, base)
        saves: list[Saved | None] = [None] * len(self.program.saves)
        state = State(level, status, dict(now.things), list(now.world), saves, base, seed, random)
        fresh = base + len(now.things) + GONE_ROOM
        for number in range(len(self.program.saves)):
            if next(numbers):
                saved = self._read_table(numbers, level, fresh)
                fresh += len(saved.things)
                state.saves[number] = self._identified(saved, numbers, base) if number in self.linked else saved
        if ir.LEVEL_SAVE in self.linked:
            saved = self._read_table(numbers, level, fresh)
            fresh += len(saved.things)
            start = self._identified(saved, numbers, base)
        state.next_handle = fresh
        return state, start

    def read_chance(self, numbers: Iterator[int]) -> tuple[int, int]:
        """The seed and the state of the generator, in a game with chance.

        Raises:
            ValueError: one of them is neither.

        """
        if not self.chance:
            return 0, 0
        seed, random = next(numbers), next(numbers)
        if not (0 <= seed < SEEDS and 0 <= random < SEEDS):
            raise ValueError("the generator has no such state")
        return seed, random

    def _read_level(self, numbers: Iterator[int]) -> int:
        level = next(numbers)
        if not 0 <= level < len(self.program.levels):
            raise ValueError(f"the game has no level number {level}")
        return level

    def _read_table(self, numbers: Iterator[int], level: int, base: int) -> Saved:
        """A table whose things get the handles from `base` on."""
        world = [next(numbers) for _ in self.program.world]
        things = {base + place: self._read_thing(numbers) for place in range(next(numbers))}
        named = self._rename(Saved(things, tuple(world)), {place: base + place for place in range(len(things))})
        self._check(named, level)
        return named

    def _identified(self, saved: Saved, numbers: Iterator[int], base: int) -> Saved:
        """A table with the handles that its things have in the position, which begin at `base`."""
        names = {handle: base + next(numbers) for handle in saved.things}
        if len(set(names.values())) < len(names) or not all(0 <= h - base < GONE_ROOM for h in names.values()):
            raise ValueError("a save does not say which thing is which")
        things = self._rename(saved, names)
        return Saved({names[handle]: thing for handle, thing in things.things.items()}, things.world)

    def _rename(self, table: Saved, names: Mapping[int, int]) -> Saved:
        """The same table with what refers to a thing of `names` renamed; its own handles stay."""

        def renamed(thing: Thing) -> Thing:
            places = self.references.by_kind[thing.kind]
            return thing._replace(
                attrs=tuple([names.get(v, v) if n in places else v for n, v in enumerate(thing.attrs)])
            )

        world = tuple([names.get(v, v) if n in self.references.world else v for n, v in enumerate(table.world)])
        return Saved({handle: renamed(thing) for handle, thing in table.things.items()}, world)

    def _check(self, table: Saved, level: int) -> None:
        """Raise ValueError unless everything lies on the board and in its domain."""
        domains = [(counter.domain, value) for counter, value in zip(self.program.world, table.world, strict=True)]
        state = State(level, Status.PLAYING, dict(table.things), [], [], 0)
        for thing in table.things.values():
            attrs = self.program.kinds[thing.kind].attrs
            domains += [(attr.domain, value) for attr, value in zip(attrs, thing.attrs, strict=True)]
        if any(not fits(domain, value, table.things) for domain, value in domains):
            raise ValueError("a value is outside the domain of its attribute")
        number = self.references.number
        numbers = [
            (thing.kind, thing.attrs[place])
            for thing in table.things.values()
            if (place := number[thing.kind]) is not None
        ]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two things have one number")
        if not all(self.bodies.legal(state, thing) for thing in table.things.values()):
            raise ValueError("a thing lies off the board")
        solid = [h for h in table.things.values() if not self.program.layers[self.program.kinds[h.kind].layer].free]
        taken = [(self.program.kinds[h.kind].layer, cell) for h in solid for cell in self.bodies.seen(state, h)]
        if len(set(taken)) < len(taken):
            raise ValueError("two things lie in one cell of an ordinary layer")

    def decode_exact(self, numbers: Iterator[int]) -> State:
        """The position that `encode_exact` wrote; handles are the places it gave.

        Raises:
            ValueError: the numbers are no position.

        """
        level, status = self._read_level(numbers), Status(next(numbers))
        now = self._read_exact(numbers, level)
        saves = [self._read_exact(numbers, level) if next(numbers) else None for _ in self.program.saves]
        return State(level, status, dict(now.things), list(now.world), saves, 0)

    def _read_exact(self, numbers: Iterator[int], level: int) -> Saved:
        things = {next(numbers): self._read_thing(numbers) for _ in range(next(numbers))}
        table = Saved(things, tuple([next(numbers) for _ in self.program.world]))
        if min(things, default=0) < 0:
            raise ValueError("a thing has no handle")
        self._check(table, level)
        return table

    def _read_thing(self, numbers: Iterator[int]) -> Thing:
        kind, x, y = next(numbers), next(numbers), next(numbers)
        if not 0 <= kind < len(self.program.kinds):
            raise ValueError(f"the game has no kind number {kind}")
        return Thing(kind, x, y, tuple([next(numbers) for _ in self.program.kinds[kind].attrs]))


GONE_ROOM = 1 << 20
"""Handles kept free, on decoding, for things that only saves remember."""


def _ranks(keys: Mapping[int, object]) -> dict[int, int]:
    """Each handle's place among the distinct keys."""
    place = {key: number for number, key in enumerate(sorted(set(keys.values())))}  # type: ignore[type-var]
    return {handle: place[key] for handle, key in keys.items()}


Edge = tuple[tuple[int, int], int, int]
"""A reference: which attribute of which table, from whom (-1: the world), to whom."""


def _edges(tables: Sequence[Saved], references: References) -> list[Edge]:
    """Every reference in the tables."""
    edges: list[Edge] = []
    for number, table in enumerate(tables):
        edges += [((number, -1 - w), -1, table.world[w]) for w in references.world if table.world[w] != ir.NONE]
        for handle, thing in table.things.items():
            places = references.by_kind[thing.kind]
            edges += [((number, p), handle, thing.attrs[p]) for p in places if thing.attrs[p] != ir.NONE]
    return edges


def _refine(colours: dict[int, int], edges: Sequence[Edge]) -> dict[int, int]:
    """Tell equals apart by the places of what they refer to and of what refers to them, until nothing changes."""
    while True:
        to: dict[int, list[tuple[tuple[int, int], int]]] = {handle: [] for handle in colours}
        back: dict[int, list[tuple[tuple[int, int], int]]] = {handle: [] for handle in colours}
        for label, source, target in edges:
            if source != -1:
                to[source].append((label, colours[target]))
            back[target].append((label, colours.get(source, -1)))
        finer = _ranks({h: (c, tuple(sorted(to[h])), tuple(sorted(back[h]))) for h, c in colours.items()})
        if len(set(finer.values())) == len(set(colours.values())):
            return finer
        colours = finer


class _Arranger:
    """The arrangement of the things of some tables that has the smallest writing.

    Where the references leave a group of look-alikes, each of them is set first in turn and the rest follows from it.
    Of arrangements that are symmetric to one another only one is tried: two of one writing show a symmetry, which
    stands for the whole branches in which they lie.
    """

    def __init__(self, edges: Sequence[Edge], write: Callable[[list[int]], bytes]) -> None:
        self.edges = edges
        self.write = write
        self.seen: dict[bytes, tuple[list[int], tuple[int, ...]]] = {}
        self.best: tuple[bytes, list[int]] | None = None
        self.gave_up = False
        self.symmetries: list[dict[int, int]] = []
        self.around: dict[int, list[tuple[tuple[int, int], bool, int]]] = {}
        for label, source, target in edges:
            self.around.setdefault(source, []).append((label, True, target if target != source else _SELF))
            self.around.setdefault(target, []).append((label, False, source if target != source else _SELF))
        for seen in self.around.values():
            seen.sort()

    def arrange(self, colours: dict[int, int]) -> list[int]:
        """The handles in canonical order, given the places that their own properties leave them."""
        groups = _groups(_refine(colours, self.edges))
        if all(self._twins(group) for group in groups):
            return [handle for group in groups for handle in group]
        self._visit(groups, ())
        return self.best[1] if self.best else []

    def _twins(self, group: list[int]) -> bool:
        """Whether all refer to the very same things and are referred to by the same: then their order is no matter."""
        return len(group) == 1 or all(self.around.get(group[0]) == self.around.get(handle) for handle in group[1:])

    def _visit(self, groups: list[list[int]], chosen: tuple[int, ...]) -> int:
        """Try the arrangements that follow from some choices; gives the number of choices to go back to."""
        open_group = next((number for number, group in enumerate(groups) if not self._twins(group)), None)
        if open_group is None:
            return self._leaf([handle for group in groups for handle in group], chosen)
        tried: list[int] = []
        for handle in groups[open_group]:
            if self._like_one(handle, tried, chosen):
                continue
            rest = [other for other in groups[open_group] if other != handle]
            split = [*groups[:open_group], [handle], rest, *groups[open_group + 1 :]]
            colours = {h: number for number, group in enumerate(split) for h in group}
            back = self._visit(_groups(_refine(colours, self.edges)), (*chosen, handle))
            if back < len(chosen):
                return back
            tried.append(handle)
        return len(chosen)

    def _leaf(self, arranged: list[int], chosen: tuple[int, ...]) -> int:
        if len(self.seen) >= MAX_ARRANGEMENTS:
            self.gave_up = True
            return -1
        written = self.write(arranged)
        if self.best is None or written < self.best[0]:
            self.best = (written, arranged)
        if written not in self.seen:
            self.seen[written] = (arranged, chosen)
            return len(chosen)
        same, way = self.seen[written]
        self.symmetries.append(dict(zip(same, arranged, strict=True)))
        return next((number for number, (one, two) in enumerate(zip(way, chosen, strict=True)) if one != two), 0)

    def _like_one(self, handle: int, tried: list[int], chosen: tuple[int, ...]) -> bool:
        """Whether a symmetry that leaves the choices in place takes a handle that was tried to this one."""
        if any(self._twins([handle, other]) for other in tried):
            return True
        symmetries = [s for s in self.symmetries if all(s[choice] == choice for choice in chosen)]
        reached, todo = set(tried), list(tried)
        while todo:
            at = todo.pop()
            todo += {s[at] for s in symmetries} - reached
            reached |= {s[at] for s in symmetries}
        return handle in reached


_SELF = -2
"""Stands in a thing's surroundings for the thing itself."""


def _groups(colours: Mapping[int, int]) -> list[list[int]]:
    """The handles of each colour, by colour."""
    groups: dict[int, list[int]] = {}
    for handle, colour in colours.items():
        groups.setdefault(colour, []).append(handle)
    return [groups[colour] for colour in sorted(groups)]


def _varints(numbers: Iterator[int]) -> Iterator[int]:
    """Bytes of whole numbers: zigzag, then seven bits a byte, least first, the high bit set while more follow."""
    for number in numbers:
        value = (number << 1) if number >= 0 else ((-number << 1) - 1)
        while value > 127:
            yield (value & 127) | 128
            value >>= 7
        yield value


def read_varints(data: bytes) -> Iterator[int]:
    """The numbers that `to_bytes` wrote.

    Raises:
        ValueError: the bytes end inside a number.

    """
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield (value >> 1) if value & 1 == 0 else -((value + 1) >> 1)
            value = shift = 0
    if shift:
        raise ValueError("the bytes end inside a number")


def to_bytes(numbers: Iterator[int]) -> bytes:
    """Whole numbers as bytes."""
    return bytes(_varints(numbers))
