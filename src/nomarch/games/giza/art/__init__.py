"""The table of Giza as a picture: other players' boards, the viewer's stacks and hand.

Stacks of which only the top may be seen show it and their height. All other stacks show every
tile. A tile of the hand is chosen first, then the stacks that take it are marked.
"""

from typing import Unpack

from nomarch.draw import HIGH, Box, DrawOptions, area, areas, rows, scenery, svg, textures
from nomarch.draw.board_parts import player_zones
from nomarch.games.giza import actions as act, state as st, words
from nomarch.games.giza.art import boards, desert, hand
from nomarch.games.giza.art.measures import GAP, TALL, WIDE, GizaScene
from nomarch.games.giza.art.moments import MOMENTS, STAGES
from nomarch.games.giza.art.tiles import CATEGORIES, cover, symbols


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    scene = GizaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    parts = [
        textures.textures(scene.prefix, "sand", "wood"),
        scenery.light(scene.prefix, scenery.hour(scene.share_of_day)),
        desert.building_plans(scene.prefix),
    ]
    bottom = (_watched if scene.viewer < 0 else _played)(scene, parts)
    return scene.drawing("Giza", bottom + scene.shape.edge, *parts)


def _played(scene: GizaScene, parts: list[str]) -> float:
    """Draw the viewer's board with the hand below it, and the others; return where they end."""
    shape = scene.shape
    own, held, others = areas(scene, shape.hand, shape.own, shape.other)
    if scene.wide and len(others) == 1:
        held, others = held._replace(w=shape.room), (others[0]._replace(h=own.h),)
    shared, *rivals = boards.draw_others(scene, scene.seats[1:], others)
    parts.append(shared)
    own_parts = boards.draw_own(scene, own), hand.draw(scene, held)
    if scene.wide:
        parts += *rivals, *own_parts
    else:
        mine = own._replace(h=held.bottom - own.y)
        parts.append(player_zones(scene, mine, own_parts, others, rivals))
    return others[-1].bottom


def _watched(scene: GizaScene, parts: list[str]) -> float:
    """Draw all boards alike for a spectator, and the pile; return where they end."""
    shape, players = scene.shape, scene.view.players
    first, columns = Box(shape.edge, shape.edge, shape.room, shape.other), 1
    if scene.wide:
        columns = players if players <= 3 else rows(players, 2)
        high = HIGH - 2 * shape.edge - (0 if players == 5 else hand.PILE_ROW + GAP)
        across = first._replace(h=high).across(columns, GAP)[0]
        first = across.down(rows(players, columns), GAP)[0]
    *boxes, after = first.repeated(players + 1, columns, GAP)
    # Five boards leave a free place in two rows of three.
    pile = (
        after
        if scene.wide and players == 5
        else Box(shape.edge, boxes[-1].bottom + GAP, shape.room, hand.PILE_ROW)
    )
    parts += boards.draw_others(scene, scene.seats, boxes)
    parts.append(area(scene, "pile", scene.t("Pile"), hand.draw_pile(scene, pile)))
    return pile.bottom
