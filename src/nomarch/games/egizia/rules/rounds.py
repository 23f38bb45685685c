"""The course of a round: its seven phases, of which 1, 6 and 7 ask nobody anything."""

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import building, feeding, order, river, scoring, tableau
from nomarch.kernel.declare.rules import ALL, draw_from, emit, fill


def clear_round(s: st.State):
    """A new round: boats at hand, crews turned back, once-a-round cards fresh."""
    s.firsts = 0
    fill(s.waiting, st.NO_SEAT)
    for site in range(len(box.SITES)):
        fill(s.place[site], st.NO_SEAT)
    fill(s.boats, 0)
    fill(s.boats_left, box.BOATS_EACH)
    fill(s.last, -1)
    fill(s.passed, 0)
    fill(s.tired, 0)
    fill(s.first, 0)
    fill(s.first_from, 0)
    fill(s.built, 0)
    for seat in range(box.MAX_SEATS):
        fill(s.used[seat], 0)


def go_on(s: st.State):
    """The seven phases one after the other, until a seat has something to decide."""
    while s.phase == st.NOTHING:
        if s.stage == st.LAYING:
            lay_cards(s)
        elif s.stage == st.PLACING:
            river.next_placer(s)
        elif s.stage == st.HARVESTING:
            river.next_gatherer(s)
        elif s.stage == st.FEEDING:
            feeding.next_feeder(s)
        elif s.stage == st.PRODUCING:
            feeding.produce(s)
        elif s.stage == st.READYING:
            building.next_ready(s)
        elif s.stage == st.BUILDING:
            building.next_builder(s)
        elif s.stage == st.REWARDING:
            reward_collaboration(s)
        elif s.stage == st.ORDERING:
            order_next_round(s)
        else:
            scoring.next_closer(s)


def lay_cards(s: st.State):
    """Phase 1: ten cards of the round's deck, face up, from Ombos on."""
    emit(s, ev.ROUND_BEGAN, ALL, s.round + 1)
    if s.round > 0:
        clear_nile(s)
    s.round += 1
    clear_round(s)
    if s.round % 2 == 1:
        open_deck(s, box.DECK_OF_ROUND[s.round])
    for i in range(box.CARD_SPACES):
        s.row[i] = draw_from(s, s.deck, s.deck_left)
        s.deck_left -= 1
        emit(s, ev.CARD_LAID, ALL, i, s.row[i])
    order.begin_stage(s, st.PLACING)
    s.turn = s.players - 1


def open_deck(s: st.State, deck):
    """Phase 1: rounds 1, 3 and 5 open a new deck; what is left of the old one leaves the game."""
    for kind in range(box.CARD_KINDS):
        s.gone[kind] += s.deck[kind]
        s.deck[kind] = box.DECKS[deck][kind]
    s.deck_left = box.DECK_SIZES[deck]


def reward_collaboration(s: st.State):
    """Phase 6: from the leader backwards, by the number of sites where a stone was spent."""
    order.queue_by_score(s)
    for i in range(s.players):
        seat = int(s.queue[i])
        tableau.move_score(s, seat, ev.FOR_COLLABORATION, box.COLLABORATION[s.built[seat]])
    s.stage = st.ORDERING


def order_next_round(s: st.State):
    """Phase 7: the last on the score track gets tile 1; cards left on the Nile leave the game."""
    order.queue_by_score(s)
    for i in range(s.players):
        emit(s, ev.ORDERED, ALL, s.queue[s.players - 1 - i], i + 1)
        s.order[i] = s.queue[s.players - 1 - i]
    s.site = -1
    s.seat = st.NO_SEAT
    if s.round == box.ROUNDS:
        clear_nile(s)
        order.begin_stage(s, st.CLOSING)
    else:
        order.begin_stage(s, st.LAYING)


def clear_nile(s: st.State):
    """Phase 7: cards left on the Nile leave the game."""
    for i in range(box.CARD_SPACES):
        if s.row[i] >= 0:
            s.gone[s.row[i]] += 1
            s.row[i] = -1
