"""The layout of the kernel's memory: where everything lies in the four arrays that the kernels work on.

`P`, the image (int32): one program as numbers, made by `assemble.py`; its first words say where its tables begin and
how the other arrays are cut. `M`, the memory (int32): one environment in play with the scratch of a turn. `R`, the
registers (int64): values of variables and expressions, rows of matches, events. `T` (int32): the position in which
each level begins, one row a level. Rows of environments at rest have the form of the part of `M` from `LEVEL` to the
end of the live block.

A *position block* holds a position: `BLOCK_HEAD` words, the world attributes, a record of `P[RECORD]` words for each
slot, and, behind room for `P[CAPACITY]` records, the named saves. Within a turn a slot stands for one thing for good:
what is dropped leaves a dead record (`KIND` -1), what is made gets the next slot, what a restore brings back gets its
old slot. Attributes that hold things hold slots in a position, and handles in saves, the level's start and the undo
stack; a handle is a number that a thing keeps over turns and in copies.
"""

from __future__ import annotations

# ---------------------------------------------------------------- the image: words of its head

(
    SIZE,         # length of the image
    CAPACITY,     # room for slots in every block
    KINDS,        # number of kinds
    WORLD,        # number of world attributes
    ATTRS,        # most attributes of a kind
    RECORD,       # words of a record: RECORD_HEAD + ATTRS
    FIELDS,       # number of fields
    LEVELS,
    SAVES,        # number of named saves
    SAVE_WORDS,   # words of one save in a block
    BLOCK_WORDS,  # words of a block
    CELLS,        # most cells of a level
    HAS_REFERENCES,  # 1: some attribute holds things
    LINKED_COUNT,    # how many saves tell things apart (LEVEL_SAVE included)
    LINKED_AT,       # their numbers, LEVEL_SAVE (-2) last
    LEVEL_LINKED,    # 1: the level's start is one of them
    KIND_AT,         # per kind KIND_WORDS words
    ATTR_AT,         # per kind and place ATTR_WORDS words (P[ATTRS] places a kind)
    WORLD_AT,        # per world attribute ATTR_WORDS words
    FIELD_AT,        # per kind and field: the place of the field among the kind's attributes, or -1
    TIES_AT,         # the place of each direction in the game's order, then the directions in that order
    LEVEL_AT,        # per level LEVEL_WORDS words
    EVENT_AT,        # per event EVENT_WORDS words
    PHASES, PHASE_AT,    # PHASE_WORDS words each
    RULES, RULE_AT,      # RULE_WORDS words each, all phases' one after another
    FORBIDS, FORBID_AT,  # FORBID_WORDS words each
    WINS, WIN_AT,        # a query each
    LOSES, LOSE_AT,
    LOSE_FIRST,
    STOPS_AT, PUSHES_AT, CARRIES_AT, STUCK_AT,  # the four facts of motion: MOTION_WORDS words each
    UNDO_KEEP,     # a keep table: what undo keeps
    OFFERED_AT,    # per action 0..7: 1 if the game offers it
    CAN_UNDO,
    USES_START,    # 1: something may go back to the position in which the level began
    GROUND,
    BARS, BAR_AT,  # BAR_WORDS words each
    PAINT_AT,      # how things look: per level VIEW_WORDS words (see drawing below)
    STAINS, STAIN_AT,  # paint and fog: STAIN_WORDS words each
    PAINTED,       # 1: some of it is no fog
    LAYERS,        # number of layers
    # where things lie in M
    LIVE,          # the position in play (a block)
    HEAD,          # per cell: the first slot that lies there, or -1
    NEXT,          # per slot: the next slot in the same cell, or -1
    KSTART,        # per kind and one more: the first slot of the kind at the beginning of the turn
    ROW_WORDS,     # words of a row at rest: M[LEVEL : LEVEL + ROW_WORDS]
    START,         # the position in which the level began (a block), right behind the row
    BEFORE,        # the position at the beginning of the turn (a block)
    ITERATION,     # the position when the iteration began (a block)
    SHOWN,         # the position shown last (a block)
    OTHER,         # for comparing (a block)
    BACKUP,        # for taking back a restore (a block)
    PLACE,         # per slot: its place in the order of things, where `PLACED` says so
    SEEN_AT,       # per rule of a phase and slot: SEEN_WORDS words, what a rule of an `each` has looked at
    MARK_AT,       # per rule: events that a rule has looked at
    COUNT_AT,      # per rule and forbid COUNT_WORDS words: the trace
    REQUEST_AT,    # per slot REQUEST_WORDS words
    ASKED,         # slots with a request, a list of up to CAPACITY
    ASKED_BEFORE,  # per slot REQUEST_WORDS words: the requests when the iteration of a plan began
    JOURNAL, JOURNAL_SIZE,
    STACK, STACK_SIZE,        # control stack of the machine, in words
    POOL, POOL_SIZE,          # free room for sorting, arranging and encoding
    MOTION_ROOM,              # MOTION_SLOT_WORDS words per slot for the resolution of motion
    LOOPS, LOOP_AT,           # number of loops of facts; in M, per loop LOOP_WORDS words: what is known of it
    DISTANCES, DISTANCE_AT,   # number of fields; in M, per field P[DISTANCE_WORDS] words
    DISTANCE_ARGS, DISTANCE_WORDS,  # most arguments of a field
    # where things lie in R
    REGISTERS, REGISTERS_SIZE,  # frames of variables
    ROWS, ROWS_SIZE,            # rows of matches, a stack
    OPERANDS, OPERANDS_SIZE,    # operands of the applications of one rule
    EVENTS, EVENTS_SIZE,        # occurrences, EVENT_ROW words each
    TUPLES, TUPLES_SIZE,        # what loops of facts hold of, one after another
    FIRST_OF,                   # in M, per event: its first and its last occurrence, or -1
    PENDING, PENDING_SIZE,      # events of the rule being written
    EVENT_ROW,     # words of an occurrence in R
    EVENTS_COUNT,  # number of events
    BODIES,        # 1: some kind has a body or may leave the board, so a thing may cover several cells, or none
    NODES,         # room for nodes, one for each cell that a body covers (0 without bodies)
    NODE_OWNER,    # per node: the slot whose body it is of
    SHAPE_AT,      # per slot: its shape, or 0: it covers its cell
    SHAPES, SHAPES_SIZE,      # room for shapes, in words
    SHAPE_HEADS,   # SHAPE_LISTS words: where the lists of shapes begin, by hash
    CELL_LISTS,    # CELLS words three times: cells of one thing, row by row
    BODY_STACK,    # BODY_DEPTH words: what a body's code calculates with
    MADE,          # things made by the rule being written: MADE_HEAD + ATTRS words each, up to CAPACITY
    SETS, SETS_SIZE,  # for the trace: what the rule being written has set
    CHANCE,        # 1: some rule takes one of its matches at random
    CHANCE_AT_START,  # 1: such a rule may run while a level loads
    ENTRIES, ENTRY_AT,  # where the code begins that kernels ask for, as a list
    CHUNK,         # slots lie in chunks of two to the power of this
    KEPT,          # the frame that was drawn last: KEPT_.. below
    MEMORY_WORDS, REGISTER_WORDS,  # lengths of M and R
) = range(116)  # fmt: skip

