"""Recordings: written, read and replayed exactly; damaged files and changed games are told apart."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arcg.compiler.ir import Program
from arcg.runtime import recording_reading
from arcg.runtime.engine import Action, Status
from arcg.runtime.env import from_level
from arcg.runtime.loading import load
from arcg.runtime.recording import RecordingError, Writer, actions, read, replay
from arcg.runtime.reference import ReferenceEngine

GAME = """\
game walk
board 4x4 ground grey
actions arrows click
layer solid
kind Goal on solid
    pic
        e
kind Player on solid
    pic
        9
Player walks
win when Player beside Goal
legend
    P = Player
    o = Goal
level
    map
        P..o
        ....
        ....
        ....
level
    map
        P...
        ....
        ...o
        ....
"""
WHEN = datetime(2026, 1, 31, 12, 0, 0, 999, tzinfo=UTC)
MOVES = [(4, -1, -1), (6, 5, 60), (4, -1, -1), (2, -1, -1), (0, -1, -1)]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "walk.arcg").write_text(GAME, encoding="utf-8")
    return load(tmp_path / "walk.arcg")


SCATTERED = """\
game scattered
board 8x4 ground grey
actions arrows
layer solid
kind Crate on solid
    pic
        8
phase scatter on start
    Crate at random -> drop Crate
legend
    c = Crate
level
    map
        cccccccc
