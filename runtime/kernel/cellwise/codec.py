"""The bytes of states and snapshots of games of rules over cells, there and back.

They are those of a game of things: of each position its things by kind, row and column. Nothing tells a thing from
another of its kind, so in a snapshot things have the handles 0, 1, 2 and so on in each position.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel.cellwise import layout
from arcg.runtime.kernel.cellwise.arrays import Arrays
from arcg.runtime.kernel.cellwise.listing import listed
from arcg.runtime.kernel.envelope import SNAPSHOT_TAG, STATE_TAG, Reader, opened, reading, sealed
from arcg.runtime.kernel.varints import packed, read_varints

Words = NDArray[np.int64]


@dataclass(slots=True)
class Rest:
    """An environment at rest: packed boards and numbers. `undo`: the last on top. `check`: the checkpoint."""

    level: int
    status: int
    actions: int
    completed: int
    seed: int
    random: int
    board: Words
    check: Words | None
    undo: list[Words]


# ---------------------------------------------------------------- boards


def things(arrays: Arrays, level: int, board: Words) -> Words:
    """The things of a packed board in their order, shape (things, 3): kind, column, row."""
    data = arrays.program.levels[level]
    return listed(arrays.bits.places, board, data.height)


def _board(arrays: Arrays, level: int, numbers: Words) -> Words:
    """The packed board of things, shape (things, 3), that are in their order.

    Raises:
        ValueError: they are not, or cannot lie so.
    """
    data, bits = arrays.program.levels[level], arrays.bits
    board = np.zeros((len(bits.kinds), layout.stride(data.width * data.height)), np.int64)
    taken = set()
    for kind, x, y in numbers.tolist():
        if not 0 <= kind < len(arrays.program.kinds):
            raise ValueError(f"the game has no kind number {kind}")
        if not (0 <= x < data.width and 0 <= y < data.height):
            raise ValueError("a thing lies off the board")
        place = (arrays.program.kinds[kind].layer, x, y)
        if place in taken:
            raise ValueError("two things lie in one cell of an ordinary layer")
        taken.add(place)
        word, bit = divmod(x * data.height + y, layout.CELLS_A_WORD)
        board[bits.bit[kind], word] |= 1 << bit
    return board.reshape(-1)


def _placed(arrays: Arrays, level: int) -> Words:
    """The packed board with which a level begins."""
    P = arrays.P
    entry = int(P[layout.LEVEL_AT]) + level * layout.LEVEL_WORDS
    words = int(P[layout.KINDS] * P[entry + layout.LEVEL_STRIDE])
    return P[int(P[entry + layout.LEVEL_BOARD]) :][:words]


def _at_rest(arrays: Arrays, i: int, entries: bool = True) -> Rest:
    """Environment i, word for word; without `entries`, as if its undo stack were empty."""
    row, P = arrays.E[i], arrays.P

    def number(word: int) -> int:
        return int(row[word - layout.LEVEL])

    level = number(layout.LEVEL)
    words = len(_placed(arrays, level))

    def board(head: int) -> Words:
        return np.array(row[int(P[head]) - layout.LEVEL :][:words])

    undo: list[Words] = []
    top = number(layout.ROW_UNDO_TOP)
    for left in reversed(range(number(layout.ROW_UNDO_COUNT) if entries else 0)):
        undo.append(board(layout.LAST) if not undo else undo[-1].copy())
        if len(undo) > 1:
            count = int(arrays.U[i, top - 1])
            pairs = arrays.U[i, top - 1 - 2 * count : top - 1].reshape(count, 2)
            undo[-1][pairs[:, 0]] = pairs[:, 1]
            top -= 2 * count + 1
        assert left or top == 0
    return Rest(
        level=level,
        status=number(layout.ROW_STATUS),
        actions=number(layout.ROW_ACTIONS),
        completed=number(layout.ROW_COMPLETED),
        seed=number(layout.ROW_SEED),
        random=number(layout.RANDOM),
        board=board(layout.OBJECTS),
        check=board(layout.CHECK) if number(layout.CHECKED) else None,
        undo=undo[::-1],
    )


# ---------------------------------------------------------------- writing


def state_bytes(arrays: Arrays, i: int) -> bytes:
    """The canonical state of environment i."""
    numbers = _state_numbers(arrays, _at_rest(arrays, i, entries=False))
    return sealed(STATE_TAG, arrays, packed(numbers.astype(np.int32)))


def snapshot_bytes(arrays: Arrays, i: int) -> bytes:
    """The snapshot of environment i."""
    numbers = _snapshot_numbers(arrays, _at_rest(arrays, i))
    return sealed(SNAPSHOT_TAG, arrays, packed(numbers.astype(np.int32)))


def _state_numbers(arrays: Arrays, what: Rest) -> Words:
    """Level, status, perhaps the generator, the things, the saves."""
    chance = (what.seed, what.random) if ir.uses_chance(arrays.program) else ()

    def table(board: Words) -> list[Words]:
        found = things(arrays, what.level, board)
        return [np.array([len(found)]), found.reshape(-1)]

    parts = [np.array([what.level, what.status, *chance]), *table(what.board)]
    for number in range(len(arrays.program.saves)):
        held = what.check if number == 0 else None
        parts.append(np.array([int(held is not None)]))
        parts += table(held) if held is not None else []
    return np.concatenate(parts)


def _snapshot_numbers(arrays: Arrays, what: Rest) -> Words:
    """Counts, the level as it is placed, the position, the undo stack."""
    chance = ir.uses_chance(arrays.program)
    saves = len(arrays.program.saves)

    def table(board: Words) -> list[Words]:
        found = things(arrays, what.level, board)
        handles = np.arange(len(found)).reshape(-1, 1)
        return [np.array([len(found)]), np.concatenate([handles, found], axis=1).reshape(-1)]

    def position(status: int, board: Words, check: Words | None) -> list[Words]:
        parts = [np.array([what.level, status]), *table(board)]
        for number in range(saves):
            held = check if number == 0 else None
            parts.append(np.array([int(held is not None)]))
            parts += table(held) if held is not None else []
        return parts

    parts = [np.array([what.actions, what.completed, *([what.seed, what.random] if chance else [])])]
    parts += position(int(Status.PLAYING), _placed(arrays, what.level), None)
    parts += position(what.status, what.board, what.check)
    parts.append(np.array([len(what.undo)]))
    for board in what.undo:
        parts += [np.array([what.seed, 0])] if chance else []
        parts += position(int(Status.PLAYING), board, None)
    return np.concatenate(parts)


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
        what = reader.state() if tag == STATE_TAG else reader.snapshot()
        write = _state_numbers if tag == STATE_TAG else _snapshot_numbers
        if write(arrays, what).tolist() != numbers:
            raise ValueError("they are not written in the canonical way")
    _enter(arrays, i, what)


class _Reader(Reader):
    """Reads environments from numbers."""

    def __init__(self, arrays: Arrays, numbers: list[int]) -> None:
        super().__init__(arrays.program, numbers)
        self.arrays = arrays

    def state(self) -> Rest:
        """A state."""
        level, status = self.level(), Status(self.next())
        seed, random = self.generator()
        board, check = self.table(level, 3), None
        for number in range(len(self.program.saves)):
            if self.next():
                check = self.kept(number, level, 3)
        return Rest(level, int(status), 0, level + (status == Status.WON), seed, random, board, check, [])

    def snapshot(self) -> Rest:
        """A snapshot."""
        actions, completed = self.next(), self.next()
        seed, random = self.generator()
        self.position()
        level, status, board, check = self.position()
        undo = [self.entry() for _ in range(self.next())]
        if not (0 <= actions < 1 << 31 and completed in (level, level + 1)):
            raise ValueError("the actions or the completed levels cannot be so many")
        if undo and not self.arrays.P[layout.CAN_UNDO]:
            raise ValueError("the game has no undo")
        return Rest(level, status, actions, completed, seed, random, board, check, undo)

    def entry(self) -> Words:
        """An entry of the undo stack."""
        self.generator()
        return self.position()[2]

    def position(self) -> tuple[int, int, Words, Words | None]:
        """A position of a snapshot."""
        level, status = self.level(), int(Status(self.next()))
        board, check = self.table(level, 4), None
        for number in range(len(self.program.saves)):
            if self.next():
                check = self.kept(number, level, 4)
        return level, status, board, check

    def kept(self, save: int, level: int, words: int) -> Words:
        """What a save holds."""
        if save or not self.arrays.P[layout.KEEPS]:
            raise ValueError("no rule keeps such a save")
        return self.table(level, words)

    def table(self, level: int, words: int) -> Words:
        """A packed board, from a number of things of so many words, the last three of which count."""
        count = self.next()
        found = np.array([[self.next() for _ in range(words)] for _ in range(count)], np.int64).reshape(-1, words)
        return _board(self.arrays, level, found[:, -3:])


def _enter(arrays: Arrays, i: int, what: Rest) -> None:
    """Put what was read to rest as environment i."""
    entries: list[int] = []
    for board, above in zip(what.undo, what.undo[1:], strict=False):
        places = np.flatnonzero(board != above)
        entries += np.stack([places, board[places]], axis=1).reshape(-1).tolist()
        entries.append(len(places))
    if len(entries) > arrays.U.shape[1]:
        arrays.M[layout.ERROR], arrays.M[layout.NEED] = layout.ROOM_UNDO, len(entries)
        arrays.enlarge()
    arrays.U[i, : len(entries)] = entries
    row = arrays.E[i]

    def put(head: int, board: Words) -> None:
        row[int(arrays.P[head]) - layout.LEVEL :][: len(board)] = board

    for word, number in (
        (layout.LEVEL, what.level), (layout.ROW_STATUS, what.status), (layout.ROW_ACTIONS, what.actions),
        (layout.ROW_COMPLETED, what.completed), (layout.ROW_SEED, what.seed), (layout.RANDOM, what.random),
        (layout.CHECKED, what.check is not None), (layout.ROW_UNDO_COUNT, len(what.undo)),
        (layout.ROW_UNDO_TOP, len(entries)),
    ):  # fmt: skip
        row[word - layout.LEVEL] = number
    put(layout.OBJECTS, what.board)
    if what.check is not None:
        put(layout.CHECK, what.check)
    if what.undo:
        put(layout.LAST, what.undo[-1])
