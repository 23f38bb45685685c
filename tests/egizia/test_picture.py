"""The board of Egizia as it is seen: large enough to read, and no Sphinx card cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from nomarch.conformance.playing import begin, moves
from nomarch.engine.match import SPECTATOR, Match
from nomarch.games.egizia import components as box, state as st
from nomarch.i18n import LANGUAGES
from nomarch.kernel.game import rulebook

SVG = "{http://www.w3.org/2000/svg}"
LAPTOP, PHONE = (870, 720), (377, float("inf"))
"""The room that the page gives a board: at 1280×800, and at 390 px, where it may be long."""
READABLE = 12


def positions() -> Iterator[Match]:
    """Every ninth position of a few games, and their ends."""
    book = rulebook("egizia")
    for players in (2, 3, 4):
        match = begin(book, book.setup(players, {}), players)
        for number, _ in enumerate(moves(match, players)):
            if number % 9 == 0:
                yield match
        yield match


def sizes(node: ElementTree.Element, scale: float) -> Iterator[tuple[float, str]]:
    """Every text of a drawing with its size on the screen."""
    scale *= float(re.search(r"scale\(([\d.]+)|$", node.get("transform", ""))[1] or 1)  # type: ignore[index]
    if node.tag == f"{SVG}text":
        yield float(node.get("font-size", "0")) * scale, node.text or ""
    for child in node:
        yield from sizes(child, scale)


@pytest.mark.parametrize(("shape", "room"), [("wide", LAPTOP), ("tall", PHONE)])
def test_everything_written_can_be_read(shape: str, room: tuple[float, float]) -> None:
    for match in positions():
        seat = match.to_act[0] if match.to_act else SPECTATOR
        root = ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        small = [
            (size, words)
            for size, words in sizes(root, min(room[0] / width, room[1] / height))
            if size < READABLE
        ]
        assert small == []


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
