"""Coverage: what the rules of a game did in play, summed over all answers that were seen.

A `Coverage` takes the traces of an engine as they come, from as many games in play as one likes, and tells which
rules never matched and which matched but changed nothing, because every application was dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from arcg.compiler.ir import Program
from arcg.runtime.engine import RuleTrace

Verdict = Literal["applied", "dropped", "unmatched"]


@dataclass(slots=True)
class RuleUse:
    """What one rule, or one `forbid`, did in all: the counts of `RuleTrace`, summed."""

    phase: str
    rule: str
    line: int
    matches: int = 0
    applied: int = 0
    dropped: int = 0
    overwritten: int = 0

    @property
    def verdict(self) -> Verdict:
        """Whether it was ever applied; if not, whether it matched at all.

        A rule whose target names no thing (`Gate{hue=red}` where no gate is red) has nothing to apply: it counts as
        dropped, with `dropped` 0.
        """
        if self.applied:
            return "applied"
        return "dropped" if self.matches else "unmatched"


class Coverage:
    """What every rule and every `forbid` of a program did, in the order of the file."""

    def __init__(self, program: Program) -> None:
        rules = [RuleUse(phase.name, rule.name, rule.line) for phase in program.phases for rule in phase.rules]
        if program.cellwise is not None:
            cells = program.cellwise
            rules = [RuleUse(*rule) for rule in zip(cells.phases, cells.names, cells.lines, strict=True)]
        forbids = [RuleUse("forbid", f"forbid.{n}", one.line) for n, one in enumerate(program.forbids, start=1)]
        self.uses = (*rules, *forbids)
        self._use = {(use.phase, use.rule, use.line): use for use in self.uses}

    def add(self, trace: Iterable[RuleTrace]) -> None:
        """Count what one answer says, `Engine.trace()`.

        Raises:
            KeyError: the trace is of another program.
        """
        for line in trace:
            use = self._use[line.phase, line.rule, line.line]
            use.matches += line.matches
            use.applied += line.applied
            use.dropped += line.dropped
            use.overwritten += line.overwritten

    def never_applied(self) -> list[RuleUse]:
        """The rules that changed nothing, in the order of the file."""
        return [use for use in self.uses if use.verdict != "applied"]
