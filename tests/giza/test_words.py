"""What is told in words: never more than a viewer may look at."""

import nomarch
from nomarch.games.giza import words
from nomarch.games.giza.state import State
from nomarch.i18n import ENGLISH

from .table import LAYOUT, play, position

NAMES = ("Ann", "Bob")
BOARDS = {
    (0, "khufu"): ("stone+5", "stone-3"),
    (0, "sphinx"): ("sphinx-base",),
    (1, "khufu"): ("stone+4", "treasure+4"),
}


def table(s: State, viewer: int) -> list[tuple[str, ...]]:
    return list(words.position(ENGLISH, LAYOUT.observe(s, viewer), NAMES).rows)


def test_points_are_told_where_the_whole_board_may_be_looked_at() -> None:
    s = position(BOARDS)
    assert [row[1] for row in table(s, 0)] == ["−3", "?"]
    assert [row[1] for row in table(s, 1)] == ["?", "+8"]
    assert [row[1] for row in table(s, -1)] == ["?", "?"]


def test_after_the_game_all_points_are_told() -> None:
    s = position(BOARDS, pile=1)
    play(s, "discard demolition", "done")
    assert [row[1] for row in table(s, -1)] == ["−3", "+8"]


def test_covered_tiles_are_counted_and_not_named() -> None:
    assert table(position(BOARDS), 1)[0][2] == "1 covered / −3 stone"
    assert table(position(BOARDS), 0)[0][2] == "+5 stone / −3 stone"


def test_a_demolition_asks_for_a_stack_and_a_stone_for_a_place() -> None:
    for tile, asked in (("demolition", "Choose a stack"), ("stone+5", "Choose a place")):
        s = position(BOARDS)
        play(s, f"play {tile}")
        told = [
            words.prompt(ENGLISH, LAYOUT.observe(s, seat), seat, (0,), NAMES) for seat in (0, 1)
        ]
        assert told[0].startswith(asked)
        assert told[1] == "Ann's turn."


def test_buttons_call_the_others_by_their_names() -> None:
    match = nomarch.new("giza", players=3, seed="names", names=("Ann", "Bob", "{Cy}"))
    seat = match.to_act[0]
    match.play(seat, next(move for move in match.legal(seat) if move.startswith("play stone")))
    told = {match.describe(seat, move) for move in match.legal(seat) if move.startswith("on ")}
    others = [name for other, name in enumerate(match.names) if other != seat]
    for name in others:
        assert any(f"{name}'s " in words for words in told)
    assert not any("seat" in words for words in told)
    assert all(f"chez {name}" in str(match.svg(seat, language="fr")) for name in others)
