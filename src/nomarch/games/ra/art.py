"""The board of Ra as a picture: tracks, sun and bag in the middle, the players' displays below."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Unpack

from nomarch.draw import NO_ACTION, Asked, Box, Measures, Scene, covers, disc, square, svg
from nomarch.draw.memory import part, question
from nomarch.draw.parts import Mark, crown, many, nameplate, numerals, tableau
from nomarch.draw.shapes import cartouche, frame, heading, icon, piece, shorten, sun, tile
from nomarch.games.ra import actions as act, components as kit, icons, state as st, words
from nomarch.games.ra.rules.epochs import place

CIVILISATIONS = range(kit.FIRST_CIVILISATION, kit.LAST_CIVILISATION + 1)
MONUMENTS = range(kit.FIRST_MONUMENT, kit.LAST_MONUMENT + 1)
DISPLAY_ORDER = (kit.GOD, kit.PHARAOH, kit.NILE, kit.FLOOD, kit.GOLD, *CIVILISATIONS, *MONUMENTS)
GAP = 10
BAG = (
    "M-13 8q13 9 26 0l5 -6h-36zM-13 14q-34 24 -34 56q0 22 24 22h46q24 0 24 -22"
    "q0 -32 -34 -56q-13 8 -26 0z"
)


@dataclass(frozen=True)
class Shape(Measures):
    """The measures of an arrangement."""

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
RaScene = Scene[st.State, Shape]


def draw(view: st.State, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = RaScene(view, words, act.ACTIONS.__getitem__, (WIDE, TALL), **asked)
    parts: list[str] = []
    y = _middle_wide(scene, parts) if scene.wide else _middle_tall(scene, parts)
    y = _players(scene, parts, y + GAP)
    return scene.drawing("Ra", y, *parts)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that events give."""
    return covers.tiles("tile", icons.ICONS, icons.GROUNDS)


def cover() -> svg.Svg:
    """The game's cover: the sun god over the river."""
    kinds = (
        kit.PHARAOH,
        kit.NILE,
        kit.FIRST_MONUMENT + 3,
        kit.FIRST_CIVILISATION + 1,
        kit.GOLD,
        kit.LAST_MONUMENT,
    )
    row = [symbols()[f"tile-{kind}"] for kind in kinds]
    look = {"sky": "sand", "ray": "gold", "disc": "carnelian", "emblem": icons.ICONS[kit.RA]}
    return covers.cover("Ra", **look, ground=("turquoise", "lapis"), row=row)


# --- The middle -----------------------------------------------------------------------------------


def _middle_wide(scene: RaScene, parts: list[str]) -> float:
    """Ra track, auction track, centre sun and bag; where the players begin."""
    edge, slot = scene.shape.edge, scene.shape.slot
    track_width = kit.TRACK_SPACES * (slot + GAP) - GAP
    left = (scene.shape.width - track_width) / 2
    side = left - edge - 20
    sun_x = left + track_width + 20 + side / 2
    invoke, bottom = Box(sun_x - 70, 18, 140, 40), 84 + slot + 16
    parts += (
        _ra_track(scene, left, 16),
        _epochs(scene, left + track_width - 112, 41),
        _auction_track(scene, left, 84),
        _bag(scene, Box(edge, 74, side, 120)),
        _centre(scene, sun_x, 76),
        scene.plaque(act.INVOKE, invoke, name="invoke", ground="carnelian", tip=_invoke_tip(scene)),
        heading(left, bottom + 27, _status(scene) or _asked(scene), 20),
        _choice(scene, Box(left + track_width - 160, bottom, 160, 40)),
    )
    return bottom + 52


def _middle_tall(scene: RaScene, parts: list[str]) -> float:
    """The same for a phone: bag, sun and idol below the track."""
    edge, slot = scene.shape.edge, scene.shape.slot
    y = 100 + 2 * (slot + GAP)
    bag, centre, last = Box(edge, y, scene.shape.room, 96).across(3, GAP)
    choice = Box(last.x + 4, y, last.w - 8, 96)
    parts += (
        _ra_track(scene, edge, 8),
        heading(edge, 70, _status(scene), 17),
        _epochs(scene, scene.shape.width - edge - 98, 64),
        _auction_track(scene, edge, 88),
        _bag(scene, bag),
        _centre(scene, centre.mid, y - 8),
        # Whoever may pass may not invoke: the same place serves both.
        _choice(scene, choice) or _idol(scene, last),
    )
    return y + 112


