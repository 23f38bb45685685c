"""Estimates for the rest of the game: strength, stones, grain, markets, Sphinx cards."""

from nomarch.games.egizia.rules import box, feeding, scoring, st
from nomarch.kernel.declare.rules import total

WITH_PARTNER = 69
"""Value of a stone with strength to lay it, or of strength with a stone."""
WITHOUT_PARTNER = 28
"""Value of a stone without strength, or of strength without a stone."""
FIELD_TRUST = ((100, 45, 10), (100, 90, 25), (100, 95, 85))
"""Chance that fields of each colour are irrigated, by the flood marker's space."""
STONE_MARKET_WORTH = (16, 14, 20, 44, 101)
"""Value of each level of the stone market."""
GRAIN_MARKET_WORTH = (-1, 20, 111, 183, 249)
"""Value of each level of the grain market."""
EFFORT = 117
"""Strength that is likely to be used in a round of building, in hundredths."""
FLOOD_WORTH = 53
"""Value of moving the flood marker by one space."""
EVEN_CREWS = 17
"""Extra value of raising a weaker crew, for each step of difference."""
JOKER_COST = 16
"""Penalty for raising the joker crew."""
ASKED_CREW = 135
"""Value of a step for a crew that a Sphinx card asks for."""
LESS_WATER = 85
"""Value of others' hunger, in hundredths of one's own."""
LIKELY_MOST = 151
"""Largest weight of a Sphinx card that can still be fulfilled, in hundredths."""
LIKELY_PACE = 14
"""Weight of each unit of pace per missing piece, in hundredths."""
MOST_HOPE = 27
"""Value of a majority card before having the majority."""
MOST_SAFE = 37
"""Safe share of a majority card once one has the majority."""
HUNGER_FEAR = 4
"""Divisor of the current hunger when estimating later hunger: fields will still be found."""
_GAIN = {box.PER_STONE: 80, box.PERMANENTS: 90, box.PER_TEN: 130}
GAIN = tuple(_GAIN.get(kind, 50) for kind in range(box.PER_TEN + 1))
"""Expected gain of cards that pay per piece, in a round."""


def builds_to_come(s: st.State):
    """Return the rounds in which something can still be built, this one included."""
    left = box.ROUNDS - int(s.round)
    return left + 1 if s.stage <= st.BUILDING else left


def meals_to_come(s: st.State):
    left = box.ROUNDS - int(s.round)
    return left if is_fed(s) else left + 1


def is_fed(s: st.State):
    return s.stage > st.FEEDING or s.phase == st.AFTER_FEED


def trusted_grain(s: st.State, seat):
    """Return the expected grain of the fields, in hundredths."""
    total = 0
    for colour in range(box.COLOURS):
        total += FIELD_TRUST[s.flood][colour] * s.grain[seat][colour]
    return total


def outlook(s: st.State, seat, power, income, stones, grain):
    """Return the value of future building with this strength and these stones, less hunger."""
    builds = builds_to_come(s)
    supply = stones + income * builds
    demand = power * builds * EFFORT // 100
    built = WITH_PARTNER * min(supply, demand) + WITHOUT_PARTNER * max(supply, demand)
    short = max(0, 100 * power - grain)
    return built - short * feeding.hunger_price(s, seat) * meals_to_come(s) // HUNGER_FEAR


def change_value(s: st.State, seat, power, income, stones, grain):
    """Return the value of a change of strength, quarries, stones and grain (in hundredths)."""
    mine, hold = feeding.need(s, seat), int(s.stones[seat])
    mined, fields = int(s.quarry[seat]), trusted_grain(s, seat)
    after = outlook(s, seat, mine + power, mined + income, hold + stones, fields + grain)
    return after - outlook(s, seat, mine, mined, hold, fields)


def level_worth(s: st.State, market, level):
    if market == box.STONE_MARKET:
        return STONE_MARKET_WORTH[level]
    return GRAIN_MARKET_WORTH[level]


def market_value(s: st.State, seat, market, steps):
    """Return the value of steps down on a market, with the bonus at the bottom."""
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


def effect_value(s: st.State, seat, effect, times):
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


def raise_value(s: st.State, seat, crew):
    """Return the value of raising a crew: weak ones first, unless a Sphinx card asks for it."""
    value = EVEN_CREWS * (box.CREW_MAX - s.crew[seat][crew])
    if crew == box.JOKER:
        value -= JOKER_COST
    return value + ASKED_CREW * holds(s, seat, box.CREW_STRENGTH, crew)


def flood_value(s: st.State, seat, space):
    """Return the value of the flood marker on a space: enough grain here, less for the others."""
    value = -hunger_at(s, seat, space)
    for other in range(s.players):
        if other != seat:
            value += hunger_at(s, other, space) * LESS_WATER // (100 * (s.players - 1))
    return value


def hunger_at(s: st.State, seat, space):
    """Return what a seat would lose to hunger with the flood marker there."""
    short = max(0, feeding.need(s, seat) - feeding.irrigated(s, seat, space))
    return 100 * short * feeding.hunger_price(s, seat)


def treasure_value(s: st.State, seat, more):
    """Return what another grave tile of this value adds at the end."""
    total = scoring.grave_total(s, seat)
    return scoring.treasure_points(total + more) - scoring.treasure_points(total)


def holds(s: st.State, seat, kind, about):
    count = 0
    for card in range(box.SPHINX_CARDS):
        if box.SPHINX_TABLE[card][0] == kind and box.SPHINX_TABLE[card][2] == about:
            if is_mine(s, seat, card):
                count += 1
    return count


def is_mine(s: st.State, seat, card):
    """Return whether the seat holds a Sphinx card; only its own view knows."""
    place = int(s.where[card])
    return place >= 0 and place < box.BEING_DRAWN and place // box.HAND_SLOTS == seat


def second_riddle(s: st.State, seat):
    """Return the value of the best card to keep besides the first."""
    best, second = 0, 0
    for i in range(box.MAX_DRAW):
        if s.drawn[i] >= 0:
            value = riddle_value(s, seat, int(s.drawn[i]))
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
    return best if s.kept_now == 1 else second


def riddle_value(s: st.State, seat, card):
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


def likely(s: st.State, points, short, pace):
    """Return points weighted by the chance to get the missing pieces at this pace."""
    if short <= 0:
        return points
    return points * min(LIKELY_MOST, LIKELY_PACE * pace // short) // 100


def stones_short(s: st.State, card):
    """Return the stones still to be laid, by anyone, before a part is built."""
    first, last = box.SPHINX_TABLE[card][2], box.SPHINX_TABLE[card][3]
    short = box.SPHINX_TABLE[card][4] - total(s.laid, first, last + 1)
    base = box.FLOOR_1 if first >= box.FLOOR_1 else box.LEFT_WALL
    for part in range(base, first):
        short += box.PART_SIZE[part] - s.laid[part]
    return short
