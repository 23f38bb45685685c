"""Sorted play: all games of a card are sorted by what they do next, then all do it.

The threads of a warp run one instruction at a time: where they stand at different decisions, each
waits for all the others. Here a step is two kernels, one that chooses an action and one that
applies it. Before each of them the games are sorted again, so that neighbours in the list do the
same. A game stays in its own memory, whichever thread plays it, so results do not change.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from nomarch.kernel.declare.chance import POLICY

GROUPS = 64
"""Groups that games are sorted into. Games of the last one are over and leave the list."""
DONE = GROUPS - 1
STEPS_BETWEEN_CHECKS = 16
"""Steps before the host polls how many games are left."""
GAMES_PER_THREAD = 16
"""Games that a thread of the sort places."""


def count_blocks(games: int, threads: int) -> int:
    return -(-games // threads)


class Lists:
    """The games of a card listed twice: sorted by phase, and sorted by action."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.groups = cuda.device_array(games, np.int32)
        """The group of the game at each position of the list that was worked through last."""
        self.chosen = cuda.device_array(games, np.int32)
        self.by_phase, self.by_action = _List(games), _List(games)

    def clear(self) -> None:
        """Forget the group sizes."""
        for listed in (self.by_phase, self.by_action):
            listed.sizes.copy_to_device(listed.zeros)
            listed.placed.copy_to_device(listed.zeros)


class _List:
    """The numbers of some games in order, their number, and the size of each group."""

    def __init__(self, games: int) -> None:
        self.order = cuda.to_device(np.arange(games, dtype=np.int32))
        self.length = cuda.to_device(np.array([games], np.int32))
        self.sizes, self.placed, self.zeros = (
            cuda.to_device(np.zeros(GROUPS, np.int32)) for _ in range(3)
        )


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def clear_counts(counts):  # type: ignore[no-untyped-def]
    for group in range(cuda.threadIdx.x, GROUPS, cuda.blockDim.x):
        counts[group] = 0
    cuda.syncthreads()


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def add_counts(counts, sizes):  # type: ignore[no-untyped-def]
    cuda.syncthreads()
    for group in range(cuda.threadIdx.x, GROUPS, cuda.blockDim.x):
        if counts[group] > 0:
            cuda.atomic.add(sizes, group, counts[group])


class Sort:
    """The second half of a counting sort; the kernel before it has counted the groups."""

    def __init__(self, compiler: Any) -> None:
        self._arrange = compiler(_arrange, limited=False)

    def __call__(self, source: _List, groups: Any, target: _List, most: int) -> None:
        """List the games of `source`, up to a limit, in `target` by group."""
        self._arrange[count_blocks(most, GROUPS * GAMES_PER_THREAD), GROUPS](
            source.order, source.length, groups, target.sizes, target.placed, target.order,
            target.length, source.sizes, source.placed,
        )  # fmt: skip


def _arrange(  # type: ignore[no-untyped-def]
    order, length, groups, sizes, placed, arranged, left, old_sizes, old_placed
):
    """List games group by group; a block reserves room for all of a group's at once.

    A block has a thread per group. The counts of the source list are cleared for the next time.
    """
    here = cuda.shared.array(GROUPS, np.int32)
    places = cuda.shared.array(GROUPS, np.int32)
    ranks = cuda.local.array(GAMES_PER_THREAD, np.int32)
    group = cuda.threadIdx.x
    first = cuda.blockIdx.x * GROUPS * GAMES_PER_THREAD + group
    here[group] = 0
    if first < GROUPS:
        old_sizes[first] = 0
        old_placed[first] = 0
    cuda.syncthreads()
    for turn in range(GAMES_PER_THREAD):
        at = first + turn * GROUPS
        if at < length[0]:
            ranks[turn] = cuda.atomic.add(here, groups[at], 1)
    cuda.syncthreads()
    before = 0
    for lower in range(group):
        before += sizes[lower]
    if here[group] > 0:
        before += cuda.atomic.add(placed, group, here[group])
    places[group] = before
    cuda.syncthreads()
    for turn in range(GAMES_PER_THREAD):
        at = first + turn * GROUPS
        if at < length[0] and groups[at] != DONE:
            arranged[places[groups[at]] + ranks[turn]] = order[at]
    if first == 0:
        left[0] = length[0] - sizes[DONE]


