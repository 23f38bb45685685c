"""Monte Carlo tree search over information sets. For compiled builds only.

Every iteration samples the hidden part of a view and plays one game in it. A node is keyed by what
the seat to act can see (its features and legal actions), so no seat acts on what it cannot know. A
node belongs to one seat and sums up that seat's values.

The tree is a hash table of fixed size; positions that no longer fit are played by the policy. The
dialect has only ints: a value is 0 to 10,000.
"""

from nomarch.kernel.chance import IMAGINED, POLICY, below, reseed
from nomarch.kernel.interface import apply, determinise, evaluate, rank, score, to_act
from nomarch.kernel.masks import count_allowed, next_allowed
from nomarch.kernel.playouts import (
    WHOLE_WIN,
    ask,
    choose_greedy,
    choose_random,
    encode_observation,
    first_seat,
)

KEY, FIRST, COUNT, VISITS, SUM = range(5)
"""Columns of a node."""
ACTION, TRIED, WORTH, PRIOR = range(4)
"""Columns of an edge."""
PATH_EDGE, PATH_NODE, PATH_SEAT = range(3)
"""Columns of the path of one iteration."""
GAMES, VALUE, WINS, POINTS = range(4)
"""Columns of the results of an action at the root."""
EXPLORE, NOISE, LIMIT, NODES, PATIENCE = range(5)
"""Elements of a plan: exploration, random moves in 100, decisions of a playout (0: all), tree size,
and how often a node is passed by its priors alone before its values count."""
BELIEF = 8
"""Games that a node's mean counts for in the value of its edges."""

PROBES = 8
MANY, FEW = 47, 17
DOUBT = (1000, 779, 607, 472, 368, 287, 223, 174, 135, 105, 82, 64, 50, 39, 30, 24, 18, 14, 11, 9)
"""Prior weight of an action by its evaluation below the best, in steps of `DOUBT_STEP`."""
DOUBT_STEP = 40
SURE = 800
"""Share of a prior that follows evaluations, in thousandths; the rest is uniform."""


def try_choice(memory, seat, action, key, first, worlds, root):
    """Play a choice in numbered worlds that agree with a view, and grow the tree below it.

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
        length = _descend(s, stream, memory)
        over = _roll_out(s, stream, memory.mask, memory.plan[NOISE], memory.plan[LIMIT])
        _weigh(s, players, over, memory.row, memory.values)
        _back_up(memory, length)
        _note(s, seat, players, memory.values[seat], memory.row, root[action])
        tally_points(s, players, memory.outcomes[action])


def _back_up(memory, length):
    """Add a game's values to the edges and nodes on its path."""
    path, edges, nodes = memory.path, memory.edges, memory.nodes
    for step in range(length):
        edge, node = path[step][PATH_EDGE], path[step][PATH_NODE]
        value = memory.values[path[step][PATH_SEAT]]
        edges[edge][TRIED] += 1
        edges[edge][WORTH] += value
        nodes[node][VISITS] += 1
        nodes[node][SUM] += value


def _note(s, seat, players, value, row, known):
    """Add a game to an action's results."""
    known[GAMES] += 1
    known[VALUE] += value
    rank(s, row)
    if row[seat] == 1:
        known[WINS] += WHOLE_WIN // _winners(row, players)
    score(s, row)
    known[POINTS] += row[seat]


def tally_points(s, players, sums):
    """Add a game's points by seat and category, and their squares."""
    for seat in range(players):
        for category in range(len(s.score_tally[seat])):
            points = int(s.score_tally[seat][category])
            if points != 0:
                sums[seat][category][0] += points
                sums[seat][category][1] += points * points


def _winners(places, players):
    """Count the seats in first place."""
    count = 0
    for seat in range(players):
        if places[seat] == 1:
            count += 1
    return count


def _descend(s, stream, memory):
    """Walk down the tree to a new node, or out of it; return the length of the path."""
    mask, path, nodes, edges, plan = (
        memory.mask, memory.path, memory.nodes, memory.edges, memory.plan
    )  # fmt: skip
    length = 0
    seats = to_act(s) if plan[NODES] > 0 else 0
    while seats != 0 and length < len(path):
        seat = first_seat(seats)
        ask(s, seat, mask)
        action = _only_choice(mask)
        if action < 0:
            key = _key_of_view(s, seat, mask, memory.features)
            node = _find(nodes, plan[NODES], key)
            if node < 0:
                return length
            is_new = nodes[node][COUNT] == 0
            if is_new and _sprout(s, seat, node, key, memory) == 0:
                return length
            edge = _most_promising(nodes[node], edges, plan, stream)
            path[length][PATH_EDGE] = edge
            path[length][PATH_NODE] = node
            path[length][PATH_SEAT] = seat
            length += 1
            apply(s, seat, edges[edge][ACTION])
            if is_new:
                return length
        else:
            apply(s, seat, action)
        seats = to_act(s)
    return length


