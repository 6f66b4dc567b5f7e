"""Actions: one step of an environment, and of a batch of them.

`E` holds the environments at rest (`B` where they rested before), one row each: M[LEVEL : LEVEL + ROW_WORDS], behind it
the START block where the row has a beginning of its own. `T` holds for each level the row in which it begins, and after
those the rows as they are placed. `U` holds the undo stacks.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_FRAMES
from arcg.runtime.engine import SIZE as FRAME
from arcg.runtime.kernel.answers import *
from arcg.runtime.kernel.events import emit, pack
from arcg.runtime.kernel.far import hit, play, pop_undo, push_undo, sort_slots, undone, worth_undoing
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    compare_records,
    copy_block,
    link_chunks,
    next_chunks,
    record,
    records,
    unlink_chunks,
)
from arcg.runtime.kernel.pointers import copy_words, fetch, row_of
from arcg.runtime.kernel.restoring import references_to_handles, world_to_handles
from arcg.runtime.kernel.turn import copy_frame, forget_all_requests, show
from arcg.runtime.kernel.views import pressed

ON_START, ON_ARROW, ON_ACT, ON_CLICK, ON_CLICKCELL, ON_UNDO, ON_ACTION = range(7)
"""Numbers of the input events."""

LINE = 16
"""Words that come to the processor at once."""


# ---------------------------------------------------------------- rows


@kernel
def load_row(P: Array, M: Array, row: Array) -> None:
    """Put an environment at rest into the memory."""
    live = P[LIVE]
    chunks = EVERYTHING
    if P[BODIES] and M[live + BLOCK_BEGUN] == row[live - LEVEL + BLOCK_BEGUN] and M[UNLINKED] == NO_ERROR:
        chunks = M[live + BLOCK_TOUCHED] | row[live - LEVEL + BLOCK_TOUCHED]
    if chunks != EVERYTHING:
        M[LEVEL] = M[live + BLOCK_BEGUN] - 1
        unlink_chunks(P, M, chunks)
    move_row(P, M, row, False)
    M[STALE] = 0
    M[UNLINKED] = NO_ERROR
    if P[BODIES]:
        error = M[ERROR]
        M[ERROR] = NO_ERROR
        link_chunks(P, M, chunks)
        M[UNLINKED] = M[ERROR]
        if not M[ERROR]:
            M[ERROR] = error
    M[STAMP] += 1
    place_at_rest(P, M)


@kernel
def place_at_rest(P: Array, M: Array) -> None:
    """Say that slots are places, which arranging the look-alikes among them anew might not find again."""
    if P[HAS_REFERENCES] or P[LINKED_COUNT]:
        for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
            M[P[PLACE] + slot] = slot
        M[PLACED] = 1


@kernel
def store_row(P: Array, M: Array, row: Array) -> None:
    """Put the environment in the memory to rest."""
    move_row(P, M, row, True)


@kernel
def move_row(P: Array, M: Array, row: Array, out: bool) -> None:
    """Copy what is in use of a row, into the memory or out of it, as far as it may differ."""
    live = P[LIVE]
    chunks = EVERYTHING
    if M[live + BLOCK_BEGUN] == row[live - LEVEL + BLOCK_BEGUN]:
        chunks = M[live + BLOCK_TOUCHED] | row[live - LEVEL + BLOCK_TOUCHED]
    move(M, row, LEVEL, ROW_HEAD + BLOCK_HEAD + P[WORLD], out)  # one after another
    slots = M[live + BLOCK_SLOTS]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        move(M, row, records(P, live) + first * P[RECORD], (end - first) * P[RECORD], out)
        if not P[BODIES]:
            move(M, row, P[NEXT] + first, end - first, out)
        first, end = next_chunks(P, chunks, end, slots)
    for save in range(P[SAVES]):
        at = live + BLOCK_HEAD + P[WORLD] + P[CAPACITY] * P[RECORD] + save * P[SAVE_WORDS]
        move(M, row, at, SAVE_HEAD, out)
        if M[at + SAVE_PRESENT]:
            move(M, row, at + SAVE_HEAD, P[WORLD] + M[at + SAVE_THINGS] * P[RECORD], out)
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    cells = 0 if P[BODIES] else P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]
    move(M, row, P[KSTART], P[KINDS] + 1 + cells, out)  # the cells begin behind the kinds
    if M[ROW_OWN_START]:
        M[START_LOADED] = 0
        move(M, row, P[START], BLOCK_HEAD, out)
        move(M, row, P[START] + BLOCK_HEAD, P[WORLD] + M[P[START] + BLOCK_SLOTS] * P[RECORD], out)


@kernel
def fetch_head(row: Array) -> None:
    """Have the head of a row on its way, before it is needed."""
    fetch(row, 0)
    fetch(row, ROW_HEAD + BLOCK_HEAD)


@kernel
def fetch_row(P: Array, row: Array) -> None:
    """Have what `move_row` will copy of a row on its way, once its head is here."""
    live = P[LIVE] - LEVEL
    chunks, slots = row[live + BLOCK_TOUCHED], row[live + BLOCK_SLOTS]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        at = live + BLOCK_HEAD + P[WORLD]
        fetch_words(row, at + first * P[RECORD], (end - first) * P[RECORD])
        if not P[BODIES]:
            fetch_words(row, P[NEXT] - LEVEL + first, end - first)
        first, end = next_chunks(P, chunks, end, slots)
    level = P[LEVEL_AT] + row[0] * LEVEL_WORDS
    cells = 0 if P[BODIES] else P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]
    fetch_words(row, P[KSTART] - LEVEL, P[KINDS] + 1 + cells)


@kernel
def fetch_words(row: Array, at: int, count: int) -> None:
    """Have words on their way."""
    for n in range(at, at + count, LINE):
        fetch(row, n)
    fetch(row, at + count - 1)


@kernel
def move(M: Array, row: Array, at: int, words: int, out: bool) -> None:
    """Copy words of a row, into the memory or out of it."""
    if out:
        copy_words(row, at - LEVEL, M, at, words)
    else:
        copy_words(M, at, row, at - LEVEL, words)


@kernel
def load_start(P: Array, T: Array, M: Array) -> None:
    """Have the position in which the level began in START, where anything asks for it."""
    if M[ROW_OWN_START] or M[START_LOADED] == M[LEVEL] + 1 or not (P[USES_START] or P[LEVEL_LINKED]):
        return
    start = P[START]
    source = row_of(T, M[LEVEL])
    words = BLOCK_HEAD + P[WORLD] + source[P[LIVE] - LEVEL + BLOCK_SLOTS] * P[RECORD]
    for n in range(words):
        M[start + n] = source[P[LIVE] - LEVEL + n]
    block_to_handles(P, M, start)
    M[START_LOADED] = M[LEVEL] + 1


@kernel
def block_to_handles(P: Array, M: Array, block: int) -> None:
    """Turn the slots to which a block refers, slots of the same block, into handles."""
    M[block + BLOCK_TOUCHED] = EVERYTHING
    world_to_handles(P, M, block + BLOCK_HEAD, block)
    for slot in range(M[block + BLOCK_SLOTS]):
        at = records(P, block) + slot * P[RECORD]
        if M[at + KIND] >= 0:
            references_to_handles(P, M, at, block)


# ---------------------------------------------------------------- turns


@kernel
def begin_turn(P: Array, M: Array) -> None:
    """Forget the last turn."""
    for word in range(ERROR, LEVEL):
        M[word] = 0
    M[ERROR] = M[UNLINKED]
    for n in range(2 * P[EVENTS_COUNT]):
        M[P[FIRST_OF] + n] = -1
    if M[RUN] > 1 << 30:
        M[RUN] = 0
        for n in range(P[RULES] * P[CAPACITY] * SEEN_WORDS):
            M[P[SEEN_AT] + n] = 0
    if M[STAMP] > 1 << 30:
        M[STAMP] = 1
        M[TUPLES_STAMP] = 0
        for loop in range(P[LOOPS]):
            M[P[LOOP_AT] + loop * LOOP_WORDS + LOOP_STAMP] = 0
        for field in range(P[DISTANCES]):
            M[P[DISTANCE_AT] + field * P[DISTANCE_WORDS] + DISTANCE_STAMP] = 0


@kernel
def clear_counts(P: Array, M: Array) -> None:
    """Forget what the trace counted."""
    for n in range((P[RULES] + P[FORBIDS]) * COUNT_WORDS):
        M[P[COUNT_AT] + n] = 0


@kernel
def settle(P: Array, M: Array) -> None:
    """Bring the live position into the order of things, if it is not."""
    if M[STRUCTURAL] != REMADE:
        if M[DIRTY] == 0 and M[TURN_DIRTY] == 0:
            return
        if not (P[HAS_REFERENCES] or P[LINKED_COUNT]) and in_order(P, M):
            return
    sort_slots(P, M)


@kernel
def in_order(P: Array, M: Array) -> bool:
    """Whether the live things lie in order, as they did before, nothing but their own properties telling them apart."""
    slots = M[P[LIVE] + BLOCK_SLOTS]
    first, end = next_chunks(P, M[TOUCHED], 0, slots)
    while first < end:
        for slot in range(max(first - 1, 0), min(end, slots - 1)):
            if compare_records(P, M, record(P, slot), record(P, slot + 1)) > 0:
                return False
        first, end = next_chunks(P, M[TOUCHED], end, slots)
    return True


@kernel
def rebase(P: Array, T: Array, M: Array) -> None:
    """Find out in which chunks of slots the live position is not as its level begins."""
    live, level = P[LIVE], M[LEVEL]
    slots, begun, apart = M[live + BLOCK_SLOTS], T[level, live - LEVEL + BLOCK_SLOTS], 0
    for slot in range(max(slots, begun)):
        same = slot < min(slots, begun)
        if same and not P[BODIES]:
            same = M[P[NEXT] + slot] == T[level, P[NEXT] - LEVEL + slot]
        at = record(P, slot)
        for n in range(P[RECORD] if same else 0):
            same = same and M[at + n] == T[level, at - LEVEL + n]
        if not same:
            apart |= 1 << (slot >> P[CHUNK])
    M[live + BLOCK_BEGUN] = level + 1
    M[live + BLOCK_TOUCHED] = apart


@kernel
def turn(P: Array, T: Array, M: Array, R: Array, U: Array, F: Array, row: Array, action: int, x: int, y: int) -> None:
    """A turn of the player, with what follows from winning or losing."""
    begin_turn(P, M)
    if M[ERROR]:
        return
    went_back = False
    if action == UNDO:
        went_back = undone(P, M, T, U)
        if went_back and M[ERROR] == 0:
            sort_slots(P, M)
        if M[ERROR]:
            return
        if went_back:
            rebase(P, T, M)
    slot, cx, cy = -1, -1, -1
    arrow = action - 1
    if action < ACT:
        arrow = pressed(P, M, arrow)
    if action == CLICK:
        place_at_rest(P, M)
        slot, cx, cy = hit(P, M, R, x, y)
        if M[ERROR]:
            return
        M[PLACED] = 0
    copy_block(P, M, P[BEFORE], P[LIVE])
    M[STRUCTURAL] = 0
    if action == ACT:
        emit(P, M, R, ON_ACT, 0, 0, 0, 0)
    elif action == CLICK:
        if cx >= 0:
            emit(P, M, R, ON_CLICKCELL, pack(cx, cy), 0, 0, 0)
        emit(P, M, R, ON_CLICK, slot, 0, 0, 0)
    elif action == UNDO:
        emit(P, M, R, ON_UNDO, 0, 0, 0, 0)
    else:
        emit(P, M, R, ON_ARROW, arrow, 0, 0, 0)
    emit(P, M, R, ON_ACTION, action, 0, 0, 0)
    play(P, M, R, F)
    if M[ERROR] >= TOO_MANY_EVENTS:
        take_turn_back(P, M, R, F, row)
        return
    if M[ERROR]:
        return
    M[RAN] = TURN_RAN
    if action == UNDO:
        if went_back:
            pop_undo(P, M, T, U)
    elif P[CAN_UNDO] and (M[DIRTY] or M[TURN_DIRTY]) and worth_undoing(P, M):
        push_undo(P, M, T, U, P[BEFORE])
    if M[ERROR] == 0:
        settle(P, M)
    if M[ERROR]:
        return
    if M[OUTCOME] == LOSE:
        M[ROW_STATUS] = OVER
    elif M[OUTCOME] == WIN:
        M[ROW_COMPLETED] += 1
        if M[LEVEL] == P[LEVELS] - 1:
            M[ROW_STATUS] = WON
        else:
            next_level(P, T, M, R, F)


@kernel
def take_turn_back(P: Array, M: Array, R: Array, F: Array, row: Array) -> None:
    """A bound was passed: everything is as it was, but the action is counted."""
    actions, reset = M[ROW_ACTIONS], M[ROW_FULL_RESET]
    cancelled = M[ERROR]
    forget_all_requests(P, M)
    begin_turn(P, M)
    M[P[LIVE] + BLOCK_BEGUN] = 0  # the memory holds half a turn
    load_row(P, M, row)
    M[ROW_ACTIONS], M[ROW_FULL_RESET] = actions, reset
    M[CANCELLED] = cancelled
    M[FULL] = 0
    show(P, M, R, F, 1)


@kernel
def load_level(P: Array, T: Array, M: Array, R: Array, F: Array, level: int) -> None:
    """Begin a level: the position after its start turn, and the frames of that turn."""
    completed, reset, seed = M[ROW_COMPLETED], M[ROW_FULL_RESET], M[ROW_SEED]
    begin_turn(P, M)
    if M[DRAWING] or P[CHANCE_AT_START]:
        play_start(P, T, M, R, F, level, seed)
        if M[ERROR] and M[ERROR] < TOO_MANY_EVENTS:
            return
        if M[ERROR]:
            forget_all_requests(P, M)
            begin_turn(P, M)
            load_row(P, M, row_of(T, P[LEVELS] + level))
            M[P[LIVE] + BLOCK_RANDOM] = seed
            show(P, M, R, F, 1)
    if P[CHANCE_AT_START]:
        keep_beginning(P, T, M)
        if M[ERROR]:
            return
    else:
        load_row(P, M, row_of(T, level))
        M[FRAME_COUNT] = M[ROW_LOADING_FRAMES]
        M[P[LIVE] + BLOCK_RANDOM] = seed
    M[ROW_COMPLETED], M[ROW_FULL_RESET], M[ROW_SEED] = completed, reset, seed
    M[RAN] |= LEVEL_RAN


@kernel
def keep_beginning(P: Array, T: Array, M: Array) -> None:
    """Bring the position after a start turn to rest, as the one in which the level began for this environment."""
    settle(P, M)
    if M[ERROR]:
        return
    M[ROW_OWN_START] = 1
    M[START_LOADED] = 0
    rebase(P, T, M)
    copy_block(P, M, P[START], P[LIVE])
    block_to_handles(P, M, P[START])
    M[FULL] = M[CROWDED] = 0  # Python plays the start turn again to tell what went wrong in it


@kernel
def play_start(P: Array, T: Array, M: Array, R: Array, F: Array, level: int, seed: int) -> None:
    """Play the start turn of a level from the position as it is placed."""
    load_row(P, M, row_of(T, P[LEVELS] + level))
    begin_turn(P, M)
    M[P[LIVE] + BLOCK_RANDOM] = seed
    M[START_LOADED] = 0
    if P[USES_START] or P[LEVEL_LINKED]:
        copy_block(P, M, P[START], P[LIVE])
        block_to_handles(P, M, P[START])
    copy_block(P, M, P[BEFORE], P[LIVE])
    M[LOADING] = 1
    emit(P, M, R, ON_START, 0, 0, 0, 0)
    play(P, M, R, F)


@kernel
def next_level(P: Array, T: Array, M: Array, R: Array, F: Array) -> None:
    """The answer goes on with the frames of the next level; of too many the first of each level are left out."""
    won, first = M[FRAME_COUNT], M[FRAME_FIRST]
    full, tangled, crowded = M[FULL], M[TANGLED], M[CROWDED]
    M[FRAME_FIRST] = first + won
    load_level(P, T, M, R, F, M[LEVEL] + 1)
    if M[ERROR]:
        return
    begun = M[FRAME_COUNT]
    M[FRAME_FIRST] = first
    M[FULL], M[TANGLED], M[CROWDED] = full, tangled, crowded
    late = min(begun, MAX_FRAMES - 1)
    early = min(won, MAX_FRAMES - late)
    M[FRAME_COUNT] = early + late
    if M[DRAWING] and early + late < won + begun:
        for n in range(early):
            copy_frame(F, first + n, first + won - early + n)
        for n in range(late):
            copy_frame(F, first + early + n, first + won + begun - late + n)


# ---------------------------------------------------------------- steps


@kernel
def step(P: Array, T: Array, M: Array, R: Array, U: Array, F: Array, row: Array, action: int, x: int, y: int) -> None:
    """Take one action with the environment in the memory (`row`: the same at rest).

    The answer has M[FRAME_COUNT] frames, drawn into F from M[FRAME_FIRST] on if M[DRAWING]. With M[ERROR] set, the
    memory is to be thrown away and the step to be taken again with more room.
    """
    M[ERROR] = M[UNLINKED]
    M[TANGLED] = 0
    M[CROWDED] = 0
    M[RAN] = NOTHING_RAN
    M[CANCELLED] = 0
    M[FULL] = 0
    M[FRAME_COUNT] = 0
    if M[TRACING]:
        clear_counts(P, M)
    if action == STAY:
        return
    if action == RESET or action >= BEGIN:
        whole = action >= BEGIN or M[ROW_ACTIONS] == 0 or M[ROW_STATUS] == WON
        M[ROW_FULL_RESET] = 1 if whole else 0
        first = max(action - BEGIN, 0)
        if whole:
            M[ROW_COMPLETED] = first
        load_level(P, T, M, R, F, first if whole else M[LEVEL])
        return
    M[ROW_FULL_RESET] = 0
    if M[ROW_STATUS] != PLAYING:
        return
    M[ROW_ACTIONS] += 1
    load_start(P, T, M)
    if P[P[OFFERED_AT] + action] == 0 or (action == CLICK and not (0 <= x < FRAME and 0 <= y < FRAME)):
        begin_turn(P, M)
        place_at_rest(P, M)
        show(P, M, R, F, 1)
        return
    turn(P, T, M, R, U, F, row, action, x, y)
