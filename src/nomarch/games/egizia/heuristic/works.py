"""Building: crews, stones, and how many cards to draw at the Sphinx."""

from nomarch.games.egizia.heuristic import prospects
from nomarch.games.egizia.rules import act, box, building, monuments, st

BEST_OF = (18, 36, 57, 309, 901, 951)
"""Expected value of the best of this many Sphinx cards."""
CARRIED = (13, 93, 94, 40, 5, 5)
"""Value of a stone kept in store, by round."""
STONE_VALUE = 0
"""Bonus for each point of a stone's value."""
TOO_DEAR = 333
"""Penalty for leaving fewer than two stones for a later site."""
EXACT = 52
"""Bonus for using up the strength exactly."""
FOR_OWN = 34
"""Bonus for each Sphinx card that asks for own stones on the structure."""
FOR_BUILT = 35
"""Bonus for each Sphinx card that asks for the part to be built."""
FOR_EACH = 61
"""Bonus for each Sphinx card that asks for stones on every structure."""
GRAVE_VALUE = 8
"""Bonus for each point of a grave's value."""
FOR_GRAVES = 69
"""Bonus for each Sphinx card that pays for graves."""
TREASURE = 89
"""Weight of a grave's final treasure, in hundredths."""
FLOOR_STONE = 18
"""Bonus for each own stone on an unfinished floor."""
FLOOR_LAST = 22
"""Bonus for each own stone on a floor that is won by completing it."""
FLOOR_LOST = 77
"""Penalty for each stone of a rival who wins a floor that is completed."""


def crew_value(s: st.State, seat, action):
    if action == act.USE_JOKER or action == act.NO_JOKER:
        return 100 if (action == act.USE_JOKER) == wants_joker(s, seat) else 0
    strength = int(s.crew[seat][act.USE_CREW.crew(action)])
    stones = int(s.stones[seat]) - s.strength
    if s.site == box.SPHINX:
        target = 3 if building.builds_later(s, seat) else box.MAX_DRAW
        return 1000 - 30 * abs(strength - min(target, stones)) - strength
    return 1000 + 100 * min(strength, max(0, stones)) - 10 * strength


def wants_joker(s: st.State, seat):
    """Return whether the joker crew should help here rather than later."""
    later = building.builds_later(s, seat)
    stones, joker = int(s.stones[seat]), int(s.crew[seat][box.JOKER])
    if s.strength < monuments.cheapest(s):
        return True
    if s.site == box.SPHINX:
        return not later and s.strength < min(box.MAX_DRAW, stones)
    if not later:
        return stones > s.strength
    return stones >= s.strength + joker + 4


def draw_value(s: st.State, seat, action):
    paid = act.DRAW.paid(action) if act.DRAW.has(action) else act.DRAW_MORE.paid(action)
    cards = cards_drawn(action)
    carried = int(CARRIED[s.round])
    if building.builds_later(s, seat) and s.stones[seat] < building.strongest(s, seat, 0) + paid:
        carried = 85
    return BEST_OF[cards] + 100 * (cards - 1) - carried * paid


def cards_drawn(action):
    if act.DRAW.has(action):
        return act.DRAW.paid(action)
    return min(box.MAX_DRAW, act.DRAW_MORE.paid(action) + box.MORE_RIDDLES_CARDS)


def lay_value(s: st.State, seat, part):
    value = monuments.next_value(s, part)
    worth = 200 + STONE_VALUE * value + store_value(s, seat, part) + riddles_value(s, seat, part)
    if part == box.GRAVE_PART:
        worth += grave_value(s, seat)
    if part >= box.FLOOR_1:
        worth += floor_value(s, seat, part)
    return worth


def store_value(s: st.State, seat, part):
    value, worth = monuments.next_value(s, part), 0
    if building.builds_later(s, seat) and s.stones[seat] - value < 2:
        worth -= TOO_DEAR
    if value == s.strength:
        worth += EXACT
    return worth


def riddles_value(s: st.State, seat, part):
    structure = box.PART_STRUCTURE[part]
    worth = FOR_OWN * prospects.holds(s, seat, box.OWN_STONES, structure)
    worth += FOR_BUILT * prospects.holds(s, seat, box.BUILT, part)
    if s.own[seat][structure] < 2:
        worth += FOR_EACH * prospects.holds(s, seat, box.OWN_EACH, 0)
    if part == box.GRAVE_PART:
        worth += FOR_GRAVES * prospects.holds(s, seat, box.PER_STONE, box.GRAVES)
    return worth


def grave_value(s: st.State, seat):
    """Return what the next grave adds, the final treasure included."""
    value = monuments.next_value(s, box.GRAVE_PART)
    return GRAVE_VALUE * value + TREASURE * prospects.treasure_value(s, seat, value)


def floor_value(s: st.State, seat, part):
    """Return what a stone adds on a floor, whose last stone pays whoever has most there."""
    mine, best = monuments.stones_of(s, seat, part) + 1, 0
    for other in range(s.players):
        if other != seat:
            best = max(best, monuments.stones_of(s, other, part))
    if s.laid[part] + 1 < box.PART_SIZE[part]:
        return FLOOR_STONE * mine
    return FLOOR_LAST * mine if mine > best else -FLOOR_LOST * best
