"""Warnings before moves of Egizia that are often regretted."""

from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.state import State

from .table import GAME, give, play, table

warned = GAME.warned


def kinds(s: State) -> set[str]:
    return {kind for kind, _ in warned(s).values()}


def test_a_first_boat_far_downstream() -> None:
    s = table()
    last = box.ROUND_NAMES[-1]
    assert warned(s)[last][0] == "downstream"
    assert "no space left this round" in warned(s)[last][1]
    assert "card 1" not in warned(s)
    give(s, 0, "upstream")
    assert "downstream" not in kinds(s)


def test_crews_that_would_go_hungry() -> None:
    s = table()
    assert "selinon" not in warned(s)
    s.crew[0][box.CREW_A] = 3
    text = "Your crews would need 9 grain, and you have 6: hunger would cost 9 points"
    assert warned(s)["selinon"][0] == "hunger"
    assert warned(s)["selinon"][1].startswith(text)
    give(s, 0, "grain-surplus")
    assert "hunger" not in kinds(s)


def test_a_boat_that_waits_in_vain() -> None:
    s = table()
    site = box.SITE_NAMES[0]
    for place in range(box.PLACES):
        s.place[0][place] = 1 + place
    assert warned(s)[f"{site} wait"][0] == "wait"
    give(s, 0, "build-waiting")
    assert "wait" not in kinds(s)


def test_hunger_with_a_card_against_it() -> None:
    s = table()
    give(s, 0, "grain-surplus")
    s.phase, s.seat, s.round = st.FEED, 0, 1
    s.crew[0][box.CREW_A] = 3
    assert warned(s) == {}, "one grain short: the card may be worth more later"
    s.round = box.ROUNDS
    assert warned(s)["feed"][0] == "feed"
    s.round, s.crew[0][box.CREW_A] = 1, 8
    assert warned(s)["feed"][0] == "feed"
    play(s, "play grain-surplus")
