"""Sampling: small pictures of large ones are symmetric, keep something, and take only colours that are there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arcg.dsl.cellwise.sampling import CLEAR, Rows, sampled


@st.composite
def pictures(draw: st.DrawFn) -> Rows:
    """Pictures of a few colours, some of them mostly clear."""
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    pixels = st.sampled_from(draw(st.sampled_from(([CLEAR, CLEAR, CLEAR, CLEAR, 8], [CLEAR, 3, 8, 9], [0, 15]))))
    return tuple(tuple(draw(pixels) for _ in range(width)) for _ in range(height))


def mirrored(rows: Rows) -> Rows:
    return tuple(row[::-1] for row in rows)


def turned(rows: Rows) -> Rows:
    return tuple(zip(*rows[::-1], strict=True))


def colours(rows: Rows) -> set[int]:
    return {pixel for row in rows for pixel in row}


@given(pictures(), st.integers(1, 12))
def test_what_comes_out(rows: Rows, side: int) -> None:
    made = sampled(rows, side)

    longest = max(len(rows), len(rows[0]))
    if longest <= side:
        assert made == rows
    else:
        assert max(len(made), len(made[0])) == side
    assert colours(made) <= colours(rows)
    assert (colours(made) == {CLEAR}) == (colours(rows) == {CLEAR})
    assert sampled(mirrored(rows), side) == mirrored(made)
    assert sampled(turned(rows), side) == turned(made)


@given(pictures(), st.integers(1, 4), st.integers(1, 12))
def test_what_is_drawn_larger_comes_back(rows: Rows, factor: int, side: int) -> None:
    large = tuple(tuple(pixel for pixel in row for _ in range(factor)) for row in rows for _ in range(factor))
    assert sampled(large, max(len(rows), len(rows[0]))) == rows
    assert sampled(sampled(large, side), side) == sampled(large, side)


def test_by_hand() -> None:
    ring = ((8, 8, 8, 8, 8), (8, 3, 3, 3, 8), (8, 3, -1, 3, 8), (8, 3, 3, 3, 8), (8, 8, 8, 8, 8))
    assert sampled(ring, 5) is ring
    assert sampled(ring, 1) == ((8,),)
    assert sampled(ring, 3) == ((8, 8, 8), (8, 3, 8), (8, 8, 8))
    dot = ((-1, -1, -1, -1), (-1, -1, -1, -1), (-1, -1, 9, -1), (-1, -1, -1, -1))
    assert sampled(dot, 2) == ((-1, -1), (-1, 9))
    assert sampled(((5,) * 6, (-1,) * 6), 3) == ((5, 5, 5),)
    assert sampled(((2, 1), (1, 2)), 1) == ((1,),)  # as much of each: the first of the palette
