"""Official and compact recordings: written as play goes on, read from any recorder, cut off anywhere, and hostile."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcg.compiler.ir import digest
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import shipped
from arcg.runtime.official import jsonl
from arcg.runtime.official.frames import Answer, answer
from arcg.runtime.official.info import GameInfo, info_of
from arcg.runtime.official.jsonl import CompactWriter, OfficialWriter, official_line
from arcg.runtime.recording import Recording, RecordingError, actions, begins_anew, filled, read, replay
from arcg.runtime.reference import ReferenceEngine

GUID = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
WHEN = datetime(2026, 1, 31, 12, 0, 0, 999, tzinfo=UTC)


@cache
def game(name: str = "tilt") -> GameInfo:
    return info_of(name)


@cache
def play(seed: int, length: int, name: str = "tilt") -> tuple[Answer, ...]:
    """Random play with every action, clicks anywhere and RESETs."""
    random, info = Random(seed), game(name)
    engine = ReferenceEngine(info.program)
    answers = [answer(engine, info.game_id, GUID, 0)]
    for _ in range(length):
        action = random.choices(range(8), (1, 3, 3, 3, 3, 1, 3, 1))[0]
        x, y = (random.randrange(64), random.randrange(64)) if action == Action.CLICK else (-1, -1)
        engine.step(action, x, y)
        answers.append(answer(engine, info.game_id, GUID, action, x, y, reasoning={"why": "chance"}))
    return tuple(answers)


def official(path: Path, answers: tuple[Answer, ...], name: str = "tilt") -> Path:
    writer = OfficialWriter(path, game(name), seed=3)
    for one in answers:
        writer.add(one)
    return path


def compact(path: Path, answers: tuple[Answer, ...], name: str = "tilt", *, close: bool = True) -> Path:
    writer = CompactWriter(path, game(name))
    for one in answers:
        writer.add(one)
    if close:
        writer.close()
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def spoil(path: Path, line: int, change: Callable[[dict[str, Any]], object]) -> Path:
    """The file with one line changed."""
    lines = lines_of(path)
    change(lines[line - 1])
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return path


def as_agents_write(path: Path, answers: tuple[Answer, ...], *, lose: bool = True) -> Path:
    """As the recorder of the official agents writes: numbers for names, no actions, no first frame."""
    with path.open("w") as file:
        for one in answers[1:]:
            data = one.as_json() | {"full_reset": False}
            if lose:
                data["action_input"] = {"id": 0, "data": {}, "reasoning": None}
            file.write(json.dumps({"timestamp": WHEN.isoformat(), "data": data}) + "\n")
    return path


# ---------------------------------------------------------------- what is written is read


@given(st.integers(0, 5), st.integers(0, 12))
@settings(deadline=None, max_examples=30)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, seed: int, length: int) -> None:
    folder, answers = tmp_path_factory.mktemp("written"), play(seed, length)

    for path in (official(folder / "a.jsonl", answers), compact(folder / "b.jsonl", answers)):
        found = read(path)

        assert found.finished
        assert found.replayable
        assert not found.notes
        assert (found.game, found.game_id, found.guid) == ("tilt", game().game_id, GUID)
        assert found.program_digest == digest(game().program)
        assert found.of_version(game().program)
        assert actions(found) == [(one.action, one.data.get("x", -1), one.data.get("y", -1)) for one in answers[1:]]
        assert replay(found, game().program) == []
        seen = filled(found, game().program)
        for one, expected in zip(seen.answers, answers, strict=True):
            assert one.frames is not None
            assert (one.frames == expected.frames).all()
            assert one.levels_completed == expected.levels_completed


def test_the_official_lines_are_as_the_toolkit_writes_them(tmp_path: Path) -> None:
    answers = play(0, 6)
    lines = lines_of(official(tmp_path / "a.jsonl", answers))

    assert len(lines) == len(answers)
    assert lines[0]["data"]["action_input"] == {"id": "RESET", "data": {}, "reasoning": None}
    assert lines[1]["data"]["action_input"]["reasoning"] == {"why": "chance"}
    for line, one in zip(lines, answers, strict=True):
        assert datetime.fromisoformat(line["timestamp"]).tzinfo is not None
        assert list(line["data"]) == [
            "game_id", "state", "levels_completed", "win_levels", "action_input", "guid", "full_reset",
            "available_actions", "frame",
        ]  # fmt: skip
        assert line["data"]["action_input"]["id"] == one.action_name
        assert line["data"]["frame"] == one.frames.tolist()
    assert lines[0]["arcg"]["program"] == digest(game().program)
    assert lines[0]["arcg"]["seed"] == 3
    assert "arcg" not in lines[1]


def test_a_compact_recording_is_a_hundred_times_smaller(tmp_path: Path) -> None:
    """Than what the toolkit writes: text with blanks, as Python's JSON has it by default."""
    for name in shipped():
        answers = play(1, 100, name)
        small = compact(tmp_path / f"{name}.jsonl", answers, name).stat().st_size
        large = sum(len(json.dumps(json.loads(official_line(one, WHEN)))) + 1 for one in answers)

        assert large > 100 * small


