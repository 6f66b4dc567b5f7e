"""`arcg novelty FOLDER` and `--against` from the outside."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from support.commands import novelty as run
from support.disguise_text import disguised_text
from support.puzzlescript import PUSH

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.behaviour import Behaviour
from arcg.runtime.loading import find, load


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "all games"
    place.mkdir()
    for name in ("dyer", "glow", "tilt"):
        shutil.copy(find(name), place / f"{name}.arcg")
    (place / "push ☃.txt").write_text(PUSH, encoding="utf-8")
    (place / "broken.arcg").write_text("game broken\nboard 3x3\nlayer\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return place


def copy_of(name: str, place: Path) -> Path:
    text = find(name).read_text(encoding="utf-8")
    place.write_text(disguised_text(text, load(name), SYMMETRIES[3], Random(4)), encoding="utf-8")
    return place


def test_a_folder_for_people(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_of("tilt", games / "copy.arcg")
    code, out, err = run(capsys, "all games")

    assert code == 0
    assert err.startswith("left out: all games/broken.arcg:")
    for told in ("5 games, 10 pairs", "nearest neighbours: 2 clone", "push ☃.txt", "dendrogram", "heat map"):
        assert told in out
    assert "levels that several games have" in out
    assert "all games/" not in out


def test_a_folder_for_programs(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, games, "--json", "--jobs", 1)
    document = json.loads(out)

    assert code == 0
    assert [game["file"] for game in document["games"]] == [
        f"all games/{name}" for name in ("dyer.arcg", "glow.arcg", "push ☃.txt", "tilt.arcg")
    ]
    assert [left["file"] for left in document["left_out"]] == ["all games/broken.arcg"]
    assert len(document["pairs"]) == 6


class Page(HTMLParser):
    """What a browser would load, what is open at the end, and the elements by their tags."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.tags: Counter[str] = Counter()
        self.texts: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.loaded += [
            f"{name}={value}" for name, value in attrs if name in ("src", "href", "srcset", "data", "action")
        ]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + data