HEAD_ROOM = 128
"""Words kept for the head of the image."""

# ---------------------------------------------------------------- entries of the image's tables

(
    KIND_LAYER, KIND_FREE, KIND_CLICKABLE, KIND_ATTRS, KIND_REFERS, KIND_UNDO_KEPT, KIND_OPEN, KIND_BODY, KIND_NUMBER,
) = range(9)  # fmt: skip
"""`OPEN`: it may leave the board. `BODY`: where its body is described; 0: it covers its cell. `NUMBER`: one more than
the place of the attribute by which its things are numbered; 0: they are not."""
KIND_WORDS = 9

ATTR_DOMAIN, ATTR_LOW, ATTR_HIGH, ATTR_DEFAULT, ATTR_KINDSET, ATTR_KEPT = range(6)
"""`LOW` and `HIGH` are set for every domain but things; `KINDSET` for things. `KEPT`: world attributes that undo
keeps."""
ATTR_WORDS = 6
INT_DOMAIN, ENUM_DOMAIN, DIR_DOMAIN, THING_DOMAIN = range(4)

LEVEL_WIDTH, LEVEL_HEIGHT, LEVEL_CELL, LEVEL_FULL_AT = range(4)
"""`FULL_AT`: for each bar, the value at which it is full."""
LEVEL_WORDS = 4

