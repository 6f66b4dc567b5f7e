"""Commands of play: the game's own actions, levels, and looking back at what was played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arcg.dsl.core import ACTION_NAMES
from arcg.editor.keys import BINDINGS
from arcg.editor.session import Session
from arcg.editor.studio.commands import Command, Mode
from arcg.runtime.engine import Action

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

PLAY: frozenset[Mode] = frozenset({"play"})

_TITLES = {Action.UP: "Up", Action.DOWN: "Down", Action.LEFT: "Left", Action.RIGHT: "Right", Action.ACT: "Act",
           Action.UNDO: "Undo (of the game)", Action.RESET: "The level again"}  # fmt: skip


def session_of(studio: Studio) -> Session:
    """The session that is played."""
    session = studio.workspace.playing.session
    assert session is not None, "commands of play are offered while playing"
    return session


def _act(action: Action, studio: Studio) -> None:
    session_of(studio).act(action, studio.clock(), held=studio.key_held)


def _actions() -> tuple[Command, ...]:
    found = []
    for binding in BINDINGS:
        if isinstance(binding.does, Action):
            tip = f"The game's {ACTION_NAMES[binding.does]}."
            found.append(
                Command(f"act {ACTION_NAMES[binding.does]}", _TITLES[binding.does], "Play", binding.keys, tip,
                        partial(_act, binding.does), PLAY, held=True)
            )  # fmt: skip
    return tuple(found)


def _go(step: int, studio: Studio) -> None:
    session = session_of(studio)
    session.go_to(session.level + step, studio.clock())


def _hints(studio: Studio) -> None:
    studio.workspace.insight.toggle(studio.wake)


def _step(studio: Studio) -> None:
    move = studio.workspace.insight.next_move
    assert move is not None
    session_of(studio).act(move.action, studio.clock(), x=move.x, y=move.y)


def _no_step(studio: Studio) -> str:
    return "" if studio.workspace.insight.next_move is not None else "no way to win is known from here"


def _fire(by: int, studio: Studio) -> None:
    studio.workspace.trace_view.step(by)


def _no_firing(studio: Studio) -> str:
    return "" if studio.workspace.insight.firings else "no rule did anything in this turn"


def _line(studio: Studio) -> None:
    firing = studio.workspace.insight.firing
    if firing is None or not firing.line:
        studio.bench.remark(
            "choose a rule first (J, K, or press it)" if firing is None else "it has no line of its own"
        )
        return
    studio.workspace.jump_to_line(firing.line)


PLAYING = (
    *_actions(),
    Command("play previous level", "Previous level", "Play", ("[",), "Play the level before.", partial(_go, -1), PLAY,
            section=1),
    Command("play next level", "Next level", "Play", ("]",), "Play the level after.", partial(_go, 1), PLAY, section=1),
    Command("hints", "Solve in the background", "Play", ("h",), "Say of each position whether it can still be won.",
            _hints,
            PLAY, on=lambda studio: studio.workspace.insight.solver is not None, section=2),
    Command("next step", "Take the next step", "Play", ("n",), "Take the next step of the shortest known way to win.",
            _step, PLAY, _no_step, held=True, section=2),
    Command("next firing", "Next rule of the turn", "Play", ("j",),
            "Choose the next rule that fired; its cells are marked.",
            partial(_fire, 1), PLAY, _no_firing, held=True, section=3),
    Command("previous firing", "Previous rule of the turn", "Play", ("k",), "Choose the rule that fired before.",
            partial(_fire, -1), PLAY, _no_firing, held=True, section=3),
    Command("rule line", "To the line of the rule", "Play", ("l",), "Go to the line of the chosen rule in the text.",
            _line,
            PLAY, _no_firing, section=3),
)  # fmt: skip
