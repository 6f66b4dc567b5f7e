"""How large the arrays are, and where in them everything lies.

`Sizes` says how much room there is for things, rows, events and so on; `cut` writes the addresses that follow from it
into the head of an image. Whatever turns out too small in a turn is made larger (`enlarged`), and the turn is played
again.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import MAX_THINGS
from arcg.runtime.kernel import layout as at

Image = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Room in the arrays, in words but for `slots`."""

    slots: int
    rows: int = 4096
    events: int = 2048
    operands: int = 4096
    pending: int = 512
    journal: int = 4096
    sets: int = 512
    stack: int = 8192
    registers: int = 32768
    pool: int = 16384
    tuples: int = 1024
    nodes: int = 0
    shapes: int = 0


def first_sizes(program: ir.Program) -> Sizes:
    """Sizes to begin with: room for the things of the largest level, and some more where things are made."""
    things = max(len(level.things) for level in program.levels)
    makes = any(isinstance(step, ir.Make) for step in steps(program))
    slots = min(MAX_THINGS + 64, max(8, things + (things // 2 + 16 if makes else 1)))
    return Sizes(slots, nodes=1024, shapes=32768) if has_bodies(program) else Sizes(slots)


def has_bodies(program: ir.Program) -> bool:
    """Whether a thing may cover several cells, or none of the board, or turn about a cell and stay where it is."""
    wide = any(kind.body is not None or program.layers[kind.layer].open for kind in program.kinds)
    return wide or any(isinstance(step, ir.Turn) for step in steps(program))


def steps(program: ir.Program) -> list[ir.Step]:
    """Every step that a rule or forbid of the program may take."""
    effects = [effect for phase in program.phases for rule in phase.rules for effect in rule.effects]
    effects += [effect for forbid in program.forbids for effect in forbid.effects or ()]
    return [effect.step if isinstance(effect, ir.Keyed) else effect for effect in effects]


GROWS = {
    at.ROOM_SLOTS: "slots",
    at.ROOM_ROWS: "rows",
    at.ROOM_EVENTS: "events",
    at.ROOM_OPERANDS: "operands",
    at.ROOM_PENDING: "pending",
    at.ROOM_JOURNAL: "journal",
    at.ROOM_SETS: "sets",
    at.ROOM_STACK: "stack",
    at.ROOM_REGISTERS: "registers",
    at.ROOM_POOL: "pool",
    at.ROOM_TUPLES: "tuples",
    at.ROOM_NODES: "nodes",
    at.ROOM_SHAPES: "shapes",
}


def enlarged(sizes: Sizes, error: int, need: int) -> Sizes:
    """Sizes with more of what was short: doubled until it is enough, so that games of one program come to few sizes."""
    name = GROWS[error]
    size = 2 * getattr(sizes, name)
    while size < need + need // 2:
        size *= 2
    return dataclasses.replace(sizes, **{name: size})


def cut(words: list[int], sizes: Sizes) -> Image:
    """The image for these sizes."""
    image = np.array(words + [0] * (len(words) % 2), np.int32)  # drawing reads it as 64-bit words too
    capacity, world, record = sizes.slots, int(image[at.WORLD]), int(image[at.RECORD])
    kinds, rules, events = int(image[at.KINDS]), int(image[at.RULES]), int(image[at.EVENTS_COUNT])
    save = at.SAVE_HEAD + world + capacity * record
    block = at.BLOCK_HEAD + world + capacity * record + int(image[at.SAVES]) * save
    image[at.CAPACITY], image[at.SAVE_WORDS], image[at.BLOCK_WORDS] = capacity, save, block
    image[at.CHUNK] = next(power for power in range(capacity) if (capacity - 1) >> power < at.CHUNKS)

    place = at.CONTROL_WORDS

    def take(head: int, size: int) -> None:
        nonlocal place
        image[head] = place
        place += size

    bodies, cells = int(image[at.BODIES]), int(image[at.CELLS])
    image[at.NODES] = sizes.nodes
    take(at.LIVE, block)
    take(at.KSTART, kinds + 1)  # the cells right behind the kinds: `play.move_row` copies both at once
    if not bodies:  # with bodies things are entered in their cells whenever a row comes into the memory
        take(at.HEAD, cells)
        take(at.NEXT, capacity)
    image[at.ROW_WORDS] = place - at.LEVEL
    for head in (at.START, at.BEFORE, at.ITERATION, at.SHOWN, at.OTHER, at.BACKUP):
        take(head, block)
    if bodies:
        take(at.HEAD, cells)
        take(at.NEXT, capacity + sizes.nodes)
        take(at.NODE_OWNER, sizes.nodes)
        take(at.SHAPE_AT, capacity)
        take(at.SHAPE_HEADS, at.SHAPE_LISTS)
        take(at.CELL_LISTS, 3 * cells)
        take(at.BODY_STACK, at.BODY_DEPTH)
        take(at.SHAPES, sizes.shapes)
        image[at.SHAPES_SIZE] = sizes.shapes
    take(at.PLACE, capacity)
    take(at.SEEN_AT, rules * capacity * at.SEEN_WORDS)
    take(at.MARK_AT, rules)
    take(at.COUNT_AT, (rules + int(image[at.FORBIDS])) * at.COUNT_WORDS)
    take(at.REQUEST_AT, capacity * at.REQUEST_WORDS)
    take(at.ASKED, capacity)
    take(at.ASKED_BEFORE, capacity * at.REQUEST_WORDS)
    take(at.MOTION_ROOM, capacity * at.MOTION_SLOT_WORDS)
    take(at.MADE, capacity * (at.MADE_HEAD + int(image[at.ATTRS])))
    take(at.FIRST_OF, 2 * events)
    take(at.LOOP_AT, int(image[at.LOOPS]) * at.LOOP_WORDS)
    field = at.DISTANCE_HEAD + 2 * int(image[at.DISTANCE_ARGS]) + 2 * int(image[at.CELLS])
    image[at.DISTANCE_WORDS] = field
    take(at.DISTANCE_AT, int(image[at.DISTANCES]) * field)
    place += place % 2  # pictures are read as 64-bit words too
    kept = at.KEPT_BLOCK + at.BLOCK_HEAD + world + capacity * record
    take(at.KEPT, kept)
    for head, size_head, size in (
        (at.JOURNAL, at.JOURNAL_SIZE, sizes.journal),
        (at.SETS, at.SETS_SIZE, sizes.sets),
        (at.STACK, at.STACK_SIZE, sizes.stack),
        (at.POOL, at.POOL_SIZE, sizes.pool),
    ):
        take(head, size)
        image[size_head] = size
    image[at.MEMORY_WORDS] = place + place % 2

    place = 0
    for head, size_head, size in (
        (at.REGISTERS, at.REGISTERS_SIZE, sizes.registers),
        (at.ROWS, at.ROWS_SIZE, sizes.rows),
        (at.OPERANDS, at.OPERANDS_SIZE, sizes.operands),
        (at.EVENTS, at.EVENTS_SIZE, sizes.events),
        (at.PENDING, at.PENDING_SIZE, sizes.pending),
        (at.TUPLES, at.TUPLES_SIZE, sizes.tuples),
    ):
        take(head, size)
        image[size_head] = size
    image[at.REGISTER_WORDS] = place
    return image