@part
def _ra_track(scene: RaScene, x: float, y: float) -> str:
    """As many niches as end the epoch, filled by the Ra tiles drawn."""
    count, limit = scene.view.ra_count, kit.RA_LIMIT[scene.view.players]
    niches = square(x, y, scene.shape.ra_slot).repeated(limit, limit, 6)
    parts = [svg.rect(*niche, "f-papyrus-deep hair", 4) for niche in niches[:-1]]
    parts.append(svg.rect(*niches[-1], "f-papyrus-deep line", 4))
    for i, niche in enumerate(niches[:count]):
        drawn = tile(icons.ICONS[kit.RA], icons.GROUNDS[kit.RA], *niche[:3])
        what = f"tile-{kit.RA}"
        parts.append(svg.group(drawn, id=scene.id(f"ra-{i}"), class_="piece", data_what=what))
    if count < limit:
        parts.append(icon(icons.ICONS[kit.RA], *niches[-1].grown(-4)[:3], opacity="0.28"))
    tip = scene.t("Ra track: {count} of {limit}; the last space ends the epoch.")
    return scene.piece(*parts, tip=tip.format(count=count, limit=limit), name="ra-track")


@part
def _epochs(scene: RaScene, x: float, y: float) -> str:
    tip = scene.t("Epoch {epoch} of 3").format(epoch=scene.view.epoch)
    return scene.piece(numerals(x, y, kit.EPOCHS, scene.view.epoch), tip=tip, name="epochs")


@part
def _auction_track(scene: RaScene, x: float, y: float) -> str:
    boxes = square(x, y, scene.shape.slot).repeated(kit.TRACK_SPACES, scene.shape.per_row, GAP)
    spaces = [svg.rect(*box, "f-papyrus-deep hair", 6) for box in boxes]
    tiles = [_track_tile(scene, i, boxes[i]) for i in range(scene.view.track_len)]
    return "".join((*spaces, *tiles))


@part
def _track_tile(scene: RaScene, i: int, box: Box) -> str:
    kind = scene.view.track[i]
    return scene.piece(
        tile(icons.ICONS[kind], icons.GROUNDS[kind], *box[:3]),
        tip=words.tile_tip(scene.t, kind),
        name=f"track-{i}",
        what=f"tile-{kind}",
        action=act.TAKE.at(kind) if kind > kit.GOD else NO_ACTION,
        around=box,
    )


@part
def _bag(scene: RaScene, box: Box) -> str:
    """The bag to draw from, with what is left in it."""
    left, scale = scene.view.bag_left, (box.h - 22) / 96
    shape = svg.group(svg.path(BAG, "f-clay line"), at=(box.mid, box.y), scale=scale)
    tip = scene.t("{count} tiles are left in the bag.").format(count=left)
    drawn = _pressed(
        scene, box, shape, act.DRAW, scene.t("Bag"), tip=tip, name="bag", source="tile"
    )
    return drawn + cartouche(box.mid, box.y + 58 * scale, left)


@part
def _idol(scene: RaScene, box: Box) -> str:
    """The Ra figure: press it to invoke."""
    figure = tile(icons.ICONS[kit.RA], "carnelian", box.mid - 33, box.y + 2, 66)
    tip = _invoke_tip(scene)
    return _pressed(scene, box, figure, act.INVOKE, scene.t("Ra"), tip=tip, name="idol")


def _pressed(scene: RaScene, box: Box, shape: str, action: int, plain: str, **more: str) -> str:
    """Something to press, with what pressing it does written below it."""
    can, around = scene.can(action), Box(box.mid - 58, box.y - 8, 116, box.h + 16)
    told = scene.label(action) if can else plain
    label = svg.text(box.mid, box.bottom - 2, told, 15, "f-ink sans", "middle", bold=can)
    ground = svg.rect(*around, "f-papyrus", 12)
    return scene.piece(ground, shape, label, action=action, around=around, out=0, r=12, **more)


