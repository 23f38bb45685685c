"""Set-up: the board, the tableaus, the order of play and the Sphinx cards."""

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import monuments, rounds, sphinx
from nomarch.kernel.declare.rules import ALL, below, emit, fill


def setup(s: st.State, players, options):
    """Set-up: markers on their first spaces, a random turn order, one Sphinx card each."""
    s.players = players
    s.per_ten = 1 - options[0]
    s.double_last = options[1]
    s.at_once = options[2]
    s.waiting_counts = 1 - options[3]
    s.own_berth = 1 - options[4]
    s.round = 0
    s.flood = box.FLOOD_START
    s.deck_left = 0
    fill(s.deck, 0)
    fill(s.gone, 0)
    fill(s.points, 0)
    fill(s.arrival, 0)
    fill(s.stones, 0)
    fill(s.canals, 0)
    fill(s.hand, 0)
    fill(s.quarry, box.START_QUARRY)
    for seat in range(box.MAX_SEATS):
        set_up_seat(s, seat)
    set_up_order(s)
    set_up_monuments(s)
    set_up_sphinx(s)
    clear_decision(s)
    s.seat = st.NO_SEAT
    s.phase = st.NOTHING
    s.stage = st.LAYING
    rounds.go_on(s)


def set_up_seat(s: st.State, seat):
    """Set-up: crews at 1 and the joker at 2, a start field, market markers on top."""
    for crew in range(len(box.CREWS)):
        s.crew[seat][crew] = box.CREW_START[crew]
    for kind in range(box.FIELD_KINDS):
        fill(s.plots[seat][kind], 0)
    fill(s.grain[seat], 0)
    s.plots[seat][box.START_FIELD][box.GREEN] = 1
    s.grain[seat][box.GREEN] = box.START_GRAIN
    fill(s.market[seat], 0)
    fill(s.have[seat], 0)
    fill(s.own[seat], 0)


def set_up_order(s: st.State):
    """Set-up: order tiles at random; tile 1 lies rearmost on the score track, has fewest stones."""
    players = int(s.players)
    fill(s.queue, st.NO_SEAT)
    for i in range(box.MAX_SEATS):
        s.order[i] = i if i < players else st.NO_SEAT
    for i in range(players - 1, 0, -1):
        j = below(s, i + 1)
        seat = s.order[i]
        s.order[i] = s.order[j]
        s.order[j] = seat
    for i in range(players):
        owner = int(s.order[i])
        s.stones[owner] = box.START_STONES[i]
        s.arrival[owner] = players - 1 - i
        emit(s, ev.ORDERED, ALL, owner, i + 1)
    s.arrivals = players


def set_up_monuments(s: st.State):
    """Set-up: nothing is built; four of the twelve graves lie face up."""
    fill(s.stone, st.NO_SEAT)
    fill(s.laid, 0)
    fill(s.grave, 0)
    for value in range(len(box.GRAVE_TILES)):
        s.grave_bag[value] = box.GRAVE_TILES[value]
    s.grave_left = box.NUM_GRAVE_TILES
    s.graves_up = 0
    for _ in range(box.GRAVES_OPEN):
        monuments.show_grave(s)


def set_up_sphinx(s: st.State):
    """Set-up: the Sphinx cards are shuffled and each player draws one; one card is optional."""
    players = int(s.players)
    fill(s.pile, 0)
    fill(s.pile_by, st.NO_SEAT)
    fill(s.where, box.FIRST_PILE)
    s.pile[0] = box.SPHINX_CARDS
    s.pile_parts = 1
    if s.per_ten == 0:
        s.where[box.PER_TEN_CARD] = box.IN_BOX
        s.pile[0] -= 1
    anywhere = 1 << box.FIRST_PILE
    for seat in range(players):
        anywhere |= 1 << (seat * box.HAND_SLOTS)
    for seat in range(box.MAX_SEATS):
        others = anywhere & ~(1 << (seat * box.HAND_SLOTS)) if seat < players else 0
        for card in range(box.SPHINX_CARDS):
            in_box = seat < players and s.where[card] == box.IN_BOX
            s.maybe[seat][card] = 1 << box.IN_BOX if in_box else others
    for seat in range(players):
        dealt = sphinx.card_of_part(s, 0, below(s, s.pile[0]))
        s.pile[0] -= 1
        s.where[dealt] = seat * box.HAND_SLOTS
        s.maybe[seat][dealt] = 1 << (seat * box.HAND_SLOTS)
        s.hand[seat] = 1
        emit(s, ev.DEALT, ALL, seat)
        emit(s, ev.DEALT_CARD, seat, seat, dealt)


def clear_decision(s: st.State):
    """Nothing is under way."""
    s.after = st.AFTER_PLACING
    s.owed_steps = 0
    s.owed_market = 0
    s.flood_reach = 0
    s.grain_extra = 0
    s.offered = 0
    s.site = -1
    s.stepped = 0
    s.strength = 0
    s.shift = 0
    s.laid_now = 0
    s.drawn_left = 0
    s.kept_now = 0
    s.keep_most = 0
    fill(s.drawn, -1)
