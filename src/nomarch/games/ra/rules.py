"""The rules of Ra, one function a paragraph, in the dialect that every backend runs."""

from nomarch.games.ra.actions import BID, DISCARD, DRAW, INVOKE, PASS, STOP, TAKE
from nomarch.games.ra.components import (
    CENTRE_SUN,
    CIVILISATION_POINTS,
    DROUGHT,
    EARTHQUAKE,
    EPOCHS,
    FEWEST_PHARAOHS,
    FEWEST_SUNS,
    FIRST_CIVILISATION,
    FIRST_DISASTER,
    FIRST_MONUMENT,
    FLOOD,
    FUNERAL,
    GOD,
    GOD_POINTS,
    GOLD,
    GOLD_POINTS,
    KEPT,
    KINDS,
    LAST_CIVILISATION,
    LAST_MONUMENT,
    MAX_SEATS,
    MONUMENT_GROUP_POINTS,
    MONUMENT_POINTS,
    MOST_PHARAOHS,
    MOST_SUNS,
    NILE,
    NUM_TILES,
    OWNED_KINDS,
    PHARAOH,
    RA,
    RA_LIMIT,
    START_POINTS,
    SUN_SETS,
    SUNS_EACH,
    TILE_COUNTS,
    TILES_PER_DISASTER,
    TRACK_SPACES,
    UNREST,
)
from nomarch.games.ra.events import BID as BID_MADE
from nomarch.games.ra.events import (
    CIVILISATIONS,
    DEALT,
    DREW,
    ENDED,
    EPOCH_FULL,
    EPOCH_SPENT,
    EPOCH_STARTED,
    GOD_TOOK,
    GODS,
    GOLDS,
    INVOKED,
    LOST,
    MONUMENTS,
    NOBODY_BID,
    PASSED,
    PHARAOHS,
    RIVER,
    SCORED,
    SUNS,
    SWEPT,
    TOTAL,
    WON,
)
from nomarch.kernel.chance import below, draw_from
from nomarch.kernel.events import ALL, emit

TURN, GOD_TURN, AUCTION, UNREST_LOSS, EARTHQUAKE_LOSS, OVER = range(6)
"""Phases: the last three name what a seat must give up, or that nothing is left to decide."""
VOLUNTARY, FORCED, RA_DRAWN = range(3)
"""Causes of an auction."""
AFTER_AUCTION, AFTER_GOD = range(2)
"""Where the game goes on when a disaster's losses are paid."""
NO_SEAT = -1


# --- Set-up -----------------------------------------------------------------------------------


def setup(s, players, options):
    """Set-up: every tile in the bag, ten points and a random set of suns each, sun 1 in the centre.

    The option `duel` needs nothing here: it allows the player count 2, which has its own suns.
    """
    s.players = players
    s.bag_left = NUM_TILES
    for kind in range(KINDS):
        s.bag[kind] = TILE_COUNTS[kind]
        s.gone[kind] = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = START_POINTS if seat < players else 0
        for kind in range(OWNED_KINDS):
            s.have[seat][kind] = 0
    deal_suns(s)
    s.centre = CENTRE_SUN
    s.epoch = 0
    s.owed_civilisations = 0
    s.owed_monuments = 0
    s.after_discard = AFTER_AUCTION
    clear_track(s)
    start_epoch(s)


def deal_suns(s):
    """Set-up: the sets of suns for this player count are dealt at random."""
    players = int(s.players)
    for seat in range(MAX_SEATS):
        for i in range(SUNS_EACH):
            s.sun[seat][i] = SUN_SETS[players][seat][i]
            s.up[seat][i] = 0
    for seat in range(players - 1, 0, -1):
        other = below(s, seat + 1)
        for i in range(SUNS_EACH):
            value = s.sun[seat][i]
            s.sun[seat][i] = s.sun[other][i]
            s.sun[other][i] = value
    for seat in range(players):
        for i in range(SUNS_EACH):
            if s.sun[seat][i] > 0:
                emit(s, DEALT, ALL, seat, s.sun[seat][i])


