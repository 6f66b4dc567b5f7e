"""A hand on the studio: posts the events of a keyboard and a mouse, and lets the window's loop run.

Nothing here calls a command or touches the document: what a test does with it, a person can do.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from arcg.editor.studio.app import Studio

_KEYS = {"page up": "pageup", "page down": "pagedown", "escape": "escape", "return": "return"}
_TYPED = {"space": " "}


class Hand:
    """Works on an open studio."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    def turns(self, seconds: float = 0.0) -> None:
        """Let the loop run: a few turns at least."""
        ends = time.monotonic() + seconds
        for _ in range(3):
            if self.studio.running:
                self.studio.turn()
        while time.monotonic() < ends and self.studio.running:
            self.studio.turn()

    def until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        """Let the loop run until something holds; fails after a while."""
        ends = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < ends, "it did not come to that"
            self.studio.turn()

    def settled(self) -> None:
        """Let the loop run until the newest text is checked."""
        bench = self.studio.bench
        self.until(lambda: bench.checked is not None and bench.checked.revision == bench.document.revision)
        self.turns()

    # ------------------------------------------------------------ keys

    def key(self, name: str) -> None:
        """Press a key, named as in the tables of commands: `ctrl+shift+z`, `page up`, `+`."""
        self.key_down(name)
        self.key_up(name)

    def key_down(self, name: str) -> None:
        """A key goes down; the loop runs once."""
        code, mod, text = code_of(name)
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))
        if text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
        self.studio.turn()

    def key_up(self, name: str) -> None:
        """A key comes up."""
        code, mod, _ = code_of(name)
        pygame.event.post(pygame.Event(pygame.KEYUP, key=code, mod=mod))
        self.turns()

    def type(self, text: str) -> None:
        """Type into the field that has the keys."""
        for sign in text:
            code, mod, typed = code_of(sign)
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed))
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=sign))
            pygame.event.post(pygame.Event(pygame.KEYUP, key=code, mod=mod))
            self.studio.turn()
        self.turns()

    def answer(self, text: str) -> None:
        """Write over what stands in the field of a dialog, and press Enter."""
        self.key("ctrl+a")
        self.key("backspace")
        self.type(text)
        self.key("return")

    # ------------------------------------------------------------ the mouse

    def move(self, at: tuple[int, int], *, held: bool = False) -> None:
        """Move the mouse."""
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(int(held), 0, 0), touch=False))
        self.studio.turn()

    def press(self, at: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """A button goes down."""
        self.move(at)
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=at, touch=False))
        self.studio.turn()

    def lift(self, at: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """A button comes up."""
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, button=button, pos=at, touch=False))
        self.turns()

    def click(self, at: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """Press and lift."""
        self.press(at, button)
        self.lift(at, button)

    def drag(self, *way: tuple[int, int]) -> None:
        """Press at the first place, move through the others, lift at the last."""
        self.press(way[0])
        for at in way[1:]:
            self.move(at, held=True)
        self.lift(way[-1])

    def wheel(self, down: int) -> None:
        """Turn the wheel."""
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-down, flipped=False, precise_x=0.0, precise_y=0.0))
        self.turns()

    # ------------------------------------------------------------ where things are, as eyes see it

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The middle of a cell of the level, or of a pixel of the picture."""
        return self.studio.workspace.canvas.box(x, y).center

    def button(self, text: str) -> tuple[int, int]:
        """The middle of the button that says this."""
        for element in self.studio.manager.get_sprite_group().sprites():
            if getattr(element, "text", None) == text and element.visible and hasattr(element, "held"):
                return element.get_abs_rect().center
        raise AssertionError(f"no button says {text}")

    def says(self, text: str) -> bool:
        """Whether a passing note says this."""
        return text in self.studio.note

    def picture(self, name: str) -> pygame.Surface:
        """What is on the screen; kept in the folder ARCG_SCREENSHOTS, if there is one."""
        self.turns()
        screen = pygame.display.get_surface()
        if folder := os.environ.get("ARCG_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            pygame.image.save(screen, str(Path(folder) / f"{name}.png"))
        return screen


def code_of(name: str) -> tuple[int, int, str]:
    """The key code, the modifiers and what the key types."""
    *held, key = name.split("+") if len(name) > 1 and name != "+" and not name.endswith("++") else [name]
    if name.endswith("++"):
        held, key = name[:-2].split("+"), "+"
    mods = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}
    mod = sum(mods[one] for one in held)
    if len(key) == 1 and key.isupper():
        mod |= pygame.KMOD_LSHIFT
    typed = _TYPED.get(key, key if len(key) == 1 else "")
    try:
        code = pygame.key.key_code(
            _KEYS.get(key, key).replace("pageup", "page up").replace("pagedown", "page down").lower()
        )
    except ValueError:
        code = ord(key)
    return code, mod, "" if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else typed
