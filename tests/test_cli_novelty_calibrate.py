"""`arcg novelty --calibrate` and `--null` from the outside."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.commands import novelty as run
from support.small_games import texts

from arcg.compiler.novelty.verdict import SHARES, Sizes, dumps, null_in, shipped_null


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of small games; we are in the one above it."""
    place = tmp_path / "games"
    place.mkdir()
    for number, text in enumerate(texts(20)):
        (place / f"small{number:02}.arcg").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return place


def test_a_folder_is_measured_and_judged_by(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "broken.arcg").write_text("game broken\nboard 3x3\nlayer\n", encoding="utf-8")
    code, out, err = run(capsys, "--calibrate", "games", "--jobs", 1)

    assert code == 0
    assert err.startswith("left out: games/broken.arcg:1: E203")
    assert "null.json: unrelated pairs of 20 games" in out
    null = null_in(Path("null.json"))
    assert list(null.tables) == ["things"]

    sides = ("games/small00.arcg", "games/small01.arcg")
    code, out, err = run(capsys, *sides, "--null", "null.json", "--json", "--quick")
    assert (code, err) == (0, "")
    by_their_own = json.loads(out)
    assert "unrelated pairs of about" in by_their_own["reason"]
    by_others = json.loads(run(capsys, *sides, "--json", "--quick")[1])
    assert by_others["percentile"] < by_their_own["percentile"], "all of these have much in common"
    assert by_others["novelty"] == by_their_own["novelty"]


def test_a_folder_is_judged_by_it(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in sorted(games.iterdir())[3:]:
        game.unlink()
    nothing_is_new = Sizes(10, 100, (2.0,) * len(SHARES), (0.0,) * len(SHARES))
    Path("strict.json").write_text(dumps(replace(shipped_null(), tables={"things": (nothing_is_new,)})))

    code, out, _ = run(capsys, "games", "--null", "strict.json", "--json", "--jobs", 1)
    assert code == 0
    assert {pair["verdict"] for pair in json.loads(out)["pairs"]} == {"variant"}
    code, out, _ = run(
        capsys, "games/small00.arcg", "--against", "games", "--null", "strict.json", "--json", "--jobs", 1
    )
    assert json.loads(out)["nearest"]["verdict"] == "variant"


def test_the_document(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--calibrate", "games", "--out", "mine.json", "--jobs", 1, "--json")

    document = json.loads(out)
    assert (code, document["written"], document["games"], document["left_out"]) == (0, "mine.json", 20, 0)
    assert all(0 < size["related"] < 1 for size in document["sizes"])
    assert not Path("null.json").exists()


def test_families_are_not_unrelated(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("families.yaml").write_text("families:\n  - [small0*.arcg]\n  - [games/small1*.arcg]\n")
    code, _, err = run(capsys, "--calibrate", "games", "--families", "families.yaml", "--jobs", 1)

    assert code == 2
    assert "pairs of unrelated games of about one size" in err, "there are too few between the two families"
    assert not Path("null.json").exists()

    Path("families.yaml").write_text("families:\n  - [large*.arcg]\n")
    code, _, err = run(capsys, "--calibrate", "games", "--families", "families.yaml", "--jobs", 1)
    assert (code, err) == (2, "arcg: families.yaml: no game is called large*.arcg\n")


def test_an_interrupted_measurement_writes_nothing(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    Path("old.json").write_text(dumps(shipped_null()))
    monkeypatch.setattr("arcg.compiler.novelty.calibrate.compare_prepared", interrupted)
    code, out, err = run(capsys, "--calibrate", "games", "--out", "old.json", "--jobs", 1)

    assert (code, out, err) == (130, "", "interrupted; nothing is written\n")
    assert Path("old.json").read_text() == dumps(shipped_null())
    assert sorted(path.name for path in Path().iterdir()) == ["games", "old.json"]


def test_a_file_that_is_there_is_kept_unless_it_is_named(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("null.json").write_text("mine")
    code, _, err = run(capsys, "--calibrate", "games")

    assert (code, err) == (2, "arcg: null.json is there already; name the file to write with --out\n")
    assert Path("null.json").read_text() == "mine"


def test_only_a_null_is_written_over(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arcg.compiler.novelty.calibrate.calibrated", None)
    game = next(games.iterdir())
    before = game.read_bytes()
    code, out, err = run(capsys, "--calibrate", "games", "--out", game)

    assert (code, out) == (2, "")
    assert "is there already and holds no table of unrelated pairs" in err
    assert game.read_bytes() == before


@pytest.mark.parametrize("out", ["games", "nowhere/null.json"])
def test_where_nothing_can_be_written_nothing_is_measured(
    out: str, games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arcg.compiler.novelty.calibrate.calibrated", None)
    code, _, err = run(capsys, "--calibrate", "games", "--out", out)

    assert code == 2
    assert f"{out} cannot be written" in err


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff\xfe\x00", b'{"games": 3}', dumps(shipped_null())[:-30].encode()])
def test_a_damaged_null_is_refused(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(text)

    for arguments in (("dyer", "tilt"), (tmp_path,), ("dyer", "--against", tmp_path)):
        code, out, err = run(capsys, *arguments, "--null", file)
        assert (code, out) == (2, "")
        assert err.startswith(f"arcg: {file} holds no table of unrelated pairs")


def test_a_foreign_null_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    file.write_text(dumps(shipped_null()).replace(shipped_null().background, "f" * 64))

    code, _, err = run(capsys, "dyer", "tilt", "--null", file)
    assert code == 2
    assert "was measured with another background (ffffffffffff, not" in err
    code, _, err = run(capsys, "dyer", "tilt", "--null", tmp_path / "none.json")
    assert (code, err) == (2, f"arcg: {tmp_path / 'none.json'}: no such file or directory\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name two games, or a folder of games"),
        (("dyer", "--calibrate", "games"), "compares nothing else"),
        (("--against", "games", "--calibrate", "games"), "compares nothing else"),
        (("dyer", "tilt", "--out", "null.json"), "belong to --calibrate"),
        (("--against", "games"), "name two games, or a folder of games"),
        (("--calibrate", "games", "--html", "page.html"), "no page"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *arguments)

    assert code == 2
    assert told in err
