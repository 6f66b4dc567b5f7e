"""The solver's process: what is asked last is answered, and nothing is left behind, however it ends."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.editor.solver import Answer, Solver
from arcg.runtime.engine import Action
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

TEXT = """\
game small
board 4x3 ground black
actions arrows
layer floor
layer solid
kind Goal on floor
kind Player on solid
kind Crate on solid
Player walks
Crate is pushed by Player
{rules}win when every Goal has Crate on Goal
legend
    P = Player
    o = Goal
    c = Crate
level
    map
        P...
        .c.o
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tests look at processes as POSIX has them")


def program_of(rules: str = "") -> Program:
    game, found = check_text(TEXT.format(rules=rules), "small")
    assert game is not None, found
    return lower(game)


def after(program: Program, *actions: int) -> bytes:
    engine = ReferenceEngine(program)
    for action in actions:
        engine.step(action)
    return engine.state()


@pytest.fixture
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.close()


@pytest.fixture(scope="module")
def lasting() -> Iterator[Solver]:
    """One for all tests that leave it as it was: starting a process takes a while."""
    made = Solver()
    yield made
    made.close()


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)


def answer(solver: Solver) -> Answer:
    found: list[Answer] = []
    until(lambda: found.append(told) or True if (told := solver.poll()) is not None else False)
    return found[0]


def process(solver: Solver) -> subprocess.Popen[bytes]:
    assert solver._line is not None
    return solver._line._process


def lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_answers_win_and_lose(lasting: Solver) -> None:
    program = program_of()
    number = lasting.ask(program, after(program))
    assert lasting.thinking
    found = answer(lasting)

    assert (found.question, found.outcome, found.shortest, len(found.moves)) == (number, "winnable", True, 3)
    assert [str(move) for move in found.moves] == ["down", "right", "right"]
    assert (found.why, found.seed, lasting.thinking, lasting.poll()) == ("", None, False, None)

    lasting.ask(program, after(program, Action.RIGHT, Action.DOWN))
    lost = answer(lasting)
    assert (lost.outcome, lost.moves, lost.looked_up) == ("lost", (), True)


def test_a_long_search_ends_when_something_else_is_asked(lasting: Solver) -> None:
    small, push = program_of(), load(ROOT / "benchmarks" / "push.arcg")
    lasting.ask(push, after(push))
    until(lambda: lasting.progress)
    number = lasting.ask(small, after(small))

    found = answer(lasting)
    assert (found.question, found.outcome) == (number, "winnable")


def test_clicks_have_pixels_that_win(lasting: Solver) -> None:
    program = load(ROOT / "games" / "glow" / "glow.arcg")
    engine = ReferenceEngine(program)
    lasting.ask(program, engine.state())
    found = answer(lasting)

    assert found.outcome == "winnable"
    assert all(move.action == Action.CLICK for move in found.moves)
    for move in found.moves:
        engine.step(move.action, move.x, move.y)
    assert engine.levels_completed == 1


def test_the_last_question_is_answered(lasting: Solver) -> None:
    program = program_of()
    for actions in [(), (Action.RIGHT,), (Action.RIGHT, Action.DOWN)] * 5:
        number = lasting.ask(program, after(program, *actions))
    found = answer(lasting)

    assert (found.question, found.outcome) == (number, "lost")
    assert lasting.poll() is None


def test_a_new_program_is_answered_by_its_own_rules(lasting: Solver) -> None:
    stuck, plain = program_of("let stuck(Crate, right)\n"), program_of()
    lasting.ask(plain, after(plain))
    assert answer(lasting).outcome == "winnable"
    lasting.ask(stuck, after(stuck))
    assert answer(lasting).outcome == "lost"


def test_what_was_cancelled_is_not_answered(lasting: Solver) -> None:
    program = program_of()
    lasting.ask(program, after(program))
    lasting.cancel()
    assert not lasting.thinking
    number = lasting.ask(program, after(program, Action.RIGHT))

    assert answer(lasting).question == number


def test_what_cannot_be_answered_is_told(lasting: Solver) -> None:
    program = program_of()
    lasting.ask(program, b"nonsense")
    found = answer(lasting)

    assert found.outcome == "unknown"
    assert "no state of this game" in found.why
    lasting.ask(program, after(program))
    assert answer(lasting).outcome == "winnable"


def test_a_process_that_dies_is_told_and_replaced(solver: Solver) -> None:
    program = program_of()
    solver.ask(program, after(program))
    process(solver).kill()
    died = answer(solver)
    assert (died.outcome, "stopped unexpectedly" in died.why) == ("unknown", True)
    assert not solver.thinking

    solver.ask(program, after(program))
    assert answer(solver).outcome == "winnable"


def test_close_leaves_no_process_and_no_thread() -> None:
    program = program_of()
    woken: list[int] = []
    solver = Solver(lambda: woken.append(1))
    solver.ask(program, after(program))
    answer(solver)
    assert woken
    child, line = process(solver), solver._line
    solver.close()
    solver.close()

    assert child.returncode is not None
    assert line is not None
    assert not line._reader.is_alive()
    assert not line._writer.is_alive()
    solver.ask(program, after(program))
    assert answer(solver).outcome == "winnable"
    solver.close()


PARENT = """
import pickle, sys, time
from arcg.editor.solver import Solver
program, state = pickle.load(open(sys.argv[1], "rb"))
solver = Solver()
solver.ask(program, state)
print(solver._line._process.pid, flush=True)
time.sleep(600)
"""


def test_the_process_ends_with_one_that_is_killed(tmp_path: Path) -> None:
    program = program_of()
    (tmp_path / "question").write_bytes(pickle.dumps((program, after(program))))
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path / "question")], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert lives(child)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        until(lambda: not lives(child))


def test_kernels_that_are_not_there_are_told_and_not_compiled(
    solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCG_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    program = program_of()
    solver.ask(program, after(program))
    found = answer(solver)

    assert (found.outcome, found.compiling) == ("unknown", True)
    assert solver.thinking
    time.sleep(1.5)
    assert solver.poll() is None
    assert not list(tmp_path.rglob("building"))


def test_nothing_heavy_is_loaded_by_the_window() -> None:
    code = "import sys, arcg.editor.solver; print([n for n in ('numba', 'llvmlite', 'pygame') if n in sys.modules])"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
