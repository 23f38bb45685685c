"""The three sites with what is built there, and the markets."""

from functools import lru_cache

from nomarch.draw import NO_ACTION, Box, Spot, drawn, shapes, svg, textures
from nomarch.draw.board_parts import clip, pile, region, space
from nomarch.games.egizia import actions as act, components as box, icons, state as st
from nomarch.games.egizia.art.common import GAP, EgiziaCanvas, EgiziaScene, block
from nomarch.games.egizia.rules import sphinx
from nomarch.games.egizia.words import component_names as terms, tips

IN_PILE = ((1 << box.PILE_PARTS) - 1) << box.FIRST_PILE


def wide(scene: EgiziaScene, parts: list[str], y: float) -> None:
    sphinx_, obelisk, temple, markets = Box(18, y, 1164, 244).columns((130, 366, 448, 208), 6)
    parts += (
        _sphinx_site(scene, sphinx_),
        _obelisk_site(scene, obelisk),
        _temple_site(scene, temple),
        _markets(scene, markets),
    )


def tall(scene: EgiziaScene, parts: list[str], y: float) -> float:
    sphinx_, markets = Box(8, y, 404, 188).columns((3, 5), GAP)
    obelisk, temple = Box(8, sphinx_.bottom + GAP, 404, 176).repeated(2, 1, GAP)
    parts += (
        _sphinx_site(scene, sphinx_),
        _markets(scene, markets),
        _obelisk_site(scene, obelisk),
        _temple_site(scene, temple),
    )
    return temple.bottom


def _site(scene: EgiziaScene, site: int, at: Box, *built: str) -> str:
    """A site with what is built there, as a region that pages can enlarge."""
    panel, title = _site_panel(scene, site, at), terms.site(scene.t, site)
    return region(scene, f"works-{site}", title, at, panel, *built)


def _site_panel(scene: EgiziaScene, site: int, at: Box) -> str:
    is_active = scene.view.stage == st.BUILDING and scene.view.site == site
    return _panel(scene.canvas, site, at, is_active)


@drawn
def _panel(canvas: EgiziaCanvas, site: int, at: Box, is_active: bool) -> str:
    """The ground of a site, with a strong edge while it is built on."""
    title = shapes.heading(at.x + 12, at.y + 24, terms.site(canvas.t, site), canvas.shape.type.text)
    third, low = (at.w - 4) / 3, at.bottom - 2
    dunes = f"M{at.x + 2:.0f} {low - 66}q{third / 2:.0f} -26 {third:.0f} 0t{2 * third:.0f} -6V{low}"
    sand = f"{dunes}H{at.x + 2:.0f}Z"
    ground = shapes.panel(*at, active=is_active)
    return ground + textures.laid(canvas.prefix, "sand", sand) + title


def _sphinx_site(scene: EgiziaScene, at: Box) -> str:
    """The Sphinx and its pile; the tooltip lists cards that the viewer knows to lie in it."""
    left = int(sphinx.pile_size(scene.view))
    pile = _sphinx_pile(scene.canvas, at, left, _known_in_pile(scene))
    return clip(scene, f"works-{box.SPHINX}", at, _site_panel(scene, box.SPHINX, at), pile)


@drawn
def _sphinx_pile(canvas: EgiziaCanvas, at: Box, left: int, known: tuple[int, ...]) -> str:
    t = canvas.t
    tip = terms.pile(t, left)
    if known:
        cards = ", ".join(terms.riddle_short(t, index) for index in known)
        tip += " " + t("You know it holds: {cards}.").format(cards=cards)
    low, size = at.bottom - 12, 0.42 * at.h
    back = at.h - 34 - size - 16
    return canvas.piece(
        shapes.icon(icons.SPHINX_HEAD, at.mid - size / 2, at.y + 34, size),
        svg.group(pile(Box(at.mid - back / 2, low - back, back, back), left, _back), class_="backs")
        if left
        else "",
        canvas.count(at.mid + 0.46 * back, low - 12, left),
        tip=tip,
        name="pile",
    )


def _back(at: Box) -> str:
    return shapes.icon(icons.CARD_BACK, *at[:3])


def _known_in_pile(scene: EgiziaScene) -> tuple[int, ...]:
    """Sphinx cards that the viewer knows to lie in the pile: it put them there."""
    if scene.viewer < 0:
        return ()
    maybe = scene.view.maybe[scene.viewer]
    return tuple(index for index in range(box.SPHINX_CARDS) if maybe[index] & ~IN_PILE == 0)


Spaces = tuple[tuple[int, tuple[Box, ...], str], ...]
"""Parts of a structure with the boxes of their spaces and the ground of empty ones."""


