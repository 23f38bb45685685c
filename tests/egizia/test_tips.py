"""What Egizia's board tells of a card, a space or a stone is what the rules would then do."""

from __future__ import annotations

from random import Random

import pytest

import nomarch
from nomarch.engine.match import SPECTATOR
from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.rules import cards, feeding, scoring, tableau
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words import component_names, tips
from nomarch.i18n import ENGLISH

from .table import LAYOUT, fill, give, lay_row, table


def middle(seed: int) -> State:
    """A position of a random game, in some round after the first."""
    match, rng = nomarch.new("egizia", players=3, seed=seed), Random(seed)
    while match.state.round < 3:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return LAYOUT.copy(match.state)


def seen(s: State, viewer: int = 0) -> State:
    view: State = LAYOUT.observe(s, viewer)
    return view


def kind(name: str) -> int:
    return box.CARD_NAMES.index(name)


def figures(s: State, seat: int) -> dict[str, int]:
    """What tips of cards and round spaces speak of."""
    return {
        "stones": s.stones[seat],
        "quarry": s.quarry[seat],
        "grain": int(feeding.harvested(s, seat)),
        **{component_names.crew(ENGLISH, crew): s.crew[seat][crew] for crew in box.CREWS},
        **{
            component_names.market(ENGLISH, market): s.market[seat][market] + 1
            for market in range(2)
        },
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_card_changes_what_its_tip_says(seed: int) -> None:
    for card in range(box.CARD_KINDS):
        s = middle(seed)
        s.row[0] = card
        told, before = tips.nile_card(ENGLISH, seen(s), 0, card).lower(), figures(s, 0)
        cards.take_card(s, 0, 0)
        after = figures(s, 0)
        for name, figure in after.items():
            if figure != before[name] and "bottom gives" not in told:
                assert f"{before[name]} → {figure}" in told, (name, told)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("index", range(len(box.ROUND_NAMES)))
def test_a_round_space_changes_what_its_tip_says(seed: int, index: int) -> None:
    s = middle(seed)
    told, before = tips.space(ENGLISH, seen(s), 0, box.ROUND_POS[index]).lower(), figures(s, 0)
    tableau.carry_out(s, 0, box.ROUND_EFFECT + index, 1)
    for name, figure in figures(s, 0).items():
        if figure != before[name] and "bottom gives" not in told:
            assert f"{before[name]} → {figure}" in told, (name, told)


def test_a_quarry_says_how_many_stones_come_each_round() -> None:
    s = table()
    told = tips.nile_card(ENGLISH, seen(s), 0, kind("quarry-2"))
    assert f"each round: {box.START_QUARRY} → {box.START_QUARRY + 2}." in told


def test_a_field_that_the_flood_does_not_reach_says_so() -> None:
    s = table()
    s.flood = 1
    assert "Your grain: 6 → 10" in tips.nile_card(ENGLISH, seen(s), 0, kind("yellow-green-field-4"))
    s.flood = 0
    assert "Dry at the current" in tips.nile_card(ENGLISH, seen(s), 0, kind("yellow-green-field-4"))


def test_the_bottom_of_a_market_is_told_with_what_it_gives() -> None:
    s = table()
    s.market[0] = [box.BOTTOM, box.BOTTOM - 1]
    stones, points = s.stones[0], s.points[0]
    told = tips.space(ENGLISH, seen(s), 0, box.ROUND_POS[box.EDFU])
    tableau.carry_out(s, 0, box.ROUND_EFFECT + box.EDFU, 1)
    assert f"The bottom gives {s.stones[0] - stones} stones." in told
    assert f"The bottom gives {s.points[0] - points} points." in told


def test_hunger_tells_what_it_costs() -> None:
    s = table()
    s.crew[0] = [4, 4, 1, 1]
    told, before = tips.hunger(ENGLISH, seen(s), 0), s.points[0]
    feeding.feed(s, 0)
    assert f"would cost {before - s.points[0]} points" in told


@pytest.mark.parametrize("seed", range(3))
def test_a_sphinx_card_tells_what_it_is_worth_now(seed: int) -> None:
    s = middle(seed)
    for seat in range(s.players):
        for index in range(box.SPHINX_CARDS):
            worth = int(scoring.riddle_points(s, seat, index))
            assert f"As things stand: +{worth}." in tips.riddle(ENGLISH, seen(s, seat), seat, index)


def test_a_sphinx_card_tells_how_far_its_goal_is() -> None:
    s = table()
    fill(s, "obelisk", 0, 0, 1)
    own_four = box.SPHINX_TABLE.index((box.OWN_STONES, 7, box.OBELISK, 0, 4))
    assert "2 of 4 stones" in tips.riddle(ENGLISH, seen(s), 0, own_four)


def test_tributes_and_sales_tell_their_points() -> None:
    s = table()
    fill(s, "obelisk", 0, 0, 1)
    s.stones[0] = 12
    assert "Worth +2 to you" in tips.nile_card(ENGLISH, seen(s), 0, kind("tribute-obelisk"))
    assert "Worth +10 to you" in tips.nile_card(ENGLISH, seen(s), 0, kind("stone-sale"))


def test_graves_tell_what_they_add_at_the_end() -> None:
    s = table()
    give(s, 0, "grave-goods", "grave-goods")
    s.grave[0] = 3
    assert "10 → 13. Points at the end: 2 → 5." in tips.grave(ENGLISH, seen(s), 0, 0)


def test_the_next_stone_says_what_it_costs() -> None:
    s = table()
    assert "Next to build: costs 1" in tips.stone(ENGLISH, seen(s), None, box.OBELISK_PART, 0)
    assert "Next" not in tips.stone(ENGLISH, seen(s), None, box.OBELISK_PART, 1)
    assert "Next" not in tips.stone(ENGLISH, seen(s), None, box.ROOF, 0)


def test_a_spectator_is_told_what_always_holds() -> None:
    s = table()
    lay_row(s, "quarry-2")
    view = seen(s, SPECTATOR)
    for told in (
        *(tips.nile_card(ENGLISH, view, SPECTATOR, card) for card in range(box.CARD_KINDS)),
        *(tips.space(ENGLISH, view, SPECTATOR, pos) for pos in (*box.ROUND_POS, *box.SITE_POS)),
        *(tips.flood(ENGLISH, view, SPECTATOR, at) for at in range(box.COLOURS)),
    ):
        assert "→" not in told


def test_after_the_end_nothing_is_foretold() -> None:
    s = table()
    s.phase = st.OVER
    assert "As things stand" not in tips.riddle(ENGLISH, seen(s), 0, 0)
    assert "→" not in tips.quarry(ENGLISH, seen(s), 0)