def sorted_play(
    build: Any, compiler: Any, threads: int
) -> tuple[Callable[[int], Lists], Callable[..., None]]:
    """Return what allocates lists, and the driver that plays whole games with them."""
    start, reseed, to_act, phase = build.start, build.reseed, build.to_act, build.phase
    first_seat, ask, choose, apply = build.first_seat, build.ask, build.choose, build.apply
    turned, words, kinds = build.turned, build.words, build.action_kinds

    def begin(  # type: ignore[no-untyped-def]
        states, streams, steps, groups, options, policies, key, first, games, order, length, sizes
    ):
        """Set up game `first + i` in thread `i`, and list all games."""
        counts = cuda.shared.array(GROUPS, np.int32)
        clear_counts(counts)
        i = np.int64(cuda.grid(1))
        if i == 0:
            length[0] = games
        if i < games:
            order[i] = i
            steps[i] = 0
            start(states[i], len(policies), options, key, first + i)
            reseed(streams[i], key, first + i, POLICY)
            groups[i] = phase(states[i]) if to_act(states[i]) != 0 else DONE
            cuda.atomic.add(counts, groups[i], 1)
        add_counts(counts, sizes)

    def decide(  # type: ignore[no-untyped-def]
        states, streams, groups, chosen, order, length, sizes, policies, rotate, first
    ):
        """Choose an action in each listed game."""
        counts = cuda.shared.array(GROUPS, np.int32)
        clear_counts(counts)
        at = cuda.grid(1)
        if at < length[0]:
            i = order[at]
            mask = cuda.local.array(words, np.uint32)
            seat = first_seat(to_act(states[i]))
            ask(states[i], seat, mask)
            shift = (first + i) % len(policies) if rotate == 1 else 0
            policy = policies[turned(seat, shift, len(policies))]
            action = choose(states[i], seat, mask, policy, streams[i])
            chosen[i] = action * 8 + seat
            groups[at] = kinds[action]
            cuda.atomic.add(counts, kinds[action], 1)
        add_counts(counts, sizes)

    def act(states, steps, groups, chosen, order, length, sizes):  # type: ignore[no-untyped-def]
        """Apply the action of each listed game."""
        counts = cuda.shared.array(GROUPS, np.int32)
        clear_counts(counts)
        at = cuda.grid(1)
        if at < length[0]:
            i = order[at]
            apply(states[i], chosen[i] & 7, chosen[i] >> 3)
            steps[i] += 1
            groups[at] = phase(states[i]) if to_act(states[i]) != 0 else DONE
            cuda.atomic.add(counts, groups[at], 1)
        add_counts(counts, sizes)

    sort = Sort(compiler)
    begin_all, decide_all, act_all = compiler(begin), compiler(decide), compiler(act)

    def play(memory, options, policies, rotate, key, first, games) -> None:  # type: ignore[no-untyped-def]
        states, streams, lists, left = memory.states, memory.streams, memory.lists, games
        asked, acting, groups, chosen = lists.by_phase, lists.by_action, lists.groups, lists.chosen
        lists.clear()
        begin_all[count_blocks(left, threads), threads](
            states, streams, memory.steps, groups, options, policies, key, first, games,
            acting.order, acting.length, asked.sizes,
        )  # fmt: skip
        sort(acting, groups, asked, left)
        while left > 0:
            grid = count_blocks(left, threads), threads
            for _ in range(STEPS_BETWEEN_CHECKS):
                decide_all[grid](
                    states, streams, groups, chosen, asked.order, asked.length, acting.sizes,
                    policies, rotate, first,
                )  # fmt: skip
                sort(asked, groups, acting, left)
                act_all[grid](
                    states, memory.steps, groups, chosen, acting.order, acting.length, asked.sizes
                )
                sort(acting, groups, asked, left)
            left = int(asked.length.copy_to_host()[0])

    return Lists, play


def sorted_move(build: Any, compiler: Any, threads: int) -> Callable[..., None]:
    """Return the driver of a batch: sort by action to apply it, and by phase to play on."""
    decide, conclude, phase, kinds = build.decide, build.conclude, build.phase, build.action_kinds

    def note(actions, groups, order, sizes):  # type: ignore[no-untyped-def]
        counts = cuda.shared.array(GROUPS, np.int32)
        clear_counts(counts)
        at = cuda.grid(1)
        if at < actions.shape[0]:
            action = actions[order[at]]
            groups[at] = kinds[action] if 0 <= action < len(kinds) else 0
            cuda.atomic.add(counts, groups[at], 1)
        add_counts(counts, sizes)

    def decide_each(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rewards, ends, refusals, how, groups, order, sizes
    ):
        """Apply the caller's decisions."""
        counts = cuda.shared.array(GROUPS, np.int32)
        clear_counts(counts)
        at = cuda.grid(1)
        if at < states.shape[0]:
            i = order[at]
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
            groups[at] = phase(states[i])
            cuda.atomic.add(counts, groups[at], 1)
        add_counts(counts, sizes)

    def conclude_each(  # type: ignore[no-untyped-def]
        states, slots, words, rewards, ends, refusals, worth, how, order
    ):
        """Play on to the caller's next decisions."""
        at = cuda.grid(1)
        if at < states.shape[0]:
            conclude(order[at], states, slots, words, rewards, ends, refusals, worth, how)

    note_all = compiler(note, limited=False)
    decide_all, conclude_all = compiler(decide_each), compiler(conclude_each)
    sort, kept = Sort(compiler), list[Lists]()

    def move(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rewards, ends, refusals, worth, how
    ) -> None:
        games, grid = len(states), (count_blocks(len(states), threads), threads)
        if not kept or kept[0].games != games:  # Batches are seldom stepped in turn.
            kept[:] = [Lists(games)]
        lists = kept[0]
        note_all[grid](actions, lists.groups, lists.by_phase.order, lists.by_action.sizes)
        sort(lists.by_phase, lists.groups, lists.by_action, games)
        decide_all[grid](
            states, slots, words, actions, rewards, ends, refusals, how, lists.groups,
            lists.by_action.order, lists.by_phase.sizes,
        )  # fmt: skip
        sort(lists.by_action, lists.groups, lists.by_phase, games)
        conclude_all[grid](
            states, slots, words, rewards, ends, refusals, worth, how, lists.by_phase.order
        )

    return move
