"""The outline of a game's text: what it consists of, under headings, each with its line.

Takes the places of a text, gives entries for a list. It knows no window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from arcg.dsl.art import Line
from arcg.editor.document.places import Places

Heading = Literal["Game", "Kinds", "Rules", "Legend", "Levels"]
HEADINGS: tuple[Heading, ...] = ("Game", "Kinds", "Rules", "Legend", "Levels")

_GAME = ("game", "board", "view", "actions", "ties", "layer", "world", "bar", "pips", "paint", "fog", "undo", "allow")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading, or something below one: what it says, its line from 1, and whether it is a heading."""

    title: str
    line: int
    heading: bool = False


def sections(places: Places) -> list[Entry]:
    """The headings of a text with what stands below them."""
    below: dict[Heading, list[Entry]] = {heading: [] for heading in HEADINGS}
    levels = 0
    for line in places.source.lines:
        if line.word == "level":
            place = places.levels[levels]
            levels += 1
            below["Levels"].append(Entry(f"{levels}  {place.name}" if place.name else str(levels), line.number))
        else:
            heading, title = _placed(line)
            below[heading].append(Entry(title, line.number))
    entries = []
    for heading in HEADINGS:
        found = below[heading]
        if found:
            entries.append(Entry(heading, found[0].line, heading=True))
        if heading in ("Kinds", "Rules", "Levels"):
            entries += found
    return entries


def _placed(line: Line) -> tuple[Heading, str]:
    """The heading that a line belongs under, and what is said of it there."""
    text = " ".join(line.text.split())
    match line.word:
        case "kind" | "group":
            names = re.match(r"(?:kind|group)\s+((?:[A-Z]\w*\s*)+)", text)
            return "Kinds", names[1].strip() if names else text[:_LONGEST]
        case "let":
            return "Rules", re.sub(r"^let | when .*", "", text)[:_LONGEST]
        case "legend":
            return "Legend", "legend"
        case "phase":
            name = re.match(r"phase\s+(\w+)", text)
            return "Rules", name[1] if name else "phase"
        case word if word in _GAME:
            return "Game", text[:_LONGEST]
    return "Rules", text[:_LONGEST]