EVENT_SOURCE, EVENT_ARGS, EVENT_THINGS = range(3)
"""Source 0 input, 1 motion, 2 rule; number of arguments; bits of the arguments that are things."""
EVENT_WORDS = 3

MOTION_SURE, MOTION_MAYBE, MOTION_CODE, MOTION_ENUM = range(4)
"""A fact of motion: `SURE` and `MAYBE` say where matrices of kinds begin (1: the fact holds of any two things of these
kinds; 1: it may hold); for `stuck` they are lists by kind. `CODE` tests it with both arguments known, `ENUM` (carries
only) lists the second argument of a known first. -1: there are no clauses."""
MOTION_WORDS = 4

BAR_PIPS, BAR_ATTR, BAR_EDGE, BAR_COLOUR, BAR_FROM, BAR_TO = range(6)
"""`EDGE`: 0 top, 1 bottom, 2 left, 3 right. The rows or columns FROM..TO-1 of the frame are the bar's."""
BAR_WORDS = 6

# ---------------------------------------------------------------- the memory: control words

FAR_WORDS = 32
"""M begins with the addresses of units, two words each (`far.py`)."""
PICTURE_AT = FAR_WORDS - 2
"""The last of them is that of the picture of the environment in play, or 0: it is kept in M."""

(
    TRACING,      # 1: COUNT_AT is kept
    DRAWING,      # 1: shown positions are drawn
    FRAME_FIRST,  # number of the first frame of the answer in F
    FRAME_ROOM,   # frames that F has room for
    START_LOADED, # number of the level whose beginning START holds, and one; 0: none
    RUN,          # number of the run of a phase, for SEEN_AT
    NEED,         # with an error ROOM_*: how much room was wanted
    STAMP,        # goes up with every change of the live position, so that what follows from it may be kept
    TUPLES_STAMP, TUPLES_EVENTS,  # for which position, and after how many events, TUPLES holds what it holds
    TUPLES_TOP,   # words of TUPLES in use
    # about the answer
    RAN,          # what it is made of: bit 0 a turn, bit 1 a level's beginning
    CANCELLED,    # why the turn was taken back, or 0
    REASON,       # the phase whose loop did not rest
    FULL,         # how many rules had a `make` dropped because the board is full
    TANGLED,      # 1: look-alikes were too many to be compared
    HIDDEN,       # 1: what is asked to move is not seen, since something is drawn
    CROWDED,      # 1: a loop of facts held of too many tuples
    UNLINKED,     # why the things of the last position loaded are not in their cells, an error of the first sort, or 0
    NODE_FREE,    # the first free node, or -1; the others follow by NEXT
    SHAPES_TOP,   # words of SHAPES in use
    STALE,        # 1: the things are not in their cells, since another position was put in place of the live one
    CORNER_X, CORNER_Y,  # the cell at the top left of what is seen, as `views.py` found it last
    # about the turn: these and all that follow are 0 when it begins
    ERROR,        # 0, or why the turn cannot go on (the codes below)
    ENDED,        # 0, PHASE_ENDED, TURN_ENDED
    OUTCOME,      # 0, WIN, LOSE
    LOADING,      # 1: a level is being loaded
    EVENT_COUNT,
    FRAME_COUNT,  # frames of this turn
    PLACED,       # 1: PLACE is right for the live position
    ROW_TOP,      # first free word of ROWS
    ASKED_COUNT,  # requests
    JOURNAL_TOP,
    SHOW_ASKED,   # frames asked for in this part
    SKIP,         # the remaining rules of this part are skipped
    END_ASKED,    # as ENDED, from the effects of this part
    FINISH_ASKED, # as OUTCOME
    DIRTY,        # 1: the live position was written since the iteration began
    TURN_DIRTY,   # 1: before that, since the turn began
    STRUCTURAL,   # RESHAPED: a body changed; REMADE: slots were made, dropped or restored, the order must be made anew
    PENDING_TOP,
    OPERAND_TOP,
    MADE_COUNT,   # things made by the rule being written
    TOUCHED,      # the chunks of slots that were written, a bit each
    SETS_TOP, SETS_KEPT,  # words of SETS in use, and those of applications that stand
    OVERWRITTEN,  # sets that the rule being written replaced
) = range(FAR_WORDS, FAR_WORDS + 48)  # fmt: skip

