"""Phase 5: the harvest and other incomes."""

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, provinces, scoring
from nomarch.kernel.declare.rules import ALL, emit


def start_income(s: st.State):
    """Phase 5: from the Pharaoh clockwise, each may lay cards and receives income."""
    cards.clear_played(s)
    s.at = 0
    next_income(s)


def next_income(s: st.State):
    """Phase 5: a seat without any card in hand has nothing to decide."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if not cards.shows_no_cards(s, seat):
            s.seat = seat
            s.phase = st.INCOME_CARDS
            return
        collect(s, seat)
        s.at += 1
    end_turn(s)


def collect(s: st.State, seat):
    """Phase 5: the incomes of all provinces of a seat."""
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            income = province_income(s, seat, p)
            if income > 0:
                emit(s, ev.RECEIVED, ALL, seat, p, income)
                s.gold[seat] += income


def farmers_in(s: st.State, p):
    """Farmers of a province: on its spaces, outside them, and printed ones."""
    return int(s.farmers[p]) + int(s.free[p]) + box.PRINTED[p]


def province_income(s: st.State, seat, p):
    """Phase 5: harvest and fixed or caravan income, or eight gold in place of everything."""
    if s.eight[seat] == p:
        return box.EIGHT_GOLD
    harvest = box.HARVEST[s.box]
    if s.extra[seat] == p:
        harvest += box.EXTRA_GOLD
    caravan = box.CARAVAN[p] * box.CAMEL[s.box]
    return harvest * farmers_in(s, p) + box.INCOME[p] + caravan


def end_turn(s: st.State):
    """The turn is over, income cards leave; the third and the sixth end with a scoring."""
    clear_income_cards(s)
    if s.turn % box.KINGDOM_TURNS != 0:
        provinces.start_turn(s)
        return
    cards.clear_played(s)
    s.at = 0
    scoring.next_bonus(s)


def clear_income_cards(s: st.State):
    """Phase 5: no card lies on any province."""
    for seat in range(box.MAX_SEATS):
        s.eight[seat], s.extra[seat] = st.NO_PROVINCE, st.NO_PROVINCE
