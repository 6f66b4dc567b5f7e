"""A pytest plugin that swaps the engine `ARCG_MUTANT_PACKAGE` for the copy in the folder that `ARCG_MUTANT` names.

It is loaded by hand (`-p support.mutated`), before anything of arcg is imported; the product knows nothing of it.
Each test in which an assertion failed gets a line `caught by ..` at the end; a crash or a failed import gets none.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import Phase, settings

PACKAGE = os.environ["ARCG_MUTANT_PACKAGE"]
FOLDER = Path(os.environ["ARCG_MUTANT"])


class Swap(PathFinder):
    """Finds the engine's package in the other folder; its modules follow by the package's own path."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None) -> ModuleSpec | None:
        if fullname != PACKAGE:
            return None
        return spec_from_file_location(fullname, FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)])


if PACKAGE in sys.modules:
    raise ImportError("the engine is already there: too late to swap it")
sys.meta_path.insert(0, Swap)

# A failure is all that is asked for; making it small takes longer than finding it.
settings.register_profile("mutated", phases=(Phase.explicit, Phase.generate), database=None, report_multiple_bugs=False)
settings.load_profile("mutated")

caught: list[str] = []


def pytest_exception_interact(call, report) -> None:
    asserted = isinstance(call.excinfo.value, AssertionError | pytest.fail.Exception)
    if asserted and report.when == "call":
        caught.append(report.nodeid)


def pytest_terminal_summary(terminalreporter) -> None:
    for nodeid in caught:
        terminalreporter.write_line(f"caught by {nodeid}")


def pytest_sessionfinish(session) -> None:
    engine = sys.modules.get(PACKAGE)
    if engine is None or Path(engine.__file__ or "").parent != FOLDER:
        raise RuntimeError("the tests did not run the swapped engine")