def _only_choice(mask):
    """Return the only legal action, or -1."""
    first = next_allowed(mask, -1)
    return first if next_allowed(mask, first) < 0 else -1


def _key_of_view(s, seat, mask, seen):
    """Hash the seat's observation and legal actions."""
    encode_observation(s, seat, seen)
    key = seat + 1
    for i in range(len(seen)):
        if seen[i] != 0:
            key = _mixed(key, i * 4099 + seen[i])
    action = next_allowed(mask, -1)
    while action >= 0:
        key = _mixed(key, -1 - action)
        action = next_allowed(mask, action)
    return key


def _mixed(key, value):
    """Mix a value into a key; wraps around in compiled code."""
    key = (key ^ value) * 0x9E3779B97F4A7C1
    return key ^ (key >> MANY) ^ (key >> FEW)


def _find(nodes, size, key):
    """Return the index of a key or of a free node for it; -1 if the table is too full."""
    place = (key & 0x7FFFFFFFFFFFFFF) % size
    for _ in range(PROBES):
        if nodes[place][COUNT] == 0 or nodes[place][KEY] == key:
            return place
        place = (place + 1) % size
    return -1


def _sprout(s, seat, node, key, memory):
    """Make a node with an edge per choice and priors from the heuristic; return 0 if full."""
    mask, nodes, edges, used = memory.mask, memory.nodes, memory.edges, memory.used
    first, count = used[0], count_allowed(mask)
    if first + count > len(edges):
        return 0
    best, edge = 0, first
    action = next_allowed(mask, -1)
    while action >= 0:
        value = evaluate(s, seat, action)
        best = value if edge == first else max(best, value)
        edges[edge][ACTION] = action
        edges[edge][TRIED] = 0
        edges[edge][WORTH] = 0
        edges[edge][PRIOR] = value
        edge += 1
        action = next_allowed(mask, action)
    used[0] = edge
    nodes[node][KEY] = key
    nodes[node][FIRST] = first
    nodes[node][COUNT] = count
    nodes[node][VISITS] = 0
    nodes[node][SUM] = 0
    _set_priors(edges, first, count, best)
    return 1


def _set_priors(edges, first, count, best):
    """Turn evaluations into priors in thousandths."""
    total = 0
    for edge in range(first, first + count):
        steps = min(len(DOUBT) - 1, (best - edges[edge][PRIOR]) // DOUBT_STEP)
        edges[edge][PRIOR] = DOUBT[steps]
        total += DOUBT[steps]
    for edge in range(first, first + count):
        edges[edge][PRIOR] = edges[edge][PRIOR] * SURE // total + (1000 - SURE) // count


def _most_promising(node, edges, plan, stream):
    """Return the edge with the highest value plus exploration; ties are broken at random."""
    spread = plan[EXPLORE] * _root_of(10000 * (node[VISITS] + 1))
    mean = node[SUM] // node[VISITS] if node[VISITS] > 0 else 5000
    best, best_value, equals = node[FIRST], -1, 0
    for edge in range(node[FIRST], node[FIRST] + node[COUNT]):
        tried, value = edges[edge][TRIED], edges[edge][PRIOR]
        if node[VISITS] >= plan[PATIENCE]:
            value = (edges[edge][WORTH] + BELIEF * mean) // (tried + BELIEF)
            value += spread * edges[edge][PRIOR] // (100000 * (1 + tried))
        if value > best_value:
            best, best_value, equals = edge, value, 1
        elif value == best_value:
            equals += 1
            if below(stream, equals) == 0:
                best = edge
    return best


def _root_of(square):
    """Return the integer square root."""
    guess = square
    better = (guess + 1) // 2
    while better < guess:
        guess = better
        better = (guess + square // guess) // 2
    return guess


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


def _weigh(s, players, over, row, values):
    """Write a game's value to each seat: mostly the win, and a little for the lead.

    A game that was cut short is valued by its points.
    """
    score(s, row)
    for seat in range(players):
        best = -1000000
        for other in range(players):
            if other != seat:
                best = max(best, row[other])
        lead = row[seat] - best
        if over == 1:
            values[seat] = 500 + max(-500, min(500, 10 * lead))
        else:
            values[seat] = 5000 + max(-4500, min(4500, 200 * lead))
    if over == 1:
        rank(s, row)
        winners = _winners(row, players)
        for seat in range(players):
            if row[seat] == 1:
                values[seat] += 9000 // winners
