"""What the official world is told of a game: ids, versions, metadata, and what `arcg.yaml` says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.cli import main
from arcg.compiler.ir import digest
from arcg.runtime.entry import SETS
from arcg.runtime.loading import load, shipped
from arcg.runtime.official.info import base_of, collect, info_of, played_with
from arcg.runtime.settings import SettingsError

GAME = """game {name}
board 2x1
actions {actions}
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Player on solid
    pic
        9
Player walks
win when every Goal has Player on Goal
legend
    P = Player
    o = Goal
level
    map
        Po
"""


def _write(folder: Path, name: str, actions: str = "arrows", comment: str = "") -> Path:
    path = folder / f"{name}.arcg"
    path.write_text(comment + GAME.format(name=name, actions=actions), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_game(name: str) -> None:
    info = info_of(name)

    assert info.game_id == f"{name}-{digest(load(name))[:8]}"
    assert info.metadata()["class_name"] == name.capitalize()
    assert info.path == shipped()[name]


def test_the_version_is_of_what_plays_not_of_what_is_written(tmp_path: Path) -> None:
    plain = info_of(_write(tmp_path, "crates"))
    commented = info_of(_write(tmp_path, "crates", comment="// a comment\n"))
    other = info_of(_write(tmp_path, "crates", actions="arrows undo"))

    assert plain.version == commented.version != other.version
    assert plain.base == commented.base == other.base == base_of("crates")


@given(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,40}", fullmatch=True))
def test_every_name_gives_an_id_of_four_characters(name: str) -> None:
    assert re.fullmatch("[a-z][a-z0-9]{3}", base_of(name))


def test_names_that_begin_alike_have_ids_of_their_own() -> None:
    names = ["crates", "crate", "crater", "crab_walk", "cr"]

    assert len({base_of(name) for name in names}) == len(names)


def test_what_arcg_yaml_says(tmp_path: Path) -> None:
    path = _write(tmp_path, "crates")
    (tmp_path / "arcg.yaml").write_text(
        "games:\n  crates:\n    set: private\n    id: ls20\n    title: Boxes\n    tags: [push]\n    baselines: [4]\n"
    )

    info = info_of(path)

    assert (info.base, info.set, info.title, info.tags, info.baselines) == ("ls20", "private", "Boxes", ("push",), (4,))
    assert info.metadata()["baseline_actions"] == [4]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("set: secret", "public, semi-private, private"),
        ("id: '../x'", "four small letters and digits"),
        ("id: 1234", "four small letters and digits"),
        ("title: ''", "up to 100 characters"),
        ('title: "a\\nb"', "up to 100 characters"),
        ("tags: keyboard", "a list of up to 20 words"),
        ("baselines: [0]", "one for each level"),
        ("baselines: [true]", "one for each level"),
        ("baselines: [3, 4]", "1 level"),
        ("fps: 0", "from 1 to 60"),
        ("sett: private", "`sett` under `games: crates`"),
    ],
)
def test_what_it_cannot_say(tmp_path: Path, line: str, says: str) -> None:
    path = _write(tmp_path, "crates")
    (tmp_path / "arcg.yaml").write_text(f"games:\n  crates:\n    {line}\n")

    with pytest.raises(ValueError, match=re.escape(says)):
        info_of(path)


def test_an_entry_is_of_no_concern_to_other_games(tmp_path: Path) -> None:
    path = _write(tmp_path, "crates")
    (tmp_path / "arcg.yaml").write_text("games:\n  others:\n    set: private\n")

    assert info_of(path).set == "public"


@pytest.mark.parametrize(
    ("actions", "tag"),
    [("arrows", "keyboard"), ("arrows click", "keyboard_click"), ("click undo", "click"), ("act", "keyboard")],
)
def test_tags_by_what_a_game_is_played_with(tmp_path: Path, actions: str, tag: str) -> None:
    assert played_with(load(_write(tmp_path, "crates", actions))) == (tag,)


def test_a_folder_stands_for_the_games_in_it(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    _write(tmp_path, "crates")
    _write(tmp_path / "inner", "glow")

    assert [info.base for info in collect([tmp_path])] == [base_of("crates"), "glow"]


@pytest.mark.parametrize("said", ["public", "semi-private", "private"])
def test_a_compiled_game_stays_in_its_set_wherever_it_lies(tmp_path: Path, said: str) -> None:
    (tmp_path / "src").mkdir()
    path = _write(tmp_path / "src", "crates")
    (tmp_path / "src" / "arcg.yaml").write_text(f"games:\n  crates:\n    set: {said}\n")
    assert main(["compile", str(path), "-o", str(tmp_path / "out")]) == 0

    assert info_of(tmp_path / "out" / "crates").set == said
    (tmp_path / "arcg.yaml").write_text("games:\n  crates:\n    set: semi-private\n")
    assert info_of(tmp_path / "out" / "crates").set == max(said, "semi-private", key=SETS.index)


def test_a_game_that_is_misspelt_is_not_given_away(tmp_path: Path) -> None:
    path = _write(tmp_path, "crates")
    settings = tmp_path / "arcg.yaml"
    settings.write_text("games:\n  crate:\n    set: private\n")

    with pytest.raises(SettingsError, match=r"there is no game crate here; did you mean crates\?"):
        collect([path])
    _write(tmp_path, "crate")
    assert [info.set for info in collect([path])] == ["public"], "there is such a game, so nothing is misspelt"
    settings.write_text("games:\n  lamps:\n    set: private\n")
    assert [info.set for info in collect([path])] == ["public"]


def test_two_games_of_one_id(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    _write(tmp_path, "glow")
    _write(tmp_path / "inner", "glow", "arrows undo")

    with pytest.raises(ValueError, match=r"would both be glow; give one of them another id in arcg\.yaml"):
        collect([tmp_path])


def test_the_same_game_twice_is_one(tmp_path: Path) -> None:
    path = _write(tmp_path, "glow")

    assert len(collect([path, tmp_path])) == 1


def test_a_folder_without_games(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no game in the folder"):
        collect([tmp_path])


def test_a_file_of_settings_that_is_none(tmp_path: Path) -> None:
    path = _write(tmp_path, "crates")
    (tmp_path / "arcg.yaml").write_text("games: [crates]\n")

    with pytest.raises(SettingsError, match="names of games"):
        info_of(path)
