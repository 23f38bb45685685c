"""How a sensible player of Fertility judges: what a piece is worth on a shop, what a tile brings.

Values are hundredths of a Deben. Judging changes nothing but a count that it puts back at once.
"""

from nomarch.games.fertility.rules import act, box, harvest, scoring, shops, st, tiles
from nomarch.kernel.rules import total

SEARCH = (("trust", 1000),)
"""Few playouts tell more of chance than of choices: see bench/bots.md."""

CHANCE_TO_FILL = 89
"""How likely a missing piece still comes, in hundredths, while turns are left."""
HARVEST_A_TURN = 13
"""Pieces a turn brings, in tenths."""
TRADE_WORTH = 380
SPARE_PIECE = 19
"""What a piece is worth that no shop takes: it may pay for a district."""
WHEAT_A_TURN = 88
"""Wheat that a turn is expected to bring, in hundredths: the granary's last steps pay most."""
WHEAT_TO_SPARE = 78
"""What wheat is worth beyond its points: it may pay as well."""
MONUMENT_HOPE = 240
GOD_HOPE = 39
BUILD_FIRST = 100000
"""Added to a district worth building: building comes before supplying."""
WORTH_BUILDING = 18
HALF_DONE = 52
"""What a piece is worth, in hundredths of its shop, when the other one is at hand."""
HALF_HOPED = 58
"""The same when the other one is only hoped for."""
SPECIAL_A_TURN = 103
"""Pieces that a turn is expected to add for a specialised shop, in hundredths."""
MONUMENT_SURE = 34
"""How sure a monument's lead is, in hundredths, and what each turn left takes off that."""
MONUMENT_DOUBT = 4
SAME_TILE = 21
"""What a tile loses by each of its kind in the hand, and by two equal scenes."""
EQUAL_SCENES = 12
SHOWN_SHARE = 69
"""How much of its worth a shop has, in hundredths, while its district is still to be built."""
SHOWN_COST = 176
"""What it loses by each unit that its district costs."""
NEARLY_SURE = 108
PACE_SHARE = 85
"""How much of a district's worth hangs on the pace of harvests, in hundredths."""
RATE_SHARE = 36
"""How much a district gains, in hundredths, by what its pieces add to specialised shops."""
PIECE_ELSEWHERE = 137
"""What a piece for a new shop would bring elsewhere."""
PAYING = 18
"""What each unit of payment costs beyond its use."""
SHIFT = 14
"""Bits of one value in a packed row of four."""
LARGEST = (1 << SHIFT) - 1

ALABASTER, BOVINES, GRAPES, PAPYRUS, WHEAT = range(5)
QUARRIES, MONUMENTS, SHOP, SPECIAL, VARIETY, PAYMENT, DISTRICT, NEXT, ORDER, ELSEWHERE = range(
    5, 15
)
"""The parts of a judgement, as `words.reasons` tells them; the first are numbered as resources."""


def evaluate(s, seat, action):
    """What the seat should think of an action."""
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


def explain(s, seat, action, parts):
    """What a judgement is made of: parts whose sum it is."""
    if act.LAY.has(action):
        explain_best(s, seat, act.LAY.tile(action), box.FIRST_AT, box.LAST_AT, 0, 3, parts)
    elif act.TAKE.has(action):
        kind = act.TAKE.tile(action)
        explain_best(s, seat, kind, box.FIRST_AT, box.LAST_AT, 0, 3, parts)
        parts[VARIETY] = take_value(s, seat, kind) - best_lay(s, seat, kind)
    elif act.CELL.has(action) and s.phase == st.CHOOSE_CELL:
        at = box.AT[act.CELL.cell(action)]
        explain_best(s, seat, int(s.tile), at, at, 0, 3, parts)
    elif act.TURN.has(action) and s.phase != st.TURN_START:
        turn = act.TURN.way(action)
        explain_best(s, seat, int(s.tile), int(s.at), int(s.at), turn, turn, parts)
    elif act.SUPPLY.has(action):
        resource, shop = act.SUPPLY.resource(action), act.SUPPLY.shop(action)
        parts[SPECIAL] = rate_value(s, seat, resource)
        parts[SHOP] = supply_value(s, seat, resource, shop) - parts[SPECIAL]
    elif act.BUILD.has(action):
        explain_building(s, seat, act.BUILD.district(action), parts)
    else:
        parts[single_part(action)] = evaluate(s, seat, action)


