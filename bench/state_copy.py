"""Copying a state in compiled code: `python bench/state_copy.py [game …]`.

Prints nanoseconds per copy: the assignment that searches use, and a plain memcpy.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from nomarch.kernel.game import rulebook, rulebooks

COPIES = 1_000_000


def assign(target: Any, source: Any) -> None:
    target[0] = source[0]


@intrinsic
def memcpy(context: Any, target: Any, source: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        there, here = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, arguments, strict=True)
        )
        one = ir.Constant(ir.IntType(64), 1)
        cgutils.raw_memcpy(builder, there, here, one, target.dtype.size)
        return context.get_dummy_value()

    return types.void(target, source), write


def copy_bytes(target: Any, source: Any) -> None:
    memcpy(target, source)


def measure(copy: Any, layout: Any) -> float:
    """Return nanoseconds per copy, the best of three."""
    compiled = numba.njit(copy)

    @numba.njit
    def run(target: Any, source: Any, count: int) -> int:
        total = 0
        for i in range(count):
            source[0].rng_count = i
            compiled(target, source)
            total += target[0].rng_count
        return total

    target, source = layout.array(), layout.array()
    assert run(target, source, 10) == 45
    best = 1e9
    for _ in range(3):
        started = time.process_time()
        run(target, source, COPIES)
        best = min(best, (time.process_time() - started) * 1e9 / COPIES)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    options = parser.parse_args()
    print("| game | bytes | assignment | memcpy |\n| --- | --- | --- | --- |", flush=True)
    for game in options.game or list(rulebooks()):
        layout = rulebook(game).layout
        assigned, copied = measure(assign, layout), measure(copy_bytes, layout)
        print(f"| {game} | {layout.size} | {assigned:.0f} ns | {copied:.0f} ns |", flush=True)


if __name__ == "__main__":
    main()
