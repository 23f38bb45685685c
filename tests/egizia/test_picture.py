"""The board of Egizia as it is seen: cards are told apart, and no Sphinx card is cut off."""

import re
from xml.etree import ElementTree

import pytest

from nomarch.conformance.playing import begin
from nomarch.engine.match import Match
from nomarch.games.egizia import actions as act, components as box, state as st, words
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.declare.game import rulebook


def test_two_cards_of_a_kind_on_the_nile_are_told_apart() -> None:
    match = begin(rulebook("egizia"), rulebook("egizia").setup(4, {}), 1)
    seat, state = match.to_act[0], match.state
    state.row[2] = state.row[5] = box.FIRST_QUARRY
    t, view = translator("nomarch.games.egizia"), match.observe(seat)
    told = [words.move(t, view, act.GO_CARD.at(space)) for space in range(len(box.CARD_POS))]
    assert told[2] == "Take the quarry (2 stones) at Nile 3"
    assert len(set(told)) == len(told)


def holding(cards: list[int]) -> Match:
    """A game in which seat 0 has these Sphinx cards, and has drawn them, too."""
    match = begin(rulebook("egizia"), rulebook("egizia").setup(4, {}), 1)
    state = match.state
    for card in range(box.SPHINX_CARDS):
        state.where[card] = cards.index(card) if card in cards else box.IN_BOX
    state.hand[0], state.phase, state.seat = len(cards), st.KEEPING, 0
    for slot, card in enumerate(cards):
        state.drawn[slot] = card
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_sphinx_cards_are_not_cut_off(shape: str, language: str) -> None:
    told = set()
    for first in range(0, box.SPHINX_CARDS, box.MAX_DRAW):
        match = holding(list(range(box.SPHINX_CARDS))[first : first + box.MAX_DRAW])
        look = {"shape": shape, "language": language, "standalone": False, "marked": False}
        for node in ElementTree.fromstring(match.svg(0, **look)).iter():
            if re.search("-(riddle|drawn)-", name := node.get("id", "")):
                told.add((name.split("-")[1], first, name))
                assert "…" not in "".join(node.itertext())
    assert len(told) == 2 * box.SPHINX_CARDS