def single_part(action):
    """The part that is the whole judgement of an action."""
    if act.QUARRY.has(action):
        return act.QUARRY.resource(action)
    if act.PAY.has(action):
        return PAYMENT
    if act.REMOVE.has(action):
        return NEXT
    return MONUMENTS


def explain_best(s, seat, kind, first_at, last_at, first_turn, last_turn, parts):
    """What the first of the best ways to lay a tile harvests."""
    best = best_of(s, seat, kind, first_at, last_at, first_turn, last_turn)
    for at in range(first_at, last_at + 1):
        for turn in range(first_turn, last_turn + 1):
            if best > 0 and best_of(s, seat, kind, at, at, turn, turn) == best:
                explain_harvest(s, seat, kind, at, turn, parts)
                best = 0


def explain_harvest(s, seat, kind, at, turn, parts):
    """What a tile brings where it lies, resource by resource."""
    total_value = best_of(s, seat, kind, at, at, turn, turn)
    for resource in range(box.KINDS):
        values = unit_values(s, seat, resource)
        count = harvest.crop(s, kind, at, turn, resource)
        parts[resource] = units_worth(s, values, count)
        total_value -= parts[resource]
    parts[WHEAT] = wheat_value(s, seat, harvest.wheat_beside(s, at, turn))
    parts[QUARRIES] = total_value - parts[WHEAT]


def explain_building(s, seat, district, parts):
    """What a district promises, what it costs, and that building comes before supplying."""
    value = build_value(s, seat, district)
    if value > BUILD_FIRST:
        parts[ORDER] = BUILD_FIRST
        parts[PAYMENT] = -building_cost(s, seat, district)
        rated = promise(s, seat, district, RATE_SHARE, 0)
        parts[SPECIAL] = rated - promise(s, seat, district, 0, 0)
        parts[ELSEWHERE] = promise(s, seat, district, RATE_SHARE, PIECE_ELSEWHERE) - rated
    parts[DISTRICT] = value - parts[ORDER] - parts[PAYMENT] - parts[SPECIAL] - parts[ELSEWHERE]


