"""The board of Fertility as a picture: the valley, the reserves, the districts and the cities."""

from typing import Unpack

from nomarch.draw import SEATS, Box, DrawOptions, covers, drawn, shapes, svg, textures
from nomarch.draw.board_parts import Areas, area, areas, clip, player_zones, steps, zone
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.art import city, fronts, land, tiles, valley
from nomarch.games.fertility.art.common import (
    GAP,
    TALL,
    WIDE,
    FertilityCanvas,
    FertilityScene,
    columns,
    sheet,
)
from nomarch.games.fertility.art.moments import MOMENTS, STAGES, TOUCHED
from nomarch.games.fertility.rules import scoring

OWN = 276
"""Height of the viewer's city on a wide board."""
CELL, TALL_CELL = 54, {12: 38, 16: 32}
"""Size of a cell of the valley; on a tall board by the number of columns."""
TALL_CARD = 108
"""Height of a district that can be built, on a tall board."""
TALL_CITIES = {2: (470, 340), 3: (470, 260), 4: (394, 190)}
"""Heights of the viewer's city and of another one on a tall board, by players."""


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    scene = FertilityScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    ground = textures.textures(scene.prefix, "sand", "water", "field", "stone", "wood", "linen")
    parts = [ground, sheet(scene.canvas, fronts.roofs(scene.canvas))]
    if scene.wide:
        places = areas(scene, OWN)
        parts += (*_table_wide(scene, places.shared), *city.players(scene, places))
    else:
        own, other = TALL_CITIES[view.players]
        places = areas(scene, own, _tall_valley(scene) + GAP + fronts.grid_height(TALL_CARD), other)
        parts += _zones(scene, places)
    return scene.drawing("Fertility", places.others[-1].bottom + scene.shape.edge, *parts)


def symbols() -> dict[str, str]:
    stones = {
        f"monument-{seat}": svg.group(markup, class_=f"f-{SEATS[seat]}")
        for seat, markup in enumerate(icons.MONUMENTS)
    }
    signs = {"water": icons.WATER, "quarry": icons.QUARRY, "any": icons.ANY}
    signs |= {"exchange": icons.EXCHANGE, "any-god": icons.ANY_GOD, "coin": icons.COIN}
    grounds = ("nile", "sand", "papyrus", "chalk", "papyrus", "chalk")
    shown = zip(signs.items(), grounds, strict=True)
    tiles = {name: shapes.tile(art, face, 1, 1, 46) for (name, art), face in shown}
    gods = covers.tiles("god", icons.GODS, ("turquoise",) * box.GODS)
    tiles["back"] = shapes.card(1, 1, 46, 46, "clay")
    return covers.tiles("resource", icons.RESOURCES, icons.GROUNDS) | stones | tiles | gods


CATEGORIES = covers.tiles("category", *zip(*icons.CATEGORIES, strict=True))


def cover() -> svg.Svg:
    kinds = (box.ALABASTER, box.BOVINE, box.WHEAT, box.GRAPE, box.PAPYRUS)
    row = [symbols()[f"resource-{kind}"] for kind in kinds]
    look = {"sky": "papyrus-deep", "ray": "sand", "disc": "malachite"}
    emblem, ground = icons.RESOURCES[box.PAPYRUS], ("lapis", "turquoise", "sand")
    return covers.cover("Fertility", **look, emblem=emblem, ground=ground, row=row)


def _table_wide(scene: FertilityScene, at: Box) -> tuple[str, ...]:
    """The valley on the left with the reserves in its river, the districts on the right."""
    margin, width = scene.shape.margin, columns(scene.view) * CELL
    slab = Box(at.x + 10, at.y + scene.shape.header, margin + width + land.SHORE, 0)
    left, top = slab.x + margin, slab.y + margin
    bottom = top + box.VALLEY_ROWS * CELL
    tile = 33 if columns(scene.view) <= 12 else 40
    quay = Box(slab.x + 8, bottom + 9, tiles.reserve_width(tile), 45)
    reserved = Box(quay.x + 6, quay.level - tile / 2, quay.w - 6, tile)
    room = min(320, slab.right - quay.right - 24)
    goods = Box(slab.right - 10 - room, quay.y + 5, room, 40)
    right = Box(slab.right + 16, at.y + 8, at.right - 12 - slab.right - 16, at.h - 20)
    turn = _steps(scene, slab._replace(y=at.y + 5))
    ready = clip(scene, "reserve", reserved, tiles.reserve(scene, reserved))
    shore = land.quay(scene.prefix, quay), ready, tiles.stock(scene, goods)
    return (
        shapes.sheet(*at),
        area(scene, "valley", scene.t("Valley"), turn, valley.draw(scene, left, top, CELL)),
        area(scene, "reserve", scene.t("Reserve and stock"), *shore),
        fronts.shown(scene, right),
    )


