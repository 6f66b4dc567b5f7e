"""Menus: a bar of names, and below one of them the list of its commands, by mouse and by keyboard alone.

Takes events, gives the command that was chosen. F10 opens the first menu; arrows go through it, Enter chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel, UIPanel

from arcg.editor.lettering import sans
from arcg.editor.studio.commands import MENUS, Command
from arcg.editor.studio.widgets import button

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


class MenuBar:
    """The names of the menus at the top of the window, and the menu that is open."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._names: list[UIButton] = []
        self._open: _Menu | None = None

    def build(self) -> None:
        """Make the names anew, for a new size of the window or of the letters."""
        self.close()
        for old in self._names:
            old.kill()
        self._names = []
        measures, left = self._studio.measures, self._studio.measures.px(4)
        for name in MENUS:
            width = sans(measures.normal).size(name)[0] + measures.px(18)
            rect = pygame.Rect(left, measures.px(3), width, measures.menu_bar - measures.px(6))
            self._names.append(button(self._studio.manager, rect, name, ""))
            left += width
        self.width = left

    @property
    def is_open(self) -> bool:
        """Whether a menu is open: then it has the keys."""
        return self._open is not None

    def open(self, number: int) -> None:
        """Open a menu by its number."""
        self.close()
        number %= len(MENUS)
        rect = self._names[number].get_abs_rect()
        self._open = _Menu(self._studio, number, (rect.left, self._studio.measures.menu_bar))
        self._names[number].select()

    def close(self) -> None:
        """Close the menu that is open."""
        if self._open is not None:
            self._names[self._open.number].unselect()
            self._open.kill()
            self._open = None

    def handle(self, event: pygame.Event) -> bool:
        """Deal with an event, after the widgets have seen it; whether it was meant for the menus."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            if event.ui_element in self._names:
                number = self._names.index(event.ui_element)
                shut = self._open is not None and self._open.number == number
                self.close() if shut else self.open(number)
                return True
            if self._open is not None and (chosen := self._open.of(event.ui_element)) is not None:
                self._choose(chosen)
                return True
        if event.type == pygame_gui.UI_BUTTON_ON_HOVERED and self._open is not None and event.ui_element in self._names:
            number = self._names.index(event.ui_element)
            if number != self._open.number:
                self.open(number)
            return True
        if self._open is None:
            return False
        if event.type == pygame.KEYDOWN:
            self._key(event.key)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self._open.rect.collidepoint(event.pos):
            over_names = any(name.get_abs_rect().collidepoint(event.pos) for name in self._names)
            if not over_names:
                self.close()
            return True
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)

    def _key(self, key: int) -> None:
        assert self._open is not None
        match key:
            case pygame.K_ESCAPE | pygame.K_F10:
                self.close()
            case pygame.K_LEFT:
                self.open(self._open.number - 1)
            case pygame.K_RIGHT:
                self.open(self._open.number + 1)
            case pygame.K_DOWN:
                self._open.point(1)
            case pygame.K_UP:
                self._open.point(-1)
            case pygame.K_RETURN | pygame.K_KP_ENTER | pygame.K_SPACE:
                if (chosen := self._open.pointed) is not None:
                    self._choose(chosen)

    def _choose(self, command: Command) -> None:
        self.close()
        self._studio.run_command(command)


class _Menu:
    """One open menu."""

    def __init__(self, studio: Studio, number: int, corner: tuple[int, int]) -> None:
        self.number = number
        measures = studio.measures
        offered = studio.commands.menu(MENUS[number])
        font, small = sans(measures.normal), sans(measures.small)
        row, line, inset = measures.px(27), measures.px(9), measures.px(4)
        titles = [f"{'•  ' if command.on and command.on(studio) else '    '}{command.title}" for command in offered]
        width = max(font.size(title)[0] for title in titles) + max(small.size(c.shown_keys)[0] for c in offered)
        width += measures.px(56)
        room = studio.size[1] - corner[1] - measures.px(8)
        places, column, top, deepest = [], 0, inset, 0
        for before, command in zip([None, *offered], offered, strict=False):
            top += line if before is not None and before.section != command.section else 0
            if top + row > room:
                column, top = column + 1, inset
            places.append((column * width, top))
            top += row
            deepest = max(deepest, top)
        corner = (max(0, min(corner[0], studio.size[0] - width * (column + 1))), corner[1])
        self.rect = pygame.Rect(*corner, width * (column + 1), deepest + inset)
        self._panel = UIPanel(self.rect, starting_height=20, manager=studio.manager,
                              margins={"left": 0, "right": 0, "top": 0, "bottom": 0})  # fmt: skip
        self._items: list[tuple[UIButton, Command]] = []
        for command, title, (left, at) in zip(offered, titles, places, strict=True):
            rect = pygame.Rect(left + inset, at, width - 2 * inset, row)
            why = studio.why_not(command)
            item = button(studio.manager, rect, title, why or command.tip, container=self._panel, look="@item")
            keys = pygame.Rect(left + width // 2, at, width // 2 - measures.px(14), row)
            UILabel(keys, command.shown_keys, studio.manager, container=self._panel,
                    object_id=pygame_gui.core.ObjectID(class_id="@keys"))  # fmt: skip
            if why:
                item.disable()
            self._items.append((item, command))
        self._pointed = -1

    @property
    def pointed(self) -> Command | None:
        """The command that the keyboard points at."""
        return self._items[self._pointed][1] if self._pointed >= 0 else None

    def point(self, step: int) -> None:
        """Point at the next command that can be done, or the one before."""
        able = [number for number, (item, _) in enumerate(self._items) if item.is_enabled]
        if not able:
            return
        if self._pointed >= 0:
            self._items[self._pointed][0].unselect()
        if self._pointed in able:
            self._pointed = able[(able.index(self._pointed) + step) % len(able)]
        else:
            self._pointed = able[0 if step > 0 else -1]
        self._items[self._pointed][0].select()

    def of(self, element: UIButton) -> Command | None:
        """The command of an item."""
        return next((command for item, command in self._items if item is element), None)

    def kill(self) -> None:
        """Take the menu from the screen."""
        self._panel.kill()
