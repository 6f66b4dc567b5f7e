"""Units: large parts of the machinery as C functions, which kernels call by address.

numba compiles what a function calls anew into every function that calls it, all the way up; with machinery of this
size that takes many minutes. So large parts are C functions, each compiled once and by itself. Their addresses are the
first words of the memory `M`, 64 bits each, whatever the width of its words. Each set of kernels has its own:
`units.py` says what they are, `far.py` has functions of the same names that call them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any

import numba
import numpy as np
from llvmlite import ir as llvm
from numba import types
from numba.core import sigutils
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from arcg.runtime.kernel import cache
from arcg.runtime.kernel.kept import kept

ARRAYS, NUMBERS = 6, 2
"""Every unit takes the data of so many arrays, the second of which is M, and so many numbers; it gives a number."""


def signature(*kinds: Any) -> Any:
    """The signature of units whose arrays have words of these kinds (None: units differ in it)."""
    arrays = [types.voidptr if kind is None else types.CPointer(kind) for kind in kinds]
    return types.int64(*arrays, *[types.int64] * NUMBERS)


@intrinsic  # type: ignore[untyped-decorator]
def call_unit(context: Any, unit: Any, P: Any, M: Any, X: Any, Y: Any, Z: Any, W: Any, a: Any, b: Any) -> Any:
    """Call a unit with the data of arrays (or pointers to it) and two numbers."""
    kinds = types.int64(types.int64, P, M, X, Y, Z, W, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = _data(context, builder, signature, args)
        address = builder.load(builder.gep(builder.bitcast(data[1], llvm.IntType(64).as_pointer()), [args[0]]))
        return _call(builder, address, data, args)

    return kinds, generate


@intrinsic  # type: ignore[untyped-decorator]
def call_at(context: Any, address: Any, P: Any, M: Any, X: Any, Y: Any, Z: Any, W: Any, a: Any, b: Any) -> Any:
    """As `call_unit`, for a function that lies at an address."""
    kinds = types.int64(types.int64, P, M, X, Y, Z, W, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, args[0], _data(context, builder, signature, args), args)

    return kinds, generate


def _data(context: Any, builder: Any, signature: Any, args: Any) -> list[Any]:
    """Pointers to the data of the arrays among the arguments of a call."""
    data = []
    for kind, value in zip(signature.args[1 : 1 + ARRAYS], args[1 : 1 + ARRAYS], strict=True):
        is_array = isinstance(kind, types.Array)
        held = context.make_array(kind)(context, builder, value).data if is_array else value
        data.append(builder.bitcast(held, llvm.IntType(8).as_pointer()))
    return data


def _call(builder: Any, address: Any, data: list[Any], args: Any) -> Any:
    """The code of a call."""
    word = llvm.IntType(64)
    function = llvm.FunctionType(word, [llvm.IntType(8).as_pointer()] * ARRAYS + [word] * NUMBERS)
    return builder.call(builder.inttoptr(address, function.as_pointer()), [*data, *args[1 + ARRAYS :]])


class Units:
    """The units of one set of kernels.

    `home`: the module in which their functions are, named below the package. `kinds`: see `signature`. `functions`: by
    number. `plain`: where `caller` looks for them if nothing is compiled.
    """

    def __init__(
        self, home: str, kinds: Any, functions: dict[int, Callable[..., int]], plain: dict[int, Callable[..., int]]
    ) -> None:
        self.home = home
        self.kinds = kinds
        self.functions = functions
        self.plain = plain

    def compiled(self, unit: int) -> Any:
        """The C function of a unit, compiled if it is not on disk yet."""
        function = self.functions[unit]
        made: Any = CFunc(function, sigutils.normalize_signature(self.kinds), locals={}, options={})
        made._cache = kept(function, self.home)
        made.compile()
        return made

    @cached_property
    def _all(self) -> dict[int, Any]:
        """Every unit and its C function, whose code lives as long as it."""
        return {unit: self.compiled(unit) for unit in self.functions}

    def enter(self, M: Any) -> None:
        """Write the addresses of the units where kernels find them. Compiles what is not on disk yet."""
        if numba.config.DISABLE_JIT:
            self.plain.update(self.functions)
            return
        for unit, function in self._all.items():
            address = np.array([function.address], np.uint64).view(M.dtype)
            M[unit * len(address) : (unit + 1) * len(address)] = address


def caller(plain: dict[int, Callable[..., int]]) -> Any:
    """What calls a unit by its number: `call_unit`, or where nothing is compiled the function in `plain`."""
    if numba.config.DISABLE_JIT:
        return lambda unit, *args: plain[unit](*args)
    return call_unit


def of(home: str) -> Units:
    """The units in a module, named below the package."""
    units: Units = import_module(f"{cache.PACKAGE}.{home}").UNITS
    return units


def compile_one(home: str, unit: int) -> None:
    """Have one unit of a module on disk; for processes that share the work."""
    of(home).compiled(unit)
