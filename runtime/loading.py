"""From what a caller names, a path or the id of a shipped game, to a `Program` that an engine can run.

Takes a path to an `.arcg` file or an id such as `dyer` and gives the program, the diagnostics and the text. The one
place where checker, compiler and the shipped games meet; the command line and the environments go through it.
"""

from __future__ import annotations

import difflib
import os
from importlib import resources
from pathlib import Path

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text, read_source
from arcg.dsl.diagnostics import ArcgError, Diagnostic


def load(source: str | os.PathLike[str]) -> Program:
    """The program of an `.arcg` file or of a shipped game.

    Raises:
        ArcgError: the file has errors; `diagnostics` lists them with their places.
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
    """
    program, diagnostics, _ = check_source(source)
    if program is None:
        raise ArcgError(diagnostics)
    return program


def check_source(source: str | os.PathLike[str]) -> tuple[Program | None, list[Diagnostic], str]:
    """The program (None if there is an error), everything that was found, and the text it was found in.

    Raises:
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
    """
    path = find(source)
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
    """The path of the file that `source` names.

    Raises:
        FileNotFoundError: there is neither such a file nor such a game; the message names near ones.
    """
    name = os.fspath(source)
    if not name:
        raise FileNotFoundError("the name of the game is empty; give an .arcg file or the id of a shipped game")
    games = shipped()
    if isinstance(source, str) and name in games:
        return games[name]
    path = Path(name)
    if "\0" not in name and path.exists():
        return path
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
