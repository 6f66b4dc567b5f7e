"""A PuzzleScript text while it is read: what the sections share, and what a name means in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace

from arcg.dsl.importing.puzzlescript.lines import Comments, Line, Notes, UnreadableError
from arcg.dsl.importing.puzzlescript.source import Definition

MOST_MEMBERS = 4096
"""A name of the legend may stand for so many objects, repetitions counted."""
MOST_MEMBERS_ALTOGETHER = 1 << 18
"""All names of the legend together may stand for so many."""


@dataclass(slots=True)
class DraftObject:
    """An object while it is read: as `source.SourceObject`, with the rows of its sprite as far as they were read."""

    name: str
    original: str
    line: int
    colours: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    comments: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    """What was read so far.

    `prelude` and `objects` are as written. `defined`: the meanings of each name of the legend, in order; `together`:
    those that say `and` themselves; `members`: how many members all of them have. `faulty`: names of the legend that
    rest on one that has no meaning, and that one. `mixed`: those that are all of several and of any of several, which
    no map can use. `places`: layer and number of each object, once `place` was called.
    `remarks`: the comments of each section (by its header, the prelude's empty) that belong to nothing in it.
    `declared`: events that have a sound. `names`: what rules and goals may mention, `glyphs`: what maps may; both are
    filled when their section begins.
    """

    notes: Notes = field(default_factory=Notes)
    comments: Comments = field(default_factory=Comments)
    prelude: dict[str, tuple[str, int]] = field(default_factory=dict)
    objects: dict[str, DraftObject] = field(default_factory=dict)
    defined: dict[str, list[Definition]] = field(default_factory=dict)
    together: list[Definition] = field(default_factory=list)
    faulty: dict[str, str] = field(default_factory=dict)
    mixed: set[str] = field(default_factory=set)
    members: int = 0
    layers: list[tuple[str, ...]] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    sounds: list[str] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    remarks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    glyphs: set[str] = field(default_factory=set)

    def define(self, definition: Definition) -> None:
        """Add a name of the legend, also one that has a meaning already."""
        self.members += len(definition.members)
        if self.members > MOST_MEMBERS_ALTOGETHER:
            self.notes.error(definition.line, "The legend stands for more objects than can be told apart.")
            raise UnreadableError("The legend is too large")
        self.defined.setdefault(definition.name, []).append(definition)

    def is_known(self, name: str) -> bool:
        """Whether a name is an object or in the legend so far."""
        return name in self.objects or name in self.defined

    def line_of(self, name: str) -> int:
        """The line in which a name got its first meaning."""
        if name in self.objects:
            return self.objects[name].line
        return self.defined[name][0].line

    def meaning(self, name: str) -> Definition | None:
        """What a name means in a rule: all of several, rather than one, rather than any; a later meaning wins."""
        found = self.defined.get(name)
        if found:
            for sort in ("and", "synonym", "or"):
                for definition in reversed(found):
                    if definition.sort == sort:
                        return definition
        return self._itself(name)

    def _itself(self, name: str) -> Definition | None:
        if name not in self.objects:
            return None
        members = () if self.places and name not in self.places else (name,)
        return Definition(name, "synonym", members, self.objects[name].line)

    def first_meaning(self, name: str) -> Definition | None:
        """What a name means in the legend: a later meaning is not seen."""
        found = self.defined.get(name)
        if found and name not in self.objects:
            return next((definition for definition in found if definition.sort == "synonym"), found[0])
        return self._itself(name)

    def glyph(self, name: str) -> tuple[str, ...] | None:
        """The objects that a glyph of a map puts into its cell; None if it cannot be used in a map."""
        if name in self.objects:
            return (name,)
        for sort in ("synonym", "and"):
            for definition in self.defined.get(name, ()):
                if definition.sort == sort and name not in self.mixed:
                    return definition.members
        return None

    def layer(self, name: str) -> int:
        """The layer of an object, -1 if it has none; once `place` was called."""
        return self.places.get(name, (-1, -1))[0]

    def place(self) -> None:
        """Find the layer and the number of each object: of several places the last one counts."""
        number = 0
        for layer, names in enumerate(self.layers):
            for name in names:
                self.places[name] = (layer, number)
                number += 1

    def leave_out_unplaced(self) -> None:
        """Take objects without a layer out of the legend: they can be nowhere."""
        for meanings in self.defined.values():
            meanings[:] = [
                replace(meaning, members=tuple(member for member in meaning.members if member in self.places))
                for meaning in meanings
            ]


class Section(ABC):
    """How the lines of one section are read."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.notes = draft.notes

    @abstractmethod
    def word(self, line: Line) -> None:
        """Read the word that stands here (`line.first`: the first one); at least one character of it."""

    def end(self, line: Line) -> None:  # noqa: B027  most sections do nothing then
        """The line is read; it had words."""

    def blank(self) -> None:  # noqa: B027  most sections do nothing then
        """A line was blank."""
