"""A hand-written player: what a boat brings now, and what it gives up downstream.

Values are hundredths of a point. Stones and strength are worth little without each other, so both
are judged by what the rest of the game can still be built with them.
"""

from nomarch.games.egizia import actions as act, state as st
from nomarch.games.egizia.heuristic import nile, prospects, works

SEARCH = (("trust", 1000),)
"""Few playouts are too noisy to trust alone: see bench/bots.md."""


def evaluate(s: st.State, seat, action):
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


def is_nothing(action):
    """Return whether an action passes, stops or declines."""
    if action == act.STOP or action == act.PASS or action == act.DONE:
        return True
    return action == act.FEED_NOW or action == act.LEAVE
