"""The rules of Egizia, one function a paragraph, in the dialect that every backend runs."""

from nomarch.games.egizia.actions import (
    DIG,
    DONE,
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
    PASS,
    PLAY_FIRST,
    PLAY_OVERTIME,
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
    BASIC_CREWS,
    BOATS_EACH,
    BOTTOM,
    BOTTOM_POINTS,
    BOTTOM_STONES,
    BROWN,
    BUILD_FIRST,
    BUILD_WAITING,
    BUILT,
    CANAL,
    CARD_KINDS,
    CARD_POS,
    CARD_SPACE,
    CARD_SPACES,
    CARD_TYPE,
    COLLABORATION,
    COLOURS,
    CREW_MAX,
    CREW_START,
    CREW_STRENGTH,
    DECK_OF_ROUND,
    DECK_SIZES,
    DECKS,
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
    FIELD_KINDS,
    FIRST_ACTION_CARD,
    FIRST_PART,
    FIRST_PILE,
    FIRST_QUARRY,
    FLOOD_START,
    FLOOR_1,
    FLOOR_2,
    GRAIN_MARKET,
    GRAIN_SURPLUS,
    GRAVE_BAND_MIN,
    GRAVE_BAND_POINTS,
    GRAVE_GOODS,
    GRAVE_GOODS_VALUE,
    GRAVE_PART,
    GRAVE_SPACES,
    GRAVE_TILES,
    GRAVES_OPEN,
    GREEN,
    HAND_SLOTS,
    HELIOPOLIS,
    HUNGER,
    IMMEDIATE,
    IN_BOX,
    IN_FINGERS,
    JOKER,
    LAST_PART,
    LAST_PERMANENT,
    LAST_QUARRY,
    LATE_HARVEST,
    LEFT_COLUMN,
    LEFT_WALL,
    MAX_DRAW,
    MAX_SEATS,
    MORE_RIDDLES,
    MORE_RIDDLES_CARDS,
    MOST_GRAIN,
    MOST_QUARRY,
    NEW_DECK,
    NUM_GRAVE_TILES,
    NUM_SPACES,
    OBELISK_GRAVES,
    OVERTIME,
    OVERTIME_STRENGTH,
    OWN_EACH,
    OWN_STONES,
    PAID_TRAINING,
    PART_SIZE,
    PART_START,
    PART_STRUCTURE,
    PARTS,
    PER_STONE,
    PER_TEN,
    PER_TEN_CARD,
    PERMANENTS,
    PILE_PARTS,
    PLACES,
    PLACES_OPEN,
    PLAYERS_AT_BOTTOM,
    PLAYERS_AT_BOTTOM_POINTS,
    POSITIONS,
    QUARRY_STONES,
    RIGHT_COLUMN,
    RIGHT_WALL,
    ROOF,
    ROUND_EFFECT,
    ROUND_POS,
    ROUND_SPACE,
    ROUNDS,
    SALE_LEVEL,
    SALE_MAX,
    SECOND_BOAT,
    SHARED_BERTH,
    SITE_MASK,
    SITE_POS,
    SITES,
    SPACE_INDEX,
    SPACE_KIND,
    SPACE_VALUE,
    SPHINX,
    SPHINX_CARDS,
    SPHINX_TABLE,
    START_FIELD,
    START_QUARRY,
    START_STONES,
    STONE_MARKET,
    STONE_SALE,
    STONES_FOR_GRAIN,
    STONES_MAX,
    STONES_PER_POINT,
    STRUCTURES,
    SURPLUS_GRAIN,
    TRAINING,
    TRAINING_COST,
    TRIBUTE_OBELISK,
    TRIBUTES,
    TWO_RIDDLES,
    UPSTREAM,
)
from nomarch.games.egizia.events import (
    BUILDS,
    CARD_LAID,
    CREW_GREW,
    DEALT,
    DEALT_CARD,
    DREW,
    DREW_CARD,
    DUG,
    ENDED,
    FED,
    FLOOD_MOVED,
    FLOOR_DONE,
    FOR_CARDS,
    FOR_COLLABORATION,
    FOR_FLOORS,
    FOR_HUNGER,
    FOR_MARKET,
    FOR_RETURNS,
    FOR_SALE,
    FOR_SPHINX,
    FOR_TREASURE,
    GRAVE_SHOWN,
    KEPT,
    KEPT_CARD,
    LAID,
    LEFT,
    MARKET_FELL,
    ORDERED,
    PASSED,
    PLAYED,
    PRODUCED,
    PROMOTED,
    RETURNED,
    RIDDLE,
    ROUND_BEGAN,
    SAILED,
    SCORED,
    SITE_BEGAN,
    STONES_CHANGED,
    STUCK,
    TOOK,
)
from nomarch.games.egizia.phases import (
    AFTER_BOAT,
    AFTER_BUILD,
    AFTER_BUILDING,
    AFTER_FEED,
    AFTER_GATHERING,
    AFTER_PLACING,
    BUILDING,
    CAN_BE_FIRST,
    CAN_DIG,
    CAN_HIRE,
    CAN_SAIL_AGAIN,
    CAN_SELL,
    CAN_TRAIN,
    CLOSING,
    CREW,
    CREW_STEP,
    DOUBLED,
    FEED,
    FEEDING,
    FLOOD_STEP,
    GATHER,
    HARVESTING,
    JOKER_TOO,
    KEEPING,
    LAST_MOMENT,
    LAYING,
    MARKET_STEP,
    NO_SEAT,
    NOTHING,
    ORDERING,
    OVER,
    PLACING,
    PLAIN,
    PRODUCING,
    READY,
    READYING,
    REWARDING,
    RIDDLES,
    SAIL,
    SECOND_CREW,
    STONES,
    TIRED_BERTH,
    TIRED_HIRING,
    TIRED_TRAINING,
    TIRED_UPSTREAM,
    WAIT,
    WAITING,
)
from nomarch.kernel.chance import below, draw_from
from nomarch.kernel.events import ALL, emit

EVERYTHING = 31
"""All cards that can be played at any own moment."""
EVERY_ROUND = CAN_TRAIN + CAN_HIRE
"""Those of them that are lost for the round when it ends."""


# --- Set-up -----------------------------------------------------------------------------------


def setup(s, players, options):
    """Set-up: markers on their first spaces, a random turn order, one Sphinx card each."""
    s.players = players
    s.per_ten = 1 - options[0]
    s.double_last = options[1]
    s.round = 0
    s.turn = 0
    s.flood = FLOOD_START
    for kind in range(CARD_KINDS):
        s.deck[kind] = 0
        s.gone[kind] = 0
    s.deck_left = 0
    for i in range(CARD_SPACES):
        s.row[i] = -1
    for seat in range(MAX_SEATS):
        set_up_seat(s, seat)
    set_up_order(s)
    set_up_monuments(s)
    set_up_sphinx(s)
    clear_decision(s)
    clear_round(s)
    s.seat = NO_SEAT
    s.phase = NOTHING
    s.stage = LAYING
    go_on(s)


def set_up_seat(s, seat):
    """Set-up: crews at 1 and the joker at 2, a start quarry, a start field, markers on top."""
    s.points[seat] = 0
    s.arrival[seat] = 0
    s.stones[seat] = 0
    s.quarry[seat] = START_QUARRY
    s.canals[seat] = 0
    s.hand[seat] = 0
    for crew in range(BASIC_CREWS + 1):
        s.crew[seat][crew] = CREW_START[crew]
    for kind in range(FIELD_KINDS):
        for colour in range(COLOURS):
            s.field[seat][kind][colour] = 0
    for colour in range(COLOURS):
        s.grain[seat][colour] = 0
    s.field[seat][START_FIELD][GREEN] = 1
    s.grain[seat][GREEN] = FIELD_GRAIN[START_FIELD]
    s.market[seat][STONE_MARKET] = 0
    s.market[seat][GRAIN_MARKET] = 0
    for kind in range(CARD_KINDS):
        s.have[seat][kind] = 0
    for structure in range(STRUCTURES):
        s.own[seat][structure] = 0


