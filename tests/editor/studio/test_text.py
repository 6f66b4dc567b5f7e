"""The text, what the checks find in it, and the ways between a line, a level and a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.hand import Hand

from arcg.dsl.check import check_text, in_order
from arcg.dsl.knowledge.review import review
from arcg.editor.lettering import BAD
from arcg.runtime.starts import check_starts

LONG = "".join(f"// remark {number}\n" for number in range(300))


def line_of(hand: Hand, text: str) -> int:
    whole = hand.studio.bench.document.text
    return whole[: whole.index(text)].count("\n") + 1


def complete(hand: Hand) -> None:
    """Until the newest text has been checked in full."""
    bench = hand.studio.bench
    hand.until(lambda: bench.checked.revision == bench.document.revision and bench.checked.later is not None)
    hand.turns()


@pytest.fixture
def faulty(demo: Path, open_hand: Callable[..., Hand]) -> Hand:
    """An unknown sign in level 2, a colour that is none in a picture, a kind that is none in a rule."""
    text = demo.read_text(encoding="utf-8")
    text = (
        text.replace("#...P..#", "#.Z.P..#")
        .replace("        c\n", "        z\n")
        .replace("-> move Rock down", "-> move Rokc down")
    )
    demo.write_text(text, encoding="utf-8")
    return open_hand(demo)


def test_the_text_is_gone_through_by_keys_and_by_the_wheel(demo: Path, open_hand: Callable[..., Hand]) -> None:
    demo.write_text(LONG + demo.read_text(encoding="utf-8"), encoding="utf-8")
    hand = open_hand(demo)
    view, bench = hand.studio.workspace.source_view, hand.studio.bench
    hand.key("f5")
    hand.key("home")
    assert (bench.line, view.scroll) == (1, 0)
    hand.key("down")
    hand.key("down")
    hand.key("up")
    assert bench.line == 2
    hand.key("page down")
    hand.key("page down")
    assert bench.line > 40
    assert view.scroll > 0
    hand.key("end")
    assert bench.line == view.count
    assert view.scroll == view.furthest
    hand.move(view.rect.center)
    hand.wheel(-3)
    assert view.scroll < view.furthest
    hand.key("home")
    hand.click((view.rect.centerx, view.rect.top + view.rect.height // 2))
    assert 10 < bench.line < 40
    hand.key("ctrl+l")
    hand.answer("17")
    assert bench.line == 17


def test_a_mode_opens_the_text_where_it_works(hand: Hand) -> None:
    bench = hand.studio.bench
    hand.key("page down")
    hand.key("f5")
    assert bench.line == line_of(hand, "level\n    map\n        ########\n        #......#\n        #...P")
    hand.picture("text_plain")
    hand.key("return")
    assert (hand.studio.mode, bench.level) == ("level", 1)
    hand.key("f4")
    hand.key("page down")
    hand.key("f5")
    assert bench.line == line_of(hand, "    pic\n        4")
    hand.key("down")
    hand.key("f4")
    hand.key("f5")
    assert bench.line == line_of(hand, "    pic\n        4") + 1


def test_a_text_is_found(hand: Hand) -> None:
    bench = hand.studio.bench
    hand.key("f5")
    hand.key("home")
    hand.key("ctrl+f")
    hand.type("nowhere at all")
    hand.key("return")
    assert hand.studio.dialog is not None
    hand.answer("KIND rock")
    assert bench.line == line_of(hand, "kind Rock")
    hand.key("ctrl+f")
    hand.answer("phase")
    lines = [bench.line]
    for _ in range(3):
        hand.key("ctrl+g")
        lines.append(bench.line)
    assert lines == [line_of(hand, f"phase {name}") for name in ("walk", "fall", "lamp", "walk")]
    hand.picture("text_found")
    hand.key("ctrl+shift+g")
    assert bench.line == lines[2]
    hand.key("escape")
    hand.key("ctrl+g")
    assert bench.line == lines[2]


def test_the_outline_jumps(hand: Hand) -> None:
    hand.key("f5")
    view, bench = hand.studio.workspace.outline_view, hand.studio.bench
    for title, line in (
        ("fall", "phase fall"),
        ("Rock", "kind Rock"),
        ("2", "level\n    map\n        ########\n        #......#\n        #...P"),
    ):
        number = [entry.title for entry in view._entries()].index(title)
        hand.click(view._box(number).center)
        assert bench.line == line_of(hand, line)


def test_problems_are_gone_through_in_the_text(faulty: Hand) -> None:
    bench = faulty.studio.bench
    faulty.key("f5")
    faulty.key("home")
    faulty.picture("text_problems")
    lines = [one.span.line for one in bench.found]
    assert len(lines) >= 3
    seen = []
    for _ in range(len(lines) + 1):
        faulty.key("f8")
        seen.append(bench.line)
        assert bench.problem.message in faulty.studio.note
    assert seen == [*lines, lines[0]]
    faulty.key("shift+f8")
    assert bench.line == lines[-1]
    faulty.picture("text_problem")


def test_a_problem_is_marked_in_the_margin_and_below_its_place(faulty: Hand) -> None:
    faulty.key("f5")
    faulty.key("home")
    screen, view = faulty.picture("text_marks"), faulty.studio.workspace.source_view
    one = faulty.studio.bench.found[0]
    row = pygame.Rect(view.inner.left, view._top(one.span.line), view.inner.width, view._row)
    inside = [(x, y) for x in range(row.left, row.right - 20) for y in range(row.top, row.bottom)]
    red = [x for x, y in inside if screen.get_at((x, y))[:3] == BAD]
    margin = [x for x in red if x < row.left + view._gutter - 20]
    below = [(x - row.left - view._gutter) / view._sign for x in red if x >= row.left + view._gutter]
    assert margin
    assert one.span.column - 2 <= min(below)
    assert max(below) <= one.span.end_column + 1
    other = row.move(0, -view._row)
    assert not any(screen.get_at((x, other.centery))[:3] == BAD for x in range(other.left, other.right - 20))


def test_a_problem_is_gone_to_where_it_is_painted(faulty: Hand) -> None:
    studio, bench = faulty.studio, faulty.studio.bench
    modes = []
    for _ in bench.found:
        faulty.key("f8")
        modes.append(studio.mode)
        if studio.mode == "level":
            assert bench.level == 1
            assert (2, 2) in studio.workspace.level_view.findings()[0][0]
            faulty.picture("text_in_level")
        if studio.mode == "picture":
            assert bench.kind == "Rock"
            assert studio.workspace.picture_view.findings()
            faulty.picture("text_in_picture")
        if studio.mode == "source":
            faulty.key("f3")
    assert set(modes) == {"level", "picture", "source"}


def test_a_press_goes_to_a_problem(faulty: Hand) -> None:
    studio, bench = faulty.studio, faulty.studio.bench
    width, height = studio.size
    faulty.click((width - 40, height - 10))
    assert studio.mode == "source"
    assert bench.problem == next(one for one in bench.found if one.severity == "error")
    view = studio.workspace.problems_view
    last = view._items()[-1]
    faulty.click(view._box(last).center)
    assert bench.line == last.one.span.line
    faulty.click(view._box(last).center, button=3)
    assert studio.mode == "level"
    assert bench.level == 1


def test_marks_differ_by_shape(demo: Path, open_hand: Callable[..., Hand]) -> None:
    """An error, a warning and a piece of advice, each alone in the margin: their outlines are not the same."""
    from arcg.editor.studio.marks import FOUND, mark

    hand = open_hand(demo)
    outlines = set()
    for name, _ in FOUND.values():
        surface = hand.picture("marks").copy()
        surface.fill((0, 0, 0))
        mark(surface, name, (20, 20), 16, (255, 255, 255))
        outlines.add(bytes(surface.get_at((x, y))[0] > 127 for x in range(40) for y in range(40)))
    assert len(outlines) == 3


def test_the_studio_finds_what_the_check_finds(demo: Path, open_hand: Callable[..., Hand]) -> None:
    """A level that begins won, and a picture that is a letter."""
    text = demo.read_text(encoding="utf-8").replace("#...P..#", "#......#").replace("#..o...#", "#......#")
    text = text.replace("        9\n", "        9999\n        9...\n        999.\n        9...\n        9999\n")
    demo.write_text(text, encoding="utf-8")
    hand = open_hand(demo)
    complete(hand)
    bench = hand.studio.bench
    game, found = check_text(text, str(demo))
    assert game is not None
    wanted = in_order([*found, *check_starts(game).diagnostics, *review(game)])
    assert [(one.code, one.span) for one in bench.found] == [(one.code, one.span) for one in wanted]
    codes = {one.code for one in bench.found}
    assert "W501" in codes
    hand.key("f4")
    hand.key("page down")
    hand.key("page down")
    assert any(one.code == "W501" for _, one in hand.studio.workspace.picture_view.findings())
    hand.picture("text_knowledge")
    for y in range(5):
        hand.key(".")
        hand.click(hand.cell(0, y))
    complete(hand)
    assert "W501" not in {one.code for one in bench.found}


def test_ones_own_editor_is_started_at_the_line(
    hand: Hand, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    program = tmp_path / "editor.py"
    program.write_text("import pathlib, sys\npathlib.Path(sys.argv[1]).write_text(' '.join(sys.argv[2:]))\n")
    for name in ("ARCG_EDITOR", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    hand.key("ctrl+e")
    assert hand.says("ARCG_EDITOR")
    monkeypatch.setenv("EDITOR", "vim")
    hand.key("ctrl+e")
    assert hand.says("ARCG_EDITOR")
    monkeypatch.setenv("ARCG_EDITOR", str(tmp_path / "missing"))
    hand.key("ctrl+e")
    assert hand.says("cannot be started")
    monkeypatch.setenv("ARCG_EDITOR", f"'{sys.executable}' '{program}' '{told}' {{file}} {{line}}")
    hand.key("page down")
    hand.key("ctrl+e")
    hand.until(told.exists)
    hand.until(lambda: bool(told.read_text()))
    line = line_of(hand, "level\n    map\n        ########\n        #......#\n        #...P")
    assert told.read_text() == f"{demo} {line}"
