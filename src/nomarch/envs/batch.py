"""Many games at once, stepped by compiled code on all cores or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypedDict, Unpack

import numpy as np

from nomarch.engine.simulation import DEVICES, POLICIES
from nomarch.envs import rewards
from nomarch.envs.observations import INT, Array, Observation
from nomarch.envs.pointer_calls import STEP, pointer_call
from nomarch.errors import BadOption
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.cuda_options import DevicePolicies
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup, rulebook
from nomarch.kernel.run import batch as drivers
from nomarch.kernel.run.batch_slots import SLOT
from nomarch.kernel.run.seeds import key_of, make_seed

CALLER = "caller"
"""The policy of seats whose decisions the caller makes."""
WORTH_A_THREAD = 256
"""So many games keep a thread busy for longer than it takes to hand them over."""

Seed = str | int

RESETS = ("same_step", "next_step")
"""`same_step`: the step that ends a game starts the next. `next_step`: the step after it does, and
ignores its action.
"""

_KEPT = ("_states", "_slots", "_words", "observation", "mask", "seat")
"""The buffers that `keep` copies."""
_PICKLED = (*_KEPT, "action", "reward", "done", "refused", "last")


class SharedOptions(TypedDict, total=False):
    """Options that environments pass on to their batch."""

    reward: str
    """`place` (the default) or `points`."""
    dtype: Any
    """Of observations: int16 (the default), int32 or float32."""
    workers: int | None
    """Threads at most, by default one per core; each has at least 256 games."""


class PlayOptions(TypedDict, total=False):
    """How the games of a batch are played."""

    policies: Sequence[str]
    """Who decides for each seat: `caller` (the default), `random` or `greedy`."""
    rotate: bool
    """Change seats from game to game; rewards stay in the policies' columns."""
    reward: str
    reset: str
    """One of `RESETS`."""
    skip: bool | None
    """Play forced moves automatically. By default, as the game does at a table."""
    observe: bool
    """Write observations (the default)."""


class BatchOptions(PlayOptions, SharedOptions, total=False):
    """The keywords of a `Batch`, beside its games and their seed."""

    on: str
    """`cpu` (the default) or `cuda`."""
    keep_last: bool
    """Keep the final observation of a finished game in `last`."""
    buffers: Mapping[str, Any] | None
    """Your own arrays to use, by name."""


