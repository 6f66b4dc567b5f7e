"""What a player shows: the frame and all that is told around it, as plain data.

`Session.view` makes it; the window and the terminal draw it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program, full
from arcg.editor.comparing import Divergence
from arcg.editor.looking import Looking
from arcg.editor.reel import Turn
from arcg.runtime.engine import Status


@dataclass(frozen=True, slots=True)
class Meter:
    """A world counter that has a bar: its name, value, palette colour, and the value at which its bar is full."""

    name: str
    value: int
    whole: int
    colour: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where in a take one is: in play at its end (`live`), or looking back.

    A take has `turns` answers, the opening included; the answer shown is number `turn`, of which frame `frame` of
    `frames` is shown. `speed` is that at which it is played back, 0 when it stands; negative is backward. `busy` is
    (done, all) while actions are played again and the player has to wait.
    """

    turns: int
    turn: int
    frame: int
    frames: int
    live: bool
    speed: float = 0.0
    busy: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All that a player shows. Levels count from 0; `won` are those completed so far.

    While the frames of an answer follow each other, level, action count, meters and status are those of before the
    action: they change with the last frame. So they do when one looks back. `problem` is the checker's report on a
    broken save and `problem_title` what it comes to, `note` a passing remark; all are usually empty. `divergence` is
    where the last save made the game go another way.
    """

    frame: NDArray[np.uint8]
    name: str
    level: int
    level_count: int
    won: frozenset[int]
    action_count: int
    meters: tuple[Meter, ...]
    status: Status
    offered: tuple[int, ...]
    messages: tuple[str, ...]
    problem_title: str
    problem: str
    note: str
    recording: bool
    timeline: Timeline
    divergence: Divergence | None


def meters(program: Program, turn: Turn) -> tuple[Meter, ...]:
    """The counters with a bar, as they stood after a turn, each once; none where a recording does not tell them."""
    return tuple(
        Meter(program.world[bar.attr].name, turn.values[bar.attr], full(program, turn.level, bar), bar.colour)
        for bar in {bar.attr: bar for bar in program.bars}.values()
        if turn.values
    )


def timeline(at: Looking, *, live: bool, busy: tuple[int, int] | None) -> Timeline:
    """Where in a take one is."""
    return Timeline(at.take.branch.length, at.turn, at.frame, at.frames, live, at.speed, busy)