def start_epoch(s):
    """A new epoch: all suns face up, the holder of the highest one begins."""
    s.epoch += 1
    s.ra_count = 0
    s.phase = TURN
    clear_auction(s)
    for seat in range(s.players):
        for i in range(SUNS_EACH):
            s.up[seat][i] = 1 if s.sun[seat][i] > 0 else 0
    s.seat = holder_of_highest_sun(s)
    emit(s, EPOCH_STARTED, ALL, s.epoch, s.seat)


def holder_of_highest_sun(s):
    """The seat with the highest sun; the one in the centre is nobody's."""
    best, holder = 0, 0
    for seat in range(s.players):
        highest = highest_sun(s, seat)
        if highest > best:
            best, holder = highest, seat
    return holder


def highest_sun(s, seat):
    """A seat's highest sun, face up or down."""
    best = 0
    for i in range(SUNS_EACH):
        best = max(best, int(s.sun[seat][i]))
    return best


# --- The contract -----------------------------------------------------------------------------


def to_act(s):
    """One seat at a time decides in Ra."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.seat)


def is_over(s):
    """The game ends after the third epoch."""
    return 1 if s.phase == OVER else 0


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == TURN:
        legal_turn(s, seat, mask)
    elif s.phase == GOD_TURN:
        mask[STOP] = 1
        legal_takes(s, seat, mask)
    elif s.phase == AUCTION:
        legal_bids(s, seat, mask)
    elif s.phase == UNREST_LOSS:
        legal_losses(s, seat, mask, FIRST_CIVILISATION, LAST_CIVILISATION)
    elif s.phase == EARTHQUAKE_LOSS:
        legal_losses(s, seat, mask, FIRST_MONUMENT, LAST_MONUMENT)


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action == DRAW:
        draw_tile(s, seat)
    elif action == INVOKE:
        invoke(s, seat)
    elif action == STOP:
        next_turn(s, seat)
    elif action == PASS:
        emit(s, PASSED, ALL, seat)
        next_bidder(s, seat)
    elif action < TAKE + PHARAOH:
        bid(s, seat, action - BID)
    elif action < DISCARD + FIRST_CIVILISATION:
        take_with_god(s, seat, action - TAKE)
    else:
        give_up(s, seat, action - DISCARD)


def score(s, out):
    """Every seat's points so far."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def rank(s, out):
    """Every seat's place."""
    for seat in range(s.players):
        out[seat] = place(s, seat)


def place(s, seat):
    """Game end: most points win; among equals the highest single sun decides."""
    above = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            above += 1
        elif s.points[other] == s.points[seat] and highest_sun(s, other) > highest_sun(s, seat):
            above += 1
    return above + 1


# --- A turn -----------------------------------------------------------------------------------


def legal_turn(s, seat, mask):
    """A turn: draw unless the track is full, play gods, or invoke Ra."""
    if s.track_len < TRACK_SPACES:
        mask[DRAW] = 1
    mask[INVOKE] = 1
    legal_takes(s, seat, mask)


def legal_takes(s, seat, mask):
    """Gods: one tile of the track for each god, never another god."""
    if s.have[seat][GOD] > 0:
        for i in range(s.track_len):
            if s.track[i] != GOD:
                mask[TAKE + s.track[i]] = 1


def draw_tile(s, seat):
    """Drawing: a Ra tile calls an auction or ends the epoch, any other joins the track."""
    kind = draw_from(s, s.bag, s.bag_left)
    s.bag_left -= 1
    emit(s, DREW, ALL, seat, kind)
    if kind != RA:
        s.track[s.track_len] = kind
        s.track_len += 1
        next_turn(s, seat)
        return
    s.ra_count += 1
    s.gone[RA] += 1
    if s.ra_count == RA_LIMIT[s.players]:
        emit(s, EPOCH_FULL, ALL, s.track_len)
        end_epoch(s)
    else:
        start_auction(s, seat, RA_DRAWN)


def invoke(s, seat):
    """Invoking Ra: of one's own will, or because the track is full."""
    start_auction(s, seat, FORCED if s.track_len == TRACK_SPACES else VOLUNTARY)


