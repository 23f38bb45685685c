"""Sorted play: all games of a card are sorted by what they do next, then all do it.

The threads of a warp run one instruction at a time: where they stand at different decisions, each
waits for all the others. Here a step is two kernels, one that chooses an action and one that
applies it. Before each of them the games are listed anew, so that neighbours in the list do the
same. A game stays in its own memory, whichever thread plays it, so results do not change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from nomarch.kernel.chance import POLICY

GROUPS = 64
"""Groups that games are sorted into. Games of the last one are over and leave the list."""
DONE = GROUPS - 1
STEPS_BETWEEN_CHECKS = 16
"""Steps before the host asks how many games are left."""


def count_blocks(games: int, threads: int) -> int:
    return -(-games // threads)


class Lists:
    """The games of a card listed twice: sorted by phase, and sorted by action."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.groups = cuda.device_array(games, np.int32)
        self.chosen = cuda.device_array(games, np.int32)
        self.by_phase, self.by_action = _List(games), _List(games)


class _List:
    """The numbers of some games in order, their number, and the size of each group."""

    def __init__(self, games: int) -> None:
        self.order = cuda.to_device(np.arange(games, dtype=np.int32))
        self.length = cuda.to_device(np.array([games], np.int32))
        self.sizes = cuda.to_device(np.zeros(GROUPS, np.int32))
        self.placed = cuda.to_device(np.zeros(GROUPS, np.int32))


class Sort:
    """Counting sort over the whole card: group sizes first, then each game's place."""

    def __init__(self, compiler: Any) -> None:
        self.count, self.arrange = _sort_kernels(compiler)

    def __call__(self, source: _List, groups: Any, target: _List, most: int) -> None:
        """List the games of `source`, at most so many, in `target` by group."""
        grid = count_blocks(most, GROUPS), GROUPS
        self.count[grid](source.order, source.length, groups, target.sizes)
        self.arrange[grid](
            source.order, source.length, groups, target.sizes, target.placed, target.order,
            target.length, source.sizes, source.placed,
        )  # fmt: skip


def _sort_kernels(compiler: Any) -> tuple[Any, Any]:
    def count(order, length, groups, sizes):  # type: ignore[no-untyped-def]
        """Count the games of each group, first in the block, then on the card."""
        here = cuda.shared.array(GROUPS, np.int32)
        group, at = cuda.threadIdx.x, cuda.grid(1)
        here[group] = 0
        cuda.syncthreads()
        if at < length[0]:
            cuda.atomic.add(here, groups[order[at]], 1)
        cuda.syncthreads()
        if here[group] > 0:
            cuda.atomic.add(sizes, group, here[group])

    def arrange(  # type: ignore[no-untyped-def]
        order, length, groups, sizes, placed, arranged, left, old_sizes, old_placed
    ):
        """List the games group by group; a block reserves room for all of a group's at once.

        The counts of the source list are cleared for the next time.
        """
        here = cuda.shared.array(GROUPS, np.int32)
        places = cuda.shared.array(GROUPS, np.int32)
        group, at = cuda.threadIdx.x, cuda.grid(1)
        here[group] = 0
        if at < GROUPS:
            old_sizes[at] = 0
            old_placed[at] = 0
        cuda.syncthreads()
        mine, place = DONE, 0
        if at < length[0]:
            mine = groups[order[at]]
            place = cuda.atomic.add(here, mine, 1)
        cuda.syncthreads()
        before = 0
        for lower in range(group):
            before += sizes[lower]
        places[group] = before + cuda.atomic.add(placed, group, here[group])
        cuda.syncthreads()
        if mine != DONE:
            arranged[places[mine] + place] = order[at]
        if at == 0:
            left[0] = length[0] - sizes[DONE]

    return compiler(count, limited=False), compiler(arrange, limited=False)


