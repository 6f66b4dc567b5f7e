"""The kernel's motion against the reference engine's: the same ends and the same events in the same order.

The small boards are those that brute force judges the reference engine by (`properties/test_motion.py`); on the large
ones dozens of things move at once. `ARCG_EXAMPLES=30000 ARCG_SEED=7 pytest tests/runtime/test_kernel_motion.py` looks
longer and elsewhere.
"""

from __future__ import annotations

import os
import random

import numpy as np
import pytest
from properties.test_motion import FACING, Case, Fact, agree, covered, make_case, program

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import layout as at
from arcg.runtime.kernel.assemble import assemble
from arcg.runtime.kernel.events import cell_x, cell_y
from arcg.runtime.kernel.far import resolve
from arcg.runtime.kernel.memory import first_at, link_all, owner
from arcg.runtime.kernel.sizes import Sizes, cut, first_sizes
from arcg.runtime.kernel.units import UNITS
from arcg.runtime.reference import motion
from arcg.runtime.reference.effects import Request
from arcg.runtime.reference.matching import Matcher
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Saved, State, Thing

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "500"))
SEED = int(os.environ.get("ARCG_SEED", "1"))
SORTS = {number: ir.BUILTIN_EVENTS[number].sorts for number in (ir.MOVED, ir.BLOCKED, ir.ENTER, ir.LEAVE)}
OUTSIDE = 3
"""Words on the stack of rows that belong to somebody else."""


