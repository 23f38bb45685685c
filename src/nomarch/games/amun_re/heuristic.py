"""A hand-written player: the value of provinces, units and gold over time.

Values are hundredths of a point. The state is not changed.
"""

from nomarch.games.amun_re import actions as act, components as box, state as st
from nomarch.games.amun_re.rules import auction, holdings, incomes, offerings, scoring, stages

SEARCH = (("trust", 1000),)
"""Few playouts are too noisy to trust alone: see bench/bots.md."""

GOLD_WORTH = (29, 37, 29, 23, 26, 29, 19)
"""Value of a gold by turn: early gold grows, the last only breaks ties."""
HARVEST_TENTHS = 20
"""Expected harvest of a farmer per turn, in tenths of a gold."""
CARD_WORTH = (26, 30, 99, 106, 46, 196, 52, 40, 36, 74, 62, 58)
FULL_BONUS = 429
PYRAMID_WORTH = 318
BRICK_WORTH = 80
LAST_BRICK_WORTH = 11
"""Value of a brick that cannot become a pyramid before the scoring: it breaks ties."""
TEMPLE_WORTH = 222
CARAVAN_TENTHS = 6
"""Expected income of a caravan per turn, in tenths of a gold."""
GIFT_CARD_WORTH = 106
SYMBOL_WORTH = 20
"""Value of one more card symbol."""
LEADING_PYRAMIDS = 41
"""Value of a province whose pyramids lead its bank."""
NEW_CARD_WORTH = 76
CARD_TIRED = 4
"""Reduction of a new card's value for each card in hand, and its minimum."""
LEAST_CARD_WORTH = 8
FIT_ALONE = 29
"""Value of a province that suits a bonus card, and of each like it."""
FIT_EACH = 22
BRICK_ON_BRICK = 12
"""Where a brick goes: on others, where a set lacks a pyramid, where a bank can be won."""
BRICK_FOR_SET = 16
BRICK_FOR_BANK = 43
PYRAMID_EARLY = 14
ARCHITECT_KEPT = 58
FREE_KEPT = 52
WISH_LAST = 32
"""Share of its gold a seat offers, in hundredths: on the last turn, before a scoring, otherwise."""
WISH_SCORING = 22
WISH_EARLY = 20
WISH_PER_FARMER = 45
"""Added to an offering for each farmer, in hundredths of a gold."""
WISH_MOST = 11
STEAL_CARAVANS = 175
"""Caravans per farmer, in hundredths, that make stealing better."""
STEAL_FARMERS = 17
NEVER = -100000


def evaluate(s: st.State, seat, action):
    if act.PROVINCE.has(action):
        return site_value(s, seat, act.PROVINCE.p(action))
    if act.BID.has(action):
        return -box.BID_TRACK[act.BID.step(action)]
    if act.BUY.has(action):
        return purchase_value(s, seat, act.BUY.count(action))
    if act.PLAY.has(action):
        return play_value(s, seat, act.PLAY.card(action))
    if act.SELL.has(action):
        return NEVER
    if act.RETURN.has(action):
        return -card_worth(s, seat, act.RETURN.card(action))
    if act.PUT.has(action):
        return coin_value(s, seat, box.DENOMINATIONS[act.PUT.coin(action)])
    return offering_value(s, seat, action)


def harvests_left(s: st.State):
    """Return the harvests until the kingdom ends, this turn's included."""
    return box.KINGDOM_TURNS - (int(s.turn) + box.KINGDOM_TURNS - 1) % box.KINGDOM_TURNS


def farmer_worth(s: st.State):
    return harvests_left(s) * HARVEST_TENTHS * GOLD_WORTH[s.turn] // 10


def card_worth(s: st.State, seat, kind):
    """Return a power card's value in hand; a bonus already earned is nearly certain."""
    if kind >= box.FIRST_BONUS and harvests_left(s) == 1 and scoring.earns_bonus(s, seat, kind):
        return FULL_BONUS
    return CARD_WORTH[kind]


def new_card_worth(s: st.State, seat):
    """Return an unknown card's value: less with every card in hand, and near the end."""
    worth = max(LEAST_CARD_WORTH, NEW_CARD_WORTH - CARD_TIRED * s.hand_count[seat])
    return worth if s.turn < box.TURNS else worth // 2


