"""The kernel's order of things, sameness, bytes and undo against the reference engine, on positions made at random.

Most things look alike, lie in few cells and refer to one another in rings, pairs, stars and trees.
`ARCG_EXAMPLES=5000 pytest tests/runtime/test_kernel_order.py` looks longer, and with `ARCG_SEED=1` each time elsewhere.
"""

from __future__ import annotations

import os
import random
from functools import cache

import numpy as np
import pytest

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import layout as at
from arcg.runtime.kernel.assemble import assemble
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.links import linked_saves
from arcg.runtime.kernel.memory import link_all, saves
from arcg.runtime.kernel.order import compare_things, encode, place_all, same_position, sort_slots
from arcg.runtime.kernel.sizes import Sizes, cut
from arcg.runtime.kernel.undo import pop_undo, push_undo, undone, worth_undoing
from arcg.runtime.kernel.units import UNITS
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.engine import UndoEntry
from arcg.runtime.reference.order import Codec, to_bytes
from arcg.runtime.reference.state import Saved, State, Thing

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "60"))
SEED = int.from_bytes(os.urandom(4), "big") if "ARCG_SEED" in os.environ else 0

# ---------------------------------------------------------------- programs

ROD, BASE, CRATE = range(3)
SEL, ENERGY, NEAR = range(3)
SAVES = ("one", "two", "three")
BOARD = 6


@cache
def program(refers: bool, linked: tuple[int, ...] = (), kept: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())):
    """Rods on a free layer, bases and crates; with `refers` they refer to one another; `linked` saves are restored."""
    rods = ir.ThingDomain((ROD, BASE)) if refers else ir.IntDomain(-1, 20)
    near = ir.ThingDomain((ROD,)) if refers else ir.IntDomain(-1, 20)
    hue = ir.EnumDomain(("a", "b"))
    click = ir.Trigger(ir.CLICK, (ir.Take(0, None),))
    rules = [ir.Rule(f"save{number}", 1, (), None, ir.Query(()), (ir.Save(number),)) for number in range(len(SAVES))]
    rules += [
        ir.Rule(f"restore{save}", 1, (), None, ir.Query(()), (ir.Restore(save, ir.Keep((), ()), False),))
        for save in linked
    ]
    rules.append(ir.Rule("click", 1, (ir.Variable("t", "thing"),), click, ir.Query((), (0,)), (ir.Drop(ir.Slot(0)),)))
    board = [
        ir.Level(
            name,
            BOARD,
            BOARD,
            4,
            (ir.NONE, 40, ir.NONE),
            (ir.Placed(BASE, 1, 1, ()), ir.Placed(ROD, 0, 0, (0, -1, -1))),
        )
        for name in ("first", "second")
    ]
    picture = (ir.Picture(None, ((1,),)),)
    rod = (ir.AttrInfo(0, "hue", hue, 0), ir.AttrInfo(1, "up", rods, -1), ir.AttrInfo(2, "near", near, -1))
    crate = (ir.AttrInfo(2, "near", near, -1), ir.AttrInfo(3, "worth", ir.IntDomain(0, 300), 0))
    return ir.Program(
        name="arranged", ground=5, actions=(1, 2, 3, 4, 5, 6, 7), ties=(0, 1, 2, 3),
        fields=("hue", "up", "near", "worth"),
        layers=(ir.Layer("free", True, False, False), ir.Layer("solid", False, False, False)),
        kinds=(
            ir.Kind("Rod", 0, rod, picture, ()),
            ir.Kind("Base", 0, (), picture, ()),
            ir.Kind("Crate", 1, crate, picture, ()),
        ),
        world=(
            ir.WorldAttr("sel", near, -1),
            ir.WorldAttr("energy", ir.IntDomain(0, 40), 40),
            ir.WorldAttr("near", rods, -1),
        ),
        events=ir.BUILTIN_EVENTS, facts=(), distances=(), stops=(), pushes=(), carries=(), stuck=(),
        phases=(ir.Phase("play", 1, (), (), None, False, False, None, 0, False, tuple(rules)),),
        forbids=(), wins=(), loses=(), lose_first=False, undo=ir.Keep(*kept), saves=SAVES, bars=(), levels=tuple(board),
    )  # fmt: skip


