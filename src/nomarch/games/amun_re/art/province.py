"""A province: its land, its owner, and what stands on it."""

from typing import NamedTuple

from nomarch.draw import SEATS, Box, PieceAction, badge, card, drawn, icon, svg
from nomarch.draw.shapes import ems
from nomarch.games.amun_re import actions as act, components as box, icons, state as st
from nomarch.games.amun_re.art.geography import Area
from nomarch.games.amun_re.art.measures import AmunCanvas, AmunScene, coin, province_tip, stamp
from nomarch.games.amun_re.words import component_names as terms

INSET = 6
"""Inset of an owner's border and of a ring."""


class Land(NamedTuple):
    """The values a province's drawing depends on."""

    is_out: bool
    """No longer in play in this kingdom."""
    is_up: bool
    """Up for auction."""
    is_picked: bool
    owner: int
    holder: int
    """Seat whose mark it bears: the owner's, or the highest bidder's."""
    farmers: int
    free: int
    """Farmers outside the green spaces."""
    gifts: int
    laid: tuple[int, ...]
    """Income cards played on it this turn."""
    pyramids: int
    bricks: int


def draw(scene: AmunScene, p: int, area: Area) -> str:
    """Draw a province with everything on it; a button when it can be chosen."""
    tip = province_tip(scene, p)
    action = scene.offer(act.PROVINCE.at(p))
    return _province(scene.canvas, p, area, _land_of(scene.view, p), tip, action)


def _land_of(view: st.State, p: int) -> Land:
    owner, is_up = view.owner[p], bool(view.card[p])
    return Land(
        is_out=not is_up and owner < 0 and not view.pool[p],
        is_up=is_up,
        is_picked=view.pick == p,
        owner=owner,
        holder=_highest_bidder(view, p) if is_up and owner < 0 else owner,
        farmers=view.farmers[p],
        free=view.free[p],
        gifts=view.gifts[p],
        laid=_income_cards(view, p) if owner >= 0 else (),
        pyramids=view.pyramids[p],
        bricks=view.bricks[p],
    )


def _highest_bidder(view: st.State, p: int) -> int:
    bids = [(view.bid_step[seat], seat) for seat in range(view.players) if view.bid_on[seat] == p]
    return max(bids)[1] if bids else -1


def _income_cards(view: st.State, p: int) -> tuple[int, ...]:
    laid = ((box.EIGHT, view.eight), (box.EXTRA, view.extra))
    return tuple(kind for kind, on in laid if on[view.owner[p]] == p)


@drawn
def _province(
    canvas: AmunCanvas, p: int, area: Area, land: Land, tip: str, action: PieceAction
) -> str:
    outline = area.outline(INSET if canvas.wide else 3)
    ring = f"{svg.path(outline, 'nofill ring-edge')}{svg.path(outline, 'nofill ring')}"
    buildings = _buried if land.is_out else _buildings
    return canvas.piece(
        _land(canvas, p, land, outline),
        "" if land.is_out else _sights(canvas, p, area),
        svg.group(*buildings(canvas, p, area, land), class_="touched"),
        ring if action.label else "",
        tip=tip,
        name=f"province-{p}",
        action=action,
    )


def _land(canvas: AmunCanvas, p: int, land: Land, outline: str) -> str:
    width = 5 if canvas.wide else 4
    if land.owner >= 0:
        seat = SEATS[land.owner]
        return svg.path(outline, f"f-{seat} s-{seat}", stroke_width=width, fill_opacity="0.2")
    if land.is_up:
        edge = "s-carnelian" if land.is_picked else "s-ink"
        return svg.path(outline, f"f-chalk {edge}", stroke_width=width, fill_opacity="0.75")
    pigment, thin = ("reed", "0.35") if box.NILE[p] else ("clay", "0.1")
    return svg.path(outline, f"f-{pigment}", fill_opacity=thin)


def _buried(canvas: AmunCanvas, p: int, area: Area, land: Land) -> list[str]:
    name, size = terms.province(canvas.t, p), canvas.shape.letter
    return [svg.text(area.room.mid, area.room.level, name, size, "f-ink serif", "middle")]


def _buildings(canvas: AmunCanvas, p: int, area: Area, land: Land) -> list[str]:
    inside = _inside(canvas, area)
    signs, fields = (0, 31) if canvas.wide else (25, 47)
    return [
        _name(canvas, p, land.holder, inside),
        _signs(canvas, p, land.holder, inside.moved(y=signs)),
        *_fields(canvas, _cells(p, land), inside.moved(y=fields)),
        *_stones(canvas, p, land, inside),
        *_yields(canvas, p, inside),
    ]


def _sights(canvas: AmunCanvas, p: int, area: Area) -> str:
    """Draw decoration on empty land: palms at the Nile, rocks in the desert."""
    inside = _inside(canvas, area)
    room, picture, size = area.room, "palm" if box.NILE[p] else "rock", 34 if canvas.wide else 24
    free = inside.y - room.y
    if free < 1.4 * size:
        return ""
    spots = [(0.2, 0.45), (0.62, 0.7), (0.36, 0.7), (0.75, 0.4)]
    tops = (room.y, room.y, inside.bottom, inside.bottom)
    return "".join(
        stamp(canvas, picture, room.x + a * room.w - size / 2, top + b * free - size / 2, size)
        for (a, b), top in zip(spots, tops, strict=True)
    )


