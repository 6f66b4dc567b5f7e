"""Views, paint and fog in the checker: sizes of cells, what is allowed, what is not, what counts as a use."""

from __future__ import annotations

import pytest

from arcg.compiler.lower import lower
from arcg.dsl import core
from arcg.dsl.check import check_text
from arcg.dsl.model import Game

HEAD = """\
game seen
board 20x12
actions arrows act
layer floor
layer solid
layer tracks hidden
kind Player on solid has awake: no yes
    pic
        9
kind Lamp on floor has hue: red blue, mood: calm wild
    pic
        b
world has heading: facing = left, turns: 0..3, page: 0..9, gloom: calm wild
phase walk
    on arrow($d), Player, Lamp -> move Player $d, Player.awake next, Lamp.mood next
    on act, Lamp -> heading next, turns next, page next, Lamp.hue next, gloom next
"""
FOOT = """\
win when no Lamp{mood=wild}, no Player{awake=no}
legend
    P = Player
    l = Lamp
"""
LEVEL = "level\n    map\n        Pl\n"


def checked(*lines: str, levels: str = LEVEL, head: str = HEAD) -> tuple[Game | None, list[str]]:
    """The game with more lines, and the codes of what is found."""
    game, found = check_text(head + "".join(f"{line}\n" for line in lines) + FOOT + levels, "seen.arcg")
    return game, [diagnostic.code for diagnostic in found]


def cells(*lines: str, levels: str = LEVEL, head: str = HEAD) -> list[int]:
    """The size of a cell in each level."""
    game, found = checked(*lines, levels=levels, head=head)
    assert game is not None, found
    return [level.cell for level in game.levels]


# ---------------------------------------------------------------- how large cells are


def test_cells_are_as_large_as_what_is_seen_allows() -> None:
    assert cells() == [3]
    assert cells("view 8x6") == [8]
    assert cells("view 64x64") == [3]
    assert cells("view 8x6", head=HEAD.replace("20x12", "20x12 cell 5")) == [5]


@pytest.mark.parametrize(
    ("lines", "cell"),
    [
        ("    view 4x4\n", 16),
        ("    board 4x3\n", 16),
        ("    board 4x3\n    view 2x2\n", 32),
        ("    board 30x30\n", 8),
        ("    board 30x30 cell 4\n    view 16x3\n", 4),
    ],
)
def test_a_level_may_have_another_board_and_another_view(lines: str, cell: int) -> None:
    assert cells("view 8x6", levels=LEVEL + LEVEL.replace("level\n", f"level\n{lines}")) == [8, cell]


def test_a_board_that_only_a_view_makes_fit() -> None:
    large = HEAD.replace("20x12", "20x12 cell 8")

    assert checked(head=large)[1] == ["E206"]
    assert checked("view 8x8", head=large)[0] is not None
    assert checked("view 9x8", head=large)[1] == ["E206"]
    assert checked("view 8x8", head=large, levels=LEVEL.replace("level\n", "level\n    view 10x1\n"))[1] == ["E206"]


# ---------------------------------------------------------------- what may be said


@pytest.mark.parametrize(
    "line",
    [
        "view 8x6 follow Player",
        "view 8x6 follow Player{awake=yes} turned by heading",
        "view 8x6 from page, page * 2 - 1 turned by turns",
        "view 8x6 from first Lamp.x of { Lamp }, count { Lamp }",
        "paint 3 on solid at $c when Lamp at $c",
        "paint Lamp.hue on floor at ahead(Lamp, up) when Lamp",
        "paint page on floor at Player when Player",
        "paint page + 3 on floor at cell(1, 1)",
        "paint red on floor at $l when Lamp $l",
        "fog black at $c when no { Player, abs(Player.x - $c.x) < 3 }",
        "fog black at $c",
    ],
)
def test_what_may_be_said(line: str) -> None:
    game, found = checked(line)

    assert game is not None, found
    lower(game)


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("view 0x6", ["E224"]),
        ("view 8x65", ["E224"]),
        ("view 8x6 follow Beast", ["E101"]),
        ("view 8x6 follow Player{asleep=yes}", ["E104"]),
        ("view 8x6 from Player.x, 0", ["E227"]),
        ("view 8x6 from heading, 0", ["E304"]),
        ("view 8x6 turned by spin", ["E103"]),
        ("view 8x6 turned by gloom", ["E226"]),
        ("view 8x6\nview 7x6", ["E204"]),
        ("paint red on sky at $c when Lamp at $c", ["E102"]),
        ("paint red on tracks at $c when Lamp at $c", ["E392"]),
        ("paint rad on floor at $c when Lamp at $c", ["E106"]),
        ("paint 16 on floor at $c when Lamp at $c", ["E106"]),
        ("paint Lamp.mood on floor at Lamp when Lamp", ["E391"]),
        ("paint heading on floor at $c when Lamp at $c", ["E391"]),
        ("paint red on floor at page when Lamp", ["E304"]),
        ("paint red on floor at Lamp", ["E302"]),
        ("paint red at $c when Lamp at $c", ["E001"]),
        ("fog red on floor at $c", ["E001"]),
    ],
)
def test_what_may_not_be_said(line: str, codes: list[str]) -> None:
    assert checked(line)[1] == codes


def test_a_view_and_paint_count_as_uses() -> None:
    unread = checked()[1]
    lines = ["view 8x6 from page, 0 turned by heading", "paint Lamp.hue on floor at $c when lit(Lamp), Lamp at $c"]

    assert unread == ["W210"] * 5
    assert checked(*lines, "fog 0 at $c when gloom = wild, turns = 2", "let lit(Lamp) when Lamp.mood = calm")[1] == []


def test_a_prior_may_bring_a_view_and_paint() -> None:
    prior = [
        "prior X is the hero",
        "    view 8x6 follow X",
        "    paint red on floor at $c when X at $c",
        "Player is the hero",
    ]
    game, _ = checked(*prior)

    assert game is not None
    assert game.view is not None and game.view.middle
    assert isinstance(game.paints[0].query.atoms[1], core.Bind)
