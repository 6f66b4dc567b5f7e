"""`arcg calibrate`: what it prints, writes and exits with."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from support.testers import WIN, Clock, aimless, play, study_of, write_game

from arcg.cli import main
from arcg.runtime.entry import entry_for
from arcg.runtime.loading import find
from arcg.runtime.official.info import info_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "arcg.yaml").write_text("games:\n    walk:\n        set: public   # for all\n")
    return tmp_path


def _study(folder: Path, winners: int, others: int, name: str = "data.sqlite") -> Path:
    clock = Clock()
    study = study_of([write_game(folder, more=" click")], folder / name, clock)
    for _ in range(winners):
        play(study, study.enrol()[0], 0, WIN, clock)
    for _ in range(others):
        tester, _ = study.enrol()
        study.end(tester, play(study, tester, 0, [(6, 10, 20), *WIN[:2]], clock).session)
    return folder / name


def test_a_game_that_people_can_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = _study(folder, 4, 6)

    assert main(["calibrate", "report", str(data), "--quick"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"1 +10/10 +1-2 +2", told)
    assert re.search(r"2 +4/10 +2 +2", told)
    assert "in: 4 of 10 testers completed all levels" in told


def test_a_game_that_is_too_hard_or_too_little_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "report", str(_study(folder, 1, 9)), "--quick"]) == 1
    assert "out: 1 of 10" in capsys.readouterr().out
    assert main(["calibrate", "report", str(_study(folder, 2, 1, "few")), "--quick"]) == 1
    assert "too few testers: 2 of 3" in capsys.readouterr().out


def test_json_and_several_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(_study(folder, 4, 0, "a")), str(_study(folder, 0, 6, "b"))]
    assert main(["calibrate", "report", *files, "--quick", "--json"]) == 0
    [game] = json.loads(capsys.readouterr().out)["games"]
    assert (game["inclusion"], game["baselines"], game["completed"]) == ("in", [2, 2, 1], 4)
    assert game["levels"][0]["clicks"] == [[10, 20, 6]]
    assert len(game["plays"]) == 10


def test_baselines_are_written_where_they_belong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = _study(folder, 4, 6)
    game = folder / "walk.arcg"

    assert main(["calibrate", "report", str(data), "--quick", "--write", str(game)]) == 0
    assert entry_for(game, "walk").baselines == (2, 2, 1)
    assert "# for all" in (folder / "arcg.yaml").read_text()
    assert info_of(game).metadata()["baseline_actions"] == [2, 2, 1]

    write_game(folder, more=" click undo")
    assert main(["calibrate", "report", str(data), "--quick", "--write", str(game)]) == 2
    assert "another version" in capsys.readouterr().err


def test_nothing_is_written_while_a_level_has_no_baseline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = _study(folder, 0, 10)
    before = (folder / "arcg.yaml").read_text()

    assert main(["calibrate", "report", str(data), "--quick", "--write", str(folder / "walk.arcg")]) == 2
    assert "nobody has completed level 2, 3 yet" in capsys.readouterr().err
    assert (folder / "arcg.yaml").read_text() == before


def test_the_page(folder: Path) -> None:
    html = folder / "study.html"
    assert main(["calibrate", "report", str(_study(folder, 4, 6)), "--quick", "--html", str(html)]) == 0
    text = html.read_text()
    assert text.count("aria-label='where was clicked'") == 1
    assert "<polyline" in text
    assert "http" not in re.sub(r"xmlns='[^']*'", "", text)


def test_every_session_replays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    study = study_of([write_game(folder, more=" click"), info_of("dyer")], folder / "data", clock)
    for seed in range(2):
        tester, _ = study.enrol()
        for number in range(2):
            aimless(study, tester, number, 25, clock, seed)

    assert main(["calibrate", "recordings", str(folder / "data"), "--out", str(folder / "out")]) == 0
    (folder / "walk.arcg").unlink()  # they replay whatever becomes of it
    paths = sorted((folder / "out").rglob("*.jsonl"))
    assert len(paths) == 4
    assert main(["replay", *map(str, paths)]) == 0
    assert capsys.readouterr().out.count("all the same") == 4


def test_merging(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = _study(folder, 1, 0, "a"), _study(folder, 2, 0, "b")
    assert main(["calibrate", "merge", str(one), str(other), "--out", str(folder / "all")]) == 0
    assert "1 new session\n" in capsys.readouterr().out
    assert main(["calibrate", "merge", str(one), "--out", str(folder / "all")]) == 0
    assert "0 new sessions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["report", "none.sqlite"], "none.sqlite: there is no such file"),
        (["report", "text"], "no file of `arcg calibrate`"),
        (["recordings", "text", "--out", "o"], "no file of `arcg calibrate`"),
        (["merge", "none", "--out", "all"], "there is no such file"),
        (["merge", "damaged", "--out", "all"], "damaged"),
        (["merge", "good", "--out", "good"], "is the file that everything goes to"),
        (["report", "damaged"], "damaged"),
        (["recordings", "damaged", "--out", "o"], "damaged"),
        (["run", "walk.arcg", "--data", "damaged"], "damaged"),
        (["run", "walk.arcg", "--data", "d", "--hard", "nan"], "numbers of minutes"),
        (["report", "."], "this is a folder"),
        (["run", "walk.arcg", "--data", "."], "this is a folder"),
        (["run", "walk.arcg", "--data", "d", "--soft", "9", "--hard", "8"], "would come before"),
        (["run", "walk.arcg", "--data", "no/folder/d"], "there is no such folder"),
        (["run", "walk.arcg", "--data", "text"], "no file of `arcg calibrate`"),
        (["run", "walk.arcg", "--data", "d", "--consent", "empty"], "no text in it to agree to"),
        (["run", "none.arcg", "--data", "d"], "there is no file none.arcg"),
    ],
)
def test_used_wrongly(
    folder: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    write_game(folder)
    Path("text").write_text("hello")
    Path("empty").write_text(" \n")
    data = _study(folder, 3, 3, "good").read_bytes()
    Path("damaged").write_bytes(data[:8192] + bytes(4096) + data[12288:])

    assert main(["calibrate", *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not Path("d").exists()
    assert not Path("all").exists()
    assert Path("good").read_bytes() == data
    assert Path("text").read_text() == "hello"


@pytest.mark.skipif(os.name == "nt", reason="processes are ended by a signal here")
def test_a_study_in_the_browser(folder: Path) -> None:
    pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")
    shutil.copy(find("tilt"), folder / "tilt.arcg")
    command = ["calibrate", "run", str(folder / "tilt.arcg"), "--data", str(folder / "data"), "--port", "0", "--json"]
    process = subprocess.Popen([sys.executable, "-m", "arcg", *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        body = json.dumps({"consent": True}).encode()
        request = urllib.request.Request(f"{url}/api/test/tester", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert json.load(answer)["tester"].startswith("t-")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode in (0, 130)
