"""The file is written by another program, or the studio is cut off, while it is edited."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.hand import Hand

from arcg.editor.document.leftover import left_behind


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_save_from_outside_appears_and_can_be_undone(hand: Hand, demo: Path) -> None:
    document = hand.studio.bench.document
    before = document.text
    replace(demo, "ground grey", "ground blue")
    hand.until(lambda: "ground blue" in document.text)
    hand.settled()
    assert hand.studio.bench.good.game.ground == 9
    assert not document.modified
    hand.key("ctrl+z")
    assert document.text == before
    assert document.modified


def test_edits_here_and_there_come_together(hand: Hand, demo: Path) -> None:
    document = hand.studio.bench.document
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(1, 4))
    replace(demo, "ground grey", "ground blue")
    hand.until(lambda: "ground blue" in document.text)
    assert document.places.levels[0].glyph(1, 4) == "#"
    assert document.modified
    hand.key("ctrl+s")
    saved = demo.read_text(encoding="utf-8")
    assert "ground blue" in saved
    assert "#r" not in saved
    assert "##.....#" in saved


@pytest.mark.parametrize(("key", "glyph"), [("m", "#"), ("f", "l")])
def test_the_same_cell_here_and_there_is_asked_about(hand: Hand, demo: Path, key: str, glyph: str) -> None:
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(4, 4))
    place = hand.studio.bench.document.places.levels[0]
    replace(demo, "        #......#\n        #......#\n        #.l", "        #......#\n        #...l..#\n        #.l")
    hand.until(lambda: hand.studio.dialog is not None)
    hand.picture("conflict")
    hand.key(key)
    assert hand.studio.dialog is None
    assert hand.studio.bench.document.places.levels[0].glyph(4, 4) == glyph
    assert place.glyph(4, 4) == "#"


def test_play_goes_on_with_what_was_saved_outside(hand: Hand, demo: Path) -> None:
    hand.key("tab")
    hand.key("down")
    replace(demo, "ground grey", "ground blue")
    session = hand.studio.workspace.playing.session
    assert session is not None
    hand.until(lambda: session.program.ground == 9)
    hand.turns(0.3)
    assert session.view().action_count == 1


def test_closing_asks_about_what_is_not_saved(hand: Hand, demo: Path) -> None:
    before = demo.read_text(encoding="utf-8")
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(1, 4))
    pygame.event.post(pygame.Event(pygame.QUIT))
    hand.turns()
    assert hand.studio.running
    hand.picture("closing")
    hand.key("escape")
    assert hand.studio.running
    assert demo.read_text(encoding="utf-8") == before
    hand.key("ctrl+q")
    hand.key("s")
    assert not hand.studio.running
    assert demo.read_text(encoding="utf-8") != before


def test_a_file_that_cannot_be_written_loses_nothing(
    hand: Hand, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(1, 4))
    edited = hand.studio.bench.document.text
    before = demo.read_text(encoding="utf-8")
    monkeypatch.setattr(os, "replace", _refused)
    monkeypatch.setattr(Path, "replace", _refused)
    hand.key("ctrl+s")
    assert hand.studio.dialog is not None
    hand.picture("not_saved")
    monkeypatch.undo()
    hand.key("s")
    hand.answer(str(tmp_path / "elsewhere.arcg"))
    assert (tmp_path / "elsewhere.arcg").read_text(encoding="utf-8") == edited
    assert demo.read_text(encoding="utf-8") == before
    assert hand.studio.bench.document.path.name == "elsewhere.arcg"


def _refused(*_: object) -> None:
    raise OSError(28, "No space left on device")


KILLED = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
from support.hand import Hand
from arcg.editor.studio.start import open_studio
hand = Hand(open_studio(Path({path!r}), size=(1360, 860)))
hand.settled()
hand.click(hand.cell(1, 0), button=3)
hand.click(hand.cell(1, 4))
hand.key("ctrl+s")
hand.click(hand.cell(2, 4))
hand.drag(hand.cell(3, 5), hand.cell(5, 5))
print("painted", flush=True)
while True:
    hand.turns(1.0)
"""


def test_killed_in_the_middle_everything_is_offered_again(demo: Path, open_hand: Callable[..., Hand]) -> None:
    source = KILLED.format(tests=str(Path(__file__).parents[2]), path=str(demo))
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    process = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        lines = []
        while (line := process.stdout.readline()) and line.strip() != "painted":
            lines.append(line)
        assert line.strip() == "painted", lines
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    saved = demo.read_text(encoding="utf-8")
    assert "##.....#" in saved
    left = left_behind(demo)
    assert left is not None
    assert left.edits == 2

    hand = open_hand(demo)
    assert hand.studio.dialog is not None
    hand.picture("recovery")
    hand.key("r")
    hand.settled()
    level = hand.studio.bench.document.places.levels[0]
    assert level.rows[4].text == "###....#"
    assert level.rows[5].text == "#.l###.#"
    for _ in range(2):
        hand.key("ctrl+z")
    assert hand.studio.bench.document.text == saved
    hand.key("ctrl+z")
    assert "##.....#" not in hand.studio.bench.document.text
    assert demo.read_text(encoding="utf-8") == saved


def test_escape_loses_nothing_of_what_was_left_behind(demo: Path, open_hand: Callable[..., Hand]) -> None:
    first = open_hand(demo)
    first.click(first.cell(1, 0), button=3)
    first.click(first.cell(1, 4))
    edited = first.studio.bench.document.text
    first.studio.running = False
    first.studio.close()
    hand = open_hand(demo)
    hand.key("escape")
    hand.settled()
    assert hand.studio.bench.document.text == edited
    assert hand.studio.bench.document.modified


def test_what_was_left_behind_can_be_discarded(demo: Path, open_hand: Callable[..., Hand]) -> None:
    first = open_hand(demo)
    first.click(first.cell(1, 0), button=3)
    first.click(first.cell(1, 4))
    first.studio.running = False
    first.studio.close()
    saved = demo.read_text(encoding="utf-8")
    hand = open_hand(demo)
    assert hand.studio.dialog is not None
    hand.key("d")
    hand.settled()
    assert hand.studio.bench.document.text == saved
    assert not hand.studio.bench.document.modified
