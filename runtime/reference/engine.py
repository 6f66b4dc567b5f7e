"""The reference engine: one game in play, on plain Python objects.

It implements `arcg.runtime.engine.Engine`: levels, RESET, undo, answers of several frames, states and snapshots. A
turn itself is played by `turn.py`. Games of rules over cells are played by a class below this one, in `cellwise/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import MAX_FRAMES, SEEDS, SIZE, Action, Frames, RuleTrace, Standing, Status
from arcg.runtime.reference.clicks import Clicks
from arcg.runtime.reference.drawing import Drawer, quarters
from arcg.runtime.reference.effects import misplaced, restore_into
from arcg.runtime.reference.matching import Matcher, Value
from arcg.runtime.reference.observing import Observer
from arcg.runtime.reference.order import MAX_ARRANGEMENTS, Codec, read_varints, to_bytes
from arcg.runtime.reference.placing import placed
from arcg.runtime.reference.standing import standing
from arcg.runtime.reference.state import Saved, State
from arcg.runtime.reference.turn import Cancelled, Turn, judged

STATE_TAG, SNAPSHOT_TAG = b"S", b"N"
TANGLED = (
    f"more than {MAX_ARRANGEMENTS} arrangements of look-alikes that refer to one another: equal positions may count as "
    "different; give the things an attribute or a cell of their own"
)
DIGEST_BYTES = 8
"""State and snapshot bytes begin with a tag and the first bytes of the program's digest."""

ARROWS = {Action.UP: ir.UP, Action.DOWN: ir.DOWN, Action.LEFT: ir.LEFT, Action.RIGHT: ir.RIGHT}


Shot = tuple[State, Saved]
"""A position to be shown, and the position in which its level began."""


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """What undo goes back to: things, world, the named saves and the generator.

    Over cells only things count: no save is kept, and the generator is 0.
    """

    saved: Saved
    saves: tuple[Saved | None, ...]
    random: int


