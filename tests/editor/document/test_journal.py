"""What a crash leaves behind: real processes are killed, and everything is there again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.editor.document import journal as journals
from arcg.editor.document.changes import Change
from arcg.editor.document.disk import Unreadable
from arcg.editor.document.document import CHANGED_OUTSIDE, Document
from arcg.editor.document.draft import Draft, replayed, written
from arcg.editor.document.journal import Busy, Journal, header, places_for
from arcg.editor.document.leftover import LeftBehind, Leftover, left_behind
from arcg.editor.watch import Watch

TEXT = "one\ntwo\nthree\n"


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


def journal_of(path: Path) -> Path:
    return places_for(path)[0]


def put(document: Document, text: str, joins: str | None = None) -> None:
    document.do(f"put {text}", [Change(0, 0, text)], joins=joins)


def crash(document: Document) -> None:
    """End the editing as a crash does: the journal stays, its lock goes."""
    document._journal.release()


def leftover_of(path: Path) -> Leftover:
    leftover = left_behind(path)
    assert leftover is not None
    return leftover


PROGRAM = """
import sys, time
from pathlib import Path
from arcg.editor.document.changes import Change
from arcg.editor.document.document import Document
document = Document.open(Path(sys.argv[1]))
{body}
print("ready", flush=True)
while True:
    {forever}
"""


def killed(path: Path, body: str, forever: str = "time.sleep(1)", after: float = 0.0) -> None:
    """Run a program that edits, and kill it while it does something forever, after so many seconds of that."""
    command = [sys.executable, "-c", PROGRAM.format(body=body, forever=forever), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(Busy):
            Document.open(path)
        time.sleep(after)
        process.kill()
        assert process.wait() == -signal.SIGKILL if os.name == "posix" else 1


def test_a_process_that_is_killed_loses_nothing(path: Path) -> None:
    killed(
        path,
        """