def set_up_order(s):
    """Set-up: order tiles at random; tile 1 lies rearmost on the score track, has fewest stones."""
    players = int(s.players)
    for i in range(MAX_SEATS):
        s.order[i] = i if i < players else NO_SEAT
        s.queue[i] = NO_SEAT
    for i in range(players - 1, 0, -1):
        j = below(s, i + 1)
        seat = s.order[i]
        s.order[i] = s.order[j]
        s.order[j] = seat
    for i in range(players):
        owner = int(s.order[i])
        s.stones[owner] = START_STONES[i]
        s.arrival[owner] = players - 1 - i
        emit(s, ORDERED, ALL, owner, i + 1)
    s.arrivals = players


def set_up_monuments(s):
    """Set-up: nothing is built; four of the twelve graves lie face up."""
    for space in range(NUM_SPACES):
        s.stone[space] = NO_SEAT
    for part in range(len(PARTS)):
        s.laid[part] = 0
    for value in range(len(GRAVE_TILES)):
        s.grave_bag[value] = GRAVE_TILES[value]
    s.grave_left = NUM_GRAVE_TILES
    s.graves_up = 0
    for space in range(GRAVE_SPACES):
        s.grave[space] = 0
    for _ in range(GRAVES_OPEN):
        show_grave(s)


def set_up_sphinx(s):
    """Set-up: the Sphinx cards are shuffled and each player draws one; one card is optional."""
    players = int(s.players)
    for part in range(PILE_PARTS):
        s.pile[part] = 0
        s.pile_by[part] = NO_SEAT
    s.pile[0] = SPHINX_CARDS
    s.pile_parts = 1
    for card in range(SPHINX_CARDS):
        s.where[card] = FIRST_PILE
    if s.per_ten == 0:
        s.where[PER_TEN_CARD] = IN_BOX
        s.pile[0] -= 1
    anywhere = 1 << FIRST_PILE
    for seat in range(players):
        anywhere |= 1 << (seat * HAND_SLOTS)
    for seat in range(MAX_SEATS):
        for card in range(SPHINX_CARDS):
            s.maybe[seat][card] = 0 if seat >= players else anywhere & ~(1 << (seat * HAND_SLOTS))
            if s.where[card] == IN_BOX and seat < players:
                s.maybe[seat][card] = 1 << IN_BOX
    for seat in range(players):
        dealt = card_of_part(s, 0, below(s, s.pile[0]))
        s.pile[0] -= 1
        s.where[dealt] = seat * HAND_SLOTS
        s.maybe[seat][dealt] = 1 << (seat * HAND_SLOTS)
        s.hand[seat] = 1
        emit(s, DEALT, ALL, seat)
        emit(s, DEALT_CARD, seat, seat, dealt)


def clear_decision(s):
    """Nothing is under way."""
    s.extra = 0
    s.again = 0
    s.queue_at = 0
    s.half = 0
    s.after = AFTER_PLACING
    s.owed_steps = 0
    s.owed_market = 0
    s.flood_reach = 0
    s.grain_extra = 0
    s.offered = 0
    s.site = -1
    s.stepped = 0
    s.gave_way = 0
    s.strength = 0
    s.shift = 0
    s.laid_now = 0
    s.drawn_left = 0
    s.kept_now = 0
    s.keep_most = 0
    for i in range(MAX_DRAW):
        s.drawn[i] = -1


def clear_round(s):
    """A new round: boats at hand, crews turned back, once-a-round cards fresh."""
    s.firsts = 0
    for site in range(len(SITES)):
        s.waiting[site] = NO_SEAT
        for i in range(PLACES):
            s.place[site][i] = NO_SEAT
    for seat in range(MAX_SEATS):
        s.boats[seat] = 0
        s.boats_left[seat] = BOATS_EACH
        s.last[seat] = -1
        s.passed[seat] = 0
        s.tired[seat] = 0
        s.first[seat] = 0
        s.first_from[seat] = 0
        s.built[seat] = 0
        for crew in range(BASIC_CREWS + 1):
            s.used[seat][crew] = 0


# --- The contract -----------------------------------------------------------------------------


def to_act(s):
    """One seat at a time decides in Egizia."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.seat)


def is_over(s):
    """The game ends after the fifth round."""
    return 1 if s.phase == OVER else 0


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == SAIL:
        legal_sail(s, seat, mask)
    elif s.phase == CREW_STEP:
        legal_raises(s, seat, mask, RAISE)
    elif s.phase == MARKET_STEP:
        mask[LOWER + STONE_MARKET] = 1
        mask[LOWER + GRAIN_MARKET] = 1
    elif s.phase == FLOOD_STEP:
        legal_flood(s, mask)
    elif s.phase == GATHER:
        legal_gather(s, mask)
    elif s.phase == FEED:
        legal_feed(s, seat, mask)
    elif s.phase < CREW:
        legal_moment(s, seat, mask)
    elif s.phase < STONES:
        legal_site(s, seat, mask)
    elif s.phase == STONES:
        legal_stones(s, seat, mask)
    elif s.phase != OVER:
        legal_moment(s, seat, mask)


def legal_site(s, seat, mask):
    """Building: which crews, whether the joker too, and what to do at the Sphinx."""
    if s.phase == CREW:
        legal_crew(s, seat, mask)
    elif s.phase == SECOND_CREW:
        legal_second_crew(s, seat, mask)
    elif s.phase == JOKER_TOO:
        mask[USE_JOKER] = 1
        if s.strength >= cheapest(s):
            mask[NO_JOKER] = 1
    elif s.phase == RIDDLES:
        legal_riddles(s, seat, mask)
    else:
        legal_keep(s, seat, mask)


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action < GO_CARD:
        finish_moment(s, seat, action)
    elif action < RAISE:
        sail(s, seat, action)
    elif action < TRAIN:
        settle_choice(s, seat, action)
    elif action < PLAY_SECOND:
        play_standing(s, seat, action)
    elif action < FEED_NOW:
        play_card(s, seat, action)
    elif action < DRAW:
        choose_crew(s, seat, action)
    elif action < LAY:
        visit_sphinx(s, seat, action)
    elif action < STOP:
        lay_stone(s, seat, action - LAY)
    else:
        end_stones(s, seat)
    go_on(s)


def score(s, out):
    """Every seat's points so far."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def rank(s, out):
    """Every seat's place."""
    for seat in range(s.players):
        out[seat] = place_of(s, seat)


def place_of(s, seat):
    """Winner: most points; among equals the one who stands ahead on the space."""
    above = 1
    for other in range(s.players):
        if is_ahead(s, other, seat):
            above += 1
    return above


def is_ahead(s, seat, other):
    """Score track: more points, or there earlier."""
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    return s.arrival[seat] < s.arrival[other]


# --- The course of a round ----------------------------------------------------------------------


def go_on(s):
    """The seven phases one after the other, until a seat has something to decide."""
    while s.phase == NOTHING:
        if s.stage == LAYING:
            lay_cards(s)
        elif s.stage == PLACING:
            next_placer(s)
        elif s.stage == HARVESTING:
            next_gatherer(s)
        elif s.stage == FEEDING:
            next_feeder(s)
        elif s.stage == PRODUCING:
            produce(s)
        elif s.stage == READYING:
            next_ready(s)
        elif s.stage == BUILDING:
            next_builder(s)
        elif s.stage == REWARDING:
            reward_collaboration(s)
        elif s.stage == ORDERING:
            order_next_round(s)
        else:
            next_closer(s)


def begin_stage(s, stage):
    """A new phase of the round begins."""
    s.stage = stage
    s.queue_at = 0
    s.half = 0


