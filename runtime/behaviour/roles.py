"""Roles: what parts do in their own game, seen from outside, and from that which part may correspond to which.

Where the rules of two games have nothing in common, since they were written in another way, what is left is what
happens: what moves when an arrow is pressed, what never changes, how many there are, what lies on what, what is wanted.
"""

from __future__ import annotations

import heapq
from itertools import count
from random import Random

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.behaviour.boards import Boards
from arcg.runtime.behaviour.cast import Cast
from arcg.runtime.behaviour.probe import WIDTH, Probe, Resized
from arcg.runtime.engine import Action, Status

STEPS = 12
"""Moves of each random walk."""

LEVELS = 12
"""Levels in which random walks begin."""

ALONE = 1.5
"""What it costs to leave a part without a partner: about three features that are quite unlike."""

MOST_TRIED = 20_000
"""Partial pairings that are gone into at most."""

Roles = NDArray[np.float64]
"""A row of features for each part."""

Bools = NDArray[np.bool_]


def roles(cast: Cast, boards: Boards) -> Roles:
    """What the parts of a game do."""
    levels = boards.whole(LEVELS)
    if not levels or not cast.parts:
        return _features(cast, [])
    probe = Probe(cast, levels)
    while True:
        try:
            return _features(cast, _walked(probe, Random(5)))
        except Resized:
            continue


def _walked(probe: Probe, random: Random) -> list[tuple[Bools, Bools, NDArray[np.int64]]]:
    """Boards before and after each move of random walks, shape (walks, parts, height, width), with the actions."""
    numbers = [walk % len(probe.program.levels) for walk in range(WIDTH)]
    places, _ = probe.begin(numbers)
    before = probe.parts(WIDTH)
    offered = [action for action in probe.program.actions if action != Action.UNDO]
    found = []
    for _ in range(STEPS if offered else 0):
        acts = []
        for place, number in zip(places, numbers, strict=True):
            level = probe.program.levels[number]
            action = random.choice(offered)
            cell = (
                (random.randrange(level.width), random.randrange(level.height)) if action == Action.CLICK else (-1, -1)
            )
            acts.append((action, *cell) if place.status == Status.PLAYING else (-1, -1, -1))
        after_places, _ = probe.step(places, acts)
        after = probe.parts(WIDTH)
        asked = np.array([act[0] for act in acts])
        goes_on = np.array([place.status == Status.PLAYING for place in after_places]) & (asked >= 0)
        if goes_on.any():
            found.append((before[goes_on], after[goes_on], asked[goes_on]))
        after[~goes_on] = before[~goes_on]
        places = [
            new if on else old._replace(status=new.status)
            for new, old, on in zip(after_places, places, goes_on, strict=True)
        ]
        before = after
    return found


def _features(cast: Cast, walks: list[tuple[Bools, Bools, NDArray[np.int64]]]) -> Roles:
    parts = len(cast.parts)
    result = np.zeros((parts, 10))
    for number, part in enumerate(cast.parts):
        result[number, 0], result[number, 1] = part.wanted, part.feared
        result[number, 2] = any(cast.program.kinds[kind].body is not None for kind in part.kinds)
    if not walks:
        return result
    before, after = np.concatenate([w[0] for w in walks]), np.concatenate([w[1] for w in walks])
    asked = np.concatenate([w[2] for w in walks])
    cells = before.shape[2] * before.shape[3]
    counts, later = before.sum(axis=(2, 3)), after.sum(axis=(2, 3))
    changed = (before != after).any(axis=(2, 3))
    result[:, 3] = (counts == 1).mean(axis=0)
    result[:, 4] = np.sqrt(counts.mean(axis=0) / cells)
    result[:, 5] = changed.mean(axis=0)
    result[:, 6] = (counts != later).mean(axis=0)
    arrows = (asked >= 1) & (asked <= 4)
    result[:, 7] = 2 * _steps(before[arrows], after[arrows])
    for one in range(parts):
        with_others = [(before[:, one] & before[:, two]).any(axis=(1, 2)).mean() for two in range(parts) if two != one]
        result[one, 8] = max(with_others, default=0.0)
    follows = int(np.argmax(result[:, 7]))
    layer = cast.parts[follows].layer
    result[:, 9] = [part.layer == layer and not cast.program.layers[layer].free for part in cast.parts]
    return result


def _steps(before: Bools, after: Bools) -> NDArray[np.float64]:
    """How often a part with one thing is, after an arrow, one cell further on."""
    if not len(before):
        return np.zeros(before.shape[1])
    alone = (before.sum(axis=(2, 3)) == 1) & (after.sum(axis=(2, 3)) == 1)
    width = before.shape[3]
    at = [np.argmax(board.reshape(*board.shape[:2], -1), axis=2) for board in (before, after)]
    away = abs(at[0] // width - at[1] // width) + abs(at[0] % width - at[1] % width)
    found: NDArray[np.float64] = (alone & (away == 1)).mean(axis=0)
    return found


# ---------------------------------------------------------------- pairings


def likely(a: Cast, b: Cast, ours: Roles, theirs: Roles, most: int) -> list[tuple[int | None, ...]]:
    """Pairings of parts, those first that are least unlike; as many as are asked for, or fewer."""
    unlike = np.abs(ours[:, None, :] - theirs[None, :, :]).sum(axis=2)
    order = sorted(range(len(a.parts)), key=lambda part: float(unlike[part].min()) if len(b.parts) else 0.0)
    least = [min([ALONE, *unlike[part].tolist()]) for part in order]
    left = np.append(np.cumsum(least[::-1])[::-1], 0.0)
    tie = count()
    heap: list[tuple[float, int, float, tuple[int | None, ...]]] = [(float(left[0]), next(tie), 0.0, ())]
    found: list[tuple[int | None, ...]] = []
    tried = 0
    while heap and len(found) < most and tried < MOST_TRIED:
        _, _, cost, chosen = heapq.heappop(heap)
        tried += 1
        if len(chosen) == len(order):
            partner = dict(zip(order, chosen, strict=True))
            found.append(tuple(partner[part] for part in range(len(order))))
            continue
        part = order[len(chosen)]
        for other in (*range(len(b.parts)), None):
            if other is not None and other in chosen:
                continue
            more = ALONE if other is None else float(unlike[part, other])
            more += sum(
                other is not None and mate is not None and _together(a, part, order[place]) != _together(b, other, mate)
                for place, mate in enumerate(chosen)
            )
            total = cost + more
            heapq.heappush(heap, (total + float(left[len(chosen) + 1]), next(tie), total, (*chosen, other)))
    return found


def _together(cast: Cast, one: int, two: int) -> bool:
    """Whether two parts may lie in one cell."""
    layer = cast.parts[one].layer
    return layer != cast.parts[two].layer or cast.program.layers[layer].free


def named(cast: Cast, kind: str) -> int | None:
    """The part of the kind of that name."""
    for number, each in enumerate(cast.program.kinds):
        if each.name == kind:
            return cast.part_of.get(number)
    return None
