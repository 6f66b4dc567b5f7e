"""`arcg generate` as it is used: what it says, what it writes, its exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from support.fresh import BLOCK, text

from arcg.cli import main
from arcg.runtime.engine import Status
from arcg.runtime.loading import load
from arcg.runtime.recording import read, replay


@pytest.fixture
def shed(tmp_path: Path) -> str:
    path = tmp_path / "shed.arcg"
    path.write_text(text(), "utf-8")
    return str(path)


def test_levels_are_told_and_written_and_recorded(
    shed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, record = tmp_path / "fresh.arcg", tmp_path / "win.jsonl"
    assert main(["generate", shed, "--count", "3", "--out", str(out), "--record", str(record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["fresh_1", "fresh_2", "fresh_3"]
    assert all(line.endswith("none is shorter") for line in lines)
    assert main(["check", str(out)]) == 0
    program = load(out)
    assert [level.name for level in program.levels] == ["fresh_1", "fresh_2", "fresh_3"]
    recording = read(record)
    assert not replay(recording, program)
    assert recording.answers[-1].status == Status.WON


def test_the_document(shed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", shed, "--count", "2", "--seed", "4", "--difficulty", "3..4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["game"], document["level"], document["seed"], document["stopped"]) == ("shed", 1, 4, None)
    for level in document["levels"]:
        assert 3 <= level["actions"] == len(level["moves"].split()) <= 4
        assert level["proved"] and level["luck"] is None
        assert {thing["kind"] for thing in level["things"]} == {"Wall", "Player", "Crate", "Goal"}


def test_levels_with_no_most_are_taken_as_they_come(shed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", shed, "--count", "4", "--difficulty", "5..", "--json"]) == 0
    lengths = [level["actions"] for level in json.loads(capsys.readouterr().out)["levels"]]
    assert min(lengths) >= 5 and len(set(lengths)) > 1


def test_a_scheduler_that_is_not_there(shed: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    assert main(["generate", shed, "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_a_cluster_that_is_not_installed(
    shed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in ("generate", "validate"):
        assert main([command, shed, "--scheduler", "tcp://127.0.0.1:9"]) == 2
        assert "pip install 'arcg[cluster]'" in capsys.readouterr().err


def test_a_cluster_makes_the_same_levels(shed: str, capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    assert main(["generate", shed, "--count", "3"]) == 0
    alone = capsys.readouterr().out
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None) as local:
        assert main(["generate", shed, "--count", "3", "--scheduler", local.scheduler_address]) == 0
    assert capsys.readouterr().out == alone


def test_nothing_comes_of_a_contradiction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcg.runtime.generate.searching.ATTEMPTS", 4)
    path = tmp_path / "shed.arcg"
    path.write_text(text(BLOCK.replace("must count { Crate } =", "must count { Crate } > 1 +")), "utf-8")
    assert main(["generate", str(path), "--count", "1"]) == 1
    assert "`must count { Crate } > 1 + (count { Goal })` is not so" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more, told",
    [
        (["--level", "2"], "level 2 has no `generate` block; these have one: 1"),
        (["--difficulty", "9..3"], "such as 8..20"),
        (["--difficulty", "many"], "such as 8..20"),
        (["--difficulty", "..9"], "such as 8..20"),
        (["--record", "win.jsonl"], "name one with --out"),
        (["--out", "no/such/fresh.arcg"], "no such folder"),
        (["--out", "fresh.txt"], "ends in .arcg"),
    ],
)
def test_wrong_use_is_told(shed: str, more: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", shed, *more]) == 2
    assert told in capsys.readouterr().err


def test_no_file_is_written_over(shed: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(shed).read_bytes()
    assert main(["generate", shed, "--out", shed]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path(shed).read_bytes() == before


def test_a_game_without_a_block_is_told_what_one_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shed.arcg"
    path.write_text(text().partition("    generate")[0], "utf-8")
    assert main(["generate", str(path)]) == 2
    assert "docs/generate.md" in capsys.readouterr().err
