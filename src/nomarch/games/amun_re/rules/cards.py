"""Power cards: the pile, hands, playing and selling; the variant with cards to choose from."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import incomes, placing, preparation, provinces, purchases, scoring
from nomarch.kernel.rules import ALL, allow, because, draw_from, emit


def done(s: st.State, seat):
    """A seat has finished its part of the phase."""
    if s.phase == st.INCOME_CARDS:
        incomes.collect(s, seat)
        s.at += 1
        incomes.next_income(s)
    elif s.phase == st.BONUS_PLAY:
        s.at += 1
        scoring.next_bonus(s)
    else:
        purchases.end_stage(s)


def count_of(cards):
    """How many cards a row by kind counts together."""
    total = 0
    for kind in range(box.CARDS):
        total += cards[kind]
    return total


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
    for seat in range(box.MAX_SEATS):
        s.played[seat] = 0


def play_card(s: st.State, seat, kind):
    """Power cards: each in its phase; shown and discarded, and its like barred for the phase."""
    if kind == box.ADJUST:
        s.adjusting[seat] = 1
        emit(s, ev.PUT_IN, seat, seat, 0, 1)
        return
    s.played[seat] = int(s.played[seat]) | (1 << kind)
    lose_card(s, seat, kind)
    emit(s, ev.PLAYED, ALL, seat, kind)
    if kind == box.BLOCK:
        s.blocking = 1
    elif kind == box.SAME:
        s.pick = s.bid_on[seat]
        s.phase = st.STEP
    elif kind >= box.FIRST_BONUS:
        scoring.gain_points(s, seat, ev.BONUSES, box.BONUS_POINTS)
        if shows_no_cards(s, seat):
            done(s, seat)
    else:
        s.site_card, s.back, s.phase = kind, s.phase, st.SITE
        placing.choose_only_site(s, seat)


def legal_sales(s: st.State, seat, mask):
    """Selling: any card of one's own at any time, but not one that lies with the offering."""
    for kind in range(box.CARDS):
        lying = s.adjusting[seat] if kind == box.ADJUST else 0
        if s.hand[seat][kind] > lying:
            allow(mask, act.SELL.at(kind))
        else:
            because("You have no card of this kind to sell.")


def sell_card(s: st.State, seat, kind):
    """Selling: one gold for a card, which is discarded."""
    lose_card(s, seat, kind)
    s.gold[seat] += box.CARD_PRICE
    emit(s, ev.SOLD, ALL, seat, kind)
    if shows_no_cards(s, seat):
        continue_without_cards(s, seat)


def continue_without_cards(s: st.State, seat):
    """A seat that sold its last card has nothing to decide in phases that are about cards."""
    if s.phase == st.INCOME_CARDS or s.phase == st.BONUS_PLAY:
        done(s, seat)
    else:
        purchases.skip_empty_stages(s)


# --- The variant: cards are drawn to choose from ----------------------------------------------


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


def return_card(s: st.State, seat, kind):
    """Variant: a card goes back under the pile, shown or not; the others are kept."""
    s.drawn[kind] -= 1
    s.drawn_left -= 1
    s.under[s.under_len] = kind
    shown = s.draft == box.DRAFT_SHOWN and s.phase == st.KEEP
    s.under_by[s.under_len] = st.SEEN_BY_ALL if shown else seat
    s.under_len += 1
    emit(s, ev.RETURNED, ALL if shown else seat, seat, kind)
    if not shown:
        emit(s, ev.RETURNED_SECRETLY, ALL, seat)
    forget_returned(s, seat, kind, shown)
    s.units -= 1
    if s.units == 0:
        keep_rest(s, seat)


def forget_returned(s: st.State, seat, kind, shown):
    """Variant: what others know of the drawn cards; a hidden return could be any of them."""
    for other in range(s.players):
        for k in range(box.CARDS):
            if s.drawn_known[other][k] > 0 and (k == kind or (other != seat and not shown)):
                s.drawn_known[other][k] -= 1


def keep_rest(s: st.State, seat):
    """Variant: the cards that were not returned join the hand."""
    for kind in range(box.CARDS):
        for _ in range(s.drawn[kind]):
            emit(s, ev.KEPT, seat, seat, kind)
        s.hand[seat][kind] += s.drawn[kind]
        s.drawn[kind] = 0
        for other in range(s.players):
            s.known[other][seat][kind] += s.drawn_known[other][kind]
            s.drawn_known[other][kind] = 0
    s.hand_count[seat] += s.drawn_left
    s.drawn_left = 0
    if s.phase == st.START_KEEP:
        s.at += 1
        if s.at < s.players:
            preparation.deal_two(s, (s.pharaoh + s.at) % s.players)
        else:
            provinces.start_turn(s)
    else:
        s.phase = st.CARDS_STAGE
        purchases.end_stage(s)
