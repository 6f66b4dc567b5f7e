"""Miniatures: small games that each say what one public game says, with recordings and a table of what says what.

A miniature is `NAME.arcg` with `NAME.md` beside it. The page holds, in this order: what it is about; sections with
`play` blocks (the notation of docs/semantics.md, read by `support.board`); sections with a table whose left column is
a sentence about the game it follows and whose right column names in backquotes the clauses that say it, or begins with
"left out, because".

A clause is a line of the file with the deeper lines below it. A reference is the name of a rule, or the first words of
a clause, as many as tell it from all others: `win when every Clue`, `let Cart carries`, `Crate is pushed by Player`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from support.board import Example, Factory, build, read_examples, run

from arcg.compiler.ir import Program
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine

QUICK: Factory = ReferenceEngine if os.environ.get("NUMBA_DISABLE_JIT") == "1" else KernelEngine
"""What plays the hundreds of games that lack a clause."""

LEFT_OUT = "left out, because "
_NAMED = re.compile(r"([a-z][a-z0-9_]*):(?: |$)")
_DOING = re.compile(r"(let|win|lose|forbid|undo|[A-Z][A-Za-z0-9_]*)\b")
_BLOCKS = ("phase", "kind", "level", "prior")
"""What stands in these is clauses of their own."""


@dataclass(frozen=True)
class Clause:
    """A line of a game's file with the deeper lines below it.

    `first` and `last` count lines from 1, `block` is the line above which it stands indented below, 0 for none; `words`
    is the text without comments, each run of spaces as one; `does` says whether something can happen by it: a rule, a
    fact, a goal, a sentence. Only these have to stand in a table.
    """

    first: int
    last: int
    block: int
    words: str
    does: bool

    @property
    def name(self) -> str:
        """The name of the rule, if it is one that has a name."""
        found = _NAMED.match(self.words)
        return found[1] if found and self.block else ""


@dataclass(frozen=True)
class Row:
    """A row of a table: its place in the page, the section, the sentence, and what is said about it here."""

    line: int
    section: str
    sentence: str
    here: str

    @property
    def references(self) -> list[str]:
        """What the right column names in backquotes; nothing if the sentence is left out."""
        return [] if self.here.startswith(LEFT_OUT) else re.findall(r"`([^`]+)`", self.here)


@dataclass(frozen=True)
class Miniature:
    """A game's file and its page."""

    path: Path

    @property
    def page(self) -> Path:
        return self.path.with_suffix(".md")

    @property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def recordings(self) -> list[Example]:
        """The `play` blocks of the page, named after their sections, about the game of the file."""
        source = self.source
        return [Example(found.name, found.line, source, found.script) for found in read_examples(self.page)]

    def rows(self) -> list[Row]:
        """The rows of all tables of the page, without their heads."""
        found: list[Row] = []
        section, body = "", False
        for number, line in enumerate(self.page.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("## "):
                section = line[3:].strip()
            if not line.startswith("|") or section in ("Won", "Lost", "Played"):
                body = False
            elif re.fullmatch(r"\|[-| :]+\|", line):
                body = True
            elif body:
                sentence, here = (cell.strip() for cell in line.strip("|").rsplit("|", 1))
                found.append(Row(number, section, sentence, here))
        return found

    def clauses(self) -> list[Clause]:
        return list(_clauses(self.source.split("\n")))

    def clause(self, reference: str) -> Clause:
        """The one clause that a reference names.

        Raises:
            LookupError: there is none, or more than one.
        """
        clauses = self.clauses()
        fits = [clause for clause in clauses if clause.name == reference]
        fits = fits or [clause for clause in clauses if f"{clause.words} ".startswith(f"{reference} ")]
        fits = fits or [clause for clause in clauses if clause.words.startswith(reference)]
        if len(fits) != 1:
            lines = ", ".join(str(clause.first) for clause in fits)
            raise LookupError(
                f"`{reference}` begins several clauses of {self.path.name} (lines {lines}): say more of it"
                if fits
                else f"`{reference}` is neither a rule's name nor how a clause of {self.path.name} begins"
            )
        return fits[0]

    def without(self, clause: Clause) -> str:
        """The text of the game without a clause, and without the phase of which it was all."""
        lines = self.source.split("\n")
        rest = [other for other in self.clauses() if other.block == clause.block and other != clause]
        first = clause.first if rest or not clause.block else clause.block
        return "\n".join(lines[: first - 1] + lines[clause.last :])

    def outlives(self, clause: Clause) -> bool:
        """Whether all recordings go on without a clause, which is then for nothing."""
        source = self.without(clause)
        if build(source)[1] is None:
            return False
        try:
            for recording in self.recordings():
                run(Example(recording.name, recording.line, source, recording.script), QUICK)
        except AssertionError:
            return False
        return True


def _clauses(lines: list[str]) -> Iterator[Clause]:
    indents = [len(line) - len(line.lstrip(" ")) if _said(line) else -1 for line in lines]
    at = 0
    while at < len(lines):
        words = _said(lines[at])
        end = _end(indents, at)
        if words and words != "legend":
            inside = [n for n in range(at + 1, end) if indents[n] >= 0]
            block = words.split(" ")[0] in _BLOCKS
            whole = words if block else " ".join([words, *(_said(lines[n]) for n in inside)])
            yield Clause(at + 1, end, 0, whole, _DOING.match(words) is not None)
            depth = min((indents[n] for n in inside), default=0)
            for n in inside if block else []:
                if indents[n] == depth:
                    last = _end(indents, n)
                    text = " ".join(_said(lines[k]) for k in range(n, last) if indents[k] >= 0)
                    yield Clause(n + 1, last, at + 1, text, words.startswith("phase "))
        at = end if indents[at] >= 0 else at + 1


def _end(indents: list[int], at: int) -> int:
    """The line after the last one that stands deeper than this."""
    last = at
    for n in range(at + 1, len(indents)):
        if 0 <= indents[n] <= indents[at]:
            break
        last = n if indents[n] >= 0 else last
    return last + 1


def _said(line: str) -> str:
    return " ".join(line.split("//")[0].split())


class Both:
    """Both engines as one, for `support.board.run`: every answer of the one must be that of the other."""

    def __init__(self, program: Program) -> None:
        self._reference, self._kernel = ReferenceEngine(program), KernelEngine(program)
        self._compare("at the beginning")

    def __getattr__(self, name: str) -> object:
        return getattr(self._reference, name)

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        self._reference.step(action, x, y)
        self._kernel.step(action, x, y)
        self._compare(f"after action {action} at {x}, {y}")
        assert not self._reference.messages(), f"the engine says: {self._reference.messages()}"

    def restore(self, data: bytes) -> None:
        self._reference.restore(data)
        self._kernel.restore(data)
        self._compare("after going back")

    def _compare(self, when: str) -> None:
        one, other = self._reference, self._kernel
        assert one.state() == other.state(), f"the engines are in different states {when}"
        for what in ("status", "level", "action_count", "levels_completed"):
            assert getattr(one, what) == getattr(other, what), f"the engines differ in {what} {when}"
        assert np.array_equal(one.frames(), other.frames()), f"the engines show different frames {when}"
        assert one.trace() == other.trace(), f"the engines tell different traces {when}"
