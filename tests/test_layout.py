"""The house stays in order: imports point one way, the engines know only the IR, and the file map is complete."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("dsl", "compiler", "runtime", "editor", "arcg")
"""Each may import itself and those before it."""

ANYWHERE = ("arcg", "arcg.games")
"""The front door itself, which loads nothing when imported, and the folder of games, which is data."""

MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "arcg"


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    here = ROOMS.index(path.relative_to(ROOT).parts[0])

    upward = [
        name
        for name in _imports(path)
        if name.split(".")[0] == "arcg" and name not in ANYWHERE and ROOMS.index(_room(name)) > here
    ]

    assert not upward


def test_the_reference_engine_imports_only_the_ir_and_the_protocol() -> None:
    """A second engine can only check the first if they share nothing that could be wrong in both."""
    allowed = ("arcg.compiler", "arcg.compiler.ir", "arcg.runtime.engine")
    ours = {
        name
        for path in (ROOT / "runtime" / "reference").glob("*.py")
        for name in _imports(path)
        if name.split(".")[0] == "arcg" and not name.startswith("arcg.runtime.reference")
    }

    assert ours <= set(allowed)


def test_contributing_maps_every_file() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    missing = [
        str(path.relative_to(ROOT))
        for path in MODULES
        if path.name != "__init__.py" and f"`{path.relative_to(ROOT)}`" not in text
    ]

    assert not missing


def test_modules_say_what_they_are() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in MODULES
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert not silent
