"""The board of Egizia as a picture: the river, the monuments, the markets and the tableaus.

Everything that can be done is done on the thing itself: a space of the river, a stone's place, a
crew, a field, a card. Only what has no thing of its own stands as a plaque beside the prompt.
"""

from typing import Unpack

from nomarch.draw import DrawOptions, covers, scenery, shapes, svg, textures, tile
from nomarch.games.egizia.art import bar, header, monuments, river, tableaus
from nomarch.games.egizia.art.common import TALL, WIDE, EgiziaScene, act, icons, st, words
from nomarch.games.egizia.art.moments import MOMENTS as MOMENTS
from nomarch.games.egizia.art.touched import TOUCHED as TOUCHED


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = EgiziaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    wide = (river.wide, monuments.wide, tableaus.own, tableaus.others)
    near = (river.tall, tableaus.own) if river.is_sailed(scene) else (tableaus.own, river.tall)
    tall = (bar.draw, *near, monuments.tall, tableaus.others)
    hour = min(scenery.HOURS - 1, max(0, view.round - 1))
    light = scenery.light(scene.prefix, hour)
    parts = [textures.textures(scene.prefix, "sand", "water", "stone"), light]
    if scene.wide:
        parts.append(shapes.sheet(6, 6, 1188, 654))
    else:
        parts.append(shapes.sheet(1, 1, 418, 140))
    y = header.draw(scene, parts)
    for part in wide if scene.wide else tall:
        y = part(scene, parts, y)
    return scene.drawing("Egizia", y, *parts)


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that events give."""
    faces = covers.tiles("card", icons.CARD_ICONS, icons.CARD_GROUNDS)
    return faces | {"back": icons.CARD_BACK}


def cover() -> svg.Svg:
    """The game's cover: a boat on the Nile, and what it sails for."""
    pieces = {
        "malachite": icons.EAR,
        "limestone": icons.STONES,
        "clay": icons.SPHINX_HEAD,
        "sand": icons.OBELISK,
        "turquoise": icons.TEMPLE,
        "bone": icons.PYRAMID,
    }
    row = [tile(markup, ground, 1, 1, 46) for ground, markup in pieces.items()]
    look = {"sky": "turquoise", "ray": "sand", "disc": "bone", "emblem": icons.BOAT}
    return covers.cover("Egizia", **look, ground=("lapis", "malachite"), row=row)
