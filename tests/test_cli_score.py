"""`arcg score`: recordings and scorecards against baselines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.official import Info

from arcg.cli import main
from arcg.runtime.loading import load, shipped
from arcg.runtime.official.info import info_of
from arcg.runtime.recording import Writer, read
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.scoring.scorecard import Scorecard

WIN = shipped()["tilt"].parent / "recordings" / "win.jsonl"
LOSS = shipped()["tilt"].parent / "recordings" / "loss.jsonl"
TILT = info_of("tilt").game_id

LADDER = """\
game ladder
board 3x1
actions arrows act
layer solid
kind Player on solid
    pic
        9
phase climb
    up: on act -> win
    fall: on arrow(down) -> lose
legend
    P = Player
level
    map
        P..
level
    map
        .P.
level
    map
        ..P
"""
"""`act` wins a level, down loses it, up does nothing."""

Out = pytest.CaptureFixture[str]


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("ladder.arcg").write_text(LADDER, encoding="utf-8")
    return Path("ladder.arcg")


def record(name: str, moves: str) -> str:
    """Play by letters: u nothing, a wins the level, d loses it, r RESET."""
    program = load(Path("ladder.arcg"))
    engine = ReferenceEngine(program)
    with Writer(Path(name), program, source=Path("ladder.arcg")) as writer:
        writer.add(engine, 0)
        for move in moves:
            action = {"u": 1, "a": 5, "d": 2, "r": 0}[move]
            engine.step(action)
            writer.add(engine, action)
    return name


def scored(capsys: Out, *arguments: str) -> dict[str, Any]:
    assert main(["score", *arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


@pytest.mark.parametrize(
    ("moves", "expected", "actions", "resets"),
    [
        ("uaua", [100.0, 100.0, 0.0], [2, 2, 0], 0),
        ("auuuaa", [115.0, 25.0, 115.0], [1, 4, 1], 0),
        ("udraa", [25.0, 115.0, 0.0], [4, 1, 0], 1),
        ("ururua", [100 / 9, 0.0, 0.0], [6, 0, 0], 2),
        ("uduua", [0.0, 0.0, 0.0], [2, 0, 0], 0),
    ],
)
def test_actions_are_counted_as_the_official_card_counts_them(
    ladder: Path, capsys: Out, moves: str, expected: list[float], actions: list[int], resets: int
) -> None:
    """The last: what is done after the end of a game is no action."""
    document = scored(capsys, record("a.jsonl", moves), "--baselines", "2,2,2")
    (run,) = document["environments"][0]["runs"]

    assert run["level_scores"] == pytest.approx(expected)
    assert (run["level_actions"], run["resets"]) == (actions, resets)


def test_a_reset_at_a_beginning_opens_a_run_and_the_best_counts(ladder: Path, capsys: Out) -> None:
    document = scored(capsys, record("a.jsonl", "uuuarua"), "--baselines", "2,2,2")
    (game,) = document["environments"]

    assert [run["level_actions"] for run in game["runs"]] == [[4, 0, 0], [2, 0, 0]]
    assert (game["score"], game["actions"]) == (pytest.approx(100 / 6), 6)
    won = scored(capsys, record("b.jsonl", "aaara"), "--baselines", "2,2,2")["environments"][0]
    assert [run["level_actions"] for run in won["runs"]] == [[1, 1, 1], [1, 0, 0]], "after the end too"
    assert main(["score", "a.jsonl", "--baselines", "2,2,2"]) == 0
    assert "the best of 2 runs" in capsys.readouterr().out


def test_every_form_of_a_recording_has_the_same_score(tmp_path: Path, capsys: Out) -> None:
    levels = len(load("tilt").levels)
    baselines = ["--baselines", ",".join(["9"] * levels)]
    forms = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert main(["replay", str(WIN), "--official", forms[0], "--compact", forms[1]]) == 0
    capsys.readouterr()

    documents = [scored(capsys, form, *baselines) for form in (str(WIN), *forms)]

    assert documents[0]["score"] > 0
    assert len({json.dumps(one["environments"][0]["runs"][0]["level_scores"]) for one in documents}) == 1
    assert {one["score"] for one in documents} == {documents[0]["score"]}


def test_two_files_of_one_session_count_once(tmp_path: Path, capsys: Out) -> None:
    nines = ",".join(["9"] * len(load("tilt").levels))
    forms = [str(tmp_path / "a.jsonl"), str(tmp_path / "a.compact.jsonl")]
    assert main(["replay", str(WIN), "--official", forms[0], "--compact", forms[1]]) == 0
    capsys.readouterr()

    (game,) = scored(capsys, *forms, "--baselines", nines)["environments"]

    assert len(game["runs"]) == 1
    assert "same session" in game["notes"][0]


def test_a_folder_stands_for_the_recordings_in_it(ladder: Path, capsys: Out) -> None:
    for card, moves in (("one", "aaa"), ("two", "uaa")):
        Path(card).mkdir()
        Path(record(f"{card}.jsonl", moves)).rename(Path(card, "played.jsonl"))

    assert main(["score", ".", "--game", str(ladder), "--baselines", "1,1,1"]) == 0
    assert "the best of 2 runs" in capsys.readouterr().out
    Path("empty").mkdir()
    assert main(["score", "empty"]) == 2
    assert "there is no recording in this folder" in capsys.readouterr().err


def test_of_runs_that_are_as_good_the_longer_one_is_told(ladder: Path, capsys: Out) -> None:
    path = record("play.jsonl", "rruu")  # the second RESET begins another run

    assert main(["score", path, "--baselines", "1,1,1"]) == 0
    assert "2 actions" in capsys.readouterr().out


def test_levels_that_cannot_be_are_damage(ladder: Path, capsys: Out) -> None:
    path = Path(record("play.jsonl", "aa"))
    path.write_text(path.read_text().replace('"levels_completed":1', '"levels_completed":-3'))

    assert main(["score", str(path), "--baselines", "1,1,1"]) == 2
    assert "-3 is not the number of a level" in capsys.readouterr().err


def test_a_name_that_is_none_is_damage(ladder: Path, capsys: Out) -> None:
    path = Path(record("play.jsonl", "aa"))
    path.write_text(path.read_text().replace('"game":"ladder"', '"game":"\\u001b[31mevil\\n"'))

    assert main(["score", str(path), "--baselines", "1,1,1"]) == 2
    assert "the name of the game is no name" in capsys.readouterr().err


def test_cap_and_cut_off(ladder: Path, capsys: Out) -> None:
    path = record("a.jsonl", "auuuuuuuuuuaa")
    run = ["score", path, "--baselines", "2,2,2"]

    assert scored(capsys, *run[1:])["environments"][0]["runs"][0]["level_scores"][0] == 115.0
    assert scored(capsys, *run[1:], "--cap", "1.0")["environments"][0]["runs"][0]["level_scores"][0] == 100.0
    cut = scored(capsys, *run[1:], "--cutoff", "5")["environments"][0]["runs"][0]
    assert (cut["level_scores"], cut["cut_off_in_level"]) == ([115.0, 0.0, 0.0], 2)
    assert main([*run, "--cutoff", "5"]) == 0
    assert "the cut-off ended this run in level 2" in capsys.readouterr().out
    assert main([*run, "--at-least", "99"]) == 1
    assert main([*run, "--cap", "0"]) == 2
    assert main([*run, "--cutoff", "0.5"]) == 2


def test_baselines_of_the_settings(ladder: Path, capsys: Out) -> None:
    path = record("a.jsonl", "uaua")
    assert main(["score", path]) == 2
    assert "has no baselines, so a.jsonl has no score; write `baselines: [..]`" in capsys.readouterr().err

    Path("arcg.yaml").write_text("games:\n    ladder:\n        baselines: [2, 2, 2]\n")
    assert scored(capsys, path)["score"] == pytest.approx(50)
    assert scored(capsys, path, "--baselines", "1,2,2")["score"] == pytest.approx((25 + 200) / 6)


def test_a_competition_counts_what_was_not_played(ladder: Path, capsys: Out) -> None:
    path = record("a.jsonl", "uauaua")
    Path("games").mkdir()
    for name in ("ladder", "other"):
        Path("games", f"{name}.arcg").write_text(LADDER.replace("game ladder", f"game {name}"))

    base = info_of(Path("ladder.arcg")).base
    document = scored(capsys, path, "--baselines", f"{base}=2,2,2", "--competition", "games")
    assert document["score"] == pytest.approx(50)
    assert len(document["environments"]) == 2
    assert main(["score", path, "--baselines", f"{base}=2,2,2", "--competition", "games"]) == 0
    assert "not played" in capsys.readouterr().out


def card(tmp_path: Path, baselines: tuple[int, ...] = (4, 6)) -> Path:
    """A closed scorecard, as a server saves it: one level in twice its baseline, then one in seven actions."""
    made = Scorecard("card", tags=["agent"])
    made.observe("aa11-v1", "g1", 0, "NOT_FINISHED", 0, True)
    for count in range(1, 16):
        levels = (count >= 8) + (count >= 15)
        made.observe("aa11-v1", "g1", 1, "WIN" if levels == 2 else "NOT_FINISHED", levels, False)
    path = tmp_path / "card.json"
    path.write_text(json.dumps(made.as_json({"aa11-v1": Info(baselines)}), indent=2))
    return path


def test_a_scorecard_is_scored_again(tmp_path: Path, capsys: Out) -> None:
    path = card(tmp_path)
    official = json.loads(path.read_text())

    assert scored(capsys, str(path))["score"] == official["score"]
    assert scored(capsys, str(path), "--cutoff", "1")["score"] == 0
    other = scored(capsys, str(path), "--baselines", "aa11=8,7")
    assert other["environments"][0]["runs"][0]["level_scores"] == [100.0, 100.0]


def test_a_scorecard_without_baselines_has_no_score_unless_they_are_given(tmp_path: Path, capsys: Out) -> None:
    path = card(tmp_path, ())

    assert main(["score", str(path)]) == 2
    assert "aa11-v1 has no baselines" in capsys.readouterr().err
    assert scored(capsys, str(path), "--baselines", "8,7")["score"] == 100


def test_an_official_recording_of_a_game_that_is_not_here(tmp_path: Path, capsys: Out) -> None:
    assert main(["replay", str(WIN), "--official", str(tmp_path / "a.jsonl")]) == 0
    text = (tmp_path / "a.jsonl").read_text().replace(TILT, "ls20-9607627b").splitlines()
    first = json.loads(text[0])
    del first["arcg"]
    path = tmp_path / "ls20.jsonl"
    path.write_text("\n".join([json.dumps(first), *text[1:]]) + "\n")
    nines = ",".join(["9"] * len(load("tilt").levels))
    capsys.readouterr()

    expected = scored(capsys, str(WIN), "--baselines", nines)["score"]
    assert scored(capsys, str(path), "--baselines", f"ls20={nines}")["score"] == expected
    assert main(["score", str(path)]) == 2
    assert "no shipped game has the id ls20" in capsys.readouterr().err
    assert main(["score", str(path), "--baselines", "ls20=1,2"]) == 2
    assert "levels, but 2 baselines" in capsys.readouterr().err


def test_other_things_have_no_score(ladder: Path, capsys: Out, tmp_path: Path) -> None:
    path = record("a.jsonl", "uaua")
    program = load(Path("ladder.arcg"))
    with Writer(Path("later.jsonl"), program, source=Path("ladder.arcg"), first_level=1) as writer:
        from arcg.runtime.env import from_level

        writer.add(ReferenceEngine(from_level(program, 1)), 0)
    for arguments, told in [
        (["later.jsonl", "--baselines", "2,2,2"], "play began at level 2, and a game is scored from the first"),
        ([path, "--baselines", "2,2"], "has 3 levels, but 2 baselines"),
        ([path, "--baselines", "2,2,2,2"], "has 3 levels, but 4 baselines"),
        ([path, "--baselines", "2,0,2"], "whole numbers above 0"),
        ([path, "--baselines", "2,-3,2"], "whole numbers above 0"),
        ([path, "--baselines", "2,x,2"], "whole numbers above 0"),
        ([path, "--baselines", "2,2,2", "--baselines", "1,1,1"], "given twice"),
        ([path, "--baselines", "2,2,2", "--baselines", "zz99=1,1,1"], "no game here is called so"),
        ([path, str(WIN), "--baselines", "2,2,2"], "levels, but 3 baselines"),
        (["ladder.arcg"], "not a recording"),
        (["nothing.jsonl"], "no such file"),
    ]:
        assert main(["score", *arguments]) == 2, arguments
        assert told in capsys.readouterr().err, arguments


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"environments": 5}, "no scorecard"),
        ({"environments": [{"id": "aa11"}]}, "`runs` is missing"),
        ({"environments": [{"id": "aa11", "runs": [{}]}]}, "is missing"),
        ({"environments": [{"id": 5, "runs": [{"level_actions": [], "levels_completed": 0, "resets": 0}]}]}, "is none"),
        ({"environments": []}, "nothing"),
    ],
)
def test_damaged_scorecards_are_told(tmp_path: Path, capsys: Out, document: object, told: str) -> None:
    (tmp_path / "card.json").write_text(json.dumps(document))

    assert main(["score", str(tmp_path / "card.json")]) == 2
    assert told in capsys.readouterr().err


def test_a_recording_that_lost_its_actions_has_no_score(tmp_path: Path, capsys: Out) -> None:
    assert main(["replay", str(LOSS), "--official", str(tmp_path / "a.jsonl")]) == 0
    lines = []
    for line in (tmp_path / "a.jsonl").read_text().splitlines():
        data = json.loads(line)["data"] | {"action_input": {"id": 0, "data": {}, "reasoning": None}}
        lines.append(json.dumps({"timestamp": "x", "data": data}) + "\n")
    (tmp_path / "b.jsonl").write_text("".join(lines))
    assert not read(tmp_path / "b.jsonl").replayable
    nines = ",".join(["9"] * len(load("tilt").levels))

    assert main(["score", str(tmp_path / "b.jsonl"), "--baselines", nines]) == 2
    assert "#91" in capsys.readouterr().err
