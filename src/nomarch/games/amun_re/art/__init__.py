"""The board of Amun-Re: Egypt with its provinces, scale, auction, players and hand."""

from typing import Unpack

from nomarch.draw import DrawOptions, covers, svg
from nomarch.games.amun_re import actions as act, icons, state as st, words
from nomarch.games.amun_re.art import desk, land, players
from nomarch.games.amun_re.art.measures import GAP, TALL, WIDE, AmunScene, sheet
from nomarch.games.amun_re.art.moments import MOMENTS as MOMENTS
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
    left = land.draw_map(scene, parts, edge, edge)
    left = players.draw_hand(scene, parts, edge, left + GAP)
    x = scene.shape.width - edge - side
    right = desk.draw_desk(scene, parts, x, edge)
    right = players.draw_players(scene, parts, x, right + GAP)
    bottom = max(left, right + GAP + players.SUMMARY)
    parts.append(players.summary(scene, x, bottom - players.SUMMARY))
    return bottom + edge


def _tall(scene: AmunScene, parts: list[str]) -> float:
    """Draw turn, scale, question, map, hand and players below one another."""
    edge = scene.shape.edge
    y = desk.draw_desk(scene, parts, edge, edge)
    y = land.draw_map(scene, parts, edge, y + GAP)
    y = players.draw_hand(scene, parts, edge, y + GAP)
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
