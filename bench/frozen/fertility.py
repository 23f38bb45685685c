"""How a sensible player of Fertility judges: what a piece is worth on a shop, what a tile brings.

Values are hundredths of a Deben. Judging changes nothing but a count that it puts back at once.
"""

from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.rules import harvest, scoring, shops, tiles
from nomarch.kernel.rules import total

CHANCE_TO_FILL = (8, 40, 60, 72, 80, 85, 88, 90, 92)
"""How likely a missing piece still comes, in hundredths, by the own turns left."""
HARVEST_A_TURN = 33
"""Pieces a turn brings, in tenths."""
TRADE_WORTH = 260
SPARE_PIECE = 90
"""What a piece is worth that no shop takes: it may pay for a district."""
WHEAT_TO_SPARE = 60
"""What wheat is worth beyond its points: it may pay as well."""
MONUMENT_HOPE = 170
GOD_HOPE = 110
BUILD_FIRST = 100000
"""Added to a district worth building: building comes before supplying."""
WORTH_BUILDING = 60
SHIFT = 14
"""Bits of one value in a packed row of four."""
LARGEST = (1 << SHIFT) - 1


def evaluate(s, seat, action):
    """What the seat should think of an action."""
    if act.QUARRY.has(action):
        resource = act.QUARRY.resource(action)
        return nth(unit_values(s, seat, resource), int(s.beside[resource]))
    if action == act.QUARRY_MONUMENT:
        return monument_value(s, seat)
    if act.PAY.has(action):
        return -payment_value(s, seat, act.PAY.resource(action))
    if act.TURN.has(action):
        return turn_value(s, seat, act.TURN.way(action))
    if act.LAY.has(action):
        return best_lay(s, seat, act.LAY.tile(action))
    if act.TAKE.has(action):
        return take_value(s, seat, act.TAKE.tile(action))
    if act.SUPPLY.has(action):
        return supply_value(s, seat, act.SUPPLY.resource(action), act.SUPPLY.shop(action))
    if act.BUILD.has(action):
        return build_value(s, seat, act.BUILD.district(action))
    if act.CELL.has(action):
        return cell_value(s, seat, box.AT[act.CELL.cell(action)])
    if act.REMOVE.has(action):
        return best_lay(s, (seat + 1) % s.players, act.REMOVE.tile(action))
    return 0


