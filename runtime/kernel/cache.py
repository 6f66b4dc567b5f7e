"""Where compiled kernels are kept, and under which names.

A module's machine code lies in a folder named by a hash of its source and of that of every kernel module it uses, so
that a changed kernel never meets old machine code (numba itself notices changes in the file of a function, not in
what the function calls). Nothing here loads numba.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path

SOURCES = Path(__file__).parent
PACKAGE = "arcg.runtime.kernel"
KEY_BYTES = 16
_FROM_MODULE = re.compile(rf"^from {re.escape(PACKAGE)}\.(\w+) import", re.MULTILINE)
_FROM_PACKAGE = re.compile(rf"^from {re.escape(PACKAGE)} import ([\w, ]+)", re.MULTILINE)


@lru_cache(maxsize=1)
def key() -> str:
    """A hash of everything that decides what a kernel does, in hex: the same on every machine for the same arcg."""
    return module_key("units")


@cache
def module_key(module: str) -> str:
    """A hash of a kernel module and all that it uses, in hex."""
    total = hashlib.sha256()
    for name in sorted(_used(module)):
        total.update(name.encode() + b"\0" + _source(name).encode() + b"\0")
    return total.hexdigest()[: 2 * KEY_BYTES]


def _used(module: str) -> set[str]:
    """A module and the modules of the package that it uses, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = _source(name)
            waiting += _FROM_MODULE.findall(text)
            waiting += [word for names in _FROM_PACKAGE.findall(text) for word in names.replace(",", " ").split()]
    return found


@cache
def _source(module: str) -> str:
    return (SOURCES / f"{module}.py").read_text(encoding="utf-8")


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
