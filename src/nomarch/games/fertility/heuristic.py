"""How a sensible player of Fertility judges: what a piece is worth on a shop, what a tile brings.

Values are hundredths of a Deben. Judging changes nothing but a count that it puts back at once.
"""

from nomarch.games.fertility.actions import (
    BOARD,
    BUILD,
    CELL,
    DISCARD,
    LAY,
    PAY,
    QUARRY,
    QUARRY_MONUMENT,
    REMOVE,
    SLOT,
    SUPPLY,
    TAKE,
    TURN,
)
from nomarch.games.fertility.components import (
    ANY,
    AT,
    BORDER,
    BORDER_CELLS,
    CHOICE,
    DISTRICT_COST,
    DISTRICT_SHOP,
    EXCHANGE,
    FIRST_AT,
    GENERAL,
    GODS,
    GRAIN,
    ICONS_PER_SHOP,
    KIND,
    KINDS,
    MONUMENTS_EACH,
    MOST_WHEAT,
    NEED,
    NO_SHOP,
    NOTHING,
    SCENE,
    SHOPS,
    SHOPS_PER_DISTRICT,
    SHOPS_PER_SEAT,
    SPECIAL,
    STATUE,
    STATUE_POINTS,
    STRIDE,
    TILE_SCENES,
    TURNS_EACH,
    VALLEY_COLUMNS,
    VALLEY_ROWS,
    VALUE,
    WHEAT,
    WHEAT_POINTS,
)
from nomarch.games.fertility.rules import (
    CHOOSE_CELL,
    NONE,
    TURN_START,
    crop,
    is_complete,
    is_quarry,
    may_lie,
    monument_points,
    pieces_like,
    wheat_beside,
)

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


