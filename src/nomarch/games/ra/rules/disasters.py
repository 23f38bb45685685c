"""Disasters: two tiles each, of the loser's choice where there is one."""

from nomarch.games.ra import actions as act, components as box, events as ev, state as st
from nomarch.games.ra.rules import turns
from nomarch.kernel.declare.rules import ALL, allow, emit, total


def strike(s: st.State, seat, disaster):
    """Disasters: two tiles each, old and new alike; those without a choice are lost at once."""
    s.gone[disaster] += 1
    if disaster == box.FUNERAL:
        lose(s, seat, box.PHARAOH, box.TILES_PER_DISASTER, disaster)
    elif disaster == box.DROUGHT:
        floods = lose(s, seat, box.FLOOD, box.TILES_PER_DISASTER, disaster)
        lose(s, seat, box.NILE, box.TILES_PER_DISASTER - floods, disaster)
    elif disaster == box.UNREST:
        s.owed_civilisations += box.TILES_PER_DISASTER
    else:
        s.owed_monuments += box.TILES_PER_DISASTER


def lose(s: st.State, seat, kind, count, disaster):
    """Disasters: as many of the count as there are leave the game; how many that was."""
    lost = min(int(s.have[seat][kind]), count)
    if lost > 0:
        emit(s, ev.LOST, ALL, seat, kind, lost, disaster)
        s.have[seat][kind] -= lost
        s.gone[kind] += lost
    return lost


def owned(s: st.State, seat, first, last):
    """Tiles of a range of kinds in a display."""
    return total(s.have[seat], first, last + 1)


def resolve_losses(s: st.State, seat):
    """Disasters: the loser chooses which tiles go, as long as there is anything to choose."""
    s.seat = seat
    owed = int(s.owed_civilisations)
    s.owed_civilisations = left_to_choose(
        s, seat, box.FIRST_CIVILISATION, box.LAST_CIVILISATION, owed, box.UNREST
    )
    owed = int(s.owed_monuments)
    s.owed_monuments = left_to_choose(
        s, seat, box.FIRST_MONUMENT, box.LAST_MONUMENT, owed, box.EARTHQUAKE
    )
    if s.owed_civilisations > 0:
        s.phase = st.UNREST_LOSS
    elif s.owed_monuments > 0:
        s.phase = st.EARTHQUAKE_LOSS
    elif s.after_discard == st.AFTER_GOD:
        turns.continue_god_turn(s, seat)
    else:
        turns.next_turn(s, int(s.starter))


def left_to_choose(s: st.State, seat, first, last, owed, disaster):
    """Disasters: with no more tiles than are owed there is no choice, all of them go."""
    if owed < owned(s, seat, first, last):
        return owed
    for kind in range(first, last + 1):
        lose(s, seat, kind, int(s.have[seat][kind]), disaster)
    return 0


def legal_losses(s: st.State, seat, mask):
    """Disasters: any civilisation may be given up to unrest, any monument to an earthquake."""
    for kind in range(box.FIRST_CIVILISATION, box.LAST_CIVILISATION + 1):
        if s.have[seat][kind] > 0 and s.phase == st.UNREST_LOSS:
            allow(mask, act.DISCARD_CIVILISATION.at(kind))
    for kind in range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1):
        if s.have[seat][kind] > 0 and s.phase == st.EARTHQUAKE_LOSS:
            allow(mask, act.DISCARD_MONUMENT.at(kind))


def give_up(s: st.State, seat, kind):
    """Disasters: one tile of the loser's choice goes."""
    if s.phase == st.UNREST_LOSS:
        s.owed_civilisations -= 1
        lose(s, seat, kind, 1, box.UNREST)
    else:
        s.owed_monuments -= 1
        lose(s, seat, kind, 1, box.EARTHQUAKE)
    resolve_losses(s, seat)
