"""How a game is listed: its set, id, title, tags, speed and baselines, as `arcg.yaml` says under its name.

games:
    tilt:
        set: semi-private
        id: ti07
        title: Tilt
        baselines: [9, 14, 20]

Whoever shows games to others asks here; `validate` reads its own settings from the same place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from arcg.runtime.settings import changed, document_for, expect, number

GameSet = Literal["public", "semi-private", "private"]
SETS: tuple[GameSet, ...] = get_args(GameSet)

FPS = 10
"""Frames of a turn that are shown in a second."""

ID = re.compile(r"[a-z][a-z0-9]{3}")
"""What an id is in the official world: four small letters and digits, a letter first."""

MOST_TAGS = 20
MOST_CHARACTERS = 100
"""Of a title or a tag."""


@dataclass(frozen=True)
class Entry:
    """What is said of a game beside its file.

    Attributes:
        set: who may see it: everybody, everybody but not its source or levels before they are reached, or nobody.
        id: the four characters that the official world knows it by; empty: made from its name.
        title: shown to people; empty: its name.
        tags: scores are also summed by them; empty: what it is played with, `keyboard`, `click` or both.
        fps: how many frames of a turn are shown in a second.
        baselines: actions that a person takes for each level who meets it first; empty: none are known.
    """

    set: GameSet = "public"
    id: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    fps: int = FPS
    baselines: tuple[int, ...] = ()


KEYS = tuple(field.name for field in fields(Entry))
RANGES: dict[str, tuple[float, float]] = {"fps": (1, 60)}


def entry_for(path: Path, name: str) -> Entry:
    """The entry of the game `name` in a file: what the next `arcg.yaml` in its folder or above says of it.

    Raises:
        SettingsError: that file cannot be read, or says something that cannot be.
        OSError: it cannot be opened.
    """
    found = document_for(path)
    if found is None:
        return Entry()
    file, document = found
    said = said_of(document, name, file)
    own = {key: value for key, value in said.items() if key in KEYS}
    return changed(Entry(), own, file, f"games: {name}", _value)


def said_of(document: dict[str, Any], name: str, file: Path) -> dict[str, Any]:
    """All that an `arcg.yaml` says under the name of a game."""
    games = document.get("games") or {}
    expect(isinstance(games, dict), file, "`games`", "names of games with settings below them")
    said: Any = games.get(name) or {}
    expect(isinstance(said, dict), file, f"`games: {name}`", "settings below it, such as `set: public`")
    from arcg.runtime.validate.settings import KNOWN  # which begins with what is said here

    for key in said:
        expect(key in KNOWN, file, f"`{key}` under `games: {name}`", f"one of {', '.join(KNOWN)}")
    found: dict[str, Any] = said
    return found


def _value(key: str, said: Any, default: Any, path: Path) -> Any:
    match key:
        case "set":
            expect(said in SETS, path, f"`set: {said}`", f"one of {', '.join(SETS)}")
            return said
        case "id":
            fits = isinstance(said, str) and ID.fullmatch(said) is not None
            expect(fits, path, f"`id: {said}`", "four small letters and digits, a letter first, such as `ls20`")
            return said
        case "title":
            expect(_plain(said), path, f"`title: {said}`", f"up to {MOST_CHARACTERS} characters on one line")
            return said
        case "tags":
            fits = isinstance(said, list) and len(said) <= MOST_TAGS and all(_plain(one) for one in said)
            expect(fits, path, f"`tags: {said}`", f"a list of up to {MOST_TAGS} words, such as `[keyboard, physics]`")
            return tuple(said)
        case "baselines":
            whole = isinstance(said, list) and all(type(one) is int and 0 < one < 1_000_000_000 for one in said)
            expect(whole, path, f"`baselines: {said}`", "a list of numbers of actions, one for each level")
            return tuple(said)
    return number(key, said, default, path, RANGES)


def _plain(said: Any) -> bool:
    return isinstance(said, str) and 0 < len(said) <= MOST_CHARACTERS and said.isprintable()
