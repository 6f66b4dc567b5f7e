"""Boards: levels of a game cut small and mixed anew, so that much can happen in few moves.

A board is a level of the game with nothing but what counts. Small ones are pieces of the game's own levels, as they
are or with their cells shuffled: kinds are as frequent as in the levels and lie on one another as they do there.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

from arcg.compiler import ir
from arcg.dsl.boxes import shape
from arcg.runtime.behaviour.cast import Cast

SIDES = 3, 6
"""Columns and rows of small boards, least and most."""

LARGEST = 1024
"""Cells of a level that is used as a whole."""

VARIED = 3
"""Things that are moved at most where no pieces can be cut."""

FEW = 5
"""Steps that a counter has left at most, on every other board."""

TRIES = 12
"""Pieces that are cut for each board that is wanted, at most: some cannot be, since things lie on one another."""

Cell = tuple[int, int]


class Boards:
    """Makes boards of one game."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.program = cast, cast.program
        self.levels = [self._bare(level) for level in self.program.levels]
        counts = [Counter(self._part(thing) for thing in level.things) for level in self.levels]
        parts = range(len(cast.parts))
        self.always = [part for part in parts if counts and all(count[part] for count in counts)]
        """Parts that every level has."""
        self.single = {part for part in self.always if all(count[part] == 1 for count in counts)}

    def sizes(self, part: int) -> set[int]:
        """How many cells the things of a part cover in the levels."""
        return {
            len(covered(self.program, thing))
            for level in self.levels
            for thing in level.things
            if self._part(thing) == part
        }

    def _part(self, thing: ir.Placed) -> int:
        return self.cast.part_of[thing.kind]

    def _bare(self, level: ir.Level) -> ir.Level:
        """A level with nothing but what counts."""
        return with_things(self.program, level, [n for n, t in enumerate(level.things) if t.kind in self.cast.part_of])

    def whole(self, most: int) -> list[ir.Level]:
        """Levels as they are, the first ones that are not too large."""
        return [level for level in self.levels if level.width * level.height <= LARGEST][:most]

    def small(self, count: int, random: Random) -> list[ir.Level]:
        """Small boards, no two the same; fewer if not so many are found."""
        found: dict[tuple[ir.Placed, ...], ir.Level] = {}
        for attempt in range(count * TRIES):
            if len(found) == count or not self.levels:
                break
            board = self._piece(self.levels[attempt % len(self.levels)], random, shuffled=attempt % 3 > 0)
            if board is not None and attempt % 2:
                board = self._nearly_spent(board, random)
            if board is not None and board.things:
                found.setdefault(board.things, board)
        whole = self.whole(len(self.levels))
        for attempt in range(count * TRIES):
            if 2 * len(found) >= count or not whole:
                break
            board = self._varied(whole[attempt % len(whole)], random)
            if board is not None:
                found.setdefault(board.things, board)
        return list(found.values())

    def _nearly_spent(self, board: ir.Level, random: Random) -> ir.Level:
        """A board whose counters have few steps left, so that what happens at their end is seen."""
        world = list(board.world)
        for place in self.cast.world:
            domain = self.program.world[place].domain
            if isinstance(domain, ir.IntDomain) and domain.low >= 0 and world[place] > max(domain.low, FEW):
                world[place] = random.randint(domain.low + 1, domain.low + FEW)
        return dataclasses.replace(board, world=tuple(world))

    def _varied(self, level: ir.Level, random: Random) -> ir.Level | None:
        """A level in which a few things lie elsewhere, where other things lay or a little further on."""
        things = list(level.things)
        for number in random.sample(range(len(things)), min(random.randint(1, VARIED), len(things))):
            thing = things[number]
            x, y = thing.x + random.randint(-2, 2), thing.y + random.randint(-2, 2)
            alike = [n for n, other in enumerate(things) if other.kind == thing.kind]
            other = random.choice(alike)
            if other != number and random.random() < 0.5:  # two of a kind change places
                things[number], things[other] = (
                    dataclasses.replace(thing, x=things[other].x, y=things[other].y),
                    dataclasses.replace(things[other], x=thing.x, y=thing.y),
                )
            else:
                things[number] = dataclasses.replace(thing, x=x, y=y)
        board = dataclasses.replace(level, things=tuple(things))
        return board if fits(self.program, board) else None

    def _piece(self, level: ir.Level, random: Random, *, shuffled: bool) -> ir.Level | None:
        """A piece of a level, square, with one of each part that no level is without."""
        side = min(random.randint(*SIDES), level.width, level.height)
        left, top = random.randint(0, level.width - side), random.randint(0, level.height - side)
        inside = [
            (number, thing)
            for number, thing in enumerate(level.things)
            if all(left <= x < left + side and top <= y < top + side for x, y in covered(self.program, thing))
        ]
        if any(self.program.kinds[thing.kind].body is not None for _, thing in inside):
            shuffled = False  # what covers several cells would be torn apart
        places = [(x, y) for y in range(side) for x in range(side)]
        targets = random.sample(places, len(places)) if shuffled else places
        moved = dict(zip(places, targets, strict=True))
        at: dict[int, Cell] = {}
        for number, thing in inside:
            cell = thing.x - left, thing.y - top
            at[number] = moved.get(cell, cell)
        self._complete(level, at, places, random)
        things = list(level.things)
        for number, (x, y) in at.items():
            things[number] = dataclasses.replace(things[number], x=x, y=y)
        board = with_things(self.program, dataclasses.replace(level, things=tuple(things)), sorted(at))
        board = dataclasses.replace(board, width=side, height=side, view=None)
        return board if fits(self.program, board) else None

    def _complete(self, level: ir.Level, at: dict[int, Cell], places: list[Cell], random: Random) -> None:
        """Bring in what no level is without, in the place of what lies there on the same layer."""
        for part in self.always:
            if any(self._part(level.things[number]) == part for number in at):
                continue
            there = [number for number, thing in enumerate(level.things) if self._part(thing) == part]
            new, cell = random.choice(there), random.choice(places)
            layer = self.program.kinds[level.things[new].kind].layer
            if not self.program.layers[layer].free:
                for number in [n for n, where in at.items() if where == cell]:
                    own = self.program.kinds[level.things[number].kind].layer
                    if own == layer and self._part(level.things[number]) not in self.single:
                        del at[number]
            at[new] = cell


