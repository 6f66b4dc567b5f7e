"""Whole numbers as bytes: zigzag, then seven bits a byte, least first, the high bit set while more follow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel.jit import Array, kernel

MOST_BYTES = 5
"""Bytes of a number of 32 bits."""


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


def packed(numbers: NDArray[np.int32]) -> bytes:
    """As `varints`, for an array that lies in one piece; faster."""
    out = np.empty(MOST_BYTES * len(numbers), np.uint8)
    return out[: _pack(numbers, out)].tobytes()


@kernel
def _pack(numbers: Array, out: Array) -> int:
    """Write numbers as bytes; how many bytes."""
    size = 0
    for n in range(len(numbers)):
        number = int(numbers[n])
        number = 2 * number if number >= 0 else -2 * number - 1
        while number > 127:
            out[size] = (number & 127) | 128
            size += 1
            number >>= 7
        out[size] = number
        size += 1
    return size


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
