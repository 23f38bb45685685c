"""Warnings before moves of Egizia that are often regretted."""

from nomarch.games.egizia import components as box, state as st

from .table import GAME, give, play, table

warned = GAME.warned


def test_a_first_boat_far_downstream() -> None:
    s = table()
    last = box.ROUND_NAMES[-1]
    assert "boats never go back" in warned(s)[last]
    assert "card 1" not in warned(s)
    give(s, 0, "upstream")
    assert last not in warned(s)


def test_crews_that_would_go_hungry() -> None:
    s = table()
    s.crew[0][box.CREW_A] = 3
    text = (
        "Your crews would need 9 grain and you have 6: as it stands, hunger would cost you 9 points"
    )
    assert warned(s)["selinon"].startswith(text)
    give(s, 0, "green-field-3")
    assert "selinon" not in warned(s)


def test_a_boat_that_waits_in_vain() -> None:
    s = table()
    site = box.SITE_NAMES[0]
    for place in range(box.PLACES):
        s.place[0][place] = 1 + place
    assert "All its places are taken" in warned(s)[f"{site} wait"]


def test_hunger_with_a_card_against_it() -> None:
    s = table()
    give(s, 0, "grain-surplus")
    s.phase, s.seat, s.round = st.FEED, 0, 1
    s.crew[0][box.CREW_A] = 3
    assert "Hunger costs you" in warned(s)["feed"]
    play(s, "play grain-surplus")
    assert warned(s) == {}
