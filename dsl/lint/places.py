"""Where the parts of a game stand in the text.

Core nodes keep only their line. A line holds one statement, so that leads back to the whole of it; what a sentence
stands for has the place of the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import syntax
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.model import Game


class Places:
    """The places of rules, phases and other statements by their lines, and what was said of these lines before."""

    def __init__(self, game: Game, statements: Sequence[syntax.Statement], reporter: Reporter) -> None:
        self._file, self._lines = game.path, game.text.split("\n")
        self._spans: dict[int, Span] = {}
        self._rules: dict[int, Span] = {}
        self._emissions: dict[str, Span] = {}
        for statement in statements:
            span = statement.span
            if isinstance(statement, syntax.PhaseDecl):
                span = statement.name.span
                for rule in statement.rules:
                    self._rules.setdefault(rule.span.line, rule.span)
                    self._emitted(rule.effects)
            elif isinstance(statement, syntax.ForbidDecl):
                self._emitted(statement.effects or ())
            self._spans.setdefault(statement.span.line, span)
        self.sentences = {expansion.sentence.span.line for expansion in game.expansions}
        """Lines of which what they stand for is not in the file."""
        self._noted: dict[int, set[str]] = {}
        for diagnostic in reporter.found:
            self._noted.setdefault(diagnostic.span.line, set()).add(diagnostic.code)

    def _emitted(self, effects: Sequence[syntax.Effect]) -> None:
        for effect in effects:
            if isinstance(effect, syntax.EmitEffect):
                self._emissions.setdefault(effect.event.name, effect.event.span)

    def rule(self, line: int) -> Span:
        """The rule, or the sentence that stands for it."""
        return self._rules.get(line) or self.statement(line)

    def statement(self, line: int) -> Span:
        """The statement; of a phase its name. Where none begins, the line as a whole."""
        known = self._spans.get(line)
        if known is not None:
            return known
        row = self._lines[line - 1]
        return Span(self._file, line, len(row) - len(row.lstrip()) + 1, line, len(row.rstrip()) + 1)

    def emission(self, event: str) -> Span | None:
        """The first place where a rule of the file makes an event."""
        return self._emissions.get(event)

    def noted(self, line: int, *codes: str) -> bool:
        """Whether one of these was said of a line before the analyses began."""
        return not self._noted.get(line, set()).isdisjoint(codes)
