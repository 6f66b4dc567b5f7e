"""The one decorator of all kernels: compiled by numba on first use, kept on disk.

With `NUMBA_DISABLE_JIT=1` in the environment the kernels run as plain Python, which is how a slip is found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import types

from arcg.runtime.kernel import cache
from arcg.runtime.kernel.kept import kept

Array = Any
"""An array of the kernels, a pointer to its data, or a word of one: the type checker knows none of numba's types."""

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """The compiled form of a function over arrays (or pointers to their data) and numbers, kept on disk.

    Arrays and parts of them are not counted in it (`_nrt`): counting took longer than most of what the kernels do.
    """
    return _compiled(function, _nrt=False)


def array_kernel(function: Function) -> Function:
    """As `kernel`, for functions that make arrays of pointers, which numba counts in any case."""
    return _compiled(function)


def _compiled(function: Function, **options: bool) -> Function:
    """Compiled, with numbers 64 bits wide whatever it is called with.

    numba would compile a function once for each combination of the widths of its arguments.
    """
    if numba.config.DISABLE_JIT:
        return function
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    compiled._cache = kept(function, function.__module__.removeprefix(cache.PACKAGE + "."))
    usual = compiled.compile

    def compile_wide(signature: Any) -> Any:
        if isinstance(signature, tuple):
            signature = tuple([_wide(kind) for kind in signature])
        return usual(signature)

    compiled.compile = compile_wide
    result: Function = compiled
    return result


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) else kind
