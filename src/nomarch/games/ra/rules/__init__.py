"""The rules of Ra: set-up and the verbs that the engine calls.

A game is three epochs (`epochs.start_epoch` to `end_epoch`). In an epoch seats take turns
(`turns.next_turn`): draw a tile, use gods, or invoke Ra. Drawing a Ra tile and invoking start an
auction (`track.start_auction`), which ends with a winner taking the track, with its disasters
(`disasters.strike`), and then with the next turn or the end of the epoch.
"""

from nomarch.games.ra import actions as act, components as box, events as ev, state as st
from nomarch.games.ra.rules import auctions, disasters, epochs, gods, track, turns
from nomarch.games.ra.rules.epochs import place
from nomarch.kernel.declare.rules import ALL, allow, below, emit, fill

DUEL_OPTION, FULL_OPTION, GODS_OPTION, INVOKER_OPTION, BOX_OPTION = range(5)


def setup(s: st.State, players, options):
    """Set-up: every tile in the bag, ten points and a random set of suns each, sun 1 in the centre.

    The option `duel` needs nothing here: it allows the player count 2, which has its own suns.
    """
    s.players = players
    s.eighth_calls = options[FULL_OPTION]
    s.gods_spare = options[GODS_OPTION]
    s.invoker_bids = options[INVOKER_OPTION]
    s.bag_left = box.NUM_TILES
    fill(s.gone, 0)
    for kind in range(box.KINDS):
        s.bag[kind] = box.TILE_COUNTS[kind]
    for seat in range(box.MAX_SEATS):
        s.points[seat] = box.START_POINTS if seat < players else 0
        fill(s.have[seat], 0)
    deal_suns(s, options[BOX_OPTION])
    s.centre = box.CENTRE_SUN
    s.epoch = 0
    s.ra_count = 0
    s.owed_civilisations = 0
    s.owed_monuments = 0
    s.after_discard = st.AFTER_AUCTION
    track.clear_track(s)
    if options[BOX_OPTION] == 1:
        s.epoch = box.EPOCHS - 1
    epochs.start_epoch(s)
    if options[BOX_OPTION] == 1:
        take_small_box(s)


def take_small_box(s: st.State):
    """Small box, for study: one epoch, the last; few tiles, and a Ra track that is nearly full."""
    s.bag_left = 0
    for kind in range(box.KINDS):
        s.bag[kind] = box.SMALL_TILES[kind]
        s.gone[kind] = box.TILE_COUNTS[kind] - box.SMALL_TILES[kind]
        s.bag_left += box.SMALL_TILES[kind]
    s.ra_count = box.SMALL_RA_COUNT
    s.gone[box.RA] -= box.SMALL_RA_COUNT


def deal_suns(s: st.State, small):
    """Set-up: the sets of suns for this player count, or of the small box, dealt at random."""
    players = int(s.players)
    for seat in range(box.MAX_SEATS):
        for i in range(box.SUNS_EACH):
            s.sun[seat][i] = box.SUN_SETS[players][seat][i]
            if small == 1:
                s.sun[seat][i] = box.SMALL_SUNS[seat][i]
            s.up[seat][i] = 0
    for seat in range(players - 1, 0, -1):
        other = below(s, seat + 1)
        for i in range(box.SUNS_EACH):
            value = s.sun[seat][i]
            s.sun[seat][i] = s.sun[other][i]
            s.sun[other][i] = value
    for seat in range(players):
        for i in range(box.SUNS_EACH):
            if s.sun[seat][i] > 0:
                emit(s, ev.DEALT, ALL, seat, s.sun[seat][i])


def legal(s: st.State, seat, mask):
    if s.phase == st.TURN:
        turns.legal_turn(s, seat, mask)
    elif s.phase == st.GOD_TURN:
        allow(mask, act.STOP)
        turns.legal_takes(s, seat, mask)
    elif s.phase == st.AUCTION:
        auctions.legal_bids(s, seat, mask)
    else:
        disasters.legal_losses(s, seat, mask)


def apply(s: st.State, seat, action):
    if action == act.DRAW:
        turns.draw_tile(s, seat)
    elif action == act.INVOKE:
        turns.invoke(s, seat)
    elif action == act.STOP:
        turns.next_turn(s, seat)
    elif action == act.PASS:
        emit(s, ev.PASSED, ALL, seat)
        auctions.next_bidder(s, seat)
    elif act.BID.has(action):
        auctions.bid(s, seat, act.BID.sun(action))
    elif act.TAKE.has(action):
        gods.take_with_god(s, seat, act.TAKE.tile(action))
    elif act.DISCARD_CIVILISATION.has(action):
        disasters.give_up(s, seat, act.DISCARD_CIVILISATION.tile(action))
    else:
        disasters.give_up(s, seat, act.DISCARD_MONUMENT.tile(action))
