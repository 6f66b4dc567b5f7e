"""One tester after the other in front of a window: consent, the games of a study, thanks, and the next tester.

Takes keys by name, clicks and the time, gives what is to be shown. Knows the study and nothing of windows; what it
does not hold is lost by nobody, since the study keeps every answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arcg.editor.keys import help_items, meaning
from arcg.runtime.calibrate.study import RefusedError, Study, View
from arcg.runtime.engine import Action, Frames

Stage = Literal["consent", "ready", "playing", "stopping", "ended", "thanks"]

YES = "space"
NO = "escape"
NOTE = 3.0
"""Seconds for which something that was refused is told."""


@dataclass(frozen=True)
class Scene:
    """What is to be seen.

    Attributes:
        stage: where the sitting stands.
        frame: the picture of the game, shape (64, 64); None where none is shown.
        text: lines of prose, for the stages without a picture.
        note: a short line below the picture.
        keys: the keys that can be pressed, with what they do.
        won, levels: levels completed, and how many there are.
        lost: whether the level is lost.
        clicks: whether the game takes clicks now.
    """

    stage: Stage
    frame: NDArray[np.uint8] | None
    text: tuple[str, ...]
    note: str
    keys: tuple[tuple[str, str], ...]
    won: int = 0
    levels: int = 0
    lost: bool = False
    clicks: bool = False


class Sitting:
    """The testers of one window. Times are in seconds, of any clock."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._stage: Stage = "consent"
        self._tester = ""
        self._game = 0
        self._view: View | None = None
        self._waiting: list[NDArray[np.uint8]] = []
        """Pictures of the last turn that have not been shown yet; the last of them stays."""
        self._next = 0.0
        self._note, self._noted = "", 0.0

    # ------------------------------------------------------------ what happens

    def key(self, name: str, now: float) -> bool:
        """A key was pressed; whether that meant anything."""
        if self._stage in ("playing", "stopping"):
            return self._key_in_game(name, now)
        if name != YES:
            return False
        if self._stage == "consent":
            self._tester, _ = self._study.enrol()
            self._stage, self._game = "ready", 0
        elif self._stage == "ready":
            self._shown(self._study.begin(self._tester, self._game), now)
            self._stage = "playing"
        elif self._stage == "ended":
            self._go_on()
        else:
            self._stage = "consent"
        return True

    def click(self, x: int, y: int, now: float) -> bool:
        """A pixel of the picture was clicked."""
        return self._stage == "playing" and self._act(Action.CLICK, now, x, y)

    def wait(self, now: float) -> float | None:
        """How long nothing will change by itself; None: for ever."""
        times = [self._next] * (len(self._waiting) > 1) + [self._noted + NOTE] * bool(self._note)
        return max(0.0, min(times) - now) if times else None

    def advance(self, now: float) -> bool:
        """Go on with what changes by itself; whether something did."""
        changed = False
        if self._note and now >= self._noted + NOTE:
            self._note, changed = "", True
        if len(self._waiting) > 1 and now >= self._next:
            self._waiting.pop(0)
            self._next = now + 1 / self._playing().fps
            changed = True
        return changed

    def _key_in_game(self, name: str, now: float) -> bool:
        if self._stage == "stopping":
            if name == YES:
                self._study.end(self._tester, self._playing().session)
                self._go_on()
            else:
                self._stage = "playing"
            return True
        if name == NO:
            self._stage = "stopping"
            return True
        does = meaning(name)
        return isinstance(does, Action) and self._act(does, now)

    def _act(self, action: Action, now: float, x: int = -1, y: int = -1) -> bool:
        view = self._playing()
        if action != Action.RESET and (action not in view.available_actions or view.state == "GAME_OVER"):
            return False
        try:
            self._shown(self._study.act(self._tester, view.session, view.turn + 1, action, x, y), now)
        except RefusedError as error:
            if error.code == "TIME":
                self._stage = "ended"
            elif error.code != "FULL_RESET":  # at the beginning of a level there is nothing to go back to
                self._note, self._noted = str(error), now
        return True

    def _shown(self, view: View, now: float) -> None:
        told = self._view is not None and self._view.session == view.session and self._view.soft
        if view.soft and not told:
            self._note, self._noted = "you may stop now, or go on for as long as you like", now
        self._view = view
        frames: Frames = view.frames
        self._waiting = list(frames) if len(frames) else self._waiting[-1:]
        self._next = now + 1 / view.fps
        if view.over:
            self._stage = "ended"

    def _go_on(self) -> None:
        """The next game, or the end."""
        self._game += 1
        self._view, self._waiting, self._note = None, [], ""
        self._stage = "ready" if self._game < len(self._study.games) else "thanks"

    def _playing(self) -> View:
        assert self._view is not None, "a game is being played"
        return self._view

    # ------------------------------------------------------------ what is seen

    def scene(self) -> Scene:
        """What is to be seen now."""
        match self._stage:
            case "consent":
                text = tuple(self._study.plan.consent.strip().splitlines())
                return Scene("consent", None, text, "", (("space", "I agree"),))
            case "ready":
                text = (f"game {self._game + 1} of {len(self._study.games)}",)
                return Scene("ready", None, text, "", (("space", "begin"),))
            case "thanks":
                return Scene("thanks", None, ("Thank you.", "That was all."), "", (("space", "the next tester"),))
        view = self._playing()
        lost = view.state == "GAME_OVER"
        return Scene(
            self._stage,
            self._waiting[0],
            (),
            self._note,
            self._keys(view),
            won=view.levels_completed,
            levels=view.win_levels,
            lost=lost,
            clicks=self._stage == "playing" and Action.CLICK in view.available_actions and not lost,
        )

    def _keys(self, view: View) -> tuple[tuple[str, str], ...]:
        if self._stage == "stopping":
            return (("space", "stop this game"), ("any other", "go on"))
        if self._stage == "ended":
            return (("space", "go on"),)
        # what the keys of the game do is for the tester to find out
        named = {"Z", "R"}
        given = [(key, does if key in named else "") for key, does in help_items(view.available_actions, 1)]
        return (*(item for item in given if item[0] not in ("Tab", "Q")), ("Esc", "stop"))
