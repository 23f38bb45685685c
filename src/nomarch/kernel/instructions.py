"""Instructions: what a build has of its own in place of the dialect's loops.

Some are one instruction of a processor or a card; others say where memory lies. The interpreter's
own are in `kernel/backend.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

LINE = 64
"""Bytes that a processor fetches at once."""

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


def _device_popcount(word: int) -> int:
    ones: int = _cuda.popc(word)
    return ones


def _device_lowest(word: int) -> int:
    place: int = _cuda.ffs(word) - 1
    return place


def _half(x: Any) -> Any:
    return np.uint32(x)


def _sum(a: Any, b: Any) -> Any:
    return np.int32(np.uint32(a + b))


def _quarter(a: Any, b: Any, c: Any, d: Any) -> Any:
    a, b, c, d = np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d)
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << 16) | (d >> 16))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << 12) | (b >> 20))
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32((d << 8) | (d >> 24))
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32((b << 7) | (b >> 25))
    return a, b, c, d


HALVES = {"_half": _half, "_sum": _sum, "_quarter": _quarter}
"""ChaCha's words in 32 bits, which no compiler finds out by itself from wide ints."""


@cache
def of_processor() -> dict[str, Any]:
    """Functions that are an instruction or two of the processor."""
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

    return {"popcount": popcount, "lowest": lowest, "expect": _fetching()} | HALVES


def _fetching() -> Any:
    """Asks for every line of a record's memory, and waits for none of them."""
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
            for byte in range(0, records.dtype.size, LINE):
                line = builder.gep(first, [ir.Constant(wide, byte)])
                builder.call(prefetch, [line, to_write, to_stay, data])
            return context.get_dummy_value()

        return types.void(records, types.int64), write

    def expect(states: Any, i: int) -> None:
        fetch(states, i)

    return expect


def of_card(*, simulated: bool) -> dict[str, Any]:
    """What a card does at once; its simulator counts in wide ints."""
    own: dict[str, Any] = {"popcount": _device_popcount, "lowest": _device_lowest}
    return own if simulated else own | HALVES


def near_memory(*, simulated: bool) -> tuple[Any, Any]:
    """`near` copies a record into memory of the thread's own, `put_back` copies it home.

    A card lays its threads' own memory side by side, so that threads which read the same field
    read one stretch of memory, where records lie far apart. A simulator has nothing to gain.
    """
    if simulated:
        return (lambda records, place, own: records[place]), (lambda records, place, own: None)
    from llvmlite import ir
    from numba import types
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic

    wide = ir.IntType(64)

    def pointers(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
        """A record at home and its room here, in words if its size allows it, else in bytes."""
        records, _, own = signature.args
        word = ir.IntType(32 if records.dtype.size % 4 == 0 else 8).as_pointer()
        there = context.make_array(records)(context, builder, arguments[0]).data
        there = builder.bitcast(there, ir.IntType(8).as_pointer())
        offset = builder.mul(arguments[1], ir.Constant(wide, records.dtype.size))
        here = context.make_array(own)(context, builder, arguments[2]).data
        return builder.bitcast(builder.gep(there, [offset]), word), builder.bitcast(here, word)

    def copy(builder: Any, size: int, source: Any, goal: Any) -> None:
        count = ir.Constant(wide, size // 4 if size % 4 == 0 else size)
        with cgutils.for_range(builder, count) as loop:
            value = builder.load(builder.gep(source, [loop.index]))
            builder.store(value, builder.gep(goal, [loop.index]))

    @intrinsic  # type: ignore[untyped-decorator]
    def near(_: Any, records: Any, place: Any, own: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there, here = pointers(context, builder, signature, arguments)
            copy(builder, records.dtype.size, there, here)
            return builder.bitcast(here, context.get_value_type(records.dtype))

        return records.dtype(records, types.int64, own), write

    @intrinsic  # type: ignore[untyped-decorator]
    def put_back(_: Any, records: Any, place: Any, own: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there, here = pointers(context, builder, signature, arguments)
            copy(builder, records.dtype.size, here, there)
            return context.get_dummy_value()

        return types.void(records, types.int64, own), write

    return near, put_back
