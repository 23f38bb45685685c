"""Hand-made positions of Fertility for lessons."""

from nomarch.games.fertility.rules import box, set_up, shops, st, tiles, turns
from nomarch.kernel.declare.lessons import Prepare

ME = 0
ALABASTER, BOVINE, GRAPE, PAPYRUS = box.RESOURCES
M1, M4 = 0, 3
DEALT = ("alabaster-grape", "bovine-papyrus", "grape-papyrus")
SHOWN = (29, 33, 37, 21)
"""Districts as they are written: 29 is D29."""

Laid = tuple[str, str, str]
"""A tile in the valley: its name, its first scene's cell, and where the second one lies."""


def position(
    hand: tuple[str, ...] = DEALT,
    laid: tuple[Laid, ...] = (),
    harvest: tuple[int, ...] = (),
    districts: tuple[int, ...] = (),
    put: dict[int, tuple[int, ...]] | None = None,
    wheat: int = 0,
    shown: tuple[int, ...] = SHOWN,
    seat: int = ME,
    turn: int = 4,
    phase: int = st.SUPPLYING,
) -> Prepare[st.State]:
    """Two players in the same valley, the learner to act; with a harvest, in the city."""

    def prepare(s: st.State) -> None:
        _lay_out(s, laid)
        _deal(s, seat, hand, shown)
        _settle(s, seat, districts, put or {}, wheat)
        s.turns = 2 * (turn - 1) + seat
        s.pile = max(0, box.TILES_USED[s.players] - 3 * box.RESERVE - s.turns)
        turns.start_turn(s, seat)
        for resource in harvest:
            s.stock[resource] -= 1
            s.beside[resource] += 1
            s.phase = phase

    return prepare


def _lay_out(s: st.State, laid: tuple[Laid, ...]) -> None:
    """The first three boards upright, the start tile in the middle, and some tiles around it."""
    set_up.clear_valley(s)
    set_up.clear_tiles(s)
    set_up.clear_cities(s)
    for board in range(box.BOARDS_USED[s.players]):
        set_up.lay_board(s, board, 0)
    s.start_at = set_up.symbol_at(s, 1)
    for step, scene in zip(box.START_STEPS, box.START_SCENES, strict=True):
        tiles.lay_scene(s, s.start_at + step, scene)
    for name, cell, way in laid:
        kind, at = box.TILE_NAMES.index(name), box.AT[box.CELL_NAMES.index(cell)]
        turn = box.DIRECTIONS.index(way)
        for half, scene in enumerate(box.TILE_SCENES[kind]):
            place = at + half * box.STEP[turn]
            tiles.lay_scene(s, place, scene)
            s.link[place] = (turn + 2 * half) % 4
        s.laid[kind] += 1
        s.bag[kind] -= 1


def _deal(s: st.State, seat: int, hand: tuple[str, ...], shown: tuple[int, ...]) -> None:
    s.common[:] = [int(name in DEALT) for name in box.TILE_NAMES]
    s.hand[1 - seat][:] = [int(name in DEALT) for name in box.TILE_NAMES]
    s.hand[seat][:] = [hand.count(name) for name in box.TILE_NAMES]
    for kind in range(box.TILE_KINDS):
        s.bag[kind] -= s.common[kind] + sum(s.hand[each][kind] for each in range(s.players))
    s.bag_left = sum(s.bag)
    s.shown[:] = [number - 1 for number in shown]
    for number in shown:
        s.unseen[number - 1] = 0
    s.unseen_left = sum(s.unseen)


def _settle(
    s: st.State, seat: int, districts: tuple[int, ...], put: dict[int, tuple[int, ...]], wheat: int
) -> None:
    set_up.take_metropolis(s, seat, M4)
    set_up.take_metropolis(s, 1 - seat, M1)
    s.wheat[seat] = wheat
    for slot, number in enumerate(districts):
        s.site = number - 1
        s.unseen[s.site] = 0
        s.unseen_left -= 1
        s.district[seat][slot] = s.site
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        s.shop[seat][first : first + box.SHOPS_PER_DISTRICT] = box.DISTRICT_SHOP[s.site]
    s.site = st.NONE
    for shop, resources in put.items():
        for resource in resources:
            s.put[seat][shop][shops.icon_for(s, seat, shop, resource)] = resource
            s.stock[resource] -= 1
