"""The workspace: which views each mode has and where they lie, and what goes on in them over time.

Takes the place between the bars of the window, gives each view its part; holds the session of play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.dsl.diagnostics import Diagnostic
from arcg.editor import problems
from arcg.editor.document.grids import Cell
from arcg.editor.insight import Insight
from arcg.editor.painting import Painter
from arcg.editor.solver import Solver
from arcg.editor.studio.canvas_view import CanvasView
from arcg.editor.studio.colours_view import ColoursView
from arcg.editor.studio.commands import Mode
from arcg.editor.studio.dialogs import Ask, Choice
from arcg.editor.studio.hope_view import HopeView
from arcg.editor.studio.inspect_view import InspectView
from arcg.editor.studio.kinds_view import KindsView
from arcg.editor.studio.level_info_view import LevelInfoView
from arcg.editor.studio.level_view import LevelView
from arcg.editor.studio.levels_view import LevelsView
from arcg.editor.studio.looks_view import LooksView
from arcg.editor.studio.outline_view import OutlineView
from arcg.editor.studio.palette_view import PaletteView
from arcg.editor.studio.picture_view import PictureView
from arcg.editor.studio.play_view import PlayView
from arcg.editor.studio.playing import Playing
from arcg.editor.studio.problems_view import ProblemsView
from arcg.editor.studio.source_view import SourceView
from arcg.editor.studio.timeline_view import TimelineView
from arcg.editor.studio.trace_view import TraceView
from arcg.editor.studio.view import Point, View

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


class Workspace:
    """The views of the window."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.playing = Playing(studio)
        self.insight: Insight = Insight(studio.wake, Solver(studio.wake) if studio.hints else None)
        self.levels_view = LevelsView(studio)
        self.level_view = LevelView(studio)
        self.palette_view = PaletteView(studio)
        self.level_info_view = LevelInfoView(studio)
        self.kinds_view = KindsView(studio)
        self.picture_view = PictureView(studio)
        self.colours_view = ColoursView(studio)
        self.looks_view = LooksView(studio)
        self.play_view = PlayView(studio)
        self.inspect_view = InspectView(studio)
        self.hope_view = HopeView(studio)
        self.trace_view = TraceView(studio)
        self.outline_view = OutlineView(studio)
        self.source_view = SourceView(studio)
        self.problems_view = ProblemsView(studio)
        self.timeline_view = TimelineView(studio)
        self._left_for = 0
        """What the text was left for, as a line: who comes back from there finds the line that was looked at."""
        self.middle = pygame.Rect(0, 0, 0, 0)
        self.views: list[View] = []

    # ------------------------------------------------------------ places

    def place(self, rect: pygame.Rect) -> None:
        """Give every view of the mode its part of `rect`."""
        measures = self.studio.measures
        below = pygame.Rect(rect.left, rect.bottom, rect.width, 0)
        if self.studio.mode == "play":
            below.height = measures.timeline
            below.bottom = rect.bottom
            rect = pygame.Rect(rect.left, rect.top, rect.width, rect.height - below.height)
        left = pygame.Rect(rect.left, rect.top, measures.left, rect.height)
        right = pygame.Rect(rect.right - measures.right, rect.top, measures.right, rect.height)
        self.middle = pygame.Rect(left.right, rect.top, right.left - left.right, rect.height)
        parts = self._parts()
        self.views = []
        for area, views in zip((left, self.middle, right), parts, strict=True):
            top = area.top
            fixed = {view: height for view, _ in views if (height := view.fixed_height()) is not None}
            whole = sum(share for view, share in views if view not in fixed)
            room = max(0, area.height - sum(fixed.values()))
            for number, (view, share) in enumerate(views):
                height = fixed[view] if view in fixed else round(room * share / whole)
                bottom = area.bottom if number == len(views) - 1 else min(area.bottom, top + height)
                view.place(pygame.Rect(area.left, top, area.width, bottom - top))
                self.views.append(view)
                top = bottom
        if self.studio.mode == "play":
            self.timeline_view.place(below)
            self.views.append(self.timeline_view)

    def _parts(self) -> tuple[list[tuple[View, float]], list[tuple[View, float]], list[tuple[View, float]]]:
        """The views of the left, the middle and the right, each with its share of the height."""
        match self.studio.mode:
            case "play":
                right: list[tuple[View, float]] = [(self.inspect_view, 3), (self.hope_view, 1), (self.trace_view, 5)]
                return [(self.levels_view, 1)], [(self.play_view, 1)], right
            case "picture":
                right = [(self.colours_view, 1), (self.looks_view, 2)]
                return [(self.kinds_view, 1)], [(self.picture_view, 1)], right
            case "source":
                return [(self.outline_view, 1)], [(self.source_view, 1)], [(self.problems_view, 1)]
            case _:
                right = [(self.palette_view, 2), (self.level_info_view, 1)]
                return [(self.levels_view, 1)], [(self.level_view, 1)], right

    def view_at(self, at: Point) -> View | None:
        """The view at a place of the window."""
        return next((view for view in self.views if view.rect.collidepoint(at)), None)

    # ------------------------------------------------------------ what goes on

    def entered(self, before: Mode) -> None:
        """The mode has changed."""
        bench = self.studio.bench
        if self.studio.mode == "play":
            if not self.playing.begin(bench.level):
                self.studio.mode = before
        elif before == "play":
            bench.go_to_level(self.playing.level)
        if before == "source":
            self._left_for = problems.line_worked_on(bench, self.studio.mode)
        if self.studio.mode == "source":
            worked_on = problems.line_worked_on(bench, before)
            self.source_view.go_to(worked_on if worked_on != self._left_for else bench.line)

    def jump_to_line(self, line: int) -> None:
        """Look at a line of the text."""
        self.studio.set_mode("source")
        self.source_view.go_to(line)

    def show_problem(self, one: Diagnostic) -> None:
        """Look at the place of a finding, in the text."""
        bench = self.studio.bench
        bench.problem = one
        if problems.in_text(bench, one):
            self.studio.set_mode("source")
            self.source_view.show(one)
        else:
            bench.remark(f"this lies in {one.span.file}, which comes with arcg")

    def checked(self) -> None:
        """The checker has looked at the text."""
        self.studio.chrome.refresh()

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether anything to show has changed."""
        if self.studio.mode != "play" or self.playing.session is None:
            return False
        changed = self.playing.advance(now)
        if not self.playing.session.animating:
            changed |= self.insight.advance(self.playing.session, now)
        return changed

    def wait(self, now: float) -> float | None:
        """Seconds until there is something new, or None when nothing is on its way."""
        if self.studio.mode != "play":
            return None
        times = [time for time in (self.playing.wait(now), self.insight.wait(now)) if time is not None]
        return min(times) if times else None

    def key(self, name: str, typed: str) -> bool:
        """A key that is no command; whether anything may have changed."""
        if any(view.key(name, typed) for view in self.views):
            return True
        if self.studio.mode == "source" and typed.isprintable() and typed:
            self.studio.bench.remark("the text is read here, not written: Ctrl+E opens it in your own editor")
            return True
        return False

    def outside(self, data: bytes) -> None:
        """The file has been written by another program."""
        bench = self.studio.bench
        match bench.document.outside(data):
            case "taken":
                bench.remark("the file has changed outside; undo takes that back")
            case "merged":
                bench.remark("the file has changed outside; both changes are in the text now, not saved yet")
            case "conflict":
                self.ask_whose()
        bench.go_to_level(bench.level)
        if self.studio.mode == "play":
            self.playing.reload()

    def ask_whose(self) -> None:
        """Ask which of two versions shall be in the text."""
        document = self.studio.bench.document
        said = (
            f"{document.path.name} has been changed by another program, in the same lines as here.\n"
            "Which of them shall be in the text? Undo goes back to the other one."
        )
        self.studio.open_dialog(
            Ask(self.studio, "Changed outside", said, [
                Choice("Mine", "m", lambda: document.resolve("mine"), "Keep what is here; saving writes the file."),
                Choice("The file's", "f", lambda: document.resolve("theirs"), "Take what is in the file."),
            ])
        )  # fmt: skip

    def close(self) -> None:
        """Leave nothing behind."""
        self.insight.close()
        self.playing.close()

    # ------------------------------------------------------------ what is said

    def heading(self) -> str:
        """The words that say which mode is on."""
        place = self.studio.bench.level_place
        title = f"level {place.title}" if place is not None else "no level"
        match self.studio.mode:
            case "play":
                return self.playing.heading()
            case "level":
                return f"EDITING  {title}"
            case "picture":
                return f"EDITING  picture of {self.studio.bench.kind}"
            case _:
                return f"THE TEXT  line {self.studio.bench.line}"

    @property
    def canvas(self) -> CanvasView:
        """The view that tools paint on."""
        return self.picture_view if self.studio.mode == "picture" else self.level_view

    @property
    def painter(self) -> Painter:
        """What commands on areas and at the cursor go to."""
        return self.canvas.painter

    def zoom(self, by: int) -> None:
        """Zoom the canvas; by 0: all in sight."""
        self.canvas.zoom_by(by)

    def said_of(self, cell: Cell) -> str:
        """What the foot says of a cell of the level."""
        bench = self.studio.bench
        return f"cell({cell[0]}, {cell[1]})   {bench.said_of(self.painter.sheet.at(*cell))}"

    def status(self) -> str:
        """What the line at the foot says when there is nothing else to say."""
        if self.studio.mode == "play":
            return "Tab goes back to editing, F1 shows the keys"
        if self.studio.mode == "source":
            return self.source_view.status()
        return "Tab plays this level, F1 shows the keys, F10 opens the menus, Ctrl+P finds a command"
