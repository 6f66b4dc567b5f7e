"""The scale of the timeline: where a turn and its frames lie, how far one has scrolled, how many pixels a turn takes.

Takes a width in pixels and a number of turns; knows nothing of what the turns are.
"""

from __future__ import annotations

from dataclasses import dataclass

STEPS = (40.0, 28.0, 20.0, 14.0, 10.0, 6.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01)
"""Pixels that a turn takes, times the size of the interface; the third is where one begins."""

FRAMES_FROM = 10.0
"""Pixels that a turn takes at least for its frames to be told apart."""


@dataclass
class TimeScale:
    """Lays out `turns` turns on `width` pixels; `scroll` is the turn at the left edge, with its part."""

    turns: int = 1
    width: int = 1
    factor: float = 1.0
    step: int = 2
    scroll: float = 0.0

    @property
    def turn_width(self) -> float:
        """Pixels that a turn takes."""
        return STEPS[self.step] * self.factor

    @property
    def seen(self) -> float:
        """How many turns are seen at once."""
        return self.width / self.turn_width

    @property
    def fits(self) -> bool:
        """Whether all is seen at once."""
        return self.turns <= self.seen

    @property
    def with_frames(self) -> bool:
        """Whether the frames of a turn are told apart."""
        return STEPS[self.step] >= FRAMES_FROM

    def left(self, turn: float) -> float:
        """Where a turn begins, from the left edge."""
        return (turn - self.scroll) * self.turn_width

    def turn_at(self, x: float) -> float:
        """The turn at a place, with its part; it may be beyond the last."""
        return self.scroll + x / self.turn_width

    def span(self) -> tuple[int, int]:
        """The first and the last turn of which something is seen."""
        return int(self.scroll), min(self.turns - 1, int(self.scroll + self.seen))

    def scroll_by(self, turns: float) -> None:
        """Scroll, as far as it goes."""
        self.scroll = max(0.0, min(self.scroll + turns, self.turns + 2 - self.seen))

    def reveal(self, turn: int, margin: float) -> None:
        """Scroll just as far as is needed to see a turn and some pixels beside it; from far away, to its middle."""
        if not self.scroll - self.seen / 2 < turn < self.scroll + self.seen * 3 / 2:
            self.scroll = turn - self.seen / 2
        beside = min(margin / self.turn_width, self.seen / 3)
        self.scroll = min(self.scroll, turn - beside)
        self.scroll = max(self.scroll, turn + 1 + beside - self.seen)
        self.scroll_by(0.0)

    def zoom(self, step: int, turn: float) -> None:
        """Show turns wider (1) or narrower (-1), with a turn staying where it is."""
        at = self.left(turn)
        new = max(0, min(len(STEPS) - 1, self.step - step))
        if step < 0 and self.fits:
            return
        self.step = new
        self.scroll = turn - at / self.turn_width
        self.scroll_by(0.0)
