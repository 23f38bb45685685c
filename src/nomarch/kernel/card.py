"""Kernels for a graphics card: how games are spread over its threads.

The threads of a warp run one instruction at a time, all of them or some: where they stand at
different decisions, each waits for all the others. So a block may sort its games by what they are
about to do before it asks what is allowed, and by what was chosen before it is carried out. A game
is always played in its own memory, whichever thread does it, so nothing of this changes a result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

GROUPS = 64
"""Groups that games are sorted into; the last two are for those that wait and those that rest."""
SIMULATED = 4
"""Threads of a block in the simulator, where ever more of them are ever slower."""
WAITS, RESTS = GROUPS - 2, GROUPS - 1
"""A slot whose game has ended waits for the next one, and rests when none is left."""

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


@dataclass(frozen=True)
class Spread:
    """How a game is spread over threads; what is best is measured (`bench/cuda_variants.py`)."""

    threads: int = 128
    """Threads of a block: as many games take part in a sort."""
    by_phase: bool = False
    """Whether games are sorted by the contract's `phase` before they are asked."""
    by_action: bool = False
    """Whether they are sorted again by what was chosen, before it is carried out."""
    registers: int | None = None
    """The most registers of a thread: more threads then fit, and may have to spill."""
    share: int = 4
    """One in so many slots of a block has to wait before new games are begun together."""

    @property
    def regroups(self) -> bool:
        """Whether games change threads at all."""
        return self.by_phase or self.by_action


ALONE = Spread()
"""A thread a game, to its end."""
REGROUPED = Spread(512, by_phase=True, by_action=True, registers=128)
"""Games sorted twice a step: for games whose decisions differ much from each other."""


def small(spread: Spread) -> Spread:
    """The same way to spread games over few threads: in the simulator each is one of Python's."""
    return replace(spread, threads=min(spread.threads, SIMULATED))


def compile_options(spread: Spread, *, simulated: bool) -> dict[str, Any]:
    """What the compiler is told about a kernel; its simulator knows nothing of registers."""
    if simulated or spread.registers is None:
        return {}
    return {"max_registers": spread.registers}


def make_regroup(target: Any, threads: int) -> Any:
    """A device function: the block's slots in the order of their groups."""

    @target.jit(device=True)
    def regroup(thread, group, sizes, order):  # type: ignore[no-untyped-def]
        """Counting sort of a block: slot `thread` is in `group`; `order` has the slots in turn."""
        for i in range(thread, GROUPS, threads):
            sizes[i] = 0
        _cuda.syncthreads()
        place = _cuda.atomic.add(sizes, group, 1)
        _cuda.syncthreads()
        for lower in range(group):
            place += sizes[lower]
        order[place] = thread
        _cuda.syncthreads()

    return regroup


