"""Queries: the value of an expression, the matches of a query, the truth of a fact, on one position.

`Matcher` reads a position and the events of the turn and changes nothing. An environment has one entry per variable
of the scope, None where it is not bound; an undefined value is None too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from arcg.compiler import ir
from arcg.runtime.engine import MAX_TUPLES, MAX_VALUE
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Cell, Saved, State, Thing

Value = int | Cell | None
"""A number, enumeration place, direction, handle or `NONE`; a cell as (x, y); or undefined."""


def as_int(value: Value) -> int:
    """A value that is known to be a number, an enumeration place, a direction or a handle.

    Raises:
        TypeError: it is not, so the program breaks the rules of the IR.

    """
    if not isinstance(value, int):
        raise TypeError(f"a number was expected, not {value!r}")
    return value


def as_cell(value: Value) -> Cell:
    """A value that is known to be a cell.

    Raises:
        TypeError: it is not, so the program breaks the rules of the IR.

    """
    if not isinstance(value, tuple):
        raise TypeError(f"a cell was expected, not {value!r}")
    return value


class Env(list[Value]):
    """What the variables of a scope are bound to, by slot."""

    __slots__ = ("scope",)

    def __init__(self, scope: Sequence[ir.Variable], values: Sequence[Value] = ()) -> None:
        super().__init__(values)
        self.extend([None] * (len(scope) - len(values)))
        self.scope = scope

    def fork(self) -> Env:
        """An independent copy."""
        return Env(self.scope, self)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One emission of an event. `serial` numbers the emissions of a turn."""

    serial: int
    event: int
    args: tuple[Value, ...]


Extensions = dict[int, dict[tuple[Value, ...], None]]
"""For facts by number, the tuples of which they hold."""

GONE = -(10**18)
"""What an event's argument reads when its thing is gone: no number that a game can calculate."""

SYMMETRIC = frozenset(("overlaps", "touches", "near", "beside"))
"""Relations that hold both ways round."""


class Asking(Protocol):
    """A request for motion, as far as a question can be about it."""

    @property
    def direction(self) -> int | None:
        """Where the thing is asked to move; None for a put."""


