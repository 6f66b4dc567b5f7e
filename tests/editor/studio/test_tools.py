"""Each tool and each command of levels and pictures does to the saved file what it says; driven by events alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.hand import Hand

from arcg.editor.document.places import LevelPlace, PicturePlace, Places

SIZE = (1000, 760)
FIRST = ["########", "#..r...#", "#..Po..#", "#......#", "#......#", "#.l....#", "#......#", "########"]


@pytest.fixture
def hand(open_hand: Callable[..., Hand], demo: Path) -> Hand:
    return open_hand(demo, size=SIZE)


def saved(hand: Hand) -> Places:
    """What the file holds after Ctrl+S."""
    hand.key("ctrl+s")
    path = hand.studio.bench.document.path
    return Places.of(path.read_text(encoding="utf-8"))


def level(hand: Hand, number: int = 0) -> LevelPlace:
    return saved(hand).levels[number]


def rows(hand: Hand, number: int = 0) -> list[str]:
    return [row.text for row in level(hand, number).rows]


def changed(**at: str) -> list[str]:
    """The first level with rows replaced: `r3="#.##...#"`."""
    return [at.get(f"r{number}", row) for number, row in enumerate(FIRST)]


def pick(hand: Hand, x: int, y: int) -> None:
    hand.click(hand.cell(x, y), button=pygame.BUTTON_RIGHT)


# ---------------------------------------------------------------- tools on a level


def test_the_pen(hand: Hand) -> None:
    pick(hand, 0, 0)
    hand.drag(hand.cell(1, 3), hand.cell(3, 3), hand.cell(3, 4))
    assert rows(hand) == changed(r3="####...#", r4="#..#...#")


def test_the_line(hand: Hand) -> None:
    pick(hand, 0, 0)
    hand.key("l")
    hand.drag(hand.cell(1, 1), hand.cell(6, 1), hand.cell(3, 3))
    assert rows(hand) == changed(r1="##.r...#", r2="#.#Po..#", r3="#..#...#")


@pytest.mark.parametrize(("key", "middle"), [("o", "##..#..#"), ("shift+o", "#####..#")])
def test_boxes(hand: Hand, key: str, middle: str) -> None:
    pick(hand, 0, 0)
    hand.key(key)
    hand.drag(hand.cell(4, 5), hand.cell(1, 3))
    edge = "#####..#"
    assert rows(hand) == changed(r3=edge, r4=middle, r5=edge)


def test_filling(hand: Hand) -> None:
    pick(hand, 2, 5)
    hand.key("g")
    hand.click(hand.cell(1, 6))
    assert rows(hand) == changed(
        r1="#llrlll#", r2="#llPoll#", r3="#llllll#", r4="#llllll#", r5="#llllll#", r6="#llllll#"
    )


def test_picking_by_the_tool(hand: Hand) -> None:
    hand.key("i")
    hand.click(hand.cell(4, 2))
    hand.click(hand.cell(6, 6))
    assert rows(hand) == changed(r6="#.....o#")


@pytest.mark.parametrize(
    ("times", "cells"),
    [(1, {(1, 3), (6, 3)}), (2, {(1, 3), (1, 4)}), (3, {(1, 3), (6, 3), (1, 4), (6, 4)}), (4, {(1, 3), (3, 1)}),
     (5, {(1, 3), (4, 1), (6, 4), (3, 6)})],
)  # fmt: skip
def test_symmetry(hand: Hand, times: int, cells: set[tuple[int, int]]) -> None:
    pick(hand, 2, 5)
    for _ in range(times):
        hand.key("m")
    hand.click(hand.cell(1, 3))
    now = rows(hand)
    assert {(x, y) for y in range(8) for x in range(8) if now[y][x] != FIRST[y][x]} == cells
    assert all(now[y][x] == "l" for x, y in cells)


# ---------------------------------------------------------------- areas


def test_an_area_is_moved_and_copied_by_the_mouse(hand: Hand) -> None:
    hand.key("s")
    hand.drag(hand.cell(3, 1), hand.cell(4, 2))
    hand.drag(hand.cell(3, 1), hand.cell(4, 4), hand.cell(4, 4))
    assert rows(hand) == changed(r1="#......#", r2="#......#", r4="#...r..#", r5="#.l.Po.#")
    hand.press(hand.cell(4, 4))
    hand.move(hand.cell(1, 1), held=True)
    up = pygame.Event(pygame.MOUSEBUTTONUP, button=1, pos=hand.cell(1, 1), touch=False)
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    pygame.event.post(up)
    hand.turns()
    pygame.key.set_mods(0)
    assert rows(hand) == changed(r1="#r.....#", r2="#Po....#", r4="#...r..#", r5="#.l.Po.#")


def test_an_area_is_moved_by_keys(hand: Hand) -> None:
    hand.key("s")
    hand.drag(hand.cell(3, 1), hand.cell(3, 2))
    hand.key("ctrl+left")
    hand.key("ctrl+down")
    assert rows(hand) == changed(r1="#......#", r2="#.r.o..#", r3="#.P....#")


@pytest.mark.parametrize(
    ("key", "first", "second"),
    [("r", "#..Pr..#", "#..o...#"), ("shift+r", "#...o..#", "#..rP..#"), ("h", "#...r..#", "#..oP..#"),
     ("v", "#..Po..#", "#..r...#")],
)  # fmt: skip
def test_an_area_is_turned_and_flipped(hand: Hand, key: str, first: str, second: str) -> None:
    hand.key("s")
    hand.drag(hand.cell(3, 1), hand.cell(4, 2))
    hand.key(key)
    assert rows(hand) == changed(r1=first, r2=second)


def test_an_area_is_cut_pasted_and_emptied(hand: Hand) -> None:
    hand.key("s")
    hand.drag(hand.cell(3, 2), hand.cell(4, 2))
    hand.key("ctrl+x")
    assert rows(hand) == changed(r2="#......#")
    hand.move(hand.cell(2, 6))
    hand.key("ctrl+v")
    assert rows(hand) == changed(r2="#......#", r6="#.Po...#")
    hand.key("delete")
    assert rows(hand) == changed(r2="#......#")
    hand.key("page down")
    hand.move(hand.cell(1, 1))
    hand.key("ctrl+v")
    assert rows(hand, 1)[1] == "#Po....#"


def test_an_area_is_copied_by_keys_alone(hand: Hand) -> None:
    for key in ("right", "right", "up", "up", "up", "left"):
        hand.key(key)
    hand.key("shift+left")
    assert hand.studio.bench.area is not None
    assert tuple(hand.studio.bench.area)[2:] == (2, 1)
    hand.key("ctrl+c")
    hand.key("escape")
    hand.key("down")
    hand.key("ctrl+v")
    assert rows(hand) == changed(r4="#...r..#")


def test_painting_by_keys_alone(hand: Hand) -> None:
    pick(hand, 2, 5)
    hand.key("down")
    hand.key("space")
    hand.key("right")
    hand.key("space")
    assert rows(hand) == changed(r4="#...ll.#")


# ---------------------------------------------------------------- the board


@pytest.mark.parametrize(
    ("way", "grown"),
    [("left", [f".{row}" for row in FIRST]), ("right", [f"{row}." for row in FIRST]),
     ("up", ["........", *FIRST]), ("down", [*FIRST, "........"])],
)  # fmt: skip
def test_the_board_grows_and_shrinks_by_keys(hand: Hand, demo: Path, way: str, grown: list[str]) -> None:
    before = demo.read_bytes()
    hand.key(f"alt+{way}")
    assert rows(hand) == grown
    place = level(hand)
    assert place.board is not None
    assert (place.board.width, place.board.height) == (len(grown[0]), len(grown))
    hand.key(f"alt+shift+{way}")
    hand.key("ctrl+s")
    assert demo.read_bytes() == before


@pytest.mark.parametrize(
    ("side", "across", "down", "size"),
    [("midleft", -2, 0, (10, 8)), ("midright", 2, 0, (10, 8)), ("midtop", 0, -2, (8, 10)), ("midbottom", 0, 2, (8, 10)),
     ("midleft", 2, 0, (6, 8)), ("midright", -2, 0, (6, 8)), ("midtop", 0, 2, (8, 6)), ("midbottom", 0, -2, (8, 6))],
)  # fmt: skip
def test_the_board_is_pulled_at_each_side(hand: Hand, side: str, across: int, down: int, size: tuple[int, int]) -> None:
    view = hand.studio.workspace.level_view
    x, y = getattr(view.area(), side)
    step = view.geometry()[2]
    x += {"midleft": -6, "midright": 6}.get(side, 0)
    y += {"midtop": -6, "midbottom": 6}.get(side, 0)
    hand.drag((x, y), (x + across * step, y + down * step))
    place = level(hand)
    assert place.board is not None
    assert (place.board.width, place.board.height) == size
    assert place.extent == size
    kept = [row[2:] for row in FIRST] if (side, across) == ("midleft", 2) else None
    assert kept is None or rows(hand) == kept


def test_the_board_gets_a_size_that_is_typed(hand: Hand) -> None:
    hand.key("b")
    hand.answer("wide")
    assert hand.studio.dialog is not None
    hand.answer("9x7")
    assert rows(hand) == [f"{row}." for row in FIRST[:7]]


# ---------------------------------------------------------------- levels


def test_levels_are_added_copied_moved_named_and_deleted(hand: Hand) -> None:
    hand.key("n")
    hand.answer("start")
    hand.key("ctrl+n")
    assert [place.name for place in saved(hand).levels] == ["start", None, None]
    assert set("".join(rows(hand, 1))) <= {"."}
    hand.key("n")
    hand.answer("Not A Name")
    assert hand.studio.dialog is not None
    hand.answer("open")
    hand.key("ctrl+page up")
    assert [place.name for place in saved(hand).levels] == ["open", "start", None]
    hand.key("page down")
    hand.key("ctrl+d")
    names = [place.name for place in saved(hand).levels]
    assert len(names) == 4
    assert rows(hand, 2) == FIRST
    hand.key("ctrl+page down")
    assert rows(hand, 3) == FIRST
    hand.key("ctrl+delete")
    assert [place.name for place in saved(hand).levels] == ["open", "start", None]
    assert rows(hand, 1) == FIRST


def test_levels_are_dragged_in_the_list(hand: Hand) -> None:
    view = hand.studio.workspace.levels_view
    row = hand.studio.measures.px(82)
    x, y = view.inner.centerx, view.inner.top + row // 2
    hand.drag((x, y), (x, y + row), (x, y + row * 7 // 4))
    assert rows(hand, 1) == FIRST
    hand.key("ctrl+z")
    assert rows(hand, 0) == FIRST


def test_a_value_of_the_level(hand: Hand) -> None:
    hand.key("=")
    hand.key("return")
    hand.answer("99")
    assert hand.studio.dialog is not None, "energy goes to 20"
    hand.answer("7")
    assert [(param.name, param.value) for param in level(hand).params] == [("energy", "7")]
    hand.key("=")
    hand.key("return")
    hand.answer("")
    assert not level(hand).params


def test_a_thing_is_put_changed_moved_and_taken_away(hand: Hand) -> None:
    hand.key("t")
    hand.click(hand.cell(5, 5))
    hand.answer("Lamp{lit = maybe}")
    assert hand.studio.dialog is not None
    hand.answer("Lamp{lit = yes} $top")
    (put,) = level(hand).puts
    text = hand.studio.bench.document.text
    assert (put.x, put.y) == (5, 5)
    assert text[put.term.start : put.term.end].replace(" ", "") == "Lamp{lit=yes}$top"
    hand.settled()
    hand.drag(hand.cell(5, 5), hand.cell(6, 4))
    (put,) = level(hand).puts
    assert (put.x, put.y) == (6, 4)
    hand.key("k")
    hand.key("return")
    hand.answer("Lamp")
    (put,) = level(hand).puts
    text = hand.studio.bench.document.text
    assert text[put.term.start : put.term.end] == "Lamp"
    hand.key("k")
    hand.key("return")
    hand.answer("")
    assert not level(hand).puts


# ---------------------------------------------------------------- the palette


def test_the_palette_gets_and_loses_entries(hand: Hand) -> None:
    hand.key("+")
    hand.answer("Lamp{lit = yes} Goal")
    legend = saved(hand).legend
    assert legend is not None
    entry = legend.entries[-1]
    assert sorted(term.kind for term in entry.terms) == ["Goal", "Lamp"]
    hand.settled()
    hand.click(hand.cell(6, 6))
    assert rows(hand)[6] == f"#.....{entry.glyph}#"
    hand.key("-")
    legend = saved(hand).legend
    assert legend is not None
    assert legend.entry(entry.glyph) is not None, "a map uses it"
    hand.key("ctrl+z")
    hand.key("-")
    legend = saved(hand).legend
    assert legend is not None
    assert legend.entry(entry.glyph) is None


def test_stepping_an_attribute_gives_another_entry(hand: Hand) -> None:
    pick(hand, 2, 5)
    view = hand.studio.workspace.palette_view
    box = view._row_box(0)
    hand.click((box.right - 8, box.centery))
    legend = saved(hand).legend
    assert legend is not None
    assert legend.entries[-1].things == "Lamp"
    hand.click(hand.cell(4, 4))
    places = saved(hand)
    assert places.legend is not None
    new = places.legend.entries[-1]
    assert new.things.replace(" ", "") == "Lamp{lit=yes}"
    assert places.levels[0].glyph(4, 4) == new.glyph
    hand.key("ctrl+z")
    legend = saved(hand).legend
    assert legend is not None
    assert legend.entries[-1].things == "Lamp"
    hand.settled()
    hand.click(hand.cell(6, 6))
    assert rows(hand)[6] == f"#.....{new.glyph}#"
    places = saved(hand)
    assert places.legend is not None
    assert places.legend.entry(new.glyph) is not None
    box = view._row_box(0)
    hand.click((box.left + 8, box.centery))
    hand.click(hand.cell(5, 6))
    assert rows(hand)[6] == f"#....l{new.glyph}#"


def test_keys_go_through_the_palette(hand: Hand) -> None:
    pick(hand, 0, 0)
    hand.key("w")
    hand.key("w")
    hand.click(hand.cell(6, 6))
    assert rows(hand)[6] == "#.....r#"
    hand.key("q")
    hand.click(hand.cell(5, 6))
    assert rows(hand)[6] == "#....Pr#"


# ---------------------------------------------------------------- pictures


def picture(hand: Hand, kind: str, number: int = 0) -> PicturePlace:
    place = saved(hand).kind(kind)
    assert place is not None
    return place.pictures[number]


def pixels(hand: Hand, kind: str, number: int = 0) -> list[str]:
    return [row.text for row in picture(hand, kind, number).rows]


@pytest.fixture
def wall(hand: Hand) -> Hand:
    """The picture of Wall, three pixels each way."""
    hand.key("f4")
    hand.key("page down")
    hand.key("z")
    hand.answer("3x3")
    return hand


def test_a_picture_gets_its_size_and_its_colours(wall: Hand) -> None:
    assert [len(row) for row in pixels(wall, "Wall")] == [3, 3, 3]
    for number, sign in enumerate("0a."):
        wall.key(sign)
        wall.drag(wall.cell(0, number), wall.cell(2, number))
    assert pixels(wall, "Wall") == ["000", "aaa", "..."]
    wall.key("z")
    wall.answer("2x4")
    assert [row[:2] for row in pixels(wall, "Wall")][:2] == ["00", "aa"]
    assert len(pixels(wall, "Wall")) == 4


def test_pixels_are_pushed_turned_flipped_and_filled(wall: Hand) -> None:
    wall.key("1")
    wall.key("g")
    wall.click(wall.cell(2, 2))
    wall.key("p")
    for y in range(3):
        wall.drag(wall.cell(0, y), wall.cell(2, y))
    wall.key("8")
    wall.click(wall.cell(0, 0))
    assert pixels(wall, "Wall") == ["811", "111", "111"]
    for key, where in (("alt+right", ["181", "111", "111"]), ("alt+down", ["111", "181", "111"]),
                       ("alt+up", ["181", "111", "111"]), ("alt+up", ["111", "111", "181"]),
                       ("alt+left", ["111", "111", "811"]), ("h", ["111", "111", "118"]), ("v", ["118", "111", "111"]),
                       ("r", ["111", "111", "118"]), ("shift+r", ["118", "111", "111"])):  # fmt: skip
        wall.key(key)
        assert pixels(wall, "Wall") == where, key


def test_pictures_are_added_with_a_condition_and_removed(hand: Hand) -> None:
    hand.key("f4")
    for _ in range(4):
        hand.key("page down")
    hand.key("+")
    hand.answer("lit = perhaps")
    assert hand.studio.dialog is not None
    hand.answer("lit = yes")
    place = saved(hand).kind("Lamp")
    assert place is not None
    assert [one.when for one in place.pictures] == ["lit = yes", None]
    hand.key("9")
    hand.click(hand.cell(0, 0))
    assert [pixels(hand, "Lamp", number) for number in (0, 1)] == [["9"], ["0"]]
    hand.key("k")
    hand.answer("lit = no")
    assert picture(hand, "Lamp").when == "lit = no"
    hand.key("w")
    hand.key("b")
    hand.click(hand.cell(0, 0))
    assert [pixels(hand, "Lamp", number) for number in (0, 1)] == [["9"], ["b"]]
    hand.key("-")
    place = saved(hand).kind("Lamp")
    assert place is not None
    assert [one.when for one in place.pictures] == ["lit = no"]


def test_a_kind_without_a_picture_gets_one(demo: Path, demo_text: str, open_hand: Callable[..., Hand]) -> None:
    text = demo_text.replace("kind Rock on solid\n    pic\n        c\n", "kind Rock on solid\n")
    demo.write_text(text, encoding="utf-8")
    hand = open_hand(demo, size=SIZE)
    hand.key("f4")
    for _ in range(3):
        hand.key("page down")
    hand.key("c")
    hand.key("+")
    assert pixels(hand, "Rock")
    assert set("".join(pixels(hand, "Rock"))) == {"c"}


def test_what_is_empty_in_an_area_leaves_what_is_there(hand: Hand) -> None:
    hand.key("s")
    hand.drag(hand.cell(2, 5), hand.cell(3, 5))  # a lamp, and an empty cell beside it
    hand.drag(hand.cell(2, 5), hand.cell(2, 2))  # onto the cells left of the player, the empty one onto the player
    places = saved(hand)
    assert places.levels[0].glyph(2, 2) == "l"
    assert places.levels[0].glyph(3, 2) == "P"
    assert places.levels[0].glyph(2, 5) == "."
