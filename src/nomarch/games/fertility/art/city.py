"""The players' cities as pictures."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, square
from nomarch.draw.memory import part
from nomarch.draw.parts import space, tableau
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import badge, card, cartouche, ring, shorten
from nomarch.games.fertility import actions as act, components as box, state as st, words
from nomarch.games.fertility.art.scene import GAP, Scene
from nomarch.games.fertility.art.shops import SHOP_HEIGHT, SHOP_WIDTH, coin, god, printed, shop
from nomarch.games.fertility.art.tiles import hand
from nomarch.games.fertility.rules import scoring

OTHER_SCALE = 0.85


def players(scene: Scene, parts: list[str], y: float) -> float:
    """The viewer's own city across the whole width, the others' below; where they end."""
    first, *others = scene.seats
    room = Box(scene.shape.edge, y, scene.shape.room)
    bottom = _own(scene, first, room, parts)
    columns = min(len(others), scene.shape.others)
    top = bottom + GAP
    for seat, column in zip(others, room.across(columns, GAP) * len(others), strict=False):
        if columns == 1:
            top = bottom + GAP
        bottom = max(bottom, _other(scene, seat, column._replace(y=top), parts))
    return bottom + 12


def _own(scene: Scene, seat: int, at: Box, parts: list[str]) -> float:
    """The viewer's own area, with everything in reach; where it ends."""
    (x, y, w, _), shape = at, scene.shape
    top = y + (88 if scene.wide else 184)
    city = Box(x + GAP, top, w - 2 * GAP)
    plots, bottom = _city(scene, seat, city, shape.plots, shape.scale)
    if scene.wide:
        things = (
            _nameplate(scene, seat, x, y, 300),
            _gods(scene, seat, square(x + 14, y + 50, 27)),
            _monuments(scene, seat, square(x + 186, y + 50, 27)),
            hand(scene, seat, Box(x + 322, y + 26, 80, 40)),
            _beside(scene, seat, square(x + 620, y + 26, 38)),
            _granary(scene, seat, Box(at.right - 300, y + 16, 288)),
        )
    else:
        things = (
            _nameplate(scene, seat, x, y, w),
            _gods(scene, seat, square(x + 14, y + 48, 28)),
            _monuments(scene, seat, square(x + 200, y + 48, 28)),
            _granary(scene, seat, city._replace(y=y + 84)),
            _beside(scene, seat, square(x + GAP, y + 138, 34)),
            scene.plaque(act.DONE, Box(at.right - 150, y + 138, 136, 36), name="done-here"),
        )
    bottom += GAP
    parts.append(tableau(scene, seat, at._replace(h=bottom - y), *things, *plots))
    return bottom


def _other(scene: Scene, seat: int, at: Box, parts: list[str]) -> float:
    """Another player's area; where it ends."""
    x, y, w, _ = at
    city = Box(x + 8, y + 78, w - 16)
    columns = max(3, min(9, int(city.w / (SHOP_WIDTH * OTHER_SCALE + 8))))
    plots, bottom = _city(scene, seat, city, columns, OTHER_SCALE)
    right = at.right - 130
    if scene.view.seat == seat and any(scene.view.beside):
        tiles = _beside(scene, seat, square(right - 6, y + 44, 26))
    else:
        tiles = hand(scene, seat, Box(right, y + 48, 36, 18), gap=5)
    things = (
        _nameplate(scene, seat, x, y, w),
        _gods(scene, seat, square(x + 66, y + 47, 20)),
        _monuments(scene, seat, square(x + 182, y + 47, 20)),
        _wheat_count(scene, seat, x + 12, y + 44),
        tiles,
    )
    bottom += 8
    parts.append(tableau(scene, seat, at._replace(h=bottom - y), *things, *plots))
    return bottom


# --- What a player has ----------------------------------------------------------------------------


@part
def _points(scene: Scene, seat: int) -> int:
    """What a seat would score now: worth remembering, since every nameplate ranks all seats."""
    return int(scoring.debens(scene.view, seat))


