"""A list of moves: read from words, played without a window, printed and recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from arcg.cli import main
from arcg.editor.moves import Move, read_moves
from arcg.editor.play import open_session
from arcg.runtime.engine import Action, Status
from arcg.runtime.env import make
from arcg.runtime.recording import read, replay

CLICK = Action.CLICK


def test_moves_are_words_and_clicks_have_places() -> None:
    told = read_moves(
        " up down,left\nright; act undo reset click 12 40, click 0,63 click cell(3, 1), click cell( 0,0 )"
    )

    assert told[:7] == [Move(a) for a in (1, 2, 3, 4, 5, 7, 0)]  # type: ignore[arg-type]
    assert told[7:] == [
        Move(CLICK, 12, 40),
        Move(CLICK, 0, 63),
        Move(CLICK, 3, 1, on_board=True),
        Move(CLICK, 0, 0, on_board=True),
    ]
    assert read_moves(" , ") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("up rigth", "move 2: there is no move `rigth`; did you mean `right`?"),
        ("7", "move 1: there is no move `7`; the moves are reset, up, down, left, right, act, click, undo"),
        ("click", "move 1: a click needs a place"),
        ("click 3 right", "move 1: a click needs a place"),
        ("click 3 4x", "move 1: a click needs a place"),
        ("click cell(3)", "move 1: a click needs a place"),
        ("click 64 0", "move 1: a frame has pixels 0 to 63, and 64 0 is none of them"),
    ],
)
def test_what_is_no_move_is_told(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_moves(text)
    assert str(caught.value).startswith(message)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["play", *arguments]) == code
    captured = capsys.readouterr()
    return (captured.err if code else captured.out).splitlines()


def test_they_are_played_without_a_window(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(demo)
    env.step("act")
    env.step("left")

    *frame, standing = said(capsys, str(demo), "--moves", "act left")

    assert frame == ["".join(f"{colour:x}" for colour in row) for row in env.render().tolist()]
    assert standing == "demo: level 1 of 2, 2 actions, playing, energy 15/20"


def test_a_counter_with_a_thick_bar_is_told_once(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = demo.read_text(encoding="utf-8")
    (bar,) = [line for line in text.splitlines() if line.startswith("bar ")]
    demo.write_text(text.replace(bar, f"{bar}\n{bar}"), encoding="utf-8")
    *frame, standing = said(capsys, str(demo), "--moves", "act left")
    assert standing == "demo: level 1 of 2, 2 actions, playing, energy 15/20"
    assert frame[-1] == frame[-2]
    assert [meter.value for meter in open_session(str(demo)).view().meters] == [20]


def test_a_level_may_be_begun_at_and_the_end_is_the_end(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, str(demo), "--moves", "")[-1] == "demo: level 1 of 2, 0 actions, playing, energy 20/20"
    assert said(capsys, str(demo), "--moves", "right")[-1] == "demo: level 2 of 2, 0 actions, playing, energy 20/20"
    won = said(capsys, str(demo), "--level", "2", "--moves", "left down up up")[-1]
    assert won == "demo: level 2 of 2, 2 actions, won, energy 20/20; 2 moves were left"
    lost = said(capsys, str(demo), "--moves", "act act act act undo")[-1]
    assert lost == "demo: level 1 of 2, 4 actions, game over, energy 0/20; 1 move was left"
    again = said(capsys, str(demo), "--moves", "act act act act reset act")[-1]
    assert again == "demo: level 1 of 2, 1 action, playing, energy 15/20"


def test_a_click_may_name_a_cell(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(demo)
    pixel = env.pixel(2, 5)
    assert pixel is not None

    by_cell = said(capsys, str(demo), "--moves", "click cell(2, 5)")

    assert by_cell == said(capsys, str(demo), "--moves", f"click {pixel[0]} {pixel[1]}")
    assert by_cell != said(capsys, str(demo), "--moves", "click cell(1, 1)")


def test_they_are_recorded(demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "won.jsonl"
    said(capsys, str(demo), "--moves", "right left down up", "--record", str(file))
    recording = read(file)

    assert recording.finished and recording.answers[-1].status is Status.WON
    assert [answer.action for answer in recording.answers] == [Action.RESET, Action.RIGHT, Action.LEFT, Action.DOWN]
    assert not replay(recording, make(demo).program)
    assert main(["replay", str(file)]) == 0

    later = tmp_path / "later.jsonl"
    said(capsys, str(demo), "--level", "2", "--moves", "left", "--record", str(later))
    assert read(later).first_level == 1
    assert main(["replay", str(later)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--moves", "jump"], "move 1: there is no move `jump`"),
        (["--moves", "click cell(8, 0)"], "move 1: cell(8, 0) is not seen: it is off the board or out of view"),
        (["--moves", "up", "--level", "3"], "there is no level 3; demo has 2"),
        (["--moves", "up", "--terminal"], "--moves plays without a window or a terminal: leave --terminal out"),
        (["--moves", "up", "--scale", "2"], "--moves plays without a window or a terminal: leave --scale out"),
    ],
)
def test_what_cannot_be_played_is_told(
    demo: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in said(capsys, str(demo), *arguments, code=2)[0]


def test_what_the_game_does_not_offer_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "dyer", "--moves", "up act", code=2)

    assert told == ["arcg: move 2: dyer does not offer act, but up, down, left, right, undo"]
