"""The studio's commands: what each is called, which menu and which keys it has, and what is said of it.

A `Command` is data around one function of the studio. Menus, tool bars, the list of commands and the help overlay show
these tables, and keys are looked up in them, so nothing can be done that has no key, no menu entry and no tooltip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

Mode = Literal["play", "level", "picture", "source"]
MODES: tuple[Mode, ...] = ("play", "level", "picture", "source")
EDITING: frozenset[Mode] = frozenset({"level", "picture", "source"})
EVERYWHERE: frozenset[Mode] = frozenset(MODES)

MENUS = ("File", "Edit", "Tools", "Level", "Picture", "Text", "Play", "Look back", "View", "Help")
"""The menus, in order."""

_NAMES = {
    "ctrl": "Ctrl", "alt": "Alt", "shift": "Shift", "page up": "PgUp", "page down": "PgDn", "return": "Enter",
    "escape": "Esc", "delete": "Del", "backspace": "Backspace", "left": "Left", "right": "Right", "up": "Up",
    "down": "Down",
}  # fmt: skip


def _never(_: Studio) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the studio can do.

    Attributes:
        name: how the program calls it.
        title: how people call it.
        menu: the menu that holds it, one of `MENUS`.
        keys: keys that do it, as `ctrl+shift+z`; the first is shown.
        tip: one sentence for its tooltip.
        run: does it.
        modes: the modes in which it is offered.
        why_not: why it cannot be done now, in words; empty if it can.
        on: for what is switched on and off: whether it is on.
        held: a held key does it again and again.
        section: commands of a menu with different numbers are kept apart by a line.
    """

    name: str
    title: str
    menu: str
    keys: tuple[str, ...]
    tip: str
    run: Callable[[Studio], None]
    modes: frozenset[Mode] = EVERYWHERE
    why_not: Callable[[Studio], str] = _never
    on: Callable[[Studio], bool] | None = None
    held: bool = False
    section: int = field(default=0)

    @property
    def shown_keys(self) -> str:
        """The first key as people write it: `Ctrl+Shift+Z`."""
        return key_text(self.keys[0])


def key_text(key: str) -> str:
    """A key as people write it."""
    parts = key.split("+") if key != "+" and not key.endswith("++") else [*key[:-1].rstrip("+").split("+"), "+"]
    return "+".join(_NAMES.get(part, part.upper() if len(part) == 1 or part[1:].isdigit() else part.title())
                    for part in parts if part)  # fmt: skip


class Commands:
    """All commands of the studio, by name, by key and by menu.

    Raises:
        ValueError: two commands have one name, or one key in one mode.
    """

    def __init__(self, tables: Iterable[Sequence[Command]]) -> None:
        self.all: tuple[Command, ...] = tuple(command for table in tables for command in table)
        self._by_name: dict[str, Command] = {}
        self._by_key: dict[tuple[Mode, str], Command] = {}
        for command in self.all:
            if command.name in self._by_name:
                raise ValueError(f"two commands are called {command.name}")
            self._by_name[command.name] = command
            for mode in command.modes:
                for key in command.keys:
                    other = self._by_key.setdefault((mode, key), command)
                    if other is not command:
                        raise ValueError(f"{key} means {other.name} and {command.name} in the mode {mode}")

    def named(self, name: str) -> Command:
        """The command of a name."""
        return self._by_name[name]

    def at(self, mode: Mode, key: str) -> Command | None:
        """What a key does in a mode, or None."""
        return self._by_key.get((mode, key))

    def menu(self, name: str) -> tuple[Command, ...]:
        """The commands of a menu, in order."""
        return tuple(command for command in self.all if command.menu == name)
