"""Batches: many games side by side, one decision of each at a time, in memory that the caller owns.

A batch is rows, one for each game: its state, its `Slot`, the mask in words that its rules filled,
and what the caller reads and writes.
Slot `i` is touched by nothing but row `i`, so that threads and cards share the rows as they like.
"""

from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.interface import apply, rank, score, to_act
from nomarch.kernel.masks import allow_all, count_allowed, is_allowed, spread
from nomarch.kernel.playouts import (
    RANDOM,
    ask,
    choose,
    clear,
    encode_observation,
    first_seat,
    start,
    turned,
)

CALLER = -1
"""The policy of seats whose decisions are the caller's."""

PLAYERS, ACTIONS, ROTATES, STRIDE, SKIPS, RESETS_AT_ONCE, LOOKS, BY_POINTS, POLICIES = range(9)
"""Places in `how`: seats of a game; its actions; whether policies change seats; from a slot's game
to its next; whether single choices make themselves; whether a new game follows in the step that
ends one; whether features are written; whether points are paid instead of places; the first seat's
policy.
"""


def begin(s, slot, mask, options, how):
    """Sets up a slot's game, and plays on to the caller's first decision.

    A game that ends without asking the caller anything is nothing to learn from: the next begins.
    """
    slot.over, further = 1, 0
    while slot.over == 1:
        slot.number += further
        set_up(s, slot, mask, options, how)
        further = how[STRIDE]


def set_up(s, slot, mask, options, how):
    """Lays out the slot's game, and makes the decisions before the caller's first."""
    start(s, how[PLAYERS], options, slot.key, slot.number)
    reseed(slot, slot.key, slot.number, POLICY)
    slot.shift = slot.number % how[PLAYERS] if how[ROTATES] == 1 else 0
    slot.over = 0
    play_on(s, slot, mask, how)


def play_on(s, slot, mask, how):
    """Makes every decision up to the caller's next, whose seat and mask are left for it."""
    seats = to_act(s)
    while seats != 0:
        seat = first_seat(seats)
        ask(s, seat, mask)
        policy = how[POLICIES + turned(seat, slot.shift, how[PLAYERS])]
        if how[SKIPS] == 1 and seats == 1 << seat and count_allowed(mask) == 1:
            policy = RANDOM
        if policy == CALLER:
            slot.seat = seat
            return
        apply(s, seat, choose(s, seat, mask, policy, slot))
        seats = to_act(s)
    slot.over = 1
    allow_all(mask, how[ACTIONS])


def ask_next(s, slot, mask, how):
    """What `play_on` is in a build in which every decision is the caller's."""
    seats = to_act(s)
    if seats == 0:
        slot.over = 1
        allow_all(mask, how[ACTIONS])
    else:
        slot.seat = first_seat(seats)
        ask(s, slot.seat, mask)


def half_places(places, seat, players):
    """How many half places a seat is behind the first, those who share places sharing alike."""
    shared = 0
    for other in range(players):
        if places[other] == places[seat]:
            shared += 1
    return 2 * (places[seat] - 1) + shared - 1


def pay(s, slot, reward, worth, how):
    """Writes what a finished game is worth to each: points, or what its half places are worth."""
    players = how[PLAYERS]
    rank(s, slot.places)
    score(s, slot.points)
    for seat in range(players):
        column = (seat + slot.shift) % players
        if how[BY_POINTS] == 1:
            reward[column] = slot.points[seat]
        else:
            reward[column] = worth[half_places(slot.places, seat, players)]


def begin_slot(i, states, slots, words, rows, masks, seats, options, how):
    """Starts the slot's game of the number that it names."""
    begin(states[i], slots[i], words[i], options, how)
    show(i, states, slots, words, rows, masks, seats, how)


def show(i, states, slots, words, rows, masks, seats, how):
    """Writes whose decision it is, what that seat may do, and what it sees."""
    slot = slots[i]
    show_choices(i, slots, words, masks, seats)
    if how[LOOKS] == 1:
        encode_observation(states[i], slot.seat, rows[i])


def show_choices(i, slots, words, masks, seats):
    """Writes whose decision it is, and what that seat may do."""
    slot = slots[i]
    seats[i] = slot.seat
    spread(words[i], masks[i])


def step_slot(
    i, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
    options, worth, how,
):  # fmt: skip
    """One decision in one game, from the caller's action to the caller's next question."""
    decide(i, states, slots, words, actions, rewards, ends, refusals, how)
    conclude(i, states, slots, words, rewards, ends, refusals, worth, how)
    remember(i, states, slots, ends, lasts, how)
    renew(i, states, slots, words, ends, options, how)
    show(i, states, slots, words, rows, masks, seats, how)


def decide(i, states, slots, words, actions, rewards, ends, refusals, how):
    """Carries out the caller's decision in one game; what is not allowed changes nothing there.

    Between two games there is nothing to decide.
    """
    slot = slots[i]
    ends[i] = 0
    refusals[i] = 0
    clear(rewards[i])
    if slot.over == 0:
        action = actions[i]
        if action < 0 or action >= how[ACTIONS] or is_allowed(words[i], action) == 0:
            refusals[i] = 1
        else:
            apply(states[i], slot.seat, action)


def conclude(i, states, slots, words, rewards, ends, refusals, worth, how):
    """Plays on after the caller's decision, and pays if that ended the game."""
    s, slot = states[i], slots[i]
    if slot.over == 0 and refusals[i] == 0:
        play_on(s, slot, words[i], how)
        if slot.over == 1:
            ends[i] = 1
            pay(s, slot, rewards[i], worth, how)


def remember(i, states, slots, ends, lasts, how):
    """Keeps the last sight of a game that has ended, where the next begins at once."""
    slot = slots[i]
    if ends[i] == 1 and how[RESETS_AT_ONCE] == 1 and i < len(lasts):
        encode_observation(states[i], slot.seat, lasts[i])


def renew(i, states, slots, words, ends, options, how):
    """Begins the next game after one that has ended, in the same step or in the one after it."""
    slot = slots[i]
    if slot.over == 1 and (how[RESETS_AT_ONCE] == 1 or ends[i] == 0):
        slot.number += how[STRIDE]
        begin(states[i], slot, words[i], options, how)


def pick_slot(i, states, slots, words, actions, policy):
    """Decides for the caller, as a policy would."""
    slot = slots[i]
    actions[i] = choose(states[i], slot.seat, words[i], policy if slot.over == 0 else RANDOM, slot)


def expect(states, i):
    """Says which game comes next: a processor then fetches its memory while it plays this one.

    Where memory is not waited for, this does nothing. There need be no such game.
    """


def begin_slots(first, end, states, slots, words, rows, masks, seats, options, how):
    """Starts the games of some slots."""
    for i in range(first, end):
        begin_slot(i, states, slots, words, rows, masks, seats, options, how)


def step_slots(
    first, end, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
    options, worth, how,
):  # fmt: skip
    """One decision in each of some slots."""
    for i in range(first, end):
        expect(states, i + 1)
        step_slot(
            i, states, slots, words, actions, rows, masks, seats, rewards, ends, refusals, lasts,
            options, worth, how,
        )  # fmt: skip


def pick_slots(first, end, states, slots, words, actions, policy):
    """Decides as a policy would in some slots."""
    for i in range(first, end):
        pick_slot(i, states, slots, words, actions, policy)
