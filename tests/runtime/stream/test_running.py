"""Runs: references come out where they must, a killed run goes on to the same records, the frozen learn nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.streams import LEARNER, small

from arcg.runtime.agents.bootstrap import interval
from arcg.runtime.stream.learner import codenames
from arcg.runtime.stream.measuring import summary
from arcg.runtime.stream.playing import InterruptedRunError, LearnerError
from arcg.runtime.stream.records import RECORDS, Record, read
from arcg.runtime.stream.running import KEPT, OtherRunError, Run
from arcg.runtime.stream.stored import Plan, Stream, StreamError, opened

PLAN = Plan(exposures=5, users=2, seen=2, held=2)


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> Stream:
    return small(tmp_path_factory.mktemp("small"), PLAN)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(LEARNER, "utf-8")
    return str(path)


def _run(stream: Stream, name: str, folder: Path, **options: object) -> list[Record]:
    Run(stream, name, folder, salt="pepper").go(**options)  # type: ignore[arg-type]
    return read(folder)[1]


def test_perfect_memory_has_share_one(stream: Stream, tmp_path: Path) -> None:
    records = _run(stream, "memory", tmp_path / "run")
    found = summary(records).stream
    assert found is not None and found.learned is not None
    assert found.learned.value == found.learned.low == found.learned.high == 1.0
    later = [one for one in records if one.arm == "learner" and one.phase == "stream" and one.exposure]
    assert all(one.won and one.actions == one.shortest for one in later)


def test_a_learner_that_keeps_nothing_is_within_noise_of_nothing(stream: Stream, tmp_path: Path) -> None:
    records = _run(stream, "nothing", tmp_path / "run")
    charges = {arm: [one.charge for one in records if one.phase == "stream" and one.arm == arm]
               for arm in ("learner", "reset")}  # fmt: skip
    assert charges["learner"] != charges["reset"]  # other luck
    noise = interval([[one - other for one, other in zip(charges["reset"], charges["learner"], strict=True)]])
    assert noise is not None and noise.low <= 0 <= noise.high


def test_records_are_whole_rounds_of_both_arms(stream: Stream, tmp_path: Path) -> None:
    records = _run(stream, "graph", tmp_path / "run")
    assert len(records) == 2 * (2 * 5 * 2 + 2 * 2 + 2)
    arms = {arm: [(one.round, one.user, one.task, one.level) for one in records if one.arm == arm]
            for arm in ("learner", "reset")}  # fmt: skip
    assert arms["learner"] == arms["reset"]
    for one in records:
        assert one.charge == (one.actions / one.budget if one.won else 1.0)
        assert one.won or one.actions == one.budget
        assert one.budget == 5 * one.shortest
        assert (one.gap is None) == (one.exposure == 0 or one.phase != "stream")


def test_the_same_run_gives_the_same_bytes(stream: Stream, tmp_path: Path) -> None:
    for name in ("one", "two"):
        _run(stream, "graph", tmp_path / name)
    assert (tmp_path / "one" / RECORDS).read_bytes() == (tmp_path / "two" / RECORDS).read_bytes()


@pytest.mark.parametrize("kind", ["Blind", "Unkept"])
def test_a_killed_run_goes_on_to_the_same_records(kind: str, stream: Stream, tmp_path: Path, mine: str) -> None:
    name = f"{mine}:{kind}"
    _run(stream, name, tmp_path / "whole")
    whole = (tmp_path / "whole" / RECORDS).read_bytes()
    (tmp_path / "hold").touch()
    command = [sys.executable, "-m", "arcg", "stream", "run", str(stream.folder), "--learner", name,
               "--salt", "pepper", "--out", str(tmp_path / "killed")]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        ends = time.monotonic() + 120
        while not (tmp_path / "held").exists():
            assert process.poll() is None and time.monotonic() < ends
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    part = (tmp_path / "killed" / RECORDS).read_bytes()
    assert whole.startswith(part) and 0 < len(part) < len(whole)
    assert (tmp_path / "killed" / KEPT).exists() == (kind == "Blind")
    (tmp_path / "hold").unlink()
    _run(stream, name, tmp_path / "killed")
    assert (tmp_path / "killed" / RECORDS).read_bytes() == whole


@pytest.mark.parametrize("torn", [1, 40, 700])
def test_a_torn_round_is_played_again(torn: int, stream: Stream, tmp_path: Path) -> None:
    _run(stream, "random", tmp_path / "run", rounds=4)
    path = tmp_path / "run" / RECORDS
    before = path.read_bytes()
    path.write_bytes(before[:-torn])
    _run(stream, "random", tmp_path / "run", rounds=4)
    assert path.read_bytes() == before


def test_a_run_in_parts_is_the_run(stream: Stream, tmp_path: Path) -> None:
    _run(stream, "graph", tmp_path / "whole")
    for rounds in (1, 4, None):
        _run(stream, "graph", tmp_path / "parts", rounds=rounds)
    assert (tmp_path / "parts" / RECORDS).read_bytes() == (tmp_path / "whole" / RECORDS).read_bytes()


def test_an_interrupted_round_is_not_recorded(stream: Stream, tmp_path: Path) -> None:
    calls = iter(range(10_000))
    with pytest.raises(InterruptedRunError):
        _run(stream, "random", tmp_path / "run", watch=lambda: next(calls) == 300)
    records = read(tmp_path / "run")[1]
    assert records and len(records) % (2 * PLAN.users) == 0


def test_a_learner_that_does_otherwise_the_second_time_is_found_out(stream: Stream, tmp_path: Path, mine: str) -> None:
    (tmp_path / "clock").write_bytes(b"\0")
    _run(stream, f"{mine}:Clock", tmp_path / "run", rounds=2)
    (tmp_path / "run" / KEPT).unlink()
    (tmp_path / "clock").write_bytes(b"\1")
    with pytest.raises(OtherRunError, match="comes out otherwise"):
        _run(stream, f"{mine}:Clock", tmp_path / "run")


@pytest.mark.parametrize(
    "kind, told", [("Raises", r"round 1 \(stream\): act broke: KeyError"), ("Nonsense", "act gave 'left', which is no")]
)
def test_a_learner_that_breaks_is_told(kind: str, told: str, stream: Stream, tmp_path: Path, mine: str) -> None:
    with pytest.raises(LearnerError, match=told):
        _run(stream, f"{mine}:{kind}", tmp_path / "run")


def test_a_frozen_learner_does_not_learn(stream: Stream, tmp_path: Path, mine: str) -> None:
    records = _run(stream, f"{mine}:Diary", tmp_path / "run")
    first = 2 * 5 * 2
    lines = [tuple(map(int, line.split())) for line in (tmp_path / "diary").read_text("utf-8").splitlines()]
    began = [(instance, seen) for instance, spent, seen in lines if spent == 0]
    tests = {instance: [seen for other, seen in began if other == instance] for instance in range(first, first + 6)}
    acted = sum(one.actions for one in records if one.phase == "stream" and one.arm == "learner")
    assert all(sorted(seen) == [0, acted] for seen in tests.values())  # wiped, and frozen after the stream
    assert {one.resources["seen"] for one in records if one.phase != "stream" and one.arm == "learner"} == {acted}


def test_another_run_is_not_gone_on_with(stream: Stream, tmp_path: Path) -> None:
    _run(stream, "random", tmp_path / "run", rounds=1)
    with pytest.raises(OtherRunError, match="another learner: random, not graph"):
        Run(stream, "graph", tmp_path / "run")
    with pytest.raises(OtherRunError, match="another salt"):
        Run(stream, "random", tmp_path / "run", salt="sugar")
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "letter.txt").touch()
    with pytest.raises(OtherRunError, match="is no run"):
        Run(stream, "random", tmp_path / "else")


def test_codenames_tell_nothing_and_change_with_the_salt(stream: Stream) -> None:
    tasks = [(user, name) for user in range(16) for name in ("shed", "barn", "ab", "tilt@2")]
    one, other = codenames("pepper", tasks), codenames("salt", tasks)
    assert len(set(one.values())) == len(tasks) and not set(one.values()) & set(other.values())
    assert not any(name.partition("@")[0] in alias for (_, name), alias in one.items())
    assert one == codenames("pepper", tasks)


def test_a_stream_that_was_changed_is_not_opened(stream: Stream, tmp_path: Path) -> None:
    told = json.loads((stream.folder / "stream.json").read_text("utf-8"))
    for name, value, why in (("seed", 5, "comes out otherwise"), ("stream", 9, "version 9"), ("held", 9, "fewer"),
                             ("tasks", 3, "no stream of")):  # fmt: skip
        (tmp_path / "stream.json").write_text(json.dumps({**told, name: value}), "utf-8")
        with pytest.raises(StreamError, match=why):
            opened(tmp_path)


def test_the_first_user_has_the_levels_of_a_stream_with_one(stream: Stream, tmp_path: Path) -> None:
    alone = small(tmp_path, Plan(exposures=5, users=1, seen=2, held=2))
    for here, there in zip(alone.tasks, stream.tasks, strict=True):
        assert here.levels == there.levels[: len(here.levels)]
    assert [(slot.task, alone.number(slot)) for slot in alone.slots] == [
        (slot.task, stream.number(slot)) for slot in stream.slots if slot.user == 0
    ]
