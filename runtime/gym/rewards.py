"""Rewards: what winning levels is worth.

`levels`: 1 for each level completed in the step. `win`: 1 when the whole game is won, else 0. `efficiency`: for each
level completed its baseline by the actions taken in it, at most 1, where a baseline is the number of actions with
which somebody is known to win the level.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program, digest
from arcg.runtime.engine import Action
from arcg.runtime.env import Source
from arcg.runtime.recording import read

RewardName = Literal["levels", "win", "efficiency"]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Reward:
    """How a step is rewarded.

    Args:
        name: `levels`, `win` or `efficiency`.
        program: the whole game.
        source: where it comes from: beside a file `recordings/win.jsonl` is looked for, for baselines.
        baselines: actions for each level, for `efficiency`; by default those of that recording.

    Raises:
        ValueError: there is no such reward, or no baselines, or they are not positive numbers, one for each level.
    """

    def __init__(self, name: str, program: Program, source: Source, baselines: Sequence[int] | None = None) -> None:
        if name not in get_args(RewardName):
            raise ValueError(f"there is no reward {name!r}; the rewards are {', '.join(get_args(RewardName))}")
        if baselines is not None and name != "efficiency":
            raise ValueError("baselines are for reward='efficiency'")
        self.name = name
        self._baselines: Floats | None = None
        if name == "efficiency":
            held = recorded(program, source) if baselines is None else tuple(baselines)
            if len(held) != len(program.levels) or min(held) < 1:
                raise ValueError(
                    f"efficiency needs a positive number of actions for each of the {len(program.levels)} levels of "
                    f"{program.name}, not {list(held)}"
                )
            self._baselines = np.array(held, np.float64)

    def of(self, before: Ints, now: Ints, won: NDArray[np.bool_], spent: Ints) -> Floats:
        """The rewards of a step, shape (n,).

        Args:
            before: levels of the game that were won before the step, those before the first one played included.
            now: after it.
            won: whether the whole game is won now.
            spent: actions taken since the last level was won, those of this step included.
        """
        if self._baselines is None:
            return ((now > before) & won if self.name == "win" else now - before).astype(np.float64)
        level = np.minimum(before, len(self._baselines) - 1)
        first: Floats = np.minimum(1.0, self._baselines[level] / spent)
        return np.where(now > before, first + (now - before - 1), 0.0)  # levels won as they began took no action


def recorded(program: Program, source: Source) -> tuple[int, ...]:
    """The actions in each level of the winning recording of a game, RESETs left out.

    Raises:
        ValueError: there is no such recording, or it is not of this program or does not win it.
    """
    from arcg.runtime.loading import find

    if isinstance(source, Program):
        raise ValueError("efficiency needs baselines=[...], the actions for each level, when a program is given")
    path = find(source).parent / "recordings" / "win.jsonl"
    if not path.is_file():
        raise ValueError(
            f"efficiency needs baselines=[...], the actions for each level, or the recording of a win in {path}"
        )
    return _counted(program, path)


def _counted(program: Program, path: Path) -> tuple[int, ...]:
    recording = read(path)
    if recording.program_digest != digest(program) or recording.first_level != 0:
        raise ValueError(f"{path} is not a recording of this game from its first level on; record a win anew")
    counts, level = [0] * len(program.levels), 0
    for answer in recording.answers:
        counts[level] += answer.action != Action.RESET
        level = answer.level
    if 0 in counts:
        raise ValueError(f"{path} does not win every level; record a win of the whole game")
    return tuple(counts)
