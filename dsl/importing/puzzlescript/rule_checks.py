"""RULES of a PuzzleScript text, last reading: which rules can be played, in which groups and loops."""

from __future__ import annotations

from itertools import pairwise

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.rule_lines import RuleLine
from arcg.dsl.importing.puzzlescript.rules import DraftRule, RuleReader, WrittenCell, WrittenRow
from arcg.dsl.importing.puzzlescript.source import SourceItem, SourceRule

MOST_GAPS = 2


def finished(draft: Draft, written: list[RuleLine]) -> tuple[list[SourceRule], bool]:
    """The rules that can be played; and whether the game can be, with what is wrong with the others."""
    drafts, loops = _read(draft, written)
    sound = [_shaped(draft, rule) for rule in drafts]
    playable = not any(fit is None for fit in sound)
    rules: list[SourceRule] = []
    group = kept = -1
    for place, rule in enumerate(drafts):
        if not rule.plus or place == 0:
            group = place
        elif rule.late != drafts[place - 1].late:
            draft.notes.warning(rule.line.number, "Late rules and others in one group run apart from each other.")
        if sound[place] and playable and _Cells(draft, rule).fit():
            rules.append(_source(rule, joins=group == kept, loop=loops.get(place, -1)))
            kept = group
    return rules, playable


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


def _shaped(draft: Draft, rule: DraftRule) -> bool | None:
    """Whether both sides of a rule are alike; None: their patterns are not equally long, which no game survives."""
    line = rule.line.number
    if rule.late and rule.rigid:
        draft.notes.error(line, "A late rule cannot be `rigid`: nothing moves any more.")
        rule.rigid = False
    if not rule.right and (rule.commands or rule.sounds or rule.message is not None):
        return bool(rule.left)
    if len(rule.left) != len(rule.right):
        text = f"{len(rule.left)} patterns in brackets stand before the arrow, {len(rule.right)} behind it."
        draft.notes.warning(line, text + " The rule is left out.")
        return False
    if any(len(left) != len(right) for left, right in zip(rule.left, rule.right, strict=True)):
        draft.notes.error(line, "Each pattern before the arrow needs one with as many cells behind it.")
        return None
    return bool(rule.left)


def _source(rule: DraftRule, joins: bool, loop: int) -> SourceRule:
    return SourceRule(
        line=rule.line.number,
        directions=tuple(rule.directions),
        left=tuple(_row(row) for row in rule.left),
        right=tuple(_row(row) for row in rule.right),
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


def _row(row: WrittenRow) -> tuple[tuple[SourceItem, ...] | None, ...]:
    return tuple(None if None in cell else tuple(item for item in cell if item is not None) for cell in row)


class _Cells:
    """What is wrong in the cells of a rule, as far as it shows before a rule is expanded."""

    def __init__(self, draft: Draft, rule: DraftRule) -> None:
        self.draft = draft
        self.rule = rule
        self.good = True

    def fit(self) -> bool:
        """Whether the rule can be played."""
        for side in (self.rule.left, self.rule.right):
            for row in side:
                for cell in row:
                    for item in cell:
                        if item is not None:
                            self._item(item, side is self.rule.left)
        for place, left in enumerate(self.rule.left):
            self._gaps(left, self.rule.right[place] if self.rule.right else None)
        for row in self.rule.right:
            for cell in row:
                self._choices(cell)
        return self.good

    def _error(self, text: str) -> None:
        self.draft.notes.error(self.rule.line.number, text)
        self.good = False

    def _warning(self, text: str) -> None:
        self.draft.notes.warning(self.rule.line.number, text)

    def _item(self, item: SourceItem, on_left: bool) -> None:
        meaning = self.draft.meaning(item.name)
        missing = self.draft.faulty.get(item.name)
        if missing is not None and item.word != "random":
            self.draft.notes.error(self.rule.line.number, f"`{item.name}` rests on `{missing}`, which has no meaning.")
        if meaning is None or not meaning.members:
            self.good = False
        elif item.word == "no" and meaning.sort == "and":
            self._error(
                f"`no` cannot stand before `{item.name}`, which is all of several objects. Write them one by one."
            )
        elif item.word == "random" and on_left:
            self._error("`random` can stand only behind the arrow.")
        elif item.word == "random" and meaning.sort != "or":
            for member in meaning.members:
                self._warning(f"`random {member}` leaves nothing to choose: it is one object.")

    def _gaps(self, left: WrittenRow, right: WrittenRow | None) -> None:
        gaps = [None in cell for cell in left]
        if sum(gaps) > MOST_GAPS:
            self._error(f"A pattern can have {MOST_GAPS} `...`, not {sum(gaps)}.")
            return
        if any(one and other for one, other in pairwise(gaps)):
            self._warning("One `...` is as good as two beside each other.")
        for place, cell in enumerate(left):
            other = right[place] if right is not None else None
            if gaps[place]:
                self._gap(cell, other, 0 < place < len(left) - 1)
            elif other is not None and None in other:
                if len(other) > 1:
                    self._error("`...` must be alone in its cell.")
                else:
                    self._error("`...` behind the arrow needs one at the same place before it.")

    def _gap(self, cell: WrittenCell, other: WrittenCell | None, is_inside: bool) -> None:
        """A cell with `...` on the left, and the one on the right."""
        if len(cell) > 1:
            self._error("`...` must be alone in its cell.")
            return
        if not is_inside:
            self._error("`...` cannot be the first or the last cell of a pattern.")
        if other is not None and None not in other:
            self._error("`...` before the arrow needs one at the same place behind it.")
        elif other is not None and len(other) > 1:
            self._error("`...` must be alone in its cell.")

    def _choices(self, cell: WrittenCell) -> None:
        """Whether a choice may fall on something that cannot be beside another thing of the cell."""
        items = [item for item in cell if item is not None]
        certain = [item for item in items if item.word not in ("no", "random")]
        for choice in items:
            for item in certain if choice.word == "random" else ():
                one, other = self.draft.meaning(choice.name), self.draft.meaning(item.name)
                if one is None or other is None or other.sort == "or":
                    continue
                for name in dict.fromkeys(one.members):
                    for there in other.members:
                        if name != there and self.draft.layer(name) == self.draft.layer(there):
                            text = f"`random {choice.name}` may choose `{name}`, which is on one layer with `{there}`."
                            self._warning(text)
