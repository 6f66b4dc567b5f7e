"""What the query machine's instructions do, as LLVM functions that the code of a game calls and takes into itself.

Each is a kernel of the machine behind a signature of plain numbers, so that a game's own code and the machine that all
games share cannot differ in what an instruction means.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numba
from llvmlite import binding
from numba import types

from arcg.runtime.kernel import cache, fields, machine, memory, rows, shelf, values
from arcg.runtime.kernel.events import argument, cell_x, cell_y, pack, step_x, step_y, way
from arcg.runtime.kernel.jit import Array
from arcg.runtime.kernel.layout import *

WORDS, LONGS, NUMBER = types.CPointer(types.int32), types.CPointer(types.int64), types.int64


class Helper(NamedTuple):
    """An LLVM function that writes `results` numbers to where its first argument points."""

    name: str
    symbol: str
    arguments: str
    """A letter each: p the image, m the memory, r the registers, n a number."""
    results: int
    small: bool
    """It is taken into the code that calls it."""


def _attribute(P: Array, M: Array, slot: int, field: int) -> int:
    return values.attribute(P, M, slot, field)


def _cell_of(P: Array, M: Array, slot: int) -> int:
    return values.cell_of(P, M, slot)


def _asked_of(P: Array, M: Array, slot: int) -> int:
    return values.asked_of(P, M, slot)


def _number_of_two(op: int, left: int, right: int) -> int:
    return values.number_of_two(op, left, right)


def _cell_of_two(op: int, left: int, right: int) -> int:
    return values.cell_of_two(op, left, right)


def _of_one(op: int, value: int) -> int:
    return values.of_one(op, value)


def _way_to(start: int, end: int) -> int:
    return way(start, end)


def _within(value: int) -> int:
    return values.within(value)


def _argument_of(P: Array, M: Array, R: Array, occurrence: int, number: int) -> int:
    return argument(P, M, R, occurrence, number)


def _on_board(P: Array, M: Array, cell: int) -> int:
    return 1 if values.on_board(P, M, cell) else 0


def _is_kind(P: Array, M: Array, slot: int, kinds: int) -> int:
    return 1 if values.is_kind(P, M, slot, kinds) else 0


def _stops_by(P: Array, M: Array, one: int, two: int, pairs: int) -> int:
    return 1 if values.stops_by(P, M, one, two, pairs) else 0


def _lies_at(P: Array, M: Array, slot: int, cell: int) -> int:
    return 1 if values.lies_at(P, M, slot, cell) else 0


def _related(P: Array, M: Array, op: int, left: int, right: int, direction: int) -> int:
    return 1 if values.related(P, M, op, left, right, direction) else 0


def _next_of_kinds(P: Array, M: Array, kinds: int, which: int, slot: int) -> tuple[int, int]:
    return machine.next_of_kinds(P, M, kinds, which, slot)


def _first_at(P: Array, M: Array, cell: int) -> int:
    return memory.first_at(P, M, cell_x(cell), cell_y(cell))


def _next_here(P: Array, M: Array, kinds: int, middle: int, node: int) -> tuple[int, int, int]:
    """The node, the thing to which it belongs, the node behind it."""
    node = machine.next_here(P, M, kinds, middle, node)
    if node < 0:
        return -1, -1, -1
    return node, memory.owner(P, M, node), int(M[P[NEXT] + node])


def _next_around(
    P: Array, M: Array, kinds: int, middle: int, pattern: int, number: int, node: int
) -> tuple[int, int, int, int]:
    """The node, the thing to which it belongs, the node behind it, the number of the cell."""
    number, node = machine.next_around(P, M, kinds, middle, pattern, number, node)
    if node < 0:
        return -1, -1, -1, number
    return node, memory.owner(P, M, node), int(M[P[NEXT] + node]), number


def _is_alive(P: Array, M: Array, slot: int) -> int:
    return 1 if memory.alive(P, M, slot) else 0


def _cell_numbered(P: Array, M: Array, number: int) -> int:
    """A cell of the board by number, undefined behind the last."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width = P[level + LEVEL_WIDTH]
    if number >= width * P[level + LEVEL_HEIGHT]:
        return UNDEFINED
    return pack(number % width, number // width)


def _aim(P: Array, M: Array, start: int, direction: int, ends: int, end: int) -> tuple[int, int, int]:
    return machine.aim(P, M, start, direction, ends != 0, end)


def _next_of_ray(x: int, y: int, left: int) -> tuple[int, int, int, int]:
    """The cell, and then column, row and what is left for the one after; the cell is undefined behind the last."""
    if left >> 2 == 0:
        return UNDEFINED, x, y, left
    return pack(x, y), x + step_x(left & 3), y + step_y(left & 3), left - 4


def _next_covered(P: Array, M: Array, slot: int, number: int) -> tuple[int, int]:
    return machine.next_covered(P, M, slot, number)


def _next_event(P: Array, R: Array, number: int) -> int:
    return R[P[EVENTS] + number * P[EVENT_ROW] + EVENT_NEXT]


def _new_row(P: Array, M: Array, R: Array, count: int, last: int) -> int:
    return machine.new_row(P, M, R, count, last)


def _gather_rows(P: Array, M: Array, R: Array, row: int, top: int, words: int) -> None:
    machine.gather_rows(P, M, R, row, top, words)


def _term(how: int, total: int, value: int) -> int:
    return machine.term(how, total, value)


def _distance(P: Array, M: Array, field: int, cell: int) -> int:
    return fields.distance(P, M, field, cell)


def _approach(P: Array, M: Array, field: int, cell: int) -> int:
    return fields.approach(P, M, field, cell)


def _field_known(P: Array, M: Array, R: Array, field: int, arguments: int, base: int) -> int:
    return 1 if fields.field_known(P, M, R, field, arguments, base) else 0


def _next_cell(P: Array, M: Array, field: int) -> int:
    return fields.next_cell(P, M, field)


def _seed(P: Array, M: Array, R: Array, field: int, start: int) -> None:
    fields.seed(P, M, R, field, start)


def _reach(P: Array, M: Array, field: int, cell: int) -> None:
    fields.reach(P, M, field, cell)


def _keep_field(P: Array, M: Array, field: int) -> None:
    fields.keep_field(P, M, field)


def _loop_known(P: Array, M: Array, loop: int) -> int:
    at = P[LOOP_AT] + loop * LOOP_WORDS
    return 1 if M[at + LOOP_STAMP] == M[STAMP] and M[at + LOOP_EVENTS] == M[EVENT_COUNT] else 0


def _grow(P: Array, M: Array, R: Array, start: int, known: int, new: int, width: int) -> tuple[int, int]:
    return rows.grow(P, M, R, start, known, new, width)


def _keep_loop(P: Array, M: Array, R: Array, loop: int, start: int, count: int, width: int) -> None:
    rows.keep_loop(P, M, R, loop, start, count, width)


def _distinct_rows(P: Array, M: Array, R: Array, start: int, width: int) -> None:
    rows.distinct_rows(P, M, R, start, width)


def _fold_rows(P: Array, M: Array, R: Array, how: int, start: int, width: int, word: int) -> int:
    return rows.fold_rows(P, M, R, how, start, width, word)


def _first_row(P: Array, M: Array, R: Array, start: int, order: int) -> int:
    return rows.first_row(P, M, R, start, order)


_SMALL: dict[Callable[..., Any], tuple[str, int]] = {
    _attribute: ("pmnn", 1), _cell_of: ("pmn", 1), _asked_of: ("pmn", 1), _number_of_two: ("nnn", 1),
    _cell_of_two: ("nnn", 1), _of_one: ("nn", 1), _way_to: ("nn", 1), _within: ("n", 1), _argument_of: ("pmrnn", 1),
    _on_board: ("pmn", 1), _is_kind: ("pmnn", 1), _stops_by: ("pmnnn", 1), _lies_at: ("pmnn", 1),
    _related: ("pmnnnn", 1),
    _next_of_kinds: ("pmnnn", 2), _first_at: ("pmn", 1), _next_here: ("pmnnn", 3), _next_around: ("pmnnnnn", 4),
    _is_alive: ("pmn", 1), _cell_numbered: ("pmn", 1), _next_of_ray: ("nnn", 4), _next_event: ("prn", 1),
    _new_row: ("pmrnn", 1), _term: ("nnn", 1), _loop_known: ("pmn", 1),
}  # fmt: skip
_LARGE: dict[Callable[..., Any], tuple[str, int]] = {
    _aim: ("pmnnnn", 3), _next_covered: ("pmnn", 2), _gather_rows: ("pmrnnn", 0), _distance: ("pmnn", 1),
    _approach: ("pmnn", 1), _field_known: ("pmrnnn", 1), _next_cell: ("pmn", 1), _seed: ("pmrnn", 0),
    _reach: ("pmnn", 0),
    _keep_field: ("pmn", 0), _grow: ("pmrnnnn", 2), _keep_loop: ("pmrnnnn", 0), _distinct_rows: ("pmrnn", 0),
    _fold_rows: ("pmrnnnn", 1), _first_row: ("pmrnn", 1),
}  # fmt: skip
_KINDS = {"p": WORDS, "m": WORDS, "r": LONGS, "n": NUMBER}


def _compiled(function: Callable[..., Any], arguments: str, results: int) -> Any:
    """A function compiled by numba for these arguments."""
    returns = types.none if results == 0 else NUMBER if results == 1 else types.UniTuple(NUMBER, results)
    signature = returns(*(_KINDS[letter] for letter in arguments))
    dispatcher: Any = numba.njit(signature, nogil=True, error_model="numpy", _nrt=False)(function)
    return dispatcher.overloads[tuple(signature.args)]


def declared() -> dict[str, Helper]:
    """All helpers by name, under symbols of their own names, as if they were compiled."""
    return {
        name: Helper(name, name, arguments, results, small)
        for small, table in ((True, _SMALL), (False, _LARGE))
        for name, (arguments, results) in (
            (function.__name__.removeprefix("_"), row) for function, row in table.items()
        )
    }


class Library(NamedTuple):
    """All helpers by name, and their LLVM code."""

    helpers: dict[str, Helper]
    code: bytes


@lru_cache(maxsize=1)
def library() -> Library:
    """The helpers, compiled by numba if they are not on disk yet, which takes some seconds."""
    folder = cache.folder("native.helpers")
    if folder is None:
        return _made()
    listed, code = shelf.take(folder / "helpers.json"), shelf.take(folder / "helpers.bc")
    if listed is not None and code is not None:
        return Library({name: Helper(name, *row) for name, row in json.loads(listed).items()}, code)
    made = _made()
    shelf.put(folder / "helpers.bc", made.code)
    rows = {name: helper[1:] for name, helper in made.helpers.items()}
    shelf.put(folder / "helpers.json", json.dumps(rows).encode())
    return made


def _made() -> Library:
    """The helpers, compiled."""
    helpers: dict[str, Helper] = {}
    whole: Any = None
    for small, table in ((True, _SMALL), (False, _LARGE)):
        for function, (arguments, results) in table.items():
            made = _compiled(function, arguments, results)
            name = function.__name__.removeprefix("_")
            helpers[name] = Helper(name, made.fndesc.llvm_func_name, arguments, results, small)
            module = binding.parse_assembly(str(made.library.get_llvm_str()))
            if whole is None:
                whole = module
            else:
                whole.link_in(module)
    return Library(helpers, whole.as_bitcode())
