"""Bots: strangers that get a view, the legal actions and a stream of their own, and choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from nomarch.errors import BadOption
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """One of the legal actions, judged from the view alone; `stream` is for its whims."""
        ...


def levels() -> dict[str, Callable[[Rulebook], Bot]]:
    """The bots that can take a seat, weakest first."""
    from nomarch.bots.greedy import Easy, Greedy
    from nomarch.bots.random import Random
    from nomarch.bots.search import Search

    return {"random": Random, "easy": Easy, "greedy": Greedy, "search": Search}


def make_bot(level: str, book: Rulebook) -> Bot:
    """A bot of that level, or `BadOption` with the levels there are."""
    known = levels()
    if level not in known:
        raise BadOption(f"There is no bot {level!r}; the bots are {', '.join(known)}.")
    return known[level](book)


def strongest(book: Rulebook) -> Bot:
    """The bot that gives hints."""
    return list(levels().values())[-1](book)
