"""Two versions of a game: which level of the new one is which of the old one.

Levels are added, moved and taken away while a game is being played. Takes both programs, gives places; a level is known
by what is in it, else by its name, else by its place.
"""

from __future__ import annotations

from dataclasses import replace

from arcg.compiler.ir import Level, Program


def same_levels(old: Program, new: Program) -> dict[int, int]:
    """Where the levels of `old` are in `new`, 0-based; those that are gone are left out."""
    if old.levels == new.levels:
        return {place: place for place in range(len(old.levels))}
    places = {}
    for place, level in enumerate(old.levels):
        alike = [at for at, other in enumerate(new.levels) if _alike(level, other)]
        named = [at for at, other in enumerate(new.levels) if _named(level) and other.name == level.name]
        found = alike or named
        if found:
            places[place] = place if place in found else found[0]
        elif place < len(new.levels) and not any(_alike(other, new.levels[place]) for other in old.levels):
            places[place] = place
    return places


def _alike(one: Level, other: Level) -> bool:
    return one == replace(other, name=one.name)


def _named(level: Level) -> bool:
    """Whether somebody gave it a name: the others are called by their number."""
    return not level.name.isdecimal()
