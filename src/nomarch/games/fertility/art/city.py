"""The players' cities as pictures."""

from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple, cast

from nomarch.draw import (
    INERT,
    NO_ACTION,
    Box,
    PieceAction,
    drawn,
    placed,
    shapes,
    space,
    square,
    svg,
    tableau,
)
from nomarch.games.fertility.art import scene as kit
from nomarch.games.fertility.art.scene import (
    GAP,
    FertilityCanvas,
    FertilityScene,
    act,
    box,
    st,
    tips,
)
from nomarch.games.fertility.art.shops import (
    SHOP_HEIGHT,
    SHOP_WIDTH,
    Offers,
    coin,
    god,
    printed,
    shop,
)
from nomarch.games.fertility.art.tiles import hand
from nomarch.games.fertility.rules import scoring

OTHER_SCALE = 0.92
PLOT_EDGE = 6
"""How much higher a plot is than its shops."""
FREE = 46
"""Size of a free space in the viewer's own city on a tall board: large enough to touch."""

Plot = tuple[int, tuple[int, ...]]
"""A slot of a city, or none for a printed quarter, and its shops."""
Plots = tuple[Plot, ...]


class City(NamedTuple):
    """The shops of a seat and the pieces on them."""

    seat: int
    shops: tuple[int, ...]
    put: tuple[tuple[int, ...], ...]
    tips: tuple[str, ...]
    """The tip of every shop."""
    is_open: bool
    """Whether the seat has a metropolis board yet."""


