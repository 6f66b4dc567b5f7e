"""Where machine code is kept: whatever is compiled in changes its key; folders are bounded, shared, made up for."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from arcg.runtime.kernel import cache, ready, shelf

compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled with NUMBA_DISABLE_JIT")


def imported_modules(path: str) -> set[str]:
    """The modules of arcg that a source imports at its top, as Python reads it."""
    found: set[str] = set()
    for node in ast.parse((cache.PROJECT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arcg"):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("module", ["units", "play", "cellwise.units", "cellwise.play"])
def test_the_key_covers_all_that_is_compiled_in(module: str) -> None:
    files = cache._used(module)
    for path in files - set(cache.OUTSIDE.values()):
        for name in imported_modules(path):
            if name in cache.OUTSIDE:
                assert cache.OUTSIDE[name] in files, f"{path} imports {name}"
            kernel = cache.path_of(name.removeprefix(cache.PACKAGE + "."))
            if name.startswith(cache.PACKAGE + ".") and (cache.PROJECT / kernel).exists():
                assert kernel in files, f"{path} imports {name}"


def test_a_changed_file_changes_the_keys_of_what_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {name: cache.module_key(name) for name in ("units", "play", "memory")}
    usual = cache._source
    cached = cache.module_key, cache._imported
    for path, changed in (("runtime/engine.py", {"units", "play", "memory"}), ("runtime/kernel/movers.py", {"units"})):
        monkeypatch.setattr(
            cache, "_source", lambda name, path=path: usual(name) + ("\nX = 1\n" if name == path else "")
        )
        for function in cached:
            function.cache_clear()
        assert {name for name in keys if cache.module_key(name) != keys[name]} == changed
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


# ---------------------------------------------------------------- folders


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Machine code is kept in a folder of the test's own, as in a process that has just begun."""
    monkeypatch.setenv("ARCG_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_given", [])
    cached = cache.root, cache.folder, cache.make_room
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


def test_a_folder_that_is_asked_for_counts_as_used(elsewhere: Path) -> None:
    folder = cache.folder("play")
    assert folder is not None
    folder.mkdir()
    os.utime(folder, (1, 1))
    cache.folder.cache_clear()
    assert cache.folder("play") == folder
    assert folder.stat().st_mtime > time.time() - 60


def test_kernels_that_were_thrown_away_are_no_longer_there(elsewhere: Path) -> None:
    for module in ("units", "play"):
        folder = cache.folder(module)
        assert folder is not None
        folder.mkdir()
    cache.folder("motion")  # nothing is kept for it
    assert not ready.is_built()
    ready._mark()
    assert ready.is_built()
    shutil.rmtree(folder)
    assert not ready.is_built()


def test_the_folder_for_temporary_files_is_taken_where_others_cannot_be_written(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / "file").write_bytes(b"")
    (elsewhere / "temporary").mkdir()
    monkeypatch.setenv("ARCG_CACHE_DIR", str(elsewhere / "file"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(elsewhere / "file" / "cache"))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(elsewhere / "temporary"))
    found = cache.root()
    assert found is not None and found.parent == elsewhere / "temporary"


def test_without_any_folder_nothing_is_kept(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_bases", list)
    assert cache.folder("play") is None
    assert not ready.is_built()
    assert ready.start_building() is None
    cache.make_room()


KERNEL = """\
from arcg.runtime.kernel.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""
USE = """\
import sys
sys.path.insert(0, ".")
from arcg.runtime.kernel import cache
cache.module_key = lambda module: "key"
cache.ROOM = 100_000
import one
assert one.twice(21) == 42
print(*(len(counted) for counted in (one.twice.stats.cache_hits, one.twice.stats.cache_misses)))
"""


def used(place: Path, kept_in: Path) -> str:
    """How often a kernel in a file in `place` was found and not found, in a process of its own."""
    place.mkdir(exist_ok=True)
    (place / "one.py").write_text(KERNEL, "utf-8")
    environment = os.environ | {"ARCG_CACHE_DIR": str(kept_in), "XDG_CACHE_HOME": str(kept_in)}
    done = subprocess.run([sys.executable, "-c", USE], cwd=place, env=environment, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


@compiled
def test_copies_of_a_kernel_share_their_machine_code(tmp_path: Path) -> None:
    assert used(tmp_path / "here", tmp_path / "kept") == "0 1"
    assert used(tmp_path / "here", tmp_path / "kept") == "1 0"
    assert used(tmp_path / "there", tmp_path / "kept") == "1 0"


@compiled
def test_whoever_compiles_throws_away_what_was_not_used_for_longest(tmp_path: Path) -> None:
    """But not whoever finds all that it needs."""
    used(tmp_path / "here", tmp_path / "kept")
    for name, age in (("old", 9000), ("older", 90_000)):
        folder = tmp_path / "kept" / "kernels" / name
        folder.mkdir()
        (folder / "code").write_bytes(bytes(70_000))
        os.utime(folder, (time.time() - age,) * 2)
    assert used(tmp_path / "here", tmp_path / "kept") == "1 0"
    (own,) = (path for path in tmp_path.glob("kept/kernels/*") if path.name not in ("old", "older"))
    assert len(list(own.parent.iterdir())) == 3
    for path in own.iterdir():
        path.unlink()
    assert used(tmp_path / "here", tmp_path / "kept") == "0 1"
    assert {path.name for path in own.parent.iterdir()} == {own.name, "old"}


@compiled
@pytest.mark.parametrize("left", [b"", b"no pickle"])
def test_machine_code_that_cannot_be_read_is_made_again(tmp_path: Path, left: bytes) -> None:
    used(tmp_path / "here", tmp_path / "kept")
    for path in tmp_path.glob("kept/kernels/*/*.nbi"):
        path.write_bytes(left)
    assert used(tmp_path / "here", tmp_path / "kept") == "0 1"


@compiled
def test_machine_code_is_thrown_away_while_it_is_used(tmp_path: Path) -> None:
    """It is made again where it is missing, and kept again."""
    used(tmp_path / "here", tmp_path / "kept")
    (folder,) = tmp_path.glob("kept/kernels/*")
    for path in folder.glob("*.nbc"):
        path.unlink()
    assert used(tmp_path / "here", tmp_path / "kept") == "0 1"
    shelf.make_room(folder.parent, 0)
    assert used(tmp_path / "here", tmp_path / "kept") == "0 1"
    assert used(tmp_path / "here", tmp_path / "kept") == "1 0"
