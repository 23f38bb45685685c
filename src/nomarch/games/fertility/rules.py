"""The rules of Fertility, one function a paragraph, in the dialect that every backend runs."""

from nomarch.games.fertility.actions import (
    BOARD,
    BUILD,
    CELL,
    DISCARD,
    DONE,
    LAY,
    PAY,
    QUARRY,
    QUARRY_MONUMENT,
    QUARRY_NOTHING,
    REMOVE,
    SLOT,
    SUPPLY,
    SYMBOL,
    TAKE,
    TURN,
)
from nomarch.games.fertility.components import (
    ANY,
    AT,
    BOARDS_USED,
    BORDER,
    BORDER_CELLS,
    CELL_OF,
    CHOICE,
    DISTRICT_COST,
    DISTRICT_SHOP,
    DISTRICTS,
    EXCHANGE,
    FIRST_AT,
    GENERAL,
    GODS,
    GRAIN,
    GRID,
    ICON,
    ICONS_PER_SHOP,
    KIND,
    KINDS,
    MAX_SEATS,
    METROPOLISES,
    MONUMENT,
    MONUMENTS_EACH,
    MOST_BOARDS,
    MOST_MONUMENTS,
    MOST_QUARRIES,
    MOST_WHEAT,
    NEED,
    NO_SHOP,
    NOTHING,
    NUM_TILES,
    OUTSIDE,
    RESERVE,
    SCENE,
    SECOND_MONUMENTS,
    SHOPS,
    SHOPS_PER_DISTRICT,
    SHOPS_PER_SEAT,
    SHOWN,
    SLOTS,
    SPECIAL,
    START_SCENES,
    START_SHOP,
    START_SHOPS,
    START_STEPS,
    STATUE,
    STATUE_POINTS,
    STEP,
    STOCK_EACH,
    STRIDE,
    TILE_COUNTS,
    TILE_KINDS,
    TILE_SCENES,
    TILES_USED,
    TILES_USED_LONG,
    VALLEY_CELLS,
    VALLEY_COLUMNS,
    VALLEY_ROWS,
    VALLEY_SYMBOL,
    VALUE,
    WHEAT,
    WHEAT_FIELD,
    WHEAT_POINTS,
)
from nomarch.games.fertility.events import (
    BOARD_LAID,
    BUILT,
    COMPLETED,
    DEALT,
    DISCARDED,
    ENDED,
    FEWEST_PIECES,
    GENERAL_SHOPS,
    GRANARY,
    HARVESTED,
    LAID,
    LAST_ROUND,
    LAYING_OUT,
    METROPOLIS,
    MONUMENT_PLACED,
    MONUMENTS,
    OUTRIGHT,
    PAID,
    QUARRIED,
    QUARRY_CLOSED,
    QUARRY_LEFT,
    REMOVED,
    RETURNED,
    SCORED,
    SHARED,
    SHORT,
    SHOWN_DISTRICT,
    SHOWN_TILE,
    SPECIAL_SHOPS,
    START_LAID,
    STATUES,
    SUPPLIED,
    TOOK,
    TOTAL,
    TRADED,
    TURN_STARTED,
)
from nomarch.kernel.chance import below, draw_from
from nomarch.kernel.events import ALL, emit

(
    LAY_OUT, CHOOSE_SYMBOL, TURN_START, CHOOSE_TILE, CHOOSE_CELL, CHOOSE_TURN, NO_FIT,
    CHOOSE_QUARRY, QUARRY_GAIN, CITY, CHOOSE_SLOT, PAYMENT, SUPPLYING, TRADE, TAKING, REMOVING,
    OVER,
) = range(17)  # fmt: skip
"""Phases: what is being decided. `CITY` still allows to build, `SUPPLYING` does not."""
NONE = -1
"""No seat, tile, place, district or piece."""
OPTION_VALLEY, OPTION_LONG = 0, 1


# --- Set-up -----------------------------------------------------------------------------------


def setup(s, players, options):
    """Set-up: an empty table, then the valley by chance or by the first player's choice."""
    s.players = players
    s.own_valley = options[OPTION_VALLEY]
    s.long_game = options[OPTION_LONG]
    s.seat = 0
    s.turns = 0
    s.last_turns = NONE
    clear_valley(s)
    clear_tiles(s)
    clear_cities(s)
    if s.own_valley == 1:
        s.phase = LAY_OUT
        emit(s, LAYING_OUT, ALL, s.seat)
    else:
        lay_out_at_random(s)
        find_start(s)


