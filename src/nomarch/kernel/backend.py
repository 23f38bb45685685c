"""Backends: one rulebook, linked for the interpreter, the CPU's compiler or a CUDA device.

This is the only module that imports Numba. A build is what `kernel/link.py` makes of the game's
undecorated functions and the drivers, with tables turned into arrays and every function decorated.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from nomarch.errors import NoDevice
from nomarch.folders import cache_folder
from nomarch.kernel import batch, chance, contract, dialect, drive, duel, lookahead, tree
from nomarch.kernel.game import Rulebook, rulebook
from nomarch.kernel.layout import Carrier, GameState, Layout, field
from nomarch.kernel.link import Decorate, Linker

DIALECT_FILES = ("rules", "heuristic", "beliefs", "features")
"""A game's files that are written in the dialect."""

PICTURES_AND_WORDS = ("art", "icons", "words")
"""How the names of a game's files begin that no compiled code depends on."""

Build = SimpleNamespace
"""A game's functions and the drivers, by name, all of one build."""

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


@cache
def interpreted(game: str) -> Build:
    """Plain Python functions: nothing to compile, events recorded."""
    return link(rulebook(game), lambda function: function, compiled=False)


@cache
def asking(game: str) -> Build:
    """The interpreted build in which a state's `dice` are asked for everything that chance brings.

    So can somebody else decide it, or look at each thing that may happen.
    """
    asked = {"below": _ask_below, "draw_from": _ask_draw_from}

    def decorate(function: Callable[..., Any]) -> Any:
        is_chance = function.__module__ == chance.__name__
        return asked.get(function.__name__, function) if is_chance else function

    return link(rulebook(game), decorate, compiled=False)


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
def cuda(game: str) -> Build:
    """Device functions, and kernels that run one game in each thread.

    `play` plays whole games; `begin_all`, `step_all` and `pick_all` do to all slots of a batch what
    the functions of `kernel/batch.py` do to some.
    """
    global _cuda
    _cuda = target = device()
    build = link(rulebook(game), _wide(target.jit(device=True)), compiled=True)
    build.play = _play_kernel(target, build, len(rulebook(game).actions))
    build.begin_all, build.step_all, build.pick_all = _batch_kernels(target, build)
    return build


@dataclass(frozen=True)
class Rivalry:
    """Who meets whom: another module with a `judge`, and which of the game's weights may change."""

    game: str
    rival: str
    weights: tuple[tuple[str, str], ...] = ()
    """Constants of the game's judgement, by module and name: ints, or tuples of ints."""

    @cached_property
    def places(self) -> dict[tuple[str, str], int]:
        """Where each of them begins in a state's `weights`."""
        found, at = {}, 0
        for weight in self.weights:
            found[weight] = at
            at += len(self.values(weight))
        return found

    @staticmethod
    def values(weight: tuple[str, str]) -> tuple[int, ...]:
        """What a weight is as the game has it."""
        value = getattr(importlib.import_module(weight[0]), weight[1])
        return value if isinstance(value, tuple) else (value,)

    @cached_property
    def layout(self) -> Layout[GameState]:
        """The game's states, with whose judgement is asked and by which weights."""
        count = sum(len(self.values(weight)) for weight in self.weights)
        extra = {"by_rival": field("i1"), "weights": field("i4", (max(1, count),))}
        return Layout(type("State", (rulebook(self.game).layout.state,), extra))


@cache
def compared(rivalry: Rivalry) -> Build:
    """The CPU build in which a game's judgement can meet another: policy `duel.RIVAL`."""
    return _numba_build(rivalry.game, "duel", boundscheck=False, rivalry=rivalry)


def _numba_build(
    game: str, variant: str, *, boundscheck: bool, rivalry: Rivalry | None = None
) -> Build:
    import numba

    book = rulebook(game)
    # Numba's cache looks at one file at a time; a folder named by all sources cannot go stale.
    fingerprint = _fingerprint(book, numba.__version__, rivalry)
    folder = cache_folder() / f"{game}-{variant}-{fingerprint}"
    numba.config.CACHE_DIR = str(folder)
    decorate = numba.njit(
        nogil=True,
        boundscheck=boundscheck,
        error_model="python" if boundscheck else "numpy",
        cache=_is_writable(folder),
        # The dialect allocates nothing: there is nothing to count references to.
        _nrt=False,
    )
    return link(book, _wide(decorate), compiled=True, rivalry=rivalry)