def test_the_opening_of_a_later_level_is_known(tmp_path: Path) -> None:
    from arcg.runtime.env import from_level

    program = from_level(game().program, 1)
    engine = ReferenceEngine(program)
    writer = CompactWriter(tmp_path / "a.jsonl", game(), first_level=1)
    writer.add(answer(engine, game().game_id, GUID, 0))
    engine.step(Action.RIGHT)
    writer.add(answer(engine, game().game_id, GUID, Action.RIGHT))

    found = read(tmp_path / "a.jsonl")

    assert (found.first_level, found.finished) == (1, False)
    assert replay(found, game().program) == []


def begun_level_two() -> tuple[ReferenceEngine, list[Answer]]:
    """The first level is won, and nothing has been done in the second."""
    info = game()
    engine = ReferenceEngine(info.program)
    answers = [answer(engine, info.game_id, GUID, 0)]
    for action, x, y in actions(read(shipped()["tilt"].parent / "recordings" / "win.jsonl")):
        engine.step(action, x, y)
        answers.append(answer(engine, info.game_id, GUID, action, x, y))
        if engine.levels_completed:
            break
    assert (engine.level, engine.action_count) == (1, 0)
    return engine, answers


def test_a_reset_that_a_competition_refused_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    info = game()
    engine, answers = begun_level_two()
    stayed = replace(answers[0], frames=engine.frame()[None], full_reset=False, levels_completed=1)
    answers += [stayed, stayed]
    for action in (Action.LEFT, Action.RESET):
        engine.step(action)
        answers.append(answer(engine, info.game_id, GUID, action))
    assert not answers[-1].full_reset

    for path in (official(tmp_path / "a.jsonl", tuple(answers)), compact(tmp_path / "b.jsonl", tuple(answers))):
        assert replay(read(path), info.program) == []


def test_agents_never_say_that_a_game_began_anew(tmp_path: Path) -> None:
    engine, answers = begun_level_two()
    for action in (Action.RESET, Action.LEFT):
        engine.step(action)
        answers.append(answer(engine, game().game_id, GUID, action))
    assert answers[-2].full_reset

    found = read(as_agents_write(tmp_path / "a.jsonl", tuple(answers), lose=False))

    assert found.replayable
    assert replay(found, game().program) == []
    assert begins_anew(found.answers) == [True, *[False] * (len(answers) - 3), True, False]


def test_a_game_that_plays_otherwise_is_told(tmp_path: Path) -> None:
    path = compact(tmp_path / "a.jsonl", play(0, 5))
    text = path.read_text().splitlines(keepends=True)
    values = json.loads(text[3])
    values[5] = "0" * 16
    path.write_text("".join([*text[:3], json.dumps(values) + "\n", *text[4:]]))

    found = read(path)
    (difference,) = replay(found, game().program)

    assert (difference.turn, difference.what, difference.expected) == (2, "hash", "0" * 16)
    assert "turn 2: the frames look otherwise" in str(difference)
    with pytest.raises(RecordingError, match="plays otherwise now: turn 2"):
        filled(found, game().program)


# ---------------------------------------------------------------- kills and full disks


