"""CUDA kernels that play whole games, step batches, and add up results.

A thread plays a game alone, or all games are sorted before each half step (`cuda_sorted.py`). A
game stays in its own memory, whichever thread plays it, so neither changes a result.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from nomarch.kernel.compile import cuda_instructions, cuda_sorted
from nomarch.kernel.compile.backend import is_simulated
from nomarch.kernel.compile.cuda_sorted import count_blocks
from nomarch.kernel.declare.chance import POLICY
from nomarch.kernel.declare.cuda_options import CudaOptions
from nomarch.kernel.declare.game import MAX_PLAYERS
from nomarch.kernel.run.playouts import TALLY_COLUMNS

Kernel = Callable[..., None]

EVALUATING_THREADS = 8
"""Threads that share the evaluation of one game's legal actions."""
SUM_BLOCKS = 256
"""Blocks that add up results: each of their threads sums many games before it shares its sums."""


def add_kernels(build: Any, compiler: Any, options: CudaOptions) -> None:
    """Give a CUDA build its kernels.

    `play` plays whole games, `add_up` sums their results; `begin_all`, `step_all`, `pick_all` and
    `evaluate_all` do to all slots of a batch what the functions of `run/batch.py` do to some.
    """
    if options.sort_games:
        build.new_lists, build.play = cuda_sorted.sorted_play(build, compiler, options.threads)
    else:
        build.new_lists, build.play = lambda games: None, play_alone(build, compiler, options)
    build.add_up = add_up(build, compiler, options.threads)
    build.begin_all, build.step_all, build.pick_all = batch_kernels(build, compiler, options)
    build.evaluate_all = evaluate_all(build, compiler, options.threads)


def launcher(kernel: Any, threads: int) -> Kernel:
    """Return a function that launches a kernel with a thread per element of its first array."""

    def launch(states: Any, *rest: Any) -> None:
        kernel[count_blocks(len(states), threads), threads](states, *rest)

    return launch


# --- Whole games ----------------------------------------------------------------------------------


def play_alone(build: Any, compiler: Any, options: CudaOptions) -> Kernel:
    """Return the plain driver: each thread plays its game from beginning to end."""
    if options.shared_state and not is_simulated():
        return play_shared(build, compiler, options)
    start, reseed, playout = build.start, build.reseed, build.playout
    load_local, store_local = build.load_local, build.store_local
    words, room, threads = build.words, build.room, options.threads

    def play(states, streams, steps, options, policies, rotate, key, first, games):  # type: ignore[no-untyped-def]
        """Play game `first + i` of a series in thread `i`, and count its decisions."""
        i = np.int64(cuda.grid(1))
        if i < games:
            mask = cuda.local.array(words, np.uint32)
            game = first + i
            start(states[i], len(policies), options, key, game)
            reseed(streams[i], key, game, POLICY)
            shift = game % len(policies) if rotate == 1 else 0
            steps[i] = playout(states[i], streams[i], mask, policies, shift)

    def play_local(states, streams, steps, options, policies, rotate, key, first, games):  # type: ignore[no-untyped-def]
        """Do the same in the thread's local memory."""
        i = np.int64(cuda.grid(1))
        if i < games:
            mask = cuda.local.array(words, np.uint32)
            own = cuda.local.array(room, np.uint32)
            game = first + i
            s = load_local(states, i, own)
            start(s, len(policies), options, key, game)
            reseed(streams[i], key, game, POLICY)
            shift = game % len(policies) if rotate == 1 else 0
            steps[i] = playout(s, streams[i], mask, policies, shift)
            store_local(states, i, own)

    kernel = compiler(play_local if options.local_state else play)

    def launch(memory, options, policies, rotate, key, first, games) -> None:  # type: ignore[no-untyped-def]
        kernel[count_blocks(games, threads), threads](
            memory.states,
            memory.streams,
            memory.steps,
            options,
            policies,
            rotate,
            key,
            first,
            games,
        )

    return launch


def play_shared(build: Any, compiler: Any, options: CudaOptions) -> Kernel:
    """Return the plain driver with the games of a block in shared memory."""
    start, reseed, playout = build.start, build.reseed, build.playout
    words, room, threads = build.words, build.room, options.threads
    record_at = cuda_instructions.record_in_shared()
    # An odd number of words from game to game spreads a field of all games over all banks.
    stride = room | 1
    size = stride * threads

    def play(states, raw, streams, steps, options, policies, rotate, key, first, games):  # type: ignore[no-untyped-def]
        """Play game `first + i` in thread `i`; `raw` is the memory of `states` in words."""
        memory = cuda.shared.array(size, np.uint32)
        i = np.int64(cuda.grid(1))
        if i < games:
            mask = cuda.local.array(words, np.uint32)
            here, there = np.int64(cuda.threadIdx.x) * stride, i * room
            for word in range(room):
                memory[here + word] = raw[there + word]
            game = first + i
            s = record_at(states, memory, here)
            start(s, len(policies), options, key, game)
            reseed(streams[i], key, game, POLICY)
            shift = game % len(policies) if rotate == 1 else 0
            steps[i] = playout(s, streams[i], mask, policies, shift)
            for word in range(room):
                raw[there + word] = memory[here + word]

    kernel = compiler(play)

    def launch(memory, options, policies, rotate, key, first, games) -> None:  # type: ignore[no-untyped-def]
        raw = memory.states.view(np.uint32)
        kernel[count_blocks(games, threads), threads](
            memory.states, raw, memory.streams, memory.steps, options, policies, rotate, key, first,
            games,
        )  # fmt: skip

    return launch


