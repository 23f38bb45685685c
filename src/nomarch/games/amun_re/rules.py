"""The rules of Amun-Re, one function a paragraph, in the dialect that every backend runs."""

from nomarch.games.amun_re.actions import (
    BID,
    BUY,
    DONE,
    LOWER,
    OFFER,
    PLAY,
    PROVINCE,
    PUT,
    RAISE,
    RENOUNCE,
    RETURN,
    SELL,
    STEAL,
    TAKE_BRICK,
    TAKE_CARD,
    TAKE_FARMER,
)
from nomarch.games.amun_re.components import (
    ADJUST,
    ADJUSTMENT,
    ANNIVERSARY,
    ARCHITECT,
    ARCHITECT_BRICKS,
    BANK,
    BANK_POINTS,
    BID_STEPS,
    BID_TRACK,
    BLOCK,
    BLOCKED_STEPS,
    BONUS_BANK,
    BONUS_CARDS,
    BONUS_EGYPT,
    BONUS_FARMERS,
    BONUS_POINTS,
    BOX_LIMITS,
    BOXES,
    BRICK_LIMIT,
    BRICKS_PER_PYRAMID,
    CAMEL,
    CARAVAN,
    CARD_COUNTS,
    CARD_PRICE,
    CARDS,
    COINS,
    DENOMINATIONS,
    DRAFT_EXTRA,
    DRAFT_OFF,
    DRAFT_SHOWN,
    EAST,
    EGYPT,
    EIGHT,
    EIGHT_GOLD,
    EXTRA,
    EXTRA_GOLD,
    FARMER_SUPPLY,
    FARMERS_FOR_BONUS,
    FIRST_BONUS,
    FREE,
    GIFT_BRICKS,
    GIFT_CARDS,
    GIFT_GOLD,
    HARVEST,
    INCOME,
    KINGDOM_TURNS,
    MAX_BUY,
    MAX_GIFT_CARDS,
    MAX_SEATS,
    NILE,
    NO_PROVINCE,
    NUM_CARDS,
    PRINTED,
    PROVINCES,
    PYRAMID_POINTS,
    REWARDS,
    SAME,
    SET_POINTS,
    SPACES,
    START_GOLD,
    SYMBOLS,
    SYMBOLS_FOR_BONUS,
    TEMPLE_POINTS,
    TEMPLES,
    THEFT,
    THEFT_GOLD,
    TOURNAMENT,
    TOURNAMENT_OUT,
    TURNS,
    WEALTH_POINTS,
    WEST,
)
from nomarch.games.amun_re.events import (
    ADJUSTED,
    BANKS,
    BONUSES,
    BOUGHT,
    BOX_SET,
    BRICK_PLACED,
    BUILT,
    BUYS_BRICKS,
    BUYS_CARDS,
    BUYS_FARMERS,
    BY_POINTS,
    BY_TIE_BREAK,
    DEALT,
    ENDED,
    FARMER_PLACED,
    GIFT_LOST,
    GOT_CARD,
    KEPT,
    KINGDOM_ENDED,
    LEFTOVERS_SOLD,
    OFFER_SHOWN,
    OFFERED,
    PHARAOH_PASSED,
    PLAYED,
    PUT_IN,
    PYRAMIDS,
    RECEIVED,
    RENOUNCED,
    RETURNED,
    RETURNED_SECRETLY,
    REVEALED,
    SCORED,
    SETS,
    SHARED,
    SHUFFLED,
    SOLD,
    TEMPLE_SERVICE,
    TOOK_CARD,
    TOTAL,
    TURN_STARTED,
    WEALTH,
    WON,
)
from nomarch.games.amun_re.events import BID as BID_MADE
from nomarch.games.amun_re.layout import (
    ADJUSTING,
    BONUS_PLAY,
    BRICKS_STAGE,
    CARDS_STAGE,
    FARMERS_STAGE,
    INCOME_CARDS,
    KEEP,
    OFFERING,
    OVER,
    PICK,
    PLACE_BRICK,
    PLACE_FARMER,
    REWARD,
    SEEN_BY_ALL,
    SITE,
    START_KEEP,
    STEP,
    UNSEEN,
    UNSEEN_BEFORE,
)
from nomarch.kernel.chance import below, draw_from
from nomarch.kernel.events import ALL, emit

NO_SEAT = -1
NO_CARD = -1


# --- Set-up -----------------------------------------------------------------------------------


def setup(s, players, options):
    """Preparation: 20 gold and an Architect each, all else beside the board, a random Pharaoh."""
    s.players = players
    s.draft = options[0]
    s.edition = options[1]
    clear_table(s)
    lay_out_provinces(s)
    lay_out_cards(s)
    for seat in range(MAX_SEATS):
        s.gold[seat] = START_GOLD if seat < players else 0
        s.points[seat] = 0
    s.pharaoh = below(s, players)
    s.first = s.pharaoh
    if s.edition == ANNIVERSARY:
        deal_two(s, int(s.pharaoh))
    else:
        deal_architects(s)
        start_turn(s)


def clear_table(s):
    """Preparation: nothing has been decided, bid or offered yet."""
    s.turn = 0
    s.seat = 0
    s.at = 0
    s.pick = NO_PROVINCE
    s.blocking = 0
    s.site_card = NO_CARD
    s.back = PICK
    s.bought = 0
    s.units = 0
    s.owed = 0
    s.total = 0
    s.box = 0
    s.givers = 0
    for seat in range(MAX_SEATS):
        s.order[seat] = NO_SEAT
        s.hand_count[seat] = 0
        s.offered[seat] = 0
        s.offer[seat] = 0
        s.adjusting[seat] = 0
        s.eight[seat] = NO_PROVINCE
        s.extra[seat] = NO_PROVINCE
        s.played[seat] = 0
    clear_bids(s)


