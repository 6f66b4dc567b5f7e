"""Where a view begins: the expressions that say so as code for a small stack machine, and the machine.

Code is pairs of an operation and its operand, up to STOP. A value may be undefined; so is then what is made of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arcg.compiler import ir
from arcg.runtime.engine import MAX_VALUE
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import kernel

Array = Any
"""An array of the kernels, or a word of one."""

STOP, NUMBER, ADD, SUB, MUL, DIV, MOD, NEG, ABS, LEAST, MOST, FIRST_X, FIRST_Y = range(13)
"""FIRST_X and FIRST_Y: the column and the row of the first thing of some kinds; the operand leads to how many bits of
kinds and the bits, in the order of kinds."""

STACK_SIZE = 32
UNDEFINED = -(1 << 62)

_FUNCTIONS = {
    "add": ADD, "sub": SUB, "mul": MUL, "div": DIV, "mod": MOD, "neg": NEG, "abs": ABS, "least": LEAST, "most": MOST,
}  # fmt: skip


def code(expr: ir.Expr, bit: dict[int, int], at: int) -> list[int]:
    """The words of an expression, to lie at P[at]. Its code comes last: see the first word for where it begins.

    Raises:
        ValueError: a view over cells cannot depend on such an expression.
    """
    operations, lists = _operations(expr, bit)
    words: list[int] = [0]
    places = []
    for kinds in lists:
        places.append(at + len(words))
        words += [len(kinds), *kinds]
    words[0] = at + len(words)
    for operation, operand in operations:
        words += [operation, places[operand] if operation in (FIRST_X, FIRST_Y) else operand]
    return [*words, STOP, 0]


def _operations(expr: ir.Expr, bit: dict[int, int]) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Operations in the order in which they are done, and the lists of kinds to which FIRST_X and FIRST_Y refer."""
    lists: list[list[int]] = []

    def visit(expr: ir.Expr, depth: int) -> list[tuple[int, int]]:
        if depth >= STACK_SIZE:
            raise ValueError("where a view begins is too long an expression")
        match expr:
            case ir.Const("int", value):
                return [(NUMBER, value)]
            case ir.Apply(function, args) if function in _FUNCTIONS:
                parts = [step for place, arg in enumerate(args) for step in visit(arg, depth + place)]
                return [*parts, (_FUNCTIONS[function], 0)]
            case ir.Aggregate("first", ir.Apply("x" | "y" as side, (ir.Apply("cell_of", (ir.Slot(slot),)),)), query):
                lists.append([bit[kind] for kind in _kinds(query, slot)])
                return [(FIRST_X if side == "x" else FIRST_Y, len(lists) - 1)]
        raise ValueError("under rules over cells a view begins at numbers and at columns and rows of first things")

    return visit(expr, 0), lists


def _kinds(query: ir.Query, slot: int) -> Sequence[int]:
    """The kinds of the thing that a query binds, in order."""
    match query.atoms:
        case (ir.Bind(bound, kinds),) if bound == slot:
            return sorted(kinds)
    raise ValueError("under rules over cells a view can look for things of some kinds only, without conditions")


# ---------------------------------------------------------------- looking


@kernel
def look_from(P: Array, M: Array) -> None:
    """Find the cell at the top left of what is seen: M[CORNER_X], M[CORNER_Y]."""
    view, level = P[VIEW_AT] + M[LEVEL] * VIEW_WORDS, P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    middle = P[view + VIEW_MIDDLE]
    M[CORNER_X] = begins(P, M, P[CORNER_X_AT], P[view + VIEW_COLUMNS], P[level + LEVEL_WIDTH], middle)
    M[CORNER_Y] = begins(P, M, P[CORNER_Y_AT], P[view + VIEW_ROWS], P[level + LEVEL_HEIGHT], middle)


@kernel
def begins(P: Array, M: Array, entry: int, seen: int, side: int, middle: int) -> int:
    """The first column or row that is seen, of `seen` on a board of `side`; without a number for it, 0."""
    if entry == 0 or seen >= side:
        return 0
    value = evaluate(P, M, P[entry])
    if value == UNDEFINED:
        return 0
    if middle:
        value -= (seen - 1) // 2
    return max(0, min(value, side - seen))


@kernel
def evaluate(P: Array, M: Array, code: int) -> int:
    """What code gives, a number or UNDEFINED."""
    stack = P[STACK]
    top = stack - 1
    while P[code] != STOP:
        operation, operand = P[code], P[code + 1]
        code += 2
        if operation == NUMBER:
            top += 1
            M[top] = operand
        elif operation == FIRST_X or operation == FIRST_Y:
            top += 1
            M[top] = first_place(P, M, operand, operation == FIRST_X)
        elif operation == NEG or operation == ABS:
            if M[top] != UNDEFINED:
                M[top] = -M[top] if operation == NEG or M[top] < 0 else M[top]
        else:
            top -= 1
            M[top] = combined(operation, M[top], M[top + 1])
    return M[stack]


@kernel
def combined(operation: int, left: int, right: int) -> int:
    """What an operation makes of two values."""
    if left == UNDEFINED or right == UNDEFINED or (right == 0 and (operation == DIV or operation == MOD)):
        return UNDEFINED
    if operation == ADD:
        value = left + right
    elif operation == SUB:
        value = left - right
    elif operation == MUL:
        value = left * right
    elif operation == DIV:
        value = left // right
    elif operation == MOD:
        value = left % right
    elif operation == LEAST:
        value = min(left, right)
    else:
        value = max(left, right)
    return value if -MAX_VALUE <= value <= MAX_VALUE else UNDEFINED


@kernel
def first_place(P: Array, M: Array, kinds: int, column: bool) -> int:
    """The column or the row of the first thing of some kinds: in the order of kinds, then row by row."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height, words = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT], P[CELL_WORDS]
    for n in range(P[kinds]):
        bit = P[kinds + 1 + n]
        at, power = P[BOARD] + bit // KINDS_A_WORD, P[P[POWER_AT] + bit % KINDS_A_WORD]
        for y in range(height):
            for x in range(width):
                if M[at + (x * height + y) * words] & power:
                    return x if column else y
    return UNDEFINED
