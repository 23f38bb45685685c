"""What Egizia's board tells of a card, a space or a stone is what the rules would then do."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import nomarch
from nomarch.engine.match import SPECTATOR
from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.rules import cards, feeding, scoring, tableau
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words import component_names, tips
from nomarch.i18n import ENGLISH
from tests.positions import given

from .table import LAYOUT, table


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
        **{component_names.market(ENGLISH, n): s.market[seat][n] + 1 for n in range(2)},
    }


def assert_changes_are_told(before: dict[str, int], s: State, told: str) -> None:
    for name, figure in figures(s, 0).items():
        if figure != before[name] and "bottom gives" not in told:
            assert f"{before[name]} → {figure}" in told, (name, told)


@pytest.mark.parametrize("seed", range(3))
def test_a_card_changes_what_its_tip_says(seed: int) -> None:
    for card in range(box.CARD_KINDS):
        s = middle(seed)
        s.row[0] = card
        told, before = tips.nile_card(ENGLISH, seen(s), 0, card).lower(), figures(s, 0)
        cards.take_card(s, 0, 0)
        assert_changes_are_told(before, s, told)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("index", range(len(box.ROUND_NAMES)))
def test_a_round_space_changes_what_its_tip_says(seed: int, index: int) -> None:
    s = middle(seed)
    told, before = tips.space(ENGLISH, seen(s), 0, box.ROUND_POS[index]).lower(), figures(s, 0)
    tableau.carry_out(s, 0, box.ROUND_EFFECT + index, 1)
    assert_changes_are_told(before, s, told)


def test_the_bottom_of_a_market_is_told_with_what_it_gives() -> None:
    s = table(market=[box.BOTTOM, box.BOTTOM - 1])
    stones, points = s.stones[0], s.points[0]
    told = tips.space(ENGLISH, seen(s), 0, box.ROUND_POS[box.EDFU])
    tableau.carry_out(s, 0, box.ROUND_EFFECT + box.EDFU, 1)
    assert f"The bottom gives {s.stones[0] - stones} stones." in told
    assert f"The bottom gives {s.points[0] - points} points." in told


def test_hunger_tells_what_it_costs() -> None:
    s = table(crew=[4, 4, 1, 1])
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


def nile_card(name: str) -> Callable[[State], str]:
    return lambda view: tips.nile_card(ENGLISH, view, 0, kind(name))


def stone(part: int, at: int) -> Callable[[State], str]:
    return lambda view: tips.stone(ENGLISH, view, None, part, at)


OWN_FOUR = box.SPHINX_TABLE.index((box.OWN_STONES, 7, box.OBELISK, 0, 4))
OBELISK = given(filled={"obelisk": (0, 0, 1)})
TOLD: list[tuple[dict[str, Any], Callable[[State], str], str]] = [
    (given(), nile_card("quarry-2"),
     f"each round: {box.START_QUARRY} → {box.START_QUARRY + 2}."),
    (given(flood=1), nile_card("yellow-green-field-4"), "Your grain: 6 → 10"),
    (given(flood=0), nile_card("yellow-green-field-4"), "Dry at the current"),
    (OBELISK, lambda view: tips.riddle(ENGLISH, view, 0, OWN_FOUR), "2 of 4 stones"),
    (OBELISK, nile_card("tribute-obelisk"), "Worth +2 to you"),
    (given(stones=12), nile_card("stone-sale"), "Worth +10 to you"),
    (given(cards="grave-goods grave-goods", grave=3),
     lambda view: tips.grave(ENGLISH, view, 0, 0), "10 → 13. Points at the end: 2 → 5."),
    (given(), stone(box.OBELISK_PART, 0), "Next to build: costs 1"),
]  # fmt: skip
UNTOLD: list[tuple[dict[str, Any], Callable[[State], str], str]] = [
    (given(), stone(box.OBELISK_PART, 1), "Next"),
    (given(), stone(box.ROOF, 0), "Next"),
    # After the end nothing is foretold.
    (given(phase=st.OVER), lambda view: tips.riddle(ENGLISH, view, 0, 0), "As things stand"),
    (given(phase=st.OVER), lambda view: tips.quarry(ENGLISH, view, 0), "→"),
]


@pytest.mark.parametrize(("values", "tip", "text"), TOLD)
def test_a_tip_tells(values: dict[str, Any], tip: Callable[[State], str], text: str) -> None:
    assert text in tip(seen(table(**values)))


@pytest.mark.parametrize(("values", "tip", "text"), UNTOLD)
def test_no_tip_tells(values: dict[str, Any], tip: Callable[[State], str], text: str) -> None:
    assert text not in tip(seen(table(**values)))


def test_a_spectator_is_told_what_always_holds() -> None:
    view = seen(table(row="quarry-2"), SPECTATOR)
    for told in (
        *(tips.nile_card(ENGLISH, view, SPECTATOR, card) for card in range(box.CARD_KINDS)),
        *(tips.space(ENGLISH, view, SPECTATOR, pos) for pos in (*box.ROUND_POS, *box.SITE_POS)),
        *(tips.flood(ENGLISH, view, SPECTATOR, at) for at in range(box.COLOURS)),
    ):
        assert "→" not in told
