"""Frames as text: half-block characters in colours, or a character for each pixel.

Takes frames of the engines (`uint8`, values 0-15), gives lines for a terminal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.palette import PALETTE

RESET = "\x1b[0m"
"""Back to the colours of the terminal."""


def half_blocks(frame: NDArray[np.uint8], *, exact: bool) -> list[str]:
    """A frame as 32 lines of 64 characters with colour codes. `exact` uses true colours, else the nearest of 256."""
    front = [_code(38, colour, exact) for colour in range(16)]
    back = [_code(48, colour, exact) for colour in range(16)]
    lines = []
    for upper, lower in zip(frame[0::2].tolist(), frame[1::2].tolist(), strict=True):
        line, last = [], (-1, -1)
        for pair in zip(upper, lower, strict=True):
            if pair != last:
                line.append(f"\x1b[{front[pair[0]]};{back[pair[1]]}m")
                last = pair
            line.append("▀")
        lines.append("".join(line) + RESET)
    return lines


def plain(frame: NDArray[np.uint8]) -> list[str]:
    """A frame as 64 lines of 64 characters, `0`-`9` and `a`-`f`, as pictures are written in `.arcg` files."""
    return ["".join("0123456789abcdef"[colour] for colour in row) for row in frame.tolist()]


def _code(place: int, colour: int, exact: bool) -> str:
    red, green, blue = (int(part) for part in PALETTE[colour])
    if exact:
        return f"{place};2;{red};{green};{blue}"
    greys = [(8 + 10 * n, 8 + 10 * n, 8 + 10 * n) for n in range(24)]
    steps = (0, 95, 135, 175, 215, 255)
    cube = [(r, g, b) for r in steps for g in steps for b in steps]
    distances = [sum((a - b) ** 2 for a, b in zip(c, (red, green, blue), strict=True)) for c in cube + greys]
    return f"{place};5;{16 + distances.index(min(distances))}"
