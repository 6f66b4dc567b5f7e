"""Icons of the tools, drawn: plain shapes, told apart without colours.

Takes a name and a size, gives a picture with a clear ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import pygame

from arcg.editor.studio.theme import ACCENT, TEXT

_FINE = 4
"""Icons are drawn so many times larger and then made smaller, for smooth edges."""


@cache
def icon(name: str, size: int) -> pygame.Surface:
    """The icon `name`, `size` pixels square."""
    side = size * _FINE
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    _DRAWN[name](_Pen(big, side))
    return pygame.transform.smoothscale(big, (size, size))


class _Pen:
    """Draws in a square from 0 to 20."""

    def __init__(self, surface: pygame.Surface, side: int) -> None:
        self.surface = surface
        self.unit = side / 20

    def at(self, *points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * self.unit, y * self.unit) for x, y in points]

    def line(self, *points: tuple[float, float], width: float = 1.8, colour: tuple[int, int, int] = TEXT) -> None:
        placed = self.at(*points)
        thick = round(width * self.unit)
        pygame.draw.lines(self.surface, colour, False, placed, thick)
        for point in placed:
            pygame.draw.circle(self.surface, colour, point, thick / 2)

    def area(self, *points: tuple[float, float], colour: tuple[int, int, int] = TEXT) -> None:
        pygame.draw.polygon(self.surface, colour, self.at(*points))

    def box(self, x: float, y: float, width: float, height: float, *, filled: bool = False) -> None:
        rect = pygame.Rect(*(round(v * self.unit) for v in (x, y, width, height)))
        pygame.draw.rect(self.surface, TEXT, rect, 0 if filled else round(1.8 * self.unit))

    def dot(self, x: float, y: float, radius: float) -> None:
        pygame.draw.circle(self.surface, TEXT, self.at((x, y))[0], radius * self.unit)


def _mirrored(swapped: bool) -> Callable[[float], float]:
    """Coordinates as they are, or from the other side."""
    return lambda at: 20 - at if swapped else at


def _pen(p: _Pen) -> None:
    p.area((3, 17), (4.5, 12.5), (13, 4), (16, 7), (7.5, 15.5))
    p.line((13.8, 3.2), (16.8, 6.2))


def _line(p: _Pen) -> None:
    p.line((4, 16), (16, 4))
    p.dot(4, 16, 2)
    p.dot(16, 4, 2)


def _fill(p: _Pen) -> None:
    p.area((4, 10), (10, 4), (16, 10), (10, 16))
    p.area((17, 11), (18.6, 15), (17, 17), (15.4, 15), colour=ACCENT)
    p.line((7, 3), (10, 7))


def _rubber(p: _Pen) -> None:
    p.area((2.5, 13), (9.5, 4), (16.5, 9.5), (9.5, 17.5), (5, 17.5))
    p.area((7.4, 7.6), (9.5, 4.9), (15.4, 9.6), (13, 12.4), colour=ACCENT)
    p.line((9, 17.5), (17.5, 17.5))


def _pick(p: _Pen) -> None:
    p.line((4, 16), (10.5, 9.5), width=2.6)
    p.area((9, 7), (13, 11), (16, 8), (15.5, 4.5), (12, 4))


def _select(p: _Pen) -> None:
    for at in range(4, 17, 4):
        for x, y, across in ((at, 4, True), (at, 16, True), (4, at, False), (16, at, False)):
            p.line((x - (1 if across else 0), y - (0 if across else 1)), (x + (1 if across else 0), y + (not across)))


def _put(p: _Pen) -> None:
    p.line((10, 17), (10, 11))
    p.dot(10, 7, 4.4)


def _mirror(p: _Pen) -> None:
    for y in (3, 8, 13):
        p.line((10, y), (10, y + 3))
    p.area((8, 6), (8, 14), (2.5, 10))
    p.area((12, 6), (12, 14), (17.5, 10))


def _play(p: _Pen) -> None:
    p.area((6, 3.5), (16, 10), (6, 16.5))


def _turn(p: _Pen, *, left: bool) -> None:
    side = -1 if left else 1
    pygame.draw.circle(p.surface, TEXT, p.at((10, 11))[0], 6 * p.unit, round(1.8 * p.unit),
                       draw_top_left=not left, draw_top_right=left, draw_bottom_left=True,
                       draw_bottom_right=True)  # fmt: skip
    x = 10 + side * 1
    p.area((x, 2), (x + side * 5, 5), (x, 8))


def _flip(p: _Pen) -> None:
    p.line((10, 3), (10, 17), width=1.2)
    p.box(3, 6, 5, 8)
    p.box(12, 6, 5, 8, filled=True)


def _flip_down(p: _Pen) -> None:
    p.line((3, 10), (17, 10), width=1.2)
    p.box(6, 3, 8, 5)
    p.box(6, 12, 8, 5, filled=True)


def _undo(p: _Pen, *, left: bool = True) -> None:
    xs = _mirrored(not left)
    p.line((xs(5), 8), (xs(13), 8), (xs(16), 11), (xs(13), 14.5), (xs(8), 14.5))
    p.area((xs(2.5), 8), (xs(8), 3.5), (xs(8), 12.5))


def _step(p: _Pen, *, left: bool, many: bool) -> None:
    xs = _mirrored(left)
    p.area((xs(5), 4), (xs(13), 10), (xs(5), 16))
    if many:
        p.line((xs(14.5), 4.5), (xs(14.5), 15.5), width=2)


def _arrow(p: _Pen, *, down: bool) -> None:
    ys = _mirrored(down)
    p.area((10, ys(4)), (15.5, ys(10.5)), (4.5, ys(10.5)))
    p.line((10, ys(10)), (10, ys(16)), width=2.4)


def _plus(p: _Pen) -> None:
    p.line((10, 4), (10, 16), width=2.2)
    p.line((4, 10), (16, 10), width=2.2)


def _copy(p: _Pen) -> None:
    p.box(3, 3, 10, 10)
    p.box(7, 7, 10, 10, filled=True)


def _bin(p: _Pen) -> None:
    p.line((4, 5.5), (16, 5.5))
    p.line((8, 3.2), (12, 3.2))
    p.line((5.5, 6), (6.5, 17), (13.5, 17), (14.5, 6))


def _eye(p: _Pen) -> None:
    p.line((2, 10), (6, 6), (10, 4.8), (14, 6), (18, 10), (14, 14), (10, 15.2), (6, 14), (2, 10), width=1.5)
    p.dot(10, 10, 2.6)


def _grid(p: _Pen) -> None:
    for at in (3, 10, 17):
        p.line((3, at), (17, at), width=1.2)
        p.line((at, 3), (at, 17), width=1.2)


def _bulb(p: _Pen) -> None:
    pygame.draw.circle(p.surface, TEXT, p.at((10, 8))[0], 5.4 * p.unit, round(1.7 * p.unit))
    p.line((8, 15), (12, 15))
    p.line((8.6, 17.6), (11.4, 17.6))


def _list(p: _Pen) -> None:
    for y in (5, 10, 15):
        p.dot(4, y, 1.4)
        p.line((8, y), (17, y))


def _branch(p: _Pen) -> None:
    p.line((3, 14), (17, 14))
    p.line((7, 14), (11, 6), (16, 6))
    p.dot(7, 14, 2.4)
    p.dot(16, 6, 2.2)


def _compare(p: _Pen) -> None:
    p.box(2, 5, 7, 10)
    p.box(11, 5, 7, 10)
    for at in (8, 11):
        p.line((12.5, at + 3), (16.5, at - 1), width=1.2)


def _bolt(p: _Pen) -> None:
    p.area((12, 2), (5, 11), (9.4, 11), (7.6, 18), (15, 8.4), (10.8, 8.4))


def _camera(p: _Pen) -> None:
    p.area((7, 6), (8.4, 3.6), (11.6, 3.6), (13, 6))
    p.box(2.5, 6, 15, 10)
    pygame.draw.circle(p.surface, TEXT, p.at((10, 11))[0], 2.9 * p.unit, round(1.6 * p.unit))


def _film(p: _Pen) -> None:
    p.box(3, 3.5, 14, 13)
    for at in (5.4, 8.6, 11.8):
        p.box(4.6, at, 1.4, 1.4, filled=True)
        p.box(14, at, 1.4, 1.4, filled=True)
    p.area((8.2, 7), (12.6, 10), (8.2, 13))


def _test(p: _Pen) -> None:
    p.box(4, 2.5, 12, 15)
    p.line((7, 10.5), (9.2, 13), (13.2, 7.4), width=2)


def _find(p: _Pen) -> None:
    circle = [(8.5 + 4.5 * math.cos(n * math.pi / 12), 8.5 + 4.5 * math.sin(n * math.pi / 12)) for n in range(25)]
    p.line(*circle)
    p.line((12, 12), (16.5, 16.5), width=2.6)


def _problem(p: _Pen, *, after: bool) -> None:
    p.line((3.5, 6), (10.5, 14))
    p.line((10.5, 6), (3.5, 14))
    to = 14 if after else 6
    p.line((15.5, 5), (15.5, 15), colour=ACCENT)
    p.line((12.8, 10 + (to - 10) / 2.5), (15.5, 10 + (to - 10) * 1.25), (18.2, 10 + (to - 10) / 2.5), colour=ACCENT)


def _outside(p: _Pen) -> None:
    p.line((9, 4.5), (4, 4.5), (4, 16), (15.5, 16), (15.5, 11))
    p.line((8.5, 11.5), (16, 4), colour=ACCENT)
    p.line((11.5, 4), (16, 4), (16, 8.5), colour=ACCENT)


_DRAWN: dict[str, Callable[[_Pen], None]] = {
    "pen": _pen,
    "line": _line,
    "box": lambda p: p.box(4, 5, 12, 10),
    "block": lambda p: p.box(4, 5, 12, 10, filled=True),
    "rubber": _rubber,
    "fill": _fill,
    "pick": _pick,
    "select": _select,
    "put": _put,
    "mirror": _mirror,
    "play": _play,
    "back": lambda p: _step(p, left=True, many=False),
    "on": lambda p: _step(p, left=False, many=False),
    "first": lambda p: _step(p, left=True, many=True),
    "last": lambda p: _step(p, left=False, many=True),
    "turn left": lambda p: _turn(p, left=True),
    "turn right": lambda p: _turn(p, left=False),
    "flip": _flip,
    "flip down": _flip_down,
    "undo": _undo,
    "redo": lambda p: _undo(p, left=False),
    "up": lambda p: _arrow(p, down=False),
    "down": lambda p: _arrow(p, down=True),
    "find": _find,
    "problem before": lambda p: _problem(p, after=False),
    "problem after": lambda p: _problem(p, after=True),
    "outside": _outside,
    "plus": _plus,
    "copy": _copy,
    "bin": _bin,
    "eye": _eye,
    "grid": _grid,
    "bulb": _bulb,
    "list": _list,
    "play back": lambda p: p.area((14, 3.5), (4, 10), (14, 16.5)),
    "branch": _branch,
    "compare": _compare,
    "bolt": _bolt,
    "camera": _camera,
    "film": _film,
    "test": _test,
}

NAMES = tuple(_DRAWN)
"""All icons."""
