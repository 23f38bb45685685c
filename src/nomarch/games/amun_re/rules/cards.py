"""Power cards: the pile, hands, playing and selling; the variant with cards to choose from."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, allow, because, draw_from, emit, fill, total


def count_of(cards):
    """How many cards a row by kind counts together."""
    return total(cards, 0, box.CARDS)


def shows_no_cards(s: st.State, seat):
    """Whether everybody can see that a seat has no card left; nobody can where that is hidden."""
    return s.hidden == 0 and s.hand_count[seat] == 0


def cards_left(s: st.State):
    """Cards that can still be drawn: the pile, what lies under it, and the discards."""
    return int(s.deck_left) + int(s.under_len) + count_of(s.discard)


def draw_card(s: st.State):
    """Draws from the pile: a kind, plus `CARDS` times one more than the seat that knows it.

    The shuffled part comes first, then what was returned under it; an empty pile is made anew from
    the discards. There must be a card left.
    """
    if s.deck_left == 0 and s.under_len == 0:
        reshuffle(s)
    if s.deck_left > 0:
        kind = draw_from(s, s.deck, int(s.deck_left))
        s.deck_left -= 1
        return kind
    code = int(s.under[0]) + box.CARDS * (int(s.under_by[0]) + 1)
    s.under_len -= 1
    for i in range(s.under_len):
        s.under[i], s.under_by[i] = s.under[i + 1], s.under_by[i + 1]
    s.under[s.under_len], s.under_by[s.under_len] = 0, st.UNSEEN
    return code


def reshuffle(s: st.State):
    """The pile is used up: the discards, which all have seen, are shuffled."""
    for kind in range(box.CARDS):
        s.deck[kind] = s.discard[kind]
        s.deck_left += s.discard[kind]
        for seat in range(box.MAX_SEATS):
            s.deck_most[seat][kind] = s.discard[kind]
        s.discard[kind] = 0
    for p in range(box.PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift_by[p][i] == st.UNSEEN:
                s.gift_by[p][i] = st.UNSEEN_BEFORE
    emit(s, ev.SHUFFLED, ALL, s.deck_left)


def gain_card(s: st.State, seat, kind, by):
    """A card joins a hand; whoever knew it before knows where it is now."""
    s.hand[seat][kind] += 1
    s.hand_count[seat] += 1
    if by == st.UNSEEN:
        s.deck_most[seat][kind] -= 1
    emit(s, ev.GOT_CARD, seat, seat, kind)
    for other in range(s.players):
        if st.is_known(by, other):
            s.known[other][seat][kind] += 1


def draw_to_hand(s: st.State, seat):
    """A seat draws a card from the pile."""
    code = draw_card(s)
    gain_card(s, seat, code % box.CARDS, code // box.CARDS - 1)


def lose_card(s: st.State, seat, kind):
    """A card leaves a hand for the discards, face up."""
    s.hand[seat][kind] -= 1
    s.hand_count[seat] -= 1
    s.discard[kind] += 1
    for other in range(s.players):
        if s.known[other][seat][kind] > 0:
            s.known[other][seat][kind] -= 1


def allow_card(s: st.State, seat, kind, mask):
    """Power cards: held, and no card of its kind played by the seat in this phase."""
    if s.hand[seat][kind] > 0:
        if (int(s.played[seat]) >> kind) & 1 == 0:
            allow(mask, act.PLAY.at(kind))
        else:
            because("You've already played a card of this kind this phase. One is the limit.")
    else:
        because("You don't have this card.")


def clear_played(s: st.State):
    """A new phase: every kind of card may be played again."""
    fill(s.played, 0)


def legal_sales(s: st.State, seat, mask):
    """Selling: any card of one's own at any time, but not one that lies with the offering."""
    for kind in range(box.CARDS):
        lying = s.adjusting[seat] if kind == box.ADJUST else 0
        if s.hand[seat][kind] > lying:
            allow(mask, act.SELL.at(kind))
        else:
            because("You have no card of this kind to sell.")


def draw_to_choose(s: st.State, seat, count):
    """Variant: cards are drawn to choose from."""
    for _ in range(count):
        code = draw_card(s)
        kind, by = code % box.CARDS, code // box.CARDS - 1
        s.drawn[kind] += 1
        s.drawn_left += 1
        emit(s, ev.GOT_CARD, seat, seat, kind)
        if by == st.UNSEEN:
            s.deck_most[seat][kind] -= 1
        for other in range(s.players):
            if st.is_known(by, other):
                s.drawn_known[other][kind] += 1


def legal_returns(s: st.State, mask):
    """Variant: any of the drawn cards goes back."""
    for kind in range(box.CARDS):
        if s.drawn[kind] > 0:
            allow(mask, act.RETURN.at(kind))


def forget_returned(s: st.State, seat, kind, shown):
    """Variant: what others know of the drawn cards; a hidden return could be any of them."""
    for other in range(s.players):
        for k in range(box.CARDS):
            if s.drawn_known[other][k] > 0 and (k == kind or (other != seat and not shown)):
                s.drawn_known[other][k] -= 1


def deal_two(s: st.State, seat):
    """Anniversary start: two cards each, of which one goes back under the pile."""
    s.seat = seat
    s.phase = st.START_KEEP
    emit(s, ev.DEALT, ALL, seat)
    draw_to_choose(s, seat, 2)
    s.units = 1
