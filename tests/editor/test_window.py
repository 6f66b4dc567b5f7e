"""The window: real events through the real loop on a display without a screen, and pictures drawn without a window.

With ARCG_SCREENSHOTS=FOLDER in the environment the pictures are kept there, to be looked at.
"""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from arcg.editor import draw, lettering
from arcg.editor.play import open_session
from arcg.editor.report import scroll_hint
from arcg.editor.session import Session
from arcg.editor.view import View
from arcg.editor.watch import Watch
from arcg.editor.window import Window
from arcg.runtime.engine import Action, Status
from arcg.runtime.palette import PALETTE

SCALE = 8

SLIDE = """\
phase slide repeat
    Lamp -> Lamp.lit next
phase lamp
"""
"""A phase that does not rest."""


@pytest.fixture
def window(demo: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window(open_session(str(demo)), watch=Watch(demo), scale=SCALE)
    turns(opened, 0.1)
    yield opened
    pygame.display.quit()


def turns(window: Window, seconds: float) -> None:
    """Let the loop run for a while."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and window.running:
        window.turn()


def press(window: Window, key: int, modifiers: int = 0, text: str = "") -> None:
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=modifiers, unicode=text))
    window.turn()
    pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=modifiers))
    window.turn()


def click(window: Window, x: int, y: int) -> None:
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=(x, y)))
    window.turn()


def picture(view: View, name: str, size: tuple[int, int] | None = None, **options: int) -> pygame.Surface:
    pygame.font.init()
    surface = pygame.Surface(size or draw.window_size(SCALE))
    draw.draw(surface, view, **options)
    keep(surface, name)
    return surface


def keep(surface: pygame.Surface, name: str) -> None:
    if folder := os.environ.get("ARCG_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        pygame.image.save(surface, str(Path(folder) / f"{name}.png"))


def colours(surface: pygame.Surface, y: int) -> set[tuple[int, ...]]:
    return {tuple(surface.get_at((x, y))[:3]) for x in range(surface.get_width())}


def shows_frame(surface: pygame.Surface, session: Session) -> bool:
    """Whether the surface shows every pixel of the session's frame at its place."""
    place, frame = draw.layout(*surface.get_size()), session.view().frame
    return all(
        surface.get_at((place.left + x * place.scale, place.top + y * place.scale))[:3] == tuple(PALETTE[frame[y, x]])
        for y in range(64)
        for x in range(64)
    )


# ---------------------------------------------------------------- the loop


def test_keys_play(window: Window) -> None:
    press(window, pygame.K_LEFT)
    press(window, pygame.K_SPACE)
    view = window.session.view()
    assert view.action_count == 2
    assert view.meters[0].value == 15
    press(window, pygame.K_z, pygame.KMOD_CTRL)
    assert window.session.view().action_count == 3
    press(window, pygame.K_r)
    assert window.session.view().action_count == 0
    turns(window, 0.6)
    assert shows_frame(pygame.display.get_surface(), window.session)


def test_a_held_key_does_not_cut_an_animation_short(window: Window) -> None:
    for _ in range(2):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
    window.turn()
    assert window.session.engine.action_count == 1
    assert window.session.animating


@pytest.mark.parametrize(("x", "y"), [(0, 0), (17, 41), (63, 63)])
def test_clicks_hit_the_pixel_under_the_mouse(window: Window, monkeypatch: pytest.MonkeyPatch, x: int, y: int) -> None:
    hits = []
    monkeypatch.setattr(window.session, "act", lambda action, now, *, x, y: hits.append((action, x, y)))
    place = draw.layout(*pygame.display.get_surface().get_size())
    for corner in (0, place.scale - 1):
        click(window, place.left + x * place.scale + corner, place.top + y * place.scale + corner)
    assert hits == [(Action.CLICK, x, y)] * 2
    for outside in ((place.left - 1, place.top), (place.left + place.side, place.top + 5)):
        click(window, *outside)
    assert len(hits) == 2


def test_a_click_reaches_the_game(window: Window) -> None:
    before = window.session.view().frame.copy()
    place = draw.layout(*pygame.display.get_surface().get_size())
    click(window, place.left + 20 * place.scale, place.top + 44 * place.scale)  # the lamp
    assert (window.session.view().frame != before).any()


def test_levels_by_bracket_keys(window: Window) -> None:
    press(window, pygame.K_RIGHTBRACKET, text="]")
    assert window.session.level == 1
    press(window, pygame.K_8, pygame.KMOD_RALT, text="[")
    assert window.session.level == 0


def test_a_save_is_played_within_a_moment(window: Window, demo: Path) -> None:
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text.replace("ground grey", "ground blue"), encoding="utf-8")
    turns(window, 0.3)
    assert window.session.program.ground == 9
    demo.write_text(text.replace("kind Wall on solid", "kind Wall on sold"), encoding="utf-8")
    turns(window, 0.3)
    assert "sold" in window.session.view().problem
    top = window.session.view().action_count
    click(window, 300, pygame.display.get_surface().get_height() - 20)  # on the report, not on the frame
    assert window.session.view().action_count == top
    demo.write_text(text, encoding="utf-8")
    turns(window, 0.3)
    assert window.session.view().problem == ""


