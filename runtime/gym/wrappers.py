"""Wrappers that observe planes of kinds instead of pictures."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.vector import VectorWrapper

from arcg.runtime.gym.single import Env
from arcg.runtime.gym.vector import VectorEnv


class SymbolicPlanes(gymnasium.Wrapper[Any, Any, Any, Any]):
    """One binary plane per kind, shape (kinds, height, width), instead of the picture, which is then never drawn.

    The same as `observation="planes"`. It goes next to the environment, below wrappers that change observations.

    Raises:
        TypeError: what is wrapped is no `arcg.gym.Env`.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        if not isinstance(env.unwrapped, Env):
            raise TypeError(f"SymbolicPlanes goes around an arcg.gym.Env, not {type(env.unwrapped).__name__}")
        env.unwrapped.observe("planes")
        super().__init__(env)


class VectorSymbolicPlanes(VectorWrapper):
    """As `SymbolicPlanes`, for `arcg.gym.VectorEnv`: shape (n, kinds, height, width).

    Raises:
        TypeError: what is wrapped is no `arcg.gym.VectorEnv`.
    """

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(env.unwrapped, VectorEnv):
            raise TypeError(
                f"VectorSymbolicPlanes goes around an arcg.gym.VectorEnv, not {type(env.unwrapped).__name__}"
            )
        env.unwrapped.observe("planes")
        super().__init__(env)