def clear_valley(s):
    """Set-up: no valley board lies on the table yet."""
    s.boards = 0
    s.start_at = NONE
    s.start_turn = 0
    s.last_at = NONE
    s.tile = NONE
    s.at = NONE
    s.quarries = 0
    for i in range(MOST_BOARDS):
        s.board[i] = NONE
        s.turned[i] = 0
    for i in range(MOST_QUARRIES):
        s.quarry[i] = NONE
    for at in range(GRID):
        s.cell[at] = OUTSIDE
        s.near[at] = 0
        s.link[at] = NONE


def clear_tiles(s):
    """Set-up: every valley tile and district is unseen, the stock of resources is full."""
    for kind in range(TILE_KINDS):
        s.bag[kind] = TILE_COUNTS[kind]
        s.common[kind] = 0
        s.laid[kind] = 0
        s.gone[kind] = 0
        for seat in range(MAX_SEATS):
            s.hand[seat][kind] = 0
    s.bag_left = NUM_TILES
    s.pile = TILES_USED_LONG if s.long_game == 1 else TILES_USED[s.players]
    for resource in range(KINDS):
        s.stock[resource] = STOCK_EACH
        s.beside[resource] = 0
    for district in range(DISTRICTS):
        s.unseen[district] = 1
    s.unseen_left = DISTRICTS
    for i in range(SHOWN):
        s.shown[i] = NONE


def clear_cities(s):
    """Set-up: empty slots, no wheat, no monument, no piece on a shop."""
    s.site = NONE
    s.owed = 0
    s.trader = NONE
    for seat in range(MAX_SEATS):
        s.wheat[seat] = 0
        s.monuments[seat] = 0
        s.metropolis[seat] = NONE
        for slot in range(SLOTS):
            s.district[seat][slot] = NONE
        for shop in range(SHOPS_PER_SEAT):
            s.shop[seat][shop] = NO_SHOP
            for i in range(ICONS_PER_SHOP):
                s.put[seat][shop][i] = NONE


def lay_out_at_random(s):
    """Set-up: random boards side by side, each as printed or upside down."""
    used = 0
    for place in range(BOARDS_USED[s.players]):
        board = pick_unused(s, used, MOST_BOARDS - place)
        used |= 1 << board
        lay_board(s, board, below(s, 2))


def pick_unused(s, used, left):
    """One of the `left` numbers that are not in a bit set, each as likely."""
    skip = below(s, left)
    number = 0
    while skip > 0 or used >> number & 1 == 1:
        if used >> number & 1 == 0:
            skip -= 1
        number += 1
    return number


def lay_board(s, board, turned):
    """Set-up: the next valley board, to the right of those that lie there."""
    place = int(s.boards)
    s.board[place] = board
    s.turned[place] = turned
    s.boards += 1
    last = VALLEY_COLUMNS * VALLEY_ROWS - 1
    at = FIRST_AT + VALLEY_COLUMNS * place
    for row in range(VALLEY_ROWS):
        for column in range(VALLEY_COLUMNS):
            i = row * VALLEY_COLUMNS + column
            if turned == 1:
                i = last - i
            s.cell[at + STRIDE * row + column] = VALLEY_CELLS[board][i]
    emit(s, BOARD_LAID, ALL, place, board, turned)


def symbol_at(s, place):
    """Where the upper left quarter of a laid board's start symbol is."""
    column = VALLEY_SYMBOL[s.board[place]][0]
    row = VALLEY_SYMBOL[s.board[place]][1]
    if s.turned[place] == 1:
        column = VALLEY_COLUMNS - 2 - column
        row = VALLEY_ROWS - 2 - row
    return FIRST_AT + STRIDE * row + VALLEY_COLUMNS * place + column


def symbol_distance(s, place):
    """The square of the distance from a start symbol's middle to the valley's."""
    at = symbol_at(s, place) - FIRST_AT
    across = at % STRIDE + 1 - VALLEY_COLUMNS * s.boards // 2
    down = at // STRIDE + 1 - VALLEY_ROWS // 2
    return across * across + down * down


def nearest_distance(s):
    """How far the nearest start symbol is from the middle of the valley."""
    best = symbol_distance(s, 0)
    for place in range(1, s.boards):
        best = min(best, symbol_distance(s, place))
    return best


def find_start(s):
    """Set-up: the start symbol nearest to the middle; between equals the first player chooses."""
    best, found, nearest = nearest_distance(s), 0, 0
    for place in range(s.boards):
        if symbol_distance(s, place) == best:
            found += 1
            nearest = place
    if found > 1:
        s.phase = CHOOSE_SYMBOL
    else:
        use_symbol(s, nearest)


