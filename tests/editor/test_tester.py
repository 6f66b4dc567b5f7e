"""The testers' window: real events through the real loop, from consent to thanks, and what the study then holds.

With ARCG_SCREENSHOTS=FOLDER in the environment the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from support.testers import Clock, study_of, winning, write_game

from arcg.cli import main
from arcg.editor import draw
from arcg.editor.sitting import Sitting
from arcg.editor.tester import WindowForTesters
from arcg.runtime.calibrate.plays import played
from arcg.runtime.calibrate.store import Store
from arcg.runtime.calibrate.study import Study
from arcg.runtime.official.info import info_of

SCALE = 8
KEYS = {1: pygame.K_UP, 2: pygame.K_DOWN, 3: pygame.K_LEFT, 4: pygame.K_RIGHT, 5: pygame.K_SPACE, 7: pygame.K_z}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def study(tmp_path: Path, clock: Clock) -> Study:
    games = [write_game(tmp_path), info_of("tilt")]
    return study_of(games, tmp_path / "data", clock, shuffled=False, soft_minutes=1, hard_minutes=2)


@pytest.fixture
def window(study: Study, monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowForTesters]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = WindowForTesters(Sitting(study), scale=SCALE)
    yield opened
    pygame.display.quit()


def press(window: WindowForTesters, *keys: int) -> None:
    for key in keys:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        window.turn()


def shot(name: str) -> None:
    folder = os.environ.get("ARCG_SCREENSHOTS")
    if folder:
        pygame.image.save(pygame.display.get_surface(), str(Path(folder) / f"tester_{name}.png"))


def stage(window: WindowForTesters) -> str:
    return window.sitting.scene().stage


def test_from_consent_to_thanks(window: WindowForTesters, study: Study, tmp_path: Path, clock: Clock) -> None:
    window._show()
    shot("consent")
    press(window, pygame.K_RIGHT)
    assert stage(window) == "consent"
    assert not study._store.testers(), "nothing is kept of who has not agreed"
    press(window, pygame.K_SPACE)
    assert stage(window) == "ready"
    window._show()
    shot("ready")
    press(window, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RIGHT)
    window._show()
    shot("playing")
    press(window, *[pygame.K_RIGHT] * 4)
    assert stage(window) == "ended"
    press(window, pygame.K_SPACE, pygame.K_SPACE)
    for action, x, y in winning("tilt")[:3]:
        assert action in KEYS, (action, x, y)
        press(window, KEYS[action])
    ends = time.monotonic() + 5
    while window.sitting.wait(time.monotonic()) is not None and time.monotonic() < ends:
        window.turn()
    shot("tilt")
    press(window, pygame.K_ESCAPE)
    shot("stopping")
    assert stage(window) == "stopping"
    press(window, pygame.K_RIGHT)
    assert stage(window) == "playing"
    press(window, pygame.K_ESCAPE, pygame.K_SPACE)
    assert stage(window) == "thanks"
    shot("thanks")
    press(window, pygame.K_SPACE, pygame.K_SPACE, pygame.K_SPACE)
    assert stage(window) == "playing", "the next tester"

    with Store(tmp_path / "data", reading=True) as store:
        plays = {(game.base, play.ended): play.actions for game in played(store, clock.now) for play in game.plays}
    assert plays == {("walk", "won"): 6, ("tilt", "stopped"): 3, ("walk", "open"): 0}


def test_the_pixel_that_is_clicked(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    study = study_of([write_game(tmp_path, more=" click")], tmp_path / "data", clock)
    window = WindowForTesters(Sitting(study), scale=SCALE)
    press(window, pygame.K_SPACE, pygame.K_SPACE)
    place = draw.layout(*pygame.display.get_surface().get_size())

    for at in ((place.left + 17 * SCALE + 3, place.top + 42 * SCALE + 7), (2, 2)):
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
        window.turn()
    pygame.display.quit()

    [session] = study._store.sessions()
    clicks = [(one.body["x"], one.body["y"]) for one in study._store.events(session.session) if one.body["action"] == 6]
    assert clicks == [(17, 42)]


def test_limits_and_losses(window: WindowForTesters, clock: Clock) -> None:
    press(window, pygame.K_SPACE, pygame.K_SPACE, *[pygame.K_RIGHT] * 3)
    clock.now += 61
    press(window, pygame.K_LEFT)
    scene = window.sitting.scene()
    assert scene.lost
    assert "you may stop now" in scene.note
    shot("lost")
    press(window, pygame.K_RIGHT)
    assert window.sitting.scene().lost, "only RESET is taken"
    press(window, pygame.K_r)
    assert not window.sitting.scene().lost
    clock.now += 61
    press(window, pygame.K_RIGHT)
    assert stage(window) == "ended"


def test_without_a_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    game = write_game(tmp_path).path

    assert main(["calibrate", "run", str(game), "--data", str(tmp_path / "d"), "--window"]) == 2
    assert "there is no display for a window; leave --window out" in capsys.readouterr().err
