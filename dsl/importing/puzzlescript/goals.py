"""WINCONDITIONS of a PuzzleScript text: one in a line."""

from __future__ import annotations

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import NAME, Line
from arcg.dsl.importing.puzzlescript.source import SourceGoal
from arcg.dsl.importing.puzzlescript.words import QUANTIFIERS

FORMS = "Write a condition like `no Gem`, `some Gem`, `all Target on Crate`, `some Gem on Chest` or `no Gem on Chest`."


class Goals(Section):
    """`Q X` or `Q X on Y` in a line."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.words: list[str] = []
        self.broken = False
        self.written: list[tuple[int, tuple[str, ...]]] = []

    def word(self, line: Line) -> None:
        """Read a word of a line."""
        if line.first:
            self.words, self.broken = [], False
        word = line.take(NAME)
        if self.broken:
            line.skip()
            return
        if not word:
            self._fail(line, f"A condition is made of words and names of letters and digits. {FORMS}")
            return
        place = len(self.words)
        if place == 0 and word not in QUANTIFIERS:
            self._fail(line, f"`{word}` starts no condition. {FORMS}")
        elif place == 2 and word != "on":
            self._fail(line, f"`on` must stand here, not `{word}`.")
        elif place > 3:
            self._fail(line, f"Nothing can follow a condition, but `{word}` does.")
        else:
            if place in (1, 3) and word not in self.draft.names:
                self.notes.error(line.number, f"`{word}` is no name of an object.")
            self.words.append(word)

    def end(self, line: Line) -> None:
        """The condition is what stands before a comment, whatever was said of its words."""
        words = next((part for part in line.text.split("(") if part), "").split()
        if words:
            self.written.append((line.number, tuple(words)))

    def _fail(self, line: Line, text: str) -> None:
        self.notes.error(line.number, text)
        self.broken = True
        line.skip()

    def finished(self) -> list[SourceGoal]:
        """The conditions that can be read; the others are left out."""
        goals = []
        for line, words in self.written:
            if len(words) < 2:
                self.notes.error(line, FORMS)
                continue
            if len(words) == 3 and words[2] == "on":
                self.notes.warning(line, "A name is missing behind `on`, which so says nothing.")
            goal = _goal(line, words)
            meanings = {name: self.draft.meaning(name) for name in (goal.first, goal.second) if name is not None}
            for name, meaning in meanings.items():
                if meaning is None or (not meaning.members and name in self.draft.faulty):
                    self.notes.error(line, f"`{name}` has no meaning; the condition is left out.")
            if all(meaning is not None and meaning.members for meaning in meanings.values()):
                goals.append(goal)
        return goals


def _goal(line: int, words: tuple[str, ...]) -> SourceGoal:
    """A condition, as the original takes one that is not well formed: `on Y` counts only if nothing follows it."""
    second = words[3] if len(words) == 4 else None
    if words[0] == "all":
        return SourceGoal("all", words[1], second, line)
    return SourceGoal("no" if words[0] == "no" else "some", words[1], second, line)
