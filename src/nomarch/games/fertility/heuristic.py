"""A hand-written player: the value of pieces on shops, of tiles and of districts.

Values are hundredths of a Deben. Judging changes nothing but a count that it puts back at once.
"""

from nomarch.games.fertility.rules import act, box, harvest, scoring, shops, st, tiles
from nomarch.kernel.declare.rules import total

SEARCH = (("trust", 1000),)
"""Few playouts are too noisy to trust alone: see bench/bots.md."""

CHANCE_TO_FILL = 89
"""Chance that a missing piece still comes, in hundredths, while turns are left."""
HARVEST_A_TURN = 13
"""Expected pieces of a turn, in tenths."""
TRADE_WORTH = 380
SPARE_PIECE = 19
"""Value of a piece that no shop takes: it may pay for a district."""
WHEAT_A_TURN = 88
"""Expected wheat of a turn, in hundredths."""
WHEAT_TO_SPARE = 78
"""Value of wheat beyond its points: it may pay for a district."""
MONUMENT_HOPE = 240
GOD_HOPE = 39
BUILD_FIRST = 100000
"""Added to a district worth building: building comes before supplying."""
WORTH_BUILDING = 18
HALF_DONE = 52
"""Value of a piece when the shop's other one is at hand, in hundredths of the shop."""
HALF_HOPED = 58
"""Value of a piece when the shop's other one is still missing, in hundredths of the shop."""
SPECIAL_A_TURN = 103
"""Expected pieces that a turn adds for a specialised shop, in hundredths."""
MONUMENT_SURE = 34
"""Certainty of a lead in monuments, in hundredths; each turn left takes off `MONUMENT_DOUBT`."""
MONUMENT_DOUBT = 4
SAME_TILE = 21
"""Penalty for each equal tile in hand, and for two equal scenes."""
EQUAL_SCENES = 12
SHOWN_SHARE = 69
"""Share of a shop's value while its district is not built yet, in hundredths."""
SHOWN_COST = 176
"""Penalty for each unit that the district costs."""
NEARLY_SURE = 108
PACE_SHARE = 85
"""Share of a district's value that depends on the pace of harvests, in hundredths."""
RATE_SHARE = 36
"""Weight of what a district's pieces add to specialised shops, in hundredths."""
PIECE_ELSEWHERE = 137
"""Value that a piece for a new shop would have elsewhere."""
PAYING = 18
"""Cost of each unit of payment beyond its use."""
SHIFT = 14
"""Bits of one value in a packed row of four."""
LARGEST = (1 << SHIFT) - 1


def evaluate(s: st.State, seat, action):
    if act.QUARRY.has(action):
        resource = act.QUARRY.resource(action)
        return nth(s, unit_values(s, seat, resource), int(s.beside[resource]))
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


