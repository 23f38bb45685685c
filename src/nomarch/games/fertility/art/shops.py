"""Shops and districts as pictures."""

from __future__ import annotations

from nomarch.draw import shapes, svg
from nomarch.draw.box import Box, square
from nomarch.draw.memory import part
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import card, frame, heading
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.art.scene import GAP, Scene
from nomarch.games.fertility.rules import shops

SHOP_WIDTH, SHOP_HEIGHT, SPOT = 118, 28, 24
"""A shop's measures at scale 1."""


# --- Districts ------------------------------------------------------------------------------------


@part
def shown(scene: Scene, x: float, y: float, w: float, scale: float) -> str:
    """The four districts face up, with their costs."""
    first = Box(x, y + 24, (w - GAP) / 2, 3 * SHOP_HEIGHT * scale + 8)
    places = zip(scene.view.shown, first.repeated(box.SHOWN, 2, GAP), strict=True)
    cards = [_district(scene, index, at, scale) for index, at in places]
    return heading(x, y + 14, scene.t("Districts"), 17) + "".join(cards)


def shown_height(scale: float) -> float:
    """The height of the districts face up, with their heading."""
    return 24 + 2 * (3 * SHOP_HEIGHT * scale + 8 + GAP)


@part
def _district(scene: Scene, index: int, at: Box, scale: float) -> str:
    """A district that can be built, or the place of one that has been."""
    if index == st.NONE:
        return svg.rect(*at, "f-papyrus-deep hair", 6)
    cost = box.DISTRICT_COST[index]
    ground, x = "carnelian" if cost else "malachite", at.right - 13
    return scene.piece(
        card(*at, "chalk"),
        printed(scene, index, at, scale),
        svg.circle(x, at.y + 13, 11, f"f-{ground} line"),
        svg.text(x, at.y + 18, cost, 15, "f-papyrus sans", "middle", bold=True),
        frame(*at.grown(2)) if scene.view.site == index else "",
        tip=words.district_tip(scene.t, index),
        name=f"district-{index}",
        action=act.BUILD.at(index),
        around=at,
    )


@part
def printed(scene: Scene, index: int, at: Box, scale: float) -> str:
    """A district's shops as they are printed: icons, an arrow, a reward; smaller if need be."""
    numbers = [number for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]
    scale = min(scale, at.h / (len(numbers) * SHOP_HEIGHT + 4))
    x, y, parts = at.x + 4, at.level - len(numbers) * SHOP_HEIGHT * scale / 2, []
    for number in numbers:
        needs = zip(box.SHOP_NEEDS[number], _spots(x, y, scale), strict=True)
        parts += [_need(scene, need, spot) for need, spot in needs if need != box.NOTHING]
        parts += (_arrow(x, y, scale), _reward(scene, number, x, y, scale))
        y += SHOP_HEIGHT * scale
    return "".join(parts)


# --- Parts of a shop ------------------------------------------------------------------------------


def _spots(x: float, y: float, scale: float) -> list[Box]:
    """The places of a shop's two icons."""
    return square(x, y + 2 * scale, SPOT * scale).repeated(box.ICONS_PER_SHOP, 2, 3 * scale)


def _need(scene: Scene, need: int, at: Box) -> str:
    if need == box.ANY:
        return card(*at, "papyrus") + scene.use("any", *at[:3])
    return scene.good(need, *at[:3])


def _arrow(x: float, y: float, scale: float) -> str:
    half = 4 * scale
    start = f"M{svg.number(x + 55 * scale)} {svg.number(y + SHOP_HEIGHT / 2 * scale - half)}"
    tip, down = svg.number(half * 1.4), svg.number(half)
    return svg.path(f"{start}l{tip} {down}l-{tip} {down}z", "f-ink")


