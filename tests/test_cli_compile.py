"""`arcg compile`: the same bytes everywhere, all games or none, and every mistake told with its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.commands.compile import kernel_key
from arcg.compiler import ir, lower
from arcg.dsl.model import Game
from arcg.runtime.kernel.native import ahead
from arcg.runtime.loading import load, shipped

CELLS = """\
game cells
semantics puzzlescript
    input Player
board 2x1
actions arrows
layer solid
kind Player on solid
    pic
        8
win when no [ Player ]
legend
    P = Player
level
    map
        P.
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    capsys.readouterr()
    return Path("mygame.arcg")


@pytest.fixture
def bad(game: Path) -> Path:
    path = Path("bad.arcg")
    path.write_text(game.read_text("utf-8").replace("kind Wall on solid", "kind Wall on sold"), "utf-8")
    return path


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def locales() -> list[str]:
    """The plainest locale, and that of this machine which differs most from it."""
    try:
        listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, timeout=60).stdout.split()
    except OSError:
        listed = []
    others = [name for prefix in ("tr_TR", "de_DE", "C.utf8") for name in listed if name.startswith(prefix)]
    return ["C", *others[:1]]


def compiled_elsewhere(folder: Path, sources: dict[str, Path], **environment: str) -> dict[str, bytes | None]:
    """What another process builds in another folder from copies of the files."""
    copies = folder / "köpien (2)"
    copies.mkdir(parents=True)
    files = []
    for name, path in sources.items():
        (copies / f"{name}-copy.arcg").write_bytes(path.read_bytes())
        files.append(f"{name}-copy.arcg")
    command = [sys.executable, "-m", "arcg", "compile", *reversed(files), "-o", "../out"]
    done = subprocess.run(command, cwd=copies, env=os.environ | environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return tree(folder / "out")


# ---------------------------------------------------------------- what is written


def test_two_builds_have_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In another folder, in another order, under other locales and hash seeds, from copies with other names."""
    assert main(["compile", *shipped(), "-o", str(tmp_path / "here")]) == 0
    here = tree(tmp_path / "here")
    assert len(here) == 4 * len(shipped())
    for number, locale in enumerate(locales()):
        there = compiled_elsewhere(tmp_path / str(number), shipped(), LC_ALL=locale, PYTHONHASHSEED=str(number))
        assert there == here, locale
    assert str(tmp_path).encode() not in b"".join(data for data in here.values() if data)


def test_what_is_written_loads(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(game), "-o", "build"]) == 0

    assert capsys.readouterr() == (f"{Path('build', 'mygame')}: 2 levels\n", "")
    assert ir.dumps(load("build")) == ir.dumps(load(game))
    manifest = json.loads(Path("build/mygame/artefact.json").read_text())
    assert manifest["kernel"] == kernel_key()


def test_json(game: Path, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "--json", str(game), "-o", "build"]) == 0
    good = json.loads(capsys.readouterr().out)
    assert main(["compile", "--json", str(game), str(bad), "-o", "other"]) == 1
    both = json.loads(capsys.readouterr().out)

    assert good["written"]
    assert good["games"][0] == {
        "path": "mygame.arcg", "ok": True, "game": "mygame", "program": ir.digest(load(game)),
        "artefact": str(Path("build", "mygame")), "diagnostics": [], "native": None,
    }  # fmt: skip
    assert not both["written"]
    assert [(game["ok"], game["artefact"]) for game in both["games"]] == [(True, None), (False, None)]
    assert both["games"][1]["diagnostics"][0]["code"] == "E102"


def test_a_warning_does_not_keep_a_game_from_being_built(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(
        game.read_text("utf-8").replace("legend\n", "kind Spare on solid\n    pic\n        1\nlegend\n"), "utf-8"
    )

    assert main(["compile", str(game), "-o", "build"]) == 0
    assert "W202" in capsys.readouterr().err


# ---------------------------------------------------------------- what goes wrong


def test_one_bad_file_among_many_writes_nothing(game: Path, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(game), "-o", "build"]) == 0
    game.write_text(game.read_text("utf-8") + "// another\n", "utf-8")
    before = tree(Path())
    capsys.readouterr()

    assert main(["compile", "tilt", str(game), str(bad), "-o", "build"]) == 1

    told = capsys.readouterr()
    assert told.out == ""
    assert "bad.arcg:" in told.err
    assert told.err.endswith("nothing was written\n")
    assert tree(Path()) == before


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["mygame.arcg"], 2, "give either -o DIR"),
        (["mygame.arcg", "-o", "build", "--show", "plan"], 2, "give either -o DIR"),
        (["mygame.arcg", "--native", "--show", "plan"], 2, "give -o DIR with it"),
        (["mygame.arcg", "--show", "assemble"], 2, "no pass `assemble`; the passes are parse, expand, check, lower"),
        (["missing.arcg", "-o", "build"], 2, "there is no file missing.arcg"),
        (["mygame.arcg", "binary.arcg", "-o", "build"], 2, "binary.arcg cannot be read"),
        (["mygame.arcg", "mygame.arcg", "-o", "build"], 2, "mygame.arcg is given twice"),
        (["mygame.arcg", "copy.arcg", "-o", "build"], 2, "mygame.arcg and copy.arcg are both called `mygame`"),
        (["mygame.arcg", "-o", "copy.arcg"], 2, "copy.arcg is there already and is no folder"),
        (["mygame.arcg", "-o", "taken"], 2, f"{Path('taken', 'mygame')} is there already and is no compiled game"),
        (["taken", "-o", "build"], 2, "the folder taken holds no compiled game"),
        (["con.arcg", "-o", "build"], 2, "a game called `con` cannot have a folder of that name"),
        (["bad.arcg", "--show", "plan"], 1, "E102"),
        ([], 2, "FILE"),
    ],
)
def test_told_wrongly(
    game: Path, bad: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    Path("binary.arcg").write_bytes(b"\0\1")
    Path("copy.arcg").write_bytes(game.read_bytes())
    Path("con.arcg").write_text(game.read_text("utf-8").replace("game mygame", "game con"), "utf-8")
    Path("taken/mygame").mkdir(parents=True)
    before = tree(Path())

    assert main(["compile", *arguments]) == code

    told = capsys.readouterr()
    assert message in told.err
    assert "Traceback" not in told.err
    assert tree(Path()) == before


def test_what_is_compiled_is_not_compiled_again(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(game), "-o", "build"]) == 0
    for again in ("build", "build/mygame", "build/mygame/artefact.json"):
        assert main(["compile", again, "-o", "other"]) == 2
        assert "compiled already; give the .arcg file" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs folders that cannot be written")
def test_a_folder_that_cannot_be_written(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("shut").mkdir(mode=0o500)

    assert main(["compile", str(game), "-o", "shut/build"]) == 2
    assert "permission denied" in capsys.readouterr().err


def test_ctrl_c_leaves_everything_as_it_was(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed while the second of three files is being built."""
    assert main(["compile", str(game), "-o", "build"]) == 0
    game.write_text(game.read_text("utf-8") + "// another\n", "utf-8")
    before = tree(Path())
    calls = 0

    def interrupted(model: Game) -> ir.Program:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return lowered(model)

    lowered = lower.lower
    monkeypatch.setattr(lower, "lower", interrupted)

    assert main(["compile", str(game), "tilt", "glow", "-o", "build"]) == 130
    assert calls == 2
    assert tree(Path()) == before


# ---------------------------------------------------------------- --native


@pytest.mark.parametrize(("made", "told"), [(True, "with machine code"), (False, "but no machine code could be made")])
def test_machine_code_is_made_after_all_is_written(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, made: bool, told: str
) -> None:
    """It is no error if there can be none."""
    asked = []

    def make(program: ir.Program) -> bool:
        asked.append((program.name, Path("build/mygame/artefact.json").exists()))
        return made

    monkeypatch.setattr(ahead, "made", make)
    monkeypatch.setattr("arcg.commands.compile.have_kernels", lambda command: 0.0)
    assert main(["compile", str(game), "-o", "build", "--native"]) == 0
    assert capsys.readouterr().out == f"{Path('build', 'mygame')}: 2 levels, {told}\n"
    assert main(["compile", str(game), "-o", "build", "--native", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["native"] is made
    assert asked == [("mygame", True)] * 2


def test_games_of_rules_over_cells_have_no_machine_code(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cells.arcg"
    path.write_text(CELLS, "utf-8")
    assert main(["compile", str(path), "-o", str(tmp_path / "build"), "--native", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["games"]
    assert (told["ok"], told["native"]) == (True, None)


def test_ctrl_c_while_machine_code_is_made_leaves_what_is_written(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(program: ir.Program) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(ahead, "made", interrupted)
    monkeypatch.setattr("arcg.commands.compile.have_kernels", lambda command: 0.0)
    assert main(["compile", str(game), "-o", "build", "--native"]) == 130
    assert ir.dumps(load("build")) == ir.dumps(load(game))


# ---------------------------------------------------------------- --show


@pytest.mark.parametrize("name", ["parse", "expand", "check", "lower", "fold", "plan"])
def test_show_prints_what_a_pass_gives_and_writes_nothing(
    game: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    before = tree(Path())
    assert main(["compile", str(game), "--show", name]) == 0
    text = capsys.readouterr().out
    assert main(["compile", str(game), "--show", name, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)["games"][0]

    title, node = text.split("\n")[:2]
    assert title.startswith(f"# mygame.arcg after {name}: ")
    assert node == {"parse": "File", "expand": "File", "check": "Game"}.get(name, "Program")
    assert (document["path"], document["pass"], document["result"]["node"]) == ("mygame.arcg", name, node)
    assert tree(Path()) == before


def test_help_names_every_pass(capsys: pytest.CaptureFixture[str]) -> None:
    from arcg.compiler.passes import NAMES

    assert main(["compile", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"{', '.join(NAMES[:-1])} or {NAMES[-1]}" in out
    assert "arcg compile mygame.arcg -o build" in out


# ---------------------------------------------------------------- the other commands


def test_a_compiled_game_is_played_and_replayed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    assert main(["compile", str(game), "-o", "build"]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "arcg", "play", "build/mygame", "--record", "play.jsonl"],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 64
    capsys.readouterr()

    assert main(["replay", "play.jsonl"]) == 0
    assert main(["replay", "play.jsonl", "--game", "build"]) == 0
    assert "all the same" in capsys.readouterr().out


def test_a_damaged_game_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", str(game), "-o", "build"]) == 0
    Path("build/mygame/program.json").write_text("{}")
    capsys.readouterr()

    assert main(["play", "build", "--once"]) == 2
    assert "program.json is damaged" in capsys.readouterr().err
    assert main(["check", "build/mygame"]) == 2
    assert "it is a folder" in capsys.readouterr().out
