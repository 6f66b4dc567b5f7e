"""`arcg.yaml`: finds the file that goes for a game, reads it, and takes settings from one of its sections.

It lies beside the games or in a folder above them. Each part of arcg that asks something of games has a section of its
own, and leaves those of the others alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml

FILE = "arcg.yaml"
SECTIONS = ("validate", "games", "novelty")

MOST = 1_000_000_000
"""Greatest number that a setting may be, unless its range is listed."""

Settings = TypeVar("Settings")
Ranges = Mapping[str, tuple[float, float]]


class SettingsError(ValueError):
    """An `arcg.yaml` that cannot be read. The message names the file and the place in it."""


def document_for(game: Path) -> tuple[Path, dict[str, Any]] | None:
    """The next `arcg.yaml` in the folder of a game's file or above, with what it says; None if there is none.

    Raises:
        SettingsError: that file cannot be read, or has a section that nobody knows.
        OSError: it cannot be opened.
    """
    for folder in game.resolve().parents:
        found = folder / FILE
        if found.exists():
            return found, _read(found)
    return None


def _read(path: Path) -> dict[str, Any]:
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        place = getattr(error, "problem_mark", None)
        where = f"{path}:{place.line + 1}" if place is not None else str(path)
        raise SettingsError(f"{where}: this is no YAML: {getattr(error, 'problem', error)}") from error
    document = {} if document is None else document
    expect(isinstance(document, dict), path, "the file", "keys and values, such as `validate:`")
    for key in document:
        expect(key in SECTIONS, path, f"`{key}`", "`validate`, `games` or `novelty`")
    found: dict[str, Any] = document
    return found


def changed(
    settings: Settings, values: Any, path: Path, place: str, value: Callable[[str, Any, Any, Path], Any]
) -> Settings:
    """Settings, a dataclass, with the values that stand at a place of the file; `value` reads one of them.

    It is given the key, what the file says, the default and the path.
    """
    like = dataclasses.fields(settings)  # type: ignore[arg-type]
    fields = {field.name: field for field in like}
    expect(
        isinstance(values, dict), path, f"`{place}`", f"settings below it, such as `{like[0].name}: {like[0].default}`"
    )
    found: dict[str, Any] = {}
    for key, said in values.items():
        expect(key in fields, path, f"`{key}` under `{place}`", f"one of {', '.join(sorted(fields))}")
        found[key] = value(key, said, fields[key].default, path)
    return dataclasses.replace(settings, **found)  # type: ignore[type-var]


def number(key: str, said: Any, default: Any, path: Path, ranges: Ranges) -> Any:
    """A number of the kind that the default is, within its range."""
    kinds = (int, float) if isinstance(default, float) else (int,)
    least, most = ranges.get(key, (0, MOST))
    sound = isinstance(said, kinds) and not isinstance(said, bool) and least <= said <= most
    what = "a number" if float in kinds else "a whole number"
    expect(sound, path, f"`{key}: {said}`", f"{what} from {least} to {most:,}, such as {default}")
    return float(said) if isinstance(default, float) else said


def expect(holds: bool, path: Path, what: str, instead: str) -> None:
    """Raise the error that says what is not understood and what to write instead, unless something holds."""
    if not holds:
        raise SettingsError(f"{path}: {what} is not understood; write {instead}")
