"""Backends: one rulebook, linked for the interpreter, the CPU's compiler or a CUDA device.

A build is what `kernel/linker.py` makes of the game's undecorated functions and the drivers, with
tables turned into arrays and every function decorated.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import os
import sys
import warnings
from collections.abc import Callable
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from nomarch.errors import NoDevice
from nomarch.kernel import (
    batch,
    chance,
    cuda_kernels,
    cuda_sorted,
    dialect,
    illegal_reasons,
    instructions,
    interface,
    lookahead,
    masks,
    playouts,
    tree,
)
from nomarch.kernel.compile_progress import tell
from nomarch.kernel.game import Rulebook, rulebook
from nomarch.kernel.layout import Carrier
from nomarch.kernel.linker import Decorate, Linker, Rewrite
from nomarch.kernel.paths import cache_folder
from nomarch.kernel.rivals import Rivalry, functions_of, meeting

REPLACED = tuple(module.__name__ for module in (chance, masks, playouts, batch))
"""The kernel's modules in which a build may have functions of its own."""

DIALECT_FILES = ("rules", "heuristic", "beliefs", "features")
"""A game's files that are written in the dialect."""

PICTURES_AND_WORDS = ("art", "icons", "words", "lessons", "positions")
"""How the names of a game's files begin that no compiled code depends on."""

Instead = dict[Any, Any]
"""Functions of the kernel, and what stands for each in a build."""


class Deciding(Enum):
    """Who decides inside a build for a card, beside the caller."""

    NOBODY = "nobody"
    LOT = "lot"
    JUDGEMENT = "judgement"


INSTEAD: dict[Deciding, Instead] = {
    Deciding.NOBODY: {playouts.choose: playouts.choose_by_lot, batch.play_on: batch.ask_next},
    Deciding.LOT: {playouts.choose: playouts.choose_by_lot},
    Deciding.JUDGEMENT: {},
}

Build = SimpleNamespace
"""A game's functions and the drivers, by name, all of one build."""


@cache
def interpreted(game: str) -> Build:
    """Plain Python functions: nothing to compile, events recorded."""
    return link(rulebook(game), _replacing(IN_PYTHON), compiled=False)


@cache
def asking(game: str) -> Build:
    """The interpreted build in which a state's `dice` are asked for everything that chance brings.

    So can somebody else decide it, or look at each thing that may happen.
    """
    asked = {"below": _ask_below, "draw_from": _ask_draw_from}
    return link(rulebook(game), _replacing(IN_PYTHON | asked), compiled=False)


def _replacing(own: dict[str, Any]) -> Decorate:
    """Leaves functions as they are, except for some of the kernel's, which are a build's own."""

    def decorate(function: Callable[..., Any]) -> Any:
        is_kernel = function.__module__ in REPLACED
        return own.get(function.__name__, function) if is_kernel else function

    return decorate


@cache
def explaining(game: str) -> Callable[..., None]:
    """The game's `legal` in which the mask hears of all that it does not allow, and why."""
    legal: Callable[..., None] = link(
        rulebook(game), _replacing({}), compiled=False, rewritten=illegal_reasons.explaining
    ).legal
    return legal


def _clear(row: list[int]) -> None:
    row[:] = [0] * len(row)


IN_PYTHON: dict[str, Any] = {"popcount": int.bit_count, "clear": _clear}
"""What the interpreter does at once, where the dialect needs a loop."""


def _ask_below(s: Carrier, n: int) -> int:
    return s.dice([1] * n)


def _ask_draw_from(s: Carrier, counts: list[int], total: int) -> int:
    kind = s.dice(counts)
    counts[kind] -= 1
    return kind


@cache
def cpu(game: str) -> Build:
    """Numba machine code that releases the interpreter lock, kept on disk."""
    return _numba_build(game, "cpu", boundscheck=False)


@cache
def checked(game: str) -> Build:
    """The CPU build with every index checked: for tests."""
    return _numba_build(game, "checked", boundscheck=True)