def use_symbol(s, place):
    """Set-up: the start tile goes onto that symbol, turned by chance or by the first player."""
    s.start_at = symbol_at(s, place)
    if s.own_valley == 1:
        s.phase = TURN_START
    else:
        lay_start_tile(s, below(s, 4))


def lay_start_tile(s, turn):
    """Set-up: the start tile shows all four scenes; then everything else is dealt."""
    s.start_turn = turn
    for i in range(KINDS):
        lay_scene(s, s.start_at + START_STEPS[(i + turn) % 4], START_SCENES[i])
    emit(s, START_LAID, ALL, CELL_OF[s.start_at], turn)
    deal(s)


def deal(s):
    """Set-up: metropolis boards at random, three tiles each, three in common, four districts."""
    dealt = 0
    for seat in range(s.players):
        board = pick_unused(s, dealt, METROPOLISES - seat)
        dealt |= 1 << board
        take_metropolis(s, seat, board)
    for seat in range(s.players):
        for _ in range(RESERVE):
            kind = draw_tile(s)
            s.hand[seat][kind] += 1
            emit(s, DEALT, ALL, seat, kind)
    refill_common(s)
    show_districts(s)
    start_turn(s, 0)


def take_metropolis(s, seat, board):
    """Set-up: a metropolis board with its four start shops."""
    s.metropolis[seat] = board
    for i in range(START_SHOPS):
        s.shop[seat][i] = START_SHOP[board][i]
    emit(s, METROPOLIS, ALL, seat, board)


def draw_tile(s):
    """One tile from the pile: any unseen tile is as likely, those in the box were not looked at."""
    kind = draw_from(s, s.bag, s.bag_left)
    s.bag_left -= 1
    s.pile -= 1
    return kind


def refill_common(s):
    """End of a turn: the common reserve is filled up to three, as far as the pile goes."""
    while s.pile > 0 and tiles_in(s.common) < RESERVE:
        kind = draw_tile(s)
        s.common[kind] += 1
        emit(s, SHOWN_TILE, ALL, kind)


def tiles_in(counts):
    """The number of tiles in a reserve."""
    total = 0
    for kind in range(TILE_KINDS):
        total += counts[kind]
    return total


def show_districts(s):
    """End of a turn: a new district replaces the one that was built."""
    for i in range(SHOWN):
        if s.shown[i] == NONE and s.unseen_left > 0:
            s.shown[i] = draw_from(s, s.unseen, s.unseen_left)
            s.unseen_left -= 1
            emit(s, SHOWN_DISTRICT, ALL, s.shown[i])


# --- The contract -----------------------------------------------------------------------------


