"""The players' cities as pictures."""

from functools import lru_cache

from nomarch.draw import Areas, Box, drawn, placed, shapes, square, svg, tableau, textures
from nomarch.draw.scene import INERT, NO_ACTION, PieceAction
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art import choices, common, holdings
from nomarch.games.fertility.art.common import FertilityCanvas, FertilityScene
from nomarch.games.fertility.art.shops import SHOP_HEIGHT, SHOP_WIDTH, Offers, printed, shop
from nomarch.games.fertility.art.tiles import hand
from nomarch.games.fertility.words import tips

LARGEST_SCALE = 1.9
"""The scale of shops in a plot that has room for it."""
SCALES = tuple(scale / 50 for scale in range(95, 19, -1))
"""The scales that are tried for the shops of a city without fixed places."""
PLOT_EDGE, PLOT_GAP = 4, 4
"""How much higher a plot is than its shops, and the room between two."""
FREE = 44
"""Size of a free space in the viewer's own city on a tall board: large enough to touch."""
GHOST = 1.5
"""The scale of a district that would stand on a free space."""
OTHER_HEAD = 75
"""Room above the shops of another city."""

Plot = tuple[int, tuple[int, ...]]
"""A slot of a city, or none for a printed quarter, and its shops."""
Plots = tuple[Plot, ...]


def players(scene: FertilityScene, places: Areas) -> list[str]:
    cities = [_city(scene, seat) for seat in scene.seats]
    points = [holdings.points_of(scene, city) for city in cities]
    best, parts = max(points), list[str]()
    for i, (city, at) in enumerate(zip(cities, places.by_seat(), strict=True)):
        if i == 0:
            draw = _own_wide if scene.wide else _own_tall
            parts.append(draw(scene, city, points[i], points[i] == best, at))
        else:
            area = at._replace(x=0, y=0)
            other = _other(scene, city, points[i], points[i] == best, area)
            parts.append(placed(at, other))
    return parts


def _city(scene: FertilityScene, seat: int) -> holdings.City:
    view = scene.view
    shops = tuple(view.shop[seat])
    text = tuple(scene.tip(tips.shop, seat, place) if shops[place] else "" for place in PLACES)
    return holdings.City(
        seat, shops, tuple(map(tuple, view.put[seat])), text, view.metropolis[seat] >= 0
    )


PLACES = range(box.SHOPS_PER_SEAT)


