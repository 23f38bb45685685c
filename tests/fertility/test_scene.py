"""The board of Fertility: districts are shop fronts with words, and are sent once."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from nomarch.bots.play import play_on
from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.fertility import components as box, state as st
from nomarch.games.fertility.words import component_names
from nomarch.i18n import translator
from nomarch.web.table.renderer import pieces

SVG = "{http://www.w3.org/2000/svg}"


def _words(match: Match, shape: str) -> list[str]:
    root = ElementTree.fromstring(match.svg(0, shape=shape, standalone=False))
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_a_district_says_what_its_shops_pay(shape: str) -> None:
    match = new("fertility", 3, "stalls")
    play_on(match, "greedy", 6)
    t = translator("nomarch.games.fertility")
    written = {word for line in _words(match, shape) for word in line.split()}
    for index in match.state.shown:
        shops = box.DISTRICT_SHOP[index] if index != st.NONE else ()
        for number in shops:
            if number != box.NO_SHOP:
                assert set(component_names.pays(t, number).split()) <= written


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_every_shop_front_has_a_roof(shape: str) -> None:
    match = new("fertility", 4, "roofs")
    play_on(match, "greedy", 6)
    shops = [box.DISTRICT_SHOP[index] for index in match.state.shown if index != st.NONE]
    count = sum(number != box.NO_SHOP for row in shops for number in row)
    assert match.svg(0, shape=shape, standalone=False).count('href="#board-roof-') == count


def test_marking_a_district_does_not_send_its_picture_again() -> None:
    match = new("fertility", 3, "ring")
    play_on(match, "greedy", 6)
    while not any(move.startswith("build") for move in match.legal(match.to_act[0])):
        play_on(match, "greedy", 1)
    seat = match.to_act[0]
    marked, plain = (match.svg(viewer, standalone=False) for viewer in (seat, 1 - seat))
    sent = {piece for part in plain.parts for piece in pieces(part)}
    fresh = [piece for part in marked.parts for piece in pieces(part) if piece not in sent]
    assert not any("-roof-" in piece for piece in fresh)
