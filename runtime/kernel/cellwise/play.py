"""Actions: one step of an environment, and of a batch of them.

`E` holds the environments at rest (`B` where they rested before), one row each, `U` their undo stacks.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_FRAMES
from arcg.runtime.kernel.answers import *
from arcg.runtime.kernel.cellwise.boards import board_words, differs, place_level, put_into_play, unpack
from arcg.runtime.kernel.cellwise.far import draw, looks_otherwise, play
from arcg.runtime.kernel.cellwise.far import step as take_step
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.resolving import rest
from arcg.runtime.kernel.cellwise.telling import tell
from arcg.runtime.kernel.cellwise.turn import A_BEGINNING, A_RESTART, A_TURN, NOTHING, WHOLE_TURN, before
from arcg.runtime.kernel.cellwise.undo import pop_undo
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.pointers import copy_words

WIDTH = 64
"""Width and height of a frame."""

RING = MAX_FRAMES + 1
"""Frames that are drawn round and round: those of an answer, and one that may turn out to be like that before it."""

MAX_AGAINS = 10_000
"""Most turns that follow a turn by themselves."""


# ---------------------------------------------------------------- rows


@kernel
def load_row(P: Array, M: Array, row: Array) -> None:
    """Put an environment at rest into the memory, in which a turn may have been broken off."""
    rest(P, M)
    for n in range(ROW_HEAD):
        M[LEVEL + n] = row[n]
    words = board_words(P, M)
    if M[CHECKED]:
        copy_words(M, P[CHECK], row, P[CHECK] - LEVEL, words)
    if M[ROW_UNDO_COUNT]:
        copy_words(M, P[LAST], row, P[LAST] - LEVEL, words)
    put_into_play(P, M, row, P[OBJECTS] - LEVEL)


@kernel
def store_row(P: Array, M: Array, row: Array) -> None:
    """Put the environment in the memory to rest."""
    for n in range(ROW_HEAD):
        row[n] = M[LEVEL + n]
    words = board_words(P, M)
    copy_words(row, P[OBJECTS] - LEVEL, M, P[PLANES] - words, words)
    if M[CHECKED]:
        copy_words(row, P[CHECK] - LEVEL, M, P[CHECK], words)
    if M[ROW_UNDO_COUNT]:
        copy_words(row, P[LAST] - LEVEL, M, P[LAST], words)


# ---------------------------------------------------------------- frames


@kernel
def picture(P: Array, M: Array, F: Array, number: int) -> int:
    """Draw the position in play as picture `number` of the answer; which frame of F that is.

    If pictures are asked for, of too many the last are kept, in a ring. If not, two are, to be compared: where the
    view moves, for else two positions are compared cell by cell.
    """
    frame = M[FRAME_FIRST] + number % RING if M[DRAWING] else number % 2
    if frame >= M[FRAME_ROOM]:
        M[ERROR], M[NEED] = ROOM_FRAMES, frame + 1
        return 0
    draw(P, M, F, frame)
    return frame


@kernel
def show(P: Array, M: Array, F: Array) -> None:
    """Show the position in play."""
    if M[DRAWING]:
        picture(P, M, F, M[FRAME_COUNT])
    M[PICTURED] = M[DRAWING]
    M[FRAME_COUNT] += 1


@kernel
def show_last(P: Array, M: Array, F: Array) -> int:
    """Have the position in play, which was shown, drawn; which frame of F it is."""
    if M[PICTURED]:
        return M[FRAME_FIRST] + (M[FRAME_COUNT] - 1) % RING if M[DRAWING] else (M[FRAME_COUNT] - 1) % 2
    M[PICTURED] = 1
    return picture(P, M, F, M[FRAME_COUNT] - 1)


@kernel
def show_other(P: Array, M: Array, F: Array, last: int) -> None:
    """Show the position in play if it looks otherwise than frame `last` of F."""
    frame = picture(P, M, F, M[FRAME_COUNT])
    if M[ERROR] == NO_ERROR and not same_frames(F, frame, last):
        M[FRAME_COUNT] += 1


@kernel
def same_frames(F: Array, one: int, two: int) -> bool:
    """Whether two frames are equal."""
    size = WIDTH * WIDTH
    for n in range(size):  # noqa: SIM110  numba has no generators
        if F[one * size + n] != F[two * size + n]:
            return False
    return True


@kernel
def finish_frames(M: Array, F: Array) -> None:
    """Bring a ring of frames into their order."""
    if M[FRAME_COUNT] <= MAX_FRAMES:
        return
    if M[DRAWING]:
        first, turned = M[FRAME_FIRST], (M[FRAME_COUNT] + 1) % RING
        reverse(F, first, first + turned - 1)
        reverse(F, first + turned, first + RING - 1)
        reverse(F, first, first + RING - 1)
    M[FRAME_COUNT] = MAX_FRAMES


@kernel
def reverse(F: Array, first: int, last: int) -> None:
    """Turn the order of frames round."""
    size = WIDTH * WIDTH
    while first < last:
        for n in range(size):
            held = F[first * size + n]
            F[first * size + n] = F[last * size + n]
            F[last * size + n] = held
        first += 1
        last -= 1


# ---------------------------------------------------------------- answers


@kernel
def counted(P: Array, M: Array) -> bool:
    """Count a turn of this answer; False if it is one in which the rules are known to have too much to do."""
    M[TURNS] += 1
    if M[TURNS] != M[TURN_LIMIT]:
        return True
    tell(P, M, TOLD_WORK, 0)
    M[AGAIN] = 0
    return False


@kernel
def load_level(P: Array, M: Array, D: Array, U: Array, level: int) -> None:
    """Begin a level."""
    M[LEVEL], M[ROW_STATUS], M[ROW_ACTIONS], M[RANDOM] = level, PLAYING, 0, M[ROW_SEED]
    M[CHECKED] = M[ROW_UNDO_COUNT] = M[ROW_UNDO_TOP] = M[AGAIN] = M[WORK] = 0
    M[RAN] |= LEVEL_RAN
    place_level(P, M)
    if counted(P, M):
        play(P, M, D, U, A_BEGINNING, NOTHING)


@kernel
def go_on(P: Array, M: Array, D: Array, U: Array, F: Array) -> None:
    """What follows a turn or the beginning of a level: turns without input, and the next level after a win."""
    followed = 0
    show(P, M, F)
    while M[ERROR] == NO_ERROR and (M[OUTCOME] or M[AGAIN]):
        if M[OUTCOME]:
            M[OUTCOME] = 0
            M[ROW_COMPLETED] += 1
            if M[LEVEL] == P[LEVELS] - 1:
                M[ROW_STATUS] = WON
                return
            M[PART] += 1
            load_level(P, M, D, U, M[LEVEL] + 1)
            followed = 0
            if M[ERROR] == NO_ERROR:
                show(P, M, F)
        elif followed == MAX_AGAINS:
            tell(P, M, TOLD_AGAINS, 0)
            return
        elif counted(P, M):
            followed += 1
            drawn = M[DRAWING] or P[CORNER_X_AT] or P[CORNER_Y_AT]
            last = show_last(P, M, F) if drawn else 0
            if M[ERROR] == NO_ERROR:
                play(P, M, D, U, A_TURN, NOTHING)
            if M[ERROR] == NO_ERROR and differs(P, M, before(P, WHOLE_TURN)):
                if drawn:
                    show_other(P, M, F, last)
                elif looks_otherwise(P, M, F, before(P, WHOLE_TURN)):
                    M[FRAME_COUNT] += 1


@kernel
def act(P: Array, M: Array, D: Array, U: Array, F: Array, action: int) -> None:
    """Take one action with the environment in the memory."""
    if action == STAY:
        return
    if action == RESET or action >= BEGIN:
        whole = action >= BEGIN or M[ROW_ACTIONS] == 0 or M[ROW_STATUS] == WON
        M[ROW_FULL_RESET] = 1 if whole else 0
        M[ROW_ACTIONS] = 0
        if whole:
            M[ROW_COMPLETED] = max(action - BEGIN, 0)
            load_level(P, M, D, U, M[ROW_COMPLETED])
        elif counted(P, M):
            play(P, M, D, U, A_RESTART, NOTHING)
        if M[ERROR] == NO_ERROR:
            go_on(P, M, D, U, F)
        return
    M[ROW_FULL_RESET] = 0
    if M[ROW_STATUS] != PLAYING:
        return
    M[ROW_ACTIONS] += 1
    if P[P[OFFERED_AT] + action] == 0:
        show(P, M, F)
        return
    M[RAN] = TURN_RAN
    if action == UNDO:
        take_back(P, M, U)
        show(P, M, F)
        return
    if counted(P, M):
        play(P, M, D, U, A_TURN, NOTHING if action == CLICK else action - FIRST_ARROW)
    if M[ERROR] == NO_ERROR:
        go_on(P, M, D, U, F)


@kernel
def take_back(P: Array, M: Array, U: Array) -> None:
    """Go back to the last position on the undo stack that is not the present one; chance and checkpoint stay."""
    while M[ROW_UNDO_COUNT] and not differs(P, M, P[LAST]):
        pop_undo(P, M, U)
    if M[ROW_UNDO_COUNT]:
        unpack(P, M, P[LAST])
        pop_undo(P, M, U)


@kernel
def step(P: Array, M: Array, D: Array, U: Array, F: Array, row: Array, action: int) -> None:
    """Take one action with an environment at rest in a row, which stays as it is.

    The answer has M[FRAME_COUNT] frames, drawn into F from M[FRAME_FIRST] on if M[DRAWING]. With M[ERROR] set, the
    memory is to be thrown away and the step to be taken again with more room.
    """
    M[TURN_LIMIT] = 0
    again = True
    while again:
        load_row(P, M, row)
        M[ERROR] = M[FRAME_COUNT] = M[RAN] = M[AGAIN] = M[OUTCOME] = M[TRIAL] = M[WORK] = M[TURNS] = 0
        M[PART] = M[TOLD] = M[TROUBLE] = 0
        if M[TRACING]:
            for n in range(P[SOURCES] * COUNT_WORDS):
                M[P[COUNT_AT] + n] = 0
        act(P, M, D, U, F, action)
        again = M[ERROR] == OUT_OF_WORK
        if again:
            M[TURN_LIMIT] = M[TURNS]
    if M[ERROR] == NO_ERROR:
        finish_frames(M, F)


@kernel
def step_all(
    P: Array,
    E: Array,
    to: Array,
    U: Array,
    M: Array,
    D: Array,
    F: Array,
    actions: Array,
    counts: Array,
    ran: Array,
    which: Array,
    first: int,
) -> int:
    """Step the environments `which`, from place `first` in it on; the place of the first that lacked room.

    They come to rest in `to`, so that E says afterwards where they were. `counts`: frames of each answer; `ran`: one
    more for each turn of the player.
    """
    M[FRAME_FIRST] = 0
    for place in range(first):
        M[FRAME_FIRST] += counts[which[place]]
    for place in range(first, len(which)):
        n = which[place]
        take_step(P, M, D, U[n], F, E[n], actions[n])
        if M[ERROR]:
            return place
        store_row(P, M, to[n])
        counts[n] = M[FRAME_COUNT]
        if M[RAN] & TURN_RAN:
            ran[n] += 1
        M[FRAME_FIRST] += M[FRAME_COUNT]
    return len(which)
