"""From a PuzzleScript text to a `Source`, whatever the text: its sections, one line after the other.

What each section has to say stands in a module of its own: `prelude`, `objects`, `legend`, `sounds`, `layers`,
`rule_lines` and `rules`, `goals`, `levels`.
"""

from __future__ import annotations

import re

from arcg.dsl.importing.puzzlescript import objects, prelude, rule_checks
from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.goals import Goals
from arcg.dsl.importing.puzzlescript.layers import Layers
from arcg.dsl.importing.puzzlescript.legend import Legend
from arcg.dsl.importing.puzzlescript.levels import Levels
from arcg.dsl.importing.puzzlescript.lines import MOST_ERRORS, SPACE, Line, UnreadableError
from arcg.dsl.importing.puzzlescript.rule_lines import RuleLines
from arcg.dsl.importing.puzzlescript.sounds import Sounds
from arcg.dsl.importing.puzzlescript.source import Definition, Note, Source
from arcg.dsl.importing.puzzlescript.words import SECTIONS

HEADER = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)")
RULER = re.compile(r"=+")
TOO_MANY = f"The lines have more than {MOST_ERRORS} errors"
ONLY_RULER = re.compile(r"=[=\s]*$")


def read(text: str) -> Source:
    """A PuzzleScript text as data. What is wrong with it is in `notes`; nothing is raised, whatever the text."""
    return _Reading().read(text)


class _Reading:
    """One text while it is read."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.notes = self.draft.notes
        self.rules = RuleLines(self.draft)
        self.goals = Goals(self.draft)
        self.levels = Levels(self.draft)
        self.sections: dict[str, Section] = {
            "": prelude.Prelude(self.draft),
            "objects": objects.Objects(self.draft),
            "legend": Legend(self.draft),
            "sounds": Sounds(self.draft),
            "collisionlayers": Layers(self.draft),
            "rules": self.rules,
            "winconditions": self.goals,
            "levels": self.levels,
        }
        self.section = ""
        self.seen: list[str] = []

    def read(self, text: str) -> Source:
        try:
            for number, original in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
                self._line(Line(number, original))
            return self._finished()
        except UnreadableError as reason:
            stopped = Note("warning", 0, f"{reason}: reading stopped there.")
            return Source(notes=[*self.notes.found, stopped], playable=False)

    def _line(self, line: Line) -> None:
        """Read one line."""
        comments, section = self.draft.comments, self.sections[self.section]
        line.take(SPACE)
        if line.ended and not comments.depth:
            section.blank()
            return
        only: str | None = None
        while not line.ended:
            if comments.read(line, self.notes):
                pass
            elif only is not None:
                self.notes.error(line.number, f"Only comments can follow {only} in its line.")
                line.skip()
            elif line.first and (only := self._separator(line)) is not None:
                line.first = False
            else:
                section.word(line)
                line.first = False
            line.take(SPACE)
            if self.notes.errors > MOST_ERRORS:
                raise UnreadableError(TOO_MANY)
        if not line.first and only is None:
            section.end(line)
            if self.notes.errors > MOST_ERRORS:
                raise UnreadableError(TOO_MANY)

    def _separator(self, line: Line) -> str | None:
        """Go behind a row of `=` or the header of a section, and tell which it is."""
        if self.section == "levels":
            return "a row of `=`" if line.take(ONLY_RULER) else None
        if line.take(RULER):
            return "a row of `=`"
        header = line.take(HEADER)
        if not header:
            return None
        self._enter(line, header)
        return f"the header `{header}`"

    def _enter(self, line: Line, header: str) -> None:
        """A section begins."""
        place = SECTIONS.index(header)
        if header in self.seen:
            self.notes.error(line.number, f"There is a section `{header}` already.")
        elif place == 0 and self.seen:
            self.notes.error(line.number, f"`{header}` must be the first section.")
        elif place and SECTIONS[place - 1] not in self.seen:
            text = f"`{header}` must follow `{SECTIONS[place - 1]}`. Every section needs its header, also an empty one."
            self.notes.error(line.number, text)
        self.draft.remarks[self.section] = self.draft.comments.taken()
        self.seen.append(header)
        self.section = header
        if header == "objects":
            self.sections[header].blank()
        elif header == "sounds":
            self.draft.names |= self.draft.objects.keys() | self.draft.defined.keys()
        elif header == "levels":
            names = self.draft.objects.keys() | self.draft.defined.keys()
            self.draft.glyphs = {name for name in names if len(name) == 1 and self.draft.glyph(name) is not None}

    def _finished(self) -> Source:
        """The source, after the checks that need the whole text."""
        draft, notes = self.draft, self.notes
        draft.remarks[self.section] = draft.comments.taken()
        draft.place()
        for name in ("player", "background"):
            if draft.meaning(name) is None:
                notes.error(0, f"There is no `{name}`: no object of that name, and none in the legend.")
        if not draft.layers:
            notes.error(0, "There are no layers in COLLISIONLAYERS; every object must be in one.")
            return Source(notes=list(notes.found), playable=False)
        if not draft.places:
            notes.error(0, "No object is in any layer of COLLISIONLAYERS.")
            return Source(notes=list(notes.found), playable=False)
        found = objects.finished(draft)
        self._check_together()
        background = self._background()
        draft.leave_out_unplaced()
        levels = self.levels.finished(background)
        rules, playable = rule_checks.finished(draft, self.rules.written)
        source = Source(
            objects=found,
            legend={name: meaning for name in draft.defined if (meaning := draft.meaning(name)) and meaning.members},
            layers=draft.layers,
            rules=rules,
            levels=levels,
            sounds=draft.sounds,
            remarks=draft.remarks,
            playable=playable,
        )
        if playable:
            source.goals = self.goals.finished()
            for each in found.values():
                if each.layer < 0:
                    notes.error(each.line, _unlayered(each.name))
            if draft.meaning("player") is None:
                notes.error(0, "Nothing is asked to move without a `player`.")
            source.prelude = prelude.finished(draft)
        source.notes = list(notes.found)
        return source

    def _check_together(self) -> None:
        """Whether the members of each `A = B and C` can be in one cell."""
        for definition in self.draft.together:
            before: dict[int, list[str]] = {}
            for member in definition.members:
                layer = self.draft.layer(member)
                if layer < 0:
                    self.notes.error(definition.line, _unlayered(member))
                    continue
                for other in before.get(layer, ()):
                    text = f"`{other}` and `{member}` are on one layer, and cannot be in one cell together."
                    self.notes.error(definition.line, text)
                before.setdefault(layer, []).append(member)

    def _background(self) -> str | None:
        """The object that fills cells in which nothing of its layer is drawn."""
        meaning = self.draft.meaning("background")
        if meaning is None:
            self.notes.error(0, "Something must be the `background`.")
        elif meaning.sort == "and":
            self.notes.error(meaning.line, "`background` cannot be all of several objects, only one or any of several.")
        elif meaning.members:
            self._check_layers(meaning)
            return meaning.members[0] if meaning.members[0] in self.draft.places else None
        elif "background" in self.draft.objects:
            return None
        else:
            self.notes.error(0, "`background` must have a layer.")
        return next((name for layer in self.draft.layers for name in layer), None)

    def _check_layers(self, background: Definition) -> None:
        layer = self.draft.layer(background.members[0])
        if any(self.draft.layer(member) != layer for member in background.members):
            self.notes.error(background.line, "The objects of `background` must be on one layer.")


def _unlayered(name: str) -> str:
    return f"`{name}` is in no layer of COLLISIONLAYERS."
