"""Rewards for offerings."""

from nomarch.games.amun_re import actions as act, events as ev, state as st
from nomarch.games.amun_re.rules import cards, offerings, placing, provinces, stages
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def legal_rewards(s: st.State, seat, mask):
    """Phase 4: a card beyond any limit, a farmer on a green space, a brick, or nothing."""
    allow(mask, act.RENOUNCE)
    if cards.cards_left(s) > 0:
        allow(mask, act.TAKE_CARD)
    else:
        because("There are no power cards left.")
    if stages.room_for_farmers(s, seat) > 0:
        allow(mask, act.TAKE_FARMER)
    else:
        because("You have no free field for a farmer.")
    if provinces.bricks_left(s) > 0:
        allow(mask, act.TAKE_BRICK)
    else:
        because("There are no bricks left.")


def take_reward(s: st.State, seat, action):
    """Phase 4: units of any mix, one after the other."""
    if action == act.TAKE_FARMER:
        placing.start_placing(s, seat, st.PLACE_FARMER, 1)
    elif action == act.TAKE_BRICK:
        placing.start_placing(s, seat, st.PLACE_BRICK, 1)
    elif action == act.TAKE_CARD:
        emit(s, ev.TOOK_CARD, ALL, seat)
        cards.draw_to_hand(s, seat)
        offerings.count_reward(s)
    else:
        emit(s, ev.RENOUNCED, ALL, seat)
        offerings.count_reward(s)
