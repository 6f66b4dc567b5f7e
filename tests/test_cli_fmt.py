"""`arcg fmt`: what is written, listed and said, and the exit codes."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from arcg.cli import main

UNTIDY = "layer  a\r\n\n\nlayer b//c"
TIDY = "layer a\n\nlayer b  //c\n"
BROKEN = "layer  a\nlayr b\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(name: str, text: str) -> Path:
    path = Path(name)
    path.write_bytes(text.encode())
    return path


def said(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--help"]) == 0
    assert "arcg fmt mygame.arcg" in capsys.readouterr().out


def test_files_that_change_are_written_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    untidy, tidy = put("a.arcg", UNTIDY), put("b.arcg", TIDY)
    before = tidy.stat()

    assert main(["fmt", "a.arcg", "b.arcg"]) == 0

    assert said(capsys) == "a.arcg is formatted\n"
    assert untidy.read_bytes() == TIDY.encode()
    assert (tidy.stat().st_mtime_ns, tidy.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert sorted(path.name for path in Path().iterdir()) == ["a.arcg", "b.arcg"]


@pytest.mark.parametrize("text", ["\ufeff" + TIDY, TIDY.replace("\n", "\r\n"), TIDY.removesuffix("\n")])
def test_a_byte_order_mark_and_line_ends_are_a_change(capsys: pytest.CaptureFixture[str], text: str) -> None:
    path = put("a.arcg", text)

    assert main(["fmt", "--check", "a.arcg"]) == 1
    assert main(["fmt", "a.arcg"]) == 0

    assert said(capsys) == "a.arcg would change\na.arcg is formatted\n"
    assert path.read_bytes() == TIDY.encode()


def test_check_lists_and_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    path = put("a.arcg", UNTIDY)
    put("b.arcg", TIDY)

    assert main(["fmt", "--check", "a.arcg", "b.arcg"]) == 1
    assert said(capsys) == "a.arcg would change\n"
    assert path.read_bytes() == UNTIDY.encode()
    assert main(["fmt", "--check", "b.arcg"]) == 0
    assert said(capsys) == ""


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_a_file_that_cannot_be_read_line_by_line_is_left_alone(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    path = put("a.arcg", BROKEN)
    other = put("b.arcg", UNTIDY)

    assert main(["fmt", *options, "a.arcg", "b.arcg"]) == 1

    assert "a.arcg:2:1 E013 error: " in said(capsys)
    assert path.read_text() == BROKEN
    assert (other.read_bytes() == TIDY.encode()) == (options == [])


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    path = put("a.arcg", UNTIDY)

    assert main(["fmt", "nowhere.arcg", "a.arcg"]) == 2

    assert "E002 error: nowhere.arcg cannot be read: no such file or directory" in said(capsys)
    assert path.read_bytes() == TIDY.encode()


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a", UNTIDY), ("b", TIDY), ("c", BROKEN)):
        put(f"{name}.arcg", text)

    assert main(["fmt", "--check", "--json", "a.arcg", "b.arcg", "c.arcg"]) == 1
    checked = json.loads(said(capsys))["files"]
    assert main(["fmt", "--json", "a.arcg", "b.arcg", "c.arcg"]) == 1
    written = json.loads(said(capsys))["files"]

    assert [(d["path"], d["changed"], d["ok"]) for d in checked] == [
        ("a.arcg", True, False),
        ("b.arcg", False, True),
        ("c.arcg", False, False),
    ]
    assert [(d["changed"], d["ok"]) for d in written] == [(True, True), (False, True), (False, False)]
    assert [[found["code"] for found in d["diagnostics"]] for d in written] == [[], [], ["E013"]]


# ---------------------------------------------------------------- input to output


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


@pytest.mark.parametrize("text", [UNTIDY, TIDY])
def test_input_goes_to_the_output(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Also without a change, and as UTF-8 whatever the terminal speaks."""
    feed(monkeypatch, f"{text}\n//\u00e9".encode())

    assert main(["fmt", "-"]) == 0
    blank = "\n" if text is TIDY else ""
    assert capfdbinary.readouterr().out.decode() == f"{TIDY}{blank}//\u00e9\n"


def test_mistakes_of_the_input_go_to_the_error_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, BROKEN.encode())

    assert main(["fmt", "-"]) == 1

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("-:2:1 E013 error: ")


@pytest.mark.parametrize("data", [b"\xff", b"layer a\0"])
def test_input_that_is_no_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    feed(monkeypatch, data)

    assert main(["fmt", "-"]) == 2
    assert "E002" in capsys.readouterr().err


def test_no_input_at_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    assert main(["fmt", "-"]) == 2
    assert capsys.readouterr().err == "arcg: there is no input to read\n"


def test_input_that_is_checked_is_not_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, UNTIDY.encode())

    assert main(["fmt", "--check", "--json", "-"]) == 1
    (document,) = json.loads(said(capsys))["files"]
    assert document == {"path": "-", "changed": True, "ok": False, "diagnostics": []}


@pytest.mark.parametrize("arguments", [["-", "a.arcg"], ["-", "-"], ["-", "--json"], []])
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    put("a.arcg", UNTIDY)

    assert main(["fmt", *arguments]) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err
    assert Path("a.arcg").read_bytes() == UNTIDY.encode()


# ---------------------------------------------------------------- writing


def test_permissions_and_links_stay(capsys: pytest.CaptureFixture[str]) -> None:
    path = put("a.arcg", UNTIDY)
    path.chmod(0o750)
    link = Path("link.arcg")
    link.symlink_to(path)

    assert main(["fmt", "link.arcg"]) == 0

    assert link.is_symlink()
    assert path.read_bytes() == TIDY.encode()
    assert path.stat().st_mode & 0o777 == 0o750


def test_a_file_that_cannot_be_written_stays_as_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put("a.arcg", UNTIDY)
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)

    assert main(["fmt", "a.arcg"]) == 2

    assert capsys.readouterr().err == "arcg: a.arcg: permission denied\n"
    assert path.read_bytes() == UNTIDY.encode()


def test_a_full_disk_leaves_the_file_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = put("a.arcg", UNTIDY)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    assert main(["fmt", "a.arcg"]) == 2

    assert "no space left on device" in capsys.readouterr().err
    assert path.read_bytes() == UNTIDY.encode()
    assert [found.name for found in Path().iterdir()] == ["a.arcg"]
