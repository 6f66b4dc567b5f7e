"""Why the turn that is shown went as it did: the rules that fired, phase by phase, in order.

A press chooses one: its cells are marked in the frame, and what it did is said. A second press goes to its line.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from arcg.editor.lettering import mono, sans, write
from arcg.editor.studio.theme import ACCENT, BAD, CHOSEN, EDGE, FAINT, HOLLOW, MUTED, TEXT, WARN, Colour
from arcg.editor.studio.view import Point, ScrollingView
from arcg.runtime.engine import Standing
from arcg.runtime.firing import Firing

_ROW = 24
_COLOURS: dict[str, Colour] = {
    "dropped": WARN,
    "blocked": WARN,
    "no effect": FAINT,
    "not chosen": FAINT,
    "holds": ACCENT,
}


@dataclass(frozen=True, slots=True)
class _Row:
    """A line: the name of a phase (`number` -1), or a firing."""

    number: int
    text: str


class TraceView(ScrollingView):
    """The firings of a turn."""

    title = "WHY: THE RULES OF THIS TURN"
    _hovered: int | None = None

    @property
    def _firings(self) -> tuple[Firing, ...]:
        return self.studio.workspace.insight.firings

    def _rows(self) -> list[_Row]:
        rows, last = [], ""
        for number, firing in enumerate(self._firings):
            heading = _heading(firing)
            if heading != last:
                rows.append(_Row(-1, heading))
                last = heading
            rows.append(_Row(number, said(firing)))
        return rows

    @property
    def _row(self) -> int:
        return self.studio.measures.px(_ROW)

    def _details(self) -> list[str]:
        """What is said of the chosen one, below the list."""
        firing = self.studio.workspace.insight.firing
        return details(firing) if firing is not None else []

    def _foot(self) -> int:
        lines = len(self._details())
        return lines * self.studio.measures.px(19) + self.studio.measures.px(14) if lines else 0

    @property
    def inner(self) -> pygame.Rect:
        """The place of the list, above what is said of the chosen one."""
        inner = super().inner
        return pygame.Rect(inner.left, inner.top, inner.width, max(0, inner.height - self._foot()))

    def content_height(self) -> int:
        """Height of all lines."""
        return len(self._rows()) * self._row + self.studio.measures.px(6)

    def draw(self, surface: pygame.Surface) -> None:
        """The lines, and below them what is said of the chosen one."""
        super().draw(surface)
        insight, px, inner = self.studio.workspace.insight, self.studio.measures.px, self.inner
        self.scroll = min(self.scroll, self.furthest)
        small, head = sans(self.studio.measures.small), sans(self.studio.measures.small, bold=True)
        rows = self._rows()
        if not rows:
            text = "looking into it…" if insight.facts is None else "no rule did anything"
            text = "a recording does not tell; go on from here" if insight.blind else text
            write(surface, text, small, FAINT, left=inner.left + px(12), middle=inner.top + px(14))
        surface.set_clip(inner)
        first = self.scroll // self._row
        for place, row in enumerate(rows[first : first + inner.height // self._row + 2], first):
            box = self._box(place)
            if row.number < 0:
                write(surface, row.text, head, MUTED, left=box.left + px(4), middle=box.centery, limit=box.width)
                continue
            firing = self._firings[row.number]
            if row.number == insight.chosen:
                pygame.draw.rect(surface, CHOSEN, box, border_radius=px(3))
            elif row.number == self._hovered:
                pygame.draw.rect(surface, HOLLOW, box, 1, border_radius=px(3))
            line = f"{firing.line}" if firing.line else ""
            end = write(surface, line, mono(px(12)), FAINT, right=box.right - px(6), middle=box.centery)
            colour = _COLOURS.get(firing.outcome, TEXT)
            write(
                surface,
                row.text,
                small,
                colour,
                left=box.left + px(14),
                middle=box.centery,
                limit=end - box.left - px(22),
            )
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        self._draw_details(surface)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))
        surface.fill(EDGE, (self.rect.left, self.rect.top, self.rect.width, 1))

    def _draw_details(self, surface: pygame.Surface) -> None:
        px, font, top = self.studio.measures.px, sans(self.studio.measures.small), self.inner.bottom
        lines = self._details()
        if lines:
            surface.fill(EDGE, (self.rect.left, top + px(4), self.rect.width, 1))
        for number, line in enumerate(lines):
            colour = BAD if line.startswith("taken back") else MUTED if number else TEXT
            middle = top + px(18) + number * px(19)
            write(
                surface, line, font, colour, left=self.rect.left + px(12), middle=middle, limit=self.rect.width - px(20)
            )

    def _box(self, place: int) -> pygame.Rect:
        px, inner = self.studio.measures.px, self.inner
        top = inner.top + place * self._row - self.scroll
        return pygame.Rect(inner.left + px(6), top, inner.width - px(14), self._row - px(2))

    def _at(self, at: Point) -> int | None:
        if not self.inner.collidepoint(at):
            return None
        place, rows = (at[1] - self.inner.top + self.scroll) // self._row, self._rows()
        return rows[place].number if 0 <= place < len(rows) and rows[place].number >= 0 else None

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Choose a firing; the chosen one: go to its line."""
        number = self._at(at)
        insight = self.studio.workspace.insight
        if button == pygame.BUTTON_LEFT and number is not None:
            if number == insight.chosen:
                self.studio.run_command(self.studio.commands.named("rule line"))
            else:
                insight.chosen = number
        return False

    def step(self, by: int) -> None:
        """Choose the next firing, or the one before."""
        insight, count = self.studio.workspace.insight, len(self._firings)
        if not count:
            return
        insight.chosen = (0 if by > 0 else count - 1) if insight.chosen is None else (insight.chosen + by) % count
        place = next(n for n, row in enumerate(self._rows()) if row.number == insight.chosen)
        self.reveal(place * self._row, (place + 1) * self._row)

    def hover(self, at: Point | None) -> None:
        """Outline the line under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """How to use it."""
        number = self._at(at)
        if number is None:
            return ""
        return "press: mark its cells in the frame\npress again: go to its line in the text"


def _heading(firing: Firing) -> str:
    loading = "level loads: " if firing.loading else ""
    if firing.what in ("win", "lose"):
        return f"{loading}goals"
    if firing.what == "forbid":
        return f"{loading}forbid"
    stage = f" ({firing.stage})" if firing.stage else ""
    again = f", round {firing.round}" if firing.round > 1 else ""
    return f"{loading}{firing.phase or 'rules'}{stage}{again}"


def said(firing: Firing) -> str:
    """A firing in a line."""
    if firing.what in ("win", "lose"):
        return f"{firing.rule}: the level is {'won' if firing.what == 'win' else 'lost'}"
    if firing.what == "motion":
        who = firing.changes[0].before if firing.changes else firing.bound[0][1] if firing.bound else None
        name = who.kind if who is not None else "a thing"
        by = f" by {firing.by[0].kind}" if firing.by else ""
        way = firing.does[0].removeprefix("move ") if firing.does else ""
        return f"{name} {firing.outcome} {way}{by}"
    did = ", ".join([*firing.does, *(_changed(one.before, one.after) for one in firing.changes),
                     *(f"{name} {before} to {after}" for name, before, after in firing.world)])  # fmt: skip
    way = f" {firing.way}" if firing.way else ""
    outcome = "" if firing.outcome == "applied" else f" ({firing.outcome})"
    return f"{firing.rule}{way}{outcome}: {did}" if did else f"{firing.rule}{way}{outcome}"


def details(firing: Firing) -> list[str]:
    """All that is said of a firing."""
    lines = [said(firing)]
    lines += [f"{name or 'thing'}: {_thing(standing)}" for name, standing in firing.bound]
    if firing.values:
        lines.append(", ".join(f"{name} = {value}" for name, value in firing.values))
    lines += [_changed(one.before, one.after, whole=True) for one in firing.changes]
    if firing.why:
        lines.append(firing.why)
    if firing.taken_back:
        lines.append(f"taken back: {firing.taken_back}")
    return lines[:9]


def _thing(standing: Standing) -> str:
    values = ", ".join(f"{name} {value}" for name, value in standing.attrs.items())
    return f"{standing.kind} at {standing.x}, {standing.y}{': ' + values if values else ''}"


def _changed(before: Standing | None, after: Standing | None, *, whole: bool = False) -> str:
    if before is None or after is None:
        there = before or after
        assert there is not None, "a change is of something"
        return f"{'makes' if before is None else 'takes away'} {_thing(there) if whole else there.kind}"
    said = [f"{name} {before.attrs.get(name)} to {value}" for name, value in after.attrs.items()
            if before.attrs.get(name) != value]  # fmt: skip
    if before.kind != after.kind:
        said.insert(0, f"becomes {after.kind}")
    if (before.x, before.y) != (after.x, after.y):
        said.append(f"to {after.x}, {after.y}")
    return f"{before.kind}{f' at {before.x}, {before.y}' if whole else ''}: {', '.join(said)}" if said else before.kind
