"""A player is done with a stage."""

from nomarch.games.amun_re import state as st
from nomarch.games.amun_re.rules import incomes, scoring, stages


def done(s: st.State, seat):
    """A seat has finished its part of the phase."""
    if s.phase == st.INCOME_CARDS:
        incomes.collect(s, seat)
        s.at += 1
        incomes.next_income(s)
    elif s.phase == st.BONUS_PLAY:
        s.at += 1
        scoring.next_bonus(s)
    else:
        stages.end_stage(s)


def continue_without_cards(s: st.State, seat):
    """A seat that sold its last card has nothing to decide in phases that are about cards."""
    if s.phase == st.INCOME_CARDS or s.phase == st.BONUS_PLAY:
        done(s, seat)
    else:
        stages.skip_empty_stages(s)
