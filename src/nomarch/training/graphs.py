"""CUDA graphs: record a function's kernels once, then launch all of them at once."""

from __future__ import annotations

from collections.abc import Callable

import torch

WARM_UPS = 3
"""Calls before the recording, as PyTorch asks for."""


class Graphed:
    """A function of fixed tensors that runs as a CUDA graph on a GPU, and as it is elsewhere.

    The function takes nothing, returns nothing, and reads and writes the same tensors each time.
    """

    def __init__(self, function: Callable[[], None], device: str) -> None:
        self._function, self._is_cuda = function, device == "cuda"
        self._calls = 0
        self._graph: torch.cuda.CUDAGraph | None = None

    def __call__(self) -> None:
        if not self._is_cuda:
            self._function()
        elif self._calls < WARM_UPS:
            self._warm_up()
        else:
            if self._graph is None:
                self._graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
                    self._function()
            self._graph.replay()

    def _warm_up(self) -> None:
        self._calls += 1
        side, current = torch.cuda.Stream(), torch.cuda.current_stream()
        side.wait_stream(current)
        with torch.cuda.stream(side):
            self._function()
        current.wait_stream(side)