class Board:
    """A case in both engines, with the same things and facts. `twins`: things of a kind and cell look alike."""

    def __init__(self, case: Case, source: random.Random, twins: bool = False, **sizes: int) -> None:
        self.case = case
        self.program = program(case)
        self.twins = twins
        count = len(case.things)
        slots = [*range(count), None, None]
        source.shuffle(slots)
        self.slots = slots
        """Per slot the place of its thing in the order of things, None for a dead one."""
        room = first_sizes(self.program)
        sizes = {"slots": len(slots) + 1, "nodes": room.nodes, "shapes": room.shapes, **sizes}
        self.P = cut(assemble(self.program), Sizes(**sizes))
        self.placed = not twins and source.random() < 0.3
        self.source = source

    def attrs(self, place: int) -> tuple[int, ...]:
        return (0 if self.twins else place, FACING[self.case.turned(place)])

    # ---- the reference engine

    def reference(self, case: Case):
        things = {place + 10: Thing(kind, x, y, self.attrs(place)) for place, (kind, x, y) in enumerate(case.things)}
        state = State(0, Status.PLAYING, things, [], [], 1000)
        matcher = Matcher(self.program, Codec(self.program), state, Saved({}, ()), ())
        requests = {p + 10: Request(direction, by, None) for p, (direction, by) in case.moves.items()}
        requests.update({p + 10: Request(None, 0, cell) for p, cell in case.puts.items()})
        requests.update({p + 10: Request(None, 0, cell, sense) for p, (sense, cell) in case.turns.items()})
        moved = motion.resolve(matcher, requests)
        ends = [moved.things.get(handle, thing) for handle, thing in things.items()]
        cells = [(*end.cell, end.attrs[1]) for end in ends]
        return cells, [(event, tuple(map(self.placed_in, args, SORTS[event]))) for event, args in moved.events]

    def placed_in(self, value, sort: str):
        return value - 10 if sort == "thing" and value >= 10 else value

    # ---- the kernel

    def record(self, slot: int) -> int:
        return int(self.P[at.LIVE] + at.BLOCK_HEAD + slot * self.P[at.RECORD])

    def memory(self, case: Case):
        """The position with the requests, in memory."""
        P, slots = self.P, self.slots
        M, R = np.zeros(P[at.MEMORY_WORDS], np.int32), np.zeros(P[at.REGISTER_WORDS], np.int64)
        UNITS.enter(M)
        M[P[at.LIVE] + at.BLOCK_SLOTS] = len(slots)
        M[P[at.FIRST_OF] : P[at.FIRST_OF] + 2 * len(self.program.events)] = -1
        M[at.ROW_TOP] = OUTSIDE
        M[at.PLACED] = self.placed
        for slot, place in enumerate(slots):
            here = self.record(slot)
            M[here + at.KIND] = -1
            if place is not None:
                kind, x, y = case.things[place]
                M[here : here + at.RECORD_HEAD + 2] = kind, x, y, place, place, *self.attrs(place)
                M[P[at.PLACE] + slot] = place
        link_all(P, M)
        requests = {place: (at.MOVE_REQUEST, *move, 0, 0) for place, move in case.moves.items() if move[1]}
        requests.update({place: (at.PUT_REQUEST, 0, 0, *cell) for place, cell in case.puts.items()})
        senses = {"cw": at.TURN_CW, "ccw": at.TURN_CCW}
        requests.update({place: (senses[sense], 0, 0, *cell) for place, (sense, cell) in case.turns.items()})
        asked = [slot for slot, place in enumerate(slots) if place in requests]
        self.source.shuffle(asked)
        for number, slot in enumerate(asked):
            words = requests[slots[slot]]
            M[P[at.REQUEST_AT] + slot * at.REQUEST_WORDS :][: at.REQUEST_WORDS] = words
            M[P[at.ASKED] + number] = slot
        M[at.ASKED_COUNT] = len(asked)
        return M, R

    def kernel(self, case: Case):
        M, R = self.memory(case)
        resolve(self.P, M, R)
        assert M[at.ERROR] == 0
        self.check_rest(M)
        return self.outcome(M, R)

    def outcome(self, M, R):
        where = {place: self.record(slot) for slot, place in enumerate(self.slots) if place is not None}
        cells = [
            (int(M[where[p] + at.X]), int(M[where[p] + at.Y]), int(M[where[p] + at.RECORD_HEAD + 1]))
            for p in range(len(where))
        ]
        events = []
        for number in range(M[at.EVENT_COUNT]):
            row = R[self.P[at.EVENTS] + number * self.P[at.EVENT_ROW] :]
            event = int(row[at.EVENT_KIND])
            values = [int(v) for v in row[at.EVENT_ARG : at.EVENT_ARG + len(SORTS[event])]]
            events.append((event, tuple(map(self.read, values, SORTS[event]))))
        return cells, events

    def read(self, value: int, sort: str):
        if value == at.UNDEFINED:
            return None
        if sort == "thing" and value >= 0:
            return self.slots[value]
        return (int(cell_x(value)), int(cell_y(value))) if sort == "cell" else value

    def check_rest(self, M) -> None:
        """What a call must leave: no requests, nothing in its room, every thing in its cell."""
        P, count = self.P, len(self.slots)
        assert (M[at.ASKED_COUNT], M[at.ROW_TOP]) == (0, OUTSIDE)
        assert not M[P[at.REQUEST_AT] : P[at.REQUEST_AT] + count * at.REQUEST_WORDS : at.REQUEST_WORDS].any()
        assert not M[P[at.MOTION_ROOM] : P[at.MOTION_ROOM] + count * at.MOTION_SLOT_WORDS].any()
        linked = []
        level = self.program.levels[0]
        board = [(x, y) for y in range(level.height) for x in range(level.width)]
        for x, y in board:
            node = int(first_at(P, M, x, y))
            while node >= 0:
                linked.append((int(owner(P, M, node)), x, y))
                node = int(M[P[at.NEXT] + node])
        there = [(slot, self.record(slot), place) for slot, place in enumerate(self.slots) if place is not None]
        lies = [
            (slot, int(M[here + at.X]) + dx, int(M[here + at.Y]) + dy)
            for slot, here, place in there
            for dx, dy in covered(
                self.case.sort(self.case.things[place][0]), FACING.index(M[here + at.RECORD_HEAD + 1])
            )
        ]
        assert sorted(linked) == sorted((slot, x, y) for slot, x, y in lies if (x, y) in board)


