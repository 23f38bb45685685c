"""The board of Ra: tracks, sun and bag in the desert, the players' displays around it."""

from typing import Unpack

from nomarch.draw import DrawOptions, areas, clip, covers, scenery, shapes, svg, textures, zoned
from nomarch.games.ra import actions as act, components as box, icons, state as st, words
from nomarch.games.ra.art import displays, stage
from nomarch.games.ra.art.measures import TALL, WIDE, RaScene
from nomarch.games.ra.art.moments import MOMENTS, STAGES


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    scene = RaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    light = scenery.light(scene.prefix, scenery.hour(stage.share_of_day(scene)))
    shape = scene.shape
    places = areas(scene, shape.own, shape.stage, shape.other)
    middle = clip(scene, "middle", places.shared, *stage.draw(scene, places.shared))
    return scene.drawing(
        "Ra",
        places.others[-1].bottom + shape.edge,
        textures.textures(scene.prefix, "sand", "water", "stone"),
        light,
        stage.pinned(scene),
        zoned(scene, places, scene.t("Auction"), middle, displays.draw(scene, places)),
    )


def symbols() -> dict[str, str]:
    faces = covers.tiles("tile", icons.ICONS, icons.GROUNDS)
    return faces | {"back": shapes.card(1, 1, 46, 46, "clay")}


CATEGORIES = covers.tiles("category", *zip(*icons.CATEGORIES, strict=True))


def cover() -> svg.Svg:
    kinds = (box.PHARAOH, box.NILE, box.PYRAMID, box.AGRICULTURE, box.GOLD, box.TEMPLE)
    row = [symbols()[f"tile-{kind}"] for kind in kinds]
    look = {"sky": "sand", "ray": "gold", "disc": "carnelian", "emblem": icons.ICONS[box.RA]}
    return covers.cover("Ra", **look, ground=("turquoise", "lapis"), row=row)
