"""A camera for arcengine that shows pictures which somebody else has drawn."""

from __future__ import annotations

from typing import Any

import arcengine
import numpy as np
from numpy.typing import NDArray

PIXELS = 64
"""Width and height of a picture in pixels."""


class Screen(arcengine.Camera):
    """A camera that shows the picture that it was given."""

    def __init__(self) -> None:
        super().__init__(width=PIXELS, height=PIXELS)
        self.picture: NDArray[np.int8] = np.zeros((PIXELS, PIXELS), np.int8)

    def render(self, sprites: list[Any]) -> NDArray[np.int8]:
        """The picture, 64x64; there are no sprites."""
        return self.picture.copy()

    def _raw_render(self, sprites: list[Any]) -> NDArray[np.int8]:
        return self.picture.copy()
