"""A study with testers: each game once, limits, nothing lost or doubled, and it goes on where it was killed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from support.testers import WIN, Clock, aimless, play, study_of, winning, write_game

from arcg.runtime.calibrate.store import Store
from arcg.runtime.calibrate.study import RefusedError, Study
from arcg.runtime.loading import shipped
from arcg.runtime.official.info import info_of


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def study(tmp_path: Path, clock: Clock) -> Study:
    return study_of([write_game(tmp_path)], tmp_path / "data.sqlite", clock)


def _refused(code: str, call: object, *arguments: object) -> RefusedError:
    with pytest.raises(RefusedError) as error:
        call(*arguments)
    assert error.value.code == code
    return error.value


def test_a_game_is_played_and_done(study: Study, clock: Clock) -> None:
    tester, token = study.enrol()
    assert study.tester(token) == tester
    assert study.progress(tester) == ["new"]

    view = play(study, tester, 0, WIN[:3], clock)
    assert (view.levels_completed, view.state, view.over, view.turn) == (2, "NOT_FINISHED", False, 3)
    assert study.progress(tester) == ["running"]

    view = play(study, tester, 0, WIN[3:], clock)
    assert (view.levels_completed, view.state, view.over) == (3, "WIN", True)
    assert study.progress(tester) == ["done"]
    _refused("PLAYED", study.begin, tester, 0)
    _refused("PLAYED", study.act, tester, view.session, 5, 4)


def test_an_answer_that_was_lost_is_given_again(study: Study, clock: Clock) -> None:
    tester, _ = study.enrol()
    view = play(study, tester, 0, WIN[:2], clock)

    again = study.act(tester, view.session, 2, 4)

    assert (again.turn, again.levels_completed) == (view.turn, view.levels_completed)
    assert (again.frames == view.frames).all()
    assert _refused("TURN", study.act, tester, view.session, 2, 3).more == {"turn": 2}
    assert _refused("TURN", study.act, tester, view.session, 4, 4).more == {"turn": 2}


def test_the_limits(tmp_path: Path, clock: Clock) -> None:
    study = study_of([write_game(tmp_path)], tmp_path / "d", clock, soft_minutes=1, hard_minutes=2)
    tester, _ = study.enrol()
    view = study.begin(tester, 0)
    clock.now += 59
    assert not study.act(tester, view.session, 1, 3).soft
    clock.now += 1
    assert study.act(tester, view.session, 2, 3).soft
    clock.now += 60
    _refused("TIME", study.act, tester, view.session, 3, 4)
    _refused("PLAYED", study.begin, tester, 0)


@pytest.mark.parametrize(
    ("action", "x", "y", "code"),
    [(5, -1, -1, "ACTION"), (7, -1, -1, "ACTION"), (6, 64, 3, "PLACE"), (6, -1, 3, "PLACE")],
)
def test_what_is_not_taken(tmp_path: Path, clock: Clock, action: int, x: int, y: int, code: str) -> None:
    study = study_of([write_game(tmp_path, more=" click")], tmp_path / "d", clock)
    tester, _ = study.enrol()
    view = study.begin(tester, 0)

    _refused(code, study.act, tester, view.session, 1, action, x, y)
    assert study.begin(tester, 0).turn == 0


def test_a_reset_does_not_throw_the_game_away(study: Study, clock: Clock) -> None:
    tester, _ = study.enrol()
    view = play(study, tester, 0, WIN[:1], clock)

    _refused("FULL_RESET", study.act, tester, view.session, 2, 0)
    view = play(study, tester, 0, [(4, -1, -1), (0, -1, -1)], clock)
    assert view.levels_completed == 1


def test_after_a_loss_only_reset_is_taken(study: Study, clock: Clock) -> None:
    tester, _ = study.enrol()
    view = play(study, tester, 0, [*WIN[:3], (3, -1, -1)], clock)
    assert view.state == "GAME_OVER"

    _refused("GAME_OVER", study.act, tester, view.session, 5, 4)
    assert play(study, tester, 0, [(0, -1, -1), (4, -1, -1)], clock).state == "WIN"


def test_nobody_plays_as_somebody_else(study: Study) -> None:
    one, _ = study.enrol()
    other, _ = study.enrol()
    view = study.begin(one, 0)

    _refused("SESSION", study.act, other, view.session, 1, 4)
    _refused("SESSION", study.end, other, view.session)
    _refused("TESTER", study.tester, "no such secret")
    _refused("GAME", study.begin, one, 1)
    _refused("GAME", study.begin, one, -1)


@pytest.mark.parametrize("game", list(shipped()))
def test_a_study_that_was_killed_goes_on_where_it_was(tmp_path: Path, clock: Clock, game: str) -> None:
    data = tmp_path / "data.sqlite"
    study = study_of([info_of(game)], data, clock)
    tester, token = study.enrol()
    moves = winning(game)
    first = play(study, tester, 0, moves[:17], clock)

    after = study_of([info_of(game)], data, clock)

    assert after.tester(token) == tester
    view = after.begin(tester, 0)
    assert (view.session, view.turn, view.levels_completed) == (first.session, 17, first.levels_completed)
    assert (view.frames[-1] == first.frames[-1]).all()
    assert play(after, tester, 0, moves[17:], clock).state == "WIN"


def test_what_could_not_be_kept_was_not_done(study: Study, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    tester, _ = study.enrol()
    view = play(study, tester, 0, WIN[:1], clock)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_event", full)
        with pytest.raises(sqlite3.OperationalError):
            study.act(tester, view.session, 2, 4)

    again = study.begin(tester, 0)
    assert again.turn == 1
    assert (again.frames[-1] == view.frames[-1]).all()
    assert play(study, tester, 0, WIN[1:], clock).state == "WIN"


def test_two_programs_with_one_file_open(tmp_path: Path, clock: Clock) -> None:
    game = write_game(tmp_path)
    one, other = (study_of([game], tmp_path / "d", clock) for _ in range(2))
    tester, _ = one.enrol()
    play(one, tester, 0, WIN[:1], clock)

    view = play(other, tester, 0, WIN[1:2], clock)
    assert (view.turn, view.levels_completed) == (2, 1)
    assert _refused("TURN", one.act, tester, view.session, 2, 3).more == {"turn": 2}
    assert play(one, tester, 0, WIN[2:], clock).state == "WIN"
    assert other.progress(tester) == one.progress(tester) == ["done"]
    _refused("PLAYED", other.act, tester, view.session, 5, 4)


def test_two_programs_that_go_on_at_the_same_moment(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = write_game(tmp_path)
    one, other = (study_of([game], tmp_path / "d", clock) for _ in range(2))
    tester, _ = one.enrol()
    session = one.begin(tester, 0).session
    other.begin(tester, 0)
    one.act(tester, session, 1, 3)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "count_events", lambda *_: 1)  # looked a moment before the other one wrote
        _refused("TURN", other.act, tester, session, 1, 4)
    assert other.begin(tester, 0).turn == 1


def test_every_tester_has_an_order_of_their_own_and_keeps_it(tmp_path: Path, clock: Clock) -> None:
    games = [write_game(tmp_path, name) for name in ("aaaa", "bbbb", "cccc", "dddd")]
    study = study_of(games, tmp_path / "d", clock)

    orders = {tuple(info.base for info in study.order(study.enrol()[0])) for _ in range(20)}

    assert len(orders) > 5
    assert study.order("t-1") == study.order("t-1")
    fixed = study_of(games, tmp_path / "e", clock, shuffled=False)
    assert fixed.order("t-1") == games


def test_another_version_of_a_game_is_not_played_by_who_knows_it(tmp_path: Path, clock: Clock) -> None:
    data = tmp_path / "d"
    study = study_of([write_game(tmp_path)], data, clock)
    (done, _), (half, _) = study.enrol(), study.enrol()
    play(study, done, 0, WIN, clock)
    play(study, half, 0, WIN[:2], clock)

    later = study_of([write_game(tmp_path, more=" undo")], data, clock)

    _refused("PLAYED", later.begin, done, 0)
    assert later.progress(done) == ["done"]
    view = later.begin(half, 0)
    assert (view.turn, view.available_actions) == (2, (1, 2, 3, 4)), "begun in the old version, and it goes on in it"
    assert later.begin(later.enrol()[0], 0).available_actions == (1, 2, 3, 4, 7)


def test_wandering_testers_leave_a_study_that_replays(tmp_path: Path, clock: Clock) -> None:
    data = tmp_path / "d"
    infos = [info_of(name) for name in ("dyer", "glow", "tilt")]  # all played before the clock ends one
    study = study_of(infos, data, clock)
    last = {}
    for seed in range(3):
        tester, _ = study.enrol()
        for number in range(len(infos)):
            last[tester, number] = aimless(study, tester, number, 40, clock, seed)

    after = study_of(infos, data, clock)
    for (tester, number), view in last.items():
        if not view.over:
            again = after.begin(tester, number)
            assert (again.turn, again.levels_completed, again.state) == (view.turn, view.levels_completed, view.state)
            if len(view.frames):
                assert (again.frames[-1] == view.frames[-1]).all()
