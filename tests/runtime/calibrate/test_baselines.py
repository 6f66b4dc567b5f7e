"""Baselines into `arcg.yaml`: they stand there, and everything else is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from arcg.runtime.calibrate.baselines import write_baselines
from arcg.runtime.entry import entry_for
from arcg.runtime.settings import SettingsError

FILES = [
    "# mine\nvalidate:\n    levels: 3   # few\n",
    "games:\n    other:\n        set: private\n",
    "games:\n  walk:\n    # tested in spring\n    stage: tested\n  other:\n    fps: 3\n",
    "games:\n  walk:\n    baselines: [1, 2]   # old\n    stage: tested\n",
    "games:\n  walk:\n    stage: tested\n    baselines:\n      - 1\n      - 2\n  other:\n    fps: 3\n",
    "games:\n  walk:\n    stage: tested\n    baselines:\n    - 1\n    - 2\nvalidate:\n  levels: 2\n",
    "games:\n  walk: {stage: tested, baselines: [5]}\n",
    "games:\n  walk:\n    stage: tested",
    "validate:\n  levels: 2",
    "",
    "# nothing\n",
]


@pytest.mark.parametrize("text", FILES)
def test_they_stand_there_and_the_rest_stays(tmp_path: Path, text: str) -> None:
    game = tmp_path / "walk.arcg"
    file = tmp_path / "arcg.yaml"
    file.write_text(text)
    before = yaml.safe_load(text) or {}

    if "{" in text:
        with pytest.raises(SettingsError, match="no place for the baselines of walk was found"):
            write_baselines(game, "walk", [4, 5, 6])
        assert file.read_text() == text
        return
    assert write_baselines(game, "walk", [4, 5, 6]) == file.resolve()

    after = yaml.safe_load(file.read_text())
    assert after["games"]["walk"].pop("baselines") == [4, 5, 6]
    before.get("games", {}).get("walk", {}).pop("baselines", None)
    if after["games"]["walk"] == {}:
        del after["games"]["walk"]
        before.setdefault("games", {})
    assert after == before
    comments = [line.split("#")[1] for line in text.splitlines() if "#" in line]
    assert all(comment in file.read_text() for comment in comments)


def test_where_there_is_no_file(tmp_path: Path) -> None:
    game = tmp_path / "walk.arcg"
    game.touch()
    if any((folder / "arcg.yaml").exists() for folder in game.resolve().parents):
        pytest.skip("a folder above the temporary one has an arcg.yaml")

    write_baselines(game, "walk", [7])

    assert entry_for(game, "walk").baselines == (7,)


def test_a_file_above_is_the_one(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "arcg.yaml").write_text("validate:\n  levels: 2\n")

    write_baselines(tmp_path / "inner" / "walk.arcg", "walk", [7])

    assert entry_for(tmp_path / "inner" / "walk.arcg", "walk").baselines == (7,)
    assert not (tmp_path / "inner" / "arcg.yaml").exists()
