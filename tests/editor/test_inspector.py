"""Under the mouse: things from top to bottom, bodies, hidden layers, bars, references, views, and rules over cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.editor.inspector import Inspector
from arcg.runtime.env import Env
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

ROOT = Path(__file__).parents[2]
GAMES = sorted([*ROOT.glob("games/*/*.arcg"), *ROOT.glob("tests/expressiveness/*.arcg")])

TEXT = """\
game small
board 6x4 cell 8 ground black
actions arrows click
layer deep hidden
layer floor clickable
layer solid
layer air free
kind Mark on deep
kind Plate on floor
    pic
        3
kind Bale on solid has hue: red blue, woven: 0..3, way: facing
    pic
        88
        8.
    tint 8 by hue
kind Hook on air has of: Bale
    pic
        7.
        ..
kind Plank on solid
    body 3, 1
    pic
        2
world has energy: 0..20 = 20, lean: flat north, chosen: Bale
bar energy bottom yellow
phase spend on act
    -> energy - 1
legend
    p = Plate
level
    energy = 17
    put Bale{hue=blue, woven=2, way=left} $b at cell(1, 1)
    put Plate at cell(1, 1)
    put Mark at cell(1, 1)
    put Hook{of=$b} at cell(1, 1)
    put Plank at cell(2, 3)
"""


@pytest.fixture(scope="module")
def program() -> ir.Program:
    game, found = check_text(TEXT, "small")
    assert game is not None, found
    return lower(game)


def test_a_cell_from_top_to_bottom(program: ir.Program) -> None:
    spot = Inspector(program).look(ReferenceEngine(program).state()).at(1, 1)

    assert spot.words == (
        "cell(1, 1)",
        "Hook: of Bale at (1, 1)",
        "Bale: hue blue, woven 2, way left",
        "Plate",
        "Mark (hidden)",
    )
    assert [(one.layer, one.hidden) for one in spot.things][-1] == ("deep", True)


def test_a_body_lies_in_all_its_cells(program: ir.Program) -> None:
    position = Inspector(program).look(ReferenceEngine(program).state())

    assert [position.at(x, 3).words[1:] for x in range(6)] == [(), (), ("Plank",), ("Plank",), ("Plank",), ()]
    assert position.at(6, 0).words == ()


def test_the_world(program: ir.Program) -> None:
    assert Inspector(program).look(ReferenceEngine(program).state()).world == (
        "energy 17 of 17",
        "lean flat",
        "chosen none",
    )


def test_a_pixel_is_its_cell_and_what_a_click_hits(program: ir.Program) -> None:
    engine = ReferenceEngine(program)
    position = Inspector(program).look(engine.state())
    found = {name: set[tuple[int, int]]() for name in ("Hook", "Bale", "Plate")}
    for y in range(64):
        for x in range(64):
            spot = position.under(x, y)
            if spot.cell == (1, 1) and spot.hit is not None:
                found[spot.hit.standing.kind].add((x, y))
                assert spot.things == position.at(1, 1).things

    assert all(found.values()), "each is on top in some pixel"
    assert position.under(0, 63).words == ("energy 17 of 17",)
    assert position.under(0, 0).words == (), "beside the board"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_games_can_be_looked_into(path: Path) -> None:
    program = load(path)
    engine = ReferenceEngine(program)
    env, position = Env(engine), Inspector(program).look(engine.snapshot())
    level = program.levels[0]

    assert [one.standing for one in position.things] == list(engine.things())
    for y in range(level.height):
        for x in range(level.width):
            kinds = sorted(one.standing.kind for one in position.at(x, y).things)
            assert kinds == sorted(one.kind for one in engine.things() if (x, y) in one.cells)
            if (pixel := env.pixel(x, y)) is not None:
                assert position.under(*pixel).cell == (x, y)


def test_rules_over_cells() -> None:
    text = (
        "game small\nsemantics puzzlescript\n    input Player\nboard 3x1 cell 5\nactions arrows\n"
        "layer back\nlayer solid\n"
        "kind Ground on back\n    pic\n        1\nkind Player on solid\n    pic\n        9\n"
        "legend\n    . = Ground\n    P = Player Ground\nlevel\n    map\n        .P.\n"
    )
    game, found = check_text(text, "small")
    assert game is not None, found
    program = lower(game)
    engine = ReferenceEngine(program)
    engine.step(4)
    position = Inspector(program).look(engine.state())

    assert position.at(2, 0).words == ("cell(2, 0)", "Player", "Ground")
    assert position.world == ()
    pixel = engine.pixel(2, 0)
    assert pixel is not None
    hit = position.under(*pixel).hit
    assert hit is not None
    assert hit.words == "Player"


def test_a_position_is_looked_into_once(program: ir.Program) -> None:
    engine, inspector = ReferenceEngine(program), Inspector(program)
    first = inspector.look(engine.state())

    assert inspector.look(engine.state()) is first
    assert first.under(20, 20) is first.under(20, 20)
    engine.step(4)
    with pytest.raises(ValueError, match="neither a state"):
        inspector.look(b"x")
