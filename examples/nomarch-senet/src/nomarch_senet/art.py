"""Senet in pictures: the box with its thirty houses, the sticks, and both players."""

from typing import Unpack

from nomarch.draw import (
    HIGH,
    TALL,
    WIDE,
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
from nomarch.kernel.declare.protocols import Touched
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


SHAPES = (
    Shape(WIDE, 12, Box(0, 0, 153.2, 212), 124, 22),
    Shape(TALL, 8, Box(0, 0, 126, 62), 44, 12),
)
SenetScene = Scene[State, Shape]

TOUCHED: Touched = {
    ev.MOVED: "piece-{piece}",
    ev.SWAPPED: "piece-{piece}",
    ev.DROWNED: "piece-{piece}",
}


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = SenetScene(view, words, act.ACTIONS, SHAPES, **options)
    board, sticks, own, other = (_wide if scene.wide else _tall)(scene)
    places = board_parts.Areas(board._replace(h=max(board.bottom, sticks.bottom)), own, (other,))
    middle = svg.joined(
        textures.textures(scene.prefix, "sand", "water"),
        _board(scene, board),
        _sticks(scene, sticks),
    )
    tableaus = [_player(scene, *each) for each in zip(scene.seats, (own, other), strict=True)]
    parts = board_parts.zoned(scene, places, scene.t("Board"), middle, tableaus)
    return scene.drawing(scene.t("Senet"), other.bottom + 8, parts)


def _wide(scene: SenetScene) -> tuple[Box, Box, Box, Box]:
    """Board, sticks and players: with one opponent, a column of its own would stay empty."""
    house, frame, edge = scene.shape.house, scene.shape.frame, scene.shape.edge
    board = Box(edge, edge, ROW * house.w + 2 * frame, 3 * house.h + 2 * frame)
    below = Box(edge, board.bottom + 12, board.w, HIGH - board.bottom - 12 - edge)
    own, sticks, other = below.across(3, 12)
    return board, sticks, own, other


def _tall(scene: SenetScene) -> tuple[Box, Box, Box, Box]:
    house, frame, edge = scene.shape.house, scene.shape.frame, scene.shape.edge
    board = Box(edge, edge, 3 * house.w + 2 * frame, ROW * house.h + 2 * frame)
    sticks = Box(edge, board.bottom + 10, board.w, 92)
    own, other = Box(edge, sticks.bottom + 10, board.w, 92).repeated(2, 1, 10)
    return board, sticks, own, other


# --- The board ------------------------------------------------------------------------------------


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
    parts.append(_number(number, at, ground, scene.shape.type.label))
    about = t("House {number}.").format(number=number)
    if named:
        entries = {e.picture: e for section in words.glossary(t) for e in section.entries}
        entry = entries[f"house-{number}"]
        about = f"{entry.name}. {entry.about}"
    where = " ".join(map(svg.number, at))
    return scene.piece(*parts, name=f"house-{number}", tip=about, data_box=where)


def _number(number: int, at: Box, ground: str, size: int) -> str:
    is_named = number in icons.HOUSES
    ink = shapes.ink_on(ground) if is_named else "ink-soft"
    return svg.text(at.x + 9, at.y + 8 + size * 0.8, number, size, f"f-{ink} sans", bold=is_named)


def _corner(start: Box, end: Box) -> str:
    """An arrow where the path turns, over the edge of two houses."""
    x, y = (start.mid + end.mid) / 2, (start.level + end.level) / 2
    arrow = "M-7 -4 0 4 7 -4" if start.x == end.x else "M-4 -7 4 0 -4 7"
    face = svg.circle(0, 0, 11, "f-papyrus hair")
    return svg.group(face, svg.path(arrow, "nofill line"), at=(x, y), aria_hidden="true")


def _piece(scene: SenetScene, number: int, at: Box) -> str:
    piece = scene.view.house[number]
    seat, size = rules.owner(piece), scene.shape.piece
    shown = at.moved(0, 8 if scene.wide else 0).around(size)
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
    figure = scene.shape.type.huge
    count = shapes.number(left + 2.9 * size, area.level + 0.34 * figure, view.throw or "–", figure)
    tip = t("The last throw: {throw}.").format(throw=view.throw or "–")
    floor = shapes.sheet(*area) + textures.pressed(*area.grown(-10), 8)
    return scene.piece(floor, *sticks, count, name="sticks", tip=tip, action=act.THROW, around=area)


def _player(scene: SenetScene, seat: int, area: Box) -> str:
    view, size = scene.view, area.h - 66 if scene.wide else 34.0
    size = min(size, (area.w - 28) / view.pieces - 6)
    marks = [board_parts.crown(scene)] if view.seat < 0 and view.points[seat] == view.pieces else []
    plate = board_parts.nameplate(
        scene, seat, area, view.points[seat], marks=marks, large=scene.wide
    )
    standing = set(view.house)
    own = [rules.piece_of(seat, number) for number in range(view.pieces)]
    gone = [piece for piece in own if piece not in standing]
    places = Box(area.x + 14, area.bottom - size - 8, size, size).repeated(view.pieces, 7, 6)
    off = []
    for place, piece in zip(places, [*gone, *[None] * (len(own) - len(gone))], strict=True):
        if piece is None:
            off.append(textures.pressed(*place, 6))
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
