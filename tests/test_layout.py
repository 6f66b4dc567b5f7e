"""The house stays in order: imports point one way, the engines know only the IR, and the file map is complete."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("dsl", "compiler", "runtime", "editor", "arcg")
"""Each may import itself and those before it."""

ANYWHERE = ("arcg", "arcg.games")
"""The front door itself, which loads nothing when imported, and the folder of games, which is data."""

MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))

KERNELS = sorted(path for path in (ROOT / "runtime" / "kernel").rglob("*.py") if path.name != "__main__.py")


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


WINDOWS = ("editor/studio/", "editor/window.py", "editor/draw.py", "editor/lettering.py", "editor/tester.py")
"""What may know pygame; everything else of the editor is a document, a session or a picture made of numbers."""


@pytest.mark.parametrize("path", [path for path in MODULES if path.relative_to(ROOT).parts[0] == "editor"], ids=str)
def test_only_windows_know_pygame(path: Path) -> None:
    if path.relative_to(ROOT).as_posix().startswith(WINDOWS):
        return

    outermost = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Import)]

    assert not [alias.name for node in outermost for alias in node.names if alias.name.startswith("pygame")]


def _used_by(engine: str) -> set[str]:
    """What of ours the modules of an engine import, themselves apart, and what that imports in turn."""
    own = f"arcg.runtime.{engine}"
    waiting = [name for path in (ROOT / "runtime" / engine).rglob("*.py") for name in _imports(path)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name.split(".")[0] != "arcg" or name in found or name in ANYWHERE or name.startswith(own):
            continue
        found.add(name)
        path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if path.exists() and name not in ("arcg.compiler.ir", "arcg.runtime.engine"):
            waiting += _imports(path)
    return found


def test_engines_have_nothing_in_common_but_the_ir_and_the_protocol() -> None:
    """A second engine can only check the first if they share nothing that could be wrong in both."""
    common = {"arcg.compiler", "arcg.compiler.ir", "arcg.runtime.engine"}
    reference, kernel = _used_by("reference"), _used_by("kernel")

    assert reference <= common
    assert reference & kernel <= common
    assert not any(name.startswith("arcg.runtime.reference") for name in kernel)
    assert not any(name.startswith(("arcg.dsl", "arcg.runtime")) for name in kernel - common - {"arcg.runtime"})


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_of_the_kernel_hides_another(path: Path) -> None:
    """Kernels import all names of several modules of constants: of two with one name the last would win, silently."""
    module = import_module(f"arcg.{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}")
    hidden = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arcg.runtime.kernel."):
            source = vars(import_module(node.module or ""))
            names = {alias.asname or alias.name: alias.name for alias in node.names}
            if "*" in names:
                names = {name: name for name in source if name.isupper() and name[0] != "_"}
            hidden += [name for name, origin in names.items() if vars(module)[name] is not source[origin]]

    assert not hidden


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