def test_a_page(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_of("tilt", games / "<b>copy & more</b>.arcg".replace("/", "!"))
    code, out, _ = run(capsys, games, "--html", "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = Page(text)

    assert code == 0
    assert out.endswith("page.html: written\n")
    assert page.open == []
    assert page.loaded == []
    assert not re.search(r"https?:|@import|url\(", text)
    assert page.tags["canvas"] == page.tags["svg"] == 1
    assert page.tags["tr"] == 1 + 5
    assert "<b>copy & more<!b>.arcg" in page.texts["td"]
    assert "prefers-color-scheme: dark" in text
    document = json.loads(re.search(r"id=data>(.*?)</script>", text)[1])
    assert len(document["pairs"]) == 10
    assert document["verdicts"][document["pairs"][3][4]]
    a, b = document["closest"]
    number = [(one, other) for one in range(5) for other in range(one + 1, 5)].index((a, b))
    _, line, _, _, _ = document["rules"][str(number)][0]
    assert document["texts"][a][str(line)]

    assert run(capsys, games, "--html", "page.html")[0] == 0  # over a page of ours

    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(find("dyer"), alone)
    assert run(capsys, alone, "--html", "alone.html")[0] == 0
    assert Page((tmp_path / "alone.html").read_text()).tags["h1"] == 1


def test_a_page_that_cannot_be_written(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for arguments, says in (
        (["all games", "--html", "none/page.html"], "there is no such folder"),
        (["all games", "--html", "mine.txt"], "is no page"),
        (["all games", "--html", "all games"], "is a folder"),
        (["dyer", "tilt", "--html", "page.html"], "--html writes a page about all pairs of a folder"),
        (["dyer", "--against", "all games", "--html", "page.html"], "--html writes a page"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, ""), arguments
        assert says in err, arguments
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_one_game_in_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(find("dyer"), tmp_path / "dyer.arcg")
    code, out, _ = run(capsys, tmp_path)

    assert code == 0
    assert "there is nothing to compare it with" in out


def test_wrong_use(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "alone").mkdir()
    shutil.copy(find("dyer"), tmp_path / "alone" / "only.arcg")
    for arguments, says in (
        (["empty"], "there is no game in empty"),
        (["no/where"], "there is no file no/where"),
        (["dyer"], "name another one"),
        (["dyer", "--against", "nowhere"], "nowhere: no such file or directory"),
        (["dyer", "--against", "empty"], "there is no game in empty"),
        (["dyer", "--against", "all games/dyer.arcg"], "all games/dyer.arcg is a file"),
        (["all games", "--against", "all games"], "all games is a folder; --against takes one game"),
        (["dyer", "all games"], "to compare one with all of it: dyer --against all games"),
        (["all games", "tilt"], "to compare one with all of it: tilt --against all games"),
        (["alone/only.arcg", "--against", "alone"], "there is no other game in alone"),
        (["dyer", "tilt", "--against", "all games"], "leave out B or --against"),
        (["dyr", "--against", "all games"], "did you mean dyer"),
        ([], "name two games, or a folder of games"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, ""), arguments
        assert says in err, arguments


def test_a_new_game_passes(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "all games/push ☃.txt", "--against", "all games", "--quick")

    assert code == 0
    assert "all games/push ☃.txt beside 3 games" in out
    assert "new enough for the defaults" in out
    assert "left out: all games/broken.arcg" in err


def test_what_acts_alike_is_not_new(
    games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alike = Behaviour(True, "", levels=7, same=7)
    monkeypatch.setattr("arcg.runtime.behaviour.played.played", lambda report, _: replace(report, behaviour=alike))
    code, out, _ = run(capsys, "all games/push ☃.txt", "--against", "all games")

    assert code == 1
    assert "act alike on all 7 levels" in " ".join(out.split("falls short of the defaults")[1].split())

    code, out, _ = run(capsys, "all games/push ☃.txt", "--against", "all games", "--json")
    document = json.loads(out)
    assert (code, document["ok"], len(document["grounds"])) == (1, False, 1)

    (games / "arcg.yaml").write_text("novelty: {fail_on: nothing}")
    assert run(capsys, "all games/push ☃.txt", "--against", "all games")[0] == 0


def test_a_copy_fails_and_is_named(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_of("glow", games / "mine.arcg")
    code, out, _ = run(capsys, "all games/mine.arcg", "--against", "all games", "--quick")

    assert code == 1
    assert "nearest: all games/glow.arcg, clone" in out
    assert "levels that are there already: " in out
    assert "shared rules" in out
    assert "falls short of the defaults" in out

    code, out, _ = run(capsys, "all games/mine.arcg", "--against", "all games", "--quick", "--json")
    document = json.loads(out)
    assert (code, document["ok"]) == (1, False)
    assert document["asked"] == {"file": None, "fail_on": "variant", "least": 0.0}
    assert document["nearest"]["verdict"] == "clone"
    assert document["nearest"]["shared_rules"][0]["a"]["text"]
    assert document["beside_nearest"]["same_program"]
    assert len(document["known_levels"]) == len(load("glow").levels)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("novelty:\n    fail_on: nothing\n", 0),
        ("novelty:\n    fail_on: clone\n", 1),
        ("novelty:\n    fail_on: nothing\n    least: 0.01\n", 1),
        ("novelty:\n    least: 0\nvalidate:\n    levels: 3\ngames:\n    mine: {stage: tested}\n", 1),
        ("novelty:\n    fail_on: variant\nvalidate:\n", 1),
    ],
)
def test_what_arcg_yaml_asks_for(games: Path, text: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    copy_of("tilt", games / "mine.arcg")
    (games / "arcg.yaml").write_text(text)
    found, out, _ = run(capsys, "all games/mine.arcg", "--against", "all games", "--quick")

    assert found == code
    assert " all games/arcg.yaml: fail_on" in out


@pytest.mark.parametrize(("fail_on", "code"), [("clone", 1), ("nothing", 0)])
def test_a_folder_is_as_new_as_its_arcg_yaml_asks_for(
    games: Path, fail_on: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (games / "copy.arcg").write_bytes((games / "tilt.arcg").read_bytes())
    (games / "arcg.yaml").write_text(f"novelty: {{fail_on: {fail_on}}}")

    plain = run(capsys, "all games")
    document = run(capsys, "all games", "--json")

    assert (plain[0], document[0]) == (code, code)
    told = f"all games/arcg.yaml: fail_on: {fail_on}, least: 0"
    assert (f"falls short of {told}; 1 of 10 pairs is nearer" if code else f"new enough for {told}") in plain[1]
    found = json.loads(document[1])
    assert (found["ok"], found["asked"]["fail_on"]) == (not code, fail_on)


def test_an_arcg_yaml_that_asks_for_nothing(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "arcg.yaml").write_text("novelty:\nvalidate: {levels: 3}\n")

    assert "new enough for the defaults" in run(capsys, "all games/dyer.arcg", "--against", "all games", "--quick")[1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "novelty: {fail_on: novel}",
            "`fail_on: novel` is not understood; write one of clone, variant, related, nothing",
        ),
        ("novelty: {least: 2}", "`least: 2` is not understood; write a number from 0 to 1, such as 0.0"),
        ("novelty: {least: yes}", "`least: True` is not understood"),
        ("novelty: {most: 1}", "`most` under `novelty` is not understood; write one of fail_on, least"),
        ("novelty: 0.5", "`novelty` is not understood; write settings below it, such as `fail_on: variant`"),
        ("novelties: {}", "`novelties` is not understood; write `validate`, `games` or `novelty`"),
        ("{", "this is no YAML"),
    ],
)
def test_an_arcg_yaml_that_is_wrong(games: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "arcg.yaml").write_text(text)
    code, out, err = run(capsys, "all games/tilt.arcg", "--against", "all games", "--quick")

    assert (code, out) == (2, "")
    assert "arcg.yaml" in err
    assert says in err


def test_a_puzzlescript_text_with_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.pzs"
    wrong.write_text("buy milk\n")
    code, out, err = run(capsys, "dyer", wrong)

    assert (code, out) == (1, "")
    assert "wrong.pzs" in err
    assert "Traceback" not in err


def test_it_can_be_interrupted(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arcg.compiler.novelty.survey.compared", interrupted)
    code, out, err = run(capsys, games)

    assert (code, out, err) == (130, "", "interrupted; nothing is written\n")


WORKERS = """\
import sys, time
from pathlib import Path
from arcg.compiler.novelty.ready import spread

def work(number):
    Path(f"begun{number}").touch()
    time.sleep(60)

if __name__ == "__main__":
    try:
        list(spread(work, range(8), 2))
    except KeyboardInterrupt:
        sys.exit(3)
"""


@pytest.mark.skipif(os.name != "posix", reason="there Ctrl+C is no signal")
def test_processes_that_are_interrupted_end_and_say_nothing(tmp_path: Path) -> None:
    (tmp_path / "workers.py").write_text(WORKERS)
    process = subprocess.Popen(
        [sys.executable, "workers.py"], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while len([*tmp_path.glob("begun*")]) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)

    assert (process.returncode, err) == (3, "")


DYING = """\
import os
from arcg.compiler.novelty.ready import spread

def work(number):
    if number == 3:
        os._exit(1)
    return number

if __name__ == "__main__":
    try:
        list(spread(work, range(8), 2))
    except ChildProcessError as error:
        print(error)
"""


def test_a_process_that_is_ended_from_outside_is_told(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    done = subprocess.run([sys.executable, "dying.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    assert "--jobs 1" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no name has such signs")
def test_names_do_not_write_to_the_terminal(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(find("dyer"), games / "red\x1b[31m.arcg")
    shutil.copy(find("tilt"), games / "two\nlines.arcg")
    (games / "bad\x1b.arcg").write_text("", encoding="utf-8")
    code, out, err = run(capsys, games)

    assert code == 0
    assert "\x1b" not in out + err
    assert "red\N{SYMBOL FOR ESCAPE}[31m.arcg" in out
    assert "two\N{SYMBOL FOR LINE FEED}lines.arcg" in out
