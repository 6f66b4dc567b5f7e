"""The score of files: recordings of any kind and scorecards, game by game, and over all of them.

Takes paths and baselines, gives a `Report`. Files of one game are runs of it; the best run counts, as on a scorecard.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arcg.runtime.official.finding import game_of, told_versions
from arcg.runtime.official.info import GameInfo, collect, info_of
from arcg.runtime.recording import Recording, RecordingError, read
from arcg.runtime.scoring.rhae import CAP, GameScore, ScoreError, check_baselines, game_score
from arcg.runtime.scoring.tally import Tally, of_card, of_recording

LARGEST_CARD = 64 << 20
"""Bytes of a scorecard that is read."""

EVERY = ""
"""The key of baselines that were given without the id of a game."""


@dataclass(frozen=True, slots=True)
class RunReport:
    """One run and its score."""

    tally: Tally
    score: GameScore

    def as_json(self) -> dict[str, Any]:
        """For programs; the names are those of the official scorecard."""
        return {
            "guid": self.tally.guid,
            "score": self.score.score,
            "levels_completed": self.score.levels_completed,
            "actions": self.score.actions,
            "resets": self.tally.resets,
            "completed": self.tally.won,
            "level_scores": list(self.score.level_scores),
            "level_actions": [level.actions for level in self.tally.levels],
            "level_baseline_actions": [level.baseline for level in self.tally.levels],
            "cut_off_in_level": None if self.score.cut is None else self.score.cut + 1,
        }


@dataclass(slots=True)
class GameReport:
    """A game with all its runs; none if it belongs to a competition and was not played."""

    game_id: str
    runs: list[RunReport] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def best(self) -> RunReport:
        """The run that counts: that of the best score; of those that are as good, the one that went furthest."""
        return max(self.runs, key=lambda run: (run.score.score, run.score.levels_completed, run.score.actions))

    @property
    def score(self) -> float:
        """The score of the game."""
        return self.best.score.score if self.runs else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "id": self.game_id,
            "score": self.score,
            "actions": sum(run.score.actions for run in self.runs),
            "levels_completed": max((run.score.levels_completed for run in self.runs), default=0),
            "runs": [run.as_json() for run in self.runs],
            "notes": self.notes,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All games, and the score over them."""

    games: tuple[GameReport, ...]
    cap: float
    cutoff: float | None

    @property
    def score(self) -> float:
        """The mean over the games."""
        return sum(game.score for game in self.games) / len(self.games)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "score": self.score,
            "cap": self.cap,
            "cutoff": self.cutoff,
            "environments": [game.as_json() for game in self.games],
        }


