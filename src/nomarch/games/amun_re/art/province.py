"""A province: its land, whose it is, and what stands on it."""

from nomarch.draw import SEATS, Box, badge, card, icon, part, question, svg
from nomarch.games.amun_re.art import measures
from nomarch.games.amun_re.art.geography import Area
from nomarch.games.amun_re.art.measures import AmunScene, act, box, icons, names, st

INSET = 6
"""An owner's border, and a ring, lie so far inside the land."""


@part
def draw(scene: AmunScene, p: int, area: Area) -> str:
    """The land of a province with everything on it; a button when it can be chosen."""
    view, action = scene.view, act.PROVINCE.at(p)
    outline = area.outline(INSET if scene.wide else 3)
    ring = f"{svg.path(outline, 'nofill ring-edge')}{svg.path(outline, 'nofill ring')}"
    is_out = _is_out(view, p)
    standing = _buried(scene, p, area) if is_out else _standing(scene, p, area)
    return scene.piece(
        _land(scene, p, outline),
        "" if is_out else _sights(scene, p, area),
        svg.group(*standing, class_="touched"),
        ring if scene.can(action) else "",
        tip=measures.province_tip(scene, p),
        says=measures.province_says(scene, p),
        name=f"province-{p}",
        action=action,
    )


def _is_out(view: st.State, p: int) -> bool:
    """Whether a province takes no part any more in this kingdom."""
    return not view.card[p] and view.owner[p] < 0 and not view.pool[p]


def _land(scene: AmunScene, p: int, outline: str) -> str:
    """The ground: green along the Nile, pale when up for auction, in the owner's colour."""
    view, owner = scene.view, scene.view.owner[p]
    width = 5 if scene.wide else 4
    if owner >= 0:
        seat = SEATS[owner]
        return svg.path(outline, f"f-{seat} s-{seat}", stroke_width=width, fill_opacity="0.2")
    if view.card[p]:
        edge = "s-carnelian" if measures.is_picked(scene, p) else "s-ink"
        return svg.path(outline, f"f-chalk {edge}", stroke_width=width, fill_opacity="0.75")
    pigment, thin = ("reed", "0.35") if box.NILE[p] else ("clay", "0.1")
    return svg.path(outline, f"f-{pigment}", fill_opacity=thin)


def _buried(scene: AmunScene, p: int, area: Area) -> list[str]:
    """A province that sleeps under the sand: its name alone."""
    name, size = names.province(scene.t, p), scene.shape.letter
    return [svg.text(area.room.mid, area.room.level, name, size, "f-ink serif", "middle")]


def _standing(scene: AmunScene, p: int, area: Area) -> list[str]:
    """Name, fields with farmers, stones and buildings, in the middle of the land."""
    inside = _inside(scene, area)
    signs, fields = (0, 31) if scene.wide else (26, 49)
    return [
        _name(scene, p, inside),
        _signs(scene, p, inside.moved(y=signs)),
        *_fields(scene, _cells(scene, p), inside.moved(y=fields)),
        *_stones(scene, p, inside),
        *_yields(scene, p, inside),
    ]


def _sights(scene: AmunScene, p: int, area: Area) -> str:
    """What grows where a wide land has nothing else: palms at the Nile, rocks in the desert."""
    inside = _inside(scene, area)
    room, picture, size = area.room, "palm" if box.NILE[p] else "rock", 34 if scene.wide else 24
    free = inside.y - room.y
    if free < 1.4 * size:
        return ""
    spots = [(0.2, 0.45), (0.62, 0.7), (0.36, 0.7), (0.75, 0.4)]
    tops = (room.y, room.y, inside.bottom, inside.bottom)
    return "".join(
        scene.stamp(picture, room.x + a * room.w - size / 2, top + b * free - size / 2, size)
        for (a, b), top in zip(spots, tops, strict=True)
    )


def _inside(scene: AmunScene, area: Area) -> Box:
    """The room that things stand in."""
    width, height = (154, 99) if scene.wide else (82, 126)
    return Box(area.room.mid - width / 2, area.room.level - height / 2, width, height)


def _name(scene: AmunScene, p: int, inside: Box) -> str:
    """The name on a sheet of papyrus, behind the owner's or the leading bidder's mark."""
    size, name, seat = scene.shape.letter, names.province(scene.t, p), _holder(scene, p)
    shift = 22 if seat >= 0 and scene.wide else 0
    width = (12 if scene.wide else 4) + 0.68 * size * len(name)
    left = inside.x + shift if scene.wide else inside.mid - width / 2
    sheet = Box(left, inside.y, width, 25)
    told = svg.text(sheet.mid, sheet.y + 18.5, name, size, "f-ink serif", "middle")
    mark = badge(seat, inside.x + 11, inside.y + 12, 14) if shift else ""
    return svg.rect(*sheet, "f-papyrus hair", 4) + told + mark


@question
def _holder(scene: AmunScene, p: int) -> int:
    """Whose mark a province bears: its owner's, or that of the highest bid."""
    view = scene.view
    if view.owner[p] >= 0:
        return int(view.owner[p])
    bids = [(view.bid_step[seat], seat) for seat in range(view.players) if view.bid_on[seat] == p]
    return max(bids)[1] if view.card[p] and bids else -1


