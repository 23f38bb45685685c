"""Epochs: how one begins and ends, and what is scored."""

from nomarch.games.ra import components as box, events as ev, state as st
from nomarch.games.ra.rules import track
from nomarch.kernel.declare.rules import ALL, emit, total


def start_epoch(s: st.State):
    """A new epoch: the Ra track is empty, all suns face up, the holder of the highest begins."""
    first = holder_of_highest_sun(s)
    emit(s, ev.EPOCH_STARTED, ALL, s.epoch + 1, first)
    discard_what_does_not_last(s)
    s.epoch += 1
    s.seat = first
    s.gone[box.RA] += s.ra_count
    s.ra_count = 0
    s.phase = st.TURN
    track.clear_auction(s)
    for seat in range(s.players):
        for i in range(box.SUNS_EACH):
            s.up[seat][i] = 1 if s.sun[seat][i] > 0 else 0


def holder_of_highest_sun(s: st.State):
    """The seat with the highest sun; the one in the centre is nobody's."""
    best, holder = 0, 0
    for seat in range(s.players):
        highest = highest_sun(s, seat)
        if highest > best:
            best, holder = highest, seat
    return holder


def highest_sun(s: st.State, seat):
    """A seat's highest sun, face up or down."""
    best = 0
    for i in range(box.SUNS_EACH):
        best = max(best, int(s.sun[seat][i]))
    return best


def end_epoch(s: st.State):
    """End of an epoch: what is left on the track is lost, everything is scored and tidied up."""
    track.sweep_track(s)
    track.clear_auction(s)
    emit(s, ev.SCORING, ALL)
    for seat in range(s.players):
        score_seat(s, seat)
    if s.epoch == box.EPOCHS:
        emit_winner(s)
        discard_what_does_not_last(s)
        s.phase = st.OVER
        s.seat = st.NO_SEAT
    else:
        start_epoch(s)


def score_seat(s: st.State, seat):
    """Scoring: the epoch's net is added up first; the total never falls below zero."""
    net = tell(s, seat, ev.GODS, box.GOD_POINTS * s.have[seat][box.GOD])
    net += tell(s, seat, ev.PHARAOHS, pharaoh_points(s, seat))
    net += tell(s, seat, ev.RIVER, river_points(s.have[seat][box.NILE], s.have[seat][box.FLOOD]))
    net += tell(s, seat, ev.CIVILISATIONS, civilisation_points(s, seat))
    net += tell(s, seat, ev.GOLDS, box.GOLD_POINTS * s.have[seat][box.GOLD])
    if s.epoch == box.EPOCHS:
        net += tell(s, seat, ev.MONUMENTS, monument_points(s, seat))
        net += tell(s, seat, ev.SUNS, sun_points(s, seat))
    points = max(0, int(s.points[seat]) + net)
    emit(s, ev.TOTAL, ALL, seat, points, net)
    s.points[seat] = points


def tell(s: st.State, seat, category, points):
    """Passes points on, and tells of them."""
    emit(s, ev.SCORED, ALL, seat, category, points)
    return int(points)


def pharaoh_points(s: st.State, seat):
    """Pharaohs: most 5, fewest -2, to every tied seat; nothing if all are equal."""
    most, fewest = 0, box.NUM_TILES
    for other in range(s.players):
        count = int(s.have[other][box.PHARAOH])
        most = max(most, count)
        fewest = min(fewest, count)
    return extreme_points(
        int(s.have[seat][box.PHARAOH]), most, fewest, box.MOST_PHARAOHS, box.FEWEST_PHARAOHS
    )


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


def civilisation_points(s: st.State, seat):
    """Civilisation: by the number of different tiles."""
    return box.CIVILISATION_POINTS[
        different(s, seat, box.FIRST_CIVILISATION, box.LAST_CIVILISATION)
    ]


def different(s: st.State, seat, first, last):
    """How many kinds of a range a display holds."""
    kinds = 0
    for kind in range(first, last + 1):
        if s.have[seat][kind] > 0:
            kinds += 1
    return kinds


def monument_points(s: st.State, seat):
    """Monuments, after the last epoch: for different ones, and for three or more alike."""
    points = int(box.MONUMENT_POINTS[different(s, seat, box.FIRST_MONUMENT, box.LAST_MONUMENT)])
    for kind in range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1):
        points += box.MONUMENT_GROUP_POINTS[s.have[seat][kind]]
    return points


def sun_points(s: st.State, seat):
    """Suns, after the last epoch: highest sum 5, lowest -5, face up or down; nothing if equal."""
    most, fewest = 0, box.NUM_TILES
    for other in range(s.players):
        most = max(most, sun_total(s, other))
        fewest = min(fewest, sun_total(s, other))
    return extreme_points(sun_total(s, seat), most, fewest, box.MOST_SUNS, box.FEWEST_SUNS)


def sun_total(s: st.State, seat):
    return total(s.sun[seat], 0, box.SUNS_EACH)


def discard_what_does_not_last(s: st.State):
    """End of an epoch: only pharaohs, Niles and monuments stay in the displays."""
    for seat in range(s.players):
        for kind in range(box.OWNED_KINDS):
            if box.KEPT[kind] == 0:
                s.gone[kind] += s.have[seat][kind]
                s.have[seat][kind] = 0


def emit_winner(s: st.State):
    """Tells who has won."""
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ev.ENDED, ALL, seat)


def place(s: st.State, seat):
    """Game end: most points win; among equals the highest single sun decides."""
    above = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            above += 1
        elif s.points[other] == s.points[seat] and highest_sun(s, other) > highest_sun(s, seat):
            above += 1
    return above + 1
