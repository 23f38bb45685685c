"""A hand-written player: the value of a display, a lot and a sun.

Values are hundredths of a point. Functions may add tiles to a display and always restore it.
"""

from nomarch.games.ra.rules import act, box, epochs, st, track
from nomarch.kernel.declare.rules import total

SEARCH = (("trust", 500),)
"""Without trust in the evaluation the search calls Ra for two tiles, hoping that others pay."""

CIVILISATION_PROMISE = (-274, 0, 144, 576, 1306, 1806)
MONUMENT_PROMISE = (0, 101, 285, 354, 615, 822, 927, 1367, 1740)
GROUP_PROMISE = (0, 0, 116, 552, 1125, 1044)
GOD_PROMISE = 232
LOT_IN_HAND = 260
"""Expected value of the weakest sun's lot, and what the strongest sun adds."""
LOT_BY_RANK = 546
SUN_STEP = (0, 49, 45, 28)
"""Later value of one pip of a sun, by epoch."""
PATIENCE = 21
"""Value of waiting, for each empty space of the track."""
LATE_PATIENCE = 12
"""Change of that value for each Ra tile drawn."""
PHARAOH_EACH = 32
PHARAOH_LEAD = 646
"""Value of the lead in pharaohs, and of each one further ahead."""
PHARAOH_STEP = 27
PHARAOH_TIE = 414
PHARAOH_NEXT = 172
"""Value of being one pharaoh behind."""
PHARAOH_LAST = -125
PHARAOH_LAST_TIE = -43
PHARAOH_LATER = 2
"""Share of the value that holds in each later epoch, in tenths."""
NILE_LATER = 24
"""Value of a Nile for each later epoch, and of one that waits for a flood."""
NILE_DRY = 23
GOD_SPENT = 94
"""Cost of using a god beyond its own points."""
OUTBID_SHARE = 11
"""Share of a bid's gain that counts if it will be beaten, in hundredths."""
DENIAL = 15
"""Share of rivals' gains that denying them a lot is worth, in hundredths."""
END_RISK = (0, 167, 15, 0)
"""Cost of drawing for each unspent sun, by the Ra tiles left in the epoch."""
BITS_PER_LOSS = 3
LOSS_MASK = 7


def evaluate(s: st.State, seat, action):
    if action == act.DRAW:
        return draw_value(s, seat)
    if action == act.INVOKE:
        return invoke_value(s, seat)
    if action == act.STOP or action == act.PASS:
        return 0
    if act.BID.has(action):
        return bid_value(s, seat, act.BID.sun(action))
    if act.TAKE.has(action):
        return take_value(s, seat, act.TAKE.tile(action))
    if act.DISCARD_CIVILISATION.has(action):
        return loss_value(s, seat, act.DISCARD_CIVILISATION.tile(action))
    return loss_value(s, seat, act.DISCARD_MONUMENT.tile(action))


def promise(s: st.State, seat):
    """Return the expected points of a display until the end of the game."""
    total = GOD_PROMISE * s.have[seat][box.GOD] + 300 * s.have[seat][box.GOLD]
    total += pharaoh_promise(s, seat) + river_promise(s, seat)
    return total + civilisation_promise(s, seat) + monument_promise(s, seat)


def civilisation_promise(s: st.State, seat):
    return CIVILISATION_PROMISE[
        epochs.different(s, seat, box.FIRST_CIVILISATION, box.LAST_CIVILISATION)
    ]


def monument_promise(s: st.State, seat):
    total = MONUMENT_PROMISE[epochs.different(s, seat, box.FIRST_MONUMENT, box.LAST_MONUMENT)]
    for kind in range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1):
        total += GROUP_PROMISE[s.have[seat][kind]]
    return total


def pharaoh_promise(s: st.State, seat):
    """Value pharaohs: a lead counts now and, less surely, in later epochs."""
    mine = int(s.have[seat][box.PHARAOH])
    most, fewest = 0, box.NUM_TILES
    for other in range(s.players):
        if other != seat:
            most = max(most, int(s.have[other][box.PHARAOH]))
            fewest = min(fewest, int(s.have[other][box.PHARAOH]))
    value = PHARAOH_EACH * mine
    if mine > most:
        value += PHARAOH_LEAD + PHARAOH_STEP * min(mine - most, 3)
    elif mine == most:
        value += PHARAOH_TIE
    elif mine + 1 == most:
        value += PHARAOH_NEXT
    if mine < fewest:
        value += PHARAOH_LAST
    elif mine == fewest:
        value += PHARAOH_LAST_TIE
    return value * (10 + PHARAOH_LATER * (box.EPOCHS - s.epoch)) // 10


def river_promise(s: st.State, seat):
    """Value Niles, which last and wait for floods; a flood pays for all of them once."""
    niles, floods = int(s.have[seat][box.NILE]), int(s.have[seat][box.FLOOD])
    later = (box.EPOCHS - s.epoch) * NILE_LATER
    if floods > 0:
        return 100 * (niles + floods) + later * niles
    return (NILE_DRY + later) * niles


def lot_value(s: st.State, seat):
    """Return what the auction track would add to a seat's display, disasters included."""
    before = promise(s, seat)
    losses = take_lot(s, seat)
    after = promise(s, seat)
    return_lot(s, seat, losses)
    return after - before


def take_lot(s: st.State, seat):
    """Add the auction track to a display. Returns its disasters' losses for `return_lot`."""
    for i in range(s.track_len):
        if s.track[i] < box.FIRST_DISASTER:
            s.have[seat][s.track[i]] += 1
    losses = 0
    for i in range(s.track_len):
        if s.track[i] >= box.FIRST_DISASTER:
            losses = suffer(s, seat, int(s.track[i]), losses)
    return losses


