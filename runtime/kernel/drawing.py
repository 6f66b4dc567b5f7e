"""Drawing the live position, and what a click on a pixel hits, on the tables of `paint.py`.

A frame is written as 64-bit words, eight pixels each. It begins as ground; colours stand XORed with the ground, so the
lowest picture of a cell is put there by one XOR for each word that it touches, those above it by a masked one. Pictures
of different cells never meet, but in levels where a picture is larger than a cell; there all things are drawn in order.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.asking import evaluate, holds
from arcg.runtime.kernel.bodies_drawn import draw_body, has_body, hits_body
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import compare_records, covers_cell, record
from arcg.runtime.kernel.opcodes import CALL_ROOM
from arcg.runtime.kernel.order import compare_things
from arcg.runtime.kernel.stains import cover, in_fog
from arcg.runtime.kernel.views import look_from, quarters, turn_frame, turned_back

SIDE = 64
"""Width and height of a frame."""

PIP = 2
"""Side of a pip in pixels; one pixel lies between pips."""

FRAME_TOP, FRAME_BOTTOM = 0, 1
"""Edges along which a bar runs from left to right."""

EACH_BYTE = 0x0101010101010101
LAST = SIDE * SIDE // 8 - 1
"""The last word of a frame."""
ONE = np.uint64(1)


@kernel
def draw_whole(P: Array, M: Array, R: Array, frame: Array) -> None:
    """Draw the live position into a frame, (64, 64) bytes, all but the bars; changes nothing of the turn."""
    words = frame.reshape(SIDE * SIDE).view(np.int64)
    tiles = P.view(np.int64)
    ground = int(P[GROUND]) * EACH_BYTE
    for n in range(SIDE * SIDE // 8):
        words[n] = ground
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    mark, error, crowded = M[ROW_TOP], M[ERROR], M[CROWDED]
    M[ERROR] = NO_ERROR
    if P[view + VIEW_EVENTS]:
        hide_events(P, M, R, P[view + VIEW_EVENTS])
    look_from(P, M, R)
    if P[BODIES] or P[PAINTED] or (P[view + VIEW_LARGE] and some_large(P, M, P[view + VIEW_LOOKS])):
        draw_in_order(P, M, R, frame, words, tiles, ground)
    else:
        draw_cells(P, M, R, words, tiles, ground)
    cover(P, M, R, frame, FOG)
    if P[view + VIEW_EVENTS]:
        reveal_events(P, M, R, P[view + VIEW_EVENTS], mark)
    M[ROW_TOP] = mark
    M[CROWDED] = crowded
    if not M[ERROR]:
        M[ERROR] = error
    turn_frame(frame, quarters(P, M))


@kernel
def draw_cells(P: Array, M: Array, R: Array, words: Array, tiles: Array, ground: int) -> None:
    """Draw every cell that things lie in, from the things in it."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    width = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    cell, looks = P[view + VIEW_CELL], P[view + VIEW_LOOKS]
    left, top = P[view + VIEW_LEFT] - M[CORNER_X] * cell, P[view + VIEW_TOP] - M[CORNER_Y] * cell
    base = P[LIVE] + BLOCK_HEAD
    first, size = base + P[WORLD], P[RECORD]
    head, following = P[HEAD], P[NEXT]
    # What most things are, at most two in a cell, with at most one tint, is drawn here: a call costs more than a tile.
    # `draw_pile`, `look` and `put` are the long way round.
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        at = first + slot * size
        if M[at + KIND] < 0 or M[head + M[at + Y] * width + M[at + X]] != slot or not in_view(P, M, view, at):
            continue
        corner_x, corner_y = left + M[at + X] * cell, top + M[at + Y] * cell
        upper, lower = slot, M[following + slot]
        if lower >= 0:
            if M[following + lower] >= 0:
                draw_pile(P, M, R, words, tiles, ground, slot, corner_x, corner_y)
                if M[ERROR]:
                    return
                continue
            one = looks + M[at + KIND] * LOOK_WORDS
            two = looks + M[first + lower * size + KIND] * LOOK_WORDS
            order = P[one + LOOK_LAYER] - P[two + LOOK_LAYER]
            if order == 0:
                order = compare_heights(P, M, upper, lower, False)
            if order < 0:
                upper, lower = lower, upper
                one = two
            if P[one + LOOK_OPAQUE]:
                lower = -1
        under = False
        for number in range(2):
            shown = upper if number else lower
            if shown < 0:
                continue
            at = first + shown * size
            entry = looks + M[at + KIND] * LOOK_WORDS
            tile, tint, colours = np.int64(P[entry + LOOK_TILE]), P[entry + LOOK_TINT], np.int64(0)
            if tint:
                place = P[tint + TINT_PLACE]
                value = (M[at + ATTR + place] if P[tint + TINT_SOURCE] == FROM_THING else M[base + place]) - P[
                    tint + TINT_LOW
                ]
                if 0 <= value < P[tint + TINT_COUNT]:
                    colours = np.int64(P[P[tint + TINT_PALETTE] + value])
                else:
                    colours = np.int64(P[tint + TINT_COLOUR])
            elif tile == VARIES:
                tile, colours = look(P, M, R, shown, at, entry)
                if M[ERROR]:
                    return
            if tile <= 0:
                continue
            if P[tile + TILE_TINTS] > 1:
                put(P, words, tiles, tile, colours, corner_x, corner_y, ground, under)
                under = True
                continue
            x = corner_x + P[tile + TILE_LEFT]
            start = ((corner_y + P[tile + TILE_TOP]) << 3) + (x >> 3)
            right = np.int64((x & 7) << 3)
            back = 63 - right
            for strip in range(P[tile + TILE_STRIPS]):
                to = start + strip
                plane = np.uint64(((tile + TILE_HEAD) >> 1) + strip * P[tile + TILE_WORDS])
                covered = plane + np.uint64(P[tile + TILE_HEIGHT] + 1)
                tinted = covered + np.uint64(P[tile + TILE_HEIGHT]) if P[tile + TILE_TINTS] else plane
                word = tiles[plane]
                # A tile never reaches past its frame: where there is no next word, nothing is left to put into it.
                if under:
                    while word >= 0:
                        value, cover = word ^ (tiles[tinted] * colours), tiles[covered]
                        here = words[to & LAST]
                        words[to & LAST] = here ^ ((here ^ ground) & (cover << right)) ^ (value << right)
                        value, cover = (value >> 1) >> back, (cover >> 1) >> back
                        here = words[(to + 1) & LAST]
                        words[(to + 1) & LAST] = here ^ ((here ^ ground) & cover) ^ value
                        plane += ONE
                        covered += ONE
                        tinted += ONE
                        to += 8
                        word = tiles[plane]
                else:
                    while word >= 0:
                        value = word ^ (tiles[tinted] * colours)
                        words[to & LAST] ^= value << right
                        words[(to + 1) & LAST] ^= (value >> 1) >> back
                        plane += ONE
                        tinted += ONE
                        to += 8
                        word = tiles[plane]
            under = True


