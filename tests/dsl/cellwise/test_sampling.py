"""Sampling: small pictures of large ones are symmetric, keep something, and take only colours that are there."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cell_lines import HEAD, LEVEL

from arcg.compiler.lower import lower
from arcg.dsl.cellwise.sampling import CLEAR, Rows, sampled
from arcg.dsl.check import check_text
from arcg.runtime.engine import Engine
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine


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


@pytest.mark.parametrize("engine", [ReferenceEngine, KernelEngine])
@pytest.mark.parametrize("size", [(9, 4), (30, 7), (64, 64), (200, 90)])
def test_frames_show_the_sample(size: tuple[int, int], engine: type[Engine]) -> None:
    ring = ("88888", "8...8", "8.9.8", "8...8", "88888")
    head = HEAD.replace("board 4x2", f"board {size[0]}x{size[1]} ground 5")
    art = "".join(f"        {row}\n" for row in ring)
    head = head.replace("Gem on solid\n    pic\n        8\n", f"Gem on solid\n    pic\n{art}")
    game, found = check_text(head + LEVEL.replace("abc", "..c"), "cells.arcg")
    assert game is not None, found
    program = lower(game)
    cell = program.levels[0].cell
    assert cell == max(1, 64 // max(size))
    rows = tuple(tuple(-1 if sign == "." else int(sign) for sign in row) for row in ring)
    shown = sampled(rows, cell)

    frame = engine(program).frame()

    columns, lines = (min(side, 64) * cell for side in size)
    factor = min(64 // columns, 64 // lines)
    left, top = (64 - columns * factor) // 2 + 2 * cell * factor, (64 - lines * factor) // 2
    margin = (cell - len(shown)) // 2
    for y, x in product(range(len(shown)), repeat=2):
        pixel = frame[top + (margin + y) * factor, left + (margin + x) * factor]
        assert pixel == (5 if shown[y][x] == CLEAR else shown[y][x])
