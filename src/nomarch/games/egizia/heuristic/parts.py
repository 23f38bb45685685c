"""Split an evaluation into named parts that sum up to it."""

from nomarch.games.egizia.heuristic import nile, prospects, works
from nomarch.games.egizia.rules import act, box, cards, st

(BUILDING, STRENGTH, GRAIN, POINTS, MARKETS, FLOOD, SITE, PLACE, DOWNSTREAM) = range(9)
(CARDS, RIDDLES, GRAVES, FLOORS, STORE, NOW) = range(9, 15)
"""The parts of an evaluation, named by `words.reasons`."""


def explain_sailing(s, seat, action, parts):
    """Split the value of placing a boat."""
    pos = act.position(action)
    if act.GO_DOUBLED.has(action):
        explain_effect(s, seat, box.ROUND_EFFECT + box.SPACE_INDEX[pos], 2, parts)
    else:
        explain_space(s, seat, pos, parts)
    rest = nile.downstream_value(s, seat, max(pos, int(s.last[seat])))
    parts[DOWNSTREAM] = rest * nile.REST_SHARE // 100
    left = nile.sail_value(s, seat, action) - sum_of(parts)
    parts[CARDS if act.GO_DOUBLED.has(action) else PLACE] += left


def explain_space(s, seat, pos, parts):
    """Split the value of a space."""
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        explain_card(s, seat, int(s.row[index]), parts)
    elif box.SPACE_KIND[pos] == box.ROUND_SPACE:
        explain_effect(s, seat, box.ROUND_EFFECT + index, 1, parts)
    else:
        parts[SITE] = nile.site_value(s, seat, index)


def explain_card(s, seat, kind, parts):
    """Split the value of a Nile card: its effect, and what it is kept for."""
    explain_effect(s, seat, kind, 1, parts)
    kept = nile.nile_value(s, seat, kind) - sum_of(parts)
    if kind < box.START_FIELD:
        parts[GRAIN] += kept
    elif kind <= box.LAST_QUARRY:
        parts[BUILDING] += kept
    elif kind >= box.TRIBUTE_OBELISK:
        parts[POINTS] += 100 * cards.tribute(s, seat, kind)
    else:
        parts[CARDS] += kept


def explain_effect(s, seat, effect, times, parts):
    """Split the value of an effect."""
    parts[POINTS] = 100 * box.EFFECTS[effect][box.E_POINTS] * times
    parts[FLOOD] = prospects.FLOOD_WORTH * times * box.EFFECTS[effect][box.E_FLOOD]
    for market in range(2):
        steps = times * box.EFFECTS[effect][box.E_MARKET + market]
        parts[MARKETS] += prospects.market_value(s, seat, market, steps)
    choice = int(box.EFFECTS[effect][box.E_MARKET_CHOICE])
    if choice > 0:
        stone = prospects.market_value(s, seat, box.STONE_MARKET, choice)
        parts[MARKETS] += max(stone, prospects.market_value(s, seat, box.GRAIN_MARKET, choice))
    parts[BUILDING] = prospects.effect_value(s, seat, effect, times) - sum_of(parts)


def explain_laying(s, seat, part, parts):
    """Split the value of laying a stone."""
    if part == box.GRAVE_PART:
        parts[GRAVES] = works.grave_value(s, seat)
    if part >= box.FLOOR_1:
        parts[FLOORS] = works.floor_value(s, seat, part)
    parts[RIDDLES] = works.riddles_value(s, seat, part)
    parts[STORE] = works.store_value(s, seat, part)
    parts[POINTS] = works.lay_value(s, seat, part) - sum_of(parts)


def explain_drawing(s, seat, action, parts):
    """Split the value of drawing at the Sphinx: the best card, points for the rest, the stones."""
    number = works.cards_drawn(action)
    parts[RIDDLES] = int(works.BEST_OF[number])
    parts[POINTS] = 100 * (number - 1)
    parts[STORE] = works.draw_value(s, seat, action) - parts[RIDDLES] - parts[POINTS]


def explain_play(s, seat, action, parts):
    """Split the value of playing a card; those that cost no turn are played first."""
    value = nile.play_value(s, seat, action)
    if value >= nile.FREE:
        parts[NOW] = nile.FREE
        value -= nile.FREE
    part = CARDS
    if act.TRAIN.has(action) or act.HIRE.has(action):
        part = STRENGTH
    elif act.DIG.has(action) or action == act.PLAY_SURPLUS or action == act.EAT_STONE:
        part = GRAIN
    elif act.SELL.has(action):
        part = POINTS
    parts[part] = value


def single_part(s):
    """Return the single part that an evaluation consists of."""
    if s.phase == st.CREW_STEP:
        return STRENGTH
    if s.phase == st.MARKET_STEP:
        return MARKETS
    if s.phase == st.FLOOD_STEP:
        return FLOOD
    if s.phase == st.KEEPING:
        return RIDDLES
    return STRENGTH


def sum_of(parts):
    total = 0
    for part in range(len(parts)):
        total += parts[part]
    return total
