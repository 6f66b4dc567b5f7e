"""Playing in the studio: from the play window and back, why a turn went as it did, what lies where, is it lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.hand import Hand

from arcg.editor import draw
from arcg.editor.play import open_session
from arcg.editor.studio.start import open_studio
from arcg.editor.studio.trace_view import details, said
from arcg.editor.watch import Watch
from arcg.editor.window import Window
from arcg.runtime.engine import Status
from arcg.runtime.kernel import ready

CORNER = """\
game corner
board 5x4 ground black
actions arrows undo
layer floor
layer solid
kind Goal on floor
    pic
        e
kind Player on solid
    pic
        9
kind Crate on solid
    pic
        c
Player walks
Crate is pushed by Player
win when every Goal has Crate on Goal
legend
    P = Player
    o = Goal
    c = Crate
level
    map
        .....
        ..c..
        .P.o.
        .....
"""


def at_pixel(hand: Hand, x: int, y: int) -> tuple[int, int]:
    """The window pixel in the middle of a pixel of the frame."""
    inside = hand.studio.workspace.play_view._inside()
    place = draw.layout(*inside.size)
    half = place.scale // 2
    return inside.left + place.left + x * place.scale + half, inside.top + place.top + y * place.scale + half


def looked_into(hand: Hand) -> None:
    hand.until(lambda: hand.studio.workspace.insight.facts is not None)
    hand.turns()


def test_tab_in_the_play_window_goes_on_in_the_studio(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    session = open_session(str(demo))
    window = Window(session, watch=Watch(demo), editable=True)
    for key in (pygame.K_DOWN, pygame.K_TAB):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.run()
    assert window.edits
    hand = Hand(open_studio(demo, session=session, size=(1360, 860), hints=False))
    hand.settled()
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(1, 4))
    hand.key("tab")
    hand.turns(0.3)
    view = session.view()
    assert hand.studio.workspace.playing.session is session
    assert view.action_count == 1
    assert "as before" in view.note or view.divergence is not None
    hand.key("tab")
    assert hand.studio.mode == "level"
    hand.studio.dropped = True
    hand.studio.close()


def test_a_shipped_game_is_not_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(open_session("dyer"))
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""))
    window.turn()
    assert window.running
    assert "stays as it is" in window.session.view().note
    window.session.close()
    pygame.display.quit()


def test_an_edit_while_playing_is_seen_in_play(hand: Hand) -> None:
    hand.key("tab")
    hand.key("down")
    hand.key("tab")
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(3, 4))
    hand.key("tab")
    session = hand.studio.workspace.playing.session
    assert session is not None
    hand.turns(0.3)
    assert session.view().divergence is not None
    hand.picture("play_diverged")


def test_the_rules_of_a_turn_are_listed_marked_and_lead_to_their_lines(hand: Hand, demo: Path) -> None:
    hand.key("tab")
    hand.key("left")
    hand.turns(0.5)
    looked_into(hand)
    insight = hand.studio.workspace.insight
    texts = [said(firing) for firing in insight.firings]
    assert "walk.1: move Player left" in texts
    assert any(text.startswith("Rock") for text in texts)
    plain = hand.picture("trace").copy()
    hand.key("j")
    assert insight.firing is not None
    assert details(insight.firing)[0] == texts[0]
    marked = hand.picture("trace_marked")
    middle = hand.studio.workspace.middle
    assert plain.subsurface(middle).get_buffer().raw != marked.subsurface(middle).get_buffer().raw
    hand.key("k")
    hand.key("j")
    line = insight.firing.line
    assert "move Player" in demo.read_text(encoding="utf-8").splitlines()[line - 1]
    hand.key("l")
    assert hand.studio.mode == "source"
    assert hand.studio.bench.line == line
    hand.key("tab")
    assert hand.studio.mode == "play"


def test_another_level_is_played_from_the_list(hand: Hand) -> None:
    hand.key("tab")
    hand.key("left")
    hand.turns(0.4)
    looked_into(hand)
    hand.key("j")
    levels = hand.studio.workspace.levels_view.rect
    hand.click((levels.centerx, levels.top + 26 + 82 + 40))
    hand.turns(0.3)
    looked_into(hand)
    assert hand.studio.workspace.playing.level == 1
    hand.move(at_pixel(hand, 20, 20))
    hand.picture("other_level")
    hand.key("tab")
    hand.key("page up")
    hand.key("tab")
    looked_into(hand)
    assert hand.studio.workspace.playing.level == 0


def test_a_mended_mistake_is_no_longer_shown_in_play(hand: Hand, demo: Path) -> None:
    hand.key("tab")
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text.replace("on solid", "on sold"), encoding="utf-8")
    session = hand.studio.workspace.playing.session
    assert session is not None
    hand.until(lambda: bool(session.view().problem))
    hand.key("tab")
    demo.write_text(text, encoding="utf-8")
    hand.until(lambda: hand.studio.bench.document.text == text)
    hand.settled()
    hand.key("tab")
    assert not session.view().problem


def test_a_rule_is_chosen_by_pressing_it(hand: Hand) -> None:
    hand.key("tab")
    hand.key("left")
    hand.turns(0.5)
    looked_into(hand)
    view = hand.studio.workspace.trace_view
    hand.click(view._box(1).center)
    assert hand.studio.workspace.insight.chosen == 0
    hand.click(view._box(1).center)
    assert hand.studio.mode == "source"


def test_what_is_under_the_mouse_is_told(hand: Hand) -> None:
    hand.key("tab")
    looked_into(hand)
    hand.move(at_pixel(hand, 20, 44))
    hand.turns()
    workspace = hand.studio.workspace
    assert workspace.play_view.pixel == (20, 44)
    position = workspace.insight.position
    assert position is not None
    assert position.under(20, 44).words == ("cell(2, 5)", "Lamp: lit no")
    assert position.world == ("energy 20 of 20",)
    hand.picture("inspect")


def test_the_light_says_that_it_is_lost_and_the_way_there_is_shown(
    tmp_path: Path, open_hand: Callable[..., Hand]
) -> None:
    if not ready.is_built():
        pytest.skip("the solver needs compiled kernels")
    path = tmp_path / "corner.arcg"
    path.write_text(CORNER, encoding="utf-8")
    hand = open_hand(path, hints=True)
    hand.key("tab")
    insight = hand.studio.workspace.insight
    hand.until(lambda: insight.answer is not None and not insight.answer.compiling, 60.0)
    assert insight.answer is not None
    assert insight.answer.outcome == "winnable"
    hand.picture("hope")
    count = len(insight.answer.moves)
    hand.key("n")
    hand.until(lambda: insight.answer is not None, 20.0)
    assert len(insight.answer.moves) == count - 1
    for key in ("ctrl+z", "right", "up"):  # the crate is pushed to the upper edge, from where nothing brings it down
        hand.key(key)
    hand.until(lambda: insight.answer is not None, 20.0)
    assert insight.answer.outcome == "lost"
    assert hand.studio.workspace.hope_view._light()[0] == "lost"
    hand.picture("lost")
    hand.key("ctrl+z")
    hand.until(lambda: insight.answer is not None, 20.0)
    while hand.studio.workspace.playing.session.view().status is Status.PLAYING:  # type: ignore[union-attr]
        hand.until(lambda: insight.next_move is not None, 20.0)
        hand.key("n")
        hand.turns(0.3)
    began = time.monotonic()
    hand.studio.dropped = True
    hand.studio.close()
    assert time.monotonic() - began < 5
