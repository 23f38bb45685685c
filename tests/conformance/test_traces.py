"""What the others did can be found by comparing drawings: a move changes what few pieces say."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

from nomarch.engine.match import Match
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

MOVES = 90
MOST_MARKS = 10
"""More than so many marks the page does not show."""
SVG = "{http://www.w3.org/2000/svg}"


def said(match: Match) -> dict[str, str]:
    """What the pieces of the first seat's board say, as the page compares it."""
    root = ElementTree.fromstring(match.svg(0, standalone=False))
    found = {}
    for node in root.iter(f"{SVG}g"):
        classes, name = (node.get("class") or "").split(), node.get("id")
        if name and "piece" in classes and "nameplate" not in classes:
            says = node.get("data-says") or node.get("data-tip") or ""
            is_about_it = says != node.get("aria-label") and node.get("data-source") is None
            found[name] = says if is_about_it else ""
    return found


@each_game
def test_a_move_of_others_changes_what_few_pieces_say(book: Rulebook) -> None:
    match, rng = Match(book, list(book.setups())[-1], make_seed("traces")), Random(2)
    before, crowded, moves = said(match), 0, 0
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        now = said(match)
        if seat:
            both = before.keys() & now.keys()
            changed = [name for name in both if before[name] and now[name] != before[name]]
            moves, crowded = moves + 1, crowded + (len(changed) > MOST_MARKS)
        before = now
    assert crowded * 10 <= moves, f"{crowded} of {moves} moves leave no trace"
