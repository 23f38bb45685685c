"""The board of Ra as a picture: tracks, sun and bag in the middle, the players' displays below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomarch.draw import scene as draw_scene
from nomarch.draw import svg
from nomarch.draw.covers import cover as draw_cover
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
    sun,
    tile,
)
from nomarch.games.ra import words
from nomarch.games.ra.actions import BID, DISCARD, DRAW, INVOKE, PASS, STOP, TAKE, format_action
from nomarch.games.ra.components import (
    EPOCHS,
    FIRST_CIVILISATION,
    FIRST_MONUMENT,
    FLOOD,
    GOD,
    GOLD,
    LAST_CIVILISATION,
    LAST_MONUMENT,
    NILE,
    PHARAOH,
    RA,
    RA_LIMIT,
    SUNS_EACH,
    TRACK_SPACES,
)
from nomarch.games.ra.icons import GROUNDS, ICONS
from nomarch.games.ra.rules import OVER
from nomarch.games.ra.rules import place as place_of
from nomarch.i18n import Translate

DISPLAY_ORDER = (
    GOD, PHARAOH, NILE, FLOOD, GOLD,
    *range(FIRST_CIVILISATION, LAST_CIVILISATION + 1),
    *range(FIRST_MONUMENT, LAST_MONUMENT + 1),
)  # fmt: skip
place: Callable[[Any, int], int] = place_of
ROMAN = ("", "I", "II", "III")
IDOL = ICONS[RA]


@dataclass(frozen=True)
class Shape:
    """The measures of an arrangement."""

    width: int
    edge: int
    slot: int
    per_row: int
    ra_slot: int
    own_tile: int
    other_tile: int
    """The largest tile in another's display; a narrow display has smaller ones."""
    other_columns: int
    words: int
    """The size of small words."""


WIDE = Shape(1200, 24, 100, 8, 50, 72, 56, 4, 17)
TALL = Shape(420, 12, 92, 4, 34, 40, 31, 1, 15)
SHAPES = {"wide": WIDE, "tall": TALL}
GAP = 10


@dataclass(frozen=True)
class Scene(draw_scene.Scene):
    """Everything a part of the drawing needs to know."""

    notation = staticmethod(format_action)
    offer = staticmethod(words.move)
    shape: Shape

    @property
    def prompt(self) -> str:
        """What is asked now."""
        return words.prompt(self.t, self.view, self.viewer, self.to_act, self.names)


def draw(
    view: Any, *, viewer: int, legal: Sequence[int], to_act: Sequence[int], names: Sequence[str],
    t: Translate, shape: str = "wide", prefix: str = "board",
) -> svg.Svg:  # fmt: skip
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, viewer, frozenset(legal), to_act, names, t, prefix, SHAPES[shape])
    parts: list[str] = []
    y = _middle(scene, parts)
    y = _players(scene, parts, y + GAP)
    told = words.position(t, view, names)
    rows = "; ".join(", ".join(row) for row in told.rows)
    return svg.drawing(
        scene.shape.width, y, *parts,
        name=f"Ra – {scene.prompt}",
        description=" ".join(told.lines) + " " + rows, prefix=prefix,
    )  # fmt: skip


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that `event_icon` gives."""
    return {
        f"tile-{kind}": tile(markup, GROUNDS[kind], 1, 1, 46) for kind, markup in enumerate(ICONS)
    }


def cover() -> svg.Svg:
    """The game's cover: the sun god over the river."""
    kinds = (PHARAOH, NILE, FIRST_MONUMENT + 3, FIRST_CIVILISATION + 1, GOLD, LAST_MONUMENT)
    shown = symbols()
    return draw_cover(
        "Ra", sky="sand", ray="gold", disc="carnelian", emblem=IDOL,
        ground=("turquoise", "lapis"), row=[shown[f"tile-{kind}"] for kind in kinds],
    )  # fmt: skip


# --- The middle -----------------------------------------------------------------------------------


