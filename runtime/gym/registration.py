"""The ids under which `gymnasium.make` and `gymnasium.make_vec` know games."""

from __future__ import annotations

import os
from pathlib import Path

from gymnasium.envs import registration

from arcg.runtime.loading import find, shipped


def register_shipped() -> None:
    """Make `arcg/<id>-v0` known for every shipped game."""
    for name in shipped():
        _register(f"arcg/{name}-v0", name, None)


def register(
    path: str | os.PathLike[str],
    *,
    env_id: str | None = None,
    max_episode_steps: int | None = None,
) -> str:
    """Make a game of one's own known to `gymnasium.make` and `gymnasium.make_vec`.

    Args:
        path: an `.arcg` file or the folder of a compiled game.
        env_id: the id; by default `arcg/<name of the file or folder>-v0`. What had it before is replaced.
        max_episode_steps: Gymnasium's limit of steps, after which an episode is truncated.

    Returns:
        The id.

    Raises:
        FileNotFoundError: there is no such game.
    """
    found = Path(path).absolute()
    find(found)
    name = env_id or f"arcg/{found.stem}-v0"
    registration.registry.pop(name, None)
    _register(name, os.fspath(found), max_episode_steps)
    return name


def _register(name: str, game: str, max_episode_steps: int | None) -> None:
    if name not in registration.registry:
        registration.register(
            name,
            entry_point="arcg.runtime.gym.single:Env",
            vector_entry_point="arcg.runtime.gym.vector:from_spec",
            max_episode_steps=max_episode_steps,
            kwargs={"game": game},
        )