def _wide(decorate: Decorate) -> Decorate:
    """Makes compiled functions take every int argument as a plain 64-bit one.

    Left alone, Numba compiles a function again for each width and each literal that it is called
    with: several times the work, for the same code.
    """
    from numba import types

    from nomarch.kernel import simulator

    def widened(kind: Any) -> Any:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) else plain

    def decorate_wide(function: Callable[..., Any]) -> Any:
        dispatcher = decorate(function)
        if not hasattr(dispatcher, "get_call_template"):
            return simulator.wide(dispatcher)
        narrow = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: narrow(tuple(map(widened, args)), kws)
        return dispatcher

    return decorate_wide


def link(
    book: Rulebook, decorate: Decorate, *, compiled: bool, rivalry: Rivalry | None = None
) -> Build:
    """The public functions of a game's dialect files, the drivers and chance, as one build."""
    modules = [book.module(name) for name in DIALECT_FILES if book.has(name)]
    own: dict[str, FunctionType] = {}
    for module in modules:
        dialect.check_module(module)
        own |= _functions_of(module, book.package)
    for verb in contract.NEEDED:
        if verb not in own:
            raise TypeError(f"{book.game.id} does not define {verb!r}, a verb of the contract")
    roots = _functions_of(contract) | own
    drivers = (chance, drive, batch, lookahead, tree) if compiled else (chance, drive, batch)
    for module in drivers:
        roots |= _functions_of(module)
    meanings = {vars(contract)[name]: own[name] for name in own if name in vars(contract)}
    if rivalry:
        meanings |= _meeting(own["judge"], importlib.import_module(rivalry.rival))
    linker = Linker(
        meanings,
        decorate,
        _table if compiled else tuple,
        listens=not compiled,
        weights=rivalry.places if rivalry else None,
    )
    return Build(**linker.link(roots))


def _meeting(own: FunctionType, rival: ModuleType) -> dict[FunctionType, FunctionType]:
    """What stands for what where two judgements meet."""
    dialect.check_module(rival)
    return {
        contract.judge: duel.judge,
        drive.choose: duel.choose,
        duel.ours: own,
        duel.theirs: rival.judge,
    }


def _functions_of(module: ModuleType, package: str = "") -> dict[str, FunctionType]:
    """A module's public functions: its own, or all that are of a package."""
    home = package or module.__name__
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and f"{value.__module__}.".startswith(f"{home}.")
        and not name.startswith("_")
    }


def _table(value: tuple[Any, ...]) -> Any:
    """A tuple of ints as an array, which compiled code can index by any axis."""
    if _is_simulated():
        return value
    import numpy as np

    return _narrow(np.array(value))


def _is_simulated() -> bool:
    """Whether CUDA is only simulated: then tables stay plain ints, as fields do."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def _narrow(table: Any) -> Any:
    """A table in the narrowest type that holds it.

    Every function that reads a table carries a copy of it, and a CUDA module has room for 64 KB of
    them. Arithmetic on its values is wide all the same.
    """
    import numpy as np

    for kind in (np.int8, np.int16, np.int32):
        if table.min() >= np.iinfo(kind).min and table.max() <= np.iinfo(kind).max:
            return table.astype(kind)
    return table.astype(np.int64)


def device() -> Any:
    """The CUDA target, or `NoDevice` with what is missing."""
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


def _play_kernel(target: Any, build: Build, width: int) -> Any:
    from numba import int8, int64

    start, reseed, playout = build.start, build.reseed, build.playout
    policy_stream = chance.POLICY

    @target.jit
    def play(states, streams, steps, options, policies, key, first):  # type: ignore[no-untyped-def]
        """Plays game `first + i` of a series in thread `i`, and counts its decisions."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            mask = _cuda.local.array(width, int8)
            game = int64(first + i)
            start(states[i], len(policies), options, key, game)
            reseed(streams[i], key, game, policy_stream)
            steps[i] = playout(states[i], streams[i], mask, policies, 0)

    return play


def _batch_kernels(target: Any, build: Build) -> tuple[Any, Any, Any]:
    begin_slot, step_slot, pick_slot = build.begin_slot, build.step_slot, build.pick_slot

    @target.jit
    def begin_all(states, slots, rows, masks, seats, options, how):  # type: ignore[no-untyped-def]
        """Starts the game of slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            begin_slot(i, states, slots, rows, masks, seats, options, how)

    @target.jit
    def step_all(  # type: ignore[no-untyped-def]
        states, slots, actions, rows, masks, seats, rewards, ends, refusals, lasts,
        options, worth, how,
    ):  # fmt: skip
        """Makes one decision in slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            step_slot(
                i, states, slots, actions, rows, masks, seats, rewards, ends, refusals, lasts,
                options, worth, how,
            )  # fmt: skip

    @target.jit
    def pick_all(slots, masks, actions):  # type: ignore[no-untyped-def]
        """Decides by lot in slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < slots.shape[0]:
            pick_slot(i, slots, masks, actions)

    return begin_all, step_all, pick_all


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
