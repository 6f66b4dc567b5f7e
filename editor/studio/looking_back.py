"""Looking back in the studio: at what speed, which takes are compared, what each take is called.

Takes the session of play, which knows what is looked at; adds what a person says about it, and says when play branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcg.editor.looking import Take
from arcg.editor.pairing import Pair
from arcg.editor.reel import Branch
from arcg.editor.track import Tracks

if TYPE_CHECKING:
    from arcg.editor.session import Session
    from arcg.editor.studio.app import Studio

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class LookingBack:
    """What the studio keeps about looking back."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.speed = 1.0
        self.tracks = Tracks()
        self.pair: Pair | None = None
        self._branch: Branch | None = None
        self._rerun: object = None

    # ------------------------------------------------------------ playing back

    def play(self, session: Session, direction: int) -> None:
        """Play back forward (1) or backward (-1) from where one looks; the same again stops it."""
        now, timeline = self._studio.clock(), session.view().timeline
        if timeline.speed * direction > 0:
            session.play_back(0.0, now)
            return
        at_end = timeline.turn == timeline.turns - 1 and timeline.frame == timeline.frames - 1
        if direction > 0 and at_end:
            session.look(0, 0, take=session.take)
        session.play_back(direction * self.speed, now)

    def change_speed(self, session: Session, step: int) -> None:
        """Play back faster or slower."""
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, SPEEDS.index(self.speed) + step))]
        running = session.view().timeline.speed
        if running:
            session.play_back(self.speed if running > 0 else -self.speed, self._studio.clock())
        self._studio.bench.remark(f"recordings play at {speed_text(self.speed)} times their speed")

    # ------------------------------------------------------------ takes

    def look_beside(self, session: Session, take: Take) -> None:
        """Look at another take, at the turn that stands beside the one that is looked at now."""
        turn = session.view().timeline.turn
        if self.pair is not None and self.pair.has(take) and self.pair.has(session.take):
            turn += self.pair.offset(session.take) - self.pair.offset(take)
        session.look(max(0, min(turn, take.branch.length - 1)), take=take)

    @staticmethod
    def name(session: Session, take: Take) -> str:
        """What a take is called, in short: by its number, its branch, or the file that it was read from."""
        if take.reel.name:
            return take.reel.name
        played = [reel for reel in session.shelf.reels if not reel.name]
        number = played.index(take.reel) + 1 if take.reel in played else 0
        branch = take.reel.branches.index(take.branch) if take.branch in take.reel.branches else 0
        return f"take {number}{_letters(branch)}"

    @staticmethod
    def told(session: Session, take: Take) -> str:
        """Where a take comes from and how long it is."""
        count = take.branch.length - 1
        return f"{LookingBack.origin(session, take)}, {'1 turn' if count == 1 else f'{count} turns'}"

    @staticmethod
    def origin(session: Session, take: Take) -> str:
        """Where a take comes from."""
        said = [f"from level {take.reel.first_level + 1}"]
        if take.branch.parent is not None:
            said.append(f"branches after turn {take.branch.start - 1}")
        if take.reel.origin == "rerun":
            said.append("played again after an edit")
        if take == _live(session):
            said.append("the present")
        return ", ".join(said)

    def others(self, session: Session) -> list[Take]:
        """All takes but the one looked at: the one that it is compared with, the present, then the newest first."""
        live, pair = _live(session), self.pair
        compared = [pair.before, pair.after] if pair is not None else []
        found = list(session.shelf.takes())
        found = [take for take in dict.fromkeys([*found, live, *compared]) if take != session.take]
        found.reverse()
        return sorted(found, key=lambda take: (not (pair and pair.has(take)), take != live))

    # ------------------------------------------------------------ what goes on

    def advance(self, session: Session) -> None:
        """See what has become of play: whether it has branched, whether what is compared is still looked at."""
        branch = session.reel.branch
        if branch is not self._branch:
            new = self._branch is not None and len(branch.turns) <= 1 and branch.parent is not None
            kept = self._studio.commands.named("take before").shown_keys
            if new and session.rerun is self._rerun:
                self._studio.bench.remark(f"a branch after turn {branch.start - 1}; what came then is kept ({kept})")
            self._branch = branch
            self.tracks.keep({take.branch for take in session.shelf.takes()})
        self._rerun = session.rerun
        if self.pair is not None and not self.pair.has(session.take):
            self.pair = None


def speed_text(speed: float) -> str:
    """A speed as people write it: `1/4`, `2`."""
    return f"1/{round(1 / speed)}" if speed < 1 else f"{round(speed)}"


def _live(session: Session) -> Take:
    return Take(session.reel, session.reel.branch)


def _letters(number: int) -> str:
    return "" if number == 0 else _letters((number - 1) // 26) + chr(ord("a") + number % 26)
