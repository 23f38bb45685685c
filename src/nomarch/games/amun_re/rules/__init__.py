"""The rules of Amun-Re: the verbs that the engine calls.

A turn is six phases, each started by the one before: `provinces.start_turn` (1), the auction up to
`auction.end_auction` (2), purchases from `stages.start_actions` (3), `stages.start_offerings`
(4), `incomes.start_income` (5) and, at the end of a kingdom, scoring from `scoring.next_bonus` (6).
`incomes.end_turn` and `scoring.score_kingdom` start the next turn. `placing` and `cards` serve
several phases.
"""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import (
    auction,
    cards,
    offerings,
    passing,
    placing,
    plays,
    purchases,
    rewards,
    scoring,
)
from nomarch.games.amun_re.rules.preparation import setup
from nomarch.games.amun_re.rules.scoring import place
from nomarch.kernel.declare.rules import allow


def to_act(s: st.State):
    """One seat at a time decides, but all make their offerings together."""
    if s.phase == st.OVER:
        return 0
    if s.phase != st.OFFERING:
        return 1 << int(s.seat)
    seats = 0
    for seat in range(s.players):
        if s.offered[seat] == 0:
            seats |= 1 << seat
    return seats


def phase(s: st.State):
    return s.phase


def legal(s: st.State, seat, mask):
    cards.legal_sales(s, seat, mask)
    if s.phase == st.KEEP or s.phase == st.START_KEEP:
        cards.legal_returns(s, mask)
    elif s.phase == st.PICK:
        auction.legal_picks(s, seat, mask)
    elif s.phase == st.STEP:
        auction.legal_bids(s, seat, mask)
    elif s.phase <= st.BRICKS_STAGE:
        purchases.legal_stage(s, seat, mask)
    elif s.phase <= st.SITE:
        placing.legal_sites(s, seat, mask)
    elif s.phase == st.OFFERING:
        offerings.legal_offerings(s, seat, mask)
    elif s.phase == st.ADJUSTING:
        allow(mask, act.RAISE)
        allow(mask, act.LOWER)
    elif s.phase == st.REWARD:
        rewards.legal_rewards(s, seat, mask)
    elif s.phase == st.INCOME_CARDS:
        allow(mask, act.DONE)
        cards.allow_card(s, seat, box.EIGHT, mask)
        cards.allow_card(s, seat, box.EXTRA, mask)
    else:
        scoring.legal_bonuses(s, seat, mask)


def apply(s: st.State, seat, action):
    if act.PROVINCE.has(action):
        placing.choose_province(s, seat, act.PROVINCE.p(action))
    elif act.BID.has(action):
        auction.bid(s, seat, act.BID.step(action))
    elif act.BUY.has(action):
        purchases.buy(s, seat, act.BUY.count(action))
    elif act.PLAY.has(action):
        plays.play_card(s, seat, act.PLAY.card(action))
    elif act.SELL.has(action):
        plays.sell_card(s, seat, act.SELL.card(action))
    elif act.RETURN.has(action):
        plays.return_card(s, seat, act.RETURN.card(action))
    elif act.PUT.has(action):
        offerings.put_in(s, seat, box.DENOMINATIONS[act.PUT.coin(action)])
    elif action == act.DONE:
        passing.done(s, seat)
    elif action == act.OFFER:
        offerings.make_offering(s, seat)
    elif action == act.STEAL:
        offerings.steal(s, seat)
    elif action == act.RAISE:
        offerings.adjust(s, seat, box.ADJUSTMENT)
    elif action == act.LOWER:
        offerings.adjust(s, seat, -box.ADJUSTMENT)
    else:
        rewards.take_reward(s, seat, action)