def _reward(scene: Scene, number: int, x: float, y: float, scale: float) -> str:
    """What a shop gives: a coin, a coin for each piece, wheat, gods or an exchange."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    at = square(x + 65 * scale, y + 2 * scale, SPOT * scale)
    if kind == box.GENERAL:
        return coin(at.mid, at.level, at.w / 2, value)
    if kind == box.SPECIAL:
        each = at.moved(at.w * 1.24 - at.w * 0.15).around(at.w * 0.7)
        slash = (at.x + at.w * 1.02, at.level + 5 * scale, "/", 15 * scale)
        return (
            coin(at.mid, at.level, at.w / 2, value)
            + svg.text(*slash, "f-ink sans", bold=True)
            + scene.good(box.SHOP_NEEDS[number][0], *each[:3])
        )
    if kind == box.GRAIN:
        places = at.repeated(value, value, -0.05 * at.w)
        return "".join(scene.good(box.WHEAT, *place[:3]) for place in places)
    if kind == box.STATUE:
        gods = [name for name in range(box.GODS) if value >> name & 1]
        places = at.repeated(len(gods), len(gods), 1)
        return "".join(god(scene, f"g{g}", at) for g, at in zip(gods, places, strict=True))
    if kind == box.CHOICE:
        return god(scene, "any-god", at)
    offered = [r for r in range(box.KINDS) if value >> r & 1]
    chip = square(at.right + 3 * scale, at.y + scale, 6.4 * scale)
    chips = zip(offered, chip.repeated(len(offered), 1, 1.3 * scale), strict=True)
    dots = [svg.rect(*dot, f"f-{icons.GROUNDS[r]} hair", 1) for r, dot in chips]
    return scene.use("exchange", *at[:3]) + "".join(dots)


def coin(x: float, y: float, r: float, value: int, rim: str = "gold") -> str:
    """So many Debens."""
    told = shapes.number(x, y + 0.42 * r + 0.6, value, max(13, 1.2 * r))
    return svg.circle(x, y, r, f"f-{rim} line") + svg.circle(x, y, 0.76 * r, "f-chalk") + told


def god(scene: Scene, name: str, at: Box) -> str:
    """A god's statue."""
    ground = "papyrus" if name == "any-god" else "turquoise"
    return card(*at, ground) + scene.use(name, *at.grown(-1)[:3])


# --- A shop in a city -----------------------------------------------------------------------------


@part
def shop(scene: Scene, seat: int, place: int, x: float, y: float, scale: float) -> str:
    """A shop in a city: icons that fill up, and the reward, pale until it is earned."""
    number = scene.view.shop[seat][place]
    done = shops.is_complete(scene.view, seat, place)
    offers = _offers(scene, seat, place)
    many = box.SHOP_NEEDS[number][0] == box.ANY and len(offers) > 1
    reward = _reward(scene, number, x, y, scale)
    back = Box(x - 2, y + 0.5, SHOP_WIDTH * scale - 2, SHOP_HEIGHT * scale - 1)
    drawn = scene.piece(
        svg.rect(*back, "f-papyrus-deep" if done else "nofill", 5),
        reward if done else svg.group(reward, opacity="0.6"),
        "" if many else _arrow(x, y, scale),
        tip=words.shop(scene.t, number),
        name=f"shop-{seat}-{place}",
    )
    for i, spot in enumerate(_spots(x, y, scale)):
        need, put = box.SHOP_NEEDS[number][i], scene.view.put[seat][place][i]
        if put != st.NONE:
            drawn += scene.good(put, *spot[:3])
        elif need != box.NOTHING and many:
            drawn += _any_spots(scene, offers, spot, scale)
        elif need != box.NOTHING:
            wanted = [action for action in offers if need in (box.ANY, act.SUPPLY.resource(action))]
            drawn += _spot(scene, need, wanted[0] if wanted else NO_ACTION, spot)
            # One action, one piece: a second icon of the same resource waits.
            offers = [action for action in offers if action not in wanted]
    return drawn


def _offers(scene: Scene, seat: int, place: int) -> list[int]:
    """What the viewer may put onto a shop of its own."""
    actions = [act.SUPPLY.at(place, resource) for resource in range(box.KINDS)]
    return [action for action in actions if scene.can(scene.of(seat, action))]


def _spot(scene: Scene, need: int, action: int, at: Box) -> str:
    """An empty icon of a shop: pale, with a ring when a piece may go there."""
    if action == NO_ACTION:
        return svg.group(_need(scene, need, at), opacity="0.5")
    pale = svg.group(_need(scene, need, at), opacity="0.8")
    name = f"supply-{act.SUPPLY.shop(action)}-{act.SUPPLY.resource(action)}"
    ground = svg.rect(*at, "f-papyrus", 3)
    return scene.piece(ground, pale, name=name, action=action, around=at, out=0, r=4)


def _any_spots(scene: Scene, offers: list[int], at: Box, scale: float) -> str:
    """An icon that takes any resource, with one button for each that is at hand."""
    size = min(SPOT, 62 / len(offers) - 1) * scale
    first = square(at.x, at.level - size / 2, size)
    places = zip(offers, first.repeated(len(offers), len(offers), 1.2 * scale), strict=True)
    return "".join(_spot(scene, act.SUPPLY.resource(a), a, place) for a, place in places)
