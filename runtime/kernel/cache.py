"""Where compiled kernels are kept, and under which names.

A module's machine code lies in a folder named by a hash of its source and of that of every module from which it takes
kernels or constants, so that a changed kernel never meets old machine code (numba itself notices changes in the file of
a function, not in what the function calls). Nothing here loads numba.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PACKAGE = "arcg.runtime.kernel"
KEY_BYTES = 16
UNITS = ("units", "cellwise.units")
"""Modules of units (`calling.py`)."""
ROOTS = (*UNITS, "entries", "looking", "varints", "cellwise.looking", "cellwise.listing")
"""Modules that use all others with kernels."""
_IMPORT = re.compile(r"^from (arcg[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
OUTSIDE = {"arcg.compiler.ir": "compiler/ir.py", "arcg.runtime.engine": "runtime/engine.py"}
"""Modules outside the package whose constants are compiled into kernels, as paths in the project."""


@lru_cache(maxsize=1)
def key() -> str:
    """A hash of everything that decides what a kernel does, in hex: the same on every machine for the same arcg."""
    total = hashlib.sha256("\0".join(module_key(module) for module in ROOTS).encode())
    return total.hexdigest()[: 2 * KEY_BYTES]


@cache
def module_key(module: str) -> str:
    """A hash of a kernel module, named below the package, and all that it uses, in hex."""
    total = hashlib.sha256()
    for path in sorted(_used(module)):
        total.update(path.encode() + b"\0" + _source(path).encode() + b"\0")
    return total.hexdigest()[: 2 * KEY_BYTES]


def path_of(module: str) -> str:
    """The file of a module, named below the package, as a path in the project."""
    return f"runtime/kernel/{module.replace('.', '/')}.py"


def _used(module: str) -> set[str]:
    """The files of a module and of what its machine code is made of, as paths in the project."""
    found: set[str] = set()
    waiting = [path_of(module)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            if path not in OUTSIDE.values():
                waiting += _imported(_source(path))
    return found


def _imported(text: str) -> list[str]:
    """The files that decide what the kernels in a source do."""
    paths = []
    for package, names in _IMPORT.findall(text):
        for name in [package, *(f"{package}.{word}" for word in re.findall(r"\w+", names))]:
            if name.startswith(PACKAGE + "."):
                path = path_of(name.removeprefix(PACKAGE + "."))
                paths += [path] if (PROJECT / path).exists() else []
            elif name in OUTSIDE:
                paths.append(OUTSIDE[name])
    return paths


@cache
def _source(path: str) -> str:
    return (PROJECT / path).read_text(encoding="utf-8")


@cache
def folder(module: str = "units") -> Path:
    """The folder for the machine code of a module; made if need be.

    In `ARCG_CACHE_DIR`, or the user's cache folder; in a temporary folder where neither can be written.
    """
    for base in _bases():
        path = base / "kernels" / f"{module}-{module_key(module)}"
        try:
            path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path):
                return path
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="arcg-kernels-"))


def _bases() -> list[Path]:
    """The folders to try, the preferred one first."""
    bases = []
    if os.environ.get("ARCG_CACHE_DIR"):
        bases.append(Path(os.environ["ARCG_CACHE_DIR"]))
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        bases.append(Path(os.environ["LOCALAPPDATA"]) / "arcg")
    elif os.environ.get("XDG_CACHE_HOME"):
        bases.append(Path(os.environ["XDG_CACHE_HOME"]) / "arcg")
    elif Path("~").expanduser() != Path("~"):
        bases.append(Path("~").expanduser() / ".cache" / "arcg")
    bases.append(Path(tempfile.gettempdir()) / f"arcg-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    return bases
