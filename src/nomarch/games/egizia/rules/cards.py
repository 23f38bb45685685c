"""Nile cards: taking them, and the moments at which their owners may play them."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import reach, tableau
from nomarch.kernel.declare.rules import ALL, allow, emit, total


def offers(s: st.State, seat):
    """Nile cards: which of those playable at any own moment the seat could play now, as bits."""
    bits = 0
    if tableau.crews_can_grow(s, seat):
        if s.have[seat][box.TRAINING] > 0 and s.tired[seat] & st.TIRED_TRAINING == 0:
            bits |= st.CAN_TRAIN
        if s.have[seat][box.PAID_TRAINING] > 0 and s.tired[seat] & st.TIRED_HIRING == 0:
            if s.stones[seat] >= box.TRAINING_COST:
                bits |= st.CAN_HIRE
    if s.canals[seat] > 0 and total(s.grain[seat], box.YELLOW_GREEN, box.COLOURS) > 0:
        bits |= st.CAN_DIG
    if s.have[seat][box.STONE_SALE] > 0 and s.stones[seat] > 0:
        bits |= st.CAN_SELL
    if s.have[seat][box.BUILD_FIRST] > 0 and s.first[seat] == 0:
        if next_fresh_site(s) < len(box.SITES):
            bits |= st.CAN_BE_FIRST
    if s.phase == st.AFTER_BOAT and s.have[seat][box.SECOND_BOAT] > 0:
        if reach.can_sail(s, seat, reach.taken_positions(s)):
            bits |= st.CAN_SAIL_AGAIN
    return bits


def is_contested(s: st.State, seat):
    """First to build: whether another seat has the card too, so that the earlier one counts."""
    for other in range(s.players):
        if other != seat and s.have[other][box.BUILD_FIRST] > 0:
            return True
    return False


def next_fresh_site(s: st.State):
    """Building: the first site at which building has not begun."""
    if s.stage < st.BUILDING:
        return box.SPHINX
    if s.stage == st.BUILDING:
        return int(s.site) + 1
    return len(box.SITES)


def legal_offers(s: st.State, seat, mask):
    """Nile cards: everything that the seat may play at any own moment."""
    bits = offers(s, seat)
    for crew in range(len(box.CREWS)):
        if s.crew[seat][crew] < box.CREW_MAX:
            if bits & st.CAN_TRAIN:
                allow(mask, act.TRAIN.at(crew))
            if bits & st.CAN_HIRE:
                allow(mask, act.HIRE.at(crew))
    if bits & st.CAN_DIG:
        for kind in range(box.FIELD_KINDS):
            for colour in range(1, box.COLOURS):
                if s.plots[seat][kind][colour] > 0:
                    allow(mask, act.DIG.at(kind, colour))
    if bits & st.CAN_SELL:
        for stones in range(1, min(box.SALE_MAX, int(s.stones[seat])) + 1):
            allow(mask, act.SELL.at(stones))
    if bits & st.CAN_BE_FIRST:
        allow(mask, act.PLAY_FIRST)
    if bits & st.CAN_SAIL_AGAIN:
        allow(mask, act.PLAY_SECOND)


def discard(s: st.State, seat, kind):
    """Nile cards: one that has been played leaves the game."""
    s.have[seat][kind] -= 1
    s.gone[kind] += 1
    emit(s, ev.PLAYED, ALL, seat, kind)


def take_card(s: st.State, seat, space):
    """Nile cards: fields, quarries and the rest lie before the player, immediate ones happen."""
    kind = int(s.row[space])
    s.row[space] = -1
    emit(s, ev.TOOK, ALL, seat, kind)
    if box.CARD_TYPE[kind] == box.IMMEDIATE:
        s.gone[kind] += 1
    else:
        s.have[seat][kind] += 1
    if kind < box.START_FIELD:
        s.plots[seat][kind][box.FIELD_COLOUR[kind]] += 1
        s.grain[seat][box.FIELD_COLOUR[kind]] += box.FIELD_GRAIN[kind]
    elif kind <= box.LAST_QUARRY:
        s.quarry[seat] += box.QUARRY_STONES[kind - box.FIRST_QUARRY]
    elif kind == box.CANAL:
        s.canals[seat] += 1
    elif kind >= box.TRIBUTE_OBELISK:
        tableau.move_score(s, seat, ev.FOR_CARDS, tribute(s, seat, kind))
    tableau.carry_out(s, seat, kind, 1)


def tribute(s: st.State, seat, kind):
    """Tribute: one point for each own stone on the structures shown."""
    points = 0
    for structure in range(box.STRUCTURES):
        points += box.TRIBUTES[kind - box.TRIBUTE_OBELISK][structure] * s.own[seat][structure]
    return points
