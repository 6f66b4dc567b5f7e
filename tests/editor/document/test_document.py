from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from arcg.editor.document import document as documents
from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.disk import Unreadable
from arcg.editor.document.document import CHANGED_OUTSIDE, KEPT_MINE, Document
from arcg.editor.document.journal import Busy, places_for
from arcg.editor.document.leftover import left_behind
from arcg.runtime.files import write_whole

TEXT = "one\ntwo\nthree\nfour\nfive\n"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "game.arcg"
    path.parent.mkdir()
    path.write_bytes(TEXT.encode())
    return path


def replace(document: Document, old: str, new: str, joins: str | None = None) -> bool:
    at = document.text.index(old)
    return document.do(f"{old} to {new}", [Change(at, at + len(old), new)], joins=joins)


# ---------------------------------------------------------------- edits


def test_every_step_can_be_taken_back_and_again(path: Path) -> None:
    document = Document.open(path)
    texts = [document.text]
    for old, new in (("one", "1"), ("two", "zwei"), ("five\n", "")):
        assert replace(document, old, new)
        texts.append(document.text)

    assert document.revision == 3
    assert [document.undo() for _ in range(4)] == ["five\n to ", "two to zwei", "one to 1", None]
    assert document.text == TEXT
    assert not document.can_undo
    assert not document.modified
    assert [document.redo() for _ in range(4)] == ["one to 1", "two to zwei", "five\n to ", None]
    assert document.text == texts[-1]
    assert not document.can_redo
    assert document.revision == 9


