"""The board of Egizia as it is seen: large enough to read, and no Sphinx card cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from nomarch.conformance.board_checks import PLACES, lettering
from nomarch.conformance.playing import begin, moves
from nomarch.draw.scene import HIGH, TALL_TYPE, WIDE, WIDE_TYPE
from nomarch.engine.match import SPECTATOR, Match
from nomarch.games.egizia import actions as act, components as box, state as st, words
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.game import rulebook

SVG = "{http://www.w3.org/2000/svg}"
LONGEST = 1688
"""Two screens of a phone 844 px high."""


def positions() -> Iterator[Match]:
    """Every ninth position of a few games, and their ends."""
    book = rulebook("egizia")
    for players in (2, 3, 4):
        match = begin(book, book.setup(players, {}), players)
        for number, _ in enumerate(moves(match, players)):
            if number % 9 == 0:
                yield match
        yield match


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_boards_keep_their_size_and_their_five_sizes_of_type(shape: str) -> None:
    across, down, least = PLACES[shape]
    for match in positions():
        seat = match.to_act[0] if match.to_act else SPECTATOR
        root = ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        if shape == "wide":
            assert (width, height) == (WIDE, HIGH)
        else:
            assert height * across / width <= LONGEST
        written = dict(lettering(root, 1))
        assert min(written) * min(across / width, down / height) >= least
        own = {float(text.get("font-size", "0")) for text in texts(root)}
        assert own <= set(WIDE_TYPE if shape == "wide" else TALL_TYPE)


def texts(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Every text of a drawing that is not part of a scaled picture."""
    if "scale(" in node.get("transform", ""):
        return
    if node.tag == f"{SVG}text":
        yield node
    for child in node:
        yield from texts(child)


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
