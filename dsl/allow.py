"""`allow W305`: warnings that the author of a file has seen and means.

Takes the statements of a file and what was found in it, takes the allowed warnings out, and reports what cannot be
allowed and what need not be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from arcg.dsl import syntax
from arcg.dsl.codes import CODES
from arcg.dsl.diagnostics import Reporter, Span, nearest

PLAYED: Final = frozenset({"W411", "W412", "W413"})
"""Warnings that only playing a level can give (`arcg.runtime.starts`)."""

SHOWN: Final = frozenset({"W501", "W502", "A501", "A502", "A503"})
"""Warnings and advice about what a game shows (`arcg.dsl.knowledge.review`)."""

_UNNEEDED: Final = "W212"
_WARNINGS: Final = [code for code, template in CODES.items() if template.severity != "error" and code != _UNNEEDED]


def allow(statements: Sequence[syntax.Statement], reporter: Reporter) -> dict[str, Span]:
    """The allowed codes with their places; `reporter` no longer holds warnings of these codes."""
    allowed: dict[str, Span] = {}
    for statement in statements:
        for word in statement.codes if isinstance(statement, syntax.AllowDecl) else ():
            if word.text in allowed:
                reporter.report("E221", word.span, word=word.text)
            elif word.text in _WARNINGS:
                allowed[word.text] = word.span
            else:
                _refuse(word, reporter)
    withdraw(allowed, reporter, set(_WARNINGS) - PLAYED - SHOWN)
    return allowed


def withdraw(allowed: dict[str, Span], reporter: Reporter, looked_for: Collection[str]) -> None:
    """Take allowed warnings out, and report those of the codes `looked_for` that there were none of."""
    given = {diagnostic.code for diagnostic in reporter.found}
    reporter.found[:] = [diagnostic for diagnostic in reporter.found if diagnostic.code not in allowed]
    if reporter.errors:
        return  # because of an error some warnings were not looked for
    for code, span in allowed.items():
        if code in looked_for and code not in given:
            reporter.report(_UNNEEDED, span, word=code)


def _refuse(word: syntax.Name, reporter: Reporter) -> None:
    if word.text in CODES:
        reporter.report("E231", word.span, word=word.text)
        return
    near = nearest(word.text.upper(), _WARNINGS)
    hint = f"did you mean `{near}`?" if near is not None else "write the code that `arcg check` prints, such as `W404`"
    reporter.report("E230", word.span, word=word.text, hint=hint)