@pytest.mark.parametrize("write", [official, compact])
def test_a_kill_at_any_byte_loses_at_most_the_action_in_flight(
    tmp_path: Path, write: Callable[[Path, tuple[Answer, ...]], Path]
) -> None:
    answers = play(2, 6)
    whole = write(tmp_path / "whole.jsonl", answers).read_bytes()
    starts = [0, *(place + 1 for place, byte in enumerate(whole) if byte == 10)]
    first = starts[1] if write is official else starts[2]
    cuts = {*Random(0).sample(range(first, len(whole)), 150), *starts[2:], len(whole) - 1, first}
    for cut in sorted(cuts - {len(whole)}):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(whole[:cut])
        there = whole[:cut].count(b"\n") - (write is compact)
        found = read(path)

        assert len(found.answers) in (there, there + 1)
        assert found.finished == (write is official and (cut in starts or len(found.answers) > there))
        assert found.replayable
        assert replay(found, game().program) == []


def test_what_does_not_reach_the_disk_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = play(0, 3)
    writer = OfficialWriter(tmp_path / "a.jsonl", game())
    writer.add(answers[0])
    before = (tmp_path / "a.jsonl").read_bytes()
    opened = Path.open

    class Full:
        """A file on a disk that takes ten bytes more."""

        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, line: bytes) -> int:
            self.file.write(line[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

        def truncate(self, size: int) -> None:
            self.file.truncate(size)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda self, *a, **k: Full(opened(self, *a, **k)))
        with pytest.raises(OSError, match="No space"):
            writer.add(answers[1])
    assert (tmp_path / "a.jsonl").read_bytes() == before
    writer.add(answers[1])
    assert len(read(tmp_path / "a.jsonl").answers) == 2


def test_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    path = official(tmp_path / "a.jsonl", play(0, 1))
    before = path.read_bytes()
    for writer in (OfficialWriter(path, game()), CompactWriter(path, game())):
        with pytest.raises(FileExistsError):
            writer.add(play(0, 1)[0])
    assert path.read_bytes() == before


def test_thousands_of_recordings_hold_no_file_open(tmp_path: Path) -> None:
    first = play(0, 0)[0]
    writers = [CompactWriter(tmp_path / f"{number}.jsonl", game()) for number in range(3_000)]
    for writer in writers:
        writer.add(first)
    assert len(list(tmp_path.iterdir())) == 3_000


# ---------------------------------------------------------------- what others write


def test_the_agents_lose_actions_and_the_first_frame_and_it_is_said(tmp_path: Path) -> None:
    found = read(as_agents_write(tmp_path / "a.jsonl", play(0, 5)))

    assert (found.kind, found.replayable) == ("agents", False)
    assert any("#91" in note for note in found.notes)
    assert any("#92" in note for note in found.notes)
    assert len(found.answers) == 6
    shown = filled(found, game().program)
    assert all(one.frames is not None for one in shown.answers)
    assert shown.answers[0].frames is not None
    assert (shown.answers[0].frames == play(0, 5)[0].frames).all()


def test_agents_that_write_their_actions_are_replayed_without_a_first_frame(tmp_path: Path) -> None:
    found = read(as_agents_write(tmp_path / "a.jsonl", tuple(one for one in play(0, 8)), lose=False))

    assert found.replayable
    assert [note for note in found.notes if "#92" in note]
    assert replay(found, game().program) == []


def test_a_scorecard_at_the_end_is_no_answer(tmp_path: Path) -> None:
    path = official(tmp_path / "a.jsonl", play(0, 2))
    with path.open("a") as file:
        file.write(json.dumps({"timestamp": WHEN.isoformat(), "data": {"score": 12.5, "card_id": "c"}}) + "\n\n")
        file.write(json.dumps({"timestamp": WHEN.isoformat(), "data": {}}) + "\n")

    assert len(read(path).answers) == 3


def test_a_toolkit_without_frames_is_compared_by_levels(tmp_path: Path) -> None:
    path = official(tmp_path / "a.jsonl", play(0, 4))
    for line in range(1, 6):
        spoil(path, line, lambda one: one["data"].pop("frame"))

    found = read(path)

    assert any("without frames" in note for note in found.notes)
    assert replay(found, game().program) == []
    spoil(path, 3, lambda one: one["data"].update(levels_completed=1))
    assert [one.what for one in replay(read(path), game().program)] == ["level", "levels_completed"]


def test_a_finished_game_that_says_nothing_keeps_its_levels(tmp_path: Path) -> None:
    """The official engine answers with no frame, and 0 of 0 levels, to what is done after the end."""
    over = play(0, 2)[-1]
    over = replace(over, state="GAME_OVER", levels_completed=2, win_levels=6)
    path = official(tmp_path / "a.jsonl", (*play(0, 1), over, replace(over, frames=over.frames[:0])))
    spoil(path, 4, lambda one: one["data"].update(levels_completed=0, win_levels=0))

    last = read(path).answers[-1]

    assert (last.status, last.levels_completed, last.level) == (Status.OVER, 2, 2)


def test_clicks_of_any_kind_are_read(tmp_path: Path) -> None:
    clicks: list[tuple[object, tuple[int, int]]] = [
        ({"x": 3, "y": 4}, (3, 4)),
        ({"x": "7", "y": "63"}, (7, 63)),
        ({"x": -1, "y": 1000}, (-1, 1000)),
        ({"x": None, "y": 4}, (-1, -1)),
        ({"x": 1.5, "y": 4}, (-1, -1)),
        ({"x": True, "y": 4}, (-1, -1)),
        ({"x": 10**30, "y": 4}, (-1, -1)),
        ({"x": "٣", "y": "4"}, (-1, -1)),
        ({}, (-1, -1)),
        (None, (-1, -1)),
        ([3, 4], (-1, -1)),
    ]
    path = official(tmp_path / "a.jsonl", play(0, len(clicks)))
    for line, (data, _) in enumerate(clicks, start=2):
        given_data = data
        spoil(path, line, lambda one, d=given_data: one["data"].update(action_input={"id": "ACTION6", "data": d}))  # type: ignore[misc]

    found = read(path)

    assert [(one.x, one.y) for one in found.answers[1:]] == [expected for _, expected in clicks]
    assert any("beside the picture" in note for note in found.notes)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: one.pop("data"), "`data` is missing"),
        (lambda one: one.update(data=5), "`data` is not a JSON object"),
        (lambda one: one["data"].pop("action_input"), "`action_input` is missing"),
        (lambda one: one["data"].update(action_input=[]), "`action_input` is not a JSON object"),
        (lambda one: one["data"].update(action_input={}), "`id` is missing"),
        (lambda one: one["data"].update(action_input={"id": "ACTION8"}), 'there is no action "ACTION8"'),
        (lambda one: one["data"].update(action_input={"id": 8}), "there is no action 8"),
        (lambda one: one["data"].update(action_input={"id": True}), "there is no action true"),
        (lambda one: one["data"].update(state="LOST"), "there is no state 'LOST'"),
        (lambda one: one["data"].update(levels_completed="1"), "`levels_completed` is not a whole number"),
        (lambda one: one["data"].update(frame=5), "`frame` is not a list of frames"),
        (lambda one: one["data"].update(frame=[[0] * 64]), "a frame is not 64 rows of 64"),
        (lambda one: one["data"]["frame"][0][5].pop(), "`frame` is not a list of frames of one size"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, 16), "a colour that is not 0 to 15"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, -1), "a colour that is not 0 to 15"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, 1.5), "a frame is not 64 rows of 64 whole"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, "x"), "a frame is not 64 rows of 64 whole"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, None), "a frame is not 64 rows of 64 whole"),
        (lambda one: one["data"]["frame"][0][5].__setitem__(2, 10**40), "a frame is not 64 rows of 64 whole"),
        (lambda one: one["data"].update(frame=[[]] * 1002), "`frame` is not a list of frames"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], object], told: str) -> None:
    path = spoil(official(tmp_path / "a.jsonl", play(0, 3)), 3, change)

    with pytest.raises(RecordingError, match=f"line 3 is broken: .*{told}"):
        read(path)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"timestamp": "x", "data": ', "no answer of a game"),
        (b'{"data": {}}\n', "no answer of a game"),
        (b'{"data": "\xff"}\n', "line 1 is broken: it is not text"),
        (b'{"data": ' + b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"data": {"levels_completed": ' + b"9" * 5000 + b"}}\n", "a number that is too long"),
    ],
)
def test_what_is_no_official_recording(tmp_path: Path, line: bytes, told: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line)

    with pytest.raises(RecordingError, match=told):
        read(path)


