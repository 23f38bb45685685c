"""The landscape of Giza: the day passes with the pile, and the land is sent once."""

from __future__ import annotations

from xml.etree import ElementTree

from nomarch.bots.play import play_on
from nomarch.draw import svg
from nomarch.engine.match import Match
from nomarch.engine.new_match import new

USE = "{http://www.w3.org/2000/svg}use"


def _drawing(match: Match, shape: str = "wide") -> svg.Svg:
    return match.svg(0, shape=shape, standalone=False)


def test_a_move_does_not_send_the_land_again() -> None:
    match = new("giza", 4, "sand")
    play_on(match, "greedy", 20)
    before = set(_drawing(match).parts)
    play_on(match, "greedy", 1)
    fresh = "".join(part for part in _drawing(match).parts if part not in before)
    assert "dune" not in fresh
    assert "f-nile" not in fresh


def test_rivals_share_one_landscape() -> None:
    for shape in ("wide", "tall"):
        root = ElementTree.fromstring(_drawing(new("giza", 5, "sand"), shape))
        shown = [node.get("href") for node in root.iter(USE)]
        assert shown.count("#board-vista") == 4
