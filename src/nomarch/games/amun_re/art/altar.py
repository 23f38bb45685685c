"""The altar: hands over hidden gold while offerings are secret, the sun when they are revealed.

While hands are opened it lies across the map. At a scoring the players stand on its stones.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from nomarch.draw import Box, Spot, disc, drawn, shapes, space, svg, textures
from nomarch.draw.shapes import badge, icon, wrapped, written
from nomarch.games.amun_re import actions as act, components as box, icons, state as st
from nomarch.games.amun_re.art.measures import AmunCanvas, AmunScene, coin, stamp
from nomarch.games.amun_re.words import component_names as terms, tips

BLOCK = 38
"""Height of the altar's stones."""
OPENING = 460
"""Height of the altar while it lies across the map."""
RAYS = 18
GIFTS = {act.TAKE_CARD: "card", act.TAKE_FARMER: "farmer", act.TAKE_BRICK: "brick"}


def is_open(scene: AmunScene) -> bool:
    return st.ADJUSTING <= scene.view.phase <= st.INCOME_CARDS


def is_opening(scene: AmunScene) -> bool:
    """Whether hands are opened one by one: between two decisions, on a wide board."""
    view = scene.view
    return scene.wide and view.phase == st.OFFERING and all(view.offered[: view.players])


def _height(scene: AmunScene) -> int:
    return 266 if scene.wide else 128


def draw(scene: AmunScene, parts: list[str], room: Box) -> None:
    """Draw the altar with all offerings, then their effect or the gold to add."""
    view, sky = scene.view, room._replace(h=_height(scene))
    if is_opening(scene):
        parts.append(_night(sky))
        return
    parts.append(_day(scene.canvas, sky, view.total) if is_open(scene) else _night(sky))
    places = Box(sky.x + 4, sky.y, sky.w - 8, sky.h).across(view.players)
    parts += (_place(scene, seat, at) for seat, at in zip(scene.seats, places, strict=True))
    parts += _adjustments(scene, sky)
    below = room._replace(y=sky.bottom + 8, h=min(80, room.bottom - sky.bottom - 8))
    if view.phase == st.OFFERING and scene.is_to_act:
        _purse(scene, parts, below)
    elif view.phase == st.REWARD and scene.is_to_act:
        _gifts(scene, parts, below)
    elif view.phase in (st.REWARD, st.INCOME_CARDS):
        _meaning(scene, parts, below)


def draw_opening(scene: AmunScene, egypt: Box) -> str:
    """Draw the altar as wide as the map while hands are opened, with the sum so far."""
    view, canvas = scene.view, scene.canvas
    at = Box(egypt.x, egypt.level - OPENING / 2, egypt.w, OPENING)
    sky = Box(at.x + 14, at.y + 48, at.w - 28, at.h - 62)
    title = terms.phase(scene.t, view)
    parts = [
        shapes.sheet(*at),
        shapes.heading(at.x + 20, at.y + 34, title, scene.shape.type.title),
        _day(canvas, sky, view.total),
    ]
    for seat, place in zip(scene.seats, sky.across(view.players, 6), strict=True):
        parts.append(_stone_of(scene, seat, place, 0, "", scene.names[seat]))
    return "".join(parts)


def _adjustments(scene: AmunScene, sky: Box) -> Iterator[str]:
    x, r, letter = sky.mid, 0.14 * sky.h, scene.shape.letter
    for action, side, words in ((act.LOWER, -1, "−3"), (act.RAISE, 1, "+3")):
        if scene.can(action):
            at = Box(x + side * 2.6 * r - 30, sky.y + 1.4 * r - 16, 60, 32)
            face = space(at, words, ground="gold", edge="line", ink="soot", size=letter, bold=True)
            name = "lower" if action == act.LOWER else "raise"
            yield scene.piece(face, name=name, action=action, around=at)


def _meaning(scene: AmunScene, parts: list[str], room: Box) -> None:
    size = scene.shape.letter
    text = terms.marker(scene.t, scene.view)
    lines = wrapped(text, room.w / size, 3, lambda line: shapes.ems(line, bold=False))
    parts.append(written(lines, room.x + 2, room.y + size, size, leading=1.25))


def _gifts(scene: AmunScene, parts: list[str], room: Box) -> None:
    high = min(room.h, 76)
    for (action, picture), place in zip(
        GIFTS.items(), room._replace(h=high).across(3, 10), strict=True
    ):
        can = scene.can(action)
        face = svg.rect(*place, f"f-{'chalk line' if can else 'papyrus hair'}", 8)
        icon_at = place.around(high - 8)
        shown = face + stamp(scene.canvas, picture, *icon_at[:3])
        if can:
            name = f"take-{picture}"
            parts.append(scene.piece(shown, name=name, action=action, around=place, out=1))
        else:
            parts.append(shown)


