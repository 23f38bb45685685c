"""Where a boat goes: what a space brings, and what is still to be had further down."""

from nomarch.games.egizia import actions as act, components as box, state as st
from nomarch.games.egizia.heuristic import nile, prospects, works
from nomarch.games.egizia.rules import feeding, river

CATCH = (0, 0, 42, 30, 24)
"""The chance that a space further down is still free when its turn comes, by player count."""


def site_value(s, seat, site):
    """What building at a site this round is likely to bring."""
    boats = 0
    for other in range(len(box.SITES)):
        if s.boats[seat] & (1 << box.SITE_POS[other]):
            boats += 1
    boats = min(boats, len(box.SITES) - 1)
    stones = int(s.stones[seat]) + s.quarry[seat]
    strength = min(feeding.need(s, seat), stones)
    if strength == 0 or stones <= boats:
        return 0
    share = strength // 3 + 1
    value = share * (100 - works.CARRIED[s.round])
    value += 100 * (box.COLLABORATION[boats + 1] - box.COLLABORATION[boats])
    if site == box.SPHINX:
        cards = min(box.MAX_DRAW, share)
        return value + works.BEST_OF[cards] - 100
    if site == box.OBELISK_GRAVES:
        return value + 70 + 60
    return value + 40


def space_value(s, seat, pos):
    """What a boat on a space brings, wherever the others are."""
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return nile.nile_value(s, seat, int(s.row[index]))
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return prospects.effect_value(s, seat, box.ROUND_EFFECT + index, 1)
    return site_value(s, seat, index)


def site_chance(s, seat, site):
    """The chance to find a place at a site further down."""
    free, rivals = 0, 0
    for i in range(box.PLACES_OPEN[s.players]):
        if s.place[site][i] == st.NO_SEAT:
            free += 1
    for other in range(s.players):
        if other != seat and s.passed[other] == 0 and s.last[other] < box.SITE_POS[site]:
            rivals += 1
    if free > rivals:
        return 95
    if free == 0:
        return 8
    return 55 + 10 * free


def downstream_value(s, seat, pos):
    """What can still be reached below a position with the boats that are left after this one."""
    taken = river.taken_positions(s)
    total, reached = 0, 0
    for lower in range(pos + 1, box.POSITIONS):
        if river.can_sail_to(s, seat, lower, taken):
            value = space_value(s, seat, lower)
            if value > 0:
                chance = int(CATCH[s.players])
                if box.SPACE_KIND[lower] == box.SITE_SPACE:
                    chance = site_chance(s, seat, box.SPACE_INDEX[lower])
                total += value * chance
                reached += chance
    boats = 100 * (s.boats_left[seat] - 1)
    if reached > boats:
        return total * boats // (100 * reached)
    return total // 100


def sail_value(s, seat, action):
    """What a boat brings, and what is still to be had further down."""
    if act.GO_CARD.has(action):
        pos = int(box.CARD_POS[act.GO_CARD.space(action)])
        value = space_value(s, seat, pos)
    elif act.GO_ROUND.has(action):
        pos = int(box.ROUND_POS[act.GO_ROUND.space(action)])
        value = space_value(s, seat, pos)
    elif act.GO_DOUBLED.has(action):
        space = act.GO_DOUBLED.space(action)
        pos = int(box.ROUND_POS[space])
        value = prospects.effect_value(s, seat, box.ROUND_EFFECT + space, 2) - 120
    elif act.GO_SITE.has(action):
        pos = int(box.SITE_POS[act.GO_SITE.site(action)])
        value = space_value(s, seat, pos) - 12 * act.GO_SITE.place(action)
    else:
        pos = int(box.SITE_POS[act.GO_WAIT.site(action)])
        value = space_value(s, seat, pos) * 15 // 100 - 60
        if s.have[seat][box.BUILD_WAITING] + s.have[seat][box.BUILD_FIRST] > 0:
            value = space_value(s, seat, pos) - 60
    return value + downstream_value(s, seat, max(pos, int(s.last[seat])))
