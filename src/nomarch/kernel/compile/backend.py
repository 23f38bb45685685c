"""Builds of a game: its rules linked for the interpreter, the CPU compiler or CUDA.

`linker.py` makes a build of the game's plain functions and the drivers, with tables turned into
arrays and every function decorated. The CUDA build is in `cuda_backend.py`.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

from nomarch.errors import NoDevice
from nomarch.i18n import Translate
from nomarch.kernel.compile import dialect
from nomarch.kernel.compile.compile_notice import log_compilation
from nomarch.kernel.compile.linker import (
    Decorate,
    DecorateEntry,
    Linker,
    LinkOptions,
    Replacements,
    public_functions,
)
from nomarch.kernel.declare import chance, masks
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import Game, Rulebook, rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.run import (
    batch,
    explicit_chance,
    illegal_reasons,
    interface,
    network,
    playouts,
    worlds,
)
from nomarch.paths import cache_folder

DIALECT_FILES = ("rules", "heuristic", "beliefs", "features")
"""A game's files that are written in the dialect."""

INDEPENDENT = (
    "art",
    "icons",
    "words",
    "facts",
    "lessons",
    "positions",
    "compile_",
    "game_packages",
)
"""Prefixes of files, of a game or of the kernel, that compiled code does not depend on."""
KERNEL = ("declare", "run", "compile")
"""The kernel's folders."""


class Build(SimpleNamespace):
    """A game's functions and the drivers, by name, all of one build.

    Builds made by `interpreted`, `cpu`, `search` and `explicit` pickle as a reference: another
    process links or loads its own.
    """

    def named(self, make: Callable[[str], Build], game: str) -> Build:
        """Set what makes this build again."""
        self._reference = make, rulebook(game)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, self._reference


def _make_again(make: Callable[[str], Build], book: Rulebook) -> Build:
    return make(book.game.id)


# --- Interpreted ----------------------------------------------------------------------------------


def _clear(row: list[int]) -> None:
    row[:] = [0] * len(row)


INTERPRETED_NATIVES: Replacements = {masks.popcount: int.bit_count, playouts.clear: _clear}
"""What the interpreter does faster than the dialect's loops."""


@cache
def interpreted(game: str) -> Build:
    """Return plain Python functions, which emit events."""
    return link(rulebook(game), LinkOptions(natives=INTERPRETED_NATIVES)).named(interpreted, game)


def legal_actions(book: Rulebook, state: GameState, seat: int) -> list[int]:
    """Return a seat's legal actions by the interpreted rules."""
    mask = [0] * book.actions.words
    interpreted(book.game.id).ask(state, seat, mask)
    return allowed(mask)


@cache
def explaining(game: str) -> Callable[..., None]:
    """Return the game's `legal` that reports to its mask what it forbids, and why."""
    options = LinkOptions(rewrite=illegal_reasons.explaining)
    legal: Callable[..., None] = link(rulebook(game), options).legal
    return legal


def reason_against(translate: Translate, game: str, view: GameState, seat: int, action: int) -> str:
    """Return the sentence beside the condition in `legal` that fails for an action, or "".

    Explaining runs closed branches, which may change the view.
    """
    notes = illegal_reasons.ReasonNotes()
    explaining(game)(view, seat, notes)
    reason = notes.reason(action)
    return reason and translate(reason)


PLAIN = LinkOptions()
RANDOM_PLAY: Replacements = {playouts.choose: playouts.choose_by_lot}
"""What leaves the greedy policy out of a build, and with it the game's evaluation."""


# --- Compiled -------------------------------------------------------------------------------------


@cache
def cpu(game: str) -> Build:
    """Return machine code that releases the interpreter lock and is cached on disk."""
    return numba_build(game, "cpu").named(cpu, game)


@cache
def random_play(game: str) -> Build:
    """Return the CPU build without the greedy policy, which compiles faster."""
    return numba_build(game, "random", LinkOptions(overrides=RANDOM_PLAY)).named(random_play, game)


@cache
def search(game: str) -> Build:
    """Return the CPU build whose states add up points by category: `kernel/run/outcomes.py`."""
    return numba_build(game, "search", LinkOptions(tallies=True)).named(search, game)


@cache
def explicit(game: str) -> Build:
    """Return the CPU build of game trees, whose draws the caller decides."""
    from nomarch.kernel.run import tree_nodes

    conceal, visibility_rules = tree_nodes.make_conceal(rulebook(game))
    options = LinkOptions(
        overrides={
            chance.below: explicit_chance.caller_below,
            chance.draw_from: explicit_chance.caller_draw_from,
        },
        natives={explicit_chance.conceal: conceal},
        native_calls={conceal: visibility_rules},
        more_drivers=(explicit_chance,),
    )
    return numba_build(game, "explicit", options).named(explicit, game)