def _inside(canvas: AmunCanvas, area: Area) -> Box:
    width, height = (154, 99) if canvas.wide else (82, 118)
    return Box(area.room.mid - width / 2, area.room.level - height / 2, width, height)


def _name(canvas: AmunCanvas, p: int, seat: int, inside: Box) -> str:
    """Draw the name on papyrus, behind the owner's or the leading bidder's mark."""
    size, name = canvas.shape.letter, terms.province(canvas.t, p)
    shift = 22 if seat >= 0 and canvas.wide else 0
    width = (16 if canvas.wide else 8) + size * ems(name, "serif", bold=False)
    left = inside.x + shift if canvas.wide else inside.mid - width / 2
    sheet = Box(left, inside.y, width, 25)
    text = svg.text(sheet.mid, sheet.y + 18.5, name, size, "f-ink serif", "middle")
    mark = badge(seat, inside.x + 11, inside.y + 12, 14) if shift else ""
    return svg.rect(*sheet, "f-papyrus hair", 4) + text + mark


def _signs(canvas: AmunCanvas, p: int, seat: int, row: Box) -> str:
    """Draw the card symbols from the right; on a narrow board the holder's mark first."""
    last, step = box.SYMBOLS[p] - 1, 9 if canvas.wide else 14
    cards = [
        stamp(canvas, "card", row.right - 20 - step * (last - i), row.y + 1, 22)
        for i in range(last + 1)
    ]
    mark = badge(seat, row.x + 10, row.y + 11, 11) if seat >= 0 and not canvas.wide else ""
    return "".join(cards) + mark


def _cells(p: int, land: Land) -> list[tuple[str, int]]:
    fields = [("field", int(i < land.farmers)) for i in range(box.SPACES[p])]
    free = [("free", land.free)] * (land.free > 0)
    gold = [("gold", box.GIFT_GOLD[p])] * bool(land.is_up and box.GIFT_GOLD[p])
    laid = [("laid", kind) for kind in land.laid]
    others = [("free", 1)] * box.PRINTED[p]
    return [*fields, *others, *free, *[("gift", 1)] * land.gifts, *gold, *laid]


def _fields(canvas: AmunCanvas, cells: list[tuple[str, int]], inside: Box) -> list[str]:
    """Draw the cells in rows, closer together when there are many."""
    shape = canvas.shape
    lines = 1 if canvas.wide else 2
    most = max(shape.plots, -(-len(cells) // lines))
    step = min(shape.plot, (inside.w + 2) / most)
    return [
        _cell(canvas, *cell, inside.x + i % most * step, inside.y + i // most * 24, step)
        for i, cell in enumerate(cells)
    ]


def _cell(canvas: AmunCanvas, kind: str, value: int, x: float, y: float, step: float) -> str:
    if kind == "field":
        plot = stamp(canvas, "plot", x - 1, y + 3, step)
        return plot + (stamp(canvas, "farmer", x, y - 3, 25) if value else "")
    if kind == "free":
        many = canvas.count(x + 17, y + 20, value) if value != 1 else ""
        return stamp(canvas, "farmer", x, y - 3, 25) + many
    if kind == "gift":
        return stamp(canvas, "card", x - 1, y - 2, 27)
    if kind == "gold":
        return coin(canvas, x + 13, y + 11, value, 13)
    at = Box(x, y - 2, 25, 25)
    return card(*at, icons.GROUNDS[value]) + icon(icons.ICONS[value], *at[:3])


def _stones(canvas: AmunCanvas, p: int, land: Land, inside: Box) -> list[str]:
    """Draw pyramids, as a count where there is no room; bricks beside them."""
    pyramids, bricks, size = land.pyramids, land.bricks, 42 if canvas.wide else 36
    left = inside.w - _yield_width(p) - (22 if bricks else 0)
    step = 26 if canvas.wide else 20
    fits = max(1, int((left - size) / step) + 1)
    shown = min(pyramids, fits, 3)
    y = inside.bottom - size + 2
    # The last one stands in front, and the first is the farthest to the left.
    parts = [stamp(canvas, "pyramid", inside.x - 1 + step * i, y, size) for i in range(shown)]
    if pyramids > shown:
        parts.append(canvas.count(inside.x + 10, inside.bottom - 5, pyramids))
    at = inside.x + step * shown + (size - step if shown else 0) - 2
    return parts + [
        stamp(canvas, "brick", at, inside.bottom - 22 - 11 * i, 23) for i in range(bricks)
    ]


def _yield_width(p: int) -> int:
    return 30 * box.TEMPLES[p] + 32 * bool(box.INCOME[p]) + 52 * bool(box.CARAVAN[p])


def _yields(canvas: AmunCanvas, p: int, inside: Box) -> list[str]:
    right, low, income = inside.right, inside.bottom, box.INCOME[p] + box.CARAVAN[p]
    parts = [
        stamp(canvas, "temple", right - 34 - 29 * i, low - 36, 36) for i in range(box.TEMPLES[p])
    ]
    if box.CARAVAN[p]:
        parts.append(stamp(canvas, "camel", right - 54, low - 34, 34))
    if income:
        parts.append(coin(canvas, right - 13 - 30 * box.TEMPLES[p], low - 14, income))
    return parts