def turns_left(s: st.State):
    return max(0, box.TURNS_EACH - 1 - int(s.turns) // int(s.players))


def chance_to_fill(s: st.State):
    """Return the chance that a missing piece still comes, in hundredths."""
    return CHANCE_TO_FILL if turns_left(s) > 0 else 0


def wheat_value(s: st.State, seat, count):
    """Return the value of wheat gained or lost, by how full the granary is likely to end."""
    have = int(s.wheat[seat])
    after = max(0, min(box.MOST_WHEAT, have + count))
    coming = WHEAT_A_TURN * turns_left(s)
    gain = granary(100 * after + coming) - granary(100 * have + coming)
    return gain + WHEAT_TO_SPARE * (after - have)


def granary(level):
    """Return what wheat pays, both in hundredths."""
    full = min(level, 100 * box.MOST_WHEAT - 1) // 100
    points, more = box.WHEAT_POINTS[full], box.WHEAT_POINTS[full + 1]
    return 100 * points + (more - points) * min(100, level - 100 * full)


def shop_worth(s: st.State, seat, number, held):
    """Return the expected value of a shop once it is complete."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return 100 * value
    if kind == box.SPECIAL:
        pieces = scoring.pieces_like(s, seat, box.SHOP_NEEDS[number][0])
        return value * (100 * pieces + SPECIAL_A_TURN * turns_left(s))
    if kind == box.GRAIN:
        return wheat_value(s, seat, value)
    if kind == box.EXCHANGE:
        return TRADE_WORTH
    more = held | value if kind == box.STATUE else held + (1 << box.GODS)
    before, after = scoring.gods_in(held), scoring.gods_in(more)
    gain = 100 * (box.STATUE_POINTS[after] - box.STATUE_POINTS[before])
    return gain + GOD_HOPE if gain > 0 and turns_left(s) > 0 else gain


def piece_value(s: st.State, seat, resource, shop, held):
    """Return the value of a piece on a shop, without specialised shops that count it."""
    number, left = int(s.shop[seat][shop]), shops.missing(s, seat, shop)
    worth = shop_worth(s, seat, number, held)
    if left == 1:
        return worth
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if s.put[seat][shop][i] == st.NONE and need != resource and is_at_hand(s, need):
            return worth * HALF_DONE // 100
    if box.SHOP_NEEDS[number][0] == box.SHOP_NEEDS[number][1] and s.beside[resource] > 1:
        return worth * HALF_DONE // 100
    return worth * chance_to_fill(s) * HALF_HOPED // 10000


def is_at_hand(s: st.State, need):
    return need == box.ANY or s.beside[need] > 0


def rate_value(s: st.State, seat, resource):
    """Return what a piece of a resource adds to the specialised shops that count it."""
    value = 0
    for shop in range(box.SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if box.SHOP_KIND[number] == box.SPECIAL and box.SHOP_NEEDS[number][0] == resource:
            done = shops.is_complete(s, seat, shop)
            value += box.SHOP_VALUE[number] * (100 if done else chance_to_fill(s))
    return value


def supply_value(s: st.State, seat, resource, shop):
    value = piece_value(s, seat, resource, shop, scoring.statues_held(s, seat))
    return value + rate_value(s, seat, resource)


def unit_values(s: st.State, seat, resource):
    """Return the four best values for pieces of a resource, packed, the best in the lowest bits."""
    held, rate = scoring.statues_held(s, seat), rate_value(s, seat, resource)
    values = with_value(0, shown_value(s, seat, resource, held, rate))
    for shop in range(box.SHOPS_PER_SEAT):
        for i in range(box.ICONS_PER_SHOP):
            need = box.SHOP_NEEDS[s.shop[seat][shop]][i]
            if (need == resource or need == box.ANY) and s.put[seat][shop][i] == st.NONE:
                value = rate + piece_value(s, seat, resource, shop, held)
                values = with_value(values, min(LARGEST, value))
    return values


def with_value(values, value):
    """Return a packed row with one more value; the least of five is dropped."""
    for n in range(4):
        here = values >> (n * SHIFT) & LARGEST
        if value > here:
            values += (value - here) << (n * SHIFT)
            value = here
    return values


def shown_value(s: st.State, seat, resource, held, rate):
    """Return the value of a piece on a district that could be built this turn."""
    best = 0
    if st.CITY <= s.phase <= st.TRADE:  # What is built by now is among the seat's shops.
        return best
    for i in range(box.SHOWN):
        if s.shown[i] != st.NONE:
            cost = SHOWN_COST * box.DISTRICT_COST[s.shown[i]]
            for part in range(box.SHOPS_PER_DISTRICT):
                number = box.DISTRICT_SHOP[s.shown[i]][part]
                if box.SHOP_NEEDS[number][0] == resource or box.SHOP_NEEDS[number][1] == resource:
                    worth = shop_worth(s, seat, number, held) * SHOWN_SHARE // 100
                    if box.SHOP_NEEDS[number][1] != box.NOTHING:
                        worth = worth * chance_to_fill(s) * HALF_HOPED // 10000
                    best = max(best, worth + rate - cost)
    return min(LARGEST, best)


def nth(s: st.State, values, n):
    """Return the n-th value of a packed row, at least a spare piece's."""
    if n > 3:
        return SPARE_PIECE
    return max(SPARE_PIECE, values >> (n * SHIFT) & LARGEST)


def monument_lead(s: st.State, seat):
    """Return what monuments pay the seat, less a rival's average, in hundredths."""
    rivals = 0
    for other in range(s.players):
        if other != seat:
            rivals += scoring.monument_points(s, other)
    return 100 * scoring.monument_points(s, seat) - 100 * rivals // (s.players - 1)


def monument_value(s: st.State, seat):
    """Return the value of one more monument, surer the later it is."""
    if s.monuments[seat] == box.MONUMENTS_EACH:
        return 0
    before = monument_lead(s, seat)
    s.monuments[seat] += 1
    gain = monument_lead(s, seat) - before
    s.monuments[seat] -= 1
    return gain * (MONUMENT_SURE - MONUMENT_DOUBT * turns_left(s)) // 100 + MONUMENT_HOPE


def units_worth(s: st.State, values, count):
    value = 0
    for n in range(count):
        value += nth(s, values, n)
    return value


def best_of(s: st.State, seat, kind, first_at, last_at, first_turn, last_turn):
    """Return the most that a tile would bring the seat from some places, in some turns."""
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
                    value = units_worth(s, values_a, harvest.crop(s, kind, at, turn, box.ALABASTER))
                    value += units_worth(s, values_b, harvest.crop(s, kind, at, turn, box.BOVINE))
                    value += units_worth(s, values_g, harvest.crop(s, kind, at, turn, box.GRAPE))
                    value += units_worth(s, values_p, harvest.crop(s, kind, at, turn, box.PAPYRUS))
                    value += wheat_value(s, seat, harvest.wheat_beside(s, at, turn))
                    value += quarry * harvest.quarries_closed(s, at, turn)
                    best = max(best, value)
    return best


def best_lay(s: st.State, seat, kind):
    return best_of(s, seat, kind, box.FIRST_AT, box.LAST_AT, 0, 3)


def turn_value(s: st.State, seat, turn):
    """Return the value of a turn of the tile; the start tile's does not matter."""
    if s.phase == st.TURN_START:
        return 0
    return best_of(s, seat, int(s.tile), int(s.at), int(s.at), turn, turn)


def cell_value(s: st.State, seat, at):
    """Return the value of the best turn from a cell; the order of quarries does not matter."""
    if s.phase != st.CHOOSE_CELL:
        return 0
    return best_of(s, seat, int(s.tile), at, at, 0, 3)


def take_value(s: st.State, seat, kind):
    """Return the value of taking a tile: what it would bring now, and variety in hand."""
    value = best_lay(s, seat, kind) - SAME_TILE * s.hand[seat][kind]
    return value - EQUAL_SCENES if box.TILE_SCENES[kind][0] == box.TILE_SCENES[kind][1] else value


def payment_value(s: st.State, seat, resource):
    """Return the value lost by paying with a unit."""
    if resource == box.WHEAT:
        return -wheat_value(s, seat, -1)
    last = int(s.beside[resource]) - 1
    if last > 3:
        return 0
    return unit_values(s, seat, resource) >> (last * SHIFT) & LARGEST


def cheapest_payment(s: st.State, seat):
    """Return the least that one unit of payment costs."""
    cheapest = LARGEST
    if s.wheat[seat] > 0:
        cheapest = payment_value(s, seat, box.WHEAT)
    for resource in range(box.KINDS):
        if s.beside[resource] > 0:
            cheapest = min(cheapest, payment_value(s, seat, resource))
    return cheapest


def open_icons(s: st.State, seat):
    count = 0
    for shop in range(box.SHOPS_PER_SEAT):
        count += shops.missing(s, seat, shop)
    return count


def fill_chance(s: st.State, number):
    """Return the chance that a shop gets complete, in hundredths."""
    chance, sure = 100, chance_to_fill(s)
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            chance = chance * (NEARLY_SURE if is_at_hand(s, need) else sure) // 100
    return chance


def icons_worth(s: st.State, seat, number, rate_share, elsewhere):
    """Return what a shop's pieces add to specialised shops, less their value elsewhere."""
    value = 0
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            value -= elsewhere
            if need != box.ANY:
                value += rate_share * rate_value(s, seat, need) // 100
    return value


def pace(s: st.State, seat):
    """Return the share of a new district's value that harvests will reach, in hundredths."""
    coming = 10 * open_icons(s, seat) + 30
    expected = HARVEST_A_TURN * turns_left(s) + 10 * total(s.beside, 0, box.KINDS)
    return 100 - PACE_SHARE + min(100, 100 * expected // coming) * PACE_SHARE // 100


def promise(s: st.State, seat, district, rate_share, elsewhere):
    held, value = scoring.statues_held(s, seat), 0
    for i in range(box.SHOPS_PER_DISTRICT):
        number = box.DISTRICT_SHOP[district][i]
        if number != box.NO_SHOP:
            worth = shop_worth(s, seat, number, held)
            worth += icons_worth(s, seat, number, rate_share, elsewhere)
            value += max(0, worth) * fill_chance(s, number) // 100
    return value * pace(s, seat) // 100


def building_cost(s: st.State, seat, district):
    if box.DISTRICT_COST[district] == 0:
        return 0
    return box.DISTRICT_COST[district] * (PAYING + cheapest_payment(s, seat))


def build_value(s: st.State, seat, district):
    """Return the value of building a district, which comes before supplying."""
    value = promise(s, seat, district, RATE_SHARE, PIECE_ELSEWHERE)
    value -= building_cost(s, seat, district)
    return BUILD_FIRST + value if value > WORTH_BUILDING else -1
