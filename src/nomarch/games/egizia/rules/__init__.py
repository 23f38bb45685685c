"""The rules of Egizia: the verbs that the engine calls; the rulebook's chapters beside."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import building, cards, feeding, monuments, river, sphinx, tableau
from nomarch.games.egizia.rules.preparation import setup
from nomarch.games.egizia.rules.rounds import go_on
from nomarch.games.egizia.rules.tableau import place


def phase(s):
    """Return the phase, by which CUDA groups games."""
    return s.phase


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    if s.phase == st.SAIL:
        river.legal_sail(s, seat, mask)
    elif s.phase == st.CREW_STEP:
        tableau.legal_raise(s, seat, mask)
    elif s.phase == st.MARKET_STEP:
        tableau.legal_market(mask)
    elif s.phase == st.FLOOD_STEP:
        tableau.legal_flood(s, mask)
    elif s.phase == st.GATHER:
        river.legal_gather(s, seat, mask)
    elif s.phase == st.FEED:
        feeding.legal_feed(s, seat, mask)
    elif s.phase == st.CREW:
        building.legal_crew(s, seat, mask)
    elif s.phase == st.SECOND_CREW:
        building.legal_second_crew(s, seat, mask)
    elif s.phase == st.JOKER_TOO:
        building.legal_joker(s, mask)
    elif s.phase == st.RIDDLES:
        sphinx.legal_riddles(s, seat, mask)
    elif s.phase == st.KEEPING:
        sphinx.legal_keep(s, seat, mask)
    elif s.phase == st.STONES:
        monuments.legal_stones(s, seat, mask)
    elif s.phase != st.OVER:
        cards.legal_moment(s, seat, mask)


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if act.is_card_play(action):
        cards.play(s, seat, action)
    elif s.phase == st.SAIL:
        river.sail(s, seat, action)
    elif s.phase == st.CREW_STEP:
        tableau.choose_raise(s, seat, act.RAISE.crew(action))
    elif s.phase == st.MARKET_STEP:
        tableau.choose_market(s, seat, act.LOWER.market(action))
    elif s.phase == st.FLOOD_STEP:
        tableau.choose_flood(s, seat, act.FLOOD_TO.flood(action))
    elif s.phase == st.GATHER:
        river.gather(s, seat, action)
    elif s.phase == st.CREW or s.phase == st.SECOND_CREW or s.phase == st.JOKER_TOO:
        building.choose_crew(s, seat, action)
    elif s.phase == st.WAIT:
        building.leave_site(s, seat)
    elif s.phase == st.RIDDLES:
        sphinx.draw(s, seat, action)
    elif s.phase == st.KEEPING:
        sphinx.keep(s, seat, action)
    elif s.phase == st.STONES:
        monuments.build(s, seat, action)
    else:
        s.phase = st.NOTHING
    go_on(s)
