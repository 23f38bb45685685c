"""The shops of a city as pictures, and what they need and pay."""

from nomarch.draw import INERT, Box, PieceAction, Spot, drawn, shapes, square, svg
from nomarch.games.fertility import components as box, icons, state as st
from nomarch.games.fertility.art import common
from nomarch.games.fertility.art.common import FertilityCanvas

SHOP_WIDTH, SHOP_HEIGHT, SPOT = 110, 26, 24
"""A shop's measures at scale 1."""

Offers = tuple[tuple[int, PieceAction], ...]
"""Resources that the viewer may put on a shop, each with its action."""


@drawn
def printed(canvas: FertilityCanvas, index: int, at: Box, scale: float) -> str:
    """A district's shops as they are printed: icons, an arrow, a reward; smaller if need be."""
    numbers = [number for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]
    scale = min(scale, at.h / (len(numbers) * SHOP_HEIGHT + 4), (at.w - 4) / SHOP_WIDTH)
    x, y, parts = at.x + 4, at.level - len(numbers) * SHOP_HEIGHT * scale / 2, []
    for number in numbers:
        needs = zip(box.SHOP_NEEDS[number], _spots(x, y, scale), strict=True)
        parts += [need_icon(canvas, need, spot) for need, spot in needs if need != box.NOTHING]
        parts += (_arrow(x, y, scale), reward(canvas, number, _pay(x, y, scale)))
        y += SHOP_HEIGHT * scale
    return "".join(parts)


def _spots(x: float, y: float, scale: float) -> list[Box]:
    return square(x, y + scale, SPOT * scale).repeated(box.ICONS_PER_SHOP, 2, 2 * scale)


def need_icon(canvas: FertilityCanvas, need: int, at: Box) -> str:
    """An icon of a shop; one that takes anything shows all four resources."""
    if need == box.ANY:
        return shapes.card(*at, "papyrus") + common.use(canvas, "any", *at[:3])
    return common.good(canvas, need, *at[:3])


def _arrow(x: float, y: float, scale: float) -> str:
    half = 4 * scale
    start = f"M{svg.number(x + 52 * scale)} {svg.number(y + SHOP_HEIGHT / 2 * scale - half)}"
    tip, down = svg.number(half * 1.4), svg.number(half)
    return svg.path(f"{start}l{tip} {down}l-{tip} {down}z", "f-ink")


def _pay(x: float, y: float, scale: float) -> Box:
    return square(x + 60 * scale, y + scale, SPOT * scale)


