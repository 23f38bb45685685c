"""The rules of Fertility: the verbs that the engine calls.

The turn loop is `turns.start_turn` to `turns.end_turn`. A turn is three steps: lay a tile and
harvest (`tiles`, `harvest`), build a district (`districts`), supply shops (`shops`). Then
`turns.clean_up` refills the hand. `set_up` comes before the first turn, `scoring` after the last.
"""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.games.fertility.rules import districts, harvest, set_up, shops, tiles, turns
from nomarch.games.fertility.rules.scoring import place, score
from nomarch.kernel.declare.rules import ALL, allow, because, emit

OPTION_VALLEY, OPTION_LONG, OPTION_DOUBLES, OPTION_WALLS, OPTION_TIE = range(5)


def setup(s: st.State, players, options):
    """Set-up: an empty table, then the valley by chance or by the first player's choice."""
    s.players = players
    s.own_valley = options[OPTION_VALLEY]
    s.long_game = options[OPTION_LONG]
    s.doubles = options[OPTION_DOUBLES]
    s.open_fields = options[OPTION_WALLS]
    s.wheat_counts = options[OPTION_TIE]
    s.seat = 0
    s.turns = 0
    s.last_turns = st.NONE
    set_up.clear_valley(s)
    set_up.clear_tiles(s)
    set_up.clear_cities(s)
    if s.own_valley == 1:
        s.phase = st.LAY_OUT
        emit(s, ev.LAYING_OUT, ALL, s.seat)
    else:
        set_up.lay_out_at_random(s)
        set_up.find_start(s)


def legal(s: st.State, seat, mask):
    if s.phase == st.CHOOSE_TILE:
        tiles.legal_tiles(s, seat, mask)
    elif s.phase == st.CHOOSE_CELL:
        tiles.legal_cells(s, mask)
    elif s.phase == st.CHOOSE_TURN:
        tiles.legal_turns(s, mask)
    elif s.phase == st.NO_FIT:
        tiles.legal_discards(s, seat, mask)
    elif s.phase == st.CHOOSE_QUARRY:
        for i in range(s.quarries):
            allow(mask, act.CELL.at(box.CELL_OF[s.quarry[i]]))
    elif s.phase == st.QUARRY_GAIN:
        harvest.legal_quarry(s, seat, mask)
    elif s.phase == st.CHOOSE_SLOT:
        districts.legal_slots(s, seat, mask)
    elif s.phase == st.PAYMENT:
        districts.legal_payments(s, seat, mask)
    elif s.phase == st.CITY or s.phase == st.SUPPLYING or s.phase == st.TRADE:
        legal_in_city(s, seat, mask)
    elif s.phase == st.TAKING or s.phase == st.REMOVING:
        turns.legal_common(s, mask)
    else:
        set_up.legal_setup(s, mask)


def legal_in_city(s: st.State, seat, mask):
    """Steps 2 and 3: build, supply or end the turn; an exchange may not be declined."""
    shops.legal_supplies(s, seat, mask)
    if s.phase != st.TRADE:
        allow(mask, act.DONE)
    else:
        because("You can't decline an exchange: put the new resource on a shop.")
    if s.phase == st.CITY:
        districts.legal_districts(s, seat, mask)
    else:
        because("You can build only one district a turn, before you supply any shop.")


def apply(s: st.State, seat, action):
    if act.LAY.has(action):
        s.tile = act.LAY.tile(action)
        s.phase = st.CHOOSE_CELL
    elif act.CELL.has(action):
        s.at = box.AT[act.CELL.cell(action)]
        s.phase = st.CHOOSE_TURN if s.phase == st.CHOOSE_CELL else st.QUARRY_GAIN
    elif act.TURN.has(action):
        if s.phase == st.TURN_START:
            set_up.lay_start_tile(s, act.TURN.way(action))
        else:
            tiles.lay_tile(s, seat, act.TURN.way(action))
    elif act.DISCARD.has(action):
        tiles.discard_tile(s, seat, act.DISCARD.tile(action))
    elif s.phase == st.QUARRY_GAIN:
        harvest.use_quarry(s, seat, action)
    elif act.BUILD.has(action):
        s.site = act.BUILD.district(action)
        s.phase = st.CHOOSE_SLOT
    elif act.SLOT.has(action):
        districts.build(s, seat, act.SLOT.slot(action))
    elif act.PAY.has(action):
        districts.pay(s, seat, act.PAY.resource(action))
    elif act.SUPPLY.has(action):
        shops.supply(s, seat, act.SUPPLY.resource(action), act.SUPPLY.shop(action))
    elif action == act.DONE:
        turns.clean_up(s, seat)
    elif act.TAKE.has(action):
        turns.take_tile(s, seat, act.TAKE.tile(action))
    elif act.REMOVE.has(action):
        turns.remove_tile(s, seat, act.REMOVE.tile(action))
    elif act.BOARD.has(action):
        set_up.choose_board(s, act.BOARD.board(action), act.BOARD.turned(action))
    else:
        set_up.use_symbol(s, act.SYMBOL.place(action))
