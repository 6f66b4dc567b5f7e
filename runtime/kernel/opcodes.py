"""The instructions of the query machine: what `assemble.py` writes into the image and `machine.py` executes.

An instruction is its number and then its operands, one word each: `r` a register of the frame, `k` a number, `s` a
set of kinds, `c` an address of code, `p` another address in the image. `LENGTHS` gives the words of each.

A query runs as nested loops by backtracking: an `EACH_..` tries its candidates one after another, a test that does
not hold goes back to the last one that has some left. (`machine.run` relies on the order of the groups.) A *frame*
(`EXISTS`, `FOLD`, `COLLECT`, `ENTER`) is a query within a query.
"""

from __future__ import annotations

_FORMS = """
HALT r                  ; the value of an expression is in r
CONST r k               ; r = k
UNDEF r                 ; r = undefined
COPY r r                ; to, from
WORLD_OF r k            ; r = world attribute k
ATTR_OF r r k           ; r = field k of a thing
ADD r r r               ; numbers: to, left, right
SUB r r r               ;
MUL r r r               ;
DIV r r r               ;
MOD r r r               ;
LEAST r r r             ;
MOST r r r              ;
NEG r r                 ;
ABS r r                 ;
CELL r r r              ; to, x, y
AHEAD r r r             ; to, cell, direction
WAY r r r               ; to, from a cell, to a cell: the direction
EITHER r r r            ; to, a value, what to take when it is undefined
ASKED_OF r r            ; to, thing: the direction of the move that is asked for it
REACH_OF r k r          ; to, field, cell: its distance in a field that is known
NEARER r k r            ; to, field, cell: the direction in which the field gets less
CELL_OF r r             ; the cell of a thing
CELL_X r r              ;
CELL_Y r r              ;
CLOCKWISE r r           ;
COUNTER r r             ;
BACK r r                ;
STEP_X r r              ; of a direction
STEP_Y r r              ;
RECODE r r p            ; to, from, the table
EQ r r                  ; tests
NE r r                  ;
LT r r                  ;
LE r r                  ;
GT r r                  ;
GE r r                  ;
DEFINED r               ;
IS_KIND r s             ;
LIES_AT r r             ; thing, cell
SAME_CELL r r           ; they have a cell in common
ON_TOP r r              ; every cell of the first is one of the second
TOUCHES r r             ;
NEAR r r                ;
BESIDE r r              ;
AHEAD_OF r r r          ; left, right, direction
STOPS_BY r r p          ; left, right, for each two kinds whether things of them lie on one ordinary layer
ON_BOARD r              ; a cell
ARGUMENT_IS r r         ; wanted, argument
TAKE r r                ; to, argument: `none` for a thing that is gone; fails when undefined
FAIL                    ; nothing holds
JUMP c                  ;
ARGUMENT r r k          ; to, occurrence, number of the argument
EACH_KIND r p s         ; the living things of a list of kinds
EACH_AT r r s r         ; to, cell, kinds, a thing to leave out (-1: none)
EACH_BY r r s k         ; to, thing, kinds, pattern (PATTERN_..)
EACH_DIR r              ;
EACH_CELL r             ;
EACH_EVENT r k          ; the occurrences of event k, by number
EACH_ROW r r k          ; to (where the row lies), where rows begin, their words
EACH_SPAN r r r k       ; to (where the row lies), where rows begin, how many, their words
EACH_TUPLE r k k        ; to (where the tuple lies), loop, words of a tuple: what a loop of facts holds of
EACH_RAY r r r r        ; to, from a cell, direction, up to a cell (-1: to the edge of the board)
EACH_COVERED r r        ; to (a cell), thing
EXISTS c c              ; where to go on when the query up to SUCCEED has a solution, where when not
SUCCEED                 ; the query of this frame has a solution
TERM r                  ; one more solution, with this value (-1: none)
ROW p                   ; one more row: of the registers in the list at p
FOLD k r c              ; how (FOLD_..), to, where to go on
COLLECT r c             ; register for where the rows begin, where to go on
ENTER c c c k p         ; a fact that knows all arguments: yes, no, its code, size of this frame, arguments
ENTER_ROWS c c k p      ; all its solutions as rows: where to go on, its code, size of this frame, arguments
BEGIN_ROWS r            ; r = where rows to come begin
DISTINCT r k            ; the rows from r on, k words each, without those that occur twice
ROW_WORD r r k          ; to, row, word
FOLD_ROWS k r r k k     ; how, to, where rows begin, their words, the word with the value
FIRST_ROW r r p         ; to, where rows begin, the order of matches: the value (last word) of the first row with one
TUPLE_WORD r r k        ; r, tuple, word
KEEP_LOOP k r r k       ; loop, where its tuples begin, how many, their words
FIELD_SEED k r          ; field, where rows with the cells that it leads to begin
FIELD_GROW k r          ; the field reaches this cell, the last one that FIELD_NEXT gave
FIELD_KEEP k            ; the field is complete
LOOP_KNOWN k c          ; where to go on when it is known already what a loop holds of
GROW r r r k c          ; where tuples begin, how many, how many of them new, their words, where to go on if some are
FIELD_KNOWN k p c       ; field, its arguments, where to go on when it is known for them already
FIELD_NEXT k r c        ; field, to, where to go on when there is no cell left that the field may grow into
"""

_WORDS = [line.split(";")[0].split() for line in _FORMS.strip().splitlines()]

NAMES: tuple[str, ...] = tuple(words[0] for words in _WORDS)
LENGTHS: tuple[int, ...] = tuple(len(words) for words in _WORDS)