def turns_left(s):
    """The own turns that follow the present one."""
    return max(0, box.TURNS_EACH - 1 - int(s.turns) // int(s.players))


def chance_to_fill(s):
    """How likely a missing piece still comes, in hundredths: after the last turn never."""
    return CHANCE_TO_FILL if turns_left(s) > 0 else 0


# --- What a shop promises -----------------------------------------------------------------------


def wheat_value(s, seat, count):
    """What more wheat adds to the granary as it is likely to end, or less of it takes away."""
    have = int(s.wheat[seat])
    after = max(0, min(box.MOST_WHEAT, have + count))
    coming = WHEAT_A_TURN * turns_left(s)
    gain = granary(100 * after + coming) - granary(100 * have + coming)
    return gain + WHEAT_TO_SPARE * (after - have)


def granary(level):
    """What so much wheat pays, both in hundredths."""
    full = min(level, 100 * box.MOST_WHEAT - 1) // 100
    points, more = box.WHEAT_POINTS[full], box.WHEAT_POINTS[full + 1]
    return 100 * points + (more - points) * min(100, level - 100 * full)


def shop_worth(s, seat, number, held):
    """What a shop is likely to be worth once it is complete."""
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


def piece_value(s, seat, resource, shop, held):
    """What one more piece on a shop promises, without what it adds to specialised shops."""
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
            value += box.SHOP_VALUE[number] * (100 if done else chance_to_fill(s))
    return value


def supply_value(s, seat, resource, shop):
    """What putting a piece there promises."""
    value = piece_value(s, seat, resource, shop, scoring.statues_held(s, seat))
    return value + rate_value(s, seat, resource)


# --- What a harvest is worth ----------------------------------------------------------------------


def unit_values(s, seat, resource):
    """The four best places for pieces of a resource, packed: the best in the lowest bits."""
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
    """A packed row with one more value; the least of five is left out."""
    for n in range(4):
        here = values >> (n * SHIFT) & LARGEST
        if value > here:
            values += (value - here) << (n * SHIFT)
            value = here
    return values


def shown_value(s, seat, resource, held, rate):
    """What a piece promises on a district that could be built in the same turn."""
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


def nth(s, values, n):
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
    return gain * (MONUMENT_SURE - MONUMENT_DOUBT * turns_left(s)) // 100 + MONUMENT_HOPE


def units_worth(s, values, count):
    """What so many pieces of a resource are worth together."""
    value = 0
    for n in range(count):
        value += nth(s, values, n)
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
                    value = units_worth(s, values_a, harvest.crop(s, kind, at, turn, box.ALABASTER))
                    value += units_worth(s, values_b, harvest.crop(s, kind, at, turn, box.BOVINE))
                    value += units_worth(s, values_g, harvest.crop(s, kind, at, turn, box.GRAPE))
                    value += units_worth(s, values_p, harvest.crop(s, kind, at, turn, box.PAPYRUS))
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
    value = best_lay(s, seat, kind) - SAME_TILE * s.hand[seat][kind]
    return value - EQUAL_SCENES if box.TILE_SCENES[kind][0] == box.TILE_SCENES[kind][1] else value


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


def fill_chance(s, number):
    """How likely a shop will be complete, in hundredths; pieces at hand are nearly sure."""
    chance, sure = 100, chance_to_fill(s)
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            chance = chance * (NEARLY_SURE if is_at_hand(s, need) else sure) // 100
    return chance


def icons_worth(s, seat, number, rate_share, elsewhere):
    """What the pieces for a shop add to specialised shops, less what they would bring elsewhere."""
    value = 0
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING:
            value -= elsewhere
            if need != box.ANY:
                value += rate_share * rate_value(s, seat, need) // 100
    return value


def pace(s, seat):
    """How much of a new district's worth harvests will reach, in hundredths."""
    coming = 10 * open_icons(s, seat) + 30
    expected = HARVEST_A_TURN * turns_left(s) + 10 * total(s.beside, 0, box.KINDS)
    return 100 - PACE_SHARE + min(100, 100 * expected // coming) * PACE_SHARE // 100


def promise(s, seat, district, rate_share, elsewhere):
    """What the shops of a district promise, as far as they can still be filled."""
    held, value = scoring.statues_held(s, seat), 0
    for i in range(box.SHOPS_PER_DISTRICT):
        number = box.DISTRICT_SHOP[district][i]
        if number != box.NO_SHOP:
            worth = shop_worth(s, seat, number, held)
            worth += icons_worth(s, seat, number, rate_share, elsewhere)
            value += max(0, worth) * fill_chance(s, number) // 100
    return value * pace(s, seat) // 100


def building_cost(s, seat, district):
    """What paying for a district costs."""
    if box.DISTRICT_COST[district] == 0:
        return 0
    return box.DISTRICT_COST[district] * (PAYING + cheapest_payment(s, seat))


def build_value(s, seat, district):
    """What a district promises beyond its cost, and before anything is supplied."""
    value = promise(s, seat, district, RATE_SHARE, PIECE_ELSEWHERE)
    value -= building_cost(s, seat, district)
    return BUILD_FIRST + value if value > WORTH_BUILDING else -1
