"""Playouts of a choice in sampled worlds, by the game's evaluation. For compiled builds only.

Every world fills in the hidden part of a view and is played to its end. The dialect has only ints:
a value is 0 to 10,000.
"""

from nomarch.kernel.declare.chance import IMAGINED, POLICY, below, reseed
from nomarch.kernel.run.interface import apply, determinise, rank, score, to_act
from nomarch.kernel.run.playouts import WHOLE_WIN, ask, choose_greedy, choose_random, first_seat

GAMES, VALUE, WINS, POINTS = range(4)
"""Columns of the results of an action."""
NOISE, LIMIT = range(2)
"""Elements of a plan: random moves in 100, decisions of a playout (0: all)."""


def try_choice(memory, seat, action, key, first, worlds, root):
    """Play a choice in numbered worlds that agree with a view.

    `memory` is a `SearchMemory`; `root` has a row of results for each action.
    """
    for world in range(first, first + worlds):
        memory.states[0] = memory.views[0]
        s = memory.states[0]
        stream = memory.streams[1]
        players = int(s.players)
        reseed(memory.streams[0], key, world, IMAGINED)
        determinise(s, seat, memory.streams[0])
        reseed(stream, key, world, POLICY)
        apply(s, seat, action)
        over = _roll_out(s, stream, memory.mask, memory.plan[NOISE], memory.plan[LIMIT])
        note_result(s, seat, over, memory.row, root[action])
        tally_points(s, players, memory.outcomes[action])


def tally_points(s, players, sums):
    """Add a game's points by seat and category, and their squares."""
    for seat in range(players):
        for category in range(len(s.score_tally[seat])):
            points = int(s.score_tally[seat][category])
            if points != 0:
                sums[seat][category][0] += points
                sums[seat][category][1] += points * points


def _roll_out(s, stream, mask, noise, limit):
    """Play on greedily, with `noise` random moves in 100; return 1 if the game ended."""
    steps = 0
    seats = to_act(s)
    while seats != 0:
        if limit > 0 and steps == limit:
            return 0
        seat = first_seat(seats)
        ask(s, seat, mask)
        if noise > 0 and below(stream, 100) < noise:
            action = choose_random(mask, stream)
        else:
            action = choose_greedy(s, seat, mask, stream)
        apply(s, seat, action)
        steps += 1
        seats = to_act(s)
    return 1


def note_result(s, seat, over, row, known):
    """Add a game to an action's results; one that was cut short is valued by its points."""
    known[GAMES] += 1
    players, winners = int(s.players), 0
    rank(s, row)
    for other in range(players):
        if row[other] == 1:
            winners += 1
    is_first = row[seat] == 1
    score(s, row)
    lead = row[seat] - best_other(row, seat, players)
    known[POINTS] += row[seat]
    if is_first:
        known[WINS] += WHOLE_WIN // winners
    if over == 0:
        known[VALUE] += 5000 + max(-4500, min(4500, 200 * lead))
    else:
        known[VALUE] += 500 + max(-500, min(500, 10 * lead))
        if is_first:
            known[VALUE] += 9000 // winners


def best_other(row, seat, players):
    best = -1000000
    for other in range(players):
        if other != seat:
            best = max(best, row[other])
    return best
