"""What the recogniser sees of a mask: a small grey picture of it, and counts of its corners and edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.knowledge.masks import Mask

SIDE = 12
"""Width and height of the grey picture."""

COUNTS = 10
"""How many numbers follow the grey picture."""

Vector = NDArray[np.float32]


@cache
def _shares(size: int) -> Vector:
    """How much of each of `size` cells falls into each of `SIDE` equal parts of their row; shape (SIDE, size)."""
    edges = np.arange(SIDE + 1) * size / SIDE
    cells = np.arange(size)
    low = np.maximum(edges[:-1, None], cells)
    high = np.minimum(edges[1:, None], cells + 1)
    shares: Vector = (np.maximum(high - low, 0) * SIDE / size).astype(np.float32)
    return shares


def features(masks: Sequence[Mask]) -> Vector:
    """The features of cropped masks of one shape in their eight positions: shape (n, 8, SIDE * SIDE + COUNTS)."""
    stack = np.stack(masks)
    count, height, width = stack.shape
    grey = _shares(height) @ stack.astype(np.float32) @ _shares(width).T
    views = np.empty((count, 8, SIDE, SIDE), dtype=np.float32)
    turned = grey.transpose(0, 2, 1)
    for number, one in enumerate((grey, turned)):
        views[:, 4 * number] = one
        views[:, 4 * number + 1] = one[:, ::-1]
        views[:, 4 * number + 2] = one[:, :, ::-1]
        views[:, 4 * number + 3] = one[:, ::-1, ::-1]
    result = np.empty((count, 8, SIDE * SIDE + COUNTS), dtype=np.float32)
    result[:, :, : SIDE * SIDE] = views.reshape(count, 8, -1) * 2 - 1
    result[:, :, SIDE * SIDE : -1] = _counts(stack)[:, None]
    shape = np.log2(height / width)
    result[:, :4, -1], result[:, 4:, -1] = shape, -shape
    return result


def _counts(stack: NDArray[np.bool_]) -> Vector:
    """Size, share of the box, and how many blocks of two by two cells hold one, two, two across, three or four."""
    count, height, width = stack.shape
    padded = np.zeros((count, height + 2, width + 2), dtype=np.int64)
    padded[:, 1:-1, 1:-1] = stack
    blocks = padded[:, :-1, :-1] + 2 * padded[:, :-1, 1:] + 4 * padded[:, 1:, :-1] + 8 * padded[:, 1:, 1:]
    places = blocks.reshape(count, -1) + 16 * np.arange(count)[:, None]
    found = np.bincount(places.ravel(), minlength=16 * count).reshape(count, 16)
    one = found[:, [1, 2, 4, 8]].sum(axis=1)
    three = found[:, [7, 11, 13, 14]].sum(axis=1)
    across = found[:, [6, 9]].sum(axis=1)
    side = found[:, [3, 5, 10, 12]].sum(axis=1)
    half = (height + width) / 2
    low, high = (np.full(count, np.log2(length)) for length in sorted((height, width)))
    euler = (one - three - 2 * across) / 4
    return np.stack(
        [
            low - 2.5,
            high - 3,
            stack.mean(axis=(1, 2)) * 2 - 1,
            one / 10 - 1,
            three / 10 - 1,
            across / 5,
            side / half / 2 - 1,
            found[:, 15] / half / 3,
            np.clip(euler, -3, 3),
        ],
        axis=1,
    ).astype(np.float32)