def given_baselines(said: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Baselines as a person writes them, `4,6,8` or `dyer=4,6,8`, by the id of the game.

    Raises:
        ScoreError: one is no list of whole numbers above 0, or is given twice.
    """
    found: dict[str, tuple[int, ...]] = {}
    for one in said:
        game, _, numbers = one.rpartition("=")
        pieces = [piece.strip() for piece in numbers.split(",")]
        if not all(piece.isascii() and piece.isdigit() and len(piece) < 10 and int(piece) for piece in pieces):
            raise ScoreError(f"baselines are whole numbers above 0, such as 12,20,31 or dyer=12,20,31; not {one!r}")
        if game in found:
            raise ScoreError(f"baselines were given twice {f'for {game}' if game else 'without the id of a game'}")
        found[game] = tuple(map(int, pieces))
    return found


def recordings_in(files: Sequence[Path]) -> list[Path]:
    """The files, with all recordings in a folder, at any depth, in place of the folder.

    Raises:
        RecordingError: there is none in a folder.
    """
    every: list[Path] = []
    for path in files:
        found = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        if not found:
            raise RecordingError(f"{path}: there is no recording in this folder")
        every += found
    return every


def score_files(
    files: Sequence[Path],
    *,
    game: str | None = None,
    baselines: Mapping[str, Sequence[int]] | None = None,
    cap: float = CAP,
    cutoff: float | None = None,
    competition: Sequence[str] = (),
) -> Report:
    """The score of recordings and scorecards.

    Args:
        files: recordings of any kind, and documents of scorecards.
        game: the recordings are of this file or shipped game.
        baselines: by the id of a game, with or without its version, or `EVERY`; in place of those in arcg.yaml.
        cap: as `game_score`.
        cutoff: as `game_score`.
        competition: files, ids and folders of games that count 0 if they were not played.

    Raises:
        ScoreError: something has no score, or baselines were given for a game that is not there.
        RecordingError: a file is neither a recording nor a scorecard, or is damaged.
        ArcgError: a game has mistakes.
        FileNotFoundError: a game is not to be found.
        OSError: a file cannot be read.
    """
    given = _Given(baselines or {})
    games: dict[str, GameReport] = {}
    sessions: dict[tuple[str, str], Path] = {}
    for path in files:
        document = _card(path)
        notes: list[str] = []
        if document is not None:
            tallies = of_card(document, str(path), given.of)
        else:
            tallies = _recorded(read(path), game, given, notes)
        for tally in tallies:
            report = games.setdefault(tally.game_id, GameReport(tally.game_id))
            first = sessions.setdefault((tally.game_id, tally.guid), path) if tally.guid else path
            if first != path:  # servers write two files of each session
                notes = [f"{path} is of the same session as {first}, and counts once"]
            else:
                report.runs.append(RunReport(tally, game_score(tally.levels, cap=cap, cutoff=cutoff)))
            report.notes += [note for note in notes if note not in report.notes]
    played = {game_id.partition("-")[0] for game_id in games}
    for info in collect(competition) if competition else ():
        if info.base not in played:
            games[info.game_id] = GameReport(info.game_id)
    given.used_up(len(games))
    if not games:
        raise ScoreError("nothing was played here, so there is nothing to score")
    return Report(tuple(games.values()), cap, cutoff)


class _Given:
    """Baselines that were given, and which of them have been used."""

    def __init__(self, baselines: Mapping[str, Sequence[int]]) -> None:
        self._baselines = baselines
        self._used: set[str] = set()

    def of(self, game_id: str, known: Sequence[int]) -> Sequence[int]:
        """Those of a game: given for it, given for every game, or else those that are known."""
        for key in (game_id, game_id.partition("-")[0], EVERY):
            if key in self._baselines:
                self._used.add(key)
                return self._baselines[key]
        return known

    def used_up(self, games: int) -> None:
        """Refuse what was given for nothing, and what was given for one game where there are several."""
        for key in self._baselines:
            if key not in self._used:
                raise ScoreError(f"baselines were given for {key or 'every game'}, and no game here is called so")
        if EVERY in self._baselines and games > 1:
            raise ScoreError(f"there are {games} games here; say which one baselines are for, as in dyer=12,20,31")


def _card(path: Path) -> dict[str, Any] | None:
    """What a file says if it is a scorecard: one document of JSON with `environments`."""
    with path.open("rb") as file:
        begins = file.read(1 << 16)
        if b'"environments"' not in begins or b'"frame"' in begins.partition(b'"environments"')[0]:
            return None
        content = begins + file.read(LARGEST_CARD)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{path}: neither a recording nor a scorecard: it is not JSON") from error
    return document if isinstance(document, dict) else None


def _recorded(recording: Recording, game: str | None, given: _Given, notes: list[str]) -> list[Tally]:
    """The runs in a recording."""
    info = _info(recording, game, given)
    if info is None:
        game_id, known, levels = recording.game_id, given.of(recording.game_id, ()), recording.levels
    else:
        game_id = recording.game_id or info.game_id
        known, levels = given.of(game_id, info.baselines), len(info.program.levels)
        if not recording.of_version(info.program):
            versions = told_versions(recording, info)
            notes.append(f"{recording.path} was played on another version of the game{versions}")
    if not known:
        said = "write `baselines: [..]` for it in arcg.yaml, or give --baselines"
        raise ScoreError(f"{game_id} has no baselines, so {recording.path} has no score; {said}")
    check_baselines(known, levels, game_id)
    cut = () if recording.finished else ("the session was cut off",)
    notes += [f"{recording.path}: {note}" for note in (*recording.notes, *cut)]
    return of_recording(recording, game_id, known)


def _info(recording: Recording, game: str | None, given: _Given) -> GameInfo | None:
    """The game of a recording; None for one that is not here, where baselines were given for it."""
    try:
        return info_of(game if game is not None else game_of(recording))
    except FileNotFoundError:
        if game is None and recording.game_id and recording.levels and given.of(recording.game_id, ()):
            return None
        raise
