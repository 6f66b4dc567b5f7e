"""The layout of the memory of games of rules over cells: where everything lies in the arrays that the kernels work on.

`P`, the image (int64): one program as numbers, made by `assemble.py`. `M`, the memory (int64): one environment in play
with the scratch of a turn. `U` (int64): undo stacks, a row each. `D` (float64): random numbers that are read instead of
being made. `F` (uint8): frames, flat. A row of an environment at rest is M[LEVEL : LEVEL + P[ROW_WORDS]].

The cells of a board are numbered down its columns: x * height + y. A *plane* has a bit for each cell, 63 a word, and
M[STRIDE] words. A *packed* board is a plane for each kind, in the order in which kinds are drawn. Behind the planes of
the board in play are those of movements, five for each layer. Planes are numbered from there: the movement `way` of a
layer has the number WAYS * layer + way, the kinds have negative numbers, the last of them -1.

What some cells hold together (a set of planes) is also kept as P[SET_WORDS] words with a bit for each plane: those of
kinds, then those of movements, twelve layers a word. Whole planes are passed over by what M[MASKS] says.
"""

from __future__ import annotations

# ---------------------------------------------------------------- the image: words of its head

(
    SIZE,          # length of the image
    KINDS,         # planes of kinds
    KIND_WORDS,    # words of a set of kinds
    MOVE_WORDS,    # words of a set of movements
    SET_WORDS,     # both
    LAYERS, LAYER_AT,    # LAYER_WORDS words each
    BIT_AT,        # per plane of a kind: the layer of the kind
    LEVELS, LEVEL_AT,    # LEVEL_WORDS words each
    MOST_CELLS,    # most cells of a level
    MOST_STRIDE,   # most words of a plane
    LONGEST,       # most cells in a row of a rule
    PATTERNS, PATTERN_AT,  # rows of all rules, PATTERN_WORDS words each
    MOST_PATTERNS,         # most rows of a rule
    RULES, RULE_AT,        # RULE_WORDS words each
    EARLY, EARLY_AT, LATE, LATE_AT,  # number of groups, GROUP_WORDS words each
    RIGID,         # number of rigid groups
    SOURCES,       # rules as they are written
    PLAYER,        # a row of one cell: where what the player asks goes
    ASKED_AT,      # KIND_WORDS words: which kinds are asked
    GOALS, GOAL_AT,      # GOAL_WORDS words each
    AT_START, MUST_MOVE,  # 1: it does
    KEEPS,         # 1: some rule saves the level
    CAN_UNDO,
    OFFERED_AT,    # per action 0..7: 1 if the game offers it
    GROUND,        # a colour
    VIEW_AT,       # per level VIEW_WORDS words
    CORNER_X_AT, CORNER_Y_AT,  # code for where a view begins (`views.py`), 0: at the board's corner
    # where things lie in M
    OBJECTS,       # the position at rest, packed; only rows have it
    CHECK,         # what a restart goes back to, packed, if M[CHECKED]
    LAST,          # the position on top of the undo stack, packed, if M[ROW_UNDO_COUNT]
    ROW_WORDS,     # words of a row at rest
    PLANES,        # the board in play: plane 0, that of the first movement; those of kinds end here
    SUMMARY,       # of plane 0: which parts of the plane may hold something, the first P[LEVEL_SPAN] words and so on
    BEFORE,        # DEPTHS packed boards: the position before the turn, a start turn, a trial
    ASKED_BOARD,   # the board as the player asked, to begin anew without rigid groups that failed
    MARKS,         # per cell MOVE_WORDS words twice: which layers are marked as rigid, and by which group
    MASKS,         # SET_WORDS words: the planes that may hold something
    STALE,         # SET_WORDS words: the planes that lost something, so that it may be less than their summaries say
    FITS,          # planes: where the parts of a row fit, or all of it
    NONE_AT,       # per row of a rule: when it was last found to match nowhere
    OLD,           # SET_WORDS words: a cell before it changed
    BANNED,        # per mark of a rigid group, and 0 for marks of no group: 1: banned in this turn
    PLAYERS,       # a plane: where a player was when the turn began
    FOUND,         # per row of the rule being tried: where its matches begin, how many there are, which is taken
    COUNT_AT,      # per source COUNT_WORDS words: the trace
    TOLD_AT, TOLD_SIZE,  # messages: a sort and, TOLD_SORTS times, a source
    STACK,         # what code for where a view begins calculates with
    MATCHES, MATCHES_SIZE,  # matches of rows
    MEMORY_WORDS,  # length of M
) = range(61)  # fmt: skip

HEAD_ROOM = 64
"""Words kept for the head of the image."""

DEPTHS = 3
"""A turn, the start turn after a restart in it, and a trial whether it goes on by itself."""

