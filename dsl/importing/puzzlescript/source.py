"""A PuzzleScript game as read: its sections as data, and what was wrong with it, each with its line.

Names are in lower case. Everything here is what the text says; nothing is expanded but what the legend nests.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

LEGEND_SORTS = ("synonym", "and", "or")


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is wrong (`error`) or odd (`warning`) with the text. `line` 0: with the text as a whole."""

    severity: Literal["error", "warning"]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceObject:
    """An object: `colours` as written; `rows` of its sprite, digits and dots, or None for a solid square.

    `layer` counts from 0, -1 if no layer names it. `number` is its id (draw order): layer by layer, as written there.
    `original` is its name as it was spelled.
    """

    name: str
    original: str
    line: int
    colours: tuple[str, ...]
    rows: tuple[str, ...] | None
    layer: int
    number: int
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A name of the legend (or a synonym from an object's line): `members` are object names, nesting spelled out.

    `and`: all of them, `or`: any of them (repetitions kept), `synonym`: one object.
    """

    name: str
    sort: Literal["synonym", "and", "or"]
    members: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class SourceItem:
    """A name of a cell and the word before it, as written (`stationary`, `action`, `>` ..), or None."""

    word: str | None
    name: str


SourceCell = tuple[SourceItem, ...] | None
"""None: `...`."""


@dataclass(frozen=True, slots=True)
class SourceRule:
    """A rule. `directions` are the words before it, none if it says none; `commands` in lower case, without sounds.

    `plus`: it joins the rule before it. `message`: the text after `message`, if there is one. `sounds`: `sfx3` and
    the like. `loop`: the number of the pair of `startloop`/`endloop` lines around it, -1 outside.
    """

    line: int
    directions: tuple[str, ...]
    left: tuple[tuple[SourceCell, ...], ...]
    right: tuple[tuple[SourceCell, ...], ...]
    commands: tuple[str, ...]
    sounds: tuple[str, ...] = ()
    message: str | None = None
    late: bool = False
    rigid: bool = False
    random: bool = False
    plus: bool = False
    loop: int = -1
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceGoal:
    """`all`, `some` or `no`: `first`, and `second` (None: not said)."""

    quantifier: Literal["all", "some", "no"]
    first: str
    second: str | None
    line: int


@dataclass(frozen=True, slots=True)
class SourceMap:
    """A map: for each cell, row by row, the names of the objects that its glyph puts there (background not filled in).

    `rows` are the glyphs as written, short rows filled up. `background`: the objects that fill cells without any.
    """

    line: int
    width: int
    height: int
    rows: tuple[str, ...]
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    background: tuple[str, ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """A level that is a message. It counts when levels are numbered."""

    line: int
    text: str


@dataclass(slots=True)
class Source:
    """A whole game. `prelude` maps each key to its value (the empty text for flags).

    The legend goes before the objects: a name that is in both means what the legend says. All names in rules, goals
    and maps are in one of them, and stand for objects that have a layer. An object may stand in `layers` twice; its
    own `layer` is where it is. `remarks`: the comments of each section, by its header (the prelude has the empty one),
    that belong to nothing in it. If the game is not `playable`, `notes` say why, and nothing else need be there.
    """

    prelude: dict[str, str] = field(default_factory=dict)
    objects: dict[str, SourceObject] = field(default_factory=dict)
    legend: dict[str, Definition] = field(default_factory=dict)
    layers: list[tuple[str, ...]] = field(default_factory=list)
    rules: list[SourceRule] = field(default_factory=list)
    goals: list[SourceGoal] = field(default_factory=list)
    levels: list[SourceMap | SourceMessage] = field(default_factory=list)
    sounds: list[str] = field(default_factory=list)
    remarks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    playable: bool = True
