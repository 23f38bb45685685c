"""The table of Giza as a picture: the other boards above, one's own stacks fanned out, the hand.

Of other players' stacks only the top and the height are drawn, because only they may be seen; the
own stacks show every course, so that a pyramid looks like one. A tile of the hand is chosen first,
then the places that take it light up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from nomarch.draw import scene as draw_scene
from nomarch.draw import svg
from nomarch.draw.covers import cover as draw_cover
from nomarch.draw.scene import Asked, Measures
from nomarch.draw.shapes import (
    badge,
    card,
    cartouche,
    heading,
    icon,
    panel,
    piece,
    plaque,
    ring,
    shorten,
)
from nomarch.games.giza import words
from nomarch.games.giza.actions import DISCARD, DONE, ON, PLAY, REMOVE, format_action
from nomarch.games.giza.components import (
    BAD_STONE,
    DEMOLITION,
    GOOD_STONE,
    HAND,
    NO_TILE,
    NUMBERS,
    POINTS,
    PYRAMIDS,
    SCARAB,
    SITES,
    SPHINX,
    SPHINX_BASE,
    SPHINX_BODY,
    TILES,
    TREASURE,
)
from nomarch.games.giza.icons import GROUNDS, ICONS, PYRAMID_PLAN, SPHINX_PLAN
from nomarch.games.giza.questions import estimate, is_peak, place, site_points, top
from nomarch.games.giza.rules import NO_SEAT, PLACING

GAP = 10
SLAB = 6
"""How much every covered tile lifts the top of a stack."""
MOST_SLABS = 6
COURSE = 40
"""The height of a course while stacks are low; higher ones are drawn thinner."""
OPEN_COURSE = 26
"""The same on the boards of others, when they lie open after the game."""
FAN = 200
FAINT = "0.5"


@dataclass(frozen=True)
class Shape(Measures):
    """The measures of an arrangement."""

    own_width: int
    hand_width: int
    hand_tile: int
    most_columns: int


WIDE = Shape(1200, 24, 700, 442, 92, 4)
TALL = Shape(420, 12, 396, 396, 82, 1)


class Scene(draw_scene.Scene[Any, Shape]):
    """Everything a part of the drawing needs to know."""

    @property
    def over(self) -> bool:
        """Whether the game has ended: then every stack lies open."""
        return bool(self.view.seat == NO_SEAT)

    def tip(self, kind: int) -> str:
        """What a tile is and does."""
        return words.tile_tip(self.t, kind, self.view.base_points)


def draw(view: Any, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, format_action, (WIDE, TALL), **asked)
    viewer = scene.viewer
    parts: list[str] = []
    if viewer < 0:
        y = _others(scene, parts, range(view.players))
        y = _pile_row(scene, parts, y)
    else:
        y = _others(scene, parts, [(viewer + i) % view.players for i in range(1, view.players)])
        y = _own_row(scene, parts, viewer, y)
    return scene.drawing("Giza", y, *parts)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that `event_icon` gives."""
    return {f"tile-{kind}": _face(kind, POINTS[kind], 1, 1, 46) for kind in range(TILES)}


def cover() -> svg.Svg:
    """The game's cover: a pyramid in the evening, and what builds and breaks it."""
    shown = symbols()
    kinds = (GOOD_STONE + 4, GOOD_STONE + 1, TREASURE + 3, SPHINX_BODY, SCARAB, DEMOLITION)
    peak = svg.path("M24 8 43 41H5Z", "f-sand line") + svg.path("M24 8 43 41H27Z", "f-clay line")
    courses = svg.path("M18.5 18H29.5M12.500 29H36", "nofill line")
    return draw_cover(
        "Giza", sky="turquoise", ray="papyrus-deep", disc="gold", emblem=peak + courses,
        ground=("clay", "sand"), row=[shown[f"tile-{kind}"] for kind in kinds],
    )  # fmt: skip


# --- Tiles ----------------------------------------------------------------------------------------


def points_of(scene: Scene, kind: int) -> int:
    """What a tile scores at this table."""
    return int(scene.view.base_points if kind == SPHINX_BASE else POINTS[kind])


def face(scene: Scene, kind: int, x: float, y: float, size: float) -> str:
    """A whole tile as it counts at this table."""
    return _face(kind, points_of(scene, kind), x, y, size)


