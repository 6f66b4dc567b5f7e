"""The bytes of states and snapshots, there and back.

A state is the canonical numbers of `order.encode`, a snapshot a position word for word with the beginning of its level
and the undo stack; both in the form that the reference engine gives and takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import far, layout
from arcg.runtime.kernel.envelope import SNAPSHOT_TAG, STATE_TAG, Reader, opened, reading, sealed
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.order import encode
from arcg.runtime.kernel.undo import read_undo
from arcg.runtime.kernel.varints import packed, read_varints, varints

if TYPE_CHECKING:
    from arcg.runtime.kernel.arrays import Arrays


def state_bytes(arrays: Arrays, i: int) -> bytes:
    """The canonical state of environment i."""
    while True:
        arrays.load(i)
        body = _encoded(arrays)
        if body is not None:
            return sealed(STATE_TAG, arrays, body)
        arrays.enlarge()


def _encoded(arrays: Arrays) -> bytes | None:
    """The canonical bytes of the position in the memory; None when the pool is too small."""
    P, M = arrays.P, arrays.M
    at = int(P[layout.POOL])
    count = encode(P, M, int(P[layout.LIVE]), at)
    if count < 0:
        return None
    return packed(M[at : at + count])


# ---------------------------------------------------------------- positions as Python has them


@dataclass(slots=True)
class Table:
    """Things (kind, x, y, attributes) by handle, in their order, and the world; references are handles."""

    things: dict[int, tuple[int, ...]]
    world: list[int]


@dataclass(slots=True)
class Position:
    """A table with its saves, and the state of the generator."""

    now: Table
    saves: list[Table | None]
    random: int = 0


@dataclass(slots=True)
class Restored:
    """What bytes say."""

    level: int
    status: int
    actions: int
    completed: int
    seed: int
    start: Table | None
    position: Position
    undo: list[Position]


class _Shape:
    """Which attributes of a program hold things, and what else a table has to keep to."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.world = [isinstance(attr.domain, ir.ThingDomain) for attr in program.world]
        self.kinds = [[isinstance(attr.domain, ir.ThingDomain) for attr in kind.attrs] for kind in program.kinds]

    def renamed(self, table: Table, names: dict[int, int], handles: dict[int, int]) -> Table:
        """The table with other handles: `names` for what is referred to, `handles` for its own things."""
        things = {}
        for handle, (kind, x, y, *attrs) in table.things.items():
            values = [names.get(v, v) if held else v for v, held in zip(attrs, self.kinds[kind], strict=True)]
            things[handles.get(handle, handle)] = (kind, x, y, *values)
        world = [names.get(v, v) if held else v for v, held in zip(table.world, self.world, strict=True)]
        return Table(things, world)

    def check(self, table: Table, level: int, arrays: Arrays) -> None:
        """Raise ValueError unless everything lies on the board and in its domain."""
        board, program = self.program.levels[level], self.program
        values = [(attr.domain, value) for attr, value in zip(program.world, table.world, strict=True)]
        taken = set()
        for kind, _, _, *attrs in table.things.values():
            values += [(attr.domain, value) for attr, value in zip(program.kinds[kind].attrs, attrs, strict=True)]
        if not all(_fits(domain, value, table.things) for domain, value in values):
            raise ValueError("a value is outside the domain of its attribute")
        numbers = [
            (kind, value)
            for kind, _, _, *attrs in table.things.values()
            for attr, value in zip(program.kinds[kind].attrs, attrs, strict=True)
            if attr.field == program.kinds[kind].numbered
        ]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two things have one number")
        for kind, x, y, *attrs in table.things.values():
            layer = program.kinds[kind].layer
            cells = arrays.cells(level, kind, x, y, attrs)
            if cells is None:
                raise ValueError("a thing lies off the board")
            for cell in cells if not program.layers[layer].free else ():
                if not (0 <= cell[0] < board.width and 0 <= cell[1] < board.height):
                    continue
                if (layer, *cell) in taken:
                    raise ValueError("two things lie in one cell of an ordinary layer")
                taken.add((layer, *cell))


