"""Sample what a seat of Giza cannot know: hands, the pile, and tiles under others' top tiles.

A seat knows its own hand and stacks, every visible tile, every stack's height and the discarded
tiles; with open memory every stack. The rest is drawn from the tiles it has not seen, such that
every covered stack could have been built.
"""

from nomarch.games.giza.rules import box, hands, st, stacks
from nomarch.kernel.declare.rules import IMAGINED, below, draw_from, fork

COURSES, SPHINX_PARTS = 9, 3
"""Maximum heights: five stones with four treasures, or base, body and head."""


def determinise(s: st.State, seat, stream):
    """Resample what the seat cannot see; another seat's choice in progress is dropped."""
    if seat != s.seat:
        hands.clear_choice(s)
    gather_unseen(s, seat)
    while not fill_stacks(s, seat, stream):
        gather_unseen(s, seat)
    fill_hands(s, seat, stream)
    fork(s, stream, IMAGINED)


def gather_unseen(s: st.State, seat):
    """Move every tile that the seat cannot see into the pile."""
    for tile in range(box.TILES):
        s.pile[tile] = box.TILE_COUNTS[tile] - s.gone[tile]
    if seat >= 0:
        for slot in range(box.HAND):
            if s.hand[seat][slot] != st.NO_TILE:
                s.pile[s.hand[seat][slot]] -= 1
    for owner in range(s.players):
        for site in range(box.SITES):
            for level in range(hidden_below(s, seat, owner, site), int(s.height[owner][site])):
                s.pile[s.stack[owner][site][level]] -= 1


def hidden_below(s: st.State, seat, owner, site):
    """Return how many of a stack's tiles, from the bottom, the seat may not see."""
    if owner == seat or s.open_memory == 1 or s.seat == st.NO_SEAT:
        return 0
    return max(0, int(s.height[owner][site]) - 1)


def fill_stacks(s: st.State, seat, stream):
    """Fill every covered place from the top down, the most constrained stacks first.

    Returns 0 if no tile fitted. Every legal arrangement has a positive probability, so repeating
    always succeeds in the end.
    """
    for spare in range(box.MAX_HEIGHT):
        for owner in range(s.players):
            for site in range(box.SITES):
                hidden = hidden_below(s, seat, owner, site)
                if hidden > 0 and most_under(stacks.top(s, owner, site), site) - hidden == spare:
                    if not fill_stack(s, stream, owner, site, hidden):
                        return False
    return True


def fill_stack(s: st.State, stream, owner, site, hidden):
    """Fill one stack's covered places from the top down. Returns 0 if no unseen tile fits."""
    for above in range(hidden, 0, -1):
        tile = guess(s, stream, owner, site, above - 1)
        if tile == st.NO_TILE:
            return False
        s.stack[owner][site][above - 1] = tile
        s.pile[tile] -= 1
    return True


def most_under(tile, site):
    """Return how many tiles can lie under one at most."""
    if tile == box.SCARAB:
        return box.TILE_COUNTS[tile] - 1 + (SPHINX_PARTS if site == box.SPHINX else COURSES)
    if site == box.SPHINX:
        return tile - box.SPHINX_BASE
    higher = 2 * (box.HIGHEST - box.NUMBERS[tile])
    return higher + 1 if tile >= box.TREASURE else higher


def guess(s: st.State, stream, owner, site, level):
    """Return an unseen tile that fits a covered place, chosen uniformly, or `NO_TILE`."""
    above = int(s.stack[owner][site][level + 1])
    total = 0
    for tile in range(box.TILES):
        if can_lie(s, tile, site, level, above):
            total += s.pile[tile]
    if total == 0:
        return st.NO_TILE
    left, tile = below(stream, total), -1
    while left >= 0:
        tile += 1
        if can_lie(s, tile, site, level, above):
            left -= s.pile[tile]
    return tile


def can_lie(s: st.State, tile, site, level, above):
    """Whether an unseen tile fits under another and can have that many tiles below it."""
    if s.pile[tile] == 0 or tile == box.DEMOLITION or not stacks.fits(above, site, tile):
        return False
    if level == 0:
        return stacks.fits(tile, site, st.NO_TILE)
    if tile == box.SCARAB:
        room = parts_from_base(s) if site == box.SPHINX else room_above(s, 0)
        return s.pile[box.SCARAB] - 1 + room >= level
    if site == box.SPHINX:
        return tile - box.SPHINX_BASE == level and parts_from_base(s) >= level
    if tile >= box.SPHINX_BASE:
        return False
    if tile >= box.TREASURE:
        return stone_left(s, box.NUMBERS[tile]) and 1 + room_above(s, box.NUMBERS[tile]) >= level
    return room_above(s, box.NUMBERS[tile]) >= level


def room_above(s: st.State, number):
    """Return how many unseen stones and treasures of higher numbers one stack can hold."""
    most = 0
    for higher in range(number + 1, box.HIGHEST + 1):
        if stone_left(s, higher):
            most += 1
            if higher >= box.LOWEST_TREASURE and s.pile[stacks.treasure_of(higher)] > 0:
                most += 1
    return most


def stone_left(s: st.State, number):
    """Whether an unseen stone of that number is left, good or bad."""
    return s.pile[box.GOOD_STONE + number - 1] > 0 or s.pile[box.BAD_STONE + number - 1] > 0


def parts_from_base(s: st.State):
    """Return how many sphinx parts could lie on a site, from the base up."""
    parts = 0
    while parts < SPHINX_PARTS and s.pile[box.SPHINX_BASE + parts] > 0:
        parts += 1
    return parts


def fill_hands(s: st.State, seat, stream):
    """Deal the other hands; the rest is the pile."""
    left = 0
    for tile in range(box.TILES):
        left += s.pile[tile]
    for owner in range(s.players):
        if owner != seat:
            for slot in range(box.HAND):
                s.hand[owner][slot] = st.NO_TILE
            for slot in range(s.held[owner]):
                s.hand[owner][slot] = draw_from(stream, s.pile, left)
                left -= 1
