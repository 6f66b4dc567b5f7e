"""A designer's session from `arcg new` to a saved game, by posted events alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.hand import Hand

from arcg.cli import main
from arcg.dsl.check import check_path
from arcg.editor.document.places import Places


def rows(path: Path, level: int) -> list[str]:
    return [row.text for row in Places.of(path.read_text(encoding="utf-8")).levels[level].rows]


def test_a_new_game_is_painted_played_undone_done_again_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_hand: Callable[..., Hand]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fresh.arcg"
    assert main(["new", "fresh"]) == 0
    first = path.read_text(encoding="utf-8")
    hand = open_hand(path)
    document = hand.studio.bench.document

    # The first level: a wall by the pen, a crate by picking one up, a box of walls around nothing.
    hand.drag(hand.cell(3, 1), hand.cell(5, 1))
    hand.click(hand.cell(5, 3), button=3)
    hand.click(hand.cell(7, 5))
    hand.key("ctrl+z")
    hand.click(hand.cell(6, 5))
    # Another level: a copy of it, higher by a row, with a room drawn in it.
    hand.key("ctrl+d")
    hand.key("alt+down")
    hand.key("o")
    hand.click(hand.cell(0, 0), button=3)
    hand.key("o")
    hand.drag(hand.cell(2, 4), hand.cell(4, 6))
    hand.key("n")
    hand.answer("high")
    # A picture: the crate gets a bright pixel in its middle.
    hand.key("f4")
    for _ in range(3):
        hand.key("page down")
    hand.key("b")
    hand.drag(hand.cell(2, 2), hand.cell(3, 3))
    hand.settled()
    painted = document.text
    assert painted != first
    hand.picture("whole_picture")

    # Play it, and look back.
    hand.key("tab")
    hand.key("right")
    hand.key("right")
    assert hand.studio.workspace.playing.session is not None
    assert hand.studio.workspace.playing.session.view().action_count == 2
    hand.picture("whole_play")
    hand.key("tab")
    assert document.text == painted

    # Undo everything, do it all again.
    while document.can_undo:
        hand.key("ctrl+z")
    assert document.text == first
    hand.key("ctrl+z")
    assert document.text == first
    while document.can_redo:
        hand.key("ctrl+shift+z")
    assert document.text == painted
    hand.key("f3")
    hand.settled()
    hand.picture("whole_level")

    assert path.read_text(encoding="utf-8") == first
    hand.key("ctrl+s")
    assert path.read_text(encoding="utf-8") == painted
    game, found = check_path(path)
    assert game is not None, found
    assert len(game.levels) == 3
    assert rows(path, 0)[1] == "#..###...#"
    assert rows(path, 0)[5] == "#.....c..#"
    assert game.levels[1].name == "high"
    assert game.levels[1].height == 9
    assert rows(path, 1)[4][2:5] == rows(path, 1)[6][2:5] == "###"
    assert game.kinds["Crate"].pictures[0].rows[2][2] == 11
    assert main(["check", str(path)]) == 0

    # A recording of the new version, with one key.
    hand.key("tab")
    hand.key("down")
    hand.key("f9")
    folder = path.parent / "recordings"
    hand.until(lambda: any(folder.glob("*.jsonl")) if folder.is_dir() else False)
    hand.until(lambda: "recordings" in hand.studio.note)
    assert main(["replay", *map(str, folder.glob("*.jsonl"))]) == 0
    hand.key("ctrl+q")
    assert not hand.studio.running


def test_the_same_while_another_program_edits_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_hand: Callable[..., Hand]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fresh.arcg"
    assert main(["new", "fresh"]) == 0
    first = path.read_text(encoding="utf-8")
    hand = open_hand(path)
    document = hand.studio.bench.document

    def outside(old: str, new: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        hand.until(lambda: new in document.text)

    outside("// Push every crate", "// By another hand: push every crate")
    hand.drag(hand.cell(3, 1), hand.cell(5, 1))
    outside("energy - 1", "energy - 2 at least 0")
    hand.key("page down")
    hand.click(hand.cell(5, 1), button=3)
    hand.drag(hand.cell(1, 6), hand.cell(3, 6))
    hand.key("tab")
    hand.key("right")
    outside("ground grey", "ground darkgrey")
    hand.turns(0.3)
    session = hand.studio.workspace.playing.session
    assert session is not None
    assert session.view().action_count == 1
    assert session.program.ground == 4
    hand.key("tab")
    hand.key("f4")
    hand.key("d")
    hand.click(hand.cell(0, 0))
    hand.settled()
    both = document.text
    assert document.modified
    for _ in range(40):
        if document.can_undo:
            hand.key("ctrl+z")
    assert document.text == first
    while document.can_redo:
        hand.key("ctrl+y")
    assert document.text == both

    hand.key("ctrl+s")
    saved = path.read_text(encoding="utf-8")
    assert saved == both
    assert "By another hand" in saved
    assert "energy - 2" in saved
    assert "ground darkgrey" in saved
    assert rows(path, 0)[1] == "#..###...#"
    assert rows(path, 1)[6] == "####.....#"
    assert main(["check", str(path)]) == 0
