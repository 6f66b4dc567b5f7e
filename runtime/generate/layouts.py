"""Ways to lay out walls: which cells of a board a kind covers.

Each takes the size of the board, an amount (its unit is said with each), the cells that are taken and a random number
generator, and gives cells. The same generator gives the same cells on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

Cell = tuple[int, int]
BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0))


def laid_out(way: str, size: tuple[int, int], amount: int, taken: set[Cell], mirror: str, random: Random) -> set[Cell]:
    """The cells of a layout, the same on both sides of its mirrors; none of them is taken."""
    cells = WAYS[way](size, amount, taken, random)
    return mirrored(cells, size, mirror) - taken


def mirrored(cells: Iterable[Cell], size: tuple[int, int], mirror: str) -> set[Cell]:
    """The cells of the left half on both sides (`across`), of the upper half (`down`), or of one quarter (`both`)."""
    width, height = size
    found = set(cells)
    if mirror in ("across", "both"):
        found = {(x, y) for x, y in found if 2 * x < width}
        found |= {(width - 1 - x, y) for x, y in found}
    if mirror in ("down", "both"):
        found = {(x, y) for x, y in found if 2 * y < height}
        found |= {(x, height - 1 - y) for x, y in found}
    return found


def pieces(cells: set[Cell]) -> list[set[Cell]]:
    """What hangs together side by side, the largest first, then by the first cell."""
    left, found = set(cells), []
    for start in sorted(cells):
        if start in left:
            left.discard(start)
            piece, edge = {start}, [start]
            while edge:
                x, y = edge.pop()
                for beside in ((x + dx, y + dy) for dx, dy in BESIDE):
                    if beside in left:
                        left.discard(beside)
                        piece.add(beside)
                        edge.append(beside)
            found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def _board(size: tuple[int, int]) -> Iterator[Cell]:
    return ((x, y) for y in range(size[1]) for x in range(size[0]))


def _border(size: tuple[int, int], amount: int, taken: set[Cell], random: Random) -> set[Cell]:
    """`amount` rings of cells along the edge."""
    width, height = size
    return {(x, y) for x, y in _board(size) if min(x, y, width - 1 - x, height - 1 - y) < amount}


def _rooms(size: tuple[int, int], amount: int, taken: set[Cell], random: Random) -> set[Cell]:
    """`amount` rooms as far as there is space: the largest is halved by a wall of one cell, which gets a door."""
    inside = [cell for cell in _board(size) if cell not in taken]
    if not inside:
        return set()
    xs, ys = [x for x, _ in inside], [y for _, y in inside]
    rooms = [(min(xs), min(ys), max(xs), max(ys))]
    walls: set[Cell] = set()
    doors: set[Cell] = set()
    while len(rooms) < amount:
        rooms.sort(key=lambda room: (-(room[2] - room[0] + 1) * (room[3] - room[1] + 1), room))
        left, top, right, bottom = rooms[0]
        across = right - left > bottom - top or (right - left == bottom - top and random.random() < 0.5)
        low, high = (left, right) if across else (top, bottom)
        # A wall that would end at a door would shut it.
        places = [
            at for at in range(low + 2, high - 1)
            if not doors & ({(at, top - 1), (at, bottom + 1)} if across else {(left - 1, at), (right + 1, at)})
        ]  # fmt: skip
        if not places:
            break
        at = random.choice(places)
        wall = [(at, y) for y in range(top, bottom + 1)] if across else [(x, at) for x in range(left, right + 1)]
        door = random.choice(wall)
        doors.add(door)
        walls |= set(wall) - {door}
        parts = ((left, top, at - 1, bottom), (at + 1, top, right, bottom)) if across else (
            (left, top, right, at - 1), (left, at + 1, right, bottom)
        )  # fmt: skip
        rooms[:1] = parts
    return walls


def _maze(size: tuple[int, int], amount: int, taken: set[Cell], random: Random) -> set[Cell]:
    """Passages of one cell that branch like a tree; `amount` percent of the walls between two of them are broken."""
    free = {cell for cell in _board(size) if cell not in taken}
    if not free:
        return set()
    corner = min(x for x, _ in free), min(y for _, y in free)
    halls = {(x, y) for x, y in free if (x - corner[0]) % 2 == 0 and (y - corner[1]) % 2 == 0}
    start = random.choice(sorted(halls))
    open_, trail, shut = {start}, [start], []
    while trail:
        x, y = trail[-1]
        ways = [(dx, dy) for dx, dy in BESIDE if (x + 2 * dx, y + 2 * dy) in halls and (x + dx, y + dy) in free]
        fresh = [(dx, dy) for dx, dy in ways if (x + 2 * dx, y + 2 * dy) not in open_]
        if not fresh:
            shut += [(x + dx, y + dy) for dx, dy in ways if (x + dx, y + dy) not in open_]
            trail.pop()
            continue
        dx, dy = random.choice(fresh)
        open_ |= {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)}
        trail.append((x + 2 * dx, y + 2 * dy))
    between = sorted(set(shut) - open_)
    open_ |= set(random.sample(between, len(between) * amount // 100))
    return free - open_


def _caves(size: tuple[int, int], amount: int, taken: set[Cell], random: Random) -> set[Cell]:
    """`amount` percent of the cells, smoothed three times by their neighbours; all but the largest cave is filled."""
    free = [cell for cell in _board(size) if cell not in taken]
    walls = {cell for cell in free if random.random() * 100 < amount}
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    for _ in range(3):
        solid = {
            (x, y): sum(
                (x + dx, y + dy) in walls
                or (x + dx, y + dy) in taken
                or not (0 <= x + dx < size[0] and 0 <= y + dy < size[1])
                for dx, dy in around
            )
            for x, y in free
        }
        walls = {cell for cell in free if solid[cell] >= 5}
    caves = pieces(set(free) - walls)
    return set(free) - caves[0] if caves else walls


def _blobs(size: tuple[int, int], amount: int, taken: set[Cell], random: Random) -> set[Cell]:
    """`amount` heaps of two to five cells."""
    cells: set[Cell] = set()
    for _ in range(amount):
        free = [cell for cell in _board(size) if cell not in taken and cell not in cells]
        if not free:
            break
        heap = [random.choice(free)]
        for _ in range(random.randint(1, 4)):
            x, y = random.choice(heap)
            dx, dy = random.choice(BESIDE)
            if (x + dx, y + dy) in free and (x + dx, y + dy) not in heap:
                heap.append((x + dx, y + dy))
        cells |= set(heap)
    return cells


WAYS: dict[str, Callable[[tuple[int, int], int, set[Cell], Random], set[Cell]]] = {
    "border": _border,
    "rooms": _rooms,
    "maze": _maze,
    "caves": _caves,
    "blobs": _blobs,
}
"""Each way of `arcg.dsl.generating.LAYOUTS`."""
