"""Kernels for a graphics card: how games are spread over its threads.

A thread may play a game alone, from beginning to end; or all games go through their decisions in
waves (`kernel/cuda_sorted.py`). A game always ends in its own memory, whichever thread played
it, so nothing of this changes a result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nomarch.kernel import cuda_sorted
from nomarch.kernel.chance import POLICY

SIMULATED = 4
"""Threads of a block in the simulator, where ever more of them are ever slower."""

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


@dataclass(frozen=True)
class Spread:
    """How a game is spread over threads; what is best is measured (`bench/cuda_variants.py`)."""

    threads: int = 128
    """Threads of a block."""
    registers: int | None = None
    """The most registers of a thread: more threads then fit, and may have to spill."""
    near: bool = False
    """Whether a game that is played alone lies in memory of its thread's own meanwhile."""
    waves: bool = False
    """Whether games are sorted before each half of a step, for games whose decisions differ much
    from each other."""


ALONE = Spread()
"""A thread a game, to its end."""


def add_kernels(target: Any, build: Any, kinds: Any, spread: Spread, *, simulated: bool) -> None:
    """Gives a build for the card its `play`, `begin_all`, `step_all` and `pick_all`."""
    options: dict[str, Any] = {}
    if simulated:  # It knows nothing of registers.
        spread = replace(spread, threads=min(spread.threads, SIMULATED))
    elif spread.registers:
        options["max_registers"] = spread.registers
    if spread.waves:
        build.play = cuda_sorted.play_in_waves(target, build, kinds, spread.threads, options)
    else:
        build.play = play_alone(target, build, spread, options)
    build.begin_all, build.step_all, build.pick_all = batch_kernels(
        target, build, kinds, spread, options
    )


def play_alone(
    target: Any, build: Any, spread: Spread, options: dict[str, Any]
) -> Callable[..., None]:
    """The plain kernel: a thread plays its game from beginning to end."""
    start, reseed, playout = build.start, build.reseed, build.playout
    near, put_back, words, room = build.near, build.put_back, build.words, build.room

    @target.jit(**options)
    def play(states, streams, steps, options, policies, key, first):  # type: ignore[no-untyped-def]
        """Plays game `first + i` of a series in thread `i`, and counts its decisions."""
        i = np.int64(_cuda.grid(1))
        if i < states.shape[0]:
            mask = _cuda.local.array(words, np.uint32)
            start(states[i], len(policies), options, key, first + i)
            reseed(streams[i], key, first + i, POLICY)
            steps[i] = playout(states[i], streams[i], mask, policies, 0)

    @target.jit(**options)
    def play_near(states, streams, steps, options, policies, key, first):  # type: ignore[no-untyped-def]
        """The same in the thread's own memory."""
        i = np.int64(_cuda.grid(1))
        if i < states.shape[0]:
            mask = _cuda.local.array(words, np.uint32)
            own = _cuda.local.array(room, np.uint32)
            s = near(states, i, own)
            start(s, len(policies), options, key, first + i)
            reseed(streams[i], key, first + i, POLICY)
            steps[i] = playout(s, streams[i], mask, policies, 0)
            put_back(states, i, own)

    return launcher(play_near if spread.near else play, spread.threads)


def launcher(kernel: Any, threads: int) -> Callable[..., None]:
    """Launches a kernel with a thread for each of the games, which are its first argument."""

    def launch(states: Any, *rest: Any) -> None:
        kernel[cuda_sorted.blocks(len(states), threads), threads](states, *rest)

    return launch


def batch_kernels(
    target: Any, build: Any, kinds: Any, spread: Spread, options: dict[str, Any]
) -> tuple[Callable[..., None], Callable[..., None], Callable[..., None]]:
    """`begin_all`, `step_all` and `pick_all`: to all slots what `kernel/batch.py` does to some."""
    begin, pick_slot, threads = build.begin, build.pick_slot, spread.threads

    @target.jit(**options)
    def begin_each(states, slots, words, options, how):  # type: ignore[no-untyped-def]
        """Starts the game of slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            begin(states[i], slots[i], words[i], options, how)

    @target.jit(**options)
    def pick_each(states, slots, words, actions, policy):  # type: ignore[no-untyped-def]
        """Decides by a policy in slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            pick_slot(i, states, slots, words, actions, policy)

    if spread.waves:
        move = cuda_sorted.move_in_waves(target, build, kinds, threads, options)
    else:
        move = move_alone(target, build, threads, options)
    renew, remember, show = after_moves(target, build, threads, options)
    begin_states = launcher(begin_each, threads)

    def begin_all(  # type: ignore[no-untyped-def]
        states, slots, words, rows, masks, seats, options, how
    ) -> None:
        begin_states(states, slots, words, options, how)
        show(states, slots, words, rows, masks, seats)

    def step_all(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
        options, worth, how,
    ) -> None:  # fmt: skip
        move(states, slots, words, actions, rewards, ends, refusals, worth, how)
        if len(lasts) > 0:
            remember(states, slots, ends, lasts, how)
        renew(states, slots, words, ends, options, how)
        show(states, slots, words, rows, masks, seats)

    return begin_all, step_all, launcher(pick_each, threads)


def move_alone(
    target: Any, build: Any, threads: int, options: dict[str, Any]
) -> Callable[..., None]:
    """The caller's decision in slot `i`, and what follows from it, in thread `i`."""
    decide, conclude = build.decide, build.conclude

    @target.jit(**options)
    def move(states, slots, words, actions, rewards, ends, refusals, worth, how):  # type: ignore[no-untyped-def]
        i = _cuda.grid(1)
        if i < states.shape[0]:
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
            conclude(i, states, slots, words, rewards, ends, refusals, worth, how)

    return launcher(move, threads)


def after_moves(
    target: Any, build: Any, threads: int, options: dict[str, Any]
) -> tuple[Callable[..., None], Callable[..., None], Callable[..., None]]:
    """What comes after the moves: new games, the last sight of old ones, and what is seen now."""
    renew, remember, show_choices, encode_observation = (
        build.renew, build.remember, build.show_choices, build.encode_observation
    )  # fmt: skip
    near, room = build.near, build.room

    @target.jit(**options)
    def renew_each(states, slots, words, ends, options, how):  # type: ignore[no-untyped-def]
        i = _cuda.grid(1)
        if i < states.shape[0]:
            renew(i, states, slots, words, ends, options, how)

    @target.jit(**options)
    def remember_each(states, slots, ends, lasts, how):  # type: ignore[no-untyped-def]
        i = _cuda.grid(1)
        if i < states.shape[0]:
            remember(i, states, slots, ends, lasts, how)

    @target.jit
    def show_each(slots, words, masks, seats):  # type: ignore[no-untyped-def]
        i = _cuda.grid(1)
        if i < slots.shape[0]:
            show_choices(i, slots, words, masks, seats)

    @target.jit(**options)
    def observe_each(states, slots, rows):  # type: ignore[no-untyped-def]
        i = np.int64(_cuda.grid(1))
        if i < states.shape[0]:
            own = _cuda.local.array(room, np.uint32)
            encode_observation(near(states, i, own), slots[i].seat, rows[i])

    show_all, observe_all = launcher(show_each, threads), launcher(observe_each, threads)

    def show(states, slots, words, rows, masks, seats) -> None:  # type: ignore[no-untyped-def]
        show_all(slots, words, masks, seats)
        if len(rows) > 0:
            observe_all(states, slots, rows)

    return launcher(renew_each, threads), launcher(remember_each, threads), show