def _fits(domain: ir.Domain, value: int, things: dict[int, tuple[int, ...]]) -> bool:
    match domain:
        case ir.IntDomain(low, high):
            return low <= value <= high
        case ir.EnumDomain(names):
            return 0 <= value < len(names)
        case ir.DirDomain():
            return 0 <= value < len(ir.DIRECTIONS)
        case ir.ThingDomain(kinds):
            return value == ir.NONE or (value in things and things[value][0] in kinds)


def _record(program: ir.Program, words: list[int]) -> tuple[int, ...]:
    return (*words[: Y + 1], *words[ATTR : ATTR + len(program.kinds[words[KIND]].attrs)])


def _block(arrays: Arrays, memory: Any, block: int, by_slot: bool) -> Table:
    """The things and the world of a block; `by_slot`: its references are slots."""
    P, program = arrays.P, arrays.program
    record, base = int(P[layout.RECORD]), block + BLOCK_HEAD + int(P[layout.WORLD])
    rows = memory[base : base + int(memory[block + BLOCK_SLOTS]) * record].reshape(-1, record).tolist()
    living = sorted((row for row in rows if row[KIND] >= 0), key=lambda row: row[SEQUENCE])
    things = {row[HANDLE]: _record(program, row) for row in living}
    table = Table(things, memory[block + BLOCK_HEAD : base].tolist())
    handles = {slot: row[HANDLE] for slot, row in enumerate(rows)} if by_slot else {}
    return _Shape(program).renamed(table, handles, {})


def _saves(arrays: Arrays, memory: Any, block: int) -> list[Table | None]:
    """The saves of a block."""
    P = arrays.P
    record, world = int(P[layout.RECORD]), int(P[layout.WORLD])
    tables: list[Table | None] = []
    at = block + BLOCK_HEAD + world + int(P[layout.CAPACITY]) * record
    for _ in range(int(P[layout.SAVES])):
        tables.append(None)
        if memory[at + SAVE_PRESENT]:
            base = at + SAVE_HEAD + world
            rows = memory[base : base + int(memory[at + SAVE_THINGS]) * record].reshape(-1, record).tolist()
            things = {row[HANDLE]: _record(arrays.program, row) for row in rows}
            tables[-1] = Table(things, memory[at + SAVE_HEAD : base].tolist())
        at += int(P[layout.SAVE_WORDS])
    return tables


# ---------------------------------------------------------------- snapshots


def snapshot_bytes(arrays: Arrays, i: int) -> bytes:
    """The snapshot of environment i."""
    numbers = _snapshot_numbers(arrays.program, _at_rest(arrays, i))
    return sealed(SNAPSHOT_TAG, arrays, varints(iter(numbers)))


def _at_rest(arrays: Arrays, i: int) -> Restored:
    """What there is to say of an environment."""
    while True:
        arrays.load(i)
        P, M = arrays.P, arrays.M
        live, level = int(P[layout.LIVE]), int(M[layout.LEVEL])
        if M[layout.ROW_OWN_START]:
            start = _block(arrays, M, int(P[layout.START]), False)
        else:
            start = _begun(arrays, level)
        entries: list[Position] = []
        end = int(M[layout.ROW_UNDO_TOP])
        for _ in range(int(M[layout.ROW_UNDO_COUNT])):
            end = read_undo(P, M, arrays.T, arrays.U[i], end)
            if end < 0:
                break
            other = int(P[layout.OTHER])
            random = int(M[other + BLOCK_RANDOM])
            entries.append(Position(_block(arrays, M, other, False), _saves(arrays, M, other), random))
        if end < 0:
            arrays.enlarge()
            continue
        position = Position(_block(arrays, M, live, True), _saves(arrays, M, live), int(M[live + BLOCK_RANDOM]))
        words = (layout.ROW_STATUS, layout.ROW_ACTIONS, layout.ROW_COMPLETED, layout.ROW_SEED)
        status, actions, completed, seed = (int(M[word]) for word in words)
        return Restored(level, status, actions, completed, seed, start, position, entries[::-1])


