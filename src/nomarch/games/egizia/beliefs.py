"""Deal the Sphinx cards that a seat cannot see, consistent with what it knows.

A seat remembers, for every card, all the places where it may be (`maybe`): what it put under the
pile, what must have come up since, and which draw may have taken it. The unseen cards are
dealt to the places that are known to hold one, as those memories allow.
"""

from nomarch.games.egizia import components as box, state as st
from nomarch.kernel.declare.rules import IMAGINED, below, count, fill, fork

NOWHERE = -1
SHUFFLES = 3
"""Passes over the cards when swapping, so that all allowed deals are about equally likely."""
STRIDE = 12
"""Step from one card to the next; coprime with the number of cards."""


def determinise(s: st.State, seat, stream):
    """Deal the hidden Sphinx cards as the seat's knowledge allows, with a new random stream."""
    fork(s, stream, IMAGINED)
    hidden = hidden_cards(s)
    deal_hidden(s, seat, hidden, stream)
    shuffle_deal(s, seat, hidden, stream)
    if s.phase == st.KEEPING and s.seat != seat:
        fill_drawn(s)
    for other in range(box.MAX_SEATS):
        if other != seat:
            fill(s.maybe[other], 0)
            if other < s.players:
                remember_for(s, other)


def hidden_cards(s: st.State):
    """Return the cards whose place the seat does not see, as a bit set."""
    hidden = 0
    for card in range(box.SPHINX_CARDS):
        if s.where[card] == NOWHERE:
            hidden |= 1 << card
    return hidden


def capacity(s: st.State, place):
    """Return the number of Sphinx cards at a place, which is public."""
    if place < box.FIRST_PILE:
        return 1 if place % box.HAND_SLOTS < s.hand[place // box.HAND_SLOTS] else 0
    if place < box.BEING_DRAWN:
        return int(s.pile[place - box.FIRST_PILE])
    if place == box.BEING_DRAWN:
        return int(s.drawn_left)
    return 1 - int(s.per_ten)


def has_room(s: st.State, place):
    """Return whether a place still lacks cards."""
    return count(s.where, place) < capacity(s, place)


def deal_hidden(s: st.State, seat, hidden, stream):
    """Deal every hidden card to a place where it may be, moving others along to make room."""
    free = 0
    for place in range(box.WHEREABOUTS):
        if has_room(s, place):
            free |= 1 << place
    start = below(stream, box.SPHINX_CARDS)
    for step in range(box.SPHINX_CARDS):
        card = (step * STRIDE + start) % box.SPHINX_CARDS
        if hidden & (1 << card):
            for _ in range(box.SPHINX_CARDS):
                if free & int(s.maybe[seat][card]) == 0:
                    free = push(s, seat, card, hidden, free, stream)
            free = put(s, card, free & int(s.maybe[seat][card]), free, stream)


def put(s: st.State, card, allowed, free, stream):
    """Put a card at a random allowed place. Return the places that still have room."""
    choices = 0
    for place in range(box.WHEREABOUTS):
        if allowed & (1 << place):
            choices += 1
    skip = below(stream, choices)
    for place in range(box.WHEREABOUTS):
        if allowed & (1 << place):
            if skip == 0:
                s.where[card] = place
                if not has_room(s, place):
                    free &= ~(1 << place)
            skip -= 1
    return free


def push(s: st.State, seat, card, hidden, free, stream):
    """Move one card of the shortest chain that makes room. Return the places with room then."""
    near = int(s.maybe[seat][card])
    far = widen(s, seat, near, hidden)
    for _ in range(box.SPHINX_CARDS):
        if far & free == 0:
            near = far
            far = widen(s, seat, near, hidden)
    for other in range(box.SPHINX_CARDS):
        if is_dealt_to(s, other, near, hidden) and int(s.maybe[seat][other]) & free != 0:
            left = 1 << int(s.where[other])
            return put(s, other, int(s.maybe[seat][other]) & free, free, stream) | left
    return free


def widen(s: st.State, seat, places, hidden):
    """Return some places and those that cards dealt there could go to instead."""
    wide = places
    for card in range(box.SPHINX_CARDS):
        if is_dealt_to(s, card, places, hidden):
            wide |= int(s.maybe[seat][card])
    return wide


def is_dealt_to(s: st.State, card, places, hidden):
    """Return whether a hidden card was dealt to one of some places."""
    if hidden & (1 << card) == 0 or s.where[card] == NOWHERE:
        return False
    return places & (1 << int(s.where[card])) != 0


def shuffle_deal(s: st.State, seat, hidden, stream):
    """Swap hidden cards wherever both may be at the other's place."""
    for turn in range(SHUFFLES * box.SPHINX_CARDS):
        card = turn % box.SPHINX_CARDS
        other = below(stream, box.SPHINX_CARDS)
        if hidden & (1 << card) and hidden & (1 << other):
            here, there = int(s.where[card]), int(s.where[other])
            if s.maybe[seat][card] & (1 << there) and s.maybe[seat][other] & (1 << here):
                s.where[card] = there
                s.where[other] = here


def fill_drawn(s: st.State):
    """Set the drawn cards to those dealt to the player at the Sphinx."""
    found = 0
    for card in range(box.SPHINX_CARDS):
        if s.where[card] == box.BEING_DRAWN:
            s.drawn[found] = card
            found += 1


def remember_for(s: st.State, seat):
    """Set what another seat knows: its own cards and what it put under the pile."""
    anywhere = 0
    for place in range(box.IN_BOX):
        if capacity(s, place) > 0 and not is_known(s, seat, place):
            anywhere |= 1 << place
    for card in range(box.SPHINX_CARDS):
        place = int(s.where[card])
        known = place == box.IN_BOX or is_known(s, seat, place)
        s.maybe[seat][card] = 1 << place if known else anywhere


def is_known(s: st.State, seat, place):
    """Return whether a seat knows which cards are at a place."""
    if place < box.FIRST_PILE:
        return place // box.HAND_SLOTS == seat
    if place < box.BEING_DRAWN:
        return s.pile_by[place - box.FIRST_PILE] == seat
    return s.seat == seat and s.seat != st.NO_SEAT
