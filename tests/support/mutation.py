"""Real changes to the rules of a game, as many as are asked for, each on top of the ones before."""

from __future__ import annotations

from dataclasses import replace

from arcg.compiler import ir
from arcg.compiler.canonical import shortened


def mutated(program: ir.Program, count: int) -> ir.Program:
    """The program with its first `count` rules that matter changed, in the order of the file.

    A rule is changed by a test of its own that can hold and can fail: how many things there are.
    """
    chosen = live_lines(program)[:count]
    phases = tuple(
        replace(phase, rules=tuple(_changed(r, chosen.index(r.line)) if r.line in chosen else r for r in phase.rules))
        for phase in program.phases
    )
    return replace(program, phases=phases)


def live_lines(program: ir.Program) -> list[int]:
    """The lines of the rules that matter."""
    return sorted(rule.line for phase in shortened(program).phases for rule in phase.rules)


def _changed(rule: ir.Rule, number: int) -> ir.Rule:
    kinds = (number % 3, number % 3 + 2)
    slot = len(rule.slots)
    many = ir.Aggregate("count", None, ir.Query((ir.Bind(slot, kinds),), (slot,)))
    left = ir.Apply("mod", (many, ir.Const("int", 5 + number)))
    test = ir.Compare("!=", left, ir.Const("int", 4))
    query = replace(rule.query, atoms=(*rule.query.atoms, test))
    return replace(rule, slots=(*rule.slots, ir.Variable("$many", "thing")), query=query)
