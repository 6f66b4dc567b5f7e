"""The games as Gymnasium environments: one with `gymnasium.make`, thousands at once with `arcg.make_vec`.

    import arcg.gym
    import gymnasium

    env = gymnasium.make("arcg/dyer-v0")
    envs = arcg.make_vec("dyer", 1024)
    observations, infos = envs.reset(seed=0)
    observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())

Importing this registers the shipped games. `docs/gym.md` says the rest. Needs Gymnasium, the extra `gym`.
"""

from __future__ import annotations

try:
    import gymnasium  # noqa: F401  the names below need it
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("arcg.gym needs Gymnasium: pip install 'arcg[gym]'", name="gymnasium") from error

from arcg.runtime.gym.registration import register, register_shipped
from arcg.runtime.gym.single import Env
from arcg.runtime.gym.vector import VectorEnv, make_vec
from arcg.runtime.gym.wrappers import SymbolicPlanes, VectorSymbolicPlanes

__all__ = ["Env", "SymbolicPlanes", "VectorEnv", "VectorSymbolicPlanes", "make_vec", "register"]

register_shipped()
