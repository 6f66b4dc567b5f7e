"""The keys of the players: which key does what, as data.

The window and the terminal name the keys that they see in the words of `BINDINGS` and ask `meaning`; the help lines
that they show come from the same table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arcg.runtime.engine import Action

Command = Literal["quit", "edit", "previous level", "next level", "scroll up", "scroll down"]
"""What a key does that is no action of the game."""


@dataclass(frozen=True, slots=True)
class Binding:
    """`keys` that all do the same, in lower case, `ctrl+` before a key held with Control (or Command)."""

    keys: tuple[str, ...]
    does: Action | Command


BINDINGS: tuple[Binding, ...] = (
    Binding(("up", "w"), Action.UP),
    Binding(("down", "s"), Action.DOWN),
    Binding(("left", "a"), Action.LEFT),
    Binding(("right", "d"), Action.RIGHT),
    Binding(("space", "f"), Action.ACT),
    Binding(("ctrl+z", "z", "u", "backspace"), Action.UNDO),
    Binding(("r",), Action.RESET),
    Binding(("[",), "previous level"),
    Binding(("]",), "next level"),
    Binding(("page up",), "scroll up"),
    Binding(("page down",), "scroll down"),
    Binding(("tab",), "edit"),
    Binding(("escape", "q"), "quit"),
)

_MEANING = {key: binding.does for binding in BINDINGS for key in binding.keys}


def meaning(key: str) -> Action | Command | None:
    """What the key does, or None. `key` is a name as in `BINDINGS`."""
    return _MEANING.get(key)


def help_items(offered: tuple[int, ...], levels: int) -> tuple[tuple[str, str], ...]:
    """(key, what it does) for the keys that matter in a game with these `offered` actions and so many levels."""
    items = []
    if set(offered) & {Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT}:
        items.append(("arrows", "move"))
    if Action.ACT in offered:
        items.append(("space", "act"))
    if Action.CLICK in offered:
        items.append(("mouse", "click"))
    if Action.UNDO in offered:
        items.append(("Z", "undo"))
    items.append(("R", "restart"))
    if levels > 1:
        items.append(("[ ]", "level"))
    items += [("Tab", "edit"), ("Q", "quit")]
    return tuple(items)
