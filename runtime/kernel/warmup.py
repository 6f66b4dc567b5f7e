"""A game of nothing, played once so that every kernel that Python calls is compiled."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.kernel.batch import KernelBatch
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.explorer import Explorer


def program(cellwise: ir.Cellwise | None) -> ir.Program:
    """One thing on one cell, of a kind without any rules."""
    return ir.Program(
        name="nothing", ground=0, actions=(1, 7), ties=(0, 1, 2, 3), fields=(),
        layers=(ir.Layer("ground", False, False, False),),
        kinds=(ir.Kind("Thing", 0, (), (ir.Picture(None, ((1,),)),), ()),),
        world=(), events=ir.BUILTIN_EVENTS, facts=(), distances=(), stops=(), pushes=(), carries=(), stuck=(),
        phases=(), forbids=(), wins=(), loses=(), lose_first=False, undo=ir.Keep((), ()), saves=(), bars=(),
        levels=(ir.Level("only", 1, 1, 1, (), (ir.Placed(0, 0, 0, ()),)),),
        cellwise=cellwise,
    )  # fmt: skip


def cellwise() -> ir.Cellwise:
    """No rules over cells."""
    nothing, anything = ir.CellStage(()), ir.CellTest()
    return ir.Cellwise(
        anything, 0, nothing, nothing, (), at_start=False, must_move=False, names=(), phases=(), lines=()
    )


def play_things() -> None:
    """Use everything that `KernelBatch` and `KernelEngine` offer, with things."""
    play(program(None))


def explore_things() -> None:
    """Use everything that `Explorer` offers, with things."""
    explore(program(None))


def use_cells() -> None:
    """Use everything, with rules over cells."""
    play(program(cellwise()))
    explore(program(cellwise()))


PARTS = (play_things, explore_things, use_cells)
"""Together they use every kernel. What takes longest to compile comes first, for processes that share the work."""


def play(game: ir.Program) -> None:
    """Play one game."""
    batch = KernelBatch(game, 2)
    batch.step([1, 7], drawn=True)
    batch.frames(1)
    batch.begin([1])
    batch.pictures()
    batch.changed()
    batch.planes()
    engine = KernelEngine(game)
    engine.step(1)
    engine.step(7)
    engine.frames()
    engine.frame()
    engine.trace()
    engine.restore(engine.snapshot())
    engine.restore(engine.state())


def explore(game: ir.Program) -> None:
    """Explore one game."""
    explorer = Explorer(game)
    explorer.expand(1)
    explorer.grow()
