"""Dialogs: a question with its answers, a question for a text, a list to choose from.

One is open at a time and has all events. Each answer is a button with a key; Enter is the first answer, Escape the
last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UISelectionList, UITextBox, UITextEntryLine, UIWindow

from arcg.editor.lettering import sans
from arcg.editor.studio.widgets import _escaped, button

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


class Dialog(Protocol):
    """What has all events while it is open."""

    def handle(self, event: pygame.Event) -> None:
        """Deal with an event, after the widgets have seen it."""
        ...

    def kill(self) -> None:
        """Take it from the screen."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer: what it says, its key (one letter of it, or empty), what it does, and what it comes to."""

    text: str
    key: str
    run: Callable[[], None]
    tip: str = ""


class _Window:
    """A window in the middle, with a text and a row of answers at its foot."""

    def __init__(
        self, studio: Studio, title: str, said: str, width: int, extra: int, choices: Sequence[Choice]
    ) -> None:
        self.studio = studio
        measures = studio.measures
        width = min(measures.px(width), studio.size[0] - measures.px(20))
        inner = width - measures.px(36)
        lines = _lines(said, inner, measures.normal) if said else 0
        text = lines * (sans(measures.normal).get_linesize() + 2) + measures.px(14) if said else 0
        foot, bar = measures.px(54), measures.px(30)
        height = min(bar + text + measures.px(extra) + foot, studio.size[1] - measures.px(20))
        rect = pygame.Rect(0, 0, width, height)
        rect.center = (studio.size[0] // 2, studio.size[1] * 45 // 100)
        self.window = UIWindow(rect, studio.manager, window_display_title=title, draggable=True)
        self.window.set_blocking(True)
        self.window.title_bar.set_text(title) if self.window.title_bar else None
        if self.window.close_window_button:
            self.window.close_window_button.hide()
        self.inner = pygame.Rect(measures.px(16), text, inner, height - bar - text - foot)
        if said:
            UITextBox(_escaped(said), pygame.Rect(measures.px(12), measures.px(6), inner + measures.px(8), text),
                      studio.manager, container=self.window)  # fmt: skip
        self.choices = list(choices)
        self.buttons: list[UIButton] = []
        right = width - measures.px(18)
        for choice in reversed(self.choices):
            label = choice.text
            wide = max(measures.px(84), sans(measures.normal).size(label)[0] + measures.px(28))
            place = pygame.Rect(right - wide, height - bar - foot + measures.px(8), wide, measures.px(34))
            self.buttons.insert(0, button(studio.manager, place, label, choice.tip, container=self.window, look="@ask"))
            right -= wide + measures.px(10)
        self.buttons[0].select()

    def kill(self) -> None:
        self.window.set_blocking(False)
        self.window.kill()

    def answer(self, number: int) -> None:
        """Close, then do what the answer does."""
        choice = self.choices[number]
        self.studio.close_dialog()
        choice.run()

    def pressed(self, event: pygame.Event) -> bool:
        """Whether the event was one of the answers."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self.buttons:
            self.answer(self.buttons.index(event.ui_element))
            return True
        return False


class Ask(_Window):
    """A question with its answers; Escape is answer number `escape`."""

    def __init__(self, studio: Studio, title: str, said: str, choices: Sequence[Choice], escape: int = -1) -> None:
        super().__init__(studio, title, said, 520, 0, choices)
        self._at = 0
        self._escape = escape % len(choices)

    def handle(self, event: pygame.Event) -> None:
        """Take the answer."""
        if self.pressed(event) or event.type != pygame.KEYDOWN:
            return
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.answer(self._at)
        elif event.key == pygame.K_ESCAPE:
            self.answer(self._escape)
        elif event.key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_LEFT):
            back = event.key == pygame.K_LEFT or event.mod & pygame.KMOD_SHIFT
            self.buttons[self._at].unselect()
            self._at = (self._at + (-1 if back else 1)) % len(self.buttons)
            self.buttons[self._at].select()
        else:
            key = pygame.key.name(event.key)
            for number, choice in enumerate(self.choices):
                if choice.key == key:
                    self.answer(number)
                    return


class AskText(_Window):
    """A question for a line of text.

    `wrong` says of a text why it will not do, and the empty text if it will; what it says is shown while typing.
    """

    def __init__(
        self,
        studio: Studio,
        title: str,
        said: str,
        text: str,
        done: Callable[[str], None],
        *,
        wrong: Callable[[str], str] = lambda _: "",
        verb: str = "OK",
    ) -> None:
        self._wrong, self._done = wrong, done
        choices = [Choice(verb, "", lambda: None), Choice("Cancel", "", lambda: None)]
        super().__init__(studio, title, said, 520, 118, choices)
        px = studio.measures.px
        place = pygame.Rect(px(16), self.inner.top + px(4), self.inner.width, px(36))
        self.entry = UITextEntryLine(place, studio.manager, container=self.window)
        self.entry.set_text(text)
        below = pygame.Rect(px(12), place.bottom + px(2), self.inner.width + px(8), px(74))
        self._said = UITextBox("", below, studio.manager, container=self.window)
        studio.manager.set_focus_set(self.entry)
        self.entry.select_range = (0, len(text))
        self._judge()

    def _judge(self) -> str:
        wrong = self._wrong(self.entry.get_text())
        self._said.set_text(f"<font color='#f0b446'>{_escaped(wrong)}</font>" if wrong else "")
        return wrong

    def handle(self, event: pygame.Event) -> None:
        """Take the text, or the answer."""
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and event.ui_element is self.entry:
            self._judge()
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.answer(0)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.answer(1)
        else:
            self.pressed(event)

    def answer(self, number: int) -> None:
        """Close; with the first answer only if the text will do."""
        text = self.entry.get_text()
        if number == 0 and self._judge():
            return
        self.studio.close_dialog()
        if number == 0:
            self._done(text)


class Pick(_Window):
    """A list to choose from, narrowed by what is typed. `items` are (what is shown, what it does)."""

    def __init__(
        self, studio: Studio, title: str, said: str, items: Sequence[tuple[str, Callable[[], None]]], verb: str = "OK"
    ) -> None:
        choices = [Choice(verb, "", lambda: None), Choice("Cancel", "", lambda: None)]
        super().__init__(studio, title, said, 560, 380, choices)
        px = studio.measures.px
        self._items = list(items)
        place = pygame.Rect(px(16), self.inner.top + px(6), self.inner.width, px(36))
        self.entry = UITextEntryLine(place, studio.manager, container=self.window)
        below = pygame.Rect(px(16), place.bottom + px(8), self.inner.width, self.inner.bottom - place.bottom - px(8))
        self._list = UISelectionList(below, [], studio.manager, container=self.window)
        self._shown: list[tuple[str, Callable[[], None]]] = []
        self._at = 0
        studio.manager.set_focus_set(self.entry)
        self._narrow()

    def _narrow(self) -> None:
        words = self.entry.get_text().lower().split()
        self._shown = [item for item in self._items if all(word in item[0].lower() for word in words)]
        self._at = 0
        self._show()

    def _show(self) -> None:
        """The list anew, with the chosen one marked and in sight."""
        rows: int = max(1, self._list.get_abs_rect().height // self.studio.measures.px(26) - 1)
        first = max(0, min(self._at - rows // 2, len(self._shown) - rows))
        shown = self._shown[first : first + rows]
        self._first = first
        marks = ["> " if first + n == self._at else "   " for n in range(len(shown))]
        self._list.set_item_list([mark + text for mark, (text, _) in zip(marks, shown, strict=True)])

    def handle(self, event: pygame.Event) -> None:
        """Narrow the list, go through it, choose."""
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and event.ui_element is self.entry:
            self._narrow()
        elif event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION and event.ui_element is self._list:
            texts = [item["text"] for item in self._list.item_list]
            if event.text in texts:  # else the list has been narrowed since the press
                self._at = self._first + texts.index(event.text)
                self.answer(0)
        elif event.type == pygame.KEYDOWN:
            match event.key:
                case pygame.K_DOWN | pygame.K_UP if self._shown:
                    self._at = (self._at + (1 if event.key == pygame.K_DOWN else -1)) % len(self._shown)
                    self._show()
                case pygame.K_RETURN | pygame.K_KP_ENTER:
                    self.answer(0)
                case pygame.K_ESCAPE:
                    self.answer(1)
        else:
            self.pressed(event)

    def answer(self, number: int) -> None:
        """Close, and do what was chosen."""
        if number == 0 and not self._shown:
            return
        chosen = self._shown[self._at][1] if number == 0 else None
        self.studio.close_dialog()
        if chosen is not None:
            chosen()


def _lines(said: str, width: int, size: int) -> int:
    """How many lines a text takes."""
    font = sans(size)
    count = 0
    for paragraph in said.split("\n"):
        line = ""
        count += 1
        for word in paragraph.split(" "):
            longer = f"{line} {word}".strip()
            if font.size(longer)[0] > width - 12 and line:
                count += 1
                line = word
            else:
                line = longer
    return count
