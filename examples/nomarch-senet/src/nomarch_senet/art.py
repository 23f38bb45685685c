"""Senet in pictures: the box with its thirty houses, the sticks, and both players."""

from typing import Unpack

from nomarch.draw import (
    Box,
    DrawOptions,
    Measures,
    Scene,
    board_parts,
    clip,
    covers,
    icon,
    shapes,
    svg,
    textures,
)
from nomarch.kernel.protocols import Touched
from nomarch_senet import actions as act, components as box, events as ev, icons, rules, words
from nomarch_senet.state import EMPTY, State

ROW = 10
"""Houses of a row."""


class Shape(Measures):
    """How large houses and pieces are."""

    house: Box
    piece: float
    frame: float
    """The wood around the houses."""


WIDE = Shape(1200, 24, Box(0, 0, 108, 138), 74, 20)
TALL = Shape(420, 12, Box(0, 0, 122, 62), 44, 11)
SenetScene = Scene[State, Shape]

TOUCHED: Touched = {
    ev.MOVED: "piece-{piece}",
    ev.SWAPPED: "piece-{piece}",
    ev.DROWNED: "piece-{piece}",
}


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = SenetScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    board = _board_box(scene)
    parts = [textures.textures(scene.prefix, "sand", "water"), _board(scene, board)]
    y = board.bottom + 14
    if scene.wide:
        left, middle, right = Box(scene.shape.edge, y, scene.shape.room, 116).across(3, 16)
        parts += [_sticks(scene, middle)]
        areas = [left, right]
    else:
        parts += [_sticks(scene, Box(scene.shape.edge, y, scene.shape.room, 96))]
        first = Box(scene.shape.edge, y + 106, scene.shape.room, 92)
        areas = first.repeated(2, 1, 10)
    for seat, area in zip(scene.seats, areas, strict=True):
        parts.append(_player(scene, seat, area))
    return scene.drawing(scene.t("Senet"), areas[-1].bottom + 12, *parts)


# --- The board ------------------------------------------------------------------------------------


def _board_box(scene: SenetScene) -> Box:
    house, frame = scene.shape.house, scene.shape.frame
    across, down = (ROW, 3) if scene.wide else (3, ROW)
    width, height = across * house.w + 2 * frame, down * house.h + 2 * frame
    return Box((scene.shape.width - width) / 2, 14, width, height)


def _place(scene: SenetScene, board: Box, number: int) -> Box:
    """A house: the path runs along the first row, back along the second, along the third."""
    row, step = divmod(number - 1, ROW)
    along = ROW - 1 - step if row == 1 else step
    house, frame = scene.shape.house, scene.shape.frame
    x, y = (along, row) if scene.wide else (row, along)
    return house.moved(board.x + frame + x * house.w, board.y + frame + y * house.h)


def _board(scene: SenetScene, board: Box) -> str:
    view, places = scene.view, range(1, box.HOUSES + 1)
    boxes = {number: _place(scene, board, number) for number in places}
    parts = [
        textures.shadow(textures.slab(*board.moved(4, 6), 14)),
        svg.rect(*board, "f-clay bold", 14),
        svg.rect(*board.grown(-6), "nofill s-gold", 9, stroke_width=2),
        *(_house(scene, number, boxes[number]) for number in places),
        _corner(boxes[10], boxes[11]),
        _corner(boxes[20], boxes[21]),
    ]
    for number in places:
        if view.house[number] != EMPTY:
            parts.append(_piece(scene, number, boxes[number]))
    return clip(scene, "board", board.grown(4), *parts)


def _house(scene: SenetScene, number: int, at: Box) -> str:
    t, named = scene.t, number in icons.HOUSES
    ground = icons.GROUNDS.get(number, "papyrus" if number % 2 else "papyrus-deep")
    parts = [svg.rect(*at.grown(-2), f"f-{ground} hair", 5)]
    if number == box.WATER:
        data = textures.slab(*at.grown(-2), 5)
        parts.append(textures.laid(scene.prefix, "water", data, "hair"))
    if named:
        size = 0.66 * min(at.w, at.h)
        shown = at.around(size)
        parts.append(icon(icons.HOUSES[number], shown.x, shown.y, size))
    parts.append(_number(number, at, ground))
    about = t("House {number}.").format(number=number)
    if named:
        entries = {e.picture: e for section in words.glossary(t) for e in section.entries}
        entry = entries[f"house-{number}"]
        about = f"{entry.name}. {entry.about}"
    where = " ".join(map(svg.number, at))
    return scene.piece(*parts, name=f"house-{number}", tip=about, data_box=where)


