"""Board parts shared by all games: tableaus, nameplates, tracks, steps, piles, plaques.

Parts of a single game are drawn in that game's `art`, from `shapes` and `scene.piece`.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from nomarch.draw import svg, textures
from nomarch.draw.box import Box
from nomarch.draw.caching import drawn
from nomarch.draw.scene import HIGH, WIDE, Canvas, Scene
from nomarch.draw.shapes import badge, breadth, cartouche, ems, fitted, ink_on, number, panel, piece
from nomarch.i18n import points_of

AnyScene = Scene[Any, Any]
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")
PILE_SHOWN = 3
STEP_ENDS = 0.9
"""Room for the round ends of a step, in ems."""
EDGE, GAP = 12, 10
"""Margin of a wide drawing, and the distance between its panels."""
COLUMN = 388
"""Width of the right column, where the other players are."""


class Areas(NamedTuple):
    """Where the parts of a board go."""

    shared: Box
    mine: Box
    others: tuple[Box, ...]

    def by_seat(self) -> tuple[Box, ...]:
        """The players' areas in the order of `scene.seats`."""
        return self.mine, *self.others


def areas(scene: AnyScene, mine: float, shared: float = 0, other: float = 0) -> Areas:
    """Divide a board; `mine` is the height of the area of the first of `scene.seats`.

    A wide board has the shared part above mine and the others in a column at the right. A tall one
    has them below one another, `shared` and `other` high.
    """
    others = scene.view.players - 1
    if not scene.wide:
        edge, room = scene.shape.edge, scene.shape.room
        top, own = Box(edge, edge, room, shared), Box(edge, edge + shared + GAP, room, mine)
        below = Box(edge, own.bottom + GAP, room, other)
        return Areas(top, own, tuple(below.repeated(others, 1, GAP)))
    column = Box(WIDE - EDGE - COLUMN, EDGE, COLUMN, HIGH - 2 * EDGE)
    top = Box(EDGE, EDGE, column.x - 2 * EDGE, column.h - GAP - mine)
    own = Box(EDGE, top.bottom + GAP, top.w, mine)
    return Areas(top, own, tuple(column.down(others, GAP)))


def zoned(scene: AnyScene, places: Areas, title: str, shared: str, tableaus: Sequence[str]) -> str:
    """Put the shared part and the players' areas together; on a tall board they are zones."""
    if scene.wide:
        return svg.joined(area(scene, "shared", title, shared), *tableaus)
    return svg.joined(
        zone(scene, "shared", title, places.shared, shared),
        player_zones(scene, places.mine, tableaus[:1], places.others, tableaus[1:]),
    )


def player_zones(
    scene: AnyScene, mine: Box, own: Sequence[str], others: Sequence[Box], rivals: Sequence[str]
) -> str:
    """Draw the zones of the first seat and of the others on a tall board."""
    rest = others[0]._replace(h=others[-1].bottom - others[0].y)
    return svg.joined(
        zone(scene, "mine", mine_title(scene), mine, *own),
        zone(scene, "others", others_title(scene), rest, *rivals),
    )


def mine_title(scene: AnyScene) -> str:
    """Return the title of the first seat's zone; a spectator reads a name."""
    return scene.t("You") if scene.viewer >= 0 else scene.names[scene.seats[0]]


def others_title(scene: AnyScene) -> str:
    """Return the title of the other seats' zone."""
    return scene.t("Others")


def tableau(scene: AnyScene, seat: int, box: Box, *children: str) -> str:
    """Draw a seat's area; it has a strong edge when the seat is to act."""
    ground = panel(*box, active=seat in scene.to_act)
    has = {"class_": "seat", "data_seat": seat}
    return region(scene, f"seat-{seat}", scene.names[seat], box, ground, *children, **has)


def region(
    scene: AnyScene, name: object, title: str, box: Box, *children: str, **pairs: object
) -> str:
    """Draw a part of the board that the page can enlarge, under a title."""
    return clip(scene, name, box, *children, **pairs, data_region=title)


