"""Rendering: frames as pictures in true colours, as text, or in a window of their own.

Takes frames of the engines (`uint8`, values 0-15). pygame is loaded when a window is opened.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.engine import SIZE
from arcg.runtime.palette import to_rgb
from arcg.runtime.text import half_blocks

MODES = ("human", "rgb_array", "ansi")
FPS = 10
"""Frames a second in a window."""

SCALE = 8
"""Window pixels for a frame pixel, at most."""

MOST_TILES = 16
"""Environments that are shown side by side in a window."""


def checked(mode: str | None) -> str | None:
    """The render mode, if there is such a one.

    Raises:
        ValueError: there is none.
    """
    if mode is not None and mode not in MODES:
        raise ValueError(f"there is no render mode {mode!r}; the modes are {', '.join(MODES)}, and None")
    return mode


def ansi(frame: NDArray[np.uint8]) -> str:
    """A frame as text in colours: 32 lines of 64 half-block characters."""
    return "\n".join(half_blocks(frame, exact=True))


def tiled(frames: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The first frames, at most 16, side by side in a square, with a black line between them."""
    shown = frames[:MOST_TILES]
    side = math.isqrt(max(len(shown) - 1, 0)) + 1
    rows = -(-len(shown) // side)
    out = np.full((rows * (SIZE + 1) - 1, side * (SIZE + 1) - 1), 5, np.uint8)
    for number, frame in enumerate(shown):
        y, x = (SIZE + 1) * (number // side), (SIZE + 1) * (number % side)
        out[y : y + SIZE, x : x + SIZE] = frame
    return out


class Window:
    """A window that shows one picture after the other and takes no input. Its close button closes it for good."""

    def __init__(self, title: str, width: int, height: int) -> None:
        import pygame

        self._scale = max(1, SCALE * SIZE // max(width, height))
        pygame.display.init()
        pygame.display.set_caption(title)
        self._screen = pygame.display.set_mode((width * self._scale, height * self._scale))
        self._clock = pygame.time.Clock()
        self._open = True

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Show a picture, not before the last one was seen."""
        import pygame

        if self._open and any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
        if not self._open:
            return
        picture = to_rgb(frame, self._scale)
        self._screen.blit(pygame.image.frombuffer(picture.tobytes(), picture.shape[1::-1], "RGB"), (0, 0))
        pygame.display.flip()
        self._clock.tick(FPS)

    def close(self) -> None:
        """Close the window; a second call does nothing."""
        import pygame

        if self._open:
            self._open = False
            pygame.display.quit()
