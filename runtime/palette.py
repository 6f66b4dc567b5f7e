"""The sixteen colours of ARC-AGI-3, and frames as RGB pictures.

Takes frames of the engines (`uint8`, values 0-15), gives arrays that a window, a PNG writer or a notebook can show.
The names of the colours in `.arcg` files are `arcg.dsl.model.COLOURS`, in the same order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.colours import HEX

PALETTE: NDArray[np.uint8] = np.frombuffer(bytes.fromhex("".join(HEX)), dtype=np.uint8).reshape(16, 3)
"""Shape (16, 3), dtype uint8, read-only: red, green and blue of each colour."""


def to_rgb(frames: NDArray[np.uint8], scale: int = 1) -> NDArray[np.uint8]:
    """The picture or pictures in true colours, each pixel a square of `scale` pixels.

    Args:
        frames: shape (..., height, width), values 0-15.
        scale: side of a square, at least 1.

    Returns:
        Shape (..., height * scale, width * scale, 3), dtype uint8; a new array.

    Raises:
        ValueError: a value above 15, or a scale below 1.
    """
    if scale < 1:
        raise ValueError(f"the scale must be at least 1, not {scale}")
    if frames.size and int(frames.max()) > 15:
        raise ValueError(f"a frame holds colours 0-15, not {int(frames.max())}")
    large = frames.repeat(scale, axis=-2).repeat(scale, axis=-1) if scale > 1 else frames
    return PALETTE[large]
