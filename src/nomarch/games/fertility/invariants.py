"""What never changes in a game of Fertility, and the ways in which one can end: for tests."""

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.kernel.events import Records

ENDINGS = ("outright", "fewest-pieces", "shared")


def broken(s: st.State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    return [*_tiles(s), *_valley(s), *_resources(s), *_cities(s)]


def _tiles(s: st.State) -> list[str]:
    complaints = []
    for kind in range(box.TILE_KINDS):
        found = s.bag[kind] + s.common[kind] + s.laid[kind] + s.gone[kind]
        found += sum(s.hand[seat][kind] for seat in range(s.players))
        if found != box.TILE_COUNTS[kind]:
            complaints.append(f"{found} tiles of kind {kind}, not {box.TILE_COUNTS[kind]}")
    if sum(s.bag) != s.bag_left or not 0 <= s.pile <= s.bag_left:
        complaints.append("the pile's count is wrong")
    if s.metropolis[0] != st.NONE and s.last_turns == st.NONE and s.asked < st.TAKING:
        if sum(s.common) != box.RESERVE:
            complaints.append("the common reserve is not full")
        for seat in range(s.players):
            if sum(s.hand[seat]) < box.RESERVE - (seat == s.seat):
                complaints.append(f"seat {seat} lacks tiles")
    if s.asked == st.OVER and s.turns != box.TURNS_EACH * s.players:
        complaints.append(f"the game ended after {s.turns} turns")
    return complaints


def _valley(s: st.State) -> list[str]:
    complaints = []
    started = int(s.metropolis[0] != st.NONE)
    for scene in range(box.KINDS):
        found = sum(s.cell[at] == box.SCENE + scene for at in range(box.GRID))
        laid = sum(s.laid[kind] * pair.count(scene) for kind, pair in enumerate(box.TILE_SCENES))
        if found != laid + started:
            complaints.append(f"{found} scenes of kind {scene}, not {laid + started}")
    for at in range(box.GRID):
        if s.cell[at] != box.OUTSIDE and s.near[at] != _scenes_beside(s, at):
            complaints.append(f"place {at} does not know its neighbours")
        if s.link[at] != st.NONE and s.link[at + box.STEP[s.link[at]]] != (s.link[at] + 2) % 4:
            complaints.append(f"place {at} has lost its other half")
    for seat in range(s.players):
        found = sum(s.cell[at] == box.MONUMENT + seat for at in range(box.GRID))
        if found != s.monuments[seat] or found > box.MONUMENTS_EACH:
            complaints.append(f"seat {seat} has {found} monuments in the valley")
    return complaints


def _scenes_beside(s: st.State, at: int) -> int:
    bits = 0
    for step in box.STEP:
        if box.SCENE <= s.cell[at + step] < box.SCENE + box.KINDS:
            bits |= 1 << (s.cell[at + step] - box.SCENE)
    return bits


def _resources(s: st.State) -> list[str]:
    complaints = []
    for resource in range(box.KINDS):
        placed = sum(
            piece == resource for seat in range(s.players) for shop in s.put[seat] for piece in shop
        )
        if s.stock[resource] + s.beside[resource] + placed != box.STOCK_EACH:
            complaints.append(f"resource {resource} does not add up to {box.STOCK_EACH}")
    if min(*s.stock, *s.beside) < 0:
        complaints.append("fewer than no resources")
    if not all(0 <= wheat <= box.MOST_WHEAT for wheat in s.wheat):
        complaints.append("a granary beyond its scale")
    return complaints


def _cities(s: st.State) -> list[str]:
    complaints = []
    for district in range(box.DISTRICTS):
        found = s.unseen[district] + s.shown.count(district)
        found += sum(built.count(district) for built in s.district)
        if found != 1:
            complaints.append(f"district {district} exists {found} times")
    if sum(s.unseen) != s.unseen_left:
        complaints.append("the count of unseen districts is wrong")
    for seat in range(s.players):
        if s.shop[seat] != _shops(s, seat):
            complaints.append(f"the shops of seat {seat} are not its districts'")
        for number, pieces in zip(s.shop[seat], s.put[seat], strict=True):
            for need, piece in zip(box.SHOP_NEEDS[number], pieces, strict=True):
                if piece != st.NONE and need not in (piece, box.ANY):
                    complaints.append(f"seat {seat} has a piece where it does not belong")
    return complaints


def _shops(s: st.State, seat: int) -> list[int]:
    if s.metropolis[seat] == st.NONE:
        return [box.NO_SHOP] * box.SHOPS_PER_SEAT
    shops = [*box.START_SHOP[s.metropolis[seat]]]
    for district in s.district[seat]:
        none = (box.NO_SHOP,) * box.SHOPS_PER_DISTRICT
        shops += none if district == st.NONE else box.DISTRICT_SHOP[district]
    return shops


def ending(events: Records) -> str:
    """How a game ended, told from its events."""
    for event in events:
        if event.event is ev.ENDED:
            return ENDINGS[event.how]
    return ""
