"""Lookahead: tries an action in sampled worlds.

For compiled builds only: an interpreted record would be aliased where this copies it.
"""

from nomarch.kernel.batch import half_places
from nomarch.kernel.chance import DREAM, POLICY, reseed
from nomarch.kernel.interface import apply, determinise, rank, score, to_act
from nomarch.kernel.masks import count_allowed
from nomarch.kernel.playouts import ask, choose_greedy, encode_observation, first_seat, playout

GOES_ON = -1
"""In place of a result: the game is not over."""


def try_action(views, states, stream, whims, seat, action, mask, policies, key, first, worlds, row):
    """Play an action to the end in numbered worlds that agree with a view; return the values' sum.

    World `i` is the same for every action.
    """
    total = 0
    for world in range(first, first + worlds):
        states[0] = views[0]
        state = states[0]
        reseed(stream, key, world, DREAM)
        determinise(state, seat, stream)
        apply(state, seat, action)
        reseed(whims, key, world, POLICY)
        playout(state, whims, mask, policies, 0)
        total += outcome(state, seat, len(policies), row)
    return total


def outcome(s, seat, players, row):
    """Return a finished game's value to a seat: 9,000 for a win, and up to 1,000 for the lead."""
    rank(s, row)
    place = row[seat]
    score(s, row)
    best = -1000000
    for other in range(players):
        if other != seat:
            best = max(best, row[other])
    lead = max(-500, min(500, 10 * (row[seat] - best)))
    won = 9000 if place == 1 else 0
    return won + 500 + lead


def foresee(memory, seat, action, key, first, worlds, limit, sights, ends):
    """Play an action in numbered worlds up to the seat's next choice after `limit` decisions.

    Each world has a row in `sights`, for the seat's observation, and an element in `ends`:
    `GOES_ON`, or the seat's half places behind the first if the game ended. `memory` is a
    `SearchMemory`.
    """
    streams = memory.streams
    for i in range(worlds):
        memory.states[0] = memory.views[0]
        state = memory.states[0]
        reseed(streams[0], key, first + i, DREAM)
        determinise(state, seat, streams[0])
        reseed(streams[1], key, first + i, POLICY)
        apply(state, seat, action)
        if play_to_choice(state, seat, streams[1], memory.mask, limit) == 1:
            encode_observation(state, seat, sights[i])
            ends[i] = GOES_ON
        else:
            rank(state, memory.row)
            ends[i] = half_places(memory.row, seat, int(state.players))


def play_to_choice(s, seat, stream, mask, limit):
    """Play greedily until the seat has a choice after `limit` decisions; 0 if the game ends."""
    steps = 0
    seats = to_act(s)
    while seats != 0:
        turn = first_seat(seats)
        ask(s, turn, mask)
        if turn == seat and steps >= limit and count_allowed(mask) > 1:
            return 1
        apply(s, turn, choose_greedy(s, turn, mask, stream))
        steps += 1
        seats = to_act(s)
    return 0
