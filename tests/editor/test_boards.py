from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from support import cell_games, generated

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.editor.boards import CLEAR, PlacedThing, board, hidden, picture_of
from arcg.runtime.engine import Standing
from arcg.runtime.loading import check_source
from arcg.runtime.reference.drawing import quarters, strips
from arcg.runtime.reference.engine import ReferenceEngine
from arcg.runtime.reference.placing import placed

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("games", "benchmarks", "tests/expressiveness") for path in ROOT.glob(f"{folder}/**/*.arcg")
)


def made(text: str) -> ir.Program:
    game, found = check_text(text, "test.arcg")
    assert game is not None, found
    return lower(game)


def described(program: ir.Program, things: Iterable[PlacedThing | Standing]) -> list[str]:
    """Things as text, but for what they refer to: boards and engines count things differently."""
    attrs = [attr for kind in program.kinds for attr in kind.attrs]
    references = {attr.name for attr in attrs if isinstance(attr.domain, ir.ThingDomain)}
    return sorted(
        str((t.kind, t.x, t.y, t.cells, {name: value for name, value in t.attrs.items() if name not in references}))
        for t in things
    )


def world(program: ir.Program, values: Iterable[int]) -> list[int]:
    """The world's attributes, and whether those that refer to things do."""
    return [
        min(value, 0) if isinstance(attr.domain, ir.ThingDomain) else value
        for attr, value in zip(program.world, values, strict=True)
    ]


