"""Exported games in tests: their text run as the toolkit runs it, with a stand-in where arcengine is not installed."""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from arcg.compiler import ir
from arcg.compiler.export.document import python_text

ID, CLASS = "game-12345678", "Gamy"


def text_of(program: ir.Program) -> str:
    """The text of an exported program, under one id for all."""
    return python_text(program, ID, CLASS)


def run(text: str) -> dict[str, Any]:
    """The names of an exported file after the toolkit has run it, in no module that anybody can find."""
    names: dict[str, Any] = {"__name__": f"arc_agi_3.{ID}", "__builtins__": __builtins__}
    with arcengine():
        exec(text, names)
    return names


@contextmanager
def arcengine() -> Iterator[None]:
    """The real package or, where there is none, as much of it as the text needs to be run.

    Agents that were plugged in leave a stand-in of their own in the process; it is back afterwards.
    """
    before = sys.modules.get("arcengine")
    if (before is None or before.__spec__ is not None) and importlib.util.find_spec("arcengine") is not None:
        yield
        return
    stand_in: Any = types.ModuleType("arcengine")
    stand_in.ARCBaseGame = stand_in.Camera = object
    stand_in.GameState = types.SimpleNamespace(NOT_FINISHED=0, WIN=1, GAME_OVER=2)
    sys.modules["arcengine"] = stand_in
    try:
        yield
    finally:
        if before is None:
            del sys.modules["arcengine"]
        else:
            sys.modules["arcengine"] = before
