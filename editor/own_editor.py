"""Opening a file in the designer's own editor, at a line.

Takes the environment: `ARCG_EDITOR` says how the editor is started, as in `code -g {file}:{line}`; else `VISUAL` or
`EDITOR`, where that is a program with a window of its own. The program is started and left alone.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

_WAYS = {
    "code": "-g {file}:{line}", "code-insiders": "-g {file}:{line}", "codium": "-g {file}:{line}",
    "cursor": "-g {file}:{line}", "subl": "{file}:{line}", "zed": "{file}:{line}", "lapce": "{file}:{line}",
    "gvim": "+{line} {file}", "gedit": "+{line} {file}", "xed": "+{line} {file}", "pluma": "+{line} {file}",
    "mousepad": "--line {line} {file}", "kate": "--line {line} {file}", "kwrite": "--line {line} {file}",
    "gnome-text-editor": "+{line} {file}", "geany": "+{line} {file}", "emacs": "+{line} {file}",
    "mate": "-l {line} {file}", "bbedit": "+{line} {file}", "notepad++": "-n{line} {file}", "notepad": "{file}",
}  # fmt: skip
"""How editors with a window are told of a file and a line."""

HOW = "set ARCG_EDITOR to how your editor is started, such as  code -g {file}:{line}"


class NoEditor(Exception):  # noqa: N818  not an error of the program
    """There is no editor that could be started; says why, and what to do."""


def command(environment: Mapping[str, str], path: Path, line: int) -> list[str]:
    """The words that start the editor.

    Raises:
        NoEditor: none is set, or only one that needs a terminal.
    """
    if own := environment.get("ARCG_EDITOR", "").strip():
        words = _words(own)
        if not any("{file}" in word for word in words):
            words += _WAYS.get(_program(words[0]), "{file}").split()
        return _filled(words, path, line)
    for name in ("VISUAL", "EDITOR"):
        if theirs := environment.get(name, "").strip():
            words = _words(theirs)
            if (way := _WAYS.get(_program(words[0]))) is not None and not {"-nw", "-t", "--tty"} & set(words):
                return _filled([*words, *way.split()], path, line)
    raise NoEditor(f"no editor with a window is known: {HOW}")


def start(words: list[str]) -> None:
    """Start a program and leave it alone.

    Raises:
        NoEditor: it cannot be started.
    """
    try:
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise NoEditor(f"{words[0]} cannot be started ({reason}): {HOW}") from error
    threading.Thread(target=process.wait, name="editor", daemon=True).start()


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError:  # a quote that is not closed
        words = text.split()
    return [word.strip('"') for word in words] or [""]


def _program(word: str) -> str:
    return Path(word).name.lower().removesuffix(".exe").removesuffix(".cmd")


def _filled(words: list[str], path: Path, line: int) -> list[str]:
    return [word.replace("{file}", str(path)).replace("{line}", str(line)) for word in words]
