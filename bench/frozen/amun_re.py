"""How a sensible player of Amun-Re judges: what provinces, units and gold promise, and when.

Values are hundredths of a point. Nothing is changed while thinking.
"""

from nomarch.games.amun_re import actions as act, components as box, state as st
from nomarch.games.amun_re.rules import auction, incomes, offerings, purchases, scoring

GOLD_WORTH = (26, 26, 23, 15, 21, 17, 8)
"""A gold in hundredths of a point, by turn: early gold grows, the last only ranks."""
HARVEST_TENTHS = 22
"""What a farmer is likely to bring each turn, in tenths of a gold."""
CARD_WORTH = (30, 30, 80, 90, 40, 110, 70, 45, 60, 55, 55, 55)
FULL_BONUS = 250
PYRAMID_WORTH = 165
BRICK_WORTH = 52
LAST_BRICK_WORTH = 12
"""A brick that no pyramid will come of before the scoring only breaks ties."""
TEMPLE_WORTH = 230
NEVER = -100000


def evaluate(s, seat, action):
    """What the seat should think of an action."""
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


def harvests_left(s):
    """Harvests until the kingdom ends, this turn's included."""
    return box.KINGDOM_TURNS - (int(s.turn) + box.KINGDOM_TURNS - 1) % box.KINGDOM_TURNS


def farmer_worth(s):
    """What one more farmer will bring."""
    return harvests_left(s) * HARVEST_TENTHS * GOLD_WORTH[s.turn] // 10


def card_worth(s, seat, kind):
    """What a power card in hand promises; a bonus that is earned already is nearly sure."""
    if kind >= box.FIRST_BONUS and harvests_left(s) == 1 and scoring.earns_bonus(s, seat, kind):
        return FULL_BONUS
    return CARD_WORTH[kind]


def new_card_worth(s, seat):
    """What an unknown card promises: less with every card in hand, and little near the end."""
    worth = max(25, 72 - 6 * s.hand_count[seat])
    return worth if s.turn < box.TURNS else worth // 2


# --- Provinces ----------------------------------------------------------------------------------


def province_worth(s, seat, p):
    """What a province promises to a seat that gets it now."""
    gold = GOLD_WORTH[s.turn]
    left = harvests_left(s)
    income = 10 * box.INCOME[p] + 6 * box.CARAVAN[p] + HARVEST_TENTHS * box.PRINTED[p]
    worth = income * left * gold // 10
    worth += box.SPACES[p] * max(0, farmer_worth(s) - 3 * gold)
    worth += box.GIFT_GOLD[p] * gold + 80 * s.gifts[p] + TEMPLE_WORTH * box.TEMPLES[p]
    worth += 22 * max(0, box.SYMBOLS[p] - purchases.card_limit(s, seat)) * left
    worth += PYRAMID_WORTH * s.pyramids[p] + BRICK_WORTH * s.bricks[p]
    if s.pyramids[p] > 0 and leads(s, p):
        worth += 260
    worth += fit_of(s, seat, p, box.BONUS_EGYPT, box.EGYPT)
    worth += fit_of(s, seat, p, box.BONUS_BANK, box.BANK)
    return worth + fit_of(s, seat, p, box.BONUS_NILE, box.NILE)


def leads(s, p):
    """Whether no province of the bank has more pyramids."""
    for other in range(box.PROVINCES):
        if box.BANK[other] == box.BANK[p] and s.pyramids[other] > s.pyramids[p]:
            return False
    return True


def fit_of(s, seat, p, kind, marks):
    """A bonus card in hand wants provinces that are alike: good if this is, else nothing."""
    worth = 40 if s.hand[seat][kind] > 0 else 0
    for other in range(box.PROVINCES):
        if s.owner[other] == seat and worth > 0:
            worth = worth + 50 if marks[other] == marks[p] else 0
    return worth


def bid_worth(s, seat, p):
    """A province less the cheapest bid that can get it."""
    step = min(auction.lowest_step(s, p), box.BID_STEPS - 1)
    return province_worth(s, seat, p) - box.BID_TRACK[step] * GOLD_WORTH[s.turn]


def site_value(s, seat, p):
    """A province for a bid, a unit or a card."""
    if s.phase == st.PICK:
        return bid_worth(s, seat, p)
    if s.phase == st.PLACE_BRICK or s.site_card == box.ARCHITECT:
        return brick_site_value(s, seat, p)
    if s.site_card == box.EIGHT or s.site_card == box.EXTRA:
        return income_gain(s, seat, s.site_card, p)
    return 10


