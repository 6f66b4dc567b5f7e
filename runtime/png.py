"""Frames as PNG files: a picture for a page, a report or a notebook, with nothing but the standard library.

Takes frames of the engines (`uint8`, values 0-15), gives the bytes of a file with the sixteen colours as its palette.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.palette import PALETTE

CLEAR = 16
"""The colour of what lies between frames: none."""

GAP = 4
"""Frame pixels between two frames."""


def png(frames: NDArray[np.uint8], scale: int = 8) -> bytes:
    """A PNG file of a frame, or of several side by side, oldest at the left.

    Args:
        frames: shape (height, width), or (n, height, width) with n at least 1, values 0-15.
        scale: side of the square that a pixel becomes, at least 1.

    Returns:
        The bytes of the file. What lies between frames is transparent.

    Raises:
        ValueError: another shape, a value above 15, or a scale below 1.
    """
    if frames.ndim not in (2, 3) or not frames.size:
        raise ValueError(f"a picture needs a frame, or several of one size, not an array of the shape {frames.shape}")
    if int(frames.max()) >= CLEAR:
        raise ValueError(f"a frame holds colours 0-15, not {int(frames.max())}")
    if scale < 1:
        raise ValueError(f"the scale must be at least 1, not {scale}")
    several = frames if frames.ndim == 3 else frames[np.newaxis]
    return encode(side_by_side(list(several), scale))


def side_by_side(frames: list[NDArray[np.uint8]], scale: int) -> NDArray[np.uint8]:
    """Frames in a row, each pixel as a square of `scale` pixels: an array of colours, 16 where there is none."""
    large = [frame.repeat(scale, 0).repeat(scale, 1) for frame in frames]
    gap = np.full((large[0].shape[0], GAP * scale), CLEAR, np.uint8)
    return np.hstack([part for frame in large for part in (gap, frame)][1:])


def encode(colours: NDArray[np.uint8]) -> bytes:
    """A PNG file with one of 17 colours for each pixel, the last of them clear."""
    height, width = colours.shape
    palette = bytes(PALETTE.tobytes()) + bytes(3)
    rows = b"".join(b"\0" + row.tobytes() for row in colours)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"tRNS", b"\xff" * CLEAR + b"\0"),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + sort + data + struct.pack(">I", zlib.crc32(sort + data)) for sort, data in chunks
    )
