"""Looking back in a session: what was seen is shown, playing back keeps time, acting branches, saves play again."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from arcg.editor import session as sessions
from arcg.editor.looking import Looking, Take
from arcg.editor.pace import FRAME_TIME, TURN_REST
from arcg.editor.play import open_session
from arcg.editor.session import Session
from arcg.editor.view import View
from arcg.runtime import recording
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import load

LATE = 1e9


def save(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def act(session: Session, *actions: Action) -> None:
    for action in actions:
        session.act(action, 0.0)
        session.advance(LATE)


def told(view: View) -> tuple[object, ...]:
    return view.level, view.won, view.action_count, view.meters, view.status, view.messages


@pytest.mark.parametrize("seed", range(4))
def test_looking_back_shows_exactly_what_was_seen(demo: Path, seed: int) -> None:
    session = open_session(str(demo))
    session.advance(LATE)
    chance = random.Random(seed)
    seen: list[list[View]] = [[session.view()]]
    for _ in range(25):
        action = chance.choice((Action.LEFT, Action.RIGHT, Action.DOWN, Action.ACT, Action.UNDO, Action.RESET))
        turns = session.reel.branch.length
        session.act(action, 0.0)
        if session.reel.branch.length == turns:  # the game is over
            continue
        views = [session.view()]
        while session.animating:
            session.advance(session._started + (session._shown + 1) * session._interval + 1e-9)
            views.append(session.view())
        assert np.array_equal([view.frame for view in views], session.engine.frames())
        seen.append(views)
    assert session.view().timeline.turns == len(seen)
    for turn in chance.sample(range(len(seen)), len(seen)):
        for frame, was in enumerate(seen[turn]):
            session.look(turn, frame)
            view = session.view()
            assert np.array_equal(view.frame, was.frame)
            assert told(view) == told(was)
            place = view.timeline
            assert (place.turn, place.frame, place.frames) == (turn, frame, len(seen[turn]))
            assert place.live == (turn == len(seen) - 1 and frame == len(seen[turn]) - 1)
    session.live()
    assert np.array_equal(session.view().frame, seen[-1][-1].frame)
    assert session.view().timeline.live


def test_looking_goes_frame_by_frame_over_turns_and_stops_at_the_ends(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN)
    frames = [1, 5, 1]
    assert [len(turn.packed) for turn in session.reel.branch.path()] == frames
    places = []
    for _ in range(10):
        session.look_by(frames=-1)
        places.append((session.view().timeline.turn, session.view().timeline.frame))
    assert places == [*((1, frame) for frame in (4, 3, 2, 1, 0)), *[(0, 0)] * 5]
    session.look_by(turns=1)
    assert (session.view().timeline.turn, session.view().timeline.frame) == (1, 4)
    session.look_by(frames=1)
    assert session.view().timeline.live
    session.look(-99)
    assert session.view().timeline.turn == 0


@pytest.mark.parametrize("speed", [1.0, 4.0, -1.0, -8.0])
def test_a_take_is_played_back_at_any_speed_both_ways(demo: Path, speed: float) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN)
    session.look(0)
    if speed < 0:
        session.look(2)
    session.play_back(speed, 100.0)
    now, seen = 100.0, [(session.view().timeline.turn, session.view().timeline.frame)]
    while (wait := session.wait(now)) is not None:
        now += wait + 1e-9
        session.advance(now)
        seen.append((session.view().timeline.turn, session.view().timeline.frame))
    every = [(0, 0), *((1, frame) for frame in range(5)), (2, 0)]
    assert seen[:-1] == (every if speed > 0 else every[::-1])
    took = 7 * FRAME_TIME + 3 * TURN_REST
    assert now - 100 == pytest.approx(took / abs(speed), abs=1e-4)
    assert session.view().timeline.live == (speed > 0)
    assert session.view().timeline.speed == 0


def test_playing_back_stands_at_the_turn_it_is_told(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN, Action.DOWN)
    session.look(0)
    session.play_back(2.0, 0.0, until=2)
    assert session.advance(LATE)
    assert session.wait(LATE) is None
    assert session.view().timeline.turn == 2
    session.play_back(-1.0, 0.0, until=1)
    session.advance(LATE)
    assert (session.view().timeline.turn, session.view().timeline.frame) == (1, 0)


def test_acting_while_looking_back_branches_from_there(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN, Action.DOWN)
    first = session.take
    state = session.engine.state()
    session.look(1, 2)
    act(session, Action.ACT)
    view = session.view()
    assert (view.action_count, view.meters[0].value, view.timeline.turns, view.timeline.live) == (2, 15, 3, True)
    assert session.shelf.takes() == (first, session.take)
    session.look(-1, take=first)
    assert session.view().action_count == 3
    session.resume(0.0)
    assert session.engine.state() == state
    assert session.take == first
    act(session, Action.ACT)
    assert first.branch.length == 5


def test_acting_at_the_end_while_looking_is_no_branch(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN)
    session.look(2)
    session.play_back(-1.0, 0.0)
    act(session, Action.ACT)
    assert len(session.shelf.takes()) == 1
    assert session.view().timeline.turns == 4


def test_what_cannot_be_done_leaves_one_looking(demo: Path) -> None:
    save(demo, ("actions arrows act click undo", "actions arrows act click"))
    session = open_session(str(demo))
    act(session, *[Action.ACT] * 4, Action.RESET)
    session.look(4)
    act(session, Action.LEFT)
    assert session.view().timeline.turn == 4
    session.look(1)
    session.act(Action.UNDO, 0.0)
    assert session.view().note == "this game has no undo"
    assert (session.view().timeline.turn, len(session.shelf.takes())) == (1, 1)


def test_going_on_from_a_level_before_takes_its_own_engine(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT)
    first, state = session.take, session.engine.state()
    session.go_to(1, 0.0)
    act(session, Action.LEFT)
    session.look(1, take=first)
    session.resume(0.0)
    assert session.level == 0
    assert session.engine.state() == state


# ---------------------------------------------------------------- saves


def test_a_save_that_changes_nothing_in_what_was_done(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN)
    before = session.view()
    old = session.take
    save(demo, ("energy - 5", "energy - 6"))
    session.reload(0.0)
    view = session.view()
    assert view.note == "reloaded, the 2 actions play as before"
    assert np.array_equal(view.frame, before.frame)
    assert told(view) == told(before)
    assert (view.timeline.turns, view.timeline.live, view.divergence) == (3, True, None)
    assert session.shelf.takes() == (old, session.take)
    assert session.shelf.compare(old, session.take).same == (True,) * 3
    act(session, Action.ACT)
    assert session.view().meters[0].value == 14


def test_a_save_that_makes_the_game_go_another_way(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.DOWN, Action.LEFT, Action.DOWN)
    old = session.take
    save(demo, ("Rock -> move Rock down", "Rock -> move Rock right"))
    session.reload(0.0)
    view = session.view()
    assert view.note == "reloaded, action 1 of 3 goes another way"
    assert view.divergence is not None
    assert view.divergence.before == old.branch.turn(1)
    assert view.divergence.after == session.reel.branch.turn(1)
    assert view.action_count == 3
    assert (session.rerun.before, session.rerun.after) == (old, session.take)
    session.look_at_divergence()
    view = session.view()
    assert (view.timeline.turn, view.timeline.frame, view.timeline.live) == (1, 0, False)
    assert session.rerun.divergence.what == "frames"


def test_a_save_that_ends_the_level_earlier_goes_on_before_it(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.ACT, Action.ACT, Action.DOWN)
    save(demo, ("energy - 5", "energy - 10"))
    session.reload(0.0)
    view = session.view()
    assert view.note == "reloaded, action 2 of 3 ends otherwise, play goes on before it"
    assert (view.status, view.action_count, view.meters[0].value) == (Status.PLAYING, 1, 10)
    session.look_at_divergence()
    assert session.view().meters[0].value == 10  # a picture more than before: the bar
    assert session.rerun.after == session.shelf.takes()[-2]
    session.look(-1)
    assert session.view().status is Status.OVER
    session.live()
    act(session, Action.DOWN)
    assert session.view().action_count == 2


def test_a_save_that_changes_colours_says_so(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.DOWN)
    save(demo, ("ground grey", "ground blue"))
    session.reload(0.0)
    assert session.view().note == "reloaded, it looks different from the beginning, the action ends as before"


def test_only_the_level_being_played_is_played_again(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.RESET, Action.RIGHT)
    session.advance(LATE)
    act(session, Action.UP, Action.RESET, Action.DOWN)
    save(demo, ("energy - 5", "energy - 6"))
    session.reload(0.0)
    view = session.view()
    assert (view.level, view.won, view.action_count, view.timeline.turns) == (1, {0}, 1, 2)
    assert view.note == "reloaded, the action plays as before"


def test_a_level_that_moves_is_played_again_where_it_is_now(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.RIGHT)
    session.advance(LATE)
    act(session, Action.UP)
    old = session.take
    text = demo.read_text(encoding="utf-8")
    head, first, second = text.split("level\n")
    demo.write_text("level\n".join((head, second, "    map\n        P.o\n", first)), encoding="utf-8")
    session.reload(0.0)
    view = session.view()
    assert (view.level, view.won, view.level_count) == (0, {2}, 3)
    assert view.note == "reloaded, the action plays as before"
    assert session.shelf.compare(old, session.take).first is None


def test_who_looks_back_sees_the_same_turn_of_the_new_version(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.RESET, Action.LEFT, Action.DOWN)
    session.look(3, 2)
    save(demo, ("ground grey", "ground blue"))
    session.reload(0.0)
    place = session.view().timeline
    assert (place.turn, place.frame, place.live) == (1, 2, False)
    assert session.view().frame[20, 20] == 9


def test_who_looks_at_another_take_goes_on_looking_at_it(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT, Action.DOWN)
    first = session.take
    session.go_to(1, 0.0)
    act(session, Action.UP)
    session.look(1, 2, take=first)
    before = session.view()
    save(demo, ("ground grey", "ground blue"))
    session.reload(0.0)
    assert session.take == first
    assert np.array_equal(session.view().frame, before.frame)
    assert session.level == 1


def test_saves_alone_leave_only_the_last_version_on_the_shelf(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.DOWN)
    for colour, following in (("grey", "blue"), ("blue", "red"), ("red", "green"), ("green", "grey")):
        save(demo, (f"ground {colour}", f"ground {following}"))
        session.reload(0.0)
    assert [reel.origin for reel in session.shelf.reels] == ["played", "rerun", "rerun"]
    shown = {packed for take in session.shelf.takes() for turn in take.branch.path() for packed in turn.packed}
    assert len(session.shelf.pictures) == len(shown)


def test_a_take_of_an_older_version_is_gone_on_from_on_the_new_one(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.DOWN, Action.LEFT)
    old = session.take
    save(demo, ("energy - 5", "energy - 6"))
    session.reload(0.0)
    session.look(1, take=old)
    act(session, Action.ACT)
    view = session.view()
    assert (view.action_count, view.meters[0].value, view.timeline.live) == (2, 14, True)
    assert session.reel.program is session.program


def test_what_was_to_be_done_elsewhere_is_not_done_here(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.ACT, Action.ACT, Action.DOWN)
    old = session.take
    act(session, Action.RESET, Action.DOWN)
    save(demo, ("energy - 5", "energy - 10"))
    session.reload(0.0)
    session.look(2, take=old)
    session.act(Action.DOWN, 0.0)
    view = session.view()
    assert (view.action_count, view.meters[0].value) == (1, 10)
    assert view.note == "action 2 of 2 ends otherwise, play goes on before it"
    session.go_to(1, 0.0)
    act(session, Action.UP)
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text[: text.index("level\n")] + text[text.rindex("level\n") :], encoding="utf-8")
    session.reload(0.0)
    session.look(2, take=old)
    session.act(Action.DOWN, 0.0)
    view = session.view()
    assert view.note == "the game no longer has this level"
    assert not view.timeline.live
    session.live()
    assert session.view().action_count == 1


def test_a_long_rerun_does_not_keep_the_window_waiting(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(str(demo))
    act(session, *[Action.LEFT, Action.RIGHT] * 3)
    monkeypatch.setattr(sessions, "PATIENCE", 0.0)
    monkeypatch.setattr(sessions, "SLICE", 0.0)
    save(demo, ("energy - 5", "energy - 6"))
    session.reload(0.0)
    view = session.view()
    assert view.timeline.busy is not None
    assert view.note.startswith("playing again, action ")
    act(session, Action.ACT)  # swallowed
    steps = 0
    while session.view().timeline.busy is not None:
        assert session.wait(0.0) == 0.0
        assert session.advance(0.0)
        steps += 1
    assert steps >= 3
    assert session.view().note == f"reloaded, the {session.view().action_count} actions play as before"
    session.look(1)
    session.act(Action.ACT, 0.0)
    while session.view().timeline.busy is not None:
        session.advance(0.0)
    assert (session.view().action_count, session.view().meters[0].value) == (2, 14)


def test_playing_again_can_be_given_up(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(str(demo))
    act(session, *[Action.LEFT, Action.RIGHT] * 3)
    monkeypatch.setattr(sessions, "PATIENCE", 0.0)
    save(demo, ("energy - 5", "energy - 6"))
    session.reload(0.0)
    assert session.view().timeline.busy is not None
    session.act(Action.RESET, 0.0)
    view = session.view()
    assert (view.timeline.busy, view.action_count, view.timeline.turns) == (None, 0, 1)
    act(session, Action.ACT)
    assert session.view().meters[0].value == 14


# ---------------------------------------------------------------- recordings


def test_recordings_over_saves_and_goings_back_replay(demo: Path, tmp_path: Path) -> None:
    first = tmp_path / "play.jsonl"
    session = open_session(str(demo), record=first)
    act(session, Action.LEFT, Action.DOWN, Action.DOWN)
    session.look(1)
    act(session, Action.ACT)
    session.look(0)
    session.live()
    act(session, Action.RIGHT)
    old = load(demo)
    save(demo, ("ground grey", "ground blue"))
    session.reload(0.0)
    act(session, Action.DOWN)
    session.look(1)
    act(session, Action.LEFT)
    session.close()

    files = [first, *(tmp_path / f"play-{number}.jsonl" for number in (2, 3, 4))]
    assert sorted(tmp_path.glob("*.jsonl")) == sorted(files)
    read = [recording.read(path) for path in files]
    moves = ["".join(str(int(move[0])) for move in recording.actions(one)) for one in read]
    assert moves == ["322", "354", "3542", "33"]
    for one, program in zip(read, (old, old, load(demo), load(demo)), strict=True):
        assert one.finished
        assert recording.replay(one, program) == []


def test_a_recording_is_opened_to_look_at_and_to_go_on_from(demo: Path, tmp_path: Path) -> None:
    session = open_session(str(demo), record=tmp_path / "play.jsonl")
    act(session, Action.LEFT, Action.DOWN)
    session.close()
    later = open_session(str(demo))
    act(later, Action.LEFT, Action.ACT)
    take = later.shelf.open_recording(tmp_path / "play.jsonl", later.program)
    assert take in later.shelf.takes()
    assert take.reel.name == "play.jsonl"
    assert later.shelf.compare(take, later.take).same == (True, True, False)
    later.look(1, 2, take=take)
    view = later.view()
    assert np.array_equal(view.frame, session.reel.branch.turn(1).frames[2])
    assert view.meters == ()
    later.look(2, take=take)
    act(later, Action.ACT)
    assert (later.view().action_count, later.view().meters[0].value) == (3, 15)
    other = tmp_path / "other.arcg"
    other.write_text(demo.read_text(encoding="utf-8").replace("game demo", "game other"), encoding="utf-8")
    with pytest.raises(recording.RecordingError, match="recording of `demo`"):
        later.shelf.open_recording(tmp_path / "play.jsonl", load(other))


def test_a_recording_of_a_level_that_is_gone_is_not_opened(demo: Path, tmp_path: Path) -> None:
    session = open_session(str(demo), record=tmp_path / "play.jsonl")
    act(session, Action.RIGHT)
    session.close()
    text = demo.read_text(encoding="utf-8")
    demo.write_text(text[: text.rindex("level")], encoding="utf-8")
    with pytest.raises(recording.RecordingError, match="level 2"):
        session.shelf.open_recording(tmp_path / "play.jsonl", load(demo))


def test_a_place_is_kept_within_its_take(demo: Path) -> None:
    session = open_session(str(demo))
    act(session, Action.LEFT)
    looking = Looking(Take(session.reel, session.reel.branch), 40, 40)
    assert (looking.turn, looking.frame, looking.at_end) == (1, 4, True)
    looking.move(0, -3)
    assert (looking.turn, looking.frame, looking.complete, looking.at_end) == (0, 0, True, False)
