"""Frames and clicks of the kernel engine are those of the reference engine, pixel for pixel, on positions at random.

Programs are drawn at random from a seed: layers of every sort, pictures of many sizes with conditions, tints that miss
their palettes, bars on every edge, boards from one cell to 64x64. The things of a position lie in slots in no order,
with dead ones between, as they may in the middle of a turn.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba")

from arcg.compiler import ir
from arcg.compiler.verify import verify
from arcg.runtime.engine import SIZE, Status
from arcg.runtime.kernel import layout
from arcg.runtime.kernel.assemble import assemble
from arcg.runtime.kernel.events import emit
from arcg.runtime.kernel.far import draw, hit
from arcg.runtime.kernel.memory import link_all
from arcg.runtime.kernel.sizes import cut, first_sizes
from arcg.runtime.kernel.units import UNITS
from arcg.runtime.reference.drawing import Drawer
from arcg.runtime.reference.matching import Matcher
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Saved, State, Thing

HUE, HEAT, WAY, OF = range(4)
FIELDS = ("hue", "heat", "way", "of")
HUES = ir.EnumDomain(("red", "blue", "green", "white"))
ENERGY, MODE, CHOSEN = range(3)
SELF = ir.Slot(0)
RANDOM_PROGRAMS = int(os.environ.get("ARCG_DRAWING_PROGRAMS", "14"))
"""How many random programs are tried; a long run sets more."""


class Sketch:
    """A random program: its parts in the order in which they are drawn from the seed."""

    def __init__(self, seed: int, references: bool, large: bool) -> None:
        self.random = Random(seed)
        self.one = self.random.choice
        self.references = references
        self.levels = [self.level(number) for number in range(self.random.randint(1, 3))]
        self.seen = Random(f"seen {seed}")
        self.view = self.looking() if self.seen.random() < 0.5 else None
        cells = [level.cell for level in self.levels]
        self.side = max(cells) + 3 if large else min(cells)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def level(self, number: int) -> ir.Level:
        sizes = [(1, 1), (64, 64), (12, 11), (3, 2), (7, 7), (20, 3), (1, 9), (30, 31), (5, 4), (10, 6)]
        width, height = self.one(sizes)
        if self.chance(0.3):
            width, height = self.random.randint(1, 12), self.random.randint(1, 12)
        most = SIZE // max(width, height)
        cell = self.one([most, most, self.random.randint(1, most)])
        # The second value is what bars are full at.
        energy = self.one([0, 0, 7, 40, -3, 1])
        return ir.Level(f"level {number}", width, height, cell, (energy, 0, ir.NONE), ())

    def looking(self) -> ir.View:
        """A view, and levels whose cells are as large as it allows."""
        one = self.seen.choice
        thing = ir.Query((ir.Bind(0, (0, 1)),), (0,), ())
        place = ir.Apply("cell_of", (ir.Slot(0),))
        first = tuple(ir.Aggregate("first", ir.Apply(axis, (place,)), thing) for axis in ("x", "y"))
        energy = ir.World(ENERGY), ir.Apply("div", (ir.Const("int", 12), ir.World(ENERGY)))
        width, height = self.seen.randint(1, 12), self.seen.randint(1, 12)
        corner = one([None, first, first, energy])
        view = ir.View((ir.Variable("a", "thing"),), width, height, corner, one([True, False]), one([None, ENERGY]), 0)
        for number, level in enumerate(self.levels):
            own = one([None, None, (self.seen.randint(1, 8), self.seen.randint(1, 8))])
            sides = own or (width, height)
            most = SIZE // max(min(level.width, sides[0]), min(level.height, sides[1]))
            cell = one([level.cell, most, self.seen.randint(1, most)]) if level.cell <= most else most
            self.levels[number] = replace(level, view=own, cell=cell)
        return view

    def paint(self, layers: tuple[ir.Layer, ...]) -> ir.Paint:
        """Paint, or fog, on cells of things, ahead of them, or wherever there is something near."""
        one = self.seen.choice
        shown = [number for number, layer in enumerate(layers) if not layer.hidden]
        thing, cell = ir.Bind(0, tuple(range(self.kinds))), ir.Slot(1)
        across = ir.Compare("<", ir.Apply("x", (cell,)), ir.World(ENERGY))
        empty = ir.No(ir.Query((thing, ir.Relate("at", ir.Slot(0), cell)), (0,), ()))
        query, where = one([
            (ir.Query((thing,), (0,), ()), ir.Apply("cell_of", (ir.Slot(0),))),
            (ir.Query((thing,), (0,), ()), ir.Apply("ahead", (ir.Apply("cell_of", (ir.Slot(0),)), ir.Const("dir", 2)))),
            (ir.Query((ir.Range(1, "cell"), across), (), (1,)), cell),
            (ir.Query((ir.Range(1, "cell"), empty), (), (1,)), cell),
            (ir.Query((ir.Range(1, "cell"), thing, ir.Relate("at", ir.Slot(0), cell)), (0,), (1,)), cell),
        ])  # fmt: skip
        known = thing in query.atoms
        colours: list[ir.Expr] = [ir.Const("int", self.seen.randrange(16)), ir.World(ENERGY)]
        colours += [ir.Attr(ir.Slot(0), HEAT), ir.Recode(ir.Attr(ir.Slot(0), HUE), (8, 9, 14, 0))] if known else []
        slots = (ir.Variable("a", "thing"), ir.Variable("c", "cell"))
        return ir.Paint(0, slots, query, where, one(colours), one([None, *shown]))

    def program(self) -> ir.Program:
        layers = tuple(
            ir.Layer(f"layer {n}", self.chance(0.5), self.chance(0.15), self.chance(0.2))
            for n in range(self.random.randint(1, 4))
        )
        self.kinds = self.random.randint(2, 7)
        self.fields = [
            tuple(field for field in range(4 if self.references else 3) if self.chance(0.6)) for _ in range(self.kinds)
        ]
        kinds = tuple(self.kind(number, len(layers)) for number in range(self.kinds))
        every = tuple(range(self.kinds))
        bars = tuple(
            ir.Bar(self.one(["bar", "pips"]), ENERGY, self.one(["top", "bottom", "left", "right"]), self.colour())
            for _ in range(self.one([0, 1, 1, 2, 5]))
        )
        world = (
            ir.WorldAttr("energy", ir.IntDomain(-3, 40), 0),
            ir.WorldAttr("mode", HUES, 0),
            ir.WorldAttr("chosen", ir.ThingDomain(every) if self.references else ir.IntDomain(-1, 3), ir.NONE),
        )
        pair = (ir.Variable("a", "thing"), ir.Variable("b", "thing"))
        atoms = (ir.Bind(0, every), ir.Bind(1, every), ir.Relate("touches", ir.Slot(0), ir.Slot(1)))
        crowded = ir.Clause(0, pair, (0,), ir.Query(atoms, (0, 1), ()))
        fact = ir.FactTable("crowded", ("thing",), (crowded,))
        program = ir.Program(
            "sketch", self.random.randrange(16), (6,), (0, 1, 2, 3), FIELDS, layers, kinds, world, ir.BUILTIN_EVENTS,
            (fact,), (), (), (), (), (), (), (), (), (), False, ir.Keep((), ()), (), bars, tuple(self.levels),
            self.view, tuple(self.paint(layers) for _ in range(self.seen.choice([0, 0, 1, 2, 4]))),
        )  # fmt: skip
        verify(program)
        return program

    def colour(self) -> int:
        return self.random.randrange(16)

    def kind(self, number: int, layers: int) -> ir.Kind:
        domains = (HUES, ir.IntDomain(-2, 3), ir.DirDomain(), ir.ThingDomain(tuple(range(self.kinds))))
        defaults = (0, 0, 0, ir.NONE)
        attrs = tuple(ir.AttrInfo(f, FIELDS[f], domains[f], defaults[f]) for f in self.fields[number])
        palette = [self.colour() for _ in range(self.random.randint(1, 5))]
        pictures = tuple(self.picture(number, palette) for _ in range(self.one([0, 1, 1, 1, 2, 3])))
        tints = tuple(self.tint(number, palette) for _ in range(self.one([0, 0, 1, 1, 2, 4])))
        return ir.Kind(f"Kind{number}", self.random.randrange(layers), attrs, pictures, tints)

    def picture(self, kind: int, palette: list[int]) -> ir.Picture:
        width, height = self.random.randint(1, self.side), self.random.randint(1, self.side)
        if self.chance(0.4):
            width = height = self.one([1, self.side, max(1, self.side // 2)])
        painted = self.one([1.0, 1.0, 0.6, 0.1])
        rows = tuple(
            tuple(self.one(palette) if self.chance(painted) else -1 for _ in range(width)) for _ in range(height)
        )
        return ir.Picture(self.condition(kind) if self.chance(0.5) else None, rows)

    def condition(self, kind: int) -> ir.Condition:
        slots = (ir.Variable("it", "thing"), ir.Variable("other", "thing"))
        every = tuple(range(self.kinds))
        relation = self.one(["touches", "on", "near"])
        other = ir.Query((ir.Bind(1, every), ir.Relate(relation, ir.Slot(1), SELF)), (1,), ())
        atoms = [
            lambda: ir.Compare(self.one(["=", "!=", "<", "<=", ">", ">="]), ir.World(ENERGY), ir.Const("int", 3)),
            lambda: ir.Compare("=", ir.Const("enum", self.random.randrange(3)), ir.World(MODE)),
            lambda: self.compare(kind),
            lambda: self.compare(kind),
            lambda: ir.No(other),
            lambda: ir.No(ir.Query((ir.Did(ir.ACT, ()),), (), ())),
            lambda: ir.Fact(0, (ir.Equal(SELF),)),
        ]
        made = tuple(self.one(atoms)() for _ in range(self.one([1, 1, 2])))
        if self.chance(0.2):
            return ir.Condition(0, slots, ir.Query((*made, *other.atoms), (1,), ()))
        return ir.Condition(0, slots, ir.Query(made, (), ()))

    def compare(self, kind: int) -> ir.Atom:
        field = self.one(self.fields[kind]) if self.fields[kind] else WAY
        if field == HEAT:
            sides = (ir.Attr(SELF, HEAT), ir.Const("int", self.random.randint(-2, 3)))
            op = self.one(["=", "!=", "<", "<=", ">", ">="])
            return ir.Compare(op, *(sides if self.chance(0.7) else sides[::-1]))
        sort = {HUE: "enum", WAY: "dir", OF: "thing"}[field]
        value = ir.Const(sort, ir.NONE if field == OF else self.random.randrange(4))
        return ir.Compare(self.one(["=", "!="]), ir.Attr(SELF, field), value)

    def tint(self, kind: int, palette: list[int]) -> ir.Tint:
        slots = (ir.Variable("it", "thing"), ir.Variable("other", "thing"))
        field = self.one(self.fields[kind]) if self.fields[kind] else HUE
        if field == OF:
            expr: ir.Expr = ir.Attr(ir.Attr(SELF, OF), HEAT)
        else:
            expr = ir.Attr(SELF, field)
        near = ir.Query((ir.Bind(1, tuple(range(self.kinds))), ir.Relate("near", ir.Slot(1), SELF)), (1,), ())
        expr = self.one(
            [
                expr,
                expr,
                ir.World(ENERGY),
                ir.World(MODE),
                ir.Apply("div", (ir.Const("int", 5), ir.World(ENERGY))),
                ir.Apply("x", (ir.Apply("cell_of", (SELF,)),)),
                ir.Aggregate("count", None, near),
                ir.Aggregate("max", ir.Attr(ir.Slot(1), HEAT), near),
            ]
        )
        colours = tuple(self.colour() for _ in range(self.random.randint(1, 5)))
        return ir.Tint(self.one([*palette, self.colour()]), slots, expr, self.random.randint(-2, 2), colours)


class Arrays:
    """The arrays of a program, with room for the positions of these tests."""

    def __init__(self, program: ir.Program) -> None:
        self.P = cut(assemble(program), replace(first_sizes(program), slots=80, rows=1 << 16))
        self.M = np.zeros(int(self.P[layout.MEMORY_WORDS]), np.int32)
        self.R = np.zeros(int(self.P[layout.REGISTER_WORDS]), np.int64)
        UNITS.enter(self.M)


class Position:
    """A position of a program: for the reference engine, and in the kernel's memory."""

    def __init__(
        self,
        program: ir.Program,
        level: int,
        arrays: Arrays,
        slots: Sequence[Thing | None],
        world: Sequence[int],
        sequence: Sequence[int],
    ) -> None:
        """`slots` are the things, None for dead slots; `sequence` says in which order they were made."""
        self.program = program
        made = sorted(range(len(slots)), key=lambda slot: sequence[slot])
        things = {slot: thing for slot in made if (thing := slots[slot]) is not None}
        self.state = State(level, Status.PLAYING, things, list(world), [], 1000)
        self._enter(arrays, slots, sequence)

    def _enter(self, arrays: Arrays, slots: Sequence[Thing | None], sequence: Sequence[int]) -> None:
        P, M = arrays.P, arrays.M
        live = int(P[layout.LIVE])
        M[layout.LEVEL] = self.state.level
        M[layout.ERROR] = M[layout.PLACED] = M[layout.ROW_TOP] = M[layout.EVENT_COUNT] = 0
        M[live : live + layout.BLOCK_HEAD] = (len(slots), len(self.state.things), 1000, 1000, 0, 0, layout.EVERYTHING)
        M[live + layout.BLOCK_HEAD : live + layout.BLOCK_HEAD + len(self.state.world)] = self.state.world
        at = live + layout.BLOCK_HEAD + len(self.state.world)
        for slot, thing in enumerate(slots):
            M[at + layout.KIND] = -1
            if thing is not None:
                words = (thing.kind, thing.x, thing.y, slot, sequence[slot], *thing.attrs)
                M[at : at + len(words)] = words
            at += int(P[layout.RECORD])
        # As if nothing had been there when the turn began: the machine then looks through all slots.
        M[P[layout.KSTART] : P[layout.KSTART] + len(self.program.kinds) + 1] = 0
        M[P[layout.FIRST_OF] : P[layout.FIRST_OF] + 2 * len(self.program.events)] = -1
        emit(P, M, arrays.R, ir.ACT, 0, 0, 0, 0)  # which no picture may see
        link_all(P, M)


