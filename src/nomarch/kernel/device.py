"""Series of games on a graphics card, in kernels that keep its threads in step.

The 32 threads of a warp walk through every branch that any of them takes. A block therefore sorts
its games before they are asked, by what they are asked, and again before they move, by the kind of
move: neighbours then do the same. Each game has its own stream of chance, so who plays it and in
which order changes nothing of it. A slot whose game is over takes the block's next numbered game.

Numba comes as an argument: `kernel/backend.py` alone imports it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nomarch.kernel.chance import POLICY

SLOTS = 256
"""Games that a block has in play at a time, one for each of its threads."""
CLASSES = 64
"""The most that games are sorted into; the last one is for slots without a game."""
EMPTY = CLASSES - 1

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


def series_kernel(target: Any, build: Any, kinds: tuple[int, ...], *, by_move: bool) -> Any:
    """The kernel `play` of a game whose actions have those kinds.

    Block `b` plays games `b * each` to `(b + 1) * each - 1`; states, streams and decisions are
    kept by game.
    """
    global _cuda
    _cuda = target
    start, reseed, group = build.start, build.reseed, build.group
    to_act, first_seat, ask, choose, apply = (
        build.to_act,
        build.first_seat,
        build.ask,
        build.choose,
        build.apply,
    )
    width = len(kinds)
    kind_of = np.array(kinds, np.int8)

    @target.jit(device=True)
    def begin(states, streams, options, policies, key, first, at):  # type: ignore[no-untyped-def]
        """Sets up a game and tells its class."""
        game = np.int64(first + at)
        start(states[at], len(policies), options, key, game)
        reseed(streams[at], key, game, POLICY)
        return group(states[at])

    @target.jit(device=True)
    def sort(classes, counts, order, slot):  # type: ignore[no-untyped-def]
        """Puts the slots in the order of their classes: a counting sort in shared memory."""
        if slot < CLASSES:
            counts[slot] = 0
        _cuda.syncthreads()
        rank = _cuda.atomic.add(counts, classes[slot], 1)
        _cuda.syncthreads()
        if slot == 0:
            total = 0
            for i in range(CLASSES):
                count = counts[i]
                counts[i] = total
                total += count
        _cuda.syncthreads()
        order[counts[classes[slot]] + rank] = slot
        _cuda.syncthreads()

    @target.jit
    def play(  # type: ignore[no-untyped-def]
        states, streams, steps, options, policies, key, first, each
    ):
        """Plays `each` games a block, `SLOTS` of them at a time."""
        mask = _cuda.local.array(width, np.int8)
        classes = _cuda.shared.array(SLOTS, np.int32)
        counts = _cuda.shared.array(CLASSES, np.int32)
        order = _cuda.shared.array(SLOTS, np.int32)
        game_of = _cuda.shared.array(SLOTS, np.int32)
        chosen = _cuda.shared.array(SLOTS, np.int32)
        waiting = _cuda.shared.array(1, np.int32)
        slot = _cuda.threadIdx.x
        begins = _cuda.blockIdx.x * each
        ends = min(begins + each, states.shape[0])
        if slot == 0:
            waiting[0] = min(begins + SLOTS, ends)
        at = begins + slot
        game_of[slot] = at
        classes[slot] = EMPTY
        if at < ends:
            classes[slot] = begin(states, streams, options, policies, key, first, at)
        _cuda.syncthreads()
        while _cuda.syncthreads_or(classes[slot] != EMPTY):
            sort(classes, counts, order, slot)
            mine = order[slot]
            at = game_of[mine]
            action, seat = 0, 0
            goes_on = classes[mine] != EMPTY
            if goes_on:
                seat = first_seat(to_act(states[at]))
                ask(states[at], seat, mask)
                action = choose(states[at], seat, mask, policies[seat], streams[at])
            if by_move:
                _cuda.syncthreads()
                chosen[mine] = action * 8 + seat
                if goes_on:
                    classes[mine] = kind_of[action]
                _cuda.syncthreads()
                sort(classes, counts, order, slot)
                mine = order[slot]
                at = game_of[mine]
                goes_on = classes[mine] != EMPTY
                action, seat = chosen[mine] // 8, chosen[mine] % 8
            if goes_on:
                apply(states[at], seat, action)
                steps[at] += 1
                if to_act(states[at]) != 0:
                    classes[mine] = group(states[at])
                else:
                    at = _cuda.atomic.add(waiting, 0, 1)
                    game_of[mine] = at
                    classes[mine] = EMPTY
                    if at < ends:
                        classes[mine] = begin(states, streams, options, policies, key, first, at)
            _cuda.syncthreads()

    return play
