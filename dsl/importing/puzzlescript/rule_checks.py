"""RULES of a PuzzleScript text, last reading: which rules can be played, in which groups and loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.rule_cells import Cells
from arcg.dsl.importing.puzzlescript.rule_lines import RuleLine
from arcg.dsl.importing.puzzlescript.rules import DraftRule, RuleReader
from arcg.dsl.importing.puzzlescript.source import SourceRule

MOST_RIGID = 30
"""Groups with rigid rules that the original can tell apart."""

Shape = Literal["good", "idle", "none", "unplayable"]
"""What a line is: a rule, one that never fits, no rule at all, or one that no game survives."""


def finished(draft: Draft, written: list[RuleLine]) -> tuple[list[SourceRule], bool]:
    """The rules that can be played, and whether the game can be. What is wrong with the others is noted."""
    drafts, marks = _read(draft, written)
    loops = _loops(draft, marks)
    playable = all(shape != "unplayable" for _, shape in drafts)
    rules: list[SourceRule] = []
    group = kept = -1
    spans: dict[tuple[int, bool], tuple[int, int]] = {}
    leader: DraftRule | None = None
    for place, (rule, shape) in enumerate(drafts):
        if not rule.plus or place == 0:
            group, leader = place, None
        elif rule.late != drafts[place - 1][0].late:
            draft.notes.warning(rule.line.number, "Late rules and others in one group run apart from each other.")
        cells = Cells(draft, rule)
        if playable and shape == "good" and cells.fit():
            leader = leader or rule
            line = rule.line.number
            spans[group, rule.late] = spans.get((group, rule.late), (line, line))[0], line
            if not cells.idle:
                made = _source(rule, cells, joins=group == kept, loop=loops.get(place, -1))
                rules.append(made if made.plus else replace(made, random=leader.random))
                kept = group
    _check_rigid(draft, rules)
    for word, line, _ in marks:
        if any(first < line < last for first, last in spans.values()):
            draft.notes.error(line, f"`{word}` stands within a group; a loop goes around whole groups.")
    return rules, playable


def _check_rigid(draft: Draft, rules: list[SourceRule]) -> None:
    """Whether there are too many groups with rigid rules."""
    groups, counted = 0, False
    for rule in rules:
        counted = counted and rule.plus
        if rule.rigid and not counted:
            groups, counted = groups + 1, True
            if groups == MOST_RIGID + 1:
                text = f"There can be {MOST_RIGID} groups with rigid rules; from this one on there are more."
                draft.notes.error(rule.line, text)


def _read(draft: Draft, written: list[RuleLine]) -> tuple[list[tuple[DraftRule, Shape]], list[tuple[str, int, int]]]:
    """The rules with their shapes, lines that are none left out, and the marks of loops; see `_loops`."""
    reader = RuleReader(draft)
    drafts: list[tuple[DraftRule, Shape]] = []
    marks: list[tuple[str, int, int]] = []
    for line in written:
        read = reader.read(line, is_first=not drafts)
        if isinstance(read, DraftRule):
            shape = _shape(draft, read)
            if shape != "none":
                drafts.append((read, shape))
        else:
            marks.append((read, line.number, len(drafts)))
    return drafts, marks


def _loops(draft: Draft, marks: list[tuple[str, int, int]]) -> dict[int, int]:
    """The number of the loop around each rule that is in one.

    `marks`: the word, the line, and how many rules stand before it. They are taken in pairs, whatever the words.
    """
    for place, (word, line, _) in enumerate(marks):
        if place % 2 == 0 and word == "endloop":
            draft.notes.error(line, "`endloop` has no `startloop` before it.")
        elif place % 2 and word == "startloop":
            draft.notes.error(line, f"The loop of line {marks[place - 1][1]} goes on here; loops cannot be nested.")
    if len(marks) % 2 and marks[-1][0] == "startloop":
        draft.notes.error(marks[-1][1], "`startloop` has no `endloop` behind it.")
    loops: dict[int, int] = {}
    for number, (first, last) in enumerate(zip(marks[::2], marks[1::2], strict=False)):
        loops |= dict.fromkeys(range(first[2], last[2]), number)
    return loops


def _shape(draft: Draft, rule: DraftRule) -> Shape:
    """Whether both sides of a rule are alike. No game survives patterns that are not equally long."""
    line = rule.line.number
    if rule.broken:
        return "none"
    if rule.late and rule.rigid:
        draft.notes.error(line, "A late rule cannot be `rigid`: nothing moves any more.")
        rule.rigid = False
    if not rule.right and (rule.commands or rule.sounds or rule.message is not None):
        return "good" if rule.left and all(rule.left) else "idle"
    if len(rule.left) != len(rule.right):
        text = f"{len(rule.left)} patterns in brackets stand before the arrow, {len(rule.right)} behind it."
        draft.notes.warning(line, text + " The rule is left out.")
        return "none"
    if any(len(left) != len(right) for left, right in zip(rule.left, rule.right, strict=True)):
        draft.notes.error(line, "Each pattern before the arrow needs one with as many cells behind it.")
        return "unplayable"
    return "good" if rule.left and all(rule.left) else "idle"


def _source(rule: DraftRule, cells: Cells, joins: bool, loop: int) -> SourceRule:
    return SourceRule(
        line=rule.line.number,
        directions=tuple(rule.directions),
        left=cells.left(),
        right=cells.right(),
        commands=tuple(dict.fromkeys(rule.commands)),
        sounds=tuple(rule.sounds),
        message=rule.message,
        late=rule.late,
        rigid=rule.rigid,
        random=rule.random,
        plus=joins,
        loop=loop,
        comments=rule.line.comments,
    )