@drawn
def reward(canvas: FertilityCanvas, number: int, at: Box) -> str:
    """A shop's reward: a coin, a coin for each piece, wheat, gods or an exchange."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return coin(canvas, at.mid, at.level, at.w / 2, value)
    if kind == box.SPECIAL:
        each = at.moved(at.w * 1.09).around(at.w * 0.7)
        foot = f"M{svg.number(at.right + 1)} {svg.number(at.level + at.w / 4)}"
        slash = f"{foot}l{svg.number(at.w / 5)} -{svg.number(at.w / 2)}"
        return (
            coin(canvas, at.mid, at.level, at.w / 2, value)
            + svg.path(slash, "nofill line")
            + common.good(canvas, box.SHOP_NEEDS[number][0], *each[:3])
        )
    if kind == box.GRAIN:
        places = at.repeated(value, value, -0.05 * at.w)
        return "".join(common.good(canvas, box.WHEAT, *place[:3]) for place in places)
    if kind == box.STATUE:
        gods = [f"g{i}" for i in range(box.GODS) if value >> i & 1]
        statues = zip(gods, at.repeated(len(gods), len(gods), 1), strict=True)
        return "".join(god(canvas, name, place) for name, place in statues)
    if kind == box.CHOICE:
        return god(canvas, "any-god", at)
    offered = [r for r in range(box.KINDS) if value >> r & 1]
    scale = at.w / SPOT
    chip = square(at.right + 3 * scale, at.y + scale, 6.4 * scale)
    chips = zip(offered, chip.repeated(len(offered), 1, 1.3 * scale), strict=True)
    dots = [svg.rect(*dot, f"f-{icons.GROUNDS[r]} hair", 1) for r, dot in chips]
    return common.use(canvas, "exchange", *at[:3]) + "".join(dots)


def coin(
    canvas: FertilityCanvas, x: float, y: float, r: float, value: int, rim: str = "gold"
) -> str:
    size = canvas.shape.type.fit(min(1.3, 2.8 / len(str(value))) * r)
    number = shapes.number(x, y + 0.35 * size, value, size)
    return svg.circle(x, y, r, f"f-{rim} line") + svg.circle(x, y, 0.76 * r, "f-chalk") + number


def god(canvas: FertilityCanvas, name: str, at: Box) -> str:
    ground = "papyrus" if name == "any-god" else "turquoise"
    return shapes.card(*at, ground) + common.use(canvas, name, *at.grown(-1)[:3])


@drawn
def shop(
    canvas: FertilityCanvas,
    seat: int,
    place: int,
    number: int,
    put: tuple[int, ...],
    x: float,
    y: float,
    scale: float,
    tip: str,
    offers: Offers,
) -> str:
    needs = [*zip(box.SHOP_NEEDS[number], put, _spots(x, y, scale), strict=True)]
    is_complete = all(need == box.NOTHING or piece != st.NONE for need, piece, _ in needs)
    has_many = needs[0][0] == box.ANY and len(offers) > 1
    gift = reward(canvas, number, _pay(x, y, scale))
    back = Box(x - 2, y + 0.5, SHOP_WIDTH * scale - 2, SHOP_HEIGHT * scale - 1)
    parts = [
        canvas.piece(
            svg.rect(*back, "f-papyrus-deep" if is_complete else "nofill", 5),
            gift if is_complete else svg.group(gift, opacity="0.6"),
            "" if has_many else _arrow(x, y, scale),
            tip=tip,
            name=f"shop-{seat}-{place}",
        )
    ]
    for need, piece, spot in needs:
        if piece != st.NONE:
            parts.append(common.good(canvas, piece, *spot[:3]))
        elif need != box.NOTHING and has_many:
            parts.append(_any_spots(canvas, place, offers, spot, scale))
        elif need != box.NOTHING:
            wanted = [offer for offer in offers if need in (box.ANY, offer[0])]
            parts.append(_spot(canvas, place, need, wanted[0] if wanted else None, spot))
            # One action, one piece: a second icon of the same resource waits.
            offers = tuple(offer for offer in offers if offer not in wanted)
    return "".join(parts)


def _spot(
    canvas: FertilityCanvas, place: int, need: int, offer: tuple[int, PieceAction] | None, at: Box
) -> str:
    """An empty icon of a shop: pale, with a ring when a piece may go there."""
    resource, action = offer or (st.NONE, INERT)
    if not action.label:
        return svg.group(need_icon(canvas, need, at), opacity="0.8" if need == box.ANY else "0.5")
    pale = svg.group(need_icon(canvas, need, at), opacity="0.8")
    spot = Spot(at, f"supply-{place}-{resource}", action=action)
    return canvas.piece(svg.rect(*at, "f-papyrus", 3), pale, spot=spot, out=0, r=4)


def _any_spots(canvas: FertilityCanvas, place: int, offers: Offers, at: Box, scale: float) -> str:
    """An icon that takes any resource, with one button for each that is at hand."""
    size = min(SPOT, 57 / len(offers) - 1) * scale
    first = square(at.x, at.level - size / 2, size)
    spots = zip(offers, first.repeated(len(offers), len(offers), 1.2 * scale), strict=True)
    return "".join(_spot(canvas, place, offer[0], offer, spot) for offer, spot in spots)