CELLS_A_WORD = KINDS_A_WORD = 63
"""Cells, or kinds, whose bits lie in one word, which so has no sign."""

EVERY_BIT = (1 << CELLS_A_WORD) - 1


def stride(cells: int) -> int:
    """Words of a plane of so many cells."""
    return -(-cells // CELLS_A_WORD)


MOST_PARTS = 3
"""Parts of a row of cells with gaps between them; and so many rows of a rule can be done together."""

LAYERS_A_WORD, WAYS = 12, 5
"""Layers whose movements lie in one word, and bits for each."""

EACH_LAYER = sum(1 << WAYS * layer for layer in range(LAYERS_A_WORD))

ALL_WAYS = (1 << WAYS) - 1

# ---------------------------------------------------------------- entries of the image's tables

LAYER_FIRST, LAYER_LAST, LAYER_MASK = range(3)
"""Words of a set from FIRST to LAST have kinds of the layer; MASK is the address of KIND_WORDS words."""
LAYER_WORDS = 3

LEVEL_WIDTH, LEVEL_HEIGHT, LEVEL_BOARD, LEVEL_STRIDE, LEVEL_SPAN, LEVEL_PARTS, LEVEL_SHIFTS, LEVEL_MARGINS = range(8)
"""`BOARD`: the address of the position in which the level begins, packed. `STRIDE`: words of a plane. `SPAN`: words of
a plane that are a part of it in its summary. `PARTS`: a summary of a plane that is full.

`SHIFTS`: along columns, then along rows, for 1 - P[LONGEST] to P[LONGEST] - 1 cells on: how many words on in a plane,
and how many bits. `MARGINS`: planes of the cells that have at least 0, 1, ... P[LONGEST] - 1 others above them, then
below, left and right of them."""
LEVEL_WORDS = 8

(
    RULE_WAY, RULE_PATTERNS, RULE_FIRST, RULE_CHANGES, RULE_COMMANDS, RULE_MARK, RULE_SOURCE, RULE_NEED, RULE_AT_ONCE,
) = range(9)  # fmt: skip
"""`FIRST`: number of its first row. `CHANGES`: 1: it has a right side. `MARK`: of its group if it is rigid, or 0.
`NEED`: what the board must hold somewhere. `AT_ONCE`: 0: its matches are done one after another; else all
together, ALL_OF_THEM or ONCE_EACH and the number of a row (`together.py`)."""
RULE_WORDS = 9

ALL_OF_THEM, ONCE_EACH = 1, 2
"""All ways are done to take a match of each row, or of one row each match once, whatever lies in the others."""

(
    PATTERN_LENGTH, PATTERN_GAPS, PATTERN_PART, PATTERN_NEXT_PART, PATTERN_CHANGES, PATTERN_ROWS,
) = range(6)  # fmt: skip
"""`LENGTH`: cells that are not gaps. `PART` and `NEXT_PART`: cells before the first gap, and from it to the second.
`CHANGES`: a list of addresses; `ROWS`: the addresses of the parts between gaps, each a row without gaps."""
PATTERN_WORDS = PATTERN_ROWS + MOST_PARTS

ROW_LENGTH, ROW_ANCHOR, ROW_LEADING, ROW_HELD, ROW_REFUSED, ROW_SETS = range(6)
"""A row of cells without gaps: how many they are, and which of them, its *anchor*, is looked for; then how many planes
must hold something (of these so many are first that must at the anchor), how many must not, and of how many sets one
must. For each of the former a plane and the cells from the anchor on; for each set the cells, how many planes, and
these."""
ROW_TABLE = 6

NEED_WORDS, NEED_SETS = range(2)
"""What the board must hold: how many words of a set of planes are looked at, how many sets there are; then a word and
the bits that must be set, each; then for each set how many words, and of each a word and bits of which one must be."""
NEED_HEAD = 2

CHANGE_COUNT, CHANGE_WIPES, CHANGE_CHOICES, CHANGE_TURNED = range(4)
"""A change: how many words it changes, how many words of layers it wipes, among how many kinds it chooses, how many
layers it turns; then a word of a set of planes, the first plane of it, the bits that go and those that come, each; a
word of movements and the bits of layers that are wiped, each; the planes of kinds; the layers."""
WRITE_WORDS = 4
CHANGE_HEAD = 4

(
    GROUP_FIRST, GROUP_RULES, GROUP_RANDOM, GROUP_MARK, GROUP_LOOP, GROUP_SOURCE, GROUP_NODE, GROUP_NODES,
    GROUP_WORD, GROUP_MASK,
) = range(10)  # fmt: skip
"""`LOOP`: -1, or the group at which the loop begins that ends here. `MARK`: 1 for the first rigid group, ..., or 0.
`NODE` and `NODES`: the address and number of the nodes of the tree over its rules (`needs.py`). `WORD` and `MASK`: as
of a node that is above all rules."""
GROUP_WORDS = 10

NODE_WORD, NODE_MASK, NODE_SIZE, NODE_NEED, NODE_RULE = range(5)
"""`WORD` and `MASK`: the first look, a word of a set of planes and bits of which the board must hold one, or no bits;
`SIZE`: words up to the next node that is not below it; `NEED`: all that the board must hold somewhere; `RULE`: the
number of a rule, or -1 for a node above others."""
NODE_WORDS = 5

GOAL_QUANTIFIER, GOAL_FIRST, GOAL_SECOND, GOAL_ANYTHING = range(4)
"""Two rows of one cell. `ANYTHING`: 1: where the first asks for nothing, so that something must lie there."""
GOAL_WORDS = 4
GOAL_SOME, GOAL_NO, GOAL_EVERY = range(3)

VIEW_COLUMNS, VIEW_ROWS, VIEW_CELL, VIEW_FACTOR, VIEW_LEFT, VIEW_TOP, VIEW_MIDDLE, VIEW_TILES = range(8)
"""How many cells are seen, how many pixels of a board each has, by how much these are enlarged, where the picture of
the board begins in the frame; `TILES`: per bit of kinds the address of a tile, or 0."""
VIEW_WORDS = 8

TILE_WIDTH, TILE_HEIGHT, TILE_LEFT, TILE_TOP = range(4)
"""In pixels of the frame; then a colour for each, row by row, -1 transparent."""
TILE_HEAD = 4

CANCEL, RESTART, CHECKPOINT, AGAIN_COMMAND, WIN_COMMAND = 1, 2, 4, 8, 16
"""Commands, as bits."""

COUNT_MATCHES, COUNT_APPLIED, COUNT_DROPPED = range(3)
COUNT_WORDS = 3

# ---------------------------------------------------------------- the memory: words of its head

UNITS = 10
"""M begins with the addresses of units (`far.py`)."""

(
    ERROR,         # why the step is to be taken again, or NO_ERROR
    NEED,          # how much room was wanted
    TRACING,       # number of the part of the answer whose trace and messages are kept, and one; 0: none
    PART,          # part of the answer: 0 before a level was won in it, then one more for each
    TROUBLE,       # 1: there are messages
    DRAWING,       # 1: shown positions are drawn
    FRAME_FIRST,   # number of the first frame of the answer in F
    FRAME_ROOM,    # frames that F has room for
    FRAME_COUNT,   # positions shown in this answer, more than MAX_FRAMES if there were
    RAN,           # bit 0: a turn was played; bit 1: a level was loaded
    QUEUE,         # commands
    AGAIN,         # 1: a turn without input is due
    OUTCOME,       # 1: the level is won
    TRIAL,         # 1: the turn is only tried
    HARNESS,       # 1: random numbers are read from D
    NUMBERS,       # how many there are
    UNDO_ROOM,     # words of an undo stack that there are
    STAMP,         # goes up with every change of the board
    TOP,           # matches in MATCHES
    ROW_BEGIN,     # how many of them are of other rows than the one that is being looked for
    STRIDE,        # words of a plane of the level
    PLAYED,        # 1: there was a player when the turn began
    MARKED,        # 1: something is marked as rigid
    CORNER_X, CORNER_Y,  # the cell at the top left of what is seen
    WORK,          # what the rules have done in this answer
    TOLD,          # messages in TOLD_AT
    PICTURED,      # 1: the position shown last is drawn in F
    TURNS,         # turns played in this answer
    TURN_LIMIT,    # with which turn the answer ends, since the rules have too much to do in it; 0: with none
    # a row at rest begins here
    LEVEL, ROW_STATUS, ROW_ACTIONS, ROW_COMPLETED, ROW_FULL_RESET, ROW_SEED, RANDOM,
    DRAWN,         # numbers read from D so far
    CHECKED,       # 1: a position was saved for restarts
    ROW_UNDO_COUNT,    # entries of the undo stack; that on top is LAST
    ROW_UNDO_TOP,      # words of U in use
) = range(UNITS, UNITS + 41)  # fmt: skip

ROW_HEAD = ROW_UNDO_TOP + 1 - LEVEL
MEMORY_HEAD = ROW_UNDO_TOP + 1

NO_ERROR, ROOM_FRAMES, ROOM_UNDO, ROOM_MATCHES, NO_NUMBERS, OUT_OF_WORK = range(6)
"""`NO_NUMBERS`: D has been read to its end. `OUT_OF_WORK`: the rules had too much to do in one answer."""

TOLD_PASSES, TOLD_JUMPS, TOLD_ROUNDS, TOLD_AGAINS, TOLD_WORK, TOLD_SORTS = range(6)
"""What did not rest: a group, a loop, what moves rigidly, turns without input; the rules had too much to do."""