def _face(kind: int, points: int, x: float, y: float, size: float) -> str:
    """A whole tile: its ground, its picture and, on all that score, its number."""
    parts = [card(x, y, size, size, GROUNDS[kind])]
    if kind < TREASURE:
        ink = "ink" if kind < BAD_STONE else "chalk"
        number = words.signed(POINTS[kind])
        parts.append(icon(ICONS[kind], x, y, size))
        parts.append(svg.text(x + size / 2, y + 0.54 * size, number, round(0.5 * size, 1),
                              f"f-{ink} serif", "middle", bold=True))  # fmt: skip
    elif kind < DEMOLITION:
        parts.append(icon(ICONS[kind], x + 0.16 * size, y + 0.02 * size, 0.68 * size))
        parts.append(_pill(points, x + size / 2, y + 0.83 * size, max(13, 0.24 * size)))
    else:
        parts.append(icon(ICONS[kind], x + 0.05 * size, y + 0.05 * size, 0.9 * size))
    return "".join(parts)


def _pill(points: int, x: float, y: float, size: float) -> str:
    """A tile's points on a light oval, readable on any pigment."""
    number = words.signed(points)
    width = size * (0.62 * len(number) + 0.5)
    return svg.rect(x - width / 2, y - 0.62 * size, width, 1.24 * size, "f-papyrus hair",
                    0.62 * size) + svg.text(x, y + 0.36 * size, number, round(size, 1),
                                            "f-ink sans", "middle", bold=True)  # fmt: skip


def _back(x: float, y: float, size: float) -> str:
    """A tile face down."""
    return card(x, y, size, size, "clay") + svg.group(
        svg.path(PYRAMID_PLAN, "f-sand line"), at=(x + 0.2 * size, y + 0.2 * size),
        scale=0.6 * size / 48,
    )  # fmt: skip


def course(scene: Scene, kind: int, x: float, y: float, width: float, high: float) -> str:
    """A tile seen from the side, centred on x: what a fanned stack is made of."""
    half = 0.5 * width
    if kind < TREASURE:
        wide = width * (0.24 + 0.15 * NUMBERS[kind])
        bad = kind >= BAD_STONE
        shape = _trapezoid(x, y, wide, high, "kohl" if bad else "sand", 0.05 * width)
        size = round(max(13, min(0.78 * high, 0.72 * wide)), 1)
        number = svg.text(x, y + high / 2 + 0.34 * size, words.signed(POINTS[kind]), size,
                          f"f-{'chalk' if bad else 'ink'} serif", "middle", bold=True)  # fmt: skip
        return shape + number
    if kind == SCARAB:
        half = max(0.22 * width, 0.9 * high)
        return svg.rect(x - half, y, 2 * half, high, "f-lapis line", high / 2) + icon(
            ICONS[SCARAB], x - high / 2, y, high
        )
    if kind < SPHINX_BASE:
        half = width * (0.24 + 0.15 * NUMBERS[kind]) * 0.44
    else:
        half *= (0.96, 0.88, 0.8)[kind - SPHINX_BASE]
    shape = svg.rect(x - half, y, 2 * half, high, f"f-{GROUNDS[kind]} line", 2)
    size = min(0.9 * high, 0.74 * half)
    if half < 26:
        return shape + _pill(points_of(scene, kind), x, y + high / 2, 13)
    picture = icon(ICONS[kind], x - 0.48 * half - size / 2, y + (high - size) / 2, size)
    return shape + picture + _pill(points_of(scene, kind), x + 0.47 * half, y + high / 2, 13)


def _trapezoid(x: float, y: float, width: float, high: float, fill: str, slope: float) -> str:
    low, n = width / 2, svg.number
    top_half = low - slope
    return svg.path(
        f"M{n(x - low)} {n(y + high)}L{n(x - top_half)} {n(y)}H{n(x + top_half)}"
        f"L{n(x + low)} {n(y + high)}Z",
        f"f-{fill} line",
    )


def _plan(site: int, x: float, y: float, size: float) -> str:
    """What could be built on an empty site, drawn in the sand."""
    data = SPHINX_PLAN if site == SPHINX else PYRAMID_PLAN
    shape = svg.element("path", d=data, class_="f-papyrus s-papyrus-edge", stroke_width=2,
                        stroke_dasharray="3 3")  # fmt: skip
    return svg.group(shape, at=(x, y), scale=size / 48)


# --- Other players --------------------------------------------------------------------------------


