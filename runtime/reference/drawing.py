"""Drawing: a frame is a picture of a position, 64x64 palette numbers.

The view is scaled by the largest whole factor that fits and centred, things are drawn layer by layer, bars and pips
come last. The same geometry answers what a click hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SIZE
from arcg.runtime.reference.matching import Env, Matcher
from arcg.runtime.reference.state import Cell, State

Pixels = NDArray[np.int8]
"""Palette numbers, -1 transparent."""

COLOURS = 16

PIP = 2
"""Side of a pip in pixels; one pixel lies between pips."""


class Drawer:
    """Draws the positions of one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._sprites: dict[tuple[object, ...], Pixels] = {}

    def frame(self, matcher: Matcher) -> NDArray[np.uint8]:
        """The frame of the matcher's position."""
        view = Geometry(self.program, matcher)
        board = self.board(matcher, view)
        frame = np.full((SIZE, SIZE), self.program.ground, np.uint8)
        scaled = board.repeat(view.factor, 0).repeat(view.factor, 1)
        frame[view.top : view.top + scaled.shape[0], view.left : view.left + scaled.shape[1]] = scaled
        frame = np.rot90(frame, -quarters(self.program, matcher.state)).copy()
        for bar, strip in strips(self.program):
            self._bar(frame, bar, strip, matcher.state)
        return frame

    def board(self, matcher: Matcher, area: Area) -> Pixels:
        """A part of the board with all that is drawn there: the ground, the things, paint and fog."""
        board = np.full((area.height, area.width), self.program.ground, np.int8)
        things, kinds = matcher.state.things, self.program.kinds
        order = self.draw_order(matcher)
        for layer in range(len(self.program.layers)):
            self.put(board, matcher, [handle for handle in order if kinds[things[handle].kind].layer == layer], area)
            self._cover(board, area, self.painted(matcher, layer))
        self._cover(board, area, self.painted(matcher, None))
        return board

    def put(self, board: Pixels, matcher: Matcher, handles: Iterable[int], area: Area) -> None:
        """Draw things on a part of the board, in the order in which they are given."""
        for handle in handles:
            for sprite, left, top in self.sprites(matcher, handle, area.cell):
                _put(board, sprite, left - area.x, top - area.y)

    def painted(self, matcher: Matcher, layer: int | None) -> list[tuple[Cell, int]]:
        """The cells that are painted over the things of a layer, or (None) that lie in fog, with their colours."""
        found = []
        for paint in self.program.paints:
            if paint.layer != layer:
                continue
            for env in matcher.matches(paint.query, Env(paint.slots)):
                cell, colour = matcher.value(paint.cell, env), matcher.value(paint.colour, env)
                if isinstance(cell, tuple) and isinstance(colour, int) and 0 <= colour < COLOURS:
                    found.append((cell, colour))
        return found

    def _cover(self, board: Pixels, area: Area, painted: list[tuple[Cell, int]]) -> None:
        for (x, y), colour in painted:
            _put(board, np.full((area.cell,) * 2, colour, np.int8), x * area.cell - area.x, y * area.cell - area.y)

    def draw_order(self, matcher: Matcher) -> list[int]:
        """The things that are drawn: layer by layer, on each in the order of things."""
        return self._ordered(matcher, hidden=False)

    def hidden_order(self, matcher: Matcher) -> list[int]:
        """The things of hidden layers, as `draw_order` would have them."""
        return self._ordered(matcher, hidden=True)

    def _ordered(self, matcher: Matcher, *, hidden: bool) -> list[int]:
        things = matcher.state.things
        kinds = self.program.kinds
        found = [handle for handle in things if self.program.layers[kinds[things[handle].kind].layer].hidden == hidden]
        return sorted(found, key=lambda handle: (kinds[things[handle].kind].layer, matcher.place(handle)))

    def sprites(self, matcher: Matcher, handle: int, cell: int) -> list[tuple[Pixels, int, int]]:
        """The picture of a thing wherever it is drawn, each with its left and top on the board; none without one.

        It is tinted, mirrored and turned with the body, scaled to the box of the body or to a cell, and centred there.
        """
        thing = matcher.state.things[handle]
        kind = self.program.kinds[thing.kind]
        number = next((n for n, picture in enumerate(kind.pictures) if _applies(picture, matcher, handle)), None)
        if number is None:
            return []
        shape = matcher.codec.bodies.shape(thing)
        boxes = [(thing.x + shape.left, thing.y + shape.top, shape.width, shape.height)]
        if kind.pictures[number].cells:
            boxes = [(x, y, 1, 1) for x, y in matcher.codec.bodies.cells(thing)]
        width, height = (cell * side for side in boxes[0][2:]) if boxes else (0, 0)
        sprite = self._sprite(matcher, handle, number, (width, height))
        aside, down = (width - sprite.shape[1]) // 2, (height - sprite.shape[0]) // 2
        return [(sprite, x * cell + aside, y * cell + down) for x, y, _, _ in boxes]

    def _sprite(self, matcher: Matcher, handle: int, number: int, size: tuple[int, int]) -> Pixels:
        """Picture `number` of a thing's kind as it looks now, scaled to a box of `size` (width, height) pixels."""
        thing = matcher.state.things[handle]
        kind, shape = self.program.kinds[thing.kind], matcher.codec.bodies.shape(thing)
        colours = []
        for tint in kind.tints:
            value = matcher.value(tint.expr, Env(tint.slots, [handle]))
            place = value - tint.low if isinstance(value, int) else -1
            colours.append(tint.palette[place] if 0 <= place < len(tint.palette) else tint.colour)
        key = (thing.kind, number, tuple(colours), size, shape.quarters, shape.mirrored)
        if key not in self._sprites:
            rows = ir.drawn(self.program, kind.pictures[number], size[0])
            painted = self._paint(rows, kind.tints, colours)
            painted = np.rot90(painted[:, ::-1] if shape.mirrored else painted, -shape.quarters)
            factor = max(1, min(size[0] // painted.shape[1], size[1] // painted.shape[0]))
            self._sprites[key] = painted.repeat(factor, 0).repeat(factor, 1)
        return self._sprites[key]

    def _paint(self, rows: tuple[tuple[int, ...], ...], tints: tuple[ir.Tint, ...], colours: list[int]) -> Pixels:
        drawn = np.array(rows, np.int8)
        painted = drawn.copy()
        for tint, colour in zip(tints, colours, strict=True):
            painted[drawn == tint.colour] = colour
        return painted

    def _bar(self, frame: NDArray[np.uint8], bar: ir.Bar, strip: slice, state: State) -> None:
        """A bar runs the whole of its edge; pips are squares from the left or the top."""
        value = state.world[bar.attr]
        line = frame[strip] if bar.edge in ("top", "bottom") else frame[:, strip].T
        line[:] = self.program.ground
        if bar.shape == "pips":
            for number in range(min(value, (SIZE + 1) // (PIP + 1))):
                line[:, number * (PIP + 1) : number * (PIP + 1) + PIP] = bar.colour
            return
        whole = ir.full(self.program, state.level, bar)
        line[:, : max(0, min(SIZE, -(-SIZE * value // whole)))] = bar.colour

    def hit(self, matcher: Matcher, x: int, y: int) -> tuple[Cell | None, int]:
        """What a click on a frame pixel hits: the cell of the board (None on letterbox or bars), and the topmost thing.

        A thing is hit where its picture is not transparent, or anywhere in its cells on a `clickable` layer; in fog
        none is.
        """
        if self._under_bar(x, y):
            return None, ir.NONE
        view = Geometry(self.program, matcher)
        for _ in range(quarters(self.program, matcher.state)):
            x, y = y, SIZE - 1 - x
        px, py = (x - view.left) // view.factor, (y - view.top) // view.factor
        if not (0 <= px < view.width and 0 <= py < view.height):
            return None, ir.NONE
        px, py = px + view.x, py + view.y
        cell = (px // view.cell, py // view.cell)
        if any(cell == veiled for veiled, _ in self.painted(matcher, None)):
            return cell, ir.NONE
        for handle in reversed(self.draw_order(matcher)):
            thing = matcher.state.things[handle]
            if self.program.layers[self.program.kinds[thing.kind].layer].clickable:
                if cell in (matcher.cells(handle) or ()):
                    return cell, handle
                continue
            for sprite, left, top in self.sprites(matcher, handle, view.cell):
                dx, dy = px - left, py - top
                if 0 <= dy < sprite.shape[0] and 0 <= dx < sprite.shape[1] and sprite[dy, dx] >= 0:
                    return cell, handle
        return cell, ir.NONE

    def pixel(self, matcher: Matcher, cell: Cell) -> Cell | None:
        """The frame pixel nearest to the middle of a cell that lies under no bar; None if none of the cell is seen.

        The inverse of `hit`: a click there hits this cell.
        """
        view = Geometry(self.program, matcher)
        side = view.cell * view.factor
        left, top = (at * view.cell - corner for at, corner in zip(cell, (view.x, view.y), strict=True))
        if not (0 <= left < view.width and 0 <= top < view.height):
            return None
        inside = product(range(side), range(side))
        for down, across in sorted(inside, key=lambda at: abs(2 * at[0] - side) + abs(2 * at[1] - side)):
            x, y = view.left + left * view.factor + across, view.top + top * view.factor + down
            for _ in range(quarters(self.program, matcher.state)):
                x, y = SIZE - 1 - y, x
            if not self._under_bar(x, y):
                return x, y
        return None

    def box(self, matcher: Matcher, cell: Cell) -> tuple[int, int, int, int] | None:
        """Where a cell lies in the frame: left, top, width and height in pixels; None if none of it is seen."""
        view = Geometry(self.program, matcher)
        side = view.cell * view.factor
        left, top = (at * view.cell - corner for at, corner in zip(cell, (view.x, view.y), strict=True))
        if not (-view.cell < left < view.width and -view.cell < top < view.height):
            return None
        x, y = view.left + left * view.factor, view.top + top * view.factor
        for _ in range(quarters(self.program, matcher.state)):
            x, y = SIZE - y - side, x
        return x, y, side, side

    def _under_bar(self, x: int, y: int) -> bool:
        return bar_at(self.program, x, y) is not None


def _put(board: Pixels, sprite: Pixels, left: int, top: int) -> None:
    """Put a picture on the board; what reaches over the edge of what is seen of it is cut off."""
    x, y = max(left, 0), max(top, 0)
    seen = sprite[y - top : max(0, board.shape[0] - top), x - left : max(0, board.shape[1] - left)]
    np.copyto(board[y : y + seen.shape[0], x : x + seen.shape[1]], seen, where=seen >= 0)


def _applies(picture: ir.Picture, matcher: Matcher, handle: int) -> bool:
    when = picture.when
    return when is None or matcher.exists(when.query, Env(when.slots, [handle]))


class Area:
    """A part of a board in pixels of the board: the size of a `cell`, its corner `x`, `y`, its `width` and `height`."""

    def __init__(self, cell: int, x: int, y: int, width: int, height: int) -> None:
        self.cell = cell
        self.x, self.y = x, y
        self.width, self.height = width, height


class Geometry(Area):
    """What is seen of a board, and where it lies in the frame before it is turned.

    Each pixel of the board is `factor` pixels of the frame.
    """

    def __init__(self, program: ir.Program, matcher: Matcher) -> None:
        level = program.levels[matcher.state.level]
        columns, rows = ir.seen(program, matcher.state.level)
        column, row = _corner(program.view, matcher, columns, rows)
        super().__init__(
            level.cell,
            max(0, min(column, level.width - columns)) * level.cell,
            max(0, min(row, level.height - rows)) * level.cell,
            columns * level.cell,
            rows * level.cell,
        )
        self.factor = min(SIZE // self.width, SIZE // self.height)
        self.left = (SIZE - self.width * self.factor) // 2
        self.top = (SIZE - self.height * self.factor) // 2


def _corner(view: ir.View | None, matcher: Matcher, columns: int, rows: int) -> Cell:
    """The cell at which a view of so many columns and rows asks to begin."""
    if view is None or view.corner is None:
        return 0, 0
    place = [matcher.value(part, Env(view.slots)) for part in view.corner]
    before = ((columns - 1) // 2, (rows - 1) // 2) if view.middle else (0, 0)
    x, y = (at - less if isinstance(at, int) else 0 for at, less in zip(place, before, strict=True))
    return x, y


def quarters(program: ir.Program, state: State) -> int:
    """By how many quarters clockwise the picture is turned, 0 to 3."""
    view = program.view
    if view is None or view.turned is None:
        return 0
    value = state.world[view.turned]
    if isinstance(program.world[view.turned].domain, ir.IntDomain):
        return value % 4
    count, direction = 0, view.upright
    while direction != value:
        count, direction = count + 1, ir.CLOCKWISE[direction]
    return count


def bar_at(program: ir.Program, x: int, y: int) -> ir.Bar | None:
    """The bar, or the pips, to which a frame pixel belongs; where two cross, the one that is drawn last."""
    found = None
    for bar, strip in strips(program):
        if strip.start <= (y if bar.edge in ("top", "bottom") else x) < strip.stop:
            found = bar
    return found


def strips(program: ir.Program) -> list[tuple[ir.Bar, slice]]:
    """The rows or columns of the frame that each bar takes: one pixel for a bar, two for pips, stacked inwards."""
    used = {"top": 0, "bottom": 0, "left": 0, "right": 0}
    found = []
    for bar in program.bars:
        thick = PIP if bar.shape == "pips" else 1
        start = used[bar.edge]
        used[bar.edge] += thick
        if bar.edge in ("top", "left"):
            found.append((bar, slice(start, start + thick)))
        else:
            found.append((bar, slice(SIZE - start - thick, SIZE - start)))
    return found
