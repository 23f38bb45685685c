"""Phase 5, the Sphinx: cards drawn, kept and returned, and what everyone knows of them."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import tableau
from nomarch.kernel.declare.rules import ALL, allow, because, below, emit, total


def pile_size(s: st.State):
    """Sphinx: cards in the pile."""
    return total(s.pile, 0, s.pile_parts)


def legal_riddles(s: st.State, seat, mask):
    """Sphinx: as many cards as strength, stones and pile allow, five at most; two more by card."""
    pile = pile_size(s)
    most = min(min(int(s.strength), int(s.stones[seat])), min(box.MAX_DRAW, pile))
    for paid in range(1, box.MAX_DRAW + 1):
        if paid <= most:
            allow(mask, act.DRAW.at(paid))
            if s.have[seat][box.MORE_RIDDLES] > 0 and paid < box.MAX_DRAW and paid < pile:
                allow(mask, act.DRAW_MORE.at(paid))
        else:
            because(
                "Each card costs one stone and one strength. You don't have enough for that many."
            )
    if s.have[seat][box.OVERTIME] > 0 and s.strength < box.MAX_DRAW:
        allow(mask, act.PLAY_OVERTIME)


def draw(s: st.State, seat, action):
    """Sphinx: pay for so many cards; the card for it gives two more."""
    if act.DRAW.has(action):
        draw_riddles(s, seat, act.DRAW.paid(action), 0)
    else:
        draw_riddles(s, seat, act.DRAW_MORE.paid(action), box.MORE_RIDDLES_CARDS)


def draw_riddles(s: st.State, seat, paid, free):
    """Sphinx: a stone for each card drawn, the ones that a card gives excepted."""
    count = min(min(box.MAX_DRAW, paid + free), pile_size(s))
    tableau.change_stones(s, seat, -paid)
    s.kept_now = 0
    s.keep_most = 1
    s.drawn_left = count
    emit(s, ev.DREW, ALL, seat, count, paid)
    part = 0
    for i in range(count):
        while s.pile[part] == 0:
            part += 1
        card = card_of_part(s, part, below(s, s.pile[part]))
        s.pile[part] -= 1
        s.drawn[i] = card
        s.where[card] = box.BEING_DRAWN
        emit(s, ev.DREW_CARD, seat, seat, card)
        remember_draw(s, seat, part)
    for i in range(count):
        s.maybe[seat][s.drawn[i]] = 1 << box.BEING_DRAWN
    s.phase = st.KEEPING


def card_of_part(s: st.State, part, skip):
    """Sphinx: a card of one part of the pile; its order was never looked at, so any will do."""
    for card in range(box.SPHINX_CARDS):
        if s.where[card] == box.FIRST_PILE + part:
            if skip == 0:
                return card
            skip -= 1
    return -1


def remember_draw(s: st.State, drawer, part):
    """Knowledge: what may have lain in that part may now be among the cards drawn."""
    here = 1 << (box.FIRST_PILE + part)
    for seat in range(s.players):
        for card in range(box.SPHINX_CARDS):
            if s.maybe[seat][card] & here:
                if seat != drawer:
                    s.maybe[seat][card] |= 1 << box.BEING_DRAWN
                if s.pile[part] == 0:
                    s.maybe[seat][card] &= ~here


def legal_keep(s: st.State, seat, mask):
    """Sphinx: keep one card, two with the card for it, or none."""
    allow(mask, act.DONE)
    if s.kept_now < s.keep_most:
        for i in range(box.MAX_DRAW):
            if s.drawn[i] >= 0:
                allow(mask, act.KEEP.at(i))
    else:
        because("You've already kept as many cards as you can.")
    if can_keep_two(s, seat):
        allow(mask, act.PLAY_TWO_RIDDLES)


def can_keep_two(s: st.State, seat):
    """Two riddles: worth asking while more than one card can still be kept."""
    return s.have[seat][box.TWO_RIDDLES] > 0 and s.keep_most == 1 and s.kept_now + s.drawn_left > 1


def keep(s: st.State, seat, action):
    """Sphinx: one card more is kept, or all others go back."""
    if action == act.DONE:
        return_cards(s, seat)
    else:
        keep_card(s, seat, act.KEEP.slot(action))


def keep_card(s: st.State, seat, index):
    """Sphinx: a card goes face down before the player."""
    card = int(s.drawn[index])
    slot = seat * box.HAND_SLOTS + s.hand[seat]
    s.drawn[index] = -1
    s.drawn_left -= 1
    s.hand[seat] += 1
    s.kept_now += 1
    s.where[card] = slot
    for other in range(s.players):
        for riddle in range(box.SPHINX_CARDS):
            if other != seat and s.maybe[other][riddle] & (1 << box.BEING_DRAWN):
                s.maybe[other][riddle] |= 1 << slot
    s.maybe[seat][card] = 1 << slot
    emit(s, ev.KEPT_CARD, seat, seat, card)
    if s.kept_now == s.keep_most and not can_keep_two(s, seat):
        return_cards(s, seat)


def return_cards(s: st.State, seat):
    """Sphinx: the others go under the pile, one point for each."""
    emit(s, ev.KEPT, ALL, seat, s.kept_now)
    returned = int(s.drawn_left)
    under = 0
    if returned > 0:
        part = int(s.pile_parts)
        s.pile_parts += 1
        s.pile[part] = returned
        s.pile_by[part] = seat
        under = 1 << (box.FIRST_PILE + part)
        for i in range(box.MAX_DRAW):
            if s.drawn[i] >= 0:
                s.where[s.drawn[i]] = box.FIRST_PILE + part
                s.drawn[i] = -1
        emit(s, ev.RETURNED, ALL, seat, returned)
    for other in range(s.players):
        for card in range(box.SPHINX_CARDS):
            if s.maybe[other][card] & (1 << box.BEING_DRAWN):
                s.maybe[other][card] = s.maybe[other][card] & ~(1 << box.BEING_DRAWN) | under
    s.drawn_left = 0
    s.keep_most = 0
    s.kept_now = 0
    tableau.move_score(s, seat, ev.FOR_RETURNS, returned)
    tableau.end_step(s)
