"""Motion by brute force: section "Motion" of docs/semantics.md for small boards, read word for word.

It shares no code with the engine. Where the engine removes requests one by one, this looks at every subset of the
requests and takes the largest one in which nobody has a reason to be removed. Things are numbered in the order of
things, so "the first" is the least number. A coordinate is (x, y); an undefined direction or cell is None. A body is a
set of cells, of which those off the board meet nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

Cell = tuple[int, int]
STEPS = {0: (0, -1), 1: (0, 1), 2: (-1, 0), 3: (1, 0)}
NOBODY = -1


Body = frozenset[Cell]


class Motion(NamedTuple):
    """A displacement, or a quarter turn about a pivot; only a move has a direction, and no two sorts are the same."""

    dx: int
    dy: int
    direction: int | None
    turn: tuple[str, Cell] | None = None


class Turned(NamedTuple):
    """How a thing lies: its cell, all that it covers, the quarter turns that it has made."""

    cell: Cell
    body: Body
    quarters: int


@dataclass
class Board:
    """The question: where things are, which facts hold between them, what is asked for."""

    width: int
    height: int
    cells: list[Cell]
    bodies: list[Body]
    quarters: list[int]
    leaves: list[bool]
    """Whether a thing may leave the board."""
    turned: Callable[[int, str, Cell], Turned]
    """What a thing would be after a quarter turn, `cw` or `ccw`, about a cell."""
    stops: Callable[[int, int], bool]
    pushes: Callable[[int, int], bool]
    carries: Callable[[int, int], bool]
    stuck: Callable[[int, int], bool]
    moves: dict[int, tuple[int, int]]
    """Thing -> (direction, by), by > 0."""
    puts: dict[int, Cell]
    turns: dict[int, tuple[str, Cell]]


@dataclass
class Answer:
    ends: list[Turned]
    moved: list[tuple] = field(default_factory=list)
    blocked: list[tuple] = field(default_factory=list)
    enter: list[tuple] = field(default_factory=list)
    leave: list[tuple] = field(default_factory=list)
    seen: Counter = field(default_factory=Counter)
    """What happened, for the statistics: pushes, carries, swaps, contests, stuck, rings."""


class Resolution:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.things = range(len(board.cells))
        self.own: dict[int, Motion] = {}
        self.motion: dict[int, Motion] = {}
        self.pushers: dict[int, set[int]] = {thing: set() for thing in self.things}
        self.carriers: dict[int, set[int]] = {thing: set() for thing in self.things}
        self.torn: set[int] = set()
        """Carriers whose cargo cannot come along."""
        self.seen: Counter = Counter()

    # ---- the cells of a motion

    def seen_part(self, body: Body) -> Body:
        """What of a body lies on the board."""
        return frozenset((x, y) for x, y in body if 0 <= x < self.board.width and 0 <= y < self.board.height)

    def start(self, thing: int) -> Body:
        """The cells of the board that it covers."""
        return self.seen_part(self.board.bodies[thing])

    def whole_end(self, thing: int) -> Turned:
        """Its cell and its whole body at the end."""
        board, motion = self.board, self.motion[thing]
        if motion.turn is not None:
            return board.turned(thing, *motion.turn)
        x, y = board.cells[thing]
        body = frozenset((u + motion.dx, v + motion.dy) for u, v in board.bodies[thing])
        return Turned((x + motion.dx, y + motion.dy), body, board.quarters[thing])

    def whole_start(self, thing: int) -> Turned:
        """Its cell and its whole body as they are."""
        return Turned(self.board.cells[thing], self.board.bodies[thing], self.board.quarters[thing])

    def end(self, thing: int) -> Body:
        """The cells of the board that it covers at the end."""
        return self.seen_part(self.whole_end(thing).body)

    def entered(self, thing: int) -> list[Cell]:
        """The cells it would newly enter, row by row: a move on its whole way, a put or a turn only at its end."""
        motion, way = self.motion[thing], set(self.end(thing))
        if motion.direction is not None:
            dx, dy = STEPS[motion.direction]
            for n in range(1, abs(motion.dx + motion.dy) + 1):
                way |= self.seen_part(frozenset((x + dx * n, y + dy * n) for x, y in self.board.bodies[thing]))
        return sorted(way - self.start(thing), key=lambda cell: (cell[1], cell[0]))

    # ---- 1. spread

    def spread(self) -> None:
        board = self.board
        for thing, (direction, by) in board.moves.items():
            dx, dy = STEPS[direction]
            if by:
                self.own[thing] = Motion(dx * by, dy * by, direction)
        for thing, (x, y) in board.puts.items():
            if (x, y) != board.cells[thing]:
                self.own[thing] = Motion(x - board.cells[thing][0], y - board.cells[thing][1], None)
        for thing, turn in board.turns.items():
            if board.turned(thing, *turn) != self.whole_start(thing):
                self.own[thing] = Motion(0, 0, None, turn)
        self.motion = dict(self.own)
        carried_as: dict[int, list[tuple[int, Motion]]] = {thing: [] for thing in self.things}
        offering = sorted(self.motion)
        while offering:
            took = set()
            for giver in offering:
                motion = self.motion[giver]
                for taker in self.things:
                    if taker == giver or taker in self.own:
                        continue
                    enters = motion.direction is not None and bool(self.start(taker) & set(self.entered(giver)))
                    push = enters and board.pushes(giver, taker)
                    carry = board.carries(giver, taker)
                    if not push and not carry:
                        continue
                    if taker not in self.motion:
                        self.motion[taker] = motion
                        took.add(taker)
                    if carry:
                        carried_as[taker].append((giver, motion))
                    if self.motion[taker] != motion:
                        if carry:
                            self.torn.add(giver)
                        continue
                    if push:
                        self.pushers[taker].add(giver)
                    if carry:
                        self.carriers[taker].add(giver)
            offering = sorted(took)
        for offers in carried_as.values():
            if len({motion for _, motion in offers}) > 1:
                self.torn |= {giver for giver, _ in offers}

    # ---- 2. remove

    def swapped(self) -> set[int]:
        """Both of every two that would pass through each other. Any round of removals sees them all."""
        found = set()
        for one, two in combinations(sorted(self.motion), 2):
            if any(self.motion[each].direction is None and self.motion[each].turn is None for each in (one, two)):
                continue
            if self.motion[one] == self.motion[two]:
                continue
            against = self.board.stops(one, two) or self.board.stops(two, one)
            if against and self.end(one) & self.start(two) and self.end(two) & self.start(one):
                found |= {one, two}
        return found

    def may_go(self, thing: int, going: frozenset[int]) -> bool:
        """Whether nothing removes `thing` when exactly `going` go."""
        board, motion = self.board, self.motion[thing]
        if thing in self.torn:
            return False
        if motion.direction is not None and board.stuck(thing, motion.direction):
            return False
        if not board.leaves[thing] and self.end(thing) != self.whole_end(thing).body:
            return False
        way = set(self.entered(thing))
        if any(
            other not in going and self.start(other) & way and board.stops(other, thing)
            for other in self.things
            if other != thing
        ):
            return False
        if not self.carriers[thing] <= going:
            return False
        if any(thing in self.carriers[cargo] and cargo not in going for cargo in self.things):
            return False
        return thing in self.own or any(self.owes(thing, other, going) for other in going & self.own.keys())

    def owes(self, thing: int, source: int, going: frozenset[int]) -> bool:
        """Whether `thing` goes along with `source`, perhaps by way of others that go.

        Two that carry each other go along with the push that moves them, not with one another.
        """
        paths = [[thing]]
        while paths:
            path = paths.pop()
            givers = (self.pushers[path[-1]] | self.carriers[path[-1]]) & going
            if source in givers:
                return True
            paths += [[*path, giver] for giver in givers if giver not in path]
        return False

    def largest(self, candidates: frozenset[int]) -> frozenset[int]:
        """The largest subset of which everyone may go; it holds every other such subset."""
        consistent = [
            frozenset(subset)
            for size in range(len(candidates) + 1)
            for subset in combinations(sorted(candidates), size)
            if all(self.may_go(thing, frozenset(subset)) for thing in subset)
        ]
        union = frozenset().union(*consistent)
        assert union == consistent[-1], "the union of consistent subsets must be the largest one"
        return union

    # ---- 3. contests

    def contest(self, going: frozenset[int]) -> frozenset[int] | None:
        """Settle the first contested cell, row by row; None when no cell is contested."""
        ends: dict[Cell, list[int]] = {}
        for thing in sorted(going):
            for cell in self.end(thing):
                ends.setdefault(cell, []).append(thing)
        for cell in sorted(ends, key=lambda c: (c[1], c[0])):
            rivals = [
                one
                for one in ends[cell]
                if any(one != two and (self.board.stops(one, two) or self.board.stops(two, one)) for two in ends[cell])
            ]
            if not rivals:
                continue
            leaving = [thing for thing in going if cell in self.start(thing)]
            pushing = [one for one in rivals if any(one in self.pushers[thing] for thing in leaving)]
            first = (pushing or rivals)[0]
            beaten = {two for two in rivals if two != first and self.board.stops(first, two)}
            return going - (beaten or {first})
        return None

    # ---- the whole

    def run(self) -> Answer:
        self.spread()
        swapped = self.swapped()
        going = self.largest(frozenset(self.motion) - swapped)
        while (rest := self.contest(going)) is not None:
            self.seen["contests"] = 1
            going = self.largest(rest)
        self.seen["swaps"] = int(bool(swapped))
        self.seen["stuck"] = int(
            bool(self.torn)
            or any(m.direction is not None and self.board.stuck(t, m.direction) for t, m in self.motion.items())
        )
        return self.outcome(going)

    def outcome(self, going: frozenset[int]) -> Answer:
        before = [self.start(thing) for thing in self.things]
        after = [self.end(thing) if thing in going else before[thing] for thing in self.things]
        whole = [self.whole_end(thing) if thing in going else self.whole_start(thing) for thing in self.things]
        answer = Answer(whole, seen=self.seen)
        for thing in self.things:
            motion = self.motion.get(thing)
            if motion is None:
                continue
            if thing in going:
                pushed = bool(self.pushers[thing] & going)
                if motion.direction is not None and (thing in self.own or pushed):
                    answer.moved.append((thing, motion.direction))
                if thing not in self.own:
                    self.seen["pushes" if pushed else "carries"] = 1
                continue
            way = self.entered(thing)
            stoppers = [
                other
                for other in self.things
                if other != thing and after[other] & set(way) and self.board.stops(other, thing)
            ]
            for other in stoppers:
                answer.blocked.append(
                    (thing, motion.direction, other, next(cell for cell in way if cell in after[other]))
                )
            if not stoppers:
                answer.blocked.append((thing, motion.direction, NOBODY, None))
        for thing in sorted(going):
            for other in self.things:
                if other == thing:
                    continue
                shared, shares = bool(before[thing] & before[other]), bool(after[thing] & after[other])
                if shares and not shared:
                    answer.enter.append((thing, other))
                if shared and not shares:
                    answer.leave.append((thing, other))
        self.seen["rings"] = int(self.ring(going))
        self.seen["turns"] = int(any(self.motion[thing].turn is not None for thing in going))
        self.seen["refused turns"] = int(any(self.motion[thing].turn for thing in self.motion.keys() - going))
        self.seen["partly outside"] = int(any(after[thing] != whole[thing].body for thing in going))
        self.seen["bodies"] = int(any(len(self.board.bodies[thing]) > 1 for thing in self.motion))
        return answer

    def ring(self, going: frozenset[int]) -> bool:
        """Whether three or more things went round, each to the cell that the next one left."""
        for first in going:
            paths = [[first]]
            while paths:
                path = paths.pop()
                for after in going:
                    if not self.end(path[-1]) & self.start(after):
                        continue
                    if after == first and len(path) > 2:
                        return True
                    if after not in path:
                        paths.append([*path, after])
        return False


def resolve(board: Board) -> Answer:
    return Resolution(board).run()
