"""Puzzles with a question: the rules answer it, so they need no search."""

from __future__ import annotations

from functools import cache

from nomarch.engine.match import Match
from nomarch.i18n import named, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.lessons import Question
from nomarch.kernel.declare.questions import CountQuestion
from nomarch.kernel.declare.sentences import sentence_case, signed
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.puzzles import Puzzle

CHOICES = 4


@cache
def questions_of(book: Rulebook) -> dict[str, CountQuestion]:
    found = book.module("words.questions").QUESTIONS if book.has("words.questions") else ()
    return {question.id: question for question in found}


def ask(book: Rulebook, puzzle: Puzzle, match: Match, language: str) -> Question:
    asked, view = questions_of(book)[puzzle.question], match.observe(puzzle.seat)
    t, seat = translator(book.package, language), puzzle.seat
    if asked.answers is None:
        answers = [as_answer(one) for one in choices(puzzle.id, asked.count(view, seat))]
    else:
        answers = [sentence_case(named(one, match.names)) for one in asked.answers(t, view, seat)]

    def right(view: GameState) -> str:
        count = asked.count(view, seat)
        return as_answer(count) if asked.answers is None else answers[count]

    text = named(asked.text(t, view, seat), match.names)
    return Question(text=text, answers=tuple(answers), right=right, lesson="", step=0)


def explain(book: Rulebook, puzzle: Puzzle, match: Match, language: str) -> str:
    asked, view = questions_of(book)[puzzle.question], match.observe(puzzle.seat)
    why = asked.why(translator(book.package, language), view, puzzle.seat)
    return sentence_case(named(why, match.names))


def as_answer(number: int) -> str:
    return signed(number) if number < 0 else str(number)


def choices(puzzle: str, right: int) -> list[int]:
    """Numbers in order; with this seed, the right one is about as often the first as the last."""
    place = int(make_seed(f"choices 26 {puzzle}")[:8], 16) % CHOICES
    step = 1 + abs(right) // 12
    below = place if right < 0 else place % (right // step + 1)  # no answer below zero
    first = right - step * below
    return [first + step * number for number in range(CHOICES)]
