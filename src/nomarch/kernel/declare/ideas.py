"""Ideas: what a good player says for or against a move.

A game lists its ideas in `ideas.py`. An idea is a number and two sentences: its `size` for a move,
in points for or against it, the sentence where it speaks for a move, and the one where it speaks
against. A search decides which move is best; ideas choose which fact to name. A `promise` is what
the idea says of the end of the game where it speaks for a move: a hint keeps it only where paired
playouts agree (`bots/paired.py`).

Words with a number need a `check`: it asks the rules for the numbers after the move, by another way
than the words. `nomarch check-game` compares both along games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomarch.i18n import Text, Translate


@dataclass(frozen=True)
class Move:
    """A move of a seat in a position that the seat sees."""

    view: Any
    seat: int
    action: int


Size = Callable[[Move], float]
"""Points that speak for a move; negative against it, 0 if the idea has nothing to say."""
Words = Text | Callable[[Translate, Move], str]
"""A whole sentence to the player, empty for none; players are `{names[seat]}`.

Without a function, `{points}` is the idea's size, by which a pair is singular or plural.
"""


@dataclass(frozen=True)
class Engine:
    """A game's rules, for checks. States that come back are copies, with the events in `trace`."""

    copy: Callable[[Any], Any]
    play: Callable[[Any, int, int], Any]
    """The state after an action of a seat."""
    legal: Callable[[Any, int], Sequence[int]]


@dataclass(frozen=True)
class PlayedMove:
    """A whole move that the rules have played, and whether an idea speaks for it."""

    move: Move
    """The last action of the move, in its position."""
    is_for: bool
    engine: Engine

    @property
    def view(self) -> Any:
        return self.move.view

    @property
    def seat(self) -> int:
        return self.move.seat

    @property
    def after(self) -> Any:
        """The position that the rules make of it."""
        return self.engine.play(self.move.view, self.move.seat, self.move.action)


Check = Callable[[PlayedMove], Collection[int] | None]
"""The numbers that the words must state, by the rules; None if the words are not true."""


def is_quoted(played: PlayedMove) -> None:
    """The check of words that repeat the text of a component."""


TOTAL = -1
"""The category of all points together."""


@dataclass(frozen=True)
class Promise:
    """Points of a category that the player scores more, or a rival fewer."""

    category: int
    is_rivals: bool = False


@dataclass(frozen=True)
class Idea:
    """A reason for or against moves; without a promise, it states what is so now."""

    id: str
    size: Size
    text: Words
    against: Words = ""
    promise: Promise | None = None
    about: str = ""
    """Ideas about one thing say nearly the same: a reason names one of them."""
    check: Check | None = None

    def sentence(self, t: Translate, move: Move, *, is_for: bool) -> str:
        """Return what it says for or against a move."""
        words = self.text if is_for else self.against
        if callable(words):
            return words(t, move)
        points = round(abs(self.size(move)))
        return t.form(words, points).format(points=points) if words else ""


@dataclass(frozen=True)
class Ideas:
    """A game's ideas, and how several actions make one move."""

    ideas: Sequence[Idea]
    begins: Callable[[Move], bool] = lambda move: False
    """Whether an action only begins a move, such as choosing a tile before its place."""
    whole: Callable[[Translate, Sequence[Move]], str] = lambda t, moves: ""
    """A move in words, where the name of its button doesn't say it; else empty."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Names of the ideas by id, as themes of puzzles: “The last sun”."""