@kernel
def in_view(P: Array, M: Array, view: int, at: int) -> bool:
    """Whether the cell of a thing is seen."""
    x, y = M[at + X] - M[CORNER_X], M[at + Y] - M[CORNER_Y]
    return 0 <= x < P[view + VIEW_COLUMNS] and 0 <= y < P[view + VIEW_ROWS]


@kernel
def draw_pile(
    P: Array, M: Array, R: Array, words: Array, tiles: Array, ground: int, first: int, x: int, y: int
) -> None:
    """Draw the things of one cell, the lowest first, from the highest on that hides what lies below."""
    looks = P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_LOOKS]
    mark = M[ROW_TOP]
    slot = first
    while slot >= 0:
        gather(P, M, R, slot, looks)
        slot = M[P[NEXT] + slot]
    count = M[ROW_TOP] - mark
    begin = P[ROWS] + mark
    arrange(P, M, R, begin, count)
    lowest = count - 1
    while lowest > 0 and not P[looks + M[record(P, R[begin + lowest]) + KIND] * LOOK_WORDS + LOOK_OPAQUE]:
        lowest -= 1
    under = False
    for n in range(max(lowest, 0), count):
        slot = R[begin + n]
        at = record(P, slot)
        tile, colours = look(P, M, R, slot, at, looks + M[at + KIND] * LOOK_WORDS)
        if tile > 0:
            put(P, words, tiles, tile, colours, x, y, ground, under)
            under = True
    M[ROW_TOP] = mark


