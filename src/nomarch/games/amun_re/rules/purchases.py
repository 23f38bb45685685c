"""Phase 3, the actions: A power cards, B farmers, C bricks."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, placing, stages
from nomarch.kernel.declare.rules import ALL, allow, because, emit


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
        placing.allow_architect(s, seat, mask)


def legal_purchases(s: st.State, seat, mask):
    """Actions A to C: as many as can be paid, and as there is room for."""
    most = stages.most_to_buy(s, seat)
    for count in range(1, box.MAX_BUY + 1):
        if stages.price(count) <= s.gold[seat]:
            if count <= most:
                allow(mask, act.BUY.at(count))
            else:
                because("That's too many: card symbols limit cards, free fields limit farmers.")
        else:
            because("You can't afford that many.")


def buy(s: st.State, seat, count):
    """Actions A to C: the price is paid at once; farmers and bricks are placed one by one."""
    s.gold[seat] -= stages.price(count)
    s.bought = 1
    emit(s, ev.BOUGHT, ALL, seat, s.phase - st.CARDS_STAGE, count, stages.price(count))
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
        stages.end_stage(s)
        return
    cards.draw_to_choose(s, seat, count + more)
    s.units = more
    s.phase = st.KEEP
