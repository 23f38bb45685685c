"""Bots with a habit: greedy play with some weights of the evaluation changed."""

from __future__ import annotations

from nomarch.bots.greedy import Greedy
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.habits import Habit


class HabitBot(Greedy):
    """Plays the move that is best with a habit's weights."""

    def __init__(self, book: Rulebook, habit: Habit) -> None:
        self.rules, self.words = backend.with_habit(book.game.id, habit), book.actions.words
