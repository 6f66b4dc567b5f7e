"""Looking back: a place in a take, and the clock that moves it when the take is played back.

Takes turns and frames to go to, a speed and the time. It knows nothing of the engine: what is seen is what was seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from arcg.editor.pace import TURN_REST, frame_time
from arcg.editor.reel import Branch, Reel


@dataclass(frozen=True, slots=True)
class Take:
    """One way that play went: a branch of a reel."""

    reel: Reel
    branch: Branch


class Looking:
    """Frame `frame` of turn `turn` of a take; `speed` is that of playing back, 0 when it stands."""

    def __init__(self, take: Take, turn: int = -1, frame: int = -1) -> None:
        self.take = take
        self.turn = 0
        self.frame = 0
        self.speed = 0.0
        self._until = 0
        self._due = 0.0
        self.move(turn, frame)

    @property
    def frames(self) -> int:
        """How many pictures the turn has to show."""
        return max(1, len(self.take.branch.turn(self.turn).packed))

    @property
    def complete(self) -> bool:
        """Whether the last picture of the turn is shown, so that all that stands around it is that of after it."""
        return self.frame == self.frames - 1

    @property
    def at_end(self) -> bool:
        """Whether the last picture of the take is shown."""
        return self.complete and self.turn == self.take.branch.length - 1

    def move(self, turn: int, frame: int = -1) -> None:
        """Go to a turn and a frame; negative numbers count from the end, and what is beyond an end is brought to it."""
        length = self.take.branch.length
        self.turn = max(0, min(turn + length if turn < 0 else turn, length - 1))
        self.frame = max(0, min(frame + self.frames if frame < 0 else frame, self.frames - 1))

    def move_by(self, frames: int) -> None:
        """Go so many frames on, or back, over the turns."""
        for _ in range(abs(frames)):
            if not self._step(frames > 0, 0, self.take.branch.length - 1):
                break

    def _step(self, forward: bool, first: int, last: int) -> bool:
        """Go one frame on or back within these turns; whether there was one."""
        if forward and self.complete:
            if self.turn >= last:
                return False
            self.turn, self.frame = self.turn + 1, 0
        elif not forward and self.frame == 0:
            if self.turn <= first:
                return False
            self.turn -= 1
            self.frame = self.frames - 1
        else:
            self.frame += 1 if forward else -1
        return True

    # ------------------------------------------------------------ playing back

    def play(self, speed: float, now: float, until: int | None = None) -> None:
        """Play back at so many times the speed of play, backward if it is negative, to turn `until`; 0 stops."""
        self.speed = speed
        end = self.take.branch.length - 1 if speed > 0 else 0
        self._until = end if until is None else until
        if speed:
            self._due = now + self._stay()

    def _stay(self) -> float:
        """Seconds that the picture is shown."""
        stay = frame_time(self.take.branch, self.turn) + (TURN_REST if self.complete else 0.0)
        return stay / abs(self.speed)

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether another picture is shown."""
        moved = False
        while self.speed and now >= self._due:
            forward = self.speed > 0
            if self._step(forward, 0 if forward else self._until, self._until if forward else self.turn):
                moved = True
                self._due += self._stay()
            else:
                self.speed = 0.0
        return moved

    def wait(self, now: float) -> float | None:
        """Seconds until `advance` will do something, or None when it stands."""
        return max(0.0, self._due - now) if self.speed else None