LEVEL = FAR_WORDS + 48
"""Where a row at rest begins in M: the words of its head, then the live block, heads and links of cells, `KSTART`."""
(
    ROW_STATUS,
    ROW_ACTIONS,
    ROW_COMPLETED,
    ROW_FULL_RESET,
    ROW_UNDO_TOP,
    ROW_UNDO_COUNT,
    ROW_OWN_START,
    ROW_LOADING_FRAMES,
    ROW_SEED,
    ROW_DRAWN,  # 1: the picture of the environment shows this position
) = range(LEVEL + 1, LEVEL + 11)
ROW_HEAD = 16
CONTROL_WORDS = LEVEL + ROW_HEAD
"""M[FAR_WORDS : LEVEL] is the turn's, M[LEVEL : CONTROL_WORDS] the row's head (word LEVEL is the number of the
level)."""

(
    NO_ERROR, ROOM_SLOTS, ROOM_ROWS, ROOM_EVENTS, ROOM_POOL, ROOM_FRAMES, ROOM_UNDO, ROOM_STACK, ROOM_OPERANDS,
    ROOM_PENDING, ROOM_JOURNAL, ROOM_SETS, ROOM_REGISTERS, ROOM_TUPLES, ROOM_NODES, ROOM_SHAPES,
) = range(16)  # fmt: skip
TOO_MANY_EVENTS, TOO_MANY_FRAMES, TOO_MANY_ITERATIONS = range(20, 23)
"""Below 20 an array was too small: the turn is played again in larger ones. From 20 on the turn is taken back."""

PHASE_ENDED, TURN_ENDED = 1, 2
RESHAPED, REMADE = 1, 2
WIN, LOSE = 1, 2

# ---------------------------------------------------------------- blocks and records

BLOCK_SLOTS, BLOCK_ALIVE, BLOCK_HANDLES, BLOCK_SEQUENCE, BLOCK_RANDOM, BLOCK_BEGUN, BLOCK_TOUCHED = range(7)
"""Slots in use, living things, the next free handle, the next sequence number, the state of the generator; and in which
chunks of slots, a bit each, the block may not be as level BLOCK_BEGUN - 1 begins."""
BLOCK_HEAD = 7
CHUNKS = 31
"""Most chunks of slots: what is not as it was is known by chunk, so that only those need to be copied or compared."""
EVERYTHING = (1 << CHUNKS) - 1
"""All chunks."""

KIND, X, Y, HANDLE, SEQUENCE, ATTR = range(6)
"""A record. `SEQUENCE` is what the order of things falls back on between twins."""
RECORD_HEAD = 5

SAVE_PRESENT, SAVE_THINGS = range(2)
"""A save: whether there is one, how many things, the world, records without dead ones."""
SAVE_HEAD = 2

REQUEST_KIND, REQUEST_DIRECTION, REQUEST_BY, REQUEST_X, REQUEST_Y = range(5)
"""`X`, `Y`: where a put goes, or about which cell a turn goes."""
NO_REQUEST, MOVE_REQUEST, PUT_REQUEST, TURN_CW, TURN_CCW = range(5)
REQUEST_WORDS = 5

(
    MOTION_FLAGS, MOTION_DX, MOTION_DY, MOTION_DIRECTION,
    MOTION_PUSHERS, MOTION_CARRIERS, MOTION_CARRIED, MOTION_FOLLOWERS,
    MOTION_TURN, MOTION_PIVOT_X, MOTION_PIVOT_Y, MOTION_SHAPE,
) = range(12)  # fmt: skip
"""A thing that takes part in motion: flags (see motion.py), displacement, direction (-1: a put); then where lists
begin: whose pushes and whose carrying it took, what took its carrying, what relies on its going; then, of a turn, its
sense (TURN_CW, TURN_CCW; 0: it is none), its pivot, and the shape that it makes. All zero between calls."""
MOTION_SLOT_WORDS = 12

LOOP_STAMP, LOOP_EVENTS, LOOP_BEGIN, LOOP_END = range(4)
LOOP_WORDS = 4
"""What is known of a loop of facts: for which position, after how many events, and where its tuples lie in TUPLES."""

