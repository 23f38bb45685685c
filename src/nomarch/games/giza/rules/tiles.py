"""Playing a tile: what may lie on what, demolitions, and scarabs that come off again."""

from nomarch.games.giza import actions as act, components as box, events as ev, state as st
from nomarch.games.giza.rules import ending, hands, stacks, turns
from nomarch.kernel.declare.rules import ALL, allow, because, emit

ALL_SPHINXES, OWN_SPHINX, OWN_SPHINX_AND_SCARABS = range(3)
"""What a demolition may hit on sphinx sites, by the option."""


def legal_plays(s: st.State, seat, mask):
    """Playing a tile: any tile of the hand that fits anywhere, on one's own board or another's."""
    taken = 0
    for owner in range(s.players):
        for site in range(box.SITES):
            taken |= open_to(s, seat, owner, site)
    for slot in range(hands.hand_size(s)):
        tile = int(s.hand[seat][slot])
        if (taken >> tile) & 1:
            allow(mask, act.PLAY.at(tile))
        else:
            because("This tile doesn't fit anywhere right now. Keep it or discard it.")


def open_to(s: st.State, seat, owner, site):
    """The tiles that a seat may play on a stack, as bits; an option guards others' sphinxes."""
    taken = int(s.takes[owner][site])
    if s.own_sphinx != ALL_SPHINXES and site == box.SPHINX and owner != seat:
        if s.own_sphinx == OWN_SPHINX or stacks.top(s, owner, site) != box.SCARAB:
            taken &= ~(1 << box.DEMOLITION)
    return taken


def legal_places(s: st.State, seat, mask):
    """Playing a tile: every stack and every empty site of the table that takes the chosen tile."""
    for owner in range(s.players):
        for site in range(box.SITES):
            legal_place(s, mask, owner, site, (open_to(s, seat, owner, site) >> int(s.picked)) & 1)


def legal_place(s: st.State, mask, owner, site, fits_here):
    """Playing a tile: a stack that takes the chosen tile; why another does not, by kind of tile."""
    tile, place = int(s.picked), act.ON.at(owner, site)
    if tile < box.TREASURE:
        if fits_here == 1:
            allow(mask, place)
        else:
            because(
                "A stone goes on an empty pyramid site or on a higher number, never on a scarab."
            )
    elif tile < box.SPHINX_BASE:
        if fits_here == 1:
            allow(mask, place)
        else:
            because("A treasure only goes on a stone with exactly its number.")
    elif tile < box.DEMOLITION:
        if fits_here == 1:
            allow(mask, place)
        else:
            because("A sphinx is built on its own site: base first, then body, then head.")
    elif fits_here == 1:
        allow(mask, place)
    else:
        because(
            "A demolition needs a visible tile, and at some tables it can't hit "
            "someone else's sphinx."
        )


def play_tile(s: st.State, seat, owner, site):
    """Playing a tile: a demolition takes the top away, any other tile covers it."""
    tile = int(s.picked)
    hands.drop(s, seat, hands.find_unmarked(s, seat, tile))
    if tile == box.DEMOLITION:
        demolish(s, seat, owner, site)
    else:
        level = int(s.height[owner][site])
        s.stack[owner][site][level] = tile
        s.height[owner][site] += 1
        stacks.note_top(s, owner, site)
        emit(s, ev.LAID, ALL, seat, tile, owner, site, level)
    if ending.is_complete(s, owner):
        ending.end_by_pyramids(s, seat, owner)
    else:
        turns.refill(s, seat)


def demolish(s: st.State, seat, owner, site):
    """Demolition: it and the visible tile, also a scarab, leave the game."""
    level = int(s.height[owner][site]) - 1
    emit(s, ev.DEMOLISHED, ALL, seat, stacks.top(s, owner, site), owner, site, level)
    s.gone[box.DEMOLITION] += 1
    take_off(s, owner, site)


def take_off(s: st.State, owner, site):
    """The top of a stack leaves the game; what lies below is visible now."""
    s.gone[stacks.top(s, owner, site)] += 1
    s.height[owner][site] -= 1
    height = int(s.height[owner][site])
    s.stack[owner][site][height] = st.NO_TILE
    stacks.note_top(s, owner, site)
    if height > 0:
        emit(s, ev.UNCOVERED, ALL, owner, site, height - 1, stacks.top(s, owner, site))


def legal_removals(s: st.State, seat, mask):
    """Scarabs: the owner may take one off the top of his own stack."""
    for site in range(box.SITES):
        if stacks.top(s, seat, site) == box.SCARAB:
            allow(mask, act.REMOVE.at(site))


def remove_scarab(s: st.State, seat, site):
    """Scarabs: taking one off is the whole turn, and no tile is drawn."""
    emit(s, ev.REMOVED, ALL, seat, site)
    take_off(s, seat, site)
    if ending.is_complete(s, seat):
        ending.end_by_pyramids(s, seat, seat)
    else:
        turns.next_turn(s, seat)
