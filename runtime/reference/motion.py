"""Motion: what becomes of the requests of one iteration.

`resolve` takes the position before and the requests, asks the four facts (`stops`, `pushes`, `carries`, `stuck`) of
that position, and gives the position after with the outcomes to announce. It goes in four steps: spread, remove,
contests, and then all move at once. What of a body lies off the board meets nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arcg.compiler import ir
from arcg.runtime.reference.effects import Request
from arcg.runtime.reference.matching import Matcher, Value, as_int
from arcg.runtime.reference.state import Cell, Thing


@dataclass(slots=True)
class Going:
    """A thing that wants to be what `end` says.

    `direction` and `by` are those of a move, own or offered; None and 0 for another motion. `key` tells motions apart:
    the displacement of a move or a put, the pivot and sense of a turn. `own`: it asked itself. `pushers` and `carriers`
    are those whose offers it took.
    """

    end: Thing
    key: tuple[object, ...]
    direction: int | None
    by: int
    own: bool
    pushers: list[int] = field(default_factory=list)
    carriers: list[int] = field(default_factory=list)

    def same(self, other: Going) -> bool:
        """Whether an offer of `other` is an offer of this motion."""
        return self.key == other.key


@dataclass(frozen=True, slots=True)
class Moved:
    """Outcomes of a resolution: what things are now, and the events in the order in which they are announced."""

    things: Mapping[int, Thing]
    events: tuple[tuple[int, tuple[Value, ...]], ...]


class Motion:
    """One resolution; `run` gives its outcome."""

    def __init__(self, matcher: Matcher, requests: Mapping[int, Request]) -> None:
        self.matcher = matcher
        self.program = matcher.program
        self.bodies = matcher.codec.bodies
        self.things = matcher.state.things
        self.order = sorted(self.things, key=matcher.place)
        self.place = {handle: number for number, handle in enumerate(self.order)}
        self.facts: dict[tuple[str, int, int], bool] = {}
        self.carry_offers: dict[int, list[int]] = {}
        self.stuck: set[int] = set()
        self.refused: set[int] = set()
        self.going: dict[int, Going] = {}
        for handle in self.order:
            if handle in requests and (going := self._own(handle, requests[handle])) is not None:
                self.going[handle] = going
        self.wanted: dict[int, Going] = {}
        self.carried: dict[int, list[int]] = {}
        """What is tied to each carrier."""

    def run(self) -> Moved:
        """Resolve."""
        self._spread()
        self.wanted = dict(self.going)
        for handle, going in self.going.items():
            for carrier in going.carriers:
                self.carried.setdefault(carrier, []).append(handle)
        self._remove()
        while self._contest():
            self._remove()
        return Moved({handle: going.end for handle, going in self.going.items()}, tuple(self._outcomes()))

    def _own(self, handle: int, request: Request) -> Going | None:
        """A request as a motion; None for one that goes nowhere."""
        x, y = self.things[handle].cell
        key: tuple[object, ...]
        if request.sense is not None and request.cell is not None:
            key = ("turn", request.sense, request.cell)
        elif request.cell is not None:
            key = ("put", request.cell[0] - x, request.cell[1] - y)
        else:
            step = ir.STEPS[as_int(request.direction)]
            key = ("move", step[0] * request.by, step[1] * request.by)
        end = self._moved(handle, key)
        return Going(end, key, request.direction, request.by, True) if end != self.things[handle] else None

    def _offered(self, handle: int, giver: Going) -> Going:
        """The motion of another thing, offered to this one."""
        return Going(self._moved(handle, giver.key), giver.key, giver.direction, giver.by, False)

    def _moved(self, handle: int, key: tuple[object, ...]) -> Thing:
        """What a thing would be after a motion."""
        thing = self.things[handle]
        match key:
            case ("turn", str(sense), (int(x), int(y))):
                return self.bodies.turned(thing, sense, (x, y))
            case (_, int(dx), int(dy)):
                return thing._replace(x=thing.x + dx, y=thing.y + dy)
        raise TypeError(f"not a motion: {key}")

    # ------------------------------------------------------------ cells

    def _body(self, handle: int) -> set[Cell]:
        """The cells of the board that the thing covers."""
        return set(self.matcher.cells(handle) or ())

    def _end(self, handle: int) -> set[Cell]:
        """The cells of the board that it covers at the end, if nothing more is removed."""
        going = self.going.get(handle)
        return set(self.bodies.seen(self.matcher.state, going.end)) if going else self._body(handle)

    def _entered(self, handle: int, going: Going) -> set[Cell]:
        """The cells of the board that the thing would newly enter: along every unit step of a move, else at its end."""
        body = self._body(handle)
        if going.direction is None:
            return set(self.bodies.seen(self.matcher.state, going.end)) - body
        dx, dy = ir.STEPS[going.direction]
        steps = min(going.by, 2 * (self.matcher.width + self.matcher.height))  # more of them lie off the board as well
        along = {
            (x + dx * n, y + dy * n) for x, y in self.bodies.cells(self.things[handle]) for n in range(1, steps + 1)
        }
        return {cell for cell in along - body if self._on_board(cell)}

    def _on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.matcher.width and 0 <= cell[1] < self.matcher.height

    def _met(self, handle: int, going: Going) -> list[int]:
        """The things that cover a cell which the thing would newly enter, in the order of things."""
        met = {h for cell in self._entered(handle, going) for h in self.matcher.at(cell)} - {handle}
        return sorted(met, key=self.place.__getitem__)

    # ------------------------------------------------------------ facts

    def _fact(self, name: str, one: int, two: int) -> bool:
        key = (name, one, two)
        if key not in self.facts:
            self.facts[key] = self.matcher.holds(getattr(self.program, name), one, two)
        return self.facts[key]

    def _stops(self, one: int, two: int) -> bool:
        """Whether `one` stops `two`: things of one ordinary layer do, and whatever the author says."""
        key = ("stops", one, two)
        if key not in self.facts:
            self.facts[key] = self.matcher.stops(one, two)
        return self.facts[key]

    def _carried(self, handle: int) -> list[int]:
        """The things that a thing carries, in the order of things."""
        clauses = self.program.carries
        found = {as_int(pair[1]) for clause in clauses for pair in self.matcher.clause(clause, (handle, None))}
        return sorted(found - {handle}, key=self.place.__getitem__)

    # ------------------------------------------------------------ 1. spread

    def _spread(self) -> None:
        """Each request offers itself to what it pushes and carries; whoever takes an offer passes it on."""
        fronts = [handle for handle in self.order if handle in self.going]
        while fronts:
            taken: list[int] = []
            for handle in fronts:
                going = self.going[handle]
                if going.direction is not None:
                    for other in self._met(handle, going):
                        if self._fact("pushes", handle, other):
                            self._offer_push(handle, other, taken)
                for other in self._carried(handle):
                    self._offer_carry(handle, other, taken)
            fronts = sorted(taken, key=self.place.__getitem__)

    def _offer_push(self, pusher: int, other: int, taken: list[int]) -> None:
        held, going = self.going.get(other), self.going[pusher]
        if held is None:
            self.going[other] = self._offered(other, going)
            self.going[other].pushers.append(pusher)
            taken.append(other)
        elif not held.own and held.same(going):
            held.pushers.append(pusher)

    def _offer_carry(self, carrier: int, other: int, taken: list[int]) -> None:
        held, going = self.going.get(other), self.going[carrier]
        if held is None:
            self.going[other] = self._offered(other, going)
            self.going[other].carriers.append(carrier)
            taken.append(other)
        elif held.own:
            return
        elif held.same(going):
            held.carriers.append(carrier)
        else:
            self.stuck.add(carrier)
        offers = self.carry_offers.setdefault(other, [])
        offers.append(carrier)
        if any(not self.going[offering].same(going) for offering in offers):
            self.stuck.update(offers)

    # ------------------------------------------------------------ 2. remove

    def _remove(self) -> None:
        """Take away what cannot go, until nothing changes."""
        while True:
            gone = {handle for handle, going in self.going.items() if not self._can_go(handle, going)}
            gone |= self._swaps() | (self.going.keys() - self._driven())
            if not gone:
                return
            self._refuse(gone)

    def _refuse(self, handles: set[int]) -> None:
        for handle in handles:
            del self.going[handle]
        self.refused |= handles

    def _can_go(self, handle: int, going: Going) -> bool:
        if handle in self.stuck:
            return False
        if going.direction is not None and self._fact("stuck", handle, going.direction):
            return False
        if not self.bodies.legal(self.matcher.state, going.end):
            return False
        staying = {h for cell in self._entered(handle, going) for h in self.matcher.at(cell) if h not in self.going}
        if any(self._stops(other, handle) for other in staying):
            return False
        if any(carrier not in self.going for carrier in going.carriers):
            return False
        return all(other in self.going for other in self.carried.get(handle, ()))

    def _driven(self) -> set[int]:
        """What goes by its own request or by an offer of what is driven; two that carry each other are no motor."""
        driven = {handle for handle, going in self.going.items() if going.own}
        while True:
            more = {
                handle
                for handle, going in self.going.items()
                if handle not in driven and any(giver in driven for giver in (*going.pushers, *going.carriers))
            }
            if not more:
                return driven
            driven |= more

    def _swaps(self) -> set[int]:
        """Moves and turns that differ and whose bodies each end on a cell that the other started on."""
        found: set[int] = set()
        for one, first in self.going.items():
            if first.key[0] == "put":
                continue
            for two in {handle for cell in self._end(one) for handle in self.matcher.at(cell)}:
                second = self.going.get(two)
                if second is None or second.key[0] == "put" or first.same(second):
                    continue
                if self._end(two) & self._body(one) and (self._stops(one, two) or self._stops(two, one)):
                    found |= {one, two}
        return found

    # ------------------------------------------------------------ 3. contests

    def _contest(self) -> bool:
        """Settle the first contest, by cell row-major; False when there is none."""
        ends: dict[Cell, list[int]] = {}
        for handle in sorted(self.going, key=self.place.__getitem__):
            for cell in self._end(handle):
                ends.setdefault(cell, []).append(handle)
        for cell in sorted(ends, key=lambda c: (c[1], c[0])):
            handles = ends[cell]
            if len(handles) < 2:
                continue
            handles.sort(key=lambda h: (not self._pushes_out(h, cell), self.place[h]))
            for number, first in enumerate(handles):
                rivals = handles[number + 1 :]
                stopped = {rival for rival in rivals if self._stops(first, rival)}
                if stopped:
                    self._refuse(stopped)
                    return True
                if any(self._stops(rival, first) for rival in rivals):
                    self._refuse({first})
                    return True
        return False

    def _pushes_out(self, handle: int, cell: Cell) -> bool:
        """Whether the thing pushes another out of a cell."""
        return any(other in self.going and handle in self.going[other].pushers for other in self.matcher.at(cell))

    # ------------------------------------------------------------ 4. outcomes

    def _outcomes(self) -> list[tuple[int, tuple[Value, ...]]]:
        """`moved`, `blocked`, `enter`, `leave`, each in the order of things."""
        events: list[tuple[int, tuple[Value, ...]]] = []
        after: dict[Cell, list[int]] = {}
        for handle in self.order:
            for cell in self._end(handle):
                after.setdefault(cell, []).append(handle)
        for handle in self.order:
            going = self.going.get(handle)
            if going and going.direction is not None and (going.own or any(p in self.going for p in going.pushers)):
                events.append((ir.MOVED, (handle, going.direction)))
        for handle in self.order:
            if handle in self.refused:
                events += self._blocked(handle, self.wanted[handle], after)
        entered: list[tuple[int, tuple[Value, ...]]] = []
        left: list[tuple[int, tuple[Value, ...]]] = []
        for handle in self.order:
            if handle in self.going:
                before = {h for cell in self._body(handle) for h in self.matcher.at(cell)} - {handle}
                now = {h for cell in self._end(handle) for h in after[cell]} - {handle}
                entered += [(ir.ENTER, (handle, other)) for other in sorted(now - before, key=self.place.__getitem__)]
                left += [(ir.LEAVE, (handle, other)) for other in sorted(before - now, key=self.place.__getitem__)]
        return events + entered + left

    def _blocked(
        self, handle: int, going: Going, after: Mapping[Cell, list[int]]
    ) -> list[tuple[int, tuple[Value, ...]]]:
        """One per thing that stops it and now covers a cell it would newly have entered, or one for nobody."""
        hits: dict[int, Cell] = {}
        for cell in sorted(self._entered(handle, going), key=lambda c: (c[1], c[0])):
            for other in after.get(cell, ()):
                if other != handle and self._stops(other, handle):
                    hits.setdefault(other, cell)
        if not hits:
            return [(ir.BLOCKED, (handle, going.direction, ir.NONE, None))]
        return [
            (ir.BLOCKED, (handle, going.direction, other, hits[other]))
            for other in sorted(hits, key=self.place.__getitem__)
        ]


def resolve(matcher: Matcher, requests: Mapping[int, Request]) -> Moved:
    """Resolve the requests of one iteration on the position of `matcher`."""
    return Motion(matcher, requests).run()
