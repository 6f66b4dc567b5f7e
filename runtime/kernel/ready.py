"""Whether the kernels are compiled for this machine, and compiling them: at once, or in a process of its own.

A marker in the cache folder says that everything is there. Nothing here loads numba before `build` is called.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from arcg.runtime.kernel import cache, shelf

MOST_WORKERS = 4

NICE = 10
"""How far the process in the background steps back behind others."""


def _marker() -> Path | None:
    folder = cache.folder()
    return folder / f"complete-{cache.key()}" if folder is not None else None


def _mark() -> None:
    """Say that everything is there. Some modules have no folder, for what they say is compiled into others."""
    marker = _marker()
    if marker is not None:
        shelf.put(marker, "\n".join(name for name in cache.folders() if cache.all_there([name])).encode())


def is_built() -> bool:
    """Whether the kernels can be used without compiling anything.

    The marker names the folders of all kernels: one that was long unused may have been thrown away.
    """
    marker = _marker()
    listed = shelf.take(marker) if marker is not None else None
    return listed is not None and cache.all_there(listed.decode().split())


def build() -> None:
    """Compile all kernels that are not on disk yet, which takes a few minutes; a moment when they are."""
    import numba

    from arcg.runtime.kernel import calling, warmup

    if numba.config.DISABLE_JIT:
        return  # the kernels run as plain Python
    workers = min(MOST_WORKERS, os.cpu_count() or 1)
    if workers > 1 and not is_built():
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            compiling = [
                pool.submit(calling.compile_one, home, unit)
                for home in cache.UNITS
                for unit in calling.of(home).functions
            ]
            for done in compiling:
                done.result()
            for done in [pool.submit(part) for part in warmup.PARTS]:  # these use the units
                done.result()
    for part in warmup.PARTS:
        part()
    _mark()


def start_building() -> subprocess.Popen[bytes] | None:
    """Compile in a process of its own, unless one is at it already. It goes on when this process ends."""
    folder = cache.folder()
    if folder is None:
        return None
    lock = folder / "building"
    try:
        folder.mkdir(exist_ok=True)
        number = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        if not _abandoned(lock):
            return None
        lock.unlink(missing_ok=True)
        return start_building()
    except OSError:
        return None
    with open(number, "w", encoding="ascii") as file:  # noqa: PTH123  an open file, not a path
        child = subprocess.Popen(
            [sys.executable, "-m", "arcg.runtime.kernel", os.fspath(lock)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        file.write(str(child.pid))
    return child


def _abandoned(lock: Path) -> bool:
    """Whether the process that took the lock is gone."""
    try:
        os.kill(int(lock.read_text(encoding="ascii")), 0)
    except (ValueError, ProcessLookupError):
        return True
    except OSError:
        return False
    return False
