"""What the rest of the game promises: strength, stones, grain, markets and effects."""

from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.heuristic import riddles
from nomarch.games.egizia.rules import feeding, scoring

WITH_PARTNER, WITHOUT_PARTNER = 82, 14
"""What a stone or a strength is worth that has its counterpart, and one that has none."""
FIELD_TRUST = ((100, 45, 10), (100, 90, 25), (100, 95, 85))
"""How surely fields of each colour will be irrigated, by the flood marker's space."""
MARKET_WORTH = ((0, 25, 60, 130, 150), (0, 20, 80, 110, 160))
HUNGER_FEAR = 4
"""Fields and cards will still be found: only one part in four of today's hunger is expected."""


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
    return s.stage > st.FEEDING or s.asked == st.AFTER_FEED


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
    demand = power * builds * 9 // 10
    built = WITH_PARTNER * min(supply, demand) + WITHOUT_PARTNER * max(supply, demand)
    short = max(0, 100 * power - grain)
    return built - short * feeding.hunger_price(s, seat) * meals_to_come(s) // HUNGER_FEAR


def change_value(s, seat, power, income, stones, grain):
    """What a change of strength, quarries, stones and grain (in hundredths) is worth."""
    mine, hold = feeding.need(s, seat), int(s.stones[seat])
    mined, fields = int(s.quarry[seat]), trusted_grain(s, seat)
    after = outlook(s, seat, mine + power, mined + income, hold + stones, fields + grain)
    return after - outlook(s, seat, mine, mined, hold, fields)


def market_value(s, seat, market, steps):
    """What steps down on a market are worth, the bonus at the bottom included."""
    level = int(s.market[seat][market])
    value = 0
    for _ in range(steps):
        if level < box.BOTTOM:
            value += MARKET_WORTH[market][level + 1] - MARKET_WORTH[market][level]
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
    return value + 40 * times * box.EFFECTS[effect][box.E_FLOOD]


def raise_value(s, seat, crew):
    """Even crews build everywhere; a Sphinx card may ask for a strong one."""
    value = 10 * (box.CREW_MAX - s.crew[seat][crew])
    if crew == box.JOKER:
        value -= 15
    return value + 90 * riddles.holds(s, seat, box.CREW_STRENGTH, crew)


def flood_value(s, seat, space):
    """Enough water for oneself, and less for the others."""
    value = -hunger_at(s, seat, space)
    for other in range(s.players):
        if other != seat:
            value += hunger_at(s, other, space) * 2 // (3 * (s.players - 1))
    return value


def hunger_at(s, seat, space):
    """What a seat would lose if the flood marker stood there."""
    short = max(0, feeding.need(s, seat) - feeding.irrigated(s, seat, space))
    return 100 * short * feeding.hunger_price(s, seat)


def treasure_value(s, seat, more):
    """What another grave tile of some value adds at the end."""
    total = scoring.grave_total(s, seat)
    return scoring.treasure_points(total + more) - scoring.treasure_points(total)
