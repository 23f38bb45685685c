"""Compiles many small functions into one piece of machine code.

Numba compiles every function by itself, with everything it calls inside. Here a function of the
rules is a part: typed and lowered once. Only an entry, which Python calls, is optimised, together
with the parts it reaches. That takes less than half the time and gives faster code.

This subclasses internals of Numba, which is pinned to the minor version that was tested.
"""

import gc
from collections.abc import Callable, Iterator, Set
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import Linkage  # type: ignore[import-untyped]
from numba.core import compiler_machinery, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock

from nomarch.paths import locked

RARE_COLLECTIONS = 100_000
"""Objects made between two garbage collections while compiling. A compiler makes many objects and
frees few before it ends: Python's usual 700 cost a tenth of the time."""


class Part(JITCodeLibrary):  # type: ignore[misc]
    """The unoptimised code of one function, for others to include."""

    def finalize(self) -> None:
        """Emit nothing: the entry that includes this optimises it."""
        self._raise_if_finalized()
        self._finalized = True


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry and of everything it calls."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Collect all parts that are reached, each once."""
        reached: dict[Any, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in reached:
                reached[library] = None
                waiting += library._linking_libraries if isinstance(library, Part) else ()
        self._linking_libraries = list(reached)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Make parts internal, so that LLVM may inline them and drop the rest."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage is Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _NewLibrary(compiler_machinery.LoweringPass):  # type: ignore[misc]
    """Creates a library of our kind before Numba creates its own."""

    kind: type[JITCodeLibrary]

    def __init__(self) -> None:
        compiler_machinery.LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Create the library; a part is not made executable."""
        state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = self.kind is Part
        return True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class NewPart(_NewLibrary):
    """Creates a part's library."""

    _name = "nomarch_new_part"
    kind = Part


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class NewWhole(_NewLibrary):
    """Creates an entry's library."""

    _name = "nomarch_new_whole"
    kind = Whole


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class OfferPart(compiler_machinery.LoweringPass):  # type: ignore[misc]
    """Makes a part known to its callers by a name instead of an address."""

    _name = "nomarch_offer_part"

    def __init__(self) -> None:
        compiler_machinery.LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Register the part under a placeholder for its address."""
        name = object()
        state.cr = state.cr._replace(cfunc=name)
        state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's pipeline up to unoptimised code."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(NewPart, typed_passes.AnnotateTypes)
        passes.add_pass_after(OfferPart, typed_passes.NativeLowering)
        passes.finalize()
        return [passes]


class WholeCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's pipeline with our kind of library."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(NewWhole, typed_passes.AnnotateTypes)
        passes.finalize()
        return [passes]


def part(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function that only compiled code calls."""
    dispatcher = numba.njit(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=PartCompiler, **options
    )(function)

    def compile_part(types: tuple[Any, ...]) -> object:
        with global_compiler_lock:
            if types not in dispatcher.overloads:
                dispatcher.overloads[types] = dispatcher._compiler.compile(types, None)
        return dispatcher.overloads[types].entry_point

    dispatcher.compile = compile_part
    return dispatcher


def whole(
    function: Callable[..., Any],
    parts: Set[object],
    *,
    notice: Callable[[str, int], None],
    cache: bool,
    **options: Any,
) -> Any:
    """Compile a function that Python calls, cached on disk with the parts it calls.

    Of several processes one compiles it, and the others load it. `notice` is called with the name
    and the number of parts before it is compiled, not when it is loaded.
    """
    dispatcher = numba.njit(
        no_cfunc_wrapper=True, pipeline_class=WholeCompiler, cache=cache, **options
    )(function)
    compile_or_load, compile_anew = dispatcher.compile, dispatcher._compiler.compile

    def compile_with_notice(*types: Any) -> Any:
        notice(function.__name__, len(parts))
        return compile_anew(*types)

    def compile_whole(types: Any) -> Any:
        with (
            _turn_to_compile(dispatcher) if cache else nullcontext(),
            global_compiler_lock,
            _rare_collections(),
        ):
            return compile_or_load(types)

    dispatcher._compiler.compile = compile_with_notice
    dispatcher.compile = compile_whole
    return dispatcher


@contextmanager
def _rare_collections() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(RARE_COLLECTIONS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _turn_to_compile(dispatcher: Any) -> AbstractContextManager[None]:
    """Return the lock of a function's entry in the cache."""
    folder = Path(dispatcher._cache.cache_path)
    folder.mkdir(parents=True, exist_ok=True)
    return locked(folder / f"{dispatcher.__qualname__}.lock")
