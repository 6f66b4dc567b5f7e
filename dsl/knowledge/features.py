"""What the recogniser sees of a mask: a small grey picture of it, and counts of its corners and edges."""

from __future__ import annotations

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


def features(mask: Mask) -> Vector:
    """The features of a cropped mask in its eight positions: shape (8, SIDE * SIDE + COUNTS)."""
    height, width = mask.shape
    grey = _shares(height) @ mask.astype(np.float32) @ _shares(width).T
    turned = grey.T
    views = [
        position
        for one in (grey, turned)
        for position in (one, one[::-1], one[:, ::-1], one[::-1, ::-1])
    ]  # fmt: skip
    result = np.empty((8, SIDE * SIDE + COUNTS), dtype=np.float32)
    result[:, : SIDE * SIDE] = np.stack(views).reshape(8, -1) * 2 - 1
    result[:, SIDE * SIDE :] = _counts(mask)
    shape = np.log2(height / width)
    result[:4, -1], result[4:, -1] = shape, -shape
    return result


def _counts(mask: Mask) -> list[float]:
    """Size, share of the box, and how many blocks of two by two cells hold one, two, two across, three or four."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width + 2), dtype=np.int8)
    padded[1:-1, 1:-1] = mask
    blocks = padded[:-1, :-1] + 2 * padded[:-1, 1:] + 4 * padded[1:, :-1] + 8 * padded[1:, 1:]
    found = np.bincount(blocks.ravel(), minlength=16).tolist()
    one = found[1] + found[2] + found[4] + found[8]
    three = found[7] + found[11] + found[13] + found[14]
    across = found[6] + found[9]
    side = found[3] + found[5] + found[10] + found[12]
    half = (height + width) / 2
    euler = (one - three - 2 * across) / 4
    return [
        float(np.log2(min(height, width))) - 2.5,
        float(np.log2(max(height, width))) - 3,
        float(mask.mean()) * 2 - 1,
        one / 10 - 1,
        three / 10 - 1,
        across / 5,
        side / half / 2 - 1,
        found[15] / half / 3,
        max(-3.0, min(3.0, euler)),
        0.0,
    ]
