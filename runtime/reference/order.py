"""The order of things and the canonical bytes of a position.

Things are ordered by kind, cell (row-major), then attributes that hold no thing. Things that are still equal are told
apart by how they stood in the saves that remember identities, then by the places of what they refer to and of what
refers to them, repeated until nothing changes; the rest in the order that gives the smallest bytes. `decode` is the
inverse of `encode`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference.state import References, Saved, State, Thing

MAX_LEAVES = 2000
"""Most arrangements of look-alikes that `canonical` compares; past that the rest keeps the best found so far."""

Key = tuple[object, ...]


class Codec:
    """Orders, encodes and decodes the positions of one program.

    Identities matter between a position and a save only where a rule restores part of that save and some attribute
    holds things; only there are they written, so that look-alikes stay interchangeable everywhere else. `linked` are
    these saves (`ir.LEVEL_SAVE` may be among them: the position in which the level began).
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.references = References(program)
        self.linked: tuple[int, ...] = tuple(sorted(_partly_restored(program))) if self.references.any else ()

    # ------------------------------------------------------------ order

    def own_key(self, thing: Thing) -> Key:
        """What the order of things looks at first."""
        return (
            thing.kind,
            thing.y,
            thing.x,
            tuple([thing.attrs[place] for place in self.references.plain[thing.kind]]),
        )

    def order(self, state: State, start: Saved) -> list[int]:
        """The handles of a position in the order of things. `start` is the position in which the level began."""
        keys = {handle: self.own_key(thing) for handle, thing in state.things.items()}
        handles = sorted(keys, key=keys.__getitem__)
        if not self.references.any:
            return handles
        tied = any(keys[one] == keys[two] for one, two in pairwise(handles))
        return self._arrange(state, start)[0] if tied else handles

    def _tables(self, state: State, start: Saved) -> list[Saved]:
        """The tables in which a handle means the same thing: the position, then the linked saves that there are."""
        saves = [start if save == ir.LEVEL_SAVE else state.saves[save] for save in self.linked]
        return [state.saved(), *(saved for saved in saves if saved is not None)]

    def _arrange(self, state: State, start: Saved) -> tuple[list[int], list[int]]:
        """Canonical order of the present things, and of those that only a linked save remembers."""
        tables = self._tables(state, start)
        edges = _edges(tables, self.references)
        absent: Key = (len(self.program.kinds),)
        handles = dict.fromkeys(handle for table in tables for handle in table.things)
        keys = {h: tuple(self.own_key(t.things[h]) if h in t.things else absent for t in tables) for h in handles}
        best: tuple[bytes, list[int], list[int]] | None = None
        for count, arrangement in enumerate(self._leaves(_refine(_ranks(keys), edges), edges)):
            present = [handle for handle in arrangement if handle in state.things]
            gone = [handle for handle in arrangement if handle not in state.things]
            written = to_bytes(self._numbers(state, start, present, gone))
            if best is None or written < best[0]:
                best = (written, present, gone)
            if count >= MAX_LEAVES:
                break
        return (best[1], best[2]) if best else ([], [])

    def _leaves(self, colours: dict[int, int], edges: list[Edge]) -> Iterator[list[int]]:
        """Every arrangement that the colours leave open, up to exchanges that cannot be seen.

        Look-alikes that nobody refers to and that refer to nobody may stand in any order.
        """
        groups: dict[int, list[int]] = {}
        for handle, colour in colours.items():
            groups.setdefault(colour, []).append(handle)
        related = {end for _, source, target in edges for end in (source, target)}
        for colour in sorted(groups):
            group = groups[colour]
            if len(group) > 1 and any(handle in related for handle in group):
                for handle in group:
                    split = {h: 2 * c + (c == colour and h != handle) for h, c in colours.items()}
                    yield from self._leaves(_refine(_ranks(split), edges), edges)
                return
        yield [handle for colour in sorted(groups) for handle in groups[colour]]

    # ------------------------------------------------------------ bytes

    def _numbers(self, state: State, start: Saved, present: list[int], gone: list[int]) -> Iterator[int]:
        """A position as whole numbers, given the order of its things."""
        place = {handle: number for number, handle in enumerate(present)}
        yield state.level
        yield int(state.status)
        yield from self._world(state.world, place)
        yield from self._things(state.things, present, place)
        identity = {handle: number for number, handle in enumerate([*present, *gone])}
        for number, saved in enumerate(state.saves):
            yield 0 if saved is None else 1
            if saved is None:
                continue
            linked = number in self.linked
            inside = self._saved_order(saved, identity if linked else None)
            place_inside = {handle: place for place, handle in enumerate(inside)}
            yield from self._world(saved.world, place_inside)
            yield from self._things(saved.things, inside, place_inside)
            if linked:
                yield from (identity[handle] for handle in inside)
        if ir.LEVEL_SAVE in self.linked:
            yield from (identity[handle] for handle in self._saved_order(start, None))

    def _saved_order(self, saved: Saved, identity: dict[int, int] | None) -> list[int]:
        """The order of the things of a save: its own, look-alikes by who they are now when that is remembered."""
        if identity is None:
            return self.order(_position(saved), Saved({}, ()))
        return sorted(saved.things, key=lambda handle: (self.own_key(saved.things[handle]), identity[handle]))

    def _world(self, world: Sequence[int], place: Mapping[int, int]) -> Iterator[int]:
        references = self.references.world
        for number, value in enumerate(world):
            yield place.get(value, ir.NONE) if number in references else value

    def _things(self, things: Mapping[int, Thing], order: list[int], place: Mapping[int, int]) -> Iterator[int]:
        yield len(order)
        for handle in order:
            thing = things[handle]
            yield from (thing.kind, thing.x, thing.y)
            references = self.references.by_kind[thing.kind]
            for number, value in enumerate(thing.attrs):
                yield place.get(value, ir.NONE) if number in references else value

    def encode(self, state: State, start: Saved) -> bytes:
        """The canonical bytes of a position."""
        if self.linked:
            present, gone = self._arrange(state, start)
        else:
            present, gone = self.order(state, start), []
        return to_bytes(self._numbers(state, start, present, gone))

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

    def decode(self, numbers: Iterator[int], start_handles: list[int]) -> tuple[State, dict[int, int]]:
        """The position that `encode` wrote, with fresh handles.

        `start_handles` are the handles of the level's first position in its own order. Also returns, where the level's
        start is linked, which present or remembered handle each of them is (to rename the start's things by).
        """
        level, status = next(numbers), Status(next(numbers))
        raw_world = [next(numbers) for _ in self.program.world]
        base = max(start_handles, default=-1) + 1
        things, count = self._read_things(numbers, base)
        world = self._read_world(raw_world, base)
        state = State(level, status, things, world, [None] * len(self.program.saves), base)
        fresh = base + count + GONE_ROOM
        for number in range(len(self.program.saves)):
            if next(numbers) == 0:
                continue
            raw_saved = [next(numbers) for _ in self.program.world]
            saved, size = self._read_things(numbers, fresh)
            saved_world = self._read_world(raw_saved, fresh)
            if number in self.linked:
                rename = {fresh + place: base + next(numbers) for place in range(size)}
                saved, saved_world = self.rename(saved, saved_world, rename)
            state.saves[number] = Saved(saved, tuple(saved_world))
            fresh += size
        links: dict[int, int] = {}
        if ir.LEVEL_SAVE in self.linked:
            links = {handle: base + next(numbers) for handle in start_handles}
        state.next_handle = fresh
        return state, links

    def decode_exact(self, numbers: Iterator[int]) -> State:
        """The position that `encode_exact` wrote; handles are the places it gave."""
        level, status = next(numbers), Status(next(numbers))
        things, world = self._read_exact(numbers)
        saves: list[Saved | None] = []
        for _ in self.program.saves:
            if next(numbers):
                saved_things, saved_world = self._read_exact(numbers)
                saves.append(Saved(saved_things, tuple(saved_world)))
            else:
                saves.append(None)
        return State(level, status, things, world, saves, 0)

    def _read_exact(self, numbers: Iterator[int]) -> tuple[dict[int, Thing], list[int]]:
        things = {}
        for _ in range(next(numbers)):
            handle, kind = next(numbers), next(numbers)
            things[handle] = self._read_thing(numbers, kind)
        return things, [next(numbers) for _ in self.program.world]

    def _read_thing(self, numbers: Iterator[int], kind: int) -> Thing:
        x, y = next(numbers), next(numbers)
        return Thing(kind, x, y, tuple([next(numbers) for _ in self.program.kinds[kind].attrs]))

    def _read_things(self, numbers: Iterator[int], base: int) -> tuple[dict[int, Thing], int]:
        count = next(numbers)
        things = {}
        for place in range(count):
            thing = self._read_thing(numbers, next(numbers))
            references = self.references.by_kind[thing.kind]
            attrs = tuple(
                value + base if number in references and value != ir.NONE else value
                for number, value in enumerate(thing.attrs)
            )
            things[base + place] = thing._replace(attrs=attrs)
        return things, count

    def _read_world(self, raw: list[int], base: int) -> list[int]:
        references = self.references.world
        return [
            value + base if number in references and value != ir.NONE else value for number, value in enumerate(raw)
        ]

    def rename(
        self, things: Mapping[int, Thing], world: Sequence[int], names: Mapping[int, int]
    ) -> tuple[dict[int, Thing], list[int]]:
        """The same things under other handles, references with them."""

        def renamed(thing: Thing) -> Thing:
            places = self.references.by_kind[thing.kind]
            attrs = (names.get(v, v) if number in places else v for number, v in enumerate(thing.attrs))
            return thing._replace(attrs=tuple(attrs))

        moved = {names.get(handle, handle): renamed(thing) for handle, thing in things.items()}
        return moved, [names.get(v, v) if n in self.references.world else v for n, v in enumerate(world)]


GONE_ROOM = 1 << 20
"""Handles kept free, on decoding, for things that only saves remember."""


def _position(saved: Saved) -> State:
    return State(0, Status.PLAYING, dict(saved.things), list(saved.world), [], 0)


def _partly_restored(program: ir.Program) -> set[int]:
    """The saves of which some rule restores a part."""
    found = set()
    for rule in [rule for phase in program.phases for rule in phase.rules] + list(program.forbids):
        for effect in rule.effects or ():
            step = effect.step if isinstance(effect, ir.Keyed) else effect
            if isinstance(step, ir.Restore) and (step.only or step.keep.world or step.keep.kinds):
                found.add(step.save)
    return found - {ir.TURN_SAVE}


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
