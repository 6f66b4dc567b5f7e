"""One turn over cells: what its rules asked for, winning, restarts, and whether more follows by itself."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import differs, pack, place_level, unpack
from arcg.runtime.kernel.cellwise.far import rule
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import narrowed, room_of, shifts_of
from arcg.runtime.kernel.cellwise.undo import push_undo
from arcg.runtime.kernel.jit import Array, kernel

NOTHING = -1
"""The way of a turn without input."""

A_TURN, A_BEGINNING, A_RESTART = range(3)
"""What can be played."""

WHOLE_TURN, BEGINNING, A_TRIAL = range(DEPTHS)
"""Which of the positions BEFORE belongs to a turn: one in which the player may act or that follows by itself, the one
with which a level begins, one that is only tried."""


@kernel
def before(P: Array, depth: int) -> int:
    """Where the position before a turn is kept."""
    return P[BEFORE] + depth * P[KINDS] * P[MOST_STRIDE]


# ---------------------------------------------------------------- winning


@kernel
def goals_hold(P: Array, M: Array) -> bool:
    """Whether there are goals and all of them hold."""
    for n in range(P[GOALS]):
        if not goal_holds(P, M, P[GOAL_AT] + n * GOAL_WORDS):
            return False
    return P[GOALS] > 0


@kernel
def goal_holds(P: Array, M: Array, goal: int) -> bool:
    """Whether a goal holds. A cell in which nothing lies fits no goal."""
    quantifier, shifts = P[goal + GOAL_QUANTIFIER], shifts_of(P, M, 0)
    room = room_of(P, M, 0, 0, 0)[0]
    for place in range(M[STRIDE]):
        cells = P[room + place]
        if P[goal + GOAL_ANYTHING]:
            cells = anything_in(P, M, place)
        first = narrowed(P, M, P[goal + GOAL_FIRST], place, shifts, 2, cells)
        if first == 0:
            continue
        second = narrowed(P, M, P[goal + GOAL_SECOND], place, shifts, 2, first)
        if quantifier == GOAL_EVERY:
            if second != first:
                return False
        elif second:
            return quantifier == GOAL_SOME
    return quantifier != GOAL_SOME


@kernel
def anything_in(P: Array, M: Array, place: int) -> int:
    """The cells of word `place` of a plane in which anything lies."""
    held = 0
    for plane in range(-P[KINDS], 0):
        held |= M[P[PLANES] + plane * M[STRIDE] + place]
    return held


# ---------------------------------------------------------------- turns


@kernel
def reach(P: Array, M: Array) -> None:
    """A checkpoint: restarts go back to the position in play."""
    pack(P, M, P[CHECK])
    M[CHECKED] = 1


@kernel
def follow(P: Array, M: Array, D: Array, queue: int, changed: bool) -> None:
    """Reach a checkpoint, and see whether a turn without input follows."""
    if queue & CHECKPOINT:
        reach(P, M)
    if queue & AGAIN_COMMAND and changed:
        M[AGAIN] = 1 if would_change(P, M, D) else 0


@kernel
def would_change(P: Array, M: Array, D: Array) -> bool:
    """Whether a turn without input would do anything: it is played and taken back, but for what chance gave.

    One that would change nothing and asks for a checkpoint reaches it.
    """
    at = before(P, A_TRIAL)
    pack(P, M, at)
    M[TRIAL] = 1
    rule(P, M, D, NOTHING)
    M[TRIAL] = 0
    if M[ERROR]:
        return False
    queue, changed = M[QUEUE], differs(P, M, at)
    unpack(P, M, at)
    if queue & CANCEL:
        return queue != CANCEL
    if changed or queue & (RESTART | WIN_COMMAND):
        return True
    if queue & CHECKPOINT:
        reach(P, M)
    return False


@kernel
def play_start(P: Array, M: Array, D: Array) -> int:
    """Play the turn with which a level begins; what was asked for. One that is cancelled is taken back."""
    at = before(P, BEGINNING)
    pack(P, M, at)
    M[AGAIN] = 0
    rule(P, M, D, NOTHING)
    if M[ERROR]:
        return 0
    if M[QUEUE] & CANCEL:
        unpack(P, M, at)
        return 0
    return M[QUEUE]


@kernel
def go_back(P: Array, M: Array, D: Array) -> None:
    """Put the checkpoint, or the position in which the level began, into play, and begin.

    A restart that the beginning asks for is left out.
    """
    if M[CHECKED]:
        unpack(P, M, P[CHECK])
    else:
        place_level(P, M)
    if P[AT_START]:
        queue = play_start(P, M, D)
        if not M[ERROR]:
            follow(P, M, D, queue, differs(P, M, before(P, BEGINNING)))


@kernel
def begin(P: Array, M: Array, D: Array, U: Array) -> None:
    """Begin a level that has been put into play; this cannot win."""
    if not P[AT_START]:
        return
    queue = play_start(P, M, D)
    if M[ERROR]:
        return
    if queue & RESTART:
        push_undo(P, M, U, before(P, BEGINNING))
        if not M[ERROR]:
            go_back(P, M, D)
    else:
        follow(P, M, D, queue, differs(P, M, before(P, BEGINNING)))


@kernel
def restart(P: Array, M: Array, D: Array, U: Array) -> None:
    """Go back as the player asks; undo may take that back."""
    pack(P, M, before(P, WHOLE_TURN))
    push_undo(P, M, U, before(P, WHOLE_TURN))
    if not M[ERROR]:
        go_back(P, M, D)


@kernel
def turn(P: Array, M: Array, D: Array, U: Array, way: int) -> None:
    """A turn in which the player asks for a way, or for nothing."""
    at = before(P, WHOLE_TURN)
    pack(P, M, at)
    M[AGAIN] = 0
    stands = rule(P, M, D, way)
    if M[ERROR]:
        return
    queue = M[QUEUE]
    if not stands or queue & CANCEL:
        unpack(P, M, at)
        return
    if queue & RESTART:
        push_undo(P, M, U, at)
        if M[ERROR]:
            return
        go_back(P, M, D)
        queue = 0
        if M[ERROR]:
            return
    changed = differs(P, M, at)
    if changed and way >= 0:
        push_undo(P, M, U, at)
        if M[ERROR]:
            return
    if queue & WIN_COMMAND or goals_hold(P, M):
        M[OUTCOME] = 1
        return
    follow(P, M, D, queue, changed)


@kernel
def play(P: Array, M: Array, D: Array, U: Array, what: int, way: int) -> None:
    """Play a turn, the beginning of a level that has been put into play, or a restart."""
    if what == A_TURN:
        turn(P, M, D, U, way)
    elif what == A_BEGINNING:
        begin(P, M, D, U)
    else:
        restart(P, M, D, U)
