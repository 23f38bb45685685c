"""The end of the game: the last moment for cards, and the final scoring."""

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import cards, order, tableau
from nomarch.kernel.declare.rules import ALL, emit, total


def next_closer(s: st.State):
    """End of round 5: leader first, the last moment for cards; then the final scoring."""
    seat = order.next_in_queue(s)
    if seat == st.NO_SEAT:
        score_game(s)
    elif cards.offers(s, seat) != 0:
        order.ask(s, seat, st.LAST_MOMENT)


def score_game(s: st.State):
    """Final scoring: from the leader backwards, in the order that holds when it begins."""
    emit(s, ev.SCORING, ALL)
    order.queue_by_score(s)
    for i in range(s.players):
        score_seat(s, int(s.queue[i]))
    for seat in range(s.players):
        if order.place(s, seat) == 1:
            emit(s, ev.ENDED, ALL, seat, is_tied(s, seat))
    s.phase = st.OVER
    s.seat = st.NO_SEAT


def is_tied(s: st.State, seat):
    """Winner: whether another seat has as many points."""
    for other in range(s.players):
        if other != seat and s.points[other] == s.points[seat]:
            return 1
    return 0


def score_seat(s: st.State, seat):
    """Final scoring: stones, graves, Sphinx cards, and the card for every ten points last."""
    if s.market[seat][box.STONE_MARKET] >= box.SALE_LEVEL:
        points = int(s.stones[seat]) // box.STONES_PER_POINT
        tableau.change_stones(s, seat, -points * box.STONES_PER_POINT)
        tableau.move_score(s, seat, ev.FOR_SALE, points)
    tableau.move_score(s, seat, ev.FOR_TREASURE, treasure_points(grave_total(s, seat)))
    for card in range(box.SPHINX_CARDS):
        if s.where[card] // box.HAND_SLOTS == seat:
            points = riddle_points(s, seat, card)
            emit(s, ev.RIDDLE, ALL, seat, card, points)
            tableau.move_score(s, seat, ev.FOR_SPHINX, points)


def grave_total(s: st.State, seat):
    """Final scoring: the values of a seat's grave tiles, grave goods included."""
    total = box.GRAVE_GOODS_VALUE * s.have[seat][box.GRAVE_GOODS]
    for i in range(s.laid[box.GRAVE_PART]):
        if s.stone[box.PART_START[box.GRAVE_PART] + i] == seat:
            total += s.grave[i]
    return total


def treasure_points(total):
    """Final scoring: the bands of grave totals."""
    points = 0
    for band in range(len(box.GRAVE_BAND_MIN)):
        if total >= box.GRAVE_BAND_MIN[band]:
            points = int(box.GRAVE_BAND_POINTS[band])
    return points


def riddle_points(s: st.State, seat, card):
    """Sphinx cards: what one is worth to its owner as things stand."""
    kind = box.SPHINX_TABLE[card][0]
    points = int(box.SPHINX_TABLE[card][1])
    about = int(box.SPHINX_TABLE[card][2])
    if kind == box.PLAYERS_AT_BOTTOM:
        return players_at_bottom_points(s, about)
    if kind == box.PER_STONE:
        return points * s.own[seat][about]
    if kind == box.CREW_STRENGTH:
        return points * s.crew[seat][about]
    if kind == box.PERMANENTS:
        return points * total(s.have[seat], box.FIRST_ACTION_CARD, box.LAST_PERMANENT + 1)
    if kind == box.PER_TEN:
        return max(0, int(s.points[seat])) // about
    return points if is_fulfilled(s, seat, card) else 0


def is_fulfilled(s: st.State, seat, card):
    """Sphinx cards: whether a condition is met."""
    kind, about = box.SPHINX_TABLE[card][0], box.SPHINX_TABLE[card][2]
    other, count = box.SPHINX_TABLE[card][3], box.SPHINX_TABLE[card][4]
    if kind == box.BUILT:
        return total(s.laid, about, other + 1) >= count
    if kind == box.OWN_STONES:
        return s.own[seat][about] >= count
    if kind == box.OWN_EACH:
        return fewest_own(s, seat) >= count
    if kind == box.MOST_QUARRY:
        return is_most(s, seat, -1)
    if kind == box.MOST_GRAIN:
        return is_most(s, seat, about)
    stone_done = about == 0 or s.market[seat][box.STONE_MARKET] == box.BOTTOM
    return stone_done and (other == 0 or s.market[seat][box.GRAIN_MARKET] == box.BOTTOM)


def fewest_own(s: st.State, seat):
    """Sphinx cards: the seat's stones on the structure where it has fewest."""
    fewest = box.NUM_SPACES
    for structure in range(box.STRUCTURES):
        fewest = min(fewest, int(s.own[seat][structure]))
    return fewest


def output(s: st.State, seat, colour):
    """Sphinx cards: grain of one colour, or with -1 the quarries' stones."""
    if colour < 0:
        return int(s.quarry[seat])
    return int(s.grain[seat][colour])


def is_most(s: st.State, seat, colour):
    """Sphinx cards: nobody produces more, and the seat something."""
    mine = output(s, seat, colour)
    for other in range(s.players):
        if output(s, other, colour) > mine:
            return False
    return mine > 0


def players_at_bottom_points(s: st.State, market):
    """Sphinx cards: by the number of players at the bottom of a market."""
    count = 0
    for seat in range(s.players):
        if s.market[seat][market] == box.BOTTOM:
            count += 1
    return int(box.PLAYERS_AT_BOTTOM_POINTS[count])
