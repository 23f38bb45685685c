"""Conservation laws of Giza and the ways a game can end, for tests."""

from nomarch.games.giza.rules import box, ending as end, ev, hands, st, stacks
from nomarch.kernel.declare.invariants import Laws, Records, complaints

ENDINGS = ("own-pyramids", "others-pyramids", "pile-empty")


def broken(s: st.State) -> list[str]:
    return complaints(_tiles(s), _stacks(s), _turn(s))


def _tiles(s: st.State) -> Laws:
    places = [*s.hand, *(stack for board in s.stack for stack in board)]
    for tile, count in enumerate(box.TILE_COUNTS):
        found = s.pile[tile] + s.gone[tile] + sum(place.count(tile) for place in places)
        yield found != count, f"{found} tiles of kind {tile}, not {count}"
    yield sum(s.pile) != s.pile_left or min(s.pile) < 0, "the pile's count is wrong"


def _stacks(s: st.State) -> Laws:
    for seat in range(box.MAX_SEATS):
        for site in range(box.SITES):
            why = _bad(s, seat, site)
            yield bool(why), f"seat {seat}, site {site}: {why}"


def _bad(s: st.State, seat: int, site: int) -> str:
    """Return what is wrong with a stack. Only tops leave, so each can be built tile by tile."""
    height, stack = s.height[seat][site], s.stack[seat][site]
    if height > (box.MAX_HEIGHT if seat < s.players else 0):
        return "the stack is too high"
    if any((tile != st.NO_TILE) != (level < height) for level, tile in enumerate(stack)):
        return "the height is wrong"
    under = [st.NO_TILE, *stack]
    if not all(stacks.fits(stack[i], site, under[i]) for i in range(height)):
        return f"{stack[:height]} cannot be built"
    takes = sum(1 << tile for tile in range(box.TILES) if stacks.fits(tile, site, under[height]))
    if height == 0 and stacks.is_closed(s, site):
        takes = 0
    if seat < s.players and s.takes[seat][site] != takes:
        return "what fits on it is not up to date"
    return ""


def _turn(s: st.State) -> Laws:
    over, seats = s.seat == st.NO_SEAT, range(s.players)
    held = [box.HAND - s.hand[seat].count(st.NO_TILE) for seat in seats]
    yield held != s.held[: s.players], f"hands of {held} tiles are counted as {s.held}"
    yield not over and set(held) != {hands.hand_size(s)}, f"hands of {held} tiles during the game"
    tidy = s.phase == st.TURN and s.next_first != st.NO_SEAT
    yield over and not tidy, "the end is not tidy"
    yield not over and s.pile_left <= 0, "the game goes on without a pile"
    complete = any(end.is_complete(s, seat) for seat in seats)
    yield not over and complete, "the game goes on after three complete pyramids"


def ending(events: Records) -> str:
    for event in events:
        if event.event is ev.COMPLETED:
            return "own-pyramids" if event.owner == event.seat else "others-pyramids"
        if event.event is ev.PILE_EMPTY:
            return "pile-empty"
    return ""
