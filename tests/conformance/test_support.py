"""The judge is judged: the generator gives the known numbers, positions are written as they are recorded."""

from __future__ import annotations

import pytest
from conformance.generator import Generator, key_of
from conformance.serial import Serial, numbers

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.reference import ReferenceEngine


def test_the_generator_gives_the_known_bytes_and_numbers() -> None:
    generator = Generator("Example")
    assert [generator.byte() for _ in range(8)] == [60, 31, 220, 112, 18, 103, 231, 204]
    generator = Generator("Example")
    assert [generator() for _ in range(3)] == [0.23486116157656023, 0.7972798995050903, 0.7032748228077568]
    generator = Generator("1397237766414.352")
    assert [generator() for _ in range(3)] == [0.8066347543281126, 0.6664732941803654, 0.8786625782484706]


@pytest.mark.parametrize(("seed", "key"), [("a1", b"a1"), ("\u00e9", b"\xe9"), ("\u20ac", b"\x20\xac"), ("\0", b"\0")])
def test_a_seed_is_its_code_units_without_leading_zeros(seed: str, key: bytes) -> None:
    assert key_of(seed) == key


GAME = """\
game small
board 3x2 cell 21
actions arrows
layer floor
layer solid
kind Floor on floor
    pic
        4
kind Player Box on solid
    pic
        9
legend
    . = Floor
    @ = Player Floor
    b = Box Floor
    x = Box
level
    map
        @..
        bx.
"""


WANTED = """\
background player:0,background box:1,background:2,
box:3,2,2,
"""


def _program() -> ir.Program:
    game, found = check_text(GAME, "small.arcg")
    assert game is not None, found
    return lower(game)


def test_a_position_is_written_column_by_column_and_broken_by_width() -> None:
    program = _program()
    engine = ReferenceEngine(program)
    text = Serial(program, ("background", "player", "box")).text(engine.state())
    assert text == WANTED


def test_numbers_of_a_state_have_signs() -> None:
    engine = ReferenceEngine(_program())
    assert list(numbers(engine.state()[:9] + bytes([0, 1, 2, 3, 128, 1]))) == [0, -1, 1, -2, 64]
