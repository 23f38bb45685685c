"""What the rest of the game promises: strength, stones, grain, markets and Sphinx cards."""

from nomarch.games.egizia.rules import box, feeding, scoring, st
from nomarch.kernel.rules import total

WITH_PARTNER = 69
WITHOUT_PARTNER = 28
"""What a stone or a strength is worth that has its counterpart, and one that has none."""
FIELD_TRUST = ((100, 45, 10), (100, 90, 25), (100, 95, 85))
"""How surely fields of each colour will be irrigated, by the flood marker's space."""
STONE_MARKET_WORTH = (16, 14, 20, 44, 101)
"""What each level of a market is worth to whoever has come down to it."""
GRAIN_MARKET_WORTH = (-1, 20, 111, 183, 249)
EFFORT = 117
"""Strength that is likely to be used in a round of building, in hundredths."""
FLOOD_WORTH = 53
EVEN_CREWS = 17
"""What raising a weak crew is worth more than raising a strong one, for each step between."""
JOKER_COST = 16
ASKED_CREW = 135
"""What a step is worth to a crew that a Sphinx card asks for."""
LESS_WATER = 85
"""How much the others' hunger is worth, in hundredths of one's own."""
LIKELY_MOST = 151
LIKELY_PACE = 14
MOST_HOPE = 27
"""What a card for the most promises before one has most, and how much of it is safe then."""
MOST_SAFE = 37
HUNGER_FEAR = 4
"""Fields and cards will still be found: only one part in four of today's hunger is expected."""
_GAIN = {box.PER_STONE: 80, box.PERMANENTS: 90, box.PER_TEN: 130}
GAIN = tuple(_GAIN.get(kind, 50) for kind in range(box.PER_TEN + 1))
"""What cards that pay by the piece gain in a round."""


def builds_to_come(s):
    """Rounds in which something can still be built, this one included if it is not too late."""
    left = box.ROUNDS - int(s.round)
    return left + 1 if s.stage <= st.BUILDING else left


def meals_to_come(s):
    """Feedings still to come."""
    left = box.ROUNDS - int(s.round)
    return left if is_fed(s) else left + 1


def is_fed(s):
    """Whether this round's feeding is behind the seat that is to act."""
    return s.stage > st.FEEDING or s.phase == st.AFTER_FEED


def trusted_grain(s, seat):
    """Grain that the fields are likely to give, in hundredths."""
    total = 0
    for colour in range(box.COLOURS):
        total += FIELD_TRUST[s.flood][colour] * s.grain[seat][colour]
    return total


def outlook(s, seat, power, income, stones, grain):
    """What can still be built with so much strength and stone, less what hunger will cost."""
    builds = builds_to_come(s)
    supply = stones + income * builds
    demand = power * builds * EFFORT // 100
    built = WITH_PARTNER * min(supply, demand) + WITHOUT_PARTNER * max(supply, demand)
    short = max(0, 100 * power - grain)
    return built - short * feeding.hunger_price(s, seat) * meals_to_come(s) // HUNGER_FEAR


def change_value(s, seat, power, income, stones, grain):
    """What a change of strength, quarries, stones and grain (in hundredths) is worth."""
    mine, hold = feeding.need(s, seat), int(s.stones[seat])
    mined, fields = int(s.quarry[seat]), trusted_grain(s, seat)
    after = outlook(s, seat, mine + power, mined + income, hold + stones, fields + grain)
    return after - outlook(s, seat, mine, mined, hold, fields)


def level_worth(s, market, level):
    """What a market's level is worth."""
    if market == box.STONE_MARKET:
        return STONE_MARKET_WORTH[level]
    return GRAIN_MARKET_WORTH[level]


def market_value(s, seat, market, steps):
    """What steps down on a market are worth, the bonus at the bottom included."""
    level = int(s.market[seat][market])
    value = 0
    for _ in range(steps):
        if level < box.BOTTOM:
            value += level_worth(s, market, level + 1) - level_worth(s, market, level)
            level += 1
        if level == box.BOTTOM:
            if market == box.STONE_MARKET:
                value += change_value(s, seat, 0, 0, box.BOTTOM_STONES, 0)
            else:
                value += 100 * box.BOTTOM_POINTS
    return value


