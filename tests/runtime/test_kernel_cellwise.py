"""The kernels of games of rules over cells: small games whose outcome is known, batches, snapshots, chance, bounds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random

import numba
import numpy as np
import pytest
from support import cell_games
from support.cell_games import EVERY_WAY, WAYS

from arcg.compiler import ir
from arcg.runtime.engine import Engine, Status
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.kernel.cellwise import codec
from arcg.runtime.reference import ReferenceEngine

FLOOR, PLAYER, WALL, CRATE = range(4)
GLYPHS = {".": (), "P": (PLAYER,), "#": (WALL,), "C": (CRATE,)}
ONE_LAYER = EVERY_WAY << WAYS


def stage(*groups: ir.CellGroup) -> ir.CellStage:
    return ir.CellStage(groups)


def level(rows: list[str]) -> ir.Level:
    placed = [
        ir.Placed(kind, x, y, ())
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        for kind in (FLOOR, *GLYPHS[glyph])
    ]
    return ir.Level("only", len(rows[0]), len(rows), 1, (), tuple(placed))


def game(early: ir.CellStage, *maps: list[str], **more: object) -> ir.Program:
    """A game of a player, walls and crates on one layer."""
    program = cell_games.game(0)
    cellwise = ir.Cellwise(
        ir.CellTest(present=1 << PLAYER), 1 << PLAYER, early, stage(), (), at_start=False, must_move=False,
        names=("rule",), phases=("push",), lines=(1,),
    )  # fmt: skip
    kinds = tuple(
        ir.Kind(name, layer, (), (ir.Picture(None, ((colour,),)),), ())
        for name, layer, colour in (("Floor", 0, 5), ("Player", 1, 1), ("Wall", 1, 2), ("Crate", 1, 3))
    )
    layers = tuple(ir.Layer(name, False, False, False) for name in ("floor", "solid"))
    return dataclasses.replace(
        program, kinds=kinds, layers=layers, levels=tuple(level(rows) for rows in maps), actions=(1, 2, 3, 4, 5, 6, 7),
        saves=(), cellwise=dataclasses.replace(cellwise, **more),
    )  # fmt: skip


def pushing() -> ir.CellGroup:
    """`[ > Player | Crate ] -> [ > Player | > Crate ]`."""
    rules = []
    for way in range(4):
        moving = 1 << WAYS + way
        tests = (ir.CellTest(present=1 << PLAYER, moving=moving), ir.CellTest(present=1 << CRATE))
        changes = (ir.CellChange(), ir.CellChange(wipe=ONE_LAYER, move=moving))
        rules.append(ir.CellRule(way, (tests,), (changes,), (), 0))
    return ir.CellGroup(tuple(rules))


def seen(engine: KernelEngine) -> list[str]:
    """The board of an engine as a map."""
    arrays = engine.batch.arrays
    rest = codec._at_rest(arrays, 0)
    data = engine.program.levels[rest.level]
    rows = [["."] * data.width for _ in range(data.height)]
    for kind, x, y in codec.things(arrays, rest.level, rest.board).tolist():
        if kind:
            rows[y][x] = "?P#C"[kind]
    return ["".join(row) for row in rows]


def test_a_crate_is_pushed_and_stops_at_a_wall():
    engine = KernelEngine(game(stage(pushing()), ["PC.#"]))
    engine.step(4)
    assert seen(engine) == [".PC#"]
    engine.step(4)
    assert seen(engine) == [".PC#"]
    engine.step(7)
    assert seen(engine) == ["PC.#"]


def test_a_whole_row_of_crates_moves_at_once():
    chain = ir.CellRule(
        2,
        ((ir.CellTest(present=1 << CRATE, moving=1 << WAYS + 2), ir.CellTest(present=1 << CRATE)),),
        ((ir.CellChange(), ir.CellChange(wipe=ONE_LAYER, move=1 << WAYS + 2)),),
        (),
        0,
    )
    engine = KernelEngine(game(stage(ir.CellGroup((*pushing().rules, chain))), [".CCCP"]))
    engine.step(3)
    assert seen(engine) == ["CCCP."]


def test_a_rule_with_gaps_matches_over_any_distance():
    tests = (
        ir.CellTest(present=1 << PLAYER),
        None,
        ir.CellTest(present=1 << CRATE),
        None,
        ir.CellTest(present=1 << WALL),
    )
    gone = ir.CellChange(clear=1 << CRATE)
    rule = ir.CellRule(3, (tests,), ((ir.CellChange(), None, gone, None, ir.CellChange()),), (), 0)
    engine = KernelEngine(game(stage(ir.CellGroup((rule,))), ["C.P.C..#", "PC.C.#.C"]))
    engine.step(5)
    assert seen(engine) == ["C.P....#", "P....#.C"]
    assert [count.matches for count in engine.trace()] == [3]


@pytest.mark.parametrize("engine", [KernelEngine, ReferenceEngine])
def test_what_a_rule_did_is_told_with_its_phase(engine: type[KernelEngine | ReferenceEngine]):
    played = engine(game(stage(pushing()), ["PC.."]))
    played.step(4)
    assert [(told.phase, told.rule) for told in played.trace()] == [("push", "rule")]


def test_winning_goes_on_to_the_next_level_at_once():
    moved = ir.CellGoal("some", ir.CellTest(present=1 << PLAYER), ir.CellTest(present=1 << PLAYER))
    engine = KernelEngine(game(stage(), ["P."], [".P"], goals=(moved,)))
    engine.step(4)
    assert (engine.level, engine.levels_completed, engine.status) == (1, 1, Status.PLAYING)
    assert len(engine.frames()) == 2
    engine.step(4)
    assert (engine.level, engine.levels_completed, engine.status) == (1, 2, Status.WON)
    engine.step(4)
    assert len(engine.frames()) == 0


def grown(commands: tuple[ir.Command, ...]) -> ir.CellGroup:
    """Crates grow to the right, a cell a turn."""
    tests = (ir.CellTest(present=1 << CRATE), ir.CellTest(absent=1 << CRATE | 1 << WALL | 1 << PLAYER, still=ONE_LAYER))
    changes = (ir.CellChange(), ir.CellChange(put=1 << CRATE))
    one = ir.CellRule(3, (tests,), (changes,), commands, 0)
    return ir.CellGroup((one,), random=True)


def test_again_goes_on_until_nothing_changes_and_every_step_is_a_picture():
    engine = KernelEngine(game(stage(grown(("again",))), ["PC...#"]))
    engine.step(5)
    assert seen(engine) == ["PCCCC#"]
    assert len(engine.frames()) == 3
    engine.step(7)
    assert seen(engine) == ["PC...#"]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="ten thousand turns and pictures take minutes in Python")
def test_again_without_end_is_told():
    turned = ir.CellTest(present=1 << CRATE)
    flip = ir.CellRule(1, ((turned,),), ((ir.CellChange(clear=1 << CRATE, put=1 << WALL),),), ("again",), 0)
    back = ir.CellRule(
        1, ((ir.CellTest(present=1 << WALL),),), ((ir.CellChange(clear=1 << WALL, put=1 << CRATE),),), ("again",), 0
    )
    both = ir.CellGroup((flip, back), random=True)
    engine = KernelEngine(game(stage(both), ["PC"]))
    engine.step(5)
    assert "more than 10000 turns would have followed by `again`" in engine.messages()[0]
    frames = engine.frames()
    assert len(frames) == 1001
    assert not np.array_equal(frames[-1], frames[-2])


@pytest.mark.parametrize("make", [ReferenceEngine, KernelEngine])
def test_a_level_that_is_won_after_a_restart_is_left_at_once(make: Callable[[ir.Program], Engine]):
    acts = ir.CellTest(present=1 << PLAYER, moving=1 << WAYS + ir.TO_ACT)
    restart = ir.CellRule(1, ((acts,),), (), ("restart",), 0)
    gone = ir.CellRule(1, ((ir.CellTest(present=1 << WALL),),), ((ir.CellChange(clear=1 << WALL),),), (), 0)
    walled = ir.CellChange(clear=1 << CRATE, put=1 << WALL)
    wall = ir.CellRule(1, ((ir.CellTest(present=1 << CRATE),),), ((walled,),), ("again",), 0)
    groups = [ir.CellGroup((rule,)) for rule in (restart, gone, wall)]
    goal = ir.CellGoal("some", ir.CellTest(present=1 << WALL), ir.CellTest())
    engine = make(game(stage(*groups), ["PC"], ["P."], goals=(goal,), at_start=True))
    assert engine.level == 0
    engine.step(5)
    assert engine.level == 1


def test_restoring_and_saving_the_level():
    save = ir.CellRule(1, ((ir.CellTest(present=1 << PLAYER, moving=1 << WAYS + 4),),), (), ("checkpoint",), 0)
    program = dataclasses.replace(game(stage(ir.CellGroup((save,))), ["P..."]), saves=("checkpoint",))
    engine = KernelEngine(program)
    for action in (4, 5, 4):
        engine.step(action)
    assert seen(engine) == ["..P."]
    engine.step(0)
    assert seen(engine) == [".P.."]
    engine.step(7)
    assert seen(engine) == ["..P."]
    engine.restore(engine.snapshot())
    engine.step(0)
    assert seen(engine) == [".P.."]
    engine.step(0)
    assert seen(engine) == ["P..."]


def test_numbers_from_outside_decide():
    engine = KernelEngine(game(stage(grown(())), ["C..", "C.P", "C.."]))
    engine.draws = [0.9, 0.0, 0.5]
    for expected in (["C..", "C.P", "CC."], ["CC.", "C.P", "CC."], ["CC.", "CCP", "CC."]):
        engine.step(5)
        assert seen(engine) == expected
    with pytest.raises(ValueError, match="more than the 3 random numbers"):
        engine.step(5)


@pytest.mark.parametrize("seed", range(6))
def test_batches_play_like_engines(seed: int):
    program = cell_games.game(seed)
    random = Random(seed)
    seeds = [random.randrange(1 << 31) for _ in range(3)]
    batch, engines = KernelBatch(program, 3), [KernelEngine(program) for _ in range(3)]
    batch.reset(seeds)
    for engine, number in zip(engines, seeds, strict=True):
        engine.reset(number)
    for turn in range(8):
        actions = [random.choice((0, 1, 2, 3, 4, 5, 6, 7)) for _ in engines]
        batch.step(actions, drawn=turn % 2 == 0)
        for number, engine in enumerate(engines):
            engine.step(actions[number])
            assert batch.snapshot(number) == engine.snapshot()
            assert np.array_equal(batch.frames(number), engine.frames())
            assert batch.counts[number] == len(engine.frames())


@pytest.mark.parametrize("seed", range(6))
def test_a_restored_snapshot_has_the_same_future(seed: int):
    program = cell_games.game(100 + seed)
    random = Random(seed)
    one, two = KernelEngine(program), KernelEngine(program)
    for turn in range(16):
        action = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 7))
        if turn % 4 == 3:
            two.restore(one.snapshot())
        one.step(action)
        if turn % 4 == 3:
            two.step(action)
            assert (one.snapshot(), one.trace(), one.messages()) == (two.snapshot(), two.trace(), two.messages())


def test_damaged_bytes_are_refused():
    engine = KernelEngine(game(stage(pushing()), ["PC.#"]))
    engine.step(4)
    for data in (engine.state(), engine.snapshot()):
        for bad in (data[:-1], data + b"\0", data[:-1] + b"\x7e", b"X" + data[1:]):
            with pytest.raises(ValueError):
                engine.restore(bad)
        engine.restore(data)


def place(op: str, side: str, *kinds: int) -> ir.Aggregate:
    """The column or row of things, as an expression."""
    query = ir.Query((ir.Bind(0, kinds),), (0,))
    return ir.Aggregate(op, ir.Apply(side, (ir.Apply("cell_of", (ir.Slot(0),)),)), query)


def numbers(function: str, *args: object) -> ir.Apply:
    return ir.Apply(function, tuple(ir.Const("int", arg) if isinstance(arg, int) else arg for arg in args))


@pytest.mark.parametrize(
    ("corner", "middle"),
    [
        ((place("first", "x", PLAYER), place("first", "y", PLAYER)), True),
        ((numbers("mul", numbers("div", place("first", "x", PLAYER), 3), 3), numbers("neg", 1)), False),
        ((place("min", "x", CRATE, PLAYER), place("max", "y", CRATE, PLAYER)), False),
        ((ir.Aggregate("count", None, ir.Query((ir.Bind(0, (CRATE,)),), (0,))), ir.Const("int", 1)), False),
        ((numbers("mod", place("first", "x", PLAYER), 0), numbers("most", numbers("sub", 1, 2), 2)), False),
    ],
)
def test_a_view_begins_where_the_reference_engine_has_it(corner: tuple[ir.Expr, ir.Expr], middle: bool):
    program = game(stage(pushing()), ["......C.", ".P.C....", "........", "....C..."])
    view = ir.View((ir.Variable("t", "thing"),), 3, 2, corner, middle, None, 0)
    program = dataclasses.replace(program, view=view)
    engines = ReferenceEngine(program), KernelEngine(program)
    for action in (4, 4, 2, 4, 4, 4, 1, 4):
        for engine in engines:
            engine.step(action)
        assert np.array_equal(engines[0].frames(), engines[1].frames())


def test_a_view_that_asks_for_more_is_refused():
    program = game(stage(pushing()), ["P..."])
    asked = ir.Aggregate("count", None, ir.Query((ir.Bind(0, (CRATE,)), ir.IsKind(ir.Slot(0), (CRATE,))), (0,)))
    view = ir.View((ir.Variable("t", "thing"),), 2, 1, (asked, ir.Const("int", 0)), False, None, 0)
    with pytest.raises(ValueError, match="without conditions"):
        KernelEngine(dataclasses.replace(program, view=view))
