"""Native functions for the CPU: single instructions in place of the dialect's loops."""

from collections.abc import Callable
from functools import cache
from typing import Any

from nomarch.kernel.compile.words32 import WORDS_32
from nomarch.kernel.declare import masks
from nomarch.kernel.run import batch

CACHE_LINE = 64
"""Bytes."""


@cache
def native_functions() -> dict[Any, Any]:
    """Return functions of the kernel and what replaces them."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.extending import intrinsic

    always_defined = ir.Constant(ir.IntType(1), 0)

    def instruction(write: Callable[[Any, Any], Any]) -> Any:
        @intrinsic  # type: ignore[untyped-decorator]
        def one(context: Any, word: Any) -> Any:
            return types.int64(types.int64), lambda _, builder, __, words: write(builder, words[0])

        return one

    count_ones = instruction(lambda builder, word: builder.ctpop(word))
    count_zeros = instruction(lambda builder, word: builder.cttz(word, always_defined))

    def popcount(word: int) -> int:
        ones: int = count_ones(word)
        return ones

    def lowest(word: int) -> int:
        zeros: int = count_zeros(word)
        return zeros

    return {masks.popcount: popcount, masks.lowest: lowest, batch.expect: _prefetcher()} | WORDS_32


def _prefetcher() -> Any:
    """Return a function that prefetches every cache line of a record."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    half, wide = ir.IntType(32), ir.IntType(64)
    pointer = ir.IntType(8).as_pointer()
    to_write, to_stay, data = (ir.Constant(half, value) for value in (1, 3, 1))

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch(context: Any, records: Any, place: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(records)(context, builder, arguments[0])
            offset = builder.mul(arguments[1], ir.Constant(wide, records.dtype.size))
            first = builder.gep(builder.bitcast(array.data, pointer), [offset])
            kind = ir.FunctionType(ir.VoidType(), [pointer, half, half, half])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            for byte in range(0, records.dtype.size, CACHE_LINE):
                line = builder.gep(first, [ir.Constant(wide, byte)])
                builder.call(prefetch, [line, to_write, to_stay, data])
            return context.get_dummy_value()

        return types.void(records, types.int64), write

    def expect(states: Any, i: int) -> None:
        fetch(states, i)

    return expect