def take_with_god(s, seat, kind):
    """Gods: the god leaves the game, the tile joins the display; a disaster strikes at once."""
    s.have[seat][GOD] -= 1
    s.gone[GOD] += 1
    remove_from_track(s, kind)
    emit(s, GOD_TOOK, ALL, seat, kind)
    if kind >= FIRST_DISASTER:
        strike(s, seat, kind)
    else:
        s.have[seat][kind] += 1
    s.after_discard = AFTER_GOD
    resolve_losses(s, seat)


def continue_god_turn(s, seat):
    """Gods: any number in one turn, one after the other; the turn ends when none can be used."""
    s.phase = GOD_TURN
    s.seat = seat
    if s.have[seat][GOD] > 0:
        for i in range(s.track_len):
            if s.track[i] != GOD:
                return
    next_turn(s, seat)


def remove_from_track(s, kind):
    """Takes one tile of a kind off the track; the others close up, position has no meaning."""
    at = 0
    while s.track[at] != kind:
        at += 1
    s.track_len -= 1
    for i in range(at, s.track_len):
        s.track[i] = s.track[i + 1]
    s.track[s.track_len] = 0


def clear_track(s):
    """Empties the auction track."""
    s.track_len = 0
    for i in range(TRACK_SPACES):
        s.track[i] = 0


def sweep_track(s):
    """The tiles on the track leave the game."""
    for i in range(s.track_len):
        s.gone[s.track[i]] += 1
    clear_track(s)


def can_play(s, seat):
    """Only a seat with a face-up sun takes turns and bids."""
    for i in range(SUNS_EACH):
        if s.up[seat][i] == 1:
            return True
    return False


def next_able(s, seat):
    """The next seat clockwise with a face-up sun, perhaps the same again; `NO_SEAT` if none."""
    for step in range(1, s.players + 1):
        other = seat + step
        if other >= s.players:
            other -= s.players
        if can_play(s, other):
            return other
    return NO_SEAT


def next_turn(s, seat):
    """The turn passes clockwise from a seat; without any face-up sun the epoch is over."""
    s.phase = TURN
    clear_auction(s)
    other = next_able(s, seat)
    if other == NO_SEAT:
        emit(s, EPOCH_SPENT, ALL)
        end_epoch(s)
    else:
        s.seat = other


# --- Auctions ---------------------------------------------------------------------------------


def clear_auction(s):
    """No auction is under way."""
    s.starter = NO_SEAT
    s.cause = VOLUNTARY
    s.high = 0
    s.high_seat = NO_SEAT


def start_auction(s, seat, cause):
    """Auction: the starter takes the Ra figure; bidding begins to the left and ends with him."""
    emit(s, INVOKED, ALL, seat, cause)
    s.phase = AUCTION
    s.starter = seat
    s.cause = cause
    s.high = 0
    s.high_seat = NO_SEAT
    s.seat = next_able(s, seat)


def legal_bids(s, seat, mask):
    """Auction: one face-up sun above the highest bid, or pass, which a willing starter may not."""
    for i in range(SUNS_EACH):
        if s.up[seat][i] == 1 and s.sun[seat][i] > s.high:
            mask[BID + s.sun[seat][i]] = 1
    must_bid = seat == s.starter and s.high == 0 and s.cause == VOLUNTARY
    if not must_bid:
        mask[PASS] = 1


def bid(s, seat, sun):
    """Auction: a bid stands until a higher one is made."""
    emit(s, BID_MADE, ALL, seat, sun)
    s.high = sun
    s.high_seat = seat
    next_bidder(s, seat)


def next_bidder(s, seat):
    """Auction: each seat with suns acts once, the starter last."""
    if seat == s.starter:
        end_auction(s)
    else:
        s.seat = next_able(s, seat)


def end_auction(s):
    """Auction: the highest bidder takes all; if nobody bids, a full track leaves the game."""
    if s.high_seat != NO_SEAT:
        win_auction(s, int(s.high_seat))
        return
    emit(s, NOBODY_BID, ALL, s.starter)
    if s.track_len == TRACK_SPACES:
        emit(s, SWEPT, ALL, s.track_len)
        sweep_track(s)
    next_turn(s, int(s.starter))