def test_a_message_that_is_too_long_for_a_line_is_shown_in_full(window: Window, demo: Path) -> None:
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text.replace("phase lamp\n", SLIDE), encoding="utf-8")
    turns(window, 0.3)
    screen = pygame.display.get_surface()
    before = screen.copy()
    press(window, pygame.K_SPACE)
    turns(window, 0.2)
    (message,) = window.session.view().messages
    assert lettering.sans(14).size(message)[0] > screen.get_width()
    lines = {y for y in range(screen.get_height()) if draw.WARN in colours(screen, y)}
    assert max(lines) - min(lines) > 9 + lettering.sans(14).get_linesize()
    assert not any(draw.WARN in colours(before, y) for y in lines)
    assert shows_frame(screen, window.session)
    keep(screen, "message")
    keep(picture(window.session.view(), "message_small", draw.window_size(3)), "message_small")
    demo.write_text(text.replace("on solid", "on sold"), encoding="utf-8")
    turns(window, 0.3)
    assert any(draw.WARN in colours(screen, y) for y in range(window._report.top))
    keep(screen, "message_and_report")


def test_the_report_says_that_there_is_more_and_pages_to_its_end(window: Window, demo: Path) -> None:
    demo.write_text(demo.read_text().replace("on solid", "on sold").replace("-> move", "-> mvoe"), encoding="utf-8")
    turns(window, 0.3)
    view = window.session.view()
    assert view.problem_title[0].isdigit()
    assert int(view.problem_title.split()[0]) > 3
    screen = pygame.display.get_surface()
    keep(screen, "report_first")
    pages = [0]
    for _ in range(20):
        press(window, pygame.K_PAGEDOWN)
        if window._scroll == pages[-1]:
            break
        assert window._scroll <= pages[-1] + window._report.rows
        pages.append(window._scroll)
    assert pages[-1] == window._report.furthest
    keep(screen, "report_last")
    press(window, pygame.K_PAGEUP)
    assert window._scroll < pages[-1]
    assert scroll_hint(0, 3, 5) == "lines 1-3 of 5   Page Down for more"
    assert scroll_hint(1, 3, 5) == "lines 2-4 of 5   Page Up / Page Down for more"
    assert scroll_hint(2, 3, 5) == "lines 3-5 of 5   Page Up for more"


def test_closing_ends_the_loop_and_the_recording(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pictures = []
    session = open_session(str(demo), record=tmp_path / "play.jsonl")
    opened = Window(session, scale=SCALE, shown=lambda: pictures.append(1))
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    pygame.event.post(pygame.Event(pygame.QUIT))
    opened.run()
    assert pictures
    assert (tmp_path / "play.jsonl").read_text().count("\n") == 4


def test_an_idle_window_draws_nothing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    turns(window, 0.3)
    monkeypatch.setattr(draw, "draw", lambda *_, **__: pytest.fail("drawn without need"))
    turns(window, 0.2)


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("size", [(560, 640), (700, 560), (1400, 900), (200, 200), (90, 70), (1, 1)])
def test_any_size_of_window_can_be_drawn(demo: Path, size: tuple[int, int]) -> None:
    session = open_session(str(demo))
    place = draw.layout(*size)
    surface = picture(session.view(), f"size_{size[0]}x{size[1]}", size)
    if size[0] >= 64 and size[1] >= 64:
        assert 0 <= place.left <= size[0] - place.side
        assert 0 <= place.top <= size[1] - place.side
        assert shows_frame(surface, session)


def test_the_frame_takes_the_largest_whole_scale() -> None:
    for scale in (1, 3, 7, 12):
        width, height = draw.window_size(scale)
        assert draw.layout(width, height).scale == scale
        assert draw.layout(width + 63, height + 63).scale == scale
        assert draw.layout(width + 64, height + 64).scale == scale + 1


def test_nothing_is_drawn_inside_the_frame(demo: Path) -> None:
    session = open_session(str(demo))
    view = session.view()
    assert shows_frame(picture(view, "playing"), session)
    for status in (Status.WON, Status.OVER):
        changed = dataclasses.replace(
            view,
            status=status,
            won=frozenset({0}),
            recording=True,
            note="a note",
            messages=("the phase `fall` did not rest",),
        )
        assert shows_frame(picture(changed, status.name.lower()), session)


def test_the_report_covers_the_lower_part_and_scrolls(demo: Path) -> None:
    session = open_session(str(demo))
    demo.write_text(demo.read_text().replace("on solid", "on sold"), encoding="utf-8")
    session.reload(0.0)
    surface = pygame.Surface(draw.window_size(SCALE))
    picture(session.view(), "broken")
    pygame.font.init()
    report = draw.draw(surface, session.view())
    assert surface.get_height() * 0.3 < report.top < surface.get_height()
    assert report.furthest > 0
    first = surface.copy()
    draw.draw(surface, session.view(), scroll=report.furthest)
    assert pygame.image.tobytes(surface, "RGB") != pygame.image.tobytes(first, "RGB")


def test_the_pixel_under_the_mouse_is_outlined_where_clicks_are_offered(demo: Path) -> None:
    session = open_session(str(demo))
    place = draw.layout(*draw.window_size(SCALE))
    mouse = (place.left + 100, place.top + 100)
    assert not shows_frame(picture(session.view(), "hover", mouse=mouse), session)
    no_clicks = dataclasses.replace(session.view(), offered=(1, 2, 3, 4))
    assert shows_frame(picture(no_clicks, "no_hover", mouse=mouse), session)
