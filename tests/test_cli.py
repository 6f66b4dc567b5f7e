"""The command line: what each command says, its exit codes, and that no mistake of a user gives a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.runtime import recording
from arcg.runtime.engine import Action
from arcg.runtime.loading import load
from arcg.runtime.recording import Writer
from arcg.runtime.reference import ReferenceEngine

COMMANDS = ("check", "new", "play", "replay")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    capsys.readouterr()
    return Path("mygame.arcg")


@pytest.fixture
def played(game: Path) -> Path:
    program = load(game)
    engine = ReferenceEngine(program)
    with Writer(Path("play.jsonl"), program, source=game) as writer:
        writer.add(engine, Action.RESET)
        for action in (Action.RIGHT, Action.DOWN):
            engine.step(action)
            writer.add(engine, action)
    return Path("play.jsonl")


def spoil(game: Path, old: str = "kind Wall on solid", new: str = "kind Wall on sold") -> None:
    text = game.read_text(encoding="utf-8")
    assert old in text
    game.write_text(text.replace(old, new), encoding="utf-8")


def arcg(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """The real program in a process of its own, without a display."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    environment.update(options.pop("env", {}))  # type: ignore[call-overload]
    command = [str(Path(sys.executable).with_name("arcg")), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, env=environment, **options
    )  # type: ignore[call-overload, no-any-return]


# ---------------------------------------------------------------- help


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "arcg 0.1.0\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert "Examples:\n" in out
    assert f"    arcg {command} " in out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from arcg.cli import main; main(['--help']);"
        "sys.exit(bool({'numpy', 'pygame', 'lark', 'rich', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0


@pytest.mark.parametrize("arguments", [["jump"], ["check"], ["play"], ["new", "a", "b"], ["check", "--jsn", "a.arcg"]])
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


# ---------------------------------------------------------------- check


def test_check_a_sound_game(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(game)]) == 0
    assert "no errors" in capsys.readouterr().out


def test_check_a_broken_game(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game)
    assert main(["check", str(game)]) == 1
    out = capsys.readouterr().out
    assert "mygame.arcg:" in out
    assert "^^^^" in out


def test_check_writes_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoiled = Path("other.arcg")
    spoiled.write_text(game.read_text(encoding="utf-8"), encoding="utf-8")
    spoil(spoiled)
    assert main(["check", "--json", str(game), str(spoiled)]) == 1
    good, bad = json.loads(capsys.readouterr().out)["files"]
    assert (good["path"], good["ok"], good["diagnostics"]) == ("mygame.arcg", True, [])
    assert not bad["ok"]
    assert {"code", "severity", "message", "line", "column"} <= set(bad["diagnostics"][0])


def test_warnings_fail_only_when_strict(game: Path) -> None:
    spoil(game, "    o = Goal\n", "    o = Goal\n    x = Crate\n    y = Crate\n")
    spoil(game, "kind Wall on solid", "kind Ghost on solid\n\nkind Wall on solid")
    assert main(["check", str(game)]) == 0
    assert main(["check", "--strict", str(game)]) == 1


def test_check_plays_the_beginning_of_every_level(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text + "lose when Player\n", encoding="utf-8")
    assert main(["check", str(game)]) == 0
    assert "W412" in capsys.readouterr().out
    assert main(["check", "--strict", str(game)]) == 1
    game.write_text(text + "lose when Player\nallow W412\n", encoding="utf-8")
    assert main(["check", "--strict", str(game)]) == 0