PROGRAMS = [
    (False, ()),
    (False, (1,)),
    (False, (0, 2, ir.LEVEL_SAVE)),
    (True, ()),
    (True, (0,)),
    (True, (1, ir.LEVEL_SAVE)),
    (True, (0, 1, 2, ir.LEVEL_SAVE)),
]

# ---------------------------------------------------------------- positions at random


class Maker:
    """Random positions of a program, with what the kernel needs to hold them."""

    def __init__(self, seed: object, refers: bool, linked: tuple[int, ...], **more) -> None:
        self.random = random.Random(repr(seed))
        self.refers = refers
        self.program = program(refers, linked, **more)
        self.codec = Codec(self.program)

    def table(self, kinds: dict[int, int], share: float = 0.8) -> Saved:
        """Some of the things of which the kinds are known by handle."""
        pick = self.random
        handles = [handle for handle in kinds if pick.random() < share]
        pick.shuffle(handles)
        rods = [handle for handle in handles if kinds[handle] == ROD]
        targets = [handle for handle in handles if kinds[handle] != CRATE]
        up = self.pattern(rods, targets)
        near = self.pattern(rods, rods)
        spread = pick.choice((0, 0, 0, 1, 2))
        solid = [(x, y) for x in range(BOARD) for y in range(BOARD)]
        pick.shuffle(solid)
        hues = pick.choice(((0,), (0,), (0, 0, 0, 1)))
        things = {}
        for handle in handles:
            x, y = pick.randint(0, spread), pick.randint(0, spread // 2)
            if kinds[handle] == CRATE:
                attrs = (pick.choice([-1, *rods]) if self.refers else pick.randint(-1, 1), pick.choice((0, 0, 1, 200)))
                things[handle] = Thing(CRATE, *solid.pop(), attrs)
            elif kinds[handle] == BASE:
                things[handle] = Thing(BASE, x, y, ())
            else:
                things[handle] = Thing(ROD, x, y, (pick.choice(hues), up.get(handle, -1), near.get(handle, -1)))
        if self.refers:
            sel, near_of = pick.choice([-1, -1, *rods]), pick.choice([-1, -1, *targets])
        else:
            sel, near_of = pick.choice((-1, 0)), pick.choice((-1, 0))
        return Saved(things, (sel, pick.choice((40, 40, 3)), near_of))

    def pattern(self, sources: list[int], targets: list[int]) -> dict[int, int]:
        """Who refers to whom."""
        pick = self.random
        if not self.refers:
            return {source: pick.choice((-1, -1, 0, 1)) for source in sources}
        if not sources or not targets:
            return {}
        shape = pick.choice(("none", "random", "rings", "rings", "pairs", "star", "tree", "few"))
        rods = [source for source in sources if source in targets]
        found: dict[int, int] = {}
        if shape == "random":
            found = {source: pick.choice([-1, *targets]) for source in sources}
        elif shape == "few":
            found = {source: pick.choice(targets) for source in pick.sample(sources, min(2, len(sources)))}
        elif shape == "rings":
            start = 0
            while start < len(rods):
                size = pick.choice((1, 2, 2, 3, 3, 4))
                ring = rods[start : start + size]
                found.update({one: ring[(n + 1) % len(ring)] for n, one in enumerate(ring)})
                start += size
        elif shape == "pairs":
            for one, two in zip(rods[::2], rods[1::2], strict=False):
                found[one], found[two] = two, one
        elif shape == "star":
            hubs = pick.sample(targets, min(len(targets), pick.choice((1, 2))))
            found = {source: pick.choice(hubs) for source in sources}
        elif shape == "tree":
            found = {rods[n]: rods[(n - 1) // 2] for n in range(1, len(rods))}
        return found

    def position(self, most: int = 8, level: int = 0) -> tuple[State, Saved]:
        """A position and the start of its level."""
        pick = self.random
        handles = pick.sample(range(100), pick.randint(0, most))
        kinds = {handle: pick.choice((ROD, ROD, ROD, ROD, BASE, CRATE)) for handle in handles}
        now, start = self.table(kinds, 0.9), self.table(kinds)
        saved = [self.table(kinds) if pick.random() < 0.6 else None for _ in SAVES]
        if pick.random() < 0.3:  # who is in the save is as he was
            saved[pick.randrange(3)] = self.like(now)
        status = pick.choice((Status.PLAYING, Status.PLAYING, Status.OVER))
        return State(level, status, dict(now.things), list(now.world), saved, 100), start

    def like(self, table: Saved) -> Saved:
        handles = list(table.things)
        self.random.shuffle(handles)
        return Saved({handle: table.things[handle] for handle in handles}, table.world)

    def changed(self, state: State) -> State:
        """The same position after perhaps a little has happened."""
        pick, other = self.random, state.copy()
        handles = list(other.things)
        rods = [handle for handle in handles if other.things[handle].kind == ROD]
        for _ in range(pick.choice((0, 1, 1, 2))):
            what = pick.choice(("move", "swap", "swap", "refer", "save", "world", "drop", "exchange"))
            if what == "move" and rods:
                handle = pick.choice(rods)
                other.write(handle, other.things[handle]._replace(x=pick.randint(0, 2)))
            elif what == "swap" and len(rods) > 1:
                one, two = pick.sample(rods, 2)
                first, second = other.things[one], other.things[two]
                other.write(one, second)
                other.write(two, first)
            elif what == "exchange" and len(rods) > 1:  # two look-alikes change places in every way
                one, two = pick.sample(rods, 2)
                other = exchanged(other, {one: two, two: one}, self.codec)
            elif what == "refer" and rods:
                handle = pick.choice(rods)
                thing = other.things[handle]
                value = pick.choice([-1, *rods]) if self.refers else pick.randint(-1, 1)
                other.write(handle, thing._replace(attrs=(thing.attrs[0], value, thing.attrs[2])))
            elif what == "save":
                number = pick.randrange(3)
                saved = other.saves[number]
                other.saves[number] = pick.choice((None, other.saved(), saved and self.like(saved)))
            elif what == "world":
                other.world[pick.choice((0, 2))] = pick.choice([-1, *rods]) if self.refers else 0
            elif what == "drop" and handles:
                other.write(pick.choice(list(other.things)), None)
                self.codec.references.forget_gone(other)
            handles = list(other.things)
            rods = [handle for handle in handles if other.things[handle].kind == ROD]
        return other


def exchanged(state: State, names: dict[int, int], codec: Codec) -> State:
    """The same position with other names for some of its things (not in its saves)."""
    rename = {handle: names.get(handle, handle) for handle in state.things}
    things = {}
    for handle, thing in state.things.items():
        places = codec.references.by_kind[thing.kind]
        attrs = tuple(rename.get(v, v) if n in places else v for n, v in enumerate(thing.attrs))
        things[rename[handle]] = thing._replace(attrs=attrs)
    world = [rename.get(v, v) if n in codec.references.world else v for n, v in enumerate(state.world)]
    return State(state.level, state.status, things, world, list(state.saves), state.next_handle)


# ---------------------------------------------------------------- the same in the kernel's memory


class Memory:
    """The arrays of a kernel, written by hand."""

    def __init__(self, ir_program: ir.Program, slots: int = 40, pool: int = 60000) -> None:
        self.program = ir_program
        self.P = cut(assemble(ir_program), Sizes(slots=slots, pool=pool))
        self.M = np.zeros(self.P[at.MEMORY_WORDS], np.int32)
        UNITS.enter(self.M)
        self.references = Codec(ir_program).references

    def put(self, block: int, state: State, slots: dict[int, int] | None, gaps: random.Random | None = None) -> None:
        """Write a position; without `slots` its references are handles."""
        P, M = self.P, self.M
        M[block : block + P[at.BLOCK_WORDS]] = -7
        M[block + at.BLOCK_TOUCHED] = at.EVERYTHING
        where = slots or {handle: n for n, handle in enumerate(state.things)}
        names = slots or {handle: handle for handle in state.things}
        M[block + at.BLOCK_SLOTS] = count = max(where.values(), default=-1) + 1
        M[block + at.BLOCK_ALIVE] = len(state.things)
        M[block + at.BLOCK_HANDLES] = state.next_handle
        base = block + at.BLOCK_HEAD + P[at.WORLD]
        for slot in range(count):
            M[base + slot * P[at.RECORD] + at.KIND] = -1
        for n, value in enumerate(state.world):
            M[block + at.BLOCK_HEAD + n] = names.get(value, -1) if n in self.references.world else value
        sequence = 0
        for handle, thing in state.things.items():
            sequence += 1 if gaps is None else gaps.choice((1, 1, 4))
            self.put_thing(base + where[handle] * P[at.RECORD], handle, thing, names, sequence)
        M[block + at.BLOCK_SEQUENCE] = sequence + 1
        for number, saved in enumerate(state.saves):
            save = saves(P, block) + number * P[at.SAVE_WORDS]
            M[save + at.SAVE_PRESENT] = saved is not None
            if saved is not None:
                M[save + at.SAVE_THINGS] = len(saved.things)
                M[save + at.SAVE_HEAD : save + at.SAVE_HEAD + P[at.WORLD]] = saved.world
                for n, (handle, thing) in enumerate(saved.things.items()):
                    to = save + at.SAVE_HEAD + P[at.WORLD] + n * P[at.RECORD]
                    self.put_thing(to, handle, thing, {h: h for h in saved.things}, n)

    def put_thing(self, to: int, handle: int, thing: Thing, names: dict[int, int], sequence: int) -> None:
        M = self.M
        M[to : to + self.P[at.RECORD]] = 0
        M[to + at.KIND], M[to + at.X], M[to + at.Y] = thing[:3]
        M[to + at.HANDLE], M[to + at.SEQUENCE] = handle, sequence
        places = self.references.by_kind[thing.kind]
        for n, value in enumerate(thing.attrs):
            M[to + at.ATTR + n] = names.get(value, -1) if n in places else value

    def load(self, state: State, start: Saved, pick: random.Random) -> dict[int, int]:
        """Write the live position and the start of its level; the slots of its things."""
        M, P = self.M, self.P
        M[at.FAR_WORDS : at.CONTROL_WORDS] = 0
        M[at.LEVEL], M[at.ROW_STATUS] = state.level, int(state.status)
        slots = dict(zip(state.things, pick.sample(range(len(state.things) + 3), len(state.things)), strict=True))
        self.put(P[at.LIVE], state, slots, pick)
        self.put(
            P[at.START], State(0, Status.PLAYING, dict(start.things), list(start.world), [None] * 3, 0), None, pick
        )
        link_all(P, M)
        return slots

    def numbers(self, block: int) -> list[int]:
        count = encode(self.P, self.M, block, self.P[at.POOL])
        assert self.M[at.ERROR] == 0
        return self.M[self.P[at.POOL] : self.P[at.POOL] + count].tolist()

    def things(self, block: int) -> tuple[dict[int, Thing], list[int]]:
        """The things of a block (references are slots) by handle in their order, and the world."""
        P, M = self.P, self.M
        base = block + at.BLOCK_HEAD + P[at.WORLD]
        records = [base + slot * P[at.RECORD] for slot in range(M[block + at.BLOCK_SLOTS])]
        handle = {slot: int(M[r + at.HANDLE]) for slot, r in enumerate(records) if M[r + at.KIND] >= 0}
        things = {}
        for r in sorted((r for r in records if M[r + at.KIND] >= 0), key=lambda r: M[r + at.SEQUENCE]):
            kind = int(M[r + at.KIND])
            places = self.references.by_kind[kind]
            attrs = [int(v) for v in M[r + at.ATTR : r + at.ATTR + len(self.program.kinds[kind].attrs)]]
            attrs = [handle[v] if n in places and v >= 0 else v for n, v in enumerate(attrs)]
            things[int(M[r + at.HANDLE])] = Thing(kind, int(M[r + at.X]), int(M[r + at.Y]), tuple(attrs))
        world = [int(v) for v in M[block + at.BLOCK_HEAD : block + at.BLOCK_HEAD + P[at.WORLD]]]
        return things, [handle[v] if n in self.references.world and v >= 0 else v for n, v in enumerate(world)]


@cache
def memory(refers: bool, linked: tuple[int, ...], **more) -> Memory:
    return Memory(program(refers, linked, **more))


# ---------------------------------------------------------------- which saves need identities


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS)
def test_linked_saves_of_these_programs(refers, linked):
    assert linked_saves(program(refers, linked)) == linked == Codec(program(refers, linked)).linked


# ---------------------------------------------------------------- order and bytes


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS)
def test_order_and_numbers_are_those_of_the_reference(refers, linked):
    kernel = memory(refers, linked)
    P, M = kernel.P, kernel.M
    for number in range(EXAMPLES):
        maker = Maker((SEED, number, refers, linked), refers, linked)
        state, start = maker.position(most=12 if number % 5 == 0 else 7)
        slots = kernel.load(state, start, maker.random)
        order = maker.codec.order(state, start)
        place_all(P, M)
        assert M[at.ERROR] == 0
        assert [int(M[P[at.PLACE] + slots[handle]]) for handle in order] == list(range(len(order))), number
        dead = set(range(M[P[at.LIVE] + at.BLOCK_SLOTS])) - set(slots.values())
        assert all(M[P[at.PLACE] + slot] == -1 for slot in dead)
        M[at.PLACED] = 0
        for _ in range(min(4, len(order))):
            one, two = maker.random.choice(order), maker.random.choice(order)
            expected = (order.index(one) > order.index(two)) - (order.index(one) < order.index(two))
            assert compare_things(P, M, slots[one], slots[two]) == expected
        assert kernel.numbers(P[at.LIVE]) == list(maker.codec._numbers(state, start)), number


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS)
def test_sorting_the_slots_changes_nothing_else(refers, linked):
    kernel = memory(refers, linked)
    P, M = kernel.P, kernel.M
    for number in range(EXAMPLES):
        maker = Maker((SEED, "sort", number, refers, linked), refers, linked)
        state, start = maker.position()
        kernel.load(state, start, maker.random)
        order = maker.codec.order(state, start)
        sort_slots(P, M)
        assert M[at.ERROR] == 0
        live = P[at.LIVE]
        assert [M[live + n] for n in (at.BLOCK_SLOTS, at.BLOCK_ALIVE, at.BLOCK_SEQUENCE)] == [len(order)] * 3
        things, world = kernel.things(live)
        assert list(things) == order
        assert things == state.things
        assert world == state.world
        kinds = [thing.kind for thing in things.values()]
        for kind in range(len(maker.program.kinds) + 1):
            assert M[P[at.KSTART] + kind] == sum(other < kind for other in kinds)
        state.replace_things({handle: state.things[handle] for handle in order})
        again = maker.codec.order(state, start)
        if not M[at.PLACED]:
            place_all(P, M)
        assert [order[slot] for slot in np.argsort(M[P[at.PLACE] : P[at.PLACE] + len(order)])] == again
        assert to_bytes(iter(kernel.numbers(live))) == maker.codec.encode(state, start)


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS)
def test_positions_are_the_same_as_in_the_reference(refers, linked):
    kernel = memory(refers, linked)
    P, M = kernel.P, kernel.M
    same = 0
    for number in range(EXAMPLES):
        maker = Maker((SEED, "same", number, refers, linked), refers, linked)
        state, start = maker.position(6)
        other = maker.changed(state)
        slots = kernel.load(state, start, maker.random)
        kernel.put(P[at.BEFORE], other, slots, maker.random)
        expected = maker.codec.encode(state, start) == maker.codec.encode(other, start)
        assert same_position(P, M, P[at.LIVE], P[at.BEFORE]) == expected, number
        assert same_position(P, M, P[at.BEFORE], P[at.LIVE]) == expected, number
        assert M[at.ERROR] == 0
        same += expected
    assert EXAMPLES // 5 < same < EXAMPLES


