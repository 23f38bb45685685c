"""Which rule forbids a move of Fertility."""

from __future__ import annotations

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.state import State
from nomarch.learning.illegal_moves import explain_illegal

from .table import ALL_UPRIGHT, A, B, G, Table


def match_of(table: Table) -> Match:
    """A match in the position of a table."""
    match = new("fertility", 2, seed="why")
    match.state = table.s
    match.refresh()
    return match


def reason(table: Table, move: str, language: str = "en") -> str:
    return explain_illegal(match_of(table), table.s.seat, move, language)


def table() -> Table:
    return Table().metropolis(0, 1).show(1, 13, 29, 33)


def test_a_tile_without_a_like_scene_in_reach() -> None:
    valley = Table().bare_valley(*ALL_UPRIGHT[:3]).scenes({(5, 4): A})
    valley.hand("bovine-grape", "alabaster-alabaster", "alabaster-papyrus")
    assert reason(valley, "lay bovine-grape").startswith("This tile doesn't fit anywhere")
    assert reason(valley, "lay alabaster-alabaster") == ""


def test_a_turn_onto_water_or_away_from_every_like_scene() -> None:
    valley = Table().bare_valley(*ALL_UPRIGHT[:3]).scenes({(5, 4): A})
    valley.hand("alabaster-grape", "alabaster-alabaster", "alabaster-papyrus")
    valley.play("lay alabaster-grape", "cell e5")
    refused = [f"turn {way}" for way in box.DIRECTIONS if f"turn {way}" not in valley.legal]
    assert refused
    assert all(reason(valley, move).startswith("It needs two empty") for move in refused)


def test_a_district_needs_a_space_a_payment_and_its_step() -> None:
    poor = table().city(A)
    assert reason(poor, "build D29").startswith("You can't afford it")
    assert reason(poor, "build D29", "fr").startswith("Vous ne pouvez pas le payer")
    assert reason(poor, "build D13") == ""
    poor.play("supply alabaster s1")
    assert reason(poor, "build D01").startswith("You can build only one district")
    full = table().metropolis(0, 1, 2, 3, 4, 5, 6, 7, 8).city(A)
    assert reason(full, "build D01").startswith("All seven spaces")


def test_payments_come_from_this_turn_and_the_granary() -> None:
    rich = table().city(A, B)
    rich.play("build D29", "slot 1")
    assert reason(rich, "pay grape").startswith("You harvested none")
    assert reason(rich, "pay wheat") == "Your granary is empty."


def test_a_shop_takes_what_it_shows() -> None:
    city = table().city(B)
    assert reason(city, "supply bovine s3").startswith("You don't have this resource")
    assert reason(city, "supply bovine s2") == ""


def test_an_exchange_may_not_be_declined() -> None:
    assert reason(_trading(), "done").startswith("You can't decline an exchange")


def _trading() -> Table:
    trading = table().city(box.PAPYRUS)
    trading.play("supply papyrus s4")
    assert trading.s.phase == st.TRADE
    return trading


def _at_quarry(s: State) -> None:
    s.phase, s.at = st.QUARRY_GAIN, box.AT[0]
    s.quarries, s.quarry[0] = 1, box.AT[0]


def test_a_quarry_gives_what_there_is() -> None:
    quarry = table()
    _at_quarry(quarry.s)
    quarry.s.monuments[0] = box.MONUMENTS_EACH
    quarry.s.stock[G] = 0
    assert reason(quarry, "quarry monument").startswith("All four of your monuments")
    assert reason(quarry, "quarry grape").startswith("There's none of this resource")
    assert reason(quarry, "quarry bovine") == ""


def test_the_valley_answers_before_a_tile_is_chosen() -> None:
    match, valley = new("fertility", 2, seed="valley"), 'data-not="cell a1"'
    while "lay " not in match.legal(seat := match.to_act[0])[0]:
        assert valley not in match.svg(seat)
        match.play(seat, match.legal(seat)[0])
    assert valley in match.svg(seat)
    assert valley not in match.svg(1 - seat), "only for the player to move"
    assert explain_illegal(match, seat, "cell a1") == "Choose one of your tiles first."
    match.play(seat, match.legal(seat)[0])
    assert valley not in match.svg(seat)
