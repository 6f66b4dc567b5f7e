"""The example of docs/explain.md is what `arcg explain` says of the file above it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.dsl.explain.families import FAMILIES

PAGE = (Path(__file__).parents[2] / "docs" / "explain.md").read_text(encoding="utf-8")


def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = re.search(r"^```arcg\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    shown = re.search(r"^    \$ arcg explain cellar\.arcg\n((?:    .*\n|\n)*)", PAGE, re.MULTILINE)
    assert file is not None
    assert shown is not None
    monkeypatch.chdir(tmp_path)
    Path("cellar.arcg").write_text(file[1], encoding="utf-8")

    assert main(["explain", "cellar.arcg"]) == 0

    said = [line.removeprefix("    ") for line in shown[1].rstrip().split("\n")]
    assert said == capsys.readouterr().out.rstrip().split("\n")


def test_every_family_is_in_the_table() -> None:
    assert re.findall(r"^\| (\w+) \| [^|]*\|$", PAGE.split("## Families")[1].split("## For")[0], re.MULTILINE) == [
        "family",
        *FAMILIES,
    ]