def lay_out_provinces(s):
    """Preparation: all province cards in the pile; the tournament for four leaves three out."""
    s.pool_left = 0
    s.farmer_supply = FARMER_SUPPLY
    for p in range(PROVINCES):
        s.pool[p] = 1
        if s.edition == TOURNAMENT:
            s.pool[p] = 1 - TOURNAMENT_OUT[p]
        s.pool_left += s.pool[p]
        s.card[p] = 0
        s.owner[p] = NO_SEAT
        s.farmers[p] = 0
        s.free[p] = 0
        s.bricks[p] = 0
        s.pyramids[p] = 0
        s.gifts[p] = 0
        for i in range(MAX_GIFT_CARDS):
            s.gift[p][i] = 0
            s.gift_by[p][i] = UNSEEN


def lay_out_cards(s):
    """Preparation: all power cards in one pile."""
    s.deck_left = NUM_CARDS
    s.under_len = 0
    s.drawn_left = 0
    for i in range(NUM_CARDS):
        s.under[i] = 0
        s.under_by[i] = UNSEEN
    for kind in range(CARDS):
        s.deck[kind] = CARD_COUNTS[kind]
        s.discard[kind] = 0
        s.drawn[kind] = 0
        s.spare[kind] = 0
        for seat in range(MAX_SEATS):
            s.hand[seat][kind] = 0
            s.drawn_known[seat][kind] = 0
            s.deck_most[seat][kind] = CARD_COUNTS[kind]
            for other in range(MAX_SEATS):
                s.known[seat][other][kind] = 0


def deal_architects(s):
    """Preparation: one Architect each, which everybody sees."""
    for seat in range(s.players):
        s.deck[ARCHITECT] -= 1
        s.deck_left -= 1
        s.hand[seat][ARCHITECT] = 1
        s.hand_count[seat] = 1
        for other in range(MAX_SEATS):
            s.known[other][seat][ARCHITECT] = 1
            s.deck_most[other][ARCHITECT] -= 1


def deal_two(s, seat):
    """Anniversary start: two cards each, of which one goes back under the pile."""
    s.seat = seat
    s.phase = START_KEEP
    emit(s, DEALT, ALL, seat)
    draw_to_choose(s, seat, 2)
    s.units = 1


# --- The contract -----------------------------------------------------------------------------


def to_act(s):
    """One seat at a time decides, but all make their offerings together."""
    if s.phase == OVER:
        return 0
    if s.phase != OFFERING:
        return 1 << int(s.seat)
    seats = 0
    for seat in range(s.players):
        if s.offered[seat] == 0:
            seats |= 1 << seat
    return seats


def is_over(s):
    """The game ends after the scoring of the sixth turn."""
    return 1 if s.phase == OVER else 0


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    for action in range(len(mask)):
        mask[action] = 0
    legal_sales(s, seat, mask)
    if s.phase == KEEP or s.phase == START_KEEP:
        legal_returns(s, mask)
    elif s.phase == PICK:
        legal_picks(s, seat, mask)
    elif s.phase == STEP:
        legal_bids(s, seat, mask)
    elif s.phase <= BRICKS_STAGE:
        legal_stage(s, seat, mask)
    elif s.phase <= SITE:
        legal_sites(s, seat, mask)
    elif s.phase == OFFERING:
        legal_offerings(s, seat, mask)
    elif s.phase == ADJUSTING:
        mask[RAISE] = 1
        mask[LOWER] = 1
    elif s.phase == REWARD:
        legal_rewards(s, seat, mask)
    elif s.phase == INCOME_CARDS:
        mask[DONE] = 1
        allow_card(s, seat, EIGHT, mask)
        allow_card(s, seat, EXTRA, mask)
    else:
        legal_bonuses(s, seat, mask)


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action < TAKE_CARD:
        apply_decision(s, seat, action)
    elif action < PROVINCE:
        take_reward(s, seat, action)
    elif action < BID:
        choose_province(s, seat, action - PROVINCE)
    elif action <= BUY:
        bid(s, seat, action - BID)
    elif action < PLAY:
        buy(s, seat, action - BUY)
    elif action < SELL:
        play_card(s, seat, action - PLAY)
    elif action < RETURN:
        sell_card(s, seat, action - SELL)
    elif action < PUT:
        return_card(s, seat, action - RETURN)
    else:
        put_in(s, seat, action - PUT)


def apply_decision(s, seat, action):
    """The actions that are one word: done, offer, steal, raise, lower."""
    if action == DONE:
        done(s, seat)
    elif action == OFFER:
        make_offering(s, seat)
    elif action == STEAL:
        s.offer[seat] = THEFT
        make_offering(s, seat)
    elif action == RAISE:
        adjust(s, seat, ADJUSTMENT)
    else:
        adjust(s, seat, -ADJUSTMENT)


def done(s, seat):
    """A seat has finished its part of the phase."""
    if s.phase == INCOME_CARDS:
        collect(s, seat)
        s.at += 1
        next_income(s)
    elif s.phase == BONUS_PLAY:
        s.at += 1
        next_bonus(s)
    else:
        end_stage(s)


def score(s, out):
    """Every seat's points so far."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def rank(s, out):
    """Every seat's place."""
    for seat in range(s.players):
        out[seat] = place(s, seat)


def place(s, seat):
    """End of the game: a seat's place is one below the number of seats that beat it."""
    above = 0
    for other in range(s.players):
        if other != seat and beats(s, other, seat):
            above += 1
    return above + 1