def to_act(s):
    """One seat at a time decides in Fertility."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.seat)


def is_over(s):
    """The game ends after the last round."""
    return 1 if s.phase == OVER else 0


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == CHOOSE_TILE:
        legal_tiles(s, seat, mask)
    elif s.phase == CHOOSE_CELL:
        legal_cells(s, mask)
    elif s.phase == CHOOSE_TURN:
        legal_turns(s, mask)
    elif s.phase == NO_FIT:
        legal_kinds(s.hand[seat], mask, DISCARD)
    elif s.phase == CHOOSE_QUARRY:
        for i in range(s.quarries):
            mask[CELL + CELL_OF[s.quarry[i]]] = 1
    elif s.phase == QUARRY_GAIN:
        legal_quarry(s, seat, mask)
    elif s.phase == CITY:
        mask[DONE] = 1
        legal_districts(s, seat, mask)
        legal_supplies(s, seat, mask)
    elif s.phase == CHOOSE_SLOT:
        legal_slots(s, seat, mask)
    elif s.phase == PAYMENT:
        legal_payments(s, seat, mask)
    elif s.phase == SUPPLYING:
        mask[DONE] = 1
        legal_supplies(s, seat, mask)
    elif s.phase == TRADE:
        legal_supplies(s, seat, mask)
    elif s.phase == TAKING:
        legal_kinds(s.common, mask, TAKE)
    elif s.phase == REMOVING:
        legal_kinds(s.common, mask, REMOVE)
    else:
        legal_setup(s, mask)


def legal_setup(s, mask):
    """Set-up by the first player: a board either way up, a start symbol, the start tile's turn."""
    if s.phase == LAY_OUT:
        lying = 0
        for place in range(s.boards):
            lying |= 1 << int(s.board[place])
        for board in range(MOST_BOARDS):
            if lying >> board & 1 == 0:
                mask[BOARD + 2 * board] = 1
                mask[BOARD + 2 * board + 1] = 1
    elif s.phase == CHOOSE_SYMBOL:
        best = nearest_distance(s)
        for place in range(s.boards):
            if symbol_distance(s, place) == best:
                mask[SYMBOL + place] = 1
    elif s.phase == TURN_START:
        for turn in range(4):
            mask[TURN + turn] = 1


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if s.phase == CHOOSE_TILE:
        s.tile = action - LAY
        s.phase = CHOOSE_CELL
    elif s.phase == CHOOSE_CELL:
        s.at = AT[action - CELL]
        s.phase = CHOOSE_TURN
    elif s.phase == CHOOSE_TURN:
        lay_tile(s, seat, action - TURN)
    elif s.phase == NO_FIT:
        discard_tile(s, seat, action - DISCARD)
    elif s.phase == CHOOSE_QUARRY:
        s.at = AT[action - CELL]
        s.phase = QUARRY_GAIN
    elif s.phase == QUARRY_GAIN:
        use_quarry(s, seat, action)
    elif s.phase == CHOOSE_SLOT:
        build(s, seat, action - SLOT)
    elif s.phase == PAYMENT:
        pay(s, seat, action - PAY)
    elif s.phase == TAKING:
        take_tile(s, seat, action - TAKE)
    elif s.phase == REMOVING:
        remove_tile(s, seat, action - REMOVE)
    elif action == DONE:
        clean_up(s, seat)
    elif action < SUPPLY:
        lay_start_tile(s, action - TURN)
    elif action < BUILD:
        supply(s, seat, (action - SUPPLY) % KINDS, (action - SUPPLY) // KINDS)
    elif action < CELL:
        s.site = action - BUILD
        s.phase = CHOOSE_SLOT
    elif action < SYMBOL:
        choose_board(s, action - BOARD)
    else:
        use_symbol(s, action - SYMBOL)


def choose_board(s, choice):
    """Set-up by the first player: boards are laid from left to right, then the start is found."""
    lay_board(s, choice // 2, choice % 2)
    if s.boards == BOARDS_USED[s.players]:
        find_start(s)


def score(s, out):
    """Every seat's Debens, as if the game ended now."""
    for seat in range(s.players):
        out[seat] = debens(s, seat)


def rank(s, out):
    """Every seat's place."""
    for seat in range(s.players):
        out[seat] = place_of(s, seat)


def place_of(s, seat):
    """Game end: most Debens win, among equals the fewest pieces; then the victory is shared."""
    mine, pieces, above = debens(s, seat), pieces_of(s, seat), 0
    for other in range(s.players):
        theirs = debens(s, other)
        if theirs > mine or (theirs == mine and pieces_of(s, other) < pieces):
            above += 1
    return above + 1


# --- A turn -----------------------------------------------------------------------------------


def start_turn(s, seat):
    """A turn: a tile must be laid if any fits; otherwise one is discarded."""
    s.seat = seat
    s.tile = NONE
    s.at = NONE
    s.phase = NO_FIT
    for kind in range(TILE_KINDS):
        if s.hand[seat][kind] > 0 and fits_somewhere(s, kind):
            s.phase = CHOOSE_TILE
            break
    emit(s, TURN_STARTED, ALL, seat, s.turns // s.players + 1)


def legal_kinds(counts, mask, first):
    """Any kind of tile that a reserve holds."""
    for kind in range(TILE_KINDS):
        if counts[kind] > 0:
            mask[first + kind] = 1


def legal_tiles(s, seat, mask):
    """Step 1: any of the own tiles that fits somewhere."""
    for kind in range(TILE_KINDS):
        if s.hand[seat][kind] > 0 and fits_somewhere(s, kind):
            mask[LAY + kind] = 1


def fits_somewhere(s, kind):
    """Step 1: a matching scene beside an empty desert cell that has room for the other half."""
    wanted = (1 << TILE_SCENES[kind][0]) | (1 << TILE_SCENES[kind][1])
    for row in range(VALLEY_ROWS):
        first = FIRST_AT + STRIDE * row
        for at in range(first, first + VALLEY_COLUMNS * s.boards):
            if s.near[at] & wanted != 0 and s.cell[at] < SCENE and has_room(s, at):
                return True
    return False


def has_room(s, at):
    """Whether an empty desert cell lies beside a place."""
    return (
        s.cell[at + 1] < SCENE
        or s.cell[at - 1] < SCENE
        or s.cell[at + STRIDE] < SCENE
        or s.cell[at - STRIDE] < SCENE
    )


def legal_cells(s, mask):
    """Step 1: every cell for the tile's first scene from which some turn is allowed."""
    first, second = TILE_SCENES[s.tile][0], TILE_SCENES[s.tile][1]
    for row in range(VALLEY_ROWS):
        start = FIRST_AT + STRIDE * row
        for at in range(start, start + VALLEY_COLUMNS * s.boards):
            if s.near[at] != 0 and s.cell[at] < SCENE:
                if s.near[at] >> first & 1 == 1 and has_room(s, at):
                    mask[CELL + CELL_OF[at]] = 1
                if s.near[at] >> second & 1 == 1:
                    for turn in range(4):
                        if s.cell[at + STEP[turn]] < SCENE:
                            mask[CELL + CELL_OF[at + STEP[turn]]] = 1


def legal_turns(s, mask):
    """Step 1: the ways in which the tile may lie from its first scene's cell."""
    for turn in range(4):
        if may_lie(s, int(s.tile), int(s.at), turn):
            mask[TURN + turn] = 1


def may_lie(s, kind, at, turn):
    """Step 1: on two desert cells, with at least one scene beside an identical one."""
    other = at + STEP[turn]
    if s.cell[at] >= SCENE or s.cell[other] >= SCENE:
        return False
    matches_first = s.near[at] >> TILE_SCENES[kind][0] & 1 == 1
    matches_second = s.near[other] >> TILE_SCENES[kind][1] & 1 == 1
    return matches_first or matches_second


def lay_scene(s, at, scene):
    """A scene covers a cell for good, and its neighbours know of it."""
    s.cell[at] = SCENE + scene
    for turn in range(4):
        s.near[at + STEP[turn]] |= 1 << scene


def lay_tile(s, seat, turn):
    """Step 1: the tile is laid and harvested; quarries are decided on last."""
    kind, at = int(s.tile), int(s.at)
    emit(s, LAID, ALL, seat, kind, CELL_OF[at], turn)
    for resource in range(KINDS):
        harvest(s, seat, resource, crop(s, kind, at, turn, resource))
    gain_wheat(s, seat, wheat_beside(s, at, turn))
    find_quarries(s, seat, at, turn)
    lay_scene(s, at, TILE_SCENES[kind][0])
    lay_scene(s, at + STEP[turn], TILE_SCENES[kind][1])
    s.link[at] = turn
    s.link[at + STEP[turn]] = (turn + 2) % 4
    s.hand[seat][kind] -= 1
    s.laid[kind] += 1
    s.last_at = at
    s.tile = NONE
    next_quarry(s)


def discard_tile(s, seat, kind):
    """Step 1: when no tile fits one is discarded, without a harvest; the turn goes on."""
    s.hand[seat][kind] -= 1
    s.gone[kind] += 1
    emit(s, DISCARDED, ALL, seat, kind)
    s.phase = CITY


# --- The harvest ------------------------------------------------------------------------------


def crop(s, kind, at, turn, resource):
    """Harvest A and C: one for each identical scene beside a half, one for each covered icon."""
    count = 0
    if TILE_SCENES[kind][0] == resource:
        for i in range(3):
            if s.cell[at + BORDER[turn][i]] == SCENE + resource:
                count += 1
    if TILE_SCENES[kind][1] == resource:
        for i in range(3, BORDER_CELLS):
            if s.cell[at + BORDER[turn][i]] == SCENE + resource:
                count += 1
    if s.cell[at] == ICON + resource:
        count += 1
    if s.cell[at + STEP[turn]] == ICON + resource:
        count += 1
    return count


def harvest(s, seat, resource, count):
    """Harvest: what the stock has; a resource that has run out is not replaced."""
    taken = min(count, int(s.stock[resource]))
    s.stock[resource] -= taken
    s.beside[resource] += taken
    if taken > 0:
        emit(s, HARVESTED, ALL, seat, resource, taken)
    if taken < count:
        emit(s, SHORT, ALL, seat, resource, count - taken)


def wheat_beside(s, at, turn):
    """Harvest B: one wheat for each wheat field beside the tile."""
    fields = 0
    for i in range(BORDER_CELLS):
        if s.cell[at + BORDER[turn][i]] == WHEAT_FIELD:
            fields += 1
    return fields


def gain_wheat(s, seat, count):
    """Wheat: the granary ends at ten, what does not fit is lost."""
    gained = min(count, MOST_WHEAT - int(s.wheat[seat]))
    s.wheat[seat] += gained
    if gained > 0:
        emit(s, HARVESTED, ALL, seat, WHEAT, gained)


def is_quarry(s, place, at, turn):
    """Harvest D: a tile laid there leaves that one empty desert cell without an empty neighbour."""
    if s.cell[place] >= SCENE:
        return False
    for side in range(4):
        beside = place + STEP[side]
        if s.cell[beside] < SCENE and beside != at and beside != at + STEP[turn]:
            return False
    return True


def find_quarries(s, seat, at, turn):
    """Harvest D: one tile may close several quarries."""
    s.quarries = 0
    for i in range(BORDER_CELLS):
        place = at + BORDER[turn][i]
        if is_quarry(s, place, at, turn):
            s.quarry[s.quarries] = place
            s.quarries += 1
            emit(s, QUARRY_CLOSED, ALL, seat, CELL_OF[place])


def next_quarry(s):
    """Harvest D: each quarry wants its own choice, in the order the player likes."""
    s.at = NONE
    if s.quarries == 0:
        s.phase = CITY
    elif s.quarries == 1:
        s.at = s.quarry[0]
        s.phase = QUARRY_GAIN
    else:
        s.phase = CHOOSE_QUARRY


def legal_quarry(s, seat, mask):
    """Harvest D: a resource of the stock, an own monument, or nothing."""
    mask[QUARRY_NOTHING] = 1
    if s.monuments[seat] < MONUMENTS_EACH:
        mask[QUARRY_MONUMENT] = 1
    for resource in range(KINDS):
        if s.stock[resource] > 0:
            mask[QUARRY + resource] = 1


def use_quarry(s, seat, action):
    """Harvest D: the resource joins the harvest, or the monument stands in the quarry."""
    if action == QUARRY_MONUMENT:
        s.cell[s.at] = MONUMENT + seat
        s.monuments[seat] += 1
        emit(s, MONUMENT_PLACED, ALL, seat, CELL_OF[s.at])
    elif action == QUARRY_NOTHING:
        emit(s, QUARRY_LEFT, ALL, seat, CELL_OF[s.at])
    else:
        s.stock[action - QUARRY] -= 1
        s.beside[action - QUARRY] += 1
        emit(s, QUARRIED, ALL, seat, action - QUARRY)
    forget_quarry(s, int(s.at))
    next_quarry(s)


def forget_quarry(s, place):
    """Takes a quarry off the list of those that want a choice."""
    s.quarries -= 1
    for i in range(s.quarries):
        if s.quarry[i] == place:
            s.quarry[i] = s.quarry[s.quarries]
    s.quarry[s.quarries] = NONE


# --- Districts --------------------------------------------------------------------------------


def purse(s, seat):
    """What a seat can pay with: this turn's resources and its wheat."""
    total = int(s.wheat[seat])
    for resource in range(KINDS):
        total += s.beside[resource]
    return total


def legal_districts(s, seat, mask):
    """Step 2: a shown district that can be paid, while a slot is free."""
    if free_slots(s, seat) == 0:
        return
    most = purse(s, seat)
    for i in range(SHOWN):
        if s.shown[i] != NONE and DISTRICT_COST[s.shown[i]] <= most:
            mask[BUILD + s.shown[i]] = 1


def free_slots(s, seat):
    """How many more districts a metropolis has room for."""
    free = 0
    for slot in range(SLOTS):
        if s.district[seat][slot] == NONE:
            free += 1
    return free


def legal_slots(s, seat, mask):
    """Step 2: any free slot of the seven."""
    for slot in range(SLOTS):
        if s.district[seat][slot] == NONE:
            mask[SLOT + slot] = 1


def build(s, seat, slot):
    """Step 2: the district joins the metropolis; then it is paid for, unit by unit."""
    site = int(s.site)
    s.district[seat][slot] = site
    for i in range(SHOPS_PER_DISTRICT):
        s.shop[seat][START_SHOPS + SHOPS_PER_DISTRICT * slot + i] = DISTRICT_SHOP[site][i]
    for i in range(SHOWN):
        if s.shown[i] == site:
            s.shown[i] = NONE
    emit(s, BUILT, ALL, seat, site, slot)
    s.owed = DISTRICT_COST[site]
    s.site = NONE
    s.phase = PAYMENT if s.owed > 0 else SUPPLYING


def legal_payments(s, seat, mask):
    """Step 2: any mix of this turn's resources and wheat, never what lies on a shop."""
    for resource in range(KINDS):
        if s.beside[resource] > 0:
            mask[PAY + resource] = 1
    if s.wheat[seat] > 0:
        mask[PAY + WHEAT] = 1


def pay(s, seat, resource):
    """Step 2: a resource goes back to the stock, wheat moves the marker back."""
    if resource == WHEAT:
        s.wheat[seat] -= 1
    else:
        s.beside[resource] -= 1
        s.stock[resource] += 1
    emit(s, PAID, ALL, seat, resource)
    s.owed -= 1
    if s.owed == 0:
        s.phase = SUPPLYING


# --- Shops ------------------------------------------------------------------------------------


def ready(s, seat):
    """The resources that may go onto a shop now: the turn's own, or what an exchange shop shows."""
    bits = 0
    for resource in range(KINDS):
        if s.phase == TRADE:
            if s.stock[resource] > 0:
                bits |= 1 << resource
        elif s.beside[resource] > 0:
            bits |= 1 << resource
    if s.phase == TRADE:
        bits &= SHOPS[s.shop[seat][s.trader]][VALUE]
    return bits


def takes(s, seat, shop):
    """A bit set of the resources that a shop's empty icons take."""
    number, bits = int(s.shop[seat][shop]), 0
    for i in range(ICONS_PER_SHOP):
        need = SHOPS[number][NEED + i]
        if need != NOTHING and s.put[seat][shop][i] == NONE:
            bits |= (1 << KINDS) - 1 if need == ANY else 1 << need
    return bits


def legal_supplies(s, seat, mask):
    """Step 3: each empty icon takes one piece of its resource."""
    bits = ready(s, seat)
    if bits == 0:
        return
    for shop in range(SHOPS_PER_SEAT):
        if s.shop[seat][shop] != NO_SHOP:
            wanted = bits & takes(s, seat, shop)
            if wanted != 0:
                for resource in range(KINDS):
                    mask[SUPPLY + KINDS * shop + resource] = wanted >> resource & 1


def icon_for(s, seat, shop, resource):
    """Step 3: the icon that a piece covers, a named one before one that takes any."""
    number, found = int(s.shop[seat][shop]), NONE
    for i in range(ICONS_PER_SHOP):
        if s.put[seat][shop][i] == NONE:
            need = SHOPS[number][NEED + i]
            if need == resource:
                return i
            if need == ANY:
                found = i
    return found


def supply(s, seat, resource, shop):
    """Step 3: a piece stays where it is put; a complete shop may give something at once."""
    number = int(s.shop[seat][shop])
    if s.phase == TRADE:
        s.stock[resource] -= 1
        emit(s, TRADED, ALL, seat, resource, s.shop[seat][s.trader])
    else:
        s.beside[resource] -= 1
    s.put[seat][shop][icon_for(s, seat, shop, resource)] = resource
    emit(s, SUPPLIED, ALL, seat, resource, number, shop)
    s.phase = SUPPLYING
    s.trader = NONE
    if is_complete(s, seat, shop):
        emit(s, COMPLETED, ALL, seat, number)
        if SHOPS[number][KIND] == GRAIN:
            gain_wheat(s, seat, SHOPS[number][VALUE])
        elif SHOPS[number][KIND] == EXCHANGE:
            start_trade(s, seat, shop)


def is_complete(s, seat, shop):
    """Step 3: a shop is complete when every icon is covered."""
    number = int(s.shop[seat][shop])
    for i in range(ICONS_PER_SHOP):
        if SHOPS[number][NEED + i] != NOTHING and s.put[seat][shop][i] == NONE:
            return False
    return number != NO_SHOP


def start_trade(s, seat, shop):
    """Exchange shops: one of the resources shown goes to another shop at once, if one takes it."""
    s.trader = shop
    s.phase = TRADE
    bits = ready(s, seat)
    for other in range(SHOPS_PER_SEAT):
        if takes(s, seat, other) & bits != 0:
            return
    s.trader = NONE
    s.phase = SUPPLYING


# --- The end of a turn ------------------------------------------------------------------------


def clean_up(s, seat):
    """End of a turn: unused resources go back; in the last round no tile is taken any more."""
    for resource in range(KINDS):
        if s.beside[resource] > 0:
            emit(s, RETURNED, ALL, seat, resource, s.beside[resource])
            s.stock[resource] += s.beside[resource]
            s.beside[resource] = 0
    if s.last_turns == NONE:
        s.phase = TAKING
    else:
        s.last_turns -= 1
        end_turn(s, seat)


def take_tile(s, seat, kind):
    """End of a turn: one tile of the common reserve joins the personal one."""
    s.common[kind] -= 1
    s.hand[seat][kind] += 1
    emit(s, TOOK, ALL, seat, kind)
    if s.long_game == 1:
        s.phase = REMOVING
    else:
        refill(s, seat)


def remove_tile(s, seat, kind):
    """Variant for two: one more tile of the common reserve leaves the game before the refill."""
    s.common[kind] -= 1
    s.gone[kind] += 1
    emit(s, REMOVED, ALL, seat, kind)
    refill(s, seat)


def refill(s, seat):
    """Game end: when the common reserve cannot be refilled, everyone has one last turn."""
    refill_common(s)
    if tiles_in(s.common) < RESERVE:
        s.last_turns = s.players
        emit(s, LAST_ROUND, ALL)
    end_turn(s, seat)


def end_turn(s, seat):
    """End of a turn: a built district is replaced, then it is the next player's turn."""
    show_districts(s)
    s.turns += 1
    if s.last_turns == 0:
        finish(s)
    else:
        start_turn(s, (seat + 1) % s.players)


# --- Scoring ----------------------------------------------------------------------------------


def finish(s):
    """Game end: everything is counted."""
    s.phase = OVER
    s.seat = NONE
    s.tile = NONE
    s.at = NONE
    for seat in range(s.players):
        emit(s, SCORED, ALL, seat, GENERAL_SHOPS, general_points(s, seat))
        emit(s, SCORED, ALL, seat, SPECIAL_SHOPS, special_points(s, seat))
        emit(s, SCORED, ALL, seat, STATUES, statue_points(s, seat))
        emit(s, SCORED, ALL, seat, MONUMENTS, monument_points(s, seat))
        emit(s, SCORED, ALL, seat, GRANARY, WHEAT_POINTS[s.wheat[seat]])
        emit(s, TOTAL, ALL, seat, debens(s, seat))
    emit_winners(s)


def emit_winners(s):
    """Game end: tells who has won, and by what."""
    winners, equals, best = 0, 0, 0
    for seat in range(s.players):
        best = max(best, debens(s, seat))
    for seat in range(s.players):
        if place_of(s, seat) == 1:
            winners += 1
        if debens(s, seat) == best:
            equals += 1
    how = OUTRIGHT
    if winners > 1:
        how = SHARED
    elif equals > 1:
        how = FEWEST_PIECES
    for seat in range(s.players):
        if place_of(s, seat) == 1:
            emit(s, ENDED, ALL, seat, how)


def debens(s, seat):
    """What a seat's metropolis, monuments and granary are worth."""
    return (
        general_points(s, seat)
        + special_points(s, seat)
        + statue_points(s, seat)
        + monument_points(s, seat)
        + WHEAT_POINTS[s.wheat[seat]]
    )


def general_points(s, seat):
    """Scoring 1: each complete general shop pays what it shows, an incomplete one nothing."""
    total = 0
    for shop in range(SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if SHOPS[number][KIND] == GENERAL and is_complete(s, seat, shop):
            total += SHOPS[number][VALUE]
    return total


def special_points(s, seat):
    """Scoring 2: each complete specialised shop pays for every piece of its resource."""
    total = 0
    for shop in range(SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if SHOPS[number][KIND] == SPECIAL and is_complete(s, seat, shop):
            total += SHOPS[number][VALUE] * pieces_like(s, seat, SHOPS[number][NEED])
    return total


def pieces_like(s, seat, resource):
    """The pieces of one resource on all shops of a metropolis, complete or not."""
    count = 0
    for shop in range(SHOPS_PER_SEAT):
        for i in range(ICONS_PER_SHOP):
            if s.put[seat][shop][i] == resource:
                count += 1
    return count


def pieces_of(s, seat):
    """All pieces on a metropolis, the start shops included."""
    count = 0
    for resource in range(KINDS):
        count += pieces_like(s, seat, resource)
    return count


def gods_of(s, seat):
    """Scoring 3: different gods on complete shops; a free choice stands for one that is missing."""
    shown, free = 0, 0
    for shop in range(SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if SHOPS[number][KIND] == STATUE and is_complete(s, seat, shop):
            shown |= SHOPS[number][VALUE]
        elif SHOPS[number][KIND] == CHOICE and is_complete(s, seat, shop):
            free += 1
    count = free
    for god in range(GODS):
        count += shown >> god & 1
    return min(count, GODS)


def statue_points(s, seat):
    """Scoring 3: by the number of different gods."""
    return STATUE_POINTS[gods_of(s, seat)]


def monument_points(s, seat):
    """Scoring 4: most and second most monuments, ties in full, nothing without a monument."""
    mine, most, second = int(s.monuments[seat]), 0, 0
    for other in range(s.players):
        most = max(most, int(s.monuments[other]))
    for other in range(s.players):
        if s.monuments[other] < most:
            second = max(second, int(s.monuments[other]))
    if mine == 0:
        return 0
    if mine == most:
        return MOST_MONUMENTS
    if mine == second:
        return SECOND_MONUMENTS
    return 0
