"""Pointers to what arrays hold.

A kernel that is given a pointer carries no lengths along and takes no index for one that counts from the end, which
took as long as what it does. Without numba a pointer is the array itself.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir as llvm
from numba import types
from numba.extending import intrinsic

from arcg.runtime.kernel.jit import Array

READING, KEPT_CLOSE, NO_CODE = 0, 3, 1
"""What LLVM wants to know of words that are fetched: how they are used, how long, and that they are data."""

if numba.config.DISABLE_JIT:

    def data(array: Array) -> Array:
        """Where an array begins."""
        return array

    def row_of(rows: Array, number: int) -> Array:
        """Where a row of an array begins."""
        return rows[number]

    def copy_words(to: Array, there: int, source: Array, here: int, count: int) -> None:
        """Copy so many words from a place in one array to a place in another; the two stretches must not overlap."""
        to[there : there + count] = source[here : here + count]

    def fetch(source: Array, place: int) -> None:
        """Have the words about a place on their way to the processor."""

    _pointed: dict[int, Array] = {}
    """What memories point to, by the identity of the memory."""

    def longs_at(array: Array, place: int) -> Array:
        """The 64-bit words that begin at a place in an array, which is even."""
        return array.view(np.int64)[place // 2 :]

    def point_at(array: Array, place: int, target: Array) -> None:
        """Have two words of an array lead to 64-bit words elsewhere."""
        _pointed[id(array)] = target
        array[place] = 1

    def pointed(array: Array, place: int) -> Array:
        """The 64-bit words to which two words of an array lead."""
        return _pointed[id(array)]

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def data(context: Any, array: Any) -> Any:
        """Where an array begins."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.make_array(signature.args[0])(context, builder, args[0]).data

        return types.CPointer(array.dtype)(array), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def row_of(context: Any, rows: Any, number: Any) -> Any:
        """Where a row of an array begins."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            held = context.make_array(signature.args[0])(context, builder, args[0])
            bytes_before = builder.mul(builder.extract_value(held.strides, 0), args[1])
            begin = builder.add(builder.ptrtoint(held.data, llvm.IntType(64)), bytes_before)
            return builder.inttoptr(begin, held.data.type)

        return types.CPointer(rows.dtype)(rows, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_words(context: Any, to: Any, there: Any, source: Any, here: Any, count: Any) -> Any:
        """Copy so many words from a place in one array to a place in another; the two stretches must not overlap."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte, long, bit = llvm.IntType(8), llvm.IntType(64), llvm.IntType(1)
            ends = [
                builder.bitcast(_at(context, builder, signature.args[n], *args[n : n + 2]), byte.as_pointer())
                for n in (0, 2)
            ]
            size = context.get_abi_sizeof(context.get_data_type(to.dtype))
            name = "llvm.memcpy.p0i8.p0i8.i64"
            copying = llvm.FunctionType(llvm.VoidType(), [byte.as_pointer(), byte.as_pointer(), long, bit])
            function = builder.module.globals.get(name) or llvm.Function(builder.module, copying, name)
            builder.call(function, [*ends, builder.mul(args[4], long(size)), bit(0)])
            return context.get_dummy_value()

        return types.none(to, types.int64, source, types.int64, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch(context: Any, source: Any, place: Any) -> Any:
        """Have the words about a place on their way to the processor."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number, name = llvm.IntType(32), "llvm.prefetch.p0i8"
            byte = llvm.IntType(8).as_pointer()
            fetching = llvm.FunctionType(llvm.VoidType(), [byte, number, number, number])
            function = builder.module.globals.get(name) or llvm.Function(builder.module, fetching, name)
            at = builder.bitcast(_at(context, builder, signature.args[0], *args), byte)
            builder.call(function, [at, number(READING), number(KEPT_CLOSE), number(NO_CODE)])
            return context.get_dummy_value()

        return types.none(source, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def longs_at(context: Any, array: Any, place: Any) -> Any:
        """The 64-bit words that begin at a place in an array, which is even."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(_at(context, builder, signature.args[0], *args), llvm.IntType(64).as_pointer())

        return types.CPointer(types.int64)(array, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def point_at(context: Any, array: Any, place: Any, target: Any) -> Any:
        """Have two words of an array lead to 64-bit words elsewhere."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            to = builder.bitcast(
                _at(context, builder, signature.args[0], *args[:2]), llvm.IntType(64).as_pointer().as_pointer()
            )
            builder.store(args[2], to, align=4)
            return context.get_dummy_value()

        return types.none(array, types.int64, types.CPointer(types.int64)), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def pointed(context: Any, array: Any, place: Any) -> Any:
        """The 64-bit words to which two words of an array lead."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            at = _at(context, builder, signature.args[0], *args)
            return builder.load(builder.bitcast(at, llvm.IntType(64).as_pointer().as_pointer()), align=4)

        return types.CPointer(types.int64)(array, types.int64), generate


def _at(context: Any, builder: Any, kind: Any, held: Any, place: Any) -> Any:
    """A pointer to a place in an array or behind a pointer."""
    begin = context.make_array(kind)(context, builder, held).data if isinstance(kind, types.Array) else held
    return builder.gep(begin, [place])
