"""Where compiled kernels are kept, and under which names.

A module's machine code lies in a folder named by a hash of its source, of that of every module from which it takes
kernels or constants, and of what machine code depends on: the processor, Python, numba. So a changed kernel never meets
old machine code (numba itself notices changes in the file of a function, not in what the function calls), and copies of
arcg in several places share theirs. Of too many folders the least used are thrown away. Nothing here loads numba.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import platform
import re
import sys
import tempfile
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path

from arcg.runtime.kernel import shelf

PROJECT = Path(__file__).parents[2]
PACKAGE = "arcg.runtime.kernel"
KEY_BYTES = 16
ROOM = 512 << 20
"""Most bytes of the machine code of all versions of arcg together; one version takes about 40 MB."""
SPARED = 3600.0
"""Seconds for which machine code that was used stays in any case: who uses it may not have read all of it yet."""
UNITS = ("units", "cellwise.units")
"""Modules of units (`calling.py`)."""
ROOTS = (
    *UNITS, "entries", "looking", "varints", "cellwise.looking", "cellwise.listing", "exploring", "cellwise.exploring",
    "graphs",
)  # fmt: skip
"""Modules that use all others with kernels."""
_IMPORT = re.compile(r"^from (arcg[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_given: list[Path] = []
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
                waiting += _imported(path)
    return found


@cache
def _imported(path: str) -> list[str]:
    """The files that decide what the kernels in a file do."""
    paths = []
    for package, names in _IMPORT.findall(_source(path)):
        for name in [package, *(f"{package}.{word}" for word in re.findall(r"\w+", names))]:
            if name.startswith(PACKAGE + "."):
                file = path_of(name.removeprefix(PACKAGE + "."))
                paths += [file] if _exists(file) else []
            elif name in OUTSIDE:
                paths.append(OUTSIDE[name])
    return paths


@cache
def _exists(path: str) -> bool:
    return os.path.exists(f"{PROJECT}/{path}")  # noqa: PTH110  asked some thousand times, and paths are slow


@cache
def _source(path: str) -> str:
    return (PROJECT / path).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def machine() -> str:
    """What machine code depends on, as a hash: the processor, Python and numba."""
    processor = platform.processor()
    with contextlib.suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as file:
        first = itertools.takewhile(str.strip, file)  # the others are like it
        processor += "".join(line for line in first if line.startswith(("model name", "flags", "Features")))
    versions = [platform.machine(), sys.version, *(metadata.version(name) for name in ("numba", "llvmlite", "numpy"))]
    return hashlib.sha256("\0".join([processor, *versions]).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def root() -> Path | None:
    """The folder for all machine code; made if need be. None where nothing can be written.

    In `ARCG_CACHE_DIR`, or the user's cache folder; in the folder for temporary files where neither can be written.
    """
    for base in _bases():
        with contextlib.suppress(OSError):
            (base / "kernels").mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=base / "kernels"):
                return base
    return None


@cache
def folder(module: str = "units") -> Path | None:
    """The folder for the machine code of a module, which counts as used now; None where nothing can be written."""
    base = root()
    if base is None:
        return None
    path = base / "kernels" / f"{module}-{module_key(module)}-{machine()}"
    shelf.touch(path)
    _given.append(path)
    return path


def all_there(folders: list[str]) -> bool:
    """Whether none of some folders, which `folders` told, has been thrown away."""
    base = root()
    return base is not None and all((base / "kernels" / name).is_dir() for name in folders)


def folders() -> list[str]:
    """The names of the folders that were asked for so far in this process."""
    return [path.name for path in _given]


@lru_cache(maxsize=1)
def make_room() -> None:
    """Throw away the machine code that was not used for longest, if there is too much; once in a process."""
    base = root()
    if base is not None:
        shelf.make_room(base / "kernels", ROOM, SPARED)


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
