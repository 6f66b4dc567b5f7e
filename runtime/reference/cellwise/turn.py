"""One turn over cells: what is asked to move, the rules, movement, commands, winning, and whether more follows."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.reference.cellwise.board import Board, Kinds, bits, listed, united
from arcg.runtime.reference.cellwise.matching import fitting
from arcg.runtime.reference.cellwise.resolving import failed, resolve
from arcg.runtime.reference.cellwise.running import Choose, Log, Runner
from arcg.runtime.reference.cellwise.tables import Goal, Tables

MUST_MOVE = "the player has to move, and did not"
CANCEL = "a rule asked for `cancel`"

MAX_ROUNDS = 50
"""Most times that the rules before movement are run because a rigid group failed."""


class Game:
    """A level in play during one answer: its board, what a restart goes back to, and what undo will go back to.

    `target` is the checkpoint, or the position in which the level began; `reached`: the checkpoint, if one was reached
    in this answer. `entries` are the positions to be put on the undo stack, the last on top. `due`: a turn without
    input follows by itself. `won`: the level is won.
    """

    def __init__(self, tables: Tables, board: Board, target: Kinds, choose: Choose, log: Log) -> None:
        self.tables = tables
        self.board = board
        self.target = target
        self.reached: Kinds | None = None
        self.entries: list[Kinds] = []
        self.due = False
        self.won = False
        self._log = log
        self._choose = choose
        self._restarting = False

    # ------------------------------------------------------------ turns

    def turn(self, way: int | None) -> None:
        """A turn in which the player asks for a way (`ir.TO_ACT`: to act), or for nothing."""
        self._turn(way)

    def begin(self) -> None:
        """The turn with which a level begins, and again after a restart; it cannot win."""
        if self.tables.cellwise.at_start:
            self._turn(None, judged=False)

    def restart(self) -> None:
        """Go back to the target; undo may take that back."""
        self.entries.append(tuple(self.board.kinds))
        self._go_back()

    def _go_back(self) -> None:
        """Put the target on the board and begin; a restart that the beginning asks for is left out."""
        self._restarting = True
        self.board.become(self.target)
        self.begin()
        self._restarting = False

    def _turn(self, way: int | None, judged: bool = True) -> None:
        observer = self._log.observer
        if observer is not None:
            observer.plays(loading=not judged)
        before = tuple(self.board.kinds)
        self.due = False
        commands = self._ruled(way, before, self._log)
        if commands is None or "cancel" in commands:
            self.board.become(before)
            if observer is not None:
                observer.gives_up(MUST_MOVE if commands is None else CANCEL)
            return
        if "restart" in commands and not self._restarting:
            self.entries.append(before)
            self._go_back()
            commands = []
        changed = tuple(self.board.kinds) != before
        if changed and way is not None:
            self.entries.append(before)
        if observer is not None and judged:
            observer.counts([self._holds(goal) for goal in self.tables.goals])
        self.won = judged and ("win" in commands or self.all_hold())
        if self.won:
            self.due = False  # a restart in this turn may have left it
            return
        if "checkpoint" in commands:
            self._reach()
        if "again" in commands and changed:
            self.due = self._would_change()

    def _would_change(self) -> bool:
        """Whether a turn without input would do anything: it is played and taken back, but for what chance gave.

        One that would change nothing and asks for a checkpoint reaches it.
        """
        before = tuple(self.board.kinds)
        log = Log(work=self._log.work)
        commands = self._ruled(None, before, log) or []
        self._log.work = log.work
        changed = tuple(self.board.kinds) != before
        self.board.become(before)
        if "cancel" in commands:
            return len(commands) > 1
        if "restart" in commands or changed or "win" in commands:
            return True
        if "checkpoint" in commands:
            self._reach()
        return False

    def _reach(self) -> None:
        self.target = self.reached = tuple(self.board.kinds)

    # ------------------------------------------------------------ rules and movement

    def _ruled(self, way: int | None, before: Kinds, log: Log) -> list[ir.Command] | None:
        """Run the rules of a turn; the commands they asked for, or None: the player had to move and did not."""
        tables, board = self.tables, self.board
        log.spend(board.grid.size)
        players = self._ask(way) if way is not None else []
        asked, banned = tuple(board.moves), set[int | None]()
        for _ in range(MAX_ROUNDS):
            runner = Runner(tables, board, self._choose, log)
            runner.stage(tables.early, banned)
            if log.observer is not None:
                log.observer.asks()
            resolve(tables, board)
            if log.observer is not None:
                log.observer.resolves()
            refused = set(failed(tables, board)) - banned
            board.rest()
            if not refused:
                runner.stage(tables.late)
                board.rest()
                break
            banned |= refused
            board.become(before)
            for cell, moves in enumerate(asked):
                board.put(cell, board.kinds[cell], moves)
        else:
            log.tell(f"what moves rigidly was not settled within {MAX_ROUNDS} rounds and was left")
            board.rest()
        if players and tables.cellwise.must_move and all(board.kinds[cell] & tables.cellwise.asked for cell in players):
            return None
        return runner.queue

    def _ask(self, way: int) -> list[int]:
        """Ask what the player moves to go; the cells it is in."""
        tables, board = self.tables, self.board
        players = listed(fitting(board, tables.player))
        for cell in players:
            kinds, moves = board.kinds[cell], board.moves[cell]
            for kind in bits(kinds & tables.cellwise.asked):
                moves |= 1 << ir.MOVES * tables.layers[kind] + way
            board.put(cell, kinds, moves)
        return players

    # ------------------------------------------------------------ winning

    def all_hold(self) -> bool:
        """Whether there are goals and all of them hold."""
        return bool(self.tables.goals) and all(self._holds(goal) for goal in self.tables.goals)

    def _holds(self, goal: Goal) -> bool:
        """A cell in which nothing lies fits no goal."""
        board = self.board
        first = fitting(board, goal.first) & united(board.where, board.present)
        both = first & fitting(board, goal.second)
        if goal.quantifier == "every":
            return both == first
        return (both != 0) == (goal.quantifier == "some")