def judge(s, seat, action):
    """What the seat should think of an action."""
    if QUARRY <= action < PAY:
        return unit_value(s, seat, action - QUARRY, int(s.beside[action - QUARRY]))
    if action < PAY:
        return monument_value(s, seat) if action == QUARRY_MONUMENT else 0
    if action < TURN:
        return -payment_value(s, seat, action - PAY)
    if action < LAY:
        return turn_value(s, seat, action - TURN)
    if action < SLOT:
        return tile_value(s, seat, action)
    if SUPPLY <= action < BUILD:
        return supply_value(s, seat, (action - SUPPLY) % KINDS, (action - SUPPLY) // KINDS)
    if BUILD <= action < CELL:
        return build_value(s, seat, action - BUILD)
    if CELL <= action < DISCARD:
        return cell_value(s, seat, AT[action - CELL])
    if REMOVE <= action < BOARD:
        rival = (seat + 1) % s.players
        return best_lay(s, rival, action - REMOVE)
    return 0


def turns_left(s):
    """The own turns that follow the present one."""
    return max(0, TURNS_EACH - 1 - int(s.turns) // int(s.players))


# --- What a shop promises -----------------------------------------------------------------------


def statues_held(s, seat):
    """A bit set of the gods on complete shops, and the number of free choices above it."""
    shown, free = 0, 0
    for shop in range(SHOPS_PER_SEAT):
        kind = SHOPS[s.shop[seat][shop]][KIND]
        if kind == STATUE and is_complete(s, seat, shop):
            shown |= SHOPS[s.shop[seat][shop]][VALUE]
        elif kind == CHOICE and is_complete(s, seat, shop):
            free += 1
    return shown | free << GODS


def gods_in(held):
    """The number of different gods among statues held."""
    count = held >> GODS
    for god in range(GODS):
        count += held >> god & 1
    return min(count, GODS)


def wheat_value(s, seat, count):
    """What more wheat adds to the granary, or less of it takes away."""
    have = int(s.wheat[seat])
    after = max(0, min(MOST_WHEAT, have + count))
    return 100 * (WHEAT_POINTS[after] - WHEAT_POINTS[have]) + WHEAT_TO_SPARE * (after - have)


def shop_worth(s, seat, number, held):
    """What a shop is likely to be worth once it is complete."""
    kind, value = SHOPS[number][KIND], SHOPS[number][VALUE]
    if kind == GENERAL:
        return 100 * value
    if kind == SPECIAL:
        return 100 * value * (pieces_like(s, seat, SHOPS[number][NEED]) + min(turns_left(s), 4))
    if kind == GRAIN:
        return wheat_value(s, seat, value)
    if kind == EXCHANGE:
        return TRADE_WORTH
    more = held | value if kind == STATUE else held + (1 << GODS)
    gain = 100 * (STATUE_POINTS[gods_in(more)] - STATUE_POINTS[gods_in(held)])
    return gain + GOD_HOPE if gain > 0 and turns_left(s) > 0 else gain


def missing(s, seat, shop):
    """The empty icons of a shop."""
    count = 0
    for i in range(ICONS_PER_SHOP):
        if SHOPS[s.shop[seat][shop]][NEED + i] != NOTHING and s.put[seat][shop][i] == NONE:
            count += 1
    return count


def piece_value(s, seat, resource, shop, held):
    """What one more piece on a shop promises, without what it adds to specialised shops."""
    number, left = int(s.shop[seat][shop]), missing(s, seat, shop)
    worth = shop_worth(s, seat, number, held)
    if left == 1:
        return worth
    for i in range(ICONS_PER_SHOP):
        need = SHOPS[number][NEED + i]
        if s.put[seat][shop][i] == NONE and need != resource and is_at_hand(s, need):
            return worth * 48 // 100
    if SHOPS[number][NEED] == SHOPS[number][NEED + 1] and s.beside[resource] > 1:
        return worth * 48 // 100
    return worth * CHANCE_TO_FILL[turns_left(s)] // 220


def is_at_hand(s, need):
    """Whether this turn's harvest holds what an icon needs; any piece will do for `ANY`."""
    return need == ANY or s.beside[need] > 0


def rate_value(s, seat, resource):
    """What any piece of a resource adds to the specialised shops that count it."""
    total = 0
    for shop in range(SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if SHOPS[number][KIND] == SPECIAL and SHOPS[number][NEED] == resource:
            rate = 100 * SHOPS[number][VALUE]
            if is_complete(s, seat, shop):
                total += rate
            else:
                total += rate * CHANCE_TO_FILL[turns_left(s)] // 100
    return total


def supply_value(s, seat, resource, shop):
    """What putting a piece there promises."""
    value = piece_value(s, seat, resource, shop, statues_held(s, seat))
    return value + rate_value(s, seat, resource)


# --- What a harvest is worth ----------------------------------------------------------------------


def unit_values(s, seat, resource):
    """The four best places for pieces of a resource, packed: the best in the lowest bits."""
    held, rate = statues_held(s, seat), rate_value(s, seat, resource)
    best, second, third, fourth = 0, 0, 0, 0
    for shop in range(SHOPS_PER_SEAT):
        if s.shop[seat][shop] != NO_SHOP:
            for i in range(ICONS_PER_SHOP):
                need = SHOPS[s.shop[seat][shop]][NEED + i]
                wanted = resource if need == ANY else need
                if wanted == resource and s.put[seat][shop][i] == NONE:
                    value = min(LARGEST, rate + piece_value(s, seat, resource, shop, held))
                    if value > best:
                        best, second, third, fourth = value, best, second, third
                    elif value > second:
                        second, third, fourth = value, second, third
                    elif value > third:
                        third, fourth = value, third
                    elif value > fourth:
                        fourth = value
    return best | second << SHIFT | third << (2 * SHIFT) | fourth << (3 * SHIFT)


def nth(values, n):
    """The n-th value of a packed row, never less than a spare piece is worth."""
    if n > 3:
        return SPARE_PIECE
    return max(SPARE_PIECE, values >> (n * SHIFT) & LARGEST)


def unit_value(s, seat, resource, n):
    """What one more piece of a resource is worth to the one who holds n of them."""
    return nth(unit_values(s, seat, resource), n)


def monument_lead(s, seat):
    """What monuments pay the seat, less what they pay a rival on average, in hundredths."""
    rivals = 0
    for other in range(s.players):
        if other != seat:
            rivals += monument_points(s, other)
    return 100 * monument_points(s, seat) - 100 * rivals // (s.players - 1)


def monument_value(s, seat):
    """What one more monument promises: surer the later it is."""
    if s.monuments[seat] == MONUMENTS_EACH:
        return 0
    before = monument_lead(s, seat)
    s.monuments[seat] += 1
    gain = monument_lead(s, seat) - before
    s.monuments[seat] -= 1
    return gain * (90 - 6 * turns_left(s)) // 100 + MONUMENT_HOPE


def quarry_value(s, seat, values_a, values_b, values_g, values_p):
    """A quarry: a monument or the resource that is needed most."""
    best = max(
        max(values_a & LARGEST, values_b & LARGEST), max(values_g & LARGEST, values_p & LARGEST)
    )
    return max(best, monument_value(s, seat))


def units_worth(values, count):
    """What so many pieces of a resource are worth together."""
    total = 0
    for n in range(count):
        total += nth(values, n)
    return total


def lay_value(s, seat, kind, at, turn, values_a, values_b, values_g, values_p, quarry):
    """What a tile would bring, laid there."""
    value = units_worth(values_a, crop(s, kind, at, turn, 0))
    value += units_worth(values_b, crop(s, kind, at, turn, 1))
    value += units_worth(values_g, crop(s, kind, at, turn, 2))
    value += units_worth(values_p, crop(s, kind, at, turn, 3))
    value += wheat_value(s, seat, wheat_beside(s, at, turn))
    for i in range(BORDER_CELLS):
        if is_quarry(s, at + BORDER[turn][i], at, turn):
            value += quarry
    return value


def best_lay(s, seat, kind):
    """The most that a tile would bring the seat on the valley as it is."""
    values_a, values_b = unit_values(s, seat, 0), unit_values(s, seat, 1)
    values_g, values_p = unit_values(s, seat, 2), unit_values(s, seat, 3)
    quarry = quarry_value(s, seat, values_a, values_b, values_g, values_p)
    best = 0
    for row in range(VALLEY_ROWS):
        first = FIRST_AT + STRIDE * row
        for at in range(first, first + VALLEY_COLUMNS * s.boards):
            if s.cell[at] < SCENE:
                for turn in range(4):
                    if may_lie(s, kind, at, turn):
                        best = max(best, lay_value(
                            s, seat, kind, at, turn, values_a, values_b, values_g, values_p, quarry
                        ))  # fmt: skip
    return best


def best_at(s, seat, kind, at, first, last):
    """The most that a tile would bring from a cell, in turns from `first` to `last`."""
    values_a, values_b = unit_values(s, seat, 0), unit_values(s, seat, 1)
    values_g, values_p = unit_values(s, seat, 2), unit_values(s, seat, 3)
    quarry = quarry_value(s, seat, values_a, values_b, values_g, values_p)
    best = 0
    for turn in range(first, last + 1):
        if may_lie(s, kind, at, turn):
            best = max(best, lay_value(
                s, seat, kind, at, turn, values_a, values_b, values_g, values_p, quarry
            ))  # fmt: skip
    return best


def turn_value(s, seat, turn):
    """The tile as it would lie; the start tile may lie as it likes."""
    if s.phase == TURN_START:
        return 0
    return best_at(s, seat, int(s.tile), int(s.at), turn, turn)


def cell_value(s, seat, at):
    """The best turn from a cell; which quarry comes first does not matter."""
    if s.phase != CHOOSE_CELL:
        return 0
    return best_at(s, seat, int(s.tile), at, 0, 3)


def tile_value(s, seat, action):
    """A tile to lay by what it brings now; one to take also by what the hand lacks."""
    if action < TAKE:
        return best_lay(s, seat, action - LAY)
    kind = action - TAKE
    value = best_lay(s, seat, kind) - 40 * s.hand[seat][kind]
    return value - 30 if TILE_SCENES[kind][0] == TILE_SCENES[kind][1] else value


# --- Districts ------------------------------------------------------------------------------------


def payment_value(s, seat, resource):
    """What a unit of payment would have been worth: the least useful piece goes first."""
    if resource == WHEAT:
        return -wheat_value(s, seat, -1)
    last = int(s.beside[resource]) - 1
    if last > 3:
        return 0
    return unit_values(s, seat, resource) >> (last * SHIFT) & LARGEST


def cheapest_payment(s, seat):
    """What one unit of payment costs at least."""
    cheapest = LARGEST
    if s.wheat[seat] > 0:
        cheapest = payment_value(s, seat, WHEAT)
    for resource in range(KINDS):
        if s.beside[resource] > 0:
            cheapest = min(cheapest, payment_value(s, seat, resource))
    return cheapest


def open_icons(s, seat):
    """The pieces that a metropolis could still take."""
    count = 0
    for shop in range(SHOPS_PER_SEAT):
        if s.shop[seat][shop] != NO_SHOP:
            count += missing(s, seat, shop)
    return count


def fill_chance(s, number, sure):
    """How likely a shop will be complete, in hundredths; pieces at hand are nearly sure."""
    chance = 100
    for i in range(ICONS_PER_SHOP):
        need = SHOPS[number][NEED + i]
        if need != NOTHING:
            chance = chance * (96 if is_at_hand(s, need) else sure) // 100
    return chance


def build_value(s, seat, district):
    """What a district promises, less what it costs and what the city cannot fill any more."""
    held, left = statues_held(s, seat), turns_left(s)
    coming = 10 * open_icons(s, seat) + 30
    expected = HARVEST_A_TURN * left + 10 * (
        int(s.beside[0]) + int(s.beside[1]) + int(s.beside[2]) + int(s.beside[3])
    )
    share = min(100, 100 * expected // coming)
    value = 0
    for i in range(SHOPS_PER_DISTRICT):
        number = DISTRICT_SHOP[district][i]
        if number != NO_SHOP:
            chance = fill_chance(s, number, CHANCE_TO_FILL[left])
            value += shop_worth(s, seat, number, held) * chance // 100
    value = value * (50 + share // 2) // 100
    if DISTRICT_COST[district] > 0:
        value -= DISTRICT_COST[district] * (30 + cheapest_payment(s, seat))
    return BUILD_FIRST + value if value > WORTH_BUILDING else -1
