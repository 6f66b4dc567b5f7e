"""Calling a C function by its address, from a kernel."""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.extending import intrinsic

ARRAYS, NUMBERS = 6, 2


@intrinsic  # type: ignore[untyped-decorator]
def call_at(context: Any, address: Any, P: Any, M: Any, R: Any, X: Any, Y: Any, Z: Any, a: Any, b: Any) -> Any:
    """Call the C function at an address with the data of arrays (or pointers to it) and two numbers."""
    signature = types.int64(types.int64, P, M, R, X, Y, Z, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer, word = llvm.IntType(8).as_pointer(), llvm.IntType(64)
        data = []
        for kind, value in zip(signature.args[1 : 1 + ARRAYS], args[1 : 1 + ARRAYS], strict=True):
            is_array = isinstance(kind, types.Array)
            held = context.make_array(kind)(context, builder, value).data if is_array else value
            data.append(builder.bitcast(held, pointer))
        function = llvm.FunctionType(word, [pointer] * ARRAYS + [word] * NUMBERS)
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [*data, *args[1 + ARRAYS :]])

    return signature, generate
