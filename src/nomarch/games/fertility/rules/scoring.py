"""The final count, and who has won."""

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.games.fertility.rules import shops
from nomarch.kernel.declare.rules import ALL, count, emit


def score(s: st.State, out):
    """Every seat's Debens, as if the game ended now."""
    for seat in range(s.players):
        out[seat] = debens(s, seat)


def place(s: st.State, seat):
    """Game end: most Debens win, among equals the fewest pieces; then the victory is shared."""
    mine, pieces, above = debens(s, seat), pieces_of(s, seat), 0
    for other in range(s.players):
        theirs = debens(s, other)
        if theirs > mine or (theirs == mine and pieces_of(s, other) < pieces):
            above += 1
    return above + 1


def finish(s: st.State):
    """Game end: everything is counted."""
    emit(s, ev.SCORING, ALL)
    for seat in range(s.players):
        emit(s, ev.SCORED, ALL, seat, ev.GENERAL_SHOPS, general_points(s, seat))
        emit(s, ev.SCORED, ALL, seat, ev.SPECIAL_SHOPS, special_points(s, seat))
        emit(s, ev.SCORED, ALL, seat, ev.STATUES, statue_points(s, seat))
        emit(s, ev.SCORED, ALL, seat, ev.MONUMENTS, monument_points(s, seat))
        emit(s, ev.SCORED, ALL, seat, ev.GRANARY, box.WHEAT_POINTS[s.wheat[seat]])
        emit(s, ev.TOTAL, ALL, seat, debens(s, seat))
    emit_winners(s)
    s.phase = st.OVER
    s.seat = st.NONE
    s.tile = st.NONE
    s.at = st.NONE


def emit_winners(s: st.State):
    """Game end: tells who has won, and by what."""
    winners, equals, best = 0, 0, 0
    for seat in range(s.players):
        best = max(best, debens(s, seat))
    for seat in range(s.players):
        winners += 1 if place(s, seat) == 1 else 0
        equals += 1 if debens(s, seat) == best else 0
    how = ev.FEWEST_PIECES if equals > 1 else ev.OUTRIGHT
    if winners > 1:
        how = ev.SHARED
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ev.ENDED, ALL, seat, how)


def debens(s: st.State, seat):
    """What a seat's metropolis, monuments and granary are worth; each shop is looked at once."""
    points, held = monument_points(s, seat) + box.WHEAT_POINTS[s.wheat[seat]], 0
    for shop in range(box.SHOPS_PER_SEAT):
        if shops.is_complete(s, seat, shop):
            number = int(s.shop[seat][shop])
            points += shop_points(s, seat, number)
            held = with_statue(held, number)
    return points + box.STATUE_POINTS[gods_in(held)]


def shop_points(s: st.State, seat, number):
    """Scoring 1 and 2: what a complete shop pays by itself, or for every piece of its resource."""
    if box.SHOP_KIND[number] == box.GENERAL:
        return int(box.SHOP_VALUE[number])
    if box.SHOP_KIND[number] == box.SPECIAL:
        return box.SHOP_VALUE[number] * pieces_like(s, seat, box.SHOP_NEEDS[number][0])
    return 0


def points_of(s: st.State, seat, kind):
    """What the complete shops of a kind pay, an incomplete one nothing."""
    points = 0
    for shop in range(box.SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if box.SHOP_KIND[number] == kind and shops.is_complete(s, seat, shop):
            points += shop_points(s, seat, number)
    return points


def general_points(s: st.State, seat):
    """Scoring 1: each complete general shop pays what it shows."""
    return points_of(s, seat, box.GENERAL)


def special_points(s: st.State, seat):
    """Scoring 2: each complete specialised shop pays for every piece of its resource."""
    return points_of(s, seat, box.SPECIAL)


def pieces_like(s: st.State, seat, resource):
    """The pieces of one resource on all shops of a metropolis, complete or not."""
    pieces = 0
    for shop in range(box.SHOPS_PER_SEAT):
        pieces += count(s.put[seat][shop], resource)
    return pieces


def pieces_of(s: st.State, seat):
    """All pieces on a metropolis, the start shops included; by option its wheat as well."""
    pieces = int(s.wheat[seat]) if s.wheat_counts == 1 else 0
    for resource in range(box.KINDS):
        pieces += pieces_like(s, seat, resource)
    return pieces


def statues_held(s: st.State, seat):
    """Scoring 3: a bit set of the gods on complete shops; above it the number of free choices."""
    held = 0
    for shop in range(box.SHOPS_PER_SEAT):
        number = int(s.shop[seat][shop])
        if with_statue(0, number) != 0 and shops.is_complete(s, seat, shop):
            held = with_statue(held, number)
    return held


def with_statue(held, number):
    """Scoring 3: what is held once a shop is complete: its god, or one free choice more."""
    if box.SHOP_KIND[number] == box.STATUE:
        return held | box.SHOP_VALUE[number]
    if box.SHOP_KIND[number] == box.CHOICE:
        return held + (1 << box.GODS)
    return held


def gods_in(held):
    """Scoring 3: different gods among statues; a free choice stands for one that is missing."""
    gods = held >> box.GODS
    for god in range(box.GODS):
        gods += held >> god & 1
    return min(gods, box.GODS)


def statue_points(s: st.State, seat):
    """Scoring 3: by the number of different gods."""
    return box.STATUE_POINTS[gods_in(statues_held(s, seat))]


def monument_points(s: st.State, seat):
    """Scoring 4: most and second most monuments, ties in full, nothing without a monument."""
    mine, counts = int(s.monuments[seat]), 0
    for other in range(box.MAX_SEATS):  # A seat that nobody has has none, and counts for nothing.
        counts |= 1 << int(s.monuments[other])
    more = counts >> mine + 1
    if mine == 0:
        return 0
    if more == 0:
        return box.MOST_MONUMENTS
    return box.SECOND_MONUMENTS if more & more - 1 == 0 else 0