def with_things(program: ir.Program, level: ir.Level, kept: list[int]) -> ir.Level:
    """A level with those of its things only; what referred to others refers to nothing."""
    new = {old: place for place, old in enumerate(kept)}

    def value(domain: ir.Domain, number: int) -> int:
        return new.get(number, ir.NONE) if isinstance(domain, ir.ThingDomain) else number

    things = []
    for old in kept:
        thing = level.things[old]
        attrs = zip(program.kinds[thing.kind].attrs, thing.attrs, strict=True)
        things.append(dataclasses.replace(thing, attrs=tuple(value(attr.domain, v) for attr, v in attrs)))
    world = tuple(value(attr.domain, v) for attr, v in zip(program.world, level.world, strict=True))
    return dataclasses.replace(level, things=tuple(things), world=world)


def covered(program: ir.Program, thing: ir.Placed) -> set[Cell]:
    """The cells that a thing of a level covers."""
    kind = program.kinds[thing.kind]
    if kind.body is None:
        return {(thing.x, thing.y)}
    values = {attr.field: value for attr, value in zip(kind.attrs, thing.attrs, strict=True)}
    return {(thing.x + dx, thing.y + dy) for dx, dy in shape(kind.body, values) or ()}


def fits(program: ir.Program, level: ir.Level) -> bool:
    """Whether all things of a level have room: on the board, and one in a cell of an ordinary layer."""
    taken: set[tuple[int, int, int]] = set()
    for thing in level.things:
        number = program.kinds[thing.kind].layer
        layer = program.layers[number]
        cells = covered(program, thing)
        if not cells:
            return False
        for x, y in cells:
            if not (0 <= x < level.width and 0 <= y < level.height):
                if layer.open:
                    continue
                return False
            if not layer.free and (number, x, y) in taken:
                return False
            taken.add((number, x, y))
    return True
