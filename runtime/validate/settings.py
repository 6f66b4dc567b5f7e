"""What a validation asks for: thresholds, with those of ARC-AGI-3 as defaults, and what `arcg.yaml` says instead.

`arcg.yaml` lies beside the games or in a folder above them:

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

import yaml

from arcg.runtime.engine import SEEDS

Stage = Literal["specification", "prototype", "tested", "complete"]
STAGES: tuple[str, ...] = get_args(Stage)
FILE = "arcg.yaml"

MOST = 1_000_000_000
"""Greatest number that a setting may be, unless it is listed here."""

RANGES: dict[str, tuple[float, float]] = {
    "actions": (1, 1_000_000),
    "frames_a_second": (0.1, 1000),
    "luck": (0, 1),
    "patience": (1, 1000),
    "seed": (0, SEEDS - 1),
    "states": (1, MOST),
    "part_states": (1, MOST),
}


class SettingsError(ValueError):
    """An `arcg.yaml` that cannot be read. The message names the file and the place in it."""


@dataclass(frozen=True)
class Settings:
    """Thresholds and limits.

    Attributes:
        stage: how far the game is: at `specification` a file that passes the checker, at `prototype` levels that can
            be won, at `tested` also recorded wins of all levels, at `complete` also a recorded loss and baselines.
        levels: fewest levels.
        first_mechanics: most mechanics that the first level takes to win.
        mechanics: fewest mechanics that all levels together take to win.
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
    """

    stage: Stage = "prototype"
    levels: int = 6
    first_mechanics: int = 2
    mechanics: int = 2
    name_length: int = 32
    minutes: float = 20.0
    seconds_an_action: float = 3.0
    frames_a_second: float = 10.0
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

    def reaches(self, stage: Stage) -> bool:
        """Whether the game is said to be as far as a stage."""
        return STAGES.index(self.stage) >= STAGES.index(stage)


def settings_for(path: Path, name: str) -> Settings:
    """The settings of the game `name` in a file: those of the next `arcg.yaml` in its folder or above.

    Raises:
        SettingsError: that file cannot be read, or says something unknown.
        OSError: it cannot be opened.
    """
    for folder in path.resolve().parents:
        found = folder / FILE
        if found.exists():
            return _read(found, name)
    return Settings()


def _read(path: Path, name: str) -> Settings:
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        place = getattr(error, "problem_mark", None)
        where = f"{path}:{place.line + 1}" if place is not None else str(path)
        raise SettingsError(f"{where}: this is no YAML: {getattr(error, 'problem', error)}") from error
    document = {} if document is None else document
    _expect(isinstance(document, dict), path, "the file", "keys and values, such as `validate:`")
    for key in document:
        _expect(key in ("validate", "games", "novelty"), path, f"`{key}`", "`validate`, `games` or `novelty`")
    games = document.get("games") or {}
    _expect(isinstance(games, dict), path, "`games`", "names of games with settings below them")
    settings = _with(Settings(), document.get("validate") or {}, path, "validate")
    return _with(settings, games.get(name) or {}, path, f"games: {name}")


def _with(settings: Settings, values: Any, path: Path, place: str) -> Settings:
    """Settings with some values changed."""
    _expect(isinstance(values, dict), path, f"`{place}`", "settings below it, such as `levels: 6`")
    fields = {field.name: field for field in dataclasses.fields(Settings)}
    changed: dict[str, Any] = {}
    for key, value in values.items():
        _expect(key in fields, path, f"`{key}` under `{place}`", f"one of {', '.join(sorted(fields))}")
        changed[key] = _value(key, value, fields[key].default, path)
    return dataclasses.replace(settings, **changed)


def _value(key: str, value: Any, default: Any, path: Path) -> Any:
    if key == "stage":
        _expect(value in STAGES, path, f"`stage: {value}`", f"one of {', '.join(STAGES)}")
        return value
    if key == "baselines":
        whole = isinstance(value, list) and all(isinstance(one, int) and one > 0 for one in value)
        _expect(whole, path, f"`baselines: {value}`", "a list of numbers of actions, one for each level")
        return tuple(value)
    kinds = (int, float) if isinstance(default, float) else (int,)
    least, most = RANGES.get(key, (0, MOST))
    number = isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most
    what = "a number" if float in kinds else "a whole number"
    _expect(number, path, f"`{key}: {value}`", f"{what} from {least} to {most:,}, such as {default}")
    return float(value) if isinstance(default, float) else value


def _expect(holds: bool, path: Path, what: str, instead: str) -> None:
    if not holds:
        raise SettingsError(f"{path}: {what} is not understood; write {instead}")
