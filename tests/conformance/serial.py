"""A position as the recorded tests write it, read from the state bytes that all engines share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir

DIGITS = 12
"""So many hexadecimal digits of a hash are recorded."""


HEADER = 1 + 8
"""Bytes of a state before its numbers: a letter, and those by which programs are told apart."""


def numbers(state: bytes) -> NDArray[np.int64]:
    """The whole numbers of a state: seven bits a byte, least first; the sign is the lowest bit."""
    data = np.frombuffer(state, np.uint8, offset=HEADER).astype(np.int64)
    last = data < 128  # of its number
    first = np.flatnonzero(np.concatenate([[True], last[:-1]]))
    places = np.arange(len(data)) - np.repeat(first, np.diff(np.append(first, len(data))))
    values = np.add.reduceat((data & 127) << 7 * places, first)
    return np.where(values & 1, -(values >> 1) - 1, values >> 1)


def cells(program: ir.Program, state: bytes) -> tuple[int, int, list[int]]:
    """Width, height and the set of kinds in each cell, column by column."""
    rest = numbers(state)
    level = program.levels[rest[0]]
    at = 4 if ir.uses_chance(program) else 2  # level, status and perhaps the generator
    things = rest[at + 1 : at + 1 + 3 * rest[at]].reshape(-1, 3)
    found = [0] * (level.width * level.height)
    for kind, place in zip(things[:, 0].tolist(), (things[:, 1] * level.height + things[:, 2]).tolist(), strict=True):
        found[place] |= 1 << kind
    return level.width, level.height, found


class Serial:
    """Writes positions of one program; `names` is what the kinds are called in the recordings."""

    def __init__(self, program: ir.Program, names: Sequence[str]) -> None:
        self._program = program
        self._names = names
        self._words: dict[int, str] = {}

    def text(self, state: bytes) -> str:
        """Each new content of a cell by its names and a number, then by the number; a line for each `width` cells."""
        width, _, contents = cells(self._program, state)
        known: dict[int, int] = {}
        parts = []
        for place, kinds in enumerate(contents):
            if kinds not in known:
                known[kinds] = len(known)
                parts.append(f"{self._word(kinds)}:{known[kinds]},")
            else:
                parts.append(f"{known[kinds]},")
            if place % width == width - 1:
                parts.append("\n")
        return "".join(parts)

    def hash(self, state: bytes) -> str:
        """The hash of `text`, as it is recorded."""
        return hashlib.md5(self.text(state).encode(), usedforsecurity=False).hexdigest()[:DIGITS]

    def _word(self, kinds: int) -> str:
        if kinds not in self._words:
            names = [self._names[kind] for kind in range(len(self._names)) if kinds >> kind & 1]
            self._words[kinds] = " ".join(sorted(names))
        return self._words[kinds]