def queue_by_turn(s):
    """The seats in turn order."""
    for i in range(s.players):
        s.queue[i] = s.order[i]


def queue_by_score(s):
    """The seats from the leader on the score track backwards."""
    for seat in range(s.players):
        s.queue[place_of(s, seat) - 1] = seat


def lay_cards(s):
    """Phase 1: ten cards of the round's deck, face up, from Ombos on."""
    s.round += 1
    clear_round(s)
    emit(s, ROUND_BEGAN, ALL, s.round)
    if NEW_DECK[s.round] == 1:
        open_deck(s, DECK_OF_ROUND[s.round])
    for i in range(CARD_SPACES):
        s.row[i] = draw_from(s, s.deck, s.deck_left)
        s.deck_left -= 1
        emit(s, CARD_LAID, ALL, i, s.row[i])
    begin_stage(s, PLACING)
    s.turn = s.players - 1


def open_deck(s, deck):
    """Phase 1: rounds 1, 3 and 5 open a new deck; what is left of the old one leaves the game."""
    for kind in range(CARD_KINDS):
        s.gone[kind] += s.deck[kind]
        s.deck[kind] = DECKS[deck][kind]
    s.deck_left = DECK_SIZES[deck]


# --- Any own moment -----------------------------------------------------------------------------


def offers(s, seat):
    """Nile cards: which of those playable at any own moment the seat could play now, as bits."""
    bits = 0
    if crews_can_grow(s, seat):
        if s.have[seat][TRAINING] > 0 and s.tired[seat] & TIRED_TRAINING == 0:
            bits |= CAN_TRAIN
        if s.have[seat][PAID_TRAINING] > 0 and s.tired[seat] & TIRED_HIRING == 0:
            if s.stones[seat] >= TRAINING_COST:
                bits |= CAN_HIRE
    if s.canals[seat] > 0 and (s.grain[seat][BROWN] > 0 or s.grain[seat][BROWN - 1] > 0):
        bits |= CAN_DIG
    if s.have[seat][STONE_SALE] > 0 and s.stones[seat] > 0:
        bits |= CAN_SELL
    if s.have[seat][BUILD_FIRST] > 0 and s.first[seat] == 0 and next_fresh_site(s) < len(SITES):
        bits |= CAN_BE_FIRST
    return bits


def next_fresh_site(s):
    """Building: the first site at which building has not begun."""
    if s.stage < BUILDING:
        return SPHINX
    if s.stage == BUILDING:
        return int(s.site) + 1
    return len(SITES)


def crews_can_grow(s, seat):
    """Tableau: whether any crew is below its maximum."""
    for crew in range(BASIC_CREWS + 1):
        if s.crew[seat][crew] < CREW_MAX:
            return True
    return False


def legal_offers(s, seat, mask):
    """Nile cards: everything that the seat may play at any own moment."""
    bits = offers(s, seat)
    if bits & CAN_TRAIN:
        legal_raises(s, seat, mask, TRAIN)
    if bits & CAN_HIRE:
        legal_raises(s, seat, mask, HIRE)
    if bits & CAN_DIG:
        for kind in range(FIELD_KINDS):
            for colour in range(1, COLOURS):
                if s.field[seat][kind][colour] > 0:
                    mask[DIG + kind * 2 + colour - 1] = 1
    if bits & CAN_SELL:
        for stones in range(1, min(SALE_MAX, int(s.stones[seat])) + 1):
            mask[SELL + stones - 1] = 1
    if bits & CAN_BE_FIRST:
        mask[PLAY_FIRST] = 1


def legal_raises(s, seat, mask, first):
    """Crews: any of the four that is not at its maximum."""
    for crew in range(BASIC_CREWS + 1):
        if s.crew[seat][crew] < CREW_MAX:
            mask[first + crew] = 1


def legal_moment(s, seat, mask):
    """A moment of one's own: play what can be played, or go on."""
    mask[DONE] = 1
    legal_offers(s, seat, mask)
    if s.phase == AFTER_BOAT and boat_offer(s, seat) != 0:
        mask[PLAY_SECOND] = 1
    if s.phase == WAIT:
        mask[PLAY_WAITING] = 1


def finish_moment(s, seat, action):
    """Ends a moment, a choice or, by a pass, the seat's placing of boats."""
    if action == PASS:
        s.passed[seat] = 1
        emit(s, PASSED, ALL, seat)
        s.phase = NOTHING
    elif s.phase == SECOND_CREW:
        ask_joker(s, seat)
    elif s.phase == KEEPING:
        return_cards(s, seat)
    elif s.phase == WAIT:
        leave_site(s, seat)
    else:
        s.phase = NOTHING


