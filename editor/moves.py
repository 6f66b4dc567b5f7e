"""Playing a list of moves by themselves, without a window: for a quick look, a script, or a recording of a solution.

Takes the moves as words (`right right act click cell(3, 1)`), plays them on the reference engine, prints the frame
and how the game stands after the last of them.
"""

from __future__ import annotations

import difflib
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from arcg.compiler.ir import Program, full
from arcg.dsl.core import ACTION_NAMES
from arcg.dsl.diagnostics import ArcgError
from arcg.editor.terminal import printed
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.env import Env, make
from arcg.runtime.loading import check_source, find, shipped
from arcg.runtime.recording import Writer

_MOVE = re.compile(
    r"click\s+(?:(?P<x>\d+)[\s,]\s*(?P<y>\d+)|cell\s*\(\s*(?P<column>\d+)\s*,\s*(?P<row>\d+)\s*\))(?=[\s,;]|$)"
    r"|(?P<word>[^\s,;]+)"
)


@dataclass(frozen=True, slots=True)
class Move:
    """One action; of a click the place: a frame pixel, or (`on_board`) a cell of the board."""

    action: Action
    x: int = -1
    y: int = -1
    on_board: bool = False

    def __str__(self) -> str:
        if self.action != Action.CLICK:
            return ACTION_NAMES[self.action]
        return f"click cell({self.x}, {self.y})" if self.on_board else f"click {self.x} {self.y}"


def read_moves(text: str) -> list[Move]:
    """The moves of a text: names of actions, `click X Y` (a frame pixel) and `click cell(X, Y)`.

    Raises:
        ValueError: a word is no move; the message says which, and what could stand there.
    """
    moves: list[Move] = []
    for number, found in enumerate(_MOVE.finditer(text), start=1):
        word = found["word"]
        if word in ACTION_NAMES and word != "click":
            moves.append(Move(Action(ACTION_NAMES.index(word))))
        elif found["column"] is not None:
            moves.append(Move(Action.CLICK, int(found["column"]), int(found["row"]), on_board=True))
        elif word is None:
            x, y = int(found["x"]), int(found["y"])
            if max(x, y) >= SIZE:
                raise ValueError(f"move {number}: a frame has pixels 0 to {SIZE - 1}, and {x} {y} is none of them")
            moves.append(Move(Action.CLICK, x, y))
        elif word == "click":
            raise ValueError(f"move {number}: a click needs a place: `click cell(3, 1)`, or `click 12 40` in pixels")
        else:
            near = difflib.get_close_matches(word, ACTION_NAMES, n=1)
            advice = f"did you mean `{near[0]}`?" if near else f"the moves are {', '.join(ACTION_NAMES)}"
            raise ValueError(f"move {number}: there is no move `{word}`; {advice}")
    return moves


def play_moves(source: str, moves: list[Move], *, level: int = 0, seed: int = 0, record: Path | None = None) -> None:
    """Play `moves` from the beginning of `level` (0-based) and print how the game stands after them.

    Args:
        source: a path to an `.arcg` file, or the id of a shipped game.
        moves: what `read_moves` gives. Those after the end of the game are not played, which is said.
        level: where to begin, 0-based.
        seed: that of the game, where it uses chance.
        record: a file for the recording, which must not exist.

    Raises:
        ArcgError: the file has mistakes.
        ValueError: there is no such level, the game does not offer a move, or the cell of a click is not seen.
        OSError: there is no such game, or a file cannot be written.
    """
    program, found, text = check_source(source)
    if program is None:
        raise ArcgError(found)
    _offered(program, moves)
    env = make(program, level=level)
    env.reset(seed)
    named = source if source in shipped() else find(source)
    writer = Writer(record, program, source=named, text=text, first_level=level, seed=seed) if record else None
    try:
        if writer is not None:
            writer.add(env.engine, Action.RESET)
        played = 0
        for number, move in enumerate(moves, start=1):
            if env.status != Status.PLAYING and move.action != Action.RESET:
                break
            x, y = _pixel(env, number, move)
            env.step(move.action, x, y)
            played = number
            if writer is not None:
                writer.add(env.engine, move.action, x, y)
            for message in env.messages():
                print(f"arcg play: move {number}, {move}: {message}", file=sys.stderr)  # noqa: T201
    finally:
        if writer is not None:
            writer.close()
    print(printed(env.render()))  # noqa: T201
    print(_standing(env, level, len(moves) - played))  # noqa: T201


def _offered(program: Program, moves: list[Move]) -> None:
    for number, move in enumerate(moves, start=1):
        if move.action not in (Action.RESET, *program.actions):
            names = ", ".join(ACTION_NAMES[action] for action in program.actions)
            raise ValueError(f"move {number}: {program.name} does not offer {ACTION_NAMES[move.action]}, but {names}")


def _pixel(env: Env, number: int, move: Move) -> tuple[int, int]:
    """The frame pixel of a move, -1 for one that needs none."""
    pixel = env.pixel(move.x, move.y) if move.on_board else (move.x, move.y)
    if pixel is None:
        raise ValueError(f"move {number}: cell({move.x}, {move.y}) is not seen: it is off the board or out of view")
    return pixel


def _standing(env: Env, level: int, left: int) -> str:
    """One line: level, actions taken in it, whether the game goes on, the counters with a bar, what was left."""
    actions = f"{env.action_count} action{'' if env.action_count == 1 else 's'}"
    outcome = {Status.PLAYING: "playing", Status.WON: "won", Status.OVER: "game over"}[env.status]
    said = f"{env.program.name}: level {level + env.level + 1} of {level + env.level_count}, {actions}, {outcome}"
    values = env.world()
    for bar in {bar.attr: bar for bar in env.program.bars}.values():  # a thick bar is several
        name = env.program.world[bar.attr].name
        said += f", {name} {values[name]}/{full(env.program, env.level, bar)}"
    return said + (f"; {left} move{' was' if left == 1 else 's were'} left" if left else "")