DISTANCE_STAMP, DISTANCE_EVENTS, DISTANCE_FIRST, DISTANCE_LAST, DISTANCE_WAY, DISTANCE_KEY = range(6)
"""A field: for which position it is known (0: for none) and after how many events; of the queue of cells to grow from
the first and one past the last, and in which direction the first is tried next; then its arguments, two words each, the
distance of each cell (-1 unknown, -2 not reached), the queue."""
DISTANCE_HEAD = 5
UNSEEN, REFUSED = -1, -2

COUNT_MATCHES, COUNT_APPLIED, COUNT_DROPPED, COUNT_OVERWRITTEN = range(4)
COUNT_WORDS = 4

SEEN_RUN, SEEN_COUNT = range(2)
"""In which run of a phase a rule looked at events for a thing, and at how many."""
SEEN_WORDS = 2

MADE_SLOT, MADE_KIND, MADE_X, MADE_Y, MADE_ATTR = range(5)
MADE_HEAD = 4

# ---------------------------------------------------------------- bodies

(
    BODY_WIDTH, BODY_HEIGHT, BODY_ROWS, BODY_WHEN, BODY_ORIGIN_X, BODY_ORIGIN_Y, BODY_MIRRORED, BODY_TURNED,
    BODY_UPRIGHT, BODY_ASKS, BODY_ASKED,
) = range(11)  # fmt: skip
"""A body in the image: code (see `bodies.py`) for the sides of its box; where its rows lie (a word a cell, 1: in it) or
-1; code for whether a cell is in it, or -1; code for its origin, or -1 and -1; for whether it is mirrored, or -1; the
place of the attribute that turns it, or -1, and the direction in which it is not turned; how many attributes all that
depends on, and from BODY_ASKED on their places."""

(
    PUSH, PUSH_ATTR, PUSH_X, PUSH_Y, PLUS, MINUS, TIMES, DIVIDED, REST, NEGATED, ABSOLUTE, LESSER, GREATER,
    QUARTER, QUARTER_BACK, OPPOSITE, ACROSS, DOWNWARDS, RENAMED,
    EQUALS, DIFFERS, BELOW, AT_MOST, ABOVE, AT_LEAST, BOTH, ONE_OF, NOT, FINISHED,
) = range(29)  # fmt: skip
"""Instructions of a body's code: they take their operands from a stack and leave a number there."""
BODY_DEPTH = 256
NO_NUMBER = -(1 << 31)
"""An undefined number on that stack."""

(
    SHAPE_NEXT, SHAPE_KIND, SHAPE_COUNT, SHAPE_CELLS, SHAPE_BITS,
    SHAPE_LEFT, SHAPE_TOP, SHAPE_RIGHT, SHAPE_BOTTOM,
    SHAPE_BOX_X, SHAPE_BOX_Y, SHAPE_BOX_WIDTH, SHAPE_BOX_HEIGHT, SHAPE_QUARTERS, SHAPE_MIRRORED, SHAPE_KEY,
) = range(16)  # fmt: skip
"""A shape in M: what the body of a kind comes to for some values of the attributes that it asks (from SHAPE_KEY on).
The next of its list; how many cells it has and where they are listed, column and row seen from the thing's cell, row by
row; where its bits lie, sixteen columns of its box a word, BIT_WORDS a row; its cells' bounds (none: RIGHT < LEFT), its
box, how it lies."""
SHAPE_LISTS = 512
BIT_WORDS = 4
MAX_BOX = 64

# ---------------------------------------------------------------- events and values

EVENT_KIND, EVENT_NEXT, EVENT_ARG = range(3)
"""An occurrence in R: its event, the next occurrence of the same event (-1: none yet), its arguments."""

UNDEFINED = -(1 << 62)
"""The value of an expression that has none."""

GONE = -(1 << 61)
"""What an event's argument reads when its thing is gone."""

# ---------------------------------------------------------------- drawing: from P[PAINT_AT] on (made by paint.py)

