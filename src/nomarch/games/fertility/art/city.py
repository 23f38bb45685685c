"""The players' cities as pictures."""

from functools import lru_cache

from nomarch.draw import (
    NO_ACTION,
    Box,
    on_demand,
    part,
    placed,
    question,
    shapes,
    space,
    square,
    svg,
    tableau,
)
from nomarch.games.fertility.art.scene import GAP, Scene, act, box, st, tips
from nomarch.games.fertility.art.shops import SHOP_HEIGHT, SHOP_WIDTH, coin, god, printed, shop
from nomarch.games.fertility.art.tiles import hand
from nomarch.games.fertility.rules import scoring

OTHER_SCALE = 0.92
PLOT_EDGE = 6
"""What a plot is higher than its shops."""
FREE = 46
"""A free space in the viewer's own city on a tall board: large enough to touch."""

Plot = tuple[int, tuple[int, ...]]
"""A slot of a city, or none for a printed quarter, and its shops."""
Plots = tuple[Plot, ...]


def players(scene: Scene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    first, *others = scene.seats
    room = Box(scene.shape.edge, y, scene.shape.room)
    own, bottom = _own(scene, first, room)
    parts.append(own)
    columns = min(len(others), scene.shape.others)
    for start in range(0, len(others), columns):
        top = bottom + GAP
        row = [*zip(others[start:], room._replace(y=top).across(columns, GAP), strict=False)]
        high = max(_other_height(scene, seat, at.w) for seat, at in row)
        parts += (placed(at, _other(scene, seat, Box(0, 0, at.w, high))) for seat, at in row)
        bottom = top + high
    return bottom + 12


@part
def _own(scene: Scene, seat: int, at: Box) -> tuple[str, float]:
    """The viewer's own area, with everything in reach; and where it ends."""
    top = at.y + (86 if scene.wide else 184)
    city = Box(at.x + GAP, top, at.w - 2 * GAP)
    plots, bottom = (_own_row if scene.wide else _own_column)(scene, seat, city)
    things = (_own_wide if scene.wide else _own_tall)(scene, seat, at)
    bottom += GAP
    return tableau(scene, seat, at._replace(h=bottom - at.y), *things, *plots), bottom


def _own_wide(scene: Scene, seat: int, at: Box) -> tuple[str, ...]:
    x, y = at.x, at.y
    return (
        _nameplate(scene, seat, Box(x, y, 244)),
        _gods(scene, seat, square(x + 14, y + 49, 28)),
        _monuments(scene, seat, square(x + 178, y + 49, 28)),
        hand(scene, seat, Box(x + 262, y + 24, 80, 40)),
        _beside(scene, seat, square(x + 548, y + 24, 36)),
        scene.plaque(act.DONE, Box(x + 740, y + 22, 112, 46), name="done"),
        _granary(scene, seat, Box(at.right - 290, y + 20, 280)),
    )


def _own_tall(scene: Scene, seat: int, at: Box) -> tuple[str, ...]:
    x, y = at.x, at.y
    return (
        _nameplate(scene, seat, at),
        _gods(scene, seat, square(x + 14, y + 48, 28)),
        _monuments(scene, seat, square(x + 200, y + 48, 28)),
        _granary(scene, seat, Box(x + GAP, y + 86, at.w - 2 * GAP)),
        _beside(scene, seat, square(x + GAP, y + 138, 34)),
        scene.plaque(act.DONE, Box(at.right - 150, y + 138, 136, 36), name="done-here"),
    )


@part
def _other(scene: Scene, seat: int, at: Box) -> str:
    """Another player's area: who it is, what counts, and the shops without the empty spaces."""
    (x, y, w, _), right = at, at.right - 132
    stacked = _stacked(_plots(scene, seat), at.w)
    if _has_harvest(scene, seat):
        tiles = _beside(scene, seat, square(right - 8, y + 45, 26))
    else:
        tiles = hand(scene, seat, Box(right, y + 48, 38, 19), gap=5)
    return tableau(
        scene,
        seat,
        at,
        _nameplate(scene, seat, at),
        _free_count(scene, seat, square(x + w - 130, y + 13, 22)),
        _wheat_count(scene, seat, square(x + 12, y + 44, 26)),
        _gods(scene, seat, square(x + 68, y + 47, 20)),
        _monuments(scene, seat, square(x + 184, y + 47, 20)),
        tiles,
        *(_plot(scene, seat, each, place, OTHER_SCALE) for each, place in stacked),
    )


@question
def _has_harvest(scene: Scene, seat: int) -> int:
    """Whether a seat has goods beside its city."""
    return int(scene.view.seat == seat and any(scene.view.beside))


@part
def _other_height(scene: Scene, seat: int, width: float) -> float:
    """How high another player's area is."""
    return max(place.bottom for _, place in _stacked(_plots(scene, seat), width)) + 8


@lru_cache(4096)
def _stacked(plots: Plots, width: float) -> list[tuple[Plot, Box]]:
    """Where the built plots of another's city go: each onto the lowest stack."""
    room, gap = Box(8, 78, width - 16), 6
    columns = int((room.w + gap) / (SHOP_WIDTH * OTHER_SCALE + gap))
    stacks = room.across(columns, gap)
    placed = []
    for slot, shops in plots:
        if shops:
            high = len(shops) * SHOP_HEIGHT * OTHER_SCALE + PLOT_EDGE
            i = min(range(columns), key=lambda column: (stacks[column].y, column))
            placed.append(((slot, shops), stacks[i]._replace(h=high)))
            stacks[i] = stacks[i].moved(0, high + gap)
    return placed


# --- What a player has ----------------------------------------------------------------------------


def _counted(scene: Scene, seat: int) -> st.State:
    """All that a seat's points are counted from."""
    return scene.excerpt("players", "wheat", "monuments", shop=seat, put=seat)


@question
def _points(scene: Scene, seat: int) -> int:
    """What a seat would score now."""
    return int(scoring.debens(_counted(scene, seat), seat))


@question
def _leads(scene: Scene, seat: int) -> int:
    """Whether nobody would score more now."""
    points = [_points(scene, other) for other in range(scene.view.players)]
    return int(points[seat] == max(points))


@on_demand
def _plate_tip(scene: Scene, seat: int) -> str:
    return tips.plate(scene.t, _counted(scene, seat), seat, scene.names[seat])


@part
def _nameplate(scene: Scene, seat: int, at: Box) -> str:
    """Who it is, and what the city is worth so far; a golden coin for whoever leads."""
    mine, shown = _points(scene, seat), shapes.shorten(scene.names[seat], int((at.w - 110) / 10))
    return scene.piece(
        shapes.badge(seat, at.x + 26, at.y + 24, 15),
        svg.text(at.x + 48, at.y + 30, shown, 17.5, "f-ink sans", bold=True),
        coin(at.right - 36, at.y + 24, 20, mine, "gold" if _leads(scene, seat) else "chalk"),
        tip=_plate_tip(scene, seat),
        name=f"name-{seat}",
        cls="piece nameplate",
    )


@part
def _gods(scene: Scene, seat: int, first: Box) -> str:
    """The five gods, those of complete shops in colour, and the free choices."""
    city, parts = scene.excerpt(shop=seat, put=seat), list[str]()
    held = int(scoring.statues_held(city, seat))
    shown, free = held % (1 << box.GODS), held >> box.GODS
    for i, at in enumerate(first.repeated(box.GODS, box.GODS, 2)):
        art = god(scene, f"g{i}", at)
        parts.append(art if shown >> i & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(scene.count(at.right, at.y + 2, f"+{free}"))
    return scene.piece(*parts, tip=_gods_tip(scene, seat), says=str(held), name=f"gods-{seat}")


@on_demand
def _gods_tip(scene: Scene, seat: int) -> str:
    return tips.gods(scene.t, scene.view, seat)


@part
def _monuments(scene: Scene, seat: int, at: Box) -> str:
    """A seat's kind of monument, and how many of the four stand in the valley."""
    told = f"{scene.view.monuments[seat]}/{box.MONUMENTS_EACH}"
    size = scene.shape.letter
    return scene.piece(
        scene.monument(seat, *at[:3]),
        svg.text(at.right + 3, at.level + 0.36 * size, told, size, bold=True),
        tip=_monuments_tip(scene, seat),
        says=told,
        name=f"monuments-{seat}",
        action=scene.of(seat, act.QUARRY_MONUMENT) if scene.wide else NO_ACTION,
        around=at._replace(w=at.w + 38),
        out=4,
    )


@on_demand
def _monuments_tip(scene: Scene, seat: int) -> str:
    return tips.monuments(scene.t, scene.view, seat)


@part
def _granary(scene: Scene, seat: int, at: Box) -> str:
    """The granary's eleven spaces with their values; the marker on one of them."""
    wheat, parts = scene.view.wheat[seat], []
    for i, step in enumerate(at.across(box.MOST_WHEAT + 1)):
        face = "sand" if i <= wheat and wheat else "papyrus"
        place = Box(step.x + 0.5, at.y + 16, step.w - 1, 28)
        told, here = box.WHEAT_POINTS[i], i == wheat
        parts.append(space(place, told, ground=face, size=scene.shape.letter, bold=here))
    marker = at.x + (wheat + 0.5) * at.w / (box.MOST_WHEAT + 1)
    parts.append(scene.good(box.WHEAT, marker - 11, at.y - 6, 22))
    return scene.piece(
        *parts,
        tip=tips.granary(scene.t, scene.view, seat),
        name=f"wheat-{seat}",
        action=scene.of(seat, act.PAY.at(box.WHEAT)) if scene.wide else NO_ACTION,
        around=Box(at.x, at.y + 16, at.w, 28),
        out=4,
    )


def _wheat_count(scene: Scene, seat: int, at: Box) -> str:
    """A granary in short: the wheat and its number."""
    count = svg.text(at.right + 4, at.level + 6, scene.view.wheat[seat], 17.5, bold=True)
    good, tip = scene.good(box.WHEAT, *at[:3]), tips.granary(scene.t, scene.view, seat)
    return scene.piece(good, count, tip=tip, name=f"wheat-{seat}")


@part
def _free_count(scene: Scene, seat: int, at: Box) -> str:
    """The free spaces of another's city in short: one of them, and their number."""
    count = sum(index == st.NONE for index in scene.view.district[seat])
    if not count:
        return ""
    return scene.piece(
        svg.rect(*at, "f-papyrus s-papyrus-edge", 4, stroke_width=2, stroke_dasharray="4 3"),
        svg.text(at.right + 4, at.level + 6, count, 17.5, "f-ink-soft sans", bold=True),
        tip=tips.free_spaces(scene.t, count),
        name=f"free-{seat}",
    )


@question
def _before_harvest(scene: Scene) -> int:
    return int(scene.view.phase <= st.NO_FIT)


@on_demand
def _gathered_tip(scene: Scene, seat: int, kind: int) -> str:
    return tips.gathered(scene.t, scene.view, seat, kind)


@part
def _beside(scene: Scene, seat: int, at: Box) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    view, t, parts = scene.view, scene.t, []
    if view.seat != seat:
        return ""
    for kind, count in enumerate(view.beside):
        if count:
            parts.append(
                scene.piece(
                    scene.good(kind, *at[:3]),
                    scene.count(at.right - 1, at.bottom - 1, f"×{count}"),
                    tip=_gathered_tip(scene, seat, kind),
                    says=str(count),
                    name=f"beside-{kind}",
                    action=scene.of(seat, act.PAY.at(kind)) if scene.wide else NO_ACTION,
                    around=at,
                    out=4,
                )
            )
            at = at.moved(at.w + 14)
    if not parts and at.w > 30:
        empty = t("No harvest yet") if _before_harvest(scene) else t("Nothing left to use")
        size = scene.shape.letter
        return svg.text(at.x, at.level + 0.36 * size, empty, size, "f-ink-soft sans")
    return "".join(parts)


# --- Plots ----------------------------------------------------------------------------------------


def _own_row(scene: Scene, seat: int, at: Box) -> tuple[list[str], float]:
    """The viewer's own city in one row, with a place for every district; where it ends."""
    scale, plots = scene.shape.scale, _plots(scene, seat)
    room = at._replace(h=3 * SHOP_HEIGHT * scale + PLOT_EDGE)
    places = zip(plots, room.across(len(plots), 8), strict=True)
    return [_plot(scene, seat, plot, place, scale) for plot, place in places], room.bottom


def _own_column(scene: Scene, seat: int, at: Box) -> tuple[list[str], float]:
    """The viewer's own city on a tall board: built plots two by two, then the free spaces."""
    scale, columns, y, drawn = scene.shape.scale, scene.shape.plots, at.y, []
    plots = _plots(scene, seat)
    built, free = [p for p in plots if p[1]], [p for p in plots if not p[1]]
    for start in range(0, len(built), columns):
        line = built[start : start + columns]
        high = max(len(shops) for _, shops in line) * SHOP_HEIGHT * scale + PLOT_EDGE
        places = zip(line, Box(at.x, y, at.w, high).across(columns, 8), strict=False)
        drawn += [_plot(scene, seat, plot, place, scale) for plot, place in places]
        y += high + 8
    spaces = square(at.x, y, FREE).repeated(len(free), len(free) or 1, 8)
    drawn += [_plot(scene, seat, *each, scale) for each in zip(free, spaces, strict=True)]
    return drawn, spaces[-1].bottom if spaces else y - 8


@question
def _plots(scene: Scene, seat: int) -> Plots:
    """The printed quarters and the slots of a city, each with its shops."""
    plots: list[Plot] = [(st.NONE, (0, 1)), (st.NONE, (2, 3))]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        places = range(first, first + box.SHOPS_PER_DISTRICT)
        plots.append((slot, tuple(place for place in places if scene.view.shop[seat][place])))
    return tuple(plots)


@part
def _plot(scene: Scene, seat: int, plot: Plot, at: Box, scale: float) -> str:
    """A printed quarter, a district or a free slot."""
    slot, shops = plot
    if not shops or scene.view.metropolis[seat] == st.NONE:
        return _free_slot(scene, seat, slot, at)
    face = shapes.card(*at, "papyrus" if slot == st.NONE else "chalk", "hair")
    x, step = at.x + max(3, (at.w - SHOP_WIDTH * scale) / 2), SHOP_HEIGHT * scale
    top = at.level - len(shops) * step / 2
    rows = [shop(scene, seat, place, x, top + i * step, scale) for i, place in enumerate(shops)]
    name = "ab"[shops[0] // 2] if slot == st.NONE else slot
    return svg.group(face, *rows, id=scene.id(f"plot-{seat}-{name}"))


@part
def _free_slot(scene: Scene, seat: int, slot: int, at: Box) -> str:
    """A place for a district, and the district as a ghost where it may be built."""
    edge, number, ghost, action = "f-papyrus s-papyrus-edge", "", "", NO_ACTION
    if slot != st.NONE:
        action, ink = scene.of(seat, act.SLOT.at(slot)), "f-ink-soft serif"
        number = svg.text(at.mid, at.level + 6, slot + 1, 17.5, ink, "middle", bold=True)
    if scene.can(action):
        room = at if scene.wide else _above(scene, at)
        drawn = shapes.card(*room, "chalk") + printed(
            scene, scene.view.site, room, scene.shape.scale
        )
        # The ring lies below the ghost, which covers it.
        lit = shapes.ring(*at.grown(-1), 7)
        ghost = lit + svg.group(drawn, class_="ghost", opacity="0", pointer_events="none")
    return scene.piece(
        svg.rect(*at.grown(-1), edge, 6, stroke_width=1.5, stroke_dasharray="5 5"),
        number,
        ghost,
        tip=tips.free_space(scene.t),
        name=f"slot-{seat}-{slot}-{svg.number(at.x)}",
        action=action,
    )


def _above(scene: Scene, at: Box) -> Box:
    """Where a small space shows the district that would stand on it: above it, and large."""
    width, high = SHOP_WIDTH * scene.shape.scale + 8, 3 * SHOP_HEIGHT * scene.shape.scale
    x = min(max(at.mid - width / 2, scene.shape.edge), scene.shape.width - scene.shape.edge - width)
    return Box(x, at.y - high - 6, width, high)