def _signs(scene: AmunScene, p: int, row: Box) -> str:
    """The card symbols, from the right; on a narrow board the holder's mark before them."""
    seat, count = _holder(scene, p), box.SYMBOLS[p]
    step = 9 if scene.wide else 14
    cards = [
        scene.stamp("card", row.right - 20 - step * (count - 1 - i), row.y + 1, 22)
        for i in range(count)
    ]
    mark = badge(seat, row.x + 10, row.y + 11, 11) if seat >= 0 and not scene.wide else ""
    return "".join(cards) + mark


# --- Fields -----------------------------------------------------------------------------------


def _cells(scene: AmunScene, p: int) -> list[tuple[str, object]]:
    """What stands in rows: fields with or without farmers, others, gifts, income cards."""
    view = scene.view
    fields = [("field", i < view.farmers[p]) for i in range(box.SPACES[p])]
    free = [("free", int(view.free[p]))] * (view.free[p] > 0)
    gold = [("gold", box.GIFT_GOLD[p])] * bool(view.card[p] and box.GIFT_GOLD[p])
    laid = [("laid", kind) for kind in _income_cards(scene, p)]
    others = [("free", 1)] * box.PRINTED[p]
    return [*fields, *others, *free, *[("gift", 1)] * view.gifts[p], *gold, *laid]


@question
def _income_cards(scene: AmunScene, p: int) -> tuple[int, ...]:
    """The income cards that were laid on a province this turn."""
    view, owner = scene.view, scene.view.owner[p]
    if owner < 0:
        return ()
    laid = ((box.EIGHT, view.eight), (box.EXTRA, view.extra))
    return tuple(kind for kind, on in laid if on[owner] == p)


def _fields(scene: AmunScene, cells: list[tuple[str, object]], inside: Box) -> list[str]:
    """The cells in rows; closer together when there are many."""
    shape = scene.shape
    lines = 1 if scene.wide else 2
    most = max(shape.plots, -(-len(cells) // lines))
    step = min(shape.plot, (inside.w + 2) / most)
    return [
        _cell(scene, *cell, inside.x + i % most * step, inside.y + i // most * 27, step)
        for i, cell in enumerate(cells)
    ]


def _cell(scene: AmunScene, kind: str, value: object, x: float, y: float, step: float) -> str:
    """A field or something else that stands in a row."""
    if kind == "field":
        plot = scene.stamp("plot", x - 1, y + 3, step)
        return plot + (scene.stamp("farmer", x, y - 3, 25) if value else "")
    if kind == "free":
        many = scene.count(x + 17, y + 20, value) if value != 1 else ""
        return scene.stamp("farmer", x, y - 3, 25) + many
    if kind == "gift":
        return scene.stamp("card", x - 1, y - 2, 27)
    if kind == "gold":
        return scene.coin(x + 13, y + 11, value, 13)
    assert isinstance(value, int)
    at = Box(x, y - 2, 25, 25)
    return card(*at, icons.GROUNDS[value]) + icon(icons.ICONS[value], *at[:3])


# --- Stones and buildings ---------------------------------------------------------------------


def _stones(scene: AmunScene, p: int, inside: Box) -> list[str]:
    """Pyramids as such if there is room, more as a count; bricks beside them."""
    view = scene.view
    count, bricks, size = view.pyramids[p], view.bricks[p], 42 if scene.wide else 36
    left = inside.w - _yield_width(p) - (22 if bricks else 0)
    step = 26 if scene.wide else 20
    fits = max(1, int((left - size) / step) + 1)
    shown = min(count, fits, 3)
    y = inside.bottom - size + 2
    # The last one stands in front, and the first is the farthest to the left.
    parts = [scene.stamp("pyramid", inside.x - 1 + step * i, y, size) for i in range(shown)]
    if count > shown:
        parts.append(scene.count(inside.x + 10, inside.bottom - 5, count))
    at = inside.x + step * shown + (size - step if shown else 0) - 2
    return parts + [
        scene.stamp("brick", at, inside.bottom - 22 - 11 * i, 23) for i in range(bricks)
    ]


def _yield_width(p: int) -> int:
    """What temples, income and camels take from the right."""
    return 30 * box.TEMPLES[p] + 32 * bool(box.INCOME[p]) + 52 * bool(box.CARAVAN[p])


def _yields(scene: AmunScene, p: int, inside: Box) -> list[str]:
    """Temples, income, and what comes with the camels."""
    right, low, income = inside.right, inside.bottom, box.INCOME[p] + box.CARAVAN[p]
    parts = [
        scene.stamp("temple", right - 34 - 29 * i, low - 36, 36) for i in range(box.TEMPLES[p])
    ]
    if box.CARAVAN[p]:
        parts.append(scene.stamp("camel", right - 54, low - 34, 34))
    if income:
        parts.append(scene.coin(right - 13 - 30 * box.TEMPLES[p], low - 14, income))
    return parts