def win_auction(s, seat):
    """Auction: the winner swaps his sun for the centre's, face down, and takes every tile."""
    emit(s, WON, ALL, seat, s.high, s.centre, s.track_len)
    for i in range(SUNS_EACH):
        if s.sun[seat][i] == s.high:
            s.sun[seat][i] = s.centre
            s.up[seat][i] = 0
    s.centre = s.high
    for i in range(s.track_len):
        if s.track[i] < FIRST_DISASTER:
            s.have[seat][s.track[i]] += 1
    for i in range(s.track_len):
        if s.track[i] >= FIRST_DISASTER:
            strike(s, seat, int(s.track[i]))
    clear_track(s)
    s.after_discard = AFTER_AUCTION
    resolve_losses(s, seat)


# --- Disasters --------------------------------------------------------------------------------


def strike(s, seat, disaster):
    """Disasters: two tiles each, old and new alike; those without a choice are lost at once."""
    s.gone[disaster] += 1
    if disaster == FUNERAL:
        lose(s, seat, PHARAOH, TILES_PER_DISASTER, disaster)
    elif disaster == DROUGHT:
        floods = lose(s, seat, FLOOD, TILES_PER_DISASTER, disaster)
        lose(s, seat, NILE, TILES_PER_DISASTER - floods, disaster)
    elif disaster == UNREST:
        s.owed_civilisations += TILES_PER_DISASTER
    else:
        s.owed_monuments += TILES_PER_DISASTER


def lose(s, seat, kind, count, disaster):
    """Disasters: as many of the count as there are leave the game; how many that was."""
    lost = min(int(s.have[seat][kind]), count)
    if lost > 0:
        s.have[seat][kind] -= lost
        s.gone[kind] += lost
        emit(s, LOST, ALL, seat, kind, lost, disaster)
    return lost


def owned(s, seat, first, last):
    """Tiles of a range of kinds in a display."""
    total = 0
    for kind in range(first, last + 1):
        total += s.have[seat][kind]
    return total


def resolve_losses(s, seat):
    """Disasters: the loser chooses which tiles go, as long as there is anything to choose."""
    s.seat = seat
    if s.owed_civilisations >= owned(s, seat, FIRST_CIVILISATION, LAST_CIVILISATION):
        lose_all(s, seat, FIRST_CIVILISATION, LAST_CIVILISATION, int(s.owed_civilisations), UNREST)
        s.owed_civilisations = 0
    if s.owed_monuments >= owned(s, seat, FIRST_MONUMENT, LAST_MONUMENT):
        lose_all(s, seat, FIRST_MONUMENT, LAST_MONUMENT, int(s.owed_monuments), EARTHQUAKE)
        s.owed_monuments = 0
    if s.owed_civilisations > 0:
        s.phase = UNREST_LOSS
    elif s.owed_monuments > 0:
        s.phase = EARTHQUAKE_LOSS
    elif s.after_discard == AFTER_GOD:
        continue_god_turn(s, seat)
    else:
        next_turn(s, int(s.starter))


def lose_all(s, seat, first, last, owed, disaster):
    """Disasters: with no more tiles than are owed there is no choice, all of them go."""
    if owed > 0:
        for kind in range(first, last + 1):
            lose(s, seat, kind, int(s.have[seat][kind]), disaster)


def legal_losses(s, seat, mask, first, last):
    """Disasters: any tile of the category may be given up."""
    for kind in range(first, last + 1):
        if s.have[seat][kind] > 0:
            mask[DISCARD + kind] = 1


def give_up(s, seat, kind):
    """Disasters: one tile of the loser's choice."""
    if kind <= LAST_CIVILISATION:
        s.owed_civilisations -= 1
        lose(s, seat, kind, 1, UNREST)
    else:
        s.owed_monuments -= 1
        lose(s, seat, kind, 1, EARTHQUAKE)
    resolve_losses(s, seat)


# --- The end of an epoch ----------------------------------------------------------------------