def _invoke_tip(scene: RaScene) -> str:
    return scene.t("Start an auction for everything on the track.")


@part
def _centre(scene: RaScene, x: float, y: float) -> str:
    """The sun that the next winner gets."""
    value = scene.view.centre
    tip = scene.t("Sun {sun} lies in the centre: the next winner takes it.").format(sun=value)
    told, size = scene.t("Centre sun"), scene.shape.words
    return scene.piece(sun(x, y + 42, 42, value), tip=tip, name=f"sun-{value}") + svg.text(
        x, y + 104, told, size, "f-ink-soft sans", "middle"
    )


def _status(scene: RaScene) -> str:
    """How the auction stands; nothing outside of auctions."""
    view, names, t = scene.view, scene.names, scene.t
    if view.high:
        player = shorten(names[view.high_seat], 14)
        return t("Highest bid: {sun} by {player}").format(sun=view.high, player=player)
    if view.starter >= 0:
        return t("Auction called by {player}").format(player=shorten(names[view.starter], 14))
    return ""


def _asked(scene: RaScene) -> str:
    """What is asked now; nothing where the viewer is asked but may not answer here."""
    return scene.prompt if scene.legal or not scene.asked else ""


@part
def _choice(scene: RaScene, box: Box) -> str:
    """The action without a piece of its own: to pass, or to end one's turn."""
    return scene.plaque(scene.pick(act.PASS, act.STOP), box, name="choice", ground="papyrus")


# --- The players ----------------------------------------------------------------------------------


def _players(scene: RaScene, parts: list[str], y: float) -> float:
    """The viewer's own display across the whole width, the others' below; where they end."""
    first, *others = scene.seats
    room = Box(scene.shape.edge, y, scene.shape.room)
    drawn, height = _display(scene, first, room, own=True)
    parts.append(drawn)
    y += height + GAP
    columns = min(len(others), scene.shape.other_columns)
    for i, seat in enumerate(others):
        column = room.across(columns, GAP)[i % columns]
        drawn, height = _display(scene, seat, column._replace(y=y))
        parts.append(drawn)
        if i % columns == columns - 1 or seat == others[-1]:
            y += height + GAP
    return y + 4


@part
def _display(scene: RaScene, seat: int, box: Box, *, own: bool = False) -> tuple[str, float]:
    """One player's area, and how high it is: who it is, points, suns, a place for every tile."""
    display = _arranged(scene.shape, box, own)
    drawn = tableau(
        scene,
        seat,
        display.box,
        _plate(scene, seat, display.plate),
        _suns(scene, seat, box.x + 14, display.sun_y, display.radius),
        _slots(scene, seat, display),
    )
    return drawn, display.box.h


