"""What the rules say of the numbers in `ideas.py`: boards before and after a move."""

from nomarch.games.giza.rules import act, box, ending, st, stacks, tiles
from nomarch.kernel.declare.ideas import PlayedMove

STONES = range(box.BAD_STONE)
"""Good stones; bad ones fit where those of their number do."""


def _place(played: PlayedMove) -> tuple[int, int]:
    return act.ON.owner(played.move.action), act.ON.site(played.move.action)


def points(played: PlayedMove) -> list[int]:
    """What the move changes on the board it is made on."""
    owner, _ = _place(played)
    boards = (ending.board_points(state, owner) for state in (played.view, played.after))
    before, after = map(int, boards)
    return [abs(after - before)]


def _fitting(state: st.State, owner: int, site: int) -> set[int]:
    """Numbers of stones that fit on a stack."""
    top = stacks.top(state, owner, site)
    return {box.NUMBERS[stone] for stone in STONES if stacks.fits(stone, site, top)}


def no_longer_fits(played: PlayedMove) -> list[int]:
    place, laid = _place(played), box.NUMBERS[played.view.picked]
    gone = _fitting(played.view, *place) - _fitting(played.after, *place)
    return sorted(gone - {laid})


def can_follow(played: PlayedMove) -> list[int] | None:
    return None if no_longer_fits(played) else sorted(_fitting(played.after, *_place(played)))


def needs_room(played: PlayedMove) -> list[int] | None:
    """A high stone that fits only on empty sites and on higher numbers."""
    picked, (owner, site) = int(played.view.picked), _place(played)
    is_empty = stacks.top(played.view, owner, site) == st.NO_TILE
    return [box.NUMBERS[picked]] if is_empty and stacks.fits(picked, site, st.NO_TILE) else None


def _own_treasures(played: PlayedMove) -> list[int]:
    return [one for one in played.view.hand[played.seat] if box.TREASURE <= one < box.SPHINX_BASE]


def covered_treasure(played: PlayedMove) -> list[int]:
    owner, site = _place(played)
    tops = [stacks.top(state, owner, site) for state in (played.view, played.after)]
    lost = [one for one in _own_treasures(played) if stacks.fits(one, site, tops[0])]
    return [max(box.NUMBERS[one] for one in lost if not stacks.fits(one, site, tops[1]))]


def next_treasure(played: PlayedMove) -> list[int]:
    owner, site = _place(played)
    top = stacks.top(played.after, owner, site)
    return [box.NUMBERS[one] for one in _own_treasures(played) if stacks.fits(one, site, top)]


def sphinx(played: PlayedMove) -> list[int]:
    if not played.is_for:
        return []
    both = box.SPHINX_BASE, box.SPHINX_BODY
    return [sum(int(ending.tile_points(played.view, one)) for one in both)]


def end(played: PlayedMove) -> list[int] | None:
    return [] if played.after.seat == st.NO_SEAT else None


def freed(played: PlayedMove) -> list[int] | None:
    """A tile of the hand scores where the scarab was."""
    if not played.is_for:
        return []
    then, site = played.after, act.REMOVE.site(played.move.action)
    fitting = int(tiles.open_to(then, played.seat, played.seat, site))
    hand = [one for one in then.hand[played.seat] if one >= 0 and fitting >> one & 1]
    return [] if any(ending.tile_points(then, one) > 0 for one in hand) else None


def discarded(played: PlayedMove) -> list[int] | None:
    """What the tile could do on the boards instead."""
    view, seat, tile = played.view, played.seat, act.DISCARD.tile(played.move.action)
    takers = [
        (owner, site)
        for owner in range(view.players)
        for site in range(box.SITES)
        if int(tiles.open_to(view, seat, owner, site)) >> tile & 1
    ]
    if played.is_for:
        return None if takers else []
    own = [site for owner, site in takers if owner == seat]
    if tile == box.DEMOLITION:
        return [max(-int(ending.tile_points(view, stacks.top(view, seat, site))) for site in own)]
    return [int(ending.tile_points(view, tile))] if own else None


def harm(played: PlayedMove) -> list[int]:
    """The most that a discarded tile could cost a rival."""
    view, seat, tile = played.view, played.seat, act.DISCARD.tile(played.move.action)
    losses = [
        int(ending.tile_points(view, stacks.top(view, owner, site)))
        if tile == box.DEMOLITION
        else -int(ending.tile_points(view, tile))
        for owner in range(view.players)
        for site in range(box.SITES)
        if owner != seat and int(tiles.open_to(view, seat, owner, site)) >> tile & 1
    ]
    return [max(losses)]


def draws(played: PlayedMove) -> list[int] | None:
    """A tile is drawn, unless the move ends the game before."""
    if act.DISCARD.has(played.move.action):
        return []
    return [] if not ending.is_complete(played.after, _place(played)[0]) else None


def playable(played: PlayedMove) -> list[int]:
    """Kept tiles that some stack takes."""
    view, seat = played.view, played.seat
    taken = 0
    for owner in range(view.players):
        for site in range(box.SITES):
            taken |= int(tiles.open_to(view, seat, owner, site))
    slots = [slot for slot in range(box.HAND) if view.hand[seat][slot] >= 0]
    kept = [view.hand[seat][slot] for slot in slots if not view.marked[slot]]
    return [sum(taken >> tile & 1 for tile in kept)]
