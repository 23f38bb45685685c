"""How a sensible player of Egizia judges: what a boat brings now, and what it sails past.

Values are hundredths of a point. Stones and strength are worth little without each other, so both
are judged by what the rest of the game can still be built with them.
"""

from nomarch.games.egizia.actions import (
    DIG,
    DRAW,
    DRAW_MORE,
    EAT_STONE,
    FEED_NOW,
    FLOOD_TO,
    GO_CARD,
    GO_DOUBLED,
    GO_ROUND,
    GO_SITE,
    GO_WAIT,
    HARVEST,
    HIRE,
    KEEP,
    LAY,
    LEAVE,
    LOWER,
    NO_JOKER,
    PLAY_FIRST,
    PLAY_SECOND,
    PLAY_SHIFT,
    PLAY_SURPLUS,
    PLAY_TWO_RIDDLES,
    PLAY_WAITING,
    RAISE,
    SELL,
    STOP,
    TRAIN,
    USE_CREW,
    USE_JOKER,
)
from nomarch.games.egizia.components import (
    AT_BOTTOM,
    BASIC_CREWS,
    BOTTOM,
    BOTTOM_POINTS,
    BOTTOM_STONES,
    BROWN,
    BUILD_FIRST,
    BUILD_WAITING,
    BUILT,
    CANAL,
    CARD_POS,
    CARD_SPACE,
    CARD_TYPE,
    COLLABORATION,
    COLOURS,
    CREW_MAX,
    CREW_STRENGTH,
    DOUBLE_ROUND,
    DOUBLE_SHIFT,
    E_CREW,
    E_CREW_CHOICE,
    E_FLOOD,
    E_MARKET,
    E_MARKET_CHOICE,
    E_POINTS,
    E_STONES,
    EFFECTS,
    FIELD_COLOUR,
    FIELD_GRAIN,
    FIRST_QUARRY,
    FLOOR_1,
    GRAIN_MARKET,
    GRAIN_SURPLUS,
    GRAVE_GOODS,
    GRAVE_GOODS_VALUE,
    GRAVE_PART,
    GRAVES,
    HAND_SLOTS,
    HUNGER,
    IN_FINGERS,
    JOKER,
    LAST_QUARRY,
    LATE_HARVEST,
    LEFT_COLUMN,
    LEFT_WALL,
    MAX_DRAW,
    MORE_RIDDLES,
    MORE_RIDDLES_CARDS,
    MOST_GRAIN,
    MOST_QUARRY,
    OBELISK_GRAVES,
    OVERTIME,
    OWN_EACH,
    OWN_STONES,
    PAID_TRAINING,
    PART_SIZE,
    PART_START,
    PART_STRUCTURE,
    PER_STONE,
    PER_TEN,
    PERMANENT,
    PERMANENTS,
    PLACES,
    PLACES_OPEN,
    PLAYERS_AT_BOTTOM,
    POSITIONS,
    QUARRY_STONES,
    ROOF,
    ROUND_EFFECT,
    ROUND_POS,
    ROUND_SPACE,
    ROUNDS,
    SALE_LEVEL,
    SALE_MAX,
    SECOND_BOAT,
    SHARED_BERTH,
    SITE_POS,
    SITE_SPACE,
    SITES,
    SPACE_INDEX,
    SPACE_KIND,
    SPHINX,
    SPHINX_CARDS,
    SPHINX_TABLE,
    START_FIELD,
    STONE_MARKET,
    STONE_SALE,
    STONES_FOR_GRAIN,
    STRUCTURES,
    SURPLUS_GRAIN,
    TRAINING,
    TRIBUTE_OBELISK,
    TRIBUTES,
    TWO_RIDDLES,
    UPSTREAM,
)
from nomarch.games.egizia.phases import (
    AFTER_FEED,
    BUILDING,
    CREW,
    CREW_STEP,
    LAST_MOMENT,
    NO_SEAT,
    READY,
    STONES,
)
from nomarch.games.egizia.rules import (
    builds_later,
    can_sail_to,
    cheapest,
    grave_total,
    harvested,
    is_full,
    missing,
    need,
    next_value,
    riddle_points,
    stones_on,
    strongest,
    taken_positions,
    treasure_points,
)