def _others(scene: Scene, parts: list[str], seats: Sequence[int]) -> float:
    """The boards of all other players, clockwise from the viewer's left; where they end."""
    shape = scene.shape
    columns = min(len(seats), shape.most_columns)
    if len(seats) > columns:
        columns = -(-len(seats) // 2) if shape is WIDE else 1
    room = shape.width - 2 * shape.edge
    width = min((room - (columns - 1) * GAP) / columns, 520 if shape is WIDE else room)
    left = (shape.width - columns * width - (columns - 1) * GAP) / 2
    height = _board_height(scene, width)
    for i, seat in enumerate(seats):
        row, column = divmod(i, columns)
        inset = left
        if row == len(seats) // columns:
            inset += (columns - len(seats) % columns) * (width + GAP) / 2
        at = (inset + column * (width + GAP), 12 + row * (height + GAP))
        parts.append(_board(scene, seat, *at, width, height))
    return 12 + -(-len(seats) // columns) * (height + GAP)


def _board_tile(scene: Scene, width: float) -> float:
    """The size of a tile on another player's board."""
    if scene.shape is TALL:
        return 56
    return min(82, (width - 2 * 16 - (SITES - 1) * 16) / SITES)


def _board_height(scene: Scene, width: float) -> float:
    head = 10 if scene.shape is TALL else 46
    return head + MOST_SLABS * SLAB + _board_tile(scene, width) + 14


def _board(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """One other player's board: who it is, and four stacks by their tops."""
    size = _board_tile(scene, w)
    parts = [_ground(scene, seat, x, y, w, h)]
    gap = 16
    if scene.shape is TALL:
        parts.append(_name_block(scene, seat, x, y, h))
        gap = 11
        left = x + w - 8 - SITES * size - (SITES - 1) * gap
    else:
        parts.append(_name_row(scene, seat, x, y, w))
        left = x + (w - SITES * size - (SITES - 1) * gap) / 2
    for site in range(SITES):
        parts.append(_heap(scene, seat, site, left + site * (size + gap), y + h - 14, size))
    return svg.group(*parts, id=scene.id(f"seat-{seat}"), class_="seat", data_seat=seat)


def _heap(scene: Scene, seat: int, site: int, x: float, base: float, size: float) -> str:
    """A stack of another player: a slab for every covered tile, the visible tile on top."""
    view = scene.view
    height, kind = view.height[seat][site], top(view, seat, site)
    if scene.over and height:
        return _open_heap(scene, seat, site, x, base, size)
    action = ON + SITES * seat + site
    slabs = min(height - 1, MOST_SLABS) if height else 0
    at = base - slabs * SLAB - size
    parts = [
        svg.rect(x, base - size + i * SLAB * -1, size, size, "f-papyrus-edge hair", 0.06 * size)
        for i in range(slabs)
    ]
    if kind == NO_TILE:
        parts.append(_plan(site, x, at, size))
    else:
        parts.append(face(scene, kind, x, at, size))
    if action in scene.legal:
        parts.append(ring(x - 3, at - 3, size + 6, base - at + 6))
    if height > 1:
        parts.append(cartouche(x + size - 6, base, height))
    return piece(
        *parts, tip=words.stack_tip(scene.t, view, scene.names, seat, site),
        id_=scene.id(f"site-{seat}-{site}"), action=scene.action(action),
        label=_target_label(scene, seat, action),
    )  # fmt: skip


def _open_heap(scene: Scene, seat: int, site: int, x: float, base: float, size: float) -> str:
    """A stack of another player after the game: all its courses, and what they are worth."""
    view = scene.view
    height, middle, ground = view.height[seat][site], x + size / 2, base + 4
    high = min(OPEN_COURSE, (MOST_SLABS * SLAB + size - 14) / height)
    parts = []
    for level in range(height):
        kind = view.stack[seat][site][level]
        at = ground - (level + 1) * high
        parts.append(piece(course(scene, kind, middle, at, size + 8, high), tip=scene.tip(kind)))
    points = words.signed(site_points(view, seat, site))
    parts.append(cartouche(middle, ground - height * high - 11, points))
    return piece(
        *parts, tip=words.stack_tip(scene.t, view, scene.names, seat, site),
        id_=scene.id(f"site-{seat}-{site}"),
    )  # fmt: skip


def _target_label(scene: Scene, seat: int, action: int) -> str | None:
    """What a target does, with the name of the player it belongs to."""
    if action not in scene.legal:
        return None
    label = scene.label(action)
    return f"{label} ({scene.names[seat]})" if seat != scene.viewer else label


# --- Names and points -----------------------------------------------------------------------------


def _points(scene: Scene, seat: int) -> tuple[str, str]:
    """A seat's points and what they mean: exact where everything is seen, else estimated."""
    view, name = scene.view, scene.names[seat]
    if scene.over:
        points = words.signed(view.points[seat])
        return points, scene.t("Score of {player}: {points}; treasures: {treasure}.").format(
            player=name, points=points, treasure=view.treasure[seat]
        )
    points = words.signed((estimate(view, scene.viewer, seat) + 50) // 100)
    if seat == scene.viewer:
        return points, scene.t("Your board is worth {points}.").format(points=points)
    if max(view.height[seat]) <= 1:
        return points, scene.t("The board of {player} is worth {points}.").format(
            player=name, points=points
        )
    return f"≈ {points}", scene.t(
        "The board of {player} is worth about {points}: covered tiles are estimated."
    ).format(player=name, points=points)


def _ground(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    """The ground of a board; the one whose turn it is has a strong edge and a bar at its side."""
    active = seat in scene.to_act
    bar = svg.rect(x, y + 12, 7, h - 24, "f-carnelian", 3) if active else ""
    return panel(x, y, w, h, active=active) + bar


def _turn_mark(scene: Scene, seat: int, x: float, y: float) -> str:
    """The words beside the viewer's name when it is to act."""
    if seat != scene.viewer or seat not in scene.to_act:
        return ""
    width = _turn_width(scene)
    told = scene.t("Your turn")
    return svg.rect(x - width, y, width, 26, "f-carnelian", 13) + svg.text(
        x - width / 2, y + 18, told, 15, "f-papyrus sans", "middle", bold=True
    )


def _turn_width(scene: Scene) -> float:
    return 9 * len(scene.t("Your turn")) + 18


def _name_row(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """Badge, name, complete pyramids and points in one line."""
    points, tip = _points(scene, seat)
    right = x + w - 14
    peaks = right - 15 * max(len(points), 3) - 70
    beside = 12 + _turn_width(scene) if seat == scene.viewer and not scene.over else 34
    room = int((peaks - beside - 8 - x - 48) / 10.5)
    return piece(
        badge(seat, x + 26, y + 24, 15),
        svg.text(x + 48, y + 30, shorten(scene.names[seat], room), 17, "f-ink sans", bold=True),
        _peaks(scene, seat, peaks, y + 15),
        svg.text(right, y + 32, points, 24, "f-ink serif", "end", bold=True),
        _crown(scene, seat, peaks - 34, y + 15),
        _turn_mark(scene, seat, peaks - 12, y + 11),
        tip=tip, cls="piece nameplate",
    )  # fmt: skip


def _name_block(scene: Scene, seat: int, x: float, y: float, h: float) -> str:
    """The same in three lines, beside a board on a narrow drawing."""
    points, tip = _points(scene, seat)
    return piece(
        badge(seat, x + 22, y + 24, 14),
        svg.text(x + 42, y + 29, shorten(scene.names[seat], 9), 15, "f-ink sans", bold=True),
        svg.text(x + 10, y + 66, points, 22, "f-ink serif", bold=True),
        _peaks(scene, seat, x + 10, y + h - 34),
        _crown(scene, seat, x + 78, y + h - 36),
        tip=tip, cls="piece nameplate",
    )  # fmt: skip


def _peaks(scene: Scene, seat: int, x: float, y: float) -> str:
    """Three small pyramids: the filled ones are complete, and three of them end the game."""
    parts = []
    for site in range(PYRAMIDS):
        done = is_peak(top(scene.view, seat, site))
        at = x + site * 20
        fill = "gold" if done else "papyrus"
        parts.append(svg.path(f"M{svg.number(at + 9)} {svg.number(y)}l9 17h-18z", f"f-{fill} hair"))
    count = sum(is_peak(top(scene.view, seat, site)) for site in range(PYRAMIDS))
    tip = scene.t("{count} of 3 pyramids complete; three end the game").format(count=count)
    return piece(*parts, tip=tip)


def _crown(scene: Scene, seat: int, x: float, y: float) -> str:
    """A crown for whoever has won."""
    if not scene.over or place(scene.view, seat) > 1:
        return ""
    n = svg.number
    return piece(
        svg.path(f"M{n(x)} {n(y)}l6 9l6 -11l6 11l6 -9l-3 19h-18z", "f-gold line"),
        tip=scene.t("Winner"),
    )


# --- The viewer's own board -----------------------------------------------------------------------


def _own_row(scene: Scene, parts: list[str], seat: int, y: float) -> float:
    """The own board fanned out and the hand: side by side, or one below the other."""
    shape = scene.shape
    high = 46 + FAN + 36
    parts.append(_own_board(scene, seat, shape.edge, y, shape.own_width, high))
    if shape is WIDE:
        x = shape.width - shape.edge - shape.hand_width
        parts.append(_hand_panel(scene, x, y, high))
        return y + high + 12
    y += high + GAP
    parts.append(_hand_panel(scene, shape.edge, y, 226))
    return y + 226 + 12


def _own_board(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    parts = [_ground(scene, seat, x, y, w, h), _name_row(scene, seat, x, y, w)]
    column = (w - 16) / SITES
    for site in range(SITES):
        parts.append(_fan(scene, seat, site, x + 8 + site * column, y + 46, column - 8))
    return svg.group(*parts, id=scene.id(f"seat-{seat}"), class_="seat", data_seat=seat)


def _fan(scene: Scene, seat: int, site: int, x: float, y: float, w: float) -> str:
    """One of the viewer's own stacks with all its courses, the lowest tile on the ground."""
    view = scene.view
    height = view.height[seat][site]
    ground, middle = y + FAN, x + w / 2 + 4
    action = REMOVE + site if REMOVE + site in scene.legal else ON + SITES * seat + site
    parts = [svg.rect(x + 4, y, w, FAN + 30, "f-papyrus", 8)]
    if action in scene.legal:
        parts.append(ring(x + 4, y, w, FAN + 30, 8))
    tallest = height if site == SPHINX else max(view.height[seat][:PYRAMIDS])
    high = min(COURSE, (FAN - 26) / max(1, tallest))
    if height == 0:
        parts.append(_plan(site, middle - 0.35 * w, ground - 0.7 * w + 0.08 * w, 0.7 * w))
    for level in range(height):
        kind = view.stack[seat][site][level]
        tip = scene.tip(kind)
        at = ground - (level + 1) * high
        parts.append(piece(course(scene, kind, middle, at, w - 8, high), tip=tip))
    parts.append(_ground_line(scene, seat, site, x, ground, w))
    return piece(
        *parts, tip=words.stack_tip(scene.t, view, scene.names, seat, site),
        id_=scene.id(f"site-{seat}-{site}"), action=scene.action(action),
        label=scene.label(action),
    )  # fmt: skip


def _ground_line(scene: Scene, seat: int, site: int, x: float, y: float, w: float) -> str:
    """The ground that a stack stands on with the site's name; above it what the stack is worth."""
    view = scene.view
    n = svg.number
    line = svg.path(f"M{n(x + 10)} {n(y)}H{n(x + w - 2)}", "nofill line")
    name = words.site(scene.t, site)
    line += svg.text(x + w / 2 + 4, y + 20, name, 14, "f-ink-soft sans", "middle")
    if view.height[seat][site]:
        points = words.signed(site_points(view, seat, site))
        line += cartouche(x + w - 18, y - FAN + 16, points)
    return line


# --- The hand and the pile ------------------------------------------------------------------------


def _pile_row(scene: Scene, parts: list[str], y: float) -> float:
    """What a spectator sees instead of a hand: the pile."""
    edge = scene.shape.edge
    parts.append(panel(edge, y, scene.shape.width - 2 * edge, 76))
    parts.append(_pile(scene, edge + 14, y + 18))
    return y + 76 + 12


def _hand_panel(scene: Scene, x: float, y: float, h: float) -> str:
    """The viewer's tiles, each with its way out, and the pile they come from."""
    w, size = scene.shape.hand_width, scene.shape.hand_tile
    parts = [panel(x, y, w, h)]
    at = y + 18
    if scene.shape is WIDE:
        parts.append(heading(x + 14, y + 32, scene.t("Your hand")))
        at = y + 58
    gap = (w - 2 * 12 - HAND * size) / (HAND - 1)
    for slot in range(HAND):
        left = x + 12 + slot * (size + gap)
        parts.append(_hand_tile(scene, slot, left, at, size))
        parts.append(_discard_tab(scene, slot, left, at + size + 16, size))
    if scene.viewer in scene.to_act and scene.view.phase == PLACING:
        hint = scene.t("Undo to choose another tile")
        parts.append(svg.text(x + w / 2, at + size + 36, hint, 15, "f-ink-soft sans", "middle"))
    parts.append(_pile(scene, x + 14, y + h - 60))
    if DONE in scene.legal:
        parts.append(_done(scene, x + w - 14, y + h - 56))
    return "".join(parts)


def _hand_tile(scene: Scene, slot: int, x: float, y: float, size: float) -> str:
    """A tile of the hand: ringed if it can be played, lifted when chosen, faint when marked."""
    view = scene.view
    kind = view.hand[scene.viewer][slot]
    if kind == NO_TILE:
        return svg.rect(x, y, size, size, "f-papyrus", 6)
    chosen = _is_chosen(scene, slot)
    if chosen:
        y -= 9
    parts = [face(scene, kind, x, y, size)]
    faint = view.marked[slot] or (view.phase == PLACING and not chosen)
    if faint:
        parts = [svg.rect(x, y, size, size, "f-papyrus", 6), svg.group(*parts, opacity=FAINT)]
    if view.marked[slot]:
        n = svg.number
        a, b, c, d = n(x + size - 34), n(y + 10), n(x + size - 10), n(y + 34)
        parts.append(svg.circle(x + size - 22, y + 22, 19, "f-papyrus line"))
        parts.append(svg.element("path", d=f"M{a} {b}L{c} {d}M{c} {b}L{a} {d}",
                                 class_="nofill s-carnelian", stroke_width=6,
                                 stroke_linecap="round"))  # fmt: skip
    if chosen:
        parts.append(svg.element("rect", x=x - 4, y=y - 4, width=size + 8, height=size + 8, rx=9,
                                 class_="nofill s-carnelian", stroke_width=4))  # fmt: skip
    action = scene.action(PLAY + kind)
    if action:
        parts.append(ring(x - 4, y - 4, size + 8, size + 8))
    return piece(
        *parts, tip=scene.tip(kind), id_=scene.id(f"hand-{slot}"), action=action,
        label=scene.label(PLAY + kind),
    )  # fmt: skip


def _is_chosen(scene: Scene, slot: int) -> bool:
    """Whether this is the tile to be played; of equal ones the first."""
    view = scene.view
    hand = view.hand[scene.viewer]
    return bool(
        scene.viewer in scene.to_act
        and view.phase == PLACING
        and hand[slot] == view.picked
        and hand.index(view.picked) == slot
    )


def _discard_tab(scene: Scene, slot: int, x: float, y: float, size: float) -> str:
    """The way out below a tile of the hand."""
    view = scene.view
    kind = view.hand[scene.viewer][slot]
    if kind == NO_TILE or view.marked[slot] or DISCARD + kind not in scene.legal:
        return ""
    label = scene.label(DISCARD + kind) or ""
    return piece(
        svg.rect(x, y, size, 30, "f-papyrus hair", 8),
        svg.text(x + size / 2, y + 20, scene.t("Discard"), 14, "f-ink sans", "middle"),
        ring(x - 2, y - 2, size + 4, 34, 9),
        tip=scene.t("Mark this tile to be discarded; one to four may go in a turn."),
        id_=scene.id(f"discard-{slot}"), action=scene.action(DISCARD + kind), label=label,
    )  # fmt: skip


def _pile(scene: Scene, x: float, y: float) -> str:
    """The tiles still to be drawn; the last of them ends the game."""
    view = scene.view
    parts = [_back(x + 4 * i, y - 3 * i, 46) for i in range(3 if view.pile_left > 2 else 1)]
    if view.pile_left == 0:
        parts = [svg.rect(x, y, 46, 46, "f-papyrus hair", 3)]
    told = scene.t("{count} in the pile").format(count=view.pile_left)
    return piece(
        *parts, svg.text(x + 66, y + 26, told, 15, "f-ink sans", bold=True),
        tip=scene.t("Tiles left: {count}. Drawing the last one ends the game.").format(
            count=view.pile_left
        ),
        id_=scene.id("pile"),
    )  # fmt: skip


def _done(scene: Scene, right: float, y: float) -> str:
    """The button that discards what is marked."""
    return plaque(
        right - 176, y, 176, scene.label(DONE) or "", action=format_action(DONE),
        ground="carnelian", ink="papyrus", id_=scene.id("done"),
    )  # fmt: skip
