"""Playing in the studio: a session on a copy of the game as its text is now.

Takes keys, clicks and the time; a change of the text becomes a reload of the session, which plays on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcg.dsl.diagnostics import ArcgError
from arcg.editor.play import explain
from arcg.editor.session import Loaded, Session
from arcg.editor.studio.exports import Exports
from arcg.editor.studio.looking_back import LookingBack
from arcg.runtime.relay import RelayEngine

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


class Playing:
    """The session of the studio, begun when it is first played."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.session: Session | None = None
        self.back = LookingBack(studio)
        self.exports = Exports()
        self._revision = -1

    @property
    def level(self) -> int:
        """The level that is played, 0-based."""
        return self.session.level if self.session is not None else 0

    def begin(self, level: int) -> bool:
        """Play the level; whether there is a game that can be played. What was played before goes on if it can."""
        bench, now = self._studio.bench, self._studio.clock()
        checked = bench.checked_now()
        if self.session is None:
            if checked.program is None and bench.good is None:
                bench.remark("there is no game to play: the text has mistakes, which are listed under View, Problems")
                return False
            last = bench.good.program if bench.good is not None else None
            level = min(level, len(last.levels) - 1) if last is not None else level
            try:
                self.session = Session(self._load, RelayEngine, level=level, explain=explain, now=now)
            except (ArcgError, ValueError) as error:
                bench.remark(str(error))
                return False
        self._revision = bench.document.revision
        if checked.program is None or checked.program != self.session.program or self.session.view().problem:
            self.session.reload(now)
        if level != self.session.level and level < len(self.session.program.levels):
            self.session.go_to(level, now)
        return True

    def take_over(self, session: Session) -> None:
        """Go on with a session that was begun elsewhere."""
        self.session = session
        session.read_from(self._load)

    def _load(self) -> Loaded:
        bench = self._studio.bench
        checked = bench.checked_now()
        if checked.program is None and self.session is None and bench.good is not None:
            checked = bench.good  # the last good game is played; the reload that follows says what is wrong
        return checked.program, list(checked.diagnostics), checked.text

    def reload(self) -> None:
        """The text has changed: play the new game."""
        if self.session is not None and self._revision != self._studio.bench.document.revision:
            self._revision = self._studio.bench.document.revision
            self.session.reload(self._studio.clock())

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether anything to show has changed."""
        if said := self.exports.take():
            self._studio.bench.remark(said)
        if self.session is None:
            return False
        changed = self.session.advance(now)
        self.back.advance(self.session)
        return changed

    def wait(self, now: float) -> float | None:
        """Seconds until there is something new, or None."""
        return self.session.wait(now) if self.session is not None else None

    @property
    def looking_back(self) -> bool:
        """Whether what is shown is the past."""
        return self.session is not None and not self.session.view().timeline.live

    def heading(self) -> str:
        """Whether one plays or looks back, and where."""
        if self.session is None:
            return "PLAYING"
        view = self.session.view()
        if not view.timeline.live:
            return f"LOOKING BACK  turn {view.timeline.turn} of {view.timeline.turns - 1}"
        actions = f"{view.action_count} action{'' if view.action_count == 1 else 's'}"
        return f"PLAYING  level {view.level + 1} of {view.level_count}, {actions}"

    def close(self) -> None:
        """End the session, once all that is being written is written."""
        self.exports.close()
        if self.session is not None:
            self.session.close()
