"""Plays exported games with the official toolkit, in a process of its own: `python player.py FOLDER ANSWERS < JOB`.

The job is JSON: {"block": whether arcg must not be importable, "games": {id: [[action, data], ...]}, "seed": 0}. For
each game its answers are told: the one to the RESET with which the toolkit begins, and one for each action.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from pathlib import Path
from typing import Any


def told(answer: Any) -> dict[str, Any]:
    """An answer without its pictures, and a hash of these."""
    frames = answer.frame
    if frames:
        assert all(frame.shape == (64, 64) and frame.dtype.name == "int8" for frame in frames)
    return {
        "frames": len(frames),
        "hash": hashlib.sha256(b"".join(frame.tobytes() for frame in frames)).hexdigest(),
        "state": answer.state.value,
        "levels_completed": answer.levels_completed,
        "win_levels": answer.win_levels,
        "full_reset": answer.full_reset,
        "available_actions": list(answer.available_actions),
    }


def main() -> None:
    """Play what is asked for on stdin."""
    job = json.load(sys.stdin)
    if job["block"]:
        sys.modules["arcg"] = None  # type: ignore[assignment]
    import arc_agi
    from arcengine import GameAction

    logger = logging.getLogger("silent")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    arcade = arc_agi.Arcade(operation_mode=arc_agi.OperationMode.OFFLINE, environments_dir=sys.argv[1], logger=logger)
    answers = {}
    for game, actions in job["games"].items():
        env = arcade.make(game, seed=job["seed"])
        answers[game] = [told(env.observation_space)]
        for number, data in actions:
            answers[game].append(told(env.step(GameAction.from_id(number), data)))
    used = sorted(name for name in sys.modules if name.split(".")[0] == "arcg" and sys.modules[name] is not None)
    Path(sys.argv[2]).write_text(json.dumps({"answers": answers, "arcg": used}), "ascii")


if __name__ == "__main__":
    main()
