"""The three sites with what is built there, and the markets."""

from nomarch.draw import (
    NO_ACTION,
    Box,
    on_demand,
    part as drawn_part,
    question,
    shapes,
    svg,
    textures,
)
from nomarch.draw.board_parts import pile, region, space
from nomarch.games.egizia.art.common import GAP, Board, act, block, box, icons, names, st, tips
from nomarch.games.egizia.rules import sphinx

IN_PILE = ((1 << box.PILE_PARTS) - 1) << box.FIRST_PILE


def wide(scene: Board, parts: list[str], y: float) -> float:
    """The three sites from left to right, and the markets."""
    height = 236
    parts += (
        _sphinx_site(scene, Box(11, y, 132, height)),
        _obelisk_site(scene, Box(151, y, 366, height)),
        _temple_site(scene, Box(525, y, 448, height)),
        _markets(scene, Box(981, y, 208, height)),
    )
    return y + height + GAP


def tall(scene: Board, parts: list[str], y: float) -> float:
    """The sites and the markets one below the other."""
    parts += (
        _sphinx_site(scene, Box(8, y, 197, 250)),
        _markets(scene, Box(215, y, 197, 250)),
        _obelisk_site(scene, Box(8, y + 260, 404, 252)),
        _temple_site(scene, Box(8, y + 522, 404, 252)),
    )
    return y + 784


def _site(scene: Board, site: int, at: Box, *built: str) -> str:
    """A site with what is built there, which can be looked at closer."""
    panel_ = _site_panel(scene, site, at)
    return region(scene, f"works-{site}", names.site(scene.t, site), at, panel_, *built)


def _is_built(scene: Board, site: int) -> bool:
    """Whether a site is being built on now."""
    return scene.sees("stage", st.BUILDING) and scene.sees("site", site)


@drawn_part
def _site_panel(scene: Board, site: int, at: Box) -> str:
    building = _is_built(scene, site)
    title = shapes.heading(at.x + 12, at.y + 24, names.site(scene.t, site), 17)
    third, low = (at.w - 4) / 3, at.bottom - 2
    dunes = f"M{at.x + 2:.0f} {low - 66}q{third / 2:.0f} -26 {third:.0f} 0t{2 * third:.0f} -6V{low}"
    sand = f"{dunes}H{at.x + 2:.0f}Z"
    return shapes.panel(*at, active=building) + textures.laid(scene.prefix, "sand", sand) + title


# --- Sphinx ---------------------------------------------------------------------------------------


@drawn_part
def _sphinx_site(scene: Board, at: Box) -> str:
    """The Sphinx and its pile; its tip tells what the viewer knows to lie in it."""
    t, left = scene.t, int(sphinx.pile_size(scene.view))
    tip = t("Sphinx cards in the pile: {count}.").format(count=left)
    known = [names.riddle_short(t, index) for index in _known_in_pile(scene)]
    if known:
        tip += " " + t("You know of: {cards}.").format(cards=", ".join(known))
    return _site_panel(scene, box.SPHINX, at) + scene.piece(
        shapes.icon(icons.SPHINX_HEAD, at.mid - 51, at.y + 34, 102),
        pile(Box(at.mid - 40, at.bottom - 88, 76, 76), left, _back) if left else "",
        shapes.cartouche(at.mid + 34, at.bottom - 22, left, size=scene.shape.letter),
        tip=tip,
        name="pile",
    )


def _back(at: Box) -> str:
    return shapes.icon(icons.CARD_BACK, *at[:3])


def _known_in_pile(scene: Board) -> list[int]:
    """Sphinx cards that the viewer knows to lie in the pile: it put them there."""
    if scene.viewer < 0:
        return []
    maybe = scene.view.maybe[scene.viewer]
    return [index for index in range(box.SPHINX_CARDS) if maybe[index] & ~IN_PILE == 0]


# --- Obelisk and graves, temple and pyramid -------------------------------------------------------


@question
def _is_next(scene: Board, part: int, i: int) -> bool:
    """Whether a space of a part is the next one to be built on."""
    return scene.view.laid[part] == i


def _stones(scene: Board, part: int, boxes: list[Box], face: str) -> list[str]:
    """A part's spaces; the next one last, so that its ring lies on top."""
    order = sorted(range(len(boxes)), key=lambda number: number == scene.view.laid[part])
    return [_stone(scene, part, i, boxes[i], face) for i in order]


