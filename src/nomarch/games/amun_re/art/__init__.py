"""The board of Amun-Re: Egypt with its provinces, scale, auction, players and hand."""

from typing import Unpack

from nomarch.draw import DrawOptions, covers, shapes, svg
from nomarch.games.amun_re import actions as act, icons, state as st, words
from nomarch.games.amun_re.art import desk, land, players
from nomarch.games.amun_re.art.measures import GAP, TALL, WIDE, AmunScene, sheet
from nomarch.games.amun_re.art.moments import MOMENTS as MOMENTS, STAGES as STAGES
from nomarch.games.amun_re.art.touched import TOUCHED as TOUCHED


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """Draw the position as the viewer sees it; legal actions are marked with `data-action`."""
    scene = AmunScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    parts: list[str] = []
    height = _wide(scene, parts) if scene.wide else _tall(scene, parts)
    return scene.drawing("Amun-Re", height, sheet(scene.prefix), *parts)


def _wide(scene: AmunScene, parts: list[str]) -> float:
    """Draw map and hand on the left, desk and players on the right. Returns the total height."""
    edge, side = scene.shape.edge, scene.shape.side
    low = land.draw_map(scene, parts, edge, edge)
    x = edge + scene.shape.map_w + 12
    beside = x + side + 20
    at = len(parts)
    right = desk.draw_desk(scene, parts, x + 4, edge + 4)
    players.draw_players(scene, parts, beside, edge)
    parts.append(players.summary(scene, beside, right + 8 - players.SUMMARY))
    hand = right + 18
    parts.insert(
        at,
        shapes.sheet(x - 4, edge, side + 16, right - edge + 8)
        + shapes.sheet(x - 4, hand, 1600 - edge - x + 4, low - hand),
    )
    players.draw_hand(scene, parts, x + 10, hand + 6)
    return low + edge


def _tall(scene: AmunScene, parts: list[str]) -> float:
    """Draw turn, scale, question, map, hand and players below one another."""
    edge = scene.shape.edge
    at = len(parts)
    y = desk.draw_desk(scene, parts, edge, edge)
    parts.insert(at, shapes.sheet(1, 1, 418, y + 5))
    at = len(parts)
    y = land.draw_map(scene, parts, edge, y + GAP)
    top = y
    y = players.draw_hand(scene, parts, edge, y + GAP)
    parts.insert(len(parts) - 1, shapes.sheet(1, top + 4, 418, y - top))
    y = players.draw_players(scene, parts, edge, y + GAP)
    parts.append(players.summary(scene, edge, y + GAP))
    return y + GAP + players.SUMMARY + edge


def symbols() -> dict[str, str]:
    """Return the pictures a log may show, on the 48 grid, by event name."""
    return covers.tiles("card", icons.ICONS, icons.GROUNDS)


def cover() -> svg.Svg:
    grounds = ("malachite", "limestone", "sand", "turquoise", "bone", "lapis")
    pieces = (icons.FARMER, icons.BRICK, icons.PYRAMID, icons.TEMPLE, icons.CAMEL, icons.COIN)
    row = tuple(covers.tiles("piece", pieces, grounds).values())
    look = {"sky": "papyrus-deep", "ray": "turquoise", "disc": "lapis", "emblem": icons.PHARAOH}
    return covers.cover("Amun-Re", **look, ground=("malachite", "sand"), row=row)
