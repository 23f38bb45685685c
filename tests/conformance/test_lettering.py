"""What is written on a board has room there, in every language: no word of it is cut."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from nomarch.engine.match import SHAPES, Match
from nomarch.i18n import LANGUAGES
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

MOVES, EVERY = 160, 8
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ani", "Meri", "Teti", "Bek", "Ty", "Nu")


def cut(match: Match, language: str) -> set[str]:
    """The words that end in an ellipsis."""
    drawings = [match.svg(0, shape=shape, language=language) for shape in SHAPES]
    written = [
        "".join(text.itertext())
        for drawing in drawings
        for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")
    ]
    return {words for words in written if words.endswith("…")}


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_no_word_of_a_board_is_cut(book: Rulebook, language: str) -> None:
    setup = book.setup(book.game.usual_players, {})
    match = Match(book, setup, make_seed("lettering"), NAMES[: setup.players])
    rng, found = Random(3), cut(match, language)
    for turn in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        if turn % EVERY == 0:
            found |= cut(match, language)
    assert not found
