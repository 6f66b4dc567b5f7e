"""The number of token edits between two bodies (Levenshtein 1966), by bit vectors (Myers 1999), and a bound from below.

Bodies are numbered, so that each is prepared once and each pair compared once.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.novelty.units import Body, body_of

_BAGS = 64
"""Tokens are counted in so many bags; that two tokens may share one only makes the bound weaker."""


@lru_cache(maxsize=2_000_000)
def edits(one: int, two: int) -> int:
    """The fewest insertions, deletions and replacements of tokens between two bodies, given by their numbers."""
    if one > two:
        return edits(two, one)
    where, length = _where(one)
    return _myers(where, length, body_of(two))


@lru_cache(maxsize=100_000)
def _where(number: int) -> tuple[dict[str, int], int]:
    """Of each token of a body the places at which it stands, as bits."""
    places: dict[str, int] = {}
    body = body_of(number)
    for place, token in enumerate(body):
        places[token] = places.get(token, 0) | 1 << place
    return places, len(body)


def _myers(where: dict[str, int], length: int, text: Body) -> int:
    """A column of the table of distances as two bit vectors: where it rises by one, and where it falls by one.

    `level` is where the table does not grow along the diagonal.
    """
    if not length:
        return len(text)
    whole, last = (1 << length) - 1, 1 << (length - 1)
    rises, falls, found = whole, 0, length
    for token in text:
        same = where.get(token, 0)
        level = ((((same & rises) + rises) ^ rises) | same | falls) & whole
        up = falls | (whole & ~(level | rises))
        down = rises & level
        if up & last:
            found += 1
        elif down & last:
            found -= 1
        up = (up << 1 | 1) & whole
        down = down << 1 & whole
        rises = down | (whole & ~(level | up))
        falls = up & level
    return found


def bag(number: int) -> NDArray[np.int16]:
    """How many tokens of a body fall into each of the bags."""
    found = np.zeros(_BAGS, np.int16)
    for token in body_of(number):
        found[_bag(token)] += 1
    return found


@lru_cache(maxsize=10_000)
def _bag(token: str) -> int:
    return zlib.crc32(token.encode()) % _BAGS


def least_edits(ones: NDArray[np.int16], twos: NDArray[np.int16]) -> NDArray[np.int16]:
    """A bound from below on the edits between each two bodies of two lists of bags: shape (ones, twos).

    An edit mends at most one token too many and one too few.
    """
    apart = ones[:, None, :] - twos[None, :, :]
    more = np.maximum(apart, 0).sum(axis=2, dtype=np.int16)
    total = apart.sum(axis=2, dtype=np.int16)
    found: NDArray[np.int16] = np.maximum(more, more - total)
    return found