def _tall_valley(scene: FertilityScene) -> float:
    """The height of the valley with its steps on a tall board."""
    count, shape = columns(scene.view), scene.shape
    return shape.header + shape.margin + count * TALL_CELL[count] + land.LOW_RIVER + 6


def _zones(scene: FertilityScene, places: Areas) -> tuple[str, ...]:
    """A tall board: the valley turned, so that its cells are large, districts and cities below."""
    shape, t = scene.shape, scene.t
    wider = places.shared._replace(x=places.shared.x - 6, w=places.shared.w + 12)
    at = wider._replace(h=_tall_valley(scene))
    below = Box(at.x, at.bottom + GAP, at.w, fronts.grid_height(TALL_CARD))
    size = TALL_CELL[columns(scene.view)]
    left, top = at.x + 4 + shape.margin, at.y + shape.header + shape.margin
    x = left + box.VALLEY_ROWS * size + land.SHORE + 6
    own, *rivals = city.players(scene, places)
    turn = _steps(scene, Box(at.x + 8, at.y + 4, at.w - 16))
    side = tiles.side(scene, Box(x, at.y + shape.header, at.right - 6 - x, at.h - shape.header))
    table = shapes.sheet(*at), turn, valley.draw(scene, left, top, size), side
    return (
        zone(scene, "valley", t("Valley"), at, *table),
        zone(scene, "districts", t("Districts"), below, fronts.grid(scene, below)),
        player_zones(scene, places.mine, [own], places.others, rivals),
    )


def _steps(scene: FertilityScene, at: Box) -> str:
    """The player to act and the steps of the turn; at the end the winner."""
    view, t = scene.view, scene.t
    if view.phase == st.OVER:
        return _result(scene, at)
    name = t("You") if view.seat == scene.viewer else shapes.shorten(scene.names[view.seat], 11)
    return _turn_steps(scene.canvas, view.seat, name, view.last_turns != st.NONE, view.phase, at)


@drawn
def _turn_steps(
    canvas: FertilityCanvas, seat: int, name: str, is_last: bool, phase: int, at: Box
) -> str:
    """A seat's turn, and its steps in a row."""
    sizes, row = canvas.shape.type, Box(at.x + 40, at.y + 4, at.w - 40, 26)
    text = warned = ""
    if canvas.wide:
        row = Box(at.right - 446, at.y + 1, 440, 32)
        text = shapes.heading(at.x + 40, at.y + 24, name, sizes.text)
    if canvas.wide and is_last:
        x = at.x + 54 + shapes.ems(name) * sizes.text
        words = canvas.t("Last turn")
        warned = svg.text(x, at.y + 23, words, sizes.label, "f-warning sans", bold=True)
    steps = _progress(canvas, phase, row) if phase > st.TURN_START else ""
    badge = shapes.badge(seat, at.x + 16, at.y + 17, 16)
    return svg.group(badge, text, warned, steps, id=canvas.id("steps"))


def _progress(canvas: FertilityCanvas, phase: int, row: Box) -> str:
    """The steps of a turn in a row, the present one filled."""
    t, now = canvas.t, sum(phase >= first for first in (st.CITY, st.SUPPLYING, st.TAKING))
    titles = t("1 Tile"), t("2 District"), t("3 Shops"), t("New tile")
    return steps(row, titles, now, size=canvas.shape.letter)


def _result(scene: FertilityScene, at: Box) -> str:
    t, winners, size = scene.t, scene.winners(scoring.place), scene.shape.type.text
    text = t("{player} wins the game.").format(player=shapes.shorten(scene.names[winners[0]], 16))
    if len(winners) > 1:
        text = t("Shared victory")
    badges = [
        shapes.badge(seat, at.x + 16 + 36 * i, at.y + 17, 16) for i, seat in enumerate(winners)
    ]
    title = shapes.heading(at.x + 6 + 36 * len(winners), at.y + 24, text, size)
    return svg.group(*badges, title, id=scene.id("steps"))
