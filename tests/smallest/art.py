"""Crocodile in pictures: the boat above, the players below."""

from typing import Unpack

from nomarch.draw import TALL, WIDE, Box, board_parts, covers, icon_pen, shapes, svg
from nomarch.draw.scene import DrawOptions, Measures, Scene
from tests.smallest import actions as act, words
from tests.smallest.state import State

SHAPES = (Measures(WIDE, 12), Measures(TALL, 12))
FISH = icon_pen.painted("gold", "M6 24q14 -18 28 0l9 -9v18l-9 -9q-14 18 -28 0z")
JAW = icon_pen.painted("malachite", "M4 6q28 0 40 12l-6 8 -5 -5 -5 5 -5 -5 -5 5 -14 -4z")
JAWS = JAW + svg.element("g", JAW, transform="matrix(1 0 0 -1 0 48)")


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS, SHAPES, **options)
    places = board_parts.areas(scene, 90 if scene.wide else 60, 150, 60)
    shared, size = places.shared, 240 if scene.wide else 110
    boat = Box(shared.x + 20, shared.level - size / 2, size, size)
    fish = shapes.tile(FISH, "turquoise", *boat[:3]) + board_parts.many(boat, view.boat)
    nets = Box(boat.right + 20, boat.y, shared.right - boat.right - 40, size).across(3, 12)
    middle = svg.joined(
        shapes.sheet(*shared),
        scene.piece(fish, tip=scene.t("The boat"), name="boat", action=act.LAND, around=boat),
        *(_net(scene, cast, net) for cast, net in zip(act.CAST, nets, strict=True)),
    )
    players = []
    for seat, area in zip(scene.seats, places.by_seat(), strict=True):
        plate = board_parts.nameplate(scene, seat, area, view.points[seat])
        players.append(board_parts.tableau(scene, seat, area, plate))
    parts = board_parts.zoned(scene, places, scene.t("The boat"), middle, players)
    return scene.drawing(scene.t("Crocodile"), places.others[-1].bottom + 12, parts)


def _net(scene: Scene[State, Measures], cast: int, at: Box) -> str:
    times = act.CAST.times(cast)
    face = board_parts.space(at, times, ground="chalk", size=scene.shape.type.huge, bold=True)
    return scene.piece(
        face, tip=scene.label(cast), name=f"net-{times}", action=cast, around=at, out=0
    )


def symbols() -> dict[str, str]:
    """The pictures of the log."""
    return covers.tiles("kind", (FISH, JAWS), ("turquoise", "sand"))


def cover() -> svg.Svg:
    """The game's cover."""
    look = {"sky": "sand", "ray": "gold", "disc": "turquoise", "emblem": JAWS}
    return covers.cover("Crocodile", **look, ground=("lapis",), row=[FISH] * 4)
