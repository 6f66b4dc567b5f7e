"""The seeded generator that the recorded tests were played with: RC4, seven bytes to a number."""

from __future__ import annotations

BYTES = 7
"""A number is made of so many bytes, the highest first."""


def key_of(seed: str) -> bytes:
    """A seed as the bytes of its UTF-16 code units, without zeros that lead a unit."""
    units = seed.encode("utf-16-be")
    return b"".join(units[n : n + 2].lstrip(b"\0") or b"\0" for n in range(0, len(units), 2))


class Generator:
    """A stream of numbers from 0 up to 1; each call gives the next."""

    def __init__(self, seed: str) -> None:
        key = key_of(seed) or b"\0"
        self._table = list(range(256))
        self._i = self._j = 0
        j = 0
        for i in range(256):
            j = (j + self._table[i] + key[i % len(key)]) % 256
            self._table[i], self._table[j] = self._table[j], self._table[i]

    def byte(self) -> int:
        """The next byte of the stream."""
        table = self._table
        self._i = (self._i + 1) % 256
        self._j = (self._j + table[self._i]) % 256
        table[self._i], table[self._j] = table[self._j], table[self._i]
        return table[(table[self._i] + table[self._j]) % 256]

    def __call__(self) -> float:
        """The next number."""
        value = 0.0
        for _ in range(BYTES):
            value = value * 256 + self.byte()
        return value / 2.0 ** (8 * BYTES)
