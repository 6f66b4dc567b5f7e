"""The reel: everything that was seen in play, turn by turn, in memory, with all the ways that play has gone.

Takes the answers of an engine as they come. Gives any answer back as it was, and brings an engine to the position
after it. To act from an earlier turn begins a branch, which shares what was before and leaves the old future as it is.
A reel holds play with one version of a game that began at one level, as a recording does; turn 0 is the opening.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from arcg.compiler.ir import Program
from arcg.editor.pictures import Packed, Pictures, unpacked
from arcg.runtime.engine import Action, Engine, Frames, Status
from arcg.runtime.recording import Answer, Recording

KEY_EVERY = 16
"""Turns between two snapshots, at least."""

KEY_BYTES = 40
"""Bytes of a snapshot that a turn has to earn: it holds the whole undo stack, and a byte takes two microseconds to
write. So a level of many turns has its snapshots further and further apart."""

KEY_MOST = 8_000
"""No snapshot that is larger: writing it would be felt. A level's further turns are played again from the last one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer as it was seen. `level` counts among all levels of the game, `completed` since play began.

    `action_count` is that since the level was loaded: 0 says that this answer loaded it. `values` are those of the
    world's attributes, in their order; a recording does not know them.
    """

    action: Action
    x: int
    y: int
    packed: Packed
    status: Status
    level: int
    completed: int
    action_count: int
    values: tuple[int, ...] = ()
    messages: tuple[str, ...] = ()

    @property
    def frames(self) -> Frames:
        """The pictures of the answer, oldest first."""
        return unpacked(self.packed)

    def same_outcome(self, other: Turn) -> bool:
        """Whether level and status are the same after both."""
        return (self.level, self.status) == (other.level, other.status)


@dataclass(frozen=True, slots=True)
class Key:
    """A snapshot of the position after a turn: packed, and the size that it has unpacked."""

    turn: int
    size: int
    packed: bytes

    @classmethod
    def of(cls, turn: int, engine: Engine) -> Key:
        """A snapshot of the position that the engine is in."""
        snapshot = engine.snapshot()
        return cls(turn, len(snapshot), zlib.compress(snapshot, 1))


@dataclass(eq=False, slots=True)
class Branch:
    """A way that play has gone: up to turn `start` as the branch `parent`, then `turns` of its own."""

    parent: Branch | None
    start: int
    turns: list[Turn] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)

    @property
    def length(self) -> int:
        """How many turns there are, the opening and those shared with the parent included."""
        return self.start + len(self.turns)

    def owner(self, turn: int) -> Branch:
        """The branch, this one or one that it comes from, that has the turn of that number as its own."""
        branch = self
        while turn < branch.start:
            assert branch.parent is not None, "the first branch begins with turn 0"
            branch = branch.parent
        return branch

    def turn(self, number: int) -> Turn:
        """Turn `number` of this way; negative numbers count from its end.

        Raises:
            IndexError: there is no such turn.
        """
        number += self.length if number < 0 else 0
        if not 0 <= number < self.length:
            raise IndexError(f"there are turns 0 to {self.length - 1}, not {number}")
        owner = self.owner(number)
        return owner.turns[number - owner.start]

    def path(self, first: int = 0, last: int = -1, places: Mapping[int, int] | None = None) -> Iterator[Turn]:
        """Turns `first` to `last` of this way, by default all; with the levels where `places` says that they are."""
        for number in range(first, last + 1 if last >= 0 else self.length + last + 1):
            turn = self.turn(number)
            level = places.get(turn.level, turn.level) if places else turn.level
            yield turn if level == turn.level else replace(turn, level=level)

    def level_start(self, turn: int) -> int:
        """The turn that loaded the level which is being played at `turn`."""
        while turn and self.turn(turn).action_count:
            turn -= 1
        return turn

    def key(self, turn: int) -> Key:
        """The last snapshot that was kept at or before a turn."""
        branch = self
        while not (found := bisect_right(branch.keys, turn, key=lambda one: one.turn)):
            assert branch.parent is not None, "the opening has a snapshot"
            turn, branch = min(turn, branch.start - 1), branch.parent
        return branch.keys[found - 1]

    def shown(self, turn: int) -> Packed:
        """The pictures of a turn, or the last one before if it has none: a game that is over does not answer."""
        packed = self.turn(turn).packed
        while turn and not packed:
            turn -= 1
            packed = self.turn(turn).packed[-1:]
        return packed


Origin = Literal["played", "rerun", "recording"]
"""How a reel came to be: by hand, by playing the actions of another again on a new version, from a file."""


class Reel:
    """All that was played of `program` since it began at `first_level`.

    Args:
        program: the whole game.
        text: that it was made of.
        first_level: where play began, 0-based.
        seed: that of the game.
        won: levels that were won before.
        pictures: where frames are kept; a session has one for all its reels.
        origin: how it comes to be.
        name: what a person calls it, such as a file's name.
    """

    def __init__(
        self,
        program: Program,
        text: str = "",
        first_level: int = 0,
        seed: int = 0,
        won: frozenset[int] = frozenset(),
        pictures: Pictures | None = None,
        origin: Origin = "played",
        name: str = "",
    ) -> None:
        self.program = program
        self.text = text
        self.first_level = first_level
        self.seed = seed
        self.won = won
        self.origin: Origin = origin
        self.name = name
        self.played = False
        """Whether a person has acted in it."""
        self.branches = [Branch(None, 0)]
        self.branch = self.branches[0]
        self._pictures = pictures or Pictures()
        self._begun: dict[tuple[int, int], Key] = {}

    # ------------------------------------------------------------ recording

    def add(self, engine: Engine, action: int = Action.RESET, x: int = -1, y: int = -1) -> Turn:
        """Keep the answer that the engine has just given, at the end of the present branch."""
        turn = Turn(
            Action(action),
            x,
            y,
            self._pictures.pack(engine.frames()),
            engine.status,
            self.first_level + engine.level,
            engine.levels_completed,
            engine.action_count,
            tuple(engine.world_values().values()),
            engine.messages(),
        )
        self.branch.turns.append(turn)
        self._key(engine, turn)
        return turn

    def _key(self, engine: Engine, turn: Turn) -> None:
        """Keep a snapshot, where one is due."""
        number, count = self.branch.length - 1, turn.action_count
        if count == 0:  # a level begins as it always does
            begun = (turn.level, turn.completed)
            if begun not in self._begun:
                self._begun[begun] = Key.of(number, engine)
            self.branch.keys.append(replace(self._begun[begun], turn=number))
            return
        before = self.branch.key(number)
        if number - before.turn < max(KEY_EVERY, before.size // KEY_BYTES):
            return
        done = max(0, count - (number - before.turn))  # actions in the level at the snapshot before
        if before.size * (count + 2) // (done + 2) <= KEY_MOST:  # beginning, position, and a position for each action
            self.branch.keys.append(Key.of(number, engine))

    def won_by(self, turn: Turn) -> frozenset[int]:
        """The levels that were won by then, earlier ones included."""
        return self.won | frozenset(range(self.first_level, self.first_level + turn.completed))

    # ------------------------------------------------------------ going back

    def fork(self, branch: Branch, turn: int) -> None:
        """Go on from a turn of a branch: at the end of the branch with it, else in a new branch from there."""
        if turn == branch.length - 1:
            self.branch = branch
            return
        self.branches = [one for one in self.branches if one.turns]
        self.branch = Branch(branch.owner(turn), turn + 1)
        self.branches.append(self.branch)

    def position(self, engine: Engine, branch: Branch, turn: int) -> list[Turn]:
        """Bring an engine of this program, begun at `first_level`, close to the position after a turn.

        Returns:
            The turns whose actions are still to be played to be there, oldest first.
        """
        key = branch.key(turn)
        engine.restore(zlib.decompress(key.packed))
        return [branch.turn(number) for number in range(key.turn + 1, turn + 1)]

    # ------------------------------------------------------------ from and to recordings

    def answer(self, turn: Turn) -> Answer:
        """A turn as recordings have it."""
        level = turn.level - self.first_level
        return Answer(turn.action, turn.x, turn.y, turn.status, level, turn.completed, turn.frames)

    @classmethod
    def of_recording(cls, recording: Recording, program: Program, pictures: Pictures | None = None) -> Reel:
        """A recording, with all its frames, to look at and to compare with; `program` is a version of its game."""
        first, seed, name = recording.first_level, recording.seed, recording.path.name
        reel = cls(program, first_level=first, seed=seed, pictures=pictures, origin="recording", name=name)
        reel.branches = [branch_of(recording, reel._pictures)]
        reel.branch = reel.branches[0]
        return reel


def branch_of(recording: Recording, pictures: Pictures) -> Branch:
    """The turns of a recording with all its frames; the game itself need not be here."""
    branch = Branch(None, 0)
    count, completed, playing = 0, 0, True
    for answer in recording.answers:
        assert answer.frames is not None, "the recording has been filled"
        loaded = answer.action == Action.RESET or (
            answer.levels_completed > completed and answer.status is Status.PLAYING
        )
        count = 0 if loaded else count + playing
        completed, playing = answer.levels_completed, answer.status is Status.PLAYING
        packed, level = pictures.pack(answer.frames), recording.first_level + answer.level
        branch.turns.append(Turn(answer.action, answer.x, answer.y, packed, answer.status, level, completed, count))
    return branch
