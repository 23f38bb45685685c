"""Games in waves: all games of a card are sorted by what they are about to do, then all do it.

The threads of a warp run one instruction at a time, all of them or some: where they stand at
different decisions, each waits for all the others. Here a decision is made by kernels of their
own, one that asks and one that carries out, and before each of them the games are listed anew, so
that neighbours in the list do the same. A game stays in its own memory, whichever thread plays it,
so nothing of this changes a result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nomarch.kernel.chance import POLICY

GROUPS = 64
"""Groups that games are sorted into; those of the last one rest, and are listed no more."""
RESTS = GROUPS - 1
BREATH = 16
"""Waves between two looks at how many games are left."""

_cuda: Any = None
"""The CUDA target as kernels see it: a global, which is where its simulator looks for it."""


class Lists:
    """Where the games of a card are listed: once as they are asked, once as they act."""

    def __init__(self, target: Any, sort: Sort, games: int) -> None:
        self.sort, self.games = sort, games
        self.groups = target.to_device(np.zeros(games, np.int32))
        self.asked, self.acting = _List(target, games), _List(target, games)

    def by_phase(self, most: int) -> None:
        """Lists those that acted, at most so many, by what they are asked next."""
        self.sort(self.acting, self.groups, self.asked, most)

    def by_action(self, most: int) -> None:
        """Lists those that were asked by what they chose."""
        self.sort(self.asked, self.groups, self.acting, most)


class _List:
    """The numbers of some games in order, and how many they are."""

    def __init__(self, target: Any, games: int) -> None:
        self.order = target.to_device(np.arange(games, dtype=np.int32))
        self.length = target.to_device(np.array([games], np.int32))
        self.sizes = target.to_device(np.zeros(GROUPS, np.int32))
        self.begun = target.to_device(np.zeros(GROUPS, np.int32))


class Kept:
    """The lists of the batch that was stepped last: batches are seldom stepped in turn."""

    def __init__(self) -> None:
        self.last: Lists | None = None

    def lists(self, target: Any, sort: Sort, games: int) -> Lists:
        """Lists for so many games."""
        if self.last is None or self.last.games != games:
            self.last = Lists(target, sort, games)
        return self.last


def blocks(games: int, threads: int) -> int:
    """Blocks of threads for so many games."""
    return -(-games // threads)


class Sort:
    """Counting sort over a whole card: the sizes of groups first, then everybody's place."""

    def __init__(self, target: Any) -> None:
        self.count, self.arrange = _sorting(target)

    def __call__(self, source: _List, groups: Any, found: _List, most: int) -> None:
        """Lists `source` anew in `found`, of at most so many games."""
        grid = blocks(most, GROUPS), GROUPS
        self.count[grid](
            source.order, source.length, groups, found.sizes, source.sizes, source.begun
        )
        self.arrange[grid](
            source.order, source.length, groups, found.sizes, found.begun, found.order, found.length
        )


def _sorting(target: Any) -> tuple[Any, Any]:
    @target.jit
    def count(order, length, groups, sizes, old_sizes, old_begun):  # type: ignore[no-untyped-def]
        """How many games each group has: a block counts for itself first, a thread a group.

        The counts of the list that is sorted are done with: they are cleared for the next time.
        """
        here = _cuda.shared.array(GROUPS, np.int32)
        group, at = _cuda.threadIdx.x, _cuda.grid(1)
        here[group] = 0
        if at < GROUPS:
            old_sizes[at] = 0
            old_begun[at] = 0
        _cuda.syncthreads()
        if at < length[0]:
            _cuda.atomic.add(here, groups[order[at]], 1)
        _cuda.syncthreads()
        if here[group] > 0:
            _cuda.atomic.add(sizes, group, here[group])

    @target.jit
    def arrange(order, length, groups, sizes, begun, arranged, left):  # type: ignore[no-untyped-def]
        """Lists the games group by group; a block takes room for each of its groups at once."""
        here = _cuda.shared.array(GROUPS, np.int32)
        places = _cuda.shared.array(GROUPS, np.int32)
        group, at = _cuda.threadIdx.x, _cuda.grid(1)
        here[group] = 0
        _cuda.syncthreads()
        mine, place = RESTS, 0
        if at < length[0]:
            mine = groups[order[at]]
            place = _cuda.atomic.add(here, mine, 1)
        _cuda.syncthreads()
        before = 0
        for lower in range(group):
            before += sizes[lower]
        places[group] = before + _cuda.atomic.add(begun, group, here[group])
        _cuda.syncthreads()
        if mine != RESTS:
            arranged[places[mine] + place] = order[at]
        if at == 0:
            left[0] = length[0] - sizes[RESTS]

    return count, arrange