@drawn
def _night(sky: Box) -> str:
    stars = svg.path(_stars(sky), "nofill s-linen", stroke_width=3, stroke_linecap="round")
    return svg.rect(*sky, "f-soot line", 8) + stars


@drawn
def _day(canvas: AmunCanvas, sky: Box, total: int) -> str:
    sizes = canvas.shape.type
    r, size = 0.2 * sky.h, sizes.huge if sky.h > 300 else sizes.points
    face, x, y = svg.rect(*sky, "f-nile line", 8), sky.mid, sky.y + r + 8
    sum_ = shapes.figures(total)
    tip = canvas.t("The offerings total {gold}.").format(gold=sum_)
    rays = svg.path(_rays(x, y, sky), "f-gold", opacity="0.45")
    text = svg.text(x, y + 0.34 * size, sum_, size, "f-soot sans", "middle", bold=True)
    sun = svg.group(svg.circle(x, y, r, "f-gold line"), text, class_="touched")
    return face + canvas.piece(rays, sun, tip=tip, name="sun")


def podium(scene: AmunScene, parts: list[str], room: Box) -> None:
    """Draw the altar at a scoring: more points stand higher."""
    view, sky = scene.view, room._replace(h=room.h - 2)
    rays = svg.path(_rays(sky.mid, sky.y + 30, sky), "f-gold", opacity="0.45")
    sun = svg.circle(sky.mid, sky.y + 30, 22, "f-gold line")
    parts.append(svg.rect(*sky, "f-nile line", 8) + rays + sun)
    most, size = max(1, *view.points[: view.players]), scene.shape.type.title
    for seat, at in zip(scene.seats, sky.across(view.players, 6), strict=True):
        high = BLOCK + (sky.h - BLOCK - 72) * max(0, view.points[seat]) / most
        stone = Box(at.x + 3, sky.bottom - high - 2, at.w - 6, high)
        parts.append(textures.laid(scene.prefix, "stone", textures.slab(*stone, 4), "line"))
        parts.append(badge(seat, at.mid, stone.y - 17, 16))
        parts.append(shapes.number(at.mid, stone.y + 28, view.points[seat], size))


def _stars(sky: Box) -> str:
    places = ((0.618 * i % 1, i * i * 0.37 % 1) for i in range(1, 20))
    return "".join(
        f"M{round(sky.x + 12 + a * (sky.w - 24))} {round(sky.y + 10 + b * 0.52 * sky.h)}h.1"
        for a, b in places
    )


def _rays(x: float, y: float, sky: Box) -> str:
    data = ""
    for i in range(RAYS):
        points = []
        for a in (2 * pi * i / RAYS, 2 * pi * (i + 0.45) / RAYS):
            reach = min(
                (sky.w / 2 - 2) / max(abs(cos(a)), 1e-6),
                (sky.bottom - y - 2 if sin(a) > 0 else y - sky.y - 2) / max(abs(sin(a)), 1e-6),
            )
            points.append(f"{round(x + reach * cos(a))} {round(y + reach * sin(a))}")
        data += f"M{round(x)} {round(y)}L{points[0]} {points[1]}Z"
    return data


def _place(scene: AmunScene, seat: int, at: Box) -> str:
    view = scene.view
    units, taking = _units(scene, seat), view.phase == st.REWARD and view.seat == seat
    due = f"+{view.owed if taking else units}" if units else ""
    return _stone_of(scene, seat, at, units, due)


def _stone_of(scene: AmunScene, seat: int, at: Box, units: int, due: str, player: str = "") -> str:
    view, tip, offered = scene.view, _offering_tip(scene, seat), scene.view.offered[seat]
    if not is_open(scene) and offered != st.OPENED:
        spot = Spot(at, f"altar-{seat}-{offered}", tip)
        return _hidden(scene.canvas, spot, seat, bool(offered), units > 0, player)
    spot, adjusts = Spot(at, f"given-{seat}", tip), view.adjusting[seat] == 1
    return _opened(scene.canvas, spot, seat, view.offer[seat], adjusts, due, player)


def _offering_tip(scene: AmunScene, seat: int) -> str:
    view, t, name, given = scene.view, scene.t, scene.names[seat], scene.view.offer[seat]
    is_you, has_offered = seat == scene.viewer, view.offered[seat]
    if not is_open(scene) and is_you:
        return t("You've made your offering.") if has_offered else t("You haven't offered yet.")
    if not is_open(scene):
        if has_offered:
            return t("{player} has made an offering.").format(player=name)
        return t("{player} hasn't made an offering yet.").format(player=name)
    text = t("{player} steals 3 gold.") if given == box.THEFT else t("{player} offers {gold} gold.")
    if is_you:
        text = t("You steal 3 gold.") if given == box.THEFT else t("You offer {gold} gold.")
    tip = text.format(player=name, gold=given)
    if view.adjusting[seat] == 1:
        tip += " " + t("An adjustment card comes with it.")
    if units := _units(scene, seat):
        reward = t.ngettext(
            "Amun-Re gives {count} reward in return.",
            "Amun-Re gives {count} rewards in return.",
            units,
        )
        tip += " " + reward.format(count=units)
    return tip