def players(scene: FertilityScene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    first, *others = scene.seats
    cities = {seat: _city(scene, seat) for seat in scene.seats}
    points = {seat: _points(scene, city) for seat, city in cities.items()}
    best = max(points.values())
    room = Box(scene.shape.edge, y, scene.shape.room)
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


def _city(scene: FertilityScene, seat: int) -> City:
    view = scene.view
    shops = tuple(view.shop[seat])
    told = tuple(scene.tip(tips.shop, seat, place) if shops[place] else "" for place in PLACES)
    return City(seat, shops, tuple(map(tuple, view.put[seat])), told, view.metropolis[seat] >= 0)


PLACES = range(box.SHOPS_PER_SEAT)


def _own(
    scene: FertilityScene, city: City, points: int, is_leading: bool, at: Box
) -> tuple[str, float]:
    """The viewer's own area, with everything in reach; and where it ends."""
    top = at.y + (86 if scene.wide else 184)
    arrange = _in_row if scene.wide else _in_columns
    room = Box(at.x + GAP, top, at.w - 2 * GAP)
    places, bottom = arrange(scene.shape, _plots(city.shops), room)
    plots = _plot_parts(scene, city, places, scene.shape.scale)
    things = (_own_wide if scene.wide else _own_tall)(scene, city, points, is_leading, at)
    bottom += GAP
    area = tableau(scene, city.seat, at._replace(h=bottom - at.y), *things, *plots)
    return area, bottom


def _own_wide(
    scene: FertilityScene, city: City, points: int, is_leading: bool, at: Box
) -> tuple[str, ...]:
    x, y, seat = at.x, at.y, city.seat
    return (
        _nameplate(scene, seat, points, is_leading, Box(x, y, 244)),
        _gods(scene, city, square(x + 14, y + 49, 28)),
        _monuments(scene, seat, square(x + 178, y + 49, 28)),
        hand(scene, seat, Box(x + 262, y + 24, 80, 40)),
        _beside(scene, seat, square(x + 548, y + 24, 36)),
        scene.plaque(act.DONE, Box(x + 740, y + 22, 112, 46), name="done"),
        _granary(scene, seat, Box(at.right - 290, y + 20, 280)),
    )


def _own_tall(
    scene: FertilityScene, city: City, points: int, is_leading: bool, at: Box
) -> tuple[str, ...]:
    x, y, seat = at.x, at.y, city.seat
    return (
        _nameplate(scene, seat, points, is_leading, at),
        _gods(scene, city, square(x + 14, y + 48, 28)),
        _monuments(scene, seat, square(x + 200, y + 48, 28)),
        _granary(scene, seat, Box(x + GAP, y + 86, at.w - 2 * GAP)),
        _beside(scene, seat, square(x + GAP, y + 138, 34)),
        scene.plaque(act.DONE, Box(at.right - 150, y + 138, 136, 36), name="done-here"),
    )


def _other(scene: FertilityScene, city: City, points: int, is_leading: bool, at: Box) -> str:
    """Another player's area: who it is, what counts, and the shops without the empty spaces."""
    (x, y, w, _), right, seat = at, at.right - 132, city.seat
    if scene.view.seat == seat and any(scene.view.beside):
        tiles = _beside(scene, seat, square(right - 8, y + 45, 26))
    else:
        tiles = hand(scene, seat, Box(right, y + 48, 38, 19), gap=5)
    return tableau(
        scene,
        seat,
        at,
        _nameplate(scene, seat, points, is_leading, at),
        _free_count(scene, seat, square(x + w - 130, y + 13, 22)),
        _wheat_count(scene, seat, square(x + 12, y + 44, 26)),
        _gods(scene, city, square(x + 68, y + 47, 20)),
        _monuments(scene, seat, square(x + 184, y + 47, 20)),
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
def _in_row(shape: kit.FertilityShape, plots: Plots, at: Box) -> tuple[Places, float]:
    """The viewer's own city in one row, with a place for every district; where it ends."""
    room = at._replace(h=3 * SHOP_HEIGHT * shape.scale + PLOT_EDGE)
    return tuple(zip(plots, room.across(len(plots), 8), strict=True)), room.bottom


@lru_cache(4096)
def _in_columns(shape: kit.FertilityShape, plots: Plots, at: Box) -> tuple[Places, float]:
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


# --- What a player has ----------------------------------------------------------------------------


@lru_cache(4096)
def _count(
    score: Callable[[st.State, int], int],
    seat: int,
    shops: tuple[int, ...],
    put: tuple[tuple[int, ...], ...],
    wheat: int,
    monuments: tuple[int, ...],
) -> int:
    """Count with a function of the rules, which takes long, from all that it reads."""
    read = SimpleNamespace(shop={seat: shops}, put={seat: put}, monuments=monuments)
    read.wheat = {seat: wheat}
    return int(score(cast(st.State, read), seat))


def _points(scene: FertilityScene, city: City) -> int:
    wheat, monuments = scene.view.wheat[city.seat], tuple(scene.view.monuments)
    return _count(scoring.debens, city.seat, city.shops, city.put, wheat, monuments)


def _nameplate(scene: FertilityScene, seat: int, points: int, is_leading: bool, at: Box) -> str:
    tip = scene.tip(tips.plate, seat, scene.name_unless_own(seat))
    return _plate(scene.canvas, seat, scene.names[seat], points, is_leading, tip, at)


@drawn
def _plate(
    canvas: FertilityCanvas, seat: int, name: str, points: int, is_leading: bool, tip: str, at: Box
) -> str:
    """Name and Debens so far, in a golden coin for whoever leads."""
    return canvas.piece(
        shapes.badge(seat, at.x + 26, at.y + 24, 15),
        svg.text(
            at.x + 48,
            at.y + 30,
            shapes.shorten(name, int((at.w - 110) / 10)),
            17.5,
            "f-ink sans",
            bold=True,
        ),
        coin(at.right - 36, at.y + 24, 20, points, "gold" if is_leading else "chalk"),
        tip=tip,
        name=f"name-{seat}",
        cls="piece nameplate",
    )


def _gods(scene: FertilityScene, city: City, first: Box) -> str:
    """The five gods, those of complete shops in colour, and the free choices."""
    held = _count(scoring.statues_held, city.seat, city.shops, city.put, 0, ())
    return _statues(scene.canvas, city.seat, held, first, scene.tip(tips.gods, city.seat))


@drawn
def _statues(canvas: FertilityCanvas, seat: int, held: int, first: Box, tip: str) -> str:
    parts, free = list[str](), held >> box.GODS
    for i, at in enumerate(first.repeated(box.GODS, box.GODS, 2)):
        art = god(canvas, f"g{i}", at)
        parts.append(art if held >> i & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(kit.count(canvas, at.right, at.y + 2, f"+{free}"))
    return canvas.piece(*parts, tip=tip, name=f"gods-{seat}")


def _monuments(scene: FertilityScene, seat: int, at: Box) -> str:
    """A seat's kind of monument, and how many of the four stand in the valley."""
    place = scene.offer(scene.of(seat, act.QUARRY_MONUMENT) if scene.wide else NO_ACTION)
    tip = scene.tip(tips.monuments, seat)
    return _monument_count(scene.canvas, seat, scene.view.monuments[seat], at, tip, place)


@drawn
def _monument_count(
    canvas: FertilityCanvas, seat: int, count: int, at: Box, tip: str, place: PieceAction
) -> str:
    told, size = f"{count}/{box.MONUMENTS_EACH}", canvas.shape.letter
    return canvas.piece(
        kit.monument(canvas, seat, *at[:3]),
        svg.text(at.right + 3, at.level + 0.36 * size, told, size, bold=True),
        tip=tip,
        name=f"monuments-{seat}",
        action=place,
        around=at._replace(w=at.w + 38),
        out=4,
    )


def _granary(scene: FertilityScene, seat: int, at: Box) -> str:
    """The granary's eleven spaces with their values; the marker on one of them."""
    pay = scene.offer(scene.of(seat, act.PAY.at(box.WHEAT)) if scene.wide else NO_ACTION)
    tip = tips.granary(scene.t, scene.view, seat)
    return _granary_track(scene.canvas, seat, scene.view.wheat[seat], at, tip, pay)


@drawn
def _granary_track(
    canvas: FertilityCanvas, seat: int, wheat: int, at: Box, tip: str, pay: PieceAction
) -> str:
    parts = []
    for i, step in enumerate(at.across(box.MOST_WHEAT + 1)):
        face = "sand" if i <= wheat and wheat else "papyrus"
        place = Box(step.x + 0.5, at.y + 16, step.w - 1, 28)
        points, is_here = box.WHEAT_POINTS[i], i == wheat
        parts.append(space(place, points, ground=face, size=canvas.shape.letter, bold=is_here))
    marker = at.x + (wheat + 0.5) * at.w / (box.MOST_WHEAT + 1)
    parts.append(kit.good(canvas, box.WHEAT, marker - 11, at.y - 6, 22))
    return canvas.piece(
        *parts,
        tip=tip,
        name=f"wheat-{seat}",
        action=pay,
        around=Box(at.x, at.y + 16, at.w, 28),
        out=4,
    )


def _wheat_count(scene: FertilityScene, seat: int, at: Box) -> str:
    """A granary in short: the wheat and its number."""
    tip = tips.granary(scene.t, scene.view, seat)
    return _wheat_number(scene.canvas, seat, scene.view.wheat[seat], at, tip)


@drawn
def _wheat_number(canvas: FertilityCanvas, seat: int, wheat: int, at: Box, tip: str) -> str:
    count = svg.text(at.right + 4, at.level + 6, wheat, 17.5, bold=True)
    good = kit.good(canvas, box.WHEAT, *at[:3])
    return canvas.piece(good, count, tip=tip, name=f"wheat-{seat}")


def _free_count(scene: FertilityScene, seat: int, at: Box) -> str:
    """The free spaces of another's city in short: one of them, and their number."""
    return _free_number(scene.canvas, seat, scene.view.district[seat].count(st.NONE), at)


@drawn
def _free_number(canvas: FertilityCanvas, seat: int, count: int, at: Box) -> str:
    if not count:
        return ""
    return canvas.piece(
        svg.rect(*at, "f-papyrus s-papyrus-edge", 4, stroke_width=2, stroke_dasharray="4 3"),
        svg.text(at.right + 4, at.level + 6, count, 17.5, "f-ink-soft sans", bold=True),
        tip=tips.free_spaces(canvas.t, count),
        name=f"free-{seat}",
    )


def _beside(scene: FertilityScene, seat: int, at: Box) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    if scene.view.seat != seat:
        return ""
    goods = tuple(
        (
            kind,
            count,
            scene.tip(tips.gathered, seat, kind),
            scene.offer(scene.of(seat, act.PAY.at(kind)) if scene.wide else NO_ACTION),
        )
        for kind, count in enumerate(scene.view.beside)
        if count
    )
    if goods:
        return _harvest(scene.canvas, goods, at)
    return _no_harvest(scene.canvas, scene.view.phase <= st.NO_FIT, at) if at.w > 30 else ""


@drawn
def _harvest(
    canvas: FertilityCanvas, goods: tuple[tuple[int, int, str, PieceAction], ...], at: Box
) -> str:
    parts = []
    for kind, count, tip, pay in goods:
        parts.append(
            canvas.piece(
                kit.good(canvas, kind, *at[:3]),
                kit.count(canvas, at.right - 1, at.bottom - 1, f"×{count}"),
                tip=tip,
                name=f"beside-{kind}",
                action=pay,
                around=at,
                out=4,
            )
        )
        at = at.moved(at.w + 14)
    return "".join(parts)


@drawn
def _no_harvest(canvas: FertilityCanvas, is_before: bool, at: Box) -> str:
    t, size = canvas.t, canvas.shape.letter
    told = t("No harvest yet") if is_before else t("Nothing left to use")
    return svg.text(at.x, at.level + 0.36 * size, told, size, "f-ink-soft sans")


# --- Plots ----------------------------------------------------------------------------------------


def _plot_parts(scene: FertilityScene, city: City, places: Places, scale: float) -> tuple[str, ...]:
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
    city: City,
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
            parts.append(_plot(canvas, city.seat, slot, rows, at, scale))
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


def _above(shape: kit.FertilityShape, at: Box) -> Box:
    """Return where a small space shows the district that would stand on it."""
    width, high = SHOP_WIDTH * shape.scale + 8, 3 * SHOP_HEIGHT * shape.scale
    x = min(max(at.mid - width / 2, shape.edge), shape.width - shape.edge - width)
    return Box(x, at.y - high - 6, width, high)
