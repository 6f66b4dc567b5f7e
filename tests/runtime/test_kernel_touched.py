"""What the kernels know of the slots that are as a level begins: rows at rest are, wherever they are said to be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support import generated

import arcg
from arcg.compiler import ir
from arcg.runtime.kernel import KernelBatch, layout

MOVES = (0, 1, 2, 3, 4, 4, 4, 5, 6, 6, 7)


def untouched(batch: KernelBatch, rows: np.ndarray) -> int:
    """How many slots of the rows are said to be as their level begins; they are, and so is what follows in the cell."""
    a = batch.arrays
    P, live = a.P, int(a.P[layout.LIVE]) - layout.LEVEL
    begin, words = live + layout.BLOCK_HEAD + int(P[layout.WORLD]), int(P[layout.RECORD])
    following, found = int(P[layout.NEXT]) - layout.LEVEL, 0
    for row in rows:
        if row[live + layout.BLOCK_BEGUN] == 0:
            assert row[live + layout.BLOCK_TOUCHED] == layout.EVERYTHING
            continue
        assert row[live + layout.BLOCK_BEGUN] == row[0] + 1
        level = a.T[row[0]]
        for slot in range(row[live], level[live]):
            assert row[live + layout.BLOCK_TOUCHED] >> (slot >> P[layout.CHUNK]) & 1
        for slot in range(row[live]):
            if not row[live + layout.BLOCK_TOUCHED] >> (slot >> P[layout.CHUNK]) & 1:
                at = slice(begin + slot * words, begin + (slot + 1) * words)
                assert np.array_equal(row[at], level[at])
                assert slot < level[live]
                assert P[layout.BODIES] or row[following + slot] == level[following + slot]
                found += 1
    return found


def play(program: ir.Program, random: Random, turns: int) -> int:
    """Play at random, restoring and enlarging on the way; how many slots were said to be as they began."""
    batch, found = KernelBatch(program, 3), 0
    for turn in range(turns):
        moves = [(random.choice(MOVES), random.randrange(64), random.randrange(64)) for _ in range(3)]
        batch.step(*zip(*moves, strict=True))
        found += untouched(batch, batch.arrays.E) + untouched(batch, batch.arrays.B)
        if turn % 5 == 4:
            batch.restore(0, batch.snapshot(1))
            batch.begin([2], turn)
            found += untouched(batch, batch.arrays.E)
        if turn % 7 == 6:
            batch.arrays.M[layout.ERROR], batch.arrays.M[layout.NEED] = layout.ROOM_SLOTS, 0
            batch.arrays.enlarge()
            found += untouched(batch, batch.arrays.E)
    return found


@pytest.mark.parametrize("first", (0, 20))
def test_generated_games(first: int) -> None:
    programs = [generated.program(seed) for seed in range(first, first + 12)]
    found = sum(play(program, Random(first), 12) for program in programs if program is not None)
    assert found > 1000


@pytest.mark.parametrize(("name", "share"), [("dyer", 2), ("tilt", 2), ("glow", 20)])
def test_shipped_games_copy_few_things(name: str, share: int) -> None:
    """Where there are walls most things are as they began; in `glow` every lamp is soon another one."""
    program = arcg.load(name)
    batch = KernelBatch(program, 4)
    random = np.random.default_rng(0)
    for _ in range(20):
        batch.step(random.choice(program.actions, 4), *random.integers(0, 64, (2, 4)), renew=True)
    things = sum(row[int(batch.arrays.P[layout.LIVE]) - layout.LEVEL] for row in batch.arrays.E)
    assert untouched(batch, batch.arrays.E) > things / share
