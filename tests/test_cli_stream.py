"""`arcg stream` as it is used: what it says, what it writes, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.fresh import BLOCK, text
from support.streams import LEARNER, game_files

from arcg.cli import main

FEW = ["--exposures", "2", "--seen", "1", "--held", "1"]


def _stream(tmp_path: Path, *more: str) -> str:
    paths = game_files(tmp_path)
    out = str(tmp_path / "stream")
    assert main(["stream", "make", paths["shed"], "--held-out", paths["loft"], *FEW, *more, "--out", out]) == 0
    return out


def test_from_games_to_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream = _stream(tmp_path)
    assert "2 rounds of 1 user, 4 levels; shed; held out: loft" in capsys.readouterr().out
    runs = [str(tmp_path / "runs" / name) for name in ("memory", "graph")]
    for name, out in zip(("memory", "graph"), runs, strict=True):
        assert main(["stream", "run", stream, "--learner", name, "--out", out]) == 0
        assert "4 of 4 rounds" in capsys.readouterr().out
    assert main(["stream", "report", *runs, "--html", str(tmp_path / "page.html")]) == 0
    told = capsys.readouterr().out
    assert "held-out test" in told and "meeting" in told
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<svg") == 4 and "=nan" not in page
    assert main(["stream", "report", runs[0], "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["runs"]
    assert found["whole"] and found["stream"]["learned"]["value"] == 1.0
    assert found["meta"]["protocol"]["tasks"] == ["shed"]


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    folders = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        folders.append(Path(_stream(tmp_path / name)))
    names = sorted(path.name for path in folders[0].iterdir())
    assert names == ["loft.arcg", "shed.arcg", "stream.json"]
    assert all((folders[0] / name).read_bytes() == (folders[1] / name).read_bytes() for name in names)
    assert str(tmp_path) not in (folders[0] / "stream.json").read_text("utf-8")


def test_an_unfinished_run_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream, out = _stream(tmp_path, "--budget", "8"), str(tmp_path / "run")
    assert main(["stream", "run", stream, "--learner", "random", "--rounds", "1", "--out", out]) == 0
    assert main(["stream", "report", out]) == 0
    told = capsys.readouterr().out
    assert "1 of 4 rounds so far" in told and "not the usual protocol: budget: 8.0, not 5.0" in told


def test_too_few_levels_leave_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcg.runtime.generate.searching.ATTEMPTS", 2)
    path = tmp_path / "shed.arcg"
    path.write_text(text(BLOCK.replace("must count { Crate } =", "must count { Crate } > 1 +")), "utf-8")
    assert main(["stream", "make", str(path), "--out", str(tmp_path / "stream")]) == 1
    assert "shed has 0 levels, and the stream needs 12" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["shed.arcg"]


@pytest.mark.parametrize(
    "kind, code, told",
    [
        ("Raises", 1, "act broke: KeyError: 'nothing there'"),
        ("Nonsense", 1, "act gave 'left', which is no action"),
        ("Three", 2, "has no method end_round; see docs/stream.md"),
        ("Other", 2, "has no class Other; its learners are Blind"),
    ],
)
def test_a_learner_that_is_none(
    kind: str, code: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stream, path = _stream(tmp_path), tmp_path / "mine.py"
    path.write_text(LEARNER, "utf-8")
    assert main(["stream", "run", stream, "--learner", f"{path}:{kind}", "--out", str(tmp_path / "run")]) == code
    assert told in capsys.readouterr().err


def test_wrong_use_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths, out = game_files(tmp_path), str(tmp_path / "stream")
    shed = paths["shed"]
    for more, told in (
        ([shed, shed], "shed is there twice"),
        ([shed, "--held-out", shed], "shed is there twice"),
        ([f"{shed}@2"], "level 2 has no `generate` block; these have one: 1"),
        ([shed, "--order", "any"], "there is no order 'any'; take mixed, blocked, shuffled"),
        ([shed, "--users", "16", "--exposures", "16"], "more than 255 levels"),
        ([str(tmp_path / "no.arcg")], "there is no file"),
    ):
        assert main(["stream", "make", *more, "--out", out]) == 2
        assert told in capsys.readouterr().err
    assert main(["stream", "make", shed, "--out", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["stream", "run", str(tmp_path), "--learner", "graph", "--out", out]) == 2
    assert "no such file" in capsys.readouterr().err
    assert main(["stream", "report", str(tmp_path)]) == 2
    assert "no such file" in capsys.readouterr().err
