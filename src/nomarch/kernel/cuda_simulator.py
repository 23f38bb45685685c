"""Wide integers for CUDA's simulator, as compiled code has them.

The simulator runs kernels as plain Python on NumPy memory, whose narrow ints overflow among
themselves; compiled code reads every field as a wide int. Here fields are read wide, too, and a
value that its field cannot hold raises, which no other backend does while it plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Wide:
    """A record or array whose elements read as plain ints."""

    __slots__ = ("_memory",)

    def __init__(self, memory: Any) -> None:
        object.__setattr__(self, "_memory", memory)

    def __getattr__(self, name: str) -> Any:
        return _read(self._memory[name])

    def __setattr__(self, name: str, value: int) -> None:
        self._memory[name] = value

    def __getitem__(self, index: int) -> Any:
        return _read(self._memory[index])

    def __setitem__(self, index: int, value: int) -> None:
        self._memory[index] = value

    def __len__(self) -> int:
        return len(self._memory)


def wide(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a simulated device function with wide arguments and results."""

    def call(*arguments: Any) -> Any:
        return _read(function(*map(_read, arguments)))

    return call


def _read(value: Any) -> Any:
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.ndarray | np.void):
        return Wide(value)
    if type(value).__name__ == "FakeWithinKernelCUDAArray":
        return Wide(value._item._ary)
    return value
