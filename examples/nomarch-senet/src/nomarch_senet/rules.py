"""The rules of Senet; docs/rules.md says where each comes from."""

from nomarch.kernel.declare.rules import ALL, allow, because, below, emit
from nomarch_senet import actions as act, components as box, events as ev, state as st

FREE, NO_WAY, NOT_THREE, NOT_TWO, PAST_BEAUTY, WALLED, TAKEN = range(7)
"""What keeps a piece from moving."""


def setup(s: st.State, players, options):
    """Set-up: the pieces alternate in the first houses; the last one belongs to who begins."""
    s.players = players
    s.seat = below(s, players)
    s.pieces = box.PIECES[options[0]]
    s.throw = 0
    s.thrown = 0
    for house in range(box.OFF + 1):
        s.house[house] = st.EMPTY
    for seat in range(box.SEATS):
        s.points[seat] = 0
    for number in range(s.pieces):
        s.house[2 * number + 2] = piece_of(s.seat, number)
        s.house[2 * number + 1] = piece_of(1 - s.seat, number)
    emit(s, ev.BEGAN, ALL, s.seat)


def piece_of(seat, number):
    """The number of a seat's piece, as houses hold it."""
    return 1 + seat * box.MOST_PIECES + number


def owner(piece):
    """The seat of a piece."""
    return (piece - 1) // box.MOST_PIECES


def belongs(s: st.State, house, seat):
    """Whether a seat has a piece in a house."""
    return 1 if s.house[house] != st.EMPTY and owner(s.house[house]) == seat else 0


def legal(s: st.State, seat, mask):
    """A turn: throw, then move a piece forward; back if none can, and not at all if none can."""
    if s.thrown == 0:
        allow(mask, act.THROW)
    elif can_any(s, seat, 1) == 1:
        legal_moves(s, seat, mask)
    elif can_any(s, seat, -1) == 1:
        because("You only move back when no piece can move forward.")
        legal_retreats(s, seat, mask)
    else:
        because("You can move, so you have to.")
        allow(mask, act.PASS)


def can_any(s: st.State, seat, way):
    """Whether any piece of a seat can move forward (1) or back (-1)."""
    for house in range(1, box.HOUSES + 1):
        if belongs(s, house, seat) == 1 and obstacle(s, seat, house, way) == FREE:
            return 1
    return 0


def obstacle(s: st.State, seat, house, way):
    """What keeps a piece from moving forward (1) or back (-1) by the throw."""
    end = house + way * s.throw
    if end < 1 or (way < 0 and house >= box.BEAUTY):
        return NO_WAY
    if way > 0:
        if house == box.TRUTHS and s.throw != 3:
            return NOT_THREE
        if house == box.ATUM and s.throw != 2:
            return NOT_TWO
        if house < box.BEAUTY and end > box.BEAUTY:
            return PAST_BEAUTY
    if is_walled(s, seat, min(house, end), max(house, end)) == 1:
        return WALLED
    return FREE if can_enter(s, seat, end) == 1 else TAKEN


def legal_moves(s: st.State, seat, mask):
    """Moving forward: by what was thrown, no more and no less."""
    for house in range(1, box.HOUSES + 1):
        if belongs(s, house, seat) == 1:
            why = obstacle(s, seat, house, 1)
            if why == FREE:
                allow(mask, act.MOVE.at(house))
            elif why == NOT_THREE:
                because("A piece leaves the House of the Three Truths with a 3.")
            elif why == NOT_TWO:
                because("A piece leaves the House of Re-Atum with a 2.")
            elif why == PAST_BEAUTY:
                because("Every piece has to stop in the House of Beauty.")
            elif why == WALLED:
                because("Three pieces side by side can't be passed.")
            else:
                because(
                    "You can't land there: on your own, on two side by side, or in a safe house."
                )
        else:
            because("You have no piece in that house.")


def legal_retreats(s: st.State, seat, mask):
    """Moving back: not from the House of Beauty or beyond."""
    for house in range(1, box.BEAUTY):
        if belongs(s, house, seat) == 1 and obstacle(s, seat, house, -1) == FREE:
            allow(mask, act.BACK.at(house))


def can_enter(s: st.State, seat, house):
    """Landing: in an empty house, off the board, or on a single piece of the opponent's."""
    if house >= box.OFF or s.house[house] == st.EMPTY:
        return 1
    if owner(s.house[house]) == seat or house >= box.BEAUTY:
        return 0
    return 1 if row_around(s, 1 - seat, house) < box.SHELTER else 0


def row_around(s: st.State, seat, house):
    """How many pieces of a seat stand side by side, a house among them."""
    first = house
    while first > 1 and belongs(s, first - 1, seat) == 1:
        first -= 1
    last = house
    while last < box.HOUSES and belongs(s, last + 1, seat) == 1:
        last += 1
    return last - first + 1


def is_walled(s: st.State, seat, low, high):
    """Whether three of the opponent's pieces stand side by side between two houses."""
    row = 0
    for house in range(low + 1, min(high, box.OFF)):
        if belongs(s, house, 1 - seat) == 1:
            row += 1
            if row >= box.WALL:
                return 1
        else:
            row = 0
    return 0


def apply(s: st.State, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action == act.THROW:
        throw_sticks(s, seat)
    elif action == act.PASS:
        emit(s, ev.PASSED, ALL, seat)
        end_move(s, seat, box.AGAIN[s.throw])
    elif act.MOVE.has(action):
        move(s, seat, act.MOVE.house(action), s.throw)
    else:
        move(s, seat, act.BACK.house(action), -s.throw)


def throw_sticks(s: st.State, seat):
    """A throw: the pale sides of four sticks; none of them counts five."""
    pale = 0
    for _ in range(box.STICKS):
        pale += below(s, 2)
    s.throw = pale if pale > 0 else box.LONGEST
    s.thrown = 1
    emit(s, ev.THREW, ALL, seat, s.throw)


def move(s: st.State, seat, start, steps):
    """A move: a piece of the opponent's in the way goes back to where this one came from."""
    piece = s.house[start]
    end = start + steps
    again = box.AGAIN[s.throw]
    s.house[start] = st.EMPTY
    if end >= box.OFF:
        s.points[seat] += 1
        emit(s, ev.SCORED, ALL, seat, 0, 1)
        end_move(s, seat, again)
        return
    other = s.house[end]
    s.house[end] = piece
    emit(s, ev.MOVED, ALL, seat, piece, start, end)
    if other != st.EMPTY:
        s.house[start] = other
        emit(s, ev.SWAPPED, ALL, seat, 1 - seat, other, start)
    if end == box.WATER:
        drown(s, seat, piece)
        again = 0
    end_move(s, seat, again)


def drown(s: st.State, seat, piece):
    """The water: back to the House of Rebirth, or the last empty house before it. The turn ends."""
    shore = box.REBIRTH
    while s.house[shore] != st.EMPTY:
        shore -= 1
    s.house[box.WATER] = st.EMPTY
    s.house[shore] = piece
    emit(s, ev.DROWNED, ALL, seat, piece, shore)


def end_move(s: st.State, seat, again):
    """The end of a move: a 1, a 4 or a 5 throws again. The last piece off the board wins."""
    s.thrown = 0
    if s.points[seat] == s.pieces:
        s.seat = -1
    elif again == 0:
        s.seat = 1 - seat
