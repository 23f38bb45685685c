"""Crocodile in pictures: the boat above, the players below."""

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
from tests.smallest import actions as act, words
from tests.smallest.state import State

SHAPES = (Measures(1200, 24), Measures(420, 12))
FISH = icon_pen.painted("gold", "M6 24q14 -18 28 0l9 -9v18l-9 -9q-14 18 -28 0z")
JAW = icon_pen.painted("malachite", "M4 6q28 0 40 12l-6 8 -5 -5 -5 5 -5 -5 -5 5 -14 -4z")
JAWS = JAW + svg.element("g", JAW, transform="matrix(1 0 0 -1 0 48)")


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS, SHAPES, **options)
    boat = Box(scene.shape.edge, 16, 92, 92)
    fish = shapes.tile(FISH, "turquoise", *boat[:3]) + board_parts.many(boat, view.boat)
    room = Box(boat.right + 16, 16, scene.shape.room - 108)
    offers, _ = board_parts.plaques(scene, room, dict.fromkeys([*act.CAST, act.LAND], "gold"))
    drawn = [scene.piece(fish, tip=scene.t("The boat"), name="boat"), offers]
    areas = Box(scene.shape.edge, 124, scene.shape.room, 50).repeated(view.players, 1, 10)
    for seat, area in zip(scene.seats, areas, strict=True):
        plate = board_parts.nameplate(scene, seat, area, view.points[seat])
        drawn.append(board_parts.tableau(scene, seat, area, plate))
    return scene.drawing(scene.t("Crocodile"), areas[-1].bottom + 12, *drawn)


def symbols() -> dict[str, str]:
    """The pictures of the log."""
    return covers.tiles("kind", (FISH, JAWS), ("turquoise", "sand"))


def cover() -> svg.Svg:
    """The game's cover."""
    look = {"sky": "sand", "ray": "gold", "disc": "turquoise", "emblem": JAWS}
    return covers.cover("Crocodile", **look, ground=("lapis",), row=[FISH] * 4)