def province_worth(s: st.State, seat, p):
    gold = GOLD_WORTH[s.turn]
    left = harvests_left(s)
    income = 10 * box.INCOME[p] + CARAVAN_TENTHS * box.CARAVAN[p] + HARVEST_TENTHS * box.PRINTED[p]
    worth = income * left * gold // 10
    worth += box.SPACES[p] * max(0, farmer_worth(s) - 3 * gold)
    worth += box.GIFT_GOLD[p] * gold + GIFT_CARD_WORTH * s.gifts[p] + TEMPLE_WORTH * box.TEMPLES[p]
    worth += SYMBOL_WORTH * max(0, box.SYMBOLS[p] - stages.card_limit(s, seat)) * left
    worth += PYRAMID_WORTH * s.pyramids[p] + BRICK_WORTH * s.bricks[p]
    if s.pyramids[p] > 0 and leads(s, p):
        worth += LEADING_PYRAMIDS
    return worth + fit_worth(s, seat, p)


def fit_worth(s: st.State, seat, p):
    worth = fit_of(s, seat, p, box.BONUS_EGYPT, box.EGYPT)
    worth += fit_of(s, seat, p, box.BONUS_BANK, box.BANK)
    return worth + fit_of(s, seat, p, box.BONUS_NILE, box.NILE)


def leads(s: st.State, p):
    """Return whether no province of the bank has more pyramids."""
    for other in range(box.PROVINCES):
        if box.BANK[other] == box.BANK[p] and s.pyramids[other] > s.pyramids[p]:
            return False
    return True


def fit_of(s: st.State, seat, p, kind, marks):
    """Return a bonus card's value for a province that suits it, else 0."""
    worth = FIT_ALONE if s.hand[seat][kind] > 0 else 0
    for other in range(box.PROVINCES):
        if s.owner[other] == seat and worth > 0:
            worth = worth + FIT_EACH if marks[other] == marks[p] else 0
    return worth


def bid_worth(s: st.State, seat, p):
    step = min(auction.lowest_step(s, p), box.BID_STEPS - 1)
    return province_worth(s, seat, p) - box.BID_TRACK[step] * GOLD_WORTH[s.turn]


def site_value(s: st.State, seat, p):
    if s.phase == st.PICK:
        return bid_worth(s, seat, p)
    if s.phase == st.PLACE_BRICK or s.site_card == box.ARCHITECT:
        return brick_site_value(s, seat, p)
    if s.site_card == box.EIGHT or s.site_card == box.EXTRA:
        return income_gain(s, seat, s.site_card, p)
    return 10


def brick_site_value(s: st.State, seat, p):
    """Value a brick where it completes a pyramid or a set."""
    return BRICK_ON_BRICK * s.bricks[p] + set_value(s, seat, p) + bank_value(s, seat, p)


def set_value(s: st.State, seat, p):
    """Value a brick for a set: highest where the fewest pyramids stand."""
    fewest = 100
    for other in range(box.PROVINCES):
        if s.owner[other] == seat:
            fewest = min(fewest, int(s.pyramids[other]))
    return BRICK_FOR_SET if s.pyramids[p] == fewest else 0


def bank_value(s: st.State, seat, p):
    """Value a brick for the lead on a bank: highest where one more pyramid wins it."""
    strongest = 0
    for other in range(box.PROVINCES):
        if box.BANK[other] == box.BANK[p] and s.owner[other] != seat:
            strongest = max(strongest, scoring.bank_strength(s, other))
    mine = box.BRICKS_PER_PYRAMID * s.pyramids[p] + s.bricks[p]
    if mine <= strongest and mine + box.BRICKS_PER_PYRAMID > strongest:
        return BRICK_FOR_BANK
    return 0


def purchase_value(s: st.State, seat, count):
    cost = stages.price(count) * GOLD_WORTH[s.turn]
    if s.phase == st.CARDS_STAGE:
        return new_card_worth(s, seat) * count - cost
    if s.phase == st.FARMERS_STAGE:
        return farmer_worth(s) * count - cost
    return bricks_worth(s, seat, count) - cost


