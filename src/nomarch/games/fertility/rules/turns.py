"""How a turn starts and ends, and the variant for two."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.games.fertility.rules import scoring, tiles
from nomarch.kernel.declare.rules import ALL, allow, because, draw_from, emit, total


def start_turn(s: st.State, seat):
    """A turn: a tile must be laid if any fits; otherwise one is discarded."""
    s.seat = seat
    s.tile = st.NONE
    s.at = st.NONE
    s.phase = st.NO_FIT
    scenes = tiles.scenes_in_reach(s)
    for kind in range(box.TILE_KINDS):
        if s.hand[seat][kind] > 0 and tiles.fits_somewhere(kind, scenes):
            s.phase = st.CHOOSE_TILE
            break
    emit(s, ev.TURN_STARTED, ALL, seat, s.turns // s.players + 1)


def draw_tile(s: st.State):
    """One tile from the pile: any unseen tile is as likely, those in the box were not looked at."""
    kind = draw_from(s, s.bag, s.bag_left)
    s.bag_left -= 1
    s.pile -= 1
    return kind


def refill_common(s: st.State):
    """End of a turn: the common reserve is filled up to three, as far as the pile goes."""
    while s.pile > 0 and total(s.common, 0, box.TILE_KINDS) < box.RESERVE:
        kind = draw_tile(s)
        s.common[kind] += 1
        emit(s, ev.SHOWN_TILE, ALL, kind)


def show_districts(s: st.State):
    """End of a turn: a new district replaces the one that was built."""
    for i in range(box.SHOWN):
        if s.shown[i] == st.NONE and s.unseen_left > 0:
            s.shown[i] = draw_from(s, s.unseen, s.unseen_left)
            s.unseen_left -= 1
            emit(s, ev.SHOWN_DISTRICT, ALL, s.shown[i])


def legal_common(s: st.State, mask):
    """End of a turn: any kind of tile in the common reserve, to take it or to remove it."""
    for kind in range(box.TILE_KINDS):
        if s.common[kind] > 0:
            allow(mask, act.TAKE.at(kind) if s.phase == st.TAKING else act.REMOVE.at(kind))
        else:
            because("This tile isn't in the common reserve.")


def clean_up(s: st.State, seat):
    """End of a turn: unused resources go back; in the last round no tile is taken any more."""
    for resource in range(box.KINDS):
        if s.beside[resource] > 0:
            emit(s, ev.RETURNED, ALL, seat, resource, s.beside[resource])
            s.stock[resource] += s.beside[resource]
            s.beside[resource] = 0
    if s.last_turns == st.NONE:
        s.phase = st.TAKING
    else:
        s.last_turns -= 1
        end_turn(s, seat)


def take_tile(s: st.State, seat, kind):
    """End of a turn: one tile of the common reserve joins the personal one."""
    s.common[kind] -= 1
    s.hand[seat][kind] += 1
    emit(s, ev.TOOK, ALL, seat, kind)
    if s.long_game == 1:
        s.phase = st.REMOVING
    else:
        refill(s, seat)


def remove_tile(s: st.State, seat, kind):
    """Variant for two: one more tile of the common reserve leaves the game before the refill."""
    s.common[kind] -= 1
    s.gone[kind] += 1
    emit(s, ev.REMOVED, ALL, seat, kind)
    refill(s, seat)


def refill(s: st.State, seat):
    """Game end: when the common reserve cannot be refilled, everyone has one last turn."""
    refill_common(s)
    if total(s.common, 0, box.TILE_KINDS) < box.RESERVE:
        s.last_turns = s.players
        emit(s, ev.LAST_ROUND, ALL)
    end_turn(s, seat)


def end_turn(s: st.State, seat):
    """End of a turn: a built district is replaced, then it is the next player's turn."""
    show_districts(s)
    s.turns += 1
    if s.last_turns == 0:
        scoring.finish(s)
    else:
        start_turn(s, (seat + 1) % s.players)
