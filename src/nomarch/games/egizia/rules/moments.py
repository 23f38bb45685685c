"""Playing Nile cards when their moment has come."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import building, cards, tableau
from nomarch.kernel.declare.rules import ALL, allow, emit


def legal_moment(s: st.State, seat, mask):
    """A moment of one's own: play what can be played, or go on."""
    allow(mask, act.DONE)
    cards.legal_offers(s, seat, mask)
    if s.phase == st.WAIT and building.could_build(s, seat):
        allow(mask, act.PLAY_WAITING)


def play(s: st.State, seat, action):
    """Nile cards: those for any own moment, and those that have a moment of their own."""
    if act.TRAIN.has(action):
        train(s, seat, act.TRAIN.crew(action), box.TRAINING, st.TIRED_TRAINING)
    elif act.HIRE.has(action):
        train(s, seat, act.HIRE.crew(action), box.PAID_TRAINING, st.TIRED_HIRING)
    elif act.DIG.has(action):
        dig_canal(s, seat, act.DIG.field(action), act.DIG.colour(action))
    elif act.SELL.has(action):
        sell_stones(s, seat, act.SELL.stones(action))
    elif action == act.PLAY_SECOND:
        cards.discard(s, seat, box.SECOND_BOAT)
        s.extra = 1
        s.phase = st.SAIL
    elif action == act.PLAY_FIRST:
        play_build_first(s, seat)
    elif action == act.PLAY_OVERTIME:
        cards.discard(s, seat, box.OVERTIME)
        s.strength += box.OVERTIME_STRENGTH
    elif action == act.PLAY_SHIFT:
        cards.discard(s, seat, box.DOUBLE_SHIFT)
        s.shift = 1
    elif action == act.PLAY_TWO_RIDDLES:
        cards.discard(s, seat, box.TWO_RIDDLES)
        s.keep_most = 2
    elif action == act.PLAY_WAITING:
        cards.discard(s, seat, box.BUILD_WAITING)
        building.begin_step(s, seat)
    elif action == act.PLAY_SURPLUS:
        cards.discard(s, seat, box.GRAIN_SURPLUS)
        s.grain_extra += box.SURPLUS_GRAIN
    else:
        tableau.change_stones(s, seat, -1)
        s.grain_extra += 1
    close_moment(s, seat)


def train(s: st.State, seat, crew, card, tired):
    """Training ground and Paid training: a crew grows by one, once a round with each card."""
    s.tired[seat] |= tired
    emit(s, ev.PLAYED, ALL, seat, card)
    if card == box.PAID_TRAINING:
        tableau.change_stones(s, seat, -box.TRAINING_COST)
    tableau.raise_crew(s, seat, crew, 1)


def sell_stones(s: st.State, seat, stones):
    """Stone sale: a point for each stone, up to ten."""
    cards.discard(s, seat, box.STONE_SALE)
    tableau.change_stones(s, seat, -stones)
    tableau.move_score(s, seat, ev.FOR_CARDS, stones)


def close_moment(s: st.State, seat):
    """A moment that only offers cards is over when none of them is left to play."""
    if s.phase >= st.AFTER_BOAT and cards.offers(s, seat) == 0:
        s.phase = st.NOTHING


def dig_canal(s: st.State, seat, kind, colour):
    """Canal: one field is irrigated one level better for the rest of the game."""
    s.canals[seat] -= 1
    s.plots[seat][kind][colour] -= 1
    s.plots[seat][kind][colour - 1] += 1
    s.grain[seat][colour] -= box.FIELD_GRAIN[kind]
    s.grain[seat][colour - 1] += box.FIELD_GRAIN[kind]
    emit(s, ev.DUG, ALL, seat, kind, colour - 1)


def play_build_first(s: st.State, seat):
    """First to build: on every site of this round that has not begun; earlier cards go before."""
    cards.discard(s, seat, box.BUILD_FIRST)
    s.firsts += 1
    s.first[seat] = s.firsts
    s.first_from[seat] = cards.next_fresh_site(s)
