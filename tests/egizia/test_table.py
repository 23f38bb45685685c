"""Egizia at a table: offers on the board, and undo up to what was revealed."""

from pathlib import Path
from random import Random

import pytest

import nomarch
from nomarch.engine.match import Match
from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.words import component_names
from nomarch.i18n import translator
from nomarch.kernel.declare.lessons import Start
from nomarch.learning.course import start_match

from .table import BOOK, give


def _play_until(phase: int, wanted: set[str], seed: int = 0) -> Match:
    """A match at a decision of some kind that offers certain moves."""
    for number in range(seed, seed + 60):
        match, rng = nomarch.new("egizia", 3, seed=number), Random(number)
        while not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            if match.state.phase == phase and wanted <= set(legal):
                return match
            moves = [move for move in legal if move != "pass"] or legal
            match.play(seat, rng.choice(moves))
    raise AssertionError("no such decision in sixty games")


def test_a_playable_card_is_offered_on_the_board_without_a_question() -> None:
    cards = ("training", "canal", "brown-field-6")
    match = start_match(BOOK, Start(players=2, prepare=lambda s: give(s, s.seat, *cards)))
    seat = match.to_act[0]
    drawing = match.svg(seat, standalone=False)
    assert match.state.phase == st.SAIL
    for move in ("train a", "train joker", "canal 6 brown", "card 1"):
        assert f'data-action="{move}"' in drawing
    assert "data-action" not in match.svg(1 - seat, standalone=False)


def test_a_build_is_a_chain_that_can_be_undone() -> None:
    match = _play_until(st.CREW, {"crew a", "leave"})
    seat = match.to_act[0]
    before = BOOK.layout.pack(match.state)
    match.play(seat, "crew a")
    assert match.can_undo(seat)
    match.undo(seat)
    assert BOOK.layout.pack(match.state) == before


def test_undo_stops_at_a_grave_that_was_turned() -> None:
    match = _play_until(st.STONES, {"lay obelisk", "lay grave"})
    seat = match.to_act[0]
    match.play(seat, "lay obelisk")
    assert match.can_undo(seat)
    match.undo(seat)
    match.play(seat, "lay grave")
    assert not match.can_undo(seat)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_every_card_and_space_explains_itself(language: str) -> None:
    t = translator("nomarch.games.egizia", language)
    assert len({component_names.card(t, kind) for kind in range(box.CARD_KINDS)}) == box.CARD_KINDS
    assert all(component_names.card_tip(t, kind) for kind in range(box.CARD_KINDS))
    assert (
        len({component_names.riddle(t, card) for card in range(box.SPHINX_CARDS)})
        == box.SPHINX_CARDS
    )
    assert all(component_names.riddle_short(t, card) for card in range(box.SPHINX_CARDS))
    assert all(component_names.space_tip(t, pos) for pos in range(box.POSITIONS))


def test_a_log_tells_a_seat_its_own_sphinx_cards_only() -> None:
    match = nomarch.new("egizia", 2, seed=4)
    assert sum("Your Sphinx card" in line for line in match.log(0)) == 1
    assert not any("Your Sphinx card" in line for line in match.log())


def test_an_older_save_plays_on_under_its_own_reading() -> None:
    match = nomarch.load((Path(__file__).parent / "rules-2.txt").read_text(encoding="utf-8"))
    assert match.over
    assert BOOK.option_ids(match.setup)["own_berth"] == "barred"
