"""Phase 5, the monuments: obelisk and graves, temple and pyramid."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import river, sphinx, tableau
from nomarch.kernel.declare.rules import ALL, allow, because, draw_from, emit


def cheapest(s: st.State):
    """Building: the least strength and stones that do something here; 0 if nothing can be done."""
    if s.site == box.SPHINX:
        return 1 if sphinx.pile_size(s) > 0 else 0
    best = 0
    for part in range(box.FIRST_PART[s.site], box.LAST_PART[s.site] + 1):
        if is_open(s, part):
            value = next_value(s, part)
            if best == 0 or value < best:
                best = value
    return best


def is_open(s: st.State, part):
    """Building order: walls before columns before roof; a pyramid stone needs two beneath it."""
    laid = int(s.laid[part])
    if laid == box.PART_SIZE[part]:
        return False
    if part == box.LEFT_COLUMN or part == box.RIGHT_COLUMN:
        return is_full(s, box.LEFT_WALL) and is_full(s, box.RIGHT_WALL)
    if part == box.ROOF:
        return is_full(s, box.LEFT_COLUMN) and is_full(s, box.RIGHT_COLUMN)
    if part >= box.FLOOR_2:
        return s.laid[part - 1] >= laid + 2
    return True


def is_full(s: st.State, part):
    """Building: whether every space of a part holds a stone."""
    return s.laid[part] == box.PART_SIZE[part]


def next_value(s: st.State, part):
    """Building: the value of a part's next space; a grave's stands on its tile."""
    if part == box.GRAVE_PART:
        return int(s.grave[s.laid[part]])
    return int(box.SPACE_VALUE[box.PART_START[part] + s.laid[part]])


def can_lay(s: st.State, seat, part):
    """Building: strength and stones must both suffice for the space."""
    if not is_open(s, part):
        return False
    value = next_value(s, part)
    return value <= s.strength and value <= s.stones[seat]


def can_lay_any(s: st.State, seat):
    """Building: whether any further stone can be laid at this site."""
    price = cheapest(s)
    return price > 0 and price <= min(s.strength, s.stones[seat])


def can_work_longer(s: st.State, seat):
    """Overtime: worth asking while the stones suffice for another space."""
    price = cheapest(s)
    return s.have[seat][box.OVERTIME] > 0 and price > 0 and price <= s.stones[seat]


def legal_stones(s: st.State, seat, mask):
    """Building: one stone after the other in the order of each part; at least one."""
    for part in range(box.FIRST_PART[s.site], box.LAST_PART[s.site] + 1):
        if is_open(s, part):
            if can_lay(s, seat, part):
                allow(mask, act.LAY.at(part))
            else:
                because("That costs more than your strength or your stones allow.")
        else:
            because("It's already complete, or what supports it must be built first.")
    if s.laid_now > 0:
        allow(mask, act.STOP)
    else:
        because("Your crew is at work: lay at least one stone.")
    if can_work_longer(s, seat):
        allow(mask, act.PLAY_OVERTIME)


def build(s: st.State, seat, action):
    """Building: another stone, or no more."""
    if action == act.STOP:
        end_stones(s, seat)
    else:
        lay_stone(s, seat, act.LAY.part(action))


def lay_stone(s: st.State, seat, part):
    """Building: the space's value in strength and stones, and the same in points."""
    value = next_value(s, part)
    emit(s, ev.LAID, ALL, seat, part, value)
    space = box.PART_START[part] + s.laid[part]
    s.stone[space] = seat
    s.laid[part] += 1
    s.own[seat][box.PART_STRUCTURE[part]] += 1
    s.strength -= value
    s.laid_now += 1
    tableau.change_stones(s, seat, -value)
    tableau.move_score(s, seat, box.PART_STRUCTURE[part], value)
    if part == box.GRAVE_PART:
        show_grave(s)
    elif part >= box.FLOOR_1 and is_full(s, part):
        reward_floor(s, part)
    if not can_lay_any(s, seat) and not can_work_longer(s, seat):
        end_stones(s, seat)


def show_grave(s: st.State):
    """Graves: four lie face up; the next one is turned as soon as one is taken."""
    if s.graves_up < box.GRAVE_SPACES:
        value = draw_from(s, s.grave_bag, s.grave_left)
        s.grave_left -= 1
        s.grave[s.graves_up] = value
        emit(s, ev.GRAVE_SHOWN, ALL, s.graves_up, value)
        s.graves_up += 1


def stones_of(s: st.State, seat, part):
    """Building: how many stones on a part are a seat's."""
    count = 0
    for i in range(s.laid[part]):
        if s.stone[box.PART_START[part] + i] == seat:
            count += 1
    return count


def reward_floor(s: st.State, part):
    """Pyramid: a full floor pays whoever has most stones there, leftmost among equals."""
    best, most = st.NO_SEAT, 0
    for i in range(box.PART_SIZE[part]):
        owner = int(s.stone[box.PART_START[part] + i])
        if stones_of(s, owner, part) > most:
            best, most = owner, stones_of(s, owner, part)
    emit(s, ev.FLOOR_DONE, ALL, best, part - box.FLOOR_1 + 1, most)
    tableau.move_score(s, best, ev.FOR_FLOORS, most)


def end_stones(s: st.State, seat):
    """Building: at the obelisk and graves the builder also lowers a market marker by one."""
    tableau.end_step(s)
    if s.site == box.OBELISK_GRAVES:
        s.after = st.AFTER_BUILDING
        s.owed_market = 1
        river.settle(s, seat)
