"""`arcg bench`: its table and its JSON."""

from __future__ import annotations

import json

import pytest

import arcg
from arcg.cli import main
from arcg.runtime.engine import Action
from arcg.runtime.kernel import KernelBatch

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
    assert all((rate["frames_per_second"] > 0) is rate["frames"] for rate in game["rates"])
    assert all((rate["bytes_each"] is None) is (rate["engine"] == "reference") for rate in game["rates"])
    assert all(rate["threads"] == 1 for rate in game["rates"])
    assert {"processor", "cores", "python"} <= document["machine"].keys()
    assert document["runs"] == 5


def test_the_table_has_a_line_for_each_engine_and_batch(capsys):
    assert main(["bench", "dyer", *FEW]) == 0
    text = capsys.readouterr().out
    assert "turns per second" in text
    engines = {"reference", "kernel", "translated"}
    assert [line.split()[-6] for line in text.splitlines() if engines & set(line.split())] == [
        "reference",
        "kernel",
        "translated",
    ]


def test_memory_is_what_the_arrays_of_the_batch_take():
    one, many = (KernelBatch(arcg.load("dyer"), n) for n in (1, 50))
    arrays = {name: getattr(many.arrays, name) for name in "PMRTEBUF"}
    rows = sum(arrays[name].nbytes for name in "EBU")

    assert many.memory.shared == one.memory.shared == sum(arrays[name].nbytes for name in "PMRT")
    assert rows / 50 < many.memory.each < rows / 50 + 100
    assert many.memory.frames == arrays["F"].nbytes

    many.step([Action.RESET] * 50, drawn=True)
    assert many.memory.frames >= 2 * 50 * 64 * 64, "the frames of the step, and a picture of each environment"


def test_all_cores_and_one_where_it_is_worth_while(capsys, monkeypatch):
    monkeypatch.setattr("arcg.commands.bench.LEAST_SHARED", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    for options, counts in ([], {1, 2}), (["--threads", "2"], {2}), (["--threads", "1", "--batch", "1"], {1}):
        assert main(["bench", "dyer", *FEW, *options, "--json"]) == 0
        (game,) = json.loads(capsys.readouterr().out)["games"]
        assert {rate["threads"] for rate in game["rates"] if rate["engine"] == "kernel"} == counts


@pytest.mark.parametrize("arguments", [["bench", "nosuchgame"], ["bench", "dyer", "--batch", "0"]])
def test_wrong_use(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err
