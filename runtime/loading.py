"""From what a caller names, a path or the id of a shipped game, to a `Program` that an engine can run.

Takes a path to an `.arcg` file or to a compiled game, or an id such as `dyer`, and gives the program, the diagnostics
and the text. The one place where checker, compiler and the shipped games meet; the command line and the environments
go through it.
"""

from __future__ import annotations

import difflib
import os
from importlib import resources
from pathlib import Path

from arcg.compiler import artefact
from arcg.compiler.ir import Program
from arcg.dsl.diagnostics import ArcgError, Diagnostic


def load(source: str | os.PathLike[str]) -> Program:
    """The program of an `.arcg` file, of a shipped game, or of a compiled game.

    Args:
        source: the path of an `.arcg` file; the id of a shipped game; the folder of a compiled game, or a folder that
            holds a single one.

    Raises:
        ArcgError: the file has errors; `diagnostics` lists them with their places.
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
        ArtefactError: the folder holds no compiled game, more than one, or a damaged one. It is a `ValueError`.
    """
    program, diagnostics, _ = check_source(source)
    if program is None:
        raise ArcgError(diagnostics)
    return program


def check_source(source: str | os.PathLike[str]) -> tuple[Program | None, list[Diagnostic], str]:
    """The program (None if there is an error), everything that was found, and the text it was found in.

    For a compiled game that is the text of its `artefact.json`.

    Raises:
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
        ArtefactError: as `load`.
    """
    path = find(source)
    if path.name == artefact.MANIFEST:
        return artefact.read(path.parent), [], path.read_text("ascii")
    from arcg.compiler.lower import lower  # brings the parser, which a compiled game does not need
    from arcg.dsl.check import check_text, read_source

    text, problem = read_source(path)
    if problem is not None:
        return None, [problem], text
    game, diagnostics = check_text(text, os.fspath(path))
    return (lower(game) if game is not None else None), diagnostics, text


def shipped() -> dict[str, Path]:
    """The shipped games: id to path of the `.arcg` file, by id."""
    games: dict[str, Path] = {}
    for folder in sorted(resources.files("arcg.games").iterdir(), key=lambda entry: entry.name):
        path = Path(str(folder)) / f"{folder.name}.arcg"
        if path.is_file():
            games[folder.name] = path
    return games


def find(source: str | os.PathLike[str]) -> Path:
    """The path of the file that `source` names: an `.arcg` file, or the `artefact.json` of a compiled game.

    Raises:
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
        ArtefactError: `source` is a folder that holds no compiled game or several; the message names what it holds.
    """
    name = os.fspath(source)
    if not name:
        raise FileNotFoundError("the name of the game is empty; give an .arcg file or the id of a shipped game")
    games = shipped()
    if isinstance(source, str) and name in games:
        return games[name]
    path = Path(name)
    if "\0" not in name and path.exists():
        return artefact.find(path) / artefact.MANIFEST if path.is_dir() else path
    looks_like_path = not isinstance(source, str) or path.suffix == ".arcg" or len(path.parts) > 1
    raise FileNotFoundError(_no_file(path) if looks_like_path else _no_game(name, games))


def _no_file(path: Path) -> str:
    folder = path.parent
    there = sorted(entry.name for entry in folder.glob("*.arcg")) if folder.is_dir() else []
    near = difflib.get_close_matches(path.name, there, n=1)
    if near:
        return f"there is no file {path}; did you mean {folder / near[0]}?"
    return f"there is no file {path}" + ("" if folder.is_dir() else f", and no folder {folder}")


def _no_game(name: str, games: dict[str, Path]) -> str:
    near = difflib.get_close_matches(name, games, n=3, cutoff=0.5)
    if near:
        return f"there is no file and no shipped game called {name}; did you mean {' or '.join(near)}?"
    known = ", ".join(games) or "none yet"
    return f"there is no file and no shipped game called {name}; shipped games: {known}"