# ---------------------------------------------------------------- small boards


def far(case: Case, source: random.Random) -> Case:
    """The same with requests that go far off the board."""
    moves = {t: (way, source.choice((by, by, 5, 64, 10**9))) for t, (way, by) in case.moves.items()}
    columns, rows = (10**9, -(10**9)), (64,)
    puts = {t: (source.choice((x, x, *columns)), source.choice((y, y, *rows))) for t, (x, y) in case.puts.items()}
    return case._replace(moves=moves, puts=puts)


def one_step(case: Case, source: random.Random) -> Case:
    """The same with a single request for a single step."""
    return case._replace(moves={source.randrange(len(case.things)): (source.randrange(4), 1)}, puts={}, turns={})


def test_small_boards():
    source = random.Random(SEED)
    for _ in range(EXAMPLES):
        case = make_case(source.randrange)
        board = Board(case, source, slots=12)
        variants = [case, far(case, source)]
        if case.things:
            variants.append(one_step(case, source))
        for variant in variants:
            assert board.kernel(variant) == board.reference(variant), variant


def test_a_single_step_with_and_without_company():
    # A lone step is settled in its own way; beside a request that goes nowhere it takes the way of all others.
    source = random.Random(SEED)
    for _ in range(EXAMPLES):
        case = make_case(source.randrange)
        if len(case.things) < 2:
            continue
        if source.random() < 0.7:
            case = case._replace(carries=())
        case = one_step(case, source)
        board = Board(case, source)
        idle = source.choice([place for place in range(len(case.things)) if place not in case.moves])
        expected = board.reference(case)
        assert board.kernel(case) == expected, case
        assert board.kernel(case._replace(puts={idle: case.things[idle][1:]})) == expected, case


def test_rare_cases():
    player, bot, crate = range(3)
    push = (Fact(bot, crate, None),)
    rare = [
        # Where a pushed thing leaves its pusher comes first; the crate cannot leave; the pusher does not push it out.
        Case(3, 2, (False,), (0, 0, 0), ((player, 1, 0), (bot, 0, 1), (crate, 1, 1)), (), push, (), (),
             {0: (ir.DOWN, 1), 1: (ir.RIGHT, 1)}, {}),
        Case(2, 2, (False,), (0, 0, 0), ((player, 1, 0), (bot, 0, 1), (crate, 1, 1)), (), push, (), (),
             {0: (ir.DOWN, 1), 1: (ir.RIGHT, 1)}, {}),
        Case(3, 2, (False,), (0, 0, 0), ((player, 1, 0), (bot, 0, 1), (crate, 1, 1)), (), push, (), (),
             {0: (ir.DOWN, 1), 1: (ir.RIGHT, 1), 2: (ir.RIGHT, 1)}, {}),
        # A put by one cell is no move by one cell: who carries that way is stuck.
        Case(3, 1, (True,), (0, 0, 0), ((player, 0, 0), (bot, 0, 0), (crate, 1, 0)), (), push,
             (Fact(player, crate, None),), (), {1: (ir.RIGHT, 1)}, {0: (1, 0)}),
        Case(3, 1, (True,), (0, 0, 0), ((player, 0, 0), (bot, 0, 0), (crate, 1, 0)), (),
             (Fact(player, crate, None),), (Fact(bot, crate, None),), (), {0: (ir.RIGHT, 1)}, {1: (1, 0)}),
        # Carried by two the same way, by two different ways, by one that is pushed itself.
        Case(4, 1, (True,), (0, 0, 0), ((player, 0, 0), (bot, 0, 0), (crate, 0, 0)), (), (),
             (Fact(player, crate, None), Fact(bot, crate, None)), (), {0: (ir.RIGHT, 1), 1: (ir.RIGHT, 1)}, {}),
        Case(4, 1, (True,), (0, 0, 0), ((player, 0, 0), (bot, 0, 0), (crate, 0, 0)), (), (),
             (Fact(player, crate, None), Fact(bot, crate, None)), (), {0: (ir.RIGHT, 1), 1: (ir.RIGHT, 2)}, {}),
        Case(4, 1, (True,), (0, 0, 0), ((player, 0, 0), (bot, 0, 0), (crate, 1, 0)), (), push,
             (Fact(crate, player, None),), (), {1: (ir.RIGHT, 1)}, {}),
    ]  # fmt: skip
    for case in rare:
        assert agree(case)
        board = Board(case, random.Random(SEED))
        assert board.kernel(case) == board.reference(case), case