class Batch:
    """`n` games of one kind, one decision of each at a step.

    Each game has a row in the buffers `observation`, `mask`, `action`, `reward`, `done`, `seat` and
    `refused`, which keep their address as long as the batch lives. They are NumPy arrays, or device
    arrays on a GPU; torch and JAX can use either without a copy.

    >>> from nomarch.envs import Batch
    >>> batch = Batch("ra", players=4, n=3, seed=1)
    >>> batch.observation.shape, batch.mask.shape, batch.seat.tolist()
    ((3, 365), (3, 54), [3, 0, 1])
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 1024,
        *,
        seed: Seed | Sequence[Seed] | None = None,
        options: Mapping[str, str] | None = None,
        **how: Unpack[BatchOptions],
    ) -> None:
        """Set up the games, up to the first decision of each.

        Args:
            game: Its id, such as `ra`.
            players: By default, the game's usual number.
            n: How many games are played side by side.
            seed: One seed numbers the games of the batch; a list gives each slot its own.
            options: Variants of the game by id.
            how: `policies`, `rotate`, `reward`, `reset`, `skip`, `observe`, `on`, `dtype`,
                `keep_last`, `workers` and `buffers`, as `BatchOptions` describes them.
        """
        if unknown := how.keys() - BatchOptions.__optional_keys__:
            raise TypeError(f"Batch() got an unexpected keyword argument {min(unknown)!r}")
        self.book = rulebook(game)
        self.setup = self.book.setup(players or self.book.game.usual_players, options)
        self.players, self.n, self.on = self.setup.players, n, how.get("on", "cpu")
        self.how = how
        self._check()
        self.seen = Observation(self.book)
        self.actions = self.book.actions
        self._workers = max(1, min(how.get("workers") or os.cpu_count() or 1, n // WORTH_A_THREAD))
        is_shared = self.on == "cpu" and self._workers > 1
        self._pool = ThreadPoolExecutor(self._workers) if is_shared else None
        self._make_memory()
        self._options = self._put(np.array(self.setup.options or (0,), np.int64))
        self._worth = self._put(rewards.worth(self.players).astype(np.float32))
        self._has_own_seeds = _is_many(seed)
        stride = 1 if self._has_own_seeds else n
        settings = driver_settings(self.book, self.setup, how, stride)
        self._device_policies = _device_policies(
            how.get("policies", ()), skips=bool(settings[drivers.SKIPS])
        )
        self._settings = self._put(settings)
        self._table = self._make_table() if n == 1 and self._device is None else None
        self.reset(seed)

    how: BatchOptions
    """The keywords that it was made with."""

    def _check(self) -> None:
        reset, workers = self.how.get("reset", RESETS[0]), self.how.get("workers")
        if self.n < 1:
            raise BadOption(f"A batch needs at least one game, not {self.n}.")
        if self.on not in DEVICES:
            raise BadOption(f"A batch is played on {' or '.join(DEVICES)}, not on {self.on!r}.")
        if reset not in RESETS:
            raise BadOption(f"There is no reset {reset!r}; choose {' or '.join(RESETS)}.")
        if workers is not None and workers < 1:
            raise BadOption(f"A batch needs at least one worker, not {workers}.")
        if (dtype := np.dtype(self.how.get("dtype", INT))) not in (INT, np.int32, np.float32):
            raise BadOption(f"Observations are int16, int32 or float32, not {dtype}.")

    def _make_memory(self) -> None:
        n, size, width = self.n, self.seen.size, len(self.actions)
        dtype, given = self.how.get("dtype", INT), dict(self.how.get("buffers") or {})
        self._device = backend.device() if self.on == "cuda" else None
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": ((n if self.how.get("observe", True) else 0, size), dtype),
            "mask": ((n, width), np.int8),
            "action": ((n,), np.int32),
            "reward": ((n, self.players), np.float32),
            "done": ((n,), np.int8),
            "seat": ((n,), np.int32),
            "refused": ((n,), np.int8),
            "last": ((n if self.how.get("keep_last") else 0, size), dtype),
        }
        for name, (shape, kind) in shapes.items():
            setattr(self, name, self._buffer(name, shape, np.dtype(kind), given.pop(name, None)))
        if given:
            raise BadOption(f"There is no buffer {min(given)!r}; there are {', '.join(shapes)}.")
        self._states = self._put(self.book.layout.array(n))
        self._slots = self._put(SLOT.array(n))
        self._words = self._buffer("words", (n, self.actions.words), np.uint32, None)
        self._evaluation: Any = None

    observation: Any
    """What the seat to act sees: `seen.size` numbers per game."""
    mask: Any
    """1 for every legal action; all 1 between two games."""
    action: Any
    """The caller's decisions, read by `step`."""
    reward: Any
    """Rewards by seat in the step that ends a game; 0 otherwise."""
    done: Any
    """1 where the last step ended a game."""
    seat: Any
    """The seat to act."""
    refused: Any
    """1 where the last action was illegal and ignored."""
    last: Any
    """With `keep_last`, the final observation of a game that ended."""

    def _buffer(self, name: str, shape: tuple[int, ...], kind: Any, given: Any) -> Any:
        if given is None:
            # Neighbouring GPU threads write neighbouring games, so columns are contiguous there.
            return self._put(np.zeros(shape, kind, order="C" if self._device is None else "F"))
        if self._device is not None and not isinstance(given, np.ndarray):
            given = self._device.as_cuda_array(given, sync=False)
        if tuple(given.shape) != shape or np.dtype(given.dtype) != kind:
            found = f"{tuple(given.shape)} of {given.dtype}"
            raise BadOption(f"The buffer {name!r} has to be {shape} of {kind}, not {found}.")
        return given

    def _put(self, array: Array) -> Any:
        return array if self._device is None else self._device.to_device(array)

    # --- Playing ------------------------------------------------------------------------------

    def reset(self, seed: Seed | Sequence[Seed] | None = None) -> None:
        """Start new games in all slots, from one seed or one per slot."""
        slots = SLOT.array(self.n)
        if _is_many(seed):
            assert seed is not None
            if len(seed) != self.n:  # type: ignore[arg-type]
                raise BadOption(f"{self.n} games need {self.n} seeds, not {len(seed)}.")  # type: ignore[arg-type]
            slots["key"] = [key_of(make_seed(one)) for one in seed]  # type: ignore[union-attr]
        else:
            slots["key"] = key_of(make_seed(seed))  # type: ignore[arg-type]
            slots["number"] = np.arange(self.n)
        if self._device is None:
            self._slots[:] = slots
        else:
            self._slots.copy_to_device(slots)
        for buffer in (self.reward, self.done, self.refused):
            buffer[:] = 0
        self._run(
            "begin", self._states, self._slots, self._words, self.observation, self.mask,
            self.seat, self._options, self._settings,
        )  # fmt: skip

    def step(self, action: Any = None) -> None:
        """Play one decision of each game: `action`, or the buffer `action`.

        An illegal action changes nothing in its game: `refused` is 1 and the reward is 0.
        """
        if action is not None:
            self._take(action)
        if self._table is not None:
            self._call(self._address, STEP, 0)
            return
        self._run(
            "step", self._states, self._slots, self._words, self.action, self.observation,
            self.mask, self.seat, self.reward, self.done, self.refused, self.last,
            self._options, self._worth, self._settings,
        )  # fmt: skip

    def _make_table(self) -> Array | None:
        """Return the addresses of a single game's arrays; None if a caller's aren't contiguous."""
        arrays = (
            self._states, self._slots, self._words, self.action, self.observation, self.mask,
            self.seat, self.reward, self.done, self.refused, self.last,
        )  # fmt: skip
        if not all(isinstance(a, np.ndarray) and a.flags.carray for a in arrays):
            return None
        has_greedy = self._device_policies is DevicePolicies.GREEDY
        self._call = pointer_call(
            self.book.game.id, has_greedy=has_greedy, kind=np.dtype(self.how.get("dtype", INT))
        )
        rest = self._options, self._worth, self._settings
        options, worth, settings = (array.ctypes.data for array in rest)
        table = [self.n, *(array.ctypes.data for array in arrays), len(self.last)]
        found = np.array([*table, options, len(self._options), worth, settings, 0], np.int64)
        self._address = found.ctypes.data
        return found

    def _take(self, action: Any) -> None:
        if tuple(action.shape) != (self.n,):
            raise BadOption(f"{self.n} games need {self.n} actions, not {tuple(action.shape)}.")
        kind = action.dtype
        if getattr(kind, "is_floating_point", False) or getattr(kind, "kind", "i") not in "iu":
            raise BadOption(f"Actions are integers, not {kind}.")
        self.action[:] = action

    def turn_to(self, game: int, seat: int) -> None:
        """Let another of the seats that decide at once in a game decide next. CPU only."""
        build, state = backend.cpu(self.book.game.id), self._states[game]
        if self._slots["over"][game] or not build.to_act(state) >> seat & 1:
            raise BadOption(f"Seat {seat} has nothing to decide in game {game}.")
        self._slots["seat"][game] = seat
        build.ask(state, seat, self._words[game])
        build.show(
            game, self._states, self._slots, self._words, self.observation, self.mask,
            self.seat, self._settings,
        )  # fmt: skip

    def sample(self, policy: str = "random") -> Any:
        """Fill the buffer `action` with a policy's choices, and return it."""
        if policy not in POLICIES:
            raise BadOption(f"There is no policy {policy!r}; choose {' or '.join(POLICIES)}.")
        judged = DevicePolicies.GREEDY if policy == "greedy" else None
        chosen_by = POLICIES[policy]
        self._run("pick", self._states, self._slots, self._words, self.action, chosen_by, by=judged)
        return self.action

    def evaluate(self) -> Any:
        """Fill and return an array with the heuristic value of each legal action.

        Values are in hundredths of a point; those of illegal actions mean nothing.
        """
        if self._evaluation is None:
            shape = self.n, len(self.actions)
            self._evaluation = self._buffer("evaluation", shape, np.dtype(np.int32), None)
        judged = DevicePolicies.GREEDY
        self._run("evaluate", self._states, self._slots, self._words, self._evaluation, by=judged)
        return self._evaluation

    def _run(self, verb: str, *arguments: Any, by: DevicePolicies | None = None) -> None:
        """Run a kernel over all slots, in threads or on the GPU."""
        game, policies = self.book.game.id, by or self._device_policies
        if self._device is not None:
            from nomarch.kernel.compile import cuda_backend

            getattr(cuda_backend.build(game, policies), f"{verb}_all")(*arguments)
            return
        build = backend.cpu if policies is DevicePolicies.GREEDY else backend.random_play
        driver = getattr(build(game), f"{verb}_slots")
        if self._pool is None:
            driver(0, self.n, *arguments)
            return
        ends = np.linspace(0, self.n, self._workers + 1, dtype=int).tolist()
        parts = [self._pool.submit(driver, first, end, *arguments) for first, end in pairwise(ends)]
        for part in parts:
            part.result()

    # --- Keeping ------------------------------------------------------------------------------

    def keep(self) -> dict[str, Array]:
        """Copy everything needed to continue from here, secrets included."""
        return self._copies(_KEPT)

    def _copies(self, names: Sequence[str]) -> dict[str, Array]:
        return {name: np.array(self._fetch(getattr(self, name))) for name in names}

    def go_on_from(self, kept: Mapping[str, Array]) -> None:
        """Restore what `keep` of a batch like this one returned."""
        for name in _KEPT:
            memory, array = getattr(self, name), kept[name]
            if memory.shape != array.shape or memory.dtype != array.dtype:
                raise BadOption(f"Saved {name.strip('_')!r} belongs to a different batch.")
        self._fill({name: kept[name] for name in _KEPT})

    def _fill(self, copies: Mapping[str, Array]) -> None:
        for name, array in copies.items():
            if self._device is None:
                getattr(self, name)[...] = array
            elif array.size:
                fitting = np.asarray(array, order="F" if array.ndim > 1 else "C")
                getattr(self, name).copy_to_device(fitting)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all games; the copy has buffers and threads of its own."""
        how = {name: value for name, value in self.how.items() if name != "buffers"}
        setup = self.players, self.n, self.book.option_ids(self.setup), self._has_own_seeds
        return _restored, (self.book, *setup, how, self._copies(_PICKLED))

    # --- Looking ------------------------------------------------------------------------------

    @property
    def states(self) -> Array:
        """The full states, secrets included; a copy if they are on a GPU."""
        return self._fetch(self._states)

    @property
    def slots(self) -> Array:
        """What a batch knows of each slot's game (`SLOT`); a copy if it is on a GPU."""
        return self._fetch(self._slots)

    @property
    def words(self) -> Array:
        """The legal actions as bits, 32 per word; a copy if they are on a GPU."""
        return self._fetch(self._words)

    @property
    def settings(self) -> Array:
        """The settings of the compiled drivers: `how` in `kernel/run/batch.py`."""
        return self._fetch(self._settings)

    @property
    def numbers(self) -> Array:
        """The number of each slot's game within its seed."""
        return self._fetch(self._slots)["number"].copy()

    @property
    def points(self) -> Array:
        """Points by seat of the last game each slot finished."""
        return self._fetch(self._slots)["points"][:, : self.players].copy()

    @property
    def places(self) -> Array:
        """Places by seat of the last game each slot finished; 0 before the first."""
        return self._fetch(self._slots)["places"][:, : self.players].copy()

    def _fetch(self, memory: Any) -> Array:
        fetched: Array = memory if self._device is None else memory.copy_to_host()
        return fetched

    def close(self) -> None:
        """Stop the worker threads."""
        if self._pool is not None:
            self._pool.shutdown()