def _stones(scene: EgiziaScene, parts: Spaces) -> list[str]:
    """The spaces of some parts; the next one of a part last, so that its ring lies on top."""
    view, stones = scene.view, list[str]()
    for part, boxes, face in parts:
        start, size, laid = box.PART_START[part], len(boxes), view.laid[part]
        owners = view.stone[start : start + size]
        for i in sorted(range(size), key=lambda number: number == laid):
            tip = scene.tip(tips.stone, _owner_of(scene, owners[i]), part, i)
            lay = act.LAY.at(part) if i == laid else NO_ACTION
            spot = scene.spot(boxes[i], f"stone-{start + i}", lay, tip)
            stones.append(_stone(scene.canvas, spot, box.PART_VALUES[part][i], face, owners[i]))
    return stones


def _owner_of(scene: EgiziaScene, owner: int) -> str | None:
    """A stone's owner: empty for the viewer, None for nobody."""
    if owner < 0:
        return None
    return "" if owner == scene.viewer else scene.names[owner]


@drawn
def _stone(canvas: EgiziaCanvas, spot: Spot, value: int, face: str, owner: int) -> str:
    """A space of a monument: empty with its value, or with somebody's stone."""
    if owner >= 0:
        shape = block(owner, spot.at)
    else:
        shape = space(spot.at, value, ground=face, size=canvas.shape.letter, r=2, bold=True)
    return canvas.piece(shape, spot=spot, r=5)


def _obelisk_site(scene: EgiziaScene, at: Box) -> str:
    foot, obelisk, graves = _obelisk(at)
    built = [svg.rect(*foot, "f-stone line", 2), *_stones(scene, obelisk)]
    built += (_grave(scene, i, grave) for i, grave in enumerate(graves))
    return _site(scene, box.OBELISK_GRAVES, at, *built)


@lru_cache(16)
def _obelisk(at: Box) -> tuple[Box, Spaces, tuple[Box, ...]]:
    mid, level, base = at.x + 66, (at.h - 56) / 9, at.bottom - 18
    levels = tuple(
        Box(mid - 38 + 2 * i, base - (i + 1) * level, 76 - 4 * i, level)
        for i in range(box.PART_SIZE[box.OBELISK_PART])
    )
    w = (at.w - 130 - 12 - 3 * 7) / 4
    graves = Box(at.x + 130, at.y + 36, w, (at.h - 58) / 3).repeated(box.GRAVE_SPACES, 4, 7)
    foot = Box(mid - 48, base, 96, 10)
    return foot, ((box.OBELISK_PART, levels, "chalk"),), tuple(graves)


def _grave(scene: EgiziaScene, i: int, at: Box) -> str:
    view, t, action = scene.view, scene.t, NO_ACTION
    value, owner = view.grave[i], view.stone[box.PART_START[box.GRAVE_PART] + i]
    if owner >= 0:
        text = t("Grave worth {value}, taken by {player}")
        if owner == scene.viewer:
            text = t("Grave worth {value}, taken by you")
        tip = text.format(value=value, player=scene.names[owner])
    elif value == 0:
        tip = t("Face-down grave")
    else:
        tip = scene.tip(tips.grave, scene.viewer, i)
        action = act.LAY.at(box.GRAVE_PART) if view.laid[box.GRAVE_PART] == i else NO_ACTION
    return _grave_tile(scene.canvas, scene.spot(at, f"grave-{i}", action, tip), value, owner)


@drawn
def _grave_tile(canvas: EgiziaCanvas, spot: Spot, value: int, owner: int) -> str:
    at = spot.at
    if owner >= 0:
        shape = textures.pressed(*at, 6)
        letter = canvas.shape.letter
        shape += block(owner, Box(at.mid - 18, at.y + 4, 36, at.h - letter - 12))
        shape += canvas.count(at.mid, at.bottom - letter / 2 - 4, value)
    elif value == 0:
        picture = shapes.icon(icons.GRAVE, *at.around(32)[:3])
        shape = svg.rect(*at, "f-stone hair", 6) + svg.group(picture, opacity="0.45")
    else:
        shape = svg.rect(*at, "f-sand line", 6) + shapes.icon(
            icons.GRAVE, at.x + 3, at.level - 14, 28
        )
        shape += shapes.number(at.right - 13, at.level + 8, value, canvas.shape.type.title)
    return canvas.piece(shape, spot=spot)


def _temple_site(scene: EgiziaScene, at: Box) -> str:
    temple = Box(at.x + 12, at.y + 38, 176 if scene.wide else 152, at.h - 58)
    pyramid = temple._replace(x=temple.right + 16, w=at.w - temple.w - 42)
    built = [_foot(temple), *_stones(scene, _temple(temple))]
    built += _foot(pyramid), *_pyramid_stones(scene, pyramid)
    return _site(scene, box.TEMPLE_PYRAMID, at, *built)


