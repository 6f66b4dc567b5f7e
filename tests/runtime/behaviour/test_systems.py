"""Levels as hashes of what they can do, which name nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numba
import pytest
from support import disguise
from support.sokobans import CELLS, PULL, PUSH, THINGS, WALKING, game

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.runtime.behaviour.cast import cast_of
from arcg.runtime.behaviour.probe import Probe
from arcg.runtime.behaviour.systems import hash_of, twins

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="kernels in Python take minutes for so many moves"
)


def small(program: ir.Program, *rows: str, keeper: str, box: str, spot: str) -> ir.Program:
    """The game with one level, drawn with `@`, `x` and `o`."""
    kinds = {kind.name: number for number, kind in enumerate(program.kinds)}
    letters = {"@": keeper, "x": box, "o": spot}
    things = [
        ir.Placed(kinds[letters[letter]], x, y, ())
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter in letters
    ]
    things.sort(key=lambda thing: (thing.kind, thing.y, thing.x))
    return replace(program, levels=(ir.Level("one", len(rows[0]), len(rows), 8, (), tuple(things)),))


def over_things(*rows: str) -> ir.Program:
    return small(game(THINGS, WALKING), *rows, keeper="Keeper", box="Box", spot="Spot")


def over_cells(*rows: str, rules: str = PUSH) -> ir.Program:
    return small(game(CELLS, rules), *rows, keeper="Man", box="Crate", spot="Goal")


ROWS = ("@..", ".x.", "..o")


def digest(program: ir.Program) -> str | None:
    return hash_of(Probe(cast_of(program), program.levels), 0)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_turned_renamed_copy_has_the_same_hash(symmetry) -> None:
    program = over_things(*ROWS)

    assert digest(program) == digest(disguise.disguised(program, symmetry, Random(1))) is not None


def test_rules_over_things_and_over_cells_have_one_hash() -> None:
    one, two = over_things(*ROWS), over_cells(*ROWS)

    assert digest(one) == digest(two) is not None
    assert twins(one, two) == (("one", "one"),)


def test_other_rules_and_other_levels_have_other_hashes() -> None:
    hashes = {
        digest(over_cells(*ROWS)),
        digest(over_cells(*ROWS, rules=PULL)),
        digest(over_cells("@..", ".x.", ".o.")),
        digest(over_cells("@.o", ".x.", "..o")),
    }

    assert len(hashes) == 4
    assert None not in hashes


def test_what_says_too_little_or_is_too_large_has_none() -> None:
    assert digest(over_cells("@", "o")) is None
    assert digest(over_cells(*["@........."] + [".x.x......"] * 5)) is None
