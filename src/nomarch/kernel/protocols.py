"""What the engine expects of the files of a game that speak and draw: shapes of modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from nomarch.i18n import Translate
from nomarch.kernel.events import Event, Record
from nomarch.kernel.layout import GameState
from nomarch.kernel.lessons import Advice, Chapter, LaterRule, Lesson, Shelf
from nomarch.kernel.sentences import Position, Values

S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


class Words(Protocol[S_contra]):
    """`words.py`: the game in sentences, in whatever language `t` speaks.

    A game may add what reasons for moves are made of: `sources(t)`, where the points of each
    category come from ("from monuments"; a pair where more and fewer differ), and
    `preference(t, view, seat, action, other)`, a sentence about preferring an action, or nothing.
    """

    @property
    def VALUES(self) -> Values:
        """How kinds of values in events are told; seats, categories and numbers need no entry."""

    def move(self, t: Translate, view: S_contra, action: int, /) -> str:
        """An action as an offer to the one who may take it; `{names[2]}` is a player's name."""

    def prompt(
        self,
        t: Translate,
        view: S_contra,
        seat: int,
        to_act: Sequence[int],
        names: Sequence[str],
        /,
    ) -> str:
        """What is asked of the viewer now, or whom the game waits for."""

    def position(self, t: Translate, view: S_contra, names: Sequence[str], /) -> Position:
        """The position as a table: for terminals and screen readers."""

    def categories(self, t: Translate, /) -> Sequence[str]:
        """The names of the scoring categories, in the order of their numbers."""

    def rules_help(self, t: Translate, /) -> Sequence[Chapter]:
        """The rules in our own words, short enough to read beside the board."""

    def glossary(self, t: Translate, /) -> Sequence[Shelf]:
        """Everything that the game is made of, with its picture and what it does."""


Touched = Mapping[Event, str | Callable[[Any, Record], Iterable[str]]]
"""`art.TOUCHED`, which a game may leave out: the pieces that events touch, for pages to highlight.

A piece is named by the event's values, `"sun-{sun}"`, or by a function of the state before the step
and the event. Names of pieces that are not on the board do no harm.
"""


class Art(Protocol[S_contra]):
    """`art.py`: the game in pictures."""

    def draw(
        self,
        view: S_contra,
        *,
        viewer: int,
        legal: Sequence[int],
        to_act: Sequence[int],
        names: Sequence[str],
        t: Translate,
        shape: str,
        prefix: str,
        brief: bool = False,
    ) -> str:
        """The position as a viewer sees it, as SVG."""

    def cover(self) -> str:
        """The picture that stands for the game, as SVG."""

    def symbols(self) -> Mapping[str, str]:
        """Small pictures by name, for the log."""


class Invariants(Protocol[S_contra]):
    """`invariants.py`: what never changes, for tests."""

    @property
    def ENDINGS(self) -> Sequence[str]:
        """The ways in which a game can end."""

    def broken(self, s: S_contra, /) -> list[str]:
        """Every conservation law that a state breaks, in words."""

    def ending(self, events: Iterable[Record], /) -> str:
        """How a game ended, told from its events."""


class Lessons(Protocol):
    """`lessons.py`: how the game is learnt. A game may do without."""

    def lessons(self, t: Translate, /) -> Sequence[Lesson]:
        """The lessons, from the first idea to good play."""

    def later_rules(self, t: Translate, /) -> Sequence[LaterRule]:
        """Rules that the lessons leave out, for the card at their end."""

    def coaching(self, t: Translate, /) -> Sequence[Advice]:
        """What a coach says in a first game; of several that fit, the first not said yet."""