def scatter(program: ir.Program, level: int, arrays: Arrays, random: Random) -> Position:
    """A position at random."""
    board = program.levels[level]
    taken: set[tuple[int, int, int]] = set()
    slots: list[Thing | None] = []
    columns, rows = range(board.width), range(board.height)
    spots = [(random.choice(columns), random.choice(rows)) for _ in range(4)]
    for _ in range(min(70, int(board.width * board.height * random.choice([0.3, 1, 3])))):
        twin = random.choice(slots) if slots and random.random() < 0.3 else None
        if random.random() < 0.1:
            slots.append(None)
        elif twin is not None and program.layers[program.kinds[twin.kind].layer].free:
            slots.append(twin)
        else:
            kind = random.randrange(len(program.kinds))
            x, y = random.choice(spots) if random.random() < 0.4 else (random.choice(columns), random.choice(rows))
            layer = program.kinds[kind].layer
            if program.layers[layer].free or (layer, x, y) not in taken:
                taken.add((layer, x, y))
                attrs = tuple(_value(attr.domain, random) for attr in program.kinds[kind].attrs)
                slots.append(Thing(kind, x, y, attrs))
    present = [slot for slot, thing in enumerate(slots) if thing is not None]
    referring = [thing and _referring(program, thing, present, random) for thing in slots]
    chosen = random.choice(present) if present and isinstance(program.world[CHOSEN].domain, ir.ThingDomain) else ir.NONE
    world = (random.randint(-3, 40), random.randrange(4), chosen)
    return Position(program, level, arrays, referring, world, random.sample(range(1000), len(slots)))