def _begun(arrays: Arrays, level: int) -> Table:
    """The position in which a level begins."""
    return _block(arrays, arrays.T[level], int(arrays.P[layout.LIVE]) - layout.LEVEL, True)


def _snapshot_numbers(program: ir.Program, what: Restored) -> list[int]:
    """Counts, the level's start, the position, the undo stack; handles in the order in which they appear."""
    shape, place, numbers = _Shape(program), {ir.NONE: ir.NONE}, [what.actions, what.completed]
    chance = ir.uses_chance(program)

    def write(table: Table) -> None:
        for handle in table.things:
            place.setdefault(handle, len(place) - 1)
        named = shape.renamed(table, place, place)
        numbers.append(len(named.things))
        for handle, thing in named.things.items():
            numbers.extend((handle, *thing))
        numbers.extend(named.world)

    def write_position(position: Position, status: int) -> None:
        numbers.extend((what.level, status))
        write(position.now)
        for saved in position.saves:
            numbers.append(int(saved is not None))
            if saved is not None:
                write(saved)

    if chance:
        numbers.extend((what.seed, what.position.random))
    if what.start is not None:
        write_position(Position(what.start, [None] * len(program.saves)), int(Status.PLAYING))
    write_position(what.position, what.status)
    numbers.append(len(what.undo))
    for entry in what.undo:
        if chance:
            numbers.extend((what.seed, entry.random))
        write_position(entry, int(Status.PLAYING))
    return numbers


# ---------------------------------------------------------------- restoring


def restore(arrays: Arrays, i: int, data: bytes) -> None:
    """Bring environment i to a state or a snapshot. A refusal leaves it as it is.

    Raises:
        ValueError: the bytes are neither, of another program, or damaged.
    """
    tag, body = opened(arrays, data)
    with reading():
        numbers = read_varints(body)
        reader = _Reader(arrays, numbers)
        what = reader.snapshot() if tag == SNAPSHOT_TAG else reader.state(arrays)
        _enter(arrays, i, what, None if tag == SNAPSHOT_TAG else varints(iter(numbers)))


