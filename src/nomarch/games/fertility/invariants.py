"""Invariants of Fertility and the ways a game can end, for tests."""

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.kernel.declare.invariants import Laws, Records, complaints

ENDINGS = ("outright", "fewest-pieces", "shared")


def broken(s: st.State) -> list[str]:
    return complaints(_tiles(s), _valley(s), _resources(s), _cities(s))


def _tiles(s: st.State) -> Laws:
    for kind, count in enumerate(box.TILE_COUNTS):
        found = s.bag[kind] + s.common[kind] + s.laid[kind] + s.gone[kind]
        found += sum(s.hand[seat][kind] for seat in range(s.players))
        yield found != count, f"{found} tiles of kind {kind}, not {count}"
    yield sum(s.bag) != s.bag_left or not 0 <= s.pile <= s.bag_left, "the pile's count is wrong"
    if s.metropolis[0] != st.NONE and s.last_turns == st.NONE and s.phase < st.TAKING:
        yield sum(s.common) != box.RESERVE, "the common reserve is not full"
        for seat in range(s.players):
            lacks = sum(s.hand[seat]) < box.RESERVE - (seat == s.seat)
            yield lacks, f"seat {seat} lacks tiles"
    too_soon = s.phase == st.OVER and s.turns != box.TURNS_EACH * s.players
    yield too_soon, f"the game ended after {s.turns} turns"


def _valley(s: st.State) -> Laws:
    started = int(s.metropolis[0] != st.NONE)
    for scene in range(box.KINDS):
        found = s.cell.count(box.SCENE + scene)
        laid = sum(s.laid[kind] * pair.count(scene) for kind, pair in enumerate(box.TILE_SCENES))
        yield found != laid + started, f"{found} scenes of kind {scene}, not {laid + started}"
    for at in range(box.GRID):
        lost = s.cell[at] != box.OUTSIDE and s.near[at] != _scenes_beside(s, at)
        yield lost, f"place {at} does not know its neighbours"
        way = s.link[at]
        alone = way != st.NONE and s.link[at + box.STEP[way]] != (way + 2) % 4
        yield alone, f"place {at} has lost its other half"
    for seat in range(s.players):
        found = s.cell.count(box.MONUMENT + seat)
        wrong = found != s.monuments[seat] or found > box.MONUMENTS_EACH
        yield wrong, f"seat {seat} has {found} monuments in the valley"


def _scenes_beside(s: st.State, at: int) -> int:
    bits = 0
    for step in box.STEP:
        if box.SCENE <= s.cell[at + step] < box.SCENE + box.KINDS:
            bits |= 1 << (s.cell[at + step] - box.SCENE)
    return bits


def _resources(s: st.State) -> Laws:
    pieces = [piece for seat in range(s.players) for shop in s.put[seat] for piece in shop]
    for resource in range(box.KINDS):
        found = s.stock[resource] + s.beside[resource] + pieces.count(resource)
        wrong = found != box.STOCK_EACH
        yield wrong, f"resource {resource} does not add up to {box.STOCK_EACH}"
    yield min(*s.stock, *s.beside) < 0, "fewer than no resources"
    stored = all(0 <= wheat <= box.MOST_WHEAT for wheat in s.wheat)
    yield not stored, "a granary beyond its scale"


def _cities(s: st.State) -> Laws:
    for district in range(box.DISTRICTS):
        found = s.unseen[district] + s.shown.count(district)
        found += sum(built.count(district) for built in s.district)
        yield found != 1, f"district {district} exists {found} times"
    yield sum(s.unseen) != s.unseen_left, "the count of unseen districts is wrong"
    for seat in range(s.players):
        own = s.shop[seat] == _shops(s, seat)
        yield not own, f"the shops of seat {seat} are not its districts'"
        for number, pieces in zip(s.shop[seat], s.put[seat], strict=True):
            for need, piece in zip(box.SHOP_NEEDS[number], pieces, strict=True):
                wrong = piece != st.NONE and need not in (piece, box.ANY)
                yield wrong, f"seat {seat} has a piece where it does not belong"


def _shops(s: st.State, seat: int) -> list[int]:
    if s.metropolis[seat] == st.NONE:
        return [box.NO_SHOP] * box.SHOPS_PER_SEAT
    shops = [*box.START_SHOP[s.metropolis[seat]]]
    for district in s.district[seat]:
        none = (box.NO_SHOP,) * box.SHOPS_PER_DISTRICT
        shops += none if district == st.NONE else box.DISTRICT_SHOP[district]
    return shops


def ending(events: Records) -> str:
    for event in events:
        if event.event is ev.ENDED:
            return ENDINGS[event.how]
    return ""
