"""Phase 2: the provinces are acquired."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, provinces, stages
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def lowest_step(s: st.State, p):
    """Phase 2: the first space above every pawn on a card, one more above a block."""
    lowest = 0
    for seat in range(s.players):
        if s.bid_on[seat] == p:
            above = box.BLOCKED_STEPS if s.blocked[seat] == 1 else 1
            lowest = max(lowest, int(s.bid_step[seat]) + above)
    return lowest


def is_outbid(s: st.State, seat):
    """Phase 2: whether a pawn is not the top one on its card."""
    for other in range(s.players):
        if s.bid_on[other] == s.bid_on[seat] and s.bid_step[other] > s.bid_step[seat]:
            return True
    return False


def can_bid(s: st.State, seat, p):
    """Phase 2: whether a card has a space that is high enough and within the seat's treasure."""
    step = lowest_step(s, p)
    return step < box.BID_STEPS and box.BID_TRACK[min(step, box.BID_STEPS - 1)] <= s.gold[seat]


def legal_picks(s: st.State, seat, mask):
    """Phase 2: any card but the one just lost; that one too with the card for it."""
    for p in range(box.PROVINCES):
        if s.card[p] == 1:
            allow_pick(s, seat, p, mask)
        else:
            because("You can only bid for provinces that are up for auction this turn.")
    if s.bid_on[seat] != st.NO_PROVINCE and can_bid(s, seat, int(s.bid_on[seat])):
        cards.allow_card(s, seat, box.SAME, mask)


def allow_pick(s: st.State, seat, p, mask):
    """Phase 2: a card that is up, unless the seat was just outbid there or cannot pay for it."""
    if p != s.bid_on[seat]:
        if can_bid(s, seat, p):
            allow(mask, act.PROVINCE.at(p))
        else:
            because("There's no step left there that you can afford.")
    else:
        because("You were just outbid there. Bid for another province.")


def legal_bids(s: st.State, seat, mask):
    """Phase 2: a space above the others, not above one's treasure; a block goes with the bid."""
    lowest = lowest_step(s, int(s.pick))
    for step in range(box.BID_STEPS):
        if step >= lowest:
            if box.BID_TRACK[step] <= s.gold[seat]:
                allow(mask, act.BID.at(step))
            else:
                because("You can't bid more gold than you have.")
        else:
            because(
                "Your bid must be higher than every pawn there, and two steps above a bid block."
            )
    cards.allow_card(s, seat, box.BLOCK, mask)


def bid(s: st.State, seat, step):
    """Phase 2: the pawn stands on the card; a block goes with it to the end of the auction."""
    s.bid_on[seat] = s.pick
    s.bid_step[seat] = step
    if s.blocking == 1 or s.block_once == 1:
        s.blocked[seat] = s.blocking
    emit(s, ev.BID, ALL, seat, s.pick, step, s.blocked[seat])
    s.pick, s.blocking = st.NO_PROVINCE, 0
    next_bidder(s, seat)


def next_bidder(s: st.State, seat):
    """Phase 2: clockwise, whoever has not bid or was outbid; when nobody, the auction is over."""
    s.phase = st.PICK
    for away in range(1, s.players + 1):
        other = (seat + away) % s.players
        if s.bid_on[other] == st.NO_PROVINCE or is_outbid(s, other):
            s.seat = other
            return
    end_auction(s)


def end_auction(s: st.State):
    """Phase 2: all pay their bids and take their provinces; then phase 3 begins."""
    for away in range(s.players):
        take_province(s, (s.pharaoh + away) % s.players)
    provinces.clear_bids(s)
    stages.start_actions(s)


def take_province(s: st.State, seat):
    """Phase 2: the bid is paid; gold and cards that lie on the province come with it."""
    p = int(s.bid_on[seat])
    cost = box.BID_TRACK[s.bid_step[seat]]
    s.gold[seat] += box.GIFT_GOLD[p] - cost
    s.owner[p] = seat
    s.card[p] = 0
    emit(s, ev.WON, ALL, seat, p, cost)
    for i in range(s.gifts[p]):
        cards.gain_card(s, seat, int(s.gift[p][i]), int(s.gift_by[p][i]))
        s.gift[p][i], s.gift_by[p][i] = 0, st.UNSEEN
    s.gifts[p] = 0
