"""Queries that nobody would write, on a small position: nodes of the IR drawn at random, sound by the verifier's rules.

They use few slots for many things: a query in braces may bind a slot that the query around it binds later, a slot may
be bound twice, and an attribute that kinds hold differently is read only where the kind is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from support.sketch import check_sketch

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.matching import Matcher, Occurrence, Value

GAME = """\
game wild
board 4x3
actions arrows
layer floor free
layer solid
kind Crate on solid has hue: red blue green, worth: 0..3, way: facing, of: Crate
kind Rock on solid has hue: red blue, way: 0..9
kind Mark on floor has worth: 0..3
world has n: 0..5 = 2, out: facing, chosen: Crate
let even(Crate) when Crate.worth % 2 = 0
let likes(Crate, Rock) when Crate near Rock
let likes(Crate, Rock) when Rock.way > 4, no Mark at Crate
let worth_of(Crate, $n) when $n = Crate.worth
let open($d) when Mark at ahead(Crate, $d)
phase p
    on arrow($d), Crate -> seen(Crate, $d), out = $d
    on seen(Crate, $d) -> n = 1
legend
    A = Crate{hue=red, worth=1} Mark
    B = Crate{hue=blue, worth=2, way=left}
    C = Crate{worth=3, way=down}
    r = Rock{way=7}
    s = Rock{hue=blue, way=2}
    m = Mark
    M = Mark Mark{worth=2}
level
    chosen = $first
    put Crate{worth=3, way=down, of=$second} $first at cell(3, 2)
    put Crate{hue=green} $second at cell(0, 2)
    map
        A.rm
        Bs.M
        .m..