def test_validation_plays_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arcg.runtime.validate import replays

    monkeypatch.setattr(replays, "KernelEngine", ReferenceEngine)
    whole = [official(tmp_path / "a.jsonl", play(0, 5)), compact(tmp_path / "b.jsonl", play(0, 5))]
    lost = as_agents_write(tmp_path / "c.jsonl", play(0, 5))

    *sound, told = replays.replayed(game().program, [*whole, lost])

    assert [(one["error"], one["turn"], len(one["moves"])) for one in sound] == [(None, None, 5)] * 2
    assert "#91" in told["error"]


@pytest.mark.parametrize(
    "extra", [{}, {"seed": -1}, {"seed": 0, "game": 5, "program": "", "version": ""}, {"seed": 1 << 31}]
)
def test_what_ours_say_more_is_checked(tmp_path: Path, extra: dict[str, Any]) -> None:
    path = spoil(official(tmp_path / "a.jsonl", play(0, 1)), 1, lambda one: one.update(arcg=extra))

    with pytest.raises(RecordingError, match="line 1 is broken"):
        read(path)


@pytest.mark.parametrize("extra", [None, 5, [], "tilt"])
def test_a_key_of_that_name_from_others_is_left_alone(tmp_path: Path, extra: object) -> None:
    path = spoil(official(tmp_path / "a.jsonl", play(0, 1)), 1, lambda one: one.update(arcg=extra))

    found = read(path)

    assert (found.game, found.program_digest) == ("", "")
    assert found.of_game(game().program)
    assert found.of_version(game().program), "the version in its id"


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_hostile_files_get_a_clear_error(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.getbasetemp()
    write = data.draw(st.sampled_from((official, compact)))
    source = folder / f"hostile-{write.__name__}.jsonl"
    if not source.exists():
        write(source, play(0, 2))
    content = bytearray(source.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, min(len(content) - 1, 1_500)))
        what = data.draw(
            st.sampled_from((b"\x00", b"\xff", b'"', b"{", b"[", b"]", b"9999999999", b"null", b"-", b"\n"))
        )
        content[place : place + data.draw(st.integers(0, 8))] = what
    path = folder / "hostile.jsonl"
    path.write_bytes(content)

    try:
        found = read(path)
    except RecordingError as error:
        assert str(error).startswith(f"{path}: ")
        assert len(str(error)) < 400
    else:
        assert isinstance(found, Recording)
        assert isinstance(replay(found, game().program, limit=1) if found.first_level < 6 else [], list)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[1,0,0,0,1]", "not a list of 6 values"),
        ('[8,0,0,0,1,"0123456789abcdef"]', "there is no action 8"),
        ('[1,3,0,0,1,"0123456789abcdef"]', "there is no status 3"),
        ('[1,0,0,0,1002,"0123456789abcdef"]', "no answer has 1002 frames"),
        ('[1,0,0,0,1,"0123456789ABCDEF"]', "its hash is none"),
        ('[1,0,0,0,1,"0123"]', "its hash is none"),
        ('[1,true,0,0,1,"0123456789abcdef"]', "not a whole number"),
        ('[6,0,0,0,1,"0123456789abcdef"]', "should be 2 values, not 0"),
        ('[1,0,0,0,1,"0123456789abcdef",3]', "should be 0 values, not 1"),
        ('[6,0,0,0,1,"0123456789abcdef",3,99999999999]', "too far away"),
        ('"reset"', "not a list of 6 values"),
    ],
)
def test_a_broken_line_of_a_compact_recording_is_named(tmp_path: Path, line: str, told: str) -> None:
    path = compact(tmp_path / "a.jsonl", play(0, 3))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[3:]]) + "\n")

    with pytest.raises(RecordingError, match=f"line 3 is broken: .*{told}"):
        read(path)


def test_long_lines_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "LONGEST_LINE", 1_000)

    with pytest.raises(RecordingError, match="line 1 is broken: it is longer than any answer"):
        read(official(tmp_path / "a.jsonl", play(0, 1)))