def area(scene: AnyScene, name: str, title: str, *children: str) -> str:
    """Group the parts of a wide board that belong together, under a title for the text board.

    Every piece lies in a region, an area or a zone, so that one can find it without seeing it.
    """
    id_ = scene.id(f"area-{name}")
    has: dict[str, object] = {"id": id_, "role": "group", "aria_label": title, "data_area": name}
    return svg.Composed(f"<g{svg.attributes(has)}>", *children, "</g>")


def zone(scene: AnyScene, name: str, title: str, box: Box, *children: str) -> str:
    """Draw a part of a tall board that a phone has a tab for, under a title.

    Zones are one above the other: usually `shared`, `mine` and `others`. The tab of the zone that
    holds a legal move is marked, and a new question goes to it.
    """
    has = {"data_zone": name, "role": "group", "aria_label": title}
    return clip(scene, f"zone-{name}", box, *children, **has)


def clip(
    scene: AnyScene | Canvas[Any], name: object, box: Box, *children: str, **pairs: object
) -> str:
    """Draw a group that records its box, so that `cropping` can cut it out."""
    opening = _opening(scene.id(name), box, *pairs.items())
    return svg.Composed(opening, *children, "</g>")


@lru_cache(4096)
def _opening(id_: str, box: Box, *pairs: tuple[str, object]) -> str:
    has = {"id": id_, **dict(pairs), "data_box": " ".join(map(svg.number, box))}
    return f"<g{svg.attributes(has)}>"


def placed(at: Box, *children: str) -> str:
    """Translate a part drawn at the origin, so that all its places share one cache entry."""
    corner = f"{svg.number(at.x)} {svg.number(at.y)}"
    return svg.Composed(f'<g transform="translate({corner})">', *children, "</g>")


@lru_cache(256)
def tray(prefix: str, box: Box) -> str:
    """Draw a wooden tray, for a hand of tiles or cards; the drawing needs the texture `wood`."""
    floor = textures.laid(prefix, "wood", textures.slab(*box, 10), "line")
    return floor + svg.rect(*box.grown(-4), "nofill s-timber", 7, stroke_width=1.5, opacity="0.4")


class Mark(NamedTuple):
    """A small picture in a nameplate, beside the points."""

    draw: Callable[..., str]
    """Called as `draw(left, top, *values)`. Part of a cache key: no closures."""
    width: float = 28
    values: tuple[Hashable, ...] = ()


def nameplate(
    scene: AnyScene,
    seat: int,
    box: Box,
    points: int | str,
    *,
    marks: Sequence[Mark] = (),
    tip: str = "",
    name: object = None,
    large: bool = False,
) -> str:
    """Draw a seat's badge, name and points, with marks to the left of the points.

    The name is shortened to the space left. The default tip states the points. `large` is for the
    viewer's own area on a wide board.
    """
    player = scene.names[seat]
    if not tip:
        tip = points_of(scene.t, scene.name_unless_own(seat), int(points))
    id_ = None if name is None else scene.id(name)
    kind = scene.shape.type
    sizes = (kind.title, kind.points) if large else (kind.text, kind.title)
    return _nameplate(seat, player, box, points, tuple(marks), tip, id_, sizes)


@drawn
def _nameplate(
    seat: int,
    player: str,
    box: Box,
    points: object,
    marks: tuple[Mark, ...],
    tip: str,
    id_: str | None,
    sizes: tuple[int, int],
) -> str:
    letter, figure = sizes
    right, level, r = box.right - 14, box.y + 1.25 * letter, 0.8 * letter
    left = right - max(2 * figure, breadth(points, figure) + 8)
    pictures = []
    for mark in marks:
        left -= mark.width
        pictures.append(mark.draw(left, level - 14, *mark.values))
        left -= 10
    x = box.x + 10 + 2 * r + 0.4 * letter
    shown = fitted(player, left - x, letter)
    return piece(
        badge(seat, box.x + 10 + r, level, r),
        svg.text(x, level + 0.34 * letter, shown, letter, "f-ink sans", bold=True),
        number(right, level + 0.34 * figure, points, figure, "end"),
        *pictures,
        tip=tip,
        id_=id_,
        cls="piece nameplate",
    )