def turns_left(s):
    """The own turns that follow the present one."""
    return max(0, box.TURNS_EACH - 1 - int(s.turns) // int(s.players))


# --- What a shop promises -----------------------------------------------------------------------


def wheat_value(s, seat, count):
    """What more wheat adds to the granary, or less of it takes away."""
    have = int(s.wheat[seat])
    after = max(0, min(box.MOST_WHEAT, have + count))
    gain = 100 * (box.WHEAT_POINTS[after] - box.WHEAT_POINTS[have])
    return gain + WHEAT_TO_SPARE * (after - have)


def shop_worth(s, seat, number, held):
    """What a shop is likely to be worth once it is complete."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return 100 * value
    if kind == box.SPECIAL:
        pieces = scoring.pieces_like(s, seat, box.SHOP_NEEDS[number][0])
        return 100 * value * (pieces + min(turns_left(s), 4))
    if kind == box.GRAIN:
        return wheat_value(s, seat, value)
    if kind == box.EXCHANGE:
        return TRADE_WORTH
    more = held | value if kind == box.STATUE else held + (1 << box.GODS)
    before, after = scoring.gods_in(held), scoring.gods_in(more)
    gain = 100 * (box.STATUE_POINTS[after] - box.STATUE_POINTS[before])
    return gain + GOD_HOPE if gain > 0 and turns_left(s) > 0 else gain


def piece_value(s, seat, resource, shop, held):
    """What one more piece on a shop promises, without what it adds to specialised shops."""
    number, left = int(s.shop[seat][shop]), shops.missing(s, seat, shop)
    worth = shop_worth(s, seat, number, held)
    if left == 1:
        return worth
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if s.put[seat][shop][i] == st.NONE and need != resource and is_at_hand(s, need):
            return worth * 48 // 100
    if box.SHOP_NEEDS[number][0] == box.SHOP_NEEDS[number][1] and s.beside[resource] > 1:
        return worth * 48 // 100
    return worth * CHANCE_TO_FILL[turns_left(s)] // 220


def is_at_hand(s, need):
    """Whether this turn's harvest holds what an icon needs; any piece will do for `ANY`."""
    return need == box.ANY or s.beside[need] > 0


def rate_value(s, seat, resource):
    """What any piece of a resource adds to the specialised shops that count it."""
    value = 0
    for shop in range(box.SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if box.SHOP_KIND[number] == box.SPECIAL and box.SHOP_NEEDS[number][0] == resource:
            done = shops.is_complete(s, seat, shop)
            value += box.SHOP_VALUE[number] * (100 if done else CHANCE_TO_FILL[turns_left(s)])
    return value


def supply_value(s, seat, resource, shop):
    """What putting a piece there promises."""
    value = piece_value(s, seat, resource, shop, scoring.statues_held(s, seat))
    return value + rate_value(s, seat, resource)


# --- What a harvest is worth ----------------------------------------------------------------------


def unit_values(s, seat, resource):
    """The four best places for pieces of a resource, packed: the best in the lowest bits."""
    held, rate = scoring.statues_held(s, seat), rate_value(s, seat, resource)
    best, second, third, fourth = 0, 0, 0, 0
    for shop in range(box.SHOPS_PER_SEAT):
        for i in range(box.ICONS_PER_SHOP):
            need = box.SHOP_NEEDS[s.shop[seat][shop]][i]
            if (need == resource or need == box.ANY) and s.put[seat][shop][i] == st.NONE:
                value = min(LARGEST, rate + piece_value(s, seat, resource, shop, held))
                best, value = max(best, value), min(best, value)
                second, value = max(second, value), min(second, value)
                third, value = max(third, value), min(third, value)
                fourth = max(fourth, value)
    return best | second << SHIFT | third << (2 * SHIFT) | fourth << (3 * SHIFT)


def nth(values, n):
    """The n-th value of a packed row, never less than a spare piece is worth."""
    if n > 3:
        return SPARE_PIECE
    return max(SPARE_PIECE, values >> (n * SHIFT) & LARGEST)


def monument_lead(s, seat):
    """What monuments pay the seat, less what they pay a rival on average, in hundredths."""
    rivals = 0
    for other in range(s.players):
        if other != seat:
            rivals += scoring.monument_points(s, other)
    return 100 * scoring.monument_points(s, seat) - 100 * rivals // (s.players - 1)


def monument_value(s, seat):
    """What one more monument promises: surer the later it is."""
    if s.monuments[seat] == box.MONUMENTS_EACH:
        return 0
    before = monument_lead(s, seat)
    s.monuments[seat] += 1
    gain = monument_lead(s, seat) - before
    s.monuments[seat] -= 1
    return gain * (90 - 6 * turns_left(s)) // 100 + MONUMENT_HOPE


def units_worth(values, count):
    """What so many pieces of a resource are worth together."""
    value = 0
    for n in range(count):
        value += nth(values, n)
    return value


def best_of(s, seat, kind, first_at, last_at, first_turn, last_turn):
    """The most that a tile would bring the seat from some places, in some turns."""
    values_a, values_b = unit_values(s, seat, box.ALABASTER), unit_values(s, seat, box.BOVINE)
    values_g, values_p = unit_values(s, seat, box.GRAPE), unit_values(s, seat, box.PAPYRUS)
    # A quarry gives a monument or the resource that is needed most.
    quarry = max(values_a & LARGEST, values_b & LARGEST)
    quarry = max(quarry, max(values_g & LARGEST, values_p & LARGEST))
    quarry = max(quarry, monument_value(s, seat))
    best = 0
    for at in range(first_at, last_at + 1):
        if s.cell[at] < box.SCENE:
            for turn in range(first_turn, last_turn + 1):
                if tiles.may_lie(s, kind, at, turn):
                    value = units_worth(values_a, harvest.crop(s, kind, at, turn, box.ALABASTER))
                    value += units_worth(values_b, harvest.crop(s, kind, at, turn, box.BOVINE))
                    value += units_worth(values_g, harvest.crop(s, kind, at, turn, box.GRAPE))
                    value += units_worth(values_p, harvest.crop(s, kind, at, turn, box.PAPYRUS))
                    value += wheat_value(s, seat, harvest.wheat_beside(s, at, turn))
                    value += quarry * harvest.quarries_closed(s, at, turn)
                    best = max(best, value)
    return best


def best_lay(s, seat, kind):
    """The most that a tile would bring the seat on the valley as it is."""
    return best_of(s, seat, kind, box.FIRST_AT, box.LAST_AT, 0, 3)


def turn_value(s, seat, turn):
    """The tile as it would lie; the start tile may lie as it likes."""
    if s.phase == st.TURN_START:
        return 0
    return best_of(s, seat, int(s.tile), int(s.at), int(s.at), turn, turn)


def cell_value(s, seat, at):
    """The best turn from a cell; which quarry comes first does not matter."""
    if s.phase != st.CHOOSE_CELL:
        return 0
    return best_of(s, seat, int(s.tile), at, at, 0, 3)


def take_value(s, seat, kind):
    """A tile to take, by what it would bring now and by what the hand lacks."""
    value = best_lay(s, seat, kind) - 40 * s.hand[seat][kind]
    return value - 30 if box.TILE_SCENES[kind][0] == box.TILE_SCENES[kind][1] else value


# --- Districts ------------------------------------------------------------------------------------


def payment_value(s, seat, resource):
    """What a unit of payment would have been worth: the least useful piece goes first."""
    if resource == box.WHEAT:
        return -wheat_value(s, seat, -1)
    last = int(s.beside[resource]) - 1
    if last > 3:
        return 0
    return unit_values(s, seat, resource) >> (last * SHIFT) & LARGEST


def cheapest_payment(s, seat):
    """What one unit of payment costs at least."""
    cheapest = LARGEST
    if s.wheat[seat] > 0:
        cheapest = payment_value(s, seat, box.WHEAT)
    for resource in range(box.KINDS):
        if s.beside[resource] > 0:
            cheapest = min(cheapest, payment_value(s, seat, resource))
    return cheapest


def open_icons(s, seat):
    """The pieces that a metropolis could still take."""
    count = 0
    for shop in range(box.SHOPS_PER_SEAT):
        count += shops.missing(s, seat, shop)
    return count


def fill_chance(s, number, sure):
    """How likely a shop will be complete, in hundredths; pieces at hand are nearly sure."""
    chance = 100
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            chance = chance * (96 if is_at_hand(s, need) else sure) // 100
    return chance


def build_value(s, seat, district):
    """What a district promises, less what it costs and what the city cannot fill any more."""
    held, left = scoring.statues_held(s, seat), turns_left(s)
    coming = 10 * open_icons(s, seat) + 30
    expected = HARVEST_A_TURN * left + 10 * total(s.beside, 0, box.KINDS)
    share = min(100, 100 * expected // coming)
    value = 0
    for i in range(box.SHOPS_PER_DISTRICT):
        number = box.DISTRICT_SHOP[district][i]
        if number != box.NO_SHOP:
            chance = fill_chance(s, number, CHANCE_TO_FILL[left])
            value += shop_worth(s, seat, number, held) * chance // 100
    value = value * (50 + share // 2) // 100
    if box.DISTRICT_COST[district] > 0:
        value -= box.DISTRICT_COST[district] * (30 + cheapest_payment(s, seat))
    return BUILD_FIRST + value if value > WORTH_BUILDING else -1
