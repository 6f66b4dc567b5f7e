"""RULES of a PuzzleScript text, the cells of a rule: gaps, contradictions, and what is played of what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from arcg.dsl.importing.puzzlescript.draft import Draft
from arcg.dsl.importing.puzzlescript.rules import DraftRule, WrittenCell, WrittenRow
from arcg.dsl.importing.puzzlescript.source import SourceCell, SourceItem

MOST_GAPS = 2
"""Cells with `...` in one pattern."""

APART = ("no", "random")
"""Words before a name that do not say that it is there."""

Rows = tuple[tuple[SourceCell, ...], ...]


class Cells:
    """What is wrong in the cells of a rule, as far as it shows before it is expanded, and what is played of it.

    The original goes on after most mistakes; so do we, in the same way where our rules can say it.
    """

    def __init__(self, draft: Draft, rule: DraftRule) -> None:
        self.draft = draft
        self.rule = rule
        self.good = True
        self.idle = False
        """The rule never fits, but the original keeps it: it says whether its group is random."""

    def fit(self) -> bool:
        """Whether the rule can ever match."""
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

    def left(self) -> Rows:
        """The left side as it is played."""
        return tuple(tuple(None if None in cell else self._asked(cell) for cell in row) for row in self.rule.left)

    def right(self) -> Rows:
        """The right side as it is played: gaps where the left has them, and nowhere else."""
        return tuple(
            tuple(None if None in cell else self._made(other) for cell, other in zip(row, others, strict=True))
            for row, others in zip(self.rule.left, self.rule.right, strict=False)
        )

    def _asked(self, cell: WrittenCell) -> SourceCell:
        """A left cell: `random` asks for nothing, what is absent is so once."""
        items = (item for item in self._known(cell) if item.word != "random")
        return tuple(dict.fromkeys(items))

    def _made(self, cell: WrittenCell) -> SourceCell:
        """A right cell: what comes counts more than its absence, and of two on one layer only the last one comes."""
        if None in cell:
            cell = cell[: cell.index(None)]
        items = self._spelled_out(list(self._known(cell)))
        comes = [kind for item in items if item.word not in APART for kind in self._surely(item.name)]
        kept: dict[tuple[str, str], SourceItem] = {}
        for item in items:
            if item.word == "no":
                for each in self._absent(item, comes):
                    kept.setdefault((each.name, "no"), each)
            elif item.word == "random":
                kept[item.name, "random"] = item
            else:
                before = kept.get((item.name, ""))
                kept[item.name, ""] = item if before is None or item.word else before
        return tuple(self._alone(list(kept.values())))

    def _spelled_out(self, items: list[SourceItem]) -> list[SourceItem]:
        """The items, with the members of what is all of several where another one is the same; last ones at the end."""
        first: list[SourceItem] = []
        rest: list[SourceItem] = []
        for item in items:
            meaning = self.draft.meaning(item.name)
            members = meaning.members if meaning is not None and meaning.sort == "and" else (item.name,)
            each = [SourceItem(item.word, member) for member in members]
            first += each[:1]
            rest += each[1:]
        made = first + rest
        layers = [self.draft.layer(kind) for item in made if item.word not in APART and (kind := self._one(item.name))]
        if len(set(layers)) == len(layers):
            return items
        if len(made) > len(items) and len({(item.word in APART, item.name) for item in made}) < len(made):
            self._error("An object stands behind the arrow in one cell several times.")
        return made

    def _absent(self, item: SourceItem, comes: list[str]) -> Iterator[SourceItem]:
        """`no` of a name, but of nothing that comes."""
        meaning = self.draft.meaning(item.name)
        members = meaning.members if meaning is not None else ()
        if not set(members) & set(comes):
            yield item
        else:
            self._error(f"Behind the arrow, a cell has `no {item.name}` and one of that. It comes all the same.")
            yield from (SourceItem("no", member) for member in dict.fromkeys(members) if member not in comes)

    def _alone(self, items: list[SourceItem]) -> Iterator[SourceItem]:
        """The items without objects in whose layer a later one comes."""
        layers = {
            self.draft.layer(kind): number
            for number, item in enumerate(items)
            if item.word not in APART and (kind := self._one(item.name)) is not None
        }
        for number, item in enumerate(items):
            kind = self._one(item.name) if item.word not in APART else None
            if kind is None or layers[self.draft.layer(kind)] == number:
                yield item
            else:
                text = f"Behind the arrow, `{item.name}` and `{items[layers[self.draft.layer(kind)]].name}` are on one"
                self.draft.notes.error(self.rule.line.number, f"{text} layer. Only the second one comes.")

    def _one(self, name: str) -> str | None:
        """The object that a name stands for, None if it stands for several."""
        meaning = self.draft.meaning(name)
        return meaning.members[0] if meaning is not None and len(set(meaning.members)) == 1 else None

    def _surely(self, name: str) -> tuple[str, ...]:
        """The objects that are there where a name is: none if it is one of several."""
        meaning = self.draft.meaning(name)
        return meaning.members if meaning and (meaning.sort == "and" or len(set(meaning.members)) == 1) else ()

    def _known(self, cell: WrittenCell) -> Iterator[SourceItem]:
        """The items of a cell whose names mean something; `no` of all of several is `no` of each."""
        for item in cell:
            meaning = self.draft.meaning(item.name) if item is not None else None
            if item is None or meaning is None or not meaning.members:
                continue
            if item.word == "no" and meaning.sort == "and":
                yield from (SourceItem("no", member) for member in meaning.members)
            else:
                yield item

    def _error(self, text: str) -> None:
        self.draft.notes.error(self.rule.line.number, text)

    def _drop(self, text: str) -> None:
        """Something is wrong that the rule does not survive."""
        self._error(text)
        self.good = False

    def _warning(self, text: str) -> None:
        self.draft.notes.warning(self.rule.line.number, text)

    def _item(self, item: SourceItem, on_left: bool) -> None:
        """Look at one name. What has no layer, or no meaning, can be nowhere: a left cell with it never fits."""
        meaning = self.draft.meaning(item.name)
        missing = self.draft.faulty.get(item.name)
        if missing is not None and item.word != "random":
            self._error(f"`{item.name}` rests on `{missing}`, which has no meaning.")
        if meaning is None or not meaning.members:
            if on_left and item.word != "no":
                self.good = False
        elif item.word == "no" and meaning.sort == "and":
            text = f"`no` cannot stand before `{item.name}`, which is all of several objects. Write them one by one."
            self._error(text)
        elif item.word == "random" and on_left:
            self._error("`random` can stand only behind the arrow.")
        elif item.word == "randomdir" and on_left:
            self.idle = True

    def _contradictions(self, cell: WrittenCell) -> None:
        """Whether a left cell asks for something and for its absence, or for something twice."""
        items = [item for item in cell if item is not None and item.name not in self.draft.faulty]
        absent = {item.name for item in items if item.word == "no"}
        held: set[str] = set()
        for item in items:
            if item.word in APART:
                continue
            if item.name in absent:
                self._warning(f"`{item.name} no {item.name}` never fits; the rule is left out.")
                self.good = False
            meaning = self.draft.meaning(item.name)
            for each in meaning.members if meaning is not None and meaning.sort != "or" else (item.name,):
                if each in held:
                    self._drop(f"`{each}` is asked for twice in one cell, which holds one at most.")
                held.add(each)

    def _gaps(self, left: WrittenRow, right: WrittenRow | None) -> None:
        gaps = [None in cell for cell in left]
        if sum(gaps) > MOST_GAPS:
            self._drop(f"A pattern can have {MOST_GAPS} `...`, not {sum(gaps)}.")
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
            self._drop("`...` must be alone in its cell.")
            return
        if not is_inside:
            self._drop("`...` cannot be the first or the last cell of a pattern.")
        if other is not None and None not in other:
            self._error("`...` before the arrow needs one at the same place behind it.")
        elif other is not None and len(other) > 1:
            self._error("`...` must be alone in its cell.")