def play_alone(target: Any, build: Any, words: int, options: dict[str, Any]) -> Any:
    """The plain kernel: a thread plays its game from beginning to end."""
    start, reseed, playout, stream_of_policies = _of_series(build)

    @target.jit(**options)
    def play(states, streams, steps, options, policies, key, first, taken):  # type: ignore[no-untyped-def]
        """Plays game `first + i` of a series in thread `i`, and counts its decisions."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            mask = _cuda.local.array(words, np.uint32)
            game = np.int64(first + i)
            start(states[i], len(policies), options, key, game)
            reseed(streams[i], key, game, stream_of_policies)
            steps[i] = playout(states[i], streams[i], mask, policies, 0)

    return play


def play_regrouped(
    target: Any, build: Any, words: int, kinds: Any, spread: Spread, options: dict[str, Any]
) -> Any:
    """Slots that change threads at every decision; a slot plays game after game."""
    threads, share = spread.threads, max(1, spread.threads // spread.share)
    by_phase, by_action = spread.by_phase, spread.by_action
    start, reseed, _, stream_of_policies = _of_series(build)
    to_act, first_seat, phase = build.to_act, build.first_seat, build.phase
    ask, choose, apply = build.ask, build.choose, build.apply
    regroup = make_regroup(target, threads)

    @target.jit(**options)
    def play(states, streams, steps, options, policies, key, first, taken):  # type: ignore[no-untyped-def]
        """Plays the games `first`, `first + 1`, … of a series; `taken` counts those begun."""
        thread = _cuda.threadIdx.x
        games = _cuda.shared.array(threads, np.int32)
        groups = _cuda.shared.array(threads, np.int32)
        chosen = _cuda.shared.array(threads, np.int32)
        made = _cuda.shared.array(threads, np.int32)
        order = _cuda.shared.array(threads, np.int32)
        sizes = _cuda.shared.array(GROUPS, np.int32)
        mask = _cuda.local.array(words, np.uint32)
        count = states.shape[0]
        groups[thread] = WAITS
        while True:
            waiting = _cuda.syncthreads_count(np.int32(groups[thread] == WAITS))
            resting = _cuda.syncthreads_count(np.int32(groups[thread] == RESTS))
            if resting == threads:
                break
            begins = waiting >= share or waiting + resting == threads
            slot = thread
            if by_phase or begins:
                regroup(thread, groups[thread], sizes, order)
                slot = order[thread]
            group = groups[slot]
            if group == WAITS and begins:
                i = _cuda.atomic.add(taken, 0, 1)
                if i < count:
                    start(states[i], len(policies), options, key, first + i)
                    reseed(streams[i], key, first + i, stream_of_policies)
                    games[slot] = i
                    made[slot] = 0
                    group = 0 if to_act(states[i]) != 0 else WAITS
                else:
                    group = RESTS
            seat, action = 0, -1
            if group < WAITS:
                i = games[slot]
                seat = first_seat(to_act(states[i]))
                ask(states[i], seat, mask)
                action = choose(states[i], seat, mask, policies[seat], streams[i])
            else:
                groups[slot] = group
            if by_action:
                chosen[slot] = action * 8 + seat
                _cuda.syncthreads()
                mine = chosen[thread] >> 3
                regroup(thread, kinds[mine] if mine >= 0 else RESTS, sizes, order)
                slot = order[thread]
                action, seat = chosen[slot] >> 3, chosen[slot] & 7
            if action >= 0:
                i = games[slot]
                apply(states[i], seat, action)
                made[slot] += 1
                if to_act(states[i]) == 0:
                    steps[i] = made[slot]
                    groups[slot] = WAITS
                else:
                    groups[slot] = phase(states[i])
            _cuda.syncthreads()

    return play


def _of_series(build: Any) -> tuple[Any, Any, Any, int]:
    from nomarch.kernel.chance import POLICY

    return build.start, build.reseed, build.playout, POLICY


def batch_kernels(
    target: Any, build: Any, kinds: Any, spread: Spread, options: dict[str, Any]
) -> tuple[Any, Any, Any]:
    """`begin_all`, `step_all` and `pick_all`: to all slots what `kernel/batch.py` does to some."""
    begin_slot, pick_slot = build.begin_slot, build.pick_slot

    @target.jit
    def begin_all(states, slots, words, rows, masks, seats, options, how):  # type: ignore[no-untyped-def]
        """Starts the game of slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            begin_slot(i, states, slots, words, rows, masks, seats, options, how)

    @target.jit
    def pick_all(states, slots, words, actions, policy):  # type: ignore[no-untyped-def]
        """Decides by lot in slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < slots.shape[0]:
            pick_slot(i, states, slots, words, actions, policy)

    if spread.regroups:
        return begin_all, step_regrouped(target, build, kinds, spread, options), pick_all
    return begin_all, step_alone(target, build, options), pick_all


def step_alone(target: Any, build: Any, options: dict[str, Any]) -> Any:
    """The plain kernel: a thread makes its slot's decision."""
    step_slot = build.step_slot

    @target.jit(**options)
    def step_all(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
        options, worth, how,
    ):  # fmt: skip
        """Makes one decision in slot `i` in thread `i`."""
        i = _cuda.grid(1)
        if i < states.shape[0]:
            step_slot(
                i, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals,
                lasts, options, worth, how,
            )  # fmt: skip

    return step_all


def step_regrouped(
    target: Any, build: Any, kinds: Any, spread: Spread, options: dict[str, Any]
) -> Any:
    """Sorts by action to carry it out and by phase to play on; every thread shows its own slot."""
    threads, by_phase, by_action = spread.threads, spread.by_phase, spread.by_action
    decide, go_on, show, phase = build.decide, build.go_on, build.show, build.phase
    regroup = make_regroup(target, threads)

    @target.jit(**options)
    def step_all(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
        options, worth, how,
    ):  # fmt: skip
        """Makes one decision in each slot of the block."""
        order = _cuda.shared.array(threads, np.int32)
        sizes = _cuda.shared.array(GROUPS, np.int32)
        thread = _cuda.threadIdx.x
        base = _cuda.blockIdx.x * threads
        own = base + thread
        i = own
        if by_action:
            group = RESTS
            if own < states.shape[0] and 0 <= actions[own] < len(kinds):
                group = kinds[actions[own]]
            regroup(thread, group, sizes, order)
            i = base + order[thread]
        if i < states.shape[0]:
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
        _cuda.syncthreads()
        i = own
        if by_phase:
            group = phase(states[own]) if own < states.shape[0] else RESTS
            regroup(thread, group, sizes, order)
            i = base + order[thread]
        if i < states.shape[0]:
            go_on(i, states, slots, words, rewards, ends, refusals, lasts, options, worth, how)
        _cuda.syncthreads()
        if own < states.shape[0]:
            show(own, states, slots, words, rows, masks, seats, how)

    return step_all
