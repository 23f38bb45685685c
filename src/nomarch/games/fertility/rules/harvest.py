"""Step 1: the harvest, which is A scenes, B wheat, C icons and D quarries."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def crop(s: st.State, kind, at, turn, resource):
    """Harvest A and C: one for each identical scene beside a half, one for each covered icon.

    The halves of a double are parts of one tile and pay for each other by option only.
    """
    count = 0
    for half in range(2):
        if box.TILE_SCENES[kind][half] == resource:
            for i in range(3 * half, 3 * half + 3):
                if s.cell[at + box.BORDER[turn][i]] == box.SCENE + resource:
                    count += 1
            if s.doubles == 1 and box.TILE_SCENES[kind][1 - half] == resource:
                count += 1
        if s.cell[at + half * box.STEP[turn]] == box.ICON + resource:
            count += 1
    return count


def harvest(s: st.State, seat, resource, count):
    """Harvest: what the stock has; a resource that has run out is not replaced."""
    taken = min(count, int(s.stock[resource]))
    s.stock[resource] -= taken
    s.beside[resource] += taken
    if taken > 0:
        emit(s, ev.HARVESTED, ALL, seat, resource, taken)
    if taken < count:
        emit(s, ev.SHORT, ALL, seat, resource, count - taken)


def wheat_beside(s: st.State, at, turn):
    """Harvest B: one wheat for each wheat field beside the tile."""
    fields = 0
    for i in range(box.BORDER_CELLS):
        if s.cell[at + box.BORDER[turn][i]] == box.WHEAT_FIELD:
            fields += 1
    return fields


def gain_wheat(s: st.State, seat, count):
    """Wheat: the granary ends at ten, what does not fit is lost."""
    gained = min(count, box.MOST_WHEAT - int(s.wheat[seat]))
    s.wheat[seat] += gained
    if gained > 0:
        emit(s, ev.HARVESTED, ALL, seat, box.WHEAT, gained)


def is_quarry(s: st.State, place, at, turn):
    """Harvest D: a tile laid there leaves one empty desert cell with a wall on every side."""
    if s.cell[place] >= box.SCENE:
        return False
    for side in range(4):
        beside = place + box.STEP[side]
        if not is_wall(s, s.cell[beside]) and beside != at and beside != at + box.STEP[turn]:
            return False
    return True


def is_wall(s: st.State, what):
    """Harvest D: all but empty desert, the edge of the valley too; by option no wheat or water."""
    if s.open_fields == 1 and (what == box.WHEAT_FIELD or what == box.WATER):
        return False
    return what >= box.SCENE


def quarries_closed(s: st.State, at, turn):
    """Harvest D: how many quarries a tile laid there would close."""
    count = 0
    for i in range(box.BORDER_CELLS):
        if is_quarry(s, at + box.BORDER[turn][i], at, turn):
            count += 1
    return count


def find_quarries(s: st.State, seat, at, turn):
    """Harvest D: one tile may close several quarries."""
    s.quarries = 0
    for i in range(box.BORDER_CELLS):
        place = at + box.BORDER[turn][i]
        if is_quarry(s, place, at, turn):
            s.quarry[s.quarries] = place
            s.quarries += 1
            emit(s, ev.QUARRY_CLOSED, ALL, seat, box.CELL_OF[place])


def next_quarry(s: st.State):
    """Harvest D: each quarry wants its own choice, in the order the player likes."""
    s.at = st.NONE
    if s.quarries == 0:
        s.phase = st.CITY
    elif s.quarries == 1:
        s.at = s.quarry[0]
        s.phase = st.QUARRY_GAIN
    else:
        s.phase = st.CHOOSE_QUARRY


def legal_quarry(s: st.State, seat, mask):
    """Harvest D: a resource of the stock, an own monument, or nothing."""
    allow(mask, act.QUARRY_NOTHING)
    if s.monuments[seat] < box.MONUMENTS_EACH:
        allow(mask, act.QUARRY_MONUMENT)
    else:
        because("All four of your monuments are already in the valley.")
    for resource in range(box.KINDS):
        if s.stock[resource] > 0:
            allow(mask, act.QUARRY.at(resource))
        else:
            because("There's none of this resource left in the stock.")


def use_quarry(s: st.State, seat, action):
    """Harvest D: the resource joins the harvest, or the monument stands in the quarry."""
    if action == act.QUARRY_MONUMENT:
        s.cell[s.at] = box.MONUMENT + seat
        s.monuments[seat] += 1
        emit(s, ev.MONUMENT_PLACED, ALL, seat, box.CELL_OF[s.at])
    elif action == act.QUARRY_NOTHING:
        emit(s, ev.QUARRY_LEFT, ALL, seat, box.CELL_OF[s.at])
    else:
        resource = act.QUARRY.resource(action)
        s.stock[resource] -= 1
        s.beside[resource] += 1
        emit(s, ev.QUARRIED, ALL, seat, resource)
    forget_quarry(s, int(s.at))
    next_quarry(s)


def forget_quarry(s: st.State, place):
    """Takes a quarry off the list of those that want a choice."""
    s.quarries -= 1
    for i in range(s.quarries):
        if s.quarry[i] == place:
            s.quarry[i] = s.quarry[s.quarries]
    s.quarry[s.quarries] = st.NONE