"""
THINGS, DIRS, CELLS, INTS = (0, 1), (2,), (3,), (4,)
SLOTS = tuple(
    ir.Variable(f"v{number}", sort)  # type: ignore[arg-type]
    for number, sort in enumerate(["thing", "thing", "dir", "cell", "int"])
)
POOL: dict[str, tuple[int, ...]] = {"thing": THINGS, "dir": DIRS, "cell": CELLS, "int": INTS}
CRATE, ROCK, MARK = range(3)
HUE, WORTH, WAY, OF = range(4)
SEEN = len(ir.BUILTIN_EVENTS)

Known = dict[int, tuple[int, ...] | None]
"""The slots that are bound, with the kinds of a thing where they are known."""


def program() -> ir.Program:
    """The game on whose first position the queries are asked."""
    game, found = check_sketch(GAME, "wild.arcg")
    assert game is not None, found
    return lower(game)


def matcher(program: ir.Program) -> Matcher:
    """Questions about the first position, in a turn in which some things happened."""
    engine = ReferenceEngine(program)
    state = engine._state
    first, *others = state.things
    events = [
        Occurrence(0, ir.ARROW, (ir.LEFT,)),
        Occurrence(1, SEEN, (first, ir.UP)),
        Occurrence(2, SEEN, (others[0], ir.LEFT)),
        Occurrence(3, SEEN, (first, ir.UP)),
        Occurrence(4, ir.BLOCKED, (first, None, ir.NONE, (1, 1))),
    ]
    return Matcher(program, engine._codec, state, engine._start, events)


class Queries:
    """Draws queries."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.one: Any = random.choice

    def query(self, known: Known, depth: int = 2) -> ir.Query:
        """A query of one to six atoms; `known` comes to hold what it binds."""
        before = set(known)
        atoms, bound = [], []
        for _ in range(self.random.randint(1, 6 if depth == 2 else 3)):
            atoms.append(self.atom(known, depth))
            bound += [slot for slot in known if slot not in before and slot not in bound]
        return ir.Query(
            tuple(atoms), tuple(s for s in bound if s in THINGS), tuple(s for s in bound if s not in THINGS)
        )

    def atom(self, known: Known, depth: int) -> ir.Atom:
        pick = self.random.randrange(20 if depth else 14)
        if pick < 4:
            slot, kinds = self.one(THINGS), self.kinds()
            known[slot] = tuple(set(kinds) & set(known.get(slot) or kinds))
            return ir.Bind(slot, kinds)
        if pick < 7:
            sort = "dir" if self.crates(known) else self.one(["thing", "int", "int", "dir", "cell"])
            op = self.one(["=", "=", "!=", "<", ">="]) if sort == "int" else self.one(["=", "=", "!="])
            return ir.Compare(op, self.expr(sort, known, depth), self.expr(sort, known, depth))
        if pick < 9:
            relation = self.one(["at", "on", "overlaps", "touches", "near", "ahead", "beside"])
            right = self.expr("cell" if relation == "at" else "thing", known, depth)
            way = self.expr("dir", known, depth) if relation == "ahead" else None
            return ir.Relate(relation, self.expr("thing", known, depth), right, way)
        if pick in (9, 10):
            return self.binding(known, depth)
        if pick in (11, 12):
            return self.asked(known)
        if pick == 13:
            thing, kinds = self.expr("thing", known, depth), self.kinds()
            if isinstance(thing, ir.Slot):
                known[thing.index] = tuple(set(kinds) & set(known[thing.index] or kinds))
            return ir.IsKind(thing, kinds)
        if pick < 16:
            return ir.No(self.query(dict(known), depth - 1))
        if pick == 16:
            inside = dict(known)
            over = self.query(inside, depth - 1)
            return ir.Every(over, self.query(inside, depth - 1))
        return ir.Exists(tuple(self.query(dict(known), depth - 1) for _ in range(self.random.randint(1, 2))))

    def binding(self, known: Known, depth: int) -> ir.Atom:
        sort = self.one(list(POOL))
        slot = self.one(POOL[sort])
        atom: ir.Atom
        if sort in ("dir", "cell") and self.random.random() < 0.5:
            atom = ir.Range(slot, sort)
        elif sort == "cell":
            atom = ir.CellsOf(slot, self.expr("thing", known, depth))
        else:
            atom = ir.Assign(slot, self.expr(sort, known, depth))
        known.setdefault(slot, None)
        return atom

    def asked(self, known: Known) -> ir.Atom:
        """A fact or an event with any arguments, the last of which may be left out."""
        number, sorts = self.one([(0, ["thing"]), (1, ["thing", "thing"]), (2, ["thing", "int"]), (3, ["dir"]),
                                  (ir.ARROW, ["dir"]), (SEEN, ["thing", "dir"]),
                                  (ir.BLOCKED, ["thing", "dir", "thing", "cell"])])  # fmt: skip
        fact = len(sorts) <= 2 and number < 4 and (number, sorts) != (ir.ARROW, ["dir"])
        args: list[ir.Arg] = []
        taken: Known = {}
        for sort in sorts[: self.random.randint(0, len(sorts))]:
            pick = self.random.randrange(4)
            if pick == 0:
                args.append(ir.Wild())
            elif pick == 1:
                args.append(ir.Equal(self.expr(sort, known, 0)))
            else:
                slot = self.one(POOL[sort])
                kinds = self.kinds() if sort == "thing" and self.random.random() < 0.5 else None
                args.append(ir.Take(slot, kinds))
                taken[slot] = kinds
        for slot, kinds in taken.items():
            before = known.get(slot)
            known[slot] = before if kinds is None else tuple(set(kinds) & set(before or kinds))
        return ir.Fact(number, tuple(args)) if fact else ir.Did(number, tuple(args))

    def crates(self, known: Known) -> list[int]:
        """The slots of which it is known that they hold a crate, whose `way` is a direction."""
        return [slot for slot in THINGS if known.get(slot) == (CRATE,)]

    def kinds(self) -> tuple[int, ...]:
        return tuple(sorted(self.random.sample([CRATE, ROCK, MARK], self.one([1, 1, 2, 3]))))

    # ------------------------------------------------------------ expressions

    def expr(self, sort: str, known: Known, depth: int) -> ir.Expr:
        """An expression of a sort that reads only what is bound."""
        bound = [ir.Slot(slot) for slot in POOL[sort] if slot in known]
        if bound and self.random.random() < 0.6:
            return self.one(bound)
        return self.one(list(self.ways(sort, known, depth)))()

    def ways(self, sort: str, known: Known, depth: int) -> Iterator[Any]:
        deeper = depth - 1
        if sort == "thing":
            yield lambda: ir.World(2)
            yield lambda: self.one([ir.Const("thing", ir.NONE), ir.World(2)])
        elif sort == "dir":
            yield lambda: ir.Const("dir", self.random.randrange(4))
            yield lambda: ir.World(1)
            if crates := self.crates(known):
                yield lambda: ir.Apply(self.one(["cw", "back"]), (ir.Attr(ir.Slot(self.one(crates)), WAY),))
        elif sort == "int":
            yield lambda: ir.Const("int", self.one([0, 1, 2, 3, 999_999_999]))
            yield lambda: ir.World(0)
        if depth <= 0:
            if sort == "cell":
                yield lambda: ir.Apply("cell", (ir.Const("int", self.random.randrange(4)), ir.Const("int", 1)))
            return
        if sort == "thing":
            yield lambda: ir.Attr(self.expr("thing", known, deeper), OF)
        elif sort == "dir":
            yield lambda: ir.Apply("ccw", (self.expr("dir", known, deeper),))
        elif sort == "cell":
            yield lambda: ir.Apply("cell_of", (self.expr("thing", known, deeper),))
            yield lambda: ir.Apply("ahead", (self.expr("cell", known, deeper), self.expr("dir", known, deeper)))
            yield lambda: ir.Apply("cell", (self.expr("int", known, deeper), self.expr("int", known, deeper)))
        else:
            yield lambda: ir.Attr(self.expr("thing", known, deeper), WORTH)
            yield lambda: ir.Apply(
                self.one(["add", "sub", "mul", "div", "mod", "least", "most"]),
                (self.expr("int", known, deeper), self.expr("int", known, deeper)),
            )
            yield lambda: ir.Apply(self.one(["x", "y"]), (self.expr("cell", known, deeper),))
            yield lambda: self.aggregate(known, deeper)

    def aggregate(self, known: Known, depth: int) -> ir.Aggregate:
        inside = dict(known)
        query = self.query(inside, depth)
        op = self.one(["count", "count", "sum", "min", "max", "first"])
        return ir.Aggregate(op, None if op == "count" else self.expr("int", inside, 0), query)


def values_of(matcher: Matcher, slot: int) -> list[Value]:
    """What a slot may be known to hold."""
    if slot in THINGS:
        return [*matcher.state.things, ir.NONE]
    if slot in DIRS:
        return [0, 1, 2, 3]
    return [(1, 1), (0, 2), (3, 0), (-1, 0)] if slot in CELLS else [0, 1, 2, 3]
