"""The altar: hands over hidden gold while offerings are secret, the sun when they are revealed.

At a scoring the players stand on its stones.
"""

from math import cos, pi, sin

from nomarch.draw import Box, badge, disc, drawn, icon, shapes, svg, textures, wrapped, written
from nomarch.games.amun_re.art.measures import (
    AmunCanvas,
    AmunScene,
    act,
    box,
    coin,
    component_names,
    count,
    icons,
    st,
    stamp,
    tips,
)

HEIGHT = 128
BLOCK = 38
"""Height of the altar's stones."""
RAYS = 18
GIFTS = {act.TAKE_CARD: "card", act.TAKE_FARMER: "farmer", act.TAKE_BRICK: "brick"}


def is_open(scene: AmunScene) -> bool:
    """Whether all offerings are revealed."""
    return st.ADJUSTING <= scene.view.phase <= st.INCOME_CARDS


def draw(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Draw the altar with all offerings, then their effect or the gold to add."""
    sky = room._replace(h=HEIGHT)
    parts.append(_day(scene.canvas, sky, scene.view.total) if is_open(scene) else _night(sky))
    places = Box(sky.x + 4, sky.y, sky.w - 8, HEIGHT).across(scene.view.players)
    parts += (_place(scene, seat, at) for seat, at in zip(scene.seats, places, strict=True))
    below = room._replace(y=sky.bottom + 6)
    if scene.view.phase == st.OFFERING and scene.is_to_act:
        return _purse(scene, parts, below)
    if scene.view.phase == st.REWARD and scene.is_to_act:
        return _gifts(scene, parts, below)
    if scene.view.phase in (st.REWARD, st.INCOME_CARDS):
        return _meaning(scene, parts, below)
    return sky.bottom


def _meaning(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Return the effect of the sum on farmers, temples and camels."""
    size = scene.shape.letter
    lines = wrapped(component_names.marker(scene.t, scene.view), int(room.w / (0.56 * size)), 2)
    parts.append(written(lines, room.x + 2, room.y + size, size, leading=1.3))
    return room.y + 2.6 * size


def _gifts(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Draw the gifts: a card, a farmer or a brick at a time."""
    for (action, picture), place in zip(
        GIFTS.items(), room._replace(h=60).across(3, 10), strict=True
    ):
        can = scene.can(action)
        face = svg.rect(*place, f"f-{'chalk line' if can else 'papyrus hair'}", 8)
        shown = face + stamp(scene.canvas, picture, place.mid - 25, place.y + 5, 50)
        if can:
            name = f"take-{picture}"
            parts.append(scene.piece(shown, name=name, action=action, around=place, out=1))
        else:
            parts.append(shown)
    return room.y + 64


@drawn
def _night(sky: Box) -> str:
    """Draw the sky before the offerings are revealed."""
    stars = svg.path(_stars(sky), "nofill s-linen", stroke_width=3, stroke_linecap="round")
    return svg.rect(*sky, "f-soot line", 8) + stars


@drawn
def _day(canvas: AmunCanvas, sky: Box, total: int) -> str:
    """Draw the sun with the sum of the offerings."""
    face, x, y = svg.rect(*sky, "f-nile line", 8), sky.mid, sky.y + 33
    sum_ = shapes.figures(total)
    tip = canvas.t("The offerings total {gold}.").format(gold=sum_)
    rays = svg.path(_rays(x, y, sky), "f-gold", opacity="0.45")
    sun = svg.circle(x, y, 28, "f-gold line") + svg.text(
        x, y + 9, sum_, 27, "f-soot serif", "middle", bold=True
    )
    return face + canvas.piece(rays, sun, tip=tip, name="sun")


def podium(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Draw the altar at a scoring: more points stand higher."""
    view, sky = scene.view, room._replace(h=HEIGHT + 40)
    rays = svg.path(_rays(sky.mid, sky.y + 30, sky), "f-gold", opacity="0.45")
    sun = svg.circle(sky.mid, sky.y + 30, 22, "f-gold line")
    parts.append(svg.rect(*sky, "f-nile line", 8) + rays + sun)
    most = max(1, *view.points[: view.players])
    for seat, at in zip(scene.seats, sky.across(view.players, 6), strict=True):
        high = BLOCK + 58 * max(0, view.points[seat]) / most
        stone = Box(at.x + 3, sky.bottom - high - 2, at.w - 6, high)
        parts.append(textures.laid(scene.prefix, "stone", textures.slab(*stone, 4), "line"))
        told = view.points[seat]
        parts.append(badge(seat, at.mid, stone.y - 17, 16))
        parts.append(svg.text(at.mid, stone.y + 28, told, 24, "f-ink serif", "middle", bold=True))
    return sky.bottom + 4


def _stars(sky: Box) -> str:
    places = ((0.618 * i % 1, i * i * 0.37 % 1) for i in range(1, 20))
    return "".join(
        f"M{round(sky.x + 12 + a * (sky.w - 24))} {round(sky.y + 10 + b * 66)}h.1"
        for a, b in places
    )


def _rays(x: float, y: float, sky: Box) -> str:
    """Draw rays up to the edges of the sky."""
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
    view, tip, offered = scene.view, _offering_tip(scene, seat), scene.view.offered[seat]
    if not is_open(scene) and offered != st.OPENED:
        return _hidden(scene.canvas, seat, at, offered, tip, _units(scene, seat) > 0)
    units, taking = _units(scene, seat), view.phase == st.REWARD and view.seat == seat
    due = f"+{view.owed if taking else units}" if units else ""
    adjusts = view.adjusting[seat] == 1
    return _opened(scene.canvas, seat, at, view.offer[seat], adjusts, tip, due)


def _offering_tip(scene: AmunScene, seat: int) -> str:
    view, t, name, given = scene.view, scene.t, scene.names[seat], scene.view.offer[seat]
    is_you, has_offered = seat == scene.viewer, view.offered[seat]
    if not is_open(scene) and is_you:
        return t("You've made your offering.") if has_offered else t("You haven't offered yet.")
    if not is_open(scene):
        if has_offered:
            return t("{player} has made an offering.").format(player=name)
        return t("{player} hasn't made an offering yet.").format(player=name)
    told = t("{player} steals 3 gold.") if given == box.THEFT else t("{player} offers {gold} gold.")
    if is_you:
        told = t("You steal 3 gold.") if given == box.THEFT else t("You offer {gold} gold.")
    tip = told.format(player=name, gold=given)
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
    """Draw the units a seat receives for its offering."""
    view = scene.view
    ranks = [rank for rank in range(view.givers) if view.order[rank] == seat]
    return box.REWARDS[ranks[0]] if ranks else 0


@drawn
def _hidden(canvas: AmunCanvas, seat: int, at: Box, offered: int, tip: str, has_units: bool) -> str:
    """Draw a seat's stone, with a hand on it once the seat has chosen."""
    stone = _stone(at)
    lies = stamp(canvas, "hand", at.mid - 22, stone.y - 44, 44) if offered else ""
    name = f"altar-{seat}-{offered}"
    return canvas.piece(*_slab(canvas, seat, at, has_units), lies, "", tip=tip, name=name)


@drawn
def _opened(
    canvas: AmunCanvas, seat: int, at: Box, given: int, adjusts: bool, tip: str, due: str
) -> str:
    """Draw a seat's stone with its offering and the number of units it earns."""
    x, stone = at.mid, _stone(at)
    lies = _theft(x, stone.y) if given == box.THEFT else coin(canvas, x, stone.y - 19, given, 19)
    if adjusts:
        lies += icon(icons.ICONS[box.ADJUST], x + 12, stone.y - 44, 30)
    reward = count(canvas, x + 18, stone.level, due) if due else ""
    name = f"given-{seat}"
    return canvas.piece(*_slab(canvas, seat, at, bool(due)), lies, reward, tip=tip, name=name)


def _stone(at: Box) -> Box:
    return Box(at.x + 2, at.bottom - BLOCK, at.w - 4, BLOCK - 3)


def _slab(canvas: AmunCanvas, seat: int, at: Box, has_units: bool) -> tuple[str, str]:
    """Draw a stone with its seat's mark, and room for the gifts."""
    stone = _stone(at)
    slab = textures.laid(canvas.prefix, "stone", textures.slab(*stone, 4), "line")
    return slab, badge(seat, at.mid - (15 if has_units else 0), stone.level, 14)


def _theft(x: float, y: float) -> str:
    """Draw the empty hand of a thief."""
    return svg.circle(x, y - 19, 19, "f-carnelian line") + svg.text(
        x, y - 12.5, f"−{box.THEFT_GOLD}", 18, "f-linen sans", "middle", bold=True
    )


def _purse(scene: AmunScene, parts: list[str], room: Box) -> float:
    """Draw the viewer's offering in progress: gold to add, and what lies there."""
    view, t, y = scene.view, scene.t, room.y
    for i, gold in enumerate(box.DENOMINATIONS):
        x, action = room.x + 27 + i * 56, act.PUT.at(i)
        if scene.can(action):
            shown, around = coin(scene.canvas, x, y + 29, f"+{gold}", 21), disc(x, y + 29, 26)
            name = f"put-{gold}"
            tip = tips.put(t, view, scene.viewer, gold)
            put = scene.piece(shown, tip=tip, name=name, action=action, around=around, out=0, r=26)
            parts.append(put)
    given, right = max(0, view.offer[scene.viewer]), room.right
    tip = t("Your offering so far: {gold} gold")
    held = [
        stamp(scene.canvas, "hand", right - 66, y + 2, 56),
        count(scene.canvas, right - 36, y + 40, given),
    ]
    if view.adjusting[scene.viewer] == 1:
        held.append(icon(icons.ICONS[box.ADJUST], right - 30, y - 2, 30))
        tip = t("Your offering so far: {gold} gold and an adjustment card")
    parts.append(scene.piece(*held, tip=tip.format(gold=given), name="offering"))
    return y + 60