def numba_build(game: str, variant: str, options: LinkOptions = PLAIN) -> Build:
    """Compile a game for the CPU; `variant` is part of the cache folder's name."""
    import numba

    from nomarch.kernel.compile import cpu_instructions, cpu_network

    book = rulebook(game)
    # Numba's cache checks one file at a time; a folder named by all sources cannot go stale.
    fingerprint = source_hash(book, numba.__version__)
    folder = cache_folder() / f"{game}-{variant}-{fingerprint}"
    numba.config.CACHE_DIR = str(folder)
    kept = folder if is_writable(folder) else None
    part, whole = _compilers(book.game, kept)
    natives = cpu_instructions.native_functions() | cpu_network.native_functions()
    options = replace(
        options,
        decorate=with_wide_arguments(part),
        entry=whole,
        compiled=True,
        natives={**natives, **options.natives},
        decorate_native=part,
    )
    return link(book, options)


def _compilers(game: Game, folder: Path | None) -> tuple[Decorate, DecorateEntry]:
    """Return decorators for functions that compiled code calls, and for those Python calls.

    The latter are cached in a folder, if there is one.
    """
    from nomarch.kernel.compile import compiler

    # The interpreted build checks bounds, and conformance compares it with this one. The dialect
    # allocates nothing, so no references are counted.
    options: dict[str, Any] = {
        "nogil": True, "boundscheck": False, "error_model": "numpy", "_nrt": False
    }  # fmt: skip
    notice = partial(log_compilation, game, folder)
    return (
        partial(compiler.part, **options),
        partial(compiler.whole, notice=notice, cache=folder is not None, **options),
    )


def with_wide_arguments(decorate: Decorate) -> Decorate:
    """Make compiled functions take every int argument as a 64-bit one.

    Numba would compile a function again for each width and each literal it is called with: several
    times the work, for the same code.
    """
    from numba import types

    from nomarch.kernel.compile import cuda_simulator

    def widen(kind: Any) -> Any:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) else plain

    def decorate_wide(function: Callable[..., Any]) -> Any:
        dispatcher = decorate(function)
        if not hasattr(dispatcher, "get_call_template"):
            from numba.cuda.simulator.kernelapi import FakeCUDAShared

            cuda_simulator.lock_shared_arrays(FakeCUDAShared)
            return cuda_simulator.wide(dispatcher)
        narrow = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: narrow(tuple(map(widen, args)), kws)
        return dispatcher

    return decorate_wide


def link(book: Rulebook, options: LinkOptions, only: Collection[str] = ()) -> Build:
    """Link the public functions of a game's dialect files, the drivers and chance.

    `only` names functions, if these and what they call are enough.
    """
    own: dict[str, FunctionType] = {}
    for module in (book.module(name) for name in DIALECT_FILES if book.has(name)):
        dialect.check_module(module)
        own |= public_functions(module, book.package)
    for verb in interface.NEEDED:
        if verb not in own:
            raise TypeError(f"{book.game.id} does not define {verb!r}, a verb of the contract")
    verbs = public_functions(interface)
    roots = verbs | own
    drivers = (chance, masks, playouts, batch, worlds, network)
    for module in (*drivers, *options.more_drivers) if options.compiled else drivers[:4]:
        roots |= public_functions(module)
    replaced: dict[Any, Any] = {verb: own[name] for name, verb in verbs.items() if name in own}
    options = replace(options, overrides={**replaced, **options.overrides})
    linker = Linker(options, table if options.compiled else tuple)
    return Build(**linker.link({name: roots[name] for name in only or roots}))


def table(value: tuple[Any, ...]) -> Any:
    """Return a tuple of ints as an array of the narrowest type that holds it.

    Every function that reads a table carries a copy, and a CUDA module has room for 64 KB of them.
    The simulator keeps plain ints, as it does for fields.
    """
    if is_simulated():
        return value
    import numpy as np

    array = np.array(value)
    for kind in (np.int8, np.int16, np.int32):
        if array.min() >= np.iinfo(kind).min and array.max() <= np.iinfo(kind).max:
            return array.astype(kind)
    return array.astype(np.int64)


# --- The machine ----------------------------------------------------------------------------------


def is_simulated() -> bool:
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def device() -> Any:
    """Return the module `numba.cuda`, or raise `NoDevice` with what is missing."""
    import numpy as np

    # numba-cuda still imports names that NumPy 2.5 removed.
    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    try:
        from numba import cuda as target
    except ImportError as error:
        raise NoDevice("CUDA needs the extra: pip install 'nomarch[cuda]'.") from error
    if not target.is_available():
        raise NoDevice("No CUDA device is available on this machine.")
    return target


def is_writable(folder: Path) -> bool:
    """Create a folder if needed, and return whether it can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def source_hash(book: Rulebook, versions: str) -> str:
    """Return a hash of everything that compiled code depends on."""
    digest = hashlib.sha256(f"{versions} {sys.version}".encode())
    for folder in (Path(__file__).parents[1], book.folder):
        for source in compiled_sources(folder):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def compiled_sources(folder: Path) -> list[Path]:
    """Return the files of a game, or of the kernel, that compiled code depends on."""
    sources = sorted(folder.rglob("*.py"))
    return [each for each in sources if not _is_independent(each.relative_to(folder))]


def _is_independent(path: Path) -> bool:
    name = path.parts[1] if path.parts[0] in KERNEL else path.parts[0]
    return name.startswith(INDEPENDENT)
