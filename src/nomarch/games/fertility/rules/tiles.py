"""Step 1: a tile is laid on two desert cells, beside an identical scene."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.games.fertility.rules import harvest
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def legal_tiles(s: st.State, seat, mask):
    """Step 1: any of the own tiles that fits somewhere."""
    scenes = scenes_in_reach(s)
    for kind in range(box.TILE_KINDS):
        if s.hand[seat][kind] > 0:
            if fits_somewhere(kind, scenes):
                allow(mask, act.LAY.at(kind))
            else:
                because("This tile doesn't fit anywhere: no matching scene has room next to it.")
        else:
            because("You don't have this tile.")


def fits_somewhere(kind, scenes):
    """Step 1: a tile fits where one of its scenes is in reach."""
    wanted = (1 << box.TILE_SCENES[kind][0]) | (1 << box.TILE_SCENES[kind][1])
    return scenes & wanted != 0


def scenes_in_reach(s: st.State):
    """Step 1: a bit set of the scenes beside an empty desert cell with room for a tile's half."""
    scenes = 0
    for at in range(box.FIRST_AT, box.LAST_AT + 1):
        new = s.near[at] & ~scenes
        if new != 0 and s.cell[at] < box.SCENE and has_room(s, at):
            scenes |= new
            if scenes == (1 << box.KINDS) - 1:
                return scenes
    return scenes


def has_room(s: st.State, at):
    """Whether an empty desert cell lies beside a place."""
    return (
        s.cell[at + 1] < box.SCENE
        or s.cell[at - 1] < box.SCENE
        or s.cell[at + box.STRIDE] < box.SCENE
        or s.cell[at - box.STRIDE] < box.SCENE
    )


def legal_cells(s: st.State, mask):
    """Step 1: every cell for the tile's first scene from which some turn is allowed."""
    first, second = box.TILE_SCENES[s.tile][0], box.TILE_SCENES[s.tile][1]
    for cell in range(box.CELLS):
        at = box.AT[cell]
        if s.near[at] >> first & 1 == 0:
            allow_half(s, mask, at, act.CELL.at(cell), False)
        elif s.cell[at] < box.SCENE and not has_room(s, at):
            because("The other half has no room: no cell beside this one is empty desert.")
        else:
            allow_half(s, mask, at, act.CELL.at(cell), True)
        if s.near[at] >> second & 1 == 1 and s.cell[at] < box.SCENE:
            for turn in range(4):
                if s.cell[at + box.STEP[turn]] < box.SCENE:
                    allow(mask, act.CELL.at(box.CELL_OF[at + box.STEP[turn]]))


def legal_turns(s: st.State, mask):
    """Step 1: the ways in which the tile may lie from its first scene's cell."""
    for turn in range(4):
        fits = may_lie(s, int(s.tile), int(s.at), turn)
        allow_half(s, mask, s.at + box.STEP[turn], act.TURN.at(turn), fits)


def allow_half(s: st.State, mask, at, action, matches):
    """Step 1: half a tile lies on empty desert, if a scene of the tile matches."""
    if s.cell[at] == box.OUTSIDE:
        because("That's outside the valley.")
    elif s.cell[at] == box.WATER:
        because("Tiles can't cover water.")
    elif s.cell[at] == box.WHEAT_FIELD:
        because("Tiles can't cover wheat fields.")
    elif s.cell[at] >= box.MONUMENT:
        because("A monument stands there already.")
    elif s.cell[at] >= box.SCENE:
        because("There's already a tile there.")
    elif not matches:
        because("Neither half would be next to a matching scene.")
    else:
        allow(mask, action)


def may_lie(s: st.State, kind, at, turn):
    """Step 1: on two desert cells, with at least one scene beside an identical one."""
    other = at + box.STEP[turn]
    if s.cell[at] >= box.SCENE or s.cell[other] >= box.SCENE:
        return False
    matches_first = s.near[at] >> box.TILE_SCENES[kind][0] & 1 == 1
    matches_second = s.near[other] >> box.TILE_SCENES[kind][1] & 1 == 1
    return matches_first or matches_second


def lay_scene(s: st.State, at, scene):
    """A scene covers a cell for good, and its neighbours know of it."""
    s.cell[at] = box.SCENE + scene
    for turn in range(4):
        s.near[at + box.STEP[turn]] |= 1 << scene


def lay_tile(s: st.State, seat, turn):
    """Step 1: the tile is laid and harvested; quarries are decided on last."""
    kind, at = int(s.tile), int(s.at)
    emit(s, ev.LAID, ALL, seat, kind, box.CELL_OF[at], turn)
    for resource in range(box.KINDS):
        harvest.harvest(s, seat, resource, harvest.crop(s, kind, at, turn, resource))
    harvest.gain_wheat(s, seat, harvest.wheat_beside(s, at, turn))
    harvest.find_quarries(s, seat, at, turn)
    lay_scene(s, at, box.TILE_SCENES[kind][0])
    lay_scene(s, at + box.STEP[turn], box.TILE_SCENES[kind][1])
    s.link[at] = turn
    s.link[at + box.STEP[turn]] = (turn + 2) % 4
    s.hand[seat][kind] -= 1
    s.laid[kind] += 1
    s.last_at = at
    s.tile = st.NONE
    harvest.next_quarry(s)


def legal_discards(s: st.State, seat, mask):
    """Step 1: when none of the own tiles fits, any of them."""
    for kind in range(box.TILE_KINDS):
        if s.hand[seat][kind] > 0:
            allow(mask, act.DISCARD.at(kind))
        else:
            because("You don't have this tile.")


def discard_tile(s: st.State, seat, kind):
    """Step 1: when no tile fits one is discarded, without a harvest; the turn goes on."""
    s.hand[seat][kind] -= 1
    s.gone[kind] += 1
    emit(s, ev.DISCARDED, ALL, seat, kind)
    s.phase = st.CITY