"""


def test_the_seed_of_a_game_with_chance_is_kept(tmp_path: Path, program: Program) -> None:
    (tmp_path / "scattered.arcg").write_text(SCATTERED, encoding="utf-8")
    game = load(tmp_path / "scattered.arcg")
    for seed in (0, 7):
        engine = ReferenceEngine(game)
        engine.reset(seed)
        path = tmp_path / f"{seed}.jsonl"
        with Writer(path, game, seed=seed, created=WHEN) as writer:
            writer.add(engine, Action.RESET)
        played = read(path)
        assert played.seed == seed
        assert replay(played, game) == []
        assert replay(dataclasses.replace(played, seed=seed + 1), game), "another seed, another beginning"
    assert "seed" not in json.loads(record(tmp_path / "walk.jsonl", program).read_text().split("\n")[0])


def test_a_seed_that_is_none_is_refused(tmp_path: Path, program: Program) -> None:
    path = record(tmp_path / "play.jsonl", program)
    for seed in (-1, 1 << 31, "7", None):
        lines = path.read_text().split("\n")
        spoilt = tmp_path / "spoilt.jsonl"
        spoilt.write_text("\n".join([json.dumps(json.loads(lines[0]) | {"seed": seed}), *lines[1:]]))
        with pytest.raises(RecordingError, match="line 1 is broken: `seed` is not"):
            read(spoilt)


def record(path: Path, program: Program, *, first_level: int = 0, close: bool = True) -> Path:
    writer = Writer(path, program, source=path.parent / "walk.arcg", text=GAME, first_level=first_level, created=WHEN)
    engine = ReferenceEngine(from_level(program, first_level))
    writer.add(engine, Action.RESET)
    for action, x, y in MOVES:
        engine.step(action, x, y)
        writer.add(engine, action, x, y)
    if close:
        writer.close()
    else:
        writer.abandon()
    return path


def edit(path: Path, line: int, change: Callable[[dict[str, Any]], None]) -> None:
    lines = path.read_text().splitlines()
    document = json.loads(lines[line - 1])
    change(document)
    lines[line - 1] = json.dumps(document)
    path.write_text("\n".join(lines) + "\n")


def test_what_is_written_is_read(tmp_path: Path, program: Program) -> None:
    read_back = read(record(tmp_path / "a.jsonl", program))
    assert read_back.finished
    assert (read_back.game, read_back.source, read_back.first_level) == ("walk", "walk.arcg", 0)
    assert read_back.created == "2026-01-31T12:00:00Z"
    assert read_back.source_path() == tmp_path / "walk.arcg"
    assert actions(read_back) == MOVES
    engine = ReferenceEngine(program)
    for answer, (action, x, y) in zip(read_back.answers, [(0, -1, -1), *MOVES], strict=True):
        if answer is not read_back.answers[0]:
            engine.step(action, x, y)
        assert (answer.frames == engine.frames()).all()
        assert (answer.status, answer.level, answer.levels_completed) == (
            engine.status,
            engine.level,
            engine.levels_completed,
        )
    assert replay(read_back, program) == []


def test_the_same_play_gives_the_same_file(tmp_path: Path, program: Program) -> None:
    one, two = record(tmp_path / "a.jsonl", program), record(tmp_path / "b.jsonl", program)
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size < 6000


def test_play_that_begins_later_in_the_game(tmp_path: Path, program: Program) -> None:
    read_back = read(record(tmp_path / "a.jsonl", program, first_level=1))
    assert read_back.first_level == 1
    assert replay(read_back, program) == []
    with pytest.raises(ValueError, match="there is no level 2"):
        replay(read_back, dataclasses.replace(program, levels=program.levels[:1]))


def test_a_session_that_was_killed_loses_one_line_at_most(tmp_path: Path, program: Program) -> None:
    path = record(tmp_path / "a.jsonl", program, close=False)
    whole = path.read_bytes()
    read_back = read(path)
    assert not read_back.finished
    assert len(read_back.answers) == len(MOVES) + 1
    path.write_bytes(whole[:-40])
    cut = read(path)
    assert not cut.finished
    assert len(cut.answers) == len(MOVES)
    assert replay(cut, program) == []


def test_the_first_difference_is_told_to_the_pixel(tmp_path: Path, program: Program) -> None:
    read_back = read(record(tmp_path / "a.jsonl", program))
    changed = dataclasses.replace(program, ground=4)
    first, *_ = replay(read_back, changed, limit=1)
    assert (first.turn, first.what, first.frame, first.expected, first.got) == (0, "pixel", 0, 3, 4)
    assert str(first).startswith(f"turn 0: frame 0, pixel x={first.x} y={first.y}: expected colour 3, got 4 (and ")
    assert {difference.turn for difference in replay(read_back, changed)} == set(range(len(MOVES) + 1))


def test_differences_of_status_level_and_number_of_frames(tmp_path: Path, program: Program) -> None:
    read_back = read(record(tmp_path / "a.jsonl", program))
    alone = dataclasses.replace(program, levels=program.levels[:1])
    told = {difference.what: str(difference) for difference in replay(read_back, alone) if difference.turn == 3}
    assert told["status"] == "turn 3: status: expected playing, got won"
    assert told["level"] == "turn 3: level: expected 1, got 0"
    assert told["frames"] == "turn 3: number of frames: expected 2, got 1"


def test_an_existing_file_is_left_alone(tmp_path: Path, program: Program) -> None:
    path = record(tmp_path / "a.jsonl", program)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        record(path, program)
    assert path.read_bytes() == before


def test_shipped_games_go_by_their_id(tmp_path: Path, program: Program) -> None:
    with Writer(tmp_path / "a.jsonl", program, source="walk") as writer:
        writer.add(ReferenceEngine(program), Action.RESET)
    read_back = read(tmp_path / "a.jsonl")
    assert (read_back.source, read_back.source_path(), read_back.source_sha256) == ("walk", None, None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a recording"),
        (b"game walk\nboard 4x4\n", "not a recording"),
        (b"[1]\n", "not a recording"),
        (b'{"format": "other"}\n', "not a recording"),
        (b"\xff\xfe\x00", "not a recording: line 1 is not text"),
        (b"[" * 100_000 + b"\n", "not a recording: line 1: its brackets are nested too deeply"),
        (b'{"version": ' + b"9" * 5000 + b"}\n", "line 1: it holds a number that is too long"),
        (b'{"format": "arcg-recording", "version": true}\n', "line 1 is broken: `version` is not a whole number"),
        (b'{"format": "arcg-recording", "version": 3}\n', "of version 3; this arcg reads versions 1 and 2"),
        (b'{"format": "arcg-recording", "version": 1}\n', "line 1 is broken"),
    ],
)
def test_what_is_no_recording(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=message) as error:
        read(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("turn", 7, "line 3 is broken: turn 1 should be here, not 7"),
        ("turn", True, "line 3 is broken: `turn` is not a whole number"),
        ("action", 9, "line 3 is broken: there is no action 9; the actions are 0 to 7"),
        ("action", "up", "not a whole number"),
        ("status", "lost", "there is no status 'lost'"),
        ("status", [], "line 3 is broken: `status` is not text"),
        ("level", None, "`level` is not a whole number"),
        ("levels_completed", False, "`levels_completed` is not a whole number"),
        ("frames", ["AAAA"], "line 3 is broken: a frame cannot be unpacked"),
        ("frames", ["é"], "not base64"),
        ("frames", [[]], "line 3 is broken: `frames` is not a list of texts"),
        ("frames", ["!"], "not base64"),
        ("frames", [], "do not match their hash"),
        ("frames", 3, "line 3 is broken: `frames` is not a list of texts"),
        ("sha256", "0", "do not match their hash"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, program: Program, field: str, value: object, message: str) -> None:
    path = record(tmp_path / "a.jsonl", program)
    edit(path, 3, lambda document: document.update({field: value}))
    with pytest.raises(RecordingError, match=message):
        read(path)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("first_level", True, "`first_level` is not a whole number"),
        ("first_level", -1, "`first_level` is not the number of a level"),
        ("first_level", 10**4000, "`first_level` is not the number of a level"),
        ("game", 5, "`game` is not text"),
        ("game", "\ud800", "`game` is not text"),
        ("source", [], "`source` is not text"),
        ("source", "", "`source` is empty"),
        ("created", None, "`created` is not text"),
    ],
)
def test_a_broken_header_is_named(tmp_path: Path, program: Program, field: str, value: object, message: str) -> None:
    path = record(tmp_path / "a.jsonl", program)
    edit(path, 1, lambda document: document.update({field: value}))
    with pytest.raises(RecordingError, match=f"line 1 is broken: {message}"):
        read(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\xff", "it is not text"),
        (b"{oops", "it is not JSON from column 2 on"),
        (b"7", "it is not a JSON object"),
        (b'{"a":' * 100_000, "its brackets are nested too deeply"),
    ],
)
def test_a_line_that_is_no_answer_is_named(tmp_path: Path, program: Program, line: bytes, message: str) -> None:
    path = record(tmp_path / "a.jsonl", program)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:2], line, *lines[3:]]))
    with pytest.raises(RecordingError, match=f"line 3 is broken: {message}"):
        read(path)


def test_missing_fields_and_lines_are_named(tmp_path: Path, program: Program) -> None:
    path = record(tmp_path / "a.jsonl", program)
    edit(path, 3, lambda document: document.pop("status"))
    with pytest.raises(RecordingError, match="line 3 is broken: `status` is missing"):
        read(path)
    path.unlink()
    lines = record(path, program).read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-2] + lines[-1:]))
    with pytest.raises(RecordingError, match="6 answers were recorded, 5 are here"):
        read(path)
    path.write_text("".join([*lines, lines[-1]]))
    with pytest.raises(RecordingError, match="after the end"):
        read(path)
    path.write_text(lines[0])
    with pytest.raises(RecordingError, match="does not begin with the answer to RESET"):
        read(path)


def test_the_status_words_are_those_of_the_engine() -> None:
    assert set(recording_reading._STATUS.values()) == set(Status)
