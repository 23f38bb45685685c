"""How a sensible player of Egizia judges: what a boat brings now, and what it sails past.

Values are hundredths of a point. Stones and strength are worth little without each other, so both
are judged by what the rest of the game can still be built with them.
"""

from nomarch.games.egizia import actions as act, state as st
from nomarch.games.egizia.heuristic import nile, parts as made_of, prospects, works

SEARCH = (("trust", 1000),)
"""Few playouts tell more of chance than of choices: see bench/bots.md."""


def evaluate(s, seat, action):
    """What the seat should think of an action."""
    if act.is_card_play(action):
        return nile.play_value(s, seat, action)
    if is_nothing(action):
        return -1 if action == act.STOP else 0
    if s.phase == st.SAIL:
        return nile.sail_value(s, seat, action)
    if s.phase == st.CREW_STEP:
        return prospects.raise_value(s, seat, act.RAISE.crew(action))
    if s.phase == st.MARKET_STEP:
        return prospects.market_value(s, seat, act.LOWER.market(action), max(1, int(s.owed_market)))
    if s.phase == st.FLOOD_STEP:
        return prospects.flood_value(s, seat, act.FLOOD_TO.flood(action))
    if s.phase == st.GATHER:
        return nile.nile_value(s, seat, int(s.row[act.HARVEST.space(action)]))
    if s.phase == st.RIDDLES:
        return works.draw_value(s, seat, action)
    if s.phase == st.KEEPING:
        return prospects.riddle_value(s, seat, int(s.drawn[act.KEEP.slot(action)])) - 100
    if s.phase == st.STONES:
        return works.lay_value(s, seat, act.LAY.part(action))
    return works.crew_value(s, seat, action)


def explain(s, seat, action, parts):
    """What a judgement is made of: parts whose sum it is."""
    if act.is_card_play(action):
        made_of.explain_play(s, seat, action, parts)
    elif is_nothing(action):
        parts[made_of.NOW] = evaluate(s, seat, action)
    elif s.phase == st.SAIL:
        made_of.explain_sailing(s, seat, action, parts)
    elif s.phase == st.GATHER:
        made_of.explain_card(s, seat, int(s.row[act.HARVEST.space(action)]), parts)
    elif s.phase == st.RIDDLES:
        made_of.explain_drawing(s, seat, action, parts)
    elif s.phase == st.STONES:
        made_of.explain_laying(s, seat, act.LAY.part(action), parts)
    else:
        parts[made_of.single_part(s)] = evaluate(s, seat, action)


def is_nothing(action):
    """Whether an action leaves something be."""
    if action == act.STOP or action == act.PASS or action == act.DONE:
        return True
    return action == act.FEED_NOW or action == act.LEAVE