def play_in_waves(
    target: Any, build: Any, kinds: Any, threads: int, options: dict[str, Any]
) -> Callable[..., None]:
    """Whole games: all are begun at once, and the last waves are as short as their lists."""
    start, reseed, to_act, phase = build.start, build.reseed, build.to_act, build.phase
    first_seat, ask, choose, apply = build.first_seat, build.ask, build.choose, build.apply
    words = build.words

    @target.jit(**options)
    def begin(states, streams, groups, options, policies, key, first):  # type: ignore[no-untyped-def]
        """Sets up game `first + i` in thread `i`."""
        i = np.int64(_cuda.grid(1))
        if i < states.shape[0]:
            start(states[i], len(policies), options, key, first + i)
            reseed(streams[i], key, first + i, POLICY)
            groups[i] = phase(states[i]) if to_act(states[i]) != 0 else RESTS

    @target.jit(**options)
    def decide(states, streams, groups, chosen, order, length, policies):  # type: ignore[no-untyped-def]
        """Asks, and chooses."""
        at = _cuda.grid(1)
        if at < length[0]:
            i = order[at]
            mask = _cuda.local.array(words, np.uint32)
            seat = first_seat(to_act(states[i]))
            ask(states[i], seat, mask)
            action = choose(states[i], seat, mask, policies[seat], streams[i])
            chosen[i] = action * 8 + seat
            groups[i] = kinds[action]

    @target.jit(**options)
    def act(states, steps, groups, chosen, order, length):  # type: ignore[no-untyped-def]
        """Carries out what was chosen."""
        at = _cuda.grid(1)
        if at < length[0]:
            i = order[at]
            apply(states[i], chosen[i] & 7, chosen[i] >> 3)
            steps[i] += 1
            groups[i] = phase(states[i]) if to_act(states[i]) != 0 else RESTS

    sort = Sort(target)

    def play(states, streams, steps, options, policies, key, first) -> None:  # type: ignore[no-untyped-def]
        lists, left = Lists(target, sort, len(states)), len(states)
        asked, acting, groups = lists.asked, lists.acting, lists.groups
        chosen = target.device_array(left, np.int32)
        begin[blocks(left, threads), threads](
            states, streams, groups, options, policies, key, first
        )
        lists.by_phase(left)
        while left > 0:
            grid = blocks(left, threads), threads
            for _ in range(BREATH):
                decide[grid](states, streams, groups, chosen, asked.order, asked.length, policies)
                lists.by_action(left)
                act[grid](states, steps, groups, chosen, acting.order, acting.length)
                lists.by_phase(left)
            left = int(asked.length.copy_to_host()[0])

    return play


def move_in_waves(
    target: Any, build: Any, kinds: Any, threads: int, options: dict[str, Any]
) -> Callable[..., None]:
    """A move in every slot: sorted by action to carry it out, and by phase to ask what follows."""
    decide, conclude, phase = build.decide, build.conclude, build.phase

    @target.jit
    def note(actions, groups):  # type: ignore[no-untyped-def]
        """What is about to be done."""
        i = _cuda.grid(1)
        if i < actions.shape[0]:
            groups[i] = kinds[actions[i]] if 0 <= actions[i] < len(kinds) else 0

    @target.jit(**options)
    def decide_all(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rewards, ends, refusals, how, groups, order
    ):
        """Carries out the caller's decisions."""
        at = _cuda.grid(1)
        if at < states.shape[0]:
            i = order[at]
            decide(i, states, slots, words, actions, rewards, ends, refusals, how)
            groups[i] = phase(states[i])

    @target.jit(**options)
    def conclude_all(  # type: ignore[no-untyped-def]
        states, slots, words, rewards, ends, refusals, worth, how, order
    ):
        """Plays on to the caller's next decisions."""
        at = _cuda.grid(1)
        if at < states.shape[0]:
            conclude(order[at], states, slots, words, rewards, ends, refusals, worth, how)

    sort, kept = Sort(target), Kept()

    def move(  # type: ignore[no-untyped-def]
        states, slots, words, actions, rewards, ends, refusals, worth, how
    ) -> None:
        games = len(states)
        lists, grid = kept.lists(target, sort, games), (blocks(games, threads), threads)
        note[grid](actions, lists.groups)
        lists.by_action(games)
        decide_all[grid](
            states, slots, words, actions, rewards, ends, refusals, how, lists.groups,
            lists.acting.order,
        )  # fmt: skip
        lists.by_phase(games)
        conclude_all[grid](
            states, slots, words, rewards, ends, refusals, worth, how, lists.asked.order
        )

    return move