@on_demand
def _stone_tip(scene: Board, part: int, i: int) -> str:
    owner = scene.view.stone[box.PART_START[part] + i]
    player = scene.names[owner] if owner >= 0 else ""
    return tips.stone(scene.t, scene.view, player, part, i)


@on_demand
def _grave_tip(scene: Board, i: int) -> str:
    return tips.grave(scene.t, scene.view, scene.viewer, i)


@drawn_part
def _stone(scene: Board, part: int, i: int, at: Box, face: str) -> str:
    """A space of a monument: empty with its value, or with somebody's stone."""
    index, value = box.PART_START[part] + i, box.PART_VALUES[part][i]
    owner = scene.view.stone[index]
    if owner >= 0:
        shape = block(owner, at)
    else:
        shape = space(at, value, ground=face, size=scene.shape.letter, r=2, bold=True)
    tip = _stone_tip(scene, part, i)
    action = act.LAY.at(part) if _is_next(scene, part, i) else NO_ACTION
    name, says = f"stone-{index}", str(owner)
    return scene.piece(shape, tip=tip, says=says, name=name, action=action, around=at, r=5)


@drawn_part
def _obelisk_site(scene: Board, at: Box) -> str:
    """The obelisk level by level, and the twelve graves."""
    mid, level, base = at.x + 66, (at.h - 56) / 9, at.bottom - 18
    levels = [
        Box(mid - 38 + 2 * i, base - (i + 1) * level, 76 - 4 * i, level)
        for i in range(box.PART_SIZE[box.OBELISK_PART])
    ]
    w = (at.w - 130 - 12 - 3 * 7) / 4
    graves = Box(at.x + 130, at.y + 36, w, (at.h - 60) / 3).repeated(box.GRAVE_SPACES, 4, 7)
    return _site(
        scene,
        box.OBELISK_GRAVES,
        at,
        svg.rect(mid - 48, base, 96, 10, "f-stone line", 2),
        *_stones(scene, box.OBELISK_PART, levels, "chalk"),
        *(_grave(scene, i, grave) for i, grave in enumerate(graves)),
    )


@drawn_part
def _grave(scene: Board, i: int, at: Box) -> str:
    """A grave: face down, open, or taken."""
    view, t, action = scene.view, scene.t, NO_ACTION
    value, owner = view.grave[i], view.stone[box.PART_START[box.GRAVE_PART] + i]
    if owner >= 0:
        shape = svg.rect(*at, "f-papyrus hair", 6)
        shape += block(owner, Box(at.mid - 18, at.y + 5, 36, 26))
        shape += shapes.cartouche(at.mid, at.bottom - 13, value, size=scene.shape.letter)
        tip = t("Grave of value {value}, taken by {player}").format(
            value=value, player=scene.names[owner]
        )
    elif value == 0:
        picture = shapes.icon(icons.GRAVE, at.mid - 16, at.y + 14, 32)
        shape = svg.rect(*at, "f-stone hair", 6) + svg.group(picture, opacity="0.45")
        tip = t("A grave that is still hidden")
    else:
        shape = svg.rect(*at, "f-sand line", 6) + shapes.icon(
            icons.GRAVE, at.x + 3, at.level - 14, 28
        )
        shape += shapes.number(at.right - 11, at.level + 8, value, 23)
        tip = _grave_tip(scene, i)
        if _is_next(scene, box.GRAVE_PART, i):
            action = act.LAY.at(box.GRAVE_PART)
    name, says = f"grave-{i}", f"{value} {owner}"
    return scene.piece(shape, tip=tip, says=says, name=name, action=action, around=at)


@drawn_part
def _temple_site(scene: Board, at: Box) -> str:
    """The temple on the left, the pyramid on the right."""
    temple = Box(at.x + 12, at.y + 38, 176 if scene.wide else 152, at.h - 58)
    pyramid = temple._replace(x=temple.right + 16, w=at.w - temple.w - 42)
    parts = (*_temple(scene, temple), *_pyramid(scene, pyramid))
    return _site(scene, box.TEMPLE_PYRAMID, at, *parts)


