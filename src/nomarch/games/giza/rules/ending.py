"""The end of the game: what brings it about, the score, the victory and who begins the next."""

from nomarch.games.giza import components as box, events as ev, state as st
from nomarch.games.giza.rules import hands, stacks
from nomarch.kernel.declare.rules import ALL, below, emit


def is_complete(s: st.State, owner):
    """Game end: a seat's three pyramids all show a stone of number 1; a scarab hides it."""
    for site in range(box.PYRAMIDS):
        if not is_peak(stacks.top(s, owner, site)) and not stacks.is_closed(s, site):
            return False
    return True


def is_peak(tile):
    """A good or bad stone of number 1 completes a pyramid, even alone."""
    return tile != st.NO_TILE and box.NUMBERS[tile] == box.PEAK


def end_by_pyramids(s: st.State, seat, owner):
    """Game end: three complete pyramids end it at once, whoever completed them; nobody draws."""
    emit(s, ev.COMPLETED, ALL, owner, seat)
    end_game(s)


def end_game(s: st.State):
    """Game end: every stack is counted; tiles in hands are not."""
    hands.clear_choice(s)
    emit(s, ev.SCORING, ALL)
    for seat in range(s.players):
        score_seat(s, seat)
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ev.ENDED, ALL, seat)
    choose_next_first_player(s)
    s.seat = st.NO_SEAT
    emit(s, ev.NEXT_FIRST, ALL, s.next_first)


def score_seat(s: st.State, seat):
    """Scoring: all tiles of the four stacks, complete or not, also those under a scarab."""
    for site in range(box.SITES):
        points = site_points(s, seat, site)
        emit(s, ev.SCORED, ALL, seat, site, points)
        s.points[seat] += points
        s.treasure[seat] += site_treasure(s, seat, site)
    emit(s, ev.TOTAL, ALL, seat, s.points[seat], s.treasure[seat])


def score(s: st.State, out):
    """Scoring: secret until the end; with open memory what the boards are worth so far."""
    for seat in range(s.players):
        out[seat] = s.points[seat]
        if s.open_memory == 1 and s.seat != st.NO_SEAT:
            out[seat] = board_points(s, seat)


def board_points(s: st.State, seat):
    """Scoring: what a board is worth."""
    points = 0
    for site in range(box.SITES):
        points += site_points(s, seat, site)
    return points


def site_points(s: st.State, seat, site):
    """Scoring: good stones, treasures, body and head add; bad stones and the base deduct."""
    points = 0
    for level in range(s.height[seat][site]):
        points += tile_points(s, int(s.stack[seat][site][level]))
    return points


def tile_points(s: st.State, tile):
    """What a tile scores; the base of a sphinx follows the option."""
    return int(s.base_points) if tile == box.SPHINX_BASE else int(box.POINTS[tile])


def site_treasure(s: st.State, seat, site):
    """Victory: the points of a stack's treasures, which break ties."""
    points = 0
    for level in range(s.height[seat][site]):
        tile = int(s.stack[seat][site][level])
        if box.TREASURE <= tile < box.SPHINX_BASE:
            points += box.POINTS[tile]
    return points


def place(s: st.State, seat):
    """Victory: most points; among equals the most treasure points; then it is shared."""
    above = 0
    for other in range(s.players):
        ahead = s.points[other] - s.points[seat]
        if ahead > 0 or (ahead == 0 and s.treasure[other] > s.treasure[seat]):
            above += 1
    return above + 1


def choose_next_first_player(s: st.State):
    """First player: in a following game the fewest points begin, among equals by lot."""
    fewest, equals = int(s.points[0]), 0
    for seat in range(s.players):
        if s.points[seat] < fewest:
            fewest, equals = int(s.points[seat]), 0
        if s.points[seat] == fewest:
            equals += 1
    chosen = below(s, equals) if equals > 1 else 0
    for seat in range(s.players):
        if s.points[seat] == fewest:
            if chosen == 0:
                s.next_first = seat
            chosen -= 1
