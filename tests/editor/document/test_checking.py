from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arcg.editor.document import checking
from arcg.editor.document.checking import Checked, Checker, checked

PATIENCE = 60


@pytest.fixture
def checker() -> Iterator[Checker]:
    checker = Checker("game.arcg")
    yield checker
    checker.close()


class Gate:
    """Stands in for the check: each text waits until it is let through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        self.begun, self.go = threading.Semaphore(0), threading.Semaphore(0)
        monkeypatch.setattr(checking, "check_text", self._check)

    def _check(self, text: str, path: str) -> tuple[None, list[object]]:
        self.seen.append(text)
        self.begun.release()
        assert self.go.acquire(timeout=PATIENCE)
        return None, []


def test_gives_game_program_and_diagnostics(checker: Checker, demo_text: str) -> None:
    checker.submit(3, demo_text)

    found = checker.wait(PATIENCE)

    assert found is not None
    assert (found.revision, found.text, found.failure) == (3, demo_text, "")
    assert found.game is not None
    assert found.program is not None
    assert found.program.name == "demo"
    again = checker.poll()
    assert again is None or again.later is not None
    checker.path = "other.arcg"
    checker.submit(4, "game demo\n")
    found = checker.wait(PATIENCE)
    assert found is not None
    assert (found.revision, found.program) == (4, None)
    assert {diagnostic.span.file for diagnostic in found.diagnostics} == {"other.arcg"}


def test_what_takes_longer_comes_after_the_rest(checker: Checker, demo_text: str) -> None:
    letter = "        9999\n        9...\n        999.\n        9...\n        9999\n"
    checker.submit(1, demo_text.replace("        9\n", letter))
    first = checker.wait(PATIENCE)
    assert first is not None
    found = first
    ends = time.monotonic() + PATIENCE
    while found.later is None:
        assert time.monotonic() < ends
        found = checker.poll() or found
        time.sleep(0.001)
    assert found.program is first.program
    assert found.diagnostics == first.diagnostics
    assert "W501" in {one.code for one in found.later}


def test_a_newer_text_does_not_wait_for_what_takes_longer(monkeypatch: pytest.MonkeyPatch, demo_text: str) -> None:
    completed, told = [], threading.Event()
    checker = Checker("game.arcg")

    def check(revision: int, text: str, path: str) -> Checked:
        if revision == 1:
            checker.submit(2, text)
        return checked(revision, text, path)

    def complete(result: Checked) -> Checked:
        completed.append(result.revision)
        told.set()
        return replace(result, later=())

    monkeypatch.setattr(checking, "checked", check)
    monkeypatch.setattr(checking, "completed", complete)
    checker.submit(1, demo_text)
    assert told.wait(PATIENCE)
    checker.close()
    assert completed == [2]


def test_a_fault_in_what_takes_longer_is_told(monkeypatch: pytest.MonkeyPatch, demo_text: str) -> None:
    result = checked(1, demo_text, "game.arcg")
    monkeypatch.setattr(checking, "review", lambda game: 1 // 0)
    found = checking.completed(result)
    assert "ZeroDivisionError" in found.failure
    assert found.program is result.program
    assert found.later == ()


def test_a_text_that_waits_while_a_newer_one_comes_is_left_out(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    checker.submit(1, "one")
    assert gate.begun.acquire(timeout=PATIENCE)
    checker.submit(2, "two")
    checker.submit(3, "three")
    assert checker.busy
    gate.go.release(2)

    found = checker.wait(PATIENCE)

    assert gate.seen == ["one", "three"]
    assert found is not None
    assert found.revision == 3
    assert not checker.busy


def test_closing_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    told = threading.Event()
    checker = Checker("game.arcg", told.set)
    checker.submit(1, "one")
    assert gate.begun.acquire(timeout=PATIENCE)

    checker.close()

    assert checker.wait(PATIENCE) is None
    gate.go.release()
    checker._thread.join(PATIENCE)
    assert not checker._thread.is_alive()
    assert checker.poll() is None
    assert not told.is_set()


@pytest.mark.parametrize("fault", [ValueError("out of shape"), RecursionError("too deep"), MemoryError()])
def test_a_fault_of_the_checker_is_told(checker: Checker, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def fail(*_: object) -> None:
        raise fault

    before = sys.getswitchinterval()
    sys.setswitchinterval(before * 2)
    monkeypatch.setattr(checking, "check_text", fail)
    checker.submit(1, "one")
    found = checker.wait(PATIENCE)
    assert found is not None
    assert found.failure == f"the checker has failed: {type(fault).__name__}: {fault}"
    assert sys.getswitchinterval() == pytest.approx(before * 2)
    sys.setswitchinterval(before)

    monkeypatch.undo()
    checker.submit(2, "game demo\n")
    found = checker.wait(PATIENCE)
    assert found is not None
    assert found.diagnostics


def test_a_program_that_cannot_be_built_is_told(monkeypatch: pytest.MonkeyPatch, demo_text: str) -> None:
    def fail(_: object) -> None:
        raise ValueError("a fault of the checker")

    monkeypatch.setattr(checking, "lower", fail)

    assert checked(1, demo_text, "game.arcg").failure.endswith("ValueError: a fault of the checker")


def test_the_window_is_told_when_there_is_something_to_poll(demo_text: str) -> None:
    told = threading.Event()

    def tell() -> None:
        told.set()
        raise RuntimeError("the window is gone")

    checker = Checker("game.arcg", tell)
    for revision in range(2):
        told.clear()

        checker.submit(revision, demo_text)

        while checker.poll() is None:
            assert told.wait(PATIENCE)
    checker.close()
