"""arcg: a small language, compiler, runtime and studio for turn-based grid worlds without words.

    import arcg

    env = arcg.make("games/mygame/mygame.arcg")
    frames = env.reset()                  # uint8, shape (n, 64, 64), values 0-15
    frames = env.step(arcg.Action.RIGHT)

Importing `arcg` loads nothing heavy; the names below are fetched from their rooms when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arcg import gym
    from arcg.dsl.diagnostics import ArcgError
    from arcg.runtime.agents.telling import text
    from arcg.runtime.engine import Action, Status
    from arcg.runtime.env import Env, make
    from arcg.runtime.generate.fresh import levels
    from arcg.runtime.gym.vector import make_vec
    from arcg.runtime.kernel import KernelBatch, KernelEngine
    from arcg.runtime.loading import load
    from arcg.runtime.png import png

__version__ = "0.1.0"
__all__ = [
    "Action",
    "ArcgError",
    "Env",
    "KernelBatch",
    "KernelEngine",
    "Status",
    "__version__",
    "gym",
    "levels",
    "load",
    "make",
    "make_vec",
    "png",
    "text",
]

_HOMES = {
    "Action": "arcg.runtime.engine",
    "ArcgError": "arcg.dsl.diagnostics",
    "Env": "arcg.runtime.env",
    "KernelBatch": "arcg.runtime.kernel",
    "KernelEngine": "arcg.runtime.kernel",
    "Status": "arcg.runtime.engine",
    "levels": "arcg.runtime.generate.fresh",
    "load": "arcg.runtime.loading",
    "make": "arcg.runtime.env",
    "make_vec": "arcg.gym",
    "png": "arcg.runtime.png",
    "text": "arcg.runtime.agents.telling",
}


def __getattr__(name: str) -> object:
    import importlib

    if name == "gym":
        return importlib.import_module("arcg.gym")
    if name not in _HOMES:
        raise AttributeError(f"module 'arcg' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
