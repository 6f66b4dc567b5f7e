"""The session: animation, keys that come too early, saves good and broken, recordings across reloads."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from arcg.dsl.diagnostics import ArcgError
from arcg.editor.pace import FRAME_TIME, LEVEL_PAUSE
from arcg.editor.play import open_session
from arcg.editor.session import Session
from arcg.editor.tape import Tape
from arcg.runtime import recording
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import load

LATE = 1e9
"""A time at which every animation is over."""


def rest(session: Session) -> None:
    session.advance(LATE)
    assert not session.animating


def save(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_frames_of_an_answer_follow_each_other(demo: Path) -> None:
    session = open_session(str(demo))
    rest(session)
    session.act(Action.LEFT, 0.0)
    frames = session.engine.frames()
    assert len(frames) > 3
    assert (session.view().frame == frames[0]).all()
    assert session.wait(0.0) == pytest.approx(FRAME_TIME)
    assert not session.advance(FRAME_TIME * 0.5)
    assert session.advance(FRAME_TIME * 2.5)
    assert (session.view().frame == frames[2]).all()
    assert session.advance(LATE)
    assert (session.view().frame == frames[-1]).all()
    assert session.wait(LATE) is None


def test_a_press_during_an_animation_ends_it_and_acts(demo: Path) -> None:
    session = open_session(str(demo))
    rest(session)
    session.act(Action.LEFT, 0.0)
    session.act(Action.DOWN, 0.01)
    rest(session)
    assert session.view().action_count == 2


def test_a_held_key_waits_for_the_animation(demo: Path) -> None:
    session = open_session(str(demo))
    rest(session)
    session.act(Action.LEFT, 0.0)
    session.act(Action.LEFT, 0.01, held=True)
    assert session.animating
    assert session.engine.action_count == 1


def test_the_press_that_ends_a_won_levels_animation_is_swallowed(demo: Path) -> None:
    session = open_session(str(demo))
    rest(session)
    session.act(Action.RIGHT, 0.0)
    assert session.animating
    assert session.wait(0.0) == pytest.approx(LEVEL_PAUSE / len(session.engine.frames()))
    session.act(Action.RIGHT, 0.01)
    assert not session.animating
    assert session.view().action_count == 0
    session.act(Action.RIGHT, 0.02)
    rest(session)
    assert session.view().action_count == 1


def test_reset_is_not_swallowed_by_a_won_levels_animation(demo: Path) -> None:
    session = open_session(str(demo))
    rest(session)
    session.act(Action.RIGHT, 0.0)
    assert session.animating
    session.act(Action.RESET, 0.01)
    assert (session.level, session.reel.branch.length) == (0, 3)


def test_what_stands_around_the_frame_changes_with_the_last_frame_of_an_answer(demo: Path) -> None:
    save(demo, "phase lamp\n", "phase lamp\n    on arrow($d) -> energy - 1 at least 0\n")
    session = open_session(str(demo))
    rest(session)
    before = session.view()
    session.act(Action.RIGHT, 0.0)
    seen = []
    while session.animating:
        seen.append(session.view())
        session.advance(len(seen) * session._interval + 1e-6)
    assert seen
    for view in seen:
        assert (view.level, view.won, view.action_count, view.meters) == (0, frozenset(), 0, before.meters)
    view = session.view()
    assert (view.level, view.won, view.action_count) == (1, {0}, 0)
    for action in (Action.LEFT, Action.DOWN):
        session.act(action, 100.0)
        rest(session)
    view = session.view()
    assert (view.status, view.won, view.action_count) == (Status.WON, {0, 1}, 2)
    assert view.meters[0].value == 18


def test_completed_levels_stay_so_over_saves_and_jumps(demo: Path) -> None:
    session = open_session(str(demo))
    session.act(Action.RIGHT, 0.0)
    save(demo, "ground grey", "ground blue")
    session.reload(0.0)
    view = session.view()
    assert (view.level, view.won) == (1, {0})
    for action in (Action.LEFT, Action.DOWN):
        session.act(action, 0.0)
        rest(session)
    assert session.view().won == {0, 1}
    session.go_to(0, 0.0)
    assert session.view().won == {0, 1}
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text[: text.rindex("level")], encoding="utf-8")
    session.reload(0.0)
    assert session.view().won == {0}


def test_a_lost_game_waits_for_reset(demo: Path) -> None:
    session = open_session(str(demo))
    for _ in range(4):
        rest(session)
        session.act(Action.ACT, 0.0)
    rest(session)
    assert session.view().status is Status.OVER
    session.act(Action.LEFT, 0.0)
    assert session.view().action_count == 4
    session.act(Action.RESET, 0.0)
    assert session.view().status is Status.PLAYING


def test_an_action_that_is_not_offered_is_not_sent(demo: Path) -> None:
    save(demo, "actions arrows act click undo", "actions arrows act click")
    session = open_session(str(demo))
    session.act(Action.UNDO, 0.0)
    view = session.view()
    assert view.action_count == 0
    assert view.note == "this game has no undo"
    assert session.advance(LATE)
    assert session.view().note == ""


def test_counters_with_a_bar_are_told_by_name(demo: Path) -> None:
    session = open_session(str(demo))
    session.act(Action.ACT, 0.0)
    (meter,) = session.view().meters
    assert (meter.name, meter.value, meter.whole, meter.colour) == ("energy", 15, 20, 11)


def test_a_counter_is_told_against_what_its_level_starts_with(demo: Path) -> None:
    save(demo, "level\n", "level\n    energy = 8\n")
    session = open_session(str(demo))
    (meter,) = session.view().meters
    assert (meter.value, meter.whole) == (8, 8)


def test_play_may_begin_at_a_level_and_jump(demo: Path) -> None:
    session = open_session(str(demo), level=1)
    view = session.view()
    assert (view.level, view.level_count, view.won) == (1, 2, frozenset())
    session.go_to(2, 0.0)
    assert session.level == 1
    session.go_to(0, 0.0)
    assert session.level == 0
    with pytest.raises(ValueError, match="no level 3"):
        open_session(str(demo), level=2)


def test_a_sound_save_keeps_the_level(demo: Path) -> None:
    session = open_session(str(demo), level=1)
    save(demo, "ground grey", "ground blue")
    session.reload(0.0)
    rest(session)
    assert session.level == 1
    assert session.view().frame[20, 20] == 9
    assert session.view().problem == ""


def test_a_save_that_drops_the_level_begins_at_the_first(demo: Path) -> None:
    session = open_session(str(demo), level=1)
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text[: text.rindex("level")], encoding="utf-8")
    session.reload(0.0)
    assert session.level == 0


def test_a_save_that_changes_nothing_leaves_the_play_alone(demo: Path) -> None:
    session = open_session(str(demo))
    session.act(Action.LEFT, 0.0)
    rest(session)
    demo.write_text(demo.read_text(encoding="utf-8") + "// a thought\n", encoding="utf-8")
    session.reload(0.0)
    assert session.view().action_count == 1


def test_a_broken_save_keeps_the_last_good_game_and_says_why(demo: Path) -> None:
    session = open_session(str(demo))
    session.act(Action.LEFT, 0.0)
    rest(session)
    save(demo, "kind Wall on solid", "kind Wall on sold")
    session.reload(0.0)
    view = session.view()
    assert view.action_count == 1
    assert "sold" in view.problem
    assert view.problem_title.startswith("1 error in the save.")
    assert "1 error" not in view.problem
    assert "^^^^" in view.problem
    session.act(Action.DOWN, 0.0)
    assert session.view().action_count == 2
    save(demo, "kind Wall on sold", "kind Wall on solid")
    session.reload(0.0)
    assert session.view().problem == ""


def test_a_file_that_is_gone_changes_nothing(demo: Path) -> None:
    session = open_session(str(demo))
    demo.unlink()
    session.reload(0.0)
    assert session.view().problem == ""


def test_a_game_with_mistakes_cannot_be_opened(demo: Path) -> None:
    save(demo, "kind Wall on solid", "kind Wall on sold")
    with pytest.raises(ArcgError):
        open_session(str(demo))


def test_each_stretch_of_play_has_a_recording_that_replays(demo: Path, tmp_path: Path) -> None:
    first = tmp_path / "play.jsonl"
    session = open_session(str(demo), record=first)
    session.act(Action.RIGHT, 0.0)
    rest(session)
    session.act(Action.CLICK, 0.0, x=1, y=2)
    old = load(demo)
    save(demo, "ground grey", "ground blue")
    session.reload(0.0)
    assert not (tmp_path / "play-2.jsonl").exists()
    rest(session)
    session.act(Action.DOWN, 0.0)
    session.close()

    one, two = recording.read(first), recording.read(tmp_path / "play-2.jsonl")
    assert [answer.action for answer in one.answers] == [Action.RESET, Action.RIGHT, Action.CLICK]
    assert (one.first_level, two.first_level) == (0, 1)
    assert one.finished
    assert two.finished
    assert recording.replay(one, old) == []
    assert recording.replay(two, load(demo)) == []
    assert one.source_path() is not None
    assert one.source_path().samefile(demo)


def test_a_full_disk_ends_the_recording_and_not_the_play(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(str(demo), record=tmp_path / "play.jsonl")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Tape, "add", full)
    session.act(Action.LEFT, 0.0)
    rest(session)
    view = session.view()
    assert view.action_count == 1
    assert not view.recording
    assert "recording has stopped" in view.problem_title
    assert "No space left" in view.problem