def play_standing(s, seat, action):
    """Nile cards: training, canal and stone sale, whenever it is the owner's moment."""
    if action < HIRE:
        s.tired[seat] |= TIRED_TRAINING
        emit(s, PLAYED, ALL, seat, TRAINING)
        raise_crew(s, seat, action - TRAIN, 1)
    elif action < DIG:
        s.tired[seat] |= TIRED_HIRING
        emit(s, PLAYED, ALL, seat, PAID_TRAINING)
        change_stones(s, seat, -TRAINING_COST)
        raise_crew(s, seat, action - HIRE, 1)
    elif action < SELL:
        dig_canal(s, seat, (action - DIG) // 2, (action - DIG) % 2 + 1)
    else:
        discard(s, seat, STONE_SALE)
        change_stones(s, seat, -(action - SELL + 1))
        move_score(s, seat, FOR_CARDS, action - SELL + 1)
    close_moment(s, seat)


def close_moment(s, seat):
    """A moment that only offers cards is over when none of them is left to play."""
    lasting = s.phase == AFTER_FEED or s.phase == READY or s.phase == AFTER_BUILD
    if lasting or s.phase == LAST_MOMENT:
        if offers(s, seat) == 0:
            s.phase = NOTHING


def dig_canal(s, seat, kind, colour):
    """Canal: one field is irrigated one level better for the rest of the game."""
    s.canals[seat] -= 1
    s.field[seat][kind][colour] -= 1
    s.field[seat][kind][colour - 1] += 1
    s.grain[seat][colour] -= FIELD_GRAIN[kind]
    s.grain[seat][colour - 1] += FIELD_GRAIN[kind]
    emit(s, DUG, ALL, seat, kind, colour - 1)


def discard(s, seat, kind):
    """Nile cards: one that has been played leaves the game."""
    s.have[seat][kind] -= 1
    s.gone[kind] += 1
    emit(s, PLAYED, ALL, seat, kind)


def play_card(s, seat, action):
    """Nile cards: those that are played at one certain moment."""
    if action == PLAY_SECOND:
        play_second_boat(s, seat)
    elif action == PLAY_FIRST:
        play_build_first(s, seat)
    elif action == PLAY_OVERTIME:
        discard(s, seat, OVERTIME)
        s.strength += OVERTIME_STRENGTH
    elif action == PLAY_SHIFT:
        discard(s, seat, DOUBLE_SHIFT)
        s.shift = 1
    elif action == PLAY_TWO_RIDDLES:
        discard(s, seat, TWO_RIDDLES)
        s.keep_most = 2
    elif action == PLAY_WAITING:
        discard(s, seat, BUILD_WAITING)
        begin_step(s, seat)
    elif action == PLAY_SURPLUS:
        discard(s, seat, GRAIN_SURPLUS)
        s.grain_extra += SURPLUS_GRAIN
    else:
        change_stones(s, seat, -1)
        s.grain_extra += 1


def play_second_boat(s, seat):
    """Second boat: right after this boat, or after the one just placed, another one at once."""
    discard(s, seat, SECOND_BOAT)
    if s.phase == SAIL:
        s.again += 1
    else:
        s.extra = 1
        s.phase = SAIL


def play_build_first(s, seat):
    """First to build: on every site of this round that has not begun; earlier cards go before."""
    discard(s, seat, BUILD_FIRST)
    s.firsts += 1
    s.first[seat] = s.firsts
    s.first_from[seat] = next_fresh_site(s)
    close_moment(s, seat)


# --- Tableau, markets and score -----------------------------------------------------------------


def move_score(s, seat, category, points):
    """Score track: the stone moves on or back and goes behind all that are already there."""
    if points != 0:
        s.points[seat] += points
        s.arrivals += 1
        s.arrival[seat] = s.arrivals
        emit(s, SCORED, ALL, seat, category, points)


def change_stones(s, seat, change):
    """Stone track: up to 25, the surplus is lost."""
    before = int(s.stones[seat])
    s.stones[seat] = min(STONES_MAX, before + change)
    if s.stones[seat] != before:
        emit(s, STONES_CHANGED, ALL, seat, s.stones[seat] - before, s.stones[seat])


def raise_crew(s, seat, crew, steps):
    """Crews: steps to the right; those beyond the maximum are lost."""
    before = int(s.crew[seat][crew])
    s.crew[seat][crew] = min(CREW_MAX, before + steps)
    if s.crew[seat][crew] != before:
        emit(s, CREW_GREW, ALL, seat, crew, s.crew[seat][crew])


def lower_market(s, seat, market, steps):
    """Markets: step by step down; the bottom pays on arrival and for each step that is lost."""
    for _ in range(steps):
        if s.market[seat][market] < BOTTOM:
            s.market[seat][market] += 1
        emit(s, MARKET_FELL, ALL, seat, market, s.market[seat][market])
        if s.market[seat][market] == BOTTOM:
            if market == STONE_MARKET:
                change_stones(s, seat, BOTTOM_STONES)
            else:
                move_score(s, seat, FOR_MARKET, BOTTOM_POINTS)


def carry_out(s, seat, effect, times):
    """Effects: what a card or round space gives at once, and what it leaves to be chosen."""
    for market in range(2):
        lower_market(s, seat, market, times * EFFECTS[effect][E_MARKET + market])
    for crew in range(BASIC_CREWS + 1):
        raise_crew(s, seat, crew, times * EFFECTS[effect][E_CREW + crew])
    change_stones(s, seat, times * EFFECTS[effect][E_STONES])
    move_score(s, seat, FOR_CARDS, times * EFFECTS[effect][E_POINTS])
    s.owed_steps = times * EFFECTS[effect][E_CREW_CHOICE]
    s.owed_market = times * EFFECTS[effect][E_MARKET_CHOICE]
    s.flood_reach = times * EFFECTS[effect][E_FLOOD]


def settle(s, seat):
    """Effects: asks for what is left to choose, then goes on."""
    if s.owed_steps > 0 and crews_can_grow(s, seat):
        s.phase = CREW_STEP
    elif s.owed_market > 0:
        s.phase = MARKET_STEP
    elif s.flood_reach > 0:
        s.phase = FLOOD_STEP
    else:
        s.owed_steps = 0
        s.phase = NOTHING
        if s.after == AFTER_PLACING:
            end_placement(s, seat)


def settle_choice(s, seat, action):
    """Effects: a crew, a market or a flood space has been chosen, or a card left on the Nile."""
    if action < LOWER:
        s.owed_steps -= 1
        raise_crew(s, seat, action - RAISE, 1)
    elif action < FLOOD_TO:
        steps = int(s.owed_market)
        s.owed_market = 0
        lower_market(s, seat, action - LOWER, steps)
    elif action < HARVEST:
        s.flood_reach = 0
        if s.flood != action - FLOOD_TO:
            s.flood = action - FLOOD_TO
            emit(s, FLOOD_MOVED, ALL, seat, s.flood)
    else:
        s.after = AFTER_GATHERING
        take_card(s, seat, action - HARVEST)
    settle(s, seat)


def legal_flood(s, mask):
    """Passalon and Heliopolis: the flood marker may move that far, or stay."""
    for space in range(COLOURS):
        if abs(int(s.flood) - space) <= s.flood_reach:
            mask[FLOOD_TO + space] = 1


# --- Phase 2: placing boats ---------------------------------------------------------------------


def next_placer(s):
    """Phase 2: in turn order, again and again, until nobody can or wants to place a boat."""
    taken = taken_positions(s)
    for step in range(1, s.players + 1):
        at = (s.turn + step) % s.players
        seat = int(s.order[at])
        if s.passed[seat] == 0:
            if can_sail(s, seat, taken):
                s.turn = at
                s.seat = seat
                s.extra = 0
                s.again = 0
                s.phase = SAIL
                return
            s.passed[seat] = 1
            emit(s, STUCK, ALL, seat)
    take_boats_back(s)


def take_boats_back(s):
    """Phase 2, end: all boats but those at the sites come back."""
    for seat in range(s.players):
        s.boats[seat] &= SITE_MASK
    begin_stage(s, HARVESTING)
    queue_by_turn(s)


def taken_positions(s):
    """The positions with any boat, as a bit set."""
    taken = 0
    for seat in range(s.players):
        taken |= s.boats[seat]
    return taken


def can_sail(s, seat, taken):
    """Phase 2: whether there is any space for another boat of the seat."""
    if s.boats_left[seat] == 0:
        return False
    for pos in range(POSITIONS):
        if can_sail_to(s, seat, pos, taken):
            return True
    return False


def can_sail_to(s, seat, pos, taken):
    """Phase 2: only downstream, only to free spaces, one boat a player at a site; cards bend it."""
    if pos <= s.last[seat]:
        if pos == s.last[seat] or s.have[seat][UPSTREAM] == 0:
            return False
        if s.tired[seat] & TIRED_UPSTREAM:
            return False
    index = SPACE_INDEX[pos]
    if SPACE_KIND[pos] == CARD_SPACE:
        return s.row[index] >= 0
    if SPACE_KIND[pos] == ROUND_SPACE:
        if taken & (1 << pos) == 0:
            return True
        can_share = s.have[seat][SHARED_BERTH] > 0 and s.tired[seat] & TIRED_BERTH == 0
        return can_share and index != HELIOPOLIS
    return s.boats[seat] & (1 << pos) == 0


def legal_sail(s, seat, mask):
    """Phase 2: a boat to any space open to the seat, or a pass; a boat by card must be placed."""
    taken = taken_positions(s)
    for pos in range(POSITIONS):
        if can_sail_to(s, seat, pos, taken):
            index = SPACE_INDEX[pos]
            if SPACE_KIND[pos] == CARD_SPACE:
                mask[GO_CARD + index] = 1
            elif SPACE_KIND[pos] == ROUND_SPACE:
                mask[GO_ROUND + index] = 1
                if s.have[seat][DOUBLE_ROUND] > 0:
                    if index != HELIOPOLIS or s.double_last == 1:
                        mask[GO_DOUBLED + index] = 1
            else:
                legal_places(s, index, mask)
    if s.extra + s.again == 0:
        mask[PASS] = 1
    if s.have[seat][SECOND_BOAT] > 0 and s.boats_left[seat] > s.again + 1:
        mask[PLAY_SECOND] = 1
    legal_offers(s, seat, mask)


def legal_places(s, site, mask):
    """Sites: any empty place, or waiting when none is left; fewer places with 2 or 3 players."""
    free = 0
    for i in range(PLACES_OPEN[s.players]):
        if s.place[site][i] == NO_SEAT:
            mask[GO_SITE + site * PLACES + i] = 1
            free += 1
    if free == 0:
        mask[GO_WAIT + site] = 1


def sail(s, seat, action):
    """Phase 2: the boat is placed, and what lies there happens at once."""
    s.offered = offers(s, seat)
    if s.have[seat][SECOND_BOAT] > 0:
        s.offered |= CAN_SAIL_AGAIN
    s.after = AFTER_PLACING
    if action < GO_ROUND:
        put_boat(s, seat, CARD_POS[action - GO_CARD], PLAIN)
        take_card(s, seat, action - GO_CARD)
    elif action < GO_DOUBLED:
        put_boat(s, seat, ROUND_POS[action - GO_ROUND], PLAIN)
        carry_out(s, seat, ROUND_EFFECT + action - GO_ROUND, 1)
    elif action < GO_SITE:
        discard(s, seat, DOUBLE_ROUND)
        put_boat(s, seat, ROUND_POS[action - GO_DOUBLED], DOUBLED)
        carry_out(s, seat, ROUND_EFFECT + action - GO_DOUBLED, 2)
    elif action < GO_WAIT:
        site = (action - GO_SITE) // PLACES
        s.place[site][(action - GO_SITE) % PLACES] = seat
        put_boat(s, seat, SITE_POS[site], (action - GO_SITE) % PLACES)
    else:
        s.waiting[action - GO_WAIT] = seat
        put_boat(s, seat, SITE_POS[action - GO_WAIT], WAITING)
    settle(s, seat)


def put_boat(s, seat, pos, how):
    """Phase 2: a boat upstream or on an occupied round space uses the card that allows it."""
    emit(s, SAILED, ALL, seat, pos, how)
    if SPACE_KIND[pos] == ROUND_SPACE and taken_positions(s) & (1 << pos):
        s.tired[seat] |= TIRED_BERTH
        emit(s, PLAYED, ALL, seat, SHARED_BERTH)
    if pos < s.last[seat]:
        s.tired[seat] |= TIRED_UPSTREAM
        emit(s, PLAYED, ALL, seat, UPSTREAM)
    else:
        s.last[seat] = pos
    s.boats[seat] |= 1 << pos
    s.boats_left[seat] -= 1


def take_card(s, seat, space):
    """Nile cards: fields, quarries and the rest lie before the player, immediate ones happen."""
    kind = int(s.row[space])
    s.row[space] = -1
    emit(s, TOOK, ALL, seat, kind)
    if CARD_TYPE[kind] == IMMEDIATE:
        s.gone[kind] += 1
    else:
        s.have[seat][kind] += 1
    if kind < START_FIELD:
        s.field[seat][kind][FIELD_COLOUR[kind]] += 1
        s.grain[seat][FIELD_COLOUR[kind]] += FIELD_GRAIN[kind]
    elif kind <= LAST_QUARRY:
        s.quarry[seat] += QUARRY_STONES[kind - FIRST_QUARRY]
    elif kind == CANAL:
        s.canals[seat] += 1
    elif kind >= TRIBUTE_OBELISK:
        pay_tribute(s, seat, kind - TRIBUTE_OBELISK)
    carry_out(s, seat, kind, 1)


def pay_tribute(s, seat, tribute):
    """Tribute: one point for each own stone on the structures shown."""
    points = 0
    for structure in range(STRUCTURES):
        points += TRIBUTES[tribute][structure] * s.own[seat][structure]
    move_score(s, seat, FOR_CARDS, points)


def end_placement(s, seat):
    """Phase 2: then a boat that a card gives; or cards that could not be played before the boat."""
    if s.again > 0 and can_sail(s, seat, taken_positions(s)):
        s.again -= 1
        s.extra = 1
        s.phase = SAIL
    elif (offers(s, seat) | boat_offer(s, seat)) & ~int(s.offered) != 0:
        s.phase = AFTER_BOAT


def boat_offer(s, seat):
    """Second boat: the bit for it, if another boat has somewhere to go."""
    if s.have[seat][SECOND_BOAT] > 0 and can_sail(s, seat, taken_positions(s)):
        return CAN_SAIL_AGAIN
    return 0


def next_gatherer(s):
    """Late harvest: in turn order, a card that is still on the Nile."""
    if s.queue_at == s.players:
        begin_stage(s, FEEDING)
        queue_by_score(s)
        return
    seat = int(s.queue[s.queue_at])
    s.queue_at += 1
    if s.have[seat][LATE_HARVEST] > 0 and cards_left(s) > 0:
        s.seat = seat
        s.phase = GATHER


def cards_left(s):
    """Cards still on the Nile."""
    count = 0
    for i in range(CARD_SPACES):
        if s.row[i] >= 0:
            count += 1
    return count


def legal_gather(s, mask):
    """Late harvest: any card left, or none."""
    mask[DONE] = 1
    for i in range(CARD_SPACES):
        if s.row[i] >= 0:
            mask[HARVEST + i] = 1


# --- Phase 3: feeding ---------------------------------------------------------------------------


def next_feeder(s):
    """Phase 3: from the leader backwards; cards may be played before and after the result."""
    if s.queue_at == s.players:
        begin_stage(s, PRODUCING)
        return
    seat = int(s.queue[s.queue_at])
    s.seat = seat
    s.half += 1
    if s.half == 1:
        s.grain_extra = 0
        if can_help_feeding(s, seat):
            s.phase = FEED
    elif s.half == 2:
        feed(s, seat)
        if offers(s, seat) & EVERY_ROUND:
            s.phase = AFTER_FEED
    else:
        s.half = 0
        s.queue_at += 1


def need(s, seat):
    """Feeding: the strength of all four crews."""
    total = 0
    for crew in range(BASIC_CREWS + 1):
        total += s.crew[seat][crew]
    return total


def harvested(s, seat):
    """Feeding: the grain of all irrigated fields, the start field among them."""
    total = 0
    for colour in range(s.flood + 1):
        total += s.grain[seat][colour]
    return total


def missing(s, seat):
    """Feeding: grain that is still missing; surplus counts for nothing."""
    return max(0, need(s, seat) - harvested(s, seat) - s.grain_extra)


def can_help_feeding(s, seat):
    """Feeding: whether a hungry seat has any card that could help."""
    if missing(s, seat) == 0:
        return False
    if s.have[seat][GRAIN_SURPLUS] > 0 or offers(s, seat) & CAN_DIG:
        return True
    return s.have[seat][STONES_FOR_GRAIN] > 0 and s.stones[seat] > 0


def legal_feed(s, seat, mask):
    """Feeding: grain surplus, stones for what is missing, other cards, or let it be."""
    mask[FEED_NOW] = 1
    if s.have[seat][GRAIN_SURPLUS] > 0:
        mask[PLAY_SURPLUS] = 1
    if s.have[seat][STONES_FOR_GRAIN] > 0 and s.stones[seat] > 0 and missing(s, seat) > 0:
        mask[EAT_STONE] = 1
    legal_offers(s, seat, mask)


def feed(s, seat):
    """Feeding: each missing grain costs points by the grain market; the score may fall below 0."""
    emit(s, FED, ALL, seat, need(s, seat), harvested(s, seat) + s.grain_extra)
    move_score(s, seat, FOR_HUNGER, -missing(s, seat) * HUNGER[s.market[seat][GRAIN_MARKET]])
    s.grain_extra = 0


# --- Phase 4: stones ----------------------------------------------------------------------------


def produce(s):
    """Phase 4: in turn order every seat's quarries give their stones."""
    for i in range(s.players):
        seat = int(s.order[i])
        before = int(s.stones[seat])
        s.stones[seat] = min(STONES_MAX, before + s.quarry[seat])
        emit(s, PRODUCED, ALL, seat, s.stones[seat] - before, s.stones[seat])
    begin_stage(s, READYING)
    queue_by_turn(s)


# --- Phase 5: building --------------------------------------------------------------------------


def next_ready(s):
    """Phase 5, start: in turn order, for cards that matter before anyone builds."""
    if s.queue_at == s.players:
        begin_stage(s, BUILDING)
        begin_site(s, SPHINX)
        return
    seat = int(s.queue[s.queue_at])
    s.queue_at += 1
    bits = offers(s, seat)
    if s.boats[seat] != 0:
        bits &= CAN_BE_FIRST
    else:
        bits &= CAN_HIRE
    if bits != 0:
        s.seat = seat
        s.phase = READY


def begin_site(s, site):
    """Phase 5: the sites are built on one after the other, from the source to the delta."""
    s.site = site
    s.stepped = 0
    s.gave_way = 0
    if site < len(SITES):
        emit(s, SITE_BEGAN, ALL, site)


def next_builder(s):
    """Phase 5: the next step at the site, or the moment after one, or the next site."""
    if s.half == 1:
        s.half = 0
        if offers(s, s.seat) & EVERY_ROUND and not builds_later(s, int(s.seat)):
            s.phase = AFTER_BUILD
        return
    seat = next_at_site(s)
    if seat == NO_SEAT:
        begin_site(s, int(s.site) + 1)
        if s.site == len(SITES):
            begin_stage(s, REWARDING)
        return
    s.stepped |= 1 << seat
    s.seat = seat
    if s.waiting[s.site] == seat and not builds_first(s, seat):
        step_from_waiting(s, seat)
    else:
        begin_step(s, seat)


def builds_later(s, seat):
    """Phase 5: whether a step of the seat is still to come this round."""
    for site in range(s.site + 1, len(SITES)):
        if s.boats[seat] & (1 << SITE_POS[site]):
            return True
    return False


def builds_first(s, seat):
    """First to build: whether the card holds for the seat at this site."""
    return s.first[seat] > 0 and s.first_from[seat] <= s.site


def next_at_site(s):
    """Sites: first those with the card, then the places from the Nile outwards, then who waits."""
    here = 1 << SITE_POS[s.site]
    best = NO_SEAT
    for seat in range(s.players):
        if builds_first(s, seat) and s.boats[seat] & here and s.stepped & (1 << seat) == 0:
            if best == NO_SEAT or s.first[seat] < s.first[best]:
                best = seat
    if best != NO_SEAT:
        return best
    for i in range(PLACES):
        holder = int(s.place[s.site][i])
        if holder != NO_SEAT and s.stepped & (1 << holder) == 0:
            return holder
    waiter = int(s.waiting[s.site])
    if waiter != NO_SEAT and s.stepped & (1 << waiter) == 0:
        return waiter
    return NO_SEAT


def step_from_waiting(s, seat):
    """Waiting: builds if somebody at the places did not, or by the card that allows it."""
    if s.gave_way > 0:
        emit(s, PROMOTED, ALL, seat, s.site)
        begin_step(s, seat)
    elif s.have[seat][BUILD_WAITING] > 0 and could_build(s, seat):
        s.phase = WAIT
    else:
        leave_site(s, seat)


def begin_step(s, seat):
    """Building: the seat chooses a crew, unless it has none, or no stone to lay with it."""
    s.strength = 0
    s.shift = 0
    s.laid_now = 0
    if could_build(s, seat):
        s.phase = CREW
    else:
        leave_site(s, seat)


def could_build(s, seat):
    """Building: whether a first stone is within reach, with the cards still to be played."""
    price = cheapest(s)
    if price == 0 or s.stones[seat] < price:
        return False
    most = strongest(s, seat, 1 if s.have[seat][DOUBLE_SHIFT] > 0 else int(s.shift))
    if most == 0:
        return False
    if most >= price or s.have[seat][OVERTIME] > 0:
        return True
    return offers(s, seat) & EVERY_ROUND != 0


def strongest(s, seat, shift):
    """Building: the most strength that fresh crews and the joker give; 0 without a basic crew."""
    best, second = 0, 0
    for crew in range(BASIC_CREWS):
        if s.used[seat][crew] == 0:
            strength = int(s.crew[seat][crew])
            if strength > best:
                best, second = strength, best
            elif strength > second:
                second = strength
    if best == 0:
        return 0
    return int(s.strength) + best + shift * second + fresh_joker(s, seat)


def fresh_joker(s, seat):
    """Building: the joker's strength if it was not used this round."""
    return int(s.crew[seat][JOKER]) if s.used[seat][JOKER] == 0 else 0


def leave_site(s, seat):
    """Building: not to build is allowed; the boat comes back and frees its place."""
    emit(s, LEFT, ALL, seat, s.site)
    if s.waiting[s.site] != seat:
        s.gave_way += 1
    s.half = 1
    s.phase = NOTHING


def legal_crew(s, seat, mask):
    """Building: a fresh basic crew that can lay a stone, alone or with help, or leave."""
    mask[LEAVE] = 1
    price = cheapest(s)
    fresh = 0
    for crew in range(BASIC_CREWS):
        if s.used[seat][crew] == 0:
            fresh += 1
            help_ = fresh_joker(s, seat)
            if s.shift == 1:
                help_ += best_other_crew(s, seat, crew)
            if s.strength + s.crew[seat][crew] + help_ >= price and s.stones[seat] >= price:
                mask[USE_CREW + crew] = 1
    if s.have[seat][OVERTIME] > 0:
        mask[PLAY_OVERTIME] = 1
    if s.have[seat][DOUBLE_SHIFT] > 0 and s.shift == 0 and fresh > 1:
        mask[PLAY_SHIFT] = 1
    legal_offers(s, seat, mask)


def best_other_crew(s, seat, crew):
    """Double shift: the strongest fresh basic crew besides one."""
    best = 0
    for other in range(BASIC_CREWS):
        if other != crew and s.used[seat][other] == 0:
            best = max(best, int(s.crew[seat][other]))
    return best


def legal_second_crew(s, seat, mask):
    """Double shift: a second basic crew, or none if the first can do something without it."""
    for crew in range(BASIC_CREWS):
        if s.used[seat][crew] == 0:
            if s.strength + s.crew[seat][crew] + fresh_joker(s, seat) >= cheapest(s):
                mask[USE_CREW + crew] = 1
    if s.strength + fresh_joker(s, seat) >= cheapest(s):
        mask[DONE] = 1


def choose_crew(s, seat, action):
    """Building: crews are used once a round; the joker never alone; or the site is left."""
    if action == FEED_NOW:
        s.phase = NOTHING
    elif action == LEAVE:
        leave_site(s, seat)
    elif action == USE_JOKER:
        use_crew(s, seat, JOKER)
        open_site(s, seat)
    elif action == NO_JOKER:
        open_site(s, seat)
    else:
        use_crew(s, seat, action - USE_CREW)
        if s.phase == CREW and s.shift == 1 and best_other_crew(s, seat, action - USE_CREW) > 0:
            s.phase = SECOND_CREW
        else:
            ask_joker(s, seat)


def use_crew(s, seat, crew):
    """Building: the crew adds its strength and is turned over."""
    s.used[seat][crew] = 1
    s.strength += s.crew[seat][crew]


def ask_joker(s, seat):
    """Building: the joker may help once a round."""
    if s.used[seat][JOKER] == 0:
        s.phase = JOKER_TOO
    else:
        open_site(s, seat)


def open_site(s, seat):
    """Building: the crews are at the site; a stone at least is spent from here on."""
    emit(s, BUILDS, ALL, seat, s.site, s.strength)
    s.built[seat] += 1
    s.phase = RIDDLES if s.site == SPHINX else STONES


# --- The Sphinx ---------------------------------------------------------------------------------


def pile_size(s):
    """Sphinx: cards in the pile."""
    total = 0
    for part in range(s.pile_parts):
        total += s.pile[part]
    return total


def legal_riddles(s, seat, mask):
    """Sphinx: as many cards as strength, stones and pile allow, five at most; two more by card."""
    pile = pile_size(s)
    most = min(min(int(s.strength), int(s.stones[seat])), min(MAX_DRAW, pile))
    for paid in range(1, most + 1):
        mask[DRAW + paid - 1] = 1
        if s.have[seat][MORE_RIDDLES] > 0 and paid < MAX_DRAW and paid < pile:
            mask[DRAW_MORE + paid - 1] = 1
    if s.have[seat][OVERTIME] > 0 and s.strength < MAX_DRAW:
        mask[PLAY_OVERTIME] = 1


def visit_sphinx(s, seat, action):
    """Sphinx: draw and pay, or keep a card."""
    if action < DRAW_MORE:
        draw_riddles(s, seat, action - DRAW + 1, action - DRAW + 1)
    elif action < KEEP:
        paid = action - DRAW_MORE + 1
        draw_riddles(s, seat, paid, paid + MORE_RIDDLES_CARDS)
    else:
        keep_card(s, seat, action - KEEP)


def draw_riddles(s, seat, paid, wanted):
    """Sphinx: a stone for each card drawn, the ones that a card gives excepted."""
    count = min(min(MAX_DRAW, wanted), pile_size(s))
    change_stones(s, seat, -paid)
    s.kept_now = 0
    s.keep_most = 1
    s.drawn_left = count
    emit(s, DREW, ALL, seat, count, paid)
    part = 0
    for i in range(count):
        while s.pile[part] == 0:
            part += 1
        card = card_of_part(s, part, below(s, s.pile[part]))
        s.pile[part] -= 1
        s.drawn[i] = card
        s.where[card] = IN_FINGERS
        emit(s, DREW_CARD, seat, seat, card)
        remember_draw(s, seat, part)
    for i in range(count):
        s.maybe[seat][s.drawn[i]] = 1 << IN_FINGERS
    s.phase = KEEPING


def card_of_part(s, part, skip):
    """Sphinx: a card of one part of the pile; its order was never looked at, so any will do."""
    for card in range(SPHINX_CARDS):
        if s.where[card] == FIRST_PILE + part:
            if skip == 0:
                return card
            skip -= 1
    return -1


def remember_draw(s, drawer, part):
    """Knowledge: what may have lain in that part may now be in the drawer's fingers."""
    here = 1 << (FIRST_PILE + part)
    for seat in range(s.players):
        for card in range(SPHINX_CARDS):
            if s.maybe[seat][card] & here:
                if seat != drawer:
                    s.maybe[seat][card] |= 1 << IN_FINGERS
                if s.pile[part] == 0:
                    s.maybe[seat][card] &= ~here


def legal_keep(s, seat, mask):
    """Sphinx: keep one card, two with the card for it, or none."""
    mask[DONE] = 1
    if s.kept_now < s.keep_most:
        for i in range(MAX_DRAW):
            if s.drawn[i] >= 0:
                mask[KEEP + i] = 1
    if can_keep_two(s, seat):
        mask[PLAY_TWO_RIDDLES] = 1


def can_keep_two(s, seat):
    """Two riddles: worth asking while more than one card can still be kept."""
    return s.have[seat][TWO_RIDDLES] > 0 and s.keep_most == 1 and s.kept_now + s.drawn_left > 1


def keep_card(s, seat, index):
    """Sphinx: a card goes face down before the player."""
    card = int(s.drawn[index])
    slot = seat * HAND_SLOTS + s.hand[seat]
    s.drawn[index] = -1
    s.drawn_left -= 1
    s.hand[seat] += 1
    s.kept_now += 1
    s.where[card] = slot
    for other in range(s.players):
        for riddle in range(SPHINX_CARDS):
            if other != seat and s.maybe[other][riddle] & (1 << IN_FINGERS):
                s.maybe[other][riddle] |= 1 << slot
    s.maybe[seat][card] = 1 << slot
    emit(s, KEPT_CARD, seat, seat, card)
    if s.kept_now == s.keep_most and not can_keep_two(s, seat):
        return_cards(s, seat)


def return_cards(s, seat):
    """Sphinx: the others go under the pile, one point for each."""
    emit(s, KEPT, ALL, seat, s.kept_now)
    returned = int(s.drawn_left)
    under = 0
    if returned > 0:
        part = int(s.pile_parts)
        s.pile_parts += 1
        s.pile[part] = returned
        s.pile_by[part] = seat
        under = 1 << (FIRST_PILE + part)
        for i in range(MAX_DRAW):
            if s.drawn[i] >= 0:
                s.where[s.drawn[i]] = FIRST_PILE + part
                s.drawn[i] = -1
        emit(s, RETURNED, ALL, seat, returned)
    for other in range(s.players):
        for card in range(SPHINX_CARDS):
            if s.maybe[other][card] & (1 << IN_FINGERS):
                s.maybe[other][card] = s.maybe[other][card] & ~(1 << IN_FINGERS) | under
    s.drawn_left = 0
    s.keep_most = 0
    s.kept_now = 0
    move_score(s, seat, FOR_RETURNS, returned)
    end_step(s)


def end_step(s):
    """Building: the seat's step at this site is done."""
    s.strength = 0
    s.half = 1
    s.phase = NOTHING


# --- Obelisk, graves, temple and pyramid --------------------------------------------------------


def cheapest(s):
    """Building: the least strength and stones that do something here; 0 if nothing can be done."""
    if s.site == SPHINX:
        return 1 if pile_size(s) > 0 else 0
    best = 0
    for part in range(FIRST_PART[s.site], LAST_PART[s.site] + 1):
        if is_open(s, part):
            value = next_value(s, part)
            if best == 0 or value < best:
                best = value
    return best


def is_open(s, part):
    """Building order: walls before columns before roof; a pyramid stone needs two beneath it."""
    laid = int(s.laid[part])
    if laid == PART_SIZE[part]:
        return False
    if part == LEFT_COLUMN or part == RIGHT_COLUMN:
        return is_full(s, LEFT_WALL) and is_full(s, RIGHT_WALL)
    if part == ROOF:
        return is_full(s, LEFT_COLUMN) and is_full(s, RIGHT_COLUMN)
    if part >= FLOOR_2:
        return s.laid[part - 1] >= laid + 2
    return True


def is_full(s, part):
    """Building: whether every space of a part holds a stone."""
    return s.laid[part] == PART_SIZE[part]


def next_value(s, part):
    """Building: the value of a part's next space; a grave's stands on its tile."""
    if part == GRAVE_PART:
        return int(s.grave[s.laid[part]])
    return int(SPACE_VALUE[PART_START[part] + s.laid[part]])


def can_lay(s, seat, part):
    """Building: strength and stones must both suffice for the space."""
    if not is_open(s, part):
        return False
    value = next_value(s, part)
    return value <= s.strength and value <= s.stones[seat]


def can_lay_any(s, seat):
    """Building: whether any further stone can be laid at this site."""
    for part in range(FIRST_PART[s.site], LAST_PART[s.site] + 1):
        if can_lay(s, seat, part):
            return True
    return False


def can_work_longer(s, seat):
    """Overtime: worth asking while the stones suffice for another space."""
    price = cheapest(s)
    return s.have[seat][OVERTIME] > 0 and price > 0 and price <= s.stones[seat]


def legal_stones(s, seat, mask):
    """Building: one stone after the other in the order of each part; at least one."""
    for part in range(FIRST_PART[s.site], LAST_PART[s.site] + 1):
        if can_lay(s, seat, part):
            mask[LAY + part] = 1
    if s.laid_now > 0:
        mask[STOP] = 1
    if can_work_longer(s, seat):
        mask[PLAY_OVERTIME] = 1


def lay_stone(s, seat, part):
    """Building: the space's value in strength and stones, and the same in points."""
    value = next_value(s, part)
    space = PART_START[part] + s.laid[part]
    s.stone[space] = seat
    s.laid[part] += 1
    s.own[seat][PART_STRUCTURE[part]] += 1
    s.strength -= value
    s.laid_now += 1
    emit(s, LAID, ALL, seat, part, value)
    change_stones(s, seat, -value)
    move_score(s, seat, PART_STRUCTURE[part], value)
    if part == GRAVE_PART:
        show_grave(s)
    elif part >= FLOOR_1 and is_full(s, part):
        reward_floor(s, part)
    if not can_lay_any(s, seat) and not can_work_longer(s, seat):
        end_stones(s, seat)


def show_grave(s):
    """Graves: four lie face up; the next one is turned as soon as one is taken."""
    if s.graves_up < GRAVE_SPACES:
        value = draw_from(s, s.grave_bag, s.grave_left)
        s.grave_left -= 1
        s.grave[s.graves_up] = value
        emit(s, GRAVE_SHOWN, ALL, s.graves_up, value)
        s.graves_up += 1


def reward_floor(s, part):
    """Pyramid: a full floor pays whoever has most stones there, leftmost among equals."""
    start = PART_START[part]
    best, most = NO_SEAT, 0
    for i in range(PART_SIZE[part]):
        owner = int(s.stone[start + i])
        count = 0
        for j in range(PART_SIZE[part]):
            if s.stone[start + j] == owner:
                count += 1
        if count > most:
            best, most = owner, count
    emit(s, FLOOR_DONE, ALL, best, part - FLOOR_1 + 1, most)
    move_score(s, best, FOR_FLOORS, most)


def end_stones(s, seat):
    """Building: at the obelisk and graves the builder also lowers a market marker by one."""
    end_step(s)
    if s.site == OBELISK_GRAVES:
        s.after = AFTER_BUILDING
        s.owed_market = 1
        settle(s, seat)


# --- Phases 6 and 7 -----------------------------------------------------------------------------


def reward_collaboration(s):
    """Phase 6: from the leader backwards, by the number of sites where a stone was spent."""
    queue_by_score(s)
    for i in range(s.players):
        seat = int(s.queue[i])
        move_score(s, seat, FOR_COLLABORATION, COLLABORATION[s.built[seat]])
    s.stage = ORDERING


def order_next_round(s):
    """Phase 7: the last on the score track gets tile 1; cards left on the Nile leave the game."""
    queue_by_score(s)
    for i in range(s.players):
        s.order[i] = s.queue[s.players - 1 - i]
        emit(s, ORDERED, ALL, s.order[i], i + 1)
    for i in range(CARD_SPACES):
        if s.row[i] >= 0:
            s.gone[s.row[i]] += 1
            s.row[i] = -1
    s.site = -1
    s.seat = NO_SEAT
    begin_stage(s, CLOSING if s.round == ROUNDS else LAYING)


# --- The end of the game ------------------------------------------------------------------------


def next_closer(s):
    """End of round 5: leader first, the last moment for cards; then the final scoring."""
    if s.queue_at == s.players:
        score_game(s)
        return
    seat = int(s.queue[s.queue_at])
    s.queue_at += 1
    if offers(s, seat) != 0:
        s.seat = seat
        s.phase = LAST_MOMENT


def score_game(s):
    """Final scoring: from the leader backwards, in the order that holds when it begins."""
    queue_by_score(s)
    for i in range(s.players):
        score_seat(s, int(s.queue[i]))
    s.phase = OVER
    s.seat = NO_SEAT
    for seat in range(s.players):
        if place_of(s, seat) == 1:
            emit(s, ENDED, ALL, seat, is_tied(s, seat))


def is_tied(s, seat):
    """Winner: whether another seat has as many points."""
    for other in range(s.players):
        if other != seat and s.points[other] == s.points[seat]:
            return 1
    return 0


def score_seat(s, seat):
    """Final scoring: stones, graves, Sphinx cards, and the card for every ten points last."""
    if s.market[seat][STONE_MARKET] >= SALE_LEVEL:
        points = int(s.stones[seat]) // STONES_PER_POINT
        change_stones(s, seat, -points * STONES_PER_POINT)
        move_score(s, seat, FOR_SALE, points)
    move_score(s, seat, FOR_TREASURE, treasure_points(grave_total(s, seat)))
    for card in range(SPHINX_CARDS):
        if s.where[card] // HAND_SLOTS == seat:
            points = riddle_points(s, seat, card)
            emit(s, RIDDLE, ALL, seat, card, points)
            move_score(s, seat, FOR_SPHINX, points)


def grave_total(s, seat):
    """Final scoring: the values of a seat's grave tiles, grave goods included."""
    total = GRAVE_GOODS_VALUE * s.have[seat][GRAVE_GOODS]
    for i in range(s.laid[GRAVE_PART]):
        if s.stone[PART_START[GRAVE_PART] + i] == seat:
            total += s.grave[i]
    return total


def treasure_points(total):
    """Final scoring: the bands of grave totals."""
    points = 0
    for band in range(len(GRAVE_BAND_MIN)):
        if total >= GRAVE_BAND_MIN[band]:
            points = int(GRAVE_BAND_POINTS[band])
    return points


def riddle_points(s, seat, card):
    """Sphinx cards: what one is worth to its owner as things stand."""
    kind = SPHINX_TABLE[card][0]
    points = int(SPHINX_TABLE[card][1])
    about = int(SPHINX_TABLE[card][2])
    if kind == PLAYERS_AT_BOTTOM:
        return players_at_bottom_points(s, about)
    if kind == PER_STONE:
        return points * s.own[seat][about]
    if kind == CREW_STRENGTH:
        return points * s.crew[seat][about]
    if kind == PERMANENTS:
        return points * permanent_cards(s, seat)
    if kind == PER_TEN:
        return max(0, int(s.points[seat])) // about
    return points if is_fulfilled(s, seat, card) else 0


def is_fulfilled(s, seat, card):
    """Sphinx cards: whether a condition is met."""
    kind, about = SPHINX_TABLE[card][0], SPHINX_TABLE[card][2]
    other, count = SPHINX_TABLE[card][3], SPHINX_TABLE[card][4]
    if kind == BUILT:
        return stones_on(s, about, other) >= count
    if kind == OWN_STONES:
        return s.own[seat][about] >= count
    if kind == OWN_EACH:
        return fewest_own(s, seat) >= count
    if kind == MOST_QUARRY:
        return is_most(s, seat, -1)
    if kind == MOST_GRAIN:
        return is_most(s, seat, about)
    stone_done = about == 0 or s.market[seat][STONE_MARKET] == BOTTOM
    return stone_done and (other == 0 or s.market[seat][GRAIN_MARKET] == BOTTOM)


def stones_on(s, first, last):
    """Sphinx cards: stones of anyone on a range of parts."""
    total = 0
    for part in range(first, last + 1):
        total += s.laid[part]
    return total


def fewest_own(s, seat):
    """Sphinx cards: the seat's stones on the structure where it has fewest."""
    fewest = NUM_SPACES
    for structure in range(STRUCTURES):
        fewest = min(fewest, int(s.own[seat][structure]))
    return fewest


def output(s, seat, colour):
    """Sphinx cards: grain of one colour, or with -1 the quarries' stones."""
    if colour < 0:
        return int(s.quarry[seat])
    return int(s.grain[seat][colour])


def is_most(s, seat, colour):
    """Sphinx cards: nobody produces more, and the seat something."""
    mine = output(s, seat, colour)
    for other in range(s.players):
        if output(s, other, colour) > mine:
            return False
    return mine > 0


def players_at_bottom_points(s, market):
    """Sphinx cards: by the number of players at the bottom of a market."""
    count = 0
    for seat in range(s.players):
        if s.market[seat][market] == BOTTOM:
            count += 1
    return int(PLAYERS_AT_BOTTOM_POINTS[count])


def permanent_cards(s, seat):
    """Sphinx cards: permanent Nile cards, fields and quarries excepted."""
    total = 0
    for kind in range(FIRST_ACTION_CARD, LAST_PERMANENT + 1):
        total += s.have[seat][kind]
    return total
