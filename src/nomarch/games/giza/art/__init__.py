"""The table of Giza as a picture: other players' boards, the viewer's stacks and hand.

Stacks of which only the top may be seen show it and their height. All other stacks show every
tile. A tile of the hand is chosen first, then the stacks that take it are marked.
"""

from typing import Unpack

from nomarch.draw import DrawOptions, scenery, svg, textures
from nomarch.games.giza import words
from nomarch.games.giza.art import boards, desert, hand
from nomarch.games.giza.art.measures import TALL, WIDE, GizaScene, act, st
from nomarch.games.giza.art.moments import MOMENTS as MOMENTS
from nomarch.games.giza.art.tiles import cover as cover, symbols as symbols
from nomarch.games.giza.art.touched import TOUCHED as TOUCHED


def draw(view: st.State, **options: Unpack[DrawOptions]) -> svg.Svg:
    """Draw the position as the viewer sees it; legal actions are marked with `data-action`."""
    scene = GizaScene(view, words, act.ACTIONS, (WIDE, TALL), **options)
    light = scenery.light(scene.prefix, scenery.hour(scene.share_of_day))
    parts = [textures.textures(scene.prefix, "sand", "wood"), light]
    parts.append(desert.building_plans(scene.prefix))
    if scene.viewer < 0:
        y = hand.draw_pile_row(scene, parts, boards.draw_others(scene, parts, scene.seats, 12))
    elif scene.wide:
        y = _own_row(scene, parts, boards.draw_others(scene, parts, scene.seats[1:], 12))
    else:
        # On a narrow drawing the hand comes first: others are looked at, the hand is played.
        y = boards.draw_others(scene, parts, scene.seats[1:], _own_row(scene, parts, 12))
    return scene.drawing("Giza", y, *parts)


def _own_row(scene: GizaScene, parts: list[str], y: float) -> float:
    """The viewer's board and hand, side by side or one below the other; return where they end."""
    own, held = scene.shape.own_row(y)
    parts += boards.draw_own(scene, own), hand.draw(scene, held)
    return held.bottom + 12