FREE = 50000
"""What does not cost the turn is done before everything else."""
NEVER = -50000
WITH_PARTNER, WITHOUT_PARTNER = 82, 14
"""What a stone or a strength is worth that has its counterpart, and one that has none."""
FIELD_TRUST = ((100, 45, 10), (100, 90, 25), (100, 95, 85))
"""How surely fields of each colour will be irrigated, by the flood marker's space."""
MARKET_WORTH = ((0, 25, 60, 130, 150), (0, 20, 80, 110, 160))
HUNGER_FEAR = 4
"""Fields and cards will still be found: only one part in four of today's hunger is expected."""
CATCH = (0, 0, 42, 30, 24)
"""The chance that a space further down is still free when its turn comes, by player count."""
BEST_OF = (0, 220, 350, 430, 490, 530)
"""What the best of so many Sphinx cards promises."""
CARRIED = (0, 55, 55, 50, 40, 12)
"""What a stone that is kept in store is worth, by round."""


def judge(s, seat, action):
    """What the seat should think of an action."""
    if action < GO_CARD:
        return 0
    if action < RAISE:
        return sail_value(s, seat, action)
    if action < TRAIN:
        return choice_value(s, seat, action)
    if action < PLAY_SECOND:
        return standing_value(s, seat, action)
    if action < FEED_NOW:
        return card_play_value(s, seat, action)
    if action < DRAW:
        return crew_value(s, seat, action)
    if action < LAY:
        return sphinx_value(s, seat, action)
    if action < STOP:
        return lay_value(s, seat, action - LAY)
    return -1


# --- What the rest of the game promises ---------------------------------------------------------


def builds_to_come(s):
    """Rounds in which something can still be built, this one included if it is not too late."""
    left = ROUNDS - int(s.round)
    return left + 1 if s.stage <= BUILDING else left


def meals_to_come(s):
    """Feedings still to come."""
    left = ROUNDS - int(s.round)
    return left if s.phase >= AFTER_FEED and s.phase != CREW_STEP else left + 1


def trusted_grain(s, seat):
    """Grain that the fields are likely to give, in hundredths."""
    total = 0
    for colour in range(COLOURS):
        total += FIELD_TRUST[s.flood][colour] * s.grain[seat][colour]
    return total


def outlook(s, seat, power, income, stones, grain):
    """What can still be built with so much strength and stone, less what hunger will cost."""
    builds = builds_to_come(s)
    supply = stones + income * builds
    demand = power * builds * 9 // 10
    built = WITH_PARTNER * min(supply, demand) + WITHOUT_PARTNER * max(supply, demand)
    short = max(0, 100 * power - grain)
    price = int(HUNGER[s.market[seat][GRAIN_MARKET]])
    return built - short * price * meals_to_come(s) // HUNGER_FEAR


def change_value(s, seat, power, income, stones, grain):
    """What a change of strength, quarries, stones and grain (in hundredths) is worth."""
    mine, hold = need(s, seat), int(s.stones[seat])
    fields = trusted_grain(s, seat)
    before = outlook(s, seat, mine, int(s.quarry[seat]), hold, fields)
    return (
        outlook(s, seat, mine + power, s.quarry[seat] + income, hold + stones, fields + grain)
        - before
    )


def market_value(s, seat, market, steps):
    """What steps down on a market are worth, the bonus at the bottom included."""
    level = int(s.market[seat][market])
    value = 0
    for _ in range(steps):
        if level < BOTTOM:
            value += MARKET_WORTH[market][level + 1] - MARKET_WORTH[market][level]
            level += 1
        if level == BOTTOM:
            if market == STONE_MARKET:
                value += change_value(s, seat, 0, 0, BOTTOM_STONES, 0)
            else:
                value += 100 * BOTTOM_POINTS
    return value


def effect_value(s, seat, effect, times):
    """What an effect is worth."""
    power = EFFECTS[effect][E_CREW_CHOICE]
    for crew in range(BASIC_CREWS + 1):
        if s.crew[seat][crew] < CREW_MAX:
            power += EFFECTS[effect][E_CREW + crew]
    value = change_value(s, seat, times * power, 0, times * EFFECTS[effect][E_STONES], 0)
    value += 100 * EFFECTS[effect][E_POINTS] * times
    for market in range(2):
        value += market_value(s, seat, market, times * EFFECTS[effect][E_MARKET + market])
    if EFFECTS[effect][E_MARKET_CHOICE] > 0:
        steps = int(EFFECTS[effect][E_MARKET_CHOICE])
        value += max(market_value(s, seat, 0, steps), market_value(s, seat, 1, steps))
    return value + 40 * times * EFFECTS[effect][E_FLOOD]


