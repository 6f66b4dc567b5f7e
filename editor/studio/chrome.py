"""What stands around the views: the mode switch, the bar of tools, and the line at the foot of the window.

Takes presses of its buttons, which run commands; shows which mode, tool and switches are on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui
from pygame_gui.elements import UIButton

from arcg.editor import problems
from arcg.editor.lettering import sans, write
from arcg.editor.studio.commands import MODES, Command, Mode
from arcg.editor.studio.icons import icon
from arcg.editor.studio.marks import FOUND, finding_mark, mark
from arcg.editor.studio.theme import EDGE, EDIT, FAINT, GOOD, MUTED, PANEL, PAST, PLAY, TEXT, WARN
from arcg.editor.studio.widgets import button

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_SWITCH: dict[Mode, str] = {
    "play": "mode play",
    "level": "mode level",
    "picture": "mode picture",
    "source": "mode source",
}
_LABELS: dict[Mode, str] = {"play": "Play", "level": "Level", "picture": "Picture", "source": "Text"}

_TOOLS: dict[Mode, tuple[tuple[str, str], ...]] = {
    "level": (
        ("tool pen", "pen"), ("tool line", "line"), ("tool box", "box"), ("tool block", "block"), ("tool fill", "fill"),
        ("erase", "rubber"), ("tool pick", "pick"), ("tool select", "select"), ("tool put", "put"), ("", ""),
        ("symmetry", "mirror"),
        ("turn right", "turn right"), ("flip across", "flip"), ("flip down", "flip down"), ("", ""),
        ("undo", "undo"), ("redo", "redo"), ("", ""), ("grid", "grid"), ("hidden", "eye"),
    ),
    "picture": (
        ("tool pen", "pen"), ("tool line", "line"), ("tool box", "box"), ("tool block", "block"), ("tool fill", "fill"),
        ("tool pick", "pick"), ("tool select", "select"), ("", ""), ("symmetry", "mirror"),
        ("turn right", "turn right"), ("flip across", "flip"), ("flip down", "flip down"), ("", ""),
        ("undo", "undo"), ("redo", "redo"), ("", ""), ("grid", "grid"),
    ),
    "source": (
        ("find text", "find"), ("find previous", "up"), ("find next", "down"), ("", ""),
        ("previous problem", "problem before"), ("next problem", "problem after"), ("", ""),
        ("paint line", "pen"), ("own editor", "outside"), ("", ""), ("undo", "undo"), ("redo", "redo"),
    ),
    "play": (
        ("first turn", "first"), ("turn back", "back"), ("play back", "play back"), ("play on", "play"),
        ("turn on", "on"), ("last turn", "last"), ("", ""), ("go on", "branch"), ("compare", "compare"),
        ("first difference", "bolt"), ("", ""), ("export picture", "camera"), ("export animation", "film"),
        ("export test", "test"),
    ),
}  # fmt: skip
"""The tools of each mode: the command and its icon; an empty name is a gap."""


class Chrome:
    """The bars of the window."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._buttons: dict[UIButton, Command] = {}
        self._switch: dict[UIButton, Mode] = {}
        self._findings = pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        """Make the buttons anew, for another mode or another size."""
        for old in self._buttons:
            old.kill()
        self._buttons, self._switch = {}, {}
        studio, measures = self._studio, self._studio.measures
        right = studio.size[0] - measures.px(8)
        font = sans(measures.normal)
        for mode in reversed(MODES):
            command = studio.commands.named(_SWITCH[mode])
            width = font.size(_LABELS[mode])[0] + measures.px(26)
            rect = pygame.Rect(right - width, measures.px(4), width, measures.menu_bar - measures.px(8))
            made = button(studio.manager, rect, _LABELS[mode], "", look="@mode")
            self._buttons[made], self._switch[made] = command, mode
            right -= width + measures.px(2)
        self._left_of_switch = right
        left, side = measures.px(8), measures.tool_bar - measures.px(8)
        for name, picture in _TOOLS[studio.mode]:
            if not name:
                left += measures.px(14)
                continue
            command = studio.commands.named(name)
            rect = pygame.Rect(left, measures.menu_bar + measures.px(4), side, side)
            made = button(studio.manager, rect, "", "", look="@tool", icon=icon(picture, measures.px(20)))
            self._buttons[made] = command
            left += side + measures.px(3)
        self.tools_end = left + measures.px(10)
        self.refresh()

    def refresh(self) -> None:
        """Show what is on, and what can be done now."""
        for made, command in self._buttons.items():
            mode = self._switch.get(made)
            on = mode == self._studio.mode if mode else bool(command.on and command.on(self._studio))
            if on != made.is_selected:
                made.select() if on else made.unselect()
            able = bool(mode) or not self._studio.why_not(command)
            if able != made.is_enabled:
                made.enable() if able else made.disable()

    def handle(self, event: pygame.Event) -> bool:
        """A press of a button runs its command."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._buttons:
            self._studio.run_command(self._buttons[event.ui_element])
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self._findings.collidepoint(event.pos):
            self._studio.run_command(self._studio.commands.named("worst problem"))
            return True
        return False

    def tip(self, at: tuple[int, int]) -> str:
        """What the button at a place does, and if it cannot be done now, why not.

        The widgets say nothing of buttons that are pressed in or grey, which need it most.
        """
        for made, command in self._buttons.items():
            if made.get_abs_rect().collidepoint(at):
                why = "" if made in self._switch else self._studio.why_not(command)
                told = command.tip if not why or why.startswith(command.tip) else f"{command.tip}\nnot now: {why}"
                return f"{command.title}  ({command.shown_keys})\n{told}"
        return ""

    def draw(self, surface: pygame.Surface, hovered: str) -> None:
        """The grounds of the bars, the file's name, the line at the foot. `hovered` is what the view there says."""
        studio, measures = self._studio, self._studio.measures
        width, height = studio.size
        px = measures.px
        top = measures.menu_bar + measures.tool_bar
        surface.fill(PANEL, (0, 0, width, top))
        surface.fill(EDGE, (0, top - 1, width, 1))
        colour = EDIT if studio.mode != "play" else PAST if studio.workspace.playing.looking_back else PLAY
        surface.fill(colour, (0, measures.menu_bar - px(2), width, px(2)))
        self._draw_name(surface)
        self._draw_mode(surface, colour)
        foot = height - measures.status_bar
        surface.fill(PANEL, (0, foot, width, measures.status_bar))
        surface.fill(EDGE, (0, foot, width, 1))
        middle = foot + measures.status_bar // 2
        edge = self._draw_findings(surface, middle)
        self._findings = pygame.Rect(edge, foot, width - edge, measures.status_bar)
        said = studio.note or hovered or studio.workspace.status()
        colour = TEXT if studio.note else MUTED
        write(surface, said, sans(measures.small), colour, left=px(12), middle=middle, limit=edge - px(24))

    def _draw_name(self, surface: pygame.Surface) -> None:
        studio, px = self._studio, self._studio.measures.px
        left, right = studio.menus.width + px(16), self._left_of_switch - px(16)
        name = studio.bench.document.path.name
        mark = "  • not saved" if studio.bench.document.modified else ""
        font, middle = sans(studio.measures.normal), studio.measures.menu_bar // 2
        room = right - left - font.size(mark)[0]
        if room < px(60):
            name, room = "", right - left
        write(surface, name, font, MUTED, left=left, middle=middle, limit=room)
        if mark and font.size(mark)[0] < right - left:
            start = left + min(font.size(name)[0], room)
            write(surface, mark, font, WARN, left=start, middle=middle)

    def _draw_mode(self, surface: pygame.Surface, colour: tuple[int, int, int]) -> None:
        """The words that say which mode is on, at the right of the tools."""
        studio, measures = self._studio, self._studio.measures
        said = studio.workspace.heading()
        font = sans(measures.normal, bold=True)
        room = studio.size[0] - self.tools_end - measures.px(16)
        if font.size(said)[0] > room:
            said = said.partition("  ")[2]
        middle = measures.menu_bar + measures.tool_bar // 2
        write(surface, said, font, colour, right=studio.size[0] - measures.px(14), middle=middle, limit=room)

    def _draw_findings(self, surface: pygame.Surface, middle: int) -> int:
        """At the right of the foot: whether the text is sound; returns where it begins."""
        studio, px = self._studio, self._studio.measures.px
        font, right = sans(studio.measures.small), studio.size[0] - px(14)
        found = studio.bench.found
        if studio.bench.checked is None:
            return write(surface, "checking…", font, FAINT, right=right, middle=middle)
        if not found:
            left = write(surface, "no mistakes", font, GOOD, right=right, middle=middle)
            return mark(surface, "tick", (left - px(12), middle), px(12), GOOD).left
        left = right
        for severity in reversed(problems.SEVERITIES):
            if number := sum(one.severity == severity for one in found):
                said = problems.counted(severity, number)
                left = write(surface, said, font, FOUND[severity][1], right=left, middle=middle)
                left = finding_mark(surface, severity, (left - px(12), middle), px(12)).left - px(14)
        return left