@kernel
def draw_in_order(P: Array, M: Array, R: Array, frame: Array, words: Array, tiles: Array, ground: int) -> None:
    """Draw all things one after another, and paint between the layers: where what is drawn may reach into other cells.

    Pictures that do not are put there as tiles, others pixel by pixel.
    """
    mark = M[ROW_TOP]
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    looks, cell = P[view + VIEW_LOOKS], P[view + VIEW_CELL]
    left, top = P[view + VIEW_LEFT], P[view + VIEW_TOP]
    right, bottom = left + P[view + VIEW_COLUMNS] * cell, top + P[view + VIEW_ROWS] * cell
    for layer in range(P[LAYERS]):
        for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
            kind = M[record(P, slot) + KIND]
            if kind >= 0 and P[looks + kind * LOOK_WORDS + LOOK_LAYER] == layer:
                gather(P, M, R, slot, looks)
    count = M[ROW_TOP] - mark
    begin = P[ROWS] + mark
    arrange(P, M, R, begin, count)
    layer = 0
    for n in range(count):
        slot = R[begin + n]
        at = record(P, slot)
        entry = looks + M[at + KIND] * LOOK_WORDS
        while layer < P[entry + LOOK_LAYER]:
            cover(P, M, R, frame, layer)
            layer += 1
        tile, colours = look(P, M, R, slot, at, entry)
        if tile > 0 and has_body(P, M, slot):
            draw_body(P, M, slot, tile, colours, frame)
        elif tile > 0 and not P[entry + LOOK_LARGE] and in_view(P, M, view, at):
            x, y = left + (M[at + X] - M[CORNER_X]) * cell, top + (M[at + Y] - M[CORNER_Y]) * cell
            put(P, words, tiles, tile, colours, x, y, ground, True)
        elif tile > 0:
            x = left + (M[at + X] - M[CORNER_X]) * cell + P[tile + TILE_LEFT]
            y = top + (M[at + Y] - M[CORNER_Y]) * cell + P[tile + TILE_TOP]
            for row in range(max(0, top - y), min(P[tile + TILE_HEIGHT], bottom - y)):
                for column in range(max(0, left - x), min(P[tile + TILE_WIDTH], right - x)):
                    colour = pixel(P, tiles, tile, colours, column, row)
                    if colour >= 0:
                        frame[y + row, x + column] = colour
    while layer < P[LAYERS]:
        cover(P, M, R, frame, layer)
        layer += 1
    M[ROW_TOP] = mark


# ---------------------------------------------------------------- how a thing looks


@kernel
def look(P: Array, M: Array, R: Array, slot: int, at: int, entry: int) -> tuple[int, int]:
    """The tile of a thing (negative: none) and the colours of its tints, four bits each, XORed with the ground."""
    tile = P[entry + LOOK_TILE]
    if tile != VARIES:
        tint = P[entry + LOOK_TINT]
        return np.int64(tile), np.int64(tint_colour(P, M, R, slot, at, tint)) if tint else np.int64(0)
    picture = P[entry + LOOK_PICTURE_AT]
    for _ in range(P[entry + LOOK_PICTURES]):
        if applies(P, M, R, slot, at, picture):
            colours = np.int64(0)
            tint = P[picture + PICTURE_TINT_AT]
            for n in range(P[picture + PICTURE_TINTS]):
                colours |= np.int64(tint_colour(P, M, R, slot, at, tint)) << np.int64(4 * n)
                tint += TINT_WORDS
            return np.int64(P[picture + PICTURE_TILE]), colours
        picture += PICTURE_WORDS
    return np.int64(NO_TILE), np.int64(0)


