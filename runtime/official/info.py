"""What the official world must know of a game: its id, its version, its metadata.

Takes what names games (files, folders, ids of shipped games), gives a `GameInfo` for each. Exports, the server, the
scores and the sessions with testers begin here.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from arcg.compiler import artefact, ir
from arcg.compiler.export.names import class_of
from arcg.compiler.ir import Program
from arcg.runtime.engine import Action
from arcg.runtime.entry import ID, SETS, Entry, GameSet, entry_for
from arcg.runtime.loading import find, load
from arcg.runtime.settings import SettingsError, document_for

MOST_LEVELS = 254
"""The official API tells the number of levels in so many values."""

VERSION_DIGITS = 8


@dataclass(frozen=True)
class GameInfo:
    """A game as others know it.

    Attributes:
        base: its id of four characters, the same for all its versions.
        version: the first hexadecimal digits of the digest of its program: what plays otherwise has another version.
        title: shown to people.
        tags: scores are also summed by them.
        set: who may see what of it.
        baselines: actions of a person who meets the level first, one for each level; empty: none are known.
        program: the game.
        path: its file, or the `artefact.json` of a compiled game.
        fps: how many frames of a turn are shown in a second.
    """

    base: str
    version: str
    title: str
    tags: tuple[str, ...]
    set: GameSet
    baselines: tuple[int, ...]
    program: Program
    path: Path | None
    fps: int

    @cached_property
    def digest(self) -> str:
        """The digest of the program, of which the version is the beginning."""
        return ir.digest(self.program)

    @property
    def game_id(self) -> str:
        """Id and version, `dyer-1a2b3c4d`."""
        return f"{self.base}-{self.version}"

    @property
    def class_name(self) -> str:
        """The Python class that the toolkit looks for."""
        return class_of(self.base)

    def metadata(self) -> dict[str, object]:
        """The fields of the toolkit's `metadata.json`, but for its date."""
        fields: dict[str, object] = {
            "game_id": self.game_id,
            "title": self.title,
            "class_name": self.class_name,
            "default_fps": self.fps,
            "tags": list(self.tags),
        }
        return fields | ({"baseline_actions": list(self.baselines)} if self.baselines else {})


def info_of(source: str | Path) -> GameInfo:
    """The game that a path or the id of a shipped game names.

    Raises:
        ArcgError: the file has mistakes.
        FileNotFoundError: there is no such file or game.
        ValueError: it is no game that the official world could play, or its `arcg.yaml` says what cannot be.
        OSError: a file cannot be read.
    """
    path, program = find(source), load(source)
    entry = entry_for(path, program.name)
    if path.name == artefact.MANIFEST:
        entry = _as_built(entry, path.parent)
    return described(program, path, entry)


def _as_built(entry: Entry, folder: Path) -> Entry:
    """The entry of a compiled game: what was kept back when it was built is kept back wherever it lies now.

    Raises:
        ArtefactError: the set is none that we know.
    """
    built = artefact.listed_in(folder)
    if built not in SETS:
        raise artefact.ArtefactError(f"{folder / artefact.MANIFEST}: there is no set `{built}`; build the game again")
    return dataclasses.replace(entry, set=max(entry.set, built, key=SETS.index))


def described(program: Program, path: Path | None, entry: Entry) -> GameInfo:
    """A program with what is said of it.

    Raises:
        ValueError: the program has too many levels, or as many baselines as it has not.
    """
    levels = len(program.levels)
    if levels > MOST_LEVELS:
        raise ValueError(f"{path or program.name}: {levels} levels; the official API can tell {MOST_LEVELS} at most")
    if entry.baselines and len(entry.baselines) != levels:
        said = f"{len(entry.baselines)} baselines in arcg.yaml, and {program.name} has {levels} levels"
        raise ValueError(f"{path or program.name}: {said}; write one for each level")
    return GameInfo(
        base=entry.id or base_of(program.name),
        version=ir.digest(program)[:VERSION_DIGITS],
        title=entry.title or program.name,
        tags=entry.tags or played_with(program),
        set=entry.set,
        baselines=entry.baselines,
        program=program,
        path=path,
        fps=entry.fps,
    )


def collect(sources: Sequence[str | Path]) -> list[GameInfo]:
    """All games that paths and ids name; folders stand for every game in them, at any depth. In the order given.

    A game that is there twice, as a file and compiled, is one game.

    Raises:
        ArcgError: a file has mistakes.
        FileNotFoundError: there is no such file or game.
        ValueError: two games would have one id, a folder holds none, or as `info_of`.
        OSError: a file cannot be read.
    """
    games: dict[str, GameInfo] = {}
    for source in sources:
        for path in _games_in(source):
            info = info_of(path)
            _check_spelling(info)
            there = games.setdefault(info.base, info)
            if there.game_id != info.game_id:
                both = f"{there.path} and {info.path} would both be {info.base}"
                raise ValueError(f"{both}; give one of them another id in arcg.yaml, such as `id: {_other(info)}`")
    return list(games.values())


def _check_spelling(info: GameInfo) -> None:
    """Refuse an `arcg.yaml` that seems to mean a game and calls it by another name: what it keeps back would not be.

    Raises:
        SettingsError: it names a game that is not there, much like this one, of which it says nothing.
    """
    found = None if info.path is None else document_for(info.path)
    if found is None:
        return
    file, document = found
    named = [str(name) for name in document.get("games") or {}]
    if info.program.name in named:
        return
    for near in difflib.get_close_matches(info.program.name, named, cutoff=0.75):
        if not any(file.parent.rglob(f"{near}.arcg")):
            raise SettingsError(f"{file}: there is no game {near} here; did you mean {info.program.name}?")


def base_of(name: str) -> str:
    """The id of four characters that a name gives: itself if it has that form, else two letters and two digits.

    The digits are made from the name, so an id stays the same for all versions of a game.
    """
    if ID.fullmatch(name):
        return name
    letters = [letter for letter in name.lower() if "a" <= letter <= "z"]
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 100
    return f"{''.join([*letters, 'x', 'x'][:2])}{number:02}"


def played_with(program: Program) -> tuple[str, ...]:
    """The tag of the official games for what a game is played with."""
    clicks = Action.CLICK in program.actions
    keys = any(action not in (Action.CLICK, Action.UNDO) for action in program.actions)
    return ("keyboard_click" if clicks and keys else "click" if clicks else "keyboard",)


def _games_in(source: str | Path) -> list[str | Path]:
    folder = Path(source)
    if not folder.is_dir() or (folder / artefact.MANIFEST).exists():
        return [source]
    found = [*folder.rglob("*.arcg"), *(path.parent for path in folder.rglob(artefact.MANIFEST))]
    if not found:
        raise ValueError(f"there is no game in the folder {source}: neither an .arcg file nor a compiled game")
    return sorted(found)


def _other(info: GameInfo) -> str:
    """An id that is free beside the one of a game."""
    return f"{info.base[:3]}{(int(info.base[3], 36) + 1) % 10}"
