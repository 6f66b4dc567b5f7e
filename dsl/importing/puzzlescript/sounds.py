"""SOUNDS of a PuzzleScript text: read for what is wrong in it, and for the sounds that rules may call."""

from __future__ import annotations

import re

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import Line
from arcg.dsl.importing.puzzlescript.words import DIRECTIONS, SOUND_COMMANDS, SOUND_EVENTS, SOUND_VERBS

SEED = re.compile(r"\d+")


class Sounds(Section):
    """An event and a number in a line, or an object, what becomes of it, perhaps directions, and a number."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.words: list[str] = []
        self.broken = False

    def word(self, line: Line) -> None:
        """Read a word of a line."""
        if line.first:
            self.words, self.broken = [], False
        start = line.at
        word = line.word()
        if not word:
            line.at = start + 1
            word = line.text[start : line.at]
        if not self.broken:
            self._check(line, word)
        self.words.append(word)

    def end(self, line: Line) -> None:
        """Check that the line is complete."""
        if not self.broken and not SEED.fullmatch(self.words[-1]):
            self.notes.error(line.number, "The number of a sound is missing at the end of the line.")
        self.draft.sounds.append(" ".join(self.words))

    def _check(self, line: Line, word: str) -> None:
        words = self.words
        if not words:
            self._first(line, word)
        elif SEED.fullmatch(words[-1]) and len(words) > 1:
            self._fail(line, f"Nothing can follow the number of a sound, but `{word}` does.")
        elif words[0] in SOUND_EVENTS and len(words) == 1:
            if not SEED.fullmatch(word):
                self._fail(line, f"The number of a sound must follow `{words[0]}`, not `{word}`.")
        elif len(words) == 1:
            if word not in SOUND_VERBS:
                self._fail(line, f"`{word}` is nothing that can become of an object.")
        elif not SEED.fullmatch(word) and word not in DIRECTIONS:
            self._fail(line, f"The number of a sound must stand here, not `{word}`.")

    def _first(self, line: Line, word: str) -> None:
        if word in SOUND_EVENTS:
            if word in SOUND_COMMANDS and word in self.draft.declared:
                self.notes.warning(line.number, f"`{word}` is declared already.")
            self.draft.declared.add(word)
            return
        meaning = self.draft.meaning(word)
        if meaning is None:
            self._fail(line, f"`{word}` is no object and no event.")
        elif meaning.sort == "and":
            self._fail(line, f"`{word}` is all of several objects; only one or any of several can have a sound.")
            self.notes.error(line.number, "No sound can be read here.")

    def _fail(self, line: Line, text: str) -> None:
        self.notes.error(line.number, text)
        self.broken = True
        line.skip()
