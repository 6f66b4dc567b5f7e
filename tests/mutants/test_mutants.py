"""The suite catches a wrong engine: each slip of `mutants.py` makes the tests fail that are there to notice it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from mutants.mutants import MUTANTS, Mutant

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "runtime" / "reference"
PASSED, FAILED = 0, 1
"""Exit codes of pytest; a file that cannot be read or a choice of no tests gives others."""


def copy_engine(folder: Path, mutant: Mutant | None) -> Path:
    copy = folder / (mutant.name if mutant else "right")
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        text = (copy / mutant.module).read_text(encoding="utf-8")
        (copy / mutant.module).write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
    return copy


def run(engine: Path, files: list[str], only: str) -> tuple[int, str]:
    flags = ["-x", "-p", "support.mutated", "-p", "no:cacheprovider", "--tb=line"]
    environment = {
        **os.environ,
        "ARCG_MUTANT": str(engine),
        "ARCG_EXAMPLES": "2000" if "motion" in only else "75",
        "PYTHONPATH": str(ROOT / "tests"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *flags, *files, "-k", only],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the tests say of each mutant, by name, and of the right engine, under ``right <file>``."""
    folder = tmp_path_factory.mktemp("engines")
    right = copy_engine(folder, None)
    with ThreadPoolExecutor(2) as pool:
        waiting = {
            mutant.name: pool.submit(run, copy_engine(folder, mutant), [mutant.file], mutant.only) for mutant in MUTANTS
        }
        for file in {mutant.file for mutant in MUTANTS}:
            only = " or ".join(sorted({mutant.only for mutant in MUTANTS if mutant.file == file}))
            waiting[f"right {file}"] = pool.submit(run, right, [file], only)
        return {name: future.result() for name, future in waiting.items()}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_each_mutant_is_one_change(mutant):
    assert (ENGINE / mutant.module).read_text(encoding="utf-8").count(mutant.right) == 1
    assert mutant.wrong != mutant.right


@pytest.mark.parametrize("file", sorted({mutant.file for mutant in MUTANTS}))
def test_the_right_engine_passes(answers, file):
    code, output = answers[f"right {file}"]
    assert code == PASSED, output


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_each_mutant_is_caught(answers, mutant):
    code, output = answers[mutant.name]
    assert code == FAILED, output
