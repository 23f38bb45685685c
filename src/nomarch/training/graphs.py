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
        self.is_broken = False
        """Whether recording failed; the function then runs kernel by kernel."""

    def __call__(self) -> None:
        if not self._is_cuda or self.is_broken:
            self._function()
        elif self._graph is not None:
            self._graph.replay()
        elif self._calls < WARM_UPS:
            self._warm_up()
        else:
            self._record()

    def _warm_up(self) -> None:
        self._calls += 1
        side, current = torch.cuda.Stream(), torch.cuda.current_stream()
        side.wait_stream(current)
        with torch.cuda.stream(side):
            self._function()
        current.wait_stream(side)

    def _record(self) -> None:
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph, capture_error_mode="thread_local"):
                self._function()
        except RuntimeError as error:
            print(f"no CUDA graph: {error}", flush=True)
            self.is_broken = True
            torch.cuda.synchronize()
            self._function()
            return
        self._graph = graph
        graph.replay()
