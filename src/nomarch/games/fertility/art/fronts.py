"""Districts that can be built, as rows of shop fronts: an awning, the goods, and what they pay."""

from nomarch.draw import Box, Spot, drawn, region, shapes, square, svg, textures
from nomarch.games.fertility import actions as act, components as box, icons, state as st
from nomarch.games.fertility.art.common import FertilityCanvas, FertilityScene
from nomarch.games.fertility.art.shops import coin, need_icon, reward
from nomarch.games.fertility.words import component_names as terms, tips

HEADING, GAP = 28, 9

ROOF = 76, 20
"""Size of a roof as it is defined."""
_SCALLOPS = "".join(f"M{x} 6h12.67v7q-6.3 9 -12.67 0z" for x in ("0", "25.34", "50.68"))
_BETWEEN = "".join(f"M{x} 6h12.67v7q-6.3 9 -12.67 0z" for x in ("12.67", "38.01", "63.35"))
_AWNING = (
    f'<path class="hair" d="{_SCALLOPS}"/><path class="f-bone hair" d="{_BETWEEN}"/>'
    '<path class="f-timber hair" d="M-2 3H78V7H-2Z"/>'
)
_FLAGS = '<path class="f-gold hair" d="M3 3V-9L15 -5L3 -1M73 3V-9L61 -5L73 -1"/>'
_OVEN = (
    '<path class="hair" d="M0 18Q4 -7 38 -8Q72 -7 76 18Z"/>'
    '<path class="f-basalt" d="M54 -8V-14H62V-4Z"/>'
    '<path class="nofill s-bone" stroke-width="2.4" stroke-linecap="round" d="M12 12Q18 0 38 -1"/>'
)
_CORNICE = (
    '<path class="hair" d="M-3 -2H79L75 8H1Z"/><path class="f-limestone hair" d="M1 8H75V17H1Z"/>'
    '<circle class="f-gold hair" cx="38" cy="5" r="6"/>'
    '<path class="nofill s-soot" stroke-width="1.6" d="M12 1V6M22 1V6M54 1V6M64 1V6"/>'
)
_TENT = (
    '<path class="hair" d="M38 -10L80 17H-4Z"/>'
    '<path class="f-bone hair" d="M38 -10L24 17H6ZM38 -10L52 17H70Z"/>'
)
ROOFS = {
    box.GENERAL: _AWNING,
    box.SPECIAL: _FLAGS + _AWNING,
    box.GRAIN: _OVEN,
    box.STATUE: _CORNICE,
    box.CHOICE: _CORNICE,
    box.EXCHANGE: _TENT,
}
"""What a shop is: a stall, a stall with flags, a bakery, a sculptor's, a trader's tent."""


def roofs(canvas: FertilityCanvas) -> str:
    """Define every kind of roof; each takes the colour of the group that uses it."""
    return "".join(
        svg.group(markup, id=canvas.id(f"roof-{kind}")) for kind, markup in ROOFS.items()
    )


def shown(scene: FertilityScene, room: Box) -> str:
    cards = room._replace(y=room.y + HEADING, h=room.h - HEADING)
    heading = shapes.heading(room.x, room.y + 18, scene.t("Districts"), scene.shape.type.text)
    return _region(scene, room, cards.down(box.SHOWN, GAP), heading)


def grid(scene: FertilityScene, room: Box) -> str:
    """The same on a tall board, two by two."""
    places = [at for row in room.grown(-6).down(2, GAP) for at in row.across(2, GAP)]
    return _region(scene, room, places, shapes.sheet(*room))


def grid_height(card: float) -> float:
    return 12 + 2 * card + GAP


def _region(scene: FertilityScene, room: Box, places: list[Box], ground: str) -> str:
    cards = [
        _district(scene, index, at) for index, at in zip(scene.view.shown, places, strict=True)
    ]
    return region(scene, "districts", scene.t("Districts"), room, ground, *cards)


def _district(scene: FertilityScene, index: int, at: Box) -> str:
    if index == st.NONE:
        return textures.pressed(*at, 6)
    is_chosen, tip = scene.view.site == index, scene.tip(tips.district, scene.viewer, index)
    spot = scene.spot(at, f"district-{index}", act.BUILD.at(index), tip)
    return _card(scene.canvas, spot, index, is_chosen)


@drawn
def _card(canvas: FertilityCanvas, spot: Spot, index: int, is_chosen: bool) -> str:
    at, name, tip, build = spot
    return canvas.piece(
        # What changes comes before the picture, which then need not be sent again.
        shapes.ring(*at.grown(3)) if build.label else "",
        shapes.frame(*at.grown(2)) if is_chosen else "",
        _face(canvas, index, at),
        tip=tip,
        name=name,
        action=build,
    )


