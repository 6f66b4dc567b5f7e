"""Plays with the official client through a server, in a process of its own: `python online.py < JOB > ANSWERS`.

The job is JSON: {"mode": "online" or "competition", "games": {id: [[action, data, reasoning], ...]}}; the server's
address and the key are in the environment. For each game its answers are told, that to the first RESET too, and at the
end the scorecard. With {"random": id} the official random agent plays instead, of the repository in the environment
variable ARCG_AGENTS_REPO, or one made here of its two methods where there is none.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import logging
import os
import random
import sys
import types
from typing import Any

import arc_agi
from arcengine import GameAction, GameState

URL = os.environ.get("ARC_BASE_URL", "")


def told(answer: Any) -> Any:
    """An answer without its pictures, and a hash of these."""
    if answer is None:
        return None
    return {
        "frames": len(answer.frame),
        "hash": hashlib.sha256(b"".join(frame.astype("uint8").tobytes() for frame in answer.frame)).hexdigest(),
        "state": answer.state.value,
        "levels_completed": answer.levels_completed,
        "win_levels": answer.win_levels,
        "full_reset": answer.full_reset,
        "available_actions": list(answer.available_actions),
        "guid": answer.guid,
    }


def play(job: dict[str, Any]) -> dict[str, Any]:
    """Play the actions of a job with the client."""
    arcade = arc_agi.Arcade(operation_mode=arc_agi.OperationMode(job["mode"]), logger=silent())
    card = arcade.open_scorecard(tags=["test"])
    answers = {}
    for game, actions in job["games"].items():
        env = arcade.make(game, scorecard_id=card)
        answers[game] = [told(env.observation_space)]
        for number, data, reasoning in actions:
            answers[game].append(told(env.step(GameAction.from_id(number), data, reasoning)))
    again = {game: told(arcade.make(game, scorecard_id=card).observation_space) for game in job.get("again", [])}
    return {"answers": answers, "again": again, "card": arcade.close_scorecard(card).model_dump(mode="json")}


class Random:
    """What the official random agent does, by the two methods of the official template."""

    MAX_ACTIONS = 80

    def is_done(self, latest: Any) -> bool:
        """Whether the game is won."""
        return bool(latest.state is GameState.WIN)

    def choose_action(self, latest: Any) -> tuple[GameAction, dict[str, int], dict[str, str]]:
        """Any action but RESET, which only goes on after GAME_OVER."""
        if latest.state in (GameState.NOT_PLAYED, GameState.GAME_OVER):
            return GameAction.RESET, {}, {"text": "again"}
        action = random.choice([one for one in GameAction if one is not GameAction.RESET])
        data = {"x": random.randint(0, 63), "y": random.randint(0, 63)} if action.is_complex() else {}
        return action, data, {"text": f"RNG told me to pick {action.value}"}


def play_at_random(game: str) -> dict[str, Any]:
    """Let an agent play one game, as the official one plays: 81 actions."""
    repository = os.environ.get("ARCG_AGENTS_REPO")
    if repository:
        for name, path in (("agents", f"{repository}/agents"), ("agents.templates", f"{repository}/agents/templates")):
            module = types.ModuleType(name)  # agents/__init__.py would load every template and what they need
            module.__path__ = [path]
            sys.modules[name] = module
        agent = importlib.import_module("agents.templates.random_agent").Random
        sys.modules["agents"].AVAILABLE_AGENTS = {"random": agent}  # type: ignore[attr-defined]
        swarm = importlib.import_module("agents.swarm").Swarm("random", URL, [game], tags=["local"])
        return {"card": swarm.main().model_dump(mode="json")}
    arcade = arc_agi.Arcade(operation_mode=arc_agi.OperationMode.ONLINE, logger=silent())
    card = arcade.open_scorecard(tags=["local", "agent", "random"])
    env, agent = arcade.make(game, scorecard_id=card), Random()
    for _ in range(agent.MAX_ACTIONS + 1):
        if agent.is_done(env.observation_space):
            break
        assert env.step(*agent.choose_action(env.observation_space)) is not None
    return {"card": arcade.close_scorecard(card).model_dump(mode="json")}


def silent() -> logging.Logger:
    """A logger that leaves the answers alone."""
    logger = logging.getLogger("silent")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return logger


def main() -> None:
    """Do the job on stdin."""
    job, out = json.load(sys.stdin), os.dup(1)
    os.dup2(2, 1)  # the client prints
    done = play_at_random(job["random"]) if "random" in job else play(job)
    os.write(out, json.dumps(done).encode())


if __name__ == "__main__":
    main()