def brick_site_value(s, seat, p):
    """A brick does most where it completes a pyramid, and where one is missing for a set."""
    value = 20 * s.bricks[p]
    fewest = 100
    for other in range(box.PROVINCES):
        if s.owner[other] == seat:
            fewest = min(fewest, int(s.pyramids[other]))
    if s.pyramids[p] == fewest:
        value += 25
    strongest = 0
    for other in range(box.PROVINCES):
        if box.BANK[other] == box.BANK[p] and s.owner[other] != seat:
            strongest = max(strongest, scoring.bank_strength(s, other))
    mine = box.BRICKS_PER_PYRAMID * s.pyramids[p] + s.bricks[p]
    if mine <= strongest and mine + box.BRICKS_PER_PYRAMID > strongest:
        value += 22
    return value


# --- Purchases ----------------------------------------------------------------------------------


def purchase_value(s, seat, count):
    """What units bring, less their price."""
    cost = purchases.price(count) * GOLD_WORTH[s.turn]
    if s.phase == st.CARDS_STAGE:
        return new_card_worth(s, seat) * count - cost
    if s.phase == st.FARMERS_STAGE:
        return farmer_worth(s) * count - cost
    return bricks_worth(s, seat, count) - cost


def bricks_worth(s, seat, count):
    """What bricks bring: pyramids by the scoring; before it, half-built ones count as well."""
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
    return BRICK_WORTH * count + 20 * pyramids


# --- Power cards --------------------------------------------------------------------------------


def play_value(s, seat, kind):
    """Whether a card is better played now than kept."""
    if kind >= box.FIRST_BONUS:
        return FULL_BONUS
    if kind == box.SAME:
        return bid_worth(s, seat, int(s.bid_on[seat])) - CARD_WORTH[box.SAME]
    if kind == box.BLOCK:
        return 1 if auction.lowest_step(s, int(s.pick)) >= 2 else NEVER
    if kind == box.FREE:
        return farmer_worth(s) - 30
    if kind == box.ARCHITECT:
        return 80 if s.phase == st.BRICKS_STAGE and s.bought == 1 else -80
    if kind == box.ADJUST:
        cares = scoring.farmers_of(s, seat) >= 5 or scoring.sum_of(s, seat, box.CARAVAN) > 0
        return 300 if cares else -300
    best = 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            best = max(best, income_gain(s, seat, kind, p))
    return best - 3 if kind == box.EIGHT else best - 2


def income_gain(s, seat, kind, p):
    """What an income card adds in a province: 8 gold less its income, or a gold a farmer."""
    if kind == box.EIGHT:
        return box.EIGHT_GOLD - incomes.province_income(s, seat, p)
    return incomes.farmers_in(s, p) if s.eight[seat] != p else -1


# --- Offerings ----------------------------------------------------------------------------------


def wish(s, seat):
    """How much a seat wants to give, 0 = rather steal: it grows with gold and with farmers."""
    gold, farmers = int(s.gold[seat]), scoring.farmers_of(s, seat)
    if gold == 0 or (scoring.sum_of(s, seat, box.CARAVAN) > 2 * farmers and farmers < 4):
        return 0
    percent = 45 if s.turn == box.TURNS else 38 if harvests_left(s) == 1 else 22
    return max(1, min(gold, gold * percent // 100 + farmers // 3, 16))


def coin_value(s, seat, gold):
    """Gold is put in as long as the wish is not reached, the largest sums first."""
    return gold if s.offer[seat] + gold <= wish(s, seat) else NEVER


def offering_value(s, seat, action):
    """Steal if nothing was wished, turn the scale to one's own good, take what is worth most."""
    if action == act.STEAL:
        return 0 if wish(s, seat) == 0 else NEVER
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


def box_worth(s, seat, marker):
    """What the temple marker brings a seat this turn where it would stand."""
    income = box.HARVEST[marker] * scoring.farmers_of(s, seat)
    income += box.CAMEL[marker] * scoring.sum_of(s, seat, box.CARAVAN)
    worth = income * GOLD_WORTH[s.turn]
    if harvests_left(s) == 1:
        worth += 100 * marker * scoring.sum_of(s, seat, box.TEMPLES)
    return worth