def test_what_joins_is_one_step(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1", joins="stroke 1")
    replace(document, "two", "2", joins="stroke 1")
    replace(document, "three", "3", joins="stroke 2")
    document.undo()
    replace(document, "three", "III", joins="stroke 1")  # not in a row

    assert document.undo() == "three to III"
    assert document.undo_label == "one to 1"
    assert document.undo() == "one to 1"
    assert document.text == TEXT
    document.redo()
    assert document.text == TEXT.replace("one", "1").replace("two", "2")


def test_nothing_joins_across_an_undo_a_save_or_a_change_outside(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1", joins="stroke")
    replace(document, "two", "2", joins="stroke")
    document.undo()
    replace(document, "one", "I", joins="stroke")
    document.save()
    replace(document, "two", "II", joins="stroke")
    document.outside(document.disk + b"six\n")
    replace(document, "three", "III", joins="stroke")

    labels = [document.undo() for _ in range(5)]

    assert labels == ["three to III", CHANGED_OUTSIDE, "two to II", "one to I", None]
    assert document.text == TEXT


def test_what_changes_nothing_is_no_step(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    document.undo()

    assert not replace(document, "two", "two")
    assert not document.do("nothing", [])

    assert document.redo_label == "one to 1"
    assert document.revision == 2


def test_what_no_file_can_hold_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    monkeypatch.setattr(documents, "MAX_LENGTH", len(TEXT) + 3)

    for bad in ("\0", "\ud800", "long"):
        with pytest.raises(Refused):
            document.do("bad", [Change(0, 0, bad)])
    with pytest.raises(ValueError, match="outside"):
        document.do("bad", [Change(0, 1000, "")])

    assert document.text == TEXT
    assert document.do("fits", [Change(0, 0, "abc")])


def test_places_are_those_of_the_text(path: Path) -> None:
    document = Document.open(path)
    document.do("level", [Change(len(TEXT), len(TEXT), "level new\n    map\n        #\n")])

    assert [place.name for place in document.places.levels] == ["new"]
    assert document.places is document.places
    document.undo()
    assert document.places.levels == ()


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffone\r\ntwo\r\n",  # as Windows writes it
        "one\r\ntwo\nthree\rfour",  # mixed, and no end at the end
        "\ufeff\ufeffone ü\u2028\n\n\n",
        "one",
    ],
)
def test_saving_keeps_every_other_byte(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
    document = Document.open(path)

    replace(document, "one", "1")
    assert document.save() == "same"

    assert path.read_bytes() == text.replace("one", "1", 1).encode()
    assert not document.modified
    document.undo()
    document.save()
    assert path.read_bytes() == text.encode()


def test_links_and_permissions_stay(path: Path) -> None:
    link = path.with_name("link.arcg")
    link.symlink_to(path)
    path.chmod(0o640)
    document = Document.open(link)

    replace(document, "one", "1")
    document.save()

    assert link.is_symlink()
    assert path.read_text() == TEXT.replace("one", "1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_save_without_edits_writes_nothing(path: Path) -> None:
    document = Document.open(path)
    before = path.stat()

    document.save()

    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_the_file_is_gone(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    path.unlink()

    document.save()

    assert path.read_text() == document.text


def test_the_file_and_its_folder_are_gone(path: Path, tmp_path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    for entry in path.parent.iterdir():
        entry.unlink()
    path.parent.rmdir()

    with pytest.raises(FileNotFoundError):
        document.save()
    assert document.text == TEXT.replace("one", "1")

    replace(document, "two", "2")
    assert "no such file" in document.trouble
    document.save_as(tmp_path / "other.arcg")
    assert (tmp_path / "other.arcg").read_text() == document.text
    assert document.trouble == ""


def test_a_folder_is_in_the_place_of_the_file(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    path.unlink()
    path.mkdir()

    with pytest.raises(OSError, match="it is a folder"):
        document.save()

    path.rmdir()
    assert document.save() == "same"
    assert path.read_text() == document.text


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is locked for the administrator")
def test_a_file_that_may_not_be_written(path: Path) -> None:
    path.chmod(0o444)
    document = Document.open(path)
    replace(document, "one", "1")

    with pytest.raises(PermissionError):
        document.save()

    assert path.read_text() == TEXT
    path.chmod(0o644)
    document.save()
    assert path.read_text() == document.text


def test_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    replace(document, "one", "1")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            document.save()

    assert path.read_text() == TEXT
    assert document.modified
    assert sorted(entry.name for entry in path.parent.iterdir()) == [".game.arcg.arcg-journal", "game.arcg"]
    document.save()
    assert path.read_text() == document.text


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"one\n\xff\xfe\n", "line 2 is not UTF-8"), (b"\x7fELF\0\0", "binary"), (b"x" * 4_000_010, "too large")],
)
def test_what_is_no_text_is_not_opened(path: Path, data: bytes, why: str) -> None:
    path.write_bytes(data)

    with pytest.raises(Unreadable, match=why):
        Document.open(path)

    assert [entry.name for entry in path.parent.iterdir()] == ["game.arcg"]


def test_what_is_not_there_is_not_opened(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Document.open(path.with_name("none.arcg"))
    with pytest.raises(OSError, match="folder"):
        Document.open(path.parent)
    if hasattr(os, "mkfifo"):
        os.mkfifo(path.with_name("pipe"))
        with pytest.raises(OSError, match="read to its end"):
            Document.open(path.with_name("pipe"))

    assert not (path.parent / ".none.arcg.arcg-journal").exists()


# ---------------------------------------------------------------- changes outside


def test_without_edits_the_new_file_is_taken(path: Path) -> None:
    document = Document.open(path)
    new = TEXT.replace("two", "2")

    assert document.outside(TEXT.encode()) == "same"
    assert document.outside(new.encode()) == "taken"

    assert document.text == new
    assert not document.modified
    assert document.undo() == CHANGED_OUTSIDE
    assert document.text == TEXT
    assert document.modified


def test_edits_are_merged_with_the_new_file(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    theirs = TEXT.replace("five", "5")
    path.write_text(theirs)

    assert document.outside(path.read_bytes()) == "merged"

    both = theirs.replace("one", "1")
    assert document.text == both
    assert document.modified
    assert document.undo() == CHANGED_OUTSIDE
    assert document.text == TEXT.replace("one", "1")
    document.redo()
    assert document.save() == "same"
    assert path.read_text() == both


def test_the_next_merge_begins_with_what_was_merged_last(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    document.outside(TEXT.replace("five", "5").encode())

    assert document.outside(TEXT.replace("five", "V").encode()) == "merged"

    assert document.text == TEXT.replace("one", "1").replace("five", "V")


def test_somebody_has_written_the_same(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")

    assert document.outside(document.text.encode()) == "same"

    assert not document.modified


@pytest.mark.parametrize("whose", ["mine", "theirs"])
def test_a_conflict_is_resolved_by_the_designer_and_can_be_undone(path: Path, whose: str) -> None:
    document = Document.open(path)
    replace(document, "two", "mine")
    mine, theirs = document.text, TEXT.replace("two", "theirs")
    path.write_text(theirs)
    assert document.outside(theirs.encode()) == "conflict"
    assert document.conflict is not None
    assert [(clash.mine, clash.theirs) for clash in document.conflict.clashes] == [("mine\n", "theirs\n")]
    assert document.text == mine
    assert document.save() == "conflict"
    assert path.read_text() == theirs

    document.resolve(whose)

    assert document.conflict is None
    assert document.text == (mine if whose == "mine" else theirs)
    assert document.modified == (whose == "mine")
    assert document.undo() == (KEPT_MINE if whose == "mine" else CHANGED_OUTSIDE)
    assert document.text == (theirs if whose == "mine" else mine)
    document.redo()
    assert document.save() == "same"
    assert path.read_text() == document.text


def test_a_conflict_ends_when_the_file_goes_back(path: Path) -> None:
    document = Document.open(path)
    replace(document, "two", "mine")
    document.outside(TEXT.replace("two", "theirs").encode())

    assert document.outside(TEXT.encode()) == "same"

    assert document.conflict is None
    assert document.save() == "same"


def test_a_file_that_is_no_text_any_more_is_a_conflict(path: Path) -> None:
    document = Document.open(path)
    path.write_bytes(b"\0\1")

    assert document.save() == "conflict"
    assert document.conflict is not None
    assert "binary" in document.conflict.why
    with pytest.raises(Unreadable, match="binary"):
        document.resolve("theirs")
    document.resolve("mine")

    assert document.modified
    assert document.save() == "same"
    assert path.read_text() == TEXT


def test_a_save_takes_in_what_it_finds(path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    path.write_text(TEXT.replace("five", "5"))

    assert document.save() == "merged"

    assert path.read_text() == document.text == TEXT.replace("one", "1").replace("five", "5")
    path.write_text(TEXT)
    assert document.save() == "taken"
    assert path.read_text() == document.text == TEXT


def test_somebody_saves_between_our_look_and_our_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    saves = [TEXT.replace("five", "5"), TEXT.replace("five", "V")]

    def slow(*arguments: object) -> bool:
        if saves:
            path.write_text(saves.pop(0))
        return write_whole(*arguments)

    monkeypatch.setattr(documents, "write_whole", slow)

    assert document.save() == "merged"

    assert path.read_text() == document.text == TEXT.replace("one", "1").replace("five", "V")


def test_somebody_saves_all_the_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    count = iter(range(1000))

    def slow(*arguments: object) -> bool:
        path.write_text(TEXT + f"{next(count)}\n")
        return write_whole(*arguments)

    monkeypatch.setattr(documents, "write_whole", slow)

    with pytest.raises(OSError, match="writes it all the time"):
        document.save()
    assert document.text.startswith("1\n")


def test_a_save_waits_until_a_file_is_written_to_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    path.write_text("")  # another editor has begun to write
    monkeypatch.setattr(documents.disk.time, "sleep", lambda _: path.write_text(TEXT + "six\n"))

    assert document.save() == "merged"

    assert path.read_text() == TEXT.replace("one", "1") + "six\n"


# ---------------------------------------------------------------- another file


def test_saving_as_another_file_goes_on_there(path: Path, tmp_path: Path) -> None:
    document = Document.open(path)
    replace(document, "one", "1")
    other = tmp_path / "other.arcg"
    other.write_text("what was there")

    document.save_as(other)

    assert other.read_text() == document.text
    assert path.read_text() == TEXT
    assert document.path == other
    assert not document.modified
    assert [place.exists() for place in (places_for(path)[0], places_for(other)[0])] == [False, True]
    replace(document, "two", "2")
    document._journal.release()  # as a crash does
    leftover = left_behind(other)
    assert leftover is not None
    assert (leftover.text, leftover.edits, leftover.changed) == (document.text, 1, False)
    again = Document.recovered(leftover)
    assert [again.undo(), again.undo(), again.undo()] == ["two to 2", "one to 1", None]


def test_a_file_that_somebody_edits_is_not_saved_over(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.arcg"
    other.write_text("theirs")
    theirs = Document.open(other)
    document = Document.open(path)

    with pytest.raises(Busy):
        document.save_as(other)
    assert other.read_text() == "theirs"
    theirs.close()
    with pytest.raises(FileNotFoundError):
        document.save_as(tmp_path / "none" / "other.arcg")
    assert not any(place.exists() for place in places_for(tmp_path / "none" / "other.arcg"))
    assert document.path == path
    document.save_as(other)
    assert other.read_text() == TEXT
    document.close()
    assert not any(place.exists() for name in (path, other) for place in places_for(name))


# ---------------------------------------------------------------- two at once


def test_two_windows_do_not_edit_one_file(path: Path) -> None:
    document = Document.open(path)
    link = path.with_name("link.arcg")
    link.symlink_to(path)

    for name in (path, link):
        with pytest.raises(Busy) as caught:
            Document.open(name)
        assert caught.value.strerror == "another window edits it"
        with pytest.raises(Busy):
            left_behind(name)

    document.close()
    Document.open(link).close()