@kernel
def applies(P: Array, M: Array, R: Array, slot: int, at: int, picture: int) -> bool:
    """Whether what a picture asks holds of a thing."""
    tests = P[picture + PICTURE_TESTS]
    test = P[picture + PICTURE_TEST_AT]
    if tests == BY_CODE:
        R[P[REGISTERS] + CALL_ROOM] = slot
        return holds(P, M, R, test, P[REGISTERS] + CALL_ROOM)
    for _ in range(tests):
        place = P[test + TEST_PLACE]
        value = M[at + ATTR + place] if P[test + TEST_SOURCE] == FROM_THING else M[P[LIVE] + BLOCK_HEAD + place]
        wanted, op = P[test + TEST_VALUE], P[test + TEST_OP]
        if op == TEST_EQ:
            fits = value == wanted
        elif op == TEST_NE:
            fits = value != wanted
        elif op == TEST_LT:
            fits = value < wanted
        elif op == TEST_LE:
            fits = value <= wanted
        elif op == TEST_GT:
            fits = value > wanted
        else:
            fits = value >= wanted
        if not fits:
            return False
        test += TEST_WORDS
    return True


@kernel
def tint_colour(P: Array, M: Array, R: Array, slot: int, at: int, tint: int) -> int:
    """What a tint makes of its colour now."""
    source, place = P[tint + TINT_SOURCE], P[tint + TINT_PLACE]
    if source == FROM_THING:
        value = np.int64(M[at + ATTR + place])
    elif source == FROM_WORLD:
        value = np.int64(M[P[LIVE] + BLOCK_HEAD + place])
    else:
        R[P[REGISTERS] + CALL_ROOM] = slot
        value = np.int64(evaluate(P, M, R, place, P[REGISTERS] + CALL_ROOM))
    entry = value - P[tint + TINT_LOW]
    if 0 <= entry < P[tint + TINT_COUNT]:
        return P[P[tint + TINT_PALETTE] + entry]
    return P[tint + TINT_COLOUR]


# ---------------------------------------------------------------- putting tiles into a frame


@kernel
def put(
    P: Array, words: Array, tiles: Array, tile: int, colours: int, x: int, y: int, ground: int, under: bool
) -> None:
    """Put a tile over what is there, if anything is there but ground (`under`); x, y is the corner of its cell."""
    x += P[tile + TILE_LEFT]
    start = ((y + P[tile + TILE_TOP]) << 3) + (x >> 3)
    right = np.int64((x & 7) << 3)
    back = 63 - right
    height = P[tile + TILE_HEIGHT]
    for strip in range(P[tile + TILE_STRIPS]):
        plane = ((tile + TILE_HEAD) >> 1) + strip * P[tile + TILE_WORDS]
        for line in range(height):
            value, cover = tile_word(P, tiles, tile, colours, plane + line), tiles[plane + height + 1 + line]
            to = start + strip + 8 * line
            if under:
                words[to & LAST] ^= (words[to & LAST] ^ ground) & (cover << right)
                words[(to + 1) & LAST] ^= (words[(to + 1) & LAST] ^ ground) & ((cover >> 1) >> back)
            words[to & LAST] ^= value << right
            words[(to + 1) & LAST] ^= (value >> 1) >> back


@kernel
def tile_word(P: Array, tiles: Array, tile: int, colours: int, at: int) -> int:
    """Eight pixels of a tile with all tints; `at` is where they lie in the first plane of their strip."""
    value = tiles[at]
    height = P[tile + TILE_HEIGHT]
    for tint in range(P[tile + TILE_TINTS]):
        value ^= tiles[at + (tint + 2) * height + 1] * ((colours >> np.int64(4 * tint)) & 15)
    return value


@kernel
def pixel(P: Array, tiles: Array, tile: int, colours: int, column: int, line: int) -> int:
    """The colour of one pixel of a tile, -1 where it is see-through."""
    at = ((tile + TILE_HEAD) >> 1) + (column >> 3) * P[tile + TILE_WORDS] + line
    shift = np.int64((column & 7) << 3)
    if not (tiles[at + P[tile + TILE_HEIGHT] + 1] >> shift) & 15:
        return -1
    return ((tile_word(P, tiles, tile, colours, at) >> shift) & 15) ^ P[GROUND]


# ---------------------------------------------------------------- which thing is on top