def _temple(scene: Board, at: Box) -> list[str]:
    roof_h = 28
    h = (at.h - roof_h - 8) / 4
    wall = Box(at.x, at.bottom - h, at.w * 0.27, h)
    column = Box(at.x, at.bottom - 4 * h, at.w * 0.16, 4 * h)
    roof = Box(at.x, at.bottom - 4 * h - roof_h - 3, at.w, roof_h)
    parts = [svg.rect(at.x - 3, at.bottom, at.w + 6, 8, "f-stone line", 2)]
    for part, x in ((box.LEFT_WALL, 0.0), (box.RIGHT_WALL, at.w - wall.w)):
        parts += _stones(scene, part, [wall.moved(x, -i * h) for i in range(4)], "chalk")
    for part, share in ((box.LEFT_COLUMN, 0.31), (box.RIGHT_COLUMN, 0.53)):
        parts += _stones(scene, part, [column.moved(at.w * share)], "sand")
    return parts + _stones(scene, box.ROOF, roof.across(3), "papyrus")


def _pyramid(scene: Board, at: Box) -> list[str]:
    """Floor by floor; the spaces that can be laid next come last, for their rings."""
    parts, later = [svg.rect(at.x - 3, at.bottom, at.w + 6, 8, "f-stone line", 2)], []
    stone = Box(at.x, at.bottom - at.h / 6, at.w / 6, at.h / 6)
    for floor in range(6):
        part, size = box.FLOOR_1 + floor, 6 - floor
        first = stone.moved(floor * stone.w / 2, -floor * stone.h)
        spaces = _stones(scene, part, first.repeated(size, size), "chalk")
        if scene.view.laid[part] < size:
            later.append(spaces.pop())
        parts += spaces
    return parts + later


# --- Markets --------------------------------------------------------------------------------------


@drawn_part
def _markets(scene: Board, at: Box) -> str:
    """Two ladders with everyone's markers; the bottom pays."""
    title = shapes.heading(at.x + 12, at.y + 24, scene.t("Markets"), 17)
    ladders = Box(at.x + 10, at.y + 34, at.w - 20, at.h - 44).across(2, 10)
    drawn = [_market(scene, market, ladder) for market, ladder in enumerate(ladders)]
    return region(scene, "markets", scene.t("Markets"), at, shapes.panel(*at), title, *drawn)


@on_demand
def _market_tip(scene: Board, market: int) -> str:
    return tips.market(scene.t, scene.view, scene.viewer, market)


@drawn_part
def _market(scene: Board, market: int, at: Box) -> str:
    head, foot = 32, 20
    rung = Box(at.x, at.y + head, at.w, (at.h - head - foot) / (box.BOTTOM + 1))
    reward = (f"+{box.BOTTOM_STONES}", f"+{box.BOTTOM_POINTS}")[market]
    low = at.bottom - foot / 2 - 3
    return scene.piece(
        svg.rect(*at, "f-chalk line", 6),
        shapes.icon((icons.STONE, icons.EAR)[market], at.mid - 15, at.y + 1, 30),
        *(_rung(scene, market, i, rung.moved(0, i * rung.h)) for i in range(box.BOTTOM + 1)),
        svg.text(at.mid - 2, low + 6, reward, scene.shape.letter, "f-ink sans", "end", bold=True),
        shapes.icon((icons.STONE, icons.SCARAB)[market], at.mid + 2, low - 11, 22),
        tip=_market_tip(scene, market),
        says=str(market),
        name=f"market-{market}",
        action=act.LOWER.at(market),
        around=at,
    )


@drawn_part
def _rung(scene: Board, market: int, level: int, at: Box) -> str:
    """A space of a market: what it means, and whose markers stand there."""
    view, letter = scene.view, scene.shape.letter
    if market == box.GRAIN_MARKET:
        sign = f"−{box.HUNGER[level]}"
    else:
        sign = "2:1" if level >= box.SALE_LEVEL else ""
    seats = [seat for seat in range(view.players) if view.market[seat][market] == level]
    first = at.right - 11 - 13 * (len(seats) - 1)
    return svg.joined(
        svg.path(f"M{svg.number(at.x)} {svg.number(at.y)}h{svg.number(at.w)}", "nofill hair"),
        svg.text(at.x + 5, at.level + 6, sign, letter, "f-ink sans", bold=True) if sign else "",
        *(shapes.badge(seat, first + i * 13, at.level, 9) for i, seat in enumerate(seats)),
    )
