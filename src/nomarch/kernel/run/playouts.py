"""Drivers written against `kernel/run/interface.py`: policies, playouts and series of games."""

from nomarch.kernel.declare.chance import POLICY, TABLE, below, reseed
from nomarch.kernel.declare.masks import count_allowed, lowest, next_allowed, nth_allowed
from nomarch.kernel.run.interface import apply, encode, evaluate, legal, rank, score, setup, to_act

RANDOM, GREEDY = 0, 1
WHOLE_WIN = 60
"""A victory in sixtieths, so that one shared by two to six seats stays an int."""
TALLY_COLUMNS = 4
"""Columns of a tally: games, wins in sixtieths, points, squares of points."""


def first_seat(seats):
    """Return the lowest seat in a bit set."""
    return lowest(seats)


def turned(seat, shift, players):
    """Return `(seat + shift) % players`, for a shift below `players`."""
    place = seat + shift
    return place if place < players else place - players


def clear(row):
    """Set a mask or a row of features to zero."""
    for i in range(len(row)):
        row[i] = 0


def ask(s, seat, mask):
    """Write the mask of legal actions."""
    clear(mask)
    legal(s, seat, mask)


def encode_observation(s, seat, out):
    clear(out)
    encode(s, seat, out)


def choose_random(mask, stream):
    """Choose uniformly among legal actions."""
    return nth_allowed(mask, below(stream, count_allowed(mask)))


def choose_greedy(s, seat, mask, stream):
    """Choose the action with the highest evaluation; ties are broken at random."""
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


def evaluate_choices(s, seat, mask, values):
    """Write the evaluation of every legal action; the others' elements stay as they are."""
    evaluate_share(s, seat, mask, values, 0, 1)


def evaluate_share(s, seat, mask, values, first, step):
    """Write the evaluation of every `step`-th legal action from the `first` on."""
    count = 0
    action = next_allowed(mask, -1)
    while action >= 0:
        if count % step == first:
            values[action] = evaluate(s, seat, action)
        count += 1
        action = next_allowed(mask, action)


def choose(s, seat, mask, policy, stream):
    if policy == GREEDY:
        return choose_greedy(s, seat, mask, stream)
    return choose_random(mask, stream)


def choose_by_lot(s, seat, mask, policy, stream):
    """Replaces `choose` in builds without the greedy policy."""
    return choose_random(mask, stream)


def playout(s, stream, mask, policies, shift):
    """Play to the end; return the number of decisions.

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
    """Set up game number `game` of a key."""
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
