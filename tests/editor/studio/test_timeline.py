"""The timeline: what was seen is seen again, in both directions, side by side, and in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from support.hand import Hand

from arcg.cli import main
from arcg.editor.session import Session
from arcg.editor.studio.timeline_view import TimelineView
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import check_source
from arcg.runtime.palette import to_rgb
from arcg.runtime.recording import Answer, Writer, actions, read


def session(hand: Hand) -> Session:
    found = hand.studio.workspace.playing.session
    assert found is not None
    return found


def timeline(hand: Hand) -> TimelineView:
    return hand.studio.workspace.timeline_view


def shown(hand: Hand) -> NDArray[np.uint8]:
    return session(hand).view().frame


def place(hand: Hand) -> tuple[int, int]:
    at = session(hand).view().timeline
    return at.turn, at.frame


def seen(hand: Hand) -> list[tuple[tuple[int, int], bytes]]:
    """What is shown until nothing moves any more: places, each with its picture."""
    found: list[tuple[tuple[int, int], bytes]] = []

    def still() -> bool:
        if not found or found[-1][0] != place(hand):
            found.append((place(hand), shown(hand).tobytes()))
        return not session(hand).animating and not session(hand).view().timeline.speed

    hand.until(still)
    return found


def on(hand: Hand, turn: int, frame: int = -1) -> tuple[int, int]:
    """The place of a frame on the timeline."""
    return timeline(hand).x_of(turn, frame), timeline(hand).large.centery


def play(hand: Hand, *keys: str) -> None:
    """Act, and wait until all has been shown."""
    if hand.studio.mode != "play":
        hand.key("tab")
    for key in keys:
        hand.key(key)
        hand.until(lambda: not session(hand).animating and session(hand).view().timeline.busy is None)


def test_scrubbing_shows_what_was_seen(hand: Hand) -> None:
    hand.key("tab")
    frames = dict(seen(hand))
    for key in ("left", "down", "space", "up"):
        hand.key_down(key)
        frames |= dict(seen(hand))
        hand.key_up(key)
    assert len(frames) == 9
    edge = hand.studio.workspace.middle.left + 1, hand.studio.workspace.middle.centery
    live = tuple(hand.picture("timeline_live").get_at(edge))
    hand.press(on(hand, 0))
    for turn, frame in frames:
        hand.move(on(hand, turn, frame), held=True)
        assert place(hand) == (turn, frame)
        assert shown(hand).tobytes() == frames[turn, frame]
    hand.move(on(hand, 1, 2), held=True)
    hand.lift(on(hand, 1, 2))
    assert tuple(hand.picture("timeline_past").get_at(edge)) != live
    assert place(hand) == (1, 2)
    hand.key("escape")
    assert session(hand).view().timeline.live
    assert place(hand) == (4, 0)


def test_the_wheel_and_the_keys_go_through_turns_and_frames(hand: Hand) -> None:
    play(hand, "left", "down")
    hand.move(on(hand, 1))
    hand.wheel(-1)
    assert place(hand) == (1, 4)
    hand.wheel(-1)
    assert place(hand) == (0, 0)
    for key, at in ((">", (1, 0)), (">", (1, 1)), ("<", (1, 0)), (".", (2, 0)), ("home", (0, 0)), ("end", (2, 0))):
        hand.key(key)
        assert place(hand) == at, key


def test_a_branch_keeps_what_came_then(hand: Hand) -> None:
    play(hand, "left", "down", "down")
    before = shown(hand).tobytes()
    hand.click(on(hand, 1))
    hand.key("b")
    assert hand.says("a branch after turn 1")
    play(hand, "up")
    assert (place(hand), session(hand).view().action_count) == ((2, 0), 2)
    hand.picture("timeline_branch")
    hand.key("page up")
    assert place(hand) == (2, 0)
    hand.key(".")
    assert shown(hand).tobytes() == before
    hand.key("escape")
    assert place(hand) == (2, 0)
    row = timeline(hand).rows()[0][1]
    hand.click((on(hand, 1)[0], row.centery))
    assert place(hand)[0] == 1
    assert session(hand).take.branch.length == 4


def test_acting_in_the_past_says_that_it_branches(hand: Hand) -> None:
    play(hand, "left", "down", "down")
    hand.click(on(hand, 2))
    play(hand, "up")
    assert hand.says("a branch after turn 2")
    assert len(session(hand).shelf.takes()) == 2


def test_playing_backward_shows_all_in_reverse(hand: Hand) -> None:
    play(hand, "left", "down")
    hand.key("home")
    hand.key_down("p")
    forward = seen(hand)
    hand.key_up("p")
    assert (forward[0][0], forward[-1][0]) == ((0, 0), (2, 0))
    hand.key("-")
    hand.key_down("shift+p")
    backward = seen(hand)
    assert (backward[0][0], backward[-1][0]) == ((2, 0), (0, 0))
    assert min(len(forward), len(backward)) > 3  # a slow machine leaves out frames, as it does in play
    assert forward == sorted(forward, key=lambda one: one[0])
    assert backward == sorted(backward, key=lambda one: one[0], reverse=True)
    assert dict(forward).items() & dict(backward).items() >= {forward[0], forward[-1]}


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_after_an_edit_one_key_shows_what_it_changed(hand: Hand, demo: Path) -> None:
    play(hand, "left", "space", "down")
    hand.key("e")
    assert hand.says("nothing has been edited")
    replace(demo, "energy - 5", "energy - 8")
    hand.until(lambda: session(hand).rerun is not None)
    hand.turns()
    hand.picture("timeline_edited")
    hand.key("e")
    pair = hand.studio.workspace.playing.back.pair
    assert pair is not None
    assert place(hand) == (2, 0)
    assert pair.told() == "they part at turn 2, act: 9 pixels differ, the first at column 39, row 63"
    assert [pair.same(session(hand).take, turn) for turn in range(4)] == [True, True, False, False]
    marked = pygame.image.tobytes(hand.picture("timeline_compare_edit"), "RGB")
    hand.key("home")
    hand.key("v")
    assert place(hand) == (2, 0)
    hand.key("shift+c")
    assert pygame.image.tobytes(hand.picture("timeline_alone"), "RGB") != marked
    hand.key("escape")
    assert session(hand).view().timeline.live


def test_what_is_painted_shows_in_what_was_played(hand: Hand) -> None:
    play(hand, "left", "down")
    hand.key("tab")
    hand.click(hand.cell(1, 0), button=3)
    hand.click(hand.cell(2, 3))
    hand.key("tab")
    hand.until(lambda: session(hand).view().timeline.busy is None and session(hand).rerun is not None)
    hand.key("e")
    pair = hand.studio.workspace.playing.back.pair
    assert pair is not None
    assert place(hand)[0] == 0
    assert pair.told() == "they differ from the beginning: 64 pixels, the first at column 16, row 24"
    before, after = pair.pictures(session(hand).take, 0, 0)
    assert before is not None
    assert after is not None
    assert np.argwhere(before != after).min(0).tolist() == [24, 16]
    assert np.argwhere(before != after).max(0).tolist() == [31, 23]
    hand.picture("timeline_painted")
    hand.key("escape")
    assert hand.studio.workspace.playing.back.pair is None


def test_a_take_is_compared_with_another_and_with_a_recording(hand: Hand, demo: Path) -> None:
    play(hand, "left", "down")
    hand.key("f9")
    hand.until(lambda: hand.says("a regression test of 2 actions"))
    hand.click(on(hand, 1))
    play(hand, "up")
    hand.key("c")
    pair = hand.studio.workspace.playing.back.pair
    assert pair is not None
    assert pair.told() == "they part at turn 2, down in the first, up in the second"
    hand.picture("timeline_compare")
    hand.key("ctrl+o")
    hand.picture("timeline_open")
    hand.key("return")
    assert session(hand).take.reel.name == "demo-1-1.jsonl"
    assert hand.studio.workspace.playing.back.pair is None
    hand.key("c")
    hand.type("take 1:")
    hand.key("return")
    pair = hand.studio.workspace.playing.back.pair
    assert pair is not None
    assert pair.told() == "both are the same, turn by turn"


def test_what_is_no_recording_is_said(hand: Hand, demo: Path) -> None:
    hand.key("tab")
    hand.key("ctrl+o")
    hand.answer(str(demo))
    assert hand.says("demo.arcg")
    assert len(session(hand).shelf.takes()) == 1


def test_pictures_and_animations_are_what_was_seen(hand: Hand, demo: Path) -> None:
    play(hand, "left", "down")
    hand.click(on(hand, 1, 2))
    hand.key("f6")
    hand.until(lambda: hand.says("the picture is in exports/demo-1-1.png"))
    picture = pygame.image.load(str(demo.parent / "exports" / "demo-1-1.png"))
    assert picture.get_size() == (512, 512)
    rgb = pygame.surfarray.array3d(picture)[4::8, 4::8].swapaxes(0, 1)
    assert np.array_equal(rgb, to_rgb(shown(hand)))
    hand.key("f7")
    hand.until(lambda: hand.says("the animation is in exports/demo-1-1.gif"))
    first, *others = pygame.image.load_animation(str(demo.parent / "exports" / "demo-1-1.gif"))
    assert len(others) == 6
    rgb = pygame.surfarray.array3d(first[0].convert(24))[2::4, 2::4].swapaxes(0, 1)
    hand.key("home")
    assert np.array_equal(rgb, to_rgb(shown(hand)))


def test_an_animation_of_several_levels_asks_which(hand: Hand, demo: Path) -> None:
    play(hand, "left", "right", "right", "down")
    hand.key("f7")
    assert hand.studio.dialog is not None
    hand.picture("timeline_which")
    hand.key("a")
    hand.until(lambda: hand.says("demo-2-1.gif"))
    for turn, which in ((4, "3 to 4"), (3, "0 to 3"), (1, "0 to 3")):
        hand.click(on(hand, turn))
        hand.key("f7")
        assert hand.button(f"This level: turns {which}")
        hand.key("escape")


def test_without_ffmpeg_it_is_said(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    play(hand, "down")
    monkeypatch.setenv("PATH", "")
    hand.key("f8")
    hand.until(lambda: hand.says("films are made by ffmpeg, which is not installed"))


def test_one_key_writes_a_regression_test(hand: Hand, demo: Path) -> None:
    play(hand, "up", "r", "left", "down", "up")
    hand.click(on(hand, 4))
    hand.key("f9")
    hand.until(lambda: hand.says("a regression test of 2 actions is in recordings/demo-1-1.jsonl"))
    path = demo.parent / "recordings" / "demo-1-1.jsonl"
    assert [move[0] for move in actions(read(path))] == [Action.LEFT, Action.DOWN]
    assert main(["replay", str(path)]) == 0


def long_recording(demo: Path, turns: int) -> None:
    program = check_source(demo)[0]
    assert program is not None
    folder = demo.parent / "recordings"
    folder.mkdir()
    pictures = [np.full((1, 64, 64), number, np.uint8) for number in range(8)]
    with Writer(folder / "long.jsonl", program, source=demo) as writer:
        for turn in range(turns):
            reset = turn % 500 == 0
            action = Action.RESET if reset else Action(1 + turn % 6)
            x, y = (turn % 64, 3) if action == Action.CLICK else (-1, -1)
            writer.write(Answer(action, x, y, Status.PLAYING, 0, 0, pictures[turn % 8]))


def test_thousands_of_turns_scroll(demo: Path, open_hand: Callable[..., Hand]) -> None:
    long_recording(demo, 3001)
    hand = open_hand(demo)
    hand.key("tab")
    hand.key("ctrl+o")
    hand.key("return")
    assert session(hand).view().timeline.turns == 3001
    view = timeline(hand)
    hand.click((view.overview.left + view.overview.width * 3 // 4, view.overview.centery))
    turn = place(hand)[0]
    assert abs(turn - 2250) < 5
    hand.picture("timeline_long")
    assert view.large.left < on(hand, turn)[0] < view.large.right
    hand.click(on(hand, turn + 7))
    assert place(hand)[0] == turn + 7
    assert int(shown(hand)[0, 0]) == (turn + 7) % 8
    for _ in range(12):
        hand.key("alt+down")
    assert view.overview.height == 0
    hand.picture("timeline_whole")
    hand.click((view.large.left + 1, view.large.centery))
    assert place(hand)[0] < 10
    hand.drag(on(hand, 500), on(hand, 2999))
    assert abs(place(hand)[0] - 2999) < 6
    hand.key("home")
    for _ in range(12):
        hand.key("alt+up")
    hand.drag(on(hand, 3), (view.large.right + 50, view.large.centery))
    assert place(hand)[0] > 20
