"""What agents are and see: the official template's two methods, its frames, states and actions.

The classes here have the names, fields and methods that agents use of `arcengine` and of the official agents'
repository, so that an agent written for those plays without them. A `FrameData` also has its pictures as one array
(`pictures`), which agents that calculate want.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.engine import SIZE


class GameState(str, Enum):  # noqa: UP042 (as the official one, which writes itself as `GameState.WIN`)
    """Where a game stands."""

    NOT_PLAYED = "NOT_PLAYED"
    NOT_FINISHED = "NOT_FINISHED"
    WIN = "WIN"
    GAME_OVER = "GAME_OVER"


class SimpleAction:
    """What an action without a place carries."""

    def __init__(self, game_id: str = "", **_: object) -> None:
        self.game_id = game_id


class ComplexAction:
    """What a click carries: a pixel.

    Raises:
        ValueError: `x` or `y` is no whole number from 0 to 63.
    """

    def __init__(self, x: int = 0, y: int = 0, game_id: str = "", **_: object) -> None:
        for name, value in (("x", x), ("y", y)):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < SIZE:
                raise ValueError(f"{name} of a click is a whole number from 0 to {SIZE - 1}, not {value!r}")
        self.x, self.y, self.game_id = x, y, game_id


class GameAction(Enum):
    """The actions by their official names and numbers. As there, a member itself carries what `set_data` gave it."""

    RESET = 0
    ACTION1 = 1
    ACTION2 = 2
    ACTION3 = 3
    ACTION4 = 4
    ACTION5 = 5
    ACTION6 = 6
    ACTION7 = 7

    def __init__(self, number: int) -> None:
        self.action_type: type[SimpleAction | ComplexAction] = ComplexAction if number == 6 else SimpleAction
        self.action_data: SimpleAction | ComplexAction = self.action_type()
        self.reasoning: object = None

    def is_simple(self) -> bool:
        """Whether it takes no place."""
        return self.action_type is SimpleAction

    def is_complex(self) -> bool:
        """Whether it is the click."""
        return self.action_type is ComplexAction

    def validate_data(self, data: Mapping[str, Any]) -> bool:
        """Whether `set_data` takes these; a ValueError says why not."""
        self.action_type(**data)
        return True

    def set_data(self, data: Mapping[str, Any]) -> SimpleAction | ComplexAction:
        """Give the action what it carries."""
        self.action_data = self.action_type(**data)
        return self.action_data

    @classmethod
    def from_id(cls, action_id: int) -> GameAction:
        """The action of a number."""
        return cls(action_id)

    @classmethod
    def from_name(cls, name: str) -> GameAction:
        """The action of a name, in letters of any case."""
        if name.upper() not in cls.__members__:
            raise ValueError(f"there is no action called {name!r}")
        return cls[name.upper()]

    @classmethod
    def all_simple(cls) -> list[GameAction]:
        """All that take no place."""
        return [action for action in cls if action.is_simple()]

    @classmethod
    def all_complex(cls) -> list[GameAction]:
        """The click."""
        return [action for action in cls if action.is_complex()]


class Move(NamedTuple):
    """An action by its number, and for a click its pixel: what `choose_action` may give instead of a `GameAction`."""

    action: int
    x: int = -1
    y: int = -1


class ActionInput:
    """The action that a frame answers."""

    def __init__(
        self,
        id: Any = GameAction.RESET,  # noqa: A002 (the official name)
        data: Mapping[str, Any] | None = None,
        reasoning: Any = None,
    ) -> None:
        self.id, self.data, self.reasoning = id, dict(data or {}), reasoning


class FrameData:
    """An answer of a game: the pictures of a turn, and where the game stands after it.

    Attributes:
        state: a `GameState`.
        levels_completed: how many levels are won.
        win_levels: how many levels there are.
        available_actions: the numbers of the actions that the game offers, without RESET.
        action_input: the action that this answers, with its place.
        full_reset: whether the whole game began again.
    """

    def __init__(
        self,
        game_id: str = "",
        frame: Sequence[Sequence[Sequence[int]]] | NDArray[np.uint8] = (),
        state: Any = GameState.NOT_PLAYED,
        levels_completed: int = 0,
        win_levels: int = 0,
        action_input: ActionInput | None = None,
        guid: str | None = None,
        full_reset: bool = False,
        available_actions: Sequence[int] = (),
    ) -> None:
        self.game_id, self.guid, self.state = game_id, guid, state
        self.levels_completed, self.win_levels, self.full_reset = levels_completed, win_levels, full_reset
        self.action_input = ActionInput() if action_input is None else action_input
        self.available_actions = list(available_actions)
        self._pictures: NDArray[np.uint8] | None = np.array(frame, np.uint8).reshape(-1, SIZE, SIZE)
        self._packed = b""

    @property
    def pictures(self) -> NDArray[np.uint8]:
        """The pictures of the turn, oldest first: shape (n, 64, 64), dtype uint8, [picture, y, x]."""
        if self._pictures is None:
            return np.frombuffer(zlib.decompress(self._packed), np.uint8).reshape(-1, SIZE, SIZE)
        return self._pictures

    @property
    def frame(self) -> list[list[list[int]]]:
        """The pictures as lists of rows of numbers, as the official clients have them."""
        lists: list[list[list[int]]] = self.pictures.tolist()
        return lists

    def is_empty(self) -> bool:
        """Whether there is no picture: a finished game was given an action other than RESET."""
        return len(self.pictures) == 0

    def pack(self) -> None:
        """Keep the pictures in a fraction of their memory: an agent is given all turns of a game, and they are many."""
        if self._pictures is not None:
            self._packed, self._pictures = zlib.compress(self._pictures.tobytes(), 1), None


class Player(Protocol):
    """What an agent must have. `frames` holds all turns so far, `latest_frame` is the present one."""

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:
        """Whether it has had enough."""
        ...

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Any:
        """What it does next: a `GameAction`, a `Move`, or the number of an action that takes no place."""
        ...


class Agent:
    """What of the official base class is there for agents that inherit from it: what it knows, not what it does.

    The loop, the recorder and the environment (`main`, `take_action`, `recorder`, `arc_env`) are not: whoever plays an
    agent here calls its two methods, keeps `frames`, `action_counter` and `guid` up to date and writes recordings.
    """

    MAX_ACTIONS: int = 80
    ROOT_URL: str = ""
    is_playback: ClassVar[bool] = False

    def __init__(
        self,
        card_id: str = "",
        game_id: str = "",
        agent_name: str = "",
        ROOT_URL: str = "",  # noqa: N803 (the official name)
        record: bool = False,
        arc_env: object = None,
        tags: list[str] | None = None,
    ) -> None:
        self.card_id, self.game_id, self.agent_name, self.ROOT_URL = card_id, game_id, agent_name, ROOT_URL
        self.arc_env, self.tags, self.guid = arc_env, tags or [], ""
        self.frames: list[FrameData] = [FrameData()]
        self.action_counter, self.timer = 0, time.time()

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.frames[-1].state

    @property
    def levels_completed(self) -> int:
        """How many levels are won."""
        return self.frames[-1].levels_completed

    @property
    def seconds(self) -> float:
        """How long it has played."""
        return int((time.time() - self.timer) * 100) / 100

    @property
    def fps(self) -> float:
        """Actions in a second."""
        return round(self.action_counter / max(self.seconds, 0.1), 2) if self.action_counter else 0.0

    @property
    def name(self) -> str:
        """The game and the class."""
        return f"{self.game_id}.{type(self).__name__.lower()}"

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:
        """Whether it has had enough."""
        raise NotImplementedError

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Any:
        """What it does next."""
        raise NotImplementedError
