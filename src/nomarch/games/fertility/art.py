"""The board of Fertility as a picture: the valley, the reserves, the districts and the cities."""

from __future__ import annotations

from typing import Any, Unpack

from nomarch.draw import svg
from nomarch.draw.covers import cover as draw_cover
from nomarch.draw.palette import SEATS
from nomarch.draw.scene import Asked
from nomarch.draw.shapes import badge, heading, shorten, tile
from nomarch.games.fertility import icons, words
from nomarch.games.fertility.actions import format_action
from nomarch.games.fertility.art_choices import choices, choices_height
from nomarch.games.fertility.art_city import players, shown, shown_height
from nomarch.games.fertility.art_scene import (
    EDGE,
    TALL,
    WIDE,
    Scene,
    columns,
    sheet,
)
from nomarch.games.fertility.art_tiles import reserve, side, stock
from nomarch.games.fertility.art_valley import Valley
from nomarch.games.fertility.components import (
    ALABASTER,
    BOVINE,
    GRAPE,
    PAPYRUS,
    VALLEY_ROWS,
    WHEAT,
)
from nomarch.games.fertility.rules import (
    CITY,
    NONE,
    OVER,
    SUPPLYING,
    TRADE,
    TURN_START,
)


def draw(view: Any, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, format_action, (WIDE, TALL), **asked)
    parts: list[str] = [sheet(scene)]
    y = (_table_wide if scene.shape is WIDE else _table_tall)(scene, parts)
    y = players(scene, parts, y)
    return scene.drawing("Fertility", y, *parts, lines=5)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that `event_icon` gives."""
    goods = {
        f"resource-{kind}": tile(markup, icons.GROUNDS[kind], 1, 1, 46)
        for kind, markup in enumerate(icons.RESOURCES)
    }
    stones = {
        f"monument-{seat}": svg.group(markup, class_=f"f-{SEATS[seat]}")
        for seat, markup in enumerate(icons.MONUMENTS)
    }
    return goods | stones


def cover() -> svg.Svg:
    """The game's cover: papyrus over the river and its fields."""
    shown = symbols()
    row = [shown[f"resource-{kind}"] for kind in (ALABASTER, BOVINE, WHEAT, GRAPE, PAPYRUS)]
    return draw_cover(
        "Fertility", sky="papyrus-deep", ray="sand", disc="malachite",
        emblem=icons.RESOURCES[PAPYRUS], ground=("lapis", "turquoise", "sand"), row=row,
    )  # fmt: skip


def _table_wide(scene: Scene, parts: list[str]) -> float:
    """The valley on the left, reserves and districts on the right; where the players begin."""
    small = columns(scene) <= 12
    size = scene.shape.cell + (8 if small else 0)
    left, top = 40, 76
    width, height = columns(scene) * size, VALLEY_ROWS * size
    parts.append(_steps(scene, left, 12, width))
    valley = Valley(scene, left, top, size)
    parts.append(valley.draw())
    x = left + width + 28
    right = scene.shape.width - 24 - x
    parts.append(reserve(scene, x, 14, right))
    scale = 1.6 if small else 1.45
    parts.append(shown(scene, x, 98, right, scale))
    parts.append(stock(scene, x, 98 + shown_height(scale), right))
    bottom = top + height + 14
    parts.append(choices(scene, left, bottom, width))
    return bottom + choices_height(scene)


def _table_tall(scene: Scene, parts: list[str]) -> float:
    """The valley upright, tiles beside it within thumb's reach, districts below."""
    size, width = scene.shape.cell, scene.shape.width - 2 * EDGE
    parts.append(_steps(scene, EDGE, 8, width))
    top = 94
    valley = Valley(scene, EDGE + 14, top, size)
    parts.append(valley.draw())
    x = EDGE + 14 + VALLEY_ROWS * size + 8
    parts.append(side(scene, x, top - 2, scene.shape.width - EDGE - x))
    y: float = top + max(columns(scene) * size, 470) + 12
    parts.append(choices(scene, EDGE, y, width))
    y += choices_height(scene)
    parts.append(shown(scene, EDGE, y, width, scene.shape.own_scale))
    return y + shown_height(scene.shape.own_scale)


def _steps(scene: Scene, x: float, y: float, w: float) -> str:
    """Whose turn it is, which turn, and how far it has come; at the end, who has won."""
    view, t = scene.view, scene.t
    if view.phase == OVER:
        return _result(scene, x, y, w)
    wide = scene.shape is WIDE
    name = t("You") if view.seat == scene.viewer else shorten(scene.names[view.seat], 14)
    parts = [badge(view.seat, x + 16, y + 17, 16), heading(x + 40, y + 24, name, 20)]
    last = view.last_turns != NONE
    told = t("Last turn") if last else words.turn_line(t, view)
    ink = "f-carnelian sans" if last else "f-ink-soft sans"
    at = x + 52 + 11 * len(name) if wide else x + w
    anchor = "start" if wide else "end"
    parts.append(svg.text(at, y + 23, told, 15, ink, anchor, bold=last))
    if view.phase > TURN_START:
        step = 98.0 if wide else w / 4
        corner = (x + w - 4 * step, y + 3) if wide else (x, y + 40)
        parts.append(_progress(scene, *corner, step))
    return svg.group(*parts, id=scene.id("steps"))


def _progress(scene: Scene, x: float, y: float, step: float) -> str:
    """The steps of a turn in a row, the present one filled."""
    t, phase = scene.t, scene.view.phase
    now = 0 if phase < CITY else 1 if phase < SUPPLYING else 2 if phase <= TRADE else 3
    parts = []
    for i, label in enumerate((t("1 Tile"), t("2 District"), t("3 Shops"), t("New tile"))):
        ground, ink = ("carnelian", "papyrus") if i == now else ("papyrus-deep", "ink-soft")
        parts.append(svg.rect(x + i * step + 3, y, step - 6, 26, f"f-{ground}", 13))
        mid = x + (i + 0.5) * step
        parts.append(svg.text(mid, y + 18, label, 14, f"f-{ink} sans", "middle", bold=i == now))
    return "".join(parts)


def _result(scene: Scene, x: float, y: float, w: float) -> str:
    """Who has won."""
    view, t = scene.view, scene.t
    winners = [seat for seat in range(view.players) if words.rules.place_of(view, seat) == 1]
    parts = [badge(seat, x + 18 + 36 * i, y + 18, 17) for i, seat in enumerate(winners)]
    told = t("{player} wins the game.").format(player=shorten(scene.names[winners[0]], 16))
    if len(winners) > 1:
        told = t("The victory is shared.")
    return svg.group(
        *parts, heading(x + 8 + 36 * len(winners), y + 25, told, 21), id=scene.id("steps")
    )