class _Display:
    """Where things are in a player's area."""

    def __init__(self, shape: Shape, box: Box, *, own: bool) -> None:
        beside = own and shape is WIDE
        self.radius = 34 if beside else 27 if own else 24
        x = box.x + (330 if beside else 14)
        y = box.y + (20 if beside else 54 + 2 * self.radius)
        room = box.right - 8 - x
        most = shape.own_tile if own else shape.other_tile
        in_one_row = room // 10 - 6 >= min(most, 31)
        self.size = min(most, int(room // (10 if in_one_row else 5)) - 6)
        breaks = (
            {kit.FIRST_MONUMENT} if in_one_row else {kit.FIRST_CIVILISATION, kit.FIRST_MONUMENT}
        )
        self.slots = self._slots(x, y, room, breaks)
        self.box = box._replace(h=self.slots[-1][1].bottom + 14 - box.y)
        self.sun_y = (self.box.bottom - 28 - self.radius) if beside else box.y + 44 + self.radius
        self.plate = self.box._replace(w=314) if box.w > 700 else self.box

    def _slots(self, x: float, y: float, room: float, breaks: set[int]) -> list[tuple[int, Box]]:
        """Where each kind lies: what scores at once, civilisations, monuments, each in a row."""
        slots, at, step = [], x, self.size + 6
        if len(MONUMENTS) * step > room:
            breaks.add(kit.FIRST_MONUMENT + 4)
        for kind in DISPLAY_ORDER:
            if kind in breaks:
                at, y = x, y + step + 2
            slots.append((kind, square(at, y, self.size)))
            at += step
        return slots


@lru_cache(256)
def _arranged(shape: Shape, box: Box, own: bool) -> _Display:
    return _Display(shape, box, own=own)


@part
def _plate(scene: RaScene, seat: int, box: Box) -> str:
    return nameplate(scene, seat, box, scene.view.points[seat], marks=_marks(scene, seat))


@part
def _slots(scene: RaScene, seat: int, display: _Display) -> str:
    return svg.Composed(*(_slot(scene, seat, kind, at) for kind, at in display.slots))


def _marks(scene: RaScene, seat: int) -> list[Mark]:
    """The idol beside whoever called the auction, the crown beside whoever has won."""
    tip = scene.t("{player} called this auction and bids last.").format(player=scene.names[seat])

    def idol(x: float, y: float) -> str:
        return piece(tile(icons.ICONS[kit.RA], "carnelian", x, y, 28), tip=tip)

    return [Mark(idol)] * _has_called(scene, seat) + [crown(scene)] * _has_won(scene, seat)


@question
def _has_called(scene: RaScene, seat: int) -> int:
    return int(seat == scene.view.starter)


@question
def _has_won(scene: RaScene, seat: int) -> int:
    return int(scene.view.asked == st.OVER and place(scene.view, seat) == 1)


@question
def _is_highest(scene: RaScene, value: int) -> int:
    return int(value == scene.view.high)


@part
def _suns(scene: RaScene, seat: int, x: float, y: float, r: float) -> str:
    """A seat's suns: face up in gold and first, spent ones dull."""
    view = scene.view
    held = [
        (view.up[seat][i], view.sun[seat][i]) for i in range(kit.SUNS_EACH) if view.sun[seat][i]
    ]
    places = (disc(x + r + i * (2 * r + 10), y, r) for i in range(kit.SUNS_EACH))
    return "".join(
        _sun(scene, seat, at, up, value, up and _is_highest(scene, value))
        for at, (up, value) in zip(places, sorted(held, reverse=True), strict=False)
    )


@part
def _sun(scene: RaScene, seat: int, box: Box, up: int, value: int, highest: int) -> str:
    t, r = scene.t, box.w / 2
    tip = t("Sun {sun}, ready to bid") if up else t("Sun {sun}, spent until the next epoch")
    if highest:
        tip = t("Sun {sun}, the highest bid")
    return scene.piece(
        sun(box.mid, box.level, r, value, face_up=bool(up)),
        frame(*box.grown(3), r + 3) if highest else "",
        tip=tip.format(sun=value),
        name=f"sun-{value}",
        action=scene.of(seat, act.BID.at(value)),
        around=box,
        out=4,
        r=r + 4,
    )


def _loss(kind: int) -> int:
    """What gives up a tile of a display, if it can be lost by choice."""
    if kind in CIVILISATIONS:
        return act.DISCARD_CIVILISATION.at(kind)
    return act.DISCARD_MONUMENT.at(kind) if kind in MONUMENTS else NO_ACTION


@part
def _slot(scene: RaScene, seat: int, kind: int, box: Box) -> str:
    """A kind's place in a display: the tile with its count, or its shadow."""
    count, tip = scene.view.have[seat][kind], words.tile_tip(scene.t, kind)
    if not count:
        shadow = icon(icons.ICONS[kind], *box[:3], opacity="0.13")
        empty = svg.rect(*box, "nofill s-papyrus-edge", 4)
        return piece(empty, shadow, tip=scene.t("none: {tile}").format(tile=tip), cls="slot")
    drawn = scene.piece(
        tile(icons.ICONS[kind], icons.GROUNDS[kind], *box[:3]),
        tip=f"{count} × {tip}" if count > 1 else tip,
        name=f"have-{seat}-{kind}",
        what=f"tile-{kind}",
        count=count,
        action=scene.of(seat, _loss(kind)),
        around=box,
        r=6,
    )
    return drawn + many(box, count)
