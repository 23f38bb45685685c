"""The CUDA build of a game: device functions, kernels, and their cache on disk.

Import this only after `backend.device()` has found a device, or its simulator.
"""

import logging
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import cuda

from nomarch.kernel.compile import backend, cuda_instructions, cuda_kernels
from nomarch.kernel.compile.linker import LinkOptions, Replacements
from nomarch.kernel.declare.cuda_options import CudaOptions, DevicePolicies
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run import batch
from nomarch.paths import cache_folder

SIMULATED_THREADS = 4
"""Threads in a block of the simulator, which gets slower with each of them."""

OVERRIDES: dict[DevicePolicies, Replacements] = {
    DevicePolicies.NONE: {**backend.RANDOM_PLAY, batch.play_on: batch.ask_next},
    DevicePolicies.RANDOM: backend.RANDOM_PLAY,
    DevicePolicies.GREEDY: {},
}

log = logging.getLogger(__name__)


@cache
def build(game: str, policies: DevicePolicies) -> backend.Build:
    """Return a game's device functions, and the kernels of `kernel/compile/cuda_kernels.py`.

    Kernels compile when they are first launched, and are then loaded from disk.
    """
    book, simulated = rulebook(game), backend.is_simulated()
    options = book.game.cuda
    native = backend.with_wide_arguments(_device_function) if simulated else _device_function
    how = LinkOptions(
        backend.with_wide_arguments(_device_function),
        compiled=True,
        overrides=OVERRIDES[policies],
        natives=cuda_instructions.native_functions(simulated=simulated),
        decorate_native=native,
        decorate_shared=backend.with_wide_arguments(_not_inlined) if options.inline_below else None,
        shared_size=options.inline_below or 0,
    )
    made = backend.link(book, how)
    made.load_local, made.store_local = cuda_instructions.local_copies(simulated=simulated)
    made.words, made.room = book.actions.words, -(-book.layout.size // 4)
    made.action_kinds = backend.table(book.actions.kinds)
    if simulated:
        options = replace(options, threads=min(options.threads, SIMULATED_THREADS))
    cuda_kernels.add_kernels(made, Compiler(_cache(game, policies, options), options), options)
    return made


def _device_function(function: Any) -> Any:
    return cuda.jit(device=True)(function)


def _not_inlined(function: Any) -> Any:
    """Compile a device function that stays a call, however often it is called."""
    dispatcher = _device_function(function)
    if backend.is_simulated():
        return dispatcher
    compile_device = dispatcher.compile_device

    def compile_marked(args: Any, return_type: Any = None) -> Any:
        is_new = args not in dispatcher.overloads
        result = compile_device(args, return_type)
        if is_new:
            name = result.fndesc.llvm_func_name
            result.library.get_function(name).attributes.add("noinline")
        return result

    dispatcher.compile_device = compile_marked
    return dispatcher


class Compiler:
    """Compiles kernels with a game's options and a cache on disk."""

    def __init__(self, folder: Path | None, options: CudaOptions) -> None:
        self._folder, self._registers = folder, options.max_registers

    def __call__(self, kernel: Any, *, limited: bool = True) -> Any:
        """Compile a kernel when it is first launched; `limited` applies the register limit."""
        options: dict[str, Any] = {}
        if limited and self._registers and not backend.is_simulated():
            options["max_registers"] = self._registers
        dispatcher = cuda.jit(**options)(kernel)
        if self._folder is not None:
            try:
                dispatcher._cache = _kernel_cache(self._folder, kernel)
            except Exception as error:
                log.warning("CUDA kernels are not cached on disk: %r", error)
                self._folder = None
        return dispatcher


def _cache(game: str, policies: DevicePolicies, options: CudaOptions) -> Path | None:
    """Return the cache folder of a build, or None if there is none."""
    if backend.is_simulated():
        return None
    import numba_cuda

    versions = f"{numba.__version__} {numba_cuda.__version__} {options}"
    name = f"{game}-cuda-{policies.value}-{backend.source_hash(rulebook(game), versions)}"
    folder = cache_folder() / name
    return folder if backend.is_writable(folder) else None


def _kernel_cache(folder: Path, kernel: Any) -> Any:
    """Return numba-cuda's cache of a kernel, in a folder named by all sources.

    Numba's own key hashes what a kernel closes over. Here that is the device functions, whose hash
    differs in every process; and the folder already stands for them.
    """
    from numba.cuda.core import config
    from numba.cuda.dispatcher import CUDACache

    class KernelCache(CUDACache):  # type: ignore[misc]
        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple()

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception as error:
                log.warning("A cached CUDA kernel cannot be loaded: %r", error)
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except Exception as error:
                log.warning("A CUDA kernel cannot be cached: %r", error)

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return KernelCache(kernel)
    finally:
        config.CACHE_DIR = before


if "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS" not in os.environ and not backend.is_simulated():
    from numba.cuda.core import config

    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # A small grid is right for a few games.
