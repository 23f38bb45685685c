"""Caravan in pictures: the sack above, the players below."""

from typing import Unpack

from nomarch.draw import (
    Box,
    DrawOptions,
    Measures,
    Scene,
    board_parts,
    covers,
    icon_pen,
    shapes,
    svg,
)
from tests.caravan import actions as act, words
from tests.caravan.state import State

SHAPES = (Measures(1200, 24), Measures(420, 12))
SACK = icon_pen.painted("gold", "M18 6h12l-3 8q15 10 13 28h-32q-2 -18 13 -28z")


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS, SHAPES, **options)
    sack = Box(scene.shape.edge, 16, 92, 92)
    face = shapes.tile(SACK, "turquoise", *sack[:3]) + board_parts.many(sack, max(view.sack, 0))
    room = Box(sack.right + 16, 16, scene.shape.room - 108)
    offers, _ = board_parts.plaques(scene, room, dict.fromkeys(act.BID, "gold"))
    drawn = [scene.piece(face, tip=scene.t("The sack"), name="sack"), offers]
    areas = Box(scene.shape.edge, 164, scene.shape.room, 50).repeated(view.players, 1, 10)
    for seat, area in zip(scene.seats, areas, strict=True):
        plate = board_parts.nameplate(scene, seat, area, view.points[seat])
        coins = scene.t("Coins: {count}").format(count=view.coins[seat])
        coins = svg.text(area.mid, area.y + 31, coins, 14)
        drawn.append(board_parts.tableau(scene, seat, area, plate, coins))
    return scene.drawing(scene.t("Caravan"), areas[-1].bottom + 12, *drawn)


def symbols() -> dict[str, str]:
    """The pictures of the log."""
    return covers.tiles("sack", (SACK,), ("turquoise",))


def cover() -> svg.Svg:
    """The game's cover."""
    look = {"sky": "sand", "ray": "gold", "disc": "turquoise", "emblem": SACK}
    return covers.cover("Caravan", **look, ground=("lapis",), row=[SACK] * 4)
