"""The reference engine: the semantics of `docs/semantics.md` in executable form, written to be read.

`ReferenceEngine(program)` is the oracle of every test and what a preview runs in the moment before a kernel is ready.
"""

from __future__ import annotations

from arcg.runtime.reference.engine import ReferenceEngine

__all__ = ["ReferenceEngine"]
