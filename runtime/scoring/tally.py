"""The runs that recordings and scorecards tell of, ready to be scored.

Takes a recording, or the official document of a scorecard, with the baselines of its game; gives each run as levels.
What has no score is refused, where the official scorer would say 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arcg.runtime.engine import Action, Status
from arcg.runtime.recording import Recording, begins_anew
from arcg.runtime.scoring.rhae import LevelPlay, ScoreError, check_baselines
from arcg.runtime.scoring.scorecard import Scorecard

_STATES = {Status.PLAYING: "NOT_FINISHED", Status.WON: "WIN", Status.OVER: "GAME_OVER"}

Baselines = Callable[[str, Sequence[int]], Sequence[int]]
"""From the id of a game and the baselines that a scorecard has for it to those by which it is scored."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One run of a game: its levels, its resets, whether the game was won, and the session."""

    game_id: str
    guid: str
    levels: tuple[LevelPlay, ...]
    resets: int
    won: bool


def of_recording(recording: Recording, game_id: str, baselines: Sequence[int]) -> list[Tally]:
    """The runs in a recording: one, and one more for every RESET that began the game anew.

    Raises:
        ScoreError: its actions are not known, it did not begin at the first level, or it has more levels than there
            are baselines.
    """
    if not recording.replayable:
        raise ScoreError(f"{recording.path} has no score: {recording.notes[0]}")
    if recording.first_level:
        began = f"play began at level {recording.first_level + 1}, and a game is scored from the first"
        raise ScoreError(f"{recording.path} has no score: {began}")
    card = Scorecard("", most_runs=len(recording.answers) + 1)
    status = Status.PLAYING
    for answer, anew in zip(recording.answers, begins_anew(recording.answers), strict=True):
        ignored = status is not Status.PLAYING and answer.action != Action.RESET  # the game is over
        status = answer.status
        if not ignored:
            state, guid = _STATES[answer.status], recording.guid
            card.observe(game_id, guid, int(answer.action), state, answer.levels_completed, anew)
    runs = card.runs(game_id)
    most = max(len(run.changes) for run in runs)
    if most > len(baselines):
        raise ScoreError(f"{recording.path}: {most} levels were completed, and there are {len(baselines)} baselines")
    return [Tally(game_id, run.guid, tuple(run.levels(baselines)), run.resets, run.state == "WIN") for run in runs]


def of_card(document: dict[str, Any], where: str, baselines: Baselines) -> list[Tally]:
    """The runs on a scorecard, as the official API gives it.

    Raises:
        ScoreError: it is no scorecard, or a game on it has no baselines.
    """
    try:
        environments = document["environments"]
        return [_run(environment["id"], run, baselines) for environment in environments for run in environment["runs"]]
    except (KeyError, TypeError) as error:
        raise ScoreError(f"{where} is no scorecard: {_lacks(error)}") from error
    except ScoreError as error:
        raise ScoreError(f"{where}: {error}") from error


def _lacks(error: Exception) -> str:
    return f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else "a value is of another kind"


def _run(game_id: str, run: dict[str, Any], baselines: Baselines) -> Tally:
    """A run of the document: its levels by their actions, of which the first so many were completed."""
    actions, done, resets = run["level_actions"], run["levels_completed"], run["resets"]
    if not isinstance(game_id, str) or not all(type(one) is int and one >= 0 for one in [done, resets, *actions]):
        raise ScoreError("a game, a level or a number of actions on it is none")
    own = run["level_baseline_actions"]
    known = baselines(game_id, own if all(type(one) is int and one > 0 for one in own) else ())
    check_baselines(known, len(known), game_id)
    if done > len(known):
        raise ScoreError(f"{done} levels of {game_id} were completed, and there are {len(known)} baselines")
    took = [*actions, *[0] * len(known)]
    levels = tuple(LevelPlay(index < done, took[index], baseline) for index, baseline in enumerate(known))
    return Tally(
        game_id, run["guid"] if isinstance(run.get("guid"), str) else "", levels, resets, run["completed"] is True
    )
