"""How a sensible player of Senet judges a move."""

from nomarch_senet import actions as act, components as box, rules, state as st

STEP, OFFBOARD, ON_BEAUTY, SAFE, SHELTERED, EXPOSED = 4, 90, 40, 25, 12, 9
"""Hundredths of a piece for: a step, leaving the board, the House of Beauty, a house beyond it, two
pieces side by side, and a single piece within reach."""


def evaluate(s: st.State, seat, action):
    """How far the move brings the own pieces and sets the opponent's back."""
    if not (act.MOVE.has(action) or act.BACK.has(action)):
        return 0
    start = act.MOVE.house(action) if act.MOVE.has(action) else act.BACK.house(action)
    end = start + s.throw if act.MOVE.has(action) else start - s.throw
    if end >= box.OFF:
        return OFFBOARD + STEP * (box.OFF - start)
    if end == box.WATER:
        return STEP * (box.REBIRTH - start)
    value = STEP * (end - start)
    if s.house[end] != st.EMPTY:
        value += STEP * (end - start)
    if end == box.BEAUTY:
        value += ON_BEAUTY
    elif end > box.BEAUTY:
        value += SAFE
    else:
        value += safety(s, seat, start, end)
    if start < box.BEAUTY:
        value -= safety(s, seat, start, start)
    return value


def safety(s: st.State, seat, start, at):
    """What a piece from one house is worth in another: sheltered, or within reach of a throw."""
    for side in range(-1, 2, 2):
        near = at + side
        if near >= 1 and near != start and near < box.BEAUTY and rules.belongs(s, near, seat) == 1:
            return SHELTERED
    danger = 0
    for steps in range(1, box.LONGEST + 1):
        behind = at - steps
        if behind >= 1 and rules.belongs(s, behind, 1 - seat) == 1:
            danger += EXPOSED * at // box.BEAUTY
    return -danger