def crown(scene: AnyScene) -> Mark:
    """Return the winner's mark."""
    return Mark(_crown, values=(scene.t("Winner"),))


def _crown(x: float, y: float, tip: str) -> str:
    corner = f"M{svg.number(x + 2)} {svg.number(y + 5)}"
    return piece(svg.path(f"{corner}l6 9l6 -11l6 11l6 -9l-3 19h-18z", "f-gold line"), tip=tip)


def space(
    box: Box,
    words: object = "",
    *,
    ground: str = "papyrus-deep",
    edge: str = "hair",
    ink: str = "ink",
    size: float = 18,
    r: float = 4,
    bold: bool = False,
) -> str:
    """Draw a box with centred words: a space of a track, a button, a chip."""
    face = svg.rect(*box, f"f-{ground} {edge}".strip(), r)
    if words == "":
        return face
    return face + svg.text(
        box.mid, box.level + 0.36 * size, words, size, f"f-{ink} sans", "middle", bold
    )


def numerals(
    x: float, y: float, count: int, now: int, step: float = 40, r: float = 16, size: float = 18
) -> str:
    """Draw discs with Roman numerals for rounds, turns or epochs, the current one filled."""
    discs = range(1, count + 1)
    return "".join(numeral(x + (i - 1) * step, y, i, i == now, r, size=size) for i in discs)


def numeral(
    x: float,
    y: float,
    value: int,
    on: bool,
    r: float = 16,
    off: str = "papyrus-deep",
    size: float = 18,
) -> str:
    """Draw a disc with a Roman numeral."""
    ground = "carnelian" if on else off
    return svg.circle(x, y, r, f"f-{ground} line") + svg.text(
        x, y + 0.34 * size, ROMAN[value], size, f"f-{ink_on(ground)} serif", "middle", bold=True
    )


def steps(
    box: Box, labels: Sequence[str], now: int, ground: str = "carnelian", size: float = 18
) -> str:
    """Draw the steps of a turn or the phases of a round in a row, the current one filled."""
    parts = []
    widths = [ems(label, bold=i == now) + STEP_ENDS for i, label in enumerate(labels)]
    places = box.columns(widths, 4)
    for i, (at, label) in enumerate(zip(places, labels, strict=True)):
        on = i == now
        fill, ink = (ground, ink_on(ground)) if on else ("papyrus-deep", "ink-soft")
        text = fitted(label, at.w - 4, size, bold=on)
        face = space(at, text, ground=fill, edge="", ink=ink, size=size, r=at.h / 2, bold=on)
        parts.append(face)
    return "".join(parts)


def pile(box: Box, count: int, back: Callable[[Box], str], empty: str = "papyrus-deep") -> str:
    """Draw a pile of up to `PILE_SHOWN` backs, or its empty place."""
    if not count:
        return svg.rect(*box, f"f-{empty} hair", 4)
    return "".join(back(box.moved(4 * i, -3 * i)) for i in range(min(count, PILE_SHOWN)))


def many(box: Box, count: int, sign: str = "", size: float = 18) -> str:
    """Draw a count at the lower right corner; nothing for a single piece."""
    if count < 2:
        return ""
    return cartouche(box.right - 5, box.bottom - 4, f"{sign}{count}", size=size)


def plaques(
    scene: AnyScene, room: Box, looks: dict[int, str], per_row: int = 2, gap: float = 12
) -> tuple[str, float]:
    """Draw the legal ones of some actions as plaques in rows. Returns markup and lower edge.

    `looks` maps an action to its ground.
    """
    offered = [action for action in looks if scene.can(action)]
    first = Box(room.x, room.y, (room.w - (per_row - 1) * gap) / per_row, 40)
    boxes = first.repeated(len(offered), per_row, gap)
    drawn = [
        scene.plaque(action, box, ground=looks[action])
        for action, box in zip(offered, boxes, strict=True)
    ]
    return "".join(drawn), boxes[-1].bottom if boxes else room.y
