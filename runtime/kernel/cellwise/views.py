"""Where a view begins: the expressions that say so as code for a small stack machine, and the machine.

Code is pairs of an operation and its operand, up to STOP. A value may be undefined; so is then what is made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.compiler import ir
from arcg.runtime.engine import MAX_VALUE
from arcg.runtime.kernel.cellwise.boards import holds
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.framing import first_seen
from arcg.runtime.kernel.jit import Array, kernel

STOP, NUMBER, ADD, SUB, MUL, DIV, MOD, NEG, ABS, LEAST, MOST, OVER = range(12)
"""OVER: what the things of some kinds come to; the operand leads to how (below), 1 for columns or 0 for rows, how many
bits of kinds, and the bits, in the order of kinds."""

OF_FIRST, OF_LEAST, OF_MOST, OF_ALL = range(4)
"""The column or row of the first thing, the least or greatest of all, or how many things there are."""

STACK_SIZE = 32
UNDEFINED = -(1 << 62)

_HOW = {"first": OF_FIRST, "min": OF_LEAST, "max": OF_MOST}

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
        words += kinds
    words[0] = at + len(words)
    for operation, operand in operations:
        words += [operation, places[operand] if operation == OVER else operand]
    return [*words, STOP, 0]


def _operations(expr: ir.Expr, bit: dict[int, int]) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Operations in the order in which they are done, and the lists to which OVER refers."""
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
            case ir.Aggregate("count", None, query):
                kinds = [bit[kind] for kind in _kinds(query, query.things[0])]
                lists.append([OF_ALL, 0, len(kinds), *kinds])
                return [(OVER, len(lists) - 1)]
            case ir.Aggregate(op, ir.Apply("x" | "y" as side, (ir.Apply("cell_of", (ir.Slot(slot),)),)), query) if (
                op in _HOW
            ):
                kinds = [bit[kind] for kind in _kinds(query, slot)]
                lists.append([_HOW[op], int(side == "x"), len(kinds), *kinds])
                return [(OVER, len(lists) - 1)]
        raise ValueError("under rules over cells a view begins at numbers and at columns and rows of things")

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
    return 0 if value == UNDEFINED else first_seen(value, seen, side, middle)


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
        elif operation == OVER:
            top += 1
            M[top] = over_things(P, M, operand)
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
def over_things(P: Array, M: Array, entry: int) -> int:
    """What the things of some kinds come to, in the order of kinds, then row by row."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    how, count, value = P[entry], 0, UNDEFINED
    for n in range(P[entry + 2]):
        plane = P[entry + 3 + n] - P[KINDS]
        if M[P[SUMMARY] + plane] == 0:
            continue
        for y in range(height):
            for x in range(width):
                if holds(P, M, plane, x * height + y):
                    place = x if P[entry + 1] else y
                    if count == 0 or (how == OF_LEAST and place < value) or (how == OF_MOST and place > value):
                        value = place
                    count += 1
    return count if how == OF_ALL else value