@kernel
def gather(P: Array, M: Array, R: Array, slot: int, looks: int) -> None:
    """Put a thing on the ROWS stack, unless it is hidden."""
    if P[looks + M[record(P, slot) + KIND] * LOOK_WORDS + LOOK_TILE] == NEVER_SEEN:
        return
    top = M[ROW_TOP]
    if top >= P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top + 1
        return
    R[P[ROWS] + top] = slot
    M[ROW_TOP] = top + 1


@kernel
def arrange(P: Array, M: Array, R: Array, begin: int, count: int) -> None:
    """Sort things from the lowest to the topmost; they come in nearly that order, so one is put in after another."""
    for n in range(1, count):
        slot = R[begin + n]
        m = n
        while m > 0 and compare_heights(P, M, slot, R[begin + m - 1], False) < 0:
            R[begin + m] = R[begin + m - 1]
            m -= 1
        R[begin + m] = slot


@kernel
def compare_heights(P: Array, M: Array, one: int, two: int, exact: bool) -> int:
    """-1 when one thing lies below another, 1 above it: by layer, then by the order of things.

    Unless `exact`, 0 for twins that look alike whatever refers to them: it need not be found out which one comes first.
    """
    left, right = record(P, one), record(P, two)
    low = P[P[KIND_AT] + M[left + KIND] * KIND_WORDS + KIND_LAYER]
    high = P[P[KIND_AT] + M[right + KIND] * KIND_WORDS + KIND_LAYER]
    if low != high:
        return -1 if low < high else 1
    result = compare_records(P, M, left, right)
    if result != 0:
        return result
    looks = P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_LOOKS]
    if exact or P[looks + M[left + KIND] * LOOK_WORDS + LOOK_DEEP]:
        return compare_things(P, M, one, two)
    return 0


@kernel
def some_large(P: Array, M: Array, looks: int) -> bool:
    """Whether a thing is there whose picture may be larger than a cell."""
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        kind = M[record(P, slot) + KIND]
        if kind >= 0 and P[looks + kind * LOOK_WORDS + LOOK_LARGE]:
            return True
    return False


# ---------------------------------------------------------------- bars


