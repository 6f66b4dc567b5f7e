"""Answers: what an engine has just answered, in the words of the official API.

Takes an engine after an action, gives an `Answer`: the official `FrameData`, with its frames still as an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arcg.runtime.engine import Action, Engine, Frames, Status
from arcg.runtime.official.digits import frames_text

STATES: dict[Status, str] = {Status.PLAYING: "NOT_FINISHED", Status.WON: "WIN", Status.OVER: "GAME_OVER"}


@dataclass(frozen=True)
class Answer:
    """One answer of a game.

    Attributes:
        game_id: id and version of the game, or as a client spelled it.
        guid: of the session.
        frames: shape (n, 64, 64), dtype uint8, values 0-15; none after an action that a finished game ignores.
        state: `NOT_FINISHED`, `WIN` or `GAME_OVER`.
        levels_completed: how many levels have been won in this play.
        win_levels: how many levels the game has.
        action: the number of the action that it answers, 0 (RESET) to 7.
        data: what came with the action: `x` and `y` of a click, as they were given.
        reasoning: what the player said of it, given back as it came.
        full_reset: whether the game began anew.
        available_actions: the numbers of the offered actions, without RESET.
    """

    game_id: str
    guid: str
    frames: Frames
    state: str
    levels_completed: int
    win_levels: int
    action: int
    data: Mapping[str, object] = field(default_factory=dict)
    reasoning: object = None
    full_reset: bool = False
    available_actions: tuple[int, ...] = ()

    @property
    def action_name(self) -> str:
        """`RESET`, or `ACTION1` to `ACTION7`."""
        return "RESET" if self.action == Action.RESET else f"ACTION{self.action}"

    @cached_property
    def frames_text(self) -> bytes:
        """The frames as JSON text: a server sends what it has written down."""
        return frames_text(self.frames)

    def as_json(self) -> dict[str, object]:
        """The official document, with frames as lists of rows of numbers."""
        return {
            "game_id": self.game_id,
            "guid": self.guid,
            "frame": self.frames.tolist(),
            "state": self.state,
            "levels_completed": self.levels_completed,
            "win_levels": self.win_levels,
            "action_input": {"id": self.action, "data": dict(self.data), "reasoning": self.reasoning},
            "full_reset": self.full_reset,
            "available_actions": list(self.available_actions),
        }


def answer(
    engine: Engine,
    game_id: str,
    guid: str,
    action: int,
    x: int = -1,
    y: int = -1,
    *,
    data: Mapping[str, object] | None = None,
    reasoning: object = None,
) -> Answer:
    """What `engine` has just answered to `action`. A click's `data` is its place, unless it is given."""
    place = {"x": x, "y": y} if action == Action.CLICK else {}
    return Answer(
        game_id=game_id,
        guid=guid,
        frames=engine.frames(),
        state=STATES[engine.status],
        levels_completed=engine.levels_completed,
        win_levels=len(engine.program.levels),
        action=int(action),
        data=place if data is None else data,
        reasoning=reasoning,
        full_reset=engine.full_reset,
        available_actions=engine.actions(),
    )