document.do("first", [Change(0, 3, "1")])
document.save()
document.do("second", [Change(2, 5, "2")], joins="stroke")
document.do("second", [Change(4, 9, "3")], joins="stroke")
document.do("gone", [Change(0, 0, "x")])
document.undo()
""",
    )
    assert path.read_text() == "1\ntwo\nthree\n"

    with pytest.raises(LeftBehind) as caught:
        Document.open(path)
    leftover = caught.value.leftover
    assert leftover == left_behind(path)
    assert (leftover.text, leftover.edits, leftover.changed, leftover.problem) == ("1\n2\n3\n", 1, False, "")
    document = Document.recovered(leftover)

    assert document.text == "1\n2\n3\n"
    assert document.modified
    assert document.redo() == "gone"
    assert [document.undo() for _ in range(4)] == ["gone", "second", "first", None]
    assert document.text == TEXT
    for _ in range(2):
        document.redo()
    document.save()
    assert path.read_text() == "1\n2\n3\n"
    document.close()
    assert [entry.name for entry in path.parent.iterdir()] == ["game.arcg"]


def test_a_process_that_is_killed_while_it_edits(path: Path) -> None:
    """The moment is any: what was done is there, one after the other, but perhaps for the last."""
    step = 'number = next(count); document.do(f"put {number}", [Change(0, 0, f"{number};")])'
    killed(path, f"count = iter(range(10**9))\n{step}\n{step}", step)

    document = Document.recovered(leftover_of(path))

    count = int(document.text.partition(";")[0]) + 1
    assert document.text == "".join(f"{number};" for number in reversed(range(count))) + TEXT
    assert document.undo() == f"put {count - 1}"
    assert count > 1


@pytest.mark.parametrize("after", [0.05, 0.1, 0.15])
def test_a_process_that_is_killed_while_it_saves(path: Path, after: float) -> None:
    """The file is whole, whichever it is."""
    step = 'document.do("put", [Change(0, len(document.text), f"{next(count)}\\n" * 20000)]); document.save()'
    killed(path, f"count = iter(range(10**9)); {step}", step, after)

    lines = path.read_text().splitlines()

    assert len(lines) == 20000
    assert len(set(lines)) == 1
    leftover = left_behind(path)
    if leftover is not None:
        document = Document.recovered(leftover)
        document.outside(path.read_bytes())
        assert document.conflict is None


def test_a_recovered_document_that_crashes_again(path: Path) -> None:
    document = Document.open(path)
    for number in range(3):
        put(document, f"{number};")
        crash(document)
        document = Document.recovered(leftover_of(path))

    assert document.text == "2;1;0;" + TEXT
    assert [document.undo() for _ in range(4)] == ["put 2;", "put 1;", "put 0;", None]


def test_nothing_is_offered_that_the_file_holds(path: Path) -> None:
    document = Document.open(path)
    put(document, "x")
    document.save()
    put(document, "y")
    document.undo()
    crash(document)

    assert left_behind(path) is None
    again = Document.open(path)
    assert again.text == "x" + TEXT
    assert not again.can_undo


def test_a_save_of_which_the_journal_does_not_know(path: Path) -> None:
    document = Document.open(path)
    put(document, "x")
    crash(document)
    path.write_text(document.text)  # the process was killed before it could write down that it has saved

    assert left_behind(path) is None


def test_what_was_saved_is_offered_when_the_file_is_gone(path: Path) -> None:
    document = Document.open(path)
    put(document, "x")
    document.save()
    crash(document)
    path.unlink()

    with pytest.raises(LeftBehind) as caught:
        Document.open(path)
    leftover = caught.value.leftover
    assert leftover.changed
    Document.recovered(leftover).save()
    assert path.read_text() == "x" + TEXT


def test_the_file_has_changed_since(path: Path) -> None:
    document = Document.open(path)
    put(document, "x")
    put(document, "\n", joins="stroke")
    document.outside((TEXT + "four\n").encode())
    put(document, "y")
    crash(document)
    path.write_text(TEXT + "four\nfive\n")

    leftover = leftover_of(path)
    assert (leftover.changed, leftover.edits) == (True, 3)
    document = Document.recovered(leftover)

    assert document.outside(path.read_bytes()) == "merged"
    assert document.text == "y\nx" + TEXT + "four\nfive\n"
    assert [document.undo() for _ in range(5)] == [CHANGED_OUTSIDE, "put y", CHANGED_OUTSIDE, "put \n", "put x"]
    assert document.text == TEXT


def test_a_watch_begins_with_what_the_document_knows(path: Path) -> None:
    document = Document.open(path)
    put(document, "x\n")
    crash(document)
    path.write_text(TEXT + "four\n")

    document = Document.recovered(leftover_of(path))
    watch = Watch(path, document.disk)
    content = watch.poll()

    assert content is not None
    assert document.outside(content) == "merged"
    document.save()
    for content in (watch.poll(), watch.poll()):
        assert content is None or document.outside(content) == "same"
    assert not document.modified
    assert watch.poll() is None


def test_what_was_left_behind_can_be_thrown_away(path: Path) -> None:
    document = Document.open(path)
    put(document, "x")
    crash(document)

    leftover_of(path).discard()

    assert [entry.name for entry in path.parent.iterdir()] == ["game.arcg"]
    assert Document.open(path).text == TEXT


def test_the_last_line_is_torn(path: Path) -> None:
    document = Document.open(path)
    put(document, "a")
    put(document, "b")
    crash(document)
    whole = journal_of(path).read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for size in range(len(whole) - last, len(whole)):
        journal_of(path).write_bytes(whole[:size])
        leftover = leftover_of(path)
        assert (leftover.text, leftover.problem) == ("a" + TEXT, "")
    document = Document.recovered(leftover)
    put(document, "c")
    crash(document)

    assert leftover_of(path).text == "ca" + TEXT


def test_the_header_is_torn(path: Path) -> None:
    for content in (b"", b'{"format":"arcg-jour'):
        journal_of(path).write_bytes(content)

        assert left_behind(path) is None
        Document.open(path).close()


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\0garbage",
        b"[1, 2]",
        b"[" * 100_000,
        b"{}",
        b'{"act":"fly"}',
        b'{"act":"do","label":"x","changes":[[0,9999,""]]}',
        b'{"act":"do","label":"x","changes":[["a",0,""]]}',
        b'{"act":"do","label":"x","changes":7}',
        b'{"act":"saved","sha256":"0"}',
        b'{"act":"outside","base":[[5,1,""]],"label":"","changes":[]}',
    ],
    ids=lambda damage: damage[:60].decode("latin-1"),
)
def test_a_damaged_journal_gives_what_came_before(path: Path, damage: bytes) -> None:
    document = Document.open(path)
    put(document, "a")
    put(document, "b")
    crash(document)
    lines = journal_of(path).read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], damage + b"\n", *lines[2:]])
    journal_of(path).write_bytes(damaged)

    leftover = leftover_of(path)
    assert (leftover.text, leftover.edits) == ("a" + TEXT, 1)
    assert leftover.problem == "line 3 of the journal is damaged; what came before it is kept"
    document = Document.recovered(leftover)

    assert document.text == "a" + TEXT
    assert journal_of(path).with_suffix(".damaged-1").read_bytes() == damaged
    put(document, "c")
    crash(document)
    leftover = leftover_of(path)
    assert (leftover.text, leftover.problem) == ("ca" + TEXT, "")
    assert path.read_text() == TEXT


@pytest.mark.parametrize("content", [b"hello\n", b"\0\0\0\n", b'{"format":"arcg-journal","version":99}\n', b"[]\n{}\n"])
def test_a_journal_without_a_header_gives_nothing_and_harms_nothing(path: Path, content: bytes) -> None:
    journal_of(path).write_bytes(content)

    with pytest.raises(LeftBehind):
        Document.open(path)
    leftover = leftover_of(path)
    assert (leftover.text, leftover.edits) == (None, 0)
    with pytest.raises(Unreadable):
        Document.recovered(leftover)
    assert path.read_text() == TEXT
    leftover_of(path).discard()
    Document.open(path).close()


def test_a_header_of_another_text_is_damaged(path: Path) -> None:
    record = header(path, TEXT) | {"text": TEXT + "x"}

    assert replayed(json.dumps(record).encode() + b"\n")[0] is None


# ---------------------------------------------------------------- where it cannot be written


def refusing(folder: Path) -> Callable[..., int]:
    """An `os.open` that makes nothing in a folder; the administrator may write everywhere."""
    real = os.open

    def refuse(place: Path, flags: int, *more: int) -> int:
        if Path(place).parent == folder and flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", str(place))
        return real(place, flags, *more)

    return refuse


def test_in_a_folder_that_cannot_be_written_it_lies_elsewhere(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refusing(path.parent))
        document = Document.open(path)
        assert document.trouble == ""
        put(document, "x")
        crash(document)
        assert not journal_of(path).exists()
        assert len(list((state / "arcg" / "journals").iterdir())) == 1

    leftover = leftover_of(path)  # also when the folder can be written again
    assert leftover.text == "x" + TEXT
    Document.recovered(leftover).close()
    assert list((state / "arcg" / "journals").iterdir()) == []


def test_without_any_journal_the_editing_goes_on(
    path: Path, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.write_text("no folder")
    other = tmp_path / "other.arcg"
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refusing(path.parent))
        document = Document.open(path)
        assert "permission denied" in document.trouble
        put(document, "x")
        document.rest()
        assert document.undo() == "put x"
        document.redo()
    document.save()
    assert path.read_text() == "x" + TEXT

    document.save_as(other)  # where there can be one
    assert document.trouble == ""
    put(document, "y")
    crash(document)
    assert leftover_of(other).text == "yx" + TEXT


def test_a_disk_that_is_full_for_a_while(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    put(document, "a")
    real = os.write

    def full(handle: int, data: bytes) -> int:
        """Takes half of it, then nothing."""
        if len(data) < 30:
            raise OSError(28, "No space left on device")
        return real(handle, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        put(document, "b")
        put(document, "c")
        assert "no space left" in document.trouble
        crashed = replayed(journal_of(path).read_bytes())
        assert crashed[0] is not None
        assert (crashed[0].history.text, crashed[2]) == ("a" + TEXT, "")
    put(document, "d")

    assert document.trouble == ""
    crash(document)
    assert leftover_of(path).text == "dcba" + TEXT


def test_a_journal_that_somebody_removes_is_there_again(path: Path) -> None:
    document = Document.open(path)
    put(document, "a")
    journal_of(path).unlink()
    put(document, "b")
    with pytest.raises(Busy):
        Document.open(path)
    put(document, "c")
    crash(document)

    document = Document.recovered(leftover_of(path))
    assert document.text == "cba" + TEXT
    assert [document.undo() for _ in range(3)] == ["put c", "put b", "put a"]
    document.close()


def test_one_that_is_just_being_removed_is_not_taken(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, first = journals._lock, []

    def late(handle: int, name: Path) -> None:
        if not first:
            first.append(handle)
            journal_of(path).unlink()
        real(handle, name)

    monkeypatch.setattr(journals, "_lock", late)

    journal = Journal(path)

    assert journal_of(path).exists()
    journal.begin([header(path, TEXT)])
    assert replayed(journal_of(path).read_bytes())[0] is not None
    journal.close()


def test_others_may_read_it_who_may_read_the_file(path: Path) -> None:
    path.chmod(0o600)
    document = Document.open(path)

    assert journal_of(path).stat().st_mode & 0o777 == 0o600
    document.close()


def test_an_edit_costs_its_change_only(path: Path) -> None:
    path.write_text("x" * 100_000)
    document = Document.open(path)
    before = journal_of(path).stat().st_size

    put(document, "y")

    assert journal_of(path).stat().st_size - before < 120
    document.close()


ACTS = st.one_of(
    st.tuples(
        st.just("do"),
        st.integers(0, 10),
        st.integers(0, 3),
        st.sampled_from(["", "a", "b\n", "ü"]),
        st.sampled_from([None, "s"]),
    ),
    st.tuples(st.sampled_from(["undo", "redo", "saved"])),
    st.tuples(st.just("outside"), st.sampled_from(["", "a\n", "b\na\n"])),
)


@given(st.lists(ACTS, max_size=12))
def test_a_journal_replays_to_the_same_document(acts: list[tuple[object, ...]]) -> None:
    """Whatever was done: the text, the text of the file, the number of edits and the whole history."""
    draft = Draft(TEXT)
    records = [header(Path("x"), TEXT)]
    for word, *values in acts:
        text = draft.history.text
        if word == "do":
            start, length, new, joins = values
            start = min(start, len(text))
            changes = written([Change(start, min(start + length, len(text)), new)])
            record = {"act": "do", "label": new, "changes": changes, "joins": joins}
        elif word == "saved":
            record = {"act": "saved", "sha256": journals.digest(text)}
        elif word == "outside":
            changes = written([Change(0, len(text), values[0])])
            base = written([Change(0, len(draft.base), values[0])])
            record = {"act": "outside", "base": base, "label": "outside", "changes": changes}
        else:
            record = {"act": word}
        draft.take(record)
        records.append(record)

    again, _, problem = replayed("".join(json.dumps(record) + "\n" for record in records).encode())

    assert again is not None
    assert problem == ""
    assert (again.history.text, again.base, again.edits) == (draft.history.text, draft.base, draft.edits)
    assert (again.edits == 0) == (again.history.text == again.base)
    while again.history.undo_label is not None:
        assert again.history.undo() == draft.history.undo()
        assert again.history.text == draft.history.text
    while again.history.redo_label is not None:
        assert again.history.redo() == draft.history.redo()
        assert again.history.text == draft.history.text
