"""Building: crews, stones, and how many cards to draw at the Sphinx."""

from bench.frozen.egizia import prospects

from nomarch.games.egizia import actions as act, components as box
from nomarch.games.egizia.rules import building, monuments

BEST_OF = (0, 220, 350, 430, 490, 530)
"""What the best of so many Sphinx cards promises."""
CARRIED = (0, 55, 55, 50, 40, 12)
"""What a stone that is kept in store is worth, by round."""


def crew_value(s, seat, action):
    """The crew whose strength the stones can feed; the joker where it is not wasted."""
    if action == act.USE_JOKER or action == act.NO_JOKER:
        return 100 if (action == act.USE_JOKER) == wants_joker(s, seat) else 0
    strength = int(s.crew[seat][act.USE_CREW.crew(action)])
    stones = int(s.stones[seat]) - s.strength
    if s.site == box.SPHINX:
        target = 3 if building.builds_later(s, seat) else box.MAX_DRAW
        return 1000 - 30 * abs(strength - min(target, stones)) - strength
    return 1000 + 100 * min(strength, max(0, stones)) - 10 * strength


def wants_joker(s, seat):
    """Whether the joker's strength will find stones here, and none better later."""
    later = building.builds_later(s, seat)
    stones, joker = int(s.stones[seat]), int(s.crew[seat][box.JOKER])
    if s.strength < building.cheapest(s):
        return True
    if s.site == box.SPHINX:
        return not later and s.strength < min(box.MAX_DRAW, stones)
    if not later:
        return stones > s.strength
    return stones >= s.strength + joker + 4


def draw_value(s, seat, action):
    """How many cards to pay for."""
    if act.DRAW.has(action):
        paid = act.DRAW.paid(action)
        cards = paid
    else:
        paid = act.DRAW_MORE.paid(action)
        cards = min(box.MAX_DRAW, paid + box.MORE_RIDDLES_CARDS)
    carried = int(CARRIED[s.round])
    if building.builds_later(s, seat) and s.stones[seat] < building.strongest(s, seat, 0) + paid:
        carried = 85
    return BEST_OF[cards] + 100 * (cards - 1) - carried * paid


def lay_value(s, seat, part):
    """Stones are points; some complete a floor, a treasure or a riddle besides."""
    value = monuments.next_value(s, part)
    worth = 200 + 10 * value
    if building.builds_later(s, seat) and s.stones[seat] - value < 2:
        worth -= 220
    if value == s.strength:
        worth += 60
    structure = box.PART_STRUCTURE[part]
    worth += 70 * prospects.holds(s, seat, box.OWN_STONES, structure)
    worth += 60 * prospects.holds(s, seat, box.BUILT, part)
    if s.own[seat][structure] < 2:
        worth += 50 * prospects.holds(s, seat, box.OWN_EACH, 0)
    if part == box.GRAVE_PART:
        worth += 15 * value + 90 * prospects.holds(s, seat, box.PER_STONE, box.GRAVES)
        worth += 60 * prospects.treasure_value(s, seat, value)
    if part >= box.FLOOR_1:
        worth += floor_value(s, seat, part)
    return worth


def floor_value(s, seat, part):
    """A floor's last stone pays whoever has most there; one's own share should grow."""
    mine, best = monuments.stones_of(s, seat, part) + 1, 0
    for other in range(s.players):
        if other != seat:
            best = max(best, monuments.stones_of(s, other, part))
    if s.laid[part] + 1 < box.PART_SIZE[part]:
        return 10 * mine
    return 100 * mine if mine > best else -60 * best
