"""The board of Amun-Re: Egypt with its provinces, scale, auction, players and hand."""

from typing import Unpack

from nomarch.draw import Box, DrawOptions, area, covers, shapes, svg, zone
from nomarch.draw.board_parts import mine_title, others_title
from nomarch.games.amun_re import actions as act, icons, state as st, words
from nomarch.games.amun_re.art import altar, desk, land, players
from nomarch.games.amun_re.art.measures import GAP, OWN, TALL, WIDE, AmunScene, sheet
from nomarch.games.amun_re.art.moments import MOMENTS, STAGES


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    scene = AmunScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    height, parts = (_wide if scene.wide else _tall)(scene)
    return scene.drawing("Amun-Re", height, sheet(scene.prefix), *parts)


def _wide(scene: AmunScene) -> tuple[float, list[str]]:
    t, shape, parts = scene.t, scene.shape, list[str]()
    low = land.draw_map(scene, parts, shape.edge, shape.edge)
    right = shape.edge + shape.map_w + GAP
    room = Box(right, shape.edge, shape.width - shape.edge - right, low - shape.edge)
    above = room._replace(h=room.h - OWN - GAP)
    middle = above._replace(w=shape.side + 16)
    column = Box(middle.right + GAP, above.y, above.right - middle.right - GAP, above.h)
    temple = desk.draw_desk(scene, Box(middle.x + 8, middle.y + 4, shape.side, middle.h - 12))
    scoring = players.summary(scene, column._replace(y=above.bottom - players.SUMMARY))
    parts += [
        shapes.sheet(*middle),
        area(scene, "temple", t("Temple"), temple),
        *players.draw_others(scene, column._replace(h=column.h - players.SUMMARY - GAP)),
        area(scene, "scoring", t("Scoring"), scoring),
        players.draw_own(scene, room._replace(y=low - OWN, h=OWN)),
    ]
    if altar.is_opening(scene):
        egypt = Box(shape.edge, shape.edge, shape.map_w, low - shape.edge)
        parts.append(altar.draw_opening(scene, egypt))
    return 0, parts


def _tall(scene: AmunScene) -> tuple[float, list[str]]:
    t, shape = scene.t, scene.shape
    place = Box(shape.edge, 0, shape.room)
    stage = Box(shape.edge, 4, shape.room, desk.height(scene))
    temple = shapes.sheet(1, 1, shape.width - 2, stage.bottom + 3) + desk.draw_desk(scene, stage)
    egypt: list[str] = []
    top = stage.bottom + GAP + 4
    low = land.draw_map(scene, egypt, shape.edge, top)
    mine = place._replace(y=low + GAP, h=players.own_height(scene))
    others = place._replace(y=mine.bottom + GAP, h=players.others_height(scene))
    last = place._replace(y=others.bottom + GAP, h=players.SUMMARY)
    rest = others._replace(h=last.bottom - others.y)
    rivals = *players.draw_others(scene, others), players.summary(scene, last)
    return last.bottom + GAP, [
        zone(scene, "temple", t("Temple"), Box(0, 0, shape.width, stage.bottom), temple),
        zone(scene, "map", t("Map"), Box(0, top, shape.width, low - top), *egypt),
        zone(scene, "mine", mine_title(scene), mine, players.draw_own(scene, mine)),
        zone(scene, "others", others_title(scene), rest, *rivals),
    ]


def symbols() -> dict[str, str]:
    return covers.tiles("card", icons.ICONS, icons.GROUNDS)


CATEGORIES = covers.tiles("category", *zip(*icons.CATEGORIES, strict=True))


def cover() -> svg.Svg:
    grounds = ("malachite", "limestone", "sand", "turquoise", "bone", "lapis")
    names = ("farmer", "brick", "pyramid", "temple", "camel", "coin")
    row = tuple(covers.tiles("piece", [icons.STAMPS[name] for name in names], grounds).values())
    look = {"sky": "papyrus-deep", "ray": "turquoise", "disc": "lapis"}
    emblem, ground = icons.STAMPS["pharaoh"], ("malachite", "sand")
    return covers.cover("Amun-Re", **look, emblem=emblem, ground=ground, row=row)
