"""Phase 3, the actions: A power cards, B farmers, C bricks."""

from nomarch.games.amun_re.rules import act, box, cards, ev, offerings, placing, scoring, st
from nomarch.kernel.rules import ALL, allow, because, emit


def start_actions(s: st.State):
    """Phase 3: from the Pharaoh clockwise, each buys cards, then farmers, then bricks."""
    cards.clear_played(s)
    s.at = -1
    s.phase = st.BRICKS_STAGE  # as if somebody before the first seat had finished
    end_stage(s)


def end_stage(s: st.State):
    """Phase 3: on to what comes next, without stopping where nothing can be done."""
    next_stage(s)
    skip_empty_stages(s)


def next_stage(s: st.State):
    """Phase 3: cards, farmers, bricks, and on to the next seat; after the last, the offerings."""
    s.bought = 0
    if s.phase < st.BRICKS_STAGE:
        s.phase += 1
        return
    s.at += 1
    if s.at == s.players:
        offerings.start_offerings(s)
        return
    s.seat = (s.pharaoh + s.at) % s.players
    s.phase = st.CARDS_STAGE


def skip_empty_stages(s: st.State):
    """Phase 3: a stage is passed over if everybody can see that there is nothing to decide."""
    while st.CARDS_STAGE <= s.phase <= st.BRICKS_STAGE and is_empty_stage(s, int(s.seat)):
        next_stage(s)


def is_empty_stage(s: st.State, seat):
    """Phase 3: nothing to buy, and no card in hand that could be played or sold."""
    if s.phase == st.CARDS_STAGE and card_limit(s, seat) == 0:
        return True
    return cards.shows_no_cards(s, seat) and most_to_buy(s, seat) == 0


def price(count):
    """Prices: 1, 3, 6, 10 and so on, beyond the printed table too."""
    return count * (count + 1) // 2


def card_limit(s: st.State, seat):
    """Action A: as many cards as the best of one's provinces shows symbols, or all together."""
    if s.sum_limit == 1:
        return scoring.sum_of(s, seat, box.SYMBOLS)
    limit = 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            limit = max(limit, int(box.SYMBOLS[p]))
    return limit


def room_for_farmers(s: st.State, seat):
    """Action B: free green spaces in one's provinces, as far as there are farmers."""
    room = scoring.sum_of(s, seat, box.SPACES) - scoring.sum_of(s, seat, s.farmers)
    return min(room, int(s.farmer_supply))


def bricks_left(s: st.State):
    """Action C: bricks beside the board; without end unless the option makes the box count."""
    if s.few_bricks == 0:
        return box.MAX_BUY
    left = box.BRICK_SUPPLY
    for p in range(box.PROVINCES):
        left -= s.bricks[p]
    return left


def most_to_buy(s: st.State, seat):
    """Actions A to C: how many units of the stage's kind can be bought and paid."""
    if s.bought == 1:
        return 0
    if s.phase == st.CARDS_STAGE:
        most = min(card_limit(s, seat), cards.cards_left(s))
    elif s.phase == st.FARMERS_STAGE:
        most = room_for_farmers(s, seat)
    else:
        most = min(box.MAX_BUY, bricks_left(s))
    count = 0
    while count < most and price(count + 1) <= s.gold[seat]:
        count += 1
    return count


def legal_stage(s: st.State, seat, mask):
    """Actions A to C: one purchase of each kind, cards for the stage, or no more."""
    allow(mask, act.DONE)
    if s.bought == 0:
        legal_purchases(s, seat, mask)
    else:
        because("You've already bought this kind this turn.")
    if s.phase == st.FARMERS_STAGE and s.farmer_supply > 0:
        cards.allow_card(s, seat, box.FREE, mask)
    elif s.phase == st.BRICKS_STAGE:
        allow_architect(s, seat, mask)


def legal_purchases(s: st.State, seat, mask):
    """Actions A to C: as many as can be paid, and as there is room for."""
    most = most_to_buy(s, seat)
    for count in range(1, box.MAX_BUY + 1):
        if price(count) <= s.gold[seat]:
            if count <= most:
                allow(mask, act.BUY.at(count))
            else:
                because("That's too many: card symbols limit cards, free fields limit farmers.")
        else:
            because("You can't afford that many.")


def allow_architect(s: st.State, seat, mask):
    """Architect: where two bricks lie in one province of one's own."""
    for p in range(box.PROVINCES):
        if s.owner[p] == seat and s.bricks[p] >= box.ARCHITECT_BRICKS:
            cards.allow_card(s, seat, box.ARCHITECT, mask)
        else:
            because("An Architect needs two bricks in one of your provinces.")


def buy(s: st.State, seat, count):
    """Actions A to C: the price is paid at once; farmers and bricks are placed one by one."""
    s.gold[seat] -= price(count)
    s.bought = 1
    emit(s, ev.BOUGHT, ALL, seat, s.phase - st.CARDS_STAGE, count, price(count))
    if s.phase == st.CARDS_STAGE:
        buy_cards(s, seat, count)
    elif s.phase == st.FARMERS_STAGE:
        placing.start_placing(s, seat, st.PLACE_FARMER, count)
    else:
        placing.start_placing(s, seat, st.PLACE_BRICK, count)


def buy_cards(s: st.State, seat, count):
    """Action A: so many cards are drawn; by the variant two more, and as many returned."""
    more = 0
    if s.draft != box.DRAFT_OFF:
        more = min(box.DRAFT_EXTRA, cards.cards_left(s) - count)
    if more == 0:
        for _ in range(count):
            cards.draw_to_hand(s, seat)
        end_stage(s)
        return
    cards.draw_to_choose(s, seat, count + more)
    s.units = more
    s.phase = st.KEEP