def _units(scene: AmunScene, seat: int) -> int:
    view = scene.view
    ranks = [rank for rank in range(view.givers) if view.order[rank] == seat]
    return box.REWARDS[ranks[0]] if ranks else 0


@drawn
def _hidden(
    canvas: AmunCanvas, spot: Spot, seat: int, offered: bool, has_units: bool, player: str
) -> str:
    at, stone = spot.at, _stone(spot.at)
    size = 0.27 * at.h if canvas.wide else 44
    hand = stamp(canvas, "hand", at.mid - size / 2, stone.y - size, size)
    lies = svg.group(hand, class_="touched") if offered else ""
    return canvas.piece(*_slab(canvas, seat, at, has_units, player), lies, "", spot=spot)


@drawn
def _opened(
    canvas: AmunCanvas, spot: Spot, seat: int, given: int, adjusts: bool, due: str, player: str
) -> str:
    at, x, stone = spot.at, spot.at.mid, _stone(spot.at)
    r = 0.1 * at.h if canvas.wide else 19
    level = stone.y - r
    lies = _theft(canvas, x, level, r)
    if given != box.THEFT:
        lies = coin(canvas, x, level, given, r)
    if adjusts:
        lies += icon(icons.ICONS[box.ADJUST], x + 12, stone.y - 44, 30)
    reward = canvas.count(x + 18, stone.level, due) if due else ""
    slab = _slab(canvas, seat, at, bool(due), player)
    return canvas.piece(*slab, svg.group(lies, class_="touched"), reward, spot=spot)


def _stone(at: Box) -> Box:
    return Box(at.x + 2, at.bottom - BLOCK, at.w - 4, BLOCK - 3)


def _slab(canvas: AmunCanvas, seat: int, at: Box, has_units: bool, player: str) -> tuple[str, str]:
    """Draw a stone with its seat's mark, and room for the gifts, or for the player's name."""
    stone, size = _stone(at), canvas.shape.type.text
    slab = textures.laid(canvas.prefix, "stone", textures.slab(*stone, 4), "line")
    if not player:
        return slab, badge(seat, at.mid - (15 if has_units else 0), stone.level, 14)
    name = shapes.fitted(player, stone.w - 44, size)
    x = stone.mid - (34 + shapes.breadth(name, size)) / 2 + 14
    low = stone.level + 0.35 * size
    return slab, badge(seat, x, stone.level, 14) + svg.text(
        x + 20, low, name, size, "f-soot sans", bold=True
    )


def _theft(canvas: AmunCanvas, x: float, y: float, r: float) -> str:
    size = canvas.shape.letter
    return svg.circle(x, y, r, "f-carnelian line") + svg.text(
        x, y + 0.36 * size, f"−{box.THEFT_GOLD}", size, "f-linen sans", "middle", bold=True
    )


def _purse(scene: AmunScene, parts: list[str], room: Box) -> None:
    view, t, y = scene.view, scene.t, room.y
    r = 30 if scene.wide else 21
    level = y + 1.35 * r
    for i, gold in enumerate(box.DENOMINATIONS):
        x, action = room.x + 1.3 * r + i * 2.7 * r, act.PUT.at(i)
        if scene.can(action):
            shown, around = coin(scene.canvas, x, level, f"+{gold}", r), disc(x, level, 1.24 * r)
            name = f"put-{gold}"
            tip = tips.put(t, view, scene.viewer, gold)
            more = {"around": around, "out": 0, "r": 1.24 * r}
            parts.append(scene.piece(shown, tip=tip, name=name, action=action, **more))
    given, right, size = max(0, view.offer[scene.viewer]), room.right, 2.6 * r
    tip = t("Your offering so far: {gold} gold")
    held = [
        stamp(scene.canvas, "hand", right - size - 10, level - size / 2, size),
        scene.canvas.count(right - size / 2 - 8, level + 0.4 * r, given),
    ]
    if view.adjusting[scene.viewer] == 1:
        held.append(icon(icons.ICONS[box.ADJUST], right - 30, y - 2, 30))
        tip = t("Your offering so far: {gold} gold and an adjustment card")
    parts.append(scene.piece(*held, tip=tip.format(gold=given), name="offering"))