@drawn
def _face(canvas: FertilityCanvas, index: int, at: Box) -> str:
    cost, size = box.DISTRICT_COST[index], canvas.shape.letter
    face, r = "carnelian" if cost else "malachite", 0.72 * size
    x, y = at.right - r + 1, at.y + r - 1
    return svg.group(
        textures.laid(canvas.prefix, "linen", textures.slab(*at, 6), "line"),
        _shops(canvas, index, at),
        svg.circle(x, y, r, f"f-{face} line"),
        svg.text(x, y + 0.36 * size, cost, size, "f-linen sans", "middle", bold=True),
        class_="front",
    )


def _shops(canvas: FertilityCanvas, index: int, at: Box) -> str:
    numbers = [number for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]
    row = Box(at.x + 9, at.y + 5, at.w - 15, (at.h - 8) / len(numbers))
    return "".join(
        _front(canvas, number, row.moved(y=i * row.h), first=i == 0)
        for i, number in enumerate(numbers)
    )


def _front(canvas: FertilityCanvas, number: int, row: Box, *, first: bool) -> str:
    """A shop front, an arrow, and what the shop pays once it is supplied."""
    letter = canvas.shape.letter
    goods = min(30 if row.w > 400 else 28 if canvas.wide else 22, row.h - 13)
    stall = Box(row.x, 0, 2 * goods + 12, goods + (30 if row.h >= goods + 32 else 13))
    stall = stall._replace(y=row.level - stall.h / 2)
    between = 22 if canvas.wide else 14
    pay = square(stall.right + between, 0, min(30 if canvas.wide else 24, row.h - 8))
    pay = pay._replace(y=row.level - pay.h / 2)
    x = pay.x + _width(number) * pay.w + 5
    room = row.right - x - (0.6 * letter if first and row.h < 45 else 0)
    words = shapes.wrapped(terms.pays(canvas.t, number), room / letter, 2, shapes.ems)
    y = row.level + 0.36 * letter - 0.55 * letter * (len(words) - 1)
    return svg.joined(
        _stall(canvas, number, stall, goods),
        _arrow(stall.right + (between - 8) / 2, row.level),
        _gift(canvas, number, pay),
        shapes.written(words, x, y, letter, leading=1.1),
    )


def _gift(canvas: FertilityCanvas, number: int, at: Box) -> str:
    """What a shop pays; what each piece counts is written beside it."""
    if box.SHOP_KIND[number] == box.SPECIAL:
        return coin(canvas, at.mid, at.level, at.w / 2, box.SHOP_VALUE[number])
    return reward(canvas, number, at)


def _width(number: int) -> float:
    """The width of what a shop pays, in widths of a single thing."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GRAIN:
        return float(value)
    if kind == box.STATUE:
        return float(value.bit_count())
    return 1.4 if kind == box.EXCHANGE else 1.0


def _stall(canvas: FertilityCanvas, number: int, at: Box, goods: float) -> str:
    """A stall: a roof in the colour of its goods, the goods, a counter where there is room."""
    wanted = [each for each in box.SHOP_NEEDS[number] if each != box.NOTHING]
    pigment = "turquoise" if wanted[0] == box.ANY else icons.GROUNDS[wanted[0]]
    scale, top = at.w / ROOF[0], at.y + 11
    moved = f"translate({svg.number(at.x)} {svg.number(top - 14 * scale)}) scale({scale:.3g})"
    name = canvas.id(f"roof-{box.SHOP_KIND[number]}")
    roof = svg.element("use", href=f"#{name}", class_=f"f-{pigment}", transform=moved)
    inside = Box(at.x + 3, at.y + 5, at.w - 6, goods + 9)
    shelf = Box(inside.mid - (len(wanted) * (goods + 2) - 2) / 2, top + 1, goods, goods)
    places = shelf.repeated(len(wanted), 2, 2)
    shown = [need_icon(canvas, each, spot) for each, spot in zip(wanted, places, strict=True)]
    parts = [svg.rect(*inside, "f-basalt hair", 2), *shown, roof]
    if at.bottom > inside.bottom + 8:
        base = Box(at.x + 2, inside.bottom + 4, at.w - 4, at.bottom - inside.bottom - 4)
        parts.insert(0, svg.rect(*base, "f-limestone hair", 1))
        parts.append(svg.rect(at.x - 1, inside.bottom - 1, at.w + 2, 6, "f-timber hair", 2))
    return "".join(parts)


def _arrow(x: float, y: float) -> str:
    return svg.path(f"M{svg.number(x)} {svg.number(y - 5)}l8 5l-8 5z", "f-ink")
