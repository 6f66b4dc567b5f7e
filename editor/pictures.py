"""Frames in little room: each picture packed, and equal pictures kept once.

A session keeps all frames that it has seen. `Pictures` takes the frames of an answer and gives their packed forms,
which are equal if and only if the frames are; `unpacked` gives the frames back.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import numpy as np

from arcg.runtime.engine import SIZE, Frames

Packed = tuple[bytes, ...]
"""The frames of an answer, each packed by itself."""

_LEVEL = 1
"""Of compression: a frame takes 10 microseconds, a tenth of what the best level takes, and some 400 bytes."""


class Pictures:
    """A store in which equal pictures are one."""

    def __init__(self) -> None:
        self._kept: dict[bytes, bytes] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def pack(self, frames: Frames) -> Packed:
        """The packed forms of frames, oldest first."""
        packed = [zlib.compress(frame.tobytes(), _LEVEL) for frame in frames]
        return tuple(self._kept.setdefault(one, one) for one in packed)

    def keep(self, used: Iterable[Packed]) -> None:
        """Forget all pictures but those that are in use."""
        self._kept = {one: one for packed in used for one in packed}


def unpacked(packed: Packed) -> Frames:
    """The frames, shape (n, 64, 64); n may be 0."""
    data = b"".join(zlib.decompress(one) for one in packed)
    return np.frombuffer(data, np.uint8).reshape(len(packed), SIZE, SIZE)
