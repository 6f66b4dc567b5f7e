"""Plain shapes: what pictures and maps are made of when nobody means a sign.

Each family is a function from a random generator to a mask. The recogniser is trained against them and measured on
them, with other random numbers; `polygon` is kept out of the training, so that one family is new to it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.knowledge.masks import Mask, components, crop

Random = np.random.Generator
LEAST, MOST = 3, 16
"""Sides of the boxes that shapes are drawn in."""


def _side(random: Random) -> int:
    return int(random.integers(LEAST, MOST + 1))


def _distance(width: float, height: float, rows: int, columns: int) -> NDArray[np.float64]:
    """Squared distance of cells from the middle of a grid, where an ellipse of this width and height has 1."""
    y, x = np.mgrid[:rows, :columns]
    squares: NDArray[np.float64] = ((2 * x - columns + 1) / width) ** 2 + ((2 * y - rows + 1) / height) ** 2
    return squares


def box(random: Random) -> Mask:
    """A filled box."""
    return np.ones((_side(random), _side(random)), dtype=np.bool_)


def bar(random: Random) -> Mask:
    """A bar: a box at least three times as long as it is thick."""
    thick = int(random.integers(1, 4))
    long = int(random.integers(3 * thick, max(3 * thick, MOST) + 1))
    return np.ones((thick, long) if random.random() < 0.5 else (long, thick), dtype=np.bool_)


def ring(random: Random) -> Mask:
    """A frame or a round ring, from one cell thick."""
    rows, columns = max(4, _side(random)), max(4, _side(random))
    thick = int(random.integers(1, max(2, min(rows, columns) // 3 + 1)))
    if random.random() < 0.5:
        mask = np.ones((rows, columns), dtype=np.bool_)
        mask[thick:-thick, thick:-thick] = False
        return mask
    outer = _distance(columns, rows, rows, columns) <= 1
    inner = _distance(max(1, columns - 2 * thick), max(1, rows - 2 * thick), rows, columns) <= 1
    return crop(outer & ~inner)


def disc(random: Random) -> Mask:
    """A disc or an ellipse."""
    rows, columns = _side(random), _side(random)
    return crop(_distance(columns, rows, rows, columns) <= random.uniform(0.9, 1.1))


def diamond(random: Random) -> Mask:
    """A diamond, filled or hollow."""
    reach = int(random.integers(2, MOST // 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = abs(x) + abs(y)
    inner = -1 if random.random() < 0.6 else reach - int(random.integers(1, reach + 1))
    mask: Mask = (far <= reach) & (far > inner)
    return mask


def polyomino(random: Random) -> Mask:
    """One to twelve cells, each put beside one that is there, enlarged by 1 to 3."""
    cells = {(0, 0)}
    wanted = int(random.integers(1, 13))
    while len(cells) < wanted:
        y, x = sorted(cells)[random.integers(len(cells))]
        dy, dx = ((0, 1), (1, 0), (0, -1), (-1, 0))[random.integers(4)]
        cells.add((y + dy, x + dx))
    return _scaled(_from_cells(cells), random)


def blob(random: Random) -> Mask:
    """A random blob: noise that has been smoothed, or cells grown from one another, the largest part of it."""
    rows, columns = _side(random), _side(random)
    if random.random() < 0.5:
        noise = np.pad(random.random((rows, columns)) < random.uniform(0.45, 0.7), 1)
        for _ in range(int(random.integers(1, 4))):
            shifted = [np.roll(noise, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            noise = np.pad((np.sum(shifted, axis=0) >= 5)[1:-1, 1:-1], 1)
        return largest(noise)
    wanted = int(rows * columns * random.uniform(0.3, 0.8))
    mask = np.zeros((rows, columns), dtype=np.bool_)
    mask[rows // 2, columns // 2] = True
    grown = [(rows // 2, columns // 2)]
    for _ in range(8 * rows * columns):
        y, x = grown[random.integers(len(grown))]
        dy, dx = ((0, 1), (1, 0), (0, -1), (-1, 0))[random.integers(4)]
        if len(grown) < wanted and 0 <= y + dy < rows and 0 <= x + dx < columns and not mask[y + dy, x + dx]:
            mask[y + dy, x + dx] = True
            grown.append((y + dy, x + dx))
    return crop(mask)


def sprite(random: Random) -> Mask:
    """A random picture that is its own mirror image, one way or both."""
    rows, columns = _side(random), _side(random)
    half = random.random((rows, (columns + 1) // 2)) < random.uniform(0.35, 0.75)
    if rows > 5 and random.random() < 0.6:
        half = _eroded(half, random)
    mask = np.concatenate([half, half[:, : columns // 2][:, ::-1]], axis=1)
    if random.random() < 0.4:
        mask = np.concatenate([mask[: (rows + 1) // 2], mask[: rows // 2][::-1]])
    mask[rows // 2, columns // 2] |= not mask.any()
    return crop(mask)


def solid(random: Random) -> Mask:
    """Two to four overlapping boxes and discs, each at least a third as wide and high as the whole."""
    rows, columns = max(5, _side(random)), max(5, _side(random))
    mask = np.zeros((rows, columns), dtype=np.bool_)
    for _ in range(int(random.integers(2, 5))):
        height = int(random.integers(max(2, rows // 3), rows + 1))
        width = int(random.integers(max(2, columns // 3), columns + 1))
        top, left = int(random.integers(rows - height + 1)), int(random.integers(columns - width + 1))
        part = np.ones((height, width), dtype=np.bool_)
        if random.random() < 0.5:
            part = _distance(width, height, height, width) <= 1
        mask[top : top + height, left : left + width] |= part
    return largest(mask)


def texture(random: Random) -> Mask:
    """Stripes, checks, dots, steps and noise."""
    rows, columns = max(4, _side(random)), max(4, _side(random))
    y, x = np.mgrid[:rows, :columns]
    step, wide = int(random.integers(2, 5)), int(random.integers(1, 3))
    patterns: tuple[Callable[[], Mask], ...] = (
        lambda: x % step < wide,
        lambda: (x // wide + y // wide) % 2 == 0,
        lambda: (x % step < wide) & (y % step < wide),
        lambda: (x % step < wide) | (y % step < wide),
        lambda: (x + y) % step < wide,
        lambda: x * rows <= y * columns,
        lambda: (x // wide) <= (y // wide),
        lambda: random.random((rows, columns)) < random.uniform(0.3, 0.8),
    )
    return crop(patterns[random.integers(len(patterns))]())


def picture(random: Random) -> Mask:
    """What a designer draws: a box, disc or ring with cut corners, notches, holes, legs or a core."""
    mask = (box, disc, ring, diamond, sprite, solid)[random.integers(6)](random).copy()
    whole = mask.copy()
    rows, columns = mask.shape
    if min(rows, columns) < 4:
        return mask
    inset = int(random.integers(1, min(rows, columns) // 2))
    high, wide = (int(random.integers(1, max(2, side // 3))) for side in (rows, columns))
    if random.random() < 0.4:
        mask[:wide, :wide] = mask[-wide:, :wide] = mask[:wide, -wide:] = mask[-wide:, -wide:] = False
    if random.random() < 0.4:
        mask[inset : rows - inset, inset : columns - inset] ^= True
    if random.random() < 0.25:
        middle = (columns - wide) // 2
        mask[:high, middle : columns - middle] ^= True
    if random.random() < 0.15:
        mask[int(random.integers(rows)), int(random.integers(columns))] ^= True
    return crop(mask if mask.any() else whole)


def room(random: Random) -> Mask:
    """The walls of a map: a frame with pieces of wall, or the pieces alone."""
    rows, columns = int(random.integers(6, 25)), int(random.integers(6, 25))
    mask = np.zeros((rows, columns), dtype=np.bool_)
    if random.random() < 0.7:
        mask[[0, -1]] = mask[:, [0, -1]] = True
    for _ in range(int(random.integers(0, 9))):
        y, x = int(random.integers(rows)), int(random.integers(columns))
        long = int(random.integers(1, max(rows, columns) // 2 + 1))
        if random.random() < 0.4:
            mask[y, x : x + long] = True
        elif random.random() < 0.6:
            mask[y : y + long, x] = True
        else:
            mask[y : y + random.integers(1, 4), x : x + random.integers(1, 4)] = True
    mask[rows // 2, columns // 2] |= not mask.any()
    return crop(mask)


def scatter(random: Random) -> Mask:
    """A few small things here and there, as pushed crates, goals and lamps lie in a map."""
    rows, columns = _side(random), _side(random)
    mask = np.zeros((rows, columns), dtype=np.bool_)
    for _ in range(int(random.integers(2, 9))):
        y, x = int(random.integers(rows)), int(random.integers(columns))
        mask[y : y + random.integers(1, 3), x : x + random.integers(1, 3)] = True
    return crop(mask)


def dice(random: Random) -> Mask:
    """A frame, a round ring or nothing round one to six dots, as dice have them; or the dots left out of a solid."""
    dot, gap = int(random.integers(1, 3)), int(random.integers(1, 3))
    margin = int(random.integers(1, 4))
    side = 3 * dot + 2 * gap + 2 * margin
    thick = int(random.integers(1, margin + 1))
    outer, inner = np.ones((side, side), dtype=np.bool_), np.zeros((side, side), dtype=np.bool_)
    inner[thick:-thick, thick:-thick] = True
    if random.random() < 0.5:
        outer, inner = (_distance(wide, wide, side, side) <= 1 for wide in (side, side - 2 * thick))
    dots = np.zeros_like(outer)
    places = ("4", "08", "26", "048", "157", "0268", "02468", "035268", "1357", "3", "35")[random.integers(11)]
    for place in places:
        y, x = (margin + int(part) * (dot + gap) for part in divmod(int(place), 3))
        dots[y : y + dot, x : x + dot] = True
    kinds = (outer & ~inner | dots, outer & ~dots, dots)
    return crop(kinds[random.choice(3, p=(0.6, 0.3, 0.1))])


def outline(random: Random) -> Mask:
    """The edge of a solid or a blob, or of a hall with walls that part it."""
    if random.random() < 0.5:
        mask = (solid, blob, picture)[random.integers(3)](random)
        inner = np.pad(mask, 1)
        for shift in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            inner &= np.roll(np.pad(mask, 1), shift, (0, 1))
        return crop(mask & ~inner[1:-1, 1:-1])
    rows, columns = int(random.integers(6, 17)), int(random.integers(6, 17))
    mask = np.zeros((rows, columns), dtype=np.bool_)
    mask[[0, -1]] = mask[:, [0, -1]] = True
    for _ in range(int(random.integers(1, 5))):
        y, x = int(random.integers(2, rows - 2)), int(random.integers(2, columns - 2))
        if random.random() < 0.5:
            mask[y] = True
            mask[y, int(random.integers(columns))] = random.random() < 0.3
        else:
            mask[:, x] = True
            mask[int(random.integers(rows)), x] = random.random() < 0.3
    if random.random() < 0.5:
        corner = mask[: rows // 2, : columns // 2]
        corner[:-1, :-1] = False
        corner[-1] = corner[:, -1] = True
    return crop(mask)


def polygon(random: Random) -> Mask:
    """A filled polygon of three to eight corners around its middle. Kept out of the training."""
    rows, columns = max(4, _side(random)), max(4, _side(random))
    count = int(random.integers(3, 9))
    angles = np.sort(random.uniform(0, 2 * np.pi, count))
    reach = random.uniform(0.55, 1.0, count)
    corners = np.stack([np.cos(angles) * reach * columns, np.sin(angles) * reach * rows], axis=1) / 2
    after = np.roll(corners, -1, axis=0)
    y, x = np.mgrid[:rows, :columns]
    spots = np.stack([x - (columns - 1) / 2, y - (rows - 1) / 2], axis=-1)[:, :, None]
    over = (corners[:, 1] > spots[..., 1]) != (after[:, 1] > spots[..., 1])
    fall = np.where(after[:, 1] == corners[:, 1], 1, after[:, 1] - corners[:, 1])
    cut = corners[:, 0] + (spots[..., 1] - corners[:, 1]) * (after[:, 0] - corners[:, 0]) / fall
    mask = (over & (spots[..., 0] < cut)).sum(axis=2) % 2 == 1
    return largest(mask)


Family = Callable[[Random], Mask]

TRAINED: dict[str, Family] = {
    "boxes": box, "bars": bar, "rings": ring, "discs": disc, "diamonds": diamond, "polyominoes": polyomino,
    "blobs": blob, "sprites": sprite, "solids": solid, "textures": texture, "pictures": picture, "rooms": room,
    "scatters": scatter, "dice": dice, "outlines": outline,
}  # fmt: skip
KEPT_OUT: dict[str, Family] = {"polygons": polygon}


def largest(mask: Mask) -> Mask:
    """The largest connected part, cropped; one cell if there is none."""
    _, parts = components(mask, diagonal=False)
    return crop(max(parts, key=np.count_nonzero)) if parts else np.ones((1, 1), dtype=np.bool_)


def _from_cells(cells: set[tuple[int, int]]) -> Mask:
    top, left = min(y for y, _ in cells), min(x for _, x in cells)
    mask = np.zeros((max(y for y, _ in cells) - top + 1, max(x for _, x in cells) - left + 1), dtype=np.bool_)
    for y, x in cells:
        mask[y - top, x - left] = True
    return mask


def _scaled(mask: Mask, random: Random) -> Mask:
    factor = int(random.integers(1, 4))
    return mask.repeat(factor, axis=0).repeat(factor, axis=1)


def _eroded(mask: Mask, random: Random) -> Mask:
    """The mask with cells that have few neighbours taken away."""
    padded = np.pad(mask, 1).astype(int)
    near = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    left: Mask = mask & (near >= random.integers(1, 3))
    return left
