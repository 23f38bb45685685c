"""Caravan in pictures: the sack above, the players below."""

from typing import Unpack

from nomarch.draw import (
    TALL,
    WIDE,
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

SHAPES = (Measures(WIDE, 12), Measures(TALL, 12))
BAR = frozenset(act.BID)
SACK = icon_pen.painted("gold", "M18 6h12l-3 8q15 10 13 28h-32q-2 -18 13 -28z")


def draw(view: State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, act.ACTIONS, SHAPES, **options)
    places = board_parts.areas(scene, 90, 150, 90)
    sack = places.shared.around(240 if scene.wide else 110)
    face = shapes.tile(SACK, "turquoise", *sack[:3]) + board_parts.many(sack, max(view.sack, 0))
    middle = shapes.sheet(*places.shared)
    middle += scene.piece(face, tip=scene.t("The sack"), name="sack")
    players = []
    for seat, area in zip(scene.seats, places.by_seat(), strict=True):
        plate = board_parts.nameplate(scene, seat, area, view.points[seat])
        coins = scene.t("Coins: {count}").format(count=view.coins[seat])
        coins = svg.text(area.x + 14, area.y + 74, coins, scene.shape.type.text, "f-ink sans")
        players.append(board_parts.tableau(scene, seat, area, plate, coins))
    parts = board_parts.zoned(scene, places, scene.t("Caravan"), middle, players)
    return scene.drawing(scene.t("Caravan"), places.others[-1].bottom + 12, parts)


def symbols() -> dict[str, str]:
    """The pictures of the log."""
    return covers.tiles("sack", (SACK,), ("turquoise",))


def cover() -> svg.Svg:
    """The game's cover."""
    look = {"sky": "sand", "ray": "gold", "disc": "turquoise", "emblem": SACK}
    return covers.cover("Caravan", **look, ground=("lapis",), row=[SACK] * 4)
