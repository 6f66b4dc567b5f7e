"""Exports: pictures, animations, films and regression tests, whole and never over another file."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest

from arcg.cli import main
from arcg.editor import exporting
from arcg.editor.exporting import (
    RegressionTest,
    Span,
    export_animation,
    export_film,
    export_picture,
    export_test,
    level_try,
)
from arcg.editor.pace import FRAME_TIME, TURN_REST
from arcg.editor.play import open_session
from arcg.editor.session import Session
from arcg.runtime.engine import Action
from arcg.runtime.palette import to_rgb
from arcg.runtime.recording import actions, read, replay

needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")


def played(demo: Path, *moves: Action) -> Session:
    session = open_session(str(demo))
    for move in moves:
        session.act(move, 0.0)
        session.advance(1e9)
    return session


def span(session: Session, first: int = 0, last: int = -1) -> Span:
    branch = session.reel.branch
    return Span(branch, first, last % branch.length)


def test_pictures_get_the_next_free_name(demo: Path, tmp_path: Path) -> None:
    frame = played(demo).view().frame
    (tmp_path / "demo-1-1.png").write_text("mine")
    paths = [export_picture(tmp_path, "demo-1", frame) for _ in range(2)]
    assert [path.name for path in paths] == ["demo-1-2.png", "demo-1-3.png"]
    assert (tmp_path / "demo-1-1.png").read_text() == "mine"
    assert struct.unpack(">II", paths[0].read_bytes()[16:24]) == (512, 512)


def test_a_file_system_without_links_will_do(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    frame = played(demo).view().frame
    assert [export_picture(tmp_path, "a", frame).name for _ in range(2)] == ["a-1.png", "a-2.png"]


def test_nothing_is_left_of_a_file_that_could_not_be_made(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played(demo, Action.LEFT)
    out = tmp_path / "out"
    with pytest.raises(FileNotFoundError):
        export_picture(out, "a", session.view().frame)
    out.mkdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting.Writer, "write", full)
    with pytest.raises(OSError, match="No space"):
        export_test(session.program, session.text, demo, out / "demo.arcg", level_try(session.reel.branch, 1))
    assert [path for path in out.rglob("*") if path.is_file()] == []


def test_an_animation_keeps_the_time_of_play(demo: Path, tmp_path: Path) -> None:
    session = played(demo, Action.LEFT, Action.DOWN)
    timed = list(exporting._timed(span(session), 1.0, 50))
    frames = [frame for turn in session.reel.branch.path() for frame in turn.frames]
    assert np.array_equal([frame for frame, _ in timed], frames)
    seconds = 7 * FRAME_TIME + 3 * TURN_REST + exporting.END_REST
    assert sum(ticks for _, ticks in timed) == round(seconds * 50)
    fast = list(exporting._timed(span(session, 1), 100.0, 50))
    assert np.array_equal(fast[-1][0], frames[-1])
    assert len(fast) < len(timed)
    path = export_animation(tmp_path, "demo-1", span(session))
    assert path.name == "demo-1-1.gif"
    assert path.read_bytes()[:10] == b"GIF89a" + struct.pack("<HH", 256, 256)


@needs_ffmpeg
def test_a_film_shows_the_frames(demo: Path, tmp_path: Path) -> None:
    session = played(demo, Action.LEFT, Action.DOWN)
    path = export_film(tmp_path, "demo-1", span(session), scale=4)
    assert path.name == "demo-1-1.mp4"
    back = subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True,
        capture_output=True,
    ).stdout
    film = np.frombuffer(back, np.uint8).reshape(-1, 256, 256, 3)
    assert len(film) == sum(ticks for _, ticks in exporting._timed(span(session), 1.0, 30))
    for shown, frame in ((film[0], session.reel.branch.turn(0).frames[0]), (film[-1], session.view().frame)):
        assert np.abs(shown[2::4, 2::4].astype(int) - to_rgb(frame)).mean() < 8


@needs_ffmpeg
def test_what_ffmpeg_says_is_told(demo: Path, tmp_path: Path) -> None:
    session = played(demo, Action.LEFT)
    with pytest.raises(OSError, match="ffmpeg failed"):
        export_film(tmp_path / "no such folder", "a", span(session))
    assert list(tmp_path.glob("*/*.part")) == []


def test_without_ffmpeg_there_is_no_film(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OSError, match="ffmpeg, which is not installed"):
        export_film(tmp_path, "a", span(played(demo)))


# ---------------------------------------------------------------- regression tests


def exported(session: Session, demo: Path, turn: int = -1) -> RegressionTest:
    branch = session.reel.branch
    return export_test(session.program, session.text, demo, demo, level_try(branch, turn % branch.length))


def test_a_regression_test_replays(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played(demo, Action.UP, Action.RESET, Action.LEFT, Action.DOWN)
    test = exported(session, demo)
    assert test == RegressionTest(demo.parent / "recordings" / "demo-1-1.jsonl", 2, as_seen=True)
    recording = read(test.path)
    assert [move[0] for move in actions(recording)] == [Action.LEFT, Action.DOWN]
    assert recording.finished
    assert recording.source_path().samefile(demo)
    assert main(["replay", str(test.path)]) == 0
    assert "all the same" in capsys.readouterr().out
    assert exported(session, demo).path.name == "demo-1-2.jsonl"


def test_the_answer_that_wins_a_level_belongs_to_the_try_that_won(demo: Path) -> None:
    session = played(demo, Action.RIGHT)
    session.advance(1e9)
    test = exported(session, demo)
    assert (test.path.name, test.actions, test.as_seen) == ("demo-1-1.jsonl", 1, True)
    assert read(test.path).answers[-1].levels_completed == 1
    session.act(Action.UP, 0.0)
    test = exported(session, demo)
    assert (test.path.name, test.actions, test.as_seen) == ("demo-2-1.jsonl", 1, True)
    assert read(test.path).first_level == 1
    assert replay(read(test.path), session.program) == []


def test_a_regression_test_says_when_the_game_is_another_by_now(demo: Path) -> None:
    session = played(demo, Action.ACT)
    old = session.take
    demo.write_text(demo.read_text(encoding="utf-8").replace("energy - 5", "energy - 6"), encoding="utf-8")
    session.reload(0.0)
    test = export_test(session.program, session.text, demo, demo, level_try(old.branch, 1))
    assert not test.as_seen
    assert replay(read(test.path), session.program) == []


def test_where_nothing_was_done_there_is_nothing_to_test(demo: Path) -> None:
    session = played(demo, Action.LEFT, Action.RESET)
    for turn in (0, -1):
        with pytest.raises(ValueError, match="nothing has been done"):
            exported(session, demo, turn)
    assert not (demo.parent / "recordings").exists()