# --- What a Nile card brings --------------------------------------------------------------------


def nile_value(s, seat, kind):
    """What a card on the Nile is worth to a seat."""
    value = effect_value(s, seat, kind, 1)
    if kind < START_FIELD:
        grain = FIELD_TRUST[s.flood][FIELD_COLOUR[kind]] * FIELD_GRAIN[kind]
        return value + change_value(s, seat, 0, 0, 0, grain) + grain // 4
    if kind <= LAST_QUARRY:
        return value + change_value(s, seat, 0, QUARRY_STONES[kind - FIRST_QUARRY], 0, 0)
    if kind >= TRIBUTE_OBELISK:
        for structure in range(STRUCTURES):
            value += 100 * TRIBUTES[kind - TRIBUTE_OBELISK][structure] * s.own[seat][structure]
        return value
    if CARD_TYPE[kind] == PERMANENT:
        return value + permanent_value(s, seat, kind)
    return value + any_time_value(s, seat, kind)


def permanent_value(s, seat, kind):
    """What a permanent card promises for the rounds to come."""
    rounds = builds_to_come(s)
    if kind == TRAINING:
        return 45 * rounds + change_value(s, seat, rounds // 2 + 1, 0, 0, 0) // 2
    if kind == MORE_RIDDLES or kind == LATE_HARVEST:
        return 130 * rounds
    if kind == UPSTREAM:
        return 80 * rounds
    if kind == CANAL:
        return 60 + 20 * (s.grain[seat][BROWN] + s.grain[seat][BROWN - 1])
    if kind == GRAVE_GOODS:
        total = grave_total(s, seat)
        return 100 * (treasure_points(total + GRAVE_GOODS_VALUE) - treasure_points(total)) + 80
    if kind == PAID_TRAINING or kind == STONES_FOR_GRAIN or kind == SHARED_BERTH:
        return 45 * rounds
    return 0


def any_time_value(s, seat, kind):
    """What a card that is kept for its moment promises."""
    if kind == GRAIN_SURPLUS:
        hunger = int(HUNGER[s.market[seat][GRAIN_MARKET]])
        short = max(0, need(s, seat) + 2 - harvested(s, seat))
        return 60 + 90 * hunger * min(SURPLUS_GRAIN, short)
    if kind == OVERTIME or kind == DOUBLE_SHIFT:
        return 190
    if kind == TWO_RIDDLES:
        return 240
    if kind == DOUBLE_ROUND or kind == SECOND_BOAT:
        return 120
    if kind == STONE_SALE:
        return 45 * min(SALE_MAX, s.stones[seat] + s.quarry[seat]) + 60
    if kind == BUILD_WAITING or kind == BUILD_FIRST:
        return 70
    return 0


# --- Where a boat goes --------------------------------------------------------------------------


def site_value(s, seat, site):
    """What building at a site this round is likely to bring."""
    boats = 0
    for other in range(len(SITES)):
        if s.boats[seat] & (1 << SITE_POS[other]):
            boats += 1
    boats = min(boats, len(SITES) - 1)
    stones = int(s.stones[seat]) + s.quarry[seat]
    strength = min(need(s, seat), stones)
    if strength == 0 or stones <= boats:
        return 0
    share = strength // 3 + 1
    value = share * (100 - CARRIED[s.round])
    value += 100 * (COLLABORATION[boats + 1] - COLLABORATION[boats])
    if site == SPHINX:
        cards = min(MAX_DRAW, share)
        return value + BEST_OF[cards] - 100
    if site == OBELISK_GRAVES:
        return value + 70 + 60
    return value + 40


def space_value(s, seat, pos):
    """What a boat on a space brings, wherever the others are."""
    index = SPACE_INDEX[pos]
    if SPACE_KIND[pos] == CARD_SPACE:
        return nile_value(s, seat, int(s.row[index]))
    if SPACE_KIND[pos] == ROUND_SPACE:
        return effect_value(s, seat, ROUND_EFFECT + index, 1)
    return site_value(s, seat, index)


def site_chance(s, seat, site):
    """The chance to find a place at a site further down."""
    free, rivals = 0, 0
    for i in range(PLACES_OPEN[s.players]):
        if s.place[site][i] == NO_SEAT:
            free += 1
    for other in range(s.players):
        if other != seat and s.passed[other] == 0 and s.last[other] < SITE_POS[site]:
            rivals += 1
    if free > rivals:
        return 95
    if free == 0:
        return 8
    return 55 + 10 * free


def downstream_value(s, seat, pos):
    """What can still be reached below a position with the boats that are left after this one."""
    taken = taken_positions(s)
    total, reached = 0, 0
    for lower in range(pos + 1, POSITIONS):
        if can_sail_to(s, seat, lower, taken):
            value = space_value(s, seat, lower)
            if value > 0:
                chance = int(CATCH[s.players])
                if SPACE_KIND[lower] == SITE_SPACE:
                    chance = site_chance(s, seat, SPACE_INDEX[lower])
                total += value * chance
                reached += chance
    boats = 100 * (s.boats_left[seat] - 1)
    if reached > boats:
        return total * boats // (100 * reached)
    return total // 100


def sail_value(s, seat, action):
    """What a boat brings, and what is still to be had further down."""
    if action < GO_ROUND:
        pos = CARD_POS[action - GO_CARD]
        value = space_value(s, seat, pos)
    elif action < GO_DOUBLED:
        pos = ROUND_POS[action - GO_ROUND]
        value = space_value(s, seat, pos)
    elif action < GO_SITE:
        pos = ROUND_POS[action - GO_DOUBLED]
        value = effect_value(s, seat, ROUND_EFFECT + action - GO_DOUBLED, 2) - 120
    elif action < GO_WAIT:
        pos = SITE_POS[(action - GO_SITE) // PLACES]
        value = space_value(s, seat, pos) - 12 * ((action - GO_SITE) % PLACES)
    else:
        pos = SITE_POS[action - GO_WAIT]
        value = space_value(s, seat, pos) * 15 // 100 - 60
        if s.have[seat][BUILD_WAITING] + s.have[seat][BUILD_FIRST] > 0:
            value = space_value(s, seat, pos) - 60
    return value + downstream_value(s, seat, max(int(pos), int(s.last[seat])))


# --- Choices ------------------------------------------------------------------------------------


def choice_value(s, seat, action):
    """Which crew, market, flood space or leftover card."""
    if action < LOWER:
        return raise_value(s, seat, action - RAISE)
    if action < FLOOD_TO:
        return market_value(s, seat, action - LOWER, max(1, int(s.owed_market)))
    if action < HARVEST:
        return flood_value(s, seat, action - FLOOD_TO)
    return nile_value(s, seat, int(s.row[action - HARVEST]))


def raise_value(s, seat, crew):
    """Even crews build everywhere; a Sphinx card may ask for a strong one."""
    value = 10 * (CREW_MAX - s.crew[seat][crew])
    if crew == JOKER:
        value -= 15
    return value + 90 * holds(s, seat, CREW_STRENGTH, crew)


def holds(s, seat, kind, about):
    """How many Sphinx cards of a kind, and about one thing, the seat holds."""
    count = 0
    for card in range(SPHINX_CARDS):
        if SPHINX_TABLE[card][0] == kind and SPHINX_TABLE[card][2] == about:
            if is_mine(s, seat, card):
                count += 1
    return count


def is_mine(s, seat, card):
    """Whether the seat holds a Sphinx card: it alone can tell."""
    place = int(s.where[card])
    return place >= 0 and place < IN_FINGERS and place // HAND_SLOTS == seat


def flood_value(s, seat, space):
    """Enough water for oneself, and less for the others."""
    value = -hunger_at(s, seat, space)
    for other in range(s.players):
        if other != seat:
            value += hunger_at(s, other, space) * 2 // (3 * (s.players - 1))
    return value


def hunger_at(s, seat, space):
    """What a seat would lose if the flood marker stood there."""
    grain = 0
    for colour in range(space + 1):
        grain += s.grain[seat][colour]
    return max(0, need(s, seat) - grain) * 100 * HUNGER[s.market[seat][GRAIN_MARKET]]


# --- Cards --------------------------------------------------------------------------------------


def standing_value(s, seat, action):
    """Training once it costs no grain this round, canals at once, sales at the very end."""
    if action < DIG:
        return training_value(s, seat, action)
    if action < SELL:
        kind, colour = (action - DIG) // 2, (action - DIG) % 2 + 1
        trust = FIELD_TRUST[s.flood][colour - 1] - FIELD_TRUST[s.flood][colour]
        gain = change_value(s, seat, 0, 0, 0, trust * FIELD_GRAIN[kind])
        return FREE + gain if gain > 0 else NEVER
    if s.phase != LAST_MOMENT:
        return NEVER
    stones = action - SELL + 1
    return stones * (45 if s.market[seat][STONE_MARKET] >= SALE_LEVEL else 100)


def training_value(s, seat, action):
    """Another strength, where it is not hungry this round."""
    if s.phase != AFTER_FEED and s.phase < READY and s.phase != CREW_STEP:
        return NEVER
    crew = action - TRAIN
    stones = 0
    if action >= HIRE:
        crew = action - HIRE
        stones = -2
        if s.phase == CREW and s.stones[seat] <= cheapest(s) + 2:
            return NEVER
    bonus = 90 * holds(s, seat, CREW_STRENGTH, crew)
    gain = change_value(s, seat, 1, 0, stones, 0) + bonus
    if gain <= 0:
        return NEVER
    return FREE + gain + raise_value(s, seat, crew)


def card_play_value(s, seat, action):
    """Cards with a moment of their own."""
    if action == PLAY_SURPLUS or action == EAT_STONE:
        return feeding_value(s, seat, action)
    if action == PLAY_SECOND:
        rest = downstream_value(s, seat, int(s.last[seat]))
        return FREE if rest > 1200 or (s.round == ROUNDS and rest > 600) else NEVER
    if action == PLAY_WAITING:
        return 300
    if action == PLAY_FIRST:
        return first_value(s, seat)
    if action == PLAY_SHIFT:
        spare = s.stones[seat] - strongest(s, seat, 0)
        return FREE if spare > 1 and not builds_later(s, seat) else NEVER
    if action == PLAY_TWO_RIDDLES:
        return 200 if second_riddle(s, seat) > 260 else NEVER
    if s.phase == STONES and s.strength < cheapest(s) and s.round > 2:
        return 60 if s.stones[seat] > 2 else NEVER
    return NEVER


def feeding_value(s, seat, action):
    """Grain is bought when hunger costs more."""
    hunger = 100 * HUNGER[s.market[seat][GRAIN_MARKET]]
    short = missing(s, seat)
    if action == EAT_STONE:
        return FREE if hunger > 80 and short > 0 else NEVER
    if min(short, SURPLUS_GRAIN) * hunger > 300 or (short > 0 and s.round == ROUNDS):
        return FREE
    return NEVER


def first_value(s, seat):
    """To build first is worth it for a boat that waits."""
    if s.phase == READY:
        for site in range(len(SITES)):
            if s.waiting[site] == seat:
                return 300
        if s.round == ROUNDS:
            return 20
    return NEVER


# --- Building -----------------------------------------------------------------------------------


def crew_value(s, seat, action):
    """The crew whose strength the stones can feed; the joker where it is not wasted."""
    if action == FEED_NOW or action == LEAVE:
        return 0
    if action == USE_JOKER or action == NO_JOKER:
        wanted = wants_joker(s, seat)
        return 100 if (action == USE_JOKER) == wanted else 0
    strength = int(s.crew[seat][action - USE_CREW])
    later = builds_later(s, seat)
    stones = int(s.stones[seat]) - s.strength
    if s.site == SPHINX:
        target = 3 if later else MAX_DRAW
        return 1000 - 30 * abs(strength - min(target, stones)) - strength
    return 1000 + 100 * min(strength, max(0, stones)) - 10 * strength


def wants_joker(s, seat):
    """Whether the joker's strength will find stones here, and none better later."""
    later = builds_later(s, seat)
    stones, joker = int(s.stones[seat]), int(s.crew[seat][JOKER])
    if s.strength < cheapest(s):
        return True
    if s.site == SPHINX:
        return not later and s.strength < min(MAX_DRAW, stones)
    if not later:
        return stones > s.strength
    return stones >= s.strength + joker + 4


def sphinx_value(s, seat, action):
    """How many cards to pay for, and which of them to keep."""
    if action >= KEEP:
        card = int(s.drawn[action - KEEP])
        return riddle_value(s, seat, card) - 100
    paid = action - DRAW + 1
    cards = paid
    if action >= DRAW_MORE:
        paid = action - DRAW_MORE + 1
        cards = min(MAX_DRAW, paid + MORE_RIDDLES_CARDS)
    carried = int(CARRIED[s.round])
    if builds_later(s, seat) and s.stones[seat] < strongest(s, seat, 0) + paid:
        carried = 85
    return BEST_OF[cards] + 100 * (cards - 1) - carried * paid


def second_riddle(s, seat):
    """What the best card that would be kept besides the first promises."""
    best, second = 0, 0
    for i in range(MAX_DRAW):
        if s.drawn[i] >= 0:
            value = riddle_value(s, seat, int(s.drawn[i]))
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
    return best if s.kept_now == 1 else second


def lay_value(s, seat, part):
    """Stones are points; some complete a floor, a treasure or a riddle besides."""
    value = next_value(s, part)
    worth = 200 + 10 * value
    left = s.stones[seat] - value
    if builds_later(s, seat) and left < 2:
        worth -= 220
    if value == s.strength:
        worth += 60
    structure = PART_STRUCTURE[part]
    worth += 70 * holds(s, seat, OWN_STONES, structure) + 60 * holds(s, seat, BUILT, part)
    if s.own[seat][structure] < 2:
        worth += 50 * holds(s, seat, OWN_EACH, 0)
    if part == GRAVE_PART:
        total = grave_total(s, seat)
        worth += 15 * value + 90 * holds(s, seat, PER_STONE, GRAVES)
        worth += 60 * (treasure_points(total + value) - treasure_points(total))
    if part >= FLOOR_1:
        worth += floor_value(s, seat, part)
    return worth


def floor_value(s, seat, part):
    """A floor's last stone pays whoever has most there; one's own share should grow."""
    start, size = PART_START[part], PART_SIZE[part]
    mine, best = 1, 0
    for i in range(s.laid[part]):
        owner = int(s.stone[start + i])
        count = 0
        for j in range(s.laid[part]):
            if s.stone[start + j] == owner:
                count += 1
        if owner == seat:
            mine = count + 1
        else:
            best = max(best, count)
    if s.laid[part] + 1 < size:
        return 10 * mine
    return 100 * mine if mine > best else -60 * best


# --- What a Sphinx card promises ----------------------------------------------------------------


def riddle_value(s, seat, card):
    """What a Sphinx card is likely to score at the end."""
    kind = SPHINX_TABLE[card][0]
    points = 100 * SPHINX_TABLE[card][1]
    about = int(SPHINX_TABLE[card][2])
    builds = builds_to_come(s)
    now = 100 * riddle_points(s, seat, card)
    if kind == BUILT:
        return likely(points, stones_short(s, card), 3 * builds)
    if kind == OWN_STONES:
        return likely(points, SPHINX_TABLE[card][4] - s.own[seat][about], builds)
    if kind == OWN_EACH:
        short = 0
        for structure in range(STRUCTURES):
            short += max(0, SPHINX_TABLE[card][4] - s.own[seat][structure])
        return likely(points, short, 2 * builds)
    if kind == AT_BOTTOM:
        short = about * (BOTTOM - s.market[seat][STONE_MARKET])
        short += SPHINX_TABLE[card][3] * (BOTTOM - s.market[seat][GRAIN_MARKET])
        return likely(points, short, builds)
    if kind == MOST_GRAIN or kind == MOST_QUARRY:
        return now * 3 // 4 + 10 * builds + (50 if now == 0 else 0)
    if kind == PLAYERS_AT_BOTTOM:
        return max(now, 100 + 50 * builds)
    return now + open_ended(kind) * builds


def open_ended(kind):
    """What cards that pay by the piece gain in a round."""
    if kind == PER_STONE:
        return 80
    if kind == PERMANENTS:
        return 90
    if kind == PER_TEN:
        return 130
    return 50


def likely(points, short, pace):
    """Points by the chance that so much more is done at such a pace."""
    if short <= 0:
        return points
    return points * min(90, 60 * pace // short) // 100


def stones_short(s, card):
    """Stones still to be laid, by anyone, before a part of a monument is built."""
    first, last = SPHINX_TABLE[card][2], SPHINX_TABLE[card][3]
    short = SPHINX_TABLE[card][4] - stones_on(s, first, last)
    under = 0
    if first == ROOF:
        under = LEFT_COLUMN
    if first >= LEFT_COLUMN and first <= ROOF:
        for part in range(LEFT_WALL, LEFT_COLUMN + 2 * (under > 0)):
            short += PART_SIZE[part] - s.laid[part]
    elif first > FLOOR_1:
        for part in range(FLOOR_1, first):
            if not is_full(s, part):
                short += PART_SIZE[part] - s.laid[part]
    return short
