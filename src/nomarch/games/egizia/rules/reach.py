"""Where a boat may land."""

from nomarch.games.egizia import components as box, state as st


def taken_positions(s: st.State):
    """The positions with any boat, as a bit set."""
    taken = 0
    for seat in range(s.players):
        taken |= s.boats[seat]
    return taken


def can_sail(s: st.State, seat, taken):
    """Phase 2: whether there is any space for another boat of the seat."""
    if s.boats_left[seat] == 0:
        return False
    for pos in range(box.POSITIONS):
        if can_sail_to(s, seat, pos, taken):
            return True
    return False


def can_sail_to(s: st.State, seat, pos, taken):
    """Phase 2: whether a boat can reach a space and finds room there."""
    return can_reach(s, seat, pos) and has_room(s, seat, pos, taken)


def can_reach(s: st.State, seat, pos):
    """Phase 2: only downstream; a card lets one boat a round go upstream, another share a berth."""
    if pos > s.last[seat]:
        return True
    if pos == s.last[seat]:
        return s.own_berth == 1 and can_share(s, seat, pos)
    return s.have[seat][box.UPSTREAM] > 0 and s.tired[seat] & st.TIRED_UPSTREAM == 0


def can_share(s: st.State, seat, pos):
    """Shared berth: once a round, on a round space other than Heliopolis."""
    if box.SPACE_KIND[pos] != box.ROUND_SPACE or box.SPACE_INDEX[pos] == box.HELIOPOLIS:
        return False
    return s.have[seat][box.SHARED_BERTH] > 0 and s.tired[seat] & st.TIRED_BERTH == 0


def has_room(s: st.State, seat, pos, taken):
    """Phase 2: free spaces only, one boat a player at a site; a card lets boats share."""
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return s.row[index] >= 0
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return taken & (1 << pos) == 0 or can_share(s, seat, pos)
    return s.boats[seat] & (1 << pos) == 0
