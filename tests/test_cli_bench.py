"""`arcg bench`: its table and its JSON."""

from __future__ import annotations

import json

import pytest

from arcg.cli import main

FEW = ["--batch", "2", "--seconds", "0.05"]


def test_json_names_game_engine_batch_and_machine(capsys):
    assert main(["bench", "dyer", *FEW, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (game,) = document["games"]
    assert (game["game"], game["width"] > 0, game["things"] > 0, game["rules"] > 0) == ("dyer", True, True, True)
    assert [(rate["engine"], rate["batch"], rate["frames"]) for rate in game["rates"]] == [
        ("reference", 1, False), ("kernel", 2, False), ("translated", 2, False),
        ("reference", 1, True), ("kernel", 2, True), ("translated", 2, True),
    ]  # fmt: skip
    assert all(rate["turns_per_second"] > 0 for rate in game["rates"])
    assert {"processor", "cores", "threads", "python"} <= document["machine"].keys()
    assert document["runs"] == 5


def test_the_table_has_a_line_for_each_engine_and_batch(capsys):
    assert main(["bench", "dyer", *FEW]) == 0
    text = capsys.readouterr().out
    assert "turns per second" in text
    engines = {"reference", "kernel", "translated"}
    assert [line.split()[-4] for line in text.splitlines() if engines & set(line.split())] == [
        "reference",
        "kernel",
        "translated",
    ]


@pytest.mark.parametrize("arguments", [["bench", "nosuchgame"], ["bench", "dyer", "--batch", "0"]])
def test_wrong_use(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err
