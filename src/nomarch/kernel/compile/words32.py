"""ChaCha's arithmetic in 32-bit words, which compilers do not derive from 64-bit ints."""

from typing import Any

import numpy as np

from nomarch.kernel.declare import chance


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


WORDS_32: dict[Any, Any] = {chance._half: _half, chance._sum: _sum, chance._quarter: _quarter}
"""Functions of `kernel/declare/chance.py` and what replaces them in compiled builds."""
