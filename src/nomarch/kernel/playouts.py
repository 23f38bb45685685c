"""Drivers: loops over the contract that run at every speed, from one decision to whole batches."""

from nomarch.kernel.chance import POLICY, TABLE, below, reseed
from nomarch.kernel.interface import apply, encode, evaluate, legal, rank, score, setup, to_act
from nomarch.kernel.masks import count_allowed, lowest, next_allowed, nth_allowed

RANDOM, GREEDY = 0, 1
WHOLE_WIN = 60
"""A victory in sixtieths, so that one shared by two to six seats stays an int."""
TALLY_COLUMNS = 4
"""Columns of a tally: games, wins in sixtieths, points, squares of points."""


def first_seat(seats):
    """The lowest seat in a bit set."""
    return lowest(seats)


def turned(seat, shift, players):
    """The place of a seat once all have moved on by `shift`, which is less than a round."""
    place = seat + shift
    return place if place < players else place - players


def clear(row):
    """Sets a mask or a row of features to zero."""
    for i in range(len(row)):
        row[i] = 0


def ask(s, seat, mask):
    """Allows every action that the seat may take now, and no other."""
    clear(mask)
    legal(s, seat, mask)


def encode_observation(s, seat, out):
    """Writes what a learning agent in that seat sees."""
    clear(out)
    encode(s, seat, out)


def choose_random(mask, stream):
    """Any legal action, each as likely."""
    return nth_allowed(mask, below(stream, count_allowed(mask)))


def choose_greedy(s, seat, mask, stream):
    """The action that the game's own judgement likes best; equals are drawn by lot."""
    best, best_value, equals = -1, 0, 0
    action = next_allowed(mask, -1)
    while action >= 0:
        value = evaluate(s, seat, action)
        if best < 0 or value > best_value:
            best, best_value, equals = action, value, 1
        elif value == best_value:
            equals += 1
            if below(stream, equals) == 0:
                best = action
        action = next_allowed(mask, action)
    return best


def choose(s, seat, mask, policy, stream):
    """One decision by a built-in policy."""
    if policy == GREEDY:
        return choose_greedy(s, seat, mask, stream)
    return choose_random(mask, stream)


def choose_by_lot(s, seat, mask, policy, stream):
    """What `choose` is in a build in which no policy judges."""
    return choose_random(mask, stream)


def playout(s, stream, mask, policies, shift):
    """Plays to the end, seat by seat as owed; the number of decisions made.

    Seat `i` follows `policies[(i + shift) % players]`.
    """
    steps = 0
    seats = to_act(s)
    while seats != 0:
        seat = first_seat(seats)
        ask(s, seat, mask)
        policy = policies[turned(seat, shift, len(policies))]
        apply(s, seat, choose(s, seat, mask, policy, stream))
        steps += 1
        seats = to_act(s)
    return steps


def start(s, players, options, key, game):
    """Sets up game number `game` of a series that shares one key."""
    reseed(s, key, game, TABLE)
    setup(s, players, options)


def play_series(s, stream, mask, options, policies, rotate, key, first, games, out, tally):
    """Play numbered games one after the other in the same memory, and add up their results.

    `tally` has a row for each policy. Returns the number of decisions.
    """
    players = len(policies)
    steps = 0
    for game in range(first, first + games):
        start(s, players, options, key, game)
        reseed(stream, key, game, POLICY)
        shift = game % players if rotate == 1 else 0
        steps += playout(s, stream, mask, policies, shift)
        add_result(s, players, shift, out, tally)
    return steps


def add_result(s, players, shift, out, tally):
    """Adds one finished game to a tally."""
    rank(s, out)
    winners = 0
    for seat in range(players):
        if out[seat] == 1:
            winners += 1
    for seat in range(players):
        slot = (seat + shift) % players
        tally[slot][0] += 1
        if out[seat] == 1:
            tally[slot][1] += WHOLE_WIN // winners
    score(s, out)
    for seat in range(players):
        slot = (seat + shift) % players
        tally[slot][2] += out[seat]
        tally[slot][3] += out[seat] * out[seat]
