"""Presentation: how a game looks is no part of what it is. Pictures, paint, views, bars and shown frames are dropped.

What presentation decides about play is written out first: a `forbid` without effects keeps the counters with a bar; and
what turns the picture stays, where it turns what the arrows mean.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical.rewrite import GONE, rewritten_rules

CLICK_ACTION = 6
ARROWS = {1, 2, 3, 4}


def without_defaults(program: ir.Program) -> ir.Program:
    """`forbid` without effects says what it does: restore `turn`, keeping every counter with a bar or pips."""
    counters = tuple(sorted({bar.attr for bar in program.bars}))
    back = ir.Restore(ir.TURN_SAVE, ir.Keep(counters, ()), only=False)
    forbids = tuple(replace(f, effects=(back,)) if f.effects is None else f for f in program.forbids)
    return replace(program, forbids=forbids)


def without_presentation(program: ir.Program) -> ir.Program:
    """No pictures, tints, paint, fog, views, ground, bars and frames to show.

    Which layer is hit by a click matters only where clicks are offered. A picture's transparent pixels, through which
    a click reaches what lies below, count as presentation all the same, and so do fog and the edge of a view.
    """
    program = replace(program, ground=0, bars=(), kinds=tuple(replace(k, pictures=(), tints=()) for k in program.kinds))
    program = replace(program, paints=(), view=_controls(program))
    if CLICK_ACTION not in program.actions:
        plain = tuple(replace(layer, hidden=False, clickable=False) for layer in program.layers)
        program = replace(program, layers=plain)
    return rewritten_rules(program, _unshown)


def _controls(program: ir.Program) -> ir.View | None:
    """What is left of a view: what turns the arrows, if anything answers them."""
    view, levels = program.view, replace(program, levels=())
    heard = any(isinstance(node, ir.Trigger | ir.Did) and node.event == ir.ARROW for node in ir.nodes(levels))
    if view is None or view.turned is None or not heard or not ARROWS & set(program.actions):
        return None
    return replace(view, slots=(), width=1, height=1, corner=None, middle=False)


def _unshown(node: Any) -> Any:
    match node:
        case ir.Show():
            return GONE
        case ir.Phase():
            return replace(node, show=0)
    return node