(
    HALT, CONST, UNDEF, COPY, WORLD_OF, ATTR_OF, ADD, SUB, MUL, DIV, MOD, LEAST, MOST, NEG, ABS, CELL, AHEAD, WAY,
    EITHER, ASKED_OF, REACH_OF, NEARER, CELL_OF, CELL_X, CELL_Y, CLOCKWISE, COUNTER, BACK, STEP_X, STEP_Y, RECODE,
    EQ, NE, LT, LE, GT, GE, DEFINED, IS_KIND, LIES_AT, SAME_CELL, ON_TOP, TOUCHES, NEAR, BESIDE, AHEAD_OF, STOPS_BY,
    ON_BOARD, ARGUMENT_IS, TAKE, FAIL, JUMP, ARGUMENT, EACH_KIND, EACH_AT, EACH_BY, EACH_DIR, EACH_CELL, EACH_EVENT,
    EACH_ROW, EACH_SPAN, EACH_TUPLE, EACH_RAY, EACH_COVERED, EXISTS, SUCCEED, TERM, ROW, FOLD, COLLECT, ENTER,
    ENTER_ROWS, BEGIN_ROWS, DISTINCT, ROW_WORD, FOLD_ROWS, FIRST_ROW, TUPLE_WORD, KEEP_LOOP, FIELD_SEED, FIELD_GROW,
    FIELD_KEEP, LOOP_KNOWN, GROW, FIELD_KNOWN, FIELD_NEXT,
) = range(len(NAMES))  # fmt: skip

NATIVE = len(NAMES)
"""In place of the first instruction of what was translated for a game; the next word says where in the image the
address of the machine code lies."""

PATTERN_SAME, PATTERN_TOUCHES, PATTERN_NEAR, PATTERN_BESIDE = range(4)
FOLD_COUNT, FOLD_SUM, FOLD_MIN, FOLD_MAX = range(4)
SORT_NUMBER, SORT_DIRECTION, SORT_CELL = range(3)
"""How values are compared when matches are sorted."""

CALL_ROOM = 4096
"""Registers that one frame never exceeds."""

# ---------------------------------------------------------------- steps of an application

(
    DO_MOVE, DO_PUT, DO_MAKE, DO_DROP, DO_SET, DO_ADD, DO_CYCLE, DO_SHOW, DO_SAVE, DO_RESTORE, DO_END, DO_FINISH,
    DO_EMIT, DO_STAY, DO_TURN,
) = range(15)  # fmt: skip

STEP_DO, STEP_OPERAND, STEP_A, STEP_B, STEP_C, STEP_D = range(6)
"""A step: what to do, its first operand, and by what is done:

MAKE: kind, how many attributes are given, list of their places (-1: the kind has it not); SET, ADD, CYCLE: field (-1: a
world attribute), world attribute, and for ADD bits (1: has a least value, 2: a greatest), for CYCLE the step; SHOW:
how many; SAVE: number; RESTORE: number, what is kept (a flag per world attribute, then per kind), only, whether only
some kinds come back; TURN: its sense; END: END_..; FINISH: 1 win, 2
lose; EMIT: event, how many arguments."""
STEP_WORDS = 6

END_PART, END_PHASE, END_TURN = range(3)

(
    APPLICATION_CODE,
    APPLICATION_OPERANDS,
    APPLICATION_REGISTERS,
    APPLICATION_STEPS,
    APPLICATION_STEP_AT,
    APPLICATION_RESTORES,
) = range(6)
"""What one match does: code that calculates the operands (-1: there are none), how many, their registers (-1 - n: the
thing that step n makes), how many steps, where, whether one of them is a restore."""
KEYED_CODE, KEYED_WIDTH, KEYED_ORDER = range(6, 9)
"""For a keyed target: code for its rows (-1: not keyed), their words, their order."""
APPLICATION_WORDS = 9

(
    RULE_EVENT, RULE_CODE, RULE_WIDTH, RULE_ORDER, RULE_OCCURRENCE, RULE_LOADS, RULE_EFFECTS, RULE_EFFECT_AT, RULE_MODE,
    RULE_AGAIN,
) = range(10)  # fmt: skip
"""A rule: the event that it answers (-1: none), code for its rows, their words and order, the register of the
occurrence, whether it runs while a level loads in a phase that does not begin with `start`, its applications, whether
all matches count (MODE_..), and for those taken one after another the code that tells whether one still holds."""
RULE_WORDS = 10
MODE_ALL, MODE_ONCE, MODE_TURN, MODE_RANDOM = range(4)

(
    PHASE_RULES, PHASE_FIRST_RULE, PHASE_WHEN, PHASE_REPEAT, PHASE_FIRST, PHASE_SHOW, PHASE_ON_START, PHASE_HEADS,
    PHASE_HEAD_AT, PHASE_SLOTS, PHASE_THINGS, PHASE_EACH, PHASE_EACH_WIDTH, PHASE_EACH_ORDER, PHASE_EACH_SLOT,
    PHASE_EACH_BY, PHASE_EACH_CELLS, PHASE_PLAN,
) = range(18)  # fmt: skip
"""A phase. `THINGS`: list of the slots that hold things. `EACH`: code for the rows of its things (-1: none),
`EACH_BY`: code of what they are sorted by (-1: nothing), `EACH_CELLS`: these are cells. `PLAN`: motion waits."""
PHASE_WORDS = 18

HEAD_EVENT, HEAD_CODE, HEAD_WIDTH, HEAD_ORDER, HEAD_OCCURRENCE, HEAD_LOADS = range(6)
PHASE_HEAD_WORDS = 6

FORBID_CODE, FORBID_EFFECTS, FORBID_EFFECT_AT = range(3)
FORBID_WORDS = 3
