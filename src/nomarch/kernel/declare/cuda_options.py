"""How a game's CUDA kernels are launched. Importing this needs no CUDA."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class CudaOptions:
    """Launch options of a game."""

    threads: int = 128
    """Threads in a block."""
    max_registers: int | None = None
    """Registers per thread: fewer let more threads run at once, but may spill."""
    local_state: bool = False
    """Whether a thread copies its game into local memory while it plays it."""
    sort_games: bool = False
    """Whether games are sorted by phase and action before each half step, for games whose
    decisions differ so much that a warp would diverge."""
    inline_below: int | None = None
    """Functions of fewer syntax nodes may be inlined wherever they are called; None for all. NVVM
    inlines without end where many functions call each other, and then compiles for minutes."""
    shared_state: bool = False
    """Whether a block keeps its games in shared memory while it plays them: at most 48 KB."""


class DevicePolicies(Enum):
    """The policies that a CUDA build contains besides the caller; fewer compile faster."""

    NONE = "nobody"
    RANDOM = "random"
    GREEDY = "greedy"
