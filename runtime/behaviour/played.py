"""A report on two games, with what playing them shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from arcg.compiler.novelty.alignment import aligned_kinds
from arcg.compiler.novelty.policies import compare_solvers
from arcg.compiler.novelty.report import Report
from arcg.runtime.behaviour.acting import acting
from arcg.runtime.behaviour.cast import cast_of
from arcg.runtime.behaviour.solutions import solutions, solver_of
from arcg.runtime.behaviour.systems import twins


def played(report: Report, tell: Callable[[str], None] = lambda _: None) -> Report:
    """The report with how the games act on the same levels, and what their solutions have in common.

    It takes seconds: `tell` is told what is being done.
    """
    a, b = report.a.program, report.b.program
    tell("solving the levels")
    solved = solutions(a), solutions(b)
    tell("playing both games on the same levels")
    solvers = solver_of(cast_of(a), solved[0]), solver_of(cast_of(b), solved[1])
    return replace(
        report,
        behaviour=replace(acting(a, b, aligned_kinds(report.comparison), solved), twins=twins(a, b)),
        policies=compare_solvers(*solvers),
    )
