"""Preparation: gold, cards and provinces before the first turn."""

from nomarch.games.amun_re import components as box, state as st
from nomarch.games.amun_re.rules import cards, incomes, provinces, stages
from nomarch.kernel.declare.rules import below


def setup(s: st.State, players, options):
    """Preparation: 20 gold and an Architect each, all else beside the board, a random Pharaoh."""
    s.players = players
    choose_variants(s, options)
    clear_table(s)
    lay_out_provinces(s)
    lay_out_cards(s)
    for seat in range(box.MAX_SEATS):
        s.gold[seat] = box.START_GOLD if seat < players else 0
        s.points[seat], s.hand_count[seat] = 0, 0
    s.pharaoh = below(s, players)
    s.first = s.pharaoh
    if s.edition == box.ANNIVERSARY:
        cards.deal_two(s, int(s.pharaoh))
    else:
        deal_architects(s)
        provinces.start_turn(s)


def choose_variants(s: st.State, options):
    """Preparation: the options, in the order in which the game names them."""
    s.draft, s.edition, s.block_once = options[0], options[1], options[2]
    s.hidden, s.sum_limit, s.few_bricks = options[3], options[4], options[5]
    s.empty_offers = options[6]


def clear_table(s: st.State):
    """Preparation: nothing has been decided, bid or offered yet."""
    s.turn, s.seat, s.at, s.box = 0, 0, 0, 0
    s.pick, s.blocking = st.NO_PROVINCE, 0
    s.bought, s.units, s.owed = 0, 0, 0
    s.site_card, s.back = st.NO_CARD, st.PICK
    provinces.clear_bids(s)
    stages.clear_offerings(s)
    incomes.clear_income_cards(s)
    cards.clear_played(s)


def lay_out_provinces(s: st.State):
    """Preparation: all province cards in the pile; the tournament for four leaves three out."""
    for p in range(box.PROVINCES):
        s.pool[p] = 1
        if s.edition == box.TOURNAMENT:
            s.pool[p] = 1 - box.TOURNAMENT_OUT[p]
        s.card[p], s.bricks[p], s.pyramids[p], s.gifts[p] = 0, 0, 0, 0
        for i in range(box.MAX_GIFT_CARDS):
            s.gift[p][i], s.gift_by[p][i] = 0, st.UNSEEN
    provinces.clear_land(s)


def lay_out_cards(s: st.State):
    """Preparation: all power cards in one pile."""
    s.deck_left, s.under_len, s.drawn_left = box.NUM_CARDS, 0, 0
    for i in range(box.NUM_CARDS):
        s.under[i], s.under_by[i] = 0, st.UNSEEN
    for kind in range(box.CARDS):
        s.deck[kind] = box.CARD_COUNTS[kind]
        s.discard[kind], s.drawn[kind], s.spare[kind] = 0, 0, 0
        for seat in range(box.MAX_SEATS):
            s.hand[seat][kind], s.drawn_known[seat][kind] = 0, 0
            s.deck_most[seat][kind] = box.CARD_COUNTS[kind]
            for other in range(box.MAX_SEATS):
                s.known[seat][other][kind] = 0


def deal_architects(s: st.State):
    """Preparation: one Architect each, which everybody sees."""
    for seat in range(s.players):
        s.deck[box.ARCHITECT] -= 1
        s.deck_left -= 1
        s.hand[seat][box.ARCHITECT], s.hand_count[seat] = 1, 1
        for other in range(box.MAX_SEATS):
            s.known[other][seat][box.ARCHITECT] = 1
            s.deck_most[other][box.ARCHITECT] -= 1
