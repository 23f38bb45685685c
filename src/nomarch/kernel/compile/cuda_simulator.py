"""Wide integers for CUDA's simulator, as compiled code has them.

The simulator runs kernels as plain Python on NumPy memory, whose narrow ints overflow among
themselves; compiled code reads every field as a wide int. Here fields are read wide, too, and a
value that its field cannot hold raises, which no other backend does while it plays.
"""

import threading
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


class SharedArrays(dict[Any, Any]):
    """The shared arrays of a simulated block, of which each place in the code has one.

    Numba's simulator looks an array up and stores a new one without a lock, so two threads could
    get different ones. Here a thread that finds none keeps the others waiting until it stored one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def get(self, place: Any, default: Any = None) -> Any:
        self._lock.acquire()
        found = super().get(place, default)
        if found is not None:
            self._lock.release()
        return found

    def __setitem__(self, place: Any, array: Any) -> None:
        super().__setitem__(place, array)
        self._lock.release()


def lock_shared_arrays(shared: Any) -> None:
    """Make all blocks use `SharedArrays`; `shared` is the simulator's class of shared memory."""
    create = shared.__init__
    if getattr(create, "is_locked", False):
        return

    def init(self: Any, dynshared_size: int) -> None:
        create(self, dynshared_size)
        self._allocations = SharedArrays()

    init.is_locked = True  # type: ignore[attr-defined]
    shared.__init__ = init
