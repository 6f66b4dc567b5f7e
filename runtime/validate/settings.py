"""What a validation asks for: thresholds, with those of ARC-AGI-3 as defaults, and what `arcg.yaml` says instead.

validate:
    levels: 6
games:
    tilt:
        stage: tested
        baselines: [9, 14, 20]
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from arcg.runtime.engine import SEEDS
from arcg.runtime.entry import FPS, KEYS, GameSet, entry_for, said_of
from arcg.runtime.settings import MOST, changed, document_for, expect, number

Stage = Literal["specification", "prototype", "tested", "complete"]
STAGES: tuple[str, ...] = get_args(Stage)

RANGES: dict[str, tuple[float, float]] = {
    "actions": (1, 1_000_000),
    "frames_a_second": (0.1, 1000),
    "luck": (0, 1),
    "patience": (1, 1000),
    "seed": (0, SEEDS - 1),
    "states": (1, MOST),
    "part_states": (1, MOST),
}


@dataclass(frozen=True)
class Settings:
    """Thresholds and limits.

    Attributes:
        stage: how far the game is: at `specification` a file that passes the checker, at `prototype` levels that can
            be won, at `tested` also recorded wins of all levels, at `complete` also a recorded loss and baselines.
        levels: fewest levels.
        first_mechanics: most mechanics that the first level takes to win.
        mechanics: fewest mechanics that all levels together take to win.
        opening: so many levels, from the first on, may be short and take few mechanics.
        shortest: fewest actions of the shortest solution of every later level.
        level_mechanics: fewest mechanics that every later level takes to win.
        name_length: most characters of the id.
        minutes: most minutes of a person who knows what to do, for all levels.
        seconds_an_action: what a person takes for an action, beside the frames.
        frames_a_second: how fast the frames of a turn are shown.
        luck: most that the probability of a win by luck may be.
        tutorials: so many levels, from the first on, may be won by luck or a cheap trick.
        attempts: of the random player, where neither an exact probability nor a bound decides.
        qualifying_steps, random_steps: of the random player through the whole game, a short and a long play.
        fuzz_steps: of everything at any moment.
        patience: a human-like budget is so many times the shortest solution.
        actions: most actions of an attempt at a level without a budget, unless a solution asks for more.
        states: most positions of a level.
        part_states: most positions of a level that are looked at to see whether it is another without a part.
        memory: most megabytes for the positions of a level.
        seed: of everything that is left to chance.
        baselines: actions that a person takes for each level; empty: none are known.
        set: who may see the game.
    """

    stage: Stage = "prototype"
    levels: int = 6
    first_mechanics: int = 2
    mechanics: int = 2
    opening: int = 2
    shortest: int = 1
    level_mechanics: int = 1
    name_length: int = 32
    minutes: float = 20.0
    seconds_an_action: float = 3.0
    frames_a_second: float = float(FPS)
    luck: float = 1e-4
    tutorials: int = 1
    attempts: int = 100_000
    qualifying_steps: int = 50_000
    random_steps: int = 1_000_000
    fuzz_steps: int = 1_000_000
    patience: float = 5.0
    actions: int = 200
    states: int = 1_000_000
    part_states: int = 20_000
    memory: int = 512
    seed: int = 0
    baselines: tuple[int, ...] = ()
    set: GameSet = "public"

    def reaches(self, stage: Stage) -> bool:
        """Whether the game is said to be as far as a stage."""
        return STAGES.index(self.stage) >= STAGES.index(stage)


KNOWN: tuple[str, ...] = tuple(sorted({field.name for field in dataclasses.fields(Settings)} | set(KEYS)))
"""Everything that can be said under the name of a game."""


def settings_for(path: Path, name: str) -> Settings:
    """The settings of the game `name` in a file: those of the next `arcg.yaml` in its folder or above.

    Raises:
        SettingsError: that file cannot be read, or says something unknown.
        OSError: it cannot be opened.
    """
    found = document_for(path)
    if found is None:
        return Settings()
    file, document = found
    settings = changed(Settings(), document.get("validate") or {}, file, "validate", _value)
    said = said_of(document, name, file)
    own = {key: value for key, value in said.items() if key not in KEYS}
    settings = changed(settings, own, file, f"games: {name}", _value)
    entry = entry_for(path, name)
    return dataclasses.replace(settings, baselines=entry.baselines, set=entry.set)


def _value(key: str, value: Any, default: Any, path: Path) -> Any:
    if key == "stage":
        expect(value in STAGES, path, f"`stage: {value}`", f"one of {', '.join(STAGES)}")
        return value
    expect(key not in KEYS, path, f"`{key}` under `validate`", "it under `games` and the name of a game")
    return number(key, value, default, path, RANGES)
