"""Values of boats and Nile cards, and when to play cards."""

from nomarch.games.egizia.heuristic import prospects, works
from nomarch.games.egizia.rules import act, box, building, cards, feeding, monuments, reach, st

FREE = 50000
"""Added to cards that cost no turn: they are played first."""
NEVER = -50000
MUCH = 3
"""Stones over the limit from which a sale is worth it at once."""
_PER_ROUND = {
    box.MORE_RIDDLES: 130,
    box.LATE_HARVEST: 130,
    box.UPSTREAM: 80,
    **dict.fromkeys((box.TRAINING, box.PAID_TRAINING, box.STONES_FOR_GRAIN, box.SHARED_BERTH), 45),
}
PER_ROUND = tuple(_PER_ROUND.get(kind, 0) for kind in box.NILE_CARDS)
"""Value of permanent cards for each round to come."""
_ONCE = {
    box.TWO_RIDDLES: 240,
    box.GRAVE_GOODS: 80,
    **dict.fromkeys((box.OVERTIME, box.DOUBLE_SHIFT), 190),
    **dict.fromkeys((box.DOUBLE_ROUND, box.SECOND_BOAT), 120),
    **dict.fromkeys((box.BUILD_WAITING, box.BUILD_FIRST), 70),
    **dict.fromkeys((box.CANAL, box.GRAIN_SURPLUS, box.STONE_SALE), 60),
}
ONCE = tuple(_ONCE.get(kind, 0) for kind in box.NILE_CARDS)
"""Value of cards that are used once."""
SITE_BUILT = 72
"""Value of the temple and pyramid beyond their stones."""
SITE_GRAVES = 237
"""Value of the obelisk and graves beyond their stones."""
SITE_SPHINX = -175
"""Value of the Sphinx beyond its cards."""
SURE_PLACE = 152
"""Weight of a site with more places than rivals, in hundredths."""
NO_PLACE = 19
"""Weight of a site without a free place, in hundredths."""
FREE_PLACE = 26
"""Added to `HALF_PLACE` for each free place."""
HALF_PLACE = 39
"""Weight of a site with fewer free places than rivals, in hundredths."""
LATER_PLACE = 20
"""Penalty for each place further from the Nile."""
WAITING_SHARE = 31
"""Share of a site's value for a boat that waits, in hundredths."""
WAITING_COST = 86
"""Penalty for a boat that waits."""
REST_SHARE = 63
"""Weight of what is still reachable downstream, in hundredths."""
CATCH = (0, 0, 77, 55, 44)
"""Chance that a space downstream is still free later, in hundredths, by player count."""


def site_value(s: st.State, seat, site):
    boats = 0
    for other in range(len(box.SITES)):
        if other != site and s.boats[seat] & (1 << box.SITE_POS[other]):
            boats += 1
    stones = int(s.stones[seat]) + s.quarry[seat]
    strength = min(feeding.need(s, seat), stones)
    if strength == 0 or stones <= boats:
        return 0
    share = strength // 3 + 1
    value = share * (100 - works.CARRIED[s.round])
    value += 100 * (box.COLLABORATION[boats + 1] - box.COLLABORATION[boats])
    if site == box.SPHINX:
        return value + works.BEST_OF[min(box.MAX_DRAW, share)] + SITE_SPHINX
    if site == box.OBELISK_GRAVES:
        return value + SITE_GRAVES
    return value + SITE_BUILT


def space_value(s: st.State, seat, pos):
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return nile_value(s, seat, int(s.row[index]))
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return prospects.effect_value(s, seat, box.ROUND_EFFECT + index, 1)
    return site_value(s, seat, index)


def site_chance(s: st.State, seat, site):
    """Return the chance, in hundredths, to find a place at a site downstream."""
    free, rivals = 0, 0
    for i in range(box.PLACES_OPEN[s.players]):
        if s.place[site][i] == st.NO_SEAT:
            free += 1
    for other in range(s.players):
        if other != seat and s.passed[other] == 0 and s.last[other] < box.SITE_POS[site]:
            rivals += 1
    if free > rivals:
        return SURE_PLACE
    if free == 0:
        return NO_PLACE
    return HALF_PLACE + FREE_PLACE * free


def downstream_value(s: st.State, seat, pos):
    """Return the expected value of the spaces downstream for the boats left."""
    taken = reach.taken_positions(s)
    total, reached = 0, 0
    for lower in range(pos + 1, box.POSITIONS):
        if reach.can_sail_to(s, seat, lower, taken):
            value = space_value(s, seat, lower)
            if value > 0:
                chance = int(CATCH[s.players])
                if box.SPACE_KIND[lower] == box.SITE_SPACE:
                    chance = site_chance(s, seat, box.SPACE_INDEX[lower])
                total += value * chance
                reached += chance
    boats = 100 * (s.boats_left[seat] - 1)
    if reached > boats:
        return total * boats // (100 * reached)
    return total // 100


def sail_value(s: st.State, seat, action):
    """Return the value of placing a boat, with what stays reachable downstream."""
    pos = act.position(action)
    value = space_value(s, seat, pos)
    if act.GO_DOUBLED.has(action):
        effect = box.ROUND_EFFECT + box.SPACE_INDEX[pos]
        value = prospects.effect_value(s, seat, effect, 2) - 120
    elif act.GO_SITE.has(action):
        value -= LATER_PLACE * act.GO_SITE.place(action)
    elif act.GO_WAIT.has(action):
        if s.have[seat][box.BUILD_WAITING] + s.have[seat][box.BUILD_FIRST] == 0:
            value = value * WAITING_SHARE // 100
        value -= WAITING_COST
    rest = downstream_value(s, seat, max(pos, int(s.last[seat])))
    return value + rest * REST_SHARE // 100