def sorted_play(
    build: Any, compiler: Any, threads: int
) -> tuple[Callable[[int], Lists], Callable[..., None]]:
    """Return what allocates lists, and the driver that plays whole games with them."""
    start, reseed, to_act, phase = build.start, build.reseed, build.to_act, build.phase
    first_seat, ask, choose, apply = build.first_seat, build.ask, build.choose, build.apply
    turned, words, kinds = build.turned, build.words, build.action_kinds

    def begin(  # type: ignore[no-untyped-def]
        states, streams, steps, groups, options, policies, key, first, games, order, length,
        phase_sizes, phase_placed, action_sizes, action_placed,
    ):  # fmt: skip
        """Set up game `first + i` in thread `i`, and list all games."""
        i = np.int64(cuda.grid(1))
        if i == 0:
            length[0] = games
            for group in range(GROUPS):
                phase_sizes[group] = 0
                phase_placed[group] = 0
                action_sizes[group] = 0
                action_placed[group] = 0
        if i < games:
            order[i] = i
            steps[i] = 0
            start(states[i], len(policies), options, key, first + i)
            reseed(streams[i], key, first + i, POLICY)
            groups[i] = phase(states[i]) if to_act(states[i]) != 0 else DONE

    def decide(  # type: ignore[no-untyped-def]
        states, streams, groups, chosen, order, length, policies, rotate, first
    ):
        """Choose an action in each listed game."""
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
            groups[i] = kinds[action]

    def act(states, steps, groups, chosen, order, length):  # type: ignore[no-untyped-def]
        """Apply the action of each listed game."""
        at = cuda.grid(1)
        if at < length[0]:
            i = order[at]
            apply(states[i], chosen[i] & 7, chosen[i] >> 3)
            steps[i] += 1
            groups[i] = phase(states[i]) if to_act(states[i]) != 0 else DONE

    sort = Sort(compiler)
    begin_all, decide_all, act_all = compiler(begin), compiler(decide), compiler(act)

    def play(memory, options, policies, rotate, key, first, games) -> None:  # type: ignore[no-untyped-def]
        states, streams, lists, left = memory.states, memory.streams, memory.lists, games
        asked, acting, groups, chosen = lists.by_phase, lists.by_action, lists.groups, lists.chosen
        begin_all[count_blocks(left, threads), threads](
            states, streams, memory.steps, groups, options, policies, key, first, games,
            acting.order, acting.length, asked.sizes, asked.placed, acting.sizes, acting.placed,
        )  # fmt: skip
        sort(acting, groups, asked, left)
        while left > 0:
            grid = count_blocks(left, threads), threads
            for _ in range(STEPS_BETWEEN_CHECKS):
                decide_all[grid](
                    states, streams, groups, chosen, asked.order, asked.length, policies, rotate,
                    first,
                )  # fmt: skip
                sort(asked, groups, acting, left)
                act_all[grid](states, memory.steps, groups, chosen, acting.order, acting.length)
                sort(acting, groups, asked, left)
            left = int(asked.length.copy_to_host()[0])

    return Lists, play


def sorted_move(build: Any, compiler: Any, threads: int) -> Callable[..., None]:
    """Return the driver of a batch: sort by action to apply it, and by phase to play on."""
    decide, conclude, phase, kinds = build.decide, build.conclude, build.phase, build.action_kinds

    def note(actions, groups):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < actions.shape[0]:
            groups[i] = kinds[actions[i]] if 0 <= actions[i] < len(kinds) else 0

    def decide_each(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rewards, ends, refusals, how, groups, order
    ):
        """Apply the caller's decisions."""
        at = cuda.grid(1)
        if at < states.shape[0]:
            i = order[at]
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
            groups[i] = phase(states[i])

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
        note_all[grid](actions, lists.groups)
        sort(lists.by_phase, lists.groups, lists.by_action, games)
        decide_all[grid](
            states, slots, words, actions, rewards, ends, refusals, how, lists.groups,
            lists.by_action.order,
        )  # fmt: skip
        sort(lists.by_action, lists.groups, lists.by_phase, games)
        conclude_all[grid](
            states, slots, words, rewards, ends, refusals, worth, how, lists.by_phase.order
        )

    return move
