"""RULES of a PuzzleScript text, the cells of a rule: gaps, contradictions, and what can be nowhere."""

from __future__ import annotations

from itertools import pairwise

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.rules import DraftRule, WrittenCell, WrittenRow
from arcg.dsl.importing.puzzlescript.source import SourceCell, SourceItem

MOST_GAPS = 2
"""Cells with `...` in one pattern."""


class Cells:
    """What is wrong in the cells of a rule, as far as it shows before it is expanded."""

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
        for row in self.rule.left:
            for cell in row:
                self._contradictions(cell)
        for place, left in enumerate(self.rule.left):
            self._gaps(left, self.rule.right[place] if self.rule.right else None)
        return self.good

    def settled(self, rows: list[WrittenRow]) -> tuple[tuple[SourceCell, ...], ...]:
        """One side of the rule as it is played: no name twice in a cell but those that are chosen at random."""
        return tuple(tuple(self._settled(cell) for cell in row) for row in rows)

    def _settled(self, cell: WrittenCell) -> SourceCell:
        if None in cell:
            return None
        items: dict[tuple[str, str], SourceItem] = {}
        for item in cell:
            meaning = self.draft.meaning(item.name) if item is not None else None
            if item is None or meaning is None or not meaning.members:
                continue
            key = (item.name, "random" if item.word == "random" else "")
            if key not in items or items[key].word == "no":
                items[key] = item
        return tuple(items.values())

    def _error(self, text: str) -> None:
        self.draft.notes.error(self.rule.line.number, text)
        self.good = False

    def _warning(self, text: str) -> None:
        self.draft.notes.warning(self.rule.line.number, text)

    def _item(self, item: SourceItem, on_left: bool) -> None:
        """Look at one name. What has no layer, or no meaning, can be nowhere: a left cell with it never fits."""
        meaning = self.draft.meaning(item.name)
        missing = self.draft.faulty.get(item.name)
        if missing is not None and item.word != "random":
            self.draft.notes.error(self.rule.line.number, f"`{item.name}` rests on `{missing}`, which has no meaning.")
        if meaning is None or not meaning.members:
            if on_left and item.word != "no":
                self.good = False
        elif item.word == "no" and meaning.sort == "and":
            self._error(
                f"`no` cannot stand before `{item.name}`, which is all of several objects. Write them one by one."
            )
        elif item.word == "random" and on_left:
            self._error("`random` can stand only behind the arrow.")

    def _contradictions(self, cell: WrittenCell) -> None:
        """Whether a left cell asks for something and for its absence; other such cells show when expanded."""
        items = [item for item in cell if item is not None and item.name not in self.draft.faulty]
        absent = {item.name for item in items if item.word == "no"}
        for item in items:
            if item.word != "no" and item.name in absent:
                self._warning(f"`{item.name} no {item.name}` never fits; the rule is left out.")
                self.good = False

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
