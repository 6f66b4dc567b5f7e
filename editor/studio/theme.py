"""How the studio looks: its colours, its measures, and the theme of its widgets.

Everything that has a size goes by one factor, so that the whole interface can be made larger: `Measures`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arcg.editor.lettering import BAD, EDGE, FAINT, GOOD, HOLLOW, MUTED, PANEL, SURROUND, TEXT, WARN, Colour

PLAY = (98, 200, 110)
EDIT = (255, 170, 60)
"""The colours of the frame that says which mode is on. They differ in lightness as well, and the frames in shape."""

PAST = (150, 150, 255)
"""The colour of what is looked back at, whose frame is a film's edge."""

ACCENT = (110, 168, 254)
RAISED = (44, 44, 50)
HOVER = (58, 58, 66)
CHOSEN = (54, 78, 118)

__all__ = [
    "ACCENT", "BAD", "CHOSEN", "EDGE", "EDIT", "FAINT", "GOOD", "HOLLOW", "HOVER", "MUTED", "PANEL", "PAST", "PLAY",
    "RAISED", "SURROUND", "TEXT", "WARN", "Colour", "Measures", "widgets",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes in window pixels, all of them times `factor`."""

    factor: float = 1.0

    def px(self, size: float) -> int:
        """A size of the plain interface in this one."""
        return max(1, round(size * self.factor))

    @property
    def small(self) -> int:
        """Size of the smaller letters."""
        return self.px(13)

    @property
    def normal(self) -> int:
        """Size of the usual letters."""
        return self.px(14)

    @property
    def menu_bar(self) -> int:
        """Height of the bar of menus."""
        return self.px(34)

    @property
    def tool_bar(self) -> int:
        """Height of the bar of tools."""
        return self.px(44)

    @property
    def status_bar(self) -> int:
        """Height of the line that says what is under the mouse."""
        return self.px(28)

    @property
    def left(self) -> int:
        """Width of the column on the left."""
        return self.px(172)

    @property
    def right(self) -> int:
        """Width of the column on the right."""
        return self.px(296)

    @property
    def timeline(self) -> int:
        """Height of the strip of turns below what is played."""
        return self.px(104)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def widgets(measures: Measures) -> dict[str, Any]:
    """The theme of pygame_gui's elements."""
    font = {"name": "noto_sans", "size": str(measures.normal), "bold": "0", "italic": "0"}
    small = font | {"size": str(measures.small)}
    flat = {
        "normal_bg": _hex(RAISED),
        "hovered_bg": _hex(HOVER),
        "active_bg": _hex(CHOSEN),
        "selected_bg": _hex(CHOSEN),
        "disabled_bg": _hex(PANEL),
        "dark_bg": _hex(PANEL),
        "normal_text": _hex(TEXT),
        "hovered_text": _hex(TEXT),
        "active_text": _hex(TEXT),
        "selected_text": _hex(TEXT),
        "disabled_text": _hex(FAINT),
        "normal_border": _hex(EDGE),
        "hovered_border": _hex(ACCENT),
        "active_border": _hex(ACCENT),
        "selected_border": _hex(ACCENT),
        "disabled_border": _hex(EDGE),
        "link_text": _hex(ACCENT),
        "link_hover": _hex(TEXT),
        "link_selected": _hex(TEXT),
        "text_cursor": _hex(TEXT),
        "filled_bar": _hex(ACCENT),
        "unfilled_bar": _hex(EDGE),
    }
    plain = {"shape": "rounded_rectangle", "shape_corner_radius": "4", "border_width": "1", "shadow_width": "0"}
    bare = plain | {"border_width": "0", "shape_corner_radius": "3"}
    in_menu = bare | {
        "text_horiz_alignment": "left",
        "text_horiz_alignment_padding": str(measures.px(10)),
        "tool_tip_delay": "0.6",
    }
    clear = {"normal_bg": _hex(PANEL), "normal_border": _hex(PANEL)}
    return {
        "defaults": {"colours": flat, "font": font},
        "button": {"font": font, "misc": plain | {"tool_tip_delay": "0.6"}},
        "@bar": {"colours": clear, "misc": bare | {"tool_tip_delay": "0.6"}},
        "@item": {"colours": clear, "misc": in_menu},
        "@keys": {"colours": {"normal_text": _hex(MUTED)}, "font": small, "misc": {"text_horiz_alignment": "right"}},
        "@heading": {"font": font | {"bold": "1"}, "misc": {"text_horiz_alignment": "left"}},
        "@said": {"misc": {"text_horiz_alignment": "left"}},
        "panel": {"misc": {"border_width": "1", "shadow_width": "0", "shape": "rectangle"}},
        "window": {
            "misc": {
                "shadow_width": "0",
                "border_width": "1",
                "title_bar_height": str(measures.px(30)),
                "enable_close_button": "0",
            },
            "colours": {"dark_bg": _hex(PANEL), "normal_border": _hex(ACCENT)},
        },
        "window.#title_bar": {
            "font": font,
            "misc": {"text_horiz_alignment": "left", "text_horiz_alignment_padding": "12"},
        },
        "text_box": {"font": font, "misc": {"border_width": "0", "shadow_width": "0", "padding": "2,2"}},
        "text_entry_line": {"font": font, "misc": plain | {"padding": "8,4"}, "colours": {"dark_bg": _hex(SURROUND)}},
        "label": {"font": font, "misc": {"text_horiz_alignment": "left"}},
        "selection_list": {"misc": {"shadow_width": "0", "list_item_height": str(measures.px(26))}},
        "selection_list.button": {"font": font, "misc": in_menu},
        "tool_tip": {"misc": {"rect_width": str(measures.px(280)), "border_width": "1", "shadow_width": "0"}},
        "tool_tip.text_box": {"misc": {"border_width": "1", "padding": "8,6"}, "font": small},
    }
