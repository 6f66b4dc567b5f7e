"""RULES of a PuzzleScript text, second reading: from the words of a line to a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.lines import lowered
from arcg.dsl.importing.puzzlescript.rule_lines import RuleLine
from arcg.dsl.importing.puzzlescript.source import SourceItem
from arcg.dsl.importing.puzzlescript.words import (
    COMMANDS,
    DIRECTIONS,
    MODIFIERS,
    MOVEMENTS,
    RELATIVE,
    SOUND_COMMANDS,
)

SIGNS = re.compile(r"\[|\]|\||->")
GAP = "..."

WrittenCell = list[SourceItem | None]
"""The items of a cell; None for `...`, also where it has company."""
WrittenRow = list[WrittenCell]


@dataclass(slots=True)
class DraftRule:
    """A rule while it is read.

    `last_open`: the number of the last word of the line that is `[`, message included. `word`: one that waits for its
    name; `cell`, `row`: what the brackets hold so far. `broken`: it cannot be played, whatever else it says.
    """

    line: RuleLine
    last_open: int
    directions: list[str] = field(default_factory=list)
    left: list[WrittenRow] = field(default_factory=list)
    right: list[WrittenRow] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    sounds: list[str] = field(default_factory=list)
    message: str | None = None
    late: bool = False
    rigid: bool = False
    random: bool = False
    plus: bool = False
    begun: bool = False
    on_right: bool = False
    is_open: bool = False
    depth: int = 0
    broken: bool = False
    word: str | None = None
    cell: WrittenCell = field(default_factory=list)
    row: WrittenRow = field(default_factory=list)


class RuleReader:
    """Reads the words of one line after the other."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.notes = draft.notes

    def read(self, line: RuleLine, is_first: bool) -> DraftRule | str:
        """A rule, or `startloop` or `endloop`. `is_first`: no rule stands before it."""
        text = SIGNS.sub(r" \g<0> ", line.text).strip()
        if text.startswith("+"):
            text = "+ " + text[1:]
        tokens = text.split()
        if tokens in (["startloop"], ["endloop"]):
            return tokens[0]
        if "->" not in tokens:
            if "(" in line.original:
                text = "A comment cuts this rule off. Comments can only follow a rule, or stand in lines of their own."
            else:
                text = "A rule needs an arrow, `->`."
            self.notes.error(line.number, text)
        rule = DraftRule(line, max((place for place, token in enumerate(tokens) if token == "["), default=-1))
        for place, token in enumerate(tokens):
            if rule.broken:
                break
            if not rule.begun:
                self._before(rule, place, token, is_first)
            elif token in COMMANDS and token not in self.draft.names:
                self._command(rule, place, token)
                if token == "message":
                    rule.message = _message(line.original, tokens[: place + 1])
                    break
            elif token == "->" and rule.on_right:
                self._error(rule, "A rule has one arrow, this one has two. It is left out.")
                rule.broken = True
            else:
                self._inside(rule, token)
        return rule

    def _error(self, rule: DraftRule, text: str) -> None:
        self.notes.error(rule.line.number, text)

    def _warning(self, rule: DraftRule, text: str) -> None:
        self.notes.warning(rule.line.number, text)

    def _before(self, rule: DraftRule, place: int, token: str, is_first: bool) -> None:
        """A word before the first bracket."""
        if token == "[":
            rule.begun = True
            self._open(rule)
        elif token == "+":
            if rule.plus:
                self._error(rule, "`+` can stand only once.")
            elif is_first:
                self._error(rule, "`+` puts a rule into the group of the one before it, and there is none.")
            elif place:
                self._error(rule, "`+` must be the first sign of its line.")
            rule.plus = True
        elif token in DIRECTIONS:
            rule.directions.append(token)
        elif token == "late":
            rule.late = True
        elif token == "rigid":
            rule.rigid = True
        elif token == "random":
            rule.random = True
            if rule.plus:
                self._error(rule, "Only the first rule of a group can be `random`: it holds for the whole group.")
        elif token in RELATIVE:
            text = f"`{token}` cannot say in which directions a rule is tried. Write `up`, `down`, `left` or `right`."
            self._error(rule, text)
        else:
            self._error(rule, f"Only directions, `late`, `rigid` and `random` can stand before a rule, not `{token}`.")

    def _inside(self, rule: DraftRule, token: str) -> None:
        """A word behind the first bracket."""
        if token == "[":
            self._open(rule)
        elif token in MODIFIERS:
            self._modifier(rule, token)
        elif token == "|":
            self._bar(rule)
        elif token == "]":
            self._close(rule)
        elif token == "->":
            self._arrow(rule)
        elif token in self.draft.names:
            self._name(rule, token)
        elif token == GAP:
            if rule.is_open:
                rule.cell.append(None)
            else:
                self._warning(rule, "`...` must stand in brackets.")
        else:
            self._error(rule, f"`{token}` cannot stand in a rule.")

    def _open(self, rule: DraftRule) -> None:
        rule.depth += 1
        if rule.depth > 1:
            self._warning(rule, "A bracket is opened inside another one. Close each with `]`.")
        if rule.cell or rule.word:
            self._error(rule, "A bracket is opened before the one before it is closed.")
        rule.is_open = True
        rule.cell, rule.word = [], None

    def _modifier(self, rule: DraftRule, token: str) -> None:
        if rule.word is not None:
            self._error(rule, f"Only one word can stand before a name; here are `{rule.word}` and `{token}`.")
        elif not rule.is_open:
            self._warning(rule, f"`{token}` must stand in brackets or at the beginning of the rule; it is left out.")
        elif rule.late and token in MOVEMENTS:
            self._error(rule, f"Nothing moves any more when late rules run; `{token}` is left out.")
        else:
            rule.word = token

    def _bar(self, rule: DraftRule) -> None:
        if not rule.is_open:
            self._warning(rule, "`|` must stand in brackets.")
        elif rule.word is not None:
            self._error(rule, f"A name must follow `{rule.word}`.")
        else:
            rule.row.append(rule.cell)
            rule.cell = []

    def _close(self, rule: DraftRule) -> None:
        rule.depth -= 1
        if rule.depth < 0:
            self._warning(rule, "A bracket here closes nothing. The rule is left out.")
            rule.broken = True
            return
        if rule.word is not None:
            self._error(rule, f"A name must follow `{rule.word}`; the cell is left out.")
        else:
            rule.row.append(rule.cell)
        (rule.right if rule.on_right else rule.left).append(rule.row)
        rule.cell, rule.row, rule.is_open = [], [], False

    def _arrow(self, rule: DraftRule) -> None:
        if rule.is_open:
            self._warning(rule, "The arrow cannot stand in brackets. Close them before it.")
        else:
            rule.on_right = True

    def _name(self, rule: DraftRule, name: str) -> None:
        if not rule.is_open:
            self._warning(rule, f"`{name}` must stand in brackets; it is left out.")
            return
        word, rule.word = rule.word, None
        twice = [item for item in rule.cell if item is not None and item.name == name]
        if any(item.word != "no" or word != "no" for item in twice):
            self._error(rule, f"`{name}` stands in one cell several times.")
        if word == "no" and SourceItem(word, name) in twice:
            self._warning(rule, f"`no {name}` stands in one cell several times.")
        rule.cell.append(SourceItem(word, name))

    def _command(self, rule: DraftRule, place: int, token: str) -> None:
        text = "Commands should stand at the end of a rule."
        if not rule.on_right:
            self._error(rule, text)
        elif rule.is_open or place < rule.last_open:
            self._warning(rule, text)
        if token in SOUND_COMMANDS:
            rule.sounds.append(token)
            if token not in self.draft.declared:
                self._warning(rule, f"The sound `{token}` is not declared.")
        elif token != "message":
            rule.commands.append(token)


def _message(original: str, tokens: list[str]) -> str:
    """What a line says behind its word `message`; a space if nothing. The words up to it are `tokens`."""
    lower = lowered(original)
    at = 0
    for token in tokens:
        found = lower.find(token, at)
        at = at if found < 0 else found + len(token)
    return original[at:].strip() or " "