class _Reader(Reader):
    """Reads positions from numbers and checks them."""

    def __init__(self, arrays: Arrays, numbers: list[int]) -> None:
        super().__init__(arrays.program, numbers)
        self.arrays = arrays
        self.shape = _Shape(arrays.program)
        self.numbers = numbers

    def thing(self) -> tuple[int, ...]:
        """A thing without its handle."""
        kind, x, y = self.next(), self.next(), self.next()
        if not 0 <= kind < len(self.program.kinds):
            raise ValueError(f"the game has no kind number {kind}")
        return (kind, x, y, *[self.next() for _ in self.program.kinds[kind].attrs])

    # ------------------------------------------------------------ states

    def state(self, arrays: Arrays) -> Restored:
        """A state. Handles are new; a thing of a linked save is the thing of the position that it says it is."""
        level, status = self.level(), Status(self.next())
        seed, random = self.generator()
        linked = [int(word) for word in arrays.P[arrays.P[layout.LINKED_AT] :][: arrays.P[layout.LINKED_COUNT]]]
        begun, base = None, int(arrays.T[level, arrays.P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])
        if arrays.P[layout.CHANCE_AT_START]:
            arrays.begun(level, seed)
            live = int(arrays.P[layout.LIVE])
            begun, base = _block(arrays, arrays.M, live, True), int(arrays.M[live + BLOCK_HANDLES])
        now = self.table(level)
        saved: list[Table | None] = []
        unlinked = []
        for number in range(len(self.program.saves)):
            saved.append(self.table(level) if self.next() else None)
            table = saved[-1]
            if table is not None and number in linked:
                saved[-1] = self.identified(table)
            elif table is not None:
                unlinked.append(number)
        start = self.identified(self.table(level)) if ir.LEVEL_SAVE in linked else None
        together = [table for number, table in enumerate(saved) if table is not None and number not in unlinked]
        known = [now, *together, *([start] if start else [])]
        fresh = base + 1 + max((handle for table in known for handle in table.things), default=0)
        for number in unlinked:
            table = saved[number]
            assert table is not None
            names = {handle: fresh + handle for handle in table.things}
            saved[number] = self.shape.renamed(table, names, names)
            fresh += len(names)
        ours = {handle: base + handle for table in known for handle in table.things}
        for number, table in enumerate(saved):
            if table is not None and number not in unlinked:
                saved[number] = self.shape.renamed(table, ours, ours)
        if start is not None:
            start = self.shape.renamed(start, ours, ours)
        position = Position(self.shape.renamed(now, ours, ours), saved, random)
        return Restored(level, int(status), 0, level + (status == Status.WON), seed, start or begun, position, [])

    def table(self, level: int) -> Table:
        """A table of a state, its things named by their places."""
        world = [self.next() for _ in self.program.world]
        table = Table({place: self.thing() for place in range(self.next())}, world)
        self.shape.check(table, level, self.arrays)
        return table

    def identified(self, table: Table) -> Table:
        """The table with the names that its things have among all that are told apart."""
        names = {place: self.next() for place in table.things}
        if len(set(names.values())) < len(names) or not all(0 <= name < GONE_ROOM for name in names.values()):
            raise ValueError("a save does not say which thing is which")
        return self.shape.renamed(table, names, names)

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> Restored:
        """A snapshot, with the handles that it gives."""
        actions, completed = self.next(), self.next()
        seed, random = self.generator()
        level, _, start = self.position()
        level, status, position = self.position()
        position.random = random
        undo = [self.entry() for _ in range(self.next())]
        what = Restored(level, status, actions, completed, seed, start.now, position, undo)
        counted = 0 <= actions < 1 << 31 and completed in (level, level + 1)
        if not counted or _snapshot_numbers(self.program, what) != self.numbers:
            raise ValueError("they are not written in the canonical way")
        return what

    def entry(self) -> Position:
        """An entry of the undo stack."""
        _, random = self.generator()
        position = self.position()[2]
        position.random = random
        return position

    def position(self) -> tuple[int, int, Position]:
        """A position word for word."""
        level, status = self.level(), int(Status(self.next()))
        now = self.exact(level)
        saved = [self.exact(level) if self.next() else None for _ in self.program.saves]
        return level, status, Position(now, saved)

    def exact(self, level: int) -> Table:
        """A table word for word."""
        things = {}
        for _ in range(self.next()):
            handle = self.next()
            things[handle] = self.thing()
        table = Table(things, [self.next() for _ in self.program.world])
        if min(things, default=0) < 0:
            raise ValueError("a thing has no handle")
        self.shape.check(table, level, self.arrays)
        return table


GONE_ROOM = 1 << 20
"""Most things that a state can name."""


