"""Bots: strangers that get a view, the legal actions and a stream of their own, and choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream

if TYPE_CHECKING:
    from nomarch.bots.search import Search
    from nomarch.bots.search_compiler import SearchCompiler

LEVELS = ("random", "novice", "easy", "greedy", "keen", "search", "master")
"""The bots that can take a seat, weakest first."""
THINKING_MS = {"keen": 200, "search": 500, "master": 1000}
"""Milliseconds that the levels which look ahead have for a decision."""


HINT = 500
"""Milliseconds for a hint."""


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """One of the legal actions, judged from the view alone; `stream` is for its whims."""
        ...


class Bots:
    """The bots of a server or of a person: each is made once, and what they compile is shared."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Bot] = {}

    def get(self, level: str, book: Rulebook) -> Bot:
        """The bot of that level, or `BadOption` with the levels there are."""
        key = (level, book.game.id)
        if key not in self._made:
            self._made[key] = self._make(level, book)
        return self._made[key]

    def spend(self, share: float) -> None:
        """Lets those that look ahead spend only a part of their usual effort."""
        self.compiler.budget_share = share

    def _make(self, level: str, book: Rulebook) -> Bot:
        from nomarch.bots.greedy import Greedy
        from nomarch.bots.random import Random
        from nomarch.bots.weakened import EASY, NOVICE, WeakenedBot

        match level:
            case "random":
                return Random(book)
            case "novice":
                return WeakenedBot(book, NOVICE)
            case "easy":
                return WeakenedBot(book, EASY)
            case "greedy":
                return Greedy(book)
        if level in THINKING_MS:
            return self._make_search(book, THINKING_MS[level])
        raise BadOption(f"There is no bot {level!r}; the bots are {', '.join(LEVELS)}.")

    def adviser(self, book: Rulebook) -> Search:
        """The search that gives hints: it plays to the end, since it tells chances to win."""
        from nomarch.bots.search import Search
        from nomarch.bots.search_settings import Budget, plan_of

        plan = plan_of(book).to_the_end()
        return Search(book, self.compiler, Budget(milliseconds=HINT), plan)

    def _make_search(self, book: Rulebook, milliseconds: int) -> Search:
        from nomarch.bots.search import Search
        from nomarch.bots.search_settings import Budget

        return Search(book, self.compiler, Budget(milliseconds=milliseconds))

    @cached_property
    def compiler(self) -> SearchCompiler:
        """Where their searches are compiled."""
        from nomarch.bots.search_compiler import SearchCompiler

        return SearchCompiler()


def make_bot(level: str, book: Rulebook) -> Bot:
    """A bot of that level that shares nothing with any other."""
    return Bots().get(level, book)
