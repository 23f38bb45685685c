"""The rules of Giza: set-up and the verbs that the engine calls.

The turn loop is `turns.next_turn`. On a turn a seat plays a tile (`tiles.play_tile`), removes a
scarab (`tiles.remove_scarab`) or discards tiles (`turns.discard_marked`), and refills its hand.
`ending.end_game` is reached from a completed pyramid or an empty pile, and scores.
"""

from nomarch.games.giza import actions as act, components as box, events as ev, state as st
from nomarch.games.giza.rules import hands, stacks, tiles, turns
from nomarch.games.giza.rules.ending import place, score
from nomarch.kernel.declare.rules import ALL, allow, because, below, emit, fill

BASE_OPTION, FIRST_OPTION, MEMORY_OPTION, SPHINX_OPTION, BOX_OPTION = range(5)
BY_LOT = 0
"""The first player is drawn; any other choice of the option is that seat, counted from 1."""


def setup(s: st.State, players, options):
    """Set-up: empty boards, all tiles in the pile, four tiles a hand."""
    s.players = players
    s.base_points = box.BASE_POINTS[options[BASE_OPTION]]
    s.open_memory = options[MEMORY_OPTION]
    s.own_sphinx = options[SPHINX_OPTION]
    s.next_first = st.NO_SEAT
    s.pile_left = box.NUM_TILES
    for tile in range(box.TILES):
        s.pile[tile] = box.TILE_COUNTS[tile]
        s.gone[tile] = 0
    for seat in range(box.MAX_SEATS):
        clear_board(s, seat)
    if options[BOX_OPTION] == 1:
        take_small_box(s)
    choose_first_player(s, options[FIRST_OPTION])
    hands.clear_choice(s)
    for seat in range(players):
        turns.draw_up(s, seat)


def take_small_box(s: st.State):
    """Small box, for study: few tiles and one pyramid each; the other sites are closed."""
    s.pile_left = 0
    for tile in range(box.TILES):
        s.pile[tile] = box.SMALL_TILES[tile]
        s.gone[tile] = box.TILE_COUNTS[tile] - box.SMALL_TILES[tile]
        s.pile_left += box.SMALL_TILES[tile]
    for seat in range(s.players):
        for site in range(1, box.SITES):
            s.takes[seat][site] = 0


def clear_board(s: st.State, seat):
    """Set-up: three pyramid sites and one for a sphinx, all empty, and an empty hand."""
    s.points[seat] = 0
    s.treasure[seat] = 0
    s.held[seat] = 0
    s.draws[seat] = 0
    fill(s.hand[seat], st.NO_TILE)
    fill(s.height[seat], 0)
    for site in range(box.SITES):
        s.takes[seat][site] = stacks.TAKES[site][0] if seat < s.players else 0
        fill(s.stack[seat][site], st.NO_TILE)


def choose_first_player(s: st.State, choice):
    """First player: the one who proposed the game, here by lot, or the seat the table named."""
    s.seat = below(s, int(s.players)) if choice == BY_LOT else choice - 1
    emit(s, ev.BEGAN, ALL, s.seat)


def legal(s: st.State, seat, mask):
    if s.phase == st.PLACING:
        because("You've already chosen a tile to play, and that's your whole turn.")
        tiles.legal_places(s, seat, mask)
        return
    turns.legal_discards(s, seat, mask)
    if s.phase == st.DISCARDING:
        because("You're discarding tiles, and that's your whole turn.")
        allow(mask, act.DONE)
    else:
        because("First mark the tiles you want to discard.")
        tiles.legal_plays(s, seat, mask)
        tiles.legal_removals(s, seat, mask)


def apply(s: st.State, seat, action):
    if action == act.DONE:
        turns.discard_marked(s, seat)
    elif act.DISCARD.has(action):
        s.phase = st.DISCARDING
        s.marked[hands.find_unmarked(s, seat, act.DISCARD.tile(action))] = 1
    elif act.PLAY.has(action):
        s.phase = st.PLACING
        s.picked = act.PLAY.tile(action)
    elif act.ON.has(action):
        tiles.play_tile(s, seat, act.ON.owner(action), act.ON.site(action))
    else:
        tiles.remove_scarab(s, seat, act.REMOVE.site(action))