(
    VIEW_FACTOR, VIEW_LEFT, VIEW_TOP, VIEW_CELL, VIEW_LOOKS, VIEW_LARGE, VIEW_EVENTS, VIEW_COLUMNS, VIEW_ROWS,
    VIEW_FROM_X, VIEW_FROM_Y, VIEW_MIDDLE, VIEW_TURNED, VIEW_QUARTERS, VIEW_PLAIN, VIEW_WORLDLY,
) = range(16)  # fmt: skip
"""A level: frame pixels per board pixel, left and top in the frame of what is seen of the board, frame pixels per cell,
where its LOOKS begin (LOOK_WORDS words a kind). `LARGE`: some picture is larger than a cell. `EVENTS`: the number of
events if some picture asks for any, else 0. How many columns and rows are seen, and code for where they begin, or -1.
`MIDDLE`: 1: it gives the middle one. `TURNED`: the world attribute that turns the picture, or -1; `QUARTERS`: where its
quarter turns are listed by value, or -1: they are the value. `PLAIN`: what is seen in a cell depends on nothing but the
things in it and on attributes of the world (bodies and stains are not looked at); these are listed at `WORLDLY`, their
number first."""
VIEW_WORDS = 16

PICTURE_WORDS = 1024
KEPT_LEVEL, KEPT_PICTURE, KEPT_BLOCK = 0, 2, 2 + PICTURE_WORDS
"""A frame that was kept: one more than its level, or 0; the frame without bars, unless it lies elsewhere (PICTURE_AT);
and the position that it shows, a block without saves."""

STAIN_LAYER, STAIN_CODE, STAIN_ORDER = range(3)
"""Paint over the things of a layer, or FOG: code for its rows, and the order of matches."""
STAIN_WORDS = 3
FOG = -1

LOOK_TILE, LOOK_TINT, LOOK_LAYER, LOOK_OPAQUE, LOOK_PICTURES, LOOK_PICTURE_AT, LOOK_LARGE, LOOK_DEEP = range(8)
"""A kind in levels of one scale. `TILE`: the picture that every thing of the kind has, with the one tint at `TINT` (0:
none); or `NO_TILE` (it has none), `NEVER_SEEN` (on a hidden layer), `VARIES` (the first of `PICTURES` entries that
applies). `OPAQUE`: whatever lies below in the cell is never seen. `LARGE`: a picture is larger than the cell. `DEEP`:
how it looks may depend on more than its own attributes."""
LOOK_WORDS = 8
VARIES, NO_TILE, NEVER_SEEN = 0, -1, -2

PICTURE_TESTS, PICTURE_TEST_AT, PICTURE_TINTS, PICTURE_TINT_AT, PICTURE_TILE = range(5)
"""`TESTS` simple tests must hold, or `BY_CODE`: the condition at `TEST_AT`. Its tile is tinted by `TINTS` tints. Of a
kind with a body, `TILE` is where the picture lies as it was drawn (RAW_..)."""
PICTURE_WORDS = 5

RAW_WIDTH, RAW_HEIGHT, RAW_CELLS, RAW_PIXELS = range(4)
"""A picture as it was drawn; whether it is drawn in every cell of a body; where its pixels lie, a word each."""
BY_CODE = -1

TEST_SOURCE, TEST_PLACE, TEST_OP, TEST_VALUE = range(4)
"""A simple test: an attribute of the thing (by place) or of the world against a number."""
TEST_WORDS = 4
TEST_EQ, TEST_NE, TEST_LT, TEST_LE, TEST_GT, TEST_GE = range(6)

TINT_SOURCE, TINT_PLACE, TINT_LOW, TINT_COUNT, TINT_PALETTE, TINT_COLOUR = range(6)
"""`PLACE`: of the attribute, or where the code is. Colours stand XORed with the ground."""
TINT_WORDS = 6
FROM_THING, FROM_WORLD, FROM_CODE = range(3)

TILE_LEFT, TILE_TOP, TILE_HEIGHT, TILE_WIDTH, TILE_STRIPS, TILE_WORDS, TILE_TINTS = range(7)
"""A tile: a picture as it is drawn, without see-through edges. Its corner against that of the cell, its size, the
number of its strips of eight columns and the 64-bit words of each, the number of its tints. A strip has planes of
`HEIGHT` 64-bit words, a pixel a byte, the leftmost lowest: colours XORed with the ground (0 where see-through or
tinted), then a word -1; 15 where not see-through; for each tint 1 where it colours."""
TILE_HEAD = 8
