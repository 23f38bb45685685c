"""How a sensible player of Egizia judges: what a boat brings now, and what it sails past.

Values are hundredths of a point. Stones and strength are worth little without each other, so both
are judged by what the rest of the game can still be built with them.
"""

from bench.frozen.egizia import nile, prospects, works

from nomarch.games.egizia import actions as act, state as st


def evaluate(s, seat, action):
    """What the seat should think of an action."""
    if act.is_card_play(action):
        return nile.play_value(s, seat, action)
    if action == act.STOP:
        return -1
    if action == act.PASS or action == act.DONE or action == act.FEED_NOW or action == act.LEAVE:
        return 0
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
