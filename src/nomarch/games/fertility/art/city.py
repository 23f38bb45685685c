"""The players' cities as pictures."""

from functools import lru_cache

from nomarch.draw import (
    INERT,
    NO_ACTION,
    Box,
    PieceAction,
    drawn,
    placed,
    shapes,
    square,
    svg,
    tableau,
)
from nomarch.games.fertility.art import common, holdings
from nomarch.games.fertility.art.common import (
    GAP,
    FertilityCanvas,
    FertilityScene,
    act,
    box,
    st,
    tips,
)
from nomarch.games.fertility.art.shops import SHOP_HEIGHT, SHOP_WIDTH, Offers, printed, shop
from nomarch.games.fertility.art.tiles import hand

OTHER_SCALE = 0.92
LARGEST_SCALE = 1.85
"""The scale of shops in a plot that has room for it."""
FREE_WIDTH = 96
"""The width of a free space in a row of plots, compared with that of shops."""
PLOT_EDGE = 6
"""How much higher a plot is than its shops."""
FREE = 46
"""Size of a free space in the viewer's own city on a tall board: large enough to touch."""

Plot = tuple[int, tuple[int, ...]]
"""A slot of a city, or none for a printed quarter, and its shops."""
Plots = tuple[Plot, ...]


def players(scene: FertilityScene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    first, *others = scene.seats
    cities = {seat: _city(scene, seat) for seat in scene.seats}
    points = {seat: holdings.points_of(scene, city) for seat, city in cities.items()}
    best = max(points.values())
    room = Box(scene.shape.edge, y, scene.shape.room)
    if scene.wide:
        return _beside(scene, parts, cities, points, best, y)
    own, bottom = _own(scene, cities[first], points[first], points[first] == best, room)
    parts.append(own)
    columns = min(len(others), scene.shape.others)
    for start in range(0, len(others), columns):
        top = bottom + GAP
        row = [*zip(others[start:], room._replace(y=top).across(columns, GAP), strict=False)]
        high = max(_other_height(cities[seat].shops, at.w) for seat, at in row)
        for seat, at in row:
            area = Box(0, 0, at.w, high)
            other = _other(scene, cities[seat], points[seat], points[seat] == best, area)
            parts.append(placed(at, other))
        bottom = top + high
    return bottom + 12


def _beside(
    scene: FertilityScene,
    parts: list[str],
    cities: dict[int, holdings.City],
    points: dict[int, int],
    best: int,
    y: float,
) -> float:
    """The viewer's city below the valley, the others' in the column beside both."""
    first, *others = scene.seats
    own, bottom = _own(
        scene, cities[first], points[first], points[first] == best, Box(8, y + 2, 1188)
    )
    parts.append(own)
    column = Box(1206, 6, 1600 - 1206 - 6)
    need = [_other_height(cities[seat].shops, column.w) for seat in others]
    bottom = max(bottom, 860)
    spare = max(0, (bottom - 6 - sum(need) - GAP * (len(others) - 1)) / max(3, len(others)))
    top = column.y
    for seat, high in zip(others, need, strict=True):
        area = Box(0, 0, column.w, high + spare)
        other = _other(scene, cities[seat], points[seat], points[seat] == best, area)
        parts.append(placed(column._replace(y=top), other))
        top += high + spare + GAP
    return max(bottom, top - GAP) + 6


def _city(scene: FertilityScene, seat: int) -> holdings.City:
    view = scene.view
    shops = tuple(view.shop[seat])
    told = tuple(scene.tip(tips.shop, seat, place) if shops[place] else "" for place in PLACES)
    return holdings.City(
        seat, shops, tuple(map(tuple, view.put[seat])), told, view.metropolis[seat] >= 0
    )


PLACES = range(box.SHOPS_PER_SEAT)


def _own(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> tuple[str, float]:
    """The viewer's own area, with everything in reach; and where it ends."""
    top = at.y + (86 if scene.wide else 184)
    arrange = _in_row if scene.wide else _in_columns
    room = Box(at.x + GAP, top, at.w - 2 * GAP)
    places, bottom = arrange(scene.shape, _plots(city.shops), room)
    plots = _plot_parts(scene, city, places, 0.8 if scene.wide else scene.shape.scale)
    things = (_own_wide if scene.wide else _own_tall)(scene, city, points, is_leading, at)
    bottom += GAP
    area = tableau(scene, city.seat, at._replace(h=bottom - at.y), *things, *plots)
    return area, bottom


def _own_wide(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> tuple[str, ...]:
    x, y, seat = at.x, at.y, city.seat
    return (
        holdings.nameplate(scene, seat, points, is_leading, Box(x, y, 244)),
        holdings.statues(scene, city, square(x + 14, y + 49, 28)),
        holdings.monuments(scene, seat, square(x + 178, y + 49, 28)),
        hand(scene, seat, Box(x + 262, y + 24, 80, 40)),
        holdings.harvest_beside(scene, seat, square(x + 548, y + 24, 36)),
        holdings.granary(scene, seat, Box(at.right - 290, y + 20, 280)),
    )


def _own_tall(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> tuple[str, ...]:
    x, y, seat = at.x, at.y, city.seat
    return (
        holdings.nameplate(scene, seat, points, is_leading, at),
        holdings.statues(scene, city, square(x + 14, y + 48, 28)),
        holdings.monuments(scene, seat, square(x + 200, y + 48, 28)),
        holdings.granary(scene, seat, Box(x + GAP, y + 86, at.w - 2 * GAP)),
        holdings.harvest_beside(scene, seat, square(x + GAP, y + 138, 34)),
        scene.plaque(act.DONE, Box(at.right - 150, y + 138, 136, 36), name="done-here"),
    )


def _other(
    scene: FertilityScene, city: holdings.City, points: int, is_leading: bool, at: Box
) -> str:
    """Another player's area: who it is, what counts, and the shops without the empty spaces."""
    (x, y, w, _), right, seat = at, at.right - 132, city.seat
    if scene.view.seat == seat and any(scene.view.beside):
        tiles = holdings.harvest_beside(scene, seat, square(right - 8, y + 45, 26))
    else:
        tiles = hand(scene, seat, Box(right, y + 48, 38, 19), gap=5)
    return tableau(
        scene,
        seat,
        at,
        holdings.nameplate(scene, seat, points, is_leading, at),
        holdings.free_count(scene, seat, square(x + w - 130, y + 13, 22)),
        holdings.wheat_count(scene, seat, square(x + 12, y + 44, 26)),
        holdings.statues(scene, city, square(x + 68, y + 47, 20)),
        holdings.monuments(scene, seat, square(x + 184, y + 47, 20)),
        tiles,
        *_plot_parts(scene, city, _stacked(_plots(city.shops), at.w), OTHER_SCALE),
    )


def _other_height(shops: tuple[int, ...], width: float) -> float:
    """The height of another player's area."""
    return max(place.bottom for _, place in _stacked(_plots(shops), width)) + 8


# --- Arrangements ---------------------------------------------------------------------------------

Places = tuple[tuple[Plot, Box], ...]
"""The plots of a city, each with its place."""


@lru_cache(4096)
def _plots(shops: tuple[int, ...]) -> Plots:
    """The printed quarters and the slots of a city, each with its shops."""
    plots: list[Plot] = [(st.NONE, (0, 1)), (st.NONE, (2, 3))]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        places = range(first, first + box.SHOPS_PER_DISTRICT)
        plots.append((slot, tuple(place for place in places if shops[place])))
    return tuple(plots)


@lru_cache(4096)
def _stacked(plots: Plots, width: float) -> Places:
    """Place the built plots of another's city, each on the lowest stack."""
    room, gap = Box(8, 78, width - 16), 6
    columns = int((room.w + gap) / (SHOP_WIDTH * OTHER_SCALE + gap))
    stacks = room.across(columns, gap)
    places = []
    for slot, shops in plots:
        if shops:
            high = len(shops) * SHOP_HEIGHT * OTHER_SCALE + PLOT_EDGE
            i = min(range(columns), key=lambda column: (stacks[column].y, column))
            places.append(((slot, shops), stacks[i]._replace(h=high)))
            stacks[i] = stacks[i].moved(0, high + gap)
    return tuple(places)


@lru_cache(4096)
def _in_row(shape: common.FertilityShape, plots: Plots, at: Box) -> tuple[Places, float]:
    """The viewer's own city in one row, with a place for every district; where it ends.

    Plots with shops are wider than free ones, so that their icons are large.
    """
    room = at._replace(h=3 * SHOP_HEIGHT * shape.scale + PLOT_EDGE)
    weights = [_weight(shops) for _, shops in plots]
    return tuple(zip(plots, room.columns(weights, 8), strict=True)), room.bottom


def _weight(shops: tuple[int, ...]) -> float:
    """The width that a plot would like in a row."""
    scale = min(LARGEST_SCALE, 3 / len(shops)) if shops else 0
    return SHOP_WIDTH * scale + PLOT_EDGE if shops else FREE_WIDTH


def _scale_in(at: Box, shops: int, least: float) -> float:
    """The largest scale at which the shops of a plot fit in it."""
    high, wide = (at.h - PLOT_EDGE) / (SHOP_HEIGHT * shops), (at.w - PLOT_EDGE) / SHOP_WIDTH
    return max(least, min(LARGEST_SCALE, high, wide))


@lru_cache(4096)
def _in_columns(shape: common.FertilityShape, plots: Plots, at: Box) -> tuple[Places, float]:
    """The viewer's own city on a tall board: built plots two by two, then the free spaces."""
    columns, y, places = shape.plots, at.y, list[tuple[Plot, Box]]()
    built, free = [p for p in plots if p[1]], [p for p in plots if not p[1]]
    for start in range(0, len(built), columns):
        line = built[start : start + columns]
        high = max(len(shops) for _, shops in line) * SHOP_HEIGHT * shape.scale + PLOT_EDGE
        places += zip(line, Box(at.x, y, at.w, high).across(columns, 8), strict=False)
        y += high + 8
    spaces = square(at.x, y, FREE).repeated(len(free), len(free) or 1, 8)
    places += zip(free, spaces, strict=True)
    return tuple(places), spaces[-1].bottom if spaces else y - 8


# --- Plots ----------------------------------------------------------------------------------------


def _plot_parts(
    scene: FertilityScene, city: holdings.City, places: Places, scale: float
) -> tuple[str, ...]:
    """The plots of a city at their places."""
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
            fitting = _scale_in(at, len(shops), scale)
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
    """A printed quarter or a district, with its shops."""
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
        ink = "f-ink-soft serif"
        number = svg.text(at.mid, at.level + 6, slot + 1, 17.5, ink, "middle", bold=True)
    if build.label:
        room = at if canvas.wide else _above(canvas.shape, at)
        face = shapes.card(*room, "chalk") + printed(canvas, site, room, canvas.shape.scale)
        # The ring lies below the ghost, which covers it.
        ring = shapes.ring(*at.grown(-1), 7)
        ghost = ring + svg.group(face, class_="ghost", opacity="0", pointer_events="none")
    return canvas.piece(
        svg.rect(
            *at.grown(-1), "f-papyrus s-papyrus-edge", 6, stroke_width=1.5, stroke_dasharray="5 5"
        ),
        number,
        ghost,
        tip=tips.free_space(canvas.t),
        name=f"slot-{seat}-{slot}-{svg.number(at.x)}",
        action=build,
    )


def _above(shape: common.FertilityShape, at: Box) -> Box:
    """Return where a small space shows the district that would stand on it."""
    width, high = SHOP_WIDTH * shape.scale + 8, 3 * SHOP_HEIGHT * shape.scale
    x = min(max(at.mid - width / 2, shape.edge), shape.width - shape.edge - width)
    return Box(x, at.y - high - 6, width, high)
