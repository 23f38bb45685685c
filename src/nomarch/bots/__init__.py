"""Bots: strangers that get a view, the legal actions and a stream of their own, and choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream

if TYPE_CHECKING:
    from nomarch.bots.search import Workshop

LEVELS = ("random", "easy", "greedy", "search")
"""The bots that can take a seat, weakest first."""
STRONGEST = LEVELS[-1]
"""The one that gives hints."""


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """One of the legal actions, judged from the view alone; `stream` is for its whims."""
        ...


class Bots:
    """The bots of a server or of a person: each is made once, and what they compile is shared."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Bot] = {}
        self._workshop: Workshop | None = None

    def get(self, level: str, book: Rulebook) -> Bot:
        """The bot of that level, or `BadOption` with the levels there are."""
        key = (level, book.game.id)
        if key not in self._made:
            self._made[key] = self._make(level, book)
        return self._made[key]

    def spend(self, share: float) -> None:
        """Lets those that look ahead spend only a part of their usual effort."""
        if self._workshop is not None:
            self._workshop.share = share

    def _make(self, level: str, book: Rulebook) -> Bot:
        from nomarch.bots.greedy import Easy, Greedy
        from nomarch.bots.random import Random

        match level:
            case "random":
                return Random(book)
            case "easy":
                return Easy(book)
            case "greedy":
                return Greedy(book)
            case "search":
                return self._make_search(book)
        raise BadOption(f"There is no bot {level!r}; the bots are {', '.join(LEVELS)}.")

    def _make_search(self, book: Rulebook) -> Bot:
        from nomarch.bots.search import Search, Workshop

        self._workshop = self._workshop or Workshop()
        return Search(book, self._workshop)


def make_bot(level: str, book: Rulebook) -> Bot:
    """A bot of that level that shares nothing with any other."""
    return Bots().get(level, book)
