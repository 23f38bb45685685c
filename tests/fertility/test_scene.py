"""The board of Fertility: districts are shop fronts with words, and are sent once."""

from __future__ import annotations

from nomarch.bots.play import play_on
from nomarch.engine.new_match import new
from nomarch.web.table.renderer import pieces


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
