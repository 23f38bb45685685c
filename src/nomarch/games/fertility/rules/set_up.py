"""Set-up: the valley by chance or by the first player's choice, then what is dealt."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.games.fertility.rules import tiles, turns
from nomarch.kernel.declare.rules import ALL, allow, below, emit, fill


def clear_valley(s: st.State):
    """Set-up: no valley board lies on the table yet."""
    s.boards = 0
    s.start_at = st.NONE
    s.start_turn = 0
    s.last_at = st.NONE
    s.tile = st.NONE
    s.at = st.NONE
    s.quarries = 0
    fill(s.board, st.NONE)
    fill(s.turned, 0)
    fill(s.quarry, st.NONE)
    fill(s.cell, box.OUTSIDE)
    fill(s.near, 0)
    fill(s.link, st.NONE)


def clear_tiles(s: st.State):
    """Set-up: every valley tile and district is unseen, the stock of resources is full."""
    for kind in range(box.TILE_KINDS):
        s.bag[kind] = box.TILE_COUNTS[kind]
    fill(s.common, 0)
    fill(s.laid, 0)
    fill(s.gone, 0)
    s.bag_left = box.NUM_TILES
    s.pile = box.TILES_USED_LONG if s.long_game == 1 else box.TILES_USED[s.players]
    fill(s.stock, box.STOCK_EACH)
    fill(s.beside, 0)
    fill(s.unseen, 1)
    s.unseen_left = box.DISTRICTS
    fill(s.shown, st.NONE)


def clear_cities(s: st.State):
    """Set-up: no tile, empty slots, no wheat, no monument, no piece on a shop."""
    s.site = st.NONE
    s.owed = 0
    s.trader = st.NONE
    fill(s.wheat, 0)
    fill(s.monuments, 0)
    fill(s.metropolis, st.NONE)
    for seat in range(box.MAX_SEATS):
        fill(s.hand[seat], 0)
        fill(s.district[seat], st.NONE)
        fill(s.shop[seat], box.NO_SHOP)
        for shop in range(box.SHOPS_PER_SEAT):
            fill(s.put[seat][shop], st.NONE)


def lay_out_at_random(s: st.State):
    """Set-up: random boards side by side, each as printed or upside down."""
    used = 0
    for place in range(box.BOARDS_USED[s.players]):
        board = pick_unused(s, used, box.MOST_BOARDS - place)
        used |= 1 << board
        lay_board(s, board, below(s, 2))


def pick_unused(s: st.State, used, left):
    """One of the `left` numbers that are not in a bit set, each as likely."""
    skip = below(s, left)
    number = 0
    while skip > 0 or used >> number & 1 == 1:
        if used >> number & 1 == 0:
            skip -= 1
        number += 1
    return number


def lay_board(s: st.State, board, turned):
    """Set-up: the next valley board, to the right of those that lie there."""
    place = int(s.boards)
    s.board[place] = board
    s.turned[place] = turned
    s.boards += 1
    cells = box.VALLEY_COLUMNS * box.VALLEY_ROWS
    for i in range(cells):
        row, column = i // box.VALLEY_COLUMNS, box.VALLEY_COLUMNS * place + i % box.VALLEY_COLUMNS
        printed = box.VALLEY_CELLS[board][cells - 1 - i if turned == 1 else i]
        s.cell[box.FIRST_AT + box.STRIDE * row + column] = printed
    emit(s, ev.BOARD_LAID, ALL, place, board, turned)


def symbol_at(s: st.State, place):
    """Where the upper left quarter of a laid board's start symbol is."""
    row, column = box.VALLEY_SYMBOL[s.board[place]][0], box.VALLEY_SYMBOL[s.board[place]][1]
    if s.turned[place] == 1:
        column = box.VALLEY_COLUMNS - 2 - column
        row = box.VALLEY_ROWS - 2 - row
    return box.FIRST_AT + box.STRIDE * row + box.VALLEY_COLUMNS * place + column


def symbol_distance(s: st.State, place):
    """The square of the distance from a start symbol's middle to the valley's."""
    at = symbol_at(s, place) - box.FIRST_AT
    across = at % box.STRIDE + 1 - box.VALLEY_COLUMNS * s.boards // 2
    down = at // box.STRIDE + 1 - box.VALLEY_ROWS // 2
    return across * across + down * down


def nearest_distance(s: st.State):
    """How far the nearest start symbol is from the middle of the valley."""
    best = symbol_distance(s, 0)
    for place in range(1, s.boards):
        best = min(best, symbol_distance(s, place))
    return best


def find_start(s: st.State):
    """Set-up: the start symbol nearest to the middle; between equals the first player chooses."""
    best, found, nearest = nearest_distance(s), 0, 0
    for place in range(s.boards):
        if symbol_distance(s, place) == best:
            found += 1
            nearest = place
    if found > 1:
        s.phase = st.CHOOSE_SYMBOL
    else:
        use_symbol(s, nearest)


def use_symbol(s: st.State, place):
    """Set-up: the start tile goes onto that symbol, turned by chance or by the first player."""
    s.start_at = symbol_at(s, place)
    if s.own_valley == 1:
        s.phase = st.TURN_START
    else:
        lay_start_tile(s, below(s, 4))


def lay_start_tile(s: st.State, turn):
    """Set-up: the start tile shows all four scenes; then everything else is dealt."""
    s.start_turn = turn
    for i in range(box.KINDS):
        tiles.lay_scene(s, s.start_at + box.START_STEPS[(i + turn) % 4], box.START_SCENES[i])
    emit(s, ev.START_LAID, ALL, box.CELL_OF[s.start_at], turn)
    deal(s)


def deal(s: st.State):
    """Set-up: metropolis boards at random, three tiles each, three in common, four districts."""
    dealt = 0
    for seat in range(s.players):
        board = pick_unused(s, dealt, box.METROPOLISES - seat)
        dealt |= 1 << board
        take_metropolis(s, seat, board)
    for seat in range(s.players):
        for _ in range(box.RESERVE):
            kind = turns.draw_tile(s)
            s.hand[seat][kind] += 1
            emit(s, ev.DEALT, ALL, seat, kind)
    turns.refill_common(s)
    turns.show_districts(s)
    turns.start_turn(s, 0)


def take_metropolis(s: st.State, seat, board):
    """Set-up: a metropolis board with its four start shops."""
    s.metropolis[seat] = board
    for i in range(box.START_SHOPS):
        s.shop[seat][i] = box.START_SHOP[board][i]
    emit(s, ev.METROPOLIS, ALL, seat, board)


def legal_setup(s: st.State, mask):
    """Set-up by the first player: a board either way up, a start symbol, the start tile's turn."""
    if s.phase == st.LAY_OUT:
        lying = 0
        for place in range(s.boards):
            lying |= 1 << int(s.board[place])
        for board in range(box.MOST_BOARDS):
            if lying >> board & 1 == 0:
                allow(mask, act.BOARD.at(board, 0))
                allow(mask, act.BOARD.at(board, 1))
    elif s.phase == st.CHOOSE_SYMBOL:
        best = nearest_distance(s)
        for place in range(s.boards):
            if symbol_distance(s, place) == best:
                allow(mask, act.SYMBOL.at(place))
    elif s.phase == st.TURN_START:
        for turn in range(4):
            allow(mask, act.TURN.at(turn))


def choose_board(s: st.State, board, turned):
    """Set-up by the first player: boards are laid from left to right, then the start is found."""
    lay_board(s, board, turned)
    if s.boards == box.BOARDS_USED[s.players]:
        find_start(s)
