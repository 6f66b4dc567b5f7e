"""Games as files: one game, or all that lie below a folder; `.arcg` files, compiled games and PuzzleScript mix freely.

A path goes in; games come out, each with its program and the text that a reader of its file sees. What cannot be
read is told and left out, so one damaged file does not keep a collection from being compared.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from arcg.compiler import artefact, ir
from arcg.compiler.lower import lower
from arcg.dsl.check import MAX_BYTES, check_text, read_source
from arcg.dsl.diagnostics import ArcgError
from arcg.dsl.importing.puzzlescript.files import POSSIBLE, SUFFIXES, decoded, is_meant
from arcg.dsl.importing.puzzlescript.translate import translate

OURS = ".arcg"


class PuzzleScriptError(ValueError):
    """No game can be made of a PuzzleScript text. `line` 0: for a reason that is not about one line."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}{f':{line}' if line else ''}: {reason}")
        self.line, self.reason = line, reason


class NoGamesError(ValueError):
    """A folder without a game that can be read; the message names it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its program, the file that it was read from, as a reader knows it, and the text of that file.

    The lines that the program's rules name are lines of that text. A compiled game has none. In a text of
    PuzzleScript (`imported`) each rule is one line.
    """

    program: ir.Program
    file: str
    text: str = ""
    imported: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that was left out: where its first mistake is (`line` None: not in one line), and what it is."""

    file: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """The games below a folder, by their files, and what was left out."""

    games: tuple[Game, ...]
    left_out: tuple[LeftOut, ...]


def games_in(folder: Path) -> Collection:
    """All games below a folder, at any depth, in the order of their paths; hidden files and folders are no games.

    Raises:
        NoGamesError: there is none that can be read.
        OSError: the folder cannot be read.
    """
    games, left_out = [], []
    for path in files_in(folder):
        found = read_or_leave(path)
        if isinstance(found, Game):
            games.append(found)
        elif found is not None:
            left_out.append(found)
    if not games:
        raise none_found(folder, left_out)
    return Collection(tuple(games), tuple(left_out))


def none_found(folder: Path, left_out: list[LeftOut], other: bool = False) -> NoGamesError:
    """What to say of a folder without games; `other`: without any but the one that is looked at."""
    if not left_out:
        what = "no other game" if other else "no game"
        return NoGamesError(f"there is {what} in {folder}: no {OURS} file, no compiled game, no PuzzleScript text")
    first = left_out[0]
    where = f"{first.file}:{first.line}" if first.line else first.file
    more = f" ({len(left_out) - 1} more cannot be read)" if len(left_out) > 1 else ""
    return NoGamesError(f"no game in {folder} can be read: {where}: {first.reason}{more}")


def files_in(folder: Path) -> list[Path]:
    """The files below a folder that may be games, by their paths; links to folders are not followed."""
    return sorted(_walk(folder), key=lambda path: path.parts)


def _walk(folder: Path) -> Iterator[Path]:
    def stop(error: OSError) -> None:
        if Path(error.filename) == folder:
            raise error

    for place, folders, names in os.walk(folder, onerror=stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(place, name)
            if name == artefact.MANIFEST or (not name.startswith(".") and path.suffix in (OURS, *SUFFIXES, *POSSIBLE)):
                yield path


def read_or_leave(path: Path) -> Game | LeftOut | None:
    """The game of a file, or why it is left out; None: nothing says that it is a game."""
    try:
        if path.suffix in POSSIBLE and not is_meant(_puzzlescript(path)):
            return None
        return read_game(path)
    except ArcgError as error:
        first = min(error.diagnostics, key=lambda found: (found.severity != "error", found.span.line))
        line = first.span.line if first.span.file == shown(path) else None
        return LeftOut(shown(path), line, f"{first.code} {first.message}")
    except PuzzleScriptError as error:
        return LeftOut(shown(path), error.line or None, error.reason)
    except OSError as error:
        return LeftOut(shown(path), None, (error.strerror or str(error)).lower())
    except ValueError as error:
        return LeftOut(shown(path), None, str(error))


def read_game(path: Path) -> Game:
    """The game of an `.arcg` file, of a PuzzleScript text, or of a compiled game, whose `artefact.json` is given.

    Raises:
        ArcgError: an `.arcg` file has mistakes.
        PuzzleScriptError: no game can be made of a PuzzleScript text.
        ArtefactError: a compiled game is damaged.
        OSError: the file cannot be read.
    """
    if path.name == artefact.MANIFEST:
        return Game(artefact.read(path.parent), shown(path.parent))
    if path.suffix in SUFFIXES or (path.suffix != OURS and is_meant(_puzzlescript(path))):
        return _imported(_puzzlescript(path), path)
    text, problem = read_source(path)
    if problem is not None:
        raise ArcgError([problem])
    game, diagnostics = check_text(text, shown(path))
    if game is None:
        raise ArcgError(diagnostics)
    return Game(lower(game), shown(path), text)


def shown(path: Path) -> str:
    """A path as short as it goes from here, and such that it can be written anywhere."""
    here = Path.cwd()
    name = path.relative_to(here) if path.is_relative_to(here) else path
    text = os.fsencode(name).decode("utf-8", "replace")
    # A line break would tear a table, and an escape sequence would tell the terminal what to do.
    return "".join(sign if sign.isprintable() else _picture(sign) for sign in text)


def _picture(sign: str) -> str:
    """What is shown for a sign that cannot be: the picture of a control character, or the mark of an unknown one."""
    return chr(0x2400 + ord(sign)) if sign < " " else "\N{REPLACEMENT CHARACTER}"


def _puzzlescript(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise PuzzleScriptError(shown(path), 0, f"it is larger than {MAX_BYTES:,} bytes")
    try:
        return decoded(data)
    except ValueError as error:
        raise PuzzleScriptError(shown(path), 0, str(error)) from error


def _imported(text: str, path: Path) -> Game:
    """The game of a PuzzleScript text; its rules are known by their lines there."""
    made = translate(text, path.stem)
    if made.game is None:
        wrong = [note for note in made.notes if note.severity == "error"] or [*made.notes]
        line, reason = (wrong[0].line, wrong[0].text) if wrong else (0, "no game can be made of it")
        raise PuzzleScriptError(shown(path), line, reason)
    program = lower(made.game)
    if program.cellwise is not None:
        program = replace(program, cellwise=replace(program.cellwise, lines=made.lines))
    return Game(program, shown(path), text, imported=True)
