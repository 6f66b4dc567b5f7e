"""LEGEND of a PuzzleScript text: names for objects, for all of several and for any of several."""

from __future__ import annotations

import re
from collections import Counter

from arcg.dsl.importing.puzzlescript.draft import MOST_MEMBERS, Draft, Section
from arcg.dsl.importing.puzzlescript.lines import NAME, Line
from arcg.dsl.importing.puzzlescript.source import Definition
from arcg.dsl.importing.puzzlescript.words import KEYWORDS

KEY = re.compile(r"[^=\s(]+")
FORMS = "A line of the legend is `A = B`, `A = B or C ..` or `A = B and C ..`"


class Legend(Section):
    """One definition in a line. Names behind the sign must have a meaning already."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.words: list[str] = []
        self.broken = False

    def word(self, line: Line) -> None:
        """Read the name that gets a meaning, the sign `=`, a name or `and` and `or`."""
        if line.first:
            self.words, self.broken = [], False
        if not self.words:
            self._key(line)
        elif len(self.words) == 1:
            self._sign(line)
        elif len(self.words) % 2 == 0:
            self._name(line)
        else:
            self._joint(line)

    def end(self, line: Line) -> None:
        """Make a definition of the words."""
        words = self.words
        if self.broken and len(words) != 2:  # behind a lone `A =` the original tells of both
            return
        if len(words) < 3 or len(words) % 2 == 0:
            dangling = f", and `{words[-1]}` has nothing behind it" if len(words) > 1 else ""
            self.notes.error(line.number, f"{FORMS}{dangling}.")
            return
        members = self._without_itself(line, words[0], words[2::2])
        joints = set(words[3::2])
        if not members:
            return
        if joints == {"and", "or"}:
            text = "`and` and `or` cannot stand in one line of the legend. Give one part a name of its own."
            self.notes.error(line.number, text)
            if words[3] == "and":
                self._all(line, words[0], members)
        elif len(members) == 1:
            self._synonym(line, words[0], members[0])
        elif joints == {"and"}:
            self._all(line, words[0], members)
        elif joints == {"or"}:
            self._any(line, words[0], members)
        else:
            self.notes.error(line.number, f"{FORMS}.")

    def _key(self, line: Line) -> None:
        name = line.take(KEY)
        self.words.append(name or "=")
        if not name:
            self.broken = True
            self.notes.error(line.number, f"{FORMS}; a name is missing before `=`.")
            line.skip()
            return
        if name in KEYWORDS:
            self.notes.warning(line.number, f"`{name}` is a word of the language, and better not used as a name.")
        if self.draft.is_known(name):
            self.notes.error(line.number, f"The name `{name}` is used in line {self.draft.line_of(name)} already.")

    def _sign(self, line: Line) -> None:
        if line.here == "=":
            self.words.append("=")
            line.at += 1
        else:
            self.broken = True
            self.notes.error(line.number, f"{FORMS}; `=` is missing behind `{self.words[0]}`.")
            line.skip()

    def _name(self, line: Line) -> None:
        name = line.take(NAME)
        if not name:
            self.broken = True
            self.notes.error(line.number, f"`{line.here}` is no name: names are letters, digits and `_`.")
            line.skip()
            return
        self.words.append(name)
        if name != self.words[0] and not self.draft.is_known(name):
            self.notes.error(line.number, f"`{name}` has no meaning here. Define it above.")

    def _joint(self, line: Line) -> None:
        word = line.word()
        self.words.append(word)
        if word not in ("and", "or"):
            self.notes.error(line.number, f"Only `and` or `or` can stand between names, not `{word}`.")

    def _without_itself(self, line: Line, key: str, names: list[str]) -> list[str]:
        others = [name for name in names if name != key]
        if len(others) < len(names):
            self.notes.error(line.number, f"`{key}` cannot be defined by itself.")
        return others

    def _synonym(self, line: Line, key: str, name: str) -> None:
        meaning = self.draft.first_meaning(name)
        if meaning is None:
            self.draft.faulty[key] = name
            self.draft.define(Definition(key, "synonym", (), line.number))
        else:
            self._define(line, Definition(key, meaning.sort, meaning.members, line.number), [name])

    def _all(self, line: Line, key: str, names: list[str]) -> None:
        members: list[str] = []
        for name in names:
            meaning = self.draft.first_meaning(name)
            if meaning is None:
                continue
            if meaning.sort == "or":
                self.notes.error(line.number, f"`{key}` is all of several, and cannot hold any of several (`{name}`).")
                self.notes.error(0, f"`{key}` is defined by `{name}`, which is any of several.")
                self.draft.mixed.add(key)
                continue
            members += meaning.members
        self._define(line, Definition(key, "and", tuple(members), line.number), names)
        self.draft.together.append(self.draft.defined[key][-1])

    def _any(self, line: Line, key: str, names: list[str]) -> None:
        members: list[str] = []
        for name, count in Counter(names).items():
            if count > 1:
                self.notes.warning(line.number, f"`{name}` stands in this line several times.")
        for name in names:
            meaning = self.draft.first_meaning(name)
            if meaning is None:
                continue
            if meaning.sort == "and":
                self.notes.error(line.number, f"`{key}` is any of several, and cannot hold all of several (`{name}`).")
                continue
            members += meaning.members
        self._define(line, Definition(key, "or", tuple(members), line.number), names)

    def _define(self, line: Line, definition: Definition, names: list[str]) -> None:
        members = definition.members
        if len(members) > MOST_MEMBERS:
            text = f"`{definition.name}` stands for more than {MOST_MEMBERS} objects; repetitions are left out."
            self.notes.error(line.number, text)
            members = tuple(dict.fromkeys(members))
        missing = next((name for name in names if name in self.draft.faulty or not self.draft.is_known(name)), None)
        if missing is not None:
            self.draft.faulty[definition.name] = self.draft.faulty.get(missing, missing)
        self.draft.define(Definition(definition.name, definition.sort, members, definition.line))