def beats(s, one, other):
    """End of the game: points; then pyramids, then bricks, or the tournament's longer list."""
    if s.points[one] != s.points[other]:
        return s.points[one] > s.points[other]
    more_pyramids = pyramids_of(s, one) - pyramids_of(s, other)
    more_bricks = bricks_of(s, one) - bricks_of(s, other)
    if s.edition != TOURNAMENT:
        return more_pyramids > 0 or (more_pyramids == 0 and more_bricks > 0)
    if more_bricks != 0:
        return more_bricks > 0
    if more_pyramids != 0:
        return more_pyramids > 0
    more_farmers = farmers_of(s, one) - farmers_of(s, other)
    if more_farmers != 0:
        return more_farmers > 0
    if s.gold[one] != s.gold[other]:
        return s.gold[one] > s.gold[other]
    return seats_after(s, int(s.first), one) > seats_after(s, int(s.first), other)


def seats_after(s, start, seat):
    """How many steps clockwise a seat sits from another."""
    return (int(seat) - int(start) + int(s.players)) % int(s.players)


# --- Power cards ------------------------------------------------------------------------------


def cards_left(s):
    """Cards that can still be drawn: the pile, what lies under it, and the discards."""
    left = int(s.deck_left) + int(s.under_len)
    for kind in range(CARDS):
        left += s.discard[kind]
    return left


def draw_card(s):
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
    code = int(s.under[0]) + CARDS * (int(s.under_by[0]) + 1)
    s.under_len -= 1
    for i in range(s.under_len):
        s.under[i] = s.under[i + 1]
        s.under_by[i] = s.under_by[i + 1]
    s.under[s.under_len] = 0
    s.under_by[s.under_len] = UNSEEN
    return code