def _referring(program: ir.Program, thing: Thing, present: Sequence[int], random: Random) -> Thing:
    """The thing with what its attributes refer to at random."""
    attrs = list(thing.attrs)
    for place, attr in enumerate(program.kinds[thing.kind].attrs):
        if isinstance(attr.domain, ir.ThingDomain):
            attrs[place] = random.choice([ir.NONE, *present])
    return thing._replace(attrs=tuple(attrs))


def _value(domain: ir.Domain, random: Random) -> int:
    match domain:
        case ir.IntDomain(low, high):
            return random.randint(low, high)
        case ir.EnumDomain() | ir.DirDomain():
            return random.randrange(4)
        case ir.ThingDomain():
            return ir.NONE


def compare(position: Position, arrays: Arrays, drawer: Drawer, pixels: list[tuple[int, int]]) -> None:
    """The frame and what clicks on some pixels hit; nothing of the turn has changed."""
    program, state = position.program, position.state
    P, M, R = arrays.P, arrays.M, arrays.R
    matcher = Matcher(program, Codec(program), state, Saved({}, ()), ())
    kept = M[: P[layout.PLACE]].copy()
    frames = np.full(2 * SIZE * SIZE, 255, np.uint8)
    draw(P, M, R, frames, 1)
    assert (frames[: SIZE * SIZE] == 255).all()
    frame = frames[SIZE * SIZE :].reshape(SIZE, SIZE)
    assert M[layout.ERROR] == 0
    expected = drawer.frame(matcher)
    assert np.array_equal(frame, expected), f"{np.argwhere(frame != expected)[:5]}"
    for x, y in pixels:
        cell, handle = drawer.hit(matcher, x, y)
        slot, column, row = hit(P, M, R, x, y)
        assert (slot, column, row) == (handle, *(cell or (-1, -1))), (x, y)
    kept[layout.PLACED] = M[layout.PLACED]
    live = int(P[layout.LIVE])
    assert np.array_equal(kept[layout.ERROR : layout.LEVEL], M[layout.ERROR : layout.LEVEL])
    assert np.array_equal(kept[live:], M[live : P[layout.PLACE]])