@kernel
def draw_bars(P: Array, M: Array, frame: Array) -> None:
    """A bar runs the whole of its edge; pips are squares from the left or the top."""
    full = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_FULL_AT]
    ground = P[GROUND]
    for number in range(P[BARS]):
        bar = P[BAR_AT] + number * BAR_WORDS
        begin, end, colour = P[bar + BAR_FROM], min(P[bar + BAR_TO], SIDE), P[bar + BAR_COLOUR]
        value = np.int64(M[P[LIVE] + BLOCK_HEAD + P[bar + BAR_ATTR]])
        if P[bar + BAR_PIPS]:
            lit = np.int64(0)
        else:
            lit = max(0, min(SIDE, -(-SIDE * value // np.int64(P[full + number]))))
        if begin < 0:
            continue  # more bars than the frame has room for
        for line in range(begin, end):
            if P[bar + BAR_EDGE] <= FRAME_BOTTOM:
                for n in range(SIDE):
                    frame[line, n] = colour if n < lit else ground
            else:
                for n in range(SIDE):
                    frame[n, line] = colour if n < lit else ground
            if P[bar + BAR_PIPS]:
                for pip in range(min(value, (SIDE + 1) // (PIP + 1))):
                    for n in range(pip * (PIP + 1), pip * (PIP + 1) + PIP):
                        if P[bar + BAR_EDGE] <= FRAME_BOTTOM:
                            frame[line, n] = colour
                        else:
                            frame[n, line] = colour


# ---------------------------------------------------------------- clicks


@kernel
def hit(P: Array, M: Array, R: Array, x: int, y: int) -> tuple[int, int, int]:
    """What a click on a pixel hits: the topmost thing (-1: none), and the cell (column -1: beside the board, on a bar).

    A thing is hit where its picture is not see-through, or anywhere in its cell on a `clickable` layer.
    """
    for number in range(P[BARS]):
        bar = P[BAR_AT] + number * BAR_WORDS
        across = y if P[bar + BAR_EDGE] <= FRAME_BOTTOM else x
        if P[bar + BAR_FROM] <= across < P[bar + BAR_TO]:
            return -1, -1, -1
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    cell = P[view + VIEW_CELL]
    x, y = turned_back(P, M, x, y)
    px, py = x - P[view + VIEW_LEFT], y - P[view + VIEW_TOP]
    if px < 0 or py < 0 or px >= P[view + VIEW_COLUMNS] * cell or py >= P[view + VIEW_ROWS] * cell:
        return -1, -1, -1
    mark, error = M[ROW_TOP], M[ERROR]
    M[ERROR] = NO_ERROR
    hide_events(P, M, R, P[view + VIEW_EVENTS])
    look_from(P, M, R)
    px, py = px + M[CORNER_X] * cell, py + M[CORNER_Y] * cell
    column, line = px // cell, py // cell
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    tiles = P.view(np.int64)
    best = -1
    if in_fog(P, M, R, column, line):
        pass
    elif P[view + VIEW_LARGE] or P[BODIES]:
        for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
            best = upper_hit(P, M, R, tiles, best, slot, column, line, px, py)
    else:
        slot = M[P[HEAD] + line * P[level + LEVEL_WIDTH] + column]
        while slot >= 0:
            best = upper_hit(P, M, R, tiles, best, slot, column, line, px, py)
            slot = M[P[NEXT] + slot]
    reveal_events(P, M, R, P[view + VIEW_EVENTS], mark)
    M[ROW_TOP] = mark
    if not M[ERROR]:
        M[ERROR] = error
    return best, column, line


@kernel
def upper_hit(
    P: Array, M: Array, R: Array, tiles: Array, best: int, slot: int, column: int, line: int, px: int, py: int
) -> int:
    """The upper one of the best hit so far (-1: none) and a thing, if a click on a pixel of the board hits that."""
    at = record(P, slot)
    kind = M[at + KIND]
    if kind < 0:
        return best
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    entry = P[view + VIEW_LOOKS] + kind * LOOK_WORDS
    if P[entry + LOOK_TILE] == NEVER_SEEN:
        return best
    if P[P[KIND_AT] + kind * KIND_WORDS + KIND_CLICKABLE]:
        if not covers_cell(P, M, slot, column, line):
            return best
    else:
        tile, _ = look(P, M, R, slot, at, entry)
        if tile <= 0:
            return best
        if has_body(P, M, slot):
            if not hits_body(P, M, slot, tile, px, py):
                return best
            return slot if best < 0 or compare_heights(P, M, slot, best, True) >= 0 else best
        across = px - M[at + X] * P[view + VIEW_CELL] - P[tile + TILE_LEFT]
        down = py - M[at + Y] * P[view + VIEW_CELL] - P[tile + TILE_TOP]
        if not (0 <= across < P[tile + TILE_WIDTH] and 0 <= down < P[tile + TILE_HEIGHT]):
            return best
        if pixel(P, tiles, tile, 0, across, down) < 0:
            return best
    if best >= 0 and compare_heights(P, M, slot, best, True) < 0:
        return best
    return slot


# ---------------------------------------------------------------- events


@kernel
def hide_events(P: Array, M: Array, R: Array, events: int) -> None:
    """Put the beginnings of the lists of events on the ROWS stack and make the lists empty: a picture knows of none.

    Nor does it know of what is asked to move.
    """
    top = M[ROW_TOP]
    if top + events > P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top + events
        return
    for event in range(events):
        R[P[ROWS] + top + event] = M[P[FIRST_OF] + 2 * event]
        M[P[FIRST_OF] + 2 * event] = -1
    M[ROW_TOP] = top + events
    M[STAMP] += 1
    M[HIDDEN] = 1


@kernel
def reveal_events(P: Array, M: Array, R: Array, events: int, mark: int) -> None:
    """Bring back what `hide_events` has hidden, unless there was no room to hide it."""
    M[STAMP] += 1
    M[HIDDEN] = 0
    if mark + events <= P[ROWS_SIZE]:
        for event in range(events):
            M[P[FIRST_OF] + 2 * event] = R[P[ROWS] + mark + event]
