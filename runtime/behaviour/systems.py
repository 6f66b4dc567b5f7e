"""What a level can do, as a hash that names nothing: its reachable positions and moves, up to symmetry and appearance.

Of a position only how it stands and the pattern of its board are told, whatever the things in it are called. Positions
that nothing will ever tell apart are one (Moore 1956); what is left is numbered breadth first from the beginning, in
each of the eight symmetries with the arrows turned along, and the least text counts. Levels of one hash act alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.runtime.behaviour.cast import cast_of
from arcg.runtime.behaviour.lockstep import Act, acts_on
from arcg.runtime.behaviour.probe import WIDTH, Place, Probe, Resized
from arcg.runtime.engine import Action, Status

MOST = 300
"""Positions of a level: one that has more is not hashed."""

LEVELS, LARGEST = 8, 200
"""Levels of a game that are hashed, and cells of their boards, at most."""

FEW = 3
"""A level with fewer positions that can be told apart is like any other such level."""

ENDS = {Status.WON: -1, Status.OVER: -2}

Cells = NDArray[np.uint64]


def twins(a: ir.Program, b: ir.Program) -> tuple[tuple[str, str], ...]:
    """Levels of two games that act alike, each used once, whatever is called what; none in a game with chance."""
    left: dict[str, list[str]] = {}
    for digest, name in _digests(b):
        left.setdefault(digest, []).append(name)
    return tuple((name, left[digest].pop(0)) for digest, name in _digests(a) if left.get(digest))


def _digests(program: ir.Program) -> list[tuple[str, str]]:
    """The hashes of the first levels that are neither too large nor too poor, with their names."""
    levels = [level for level in program.levels if level.width * level.height <= LARGEST][:LEVELS]
    clicks = Action.CLICK in program.actions and program.view is not None
    if not levels or clicks or ir.uses_chance(program):
        return []
    probe = Probe(cast_of(program), levels)
    found = [(hash_of(probe, number), level.name) for number, level in enumerate(levels)]
    return [(digest, name) for digest, name in found if digest is not None]


def hash_of(probe: Probe, level: int) -> str | None:
    """The hash of a level; None if it has too many positions, or too few that can be told apart."""
    while True:
        try:
            explored = _explored(probe, level)
        except Resized:
            continue
        return None if explored is None else _hashed(*explored)


def _explored(probe: Probe, level: int) -> tuple[list[Cells], list[list[int]], list[Act]] | None:
    """What each position shows (rows of cells), where each move leads, and the moves."""
    data = probe.program.levels[level]
    acts = acts_on(data, probe.program.actions)
    (start,), seen = probe.begin([level])
    places: list[Place] = [start]
    boards = [_board(probe, seen[0])[: data.height, : data.width]]
    numbers, table = {start.key: 0}, list[list[int]]()
    while len(table) < len(places):
        table.append([])
        for first in range(0, len(acts), WIDTH):
            some = acts[first : first + WIDTH]
            after, shown = probe.step([places[len(table) - 1]] * len(some), some)
            for place, cells in zip(after, shown, strict=True):
                if place.status != Status.PLAYING:
                    table[-1].append(ENDS[place.status])
                    continue
                if place.key not in numbers:
                    if len(places) == MOST:
                        return None
                    numbers[place.key] = len(places)
                    places.append(place)
                    boards.append(_board(probe, cells)[: data.height, : data.width])
                table[-1].append(numbers[place.key])
    return boards, table, acts


def _board(probe: Probe, cells: Cells) -> Cells:
    return cells.reshape(probe.size[1], probe.size[0])


def _hashed(boards: Sequence[Cells], table: Sequence[Sequence[int]], acts: Sequence[Act]) -> str | None:
    """The hash of a table of moves."""
    classes = _classes([_pattern(board, SYMMETRIES[0]) for board in boards], table)
    if len(set(classes)) < FEW:
        return None
    height, width = boards[0].shape
    texts = []
    for symmetry in SYMMETRIES:
        order = sorted(range(len(acts)), key=lambda n: _turned(acts[n], symmetry, width, height))
        queue, numbers, told = [0], {classes[0]: 0}, []
        for state in queue:
            leads = []
            for act in order:
                after = table[state][act]
                if after >= 0 and classes[after] not in numbers:
                    numbers[classes[after]] = len(numbers)
                    queue.append(after)
                leads.append(after if after < 0 else numbers[classes[after]])
            told.append((_pattern(boards[state], symmetry), leads))
        texts.append(repr(told))
    return hashlib.sha256(min(texts).encode()).hexdigest()


def _classes(shown: Sequence[object], table: Sequence[Sequence[int]]) -> list[int]:
    """For each position the number of those that nothing tells apart from it."""
    numbers: dict[object, int] = {}
    classes = [numbers.setdefault(each, len(numbers)) for each in shown]
    count = 0
    while count < len(numbers):
        count, numbers = len(numbers), {}
        keys = [
            (classes[state], *(after if after < 0 else classes[after] for after in leads))
            for state, leads in enumerate(table)
        ]
        classes = [numbers.setdefault(key, len(numbers)) for key in keys]
    return classes


def _pattern(board: Cells, symmetry: Symmetry) -> tuple[int, ...]:
    """A board, turned, with what its cells show numbered by first mention; and how wide it is."""
    if symmetry.transpose:
        board = board.T
    if symmetry.mirror:
        board = board[:, ::-1]
    if symmetry.flip:
        board = board[::-1]
    numbers: dict[int, int] = {}
    return board.shape[1], *(numbers.setdefault(cell, len(numbers)) for cell in board.reshape(-1).tolist())


def _turned(act: Act, symmetry: Symmetry, width: int, height: int) -> Act:
    action, x, y = act
    if action == Action.CLICK:
        x, y = symmetry.cell(x, y, width, height)
    return symmetry.action(action), x, y
