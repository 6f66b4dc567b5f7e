"""Scorecards: what was played of each game, counted as the official toolkit counts it, and the card that it gives.

Takes every answer that had a frame, RESETs too, and gives the official document. A RESET that begins the game anew
opens a run and is no action; any other RESET is a reset and an action. A level took the actions between two changes
of the number of completed levels.

A card is bounded: of a game it keeps `MOST_RUNS` runs. When there are more, those that were idle longest are put
together in one that has their actions and no score (`arcg.runtime.scoring.runs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from arcg.runtime.scoring.rhae import CAP, game_score, usable, weighted
from arcg.runtime.scoring.runs import Plays, Run

MOST_RUNS = 1_000
"""Runs of one game that a card keeps apart."""

RESET = 0
ACTIONS = range(1, 8)

UNKNOWN = -1
"""What stands for the baseline of a level, in the official document, where there is none."""


class Scored(Protocol):
    """What is asked of a game to score it."""

    @property
    def baselines(self) -> Sequence[int]:
        """One for each level, or none at all."""
        ...

    @property
    def tags(self) -> Sequence[str]:
        """What its score counts for as well."""
        ...


class Scorecard:
    """What was played on one card.

    Args:
        card_id: its name.
        tags: as the client gave them.
        source_url: as the client gave it.
        opaque: as the client gave it.
        competition: games that were not played count as 0.
        most_runs: how many runs of one game are kept apart.
    """

    def __init__(
        self,
        card_id: str,
        *,
        tags: Sequence[str] = (),
        source_url: str | None = None,
        opaque: object = None,
        competition: bool = False,
        most_runs: int = MOST_RUNS,
    ) -> None:
        self.card_id = card_id
        self.tags = tuple(tags)
        self.source_url = source_url
        self.opaque = opaque
        self.competition = competition
        self._most_runs = most_runs
        self._games: dict[str, Plays] = {}

    def observe(
        self, game_id: str, guid: str, action: int, state: str, levels_completed: int, full_reset: bool
    ) -> None:
        """Count an answer that had a frame.

        Args:
            game_id: the full id of the game.
            guid: the session.
            action: 0 for RESET, 1 to 7.
            state: `NOT_FINISHED`, `WIN` or `GAME_OVER`.
            levels_completed: after the answer.
            full_reset: whether a RESET began the game anew.
        """
        if action == RESET and full_reset:
            self._games.setdefault(game_id, Plays(self._most_runs)).open(guid)
        plays = self._games.get(game_id)
        if plays is None:
            return
        run = plays.of(guid)
        if action == RESET and not full_reset:
            run.resets += 1
        if action in ACTIONS or (action == RESET and not full_reset):
            run.actions += 1
        if state in ("WIN", "GAME_OVER"):
            run.state = state
        plays.change(run, levels_completed)

    def played(self, game_id: str) -> bool:
        """Whether a game is on the card."""
        return game_id in self._games

    def runs(self, game_id: str) -> list[Run]:
        """The runs of a game, in the order in which they were opened."""
        return self._games[game_id].all() if game_id in self._games else []

    def as_json(self, games: Mapping[str, Scored], *, cap: float = CAP, cutoff: float | None = None) -> dict[str, Any]:
        """The card as the official API gives it.

        Args:
            games: what is known of the games, by full id.
            cap: as `game_score`.
            cutoff: as `game_score`.
        """
        environments: list[dict[str, Any]] = []
        tags: dict[str, _Tag] = {}
        plays = dict(self._games)
        if self.competition:
            plays |= {game_id: _not_played() for game_id in games if game_id not in plays}
        for game_id, played in plays.items():
            known = games.get(game_id)
            first = max(played.runs, key=lambda run: run.levels_completed)
            runs = []
            for run in played.all():
                document = _run(game_id, run, known, cap, cutoff)
                runs.append(document)
                if run is played.together:
                    document["message"] = f"{played.put_together} runs put together"
                if run is first and known is not None and "message" not in document:
                    for tag in known.tags:
                        tags.setdefault(tag, _Tag()).add(game_id, document)
            environments.append(_environment(game_id, runs))
        return self._head(environments) | {
            "environments": environments,
            "tags_scores": [tag.as_json(name) for name, tag in tags.items()],
            "total_environments_completed": sum(one["completed"] for one in environments),
            "total_environments": len(environments),
            "total_levels_completed": sum(one["levels_completed"] for one in environments),
            "total_levels": sum(one["level_count"] for one in environments),
            "total_actions": sum(one["actions"] for one in environments),
        }

    def _head(self, environments: list[dict[str, Any]]) -> dict[str, Any]:
        """What the card says of itself; what the client did not give is left out."""
        scores = [one["score"] for one in environments]
        head: dict[str, Any] = {
            "source_url": self.source_url,
            "tags": list(self.tags),
            "opaque": self.opaque,
            "card_id": self.card_id,
            "score": sum(scores) / len(scores) if scores else 0.0,
            "competition_mode": True if self.competition else None,
        }
        return {key: value for key, value in head.items() if value is not None}

    def raw_json(self, game_id: str) -> dict[str, Any]:
        """What was counted for one game, in the other shape that the official local server has for it."""
        every = [plays.all() for plays in self._games.values()]
        runs = self.runs(game_id)
        card = {
            "game_id": game_id,
            "total_plays": len(runs),
            "guids": [run.guid for run in runs],
            "levels_completed": [run.levels_completed for run in runs],
            "states": [run.state for run in runs],
            "actions": [run.actions for run in runs],
            "actions_by_level": [[list(change) for change in run.changes] for run in runs],
            "resets": [run.resets for run in runs],
            "total_actions": sum(run.actions for run in runs),
        }
        return {
            "won": sum(any(run.state == "WIN" for run in runs) for runs in every),
            "played": len(every),
            "total_actions": sum(run.actions for runs in every for run in runs),
            "levels_completed": sum(max(run.levels_completed for run in runs) for runs in every),
            "cards": {game_id: card} if runs else {},
        }


class _Tag:
    """The levels of all games with one tag, scored as if they were those of one game."""

    def __init__(self) -> None:
        self.scores: list[float] = []
        self.weights: list[int] = []
        self.completed = 0
        self.actions = 0
        self.games: set[str] = set()

    def add(self, game_id: str, run: Mapping[str, Any]) -> None:
        """Count the levels of a run."""
        self.games.add(game_id)
        self.scores += run["level_scores"]
        self.weights += range(1, len(run["level_scores"]) + 1)
        self.completed += run["levels_completed"]
        self.actions += run["actions"]

    def as_json(self, name: str) -> dict[str, Any]:
        """As the official card has it."""
        return {
            "id": name,
            "score": weighted(self.scores, self.weights),
            "levels_completed": self.completed,
            "actions": self.actions,
            "number_of_levels": len(self.scores),
            "number_of_environments": len(self.games),
        }


def _not_played() -> Plays:
    """A game of a competition that nobody has played."""
    plays = Plays(1)
    plays.open("")
    return plays


def _run(game_id: str, run: Run, known: Scored | None, cap: float, cutoff: float | None) -> dict[str, Any]:
    """A run as the official card has it; one that cannot be scored says why as its `message`."""
    wrong = _unscored(game_id, run, known)
    counted = {"resets": run.resets, "state": run.state, "completed": run.state == "WIN"}
    if wrong is not None or known is None:
        done = run.level_actions()
        actions = done if run.state == "WIN" else [*done, run.actions - sum(done)]
        return {
            "id": game_id,
            "guid": run.guid,
            "score": 0.0,
            "levels_completed": run.levels_completed,
            "actions": run.actions,
            **counted,
            "level_scores": [0.0] * len(actions),
            "level_actions": actions,
            "level_baseline_actions": [UNKNOWN] * len(actions),
            "number_of_environments": 0,  # as the official card has it for such a run
            "message": wrong,
        }
    levels = run.levels(known.baselines)
    scored = game_score(levels, cap=cap, cutoff=cutoff)
    return {
        "guid": run.guid,
        "score": scored.score,
        "levels_completed": scored.levels_completed,
        "actions": scored.actions,
        **counted,
        "level_scores": list(scored.level_scores),
        "level_actions": [level.actions for level in levels],
        "level_baseline_actions": [level.baseline for level in levels],
    }


def _unscored(game_id: str, run: Run, known: Scored | None) -> str | None:
    """Why a run has no score, in the words of the official scorer; None if it has one."""
    if known is None:
        return f"No Matching EnvironmentInfo found for {game_id}"
    if not known.baselines:
        return "Human baseline actions are not available for this environment"
    if len(known.baselines) < len(run.changes):
        return "Human baseline actions size mismatch"
    return None if usable(known.baselines) else "Human baseline actions are not all whole numbers above 0"


def _environment(game_id: str, runs: list[dict[str, Any]]) -> dict[str, Any]:
    """A game on the card: the best of its runs, the actions of all."""
    return {
        "id": game_id,
        "runs": runs,
        "score": max(run["score"] for run in runs),
        "actions": sum(run["actions"] for run in runs),
        "levels_completed": max(run["levels_completed"] for run in runs),
        "completed": any(run["completed"] for run in runs),
        "level_count": max(len(run["level_scores"]) for run in runs),
        "resets": sum(run["resets"] for run in runs),
    }
