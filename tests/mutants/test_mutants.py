"""The suite catches a wrong engine: each slip of `mutants.py` makes the tests fail that are there to notice it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from mutants import mutants
from mutants.cells import CELLS
from mutants.mutants import MOTION, SEMANTICS, Choice, Mutant

MUTANTS = (*mutants.MUTANTS, *CELLS)

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "runtime"
PASSED, FAILED = 0, 1
"""Exit codes of pytest; a file that cannot be read or a choice of no tests gives others."""


CAUGHT = re.compile(r"^caught by tests/", re.MULTILINE)
"""What `support.mutated` says of a test in which an assertion failed."""

EACH_TESTS = [(mutant, tests) for mutant in MUTANTS for tests in mutant.tests]
WHERE = sorted({(mutant.engine, tests.file) for mutant, tests in EACH_TESTS})
RIGHT = {
    (engine, file): Choice(
        file,
        " or ".join(sorted({f"({t.only})" for mutant, t in EACH_TESTS if (mutant.engine, t.file) == (engine, file)})),
    )
    for engine, file in WHERE
}
"""All that the mutants' tests are, by engine and file: for the right engine."""

BROKEN = Mutant(
    "broken", "turn.py", "class Turn:\n", "raise ImportError\nclass Turn:\n", (Choice(SEMANTICS, "turn and reference"),)
)
CRASHING = Mutant(
    "crashing",
    "turn.py",
    "        rules = phase.rules\n",
    "        raise KeyError\n",
    (Choice(SEMANTICS, "turn and reference"),),
)


def copy_engine(folder: Path, engine: str, mutant: Mutant | None) -> Path:
    copy = folder / (mutant.name if mutant else f"right-{engine}")
    shutil.copytree(ENGINES / engine, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        text = (copy / mutant.module).read_text(encoding="utf-8")
        (copy / mutant.module).write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
    return copy


def run(engine: str, copy: Path, tests: Choice) -> tuple[int, str]:
    flags = ["-x", "-p", "support.mutated", "-p", "no:cacheprovider", "--tb=line"]
    environment = {
        **os.environ,
        "ARCG_MUTANT": str(copy),
        "ARCG_MUTANT_PACKAGE": f"arcg.runtime.{engine}",
        "NUMBA_DISABLE_JIT": "1",  # a copy of the kernels would take minutes to compile
        "ARCG_EXAMPLES": "2000" if tests.file == MOTION else "75",
        "PYTHONPATH": str(ROOT / "tests"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *flags, tests.file, "-k", tests.only],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What tests say of an engine, by its name (`right` is the one without a slip) and the tests."""
    folder = tmp_path_factory.mktemp("engines")
    copies = {mutant.name: copy_engine(folder, mutant.engine, mutant) for mutant in (*MUTANTS, BROKEN, CRASHING)}
    copies |= {
        f"right-{engine}": copy_engine(folder, engine, None) for engine in sorted({engine for engine, _ in WHERE})
    }
    asked = [(mutant.engine, mutant.name, tests) for mutant, tests in EACH_TESTS]
    asked += [(mutant.engine, mutant.name, mutant.tests[0]) for mutant in (BROKEN, CRASHING)]
    asked += [(engine, f"right-{engine}", tests) for (engine, _), tests in RIGHT.items()]
    with ThreadPoolExecutor(2) as pool:
        waiting = {(name, tests): pool.submit(run, engine, copies[name], tests) for engine, name, tests in asked}
        return {key: future.result() for key, future in waiting.items()}


@pytest.mark.parametrize("mutant", (*MUTANTS, BROKEN, CRASHING), ids=lambda mutant: mutant.name)
def test_each_mutant_is_one_change(mutant):
    assert (ENGINES / mutant.engine / mutant.module).read_text(encoding="utf-8").count(mutant.right) == 1
    assert mutant.wrong != mutant.right


@pytest.mark.parametrize(
    ("engine", "tests"),
    [(engine, tests) for (engine, _), tests in RIGHT.items()],
    ids=[f"{engine}-{Path(file).stem}" for engine, file in RIGHT],
)
def test_the_right_engine_passes(answers, engine, tests):
    code, output = answers[f"right-{engine}", tests]
    assert code == PASSED, output
    assert not CAUGHT.search(output), output


@pytest.mark.parametrize(
    ("mutant", "tests"),
    EACH_TESTS,
    ids=[f"{mutant.name}-{tests.only.replace(' ', '-')}" for mutant, tests in EACH_TESTS],
)
def test_each_mutant_is_caught_by_an_assertion(answers, mutant, tests):
    code, output = answers[mutant.name, tests]
    assert code == FAILED, output
    assert CAUGHT.search(output), output


@pytest.mark.parametrize("mutant", (BROKEN, CRASHING), ids=lambda mutant: mutant.name)
def test_an_engine_that_breaks_is_not_caught(answers, mutant):
    code, output = answers[mutant.name, mutant.tests[0]]
    assert code == FAILED, output
    assert not CAUGHT.search(output), output
