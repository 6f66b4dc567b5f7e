"""The action space of a game, what an agent's choice means, and which choices are legal.

Takes a program, gives a Gymnasium space; takes choices of an agent, gives actions of the engines.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.runtime.engine import SIZE, Action

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Actions:
    """What an agent may choose in a game: the actions that it offers, in ascending order, and RESET last if asked for.

    Without clicks a choice is a number, `Discrete(k)`. With clicks it is the number with x and y of a pixel,
    `MultiDiscrete([k, 64, 64])`, or, `flat`, one number again, `Discrete(k - 1 + 4096)`: first all actions but the
    click, then a click for each pixel, row by row.

    Raises:
        ValueError: the game offers no action.
    """

    def __init__(self, program: Program, *, flat: bool = False, reset_action: bool = False) -> None:
        offered = [Action(number) for number in program.actions]
        if not offered and not reset_action:
            raise ValueError(f"{program.name} offers no actions; nothing can be chosen in it")
        offered += [Action.RESET] * reset_action
        self.clicks = Action.CLICK in offered
        self.flat = flat and self.clicks
        if self.flat:
            offered.remove(Action.CLICK)
        self.offered: tuple[Action, ...] = (*offered, Action.CLICK) if self.flat else tuple(offered)
        """The actions by their number in the space; of a flat one the last stands for all clicks."""
        self.names: tuple[str, ...] = tuple(name(action) for action in self.offered)
        """Their names in ARC-AGI-3: `ACTION1` to `ACTION7`, and `RESET`."""
        self.choices = len(offered) + SIZE * SIZE if self.flat else len(offered)
        """Length of a mask."""
        self.space: spaces.Discrete | spaces.MultiDiscrete = (
            spaces.MultiDiscrete([self.choices, SIZE, SIZE])
            if self.clicks and not self.flat
            else spaces.Discrete(self.choices)
        )
        self._shape: tuple[int, ...] = (3,) if self.clicks and not self.flat else ()
        """Shape of a choice."""
        self._numbers = np.array(self.offered, np.int64)
        self._undo = self._place(Action.UNDO)
        self._reset = self._place(Action.RESET)

    def _place(self, action: Action) -> int | None:
        return self.offered.index(action) if action in self.offered else None

    def read(self, given: Any) -> tuple[Ints, Ints, Ints]:
        """The action numbers, columns and rows that choices mean, each of shape (n,).

        Args:
            given: whole numbers, shape (n,) or, where a choice has a pixel, (n, 3).

        Raises:
            ValueError: another shape or dtype, or a choice that is not in the space.
        """
        chosen = np.asarray(given)
        shape = (len(chosen), *self._shape) if chosen.ndim else ()
        if chosen.dtype.kind not in "iu" or chosen.shape != shape:
            raise ValueError(
                f"actions are whole numbers of shape (environments, {', '.join(map(str, self._shape))}), "
                f"each in {self.space}; not {chosen.dtype} of shape {chosen.shape}"
            )
        wide: Ints = chosen.astype(np.int64)
        none = np.full(len(wide), -1, np.int64)
        choice, xs, ys = wide.T if wide.ndim == 2 else (wide, none, none)
        _inside(choice, self.choices)
        if wide.ndim == 2:
            _inside(wide[:, 1:], SIZE)
        if not self.flat:
            return self._numbers[choice], xs, ys
        pixel = choice - (len(self.offered) - 1)
        numbers = self._numbers[np.minimum(choice, len(self.offered) - 1)]
        return numbers, np.where(pixel >= 0, pixel % SIZE, -1), np.where(pixel >= 0, pixel // SIZE, -1)

    @property
    def has_undo(self) -> bool:
        """Whether undo can be chosen."""
        return self._undo is not None

    @property
    def has_reset(self) -> bool:
        """Whether RESET can be chosen."""
        return self._reset is not None

    def mask(self, playing: Bools, can_undo: Bools | None, can_reset: Bools | None) -> NDArray[np.int8]:
        """Which choices are legal, shape (n, choices), dtype int8: 1 where one is.

        What can be undone or reset is asked for only where that can be chosen.

        Undo is while there is something to go back to, RESET while an action was taken in the level. Where nothing
        is legal, as in a game that has ended, all are 1: what is chosen is ignored then.
        """
        mask = np.ones((len(playing), self.choices), np.int8)
        if self._undo is None and self._reset is None:
            return mask
        for place, legal in ((self._undo, can_undo), (self._reset, can_reset)):
            if place is not None and legal is not None:
                mask[:, place] = legal
        free = ~playing if self.clicks else ~playing | ~mask.any(axis=1)
        mask[free] = 1
        return mask


def name(action: Action) -> str:
    """The name of an action in ARC-AGI-3."""
    return "RESET" if action == Action.RESET else f"ACTION{int(action)}"


def _inside(values: Ints, end: int) -> None:
    if values.size and (values.min() < 0 or values.max() >= end):
        wrong = values[(values < 0) | (values >= end)][0]
        raise ValueError(f"an action is out of its space: {wrong} is not one of 0 to {end - 1}")
