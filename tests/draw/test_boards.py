"""What boards say in words and where: Ra's values, Amun-Re's scoring, Egizia's round spaces."""

import re
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import Phase, given, settings, strategies as st

from nomarch.bots.play import play_on
from nomarch.draw import shapes
from nomarch.draw.caching import clear_drawn
from nomarch.draw.font_metrics import ems
from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.egizia import components as nile
from nomarch.games.egizia.words.component_names import space_short
from nomarch.games.ra import components
from nomarch.games.ra.art.displays import GROUPS, find_anchor
from nomarch.games.ra.words import tips
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebooks

SVG = "{http://www.w3.org/2000/svg}"


def _words(match: Match, shape: str, seat: int = 0) -> set[str]:
    root = ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))
    lines = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    return {*lines, *(word for line in lines for word in line.split())}


def test_a_value_stands_on_a_tile_that_the_player_has() -> None:
    monuments = next(group for group in GROUPS if components.LAST_MONUMENT in group)
    have = [0] * (max(monuments) + 1)
    assert find_anchor(monuments, tuple(have)) == components.LAST_MONUMENT
    have[monuments[1]] = 1
    assert find_anchor(monuments, tuple(have)) == monuments[1]


def test_empty_places_say_what_the_tile_would_bring() -> None:
    match = new("ra", 3, "ghosts")
    play_on(match, "greedy", 20)
    gain = tips.gain(match.state, 0, components.FIRST_CIVILISATION)
    assert f"+{gain}" in _words(match, "wide")


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_the_scoring_of_amun_re_has_words(shape: str) -> None:
    assert {"Set of three", "Most on a bank", "Bonus card", "Most gold"} <= _words(
        new("amun-re", 3, "words"), shape
    )


def test_round_spaces_of_egizia_say_what_they_do() -> None:
    t, written = translator("nomarch.games.egizia"), _words(new("egizia", 3, "words"), "wide")
    for pos in nile.ROUND_POS:
        assert set(space_short(t, pos).split()) <= written


def test_the_light_of_a_board_changes_with_the_game() -> None:
    for game, hour in (("ra", "glow-5"), ("amun-re", "glow-5"), ("egizia", "glow-4")):
        match = new(game, 3, "light")
        assert "glow-0" in match.svg(0, standalone=False)
        play_on(match, "greedy", 5000)
        assert hour in match.svg(0, standalone=False)


def test_covers_have_stars_at_night() -> None:
    for book in rulebooks().values():
        assert re.search(r'class="night"', book.art.cover())


@pytest.mark.parametrize("game", ["ra", "giza", "amun-re", "fertility", "egizia"])
def test_no_scenery_takes_the_name_of_a_piece(game: str) -> None:
    match = new(game, 3, "names")
    for moves in (0, 60, 60):
        play_on(match, "greedy", moves)
        for shape in ("wide", "tall"):
            ids = re.findall(r' id="([^"]+)"', match.svg(0, shape=shape, standalone=False))
            assert len(ids) == len(set(ids))


WORDS = st.text(st.sampled_from("aWi é漢\u0301\u200b"), max_size=40)


@given(WORDS, st.integers(1, 30), st.sampled_from([len, ems]))
def test_words_are_cut_at_the_last_letter_that_fits(
    words: str, most: int, measure: Callable[[str], float]
) -> None:
    cut = shapes.shorten(words, most, measure)
    if measure(words) <= most:
        assert cut == words
        return
    assert measure(cut) <= most or cut == "…"
    others = (words[:more].rstrip() + "…" for more in range(len(words)))
    assert not any(len(other) > len(cut) and measure(other) <= most for other in others)


@pytest.mark.parametrize("letters", ["WW", "W ", "W\u0301"])
def test_long_words_are_cut_in_few_steps(letters: str) -> None:
    measured = list[str]()

    def measure(line: str) -> float:
        measured.append(line)
        return len(line)

    lines = shapes.wrapped(letters * 50_000, 20, 3, measure)
    assert all(len(line) <= 20 for line in lines)
    assert lines[-1][-1] == "…"
    assert len(measured) < 100


HOSTILE = st.builds(
    lambda piece, length: piece * (length // len(piece)),
    st.text(st.sampled_from("xW א漢Z\u0301\u0316\u200b\u202e<b>&{}\x00"), min_size=1, max_size=12),
    st.sampled_from([40, 100_000]),
)
"""Names of right-to-left, wide, invisible and combining characters, markup and NUL."""


def steps_of(work: Callable[[], object], most: float = float("inf")) -> int:
    """How many calls and returns a piece of work takes; it is stopped when there are too many."""
    steps = 0

    def step(*_: object) -> None:
        nonlocal steps
        steps += 1
        assert steps <= most

    clear_drawn()
    ems.cache_clear()
    sys.setprofile(step)
    try:
        work()
    finally:
        sys.setprofile(None)
    return steps


@pytest.mark.parametrize("game", ["ra", "giza", "amun-re", "fertility", "egizia"])
@settings(max_examples=6, phases=[Phase.generate])  # shrinking would draw long names for hours
@given(shape=st.sampled_from(["wide", "tall"]), names=st.lists(HOSTILE, min_size=4, max_size=4))
def test_hostile_names_take_no_more_steps_to_draw(game: str, shape: str, names: list[str]) -> None:
    plain, hostile = new(game, 4, "hostile"), new(game, 4, "hostile", names=names)
    for match in (plain, hostile):
        play_on(match, "greedy", 40)
    _words(plain, shape)  # what is made once for all boards
    expected = steps_of(lambda: _words(plain, shape))
    steps_of(lambda: _words(hostile, shape), 1.5 * expected)
    assert not {"\x00", "\u202e", "\u200b"} & set(hostile.svg(0, shape=shape))
