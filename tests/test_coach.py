"""The coach: each thing once, less and less, and always something sensible to do."""

import pytest

import nomarch
from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.learning.coach import GENTLE, Coach

TAUGHT = [book for book in rulebooks().values() if book.teaching]


def guided_game(book: Rulebook) -> list[str]:
    match = nomarch.new(book.game.id, book.game.usual_players, seed="a first game")
    coach, gentle = Coach(book, 0), make_bot(GENTLE, book)
    said = []
    while not match.over:
        seat = match.to_act[0]
        if seat == 0:
            said.append(coach.comment(match))
        match.play(seat, decide(match, seat, gentle))
    return said


@pytest.mark.parametrize("book", TAUGHT, ids=lambda book: book.game.id)
def test_nothing_is_said_twice_and_less_and_less(book: Rulebook) -> None:
    said = guided_game(book)
    spoken = [text for text in said if text]
    assert said[0]
    assert len(set(spoken)) == len(spoken) >= 4
    third = len(said) // 3
    early, late = (sum(map(bool, part)) for part in (said[:third], said[-third:]))
    assert late < early


def test_what_was_taken_back_was_not_said() -> None:
    book = TAUGHT[0]
    match = nomarch.new(book.game.id, book.game.usual_players, seed="a first game")
    seat = match.to_act[0]
    coach = Coach(book, seat)
    first = coach.comment(match)
    match.play(seat, match.legal(seat)[-1])
    match.rewind(0)
    assert coach.comment(match) == first
