"""The timeline: the turns of what is looked at, the frames inside them, and the other ways that play has gone.

A press goes to a turn and a frame, a drag scrubs, the wheel goes turn by turn; a press on another take looks at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.looking import Take
from arcg.editor.pairing import done
from arcg.editor.session import Session
from arcg.editor.studio.lanes import Lane
from arcg.editor.studio.looking_back import speed_text
from arcg.editor.studio.marks import mark
from arcg.editor.studio.theme import (
    BAD,
    EDGE,
    FAINT,
    GOOD,
    HOLLOW,
    MUTED,
    PANEL,
    PAST,
    PLAY,
    RAISED,
    TEXT,
    WARN,
    Colour,
)
from arcg.editor.studio.time_scale import TimeScale
from arcg.editor.studio.view import Point, View

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_HEADER, _LARGE, _OVERVIEW, _SMALL = 26, 40, 8, 13
_ROWS = 3
"""Most other takes that are shown at once, where all turns of the large one are seen."""


class TimelineView(View):
    """The strip below what is played."""

    _held: Literal["turns", "overview", ""] = ""
    _mouse: Point | None = None

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.scale = TimeScale()
        self._seen: tuple[Take, int, int] | None = None

    # ------------------------------------------------------------ places

    @property
    def _session(self) -> Session | None:
        return self.studio.workspace.playing.session

    @property
    def large(self) -> pygame.Rect:
        """Where the turns of the take are that is looked at."""
        px = self.studio.measures.px
        left = self.rect.left + self.studio.measures.left
        return pygame.Rect(left, self.rect.top + px(_HEADER), self.rect.right - px(12) - left, px(_LARGE))

    @property
    def overview(self) -> pygame.Rect:
        """Where the whole take is, small; of no height where all its turns are seen anyway."""
        large, px = self.large, self.studio.measures.px
        return pygame.Rect(large.left, large.bottom + px(3), large.width, 0 if self.scale.fits else px(_OVERVIEW))

    def rows(self) -> list[tuple[Take, pygame.Rect]]:
        """The other takes that are seen, and where."""
        session = self._session
        if session is None:
            return []
        px, overview = self.studio.measures.px, self.overview
        top = overview.bottom + px(3 if overview.height else 0)
        count = (self.rect.bottom - top) // px(_SMALL)
        others = self.studio.workspace.playing.back.others(session)[: min(count, _ROWS)]
        high = px(_SMALL)
        return [(take, pygame.Rect(overview.left, top + n * high, overview.width, high))
                for n, take in enumerate(others)]  # fmt: skip

    def x_of(self, turn: int, frame: int = -1) -> int:
        """Where a frame of a turn of the take that is looked at lies, in window pixels."""
        session = self._session
        assert session is not None, "it is asked for while playing"
        lane = self._lane(session, session.take, self.large)
        count = max(1, len(session.take.branch.turn(turn).packed))
        return lane.left(turn + (frame % count + 0.5) / count)

    def _offset(self, take: Take) -> int:
        pair = self.studio.workspace.playing.back.pair
        return pair.offset(take) if pair is not None and pair.has(take) else 0

    def _lane(self, session: Session, take: Take, rect: pygame.Rect) -> Lane:
        back = self.studio.workspace.playing.back
        live = take == Take(session.reel, session.reel.branch)
        parts = []
        if back.pair is not None:
            parts.append(back.pair.parts_at(take))
        elif session.rerun is not None and session.rerun.divergence is not None:
            rerun, turn = session.rerun, session.rerun.divergence.turn
            parts.append(turn if take == rerun.after else turn + rerun.start if take == rerun.before else None)
        found = tuple(part for part in parts if part is not None)
        track = back.tracks.of(take.branch)
        return Lane(take, rect, self.scale, self._offset(take), track, live, found, self.studio.measures.px)

    # ------------------------------------------------------------ drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Everything that is seen of it."""
        px = self.studio.measures.px
        surface.fill(PANEL, self.rect)
        surface.fill(EDGE, (*self.rect.topleft, self.rect.width, 1))
        session = self._session
        if session is None:
            return
        at, take, pair = session.view().timeline, session.take, self.studio.workspace.playing.back.pair
        self._scaled(session)
        if self._seen != (take, at.turn, at.frame):
            self._seen = take, at.turn, at.frame
            self.scale.reveal(at.turn + self._offset(take), px(46))
        large = self.large
        lane = self._lane(session, take, large)
        self._draw_header(surface, session)
        self._name(surface, session, take, large.top + px(13) + px(10), TEXT)
        surface.set_clip(large)
        lane.draw_large(surface, at.turn, at.frame, pair)
        surface.set_clip(self.rect)
        if not self.scale.fits:
            self._draw_overview(surface, lane, at.turn)
        hovered = self._row_at(self._mouse) if self._mouse else None
        for other, rect in self.rows():
            self._name(surface, session, other, rect.centery, TEXT if other == hovered else MUTED)
            surface.set_clip(rect)
            beside = pair if pair is not None and pair.has(other) else None
            self._lane(session, other, rect).draw_small(surface, beside, hovered=other == hovered)
            surface.set_clip(self.rect)
        self._draw_place(surface, self.x_of(at.turn, at.frame), at.live)

    def _scaled(self, session: Session) -> None:
        shown = [session.take, *(take for take, _ in self.rows())]
        self.scale.turns = max(take.branch.length + self._offset(take) for take in shown)
        self.scale.width, self.scale.factor = self.large.width, self.studio.measures.factor
        self.scale.scroll_by(0.0)

    def _draw_place(self, surface: pygame.Surface, at: int, live: bool) -> None:
        """The place that is looked at."""
        px, large = self.studio.measures.px, self.large
        if not large.left <= at <= large.right:
            return
        colour = PLAY if live else PAST
        marks = large.top + px(13)  # which the line leaves free
        marked = self.scale.turn_width >= px(3)
        parts = ((large.top, marks), (marks + px(19), large.bottom)) if marked else ((large.top, large.bottom),)
        for top, bottom in parts:
            surface.fill(colour, (at - px(1), top, px(2), bottom - top))
        top = large.top - px(8)
        pygame.draw.polygon(surface, colour, [(at - px(6), top), (at + px(6), top), (at, top + px(8))])

    def _name(self, surface: pygame.Surface, session: Session, take: Take, middle: int, colour: Colour) -> None:
        px = self.studio.measures.px
        said = self.studio.workspace.playing.back.name(session, take)
        large = take == session.take
        font = sans(self.studio.measures.small, bold=True) if large else sans(px(11))
        write(
            surface,
            said,
            font,
            colour,
            left=self.rect.left + px(12),
            middle=middle,
            limit=self.studio.measures.left - px(20),
        )

    def _draw_overview(self, surface: pygame.Surface, lane: Lane, turn: int) -> None:
        """The whole take, small: which part is seen, where levels ended, where one is."""
        px, rect = self.studio.measures.px, self.overview
        whole = self.scale.turns
        surface.fill(RAISED, rect)
        left = rect.left + round(self.scale.scroll / whole * rect.width)
        width = max(px(6), round(self.scale.seen / whole * rect.width))
        surface.fill(HOLLOW, pygame.Rect(left, rect.top, width, rect.height).clip(rect))
        last = rect.left - 2
        for number, ending in lane.track.endings:
            at = rect.left + round((number + lane.offset + 0.5) / whole * rect.width)
            if at >= last + 2:
                won, half = ending == "won", rect.height // 2  # wins above, losses below
                surface.fill(GOOD if won else BAD, (at, rect.top if won else rect.bottom - half, px(2), half))
                last = at
        for part in lane.parts:
            at = rect.left + round((part + lane.offset) / whole * rect.width)
            surface.fill(WARN, (at - px(1), rect.top, px(2), rect.height))
        at = rect.left + round((turn + lane.offset + 0.5) / whole * rect.width)
        surface.fill(TEXT, (at - px(1), rect.top - px(1), px(2), rect.height + px(2)))

    def _draw_header(self, surface: pygame.Surface, session: Session) -> None:
        """Where one is, in words; at the right what is compared, or what an edit has changed."""
        px, small = self.studio.measures.px, self.studio.measures.small
        view, middle = session.view(), self.rect.top + px(10)
        at = view.timeline
        left = self.rect.left + px(12)
        state = "THE PRESENT" if at.live else "LOOKING BACK"
        if at.speed:
            state = f"PLAYING {'FORWARD' if at.speed > 0 else 'BACKWARD'}  {speed_text(abs(at.speed))}×"
        turn = session.take.branch.turn(at.turn)
        parts = [(state, sans(small, bold=True), PLAY if at.live else PAST)]
        parts.append((f"turn {at.turn} of {at.turns - 1}", sans(small), TEXT))
        if at.frames > 1:
            parts.append((f"frame {at.frame + 1} of {at.frames}", sans(small), TEXT))
        parts.append((done(turn) if at.turn else "the beginning", sans(small), MUTED))
        for said, font, colour in parts:
            write(surface, said, font, colour, left=left, middle=middle)
            left += font.size(said)[0] + px(16)
        said, colour = self._remark(session)
        width = min(sans(small).size(said)[0], self.rect.right - px(12) - left - px(20))
        if said and width > px(60):
            start = self.rect.right - px(12) - width
            write(surface, said, sans(small), colour, left=start, middle=middle, limit=width)
            if colour == WARN:
                mark(surface, "bolt", (start - px(10), middle), px(13), WARN)

    def _remark(self, session: Session) -> tuple[str, Colour]:
        back, key = self.studio.workspace.playing.back, self.studio.commands.named
        if back.pair is not None:
            ends = key("stop comparing").shown_keys
            return f"comparing; {key('first difference').shown_keys}: first difference, {ends}: one take alone", MUTED
        if session.rerun is not None and session.rerun.divergence is not None:
            shown = key("compare edit").shown_keys
            return f"since the edit {session.rerun.told()} ({shown} shows it)", WARN
        hidden = len(back.others(session)) - len(self.rows())
        return (f"{hidden} more takes ({key('choose take').shown_keys})", FAINT) if hidden > 0 else ("", MUTED)

    # ------------------------------------------------------------ the mouse

    def _row_at(self, at: Point) -> Take | None:
        return next((take for take, rect in self.rows() if rect.top <= at[1] < rect.bottom), None)

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Go there."""
        session = self._session
        if session is None or button != pygame.BUTTON_LEFT:
            return False
        row = self._row_at(at)
        if row is not None and at[0] < self.large.left:
            self.studio.workspace.playing.back.look_beside(session, row)
            return False
        if row is not None:
            self._scrub(session, at[0], row)
            self._held = "turns"
        elif self.overview.collidepoint(at):
            self._held = "overview"
            self.drag(at, mods)
        elif self.large.left <= at[0] and at[1] < self.large.bottom:
            self._held = "turns"
            self.drag(at, mods)
        return bool(self._held)

    def drag(self, at: Point, mods: int) -> None:
        """Scrub through turns and frames."""
        session = self._session
        if session is None:
            return
        if self._held == "overview":
            part = (at[0] - self.overview.left) / self.overview.width
            turn = int(part * self.scale.turns) - self._offset(session.take)
            session.look(max(0, min(turn, session.take.branch.length - 1)))
        elif self._held == "turns":
            self._scrub(session, at[0], session.take)

    def _scrub(self, session: Session, x: int, take: Take) -> None:
        x = max(self.large.left, min(x, self.large.right))
        place = self.scale.turn_at(x - self.large.left) - self._offset(take)
        turn = max(0, min(int(place), take.branch.length - 1))
        frames = max(1, len(take.branch.turn(turn).packed))
        part = 0.0 if place < 0 else 1.0 if place >= turn + 1 or not self.scale.with_frames else place - turn
        session.look(turn, min(int(part * frames), frames - 1), take=take)

    def release(self, at: Point, button: int, mods: int) -> None:
        """The mouse holds nothing any more."""
        self._held = ""

    def hover(self, at: Point | None) -> None:
        """Note where the mouse is."""
        self._mouse = at

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """Go turn by turn; with Ctrl wider or narrower, across: scroll."""
        session = self._session
        if session is None:
            return False
        if mods & pygame.KMOD_CTRL:
            self.scale.zoom(-down, self.scale.turn_at(at[0] - self.large.left))
        elif down:
            session.look_by(turns=down)
        self.scale.scroll_by(3 * across)
        return True

    def zoom(self, step: int) -> None:
        """Show turns wider or narrower, with the place that is looked at staying where it is."""
        session = self._session
        if session is not None:
            self.scale.zoom(step, session.view().timeline.turn + self._offset(session.take))

    def tip(self, at: Point) -> str:
        """What is there."""
        session = self._session
        if session is None:
            return ""
        row, back = self._row_at(at), self.studio.workspace.playing.back
        return f"{back.name(session, row)}: {back.told(session, row)}\npress to look at it" if row is not None else ""

    def status(self) -> str:
        """Which turn is under the mouse."""
        session, at = self._session, self._mouse
        if session is None or at is None or not self.large.collidepoint(at):
            return "drag to look back, the wheel goes turn by turn, with Ctrl it zooms"
        branch = session.take.branch
        turn = int(self.scale.turn_at(at[0] - self.large.left)) - self._offset(session.take)
        if not 0 <= turn < branch.length:
            return "the present: press to play on" if turn >= branch.length else ""
        played = branch.turn(turn)
        frames = f", {len(played.packed)} frames" if len(played.packed) > 1 else ""
        return f"turn {turn}: {done(played) if turn else 'the beginning'}{frames}, level {played.level + 1}"