# ---------------------------------------------------------------- large boards


def make_crowd(source: random.Random, twins: bool) -> Case:
    """Dozens of things on a board, many of which move; few facts need asking."""
    width, height = source.choice(((10, 8), (12, 3), (40, 1), (1, 30), (6, 6)))
    free = (False, True, True)
    layer_of = (0, 0, 1, 2, 1)
    kinds = range(len(layer_of))
    pairs = [(one, two) for one in kinds for two in kinds]
    taken, things = set(), []
    for _ in range(source.choice((20, 50, 90))):
        kind, x, y = source.choice(kinds), source.randrange(width), source.randrange(height)
        if free[layer_of[kind]] or (x, y) not in taken:
            things.append((kind, y, x))
            if not free[layer_of[kind]]:
                taken.add((x, y))
    things = tuple((kind, x, y) for kind, y, x in sorted(things))
    share = source.choice((0.1, 0.5, 1.0))
    ways = source.choice(((3,), (0,), (0, 1, 2, 3), (2, 3)))
    moves = {
        place: (source.choice(ways), source.choice((1, 1, 1, 2, 3)))
        for place in range(len(things))
        if source.random() < share
    }
    puts = {}
    for place in list(moves):
        if source.random() < 0.1:
            del moves[place]
            puts[place] = (source.randrange(width), source.randrange(height))

    def facts(share, *whens):
        return tuple(Fact(*pair, source.choice(whens)) for pair in pairs if source.random() < share)

    carries = () if source.random() < 0.5 else facts(0.1, "overlaps", "touches")
    return Case(
        width, height, free, layer_of, things, facts(0.15, None), facts(0.3, None), carries, ((1, 0),), moves, puts
    )  # fmt: skip


@pytest.mark.parametrize("twins", [False, True])
def test_crowds(twins):
    source = random.Random(SEED)
    for _ in range(max(8, EXAMPLES // 25)):
        case = make_crowd(source, twins)
        board = Board(case, source, twins)
        assert board.kernel(case) == board.reference(case), case


# ---------------------------------------------------------------- too little room


@pytest.mark.parametrize("short", ["rows", "events"])
def test_too_little_room_leaves_nothing_behind(short):
    source = random.Random(SEED)
    errors = 0
    for _ in range(40):
        case = make_crowd(source, False)
        board = Board(case, source)
        M, R = board.memory(case)
        room = at.ROWS_SIZE if short == "rows" else at.EVENTS_SIZE
        needed = board.P[room]
        board.P[room] = source.randrange(OUTSIDE, 700 if short == "rows" else 100)
        resolve(board.P, M, R)
        if M[at.ERROR]:
            errors += 1
            assert M[at.ERROR] == (at.ROOM_ROWS if short == "rows" else at.ROOM_EVENTS)
            assert board.P[room] < M[at.NEED] <= needed
            board.check_rest(M)
    assert errors > 5


def test_nothing_is_done_after_an_error():
    case = Case(3, 3, (False,), (0,), ((0, 0, 0),), (), (), (), (), {0: (ir.RIGHT, 1)}, {})
    assert agree(case)
    board = Board(case, random.Random(SEED))
    M, R = board.memory(case)
    M[at.ERROR] = at.ROOM_POOL
    resolve(board.P, M, R)
    assert M[at.EVENT_COUNT] == 0
    assert board.outcome(M, R)[0] == [(0, 0, ir.UP)]
