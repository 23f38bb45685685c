"""Lookahead: tries an action in imagined worlds. For compiled builds only.

It copies whole records, which is one memory copy when compiled and only a second name for the same
state when interpreted.
"""

from nomarch.kernel.batch import half_places
from nomarch.kernel.chance import DREAM, POLICY, reseed
from nomarch.kernel.interface import apply, determinise, rank, score, to_act
from nomarch.kernel.masks import count_allowed
from nomarch.kernel.playouts import ask, choose_greedy, encode_observation, first_seat, playout

GOES_ON = -1
"""In place of a result: the game is not over yet."""


def try_action(views, states, stream, whims, seat, action, mask, policies, key, first, worlds, row):
    """Plays an action to the end in numbered worlds that agree with a view; the sum of values.

    World `i` is the same for every action, so that actions are compared on equal terms.
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
    """What a finished game was worth to a seat: 10,000 for a win, a little for points ahead."""
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


def foresee(
    views, states, streams, seat, action, mask, row, key, first, worlds, limit, sights, ends
):
    """Plays an action in numbered worlds up to a choice of the seat, `limit` decisions on or more.

    A world has a row in `sights`, for what the seat sees there, and a place in `ends`: `GOES_ON`,
    or how many half places behind the first the seat is when the game ends before that.
    """
    for i in range(worlds):
        states[0] = views[0]
        state = states[0]
        reseed(streams[0], key, first + i, DREAM)
        determinise(state, seat, streams[0])
        reseed(streams[1], key, first + i, POLICY)
        apply(state, seat, action)
        if play_to_choice(state, seat, streams[1], mask, limit) == 1:
            encode_observation(state, seat, sights[i])
            ends[i] = GOES_ON
        else:
            rank(state, row)
            ends[i] = half_places(row, seat, int(state.players))


def play_to_choice(s, seat, stream, mask, limit):
    """Plays by judgement until the seat has a choice, so many decisions on; 0 if the game ends."""
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
