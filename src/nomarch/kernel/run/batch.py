"""Batches: many games, one decision of each at a time, in memory that the caller owns.

Each game has a row in every array: its state, its `Slot`, its mask, and the caller's buffers. Slot
`i` touches row `i` only, so threads of the CPU and of a card can share the rows.
"""

from nomarch.kernel.declare.chance import POLICY, reseed
from nomarch.kernel.declare.masks import allow_all, count_allowed, is_allowed, spread
from nomarch.kernel.run import playouts
from nomarch.kernel.run.interface import apply, rank, score, to_act

CALLER = -1
"""The policy of seats for which the caller decides."""

PLAYERS, ACTIONS, ROTATES, STRIDE, SKIPS, RESETS_AT_ONCE, LOOKS, BY_POINTS, POLICIES = range(9)
"""Indices of `how`: number of players; number of actions; whether policies change seats; difference
of a slot's game numbers; whether forced moves are skipped; whether a new game starts in the step
that ends one; whether observations are written; whether rewards are points instead of places; the
policy of the first seat.
"""


def begin(s, slot, mask, options, how):
    """Set up a slot's game, and play to the caller's first decision.

    A game that ends before the caller's first decision is skipped.
    """
    slot.over, further = 1, 0
    while slot.over == 1:
        slot.number += further
        set_up(s, slot, mask, options, how)
        further = how[STRIDE]


def set_up(s, slot, mask, options, how):
    """Set up the slot's game, and make the decisions before the caller's first."""
    playouts.start(s, how[PLAYERS], options, slot.key, slot.number)
    reseed(slot, slot.key, slot.number, POLICY)
    slot.shift = slot.number % how[PLAYERS] if how[ROTATES] == 1 else 0
    slot.over = 0
    play_on(s, slot, mask, how)


def play_on(s, slot, mask, how):
    """Play to the caller's next decision, and leave its seat and mask."""
    seats = to_act(s)
    while seats != 0:
        seat = playouts.first_seat(seats)
        playouts.ask(s, seat, mask)
        policy = how[POLICIES + playouts.turned(seat, slot.shift, how[PLAYERS])]
        if how[SKIPS] == 1 and seats == 1 << seat and count_allowed(mask) == 1:
            policy = playouts.RANDOM
        if policy == CALLER:
            slot.seat = seat
            return
        apply(s, seat, playouts.choose(s, seat, mask, policy, slot))
        seats = to_act(s)
    slot.over = 1
    allow_all(mask, how[ACTIONS])


def ask_next(s, slot, mask, how):
    """Replaces `play_on` in builds in which the caller makes every decision."""
    seats = to_act(s)
    if seats == 0:
        slot.over = 1
        allow_all(mask, how[ACTIONS])
    else:
        slot.seat = playouts.first_seat(seats)
        playouts.ask(s, slot.seat, mask)


def half_places(places, seat, players):
    """Return how many half places a seat is behind the first; shared places are averaged."""
    shared = 0
    for other in range(players):
        if places[other] == places[seat]:
            shared += 1
    return 2 * (places[seat] - 1) + shared - 1


def pay(s, slot, reward, worth, how):
    """Write the rewards of a finished game: points, or the worth of half places."""
    players = how[PLAYERS]
    rank(s, slot.places)
    score(s, slot.points)
    for seat in range(players):
        column = (seat + slot.shift) % players
        if how[BY_POINTS] == 1:
            reward[column] = slot.points[seat]
        else:
            reward[column] = worth[half_places(slot.places, seat, players)]


def show(i, states, slots, words, rows, masks, seats, how):
    """Write the seat to act, its legal actions and its observation."""
    slot = slots[i]
    show_choices(i, slots, words, masks, seats)
    if how[LOOKS] == 1:
        playouts.encode_observation(states[i], slot.seat, rows[i])


def show_choices(i, slots, words, masks, seats):
    """Write the seat to act and its legal actions."""
    slot = slots[i]
    seats[i] = slot.seat
    spread(words[i], masks[i])


def step_slot(
    i, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
    options, worth, how,
):  # fmt: skip
    """Step one game from the caller's action to the caller's next decision."""
    decide(i, states, slots, words, actions, rewards, ends, refusals, how)
    conclude(i, states, slots, words, rewards, ends, refusals, worth, how)
    remember(i, states, slots, ends, lasts, how)
    renew(i, states, slots, words, ends, options, how)
    show(i, states, slots, words, rows, masks, seats, how)


def decide(i, states, slots, words, actions, rewards, ends, refusals, how):
    """Apply the caller's action in one game; an illegal one changes nothing.

    Between two games there is nothing to decide.
    """
    slot = slots[i]
    ends[i] = 0
    refusals[i] = 0
    playouts.clear(rewards[i])
    if slot.over == 0:
        action = actions[i]
        if action < 0 or action >= how[ACTIONS] or is_allowed(words[i], action) == 0:
            refusals[i] = 1
        else:
            apply(states[i], slot.seat, action)


def conclude(i, states, slots, words, rewards, ends, refusals, worth, how):
    """Play on after the caller's action, and write rewards if the game ended."""
    s, slot = states[i], slots[i]
    if slot.over == 0 and refusals[i] == 0:
        play_on(s, slot, words[i], how)
        if slot.over == 1:
            ends[i] = 1
            pay(s, slot, rewards[i], worth, how)


def remember(i, states, slots, ends, lasts, how):
    """Keep the last observation of a finished game, where the next starts in the same step."""
    slot = slots[i]
    if ends[i] == 1 and how[RESETS_AT_ONCE] == 1 and i < len(lasts):
        playouts.encode_observation(states[i], slot.seat, lasts[i])


def renew(i, states, slots, words, ends, options, how):
    """Start the next game after a finished one, in the same step or in the next."""
    slot = slots[i]
    if slot.over == 1 and (how[RESETS_AT_ONCE] == 1 or ends[i] == 0):
        slot.number += how[STRIDE]
        begin(states[i], slot, words[i], options, how)


def pick_slot(i, states, slots, words, actions, policy):
    slot = slots[i]
    actions[i] = playouts.choose(
        states[i], slot.seat, words[i], policy if slot.over == 0 else playouts.RANDOM, slot
    )


def expect(states, i):
    """Prefetch a game's memory; only the CPU build does anything. The index may be past the end."""


def begin_slots(first, end, states, slots, words, rows, masks, seats, options, how):
    for i in range(first, end):
        begin(states[i], slots[i], words[i], options, how)
        show(i, states, slots, words, rows, masks, seats, how)


def step_slots(
    first, end, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
    options, worth, how,
):  # fmt: skip
    for i in range(first, end):
        expect(states, i + 1)
        step_slot(
            i, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
            options, worth, how,
        )  # fmt: skip


def pick_slots(first, end, states, slots, words, actions, policy):
    for i in range(first, end):
        pick_slot(i, states, slots, words, actions, policy)


def evaluate_slots(first, end, states, slots, words, values):
    """Write the evaluation of the caller's legal actions."""
    for i in range(first, end):
        slot = slots[i]
        if slot.over == 0:
            playouts.evaluate_choices(states[i], slot.seat, words[i], values[i])