def reshuffle(s):
    """The pile is used up: the discards, which all have seen, are shuffled."""
    for kind in range(CARDS):
        s.deck[kind] = s.discard[kind]
        s.deck_left += s.discard[kind]
        for seat in range(MAX_SEATS):
            s.deck_most[seat][kind] = s.discard[kind]
        s.discard[kind] = 0
    for p in range(PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift_by[p][i] == UNSEEN:
                s.gift_by[p][i] = UNSEEN_BEFORE
    emit(s, SHUFFLED, ALL, s.deck_left)


def gain_card(s, seat, kind, by):
    """A card joins a hand; whoever knew it before knows where it is now."""
    s.hand[seat][kind] += 1
    s.hand_count[seat] += 1
    emit(s, GOT_CARD, seat, seat, kind)
    for other in range(s.players):
        if knows(other, by):
            s.known[other][seat][kind] += 1


def knows(seat, by):
    """Whether a seat belongs to those who know a card: itself, or everybody."""
    return seat == by or by == SEEN_BY_ALL


def draw_to_hand(s, seat):
    """A seat draws a card from the pile."""
    code = draw_card(s)
    kind, by = code % CARDS, code // CARDS - 1
    if by == UNSEEN:
        s.deck_most[seat][kind] -= 1
    gain_card(s, seat, kind, by)


def lose_card(s, seat, kind):
    """A card leaves a hand for the discards, face up."""
    s.hand[seat][kind] -= 1
    s.hand_count[seat] -= 1
    s.discard[kind] += 1
    for other in range(s.players):
        if s.known[other][seat][kind] > 0:
            s.known[other][seat][kind] -= 1


def can_play(s, seat, kind):
    """Power cards: held, and no card of its kind played by the seat in this phase."""
    return s.hand[seat][kind] > 0 and (int(s.played[seat]) >> kind) & 1 == 0


def allow_card(s, seat, kind, mask):
    """Marks a card as legal to play if it can be played."""
    if can_play(s, seat, kind):
        mask[PLAY + kind] = 1


def show_card(s, seat, kind):
    """Power cards: a played card is shown, discarded, and its like barred for the phase."""
    s.played[seat] = int(s.played[seat]) | (1 << kind)
    lose_card(s, seat, kind)
    emit(s, PLAYED, ALL, seat, kind)


def clear_played(s):
    """A new phase: every kind of card may be played again."""
    for seat in range(s.players):
        s.played[seat] = 0


def play_card(s, seat, kind):
    """Power cards: each in its phase."""
    if kind == ADJUST:
        s.adjusting[seat] = 1
        emit(s, PUT_IN, seat, seat, 0, 1)
        return
    show_card(s, seat, kind)
    if kind == BLOCK:
        s.blocking = 1
    elif kind == SAME:
        s.pick = s.bid_on[seat]
        s.phase = STEP
    elif kind >= FIRST_BONUS:
        gain_points(s, seat, BONUSES, BONUS_POINTS)
        if s.hand_count[seat] == 0:
            done(s, seat)
    else:
        s.site_card = kind
        s.back = s.phase
        s.phase = SITE
        choose_only_site(s, seat)


def legal_sales(s, seat, mask):
    """Selling: any card of one's own at any time, but not one that lies with the offering."""
    if s.hand_count[seat] == 0:
        return
    for kind in range(CARDS):
        if s.hand[seat][kind] > 0:
            mask[SELL + kind] = 1
    if s.adjusting[seat] == 1 and s.hand[seat][ADJUST] == 1:
        mask[SELL + ADJUST] = 0


def sell_card(s, seat, kind):
    """Selling: one gold for a card, which is discarded."""
    lose_card(s, seat, kind)
    s.gold[seat] += CARD_PRICE
    emit(s, SOLD, ALL, seat, kind)
    if s.hand_count[seat] == 0:
        continue_without_cards(s, seat)


def continue_without_cards(s, seat):
    """A seat that sold its last card has nothing to decide in phases that are about cards."""
    if s.phase == INCOME_CARDS or s.phase == BONUS_PLAY:
        done(s, seat)
    elif s.phase >= CARDS_STAGE and s.phase <= BRICKS_STAGE:
        skip_empty_stages(s)


# --- Phase 1: provinces -----------------------------------------------------------------------


def start_turn(s):
    """Phase 1: as many provinces as players are revealed, with their gifts."""
    s.turn += 1
    emit(s, TURN_STARTED, ALL, s.turn, s.pharaoh)
    for _ in range(s.players):
        p = draw_from(s, s.pool, int(s.pool_left))
        s.pool_left -= 1
        s.card[p] = 1
        emit(s, REVEALED, ALL, p)
        lay_gifts(s, p)
    clear_played(s)
    clear_bids(s)
    s.seat = s.pharaoh
    s.phase = PICK


def lay_gifts(s, p):
    """Phase 1: gifts lie on the province, power cards face down; one that is missing is lost."""
    for _ in range(GIFT_BRICKS[p]):
        if bricks_left(s) > 0:
            add_brick(s, NO_SEAT, p)
    for _ in range(GIFT_CARDS[p]):
        if cards_left(s) > 0:
            code = draw_card(s)
            s.gift[p][s.gifts[p]] = code % CARDS
            s.gift_by[p][s.gifts[p]] = code // CARDS - 1
            s.gifts[p] += 1
        else:
            emit(s, GIFT_LOST, ALL, p)


# --- Phase 2: the auction ---------------------------------------------------------------------


def clear_bids(s):
    """Phase 2: every pawn is off the cards."""
    for seat in range(MAX_SEATS):
        s.bid_on[seat] = NO_PROVINCE
        s.bid_step[seat] = 0
        s.blocked[seat] = 0


def lowest_step(s, p):
    """Phase 2: the first space above every pawn on a card, one more above a block."""
    lowest = 0
    for seat in range(s.players):
        if s.bid_on[seat] == p:
            above = BLOCKED_STEPS if s.blocked[seat] == 1 else 1
            lowest = max(lowest, int(s.bid_step[seat]) + above)
    return lowest


def is_outbid(s, seat):
    """Phase 2: whether a pawn is not the top one on its card."""
    for other in range(s.players):
        if s.bid_on[other] == s.bid_on[seat] and s.bid_step[other] > s.bid_step[seat]:
            return True
    return False


def can_bid(s, seat, p):
    """Phase 2: whether a card has a space that is high enough and within the seat's treasure."""
    step = lowest_step(s, p)
    return step < BID_STEPS and BID_TRACK[min(step, BID_STEPS - 1)] <= s.gold[seat]


def legal_picks(s, seat, mask):
    """Phase 2: any card but the one just lost; that one too with the card for it."""
    for p in range(PROVINCES):
        if s.card[p] == 1 and p != s.bid_on[seat] and can_bid(s, seat, p):
            mask[PROVINCE + p] = 1
    if s.bid_on[seat] != NO_PROVINCE and can_bid(s, seat, int(s.bid_on[seat])):
        allow_card(s, seat, SAME, mask)


def legal_bids(s, seat, mask):
    """Phase 2: a space above the others, not above one's treasure; a block goes with the bid."""
    for step in range(lowest_step(s, int(s.pick)), BID_STEPS):
        if BID_TRACK[step] <= s.gold[seat]:
            mask[BID + step] = 1
    allow_card(s, seat, BLOCK, mask)


def bid(s, seat, step):
    """Phase 2: the pawn stands on the card; a block stays with this bid."""
    s.bid_on[seat] = s.pick
    s.bid_step[seat] = step
    s.blocked[seat] = s.blocking
    emit(s, BID_MADE, ALL, seat, s.pick, step, s.blocking)
    s.pick = NO_PROVINCE
    s.blocking = 0
    next_bidder(s, seat)


def next_bidder(s, seat):
    """Phase 2: clockwise, whoever has not bid or was outbid; when nobody, the auction is over."""
    s.phase = PICK
    for away in range(1, s.players + 1):
        other = (seat + away) % s.players
        if s.bid_on[other] == NO_PROVINCE or is_outbid(s, other):
            s.seat = other
            return
    end_auction(s)


def end_auction(s):
    """Phase 2: all pay their bids and take their provinces; then phase 3 begins."""
    for away in range(s.players):
        take_province(s, (s.pharaoh + away) % s.players)
    clear_bids(s)
    start_actions(s)


def take_province(s, seat):
    """Phase 2: the bid is paid; gold and cards that lie on the province come with it."""
    p = int(s.bid_on[seat])
    cost = BID_TRACK[s.bid_step[seat]]
    s.gold[seat] += GIFT_GOLD[p] - cost
    s.owner[p] = seat
    s.card[p] = 0
    emit(s, WON, ALL, seat, p, cost)
    for i in range(s.gifts[p]):
        if s.gift_by[p][i] == UNSEEN:
            s.deck_most[seat][s.gift[p][i]] -= 1
        gain_card(s, seat, int(s.gift[p][i]), int(s.gift_by[p][i]))
        s.gift[p][i] = 0
        s.gift_by[p][i] = UNSEEN
    s.gifts[p] = 0


# --- Phase 3: actions -------------------------------------------------------------------------


def start_actions(s):
    """Phase 3: from the Pharaoh clockwise, each buys cards, then farmers, then bricks."""
    clear_played(s)
    s.at = 0
    start_seat(s)
    skip_empty_stages(s)


def start_seat(s):
    """Phase 3: the next seat begins with power cards."""
    s.seat = (s.pharaoh + s.at) % s.players
    s.phase = CARDS_STAGE
    s.bought = 0


def end_stage(s):
    """Phase 3: on to what comes next, without stopping where nothing can be done."""
    next_stage(s)
    skip_empty_stages(s)


def next_stage(s):
    """Phase 3: cards, farmers, bricks, and on to the next seat; after the last, the offerings."""
    s.bought = 0
    if s.phase < BRICKS_STAGE:
        s.phase += 1
        return
    s.at += 1
    if s.at < s.players:
        start_seat(s)
    else:
        start_offerings(s)


def skip_empty_stages(s):
    """Phase 3: a stage is passed over if everybody can see that there is nothing to decide."""
    while s.phase >= CARDS_STAGE and s.phase <= BRICKS_STAGE and is_empty_stage(s, int(s.seat)):
        next_stage(s)


def is_empty_stage(s, seat):
    """Phase 3: nothing to buy, and no card in hand that could be played or sold."""
    if s.phase == CARDS_STAGE and card_limit(s, seat) == 0:
        return True
    return s.hand_count[seat] == 0 and most_to_buy(s, seat) == 0


def price(count):
    """Prices: 1, 3, 6, 10 and so on, beyond the printed table too."""
    return count * (count + 1) // 2


def card_limit(s, seat):
    """Action A: as many cards as the best of one's provinces shows symbols."""
    limit = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            limit = max(limit, int(SYMBOLS[p]))
    return limit


def room_for_farmers(s, seat):
    """Action B: free green spaces in one's provinces, as far as there are farmers."""
    room = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            room += SPACES[p] - s.farmers[p]
    return min(room, int(s.farmer_supply))


def bricks_left(s):
    """Action C: bricks beside the board; without end unless the box is made to count."""
    if BRICK_LIMIT == 0:
        return MAX_BUY
    left = BRICK_LIMIT
    for p in range(PROVINCES):
        left -= s.bricks[p]
    return left


def most_to_buy(s, seat):
    """Actions A to C: how many units of the stage's kind can be bought and paid."""
    if s.bought == 1:
        return 0
    most = MAX_BUY
    if s.phase == CARDS_STAGE:
        most = min(card_limit(s, seat), cards_left(s))
    elif s.phase == FARMERS_STAGE:
        most = room_for_farmers(s, seat)
    else:
        most = min(most, bricks_left(s))
    count = 0
    while count < most and price(count + 1) <= s.gold[seat]:
        count += 1
    return count


def legal_stage(s, seat, mask):
    """Actions A to C: one purchase of each kind, cards for the stage, or no more."""
    mask[DONE] = 1
    for count in range(1, most_to_buy(s, seat) + 1):
        mask[BUY + count] = 1
    if s.phase == FARMERS_STAGE and s.farmer_supply > 0:
        allow_card(s, seat, FREE, mask)
    elif s.phase == BRICKS_STAGE:
        allow_architect(s, seat, mask)


def allow_architect(s, seat, mask):
    """Architect: where two bricks lie in one province of one's own."""
    for p in range(PROVINCES):
        if s.owner[p] == seat and s.bricks[p] >= ARCHITECT_BRICKS:
            allow_card(s, seat, ARCHITECT, mask)


def buy(s, seat, count):
    """Actions A to C: the price is paid at once; farmers and bricks are placed one by one."""
    s.gold[seat] -= price(count)
    s.bought = 1
    if s.phase == CARDS_STAGE:
        emit(s, BOUGHT, ALL, seat, BUYS_CARDS, count, price(count))
        buy_cards(s, seat, count)
    elif s.phase == FARMERS_STAGE:
        emit(s, BOUGHT, ALL, seat, BUYS_FARMERS, count, price(count))
        start_placing(s, seat, PLACE_FARMER, count)
    else:
        emit(s, BOUGHT, ALL, seat, BUYS_BRICKS, count, price(count))
        start_placing(s, seat, PLACE_BRICK, count)


def buy_cards(s, seat, count):
    """Action A: so many cards are drawn; by the variant two more, and as many returned."""
    more = 0
    if s.draft != DRAFT_OFF:
        more = min(DRAFT_EXTRA, cards_left(s) - count)
    if more == 0:
        for _ in range(count):
            draw_to_hand(s, seat)
        end_stage(s)
        return
    draw_to_choose(s, seat, count + more)
    s.units = more
    s.phase = KEEP


def draw_to_choose(s, seat, count):
    """Variant: cards are drawn to choose from."""
    for _ in range(count):
        code = draw_card(s)
        kind, by = code % CARDS, code // CARDS - 1
        s.drawn[kind] += 1
        s.drawn_left += 1
        emit(s, GOT_CARD, seat, seat, kind)
        if by == UNSEEN:
            s.deck_most[seat][kind] -= 1
        for other in range(s.players):
            if knows(other, by):
                s.drawn_known[other][kind] += 1


def legal_returns(s, mask):
    """Variant: any of the drawn cards goes back."""
    for kind in range(CARDS):
        if s.drawn[kind] > 0:
            mask[RETURN + kind] = 1


def return_card(s, seat, kind):
    """Variant: a card goes back under the pile, shown or not; the others are kept."""
    s.drawn[kind] -= 1
    s.drawn_left -= 1
    s.under[s.under_len] = kind
    shown = s.draft == DRAFT_SHOWN and s.phase == KEEP
    s.under_by[s.under_len] = SEEN_BY_ALL if shown else seat
    s.under_len += 1
    emit(s, RETURNED, ALL if shown else seat, seat, kind)
    if not shown:
        emit(s, RETURNED_SECRETLY, ALL, seat)
    forget_returned(s, seat, kind, shown)
    s.units -= 1
    if s.units == 0:
        keep_rest(s, seat)


def forget_returned(s, seat, kind, shown):
    """Variant: what others know of the drawn cards; a hidden return could be any of them."""
    for other in range(s.players):
        for k in range(CARDS):
            if s.drawn_known[other][k] > 0 and (k == kind or (other != seat and not shown)):
                s.drawn_known[other][k] -= 1


def keep_rest(s, seat):
    """Variant: the cards that were not returned join the hand."""
    for kind in range(CARDS):
        for _ in range(s.drawn[kind]):
            emit(s, KEPT, seat, seat, kind)
        s.hand[seat][kind] += s.drawn[kind]
        s.drawn[kind] = 0
        for other in range(s.players):
            s.known[other][seat][kind] += s.drawn_known[other][kind]
            s.drawn_known[other][kind] = 0
    s.hand_count[seat] += s.drawn_left
    s.drawn_left = 0
    if s.phase == START_KEEP:
        s.at += 1
        if s.at < s.players:
            deal_two(s, (s.pharaoh + s.at) % s.players)
        else:
            start_turn(s)
        return
    s.phase = CARDS_STAGE
    end_stage(s)


# --- Farmers, bricks and cards on provinces -----------------------------------------------------


def start_placing(s, seat, phase, count):
    """Actions B and C, rewards: so many units are placed, then the game goes on as before."""
    s.back = s.phase
    s.phase = phase
    s.units = count
    # A brick may wait for an Architect between bricks, which nobody may know of.
    if phase == PLACE_FARMER or s.back == REWARD or s.hand_count[seat] == 0:
        choose_only_site(s, seat)


def is_site(s, seat, p):
    """Whether what is being placed can go to a province."""
    if s.owner[p] != seat:
        return False
    if s.phase == PLACE_FARMER:
        return s.farmers[p] < SPACES[p]
    if s.phase == SITE and s.site_card == ARCHITECT:
        return s.bricks[p] >= ARCHITECT_BRICKS
    return True


def legal_sites(s, seat, mask):
    """Placing: one's own provinces; the Architect may come between two bricks."""
    for p in range(PROVINCES):
        if is_site(s, seat, p):
            mask[PROVINCE + p] = 1
    if s.phase == PLACE_BRICK and s.back == BRICKS_STAGE:
        allow_architect(s, seat, mask)


def choose_only_site(s, seat):
    """Placing: where everybody can see that only one province will do, it is chosen at once."""
    sites, only = 0, 0
    for p in range(PROVINCES):
        if is_site(s, seat, p):
            sites += 1
            only = p
    if sites != 1:
        return
    if s.phase == SITE:
        use_on_site(s, seat, only)
        return
    for _ in range(s.units):
        place_unit(s, seat, only)
    finish_placing(s, seat)


def choose_province(s, seat, p):
    """A province is chosen: to bid for, for a unit, or for the card just played."""
    if s.phase == PICK:
        s.pick = p
        s.phase = STEP
    elif s.phase == SITE:
        use_on_site(s, seat, p)
    else:
        place_unit(s, seat, p)
        if s.units == 0:
            finish_placing(s, seat)


def place_unit(s, seat, p):
    """Actions B and C, rewards: a farmer goes on a green space, a brick into the province."""
    s.units -= 1
    if s.phase == PLACE_BRICK:
        add_brick(s, seat, p)
        return
    s.farmers[p] += 1
    s.farmer_supply -= 1
    emit(s, FARMER_PLACED, ALL, seat, p, 0)


def finish_placing(s, seat):
    """Actions B and C, rewards: all units are placed."""
    s.phase = s.back
    if s.phase == REWARD:
        count_reward(s)
    else:
        skip_empty_stages(s)


def add_brick(s, seat, p):
    """Action C: three bricks in a province become a pyramid at once, gifts included."""
    s.bricks[p] += 1
    if seat != NO_SEAT:
        emit(s, BRICK_PLACED, ALL, seat, p)
    if s.bricks[p] == BRICKS_PER_PYRAMID:
        build(s, seat, p, BRICKS_PER_PYRAMID)


def build(s, seat, p, bricks):
    """Action C: bricks go back to the supply, a pyramid stands in their place."""
    s.bricks[p] -= bricks
    s.pyramids[p] += 1
    emit(s, BUILT, ALL, seat, p, bricks)


def use_on_site(s, seat, p):
    """Cards that are played on a province: free farmer, Architect, 8 gold, extra income."""
    if s.site_card == FREE:
        s.free[p] += 1
        s.farmer_supply -= 1
        emit(s, FARMER_PLACED, ALL, seat, p, 1)
    elif s.site_card == ARCHITECT:
        build(s, seat, p, ARCHITECT_BRICKS)
    elif s.site_card == EIGHT:
        s.eight[seat] = p
    else:
        s.extra[seat] = p
    s.site_card = NO_CARD
    s.phase = s.back
    if s.phase == PLACE_BRICK:
        s.back = BRICKS_STAGE
    elif s.hand_count[seat] == 0:
        continue_without_cards(s, seat)


# --- Phase 4: offerings -----------------------------------------------------------------------


def start_offerings(s):
    """Phase 4: all seats choose in secret and together."""
    clear_played(s)
    s.phase = OFFERING
    s.seat = s.pharaoh
    s.total = 0
    s.givers = 0
    for seat in range(MAX_SEATS):
        s.offered[seat] = 0
        s.offer[seat] = 0
        s.adjusting[seat] = 0
        s.order[seat] = NO_SEAT


def legal_offerings(s, seat, mask):
    """Phase 4: gold up to one's treasure, at least 1, or the theft alone; the adjustment card."""
    for coin in range(COINS):
        if s.offer[seat] + DENOMINATIONS[coin] <= s.gold[seat]:
            mask[PUT + coin] = 1
    if s.offer[seat] > 0:
        mask[OFFER] = 1
    else:
        mask[STEAL] = 1
    if s.adjusting[seat] == 0:
        allow_card(s, seat, ADJUST, mask)


def put_in(s, seat, coin):
    """Phase 4: gold is added to what lies under one's hand."""
    s.offer[seat] += DENOMINATIONS[coin]
    emit(s, PUT_IN, seat, seat, DENOMINATIONS[coin], 0)


def make_offering(s, seat):
    """Phase 4: a seat is ready; when all are, hands are opened."""
    s.offered[seat] = 1
    emit(s, OFFERED, ALL, seat)
    for other in range(s.players):
        if s.offered[other] == 0:
            return
    show_offerings(s)


def show_offerings(s):
    """Phase 4: the sum of all offerings; givers pay, thieves get three gold from the bank."""
    for away in range(s.players):
        seat = (s.pharaoh + away) % s.players
        emit(s, OFFER_SHOWN, ALL, seat, s.offer[seat], s.adjusting[seat])
        if s.adjusting[seat] == 1:
            for other in range(s.players):  # all see the card, which is in hand until it is used
                s.known[other][seat][ADJUST] = max(1, int(s.known[other][seat][ADJUST]))
        s.total += s.offer[seat]
        if s.offer[seat] == THEFT:
            s.gold[seat] += THEFT_GOLD
        else:
            s.gold[seat] -= s.offer[seat]
            s.givers += 1
    for seat in range(s.players):
        if s.offer[seat] > 0:
            s.order[givers_above(s, seat)] = seat
    s.at = 0
    next_adjustment(s)


def givers_above(s, seat):
    """Phase 4: who gave more; among equals the one nearer to the Pharaoh comes first."""
    above = 0
    for other in range(s.players):
        if s.offer[other] > s.offer[seat]:
            above += 1
        elif s.offer[other] == s.offer[seat]:
            if seats_after(s, s.pharaoh, other) < seats_after(s, s.pharaoh, seat):
                above += 1
    return above


def next_adjustment(s):
    """Phase 4: from the Pharaoh clockwise, those with an adjustment card say which way."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if s.adjusting[seat] == 1:
            s.seat = seat
            s.phase = ADJUSTING
            return
        s.at += 1
    set_box(s)


def adjust(s, seat, change):
    """Phase 4: the card changes the sum, never the seat's own offering; it is discarded."""
    s.adjusting[seat] = 0
    lose_card(s, seat, ADJUST)
    s.total += change
    emit(s, ADJUSTED, ALL, seat, change, s.total)
    s.at += 1
    next_adjustment(s)


def box_of(total):
    """Phase 4: the box of the temple scale into which a sum falls."""
    box = 1
    while box < BOXES and total > BOX_LIMITS[min(box, BOXES - 1) - 1]:
        box += 1
    return box


def set_box(s):
    """Phase 4: the temple marker goes to its box; then the god rewards the givers."""
    s.box = box_of(int(s.total))
    emit(s, BOX_SET, ALL, s.total, s.box)
    s.at = 0
    next_reward(s)


def next_reward(s):
    """Phase 4: by rank three units, two, and one for all other givers."""
    if s.at < s.givers:
        s.seat = s.order[s.at]
        s.owed = REWARDS[s.at]
        s.phase = REWARD
        return
    if s.givers > 0:
        s.pharaoh = s.order[0]
        emit(s, PHARAOH_PASSED, ALL, s.pharaoh)
    start_income(s)


def legal_rewards(s, seat, mask):
    """Phase 4: a card beyond any limit, a farmer on a green space, a brick, or nothing."""
    mask[RENOUNCE] = 1
    if cards_left(s) > 0:
        mask[TAKE_CARD] = 1
    if room_for_farmers(s, seat) > 0:
        mask[TAKE_FARMER] = 1
    if bricks_left(s) > 0:
        mask[TAKE_BRICK] = 1


def take_reward(s, seat, action):
    """Phase 4: units of any mix, one after the other."""
    if action == TAKE_FARMER:
        start_placing(s, seat, PLACE_FARMER, 1)
        return
    if action == TAKE_BRICK:
        start_placing(s, seat, PLACE_BRICK, 1)
        return
    if action == TAKE_CARD:
        emit(s, TOOK_CARD, ALL, seat)
        draw_to_hand(s, seat)
    else:
        emit(s, RENOUNCED, ALL, seat)
    count_reward(s)


def count_reward(s):
    """Phase 4: one unit less is owed; after the last the next giver chooses."""
    s.owed -= 1
    if s.owed == 0:
        s.at += 1
        next_reward(s)


# --- Phase 5: income --------------------------------------------------------------------------


def start_income(s):
    """Phase 5: from the Pharaoh clockwise, each may lay cards and receives income."""
    clear_played(s)
    s.at = 0
    next_income(s)


def next_income(s):
    """Phase 5: a seat without any card in hand has nothing to decide."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if s.hand_count[seat] > 0:
            s.seat = seat
            s.phase = INCOME_CARDS
            return
        collect(s, seat)
        s.at += 1
    end_turn(s)


def collect(s, seat):
    """Phase 5: the incomes of all provinces of a seat."""
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            income = province_income(s, seat, p)
            if income > 0:
                s.gold[seat] += income
                emit(s, RECEIVED, ALL, seat, p, income)


def farmers_in(s, p):
    """Farmers of a province: on its spaces, outside them, and printed ones."""
    return int(s.farmers[p]) + int(s.free[p]) + PRINTED[p]


def province_income(s, seat, p):
    """Phase 5: harvest and fixed or caravan income, or eight gold in place of everything."""
    if s.eight[seat] == p:
        return EIGHT_GOLD
    harvest = HARVEST[s.box]
    if s.extra[seat] == p:
        harvest += EXTRA_GOLD
    income = harvest * farmers_in(s, p)
    if CARAVAN[p] == 0 or CAMEL[s.box] == 1:
        income += INCOME[p]
    return income


def end_turn(s):
    """The turn is over, income cards leave; the third and the sixth end with a scoring."""
    for seat in range(s.players):
        s.eight[seat] = NO_PROVINCE
        s.extra[seat] = NO_PROVINCE
    if s.turn % KINGDOM_TURNS != 0:
        start_turn(s)
        return
    clear_played(s)
    s.at = 0
    next_bonus(s)


# --- Phase 6: scoring -------------------------------------------------------------------------


def next_bonus(s):
    """Phase 6: from the Pharaoh clockwise, whoever holds cards may play bonus cards."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if s.hand_count[seat] > 0:
            s.seat = seat
            s.phase = BONUS_PLAY
            return
        s.at += 1
    score_kingdom(s)


def legal_bonuses(s, seat, mask):
    """Phase 6: bonus cards whose condition holds, each kind once."""
    mask[DONE] = 1
    for kind in range(FIRST_BONUS, CARDS):
        if can_play(s, seat, kind) and earns_bonus(s, seat, kind):
            mask[PLAY + kind] = 1


def earns_bonus(s, seat, kind):
    """Phase 6: what each bonus card asks for."""
    if kind == BONUS_CARDS:
        return symbols_of(s, seat) >= SYMBOLS_FOR_BONUS[s.edition]
    if kind == BONUS_FARMERS:
        return farmers_of(s, seat) >= FARMERS_FOR_BONUS
    if kind == BONUS_EGYPT:
        return all_alike(s, seat, EGYPT)
    if kind == BONUS_BANK:
        return all_alike(s, seat, BANK)
    return all_alike(s, seat, NILE)


def all_alike(s, seat, table):
    """Phase 6: whether all provinces of a seat, or none, have a mark."""
    marked, owned = 0, 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            owned += 1
            marked += table[p]
    return marked == 0 or marked == owned


def symbols_of(s, seat):
    """Card symbols in the margins of a seat's provinces."""
    total = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            total += SYMBOLS[p]
    return total


def farmers_of(s, seat):
    """Farmers in a seat's provinces."""
    total = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            total += farmers_in(s, p)
    return total


def pyramids_of(s, seat):
    """Pyramids in a seat's provinces."""
    total = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            total += s.pyramids[p]
    return total


def bricks_of(s, seat):
    """Bricks in a seat's provinces."""
    total = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            total += s.bricks[p]
    return total


def gain_points(s, seat, category, points):
    """Points for a seat, told with their reason."""
    s.points[seat] += points
    emit(s, SCORED, ALL, seat, category, points)


def score_kingdom(s):
    """Phase 6: pyramids, sets, banks, temples; after turn 6 gold as well, and the game is over."""
    last = s.turn == TURNS
    if last:
        sell_leftovers(s)
    for seat in range(s.players):
        gain_points(s, seat, PYRAMIDS, PYRAMID_POINTS * pyramids_of(s, seat))
        gain_points(s, seat, SETS, SET_POINTS * sets_of(s, seat))
        banks = BANK_POINTS * (leads_bank(s, seat, WEST) + leads_bank(s, seat, EAST))
        gain_points(s, seat, BANKS, banks)
        gain_points(s, seat, TEMPLE_SERVICE, TEMPLE_POINTS[s.box] * temples_of(s, seat))
        if last:
            gain_points(s, seat, WEALTH, wealth_points(s, seat))
        emit(s, TOTAL, ALL, seat, s.points[seat])
    if last:
        s.phase = OVER
        tell_winners(s)
    else:
        start_new_kingdom(s)
        start_turn(s)


def sets_of(s, seat):
    """Phase 6: a set is one pyramid in each of the three provinces."""
    fewest, owned = -1, 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            owned += 1
            if fewest < 0 or s.pyramids[p] < fewest:
                fewest = int(s.pyramids[p])
    return fewest if owned == KINGDOM_TURNS else 0


def bank_strength(s, p):
    """Phase 6: pyramids of a province, bricks among equals; nothing without a pyramid."""
    if s.owner[p] == NO_SEAT or s.pyramids[p] == 0:
        return 0
    return int(s.pyramids[p]) * BRICKS_PER_PYRAMID + int(s.bricks[p])


def leads_bank(s, seat, bank):
    """Phase 6: whether a seat owns a strongest province of a bank; equals all lead, each once."""
    most, own = 0, 0
    for p in range(PROVINCES):
        if BANK[p] == bank:
            strength = bank_strength(s, p)
            most = max(most, strength)
            if s.owner[p] == seat:
                own = max(own, strength)
    return 1 if own > 0 and own == most else 0


def temples_of(s, seat):
    """Temples in a seat's provinces."""
    total = 0
    for p in range(PROVINCES):
        if s.owner[p] == seat:
            total += TEMPLES[p]
    return total


def sell_leftovers(s):
    """Phase 6, after turn 6: cards still in hand are worth a gold each before gold is counted."""
    for seat in range(s.players):
        if s.hand_count[seat] > 0:
            emit(s, LEFTOVERS_SOLD, ALL, seat, s.hand_count[seat])
        for kind in range(CARDS):
            for _ in range(s.hand[seat][kind]):
                lose_card(s, seat, kind)
                s.gold[seat] += CARD_PRICE


def wealth_points(s, seat):
    """Phase 6, after turn 6: 6, 4, 2 for most gold; equals share, the next place is skipped."""
    if s.gold[seat] == 0:
        return 0
    richer = 0
    for other in range(s.players):
        if s.gold[other] > s.gold[seat]:
            richer += 1
    return WEALTH_POINTS[richer]


def start_new_kingdom(s):
    """Between the kingdoms: owners and farmers leave, stones stay, the same provinces return."""
    emit(s, KINGDOM_ENDED, ALL)
    s.pool_left = 0
    s.farmer_supply = FARMER_SUPPLY
    for p in range(PROVINCES):
        s.pool[p] = 1 if s.owner[p] != NO_SEAT else 0
        s.pool_left += s.pool[p]
        s.owner[p] = NO_SEAT
        s.farmers[p] = 0
        s.free[p] = 0


def tell_winners(s):
    """End of the game: who has won, and by what."""
    winners, equals = 0, 0
    best = 0
    for seat in range(s.players):
        best = max(best, int(s.points[seat]))
        if place(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if s.points[seat] == best:
            equals += 1
    how = BY_POINTS
    if winners > 1:
        how = SHARED
    elif equals > 1:
        how = BY_TIE_BREAK
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ENDED, ALL, seat, how)
