"""An answer over cells: a turn, a restart or the beginning of a level, and all turns that follow by themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.runtime.engine import MAX_CELL_WORK, RuleTrace, Status
from arcg.runtime.reference.cellwise.board import Board, Grid, Kinds, kinds_of, things_of
from arcg.runtime.reference.cellwise.matching import OutOfWork
from arcg.runtime.reference.cellwise.running import Log
from arcg.runtime.reference.cellwise.tables import Tables
from arcg.runtime.reference.cellwise.turn import Game
from arcg.runtime.reference.chance import choose
from arcg.runtime.reference.observing import Observer
from arcg.runtime.reference.state import Saved, State, Thing

MAX_AGAINS = 10_000
"""Most turns that follow a turn by themselves."""

TOO_MUCH = (
    f"a turn was taken back: more than {MAX_CELL_WORK} rules were tried and matches done; "
    "let fewer rows of one rule match at once, or give its rules a condition that ends"
)

Draws = Callable[[], float]
"""A source of chance from outside: each call gives the next number, at least 0 and less than 1."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer came to.

    `entries`: what goes on the undo stack, the last on top. `won`: the level is won.
    """

    state: State
    entries: tuple[Kinds, ...]
    won: bool
    trace: tuple[RuleTrace, ...]
    messages: tuple[str, ...]


Show = Callable[[int, Kinds], None]
"""Takes the level and the position after each turn of an answer, in order."""


class CellPlay:
    """Plays the answers of a program of rules over cells, each from a state to a state.

    `draws`: where chance comes from, if not from the generator in the state. `show` is told of each position.

    In every state and save the things have the handles 0, 1, 2 and so on, in the order of things: nothing can tell
    a thing from another of its kind, so who is who after a turn is no matter.
    """

    def __init__(self, program: ir.Program, cellwise: ir.Cellwise) -> None:
        self.program = program
        self.draws: Draws | None = None
        self.observer: Observer | None = None
        self.tables = Tables(program, cellwise)
        self._grids: dict[tuple[int, int], Grid] = {}
        self._recent: deque[tuple[Grid, dict[int, Thing], Kinds]] = deque(maxlen=4)
        """Positions as things and as cells: of a turn nearly all of them were there in the turn before."""

    # ------------------------------------------------------------ answers

    def begin(self, placed: State, show: Show) -> Answer:
        """The beginning of a level, from its things as they are placed."""
        return self._answer(placed, placed.saved(), Game.begin, show)

    def turn(self, state: State, start: Saved, way: int | None, show: Show) -> Answer:
        """A turn in which the player asks for a way, or (None) for nothing. `start`: how the level was placed."""
        return self._answer(state, start, lambda game: game.turn(way), show)

    def restart(self, state: State, start: Saved, show: Show) -> Answer:
        """Back to the checkpoint, or to where the level began."""
        return self._answer(state, start, Game.restart, show)

    def _answer(self, state: State, start: Saved, first: Callable[[Game], None], show: Show) -> Answer:
        """Play the first turn and those that follow. One that is too much work is taken back, and nothing follows."""
        grid, log = self._grid(state.level), Log(observer=self.observer)
        chance = Chance(state.random, self.draws)
        checkpoint = next((saved for saved in state.saves if saved is not None), start)
        board = self._board(grid, self._kinds(grid, state.things))
        game = Game(self.tables, board, self._kinds(grid, checkpoint.things), chance.choose, log)
        if self.observer is not None:
            self.observer.answers(self.tables, state.level, board)
        stood: Kinds | None = None
        reached, entries, random, won = None, 0, state.random, False
        try:
            first(game)
            for number in range(MAX_AGAINS + 1):
                stood = tuple(board.kinds)
                show(state.level, stood)
                reached, entries, random, won = game.reached, len(game.entries), chance.random, game.won
                if not game.due:
                    break
                if number == MAX_AGAINS:
                    log.tell(f"more than {MAX_AGAINS} turns would have followed by `again`; the rest was left out")
                    break
                game.turn(None)
        except OutOfWork:
            log.tell(TOO_MUCH)
            if self.observer is not None:
                self.observer.gives_up(TOO_MUCH)
        if stood is None:
            stood = self._kinds(grid, state.things)
            show(state.level, stood)
        after = state.copy()
        after.replace_things(self._things(grid, stood))
        if reached is not None:
            after.saves = [Saved(self._things(grid, reached), ())]
        after.random = random
        return Answer(
            after,
            tuple(game.entries[:entries]),
            won,
            self._trace(log),
            tuple(log.messages),
        )

    def _trace(self, log: Log) -> tuple[RuleTrace, ...]:
        rules = self.tables.cellwise
        return tuple(
            RuleTrace(rules.phases[source], rules.names[source], rules.lines[source], *count, 0)
            for source, count in sorted(log.counts.items())
        )

    # ------------------------------------------------------------ positions

    def holds(self, state: State) -> bool:
        """Whether there are goals and all of them hold."""
        grid = self._grid(state.level)
        board = self._board(grid, self._kinds(grid, state.things))
        return Game(self.tables, board, (), lambda count: 0, Log()).all_hold()

    def shot(self, level: int, kinds: Kinds) -> State:
        """A position as a state that can be drawn."""
        return State(level, Status.PLAYING, things_of(self._grid(level), kinds), [], [], 0)

    def kinds(self, state: State) -> Kinds:
        """The position of a state."""
        return self._kinds(self._grid(state.level), state.things)

    def kinds_in(self, level: int, things: Mapping[int, Thing]) -> Kinds:
        """The position that some things of a level come to."""
        return kinds_of(self._grid(level), things)

    def things(self, level: int, kinds: Kinds) -> dict[int, Thing]:
        """A position of a level as things."""
        return self._things(self._grid(level), kinds)

    def _kinds(self, grid: Grid, things: Mapping[int, Thing]) -> Kinds:
        for _, known, kinds in self._recent:
            if known is things:
                return kinds
        kinds = kinds_of(grid, things)
        if isinstance(things, dict):
            self._recent.append((grid, things, kinds))
        return kinds

    def _things(self, grid: Grid, kinds: Kinds) -> dict[int, Thing]:
        for of, things, known in self._recent:
            if of is grid and known == kinds:
                return things
        things = things_of(grid, kinds)
        self._recent.append((grid, things, kinds))
        return things

    def _grid(self, level: int) -> Grid:
        data = self.program.levels[level]
        size = (data.width, data.height)
        if size not in self._grids:
            self._grids[size] = Grid(*size)
        return self._grids[size]

    def _board(self, grid: Grid, kinds: Kinds) -> Board:
        board = Board(grid, len(self.program.kinds), len(self.program.layers))
        board.become(kinds)
        return board


class Chance:
    """Where choices come from: numbers from outside if there are any, else the generator whose state `random` is."""

    def __init__(self, random: int, draws: Draws | None) -> None:
        self.random = random
        self._draws = draws

    def choose(self, count: int) -> int:
        """One of the numbers from 0 to `count` - 1. Numbers from outside are used up even where there is no choice."""
        if self._draws is not None:
            return min(int(self._draws() * count), count - 1)
        self.random, number = choose(self.random, count)
        return number
