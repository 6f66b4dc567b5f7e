"""The studio's use of pygame_gui: one manager, whose mouse is the one of the events, and buttons that run commands.

Takes events and the time, gives the names of commands that were asked for. Widgets are told apart by the attribute
`command` that they are given here; nothing else of the studio looks at pygame_gui's own events.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from arcg.editor.studio.theme import Measures, widgets

if TYPE_CHECKING:
    from pygame_gui.core import UIContainer

_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Manager(pygame_gui.UIManager):  # type: ignore[misc]  # see pyproject.toml
    """pygame_gui's manager, with the mouse where the last event saw it.

    So whatever posts events drives the widgets as a hand does, and nothing depends on where the real pointer rests.
    """

    def __init__(self, size: tuple[int, int], measures: Measures) -> None:
        with warnings.catch_warnings():  # fonts of a size are announced when they are first asked for
            warnings.simplefilter("ignore", UserWarning)
            super().__init__(size, theme_path=widgets(measures), enable_live_theme_updates=False)
        self.pointer = (-1, -1)

    def process_events(self, event: pygame.Event) -> bool:
        """Give an event to the widgets; whether one of them took it."""
        if event.type in _MOUSE:
            self.pointer = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.pointer = (-1, -1)
        self._update_mouse_position()
        return bool(super().process_events(event))

    def _update_mouse_position(self) -> None:
        self.mouse_position = self.pointer

    @property
    def typing(self) -> bool:
        """Whether keys go to a field of text."""
        return any(hasattr(element, "get_text") and hasattr(element, "cursor_on") for element in self.focused_set or ())


def button(
    manager: Manager,
    rect: pygame.Rect,
    text: str,
    tip: str,
    *,
    container: UIContainer | None = None,
    look: str = "@bar",
    icon: pygame.Surface | None = None,
) -> UIButton:
    """A button. `look` is a class of the theme, `icon` stands instead of a text."""
    made = UIButton(
        rect,
        text,
        manager,
        container=container,
        tool_tip_text=_escaped(tip),
        object_id=pygame_gui.core.ObjectID(class_id=look),
    )
    if icon is not None:
        made.normal_images = made.hovered_images = made.selected_images = [icon]
        faint = icon.copy()
        faint.set_alpha(70)
        made.disabled_images = [faint]
        positions = [(0.5, 0.5)]
        made.normal_image_positions = made.hovered_image_positions = positions
        made.selected_image_positions = made.disabled_image_positions = positions
        made.rebuild()
    return made


def _escaped(text: str) -> str:
    """A text for a text box that reads HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
