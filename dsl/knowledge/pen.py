"""A pen: strokes and areas drawn as masks of any size, in many hands.

Takes the chains of `strokes.py`, bends, leans and stretches them a little, and sets the cells of a grid that the pen
covers. Used to train the recogniser.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.knowledge.masks import Mask, crop

Points = NDArray[np.float64]

FINE = 3
"""Points looked at in a cell, each way."""

SERIF = 0.8
"""Length of a serif on the sheet."""


def chains(text: str) -> list[Points]:
    """The strokes of one drawing: chains of points, shape (n, 2), right and down."""
    return [
        np.array([[int(point[0]), int(point[1])] for point in chain.split()], dtype=np.float64)
        for chain in text.split("|")
    ]


def drawings(text: str) -> list[list[Points]]:
    """The ways to draw a sign."""
    return [chains(way) for way in text.split(" / ")]


def draw(strokes: list[Points], filled: bool, random: np.random.Generator) -> Mask:
    """A mask of a sign in some hand: cropped, at most 24 cells wide and high."""
    height = int(random.choice([5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, 10, 11, 12, 14, 16, 20]))
    sheet = np.concatenate(strokes)
    span = np.maximum(sheet.max(axis=0) - sheet.min(axis=0), 1)
    width = max(3, round(height * span[0] / span[1] * random.uniform(0.75, 1.35)))
    width = min(width, 24)
    thickest = min(width, height) / 3.2
    pen = 1.0 if filled or thickest < 1.5 or random.random() < 0.35 else random.uniform(1, thickest)
    snapped = random.random() < 0.75
    low = sheet.min(axis=0)
    scale = (np.array([width, height]) - pen) / span
    lean = random.normal(0, 0.12) if random.random() < 0.3 else 0.0
    round_corners = random.random() < 0.4 and not filled and height > 6
    serifs = not filled and height > 6 and random.random() < 0.2
    placed = []
    for stroke in strokes:
        points = stroke + (0 if snapped else random.normal(0, 0.18, stroke.shape))
        if round_corners:
            points = _rounded(points)
        points = (points - low) * scale + pen / 2
        points[:, 0] += lean * (height - points[:, 1])
        if snapped and pen < 1.5:
            points = np.floor(points) + 0.5
        placed.append(points)
        if serifs and len(stroke) > 1:
            placed += [_serif(points[0], points[1], scale), _serif(points[-1], points[-2], scale)]
    fill = placed if filled else []
    reach = pen / 2 * random.uniform(0.9, 1.15) if not filled else random.uniform(0.0, 0.3)
    return _cells(placed, fill, reach, random.uniform(0.35, 0.55), width + 4, height + 4)


def _rounded(points: Points) -> Points:
    """The chain with its corners cut."""
    if len(points) < 3:
        return points
    before, after = points[:-1], points[1:]
    cut = np.empty((2 * len(before), 2))
    cut[0::2], cut[1::2] = before * 0.75 + after * 0.25, before * 0.25 + after * 0.75
    ends = points[:1] if (points[0] != points[-1]).any() else cut[-1:]
    return np.concatenate([ends, cut, points[-1:] if (points[0] != points[-1]).any() else cut[:1]])


def _serif(end: Points, before: Points, scale: Points) -> Points:
    """A short stroke across the end of a stroke, along the sheet."""
    upright = abs(end[1] - before[1]) >= abs(end[0] - before[0])
    side = np.array([SERIF, 0.0]) if upright else np.array([0.0, SERIF])
    return np.stack([end - side * scale, end + side * scale])


def _cells(strokes: list[Points], areas: list[Points], reach: float, share: float, width: int, height: int) -> Mask:
    """The cells of which at least `share` lies within `reach` of a stroke or inside an area, cropped."""
    margin = 2
    xs = (np.arange(width * FINE) + 0.5) / FINE - margin
    ys = (np.arange(height * FINE) + 0.5) / FINE - margin
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 1, 2)
    inked = np.zeros(len(spots), dtype=np.bool_)
    pairs = [(points[:-1], points[1:]) if len(points) > 1 else (points, points) for points in strokes]
    start, end = np.concatenate([pair[0] for pair in pairs]), np.concatenate([pair[1] for pair in pairs])
    way = end - start
    length = np.maximum((way**2).sum(axis=1), 1e-9)
    along = np.clip(((spots - start) * way).sum(axis=2) / length, 0, 1)
    nearest = start + along[:, :, None] * way
    inked |= (((spots - nearest) ** 2).sum(axis=2) <= reach**2).any(axis=1)
    for area in areas:
        after = np.roll(area, -1, axis=0)
        over = (area[:, 1] > spots[:, :, 1]) != (after[:, 1] > spots[:, :, 1])
        fall = after[:, 1] - area[:, 1]
        cut = area[:, 0] + (spots[:, :, 1] - area[:, 1]) * (after[:, 0] - area[:, 0]) / np.where(fall == 0, 1, fall)
        inked |= (over & (spots[:, :, 0] < cut)).sum(axis=1) % 2 == 1
    cover = inked.reshape(height, FINE, width, FINE).mean(axis=(1, 3))
    return crop(cover >= share)