def end_epoch(s):
    """End of an epoch: what is left on the track is lost, everything is scored and tidied up."""
    sweep_track(s)
    clear_auction(s)
    for seat in range(s.players):
        score_seat(s, seat)
    discard_what_does_not_last(s)
    if s.epoch == EPOCHS:
        s.phase = OVER
        s.seat = NO_SEAT
        emit_winner(s)
    else:
        start_epoch(s)


def score_seat(s, seat):
    """Scoring: the epoch's net is added up first; the total never falls below zero."""
    net = tell(s, seat, GODS, GOD_POINTS * s.have[seat][GOD])
    net += tell(s, seat, PHARAOHS, pharaoh_points(s, seat))
    net += tell(s, seat, RIVER, river_points(s.have[seat][NILE], s.have[seat][FLOOD]))
    net += tell(s, seat, CIVILISATIONS, civilisation_points(s, seat))
    net += tell(s, seat, GOLDS, GOLD_POINTS * s.have[seat][GOLD])
    if s.epoch == EPOCHS:
        net += tell(s, seat, MONUMENTS, monument_points(s, seat))
        net += tell(s, seat, SUNS, sun_points(s, seat))
    s.points[seat] = max(0, int(s.points[seat]) + net)
    emit(s, TOTAL, ALL, seat, s.points[seat], net)


def tell(s, seat, category, points):
    """Passes points on, and tells of them."""
    emit(s, SCORED, ALL, seat, category, points)
    return int(points)


def pharaoh_points(s, seat):
    """Pharaohs: most 5, fewest -2, to every tied seat; nothing if all are equal."""
    most, fewest = 0, NUM_TILES
    for other in range(s.players):
        count = int(s.have[other][PHARAOH])
        most = max(most, count)
        fewest = min(fewest, count)
    return extreme_points(int(s.have[seat][PHARAOH]), most, fewest, MOST_PHARAOHS, FEWEST_PHARAOHS)


def extreme_points(value, most, fewest, for_most, for_fewest):
    """What being among the most or the fewest is worth; nothing when all are equal."""
    if most == fewest:
        return 0
    if value == most:
        return for_most
    if value == fewest:
        return for_fewest
    return 0


def river_points(niles, floods):
    """Nile: each Nile and flood 1, but only with at least one flood."""
    if floods == 0:
        return 0
    return int(niles) + floods


def civilisation_points(s, seat):
    """Civilisation: by the number of different tiles."""
    return CIVILISATION_POINTS[different(s, seat, FIRST_CIVILISATION, LAST_CIVILISATION)]


def different(s, seat, first, last):
    """How many kinds of a range a display holds."""
    kinds = 0
    for kind in range(first, last + 1):
        if s.have[seat][kind] > 0:
            kinds += 1
    return kinds


def monument_points(s, seat):
    """Monuments, after the last epoch: for different ones, and for three or more alike."""
    points = int(MONUMENT_POINTS[different(s, seat, FIRST_MONUMENT, LAST_MONUMENT)])
    for kind in range(FIRST_MONUMENT, LAST_MONUMENT + 1):
        points += MONUMENT_GROUP_POINTS[s.have[seat][kind]]
    return points


def sun_points(s, seat):
    """Suns, after the last epoch: highest sum 5, lowest -5, face up or down; nothing if equal."""
    most, fewest = 0, NUM_TILES
    for other in range(s.players):
        total = sun_total(s, other)
        most = max(most, total)
        fewest = min(fewest, total)
    return extreme_points(sun_total(s, seat), most, fewest, MOST_SUNS, FEWEST_SUNS)


def sun_total(s, seat):
    """The sum of a seat's suns."""
    total = 0
    for i in range(SUNS_EACH):
        total += s.sun[seat][i]
    return total


def discard_what_does_not_last(s):
    """End of an epoch: only pharaohs, Niles and monuments stay in the displays."""
    for seat in range(s.players):
        for kind in range(OWNED_KINDS):
            if KEPT[kind] == 0:
                s.gone[kind] += s.have[seat][kind]
                s.have[seat][kind] = 0


def emit_winner(s):
    """Tells who has won."""
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ENDED, ALL, seat)
