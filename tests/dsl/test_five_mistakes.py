"""Six different mistakes in a file: six diagnostics, each at its own line, as text, as JSON and from `arcg check`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arcg.dsl.check import check_text
from arcg.dsl.render import render_text

TEXT = """\
game mistakes
board 8x4
actions arrows
layer floor
layer solid
kind Goal on floor
    pic
        33
        3G
kind Wall Player on solid
kind Crate on solid has hue: red blue
world has energy: 0..20 = 20
phase walk
    on arrow($d), Player -> move Player $d
    on act, Crates -> energy - 1  // <- E101
    on act, energy = red -> energy - 1  // <- E306
    on act => energy - 1  // <- E015
phase pull
    on moved(Player), Crate -> move Crate $way  // <- E301
win when every Goal has Crate on Goal
legend
    # = Wall
    P = Player
    c = Crate
    G = Goal
level
    map
        ########
        #P.c.Gx#
        ########
// E402 in line 9, a pixel; rows hold no comments
// E410 in line 29
"""
NAME = "mistakes.arcg"


def marked() -> list[tuple[str, int]]:
    lines = TEXT.split("\n")
    here = [(match[1], number) for number, line in enumerate(lines, 1) if (match := re.search(r"// <- (E\d+)", line))]
    there = [(code, int(number)) for code, number in re.findall(r"// (E\d+) in line (\d+)", TEXT)]
    return sorted(here + there, key=lambda mark: mark[1])


def test_every_mistake_is_found_where_it_is() -> None:
    game, found = check_text(TEXT, NAME)

    assert game is None
    assert [(d.code, d.span.line) for d in found if d.severity == "error"] == marked()


def test_the_place_is_the_word_itself() -> None:
    _, found = check_text(TEXT, NAME)
    lines = TEXT.split("\n")

    words = {d.code: lines[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1] for d in found}

    assert words["E101"] == "Crates"
    assert words["E301"] == "$way"
    assert words["E306"] == "energy = red"
    assert words["E402"] == "G"
    assert words["E410"] == "x"
    assert words["E015"] == "=>"


def test_text_shows_line_carets_and_advice() -> None:
    _, found = check_text(TEXT, NAME)

    text = render_text(found, {NAME: TEXT})

    places = [(code, int(line)) for line, code in re.findall(r"^mistakes\.arcg:(\d+):\d+ (E\d+) error: ", text, re.M)]
    assert places == marked()
    assert "    on act, Crates -> energy - 1" in text
    assert "            ^^^^^^\n" in text
    assert "try: did you mean `Crate`?" in text


def test_json_says_the_same() -> None:
    _, found = check_text(TEXT, NAME)

    documents = json.loads(json.dumps([d.as_json() for d in found]))

    assert [(d["code"], d["line"]) for d in documents if d["severity"] == "error"] == marked()
    assert {"code", "severity", "message", "hint", "file", "line", "column", "end_line", "end_column", "notes"} == set(
        documents[0]
    )


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_command_reports_them_and_fails(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / NAME
    path.write_text(TEXT, encoding="utf-8")
    command = [sys.executable, "-m", "arcg", "check", str(path), *options]

    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 1, done.stderr
    said = done.stdout + done.stderr
    for code, line in marked():
        if options:
            assert re.search(rf'"code": ?"{code}"', said)
        else:
            assert re.search(rf"mistakes\.arcg:{line}:\d+ {code}", said.replace("\n", "")), said
