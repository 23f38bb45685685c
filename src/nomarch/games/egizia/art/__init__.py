"""The board of Egizia as a picture: the river, the monuments, the markets and the tableaus.

Everything that can be done is done on the thing itself: a space of the river, a stone's place, a
crew, a field, a card. What ends something is only in the page's action bar.
"""

from typing import Unpack

from nomarch.draw import Box, DrawOptions, covers, scenery, shapes, svg, textures
from nomarch.draw.board_parts import area, areas, mine_title, others_title, placed, zone
from nomarch.games.egizia import actions as act, icons, state as st, words
from nomarch.games.egizia.art import header, monuments, river, tableaus
from nomarch.games.egizia.art.common import GAP, OWN, TALL, WIDE, EgiziaScene
from nomarch.games.egizia.art.moments import MOMENTS, STAGES, TOUCHED


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    scene = EgiziaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    hour = min(scenery.HOURS - 1, max(0, view.round - 1))
    textures_ = textures.textures(scene.prefix, "sand", "water", "stone")
    height, parts = (_wide if scene.wide else _tall)(scene)
    return scene.drawing("Egizia", height, textures_, scenery.light(scene.prefix, hour), *parts)


def _wide(scene: EgiziaScene) -> tuple[float, list[str]]:
    places = areas(scene, OWN)
    middle, built = [shapes.sheet(*places.shared)], list[str]()
    y = header.draw(scene, middle, places.shared.y)
    y = river.wide(scene, middle, y)
    monuments.wide(scene, built, y)
    return 0, [
        area(scene, "river", scene.t("River"), *middle),
        area(scene, "monuments", scene.t("Monuments"), *built),
        *tableaus.wide(scene, places),
    ]


def _tall(scene: EgiziaScene) -> tuple[float, list[str]]:
    t, y, zones = scene.t, 0.0, list[str]()
    for name, title, draw_zone in (
        ("river", t("River"), river.tall),
        ("monuments", t("Monuments"), monuments.tall),
        ("mine", mine_title(scene), tableaus.own),
        ("others", others_title(scene), tableaus.others),
    ):
        parts: list[str] = []
        room = Box(0, y, scene.shape.width, draw_zone(scene, parts, 0))
        zones.append(placed(room, zone(scene, name, title, room._replace(y=0), *parts)))
        y = room.bottom + GAP
    return y, zones


def symbols() -> dict[str, str]:
    faces = covers.tiles("card", icons.CARD_ICONS, icons.CARD_GROUNDS)
    goods = covers.tiles("grain", (icons.EAR,), ("malachite",))
    goods |= covers.tiles("stone", (icons.STONE,), ("limestone",))
    return faces | goods | {"back": icons.CARD_BACK}


CATEGORIES = covers.tiles("category", *zip(*icons.CATEGORIES, strict=True))


def cover() -> svg.Svg:
    goods = (icons.EAR, icons.STONES, icons.SPHINX_HEAD)
    pieces = (*goods, icons.OBELISK, icons.TEMPLE, icons.PYRAMID)
    grounds = ("malachite", "limestone", "clay", "sand", "turquoise", "bone")
    row = tuple(covers.tiles("piece", pieces, grounds).values())
    look = {"sky": "turquoise", "ray": "sand", "disc": "bone", "emblem": icons.BOAT}
    return covers.cover("Egizia", **look, ground=("lapis", "malachite"), row=row)