def effect_value(s, seat, effect, times):
    """What an effect is worth."""
    power = box.EFFECTS[effect][box.E_CREW_CHOICE]
    for crew in range(len(box.CREWS)):
        if s.crew[seat][crew] < box.CREW_MAX:
            power += box.EFFECTS[effect][box.E_CREW + crew]
    value = change_value(s, seat, times * power, 0, times * box.EFFECTS[effect][box.E_STONES], 0)
    value += 100 * box.EFFECTS[effect][box.E_POINTS] * times
    for market in range(2):
        value += market_value(s, seat, market, times * box.EFFECTS[effect][box.E_MARKET + market])
    if box.EFFECTS[effect][box.E_MARKET_CHOICE] > 0:
        steps = int(box.EFFECTS[effect][box.E_MARKET_CHOICE])
        value += max(market_value(s, seat, 0, steps), market_value(s, seat, 1, steps))
    return value + FLOOD_WORTH * times * box.EFFECTS[effect][box.E_FLOOD]


def raise_value(s, seat, crew):
    """Even crews build everywhere; a Sphinx card may ask for a strong one."""
    value = EVEN_CREWS * (box.CREW_MAX - s.crew[seat][crew])
    if crew == box.JOKER:
        value -= JOKER_COST
    return value + ASKED_CREW * holds(s, seat, box.CREW_STRENGTH, crew)


def flood_value(s, seat, space):
    """Enough water for oneself, and less for the others."""
    value = -hunger_at(s, seat, space)
    for other in range(s.players):
        if other != seat:
            value += hunger_at(s, other, space) * LESS_WATER // (100 * (s.players - 1))
    return value


def hunger_at(s, seat, space):
    """What a seat would lose if the flood marker stood there."""
    short = max(0, feeding.need(s, seat) - feeding.irrigated(s, seat, space))
    return 100 * short * feeding.hunger_price(s, seat)


def treasure_value(s, seat, more):
    """What another grave tile of some value adds at the end."""
    total = scoring.grave_total(s, seat)
    return scoring.treasure_points(total + more) - scoring.treasure_points(total)


def holds(s, seat, kind, about):
    """How many Sphinx cards of a kind, and about one thing, the seat holds."""
    count = 0
    for card in range(box.SPHINX_CARDS):
        if box.SPHINX_TABLE[card][0] == kind and box.SPHINX_TABLE[card][2] == about:
            if is_mine(s, seat, card):
                count += 1
    return count


def is_mine(s, seat, card):
    """Whether the seat holds a Sphinx card: it alone can tell."""
    place = int(s.where[card])
    return place >= 0 and place < box.IN_FINGERS and place // box.HAND_SLOTS == seat


def second_riddle(s, seat):
    """What the best card that would be kept besides the first promises."""
    best, second = 0, 0
    for i in range(box.MAX_DRAW):
        if s.drawn[i] >= 0:
            value = riddle_value(s, seat, int(s.drawn[i]))
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
    return best if s.kept_now == 1 else second


def riddle_value(s, seat, card):
    """What a Sphinx card is likely to score at the end."""
    kind = box.SPHINX_TABLE[card][0]
    points = 100 * box.SPHINX_TABLE[card][1]
    about = int(box.SPHINX_TABLE[card][2])
    builds = builds_to_come(s)
    now = 100 * scoring.riddle_points(s, seat, card)
    if kind == box.BUILT:
        return likely(s, points, stones_short(s, card), 3 * builds)
    if kind == box.OWN_STONES:
        return likely(s, points, box.SPHINX_TABLE[card][4] - s.own[seat][about], builds)
    if kind == box.OWN_EACH:
        short = 0
        for structure in range(box.STRUCTURES):
            short += max(0, box.SPHINX_TABLE[card][4] - s.own[seat][structure])
        return likely(s, points, short, 2 * builds)
    if kind == box.AT_BOTTOM:
        short = about * (box.BOTTOM - s.market[seat][box.STONE_MARKET])
        short += box.SPHINX_TABLE[card][3] * (box.BOTTOM - s.market[seat][box.GRAIN_MARKET])
        return likely(s, points, short, builds)
    if kind == box.MOST_GRAIN or kind == box.MOST_QUARRY:
        return now * MOST_SAFE // 100 + 10 * builds + (MOST_HOPE if now == 0 else 0)
    if kind == box.PLAYERS_AT_BOTTOM:
        return max(now, 100 + 50 * builds)
    return now + GAIN[kind] * builds


def likely(s, points, short, pace):
    """Points by the chance that so much more is done at such a pace."""
    if short <= 0:
        return points
    return points * min(LIKELY_MOST, LIKELY_PACE * pace // short) // 100


def stones_short(s, card):
    """Stones still to be laid, by anyone, before a part of a monument is built."""
    first, last = box.SPHINX_TABLE[card][2], box.SPHINX_TABLE[card][3]
    short = box.SPHINX_TABLE[card][4] - total(s.laid, first, last + 1)
    base = box.FLOOR_1 if first >= box.FLOOR_1 else box.LEFT_WALL
    for part in range(base, first):
        short += box.PART_SIZE[part] - s.laid[part]
    return short
