"""What a search does in compiled code, with or without a network. For CPU builds only.

Moves are sampled from a network's policy, for every seat from its own observation. The products are
float32 and not in the dialect: `compile/cpu_network.py` replaces the functions that compute them.
"""

from nomarch.kernel.declare.chance import IMAGINED, POLICY, reseed, word
from nomarch.kernel.declare.masks import count_allowed, next_allowed
from nomarch.kernel.run import playouts
from nomarch.kernel.run.interface import apply, determinise, score, to_act
from nomarch.kernel.run.worlds import (
    GAMES,
    POINTS,
    VALUE,
    WINS,
    note_result,
    tally_points,
    try_choice,
)

LIMIT, GREEDY_SHARE, TEMPERATURE, IS_USED = range(4)
"""Elements of a network's `plan`: choices in a playout before the network's value counts (0: all),
greedy moves in 100, the temperature of the policy in hundredths, and whether it plays at all."""
WHOLE_CHANCE = 10000


def sample_action(network, features, mask, values, draw):
    """Return an action by the network's policy; `draw` is a random word of 32 bits."""
    return next_allowed(mask, -1)


def predict_places(network, features):
    """Fill `network.places` with the chance of each final place, in ten-thousandths."""


def search_worlds(memory, network, seat, action, key, first, worlds, root):
    """Play a choice in numbered worlds, by the network or as `try_choice` does.

    Without worlds, the view's observation and the evaluation of all actions in the mask are
    written. All of that is one function because most of compiling it is compiling the rules.
    """
    if worlds == 0:
        playouts.encode_observation(memory.views[0], seat, memory.features)
        playouts.evaluate_choices(memory.views[0], seat, memory.mask, network.values)
    elif network.plan[IS_USED] == 1:
        play_by_network(memory, network, seat, action, key, first, worlds, root)
    else:
        try_choice(memory, seat, action, key, first, worlds, root)


def play_by_network(memory, network, seat, action, key, first, worlds, root):
    """Play a choice in numbered worlds that agree with a view, every seat by the network.

    `root` has a row of results for each action.
    """
    for world in range(first, first + worlds):
        memory.states[0] = memory.views[0]
        s = memory.states[0]
        reseed(memory.streams[0], key, world, IMAGINED)
        determinise(s, seat, memory.streams[0])
        reseed(memory.streams[1], key, world, POLICY)
        apply(s, seat, action)
        if roll_out_by_network(s, seat, memory, network) == 1:
            note_result(s, seat, 1, memory.row, root[action])
            tally_points(s, int(s.players), memory.outcomes[action])
        else:
            playouts.encode_observation(s, seat, memory.features)
            predict_places(network, memory.features)
            note_prediction(s, seat, network.places, memory.row, root[action])


def roll_out_by_network(s, seat, memory, network):
    """Play on; return 1 if the game ended, 0 at the seat's first choice after the limit."""
    mask, stream, plan = memory.mask, memory.streams[1], network.plan
    steps = 0
    seats = to_act(s)
    while seats != 0:
        turn = playouts.first_seat(seats)
        playouts.ask(s, turn, mask)
        if count_allowed(mask) == 1:
            action = next_allowed(mask, -1)
        else:
            if turn == seat and plan[LIMIT] > 0 and steps >= plan[LIMIT]:
                return 0
            steps += 1
            draw = word(stream)
            if plan[GREEDY_SHARE] > 0 and draw % 100 < plan[GREEDY_SHARE]:
                action = playouts.choose_greedy(s, turn, mask, stream)
            else:
                action = choose_by_network(s, turn, mask, draw, memory, network)
        apply(s, turn, action)
        seats = to_act(s)
    return 1


def choose_by_network(s, seat, mask, draw, memory, network):
    playouts.encode_observation(s, seat, memory.features)
    playouts.evaluate_choices(s, seat, mask, network.values)
    return sample_action(network, memory.features, mask, network.values, draw)


def note_prediction(s, seat, places, row, known):
    """Add a game that was cut short to an action's results, by its predicted place."""
    players = int(s.players)
    score(s, row)
    known[GAMES] += 1
    known[POINTS] += row[seat]
    known[WINS] += playouts.WHOLE_WIN * places[0] // WHOLE_CHANCE
    value = 9 * places[0] // 10
    for place in range(players):
        value += places[place] * (players - 1 - place) // (10 * (players - 1))
    known[VALUE] += value