def _middle(scene: Scene, parts: list[str]) -> float:
    """Ra track, auction track, centre sun, bag and idol; where the players begin."""
    if scene.shape is TALL:
        return _middle_tall(scene, parts)
    edge, slot = scene.shape.edge, scene.shape.slot
    track_width = TRACK_SPACES * (slot + GAP) - GAP
    left = (scene.shape.width - track_width) / 2
    side = left - edge - 20
    parts.append(_ra_track(scene, left, 16))
    parts.append(_epochs(scene, left + track_width - 132, 41))
    parts.append(_auction_track(scene, left, 84))
    parts.append(_bag(scene, edge, 74, side, 120))
    parts.append(_centre(scene, left + track_width + 20 + side / 2, 76))
    bottom = 84 + slot + 16
    parts.append(heading(left, bottom + 27, _status(scene) or _asked(scene), 20))
    parts.append(_choice(scene, left + track_width - 160, bottom, 160, 40))
    return bottom + 52


def _middle_tall(scene: Scene, parts: list[str]) -> float:
    edge, slot, width = scene.shape.edge, scene.shape.slot, scene.shape.width
    parts.append(_ra_track(scene, edge, 8))
    parts.append(heading(edge, 70, _status(scene), 17))
    parts.append(_epochs(scene, width - edge - 118, 64))
    parts.append(_auction_track(scene, edge, 88))
    y = 100 + 2 * (slot + GAP)
    third = (width - 2 * edge - 2 * GAP) / 3
    last = edge + 2 * (third + GAP)
    parts.append(_bag(scene, edge, y, third, 96))
    parts.append(_centre(scene, edge + 1.5 * third + GAP, y - 8))
    # Whoever may pass may not invoke: the same place serves both.
    choice = _choice(scene, last + 4, y, third - 8, 96)
    parts.append(choice or _idol(scene, last, y, third, 96))
    return y + 112


def _ra_track(scene: Scene, x: float, y: float) -> str:
    """As many niches as end the epoch, filled by the Ra tiles drawn."""
    view, size = scene.view, scene.shape.ra_slot
    limit = RA_LIMIT[view.players]
    cells = []
    for i in range(limit):
        at = x + i * (size + 6)
        last = i == limit - 1
        cells.append(svg.rect(at, y, size, size, f"f-papyrus-deep {'line' if last else 'hair'}", 4))
        if i < view.ra_count:
            cells.append(svg.group(
                tile(ICONS[RA], GROUNDS[RA], at, y, size),
                id=scene.id(f"ra-{i}"), class_="piece", data_what=f"tile-{RA}",
            ))  # fmt: skip
        elif last:
            cells.append(svg.group(icon(ICONS[RA], at + 4, y + 4, size - 8), opacity="0.28"))
    tip = scene.t("Ra track: {count} of {limit}; the last space ends the epoch.").format(
        count=view.ra_count, limit=limit
    )
    return piece(*cells, tip=tip, id_=scene.id("ra-track"))


def _epochs(scene: Scene, x: float, y: float) -> str:
    """Three discs, the epoch that is played filled."""
    parts = []
    for epoch in range(1, EPOCHS + 1):
        on = epoch == scene.view.epoch
        at = x + 20 + (epoch - 1) * 40
        parts.append(svg.circle(at, y, 16, f"{'f-carnelian' if on else 'f-papyrus-deep'} line"))
        ink = "f-papyrus" if on else "f-ink-soft"
        parts.append(svg.text(at, y + 5.5, ROMAN[epoch], 15, f"{ink} serif", "middle", bold=True))
    tip = scene.t("Epoch {epoch} of 3").format(epoch=scene.view.epoch)
    return piece(*parts, tip=tip, id_=scene.id("epochs"))