def test_check_says_which_levels_it_did_not_play(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcg.runtime.starts.MAX_THINGS", 3)
    assert main(["check", "--json", str(game)]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["files"][0]["not_played"] == ["1", "2"]
    assert "level `1` was not played: it has more than 3 things" in shown.err


def test_check_what_cannot_be_read(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("latin.arcg").write_bytes(b"game caf\xe9\n")
    Path("folder.arcg").mkdir()
    for bad in ("missing.arcg", "latin.arcg", "folder.arcg"):
        assert main(["check", str(game), bad]) == 2
        assert bad in capsys.readouterr().out


# ---------------------------------------------------------------- new


def test_a_new_game_can_be_won(game: Path) -> None:
    engine = ReferenceEngine(load(game))
    for action in "rrrr" + "drrrr" + "lllll" + "uuu" + "rrrrr" + "urd":
        engine.step({"u": 1, "d": 2, "l": 3, "r": 4}[action])
    assert engine.levels_completed == 2


def test_new_refuses_to_overwrite(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = game.read_bytes()
    assert main(["new", "mygame"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert game.read_bytes() == before


@pytest.mark.parametrize("name", ["My", "1a", "a-b", "a/b", "", "a.arcg", "é"])
def test_new_wants_a_proper_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["con", "nul", "com1", "lpt9", "a" * 65])
def test_new_refuses_names_that_not_every_system_takes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert len(capsys.readouterr().err) < 100
    assert not list(tmp_path.iterdir())


def test_new_in_a_file_is_told_apart(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "zz", "--dir", str(game)]) == 2
    assert "--dir mygame.arcg: this is a file, not a folder" in capsys.readouterr().err


def test_new_in_a_folder(tmp_path: Path) -> None:
    assert main(["new", "a_1", "--dir", str(tmp_path / "x" / "y")]) == 0
    written = tmp_path / "x" / "y" / "a_1.arcg"
    assert load(written).name == "a_1"
    assert [path.name for path in written.parent.iterdir()] == ["a_1.arcg"]
    (tmp_path / "file").write_text("")
    assert main(["new", "a", "--dir", str(tmp_path / "file")]) == 2


# ---------------------------------------------------------------- replay


def test_replay_the_same(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(played)]) == 0
    assert capsys.readouterr().out == "mygame: 3 answers, all the same\n"


def test_replay_finds_what_has_changed(game: Path, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "ground grey", "ground blue")
    assert main(["replay", str(played)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("turn 0: frame 0, pixel x=")
    assert "expected colour 3, got 9" in out
    assert "NOT the same; the game has changed since it was recorded" in out
    assert main(["replay", str(played), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    (one,) = document["recordings"]
    assert document["same"] is False
    assert "rules" not in document
    assert (one["same"], one["game_changed"], one["finished"]) == (False, True, True)
    assert one["differences"][0]["what"] == "pixel"


def test_replay_on_another_file(game: Path, played: Path) -> None:
    moved = Path("elsewhere.arcg")
    game.rename(moved)
    assert main(["replay", str(played)]) == 2
    assert main(["replay", str(played), "--game", str(moved)]) == 0
    spoil(moved)
    assert main(["replay", str(played), "--game", str(moved)]) == 1


def test_replay_a_damaged_recording(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played.write_bytes(b"[" * 100_000)
    assert main(["replay", str(played)]) == 2
    assert capsys.readouterr().err.startswith("arcg: play.jsonl: not a recording: line 1")


def test_replay_from_a_level_that_is_not_there(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played.write_text(played.read_text().replace('"first_level":0', '"first_level":98'))
    assert main(["replay", str(played)]) == 2
    assert "arcg: play.jsonl: line 1: the play began at level 99, but mygame has " in capsys.readouterr().err


def test_replay_what_is_no_recording(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for bad in (str(game), "missing.jsonl", "."):
        assert main(["replay", bad]) == 2
        assert capsys.readouterr().err.startswith(f"arcg: {bad}: ")


# ---------------------------------------------------------------- play


def test_play_without_display_or_terminal_shows_the_first_frame(game: Path, tmp_path: Path) -> None:
    done = arcg("play", str(game), cwd=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 64
    assert {len(line) for line in lines} == {64}
    assert "this is the first frame" in done.stderr


def test_play_opens_a_window(game: Path, tmp_path: Path) -> None:
    done = arcg("play", str(game), "--once", cwd=tmp_path, env={"SDL_VIDEODRIVER": "dummy"})

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.arcg"], 2, "there is no file missing.arcg"),
        (["nosuchgame"], 2, "no shipped game called nosuchgame"),
        (["mygame.arcg", "--level", "9"], 2, "there is no level 9; mygame has 2"),
        (["mygame.arcg", "--level", "0"], 2, "--level"),
        (["mygame.arcg", "--record", "mygame.arcg"], 2, "file exists"),
        (["mygame.arcg", "--record", "no/such/folder.jsonl"], 2, "no such file or directory"),
        (["mygame.arcg", "--terminal"], 2, "there is no terminal"),
        (["mygame.arcg", "--record", ""], 2, "--record needs the name of a file: the name is empty"),
        (["mygame.arcg", "--record", "."], 2, "--record needs the name of a file: . is a folder"),
        ([""], 2, "the name of the game is empty"),
        (["."], 2, "folder"),
    ],
)
def test_play_told_wrongly(
    game: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    assert main(["play", *arguments]) == code
    assert message in capsys.readouterr().err


def test_play_a_broken_game_shows_the_report(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game)
    assert main(["play", str(game)]) == 1
    err = capsys.readouterr().err
    assert "^^^^" in err
    assert "Traceback" not in err


def recorded_game(game: Path, folder: Path) -> subprocess.Popen[str]:
    """A window that plays, once it has begun to record."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-m", "arcg", "play", str(game), "--record", "cut.jsonl"]
    process = subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)
    ends = time.monotonic() + 60
    while not (folder / "cut.jsonl").exists() and time.monotonic() < ends:
        time.sleep(0.05)
    time.sleep(0.5)
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupted_program_says_130(game: Path, tmp_path: Path) -> None:
    process = recorded_game(game, tmp_path)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert recording.read(tmp_path / "cut.jsonl").finished


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_hangup_closes_the_recording_of_a_window(game: Path, tmp_path: Path) -> None:
    process = recorded_game(game, tmp_path)
    process.send_signal(signal.SIGHUP)
    _, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert recording.read(tmp_path / "cut.jsonl").finished


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
@pytest.mark.parametrize("arguments", [["check", "--json", "{game}", "{game}", "{game}"], ["novelty", "{folder}"]])
def test_a_closed_pipe_is_no_accident(arguments: list[str], game: Path, tmp_path: Path) -> None:
    named = [argument.format(game=game, folder=game.parent) for argument in arguments]
    command = [sys.executable, "-m", "arcg", *named]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as stderr:
        assert stderr.read() == ""
    assert process.wait(timeout=30) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize("arguments", [["check", "--json"], ["explain"]])
def test_a_full_disk_is_told(arguments: list[str], game: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "arcg", *arguments, str(game)]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)

    assert (done.returncode, done.stderr) == (
        2,
        "arcg: what is told here could not be written: no space left on device\n",
    )


def test_edit_says_what_it_cannot_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    if not sys.platform.startswith(("win", "darwin")):
        assert main(["new", "mygame"]) == 0
        assert main(["edit", "mygame.arcg"]) == 2
        assert "no display" in capsys.readouterr().err
    assert main(["edit", "dyer"]) == 2
    assert "shipped game" in capsys.readouterr().err
    assert main(["edit", "nothing.arcg"]) == 2
    assert "arcg new nothing" in capsys.readouterr().err
