"""Showing recordings: the clock, the keys, the terminal's picture, the window, and animations."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from arcg.editor.showing import Showing, animation, screen
from arcg.editor.studio.show_window import ShowWindow
from arcg.runtime.loading import shipped
from arcg.runtime.recording import Recording, filled, read

WIDE = os.terminal_size((80, 40))
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read(shipped()["tilt"].parent / "recordings" / "loss.jsonl")


@pytest.fixture
def showing(recording: Recording) -> Showing:
    return Showing(recording, now=0.0)


def test_time_moves_it_to_the_end_and_no_further(showing: Showing, recording: Recording) -> None:
    seen, now = [showing.frame], 0.0
    while (wait := showing.wait(now)) is not None:
        now += wait
        if showing.advance(now) and showing.going:
            seen.append(showing.frame)

    frames = [frame for answer in recording.answers if answer.frames is not None for frame in answer.frames]
    assert len(seen) == len(frames)
    assert all((one == other).all() for one, other in zip(seen, frames, strict=True))
    assert showing.done == 1.0
    assert "game over" in showing.foot()


def test_keys_stop_step_and_change_the_speed(showing: Showing) -> None:
    assert showing.key("space", 1.0)
    assert not showing.going
    assert not showing.advance(100.0)
    showing.key("down", 1.0)
    assert (showing.number, showing.head().split("   ")[1][:6]) == (1, "turn 1")
    showing.key("right", 1.0)
    showing.key("up", 1.0)
    assert showing.number in (0, 1)
    showing.key("up", 1.0)
    assert showing.number == 0
    for _ in range(20):
        showing.key("left", 1.0)
    assert showing.done == 0.0
    showing.key("+", 1.0)
    assert showing.speed == 2.0
    for _ in range(20):
        showing.key("-", 1.0)
    assert showing.speed == 0.125
    showing.key("end", 1.0)
    showing.key("space", 1.0)
    assert (showing.going, showing.done) == (True, 0.0)
    assert not showing.key("q", 1.0)


def test_a_faster_speed_is_over_sooner(recording: Recording) -> None:
    slow, fast = (Showing(recording, speed=speed, now=0.0) for speed in (1.0, 4.0))
    slow.advance(2.0)
    fast.advance(2.0)

    assert slow.done < fast.done


def test_the_terminal_says_what_is_shown(showing: Showing) -> None:
    showing.key("down", 0.0)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in screen(showing, WIDE, exact=True)]

    assert lines[0].startswith("tilt  level 1   turn 1 of ")
    assert "stopped" in lines[34]
    assert "space stop, go on" in lines[35]
    assert len(screen(showing, os.terminal_size((70, 10)), exact=True)) <= 10


def test_an_animation_is_a_gif(recording: Recording) -> None:
    assert animation(recording).startswith(b"GIF89a")


def test_the_window_shows_and_obeys(showing: Showing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = ShowWindow(showing, scale=8)
    try:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        window.turn()
        assert not showing.going
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
        window.turn()
        assert showing.number == 1
        bar = window._bar()
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(bar.right, bar.centery)))
        window.turn()
        assert showing.done == 1.0
        if folder := os.environ.get("ARCG_SCREENSHOTS"):
            pygame.image.save(window._screen, Path(folder) / "showing.png")
        pygame.event.post(pygame.Event(pygame.QUIT))
        window.turn()
        assert not window.running
    finally:
        pygame.display.quit()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_whole_recording_on_a_terminal(recording: Recording) -> None:
    import pty

    master, slave = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in DISPLAYS} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "arcg", "replay", str(recording.path), "--play", "--speed", "50"]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as running:
        os.close(slave)
        seen = b""
        while b"game over" not in seen:
            seen += os.read(master, 65536)
        os.write(master, b"q")
        while running.poll() is None:
            try:
                seen += os.read(master, 65536)
            except OSError:  # it has closed its end
                break
    os.close(master)
    assert running.returncode == 0
    assert seen.rstrip().endswith(b"\x1b[?1049l"), "the terminal is left as it was found"


def test_a_compact_recording_is_opened_in_the_studio_with_its_frames(recording: Recording, tmp_path: Path) -> None:
    from arcg.cli import main
    from arcg.editor.shelf import Shelf
    from arcg.runtime.loading import load

    for option in ("--compact", "--official"):
        path = tmp_path / f"{option}.jsonl"
        assert main(["replay", str(recording.path), option, str(path)]) == 0
        take = Shelf().open_recording(path, load("tilt"))
        assert take.branch.length == len(recording.answers)
        last = recording.answers[-1].frames
        assert last is not None
        assert (take.branch.turn(-1).frames == last).all()
        assert filled(read(path), load("tilt")).answers[-1].levels_completed == recording.answers[-1].levels_completed
