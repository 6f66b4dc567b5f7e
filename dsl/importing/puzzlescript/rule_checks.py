"""RULES of a PuzzleScript text, last reading: which rules can be played, in which groups and loops."""

from __future__ import annotations

from typing import Literal

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.rule_cells import Cells
from arcg.dsl.importing.puzzlescript.rule_lines import RuleLine
from arcg.dsl.importing.puzzlescript.rules import DraftRule, RuleReader
from arcg.dsl.importing.puzzlescript.source import SourceRule

MOST_RIGID = 30
"""Groups with rigid rules that the original can tell apart."""

Shape = Literal["good", "left out", "unplayable"]
"""Whether a rule can be played; if not, whether the game can be without it."""


def finished(draft: Draft, written: list[RuleLine]) -> tuple[list[SourceRule], bool]:
    """The rules that can be played, and whether the game can be. What is wrong with the others is noted."""
    drafts, loops = _read(draft, written)
    shapes = [_shape(draft, rule) for rule in drafts]
    playable = "unplayable" not in shapes
    rules: list[SourceRule] = []
    group = kept = -1
    for place, rule in enumerate(drafts):
        if not rule.plus or place == 0:
            group = place
        elif rule.late != drafts[place - 1].late:
            draft.notes.warning(rule.line.number, "Late rules and others in one group run apart from each other.")
        cells = Cells(draft, rule)
        if playable and shapes[place] == "good" and cells.fit():
            rules.append(_source(rule, cells, joins=group == kept, loop=loops.get(place, -1)))
            kept = group
    _check_rigid(draft, rules)
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


def _read(draft: Draft, written: list[RuleLine]) -> tuple[list[DraftRule], dict[int, int]]:
    """The rules, and the number of the loop around those that are in one."""
    reader = RuleReader(draft)
    drafts: list[DraftRule] = []
    loops: dict[int, int] = {}
    opened, count, first = 0, 0, 0
    for line in written:
        read = reader.read(line, is_first=not drafts)
        if isinstance(read, DraftRule):
            drafts.append(read)
        elif read == "startloop":
            if opened:
                draft.notes.error(line.number, f"The loop of line {opened} goes on here; loops cannot be nested.")
            else:
                opened, first = line.number, len(drafts)
        elif not opened:
            draft.notes.error(line.number, "`endloop` has no `startloop` before it.")
        else:
            loops |= dict.fromkeys(range(first, len(drafts)), count)
            opened, count = 0, count + 1
    if opened:
        draft.notes.error(opened, "`startloop` has no `endloop` behind it.")
    return drafts, loops


def _shape(draft: Draft, rule: DraftRule) -> Shape:
    """Whether both sides of a rule are alike. No game survives patterns that are not equally long."""
    line = rule.line.number
    if rule.late and rule.rigid:
        draft.notes.error(line, "A late rule cannot be `rigid`: nothing moves any more.")
        rule.rigid = False
    if not rule.right and (rule.commands or rule.sounds or rule.message is not None):
        return "good" if rule.left and all(rule.left) else "left out"
    if len(rule.left) != len(rule.right):
        text = f"{len(rule.left)} patterns in brackets stand before the arrow, {len(rule.right)} behind it."
        draft.notes.warning(line, text + " The rule is left out.")
        return "left out"
    if any(len(left) != len(right) for left, right in zip(rule.left, rule.right, strict=True)):
        draft.notes.error(line, "Each pattern before the arrow needs one with as many cells behind it.")
        return "unplayable"
    return "good" if rule.left and all(rule.left) else "left out"


def _source(rule: DraftRule, cells: Cells, joins: bool, loop: int) -> SourceRule:
    return SourceRule(
        line=rule.line.number,
        directions=tuple(rule.directions),
        left=cells.settled(rule.left),
        right=cells.settled(rule.right),
        commands=tuple(rule.commands),
        sounds=tuple(rule.sounds),
        message=rule.message,
        late=rule.late,
        rigid=rule.rigid,
        random=rule.random,
        plus=joins,
        loop=loop,
        comments=rule.line.comments,
    )
