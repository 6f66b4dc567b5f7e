"""The prelude of a PuzzleScript text: keys and flags, one in a line."""

from __future__ import annotations

import re

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import NAME, SPACE, TO_COMMENT, Line, Notes
from arcg.dsl.importing.puzzlescript.words import AS_SPELLED, COLOURS, FLAGS, PALETTES, VALUED

HEX = re.compile(r"#(?:[0-9a-f]{3}){1,2}")
WHOLE = re.compile(r"[+-]?\d+")
LINE_LENGTH = 34
"""Characters in a line of a title screen or a message."""
TITLE_LINES = 5


class Prelude(Section):
    """One key in a line; what stands behind it is its value."""

    def word(self, line: Line) -> None:
        """Read a whole line."""
        if not line.first:
            self.notes.warning(line.number, "What follows a comment in its line is left out.")
            line.skip()
            return
        key = line.take(NAME)
        if key in VALUED:
            self._valued(line, key)
        elif key in FLAGS:
            value = line.take(TO_COMMENT).strip()
            if value:
                self.notes.warning(line.number, f"`{key}` takes no value, `{value}` is left out.")
            self.draft.prelude[key] = ("", line.number)
        else:
            line.skip()
            self.notes.error(line.number, "This is no line of a prelude: no key of PuzzleScript stands here.")

    def _valued(self, line: Line, key: str) -> None:
        line.take(SPACE)
        start = line.at
        value = line.take(TO_COMMENT).strip()
        if key in AS_SPELLED:
            value = line.original[start : line.at].strip()
        if not value:
            self.notes.error(line.number, f"`{key}` needs a value.")
            return
        if key == "youtube":
            self.notes.warning(line.number, "`youtube` does nothing any more.")
        if key in self.draft.prelude:
            self.notes.warning(
                line.number, f"`{key}` stands in line {self.draft.prelude[key][1]} too. This one counts."
            )
        self.draft.prelude[key] = (value, line.number)


def finished(draft: Draft) -> dict[str, str]:
    """The prelude, its values checked; those that cannot be read are left out."""
    prelude = {key: value for key, (value, _) in draft.prelude.items()}
    for key in ("flickscreen", "zoomscreen"):
        if key in prelude and not _is_size(prelude[key], draft.prelude[key][1], draft.notes):
            del prelude[key]
    for key in ("text_color", "background_color"):
        if key in prelude and prelude[key] not in COLOURS and not HEX.fullmatch(prelude[key]):
            draft.notes.error(draft.prelude[key][1], f"`{prelude[key]}` is no colour. Write a name, or `#rrggbb`.")
            del prelude[key]
    palette = prelude.get("color_palette")
    if palette is not None and palette not in PALETTES:
        if palette.isdecimal() and 1 <= int(palette[:9]) <= len(PALETTES):
            prelude["color_palette"] = PALETTES[int(palette[:9]) - 1]
        else:
            draft.notes.error(0, f"There is no palette `{palette}`; `arnecolors` is taken.")
            del prelude["color_palette"]
    title = prelude.get("title")
    if title is not None and lines_of(title) > TITLE_LINES:
        draft.notes.warning(draft.prelude["title"][1], "The title is too long for a title screen.")
    return prelude


def _is_size(value: str, line: int, notes: Notes) -> bool:
    """Whether a value is two positive whole numbers with an `x` between them."""
    parts = value.split("x")
    good = len(parts) == 2
    for part in parts if good else ():
        if not WHOLE.fullmatch(part.strip()):
            notes.warning(line, f"`{part}` is no whole number.")
            good = False
        elif part.strip().startswith("-") or not part.strip().strip("+0"):
            notes.warning(line, f"`{part}` must be at least 1.")
            good = False
    if not good:
        notes.warning(line, f"`{value}` is no size. Write it like `9x7`.")
    return good


def lines_of(text: str) -> int:
    """The number of lines that a text takes, words kept together as long as they fit."""
    lines, length = 1, 0
    for word in text.split():
        if length and length + 1 + len(word) > LINE_LENGTH:
            lines, length = lines + 1, 0
        length += len(word) + (length > 0)
        lines, length = lines + (length - 1) // LINE_LENGTH, (length - 1) % LINE_LENGTH + 1
    return lines
