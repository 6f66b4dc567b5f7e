"""Compiled functions on disk: numba's cache, in the folders of `cache.py`.

numba's own places go by the path and the time of a file: it would keep the same kernels again for each copy of arcg.
It also makes a file for each function, only to see that it can. Here the folder says all that decides what a kernel is;
and what cannot be read is compiled, what cannot be written is not kept.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable
from functools import cache as cached
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

from arcg.runtime.kernel import cache


class _Place:
    """Where a function is kept: what numba calls a locator."""

    def __init__(self, function: Callable[..., Any], file: str, folder: Path) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    def ensure_cache_path(self) -> None:
        """Be ready to write: something was compiled that is not on disk."""
        cache.make_room()
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What tells versions of the source apart: the name of the folder does."""
        return ""

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self._line)


@cached
def _caches(folder: Path) -> Any:
    """The class of the caches of all functions in a folder."""

    class Place(_Place):
        @classmethod
        def from_function(cls, function: Callable[..., Any], file: str) -> Place:
            return cls(function, file, folder)

    class Kind(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Place,)

    class Cache(FunctionCache):  # type: ignore[misc]
        _impl_class = Kind

        def load_overload(self, signature: Any, context: Any) -> Any:
            with contextlib.suppress(Exception):  # what is damaged fails in any way
                return super().load_overload(signature, context)
            return None

        def save_overload(self, signature: Any, compiled: Any) -> None:
            with contextlib.suppress(OSError):
                try:
                    super().save_overload(signature, compiled)
                except (EOFError, pickle.UnpicklingError):  # the list of what is there is damaged
                    self.flush()
                    super().save_overload(signature, compiled)

    return Cache


def kept(function: Callable[..., Any], module: str) -> Any:
    """The cache for a function whose machine code belongs to a module, named below the package."""
    folder = cache.folder(module)
    return NullCache() if folder is None else _caches(folder)(function)
