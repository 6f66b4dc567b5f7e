"""Work on a program that is remembered for programs that differ from it in their levels only.

Whoever tries thousands of levels of one game (`arcg generate`) would assemble the same rules thousands of times.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from arcg.compiler import ir

T = TypeVar("T")

MOST = 16
"""Results that are kept, the latest ones."""

_RULES = tuple(field.name for field in dataclasses.fields(ir.Program) if field.name != "levels")


class Remembered(Generic[T]):
    """A function of a program, which is asked once for programs of the same rules and the same `depends` of the levels.

    Rules are the same if they are one object in memory, as after `dataclasses.replace(program, levels=..)`: that is
    quick to see, and what is not seen to be the same is worked out again.

    Args:
        work: the function. Nobody may change what it gives.
        depends: all that it takes from the levels.
    """

    def __init__(self, work: Callable[[ir.Program], T], depends: Callable[[ir.Program], Hashable]) -> None:
        self._work = work
        self._depends = depends
        self._known: dict[Hashable, tuple[ir.Program, T]] = {}  # the program, so that its parts stay where they are

    def __call__(self, program: ir.Program) -> T:
        """What the function gives for the program."""
        key = (*(id(getattr(program, name)) for name in _RULES), self._depends(program))
        found = self._known.pop(key, None)
        if found is None:
            found = program, self._work(program)
        self._known[key] = found
        while len(self._known) > MOST:
            self._known.pop(next(iter(self._known)), None)
        return found[1]
