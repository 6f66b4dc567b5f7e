"""GIF files: decoded by a decoder of our own that knows nothing of the encoder, and by pygame."""

from __future__ import annotations

import io
import struct
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from arcg.runtime.gif import gif
from arcg.runtime.palette import to_rgb


def decoded(data: bytes) -> tuple[list[NDArray[np.uint8]], list[int]]:
    """The pictures of a GIF as RGB, each as it is seen, and their delays."""
    assert data[:6] == b"GIF89a" and data[-1:] == b";"
    width, height, packed = struct.unpack("<HHB", data[6:11])
    colours = 2 << (packed & 7)
    palette = np.frombuffer(data[13 : 13 + 3 * colours], np.uint8).reshape(colours, 3)
    at, delay = 13 + 3 * colours, 0
    seen = np.zeros((height, width, 3), np.uint8)
    pictures, delays = [], []
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                [delay] = struct.unpack("<H", data[at + 4 : at + 6])
            at = blocks(data, at + 2)[1]
            continue
        assert data[at] == 0x2C
        left, top, columns, rows, flags = struct.unpack("<HHHHB", data[at + 1 : at + 10])
        assert flags == 0
        body, after = blocks(data, at + 11)
        pixels = unpacked(body, data[at + 10])
        assert len(pixels) == rows * columns
        seen[top : top + rows, left : left + columns] = palette[np.array(pixels)].reshape(rows, columns, 3)
        pictures.append(seen.copy())
        delays.append(delay)
        at = after
    return pictures, delays


def blocks(data: bytes, at: int) -> tuple[bytes, int]:
    """What lies in the blocks that begin at a place, and where they end."""
    body = b""
    while data[at]:
        body += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    return body, at + 1


def unpacked(body: bytes, least: int) -> list[int]:
    """The pixels of packed data, by the book: a list of strings, codes read bit by bit."""
    bits = [byte >> place & 1 for byte in body for place in range(8)]
    clear, end = 1 << least, (1 << least) + 1
    strings: list[list[int]] = []
    pixels: list[int] = []
    size, at, last = least + 1, 0, None
    while True:
        code = sum(bit << place for place, bit in enumerate(bits[at : at + size]))
        at += size
        if code == end:
            return pixels
        if code == clear:
            strings, size, last = [[n] for n in range(clear)] + [[], []], least + 1, None
            continue
        if last is not None:
            strings.append([*last, (strings[code] if code < len(strings) else last)[0]])
        last = strings[code]
        pixels += last
        if len(strings) == 1 << size and size < 12:
            size += 1


@pytest.mark.parametrize("scale", [1, 3])
def test_pictures_come_back(scale: int) -> None:
    random = np.random.default_rng(5)
    frames = random.integers(0, 16, (6, 64, 64), np.uint8)
    frames[1] = frames[0]
    frames[1, 10:20, 5:8] = 3
    frames[2], frames[3] = frames[1], 7
    pictures, delays = decoded(gif(frames, [1, 2, 3, 4, 5, 6], scale))
    assert delays == [1, 5, 4, 5, 6]  # the third is like the second, which is shown longer
    for picture, frame in zip(pictures, frames[[0, 1, 3, 4, 5]], strict=True):
        assert np.array_equal(picture, to_rgb(frame, scale))


def test_every_length_comes_back() -> None:
    """Whatever the last codes are, and wherever they begin to be longer or the table begins anew."""
    random = Random(3)
    for _ in range(300):
        width, height = random.randint(1, 40), random.randint(1, 40)
        few = random.randint(1, 16)
        frame = np.array([[random.randrange(few) for _ in range(width)] for _ in range(height)], np.uint8)
        [picture], _ = decoded(gif(frame[np.newaxis], [1], 1))
        assert np.array_equal(picture, to_rgb(frame))


def test_pygame_reads_it() -> None:
    pygame = pytest.importorskip("pygame")
    frames = np.random.default_rng(1).integers(0, 16, (2, 64, 64), np.uint8)
    surface = pygame.image.load(io.BytesIO(gif(frames, [5, 5], 2)), "a.gif")
    assert np.array_equal(pygame.surfarray.array3d(surface.convert(24)).swapaxes(0, 1), to_rgb(frames[0], 2))


@pytest.mark.parametrize(
    "shape, delays, scale, word",
    [
        ((64, 64), [1], 1, "shape"),
        ((0, 64, 64), [], 1, "shape"),
        ((2, 4, 4), [1], 1, "delays"),
        ((1, 4, 4), [1], 0, "scale"),
    ],
)
def test_what_is_no_animation_is_refused(shape: tuple[int, ...], delays: list[int], scale: int, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        gif(np.zeros(shape, np.uint8), delays, scale)
    with pytest.raises(ValueError, match="colours"):
        gif(np.full((1, 2, 2), 16, np.uint8), [1])
