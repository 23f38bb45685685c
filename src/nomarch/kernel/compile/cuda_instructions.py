"""Native functions for CUDA: bit counting, 32-bit arithmetic, and copies to local memory."""

from typing import Any

from numba import cuda

from nomarch.kernel.compile.words32 import WORDS_32
from nomarch.kernel.declare import masks


def _popcount(word: int) -> int:
    ones: int = cuda.popc(word)
    return ones


def _lowest(word: int) -> int:
    place: int = cuda.ffs(word) - 1
    return place


def _popcount_simulated(word: int) -> int:
    return word.bit_count()


def native_functions(*, simulated: bool) -> dict[Any, Any]:
    """Return kernel functions and their replacements; the simulator counts in wide ints.

    Simulated functions outside of the kernels' modules may not call `cuda`. Numba's own simulator
    puts its stand-in for `cuda` into a function's module while it runs, without a lock: one thread
    takes the stand-in away while another is still about to use it.
    """
    if simulated:
        return {masks.popcount: _popcount_simulated}
    return {masks.popcount: _popcount, masks.lowest: _lowest} | WORDS_32


def record_in_shared() -> Any:
    """Return `record_at(records, memory, word)`: words of shared memory, seen as a record."""
    from numba import types
    from numba.cuda.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def record_at(_: Any, records: Any, memory: Any, word: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(memory)(context, builder, arguments[1]).data
            place = builder.gep(data, [arguments[2]])
            return builder.bitcast(place, context.get_value_type(records.dtype))

        return records.dtype(records, memory, types.int64), write

    return record_at


def local_copies(*, simulated: bool) -> tuple[Any, Any]:
    """Return `load_local`, which copies a record into local memory, and `store_local`.

    A card interleaves the local memory of its threads, so that threads reading the same field read
    one stretch of memory; records in an array lie far apart. The simulator has nothing to gain.
    """
    if simulated:
        return (lambda records, place, own: records[place]), (lambda records, place, own: None)
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic

    wide = ir.IntType(64)

    def pointers(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
        """Point to the record and its copy, in words if the size allows it, else in bytes."""
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
    def load_local(_: Any, records: Any, place: Any, own: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there, here = pointers(context, builder, signature, arguments)
            copy(builder, records.dtype.size, there, here)
            return builder.bitcast(here, context.get_value_type(records.dtype))

        return records.dtype(records, types.int64, own), write

    @intrinsic  # type: ignore[untyped-decorator]
    def store_local(_: Any, records: Any, place: Any, own: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there, here = pointers(context, builder, signature, arguments)
            copy(builder, records.dtype.size, here, there)
            return context.get_dummy_value()

        return types.void(records, types.int64, own), write

    return load_local, store_local
