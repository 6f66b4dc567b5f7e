"""The key of the machine code: whatever is compiled into a kernel changes it."""

from __future__ import annotations

import ast

import pytest

from arcg.runtime.kernel import cache


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
    for path, changed in (("runtime/engine.py", {"units", "play", "memory"}), ("runtime/kernel/movers.py", {"units"})):
        monkeypatch.setattr(
            cache, "_source", lambda name, path=path: usual(name) + ("\nX = 1\n" if name == path else "")
        )
        cache.module_key.cache_clear()
        assert {name for name in keys if cache.module_key(name) != keys[name]} == changed
    monkeypatch.undo()
    cache.module_key.cache_clear()