def _auction_track(scene: Scene, x: float, y: float) -> str:
    size, per_row = scene.shape.slot, scene.shape.per_row
    parts = []
    for i in range(TRACK_SPACES):
        at = (x + (i % per_row) * (size + GAP), y + (i // per_row) * (size + GAP))
        parts.append(svg.rect(*at, size, size, "f-papyrus-deep hair", 6))
        if i < scene.view.track_len:
            parts.append(_track_tile(scene, i, *at))
    return "".join(parts)


def _track_tile(scene: Scene, i: int, x: float, y: float) -> str:
    kind, size = scene.view.track[i], scene.shape.slot
    takeable = TAKE + kind if kind > GOD else -1
    action = scene.action(takeable)
    lit = ring(x - 3, y - 3, size + 6, size + 6) if action else ""
    return piece(
        tile(ICONS[kind], GROUNDS[kind], x, y, size), lit,
        tip=words.tile_tip(scene.t, kind), id_=scene.id(f"track-{i}"), what=f"tile-{kind}",
        action=action, label=scene.label(takeable),
    )  # fmt: skip


def _bag(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The bag to draw from, with what is left in it."""
    mid, scale = x + w / 2, (h - 22) / 96
    shape = svg.group(
        svg.path(
            "M-13 8q13 9 26 0l5 -6h-36zM-13 14q-34 24 -34 56q0 22 24 22h46q24 0 24 -22"
            "q0 -32 -34 -56q-13 8 -26 0z",
            "f-clay line",
        ),
        at=(mid, y), scale=scale,
    )  # fmt: skip
    count = cartouche(mid, y + 58 * scale, scene.view.bag_left)
    action = scene.action(DRAW)
    words_ = scene.label(DRAW) or scene.t("Bag")
    label = svg.text(mid, y + h - 2, words_, 15, "f-ink sans", "middle", bold=action is not None)
    lit = ring(mid - 58, y - 8, 116, h + 16, 12) if action else ""
    tip = scene.t("{count} tiles are left in the bag.").format(count=scene.view.bag_left)
    return piece(
        svg.rect(mid - 58, y - 8, 116, h + 16, "f-papyrus", 12), shape, label, lit,
        tip=tip, id_=scene.id("bag"), action=action, label=scene.label(DRAW), source="tile",
    ) + count  # fmt: skip


def _centre(scene: Scene, x: float, y: float) -> str:
    """The sun that the next winner gets; on a wide board with the idol beneath it."""
    view = scene.view
    tip = scene.t("Sun {sun} lies in the centre: the next winner takes it.").format(sun=view.centre)
    parts = [
        piece(sun(x, y + 42, 42, view.centre), tip=tip, id_=scene.id(f"sun-{view.centre}")),
        svg.text(x, y + 104, scene.t("Centre sun"), scene.shape.words, "f-ink-soft sans", "middle"),
    ]
    if scene.shape is WIDE:
        parts.append(_invoke_plaque(scene, x))
    return "".join(parts)


def _invoke_plaque(scene: Scene, x: float) -> str:
    action = scene.action(INVOKE)
    if action is None:
        return ""
    return plaque(
        x - 70, 18, 140, scene.label(INVOKE) or "", action=action, ground="carnelian",
        ink="papyrus", id_=scene.id("invoke"),
        tip=scene.t("Start an auction for everything on the track."),
    )  # fmt: skip


def _idol(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The Ra figure: press it to invoke."""
    action, mid = scene.action(INVOKE), x + w / 2
    label = svg.text(
        mid, y + h, scene.label(INVOKE) or scene.t("Ra"), 15, "f-ink sans", "middle",
        bold=action is not None,
    )  # fmt: skip
    lit = ring(mid - 58, y - 8, 116, h + 16, 12) if action else ""
    return piece(
        svg.rect(mid - 58, y - 8, 116, h + 16, "f-papyrus", 12),
        card(mid - 33, y + 2, 66, 66, "carnelian"), icon(IDOL, mid - 33, y + 2, 66), label, lit,
        tip=scene.t("Start an auction for everything on the track."), id_=scene.id("idol"),
        action=action, label=scene.label(INVOKE),
    )  # fmt: skip


def _status(scene: Scene) -> str:
    """How the auction stands; nothing outside of auctions."""
    view, names = scene.view, scene.names
    if view.high:
        return scene.t("Highest bid: {sun} by {player}").format(
            sun=view.high, player=shorten(names[view.high_seat], 14)
        )
    if view.starter >= 0:
        return scene.t("Auction called by {player}").format(player=shorten(names[view.starter], 14))
    return ""


def _asked(scene: Scene) -> str:
    """What is asked now; nothing where the viewer is asked but may not answer here."""
    return scene.prompt if scene.legal or scene.viewer not in scene.to_act else ""


def _choice(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """The action without a piece of its own: to pass, or to end one's turn."""
    action = PASS if PASS in scene.legal else STOP
    if action not in scene.legal:
        return ""
    return plaque(
        x, y, w, scene.label(action) or "", action=format_action(action), h=h, ground="papyrus",
        ink="ink", id_=scene.id("choice"),
    )  # fmt: skip


# --- The players ----------------------------------------------------------------------------------


def _players(scene: Scene, parts: list[str], y: float) -> float:
    """The viewer's own display across the whole width, the others' below; where they end."""
    shape, players = scene.shape, scene.view.players
    first = max(scene.viewer, 0)
    width: float = shape.width - 2 * shape.edge
    own = _Display(scene, first, shape.edge, y, width, own=True)
    parts.append(own.draw())
    y += own.height + GAP
    others = [(first + step) % players for step in range(1, players)]
    columns = min(len(others), shape.other_columns)
    width = (width - (columns - 1) * GAP) / columns
    for i, seat in enumerate(others):
        x = shape.edge + (i % columns) * (width + GAP)
        display = _Display(scene, seat, x, y, width)
        parts.append(display.draw())
        if i % columns == columns - 1 or seat == others[-1]:
            y += display.height + GAP
    return y + 4


class _Display:
    """One player's area: who it is, points, suns, and a place for every kind of tile."""

    def __init__(
        self, scene: Scene, seat: int, x: float, y: float, w: float, *, own: bool = False
    ) -> None:
        self.scene, self.seat = scene, seat
        self.x, self.y, self.w = x, y, w
        self.beside = own and scene.shape is WIDE
        self.radius = 34 if self.beside else 27 if own else 24
        self.tiles_x = x + (330 if self.beside else 14)
        self.tiles_y = y + (20 if self.beside else 54 + 2 * self.radius)
        room = x + w - 8 - self.tiles_x
        most = scene.shape.own_tile if own else scene.shape.other_tile
        self.in_one_row = room // 10 - 6 >= min(most, 31)
        self.size = min(most, int(room // (10 if self.in_one_row else 5)) - 6)
        self.slots = self._slots(room)
        bottom = max(at_y for _, _, at_y in self.slots) + self.size + 14
        self.height = bottom - y

    def _slots(self, room: float) -> list[tuple[int, float, float]]:
        """Where each kind lies: what scores at once, civilisations, monuments, each in a row."""
        slots, at_x, at_y, step = [], self.tiles_x, self.tiles_y, self.size + 6
        breaks = {FIRST_MONUMENT}
        if not self.in_one_row:
            breaks.add(FIRST_CIVILISATION)
        if 8 * step > room:
            breaks.add(FIRST_MONUMENT + 4)
        for kind in DISPLAY_ORDER:
            if kind in breaks:
                at_x, at_y = self.tiles_x, at_y + step + 2
            slots.append((kind, at_x, at_y))
            at_x += step
        return slots

    def draw(self) -> str:
        """The whole area."""
        scene, seat = self.scene, self.seat
        sun_y = (
            self.y + self.height - 28 - self.radius if self.beside else self.y + 44 + self.radius
        )
        return svg.group(
            panel(self.x, self.y, self.w, self.height, active=seat in scene.to_act),
            _nameplate(scene, seat, self.x, self.y, self.w),
            _suns(scene, seat, self.x + 14, sun_y, self.radius),
            *(_slot(scene, seat, kind, at_x, at_y, self.size) for kind, at_x, at_y in self.slots),
            id=scene.id(f"seat-{seat}"), class_="seat", data_seat=seat,
        )  # fmt: skip


def _nameplate(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    t, view = scene.t, scene.view
    name = scene.names[seat]
    tip = t("{player} has {points} points.").format(player=name, points=view.points[seat])
    right = x + (314 if w > 700 else w) - 14
    won = view.phase == OVER and place(view, seat) == 1
    room = int((right - x - (138 if won or seat == view.starter else 100)) / 10)
    parts = [
        badge(seat, x + 26, y + 25, 15),
        svg.text(x + 48, y + 31, shorten(name, room), 17, "f-ink sans", bold=True),
        svg.text(right, y + 33, view.points[seat], 25, "f-ink serif", "end", bold=True),
    ]
    if seat == view.starter:
        at = right - 76
        parts.append(piece(
            card(at, y + 10, 28, 28, "carnelian"), icon(IDOL, at, y + 10, 28),
            tip=t("{player} called this auction and bids last.").format(player=name),
        ))  # fmt: skip
    if won:
        parts.append(_crown(scene, right - 74, y + 15))
    return piece(*parts, tip=tip, cls="piece nameplate")


def _crown(scene: Scene, x: float, y: float) -> str:
    """A crown for whoever has won."""
    n = svg.number
    return piece(
        svg.path(f"M{n(x)} {n(y)}l6 9l6 -11l6 11l6 -9l-3 19h-18z", "f-gold line"),
        tip=scene.t("Winner"),
    )


def _suns(scene: Scene, seat: int, x: float, y: float, r: float) -> str:
    """A seat's suns: face up in gold and first, spent ones dull."""
    view = scene.view
    held = [(view.up[seat][i], view.sun[seat][i]) for i in range(SUNS_EACH) if view.sun[seat][i]]
    parts = []
    for i, (up, value) in enumerate(sorted(held, reverse=True)):
        cx = x + r + i * (2 * r + 10)
        mine = seat == scene.viewer
        action = scene.action(BID + value) if mine and up else None
        tip = scene.t("Sun {sun}, ready to bid").format(sun=value)
        if not up:
            tip = scene.t("Sun {sun}, spent until the next epoch").format(sun=value)
        if value == view.high and up:
            tip = scene.t("Sun {sun}, the highest bid").format(sun=value)
        marks = ring(cx - r - 4, y - r - 4, 2 * r + 8, 2 * r + 8, r + 4) if action else ""
        if value == view.high and up:
            marks = svg.element(
                "circle", cx=cx, cy=y, r=r + 3, class_="nofill s-carnelian", stroke_width=4
            )
        parts.append(piece(
            sun(cx, y, r, value, face_up=bool(up)), marks, tip=tip, id_=scene.id(f"sun-{value}"),
            action=action, label=scene.label(BID + value) if mine and up else None,
        ))  # fmt: skip
    return "".join(parts)


def _slot(scene: Scene, seat: int, kind: int, x: float, y: float, size: int) -> str:
    """A kind's place in a display: the tile with its count, or its shadow."""
    if scene.view.have[seat][kind] > 0:
        return _owned_tile(scene, seat, kind, x, y, size)
    shadow = svg.group(icon(ICONS[kind], x, y, size), opacity="0.13")
    tip = scene.t("none: {tile}").format(tile=words.tile_tip(scene.t, kind))
    return piece(
        svg.rect(x, y, size, size, "nofill s-papyrus-edge", 4), shadow, tip=tip, cls="slot"
    )


def _owned_tile(scene: Scene, seat: int, kind: int, x: float, y: float, size: int) -> str:
    count = scene.view.have[seat][kind]
    loss = DISCARD + kind if kind >= FIRST_CIVILISATION and kind != GOLD else -1
    action = scene.action(loss) if seat == scene.viewer else None
    lit = ring(x - 3, y - 3, size + 6, size + 6, 6) if action else ""
    many = cartouche(x + size - 5, y + size - 4, count) if count > 1 else ""
    tip = words.tile_tip(scene.t, kind)
    return piece(
        tile(ICONS[kind], GROUNDS[kind], x, y, size), lit,
        tip=f"{count} × {tip}" if count > 1 else tip, id_=scene.id(f"have-{seat}-{kind}"),
        what=f"tile-{kind}", count=count, action=action,
        label=scene.label(loss) if action else None,
    ) + many  # fmt: skip
