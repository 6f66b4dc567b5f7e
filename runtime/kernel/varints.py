"""Whole numbers as bytes: zigzag, then seven bits a byte, least first, the high bit set while more follow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


def varints(numbers: Iterator[int]) -> bytes:
    """Numbers of any size as bytes."""
    out = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 127:
            out.append((rest & 127) | 128)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def read_varints(data: bytes) -> list[int]:
    """The numbers that `varints` wrote.

    Raises:
        ValueError: the bytes end inside a number.
    """
    numbers: list[int] = []
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(-((value + 1) >> 1) if value & 1 else value >> 1)
            value = shift = 0
    if shift:
        raise ValueError("the bytes end inside a number")
    return numbers


def packed(numbers: NDArray[np.int64]) -> bytes:
    """As `varints`, for an array, all below 2^34 in size."""
    twice = np.where(numbers >= 0, 2 * numbers, -2 * numbers - 1)
    rest = np.stack([twice >> 7 * place for place in range(MOST_BYTES + 1)], axis=1)
    digits = (rest[:, :-1] & 127) | np.where(rest[:, 1:] > 0, 128, 0)
    used = rest[:, :-1] > 0
    used[:, 0] = True
    return digits[used].astype(np.uint8).tobytes()


MOST_BYTES = 5
"""Bytes of a number below 2^34 in size."""
