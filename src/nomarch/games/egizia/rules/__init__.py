"""The rules of Egizia: the verbs that the engine calls.

The turn loop is `rounds.go_on`: after every action it walks through the stages of a round until a
seat has something to decide. The stages are the rulebook's seven phases: `rounds` lays out cards
(1), `river` places boats (2), `feeding` feeds crews and produces stones (3, 4), `building` visits
the sites, with `monuments` and `sphinx` (5), and `rounds` rewards and orders the next round (6, 7).
After the last round `scoring.next_closer` ends the game.
"""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import building, feeding, moments, monuments, river, sphinx
from nomarch.games.egizia.rules.order import place
from nomarch.games.egizia.rules.preparation import setup
from nomarch.games.egizia.rules.rounds import go_on


def phase(s: st.State):
    return s.phase


def legal(s: st.State, seat, mask):
    if s.phase == st.SAIL:
        river.legal_sail(s, seat, mask)
    elif s.phase == st.CREW_STEP:
        river.legal_raise(s, seat, mask)
    elif s.phase == st.MARKET_STEP:
        river.legal_market(mask)
    elif s.phase == st.FLOOD_STEP:
        river.legal_flood(s, mask)
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
        moments.legal_moment(s, seat, mask)


def apply(s: st.State, seat, action):
    if act.is_card_play(action):
        moments.play(s, seat, action)
    elif s.phase == st.SAIL:
        river.sail(s, seat, action)
    elif s.phase == st.CREW_STEP:
        river.choose_raise(s, seat, act.RAISE.crew(action))
    elif s.phase == st.MARKET_STEP:
        river.choose_market(s, seat, act.LOWER.market(action))
    elif s.phase == st.FLOOD_STEP:
        river.choose_flood(s, seat, act.FLOOD_TO.flood(action))
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
