"""Regions of pictures against a flood fill."""

from __future__ import annotations

import numpy as np
import pytest

from arcg.runtime.regions import regions


def flooded(picture: np.ndarray) -> list[tuple[int, int]]:
    """Colour and size of each region, in the order of their first pixels."""
    seen, found = np.zeros(picture.shape, bool), []
    for start in np.ndindex(picture.shape):
        if seen[start]:
            continue
        seen[start] = True
        waiting = [start]
        for y, x in waiting:
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                inside = 0 <= near[0] < picture.shape[0] and 0 <= near[1] < picture.shape[1]
                if inside and not seen[near] and picture[near] == picture[start]:
                    seen[near] = True
                    waiting.append(near)
        found.append((int(picture[start]), len(waiting)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_regions_are_those_of_a_flood_fill(seed: int) -> None:
    picture = np.random.default_rng(seed).integers(2 + seed % 2, size=(23, 19), dtype=np.uint8)

    found = regions(picture)

    assert [(region.colour, region.size) for region in found] == flooded(picture)
    assert all(picture[region.y, region.x] == region.colour for region in found)


def test_the_pixel_of_a_region_is_its_own_even_where_it_is_hollow() -> None:
    picture = np.zeros((64, 64), np.uint8)
    picture[10:20, 10:20] = 3
    picture[12:18, 12:18] = 5

    ground, frame, middle = regions(picture)

    assert (ground.size, frame.size, middle.size) == (64 * 64 - 100, 64, 36)
    assert picture[frame.y, frame.x] == 3