def bricks_worth(s: st.State, seat, count):
    """Value bricks by the pyramids at the scoring; before it, half-built ones count too."""
    left, pyramids = count, 0
    for missing in range(1, box.BRICKS_PER_PYRAMID + 1):
        for p in range(box.PROVINCES):
            if s.owner[p] == seat and box.BRICKS_PER_PYRAMID - s.bricks[p] == missing:
                if left >= missing:
                    left -= missing
                    pyramids += 1
    pyramids += left // box.BRICKS_PER_PYRAMID
    left = left % box.BRICKS_PER_PYRAMID
    if harvests_left(s) == 1:
        if left == 2 and s.hand[seat][box.ARCHITECT] > 0:
            return PYRAMID_WORTH * (pyramids + 1)
        return PYRAMID_WORTH * pyramids + LAST_BRICK_WORTH * left
    return BRICK_WORTH * count + PYRAMID_EARLY * pyramids


def play_value(s: st.State, seat, kind):
    if kind >= box.FIRST_BONUS:
        return FULL_BONUS
    if kind == box.SAME:
        return bid_worth(s, seat, int(s.bid_on[seat])) - CARD_WORTH[box.SAME]
    if kind == box.BLOCK:
        return 1 if auction.lowest_step(s, int(s.pick)) >= 2 else NEVER
    if kind == box.FREE:
        return farmer_worth(s) - FREE_KEPT
    if kind == box.ARCHITECT:
        return ARCHITECT_KEPT if s.phase == st.BRICKS_STAGE and s.bought == 1 else -ARCHITECT_KEPT
    if kind == box.ADJUST:
        cares = holdings.farmers_of(s, seat) >= 5 or holdings.sum_of(s, seat, box.CARAVAN) > 0
        return 300 if cares else -300
    best = 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            best = max(best, income_gain(s, seat, kind, p))
    return best - 3 if kind == box.EIGHT else best - 2


def income_gain(s: st.State, seat, kind, p):
    """Return an income card's gain: 8 gold less the income, or a gold per farmer."""
    if kind == box.EIGHT:
        return box.EIGHT_GOLD - incomes.province_income(s, seat, p)
    return incomes.farmers_in(s, p) if s.eight[seat] != p else -1


def wish(s: st.State, seat):
    """Return the seat's target offering; 0 means stealing. It grows with gold and farmers."""
    gold, farmers = int(s.gold[seat]), holdings.farmers_of(s, seat)
    if gold == 0 or (is_for_stealing(s, seat, farmers)):
        return 0
    percent = WISH_EARLY
    if s.turn == box.TURNS:
        percent = WISH_LAST
    elif harvests_left(s) == 1:
        percent = WISH_SCORING
    wanted = (gold * percent + farmers * WISH_PER_FARMER) // 100
    return max(1, min(gold, min(wanted, WISH_MOST)))


def is_for_stealing(s: st.State, seat, farmers):
    """Return whether caravans, which want a low offering, matter more than the harvest."""
    caravans = holdings.sum_of(s, seat, box.CARAVAN)
    return 100 * caravans > STEAL_CARAVANS * farmers and farmers < STEAL_FARMERS


def coin_value(s: st.State, seat, gold):
    """Value adding gold until the target is reached, the largest sums first."""
    return gold if s.offer[seat] + gold <= wish(s, seat) else NEVER


def offering_value(s: st.State, seat, action):
    if action == act.STEAL:
        return 0 if wish(s, seat) == 0 else NEVER
    if action == act.OFFER:
        return 0 if s.offer[seat] > 0 else -1
    if action == act.RAISE:
        return box_worth(s, seat, offerings.box_of(int(s.total) + box.ADJUSTMENT))
    if action == act.LOWER:
        return box_worth(s, seat, offerings.box_of(int(s.total) - box.ADJUSTMENT))
    if action == act.TAKE_CARD:
        return new_card_worth(s, seat)
    if action == act.TAKE_FARMER:
        return farmer_worth(s)
    if action == act.TAKE_BRICK:
        return bricks_worth(s, seat, int(s.owed)) // max(1, int(s.owed))
    return 0


def box_worth(s: st.State, seat, marker):
    """Return what a seat gains this turn from the temple marker on a box."""
    income = box.HARVEST[marker] * holdings.farmers_of(s, seat)
    income += box.CAMEL[marker] * holdings.sum_of(s, seat, box.CARAVAN)
    worth = income * GOLD_WORTH[s.turn]
    if harvests_left(s) == 1:
        worth += 100 * marker * holdings.sum_of(s, seat, box.TEMPLES)
    return worth
