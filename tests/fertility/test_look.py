"""What the board offers beyond the legal moves: previews, ghosts, turns."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

import nomarch
from nomarch.games.fertility import actions as act, components as box, rules, state as st, words
from nomarch.games.fertility.rules import harvest
from nomarch.match import SPECTATOR, Match


def at_question(question: int, players: int = 3, seed: int = 1, turns: int = 4) -> Match:
    """A random match that has come to a question."""
    match, rng = nomarch.new("fertility", players=players, seed=seed), Random(seed)
    while match.state.turns < turns or match.state.asked != question:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def drawn(match: Match, seat: int, shape: str) -> ElementTree.Element:
    return ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_each_cell_shows_the_tile_as_a_ghost(shape: str) -> None:
    match = at_question(st.CHOOSE_CELL)
    seat = match.to_act[0]
    root = drawn(match, seat, shape)
    cells = [node for node in root.iter() if (node.get("data-action") or "").startswith("cell")]
    assert len(cells) == len(match.legal(seat))
    for cell in cells:
        assert [node.get("opacity") for node in cell.iter() if node.get("class") == "ghost"] == [
            "0"
        ]


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


def test_free_spaces_show_the_district_as_a_ghost() -> None:
    match = at_question(st.CHOOSE_SLOT)
    root = drawn(match, match.to_act[0], "wide")
    slots = [node for node in root.iter() if (node.get("data-action") or "").startswith("slot")]
    assert slots
    assert all(any(n.get("class") == "ghost" for n in slot.iter()) for slot in slots)


def test_the_preview_of_a_harvest_comes_true() -> None:
    for seed in range(6):
        match = at_question(st.CHOOSE_CELL, seed=seed)
        seat = match.to_act[0]
        at = box.AT[act.CELL.cell(match.legal_actions(seat)[0])]
        kind = match.state.tile
        turn = words.best_turn(match.state, kind, at)
        told = words.harvest_counts(match.state, kind, at, turn)
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


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_a_spectator_sees_everything_and_may_do_nothing(shape: str) -> None:
    match = at_question(st.CITY)
    root = drawn(match, SPECTATOR, shape)
    assert not any(node.get("data-action") for node in root.iter())
