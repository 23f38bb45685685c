"""What the board offers beyond the legal moves: previews and turns."""

from random import Random
from xml.etree import ElementTree

import pytest

import nomarch
from nomarch.engine.match import Match
from nomarch.games.fertility import actions as act, components as box, rules, state as st
from nomarch.games.fertility.rules import harvest, scoring
from nomarch.games.fertility.words import component_names, tips
from nomarch.i18n import ENGLISH


def at_question(question: int, players: int = 3, seed: int = 1, turns: int = 4) -> Match:
    """A random match that has come to a question."""
    match, rng = nomarch.new("fertility", players=players, seed=seed), Random(seed)
    while match.state.turns < turns or match.state.phase != question:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def drawn(match: Match, seat: int, shape: str) -> ElementTree.Element:
    return ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_each_turn_says_which_it_is(shape: str) -> None:
    match = at_question(st.CHOOSE_TURN)
    seat = match.to_act[0]
    turns = {
        node.get("data-action"): int(node.get("data-turn") or -1)
        for node in drawn(match, seat, shape).iter()
        if node.get("data-turn") is not None
    }
    legal = match.legal_actions(seat)
    assert turns == {match.book.actions[action]: act.TURN.way(action) for action in legal}


def test_the_preview_of_a_harvest_comes_true() -> None:
    for seed in range(6):
        match = at_question(st.CHOOSE_CELL, seed=seed)
        seat = match.to_act[0]
        at = box.AT[act.CELL.cell(match.legal_actions(seat)[0])]
        kind = match.state.tile
        turn = component_names.best_turn(match.state, kind, at)
        told = component_names.harvest_counts(match.state, kind, at, turn)
        quarries = harvest.quarries_closed(match.state, at, turn)
        wheat = match.state.wheat[seat]
        state = match.state
        rules.apply(state, seat, match.legal_actions(seat)[0])
        rules.apply(state, seat, act.TURN.at(turn))
        gained = [(r, state.beside[r]) for r in range(4) if state.beside[r]]
        if state.wheat[seat] > wheat:
            gained.append((4, state.wheat[seat] - wheat))
        assert gained == told
        assert state.quarries == quarries


# --- What is written can be read, and is true -----------------------------------------------------


def test_tips_foretell_the_points() -> None:
    """What a tip promises for the next wheat and the next monument is what the rules then pay."""
    match = at_question(st.SUPPLYING, seed=4, turns=12)
    state, seat = match.state, match.to_act[0]
    told = tips.next_wheat(ENGLISH, state, seat)
    before = scoring.debens(state, seat)
    state.wheat[seat] += 1
    assert f"+{scoring.debens(state, seat) - before} Debens" in told
    points = scoring.monument_points(state, seat)
    assert f"{points} Debens now" in tips.monuments(ENGLISH, state, seat)
    plate = tips.plate(ENGLISH, state, seat, "Tiye")
    assert f"Tiye would score {scoring.debens(state, seat)} Debens now" in plate


def test_a_tile_says_what_it_brings_at_best() -> None:
    match = at_question(st.CHOOSE_TILE)
    state, seat = match.state, match.to_act[0]
    for kind in range(box.TILE_KINDS):
        if not state.hand[seat][kind]:
            continue
        told, best = tips.tile_now(ENGLISH, state, kind), component_names.best_place(state, kind)
        assert best is not None
        assert component_names.harvest(ENGLISH, state, kind, *best) in told
        most = component_names.harvest_size(state, kind, *best)
        for at in box.AT:
            for turn in range(4):
                if rules.tiles.may_lie(state, kind, at, turn):
                    assert component_names.harvest_size(state, kind, at, turn) <= most


@pytest.mark.parametrize("wheat", range(box.MOST_WHEAT + 1))
def test_a_granary_tells_what_the_next_wheat_is_worth_until_it_is_full(wheat: int) -> None:
    state = nomarch.new("fertility", players=2, seed=1).state
    state.wheat[0] = wheat
    told = tips.granary(ENGLISH, state, 0)
    assert ("The granary is full." in told) == (wheat == box.MOST_WHEAT)
    assert ("Next wheat" in told) != (wheat == box.MOST_WHEAT)