# ---------------------------------------------------------------- undo

KEPT = [((), ()), ((ENERGY,), ()), ((SEL,), (CRATE,)), ((ENERGY, NEAR), (ROD,))]


def entry_of(state: State) -> UndoEntry:
    return UndoEntry(state.saved(), tuple(state.saves), state.random)


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS[::2])
@pytest.mark.parametrize("kept", KEPT)
def test_undo_goes_back_as_in_the_reference(refers, linked, kept):
    kernel = memory(refers, linked, kept=kept)
    P, M = kernel.P, kernel.M
    for number in range(EXAMPLES // 4):
        maker = Maker((SEED, "undo", number, refers, linked, kept), refers, linked, kept=kept)
        engine = ReferenceEngine(maker.program)
        state, engine._start = maker.position(6)
        begun = maker.changed(state)
        way = [maker.changed(state) for _ in range(maker.random.randint(1, 4))]
        # The level began in something like what there is now.
        T = np.zeros((4, P[at.ROW_WORDS] + P[at.BLOCK_WORDS]), np.int32)
        kernel.load(begun, engine._start, maker.random)
        if number % 2:
            sort_slots(P, M)
        T[0] = M[at.LEVEL : at.LEVEL + T.shape[1]]
        U = np.zeros(maker.random.choice((40, 4000)), np.int32)
        kernel.load(state, engine._start, maker.random)
        for one in way:
            slots = {handle: n for n, handle in enumerate(one.things)}
            kernel.put(P[at.BEFORE], one, slots, maker.random)
            while True:
                push_undo(P, M, T, U, P[at.BEFORE])
                if not M[at.ERROR]:
                    break
                assert M[at.ERROR] == at.ROOM_UNDO
                assert M[at.NEED] > len(U)
                M[at.ERROR] = 0
                U = np.concatenate([U, np.zeros(50, np.int32)])
            engine._undo.append(entry_of(one))
        while engine._undo:
            engine._state = state
            expected = engine._undone()
            before = kernel.numbers(P[at.LIVE])
            assert undone(P, M, T, U) == (expected is not None), number
            assert M[at.ERROR] == 0
            if expected is None:
                assert kernel.numbers(P[at.LIVE]) == before
            else:
                things, world = kernel.things(P[at.LIVE])
                assert things == expected.things
                assert world == expected.world
                assert kernel.numbers(P[at.LIVE]) == list(maker.codec._numbers(expected, engine._start))
                order = maker.codec.order(expected, engine._start)
                if not tied(maker.codec, expected):
                    sort_slots(P, M)
                    assert list(kernel.things(P[at.LIVE])[0]) == order
                state = expected
            pop_undo(P, M, T, U)
            engine._undo.pop()
            assert M[at.ROW_UNDO_COUNT] == len(engine._undo)
        assert M[at.ROW_UNDO_TOP] == 0
        assert not undone(P, M, T, U)


def tied(codec: Codec, state: State) -> bool:
    keys = [codec.own_key(thing) for thing in state.things.values()]
    return len(set(keys)) < len(keys)


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS[::2])
@pytest.mark.parametrize("kept", KEPT)
def test_what_is_worth_undoing(refers, linked, kept):
    kernel = memory(refers, linked, kept=kept)
    P, M = kernel.P, kernel.M
    worth = 0
    for number in range(EXAMPLES // 2):
        maker = Maker((SEED, "worth", number, refers, linked, kept), refers, linked, kept=kept)
        engine = ReferenceEngine(maker.program)
        before, engine._start = maker.position(6)
        after = maker.changed(before)
        slots = kernel.load(after, engine._start, maker.random) | {}
        used = set(slots.values())
        free = [slot for slot in range(len(used) + len(before.things) + 1) if slot not in used]
        slots |= {handle: free.pop(0) for handle in before.things if handle not in slots}
        kernel.put(P[at.LIVE], after, {h: s for h, s in slots.items() if h in after.things}, maker.random)
        kernel.put(P[at.BEFORE], before, {h: s for h, s in slots.items() if h in before.things}, maker.random)
        expected = engine._worth_undoing(before, after)
        assert worth_undoing(P, M) == expected, number
        worth += expected
    assert worth or EXAMPLES < 100


# ---------------------------------------------------------------- bytes


@cache
def kernel_engine(refers: bool, linked: tuple[int, ...]) -> KernelEngine:
    return KernelEngine(program(refers, linked))


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS)
def test_engines_take_the_bytes_of_one_another(refers, linked):
    kernel = kernel_engine(refers, linked)
    for number in range(EXAMPLES // 3):
        maker = Maker((SEED, "bytes", number, refers, linked), refers, linked)
        engine = ReferenceEngine(maker.program)
        state, start = maker.position(6, level=number % 2)
        state.next_handle = 200
        engine._state = state
        if number % 3:
            engine._start = start
        engine._undo = [entry_of(maker.changed(state)) for _ in range(maker.random.randint(0, 3))]
        engine.action_count, engine.levels_completed = number, state.level
        snapshot = engine.snapshot()
        kernel.restore(snapshot)
        assert kernel.state() == engine.state(), number
        assert (kernel.action_count, kernel.levels_completed) == (number, state.level)
        assert kernel.status == engine.status
        again = ReferenceEngine(maker.program)
        again.restore(kernel.snapshot())
        assert again.state() == engine.state()
        assert isomorphic(again, engine)
        # And the same with the undo stack read back: the snapshot of what was restored from its own snapshot.
        own = kernel.snapshot()
        kernel.restore(own)
        assert kernel.snapshot() == own
        kernel.restore(engine.state())
        assert kernel.state() == engine.state()


def isomorphic(one: ReferenceEngine, two: ReferenceEngine) -> bool:
    """Whether the undo stacks hold the same positions as far as the state can tell."""
    if len(one._undo) != len(two._undo):
        return False
    for first, second in zip(one._undo, two._undo, strict=True):
        states = [
            State(0, Status.PLAYING, dict(entry.saved.things), list(entry.saved.world), list(entry.saves), 0)
            for entry in (first, second)
        ]
        if one._codec.encode(states[0], one._start) != two._codec.encode(states[1], two._start):
            return False
    return True


@pytest.mark.parametrize(("refers", "linked"), PROGRAMS[2::2])
def test_damaged_bytes_are_refused_by_both_or_by_none(refers, linked):
    kernel = kernel_engine(refers, linked)
    for number in range(EXAMPLES):
        maker = Maker((SEED, "damage", number // 10, refers, linked), refers, linked)
        engine = ReferenceEngine(maker.program)
        engine._state, engine._start = maker.position(5)
        engine._undo = [entry_of(maker.changed(engine._state))]
        pick = random.Random(number)
        data = bytearray(engine.snapshot() if pick.random() < 0.5 else engine.state())
        what = pick.randrange(6)
        if what == 0:
            del data[pick.randrange(len(data)) :]
        elif what == 1:
            data += bytes(pick.choices((0, 1, 128), k=pick.randint(1, 3)))
        elif what == 2:
            numbers = [pick.randint(-2, 6) for _ in range(pick.randint(0, 40))]
            data = data[:9] + to_bytes(iter(numbers))
        else:
            for _ in range(pick.randint(1, 2)):
                byte = pick.choice((0, 1, 2, 3, 4, 10, 127, 128, 255, pick.randrange(256)))
                data[pick.randrange(0 if what == 3 else 9, len(data))] = byte
        before = kernel.snapshot()
        other = ReferenceEngine(maker.program)
        told = []
        for one in (other, kernel):
            try:
                one.restore(bytes(data))
                told.append("")
            except ValueError as error:
                told.append(str(error))
        assert bool(told[0]) == bool(told[1]), (number, told)
        if told[0]:
            assert told[0].split(":")[0] == told[1].split(":")[0]
            assert kernel.snapshot() == before
        else:
            assert kernel.state() == other.state()