def cut(engine: ReferenceEngine, frame: np.ndarray, shape: tuple[int, ...]) -> tuple[np.ndarray, int]:
    """The part of a frame that a whole board is drawn in, as if it were not turned, and the size of its pixels."""
    height, width = shape
    factor = min(64 // width, 64 // height)
    left, top = (64 - width * factor) // 2, (64 - height * factor) // 2
    upright = np.rot90(frame, quarters(engine.program, placed(engine.program, 0)))
    return upright[top : top + height * factor, left : left + width * factor], factor


def same_as_played(program: ir.Program, level: int) -> bool:
    """Whether a board was compared with the first frame: it is not where that shows something else by right."""
    one = dataclasses.replace(program, levels=(program.levels[level],))
    data, engine = one.levels[0], ReferenceEngine(one)
    shown = [*board(program, level).things, *hidden(program, level).things]
    if ir.seen(one, 0) != (data.width, data.height) or described(program, shown) != described(program, engine.things()):
        return False
    if world(program, data.world) != world(program, engine.world_values().values()):
        return False
    free = np.ones((64, 64), bool)
    for bar, strip in strips(program):
        (free if bar.edge in ("top", "bottom") else free.T)[strip] = False
    pixels = board(program, level).pixels
    seen, factor = cut(engine, engine.frame(), pixels.shape)
    uncovered, _ = cut(engine, free, pixels.shape)
    assert np.array_equal(pixels.repeat(factor, 0).repeat(factor, 1)[uncovered], seen[uncovered])
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_boards_are_what_the_first_frames_show(path: Path) -> None:
    program, found, _ = check_source(path)
    assert program is not None, found

    compared = [same_as_played(program, level) for level in range(len(program.levels))]

    assert all(compared) or re.search(r"on start|^ *view |^semantics", path.read_text("utf-8"), re.MULTILINE)


def test_boards_of_games_at_random() -> None:
    """Bodies, tints, paint, fog and pictures that ask for anything, on boards that are seen whole."""
    compared = 0
    for seed in range(60):
        program = made(generated.game(seed))
        compared += sum(same_as_played(program, level) for level in range(len(program.levels)))

    assert compared >= 40


def test_boards_of_rules_over_cells_at_random() -> None:
    compared = 0
    for seed in range(60):
        program = cell_games.game(seed)
        compared += sum(same_as_played(program, level) for level in range(len(program.levels)))

    assert compared >= 40


SCROLLED = """\
game scrolled
board 9x4 cell 3 ground black
view 3x3 follow Player
actions arrows
layer floor
layer marks hidden
layer solid
kind Player on solid
    pic
        9
kind Wall on solid has shade: pale dark
    pic when nobody = yes
        333
    pic
        0
    tint 0 by shade as 4 2
kind Mark on marks has n: 0..3
    pic
        8
kind Rod on solid has len: 2..4, way: facing
    body len, 1
    turned by way
    pic cells
        e.
        ..
world has nobody: no yes
phase begin on start
    -> nobody = yes
phase walk
    on arrow($d), Player -> move Player $d
fog white at $c when $c.x = 8
win when nobody = no
legend
    P = Player
    # = Wall
    D = Wall{shade=dark}
level
    map
        P........
        #........
        D........
        .........
    put Mark{n=2} at cell(4, 1)
    put Rod{len=3, way=right} at cell(6, 1)
"""


def test_the_whole_board_before_anything_has_happened() -> None:
    found = board(made(SCROLLED), 0)

    assert (found.width, found.height, found.cell) == (9, 4, 3)
    assert found.pixels.shape == (12, 27)
    assert (found.pixels[:3, :3] == 9).all()
    assert (found.pixels[3:6, :3] == 4).all()  # not the picture that it has once `on start` has run
    assert (found.pixels[6:9, :3] == 2).all()
    assert (found.pixels[:, 24:] == 0).all()
    assert (found.pixels[:, 3:18] == 5).all()  # the mark is hidden
    rod = next(thing for thing in found.things if thing.kind == "Rod")
    assert rod.cells == ((6, 1), (6, 2), (6, 3))
    assert rod.attrs == {"len": 3, "way": "right"}
    assert (rod.layer, rod.x, rod.y, rod.hidden) == ("solid", 6, 1, False)


def test_hidden_things_have_a_board_of_their_own() -> None:
    program = made(SCROLLED)

    found = hidden(program, 0)

    assert (found.pixels[3:6, 12:15] == 8).all()
    assert (found.pixels != CLEAR).sum() == 9
    (mark,) = found.things
    assert (mark.kind, mark.x, mark.y, mark.attrs, mark.hidden) == ("Mark", 4, 1, {"n": 2}, True)
    assert program.levels[0].things[mark.number].y == 1


def test_cells_may_be_larger_than_in_the_game() -> None:
    found = board(made(SCROLLED), 0, 8)

    assert found.pixels.shape == (32, 72)
    assert (found.pixels[:8, :8] == 9).all()


def test_pictures_of_things_that_stand_nowhere() -> None:
    program = made(SCROLLED)

    assert picture_of(program, "Wall", {"shade": "dark"}, 2).tolist() == [[2, 2], [2, 2]]
    assert picture_of(program, "Wall", {}, 2).tolist() == [[4, 4], [4, 4]]
    assert picture_of(program, "Mark", {}, 1).tolist() == [[8]]
    rod = picture_of(program, "Rod", {"way": "right", "len": 3}, 2)
    assert rod.shape == (6, 2)
    assert rod.tolist()[:2] == [[-1, 14], [-1, -1]]


@pytest.mark.parametrize(
    ("kind", "attrs", "message"),
    [
        ("Nobody", {}, "the game has no kind Nobody"),
        ("Wall", {"colour": 1}, "Wall has no attribute colour"),
        ("Wall", {"shade": "red"}, "shade cannot be red"),
        ("Wall", {"shade": 2}, "shade cannot be 2"),
        ("Rod", {"len": 9}, "len cannot be 9"),
    ],
)
def test_what_there_is_no_picture_of(kind: str, attrs: dict[str, int | str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        picture_of(made(SCROLLED), kind, attrs, 3)


CELLWISE = """\
game cellwise
board 70x3 ground black
actions arrows
semantics puzzlescript
    input Player
layer solid
kind Player on solid
    pic
        9.
        .9
kind Wall on solid
    pic
        4
phase push plan
    [ > Player | Wall ] -> [ > Player | > Wall ]
win when no [ Wall ]
legend
    # = Wall
    P = Player
level
    map
        P#
"""


def test_a_board_of_rules_over_cells_may_be_larger_than_a_frame() -> None:
    found = board(made(CELLWISE), 0, 2)

    assert found.pixels.shape == (6, 140)
    assert found.pixels[:2, :4].tolist() == [[9, 5, 4, 4], [5, 9, 4, 4]]
    assert [thing.kind for thing in found.things] == ["Player", "Wall"]