def _number(number: int, at: Box, ground: str) -> str:
    ink = shapes.ink_on(ground) if number in icons.HOUSES else "ink-soft"
    return svg.text(at.x + 9, at.y + 19, number, 14, f"f-{ink} sans", bold=number in icons.HOUSES)


def _corner(start: Box, end: Box) -> str:
    """An arrow where the path turns, over the edge of two houses."""
    x, y = (start.mid + end.mid) / 2, (start.level + end.level) / 2
    arrow = "M-7 -4 0 4 7 -4" if start.x == end.x else "M-4 -7 4 0 -4 7"
    face = svg.circle(0, 0, 11, "f-papyrus hair")
    return svg.group(face, svg.path(arrow, "nofill line"), at=(x, y), aria_hidden="true")


def _piece(scene: SenetScene, number: int, at: Box) -> str:
    piece = scene.view.house[number]
    seat, size = rules.owner(piece), scene.shape.piece
    shown = at.moved(5, 6 if scene.wide else 0).around(size)
    back = act.BACK.at(number)
    action = back if scene.can(back) else scene.of(seat, act.MOVE.at(number))
    shade = svg.element(
        "ellipse", cx=shown.mid + 2, cy=shown.bottom - 0.11 * size, rx=0.34 * size,
        ry=0.1 * size, class_="f-soot", opacity="0.25",
    )  # fmt: skip
    return scene.piece(
        shade,
        icon(icons.PIECES[seat], shown.x, shown.y, size),
        name=f"piece-{piece}",
        tip=_piece_tip(scene, seat, number),
        action=action,
        around=shown.grown(3),
        r=12,
    )


def _piece_tip(scene: SenetScene, seat: int, number: int) -> str:
    house = words.house_name(scene.t, number)
    if seat == scene.viewer:
        return scene.t("Your piece in {house}.").format(house=house)
    return scene.t("{player}: a piece in {house}.").format(player=scene.names[seat], house=house)


# --- Beside the board -----------------------------------------------------------------------------


def _sticks(scene: SenetScene, area: Box) -> str:
    view, t = scene.view, scene.t
    pale = 0 if view.throw == box.LONGEST else view.throw
    size = area.h - 22
    left = area.mid - 1.62 * size
    sticks = [
        icon(icons.stick(i < pale), left + i * size * 0.56, area.y + 11, size)
        for i in range(box.STICKS)
    ]
    count = shapes.number(left + 2.9 * size, area.level + 15, view.throw or "–", 44)
    tip = t("The last throw: {throw}.").format(throw=view.throw or "–")
    return scene.piece(
        textures.sunk(*area, 10), *sticks, count, name="sticks", tip=tip, action=act.THROW,
        around=area,
    ) + scene.plaque(act.PASS, Box(area.right - 116, area.y + 8, 108, 36))  # fmt: skip


def _player(scene: SenetScene, seat: int, area: Box) -> str:
    view, size = scene.view, 34.0
    marks = [board_parts.crown(scene)] if view.seat < 0 and view.points[seat] == view.pieces else []
    plate = board_parts.nameplate(scene, seat, area, view.points[seat], marks=marks)
    standing = set(view.house)
    own = [rules.piece_of(seat, number) for number in range(view.pieces)]
    gone = [piece for piece in own if piece not in standing]
    places = Box(area.x + 14, area.bottom - size - 8, size, size).repeated(view.pieces, 7, 6)
    off = []
    for place, piece in zip(places, [*gone, *[None] * (len(own) - len(gone))], strict=True):
        if piece is None:
            off.append(svg.circle(place.mid, place.level, 6, "f-papyrus-edge"))
            continue
        tip = scene.t("This piece has left the board.")
        drawn = icon(icons.PIECES[seat], place.x, place.y, size)
        off.append(scene.piece(drawn, name=f"piece-{piece}", tip=tip))
    return board_parts.tableau(scene, seat, area, plate, *off)


def symbols() -> dict[str, str]:
    """The pictures of the log."""
    throws = {
        f"throw-{count}": shapes.tile(icons.throw(count), "sand", 1, 1, 46)
        for count in range(1, box.LONGEST + 1)
    }
    houses = {
        f"house-{number}": shapes.tile(picture, icons.GROUNDS[number], 1, 1, 46)
        for number, picture in icons.HOUSES.items()
    }
    return throws | houses


def cover() -> svg.Svg:
    """The game's cover."""
    row = [icons.CONE, icons.SPOOL] * 3
    look = {"sky": "clay", "ray": "gold", "disc": "turquoise", "emblem": icons.ANKH}
    return covers.cover("Senet", **look, ground=("sand", "carnelian"), row=row)