def _enter(arrays: Arrays, i: int, what: Restored, canonical: bytes | None) -> None:
    """Put what was read into the memory, and from there to rest as environment i, if it is written as it should be."""
    from arcg.runtime.kernel import entries  # which uses this module

    if canonical is None:
        _name_as_begun(arrays, what)
    tables = [what.start, what.position.now, *what.position.saves]
    tables += [table for entry in what.undo for table in (entry.now, *entry.saves)]
    known = [table for table in tables if table is not None]
    most = max(len(table.things) for table in known)
    reset = arrays.E[i, layout.ROW_FULL_RESET - layout.LEVEL]
    while True:
        P, M = arrays.P, arrays.M
        M[layout.ERROR] = 0
        if most > P[layout.CAPACITY]:
            M[layout.ERROR], M[layout.NEED] = layout.ROOM_SLOTS, most
            arrays.enlarge()
            continue
        entries.load(P, M, arrays.T, what.level)
        M[layout.ROW_STATUS], M[layout.ROW_ACTIONS] = what.status, what.actions
        M[layout.ROW_COMPLETED], M[layout.ROW_FULL_RESET], M[layout.ROW_SEED] = what.completed, reset, what.seed
        M[layout.ROW_UNDO_TOP] = M[layout.ROW_UNDO_COUNT] = 0
        handles = [int(arrays.T[what.level, P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])]
        handles += [handle + 1 for table in known for handle in table.things]
        if what.start is not None:
            M[layout.ROW_OWN_START] = 1
            begun = Position(what.start, [None] * len(what.position.saves))
            M[layout.START_LOADED] = 0
            _put(arrays, int(P[layout.START]), begun, max(handles), False)
        else:
            M[layout.ROW_OWN_START] = 0
            entries.load_start(P, arrays.T, M)
        _put(arrays, int(P[layout.LIVE]), what.position, max(handles), True)
        M[layout.STALE] = 1
        if canonical is not None:
            written = _encoded(arrays)
            if written is not None and written != canonical:
                raise ValueError("they are not written in the canonical way")
        for entry in what.undo:
            if not M[layout.ERROR]:
                _put(arrays, int(P[layout.OTHER]), entry, max(handles), True)
                far.push_undo(P, M, arrays.T, arrays.U[i], int(P[layout.OTHER]))
        if not M[layout.ERROR]:
            far.sort_slots(P, M)
        if not M[layout.ERROR]:
            entries.rebase(P, arrays.T, M)
            entries.store(P, M, arrays.E, i)
            return
        arrays.enlarge()


def _name_as_begun(arrays: Arrays, what: Restored) -> None:
    """Give the things of a snapshot the handles that those of the level's beginning have, if it is the beginning.

    Then the environment needs no beginning of its own, and its undo stack is short.
    """
    begun, shape = _begun(arrays, what.level), _Shape(arrays.program)
    start = what.start
    assert start is not None
    names = dict(zip(start.things, begun.things, strict=False))
    same = len(start.things) == len(begun.things)
    same = same and list(shape.renamed(start, names, names).things.items()) == list(begun.things.items())
    same = same and shape.renamed(start, names, names).world == begun.world
    names = names if same else {}
    fresh = int(arrays.T[what.level, arrays.P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])

    def named(table: Table) -> Table:
        for handle in table.things:
            names.setdefault(handle, fresh + handle)
        return shape.renamed(table, names, names)

    def named_all(position: Position) -> Position:
        saves = [named(saved) if saved else None for saved in position.saves]
        return Position(named(position.now), saves, position.random)

    what.start = None if same else named(start)
    what.position = named_all(what.position)
    what.undo = [named_all(entry) for entry in what.undo]


def _put(arrays: Arrays, block: int, position: Position, handles: int, by_slot: bool) -> None:
    """Write a position into a block; `by_slot`: references of its things as slots."""
    P, M = arrays.P, arrays.M
    shape = _Shape(arrays.program)
    record, world = int(P[layout.RECORD]), int(P[layout.WORLD])
    count = len(position.now.things)
    M[block : block + BLOCK_HEAD] = count, count, handles, count, position.random, 0, EVERYTHING
    slots = {handle: slot for slot, handle in enumerate(position.now.things)}
    now = shape.renamed(position.now, slots, {}) if by_slot else position.now
    tables: list[tuple[int, Table | None]] = [(block + BLOCK_HEAD, now)]
    at = block + BLOCK_HEAD + world + int(P[layout.CAPACITY]) * record
    for saved in position.saves:
        M[at + SAVE_PRESENT] = saved is not None
        M[at + SAVE_THINGS] = len(saved.things) if saved else 0
        tables.append((at + SAVE_HEAD, saved))
        at += int(P[layout.SAVE_WORDS])
    for to, table in tables:
        if table is None:
            continue
        M[to : to + world] = table.world
        for n, (handle, thing) in enumerate(table.things.items()):
            rec = to + world + n * record
            M[rec : rec + record] = 0
            M[rec : rec + ATTR] = (*thing[:3], handle, n)
            M[rec + ATTR : rec + ATTR + len(thing) - 3] = thing[3:]
