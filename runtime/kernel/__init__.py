"""The kernel engine: compiled loops over plain arrays that step a batch of environments without touching Python.

`KernelEngine(program)` is one game in play, `KernelBatch(program, n)` many. The program is data (`assemble.py`), so the
kernels are compiled once for each version of arcg and kept on disk; importing this package compiles nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcg.runtime.kernel.cache import key

if TYPE_CHECKING:
    from arcg.runtime.kernel.batch import KernelBatch
    from arcg.runtime.kernel.engine import KernelEngine

__all__ = ["KernelBatch", "KernelEngine", "key"]

_HOMES = {"KernelBatch": "arcg.runtime.kernel.batch", "KernelEngine": "arcg.runtime.kernel.engine"}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'arcg.runtime.kernel' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