def driver_settings(book: Rulebook, setup: Setup, how: PlayOptions, stride: int = 1) -> Array:
    """Return the settings of the compiled drivers; a slot plays every `stride`th game."""
    players, skip = setup.players, how.get("skip")
    settings = np.zeros(drivers.POLICIES + MAX_PLAYERS, np.int64)
    settings[drivers.PLAYERS] = players
    settings[drivers.ACTIONS] = len(book.actions)
    settings[drivers.ROTATES] = how.get("rotate", False)
    settings[drivers.STRIDE] = stride
    settings[drivers.SKIPS] = book.game.auto if skip is None else skip
    settings[drivers.RESETS_AT_ONCE] = how.get("reset", RESETS[0]) == "same_step"
    settings[drivers.LOOKS] = how.get("observe", True)
    settings[drivers.BY_POINTS] = rewards.check(how.get("reward", "place")) == "points"
    policies = _policies(how.get("policies", ()), players)
    settings[drivers.POLICIES : drivers.POLICIES + players] = policies
    return settings


def _restored(
    book: Rulebook,
    players: int,
    n: int,
    options: dict[str, str],
    has_own_seeds: bool,
    how: BatchOptions,
    copies: dict[str, Array],
) -> Batch:
    seed: Any = [0] * n if has_own_seeds else 0
    batch = Batch(book.game.id, players, n, seed=seed, options=options, **how)
    batch._fill(copies)
    return batch


def _is_many(seed: object) -> bool:
    return isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str)


def _device_policies(policies: Sequence[str], *, skips: bool) -> DevicePolicies:
    if "greedy" in policies:
        return DevicePolicies.GREEDY
    return DevicePolicies.RANDOM if skips or "random" in policies else DevicePolicies.NONE


def _policies(names: Sequence[str], players: int) -> list[int]:
    known = {CALLER: drivers.CALLER} | POLICIES
    names = tuple(names) or (CALLER,) * players
    if len(names) != players:
        raise BadOption(f"{players} players need {players} policies, not {len(names)}.")
    for name in names:
        if name not in known:
            raise BadOption(f"There is no policy {name!r} in a batch; choose {', '.join(known)}.")
    if CALLER not in names:
        raise BadOption(f"A batch asks the caller: at least one policy has to be {CALLER!r}.")
    return [known[name] for name in names]