class ReferenceEngine:
    """One game in play; see `arcg.runtime.engine.Engine` for what the methods promise."""

    def __new__(cls, program: ir.Program, *more: object, **named: object) -> ReferenceEngine:
        """Take the class for the program's semantics."""
        from arcg.runtime.reference.cellwise.engine import CellEngine  # it is a class below this one

        return super().__new__(cls if program.cellwise is None else CellEngine)

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._codec = Codec(program)
        self._drawer = Drawer(program)
        self._undo: list[UndoEntry] = []
        self._beginnings: dict[int, tuple[State, Turn | None, tuple[str, ...]]] = {}
        self._seed = 0
        self._shown: list[Shot] = []
        self._before: Shot | None = None
        """The position before the last action, if that is what the last answer is about."""
        self._trace: tuple[RuleTrace, ...] = ()
        self._messages: tuple[str, ...] = ()
        self._observer: Observer | None = None
        self.full_reset = True
        self.action_count = 0
        self.levels_completed = 0
        self._state = State(0, Status.PLAYING, {}, [], [], 0)
        self._start = Saved({}, ())
        self.reset()

    # ------------------------------------------------------------ where it stands

    @property
    def status(self) -> Status:
        """Playing, won or over."""
        return self._state.status

    @property
    def level(self) -> int:
        """The level being played, 0-based."""
        return self._state.level

    def actions(self) -> tuple[int, ...]:
        """The offered action numbers."""
        return self.program.actions

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to by undo."""
        return bool(self._undo)

    def changed(self) -> bool:
        """Whether the last answer changed the world apart from its counters."""
        return self._before is not None and self._seen(*self._before) != self._seen(*self._shot())

    def _seen(self, state: State, start: Saved) -> tuple[object, ...]:
        """What `changed` looks at."""
        matcher = self._matcher_of(state, start)
        world = [
            matcher.place(value) if isinstance(attr.domain, ir.ThingDomain) else value
            for attr, value in zip(self.program.world, state.world, strict=True)
            if not isinstance(attr.domain, ir.IntDomain)
        ]
        return state.level, state.status, world, self._things(state, start)

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn."""
        return (*self._messages, TANGLED) if self._codec.tangled else self._messages

    def world_values(self) -> dict[str, int]:
        """The world's attributes by name, as encoded values (things: their place in the order of things)."""
        matcher = self._matcher()
        return {
            attr.name: matcher.place(value) if isinstance(attr.domain, ir.ThingDomain) else value
            for attr, value in zip(self.program.world, self._state.world, strict=True)
        }

    def things(self) -> tuple[Standing, ...]:
        """All things of the present position, in the order of things."""
        return self._things(*self._shot())

    def _things(self, state: State, start: Saved) -> tuple[Standing, ...]:
        matcher = self._matcher_of(state, start)
        return tuple([standing(matcher, handle) for handle in sorted(state.things, key=matcher.place)])

    def pixel(self, x: int, y: int) -> tuple[int, int] | None:
        """The frame pixel nearest to the middle of a cell, as (x, y); None where the cell is not seen."""
        return self._drawer.pixel(self._matcher(), (x, y))

    def box(self, x: int, y: int) -> tuple[int, int, int, int] | None:
        """Where a cell lies in the frame: left, top, width and height in pixels; None where none of it is seen."""
        return self._drawer.box(self._matcher(), (x, y))

    def hit(self, x: int, y: int) -> tuple[tuple[int, int] | None, int | None]:
        """What a click on a frame pixel hits: the cell of the board, and the thing as its place among `things`."""
        matcher = self._matcher()
        cell, handle = self._drawer.hit(matcher, x, y)
        return cell, None if handle == ir.NONE else matcher.place(handle)

    def clicks(self) -> tuple[tuple[int, int], ...]:
        """One frame pixel for each click on the present position that the rules can tell from the others."""
        return self._clicks.pixels(self._drawer, self._matcher())

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did in the last turn."""
        return self._trace

    def verdict(self) -> Literal["win", "lose"] | None:
        """How the goals judge the present position, as if nothing had happened in this turn."""
        return judged(self.program, self._matcher())

    # ------------------------------------------------------------ looking on

    def watch(self, observer: Observer | None) -> None:
        """Tell an observer of every turn from now on, also of those with which levels begin."""
        self._observer = observer
        self._beginnings = {}

    def shown(self) -> int:
        """How many pictures `frames` gives, without drawing them."""
        return len(self._shown)

    # ------------------------------------------------------------ acting

    def reset(self, seed: int = 0) -> None:
        """Start a new game."""
        if not 0 <= seed < SEEDS:
            raise ValueError(f"a seed is a number from 0 to {SEEDS - 1}, not {seed}")
        self._begin_with(seed)
        self._start_over()
        self._before = None

    def _begin_with(self, seed: int) -> None:
        """Have every level begin with that seed."""
        if self._codec.chance and seed != self._seed:
            self._seed = seed
            self._beginnings = {}

    def _start_over(self) -> None:
        """The first level, with the same seed."""
        self.full_reset = True
        self.levels_completed = 0
        self._shown = self._load(0)

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action."""
        if action not in range(len(ir.ACTION_NAMES)):
            raise ValueError(f"an action is a number from 0 (RESET) to 7 (undo), not {action!r}")
        self._messages = ()
        self._codec.tangled = False
        self._before = self._shot()
        if action == Action.RESET:
            if self.action_count == 0 or self.status == Status.WON:
                self._start_over()
            else:
                self.full_reset = False
                self._restart()
            return
        self.full_reset = False
        if self.status != Status.PLAYING:
            self._still([])
            return
        self.action_count += 1
        outside = action == Action.CLICK and not (0 <= x < SIZE and 0 <= y < SIZE)
        if action not in self.program.actions or outside:
            self._still([self._shot()])
            return
        self._play(action, x, y)

    def _still(self, shown: list[Shot]) -> None:
        """Answer with pictures of positions, without a turn."""
        self._shown, self._trace = shown, ()

    def _restart(self) -> None:
        """Begin the level again."""
        self._shown = self._load(self.level)

    def _play(self, action: int, x: int, y: int) -> None:
        """A turn of the player."""
        before = self._state
        position = self._undone() if action == Action.UNDO else before
        inputs = self._inputs(action, x, y)
        turn = Turn(self.program, self._codec, position or before, self._start, inputs, self._observer)
        try:
            turn.run()
        except Cancelled as reason:
            self._taken_back(str(reason))
            self._shown, self._trace, self._messages = [self._shot()], (), (str(reason),)
            return
        self._trace, self._messages = turn.trace(), tuple(turn.messages)
        if action == Action.UNDO:
            if position is not None:
                self._undo.pop()
        elif Action.UNDO in self.program.actions and self._worth_undoing(before, turn.state):
            self._undo.append(UndoEntry(before.saved(), tuple(before.saves), before.random))
        self._state, self._shown = turn.state, [(state, self._start) for state in turn.shown]
        if turn.outcome == "lose":
            self._finish(Status.OVER)
        elif turn.outcome == "win":
            self.levels_completed += 1
            if self.level == len(self.program.levels) - 1:
                self._finish(Status.WON)
            else:
                self._next_level()

    def _taken_back(self, why: str) -> None:
        if self._observer is not None:
            self._observer.takes_back(why)

    def _finish(self, status: Status) -> None:
        """The game is won or over."""
        self._state = self._state.copy()
        self._state.status = status

    def _next_level(self) -> None:
        """The answer goes on with the frames of the next level; of too many the first of each level are left out."""
        messages, trace = self._messages, self._trace
        begun = self._load(self.level + 1)[1 - MAX_FRAMES :]
        self._shown = self._shown[len(begun) - MAX_FRAMES :] + begun
        self._messages, self._trace = messages + self._messages, trace + self._trace

    def _inputs(self, action: int, x: int, y: int) -> list[tuple[int, tuple[Value, ...]]]:
        """The input events of an action."""
        events: list[tuple[int, tuple[Value, ...]]] = []
        match action:
            case Action.ACT:
                events.append((ir.ACT, ()))
            case Action.CLICK:
                cell, handle = self._drawer.hit(self._matcher(), x, y)
                if cell is not None:
                    events.append((ir.CLICKCELL, (cell,)))
                events.append((ir.CLICK, (handle,)))
            case Action.UNDO:
                events.append((ir.UNDO, ()))
            case _:
                direction = ARROWS[Action(action)]
                for _ in range(quarters(self.program, self._state)):
                    direction = ir.COUNTER_CLOCKWISE[direction]
                events.append((ir.ARROW, (direction,)))
        return [*events, (ir.ACTION, (action,))]

    # ------------------------------------------------------------ levels

    def _load(self, level: int) -> list[Shot]:
        """Load a level and play its start turn; the positions to show."""
        self._state, turn, self._messages = self._loaded(level)
        self._trace = turn.trace() if turn else ()
        self._start = self._state.saved()
        self._undo = []
        self.action_count = 0
        return [(state, self._start) for state in turn.shown] if turn else [self._shot()]

    def _shot(self) -> Shot:
        return self._state, self._start

    def _loaded(self, level: int) -> tuple[State, Turn | None, tuple[str, ...]]:
        """The position in which a level begins, its start turn (None: it was taken back), what went wrong in it."""
        if level not in self._beginnings:
            self._beginnings[level] = self._begin(level)
        return self._beginnings[level]

    def _begin(self, level: int) -> tuple[State, Turn | None, tuple[str, ...]]:
        begun = self._placed(level)
        turn = Turn(self.program, self._codec, begun, begun.saved(), [(ir.START, ())], self._observer)
        try:
            turn.run()
        except Cancelled as reason:
            self._taken_back(str(reason))
            return begun, None, (str(reason),)
        return turn.state, turn, tuple(turn.messages)

    def _placed(self, level: int) -> State:
        """A level as the program has it."""
        return placed(self.program, level, self._seed)

    def _first(self, level: int) -> Saved:
        """What counts as the start of a level."""
        return self._loaded(level)[0].saved()

    # ------------------------------------------------------------ undo

    def _worth_undoing(self, before: State, after: State) -> bool:
        """Whether a turn changed anything but what undo keeps."""
        other = after.copy()
        restore_into(other, before.saved(), self.program.undo, only=True)
        self._codec.references.forget_gone(other)
        same = other.same_position(before)
        return not same and self._codec.encode(other, self._start) != self._codec.encode(before, self._start)

    def _undone(self) -> State | None:
        """The position before the last turn that counts; None when there is none or it could not be."""
        if not self._undo:
            return None
        entry = self._undo[-1]
        state = self._state.copy()
        restore_into(state, entry.saved, self.program.undo, only=False)
        state.saves, state.random = list(entry.saves), entry.random
        self._codec.references.forget_gone(state)
        return None if misplaced(self._codec.bodies, state, list(state.things)) else state

    # ------------------------------------------------------------ frames

    def _matcher(self) -> Matcher:
        return self._matcher_of(*self._shot())

    def _matcher_of(self, state: State, start: Saved) -> Matcher:
        return Matcher(self.program, self._codec, state, start, ())

    def frames(self) -> Frames:
        """The pictures of the last answer."""
        if not self._shown:
            return np.zeros((0, SIZE, SIZE), np.uint8)
        return np.stack([self._draw(*shot) for shot in self._shown])

    def frame(self) -> NDArray[np.uint8]:
        """The picture of the present state."""
        return self._draw(*self._shot())

    def _draw(self, state: State, start: Saved) -> NDArray[np.uint8]:
        return self._drawer.frame(self._matcher_of(state, start))

    # ------------------------------------------------------------ states and snapshots

    @cached_property
    def _clicks(self) -> Clicks:
        return Clicks(self.program)

    @cached_property
    def _prefix(self) -> bytes:
        return bytes.fromhex(ir.digest(self.program))[:DIGEST_BYTES]

    def state(self) -> bytes:
        """The canonical state."""
        return STATE_TAG + self._prefix + self._codec.encode(self._state, self._start)

    def snapshot(self) -> bytes:
        """The state with the undo stack and what RESET needs."""
        return SNAPSHOT_TAG + self._prefix + to_bytes(self._snapshot_numbers())

    def _snapshot_numbers(self) -> Iterator[int]:
        """Counts, the level's start, the position, the undo stack; handles renumbered in order of appearance."""
        return self._exact_numbers(self.action_count, self.levels_completed, self._start, self._state, self._undo)

    def _exact_numbers(
        self, action_count: int, levels_completed: int, start: Saved, state: State, undo: list[UndoEntry]
    ) -> Iterator[int]:
        place: dict[int, int] = {}
        none: tuple[Saved | None, ...] = (None,) * len(self.program.saves)
        yield from (action_count, levels_completed)
        if self._codec.chance:
            yield from (state.seed, state.random)
        yield from self._codec.encode_exact(_as_state(start, none, state.level), place)
        yield from self._codec.encode_exact(state, place)
        yield len(undo)
        for entry in undo:
            if self._codec.chance:
                yield from (state.seed, entry.random)
            yield from self._codec.encode_exact(_as_state(entry.saved, entry.saves, state.level), place)

    def restore(self, data: bytes) -> None:
        """Go to a state or a snapshot."""
        tag, prefix, body = data[:1], data[1 : 1 + DIGEST_BYTES], data[1 + DIGEST_BYTES :]
        if tag not in (STATE_TAG, SNAPSHOT_TAG):
            raise ValueError("these bytes are neither a state nor a snapshot of an arcg game")
        if prefix != self._prefix:
            raise ValueError("these bytes are of another program")
        seed = self._seed
        try:
            numbers = list(read_varints(body))
            if tag == STATE_TAG:
                self._restore_state(numbers)
            else:
                self._restore_snapshot(numbers)
        except (StopIteration, IndexError, ValueError) as error:
            self._begin_with(seed)
            raise ValueError(f"these bytes are damaged: {error or 'they end too early'}") from error
        self._still([self._shot()])
        self._messages = ()
        self._before = None

    def _restore_state(self, numbers: list[int]) -> None:
        level = numbers[0]
        if not 0 <= level < len(self.program.levels):
            raise ValueError(f"the game has no level number {level}")
        if self._codec.chance:
            self._begin_with(self._codec.read_chance(iter(numbers[2:]))[0])
        state, start = self._codec.decode(iter(numbers), self._first(level))
        if self._codec.encode(state, start) != to_bytes(iter(numbers)):
            raise ValueError("they are not written in the canonical way")
        self._state, self._start, self._undo = state, start, []
        self.action_count = 0
        self.levels_completed = state.level + (state.status == Status.WON)

    def _restore_snapshot(self, numbers: list[int]) -> None:
        body = iter(numbers)
        action_count, levels_completed = next(body), next(body)
        seed, random = self._codec.read_chance(body)
        start = self._codec.decode_exact(body).saved()
        state = self._codec.decode_exact(body)
        state.seed, state.random = seed, random
        undo = []
        for _ in range(next(body)):
            _, random = self._codec.read_chance(body)
            entry = self._codec.decode_exact(body)
            undo.append(UndoEntry(entry.saved(), tuple(entry.saves), random))
        counted = action_count >= 0 and levels_completed in (state.level, state.level + 1)
        if not counted or list(self._exact_numbers(action_count, levels_completed, start, state, undo)) != numbers:
            raise ValueError("they are not written in the canonical way")
        tables = [start, state.saved(), *state.saves, *(e.saved for e in undo), *(s for e in undo for s in e.saves)]
        state.next_handle = 1 + max((h for table in tables if table for h in table.things), default=0)
        self.action_count, self.levels_completed = action_count, levels_completed
        self._start, self._state, self._undo = start, state, undo
        self._begin_with(state.seed)


def _as_state(saved: Saved, saves: tuple[Saved | None, ...], level: int) -> State:
    return State(level, Status.PLAYING, dict(saved.things), list(saved.world), list(saves), 0)
