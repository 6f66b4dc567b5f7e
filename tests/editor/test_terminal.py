"""The terminal player: its pictures, its keys, and a whole game on a real pseudo-terminal."""

from __future__ import annotations

import dataclasses
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from arcg.editor.play import open_session
from arcg.editor.report import report_lines
from arcg.editor.terminal import furthest_scroll, keys, screen
from arcg.runtime.recording import read
from arcg.runtime.text import half_blocks, plain

WIDE = os.terminal_size((80, 40))


def strip(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_two_pixels_share_a_character() -> None:
    frame = np.zeros((64, 64), np.uint8)
    frame[0], frame[1], frame[:, 63] = 8, 9, 5
    first = half_blocks(frame, exact=True)[0]
    assert first.startswith("\x1b[38;2;249;60;49;48;2;30;147;255m▀")
    assert strip(first) == "▀" * 64
    assert len(half_blocks(frame, exact=True)) == 32
    assert half_blocks(frame, exact=False)[0].startswith("\x1b[38;5;")


def test_plain_pictures_are_written_as_in_a_file() -> None:
    frame = np.zeros((64, 64), np.uint8)
    frame[2, :3] = 10, 15, 3
    assert plain(frame)[2].startswith("af30")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("\x1b[A\x1bOBaD", [("up", -1, -1), ("down", -1, -1), ("a", -1, -1), ("d", -1, -1)]),
        (" \x1a\x7f", [("space", -1, -1), ("ctrl+z", -1, -1), ("backspace", -1, -1)]),
        ("\x1b", [("escape", -1, -1)]),
        ("\x1b[<0;1;2M\x1b[<0;1;2m", [("click", 0, 0)]),
        ("\x1b[<2;64;33M", [("click", 63, 63)]),
        ("\x1b[<0;65;2M\x1b[<0;1;1M", []),
        ("\x1b[<64;3;3M\x1b[6~", [("page up", -1, -1), ("page down", -1, -1)]),
    ],
)
def test_keys(sent: str, expected: list[tuple[str, int, int]]) -> None:
    assert [key for key in keys(sent) if key[0] != "\x1b[<0;1;2m"] == expected


def test_the_screen_says_what_stands_around_the_frame(demo: Path) -> None:
    lines = [strip(line) for line in screen(open_session(str(demo)).view(), WIDE, exact=True)]
    assert lines[0].split() == ["demo", "level", "1", "of", "2", "0", "actions"]
    assert lines[33] == "energy 20/20"
    assert "Z undo" in lines[35]


def test_a_small_terminal_is_told_what_it_lacks(demo: Path) -> None:
    size = os.terminal_size((50, 20))
    lines = screen(open_session(str(demo)).view(), size, exact=True)
    assert len(lines) <= size.lines
    assert "50x20" in lines[0]


def test_the_report_on_a_broken_save_is_shown(demo: Path) -> None:
    session = open_session(str(demo))
    demo.write_text(demo.read_text().replace("kind Wall on solid", "kind Wall on sold"))
    session.reload(0.0)
    text = strip("\n".join(screen(session.view(), WIDE, exact=True)))
    assert "1 error in the save. You are playing the last good game" in text
    assert "^^^^" in text


def test_a_long_report_says_that_there_is_more(demo: Path) -> None:
    session = open_session(str(demo))
    demo.write_text(demo.read_text().replace("on solid", "on sold").replace("-> move", "-> mvoe"))
    session.reload(0.0)
    view = session.view()
    for size in (WIDE, os.terminal_size((80, 20)), os.terminal_size((20, 2))):
        furthest = furthest_scroll(view, size)
        assert furthest > 0
        lines = [strip(line) for line in screen(view, size, exact=True)]
        assert len(lines) <= size.lines
        last = [strip(line) for line in screen(view, size, exact=True, scroll=furthest + 7)]
        if size.lines > 2:
            assert lines[-1].startswith("lines 1-")
            assert lines[-1].endswith("Page Down for more")
            assert last[-1].endswith("Page Up for more")
            assert last[-2] == report_lines(view.problem, size.columns)[-1][0]


@pytest.mark.parametrize("size", [(80, 40), (64, 36), (64, 30), (40, 12)])
def test_a_message_is_shown_in_full(demo: Path, size: tuple[int, int]) -> None:
    message = "the turn was taken back: phase `slide` did not rest within 1000 iterations; give its rules a condition"
    view = dataclasses.replace(open_session(str(demo)).view(), messages=(message, "another"))
    lines = [strip(line) for line in screen(view, os.terminal_size(size), exact=True)]
    assert len(lines) <= size[1]
    assert f"{message} another" in " ".join(lines)
    assert "energy 20/20" in lines


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_game_on_a_pseudo_terminal(demo: Path, tmp_path: Path) -> None:
    import fcntl
    import pty
    import struct
    import termios

    recording = tmp_path / "play.jsonl"
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    before = termios.tcgetattr(slave)
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment = {name: value for name, value in environment.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "arcg", "play", str(demo), "--terminal", "--record", str(recording)]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
    shown = b""
    for wanted, send in ((b"0 actions", b"\x1b[D"), (b"1 action", b"z"), (b"2 actions", b"q")):
        ends = time.monotonic() + 20
        while wanted not in shown and time.monotonic() < ends:
            shown += os.read(master, 65536)
        assert wanted in shown
        os.write(master, send)
    assert process.wait(timeout=20) == 0
    assert termios.tcgetattr(slave)[3] == before[3]
    os.close(slave)
    os.close(master)
    assert '"end":true' in recording.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("how", ["SIGHUP", "SIGTERM", "closed"])
def test_a_closed_terminal_ends_the_recording(demo: Path, tmp_path: Path, how: str) -> None:
    import pty

    recording = tmp_path / "play.jsonl"
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "arcg", "play", str(demo), "--terminal", "--record", str(recording)]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.PIPE, env=environment)
    os.close(slave)
    shown = b""
    while b"0 actions" not in shown and b"the terminal has" not in shown:
        shown += os.read(master, 65536)
    if how == "closed":
        os.close(master)
    else:
        process.send_signal(getattr(signal, how))
    _, err = process.communicate(timeout=20)
    if how != "closed":
        os.close(master)
    assert b"Traceback" not in err
    assert read(recording).finished