@cache
def cuda(game: str, deciding: Deciding = Deciding.JUDGEMENT) -> Build:
    """Device functions, and the kernels of `kernel/cuda_kernels.py`, spread as the game says.

    `play` plays whole games; `begin_all`, `step_all` and `pick_all` do to all slots of a batch what
    the functions of `kernel/batch.py` do to some. The less is `deciding` inside, the less there is
    to compile, and the more threads run at a time.
    """
    target = device()
    cuda_kernels._cuda = cuda_sorted._cuda = instructions._cuda = target
    book, simulated = rulebook(game), _is_simulated()
    decorate = _wide(target.jit(device=True), instructions.of_card(simulated=simulated))
    build = link(book, decorate, compiled=True, instead=INSTEAD[deciding])
    build.near, build.put_back = instructions.near_memory(simulated=simulated)
    build.words, build.room = book.actions.words, -(-book.layout.size // 4)
    kinds = _table(book.actions.kinds)
    cuda_kernels.add_kernels(target, build, kinds, book.game.spread, simulated=simulated)
    return build


@cache
def compared(rivalry: Rivalry) -> Build:
    """The CPU build in which a game's judgement can meet another: policy `duel.RIVAL`."""
    return _numba_build(rivalry.game, "duel", boundscheck=False, rivalry=rivalry)


def _numba_build(
    game: str, variant: str, *, boundscheck: bool, rivalry: Rivalry | None = None
) -> Build:
    import numba

    from nomarch.kernel import compiler

    book = rulebook(game)
    # Numba's cache looks at one file at a time; a folder named by all sources cannot go stale.
    fingerprint = _fingerprint(book, numba.__version__, rivalry)
    folder = cache_folder() / f"{game}-{variant}-{fingerprint}"
    numba.config.CACHE_DIR = str(folder)
    options: dict[str, Any] = {
        "nogil": True,
        "boundscheck": boundscheck,
        "error_model": "python" if boundscheck else "numpy",
        # The dialect allocates nothing: there is nothing to count references to.
        "_nrt": False,
    }
    own, compiled = instructions.of_processor(), itertools.count(1)
    part = partial(compiler.part, watch=lambda: tell(game, next(compiled)), **options)
    whole = partial(
        compiler.whole, watch=lambda: tell(game, 0), cache=_is_writable(folder), **options
    )
    return link(book, _wide(part, own), entry=whole, compiled=True, rivalry=rivalry)


def _wide(decorate: Decorate, own: dict[str, Any]) -> Decorate:
    """Makes compiled functions take every int argument as a plain 64-bit one.

    Left alone, Numba compiles a function again for each width and each literal that it is called
    with: several times the work, for the same code.
    """
    from numba import types

    from nomarch.kernel import cuda_simulator

    def widened(kind: Any) -> Any:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) else plain

    replace = _replacing(own)

    def decorate_wide(function: Callable[..., Any]) -> Any:
        meant = replace(function)
        dispatcher = decorate(meant)
        if meant is not function and not _is_simulated():
            return dispatcher  # What a build has of its own knows its widths.
        if not hasattr(dispatcher, "get_call_template"):
            return cuda_simulator.wide(dispatcher)
        narrow = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: narrow(tuple(map(widened, args)), kws)
        return dispatcher

    return decorate_wide


def link(
    book: Rulebook,
    decorate: Decorate,
    *,
    compiled: bool,
    entry: Decorate | None = None,
    rivalry: Rivalry | None = None,
    rewritten: Rewrite | None = None,
    instead: Instead | None = None,
) -> Build:
    """The public functions of a game's dialect files, the drivers and chance, as one build.

    `entry` makes those that Python calls, where they differ from those that call each other;
    `instead` has functions that stand for others.
    """
    modules = [book.module(name) for name in DIALECT_FILES if book.has(name)]
    own: dict[str, FunctionType] = {}
    for module in modules:
        dialect.check_module(module)
        own |= functions_of(module, book.package)
    if "judge" in own and "evaluate" not in own:
        warnings.warn("the verb judge is now evaluate", DeprecationWarning, stacklevel=2)
        own["evaluate"] = own.pop("judge")
    for verb in interface.NEEDED:
        if verb not in own:
            raise TypeError(f"{book.game.id} does not define {verb!r}, a verb of the contract")
    roots = functions_of(interface) | own
    everywhere = (chance, masks, playouts, batch)
    for module in (*everywhere, lookahead, tree) if compiled else everywhere:
        roots |= functions_of(module)
    meanings = {verb: own[name] for name, verb in functions_of(interface).items() if name in own}
    meanings |= instead or {}
    if rivalry:
        meanings |= meeting(own["evaluate"], rivalry)
    linker = Linker(
        meanings,
        decorate,
        _table if compiled else tuple,
        listens=not compiled,
        rewritten=rewritten,
        weights=rivalry.places if rivalry else None,
    )
    return Build(**linker.link(roots, entry))


def _table(value: tuple[Any, ...]) -> Any:
    """A tuple of ints as an array, which compiled code can index by any axis."""
    if _is_simulated():
        return value
    return _narrow(np.array(value))


def _is_simulated() -> bool:
    """Whether CUDA is only simulated: then tables stay plain ints, as fields do."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def _narrow(table: Any) -> Any:
    """A table in the narrowest type that holds it.

    Every function that reads a table carries a copy of it, and a CUDA module has room for 64 KB of
    them. Arithmetic on its values is wide all the same.
    """
    for kind in (np.int8, np.int16, np.int32):
        if table.min() >= np.iinfo(kind).min and table.max() <= np.iinfo(kind).max:
            return table.astype(kind)
    return table.astype(np.int64)


def device() -> Any:
    """The CUDA target, or `NoDevice` with what is missing."""
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


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _fingerprint(book: Rulebook, version: str, rivalry: Rivalry | None = None) -> str:
    """A hash of everything that compiled code depends on."""
    digest = hashlib.sha256(f"{version} {sys.version} {rivalry or ''}".encode())
    folders = [Path(__file__).parent, _folder_of(book.package)]
    if rivalry:
        folders.append(_folder_of(rivalry.rival))
    for folder in folders:
        for source in sorted(folder.rglob("*.py")):
            if not source.relative_to(folder).parts[0].startswith(PICTURES_AND_WORDS):
                digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _folder_of(module: str) -> Path:
    file = importlib.import_module(module).__file__
    assert file is not None
    return Path(file).parent
