"""What bits of a word are set: the lowest, and how many."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir as llvm
from numba import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:

    def lowest(word: int) -> int:
        """The number of the lowest bit of a word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def bits_in(word: int) -> int:
        """How many bits of a word, which is not negative, are set."""
        return int(word).bit_count()

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(context: Any, word: Any) -> Any:
        """The number of the lowest bit of a word that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], llvm.IntType(1)(1))

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def bits_in(context: Any, word: Any) -> Any:
        """How many bits of a word, which is not negative, are set."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate
