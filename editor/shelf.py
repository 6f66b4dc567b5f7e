"""The shelf: all that was played in a session, and the recordings that were opened in it, to look at and to compare.

Takes reels and files, gives takes. What nobody played by hand leaves the shelf when the next version of the game comes.
"""

from __future__ import annotations

from pathlib import Path

from arcg.compiler.ir import Program
from arcg.editor.comparing import Comparison, compare
from arcg.editor.looking import Take
from arcg.editor.pictures import Pictures
from arcg.editor.reel import Reel
from arcg.editor.versions import same_levels
from arcg.runtime import recording


class Shelf:
    """`reels`, oldest first, and `pictures`, where the frames of all of them are kept."""

    def __init__(self) -> None:
        self.reels: list[Reel] = []
        self.pictures = Pictures()

    def takes(self) -> tuple[Take, ...]:
        """All ways that play has gone, and the recordings that were opened."""
        return tuple(Take(reel, branch) for reel in self.reels for branch in reel.branches)

    def clear(self, keep: Reel) -> None:
        """Put away all that nobody has acted in, apart from `keep` and from recordings: it was made by saves alone."""
        self.reels = [reel for reel in self.reels if reel is keep or reel.played or reel.origin == "recording"]
        branches = (branch for reel in self.reels for branch in reel.branches)
        self.pictures.keep(turn.packed for branch in branches for turn in branch.turns)

    def open_recording(self, path: Path, program: Program) -> Take:
        """A recording of the game, as a take.

        Raises:
            RecordingError: the file is no recording of this game, or a damaged one.
            OSError: the file cannot be read.
        """
        found = recording.read(path)
        if not found.of_game(program):
            raise recording.RecordingError(f"{path}: it is a recording of `{found.game or found.game_id}`")
        last = max(found.first_level + answer.level for answer in found.answers)
        if last >= len(program.levels):
            raise recording.RecordingError(f"{path}: it plays level {last + 1}, which the game does not have")
        reel = Reel.of_recording(recording.filled(found, program), program, self.pictures)
        self.reels.append(reel)
        return Take(reel, reel.branch)

    @staticmethod
    def compare(before: Take, after: Take) -> Comparison:
        """Two takes side by side."""
        places = same_levels(before.reel.program, after.reel.program)
        return compare(list(before.branch.path(places=places)), list(after.branch.path()))