def add_up(build: Any, compiler: Any, threads: int) -> Kernel:
    """Return the kernel that adds the results of finished games to totals on the card.

    `totals` has a row per policy, as `playouts.add_result` fills it, and a last row that begins
    with the number of decisions.
    """
    add_result = build.add_result

    def add(states, steps, rotate, first, games, totals):  # type: ignore[no-untyped-def]
        players = totals.shape[0] - 1
        tally = cuda.local.array((MAX_PLAYERS, TALLY_COLUMNS), np.int64)
        row = cuda.local.array(MAX_PLAYERS, np.int64)
        for slot in range(players):
            for column in range(TALLY_COLUMNS):
                tally[slot, column] = 0
        decisions = np.int64(0)
        i, stride = np.int64(cuda.grid(1)), np.int64(cuda.gridsize(1))
        while i < games:
            shift = (first + i) % players if rotate == 1 else 0
            add_result(states[i], players, shift, row, tally)
            decisions += steps[i]
            i += stride
        for slot in range(players):
            for column in range(TALLY_COLUMNS):
                cuda.atomic.add(totals, (slot, column), tally[slot, column])
        cuda.atomic.add(totals, (players, 0), decisions)

    kernel = compiler(add, limited=False)

    def launch(memory, rotate, first, games, totals) -> None:  # type: ignore[no-untyped-def]
        grid = min(SUM_BLOCKS, count_blocks(games, threads))
        kernel[grid, threads](memory.states, memory.steps, rotate, first, games, totals)

    return launch


# --- Batches --------------------------------------------------------------------------------------


def batch_kernels(build: Any, compiler: Any, options: CudaOptions) -> tuple[Kernel, Kernel, Kernel]:
    """Return `begin_all`, `step_all` and `pick_all`."""
    begin, pick_slot, threads = build.begin, build.pick_slot, options.threads

    def begin_each(states, slots, words, options, how):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            begin(states[i], slots[i], words[i], options, how)

    def pick_each(states, slots, words, actions, policy):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            pick_slot(i, states, slots, words, actions, policy)

    if options.sort_games:
        move = cuda_sorted.sorted_move(build, compiler, threads)
    else:
        move = move_alone(build, compiler, threads)
    renew, remember, show = after_moves(build, compiler, threads)
    begin_states = launcher(compiler(begin_each), threads)

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

    return begin_all, step_all, launcher(compiler(pick_each), threads)


def evaluate_all(build: Any, compiler: Any, threads: int) -> Kernel:
    """Return the kernel that evaluates the legal actions of each slot.

    Neighbouring threads share a game, each with a copy of its state: an evaluation may change the
    state for a moment.
    """
    evaluate_share, load_local, room = build.evaluate_share, build.load_local, build.room

    def evaluate_each(states, slots, words, values):  # type: ignore[no-untyped-def]
        thread = np.int64(cuda.grid(1))
        i, share = thread // EVALUATING_THREADS, thread % EVALUATING_THREADS
        if i < states.shape[0] and slots[i].over == 0:
            own = cuda.local.array(room, np.uint32)
            s = load_local(states, i, own)
            evaluate_share(s, slots[i].seat, words[i], values[i], share, EVALUATING_THREADS)

    kernel = compiler(evaluate_each)

    def launch(states, *rest) -> None:  # type: ignore[no-untyped-def]
        blocks = count_blocks(EVALUATING_THREADS * len(states), threads)
        kernel[blocks, threads](states, *rest)

    return launch


def move_alone(build: Any, compiler: Any, threads: int) -> Kernel:
    """Return the kernel that makes the caller's move in each slot, and plays on from it."""
    decide, conclude = build.decide, build.conclude

    def move(states, slots, words, actions, rewards, ends, refusals, worth, how):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
            conclude(i, states, slots, words, rewards, ends, refusals, worth, how)

    return launcher(compiler(move), threads)


def after_moves(build: Any, compiler: Any, threads: int) -> tuple[Kernel, Kernel, Kernel]:
    """Return kernels that start new games, keep last observations, and write what is seen."""
    renew, remember, show_choices, encode_observation = (
        build.renew, build.remember, build.show_choices, build.encode_observation
    )  # fmt: skip
    load_local, room = build.load_local, build.room

    def renew_each(states, slots, words, ends, options, how):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            renew(i, states, slots, words, ends, options, how)

    def remember_each(states, slots, ends, lasts, how):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < states.shape[0]:
            remember(i, states, slots, ends, lasts, how)

    def show_each(slots, words, masks, seats):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < slots.shape[0]:
            show_choices(i, slots, words, masks, seats)

    def observe_each(states, slots, rows):  # type: ignore[no-untyped-def]
        i = np.int64(cuda.grid(1))
        if i < states.shape[0]:
            own = cuda.local.array(room, np.uint32)
            encode_observation(load_local(states, i, own), slots[i].seat, rows[i])

    show_all = launcher(compiler(show_each, limited=False), threads)
    observe_all = launcher(compiler(observe_each), threads)

    def show(states, slots, words, rows, masks, seats) -> None:  # type: ignore[no-untyped-def]
        show_all(slots, words, masks, seats)
        if len(rows) > 0:
            observe_all(states, slots, rows)

    renew_all = launcher(compiler(renew_each), threads)
    return renew_all, launcher(compiler(remember_each), threads), show