def some_pixels(random: Random, count: int) -> list[tuple[int, int]]:
    """Pixels at random, with corners and some outside of the frame."""
    corners = [(0, 0), (63, 0), (0, 63), (63, 63), (64, 5), (-1, 5), (5, 64), (5, -1)]
    return [*corners, *((random.randrange(SIZE), random.randrange(SIZE)) for _ in range(count))]


@pytest.mark.parametrize("seed", range(RANDOM_PROGRAMS))
def test_frames_and_clicks_are_those_of_the_reference_engine(seed: int) -> None:
    random = Random(1000 + seed)
    program = Sketch(seed, references=seed % 2 == 0, large=False).program()
    arrays, drawer = Arrays(program), Drawer(program)
    for level in range(len(program.levels)):
        for _ in range(4):
            compare(scatter(program, level, arrays, random), arrays, drawer, some_pixels(random, 25))


@pytest.mark.parametrize("seed", range(RANDOM_PROGRAMS // 3))
def test_pictures_that_reach_into_other_cells_are_drawn_in_order(seed: int) -> None:
    random = Random(2000 + seed)
    program = Sketch(500 + seed, references=seed % 2 == 0, large=True).program()
    arrays, drawer = Arrays(program), Drawer(program)
    for level in range(len(program.levels)):
        for _ in range(2):
            compare(scatter(program, level, arrays, random), arrays, drawer, some_pixels(random, 25))


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_condition_on_an_attribute(op: str, swapped: bool) -> None:
    sides = (ir.Attr(SELF, HEAT), ir.Const("int", 1))
    atom = ir.Compare(op, *(sides[::-1] if swapped else sides))
    attr = ir.AttrInfo(HEAT, "heat", ir.IntDomain(0, 2), 0)
    lamp = ir.Kind("Lamp", 0, (attr,), (ir.Picture(_when(atom), ((5,),)), ir.Picture(None, ((7,),))), ())
    look([lamp], [Thing(0, heat, 0, (heat,)) for heat in range(3)])


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_twins_that_refer_to_different_things_lie_in_the_order_of_things(order: tuple[int, ...]) -> None:
    attr = ir.AttrInfo(OF, "of", ir.ThingDomain((0, 1)), ir.NONE)
    alone = ir.Compare("=", ir.Attr(SELF, OF), ir.Const("thing", ir.NONE))
    lamp = ir.Kind("Lamp", 0, (attr,), (ir.Picture(_when(alone), ((5,),)), ir.Picture(None, ((7,),))), ())
    post = ir.Kind("Post", 0, (), (ir.Picture(None, ((3,),)),), ())
    things = [Thing(0, 0, 0, (order.index(2),)), Thing(0, 0, 0, (ir.NONE,)), Thing(1, 1, 0, ())]
    look([lamp, post], [things[n] for n in order])
    look([lamp, post], [things[n] for n in order], sequence=(2, 1, 0))


@pytest.mark.parametrize("side", [1, 2, 5, 11, 20, 21])
def test_what_shows_round_a_smaller_picture(side: int) -> None:
    floor = ir.Kind("Floor", 0, (), (ir.Picture(None, ((3,),)),), ())
    tile = ir.Kind("Tile", 0, (), (ir.Picture(None, ((4,) * side,) * side),), ())
    hole = ir.Kind("Hole", 0, (), (ir.Picture(None, ((6, -1, 6), (-1, -1, -1))),), ())
    look(
        [floor, tile, hole], [Thing(kind, 1, 0, ()) for kind in (0, 1)] + [Thing(kind, 2, 0, ()) for kind in (2, 0, 1)]
    )
    look([tile, hole], [Thing(1, 0, 0, ()), Thing(0, 0, 0, ())])


def look(kinds: list[ir.Kind], things: list[Thing], sequence: Sequence[int] = range(9)) -> None:
    """Compare frame and clicks where these things lie on a free layer of a board of three cells."""
    sketch = Sketch(0, references=any(attr.field == OF for kind in kinds for attr in kind.attrs), large=False)
    world = (5, 0, ir.NONE)
    program = replace(
        sketch.program(),
        kinds=tuple(kinds),
        layers=(ir.Layer("free", True, False, False),),
        facts=(),
        levels=(ir.Level("one", 3, 1, 21, world, ()),),
        view=None,
        paints=(),
    )
    arrays, drawer = Arrays(program), Drawer(program)
    pixels = [(x, y) for x in range(0, SIZE, 5) for y in range(20, 44, 3)]
    compare(Position(program, 0, arrays, things, world, sequence), arrays, drawer, pixels)


def _when(atom: ir.Atom) -> ir.Condition:
    return ir.Condition(0, (ir.Variable("it", "thing"),), ir.Query((atom,), (), ()))


def test_every_pixel_of_a_frame_hits_what_it_hits_in_the_reference_engine() -> None:
    pixels = [(x, y) for y in range(-1, SIZE + 1) for x in range(-1, SIZE + 1)]
    program = Sketch(3, references=False, large=False).program()
    arrays, drawer = Arrays(program), Drawer(program)
    compare(scatter(program, 0, arrays, Random(1)), arrays, drawer, pixels[::7])
