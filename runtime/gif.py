"""Frames as animated GIF files: play for a page or a report, with nothing but the standard library.

Takes frames of the engines (`uint8`, values 0-15) with how long each is shown, gives the bytes of a file (GIF89a) that
plays again and again. Of a frame only the rectangle is kept in which it differs from the one before.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.palette import PALETTE

COLOUR_BITS = 4

MOST_CODES = 1 << 12
"""Codes have at most 12 bits."""

LONGEST = (1 << 16) - 1
"""Most hundredths of a second that a frame is shown."""


def gif(frames: NDArray[np.uint8], delays: Sequence[int], scale: int = 4) -> bytes:
    """A GIF file of frames one after another.

    Args:
        frames: shape (n, height, width) with n at least 1, values 0-15.
        delays: for each frame how long it is shown, in hundredths of a second.
        scale: side of the square that a pixel becomes, at least 1.

    Raises:
        ValueError: another shape, another number of delays, a value above 15, or a scale below 1.
    """
    if frames.ndim != 3 or not frames.size:
        raise ValueError(f"an animation needs frames of one size, not an array of the shape {frames.shape}")
    if len(delays) != len(frames):
        raise ValueError(f"{len(frames)} frames need as many delays, not {len(delays)}")
    if int(frames.max()) >= len(PALETTE):
        raise ValueError(f"a frame holds colours 0-15, not {int(frames.max())}")
    if scale < 1:
        raise ValueError(f"the scale must be at least 1, not {scale}")
    height, width = (side * scale for side in frames.shape[1:])
    parts = [
        b"GIF89a",
        struct.pack("<HHBBB", width, height, 0x80 | (COLOUR_BITS - 1), 0, 0),
        PALETTE.tobytes(),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
    ]
    shown: NDArray[np.uint8] | None = None
    for frame, delay in _distinct(frames, delays):
        parts += _frame(frame, shown, delay, scale)
        shown = frame
    return b"".join([*parts, b"\x3b"])


def _distinct(frames: NDArray[np.uint8], delays: Sequence[int]) -> list[tuple[NDArray[np.uint8], int]]:
    """The frames without those that are like the one before, which is shown longer instead."""
    result: list[tuple[NDArray[np.uint8], int]] = []
    for frame, delay in zip(frames, delays, strict=True):
        if result and np.array_equal(frame, result[-1][0]):
            result[-1] = result[-1][0], result[-1][1] + delay
        else:
            result.append((frame, delay))
    return result


def _frame(frame: NDArray[np.uint8], before: NDArray[np.uint8] | None, delay: int, scale: int) -> list[bytes]:
    top, left, (bottom, right) = 0, 0, frame.shape
    if before is not None:
        rows, columns = np.nonzero(frame != before)
        top, bottom = int(rows.min()), int(rows.max()) + 1
        left, right = int(columns.min()), int(columns.max()) + 1
    part = frame[top:bottom, left:right].repeat(scale, 0).repeat(scale, 1)
    place = (left * scale, top * scale, part.shape[1], part.shape[0])
    return [
        b"\x21\xf9\x04\x04" + struct.pack("<H", min(delay, LONGEST)) + b"\0\0",  # it stays where it is
        b"\x2c" + struct.pack("<HHHHB", *place, 0),
        bytes([COLOUR_BITS]),
        _blocks(_packed(part.tobytes())),
    ]


def _blocks(data: bytes) -> bytes:
    """Data in blocks of at most 255 bytes, each after its length; an empty one ends it."""
    blocks = (data[at : at + 255] for at in range(0, len(data), 255))
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def _packed(pixels: bytes) -> bytes:
    """Pixels by the method of Lempel, Ziv and Welch (1984), as GIF has it: codes grow, and begin anew at 4,096."""
    clear = 1 << COLOUR_BITS
    held, held_bits, bits = clear, COLOUR_BITS + 1, COLOUR_BITS + 1
    table: dict[int, int] = {}
    following, code = clear + 2, pixels[0]
    result = bytearray()
    for pixel in pixels[1:]:
        pair = code << COLOUR_BITS | pixel
        longer = table.get(pair)
        if longer is not None:
            code = longer
            continue
        held |= code << held_bits
        held_bits += bits
        if following < MOST_CODES:
            table[pair] = following
            bits += following >> bits
            following += 1
        else:
            held |= clear << held_bits
            held_bits += bits
            table.clear()
            bits, following = COLOUR_BITS + 1, clear + 2
        code = pixel
        whole = held_bits // 8
        result += (held & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
        held >>= 8 * whole
        held_bits -= 8 * whole
    held |= code << held_bits
    held_bits += bits
    bits += following >> bits if following < MOST_CODES else 0
    held |= (clear + 1) << held_bits
    held_bits += bits
    return bytes(result + held.to_bytes((held_bits + 7) // 8, "little"))