def nile_value(s: st.State, seat, kind):
    value = prospects.effect_value(s, seat, kind, 1)
    if kind < box.START_FIELD:
        grain = prospects.FIELD_TRUST[s.flood][box.FIELD_COLOUR[kind]] * box.FIELD_GRAIN[kind]
        return value + prospects.change_value(s, seat, 0, 0, 0, grain) + grain // 4
    if kind <= box.LAST_QUARRY:
        stones = box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        return value + prospects.change_value(s, seat, 0, stones, 0, 0)
    if kind >= box.TRIBUTE_OBELISK:
        return value + 100 * cards.tribute(s, seat, kind)
    return value + held_value(s, seat, kind)


def held_value(s: st.State, seat, kind):
    rounds = prospects.builds_to_come(s)
    value = PER_ROUND[kind] * rounds + ONCE[kind]
    if kind == box.TRAINING:
        value += prospects.change_value(s, seat, rounds // 2 + 1, 0, 0, 0) // 2
    elif kind == box.CANAL:
        value += 20 * (s.grain[seat][box.BROWN] + s.grain[seat][box.YELLOW_GREEN])
    elif kind == box.GRAVE_GOODS:
        value += 100 * prospects.treasure_value(s, seat, box.GRAVE_GOODS_VALUE)
    elif kind == box.GRAIN_SURPLUS:
        short = max(0, feeding.need(s, seat) + 2 - feeding.harvested(s, seat))
        value += 90 * feeding.hunger_price(s, seat) * min(box.SURPLUS_GRAIN, short)
    elif kind == box.STONE_SALE:
        value += 45 * min(box.SALE_MAX, s.stones[seat] + s.quarry[seat])
    return value


def canal_value(s: st.State, seat, kind, colour):
    trust = prospects.FIELD_TRUST[s.flood][colour - 1] - prospects.FIELD_TRUST[s.flood][colour]
    gain = prospects.change_value(s, seat, 0, 0, 0, trust * box.FIELD_GRAIN[kind])
    return FREE + gain if gain > 0 else NEVER


def sale_value(s: st.State, seat, stones):
    """Return the value of a sale: at the end, or before the quarries overflow the store."""
    if s.phase == st.AFTER_FEED:
        lost = s.stones[seat] + s.quarry[seat] - box.STONES_MAX
        return FREE + stones if lost > MUCH and stones <= lost else NEVER
    if s.phase != st.LAST_MOMENT:
        return NEVER
    return stones * (45 if s.market[seat][box.STONE_MARKET] >= box.SALE_LEVEL else 100)


def training_value(s: st.State, seat, crew, price):
    """Return the value of training a crew, once it costs no grain this round."""
    if not prospects.is_fed(s):
        return NEVER
    if price > 0 and s.phase == st.CREW and s.stones[seat] <= monuments.cheapest(s) + price:
        return NEVER
    bonus = 90 * prospects.holds(s, seat, box.CREW_STRENGTH, crew)
    gain = prospects.change_value(s, seat, 1, 0, -price, 0) + bonus
    if gain <= 0:
        return NEVER
    return FREE + gain + prospects.raise_value(s, seat, crew)


def play_value(s: st.State, seat, action):
    if act.TRAIN.has(action):
        return training_value(s, seat, act.TRAIN.crew(action), 0)
    if act.HIRE.has(action):
        return training_value(s, seat, act.HIRE.crew(action), box.TRAINING_COST)
    if act.DIG.has(action):
        return canal_value(s, seat, act.DIG.field(action), act.DIG.colour(action))
    if act.SELL.has(action):
        return sale_value(s, seat, act.SELL.stones(action))
    if action == act.PLAY_SURPLUS or action == act.EAT_STONE:
        return feeding_value(s, seat, action)
    if action == act.PLAY_SECOND:
        rest = downstream_value(s, seat, int(s.last[seat]))
        return FREE if rest > 1200 or (s.round == box.ROUNDS and rest > 600) else NEVER
    if action == act.PLAY_WAITING:
        return 300
    if action == act.PLAY_FIRST:
        return first_value(s, seat)
    if action == act.PLAY_SHIFT:
        spare = s.stones[seat] - building.strongest(s, seat, 0)
        return FREE if spare > 1 and not building.builds_later(s, seat) else NEVER
    if action == act.PLAY_TWO_RIDDLES:
        return 200 if prospects.second_riddle(s, seat) > 260 else NEVER
    if s.phase == st.STONES and s.strength < monuments.cheapest(s) and s.round > 2:
        return 60 if s.stones[seat] > 2 else NEVER
    return NEVER


def feeding_value(s: st.State, seat, action):
    hunger = 100 * feeding.hunger_price(s, seat)
    short = feeding.missing(s, seat)
    if action == act.EAT_STONE:
        return FREE if hunger > 80 and short > 0 else NEVER
    if min(short, box.SURPLUS_GRAIN) * hunger > 300 or (short > 0 and s.round == box.ROUNDS):
        return FREE
    return NEVER


def first_value(s: st.State, seat):
    """Return the value of building first, which helps a waiting boat."""
    if s.phase == st.READY:
        for site in range(len(box.SITES)):
            if s.waiting[site] == seat:
                return 300
        if s.round == box.ROUNDS:
            return 20
    return NEVER
