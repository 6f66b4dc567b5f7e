"""`arcg.text`: what an agent sees, in words for language models: the picture, its objects, what changed, what it cost.

Everything that a picture holds can be read off the text; it says the same of the same pictures. How the picture is
told is the business of `arcg.runtime.agents.tiling`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.model import COLOURS
from arcg.runtime.agents.seeing import tiers
from arcg.runtime.agents.tiling import BACKGROUND, LEAST, LETTERS, Tiling, folded, tiling
from arcg.runtime.engine import SIZE
from arcg.runtime.regions import Region

Picture = NDArray[np.uint8]

CELLS = 6
"""Cells that are told one by one where a picture differs from the one before; of more, how many and where."""

FIRST, LAST = 4, 2
"""Pictures of a long turn whose changes are told: the first and the last."""

GROUPS = 8
"""Groups of objects that look alike that are told of."""

PLACES = 6
"""Places that are told of each."""

WIDE = 24
"""Rows of a grid with at most so many cells are told sign by sign, so that columns stand below each other."""


def text(frame: Any, frames: Sequence[Any] = (), *, before: Any = None, actions: int | None = None) -> str:
    """A turn in words for a language model.

    Args:
        frame: what is seen now: the `latest_frame` of an agent, or a picture of shape (64, 64).
        frames: with a `latest_frame`, the `frames` of the agent; with a picture, the pictures of the turn, such as
            `env.step` gives.
        before: the picture before the turn. Found in the `frames` of an agent.
        actions: how many actions were spent on this level. Counted in the `frames` of an agent, RESETs too.

    Returns:
        The level, the state and the offered actions, where they are known; the picture as a grid with a letter for each
        colour and `.` for the commonest; its objects; and what changed in each picture of the turn.

    Raises:
        ValueError: there is no picture, or one has another shape or another colour than 0 to 15.
    """
    head: list[str] = []
    if hasattr(frame, "levels_completed"):
        turn = _pictures(frame)
        history = [one for one in frames if not one.is_empty()]
        if history and _same(history[-1], frame, turn):
            history.pop()
        if before is None and history:
            before = _pictures(history[-1])[-1]
        spent = _spent([*history, frame]) if actions is None else actions
        level = min(frame.levels_completed + 1, frame.win_levels)
        head.append(f"level {level} of {frame.win_levels}, {_actions(spent)} spent on it")
        head += [str(getattr(frame.state, "value", frame.state))]
        head.append("actions " + " ".join(str(getattr(one, "value", one)) for one in frame.available_actions))
    else:
        turn = _checked(frames if len(frames) else [frame])
        head += [] if actions is None else [f"{_actions(actions)} spent on this level"]
    if not len(turn):
        raise ValueError("there is no picture to tell of: the game is over, and RESET begins it again")
    now = turn[-1] if hasattr(frame, "levels_completed") else _checked([frame])[-1]
    grid = tiling(now)
    lines = [", ".join(head)] if head else []
    lines += [*_legend(now, grid), *_grid(grid), *_objects(now, grid)]
    told = list(turn) if before is None else [*_checked([before]), *turn]
    return "\n".join([*lines, *_changes(told, grid, len(turn))])


# ---------------------------------------------------------------- what is given


def _pictures(frame: Any) -> NDArray[np.uint8]:
    found = getattr(frame, "pictures", None)
    return _checked(frame.frame if found is None else found)


def _checked(pictures: Any) -> NDArray[np.uint8]:
    found = np.asarray(pictures)
    if not found.size:
        return np.zeros((0, SIZE, SIZE), np.uint8)
    if found.ndim != 3 or found.shape[1:] != (SIZE, SIZE):
        raise ValueError(f"a picture has the shape (64, 64), and these have {found.shape[1:] or found.shape}")
    if found.min() < 0 or found.max() > 15:
        raise ValueError("the colours of a picture are the numbers from 0 to 15")
    return found.astype(np.uint8)


def _same(one: Any, frame: Any, turn: NDArray[np.uint8]) -> bool:
    """Whether the last turn that an agent keeps is the present one."""
    return one is frame or (
        one.levels_completed == frame.levels_completed and np.array_equal(_pictures(one), turn)
    )  # fmt: skip


def _spent(turns: Sequence[Any]) -> int:
    """The actions since the level began, up to the last of these turns. The answer that begins a game is no action."""
    count = 0
    for number in range(len(turns) - 1, -1, -1):
        turn = turns[number]
        won = turn.levels_completed > (turns[number - 1].levels_completed if number else 0)
        if turn.full_reset or won:
            break
        count += 1
    return count


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


# ---------------------------------------------------------------- the picture


def _legend(now: Picture, grid: Tiling) -> Iterator[str]:
    others = [f"{LETTERS[colour]} {COLOURS[colour]}" for colour in np.unique(now).tolist() if colour != grid.background]
    yield ", ".join([f"{BACKGROUND} {COLOURS[grid.background]}", *others])


def _grid(grid: Tiling) -> Iterator[str]:
    if grid.cell < LEAST:
        what = "64x64 pixels" if grid.cell == 1 else f"cells of {grid.cell}x{grid.cell} pixels"
        yield f"{what}; a number repeats a sign, x a row:"
    else:
        yield f"cells of {grid.cell}x{grid.cell} pixels, the first at x {grid.left}, y {grid.top}:"
    yield from grid.rows if len(grid.rows[0]) <= WIDE else folded(grid.rows)
    for name, rows in (*grid.tiles, *grid.edges):
        yield f"{name}: {'/'.join(folded(rows))}"


def _objects(now: Picture, grid: Tiling) -> Iterator[str]:
    """Regions of one colour that hang together, those that look alike in one line, what stands out first."""
    found = [region for tier in tiers(now, np.ones((SIZE, SIZE), bool)) for region in tier]
    groups: dict[tuple[int, object], list[Region]] = {}
    for region in found:
        if region.colour != grid.background:
            groups.setdefault((region.colour, region.shape), []).append(region)
    colours_of = Counter(shape for _, shape in groups)
    names: dict[object, str] = {}
    if groups:
        yield "objects, width x height, pixels, x,y of the upper left of each:"
    for (colour, shape), alike in list(groups.items())[:GROUPS]:
        first = alike[0]
        places = " ".join(f"{region.left},{region.top}" for region in alike[:PLACES])
        more = f" and {len(alike) - PLACES} more" if len(alike) > PLACES else ""
        size = "" if first.size == first.width * first.height else f" {first.size}px"
        if colours_of[shape] > 1 and first.size > 1:
            size += f" shape {names.setdefault(shape, str(len(names) + 1))}"
        yield f"{LETTERS[colour]} {first.width}x{first.height}{size}: {places}{more}"
    left = sum(map(len, list(groups.values())[GROUPS:]))
    if left:
        yield f"and {left} smaller or commoner"


# ---------------------------------------------------------------- what changed


def _changes(pictures: Sequence[Picture], grid: Tiling, turn: int) -> Iterator[str]:
    """What is different in each picture of a turn from the one before it."""
    told = len(pictures) - 1
    for number in range(1, told + 1):
        place = number + turn - told
        if FIRST < number <= told - LAST and told > FIRST + LAST + 1:
            if number == FIRST + 1:
                yield f"pictures {place}-{place + told - LAST - number} of {turn}: not told"
            continue
        where = f"picture {place} of {turn}: " if turn > 1 else "changed: "
        yield where + _change(pictures[number - 1], pictures[number], grid)


def _change(old: Picture, new: Picture, grid: Tiling) -> str:
    changed = old != new
    if not changed.any():
        return "nothing"
    before, after = grid.cells(old), grid.cells(new)
    places = np.argwhere((before != after).any(2))
    said = []
    if len(places) and (grid.cell < LEAST or len(places) > CELLS):
        (top, left), (bottom, right) = places.min(0), places.max(0)
        unit = "cells" if grid.cell > 1 else "pixels"
        said.append(f"{len(places)} {unit} in columns {left}-{right}, rows {top}-{bottom}")
    else:
        said += [
            f"{column},{row} {grid.sign(before[row, column])}>{grid.sign(after[row, column])}"
            for row, column in places.tolist()
        ]
    inside = np.zeros_like(changed)
    rows, columns, _ = before.shape
    inside[grid.top : grid.top + rows * grid.cell, grid.left : grid.left + columns * grid.cell] = True
    beside = int((changed & ~inside).sum())
    if beside:
        said.append(f"{beside} pixels beside the grid")
    return ", ".join(said)