def _own_wide(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> str:
    x, y, seat, status = at.x, at.y, city.seat, scene.shape.status
    room = Box(x + status, y + 12, at.w - status - 12, at.h - 24)
    *grid, tray = _grid(room)
    parts = [
        holdings.nameplate(scene, seat, points, is_leading, Box(x, y, status - 4, 72)),
        holdings.statues(scene, city, square(x + 14, y + 76, 34)),
        holdings.monuments(scene, seat, square(x + 206, y + 76, 34)),
        holdings.granary(scene, seat, Box(x + 12, y + 126, status - 28)),
        hand(scene, seat, Box(x + 14, y + 196, 84, 42), gap=11),
    ]
    if chosen := choices.draw(scene, room) if scene.viewer == seat else "":
        return tableau(scene, seat, at, *parts, chosen)
    plots = _plots(city.shops)
    parts.append(textures.pressed(*tray, 6))
    if holdings.has_harvest(scene, seat):
        size = min(46, (tray.h - 22) / 2)
        first = square(tray.mid - 1.2 * size, tray.y + 8, size)
        parts.append(holdings.harvest(scene, seat, first, 2))
    else:
        parts.append(holdings.no_harvest(scene.canvas, tray))
    return tableau(
        scene, seat, at, *parts, *_plot_parts(scene, city, tuple(zip(plots, grid, strict=True)), 0)
    )


@lru_cache(64)
def _grid(room: Box) -> list[Box]:
    return [at for row in room.down(2, 8) for at in row.across(5, 8)]


def _own_tall(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> str:
    """The same below one another; the plots are as large as their number allows."""
    x, y, seat, status = at.x, at.y, city.seat, scene.shape.status
    room = Box(x + 8, y + status, at.w - 16, at.h - status - 8)
    parts = [
        holdings.nameplate(scene, seat, points, is_leading, at._replace(h=44)),
        holdings.statues(scene, city, square(x + 10, y + 50, 26)),
        holdings.monuments(scene, seat, square(x + 156, y + 50, 26)),
        holdings.granary(scene, seat, Box(x + 10, y + 86, at.w - 20)),
        holdings.harvest(scene, seat, square(x + 226, y + 44, 30)),
    ]
    if chosen := choices.draw(scene, room) if scene.viewer == seat else "":
        return tableau(scene, seat, at, *parts, chosen)
    places, scale = _with_free(_plots(city.shops), room)
    return tableau(scene, seat, at, *parts, *_plot_parts(scene, city, places, scale))


def _other(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> str:
    """Another player's area: who it is, what counts, and the shops without the empty spaces."""
    x, y, seat = at.x, at.y, city.seat
    if holdings.has_harvest(scene, seat):
        tiles = holdings.harvest(scene, seat, square(at.right - 134, y + 46, 26))
    else:
        tiles = hand(scene, seat, Box(at.right - 132, y + 49, 38, 19), gap=5)
    room = Box(5, OTHER_HEAD, at.w - 10, at.h - OTHER_HEAD - 5)
    places, scale = _packed(tuple(plot for plot in _plots(city.shops) if plot[1]), room)
    return tableau(
        scene,
        seat,
        at,
        holdings.nameplate(scene, seat, points, is_leading, at._replace(h=44)),
        holdings.free_count(scene, seat, square(at.right - 110, y + 14, 22)),
        holdings.wheat_count(scene, seat, square(x + 12, y + 46, 26)),
        holdings.statues(scene, city, square(x + 68, y + 48, 20)),
        holdings.monuments(scene, seat, square(x + 184, y + 48, 20)),
        tiles,
        *_plot_parts(scene, city, places, scale),
    )


Places = tuple[tuple[Plot, Box], ...]
"""The plots of a city, each with its place."""


@lru_cache(4096)
def _plots(shops: tuple[int, ...]) -> Plots:
    plots: list[Plot] = [(st.NONE, (0, 1)), (st.NONE, (2, 3))]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        places = range(first, first + box.SHOPS_PER_DISTRICT)
        plots.append((slot, tuple(place for place in places if shops[place])))
    return tuple(plots)


@lru_cache(4096)
def _packed(plots: Plots, room: Box) -> tuple[Places, float]:
    """Place plots with shops on stacks of equal heights, at the largest scale that fits."""
    plots = tuple(sorted(plots, key=lambda plot: -len(plot[1])))
    for scale in SCALES:
        columns = int((room.w + PLOT_GAP) / (SHOP_WIDTH * scale + PLOT_EDGE + PLOT_GAP))
        stacks, places = room.across(max(1, columns), PLOT_GAP), list[tuple[Plot, Box]]()
        for plot in plots:
            i = min(range(len(stacks)), key=lambda column: (stacks[column].y, column))
            at = stacks[i]._replace(h=len(plot[1]) * SHOP_HEIGHT * scale + PLOT_EDGE)
            places.append((plot, at))
            stacks[i] = at._replace(y=at.bottom + PLOT_GAP)
        if columns and all(at.bottom <= room.bottom for _, at in places):
            break
    return tuple(places), scale


@lru_cache(4096)
def _with_free(plots: Plots, room: Box) -> tuple[Places, float]:
    """The viewer's own city on a tall board: plots with shops, and a row of free spaces below."""
    built = tuple(plot for plot in plots if plot[1])
    free = [plot for plot in plots if not plot[1]]
    if not free:
        return _packed(built, room)
    spaces = square(room.x, room.bottom - FREE, FREE).repeated(len(free), len(free), 8)
    places, scale = _packed(built, room._replace(h=room.h - FREE - PLOT_GAP))
    return (*places, *zip(free, spaces, strict=True)), scale


def _scale_in(at: Box, shops: int) -> float:
    """The largest scale at which the shops of a plot fit in it."""
    high, wide = (at.h - PLOT_EDGE) / (SHOP_HEIGHT * shops), (at.w - PLOT_EDGE) / SHOP_WIDTH
    return min(LARGEST_SCALE, high, wide)


def _plot_parts(
    scene: FertilityScene, city: holdings.City, places: Places, scale: float
) -> tuple[str, ...]:
    return _city_plots(
        scene.canvas,
        city,
        places,
        scale,
        _supplies(scene, city.seat),
        tuple(scene.offer(scene.of(city.seat, action)) for action in act.SLOT),
        scene.view.site if scene.view.phase == st.CHOOSE_SLOT else st.NONE,
    )


def _supplies(scene: FertilityScene, seat: int) -> tuple[tuple[int, Offers], ...]:
    """Return what the viewer may put on its own shops, by shop."""
    offers: dict[int, list[tuple[int, PieceAction]]] = {}
    for action in sorted(filter(act.SUPPLY.has, scene.legal)):
        if scene.of(seat, action) != NO_ACTION:
            found = offers.setdefault(act.SUPPLY.shop(action), [])
            found.append((act.SUPPLY.resource(action), scene.offer(action)))
    return tuple((place, tuple(found)) for place, found in offers.items())


@drawn
def _city_plots(
    canvas: FertilityCanvas,
    city: holdings.City,
    places: Places,
    scale: float,
    supplies: tuple[tuple[int, Offers], ...],
    slots: tuple[PieceAction, ...],
    site: int,
) -> tuple[str, ...]:
    offers, parts = dict(supplies), []
    for (slot, shops), at in places:
        if shops and city.is_open:
            rows = tuple(
                (place, city.shops[place], city.put[place], city.tips[place], offers.get(place, ()))
                for place in shops
            )
            fitting = scale or _scale_in(at, len(shops))
            parts.append(_plot(canvas, city.seat, slot, rows, at, fitting))
        else:
            action = INERT if slot == st.NONE else slots[slot]
            parts.append(_free_slot(canvas, city.seat, slot, at, action, site))
    return tuple(parts)


@drawn
def _plot(
    canvas: FertilityCanvas,
    seat: int,
    slot: int,
    shops: tuple[tuple[int, int, tuple[int, ...], str, Offers], ...],
    at: Box,
    scale: float,
) -> str:
    face = shapes.card(*at, "papyrus" if slot == st.NONE else "chalk", "hair")
    x, step = at.x + max(3, (at.w - SHOP_WIDTH * scale) / 2), SHOP_HEIGHT * scale
    top = at.level - len(shops) * step / 2
    rows = [
        shop(canvas, seat, place, number, put, x, top + i * step, scale, tip, offers)
        for i, (place, number, put, tip, offers) in enumerate(shops)
    ]
    name = "ab"[shops[0][0] // 2] if slot == st.NONE else slot
    return svg.group(face, *rows, id=canvas.id(f"plot-{seat}-{name}"))


@drawn
def _free_slot(
    canvas: FertilityCanvas, seat: int, slot: int, at: Box, build: PieceAction, site: int
) -> str:
    """A place for a district, and the district as a ghost where it may be built."""
    number = ghost = ""
    if slot != st.NONE:
        ink, size = "f-ink-soft sans", canvas.shape.letter
        number = svg.text(at.mid, at.level + 0.35 * size, slot + 1, size, ink, "middle", bold=True)
    if build.label:
        room = at if canvas.wide else _above(canvas.shape, at)
        face = shapes.card(*room, "chalk") + printed(canvas, site, room, GHOST)
        # The ring lies below the ghost, which covers it.
        ring = shapes.ring(*at.grown(-1), 7)
        ghost = ring + svg.group(face, class_="ghost", opacity="0", pointer_events="none")
    return canvas.piece(
        textures.pressed(*at, 6),
        number,
        ghost,
        tip=tips.free_space(canvas.t),
        name=None if slot == st.NONE else f"slot-{seat}-{slot}",
        action=build,
    )


def _above(shape: common.FertilityShape, at: Box) -> Box:
    """Return where a small space shows the district that would stand on it."""
    width, high = SHOP_WIDTH * GHOST + 8, 3 * SHOP_HEIGHT * GHOST
    x = min(max(at.mid - width / 2, shape.edge), shape.width - shape.edge - width)
    return Box(x, at.y - high - 6, width, high)