class Matcher:
    """Answers questions about one position; made anew whenever the position has changed."""

    def __init__(
        self,
        program: ir.Program,
        codec: Codec,
        state: State,
        start: Saved,
        events: Sequence[Occurrence],
        requests: Mapping[int, Asking] | None = None,
    ) -> None:
        self.program = program
        self.codec = codec
        self.state = state
        self.start = start
        self.events = events
        self.requests: Mapping[int, Asking] = {} if requests is None else requests
        """What is asked to move and not resolved yet."""
        level = program.levels[state.level]
        self.width, self.height = level.width, level.height
        self._places: dict[int, int] | None = None
        self._kind_order: dict[int, list[int]] = {}
        self._loops: dict[tuple[tuple[int, ...], int], Extensions] = {}
        self._growing: Extensions = {}
        """What the facts of the loop that is being worked out are known to hold of so far."""
        self._fields: dict[tuple[int, tuple[Value, ...], int], dict[Cell, int]] = {}

    # ------------------------------------------------------------ the order of things

    def place(self, handle: int) -> int:
        """The place of a thing in the order of things; none comes before all."""
        if self._places is None:
            order = self.codec.order(self.state, self.start)
            self._places = {thing: number for number, thing in enumerate(order)}
        return self._places.get(handle, -1)

    def things_of(self, kinds: Sequence[int]) -> list[int]:
        """The things of these kinds in the order of things."""
        found = []
        for kind in kinds:
            if kind not in self._kind_order:
                handles = self.state.of_kind(kind)
                self._kind_order[kind] = sorted(handles, key=self.place) if len(handles) > 1 else handles
            found += self._kind_order[kind]
        return found

    def thing(self, handle: Value) -> Thing | None:
        """The thing of a handle; None for none and for what is gone."""
        return self.state.things.get(handle) if isinstance(handle, int) else None

    # ------------------------------------------------------------ expressions

    def value(self, expr: ir.Expr, env: Env) -> Value:
        """The value of an expression; None when undefined."""
        match expr:
            case ir.Const(_, value):
                return value
            case ir.Slot(index):
                return env[index]
            case ir.World(attr):
                return self.state.world[attr]
            case ir.Attr(of, field):
                return self._attribute(self.value(of, env), field)
            case ir.Apply(function, args):
                values = [self.value(arg, env) for arg in args]
                return None if None in values else self._apply(function, values)
            case ir.Recode(inner, table):
                place = self.value(inner, env)
                return table[place] if isinstance(place, int) and place >= 0 else place
            case ir.Aggregate(op, of_value, query):
                return self._aggregate(op, of_value, query, env)
            case ir.Either(options):
                return self._either(options, env)
            case ir.Asked(of):
                return self._asked(self.value(of, env))
            case ir.Distance(number, args, cell):
                place = self.value(cell, env)
                return self._field(number, args, env).get(place) if isinstance(place, tuple) else None
            case ir.Approach(number, args, cell):
                return self._approach(self._field(number, args, env), self.value(cell, env))

    def _attribute(self, handle: Value, field: int) -> Value:
        thing = self.thing(handle)
        if thing is None:
            return None
        for place, attr in enumerate(self.program.kinds[thing.kind].attrs):
            if attr.field == field:
                return thing.attrs[place]
        return None

    def _apply(self, function: ir.Function, values: list[Value]) -> Value:
        match function:
            case "cell_of":
                thing = self.state.things.get(as_int(values[0]))
                return thing.cell if thing else None
            case "cell":
                return (as_int(values[0]), as_int(values[1]))
            case "x":
                return as_cell(values[0])[0]
            case "y":
                return as_cell(values[0])[1]
            case "ahead":
                x, y = as_cell(values[0])
                dx, dy = ir.STEPS[as_int(values[1])]
                return (x + dx, y + dy)
            case "way":
                return _way(as_cell(values[0]), as_cell(values[1]))
            case _:
                return _within(_number(function, *[as_int(value) for value in values]))

    def _aggregate(self, op: str, expr: ir.Expr | None, query: ir.Query, env: Env) -> Value:
        matches = self.matches(query, env)
        if op == "count":
            return len(matches)
        if expr is None:
            raise TypeError(f"`{op}` needs a value")
        values = [value for match in matches if (value := self.value(expr, match)) is not None]
        if op == "first":
            return values[0] if values else None
        numbers = [as_int(value) for value in values]
        if op == "sum":
            return _within(sum(numbers))
        if not numbers:
            return None
        return min(numbers) if op == "min" else max(numbers)

    def _asked(self, handle: Value) -> Value:
        request = self.requests.get(handle) if isinstance(handle, int) else None
        return request.direction if request is not None else None

    def _either(self, options: Sequence[ir.Expr], env: Env) -> Value:
        return next((found for option in options if (found := self.value(option, env)) is not None), None)

    # ------------------------------------------------------------ queries

    def exists(self, query: ir.Query, env: Env) -> bool:
        """Whether a query has a match that extends `env`."""
        return next(self._solve(query.atoms, 0, env.fork()), None) is not None

    def matches(self, query: ir.Query, env: Env) -> list[Env]:
        """The distinct matches in order, each as an extension of `env`."""
        found: dict[tuple[Value, ...], Env] = {}
        bound = (*query.things, *query.values)
        for solution in self._solve(query.atoms, 0, env.fork()):
            found.setdefault(tuple([solution[slot] for slot in bound]), solution.fork())
        if len(found) < 2:
            return list(found.values())
        return sorted(found.values(), key=lambda solution: self.match_key(query, solution))

    def match_key(self, query: ir.Query, env: Env) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        """What matches are sorted by: things by the order of things, then values ascending."""
        things = tuple([self.place(as_int(env[slot])) for slot in query.things])
        return things, tuple([self._value_key(env[slot], env.scope[slot]) for slot in query.values])

    def _value_key(self, value: Value, variable: ir.Variable) -> tuple[int, int]:
        if isinstance(value, tuple):
            return (value[1], value[0])
        if variable.sort == "dir":
            return (0, self.program.ties.index(as_int(value)))
        return (0, as_int(value))

    def _solve(self, atoms: Sequence[ir.Atom], at: int, env: Env) -> Iterator[Env]:
        """Every way to satisfy the atoms from number `at` on; `env` is changed in place while iterating."""
        if at == len(atoms):
            yield env
            return
        atom = atoms[at]
        match atom:
            case ir.Bind(slot, kinds):
                yield from self._bind(slot, self._candidates(slot, kinds, atoms, at, env), atoms, at, env)
            case ir.Range(slot, over):
                everything = self.program.ties if over == "dir" else self._board()
                yield from self._bind(slot, everything, atoms, at, env)
            case ir.Assign(slot, expr):
                value = self.value(expr, env)
                yield from self._bind(slot, () if value is None else (value,), atoms, at, env)
            case ir.CellsOf(slot, of):
                yield from self._bind(slot, self.cells(self.value(of, env)) or (), atoms, at, env)
            case ir.Ray(slot, start, direction, until):
                ends = [self.value(part, env) for part in (start, direction)]
                stop = self.value(until, env) if until is not None else None
                everything = () if None in ends else self._ray(as_cell(ends[0]), as_int(ends[1]), stop)
                yield from self._bind(slot, everything, atoms, at, env)
            case ir.Did(event, args):
                occurrences = [self.arguments(o) for o in self.events if o.event == event]
                yield from self._unify_each(args, occurrences, atoms, at, env)
            case ir.Fact(fact, args):
                yield from self._unify_each(args, self._fact(fact, args, env), atoms, at, env)
            case _:
                if self._holds(atom, env):
                    yield from self._solve(atoms, at + 1, env)

    def _bind(
        self, slot: int, candidates: Sequence[Value], atoms: Sequence[ir.Atom], at: int, env: Env
    ) -> Iterator[Env]:
        """Go on with each candidate in the slot, or, if the slot is bound, when its value is a candidate."""
        if env[slot] is not None:
            if env[slot] in candidates:
                yield from self._solve(atoms, at + 1, env)
            return
        for candidate in candidates:
            env[slot] = candidate
            yield from self._solve(atoms, at + 1, env)
        env[slot] = None

    def _candidates(
        self, slot: int, kinds: Sequence[int], atoms: Sequence[ir.Atom], at: int, env: Env
    ) -> Sequence[int]:
        """The things that a `Bind` tries: all of the kinds, or fewer when the next atom ties the thing to a cell."""
        bound = env[slot]
        if bound is not None:
            return (as_int(bound),) if self._is_kind(bound, kinds) else ()
        cells = self._probe(slot, atoms[at + 1], env) if at + 1 < len(atoms) else None
        if cells is None:
            return self.things_of(kinds)
        found = dict.fromkeys(handle for cell in cells for handle in self.at(cell))
        return [handle for handle in found if self.state.things[handle].kind in kinds]

    def _probe(self, slot: int, atom: ir.Atom, env: Env) -> list[Cell] | None:
        """The cells on which the thing in `slot` must lie for the relation `atom` to hold, if that is few."""
        if not isinstance(atom, ir.Relate):
            return None
        left, right = atom.left, atom.right
        if right == ir.Slot(slot) and atom.relation in SYMMETRIC:
            left, right = right, left
        if left != ir.Slot(slot) or _mentions(right, slot):
            return None
        other = self.value(right, env)
        if atom.relation == "at":
            return [other] if isinstance(other, tuple) else []
        covered = self.cells(other) or ()
        match atom.relation:
            case "on" | "overlaps":
                return list(covered)
            case "touches":
                return [(x + dx, y + dy) for x, y in covered for dx, dy in ir.STEPS]
            case "near":
                return [(x + dx, y + dy) for x, y in covered for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            case "beside":
                return [(x + dx, y) for x, y in covered for dx in (-1, 1)]
            case _:
                return None

    def _holds(self, atom: ir.Atom, env: Env) -> bool:
        """Atoms that bind nothing."""
        match atom:
            case ir.IsKind(of, kinds):
                return self._is_kind(self.value(of, env), kinds)
            case ir.Compare(op, left, right):
                return _compare(op, self.value(left, env), self.value(right, env))
            case ir.Relate():
                return self._related(atom, env)
            case ir.Stops(thing, other):
                one, two = self.value(thing, env), self.value(other, env)
                return (
                    self.thing(one) is not None and self.thing(two) is not None and self.stops(as_int(one), as_int(two))
                )
            case ir.Exists(alternatives):
                return any(self.exists(query, env) for query in alternatives)
            case ir.No(query):
                return not self.exists(query, env)
            case ir.Every(over, claim):
                return all(self.exists(claim, match) for match in self.matches(over, env))
            case _:
                raise TypeError(f"not a test: {type(atom).__name__}")

    def _related(self, atom: ir.Relate, env: Env) -> bool:
        """Spatial relations, on the cells that things cover."""
        left, right = self.value(atom.left, env), self.value(atom.right, env)
        one = self.cells(left)
        if one is None or right is None:
            return False
        if atom.relation == "at":
            return right in one
        two = self.cells(right)
        if two is None or left == right:
            return False
        match atom.relation:
            case "on":
                return bool(one) and all(cell in two for cell in one)
            case "overlaps":
                return any(cell in two for cell in one)
            case "touches":
                return any(abs(x - u) + abs(y - v) == 1 for x, y in one for u, v in two)
            case "near":
                return any(max(abs(x - u), abs(y - v)) == 1 for x, y in one for u, v in two)
            case "beside":
                return any(_enters(one, two, ir.STEPS[direction]) for direction in (ir.LEFT, ir.RIGHT))
            case "ahead":
                direction = self.value(atom.direction, env) if atom.direction is not None else None
                return isinstance(direction, int) and _enters(one, two, ir.STEPS[direction])
            case _:
                raise TypeError(f"not a relation of two things: {atom.relation}")

    def cells(self, handle: Value) -> tuple[Cell, ...] | None:
        """The cells of the board that a thing covers, row-major; None for none and for what is gone."""
        thing = self.thing(handle)
        return self.codec.bodies.seen(self.state, thing) if thing else None

    def at(self, cell: Cell) -> list[int]:
        """The handles of the things that cover a cell of the board, in no particular order."""
        return self.codec.bodies.at(self.state, cell)

    def _board(self) -> list[Cell]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def _on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def _ray(self, start: Cell, direction: int, until: Value) -> list[Cell]:
        """The cells of the board from `start` on in a direction, nearest first, those before `until`."""
        far = _steps(start, until, direction) if isinstance(until, tuple) else None
        found = [(steps, cell) for cell in self._board() if (steps := _steps(start, cell, direction)) is not None]
        return [cell for steps, cell in sorted(found) if far is None or steps < far]

    def stops(self, thing: int, other: int) -> bool:
        """Whether one thing stops another: two things of one ordinary layer, or by a clause."""
        if thing == other:
            return False
        layers = [self.program.kinds[self.state.things[handle].kind].layer for handle in (thing, other)]
        if layers[0] == layers[1] and not self.program.layers[layers[0]].free:
            return True
        return self.holds(self.program.stops, thing, other)

    # ------------------------------------------------------------ fields

    def _field(self, number: int, args: Sequence[ir.Expr], env: Env) -> dict[Cell, int]:
        """The distance of every cell that a field reaches, for these arguments."""
        known = [self.value(arg, env) for arg in args]
        if None in known:
            return {}
        key = (number, tuple(known), len(self.events))
        if key not in self._fields:
            self._fields[key] = self._spread(self.program.distances[number], known)
        return self._fields[key]

    def _spread(self, field: ir.FieldTable, known: list[Value]) -> dict[Cell, int]:
        """Breadth first, from the cells that the field leads to."""
        found = {as_cell(values[-1]): 0 for values in self.clause(field.to, [*known, None])}
        edge = list(found)
        refused: set[Cell] = set()
        while edge:
            cell = edge.pop(0)
            for dx, dy in ir.STEPS:
                beside = (cell[0] + dx, cell[1] + dy)
                if beside in found or beside in refused or not self._on_board(beside):
                    continue
                if next(self.clause(field.through, [*known, beside]), None) is None:
                    refused.add(beside)
                else:
                    found[beside] = found[cell] + 1
                    edge.append(beside)
        return found

    def _approach(self, field: dict[Cell, int], cell: Value) -> Value:
        """The direction of the neighbour with the least distance, if that is below the present one."""
        if not isinstance(cell, tuple):
            return None
        best, way = field.get(cell), None
        for direction in self.program.ties:
            dx, dy = ir.STEPS[direction]
            there = field.get((cell[0] + dx, cell[1] + dy))
            if there is not None and (best is None or there < best):
                best, way = there, direction
        return way

    # ------------------------------------------------------------ events and facts

    def arguments(self, occurrence: Occurrence) -> tuple[Value, ...]:
        """What an event's arguments read now; `GONE` for a thing that is gone."""
        sorts = self.program.events[occurrence.event].sorts
        return tuple(
            [
                GONE if sort == "thing" and value != ir.NONE and value not in self.state.things else value
                for sort, value in zip(sorts, occurrence.args, strict=True)
            ]
        )

    def unify(self, args: Sequence[ir.Arg], values: Sequence[Value], env: Env) -> list[int] | None:
        """Bind the arguments of a pattern to the values of an occurrence.

        Returns the slots that were newly bound in `env`, or None (and binds nothing) if the pattern does not fit. A
        variable reads none for a thing that is gone, but `none` in a pattern means that there never was one.
        """
        fresh: list[int] = []
        for arg, value in zip(args, values, strict=False):
            match arg:
                case ir.Wild():
                    fits = True
                case ir.Equal(expr):
                    wanted = self.value(expr, env)
                    fits = wanted is not None and (wanted == value or (wanted == ir.NONE and value is None))
                case ir.Take(slot, kinds):
                    read = ir.NONE if value == GONE else value
                    fits = read is not None and (kinds is None or self._is_kind(read, kinds))
                    if fits and env[slot] is None:
                        env[slot] = read
                        fresh.append(slot)
                    elif fits:
                        fits = env[slot] == read
            if not fits:
                for slot in fresh:
                    env[slot] = None
                return None
        return fresh

    def _is_kind(self, value: Value, kinds: Sequence[int]) -> bool:
        thing = self.thing(value)
        return thing is not None and thing.kind in kinds

    def _unify_each(
        self,
        args: Sequence[ir.Arg],
        tuples: Sequence[tuple[Value, ...]],
        atoms: Sequence[ir.Atom],
        at: int,
        env: Env,
    ) -> Iterator[Env]:
        for values in tuples:
            fresh = self.unify(args, values, env)
            if fresh is not None:
                yield from self._solve(atoms, at + 1, env)
                for slot in fresh:
                    env[slot] = None

    def _fact(self, fact: int, args: Sequence[ir.Arg], env: Env) -> list[tuple[Value, ...]]:
        """The tuples of which a fact holds, given the arguments that are known."""
        known: list[Value] = []
        for arg in args:
            match arg:
                case ir.Equal(expr):
                    value = self.value(expr, env)
                    if value is None:
                        return []
                    known.append(value)
                case ir.Take(slot, _):
                    known.append(env[slot])
                case _:
                    known.append(None)
        table = self.program.facts[fact]
        if table.loop:
            extension = self._growing[fact] if fact in self._growing else self._loop(table.loop)[fact]
            return [
                values
                for values in extension
                if all(want is None or want == value for want, value in zip(known, values, strict=False))
            ]
        found: dict[tuple[Value, ...], None] = {}
        for clause in table.clauses:
            found.update(dict.fromkeys(self.clause(clause, known)))
        return list(found)

    def _loop(self, loop: tuple[int, ...]) -> Extensions:
        """What the facts of a loop hold of: the least that their clauses allow, found by asking until nothing is new.

        What a round finds follows from something that the round before it has found. So a clause that asks for one fact
        of the loop is asked with the new tuples alone, and one that asks for none only once (semi-naive evaluation,
        Bancilhon 1986). Of nothing when there are more than `MAX_TUPLES`.
        """
        key = (loop, len(self.events))
        if key in self._loops:
            return self._loops[key]
        outside = self._growing
        clauses = [(fact, clause, _asks(clause, loop)) for fact in loop for clause in self.program.facts[fact].clauses]
        known: Extensions = {fact: {} for fact in loop}
        new = known
        first = True
        while first or any(new.values()):
            found: Extensions = {fact: {} for fact in loop}
            for fact, clause, asks in clauses:
                if asks or first:
                    self._growing = new if asks == 1 else known
                    tuples = self.clause(clause, [None] * len(clause.params))
                    found[fact].update(dict.fromkeys(v for v in tuples if v not in known[fact]))
            for fact in loop:
                known[fact].update(found[fact])
            new, first = found, False
            if sum(map(len, known.values())) > MAX_TUPLES:
                self.codec.crowded = True
                known, new = {fact: {} for fact in loop}, {}
        self._growing = outside
        self._loops[key] = known
        return known

    def clause(self, clause: ir.Clause, known: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
        """The tuples of parameters for which one clause of a fact holds, given those that are known (None: unknown)."""
        env = Env(clause.slots)
        for slot, value in zip(clause.params, known, strict=False):
            env[slot] = value
        for solution in self._solve(clause.query.atoms, 0, env):
            yield tuple([solution[slot] for slot in clause.params])

    def holds(self, clauses: Sequence[ir.Clause], *known: Value) -> bool:
        """Whether any clause of a fact holds of fully known arguments."""
        return any(next(self.clause(clause, known), None) is not None for clause in clauses)


def _asks(clause: ir.Clause, loop: Sequence[int]) -> int:
    """How many conditions of a clause ask for facts of a loop."""
    return sum(isinstance(node, ir.Fact) and node.fact in loop for node in ir.nodes(clause.query))


def _mentions(expr: ir.Expr, slot: int) -> bool:
    match expr:
        case ir.Slot(index):
            return index == slot
        case ir.Attr(of, _) | ir.Recode(of, _) | ir.Asked(of):
            return _mentions(of, slot)
        case ir.Apply(_, args):
            return any(_mentions(arg, slot) for arg in args)
        case ir.Either(options):
            return any(_mentions(option, slot) for option in options)
        case ir.Distance(_, args, cell) | ir.Approach(_, args, cell):
            return any(_mentions(part, slot) for part in (*args, cell))
        case ir.Aggregate():
            return True
        case _:
            return False


def _enters(one: Sequence[Cell], two: Sequence[Cell], step: tuple[int, int]) -> bool:
    """Whether `one` covers a cell that `two` would newly enter by a step."""
    return any((x + step[0], y + step[1]) in one for x, y in two if (x + step[0], y + step[1]) not in two)


def _steps(start: Cell, end: Cell, direction: int) -> int | None:
    """How many steps in a direction lead from one cell to another; None if they do not."""
    dx, dy = ir.STEPS[direction]
    count = (end[0] - start[0]) * dx + (end[1] - start[1]) * dy
    return count if count > 0 and (start[0] + dx * count, start[1] + dy * count) == end else None


def _way(start: Cell, end: Cell) -> int | None:
    """The direction from one cell to another in its row or column; None where there is none."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if (dx == 0) == (dy == 0):
        return None
    return ir.STEPS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


def _compare(op: str, left: Value, right: Value) -> bool:
    if left is None or right is None:
        return False
    if op in ("=", "!="):
        return (left == right) == (op == "=")
    one, two = as_int(left), as_int(right)
    return {"<": one < two, "<=": one <= two, ">": one > two, ">=": one >= two}[op]


def _within(number: int | None) -> int | None:
    """A calculated number, undefined when it is too large."""
    return number if number is not None and -MAX_VALUE <= number <= MAX_VALUE else None


def _number(function: str, a: int, b: int = 0) -> int | None:
    """Functions of numbers and directions."""
    match function:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return a // b if b else None
        case "mod":
            return a % b if b else None
        case "neg":
            return -a
        case "abs":
            return abs(a)
        case "least":
            return min(a, b)
        case "most":
            return max(a, b)
        case "cw":
            return ir.CLOCKWISE[a]
        case "ccw":
            return ir.COUNTER_CLOCKWISE[a]
        case "back":
            return ir.BACK[a]
        case "dx":
            return ir.STEPS[a][0]
        case "dy":
            return ir.STEPS[a][1]
        case _:
            raise TypeError(f"unknown function {function}")
