"""How new a game has to be beside a collection: defaults, and what `arcg.yaml` says instead.

novelty:
    fail_on: related
    least: 0.5
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcg.compiler.novelty.survey import NEAR
from arcg.compiler.novelty.verdict import Verdict
from arcg.runtime.settings import changed, document_for, expect, number

NOTHING = "nothing"
RANGES = {"least": (0, 1)}


@dataclass(frozen=True)
class NoveltySettings:
    """What fails a review.

    Attributes:
        fail_on: this verdict and all that are nearer, `clone`, `variant` or `related`; or `nothing`.
        least: a novelty below this beside the nearest game, unless the two are too short to judge.
    """

    fail_on: str = "variant"
    least: float = 0.0

    def fails(self, verdict: Verdict, novelty: float) -> bool:
        """Whether a game falls short with this verdict and novelty beside some other game."""
        if self.fail_on != NOTHING and verdict in NEAR[: NEAR.index(self.fail_on) + 1]:
            return True
        return verdict != "too short to judge" and novelty < self.least


def novelty_settings_for(path: Path) -> tuple[NoveltySettings, Path | None]:
    """What is asked of the game in a file, and the `arcg.yaml` that says so, if one does.

    Raises:
        SettingsError: that file cannot be read, or says something unknown.
        OSError: it cannot be opened.
    """
    found = document_for(path)
    if found is None:
        return NoveltySettings(), None
    file, document = found
    said = document.get("novelty") or {}
    return changed(NoveltySettings(), said, file, "novelty", _value), file if said else None


def _value(key: str, said: Any, default: Any, path: Path) -> Any:
    if key == "fail_on":
        words = (*NEAR, NOTHING)
        expect(said in words, path, f"`fail_on: {said}`", f"one of {', '.join(words)}")
        return said
    return number(key, said, default, path, RANGES)
