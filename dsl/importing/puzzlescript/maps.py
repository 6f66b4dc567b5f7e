"""Maps: which character stands for which things, the same in all levels, and the characters that were there kept.

In PuzzleScript a glyph says what lies in a cell and the level adds a background. In `.arcg` the legend says all, so
one glyph may become several where levels have different backgrounds, and several one.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from arcg.dsl.importing.puzzlescript.source import SourceMap

Content = tuple[str, ...]
"""The objects of a cell, by layer."""

UNFIT = frozenset("/=\"'`(){}[]|")
"""Characters that a reader, or the comments of a file, would take for something else."""

EMPTY = "."
"""What an empty cell is drawn with; it is in no legend."""

SPARE = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ#*+@%&$!?:;,<>~^_-"


class Legend:
    """The characters of all maps: `glyphs` says what each stands for, those for most cells first."""

    def __init__(self, levels: Iterable[SourceMap], layer_of: dict[str, int]) -> None:
        self._layer_of = layer_of
        self._by_content: dict[Content, str] = {}
        wishes: dict[Content, Counter[str]] = {}
        for level in levels:
            for glyphs, contents in zip(level.rows, level.cells, strict=True):
                for glyph, names in zip(glyphs, contents, strict=True):
                    wishes.setdefault(self._content(level, names), Counter())[glyph] += 1
        taken = {EMPTY} if wishes.pop((), None) else set()
        ranked = sorted(wishes, key=lambda content: -wishes[content].total())  # who uses a character most may keep it
        for content in ranked:
            wanted = (glyph for glyph, _ in wishes[content].most_common() if _fits(glyph) and glyph not in taken)
            self._by_content[content] = next(wanted, "")
            taken.add(self._by_content[content])
        spare = _spare()
        for content in ranked:
            if not self._by_content[content]:
                self._by_content[content] = next(glyph for glyph in spare if glyph not in taken)
        self.glyphs = {glyph: content for content, glyph in self._by_content.items()}
        self._by_content[()] = EMPTY

    def _content(self, level: SourceMap, names: tuple[str, ...]) -> Content:
        """What a cell holds, the background filled in; of two things on one layer the later one."""
        held = {self._layer_of[name]: name for name in names if self._layer_of.get(name, -1) >= 0}
        for name in level.background:
            if (layer := self._layer_of.get(name, -1)) >= 0:
                held.setdefault(layer, name)
        return tuple(held[layer] for layer in sorted(held))

    def rows(self, level: SourceMap) -> list[str]:
        """The rows of a map in the characters of this legend."""
        return [
            "".join(self._by_content[self._content(level, names)] for names in contents) for contents in level.cells
        ]


def _fits(glyph: str) -> bool:
    """Whether a character can stand in a map: seen, of one width, and taken for nothing else."""
    wide = unicodedata.east_asian_width(glyph) in "WF" or unicodedata.category(glyph)[0] in "MCZ"
    return glyph not in UNFIT and not glyph.isspace() and not wide


def _spare() -> Iterator[str]:
    yield from SPARE
    for number in range(0xA1, 0x3000):
        sign = chr(number)
        if _fits(sign) and sign.isalpha() and unicodedata.normalize("NFC", sign) == sign:
            yield sign
