"""Boards of all games: their size never changes, and they use five sizes of type."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from nomarch.conformance.board_checks import PLACES, lettering
from nomarch.conformance.playing import begin, moves
from nomarch.draw.scene import HIGH, TALL_TYPE, WIDE, WIDE_TYPE
from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.new_match import new
from nomarch.kernel.declare.game import rulebook

SVG = "{http://www.w3.org/2000/svg}"
LONGEST = 1688
"""Two screens of a phone 844 px high."""
STEADY = ("fertility", "giza", "ra")
"""Games whose boards never grow, not even with a hand."""
GAMES = ("amun-re", "egizia", "fertility", "giza", "ra")


def positions(game: str) -> Iterator[Match]:
    """Some positions of a game for every number of players, and its end."""
    book = rulebook(game)
    for players in book.game.players:
        setup = next(setup for setup in book.setups() if setup.players == players)
        match = begin(book, setup, players)
        for number, _ in enumerate(moves(match, players)):
            if number % 15 == 0:
                yield match
        yield match


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_boards_keep_their_size_and_five_sizes_of_type(game: str, shape: str) -> None:
    across, down, least = PLACES[shape]
    least = 12 if game == "ra" else least
    boxes = set[tuple[int, bool, str]]()
    for number, match in enumerate(positions(game)):
        seat = match.to_act[0] if match.to_act and number % 4 else SPECTATOR
        root = ElementTree.fromstring(match.svg(seat, shape=shape, standalone=False))
        boxes.add((match.players, seat == SPECTATOR, root.get("viewBox", "")))
        width, height = map(float, root.get("viewBox", "").split()[2:])
        if shape == "wide":
            assert (width, height) == (WIDE, HIGH)
        else:
            assert height * across / width <= LONGEST
        smallest = min(size for size, _ in lettering(root, min(across / width, down / height)))
        assert smallest >= least
        sizes = {float(text.get("font-size", "0")) for text in texts(root)}
        scale = WIDE_TYPE if shape == "wide" else TALL_TYPE
        assert {size for size in sizes if size < scale.huge} <= set(scale)  # but for large numbers
        assert game not in STEADY or sizes <= {*scale, 2 * scale.huge}
    assert game not in STEADY or len(boxes) <= 2 * len(rulebook(game).game.players)


def texts(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Every text of a drawing that is not part of a scaled picture."""
    if "scale(" in node.get("transform", ""):
        return
    if node.tag == f"{SVG}text":
        yield node
    for child in node:
        yield from texts(child)


def test_the_largest_hand_of_amun_re_stays_on_two_screens() -> None:
    match = new("amun-re", 5, "hand")
    match.state.hand[0] = [1] * len(match.state.hand[0])
    root = ElementTree.fromstring(match.svg(0, shape="tall", standalone=False))
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert height * PLACES["tall"][0] / width <= LONGEST
