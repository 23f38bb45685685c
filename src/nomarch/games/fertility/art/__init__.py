"""The board of Fertility as a picture: the valley, the reserves, the districts and the cities."""

from typing import Unpack

from nomarch.draw import SEATS, Box, DrawOptions, clip, covers, drawn, shapes, steps, svg, textures
from nomarch.games.fertility.art import choices, city, fronts, land, tiles, valley
from nomarch.games.fertility.art.common import (
    TALL,
    WIDE,
    FertilityCanvas,
    FertilityScene,
    act,
    box,
    columns,
    icons,
    sheet,
    st,
    words,
)
from nomarch.games.fertility.art.moments import MOMENTS as MOMENTS
from nomarch.games.fertility.art.touched import TOUCHED as TOUCHED
from nomarch.games.fertility.rules import scoring

TALL_CARD = 124
"""Height of a district that can be built, on a tall board."""


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = FertilityScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    ground = textures.textures(scene.prefix, "sand", "water", "field", "stone", "wood", "linen")
    parts = [ground, sheet(scene.canvas, fronts.roofs(scene.canvas))]
    y = _table_wide(scene, parts) if scene.wide else _table_tall(scene, parts)
    return scene.drawing("Fertility", city.players(scene, parts, y), *parts, lines=5)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that events give."""
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


def cover() -> svg.Svg:
    """The game's cover: papyrus over the river and its fields."""
    kinds = (box.ALABASTER, box.BOVINE, box.WHEAT, box.GRAPE, box.PAPYRUS)
    row = [symbols()[f"resource-{kind}"] for kind in kinds]
    look = {"sky": "papyrus-deep", "ray": "sand", "disc": "malachite"}
    emblem, ground = icons.RESOURCES[box.PAPYRUS], ("lapis", "turquoise", "sand")
    return covers.cover("Fertility", **look, emblem=emblem, ground=ground, row=row)


def _table_wide(scene: FertilityScene, parts: list[str]) -> float:
    """The valley on the left, reserves and districts on the right; where the players begin."""
    few = columns(scene.view) <= 12
    size, tile = (62, 33) if few else (54, 40)
    margin, edge = scene.shape.margin, scene.shape.edge
    left, top, width = edge + margin, 48 + margin, columns(scene.view) * size
    slab = Box(edge, 48, margin + width + land.SHORE, margin + box.VALLEY_ROWS * size)
    x, bottom = slab.right + 20, slab.bottom + land.RIVER
    right = Box(x, 14, 1196 - 12 - x, bottom - 14)
    quay = Box(slab.x + 8, slab.bottom + 9, tiles.reserve_width(tile), 45)
    reserved = Box(quay.x + 6, quay.level - tile / 2, quay.w - 6, tile)
    room = min(320, slab.right - quay.right - 24)
    goods = Box(slab.right - 10 - room, quay.y + 5, room, 40)
    height = (bottom - 12 - fronts.HEADING + fronts.GAP) / box.SHOWN - fronts.GAP
    bottom += 14
    parts += (
        shapes.sheet(8, 6, 1188, bottom - 10),
        _steps(scene, edge, 8, slab.w),
        valley.draw(scene, left, top, size),
        land.quay(scene.prefix, quay),
        clip(scene, "reserve", reserved, tiles.reserve(scene, reserved)),
        choices.nothing(scene, Box(right.right - 104, 4, 100, 36)),
        fronts.shown(scene, right, height),
        tiles.stock(scene, goods),
        choices.draw(scene, left, bottom, width),
    )
    return bottom + choices.height(scene)


def _table_tall(scene: FertilityScene, parts: list[str]) -> float:
    """The valley upright, tiles beside it within thumb's reach, districts below."""
    edge, width, size, left = scene.shape.edge, scene.shape.room, 40, 5 + scene.shape.margin
    top = 80 + scene.shape.margin
    x = left + box.VALLEY_ROWS * size + land.SHORE + 5
    y = top + max(columns(scene.view) * size + land.river_height(False), 460) + 16
    below = y + choices.height(scene)
    parts += (
        shapes.sheet(1, 1, 418, below + fronts.shown_height(TALL_CARD) + 6),
        _steps(scene, edge, 8, width),
        valley.draw(scene, left, top, size),
        tiles.side(scene, x, 80, scene.shape.width - 7 - x),
        choices.draw(scene, edge, y, width),
        fronts.shown(scene, Box(edge, below, width), TALL_CARD),
    )
    return below + fronts.shown_height(TALL_CARD) + 14


def _steps(scene: FertilityScene, x: float, y: float, w: float) -> str:
    """The player to act, the turn and its steps; at the end the winner."""
    view, t = scene.view, scene.t
    if view.phase == st.OVER:
        return _result(scene, x, y)
    name = t("You") if view.seat == scene.viewer else shapes.shorten(scene.names[view.seat], 11)
    turn = "" if view.last_turns != st.NONE else words.turn_line(t, view)
    return _turn_steps(scene.canvas, view.seat, name, turn, view.phase, Box(x, y, w))


@drawn
def _turn_steps(
    canvas: FertilityCanvas, seat: int, name: str, turn: str, phase: int, at: Box
) -> str:
    """A seat's turn, and its steps in a row; without a number it is the last one."""
    told = turn or canvas.t("Last turn")
    ink = "f-ink-soft sans" if turn else "f-warning sans"
    x, anchor = (at.x + 48 + 13 * len(name), "start") if canvas.wide else (at.right, "end")
    row = Box(at.x + at.w - 443, at.y + 1, 440, 30)
    if not canvas.wide:
        row = Box(at.x + 3, at.y + 40, at.w - 6, 26)
    return svg.group(
        shapes.badge(seat, at.x + 16, at.y + 17, 16),
        shapes.heading(at.x + 40, at.y + 24, name, 20),
        svg.text(x, at.y + 23, told, canvas.shape.letter, ink, anchor, bold=not turn),
        _progress(canvas, phase, row) if phase > st.TURN_START else "",
        id=canvas.id("steps"),
    )


def _progress(canvas: FertilityCanvas, phase: int, row: Box) -> str:
    """The steps of a turn in a row, the present one filled."""
    t, now = canvas.t, sum(phase >= first for first in (st.CITY, st.SUPPLYING, st.TAKING))
    titles = t("1 Tile"), t("2 District"), t("3 Shops"), t("New tile")
    return steps(row, titles, now, size=canvas.shape.letter)


def _result(scene: FertilityScene, x: float, y: float) -> str:
    t, winners = scene.t, scene.winners(scoring.place)
    told = t("{player} wins the game.").format(player=shapes.shorten(scene.names[winners[0]], 16))
    if len(winners) > 1:
        told = t("Shared victory")
    badges = [shapes.badge(seat, x + 18 + 36 * i, y + 18, 17) for i, seat in enumerate(winners)]
    title = shapes.heading(x + 8 + 36 * len(winners), y + 25, told, 21)
    return svg.group(*badges, title, id=scene.id("steps"))