def return_lot(s: st.State, seat, losses):
    """Undo `take_lot`."""
    restore(s, seat, losses)
    for i in range(s.track_len):
        if s.track[i] < box.FIRST_DISASTER:
            s.have[seat][s.track[i]] -= 1


def suffer(s: st.State, seat, disaster, losses):
    """Discard what a disaster demands, the least useful first, recorded in `losses`."""
    for _ in range(box.TILES_PER_DISASTER):
        kind = box.PHARAOH
        if disaster == box.DROUGHT:
            kind = box.FLOOD if s.have[seat][box.FLOOD] > 0 else box.NILE
        elif disaster == box.UNREST:
            kind = least_useful(s, seat, box.FIRST_CIVILISATION, box.LAST_CIVILISATION)
        elif disaster == box.EARTHQUAKE:
            kind = least_useful(s, seat, box.FIRST_MONUMENT, box.LAST_MONUMENT)
        if s.have[seat][kind] > 0:
            s.have[seat][kind] -= 1
            losses += 1 << (BITS_PER_LOSS * (kind - box.PHARAOH))
    return losses


def restore(s: st.State, seat, losses):
    """Undo `suffer`: up to seven of each kind, three bits a kind."""
    kind = box.PHARAOH
    while losses > 0:
        s.have[seat][kind] += losses & LOSS_MASK
        losses >>= BITS_PER_LOSS
        kind += 1


def least_useful(s: st.State, seat, first, last):
    """Return the kind that is least missed; the first of the range if there is none."""
    best, best_value = first, -1000000
    for kind in range(first, last + 1):
        if s.have[seat][kind] > 0:
            value = loss_value(s, seat, kind)
            if value > best_value:
                best, best_value = kind, value
    return best


def loss_value(s: st.State, seat, kind):
    """Return the change from giving up one tile, at most zero."""
    before = promise(s, seat)
    s.have[seat][kind] -= 1
    after = promise(s, seat)
    s.have[seat][kind] += 1
    return after - before


def take_value(s: st.State, seat, kind):
    """Return a tile's value for a god, less the god; a disaster is removed before it hurts."""
    if kind >= box.FIRST_DISASTER:
        before = promise(s, seat)
        losses = suffer(s, seat, kind, 0)
        change = promise(s, seat) - before
        restore(s, seat, losses)
        return change - GOD_PROMISE
    before = promise(s, seat)
    s.have[seat][kind] += 1
    s.have[seat][box.GOD] -= 1
    change = promise(s, seat) - before
    s.have[seat][box.GOD] += 1
    s.have[seat][kind] -= 1
    return change - GOD_SPENT


def sun_cost(s: st.State, seat, sun):
    """Return what the sun could still win in this epoch, and the effect of the swap."""
    weaker, suns = 0, 0
    for other in range(s.players):
        for i in range(box.SUNS_EACH):
            if s.up[other][i] == 1:
                suns += 1
                if s.sun[other][i] < sun:
                    weaker += 1
    lot = LOT_IN_HAND + LOT_BY_RANK * weaker // max(1, suns)
    # Every sun needs an auction of its own, and about every second one is called by a Ra tile.
    chances = 2 * (box.RA_LIMIT[s.players] - s.ra_count)
    lot = lot * min(100, chances * 100 // max(1, suns)) // 100
    return lot + SUN_STEP[s.epoch] * (sun - s.centre)


def gain(s: st.State, seat, sun, lot):
    return lot - sun_cost(s, seat, sun)


def best_bid(s: st.State, seat, high):
    """Return the seat's cheapest sun above a bid that is worth it, or 0."""
    lot = lot_value(s, seat)
    cheapest = 0
    for i in range(box.SUNS_EACH):
        sun = int(s.sun[seat][i])
        if s.up[seat][i] == 1 and sun > high and (cheapest == 0 or sun < cheapest):
            cheapest = sun
    if cheapest > 0 and gain(s, seat, cheapest, lot) > 0:
        return cheapest
    return 0


def bid_value(s: st.State, seat, sun):
    """Value a standing bid by its gain, and one that will be beaten by a small share of it."""
    value = gain(s, seat, sun, lot_value(s, seat)) + denial_value(s)
    other = seat
    while other != s.starter:
        other = (other + 1) % s.players
        if track.can_play(s, other) and best_bid(s, other, sun) > 0:
            return value * OUTBID_SHARE // 100
    return value


def denial_value(s: st.State):
    """Return the value of keeping the lot from the highest bidder."""
    if s.high == 0:
        return 0
    holder = int(s.high_seat)
    return max(0, gain(s, holder, s.high, lot_value(s, holder))) * DENIAL // 100


def invoke_value(s: st.State, seat):
    """Return what is left for the last bidder after the others have bid."""
    high = 0
    for step in range(1, s.players):
        other = (seat + step) % s.players
        if track.can_play(s, other):
            high = max(high, best_bid(s, other, high))
    forced = s.track_len == box.TRACK_SPACES
    value = 0 if forced else -1000000
    if high > 0:
        value = 0
    lot = lot_value(s, seat)
    for i in range(box.SUNS_EACH):
        sun = int(s.sun[seat][i])
        if s.up[seat][i] == 1 and sun > high:
            value = max(value, gain(s, seat, sun, lot))
    return value - waiting_value(s)


def waiting_value(s: st.State):
    return (PATIENCE + LATE_PATIENCE * s.ra_count) * (box.TRACK_SPACES - s.track_len)


def draw_value(s: st.State, seat):
    """Value drawing: waiting is free until the epoch may end with unspent suns."""
    suns = total(s.up[seat], 0, box.SUNS_EACH)
    left = box.RA_LIMIT[s.players] - s.ra_count
    return -END_RISK[min(left, len(END_RISK) - 1)] * suns
