"""Drawing on cells: shapes reach what they should, and turning or mirroring often enough changes nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.editor.document import grids

NEAR = st.integers(-12, 12)
CELLS = st.tuples(NEAR, NEAR)
SIDES = st.integers(1, 9)


@st.composite
def pieces(draw):
    width, height = draw(SIDES), draw(SIDES)
    return tuple(tuple(draw(st.integers(0, 3)) for _ in range(width)) for _ in range(height))


@given(CELLS, CELLS)
def test_a_line_goes_step_by_step_from_end_to_end(first, last):
    cells = grids.line(first, last)

    assert (cells[0], cells[-1]) == (first, last)
    assert len(cells) == max(abs(first[0] - last[0]), abs(first[1] - last[1])) + 1
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(cells))
    for x, y in cells:  # nowhere further than half a cell from the ideal line
        wide, high = last[0] - first[0], last[1] - first[1]
        assert abs((x - first[0]) * high - (y - first[1]) * wide) <= max(abs(wide), abs(high)) / 2


@given(CELLS, CELLS)
def test_a_box_is_the_edge_or_the_whole(first, last):
    edge, whole = grids.box(first, last), grids.box(first, last, filled=True)
    rect = grids.Rect.spanning(first, last)
    inner = grids.box((rect.x + 1, rect.y + 1), (rect.x + rect.width - 2, rect.y + rect.height - 2), filled=True)

    assert whole == rect.cells()
    assert set(edge) == set(whole) - (set(inner) if min(rect.width, rect.height) > 2 else set())


def test_a_flood_stays_within_one_value_and_the_board():
    rows = ["..#.", ".##.", "#..."]

    assert sorted(grids.flood((0, 0), 4, 3, lambda x, y: rows[y][x])) == [(0, 0), (0, 1), (1, 0)]
    assert len(grids.flood((3, 0), 4, 3, lambda x, y: rows[y][x])) == 5
    assert grids.flood((4, 0), 4, 3, lambda x, y: rows[y][x]) == []


@given(pieces(), st.integers(-5, 5), st.integers(-5, 5))
def test_what_is_turned_mirrored_and_shifted_back_is_as_before(piece, dx, dy):
    assert grids.turned(grids.turned(piece, dx), -dx) == piece
    assert grids.turned(grids.mirrored(piece, "diagonal")) == grids.mirrored(piece, "left-right")
    assert grids.turned(piece, 2) == grids.mirrored(grids.mirrored(piece, "left-right"), "top-bottom")
    assert grids.shifted(grids.shifted(piece, dx, dy), -dx, -dy) == piece


def test_turning_goes_clockwise():
    assert grids.turned(((1, 2, 3), (4, 5, 6))) == ((4, 1), (5, 2), (6, 3))
    assert grids.shifted(((1, 2, 3),), 1, 0) == ((3, 1, 2),)


def test_a_moved_piece_leaves_empty_cells_and_is_cut_at_the_edge():
    rows = [[1, 2, 0], [3, 4, 0]]
    rect = grids.Rect(0, 0, 2, 2)
    piece = grids.taken(rect, lambda x, y: rows[y][x])

    assert piece == ((1, 2), (3, 4))
    assert grids.moved(rect, piece, 1, 1, 3, 2, 0) == {(0, 0): 0, (1, 0): 0, (0, 1): 0, (1, 1): 1, (2, 1): 2}


@given(st.lists(CELLS, max_size=5), SIDES, SIDES, st.sampled_from(grids.SYMMETRIES))
def test_the_images_of_images_are_images(cells, width, height, symmetry):
    """So a stroke over its own images changes nothing: each symmetry is a group."""
    once = grids.symmetric(cells, width, height, symmetry)
    inside = [cell for cell in cells if 0 <= cell[0] < width and 0 <= cell[1] < height]

    assert set(inside) <= set(once)
    assert len(once) == len(set(once))
    if set(inside) == set(cells):
        assert set(grids.symmetric(once, width, height, symmetry)) == set(once)


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        ("none", {(1, 0)}),
        ("left-right", {(1, 0), (3, 0)}),
        ("top-bottom", {(1, 0), (1, 2)}),
        ("both", {(1, 0), (3, 0), (1, 2), (3, 2)}),
        ("diagonal", {(1, 0), (0, 1)}),
        ("quarter", {(1, 0), (3, 0), (1, 2), (3, 2)}),
    ],
)
def test_a_stroke_repeats_itself(symmetry, images):
    assert set(grids.symmetric([(1, 0)], 5, 3, symmetry)) == images


def test_quarter_turns_go_about_the_middle():
    assert grids.symmetric([(1, 0)], 4, 4, "quarter") == [(1, 0), (3, 1), (2, 3), (0, 2)]
    assert grids.symmetric([(2, 0)], 5, 3, "quarter") == [(2, 0), (3, 1), (2, 2), (1, 1)]
    assert grids.symmetric([(1, 0)], 5, 2, "quarter") == [(1, 0), (3, 1)]