def _foot(at: Box) -> str:
    return svg.rect(at.x - 3, at.bottom, at.w + 6, 8, "f-stone line", 2)


@lru_cache(16)
def _temple(at: Box) -> Spaces:
    roof_h = 28
    h = (at.h - roof_h - 8) / 4
    wall = Box(at.x, at.bottom - h, at.w * 0.27, h)
    column = Box(at.x, at.bottom - 4 * h, at.w * 0.16, 4 * h)
    roof = Box(at.x, at.bottom - 4 * h - roof_h - 3, at.w, roof_h)
    walls = [
        (part, tuple(wall.moved(x, -i * h) for i in range(4)), "chalk")
        for part, x in ((box.LEFT_WALL, 0.0), (box.RIGHT_WALL, at.w - wall.w))
    ]
    columns = [
        (part, (column.moved(at.w * share),), "sand")
        for part, share in ((box.LEFT_COLUMN, 0.31), (box.RIGHT_COLUMN, 0.53))
    ]
    return (*walls, *columns, (box.ROOF, tuple(roof.across(3)), "papyrus"))


def _pyramid_stones(scene: EgiziaScene, at: Box) -> list[str]:
    """Floor by floor; the spaces that can be laid next come last, for their rings."""
    stones, later = list[str](), list[str]()
    for floor in _pyramid(at):
        part, boxes, _ = floor
        spaces = _stones(scene, (floor,))
        if scene.view.laid[part] < len(boxes):
            later.append(spaces.pop())
        stones += spaces
    return stones + later


@lru_cache(16)
def _pyramid(at: Box) -> Spaces:
    stone = Box(at.x, at.bottom - at.h / 6, at.w / 6, at.h / 6)
    floors = []
    for floor in range(6):
        first, size = stone.moved(floor * stone.w / 2, -floor * stone.h), 6 - floor
        floors.append((box.FLOOR_1 + floor, tuple(first.repeated(size, size)), "chalk"))
    return tuple(floors)


def _markets(scene: EgiziaScene, at: Box) -> str:
    title = shapes.heading(at.x + 12, at.y + 24, scene.t("Markets"), scene.shape.type.text)
    ladders = Box(at.x + 10, at.y + 34, at.w - 20, at.h - 44).across(2, 10)
    both = [_market(scene, market, ladder) for market, ladder in enumerate(ladders)]
    return region(scene, "markets", scene.t("Markets"), at, shapes.panel(*at), title, *both)


def _market(scene: EgiziaScene, market: int, at: Box) -> str:
    levels = tuple(scene.view.market[seat][market] for seat in range(scene.view.players))
    tip = scene.tip(tips.market, scene.viewer, market)
    spot = scene.spot(at, f"market-{market}", act.LOWER.at(market), tip)
    return _ladder(scene.canvas, spot, market, levels)


@drawn
def _ladder(canvas: EgiziaCanvas, spot: Spot, market: int, levels: tuple[int, ...]) -> str:
    at, head, foot = spot.at, 30, 22
    rung = Box(at.x, at.y + head, at.w, (at.h - head - foot) / (box.BOTTOM + 1))
    reward = (f"+{box.BOTTOM_STONES}", f"+{box.BOTTOM_POINTS}")[market]
    low = at.bottom - foot / 2 - 3
    rungs = [
        _rung(canvas, market, i, levels, rung.moved(0, i * rung.h)) for i in range(box.BOTTOM + 1)
    ]
    return canvas.piece(
        svg.rect(*at, "f-chalk line", 6),
        shapes.icon((icons.STONE, icons.EAR)[market], at.mid - 15, at.y + 1, 30),
        *rungs,
        svg.text(at.mid - 2, low + 6, reward, canvas.shape.letter, "f-ink sans", "end", bold=True),
        shapes.icon((icons.STONE, icons.SCARAB)[market], at.mid + 2, low - 11, 22),
        spot=spot,
    )


def _rung(canvas: EgiziaCanvas, market: int, level: int, levels: tuple[int, ...], at: Box) -> str:
    letter = canvas.shape.letter
    if market == box.GRAIN_MARKET:
        sign = f"−{box.HUNGER[level]}"
    else:
        sign = "2:1" if level >= box.SALE_LEVEL else ""
    seats = [seat for seat, marker in enumerate(levels) if marker == level]
    first = at.right - 11 - 13 * (len(seats) - 1)
    return svg.joined(
        svg.path(f"M{svg.number(at.x)} {svg.number(at.y)}h{svg.number(at.w)}", "nofill hair"),
        svg.text(at.x + 5, at.level + 6, sign, letter, "f-ink sans", bold=True) if sign else "",
        *(shapes.badge(seat, first + i * 13, at.level, 9) for i, seat in enumerate(seats)),
    )
