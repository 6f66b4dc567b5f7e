"""A game of nothing, played once so that every kernel that Python calls is compiled."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.kernel.batch import KernelBatch
from arcg.runtime.kernel.engine import KernelEngine


def program() -> ir.Program:
    """One thing on one cell, of a kind without any rules."""
    return ir.Program(
        name="nothing", ground=0, actions=(1, 7), ties=(0, 1, 2, 3), fields=(),
        layers=(ir.Layer("ground", False, False, False),),
        kinds=(ir.Kind("Thing", 0, (), (ir.Picture(None, ((1,),)),), ()),),
        world=(), events=ir.BUILTIN_EVENTS, facts=(), distances=(), stops=(), pushes=(), carries=(), stuck=(),
        phases=(), forbids=(), wins=(), loses=(), lose_first=False, undo=ir.Keep((), ()), saves=(), bars=(),
        levels=(ir.Level("only", 1, 1, 1, (), (ir.Placed(0, 0, 0, ()),)),),
    )  # fmt: skip


def run() -> None:
    """Use everything that `KernelBatch` and `KernelEngine` offer."""
    batch = KernelBatch(program(), 2)
    batch.step([1, 7], drawn=True)
    batch.frames(1)
    engine = KernelEngine(program())
    engine.step(1)
    engine.step(7)
    engine.frames()
    engine.frame()
    engine.restore(engine.snapshot())
    engine.restore(engine.state())
