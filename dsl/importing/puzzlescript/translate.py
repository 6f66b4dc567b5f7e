"""The whole way: a PuzzleScript text in, a checked `.arcg` text out, with what was wrong and what was left out.

What the checker finds in a rule of the `.arcg` text is told with the line of the rule that it came from. A rule that
the original leaves out because of it is left out here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from arcg.dsl import syntax
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic, Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Note, SourceMap, SourceRule
from arcg.dsl.importing.puzzlescript.writing import LeftOut, Written, write
from arcg.dsl.model import Game
from arcg.dsl.parser import parse

WRITTEN = "imported.arcg"
"""What diagnostics call the text while it is checked."""

SURVIVED = ("E341", "E343")
"""Codes of mistakes in a rule without which the original plays on."""

HOPELESS = "E340"
"""The code of a mistake in a rule that no game of the original survives."""

UNTOLD = ("W309",)
"""What the checker advises of our games; PuzzleScript has nothing against chance."""

ERRORS_THERE = ("W353",)
"""What PuzzleScript calls an error and we do not: one way of a rule puts two things on one layer."""

NO_LEVEL = SourceMap(0, 1, 1, (" ",), (((),),), ())
"""What stands for the levels of a game that has none."""


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported game.

    `text`: the `.arcg` text, None if no game can be made of the original. `game`: the checked game, None if the text
    has errors. `notes`: what is wrong with the original, by line. `names` maps kinds to the objects of the original,
    `levels` says which level of the original (messages counted) each level is, `lines` in which line of the original
    each rule of the text stands.
    """

    text: str | None
    game: Game | None
    notes: tuple[Note, ...]
    left_out: tuple[LeftOut, ...] = ()
    names: dict[str, str] | None = None
    levels: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


def translate(text: str, name: str = "imported") -> Imported:
    """Read a PuzzleScript game and write it in our language. `name`: what it is called if it has no title."""
    source = read(text)
    notes = list(source.notes)
    if not source.playable:
        return Imported(None, None, tuple(_in_order(notes)))
    playable = any(isinstance(level, SourceMap) for level in source.levels)
    if not playable:  # the rules are checked all the same
        if source.levels:  # messages: of no level at all the original tells
            notes.append(Note("error", 0, "there is no level to play"))
        source.levels.append(NO_LEVEL)
    while True:
        written = write(source, name)
        made, broken = format_text(written.text, WRITTEN)
        if made is None:
            raise AssertionError(f"the import wrote what cannot be read: {broken[0].message}")
        game, found = check_text(made, WRITTEN)
        placed = list(_in_rules(found, made, written))
        notes += (_note(*each) for each in placed)
        mistaken = {line for diagnostic, line in placed if line and diagnostic.code in SURVIVED}
        if game is not None or not mistaken or any(d.code == HOPELESS for d in found):
            break
        source.rules = _without(source.rules, mistaken)
    if not playable:
        return Imported(None, None, tuple(_in_order(notes)))
    return Imported(
        made,
        game,
        tuple(_in_order(notes)),
        tuple(written.left_out),
        written.names,
        tuple(written.levels),
        tuple(written.lines),
    )


def _in_rules(found: Sequence[Diagnostic], text: str, written: Written) -> Iterator[tuple[Diagnostic, int]]:
    """What the checker says, each with the line of the original's rule that it is about; other errors with 0."""
    rules = _rules(text) if found else []
    for diagnostic in found:
        number = next((n for n, (first, last) in enumerate(rules) if first <= diagnostic.span.line <= last), None)
        if number is not None and diagnostic.code not in UNTOLD:
            yield diagnostic, written.lines[number]
        elif diagnostic.severity == "error":
            yield diagnostic, 0


def _note(diagnostic: Diagnostic, line: int) -> Note:
    """What the checker says, as said of the original."""
    if not line:
        return Note("error", 0, f"line {diagnostic.span.line} of the imported text: {diagnostic.message}")
    left_out = "; the rule is left out" if diagnostic.code in SURVIVED else ""
    return Note(_severity(diagnostic), line, diagnostic.message + left_out)


def _without(rules: Sequence[SourceRule], lines: set[int]) -> list[SourceRule]:
    """The rules but those of some lines. A rule that joined the first one of its group is the first one then."""
    kept: list[SourceRule] = []
    is_first = False
    for rule in rules:
        is_first = is_first or not rule.plus
        if rule.line not in lines:
            kept.append(replace(rule, plus=rule.plus and not is_first))
            is_first = False
    return kept


def _severity(diagnostic: Diagnostic) -> Literal["error", "warning"]:
    return "error" if diagnostic.severity == "error" or diagnostic.code in ERRORS_THERE else "warning"


def _rules(text: str) -> list[tuple[int, int]]:
    """First and last line of each rule of a text."""
    file = parse(text, WRITTEN, Reporter())
    phases = [statement for statement in file.statements if isinstance(statement, syntax.PhaseDecl)]
    return [(rule.span.line, rule.span.end_line) for phase in phases for rule in phase.rules]


def _in_order(notes: Iterable[Note]) -> list[Note]:
    return sorted(notes, key=lambda note: (note.line, note.severity, note.text))