@part
def _nameplate(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """Who it is, and what the city is worth so far; a golden coin for whoever leads."""
    points = [_points(scene, other) for other in range(scene.view.players)]
    name, mine = scene.names[seat], points[seat]
    tip = scene.t("{player} has {points} Debens so far.").format(player=name, points=mine)
    shown = shorten(name, int((w - 150) / 9))
    return scene.piece(
        badge(seat, x + 26, y + 24, 15),
        svg.text(x + 48, y + 30, shown, 17, "f-ink sans", bold=True),
        coin(x + w - 34, y + 24, 19, mine, "gold" if mine == max(points) else "chalk"),
        tip=tip,
        name=f"name-{seat}",
        cls="piece nameplate",
    )


@part
def _gods(scene: Scene, seat: int, first: Box) -> str:
    """The five gods, those of complete shops in colour, and the free choices."""
    held, parts = int(scoring.statues_held(scene.view, seat)), []
    shown, free = held % (1 << box.GODS), held >> box.GODS
    for i, at in enumerate(first.repeated(box.GODS, box.GODS, 2)):
        art = god(scene, f"g{i}", at)
        parts.append(art if shown >> i & 1 else svg.group(art, opacity="0.35"))
    if free:
        parts.append(cartouche(at.right, at.y + 2, f"+{free}"))
    tip = scene.t("Statues: {gods}; free choices: {count}").format(
        gods=words.gods_in(scene.t, shown) or "–", count=free
    )
    return scene.piece(*parts, tip=tip, name=f"gods-{seat}")


@part
def _monuments(scene: Scene, seat: int, at: Box) -> str:
    """A seat's kind of monument, and how many of the four stand in the valley."""
    count, most = scene.view.monuments[seat], box.MONUMENTS_EACH
    return scene.piece(
        scene.monument(seat, *at[:3]),
        svg.text(at.right + 3, at.level + 6, f"{count}/{most}", 15, bold=True),
        tip=scene.t("{count} of {most} monuments placed").format(count=count, most=most),
        name=f"monuments-{seat}",
    )


@part
def _granary(scene: Scene, seat: int, at: Box) -> str:
    """The granary's eleven spaces with their values; the marker on one of them."""
    wheat, parts = scene.view.wheat[seat], []
    for i, step in enumerate(at.across(box.MOST_WHEAT + 1)):
        ground = "sand" if i <= wheat and wheat else "papyrus"
        place = Box(step.x + 1, at.y + 16, step.w - 2, 26)
        told, here = box.WHEAT_POINTS[i], i == wheat
        parts.append(space(place, told, ground=ground, size=13.5, bold=here))
    marker = at.x + (wheat + 0.5) * at.w / (box.MOST_WHEAT + 1)
    parts.append(scene.good(box.WHEAT, marker - 11, at.y - 5, 22))
    return scene.piece(*parts, tip=_wheat_tip(scene, seat), name=f"wheat-{seat}")


def _wheat_tip(scene: Scene, seat: int) -> str:
    wheat, told = scene.view.wheat[seat], scene.t("Granary: {count} wheat, {points} Debens")
    return told.format(count=wheat, points=box.WHEAT_POINTS[wheat])


def _wheat_count(scene: Scene, seat: int, x: float, y: float) -> str:
    """A granary in short: the wheat and its number."""
    count = svg.text(x + 31, y + 19, scene.view.wheat[seat], 16, bold=True)
    good, tip = scene.good(box.WHEAT, x, y, 26), _wheat_tip(scene, seat)
    return scene.piece(good, count, tip=tip, name=f"wheat-{seat}")


@part
def _beside(scene: Scene, seat: int, at: Box) -> str:
    """This turn's harvest, beside the metropolis of the one whose turn it is."""
    view, t, parts = scene.view, scene.t, []
    if view.seat != seat:
        return ""
    for kind, count in enumerate(view.beside):
        if count:
            told = t("Harvest of this turn: {count} {resource}")
            tip = told.format(count=count, resource=words.resource(t, kind))
            many = cartouche(at.right - 2, at.bottom, f"×{count}")
            good = scene.good(kind, *at[:3])
            parts.append(scene.piece(good, many, tip=tip, name=f"beside-{kind}"))
            at = at.moved(at.w + 18)
    if not parts and at.w > 30:
        empty = t("No harvest yet") if view.asked <= st.NO_FIT else t("Nothing left to use")
        return svg.text(at.x, at.y + at.h * 0.62, empty, 14, "f-ink-soft sans")
    return "".join(parts)


# --- Plots ----------------------------------------------------------------------------------------


def _city(scene: Scene, seat: int, at: Box, columns: int, scale: float) -> tuple[list[str], float]:
    """The printed shops in two cards, then the seven slots; where they end."""
    gap, y, drawn = 6 if scale < 1 else 8, at.y, []
    plots = _plots(scene, seat)
    for start in range(0, len(plots), columns):
        line = plots[start : start + columns]
        if scale < 1 and not scene.wide and not any(shops for _, shops in line):
            break
        rows = 3 if columns > 2 else max(1, *(len(shops) for _, shops in line))
        room = Box(at.x, y, at.w, rows * SHOP_HEIGHT * scale + 8)
        for (slot, shops), place in zip(line, room.across(columns, gap), strict=False):
            drawn.append(_plot(scene, seat, slot, shops, place, scale))
        y = room.bottom + gap
    return drawn, y - gap


def _plots(scene: Scene, seat: int) -> list[tuple[int, list[int]]]:
    """The printed quarters and the slots of a city, each with its shops."""
    plots = [(st.NONE, [0, 1]), (st.NONE, [2, 3])]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot
        places = range(first, first + box.SHOPS_PER_DISTRICT)
        plots.append((slot, [place for place in places if scene.view.shop[seat][place]]))
    return plots


def _plot(scene: Scene, seat: int, slot: int, shops: list[int], at: Box, scale: float) -> str:
    """A printed quarter, a district or a free slot."""
    if not shops or scene.view.metropolis[seat] == st.NONE:
        return _free_slot(scene, seat, slot, at)
    ground = card(*at, "papyrus" if slot == st.NONE else "chalk", "hair")
    x, step = at.x + max(3, (at.w - SHOP_WIDTH * scale) / 2), SHOP_HEIGHT * scale
    top = at.level - len(shops) * step / 2
    rows = [shop(scene, seat, place, x, top + i * step, scale) for i, place in enumerate(shops)]
    name = "ab"[shops[0] // 2] if slot == st.NONE else slot
    return svg.group(ground, *rows, id=scene.id(f"plot-{seat}-{name}"))


@part
def _free_slot(scene: Scene, seat: int, slot: int, at: Box) -> str:
    """A place for a district, and the district as a ghost where it may be built."""
    edge, number, ghost, action = "f-papyrus s-papyrus-edge", "", "", NO_ACTION
    if slot != st.NONE:
        action, ink = scene.of(seat, act.SLOT.at(slot)), "f-papyrus-edge serif"
        number = svg.text(at.mid, at.level + 6, slot + 1, 16, ink, "middle", bold=True)
    if scene.can(action):
        drawn = card(*at, "chalk") + printed(scene, scene.view.site, at, scene.shape.scale)
        # The ring lies below the ghost, which covers it.
        lit = ring(*at.grown(-1), 7)
        ghost = lit + svg.group(drawn, class_="ghost", opacity="0", pointer_events="none")
    return scene.piece(
        svg.rect(*at.grown(-1), edge, 6, stroke_width=1.5, stroke_dasharray="5 5"),
        number,
        ghost,
        tip=scene.t("A free space for a district"),
        name=f"slot-{seat}-{slot}-{svg.number(at.x)}",
        action=action,
    )
