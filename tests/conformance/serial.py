"""A position as the recorded tests write it, read from the state bytes that all engines share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from arcg.compiler import ir

DIGITS = 12
"""So many hexadecimal digits of a hash are recorded."""


HEADER = 1 + 8
"""Bytes of a state before its numbers: a letter, and those by which programs are told apart."""


def numbers(state: bytes) -> Iterator[int]:
    """The whole numbers of a state: seven bits a byte, least first; the sign is the lowest bit."""
    value = shift = 0
    for byte in state[HEADER:]:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value // 2 if value % 2 == 0 else -(value // 2) - 1
            value = shift = 0


def cells(program: ir.Program, state: bytes) -> tuple[int, int, list[int]]:
    """Width, height and the set of kinds in each cell, column by column."""
    rest = numbers(state)
    level = program.levels[next(rest)]
    next(rest)  # the status
    if ir.uses_chance(program):
        next(rest), next(rest)
    found = [0] * (level.width * level.height)
    for _ in range(next(rest)):
        kind, x, y = next(rest), next(rest), next(rest)
        found[x * level.height + y] |= 1 << kind
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
