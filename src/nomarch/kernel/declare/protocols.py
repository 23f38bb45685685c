"""Protocols of a game's modules `words`, `art`, `invariants` and `lessons`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from nomarch.i18n import Translate
from nomarch.kernel.declare.events import Event, EventRecord
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.lessons import Advice, Chapter, GlossarySection, LaterRule, Lesson
from nomarch.kernel.declare.sentences import Position, Values

S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)


class Words(Protocol[S_contra]):
    """`words.py`: the game's sentences, in the language of `t`."""

    @property
    def VALUES(self) -> Values:
        """Formatters of event values; seats, categories and numbers need none."""

    def move(self, t: Translate, view: S_contra, action: int, /) -> str:
        """Describe an action to the player who may take it; `{names[2]}` is a player's name."""

    def prompt(
        self,
        t: Translate,
        view: S_contra,
        seat: int,
        to_act: Sequence[int],
        names: Sequence[str],
        /,
    ) -> str:
        """Return the question to the viewer, or whose turn it is."""

    def position(self, t: Translate, view: S_contra, names: Sequence[str], /) -> Position:
        """Return the position as a table, for terminals and screen readers."""

    def categories(self, t: Translate, /) -> Sequence[str]:
        """Return the names of the scoring categories, by number."""

    def rules_help(self, t: Translate, /) -> Sequence[Chapter]:
        """Return a summary of the rules, short enough to read beside the board."""

    def glossary(self, t: Translate, /) -> Sequence[GlossarySection]:
        """Return all components with their icons and effects."""


Touched = Mapping[Event, str | Callable[[Any, EventRecord], Iterable[str]] | None]
"""`art.TOUCHED` (optional): the pieces that events touch, for pages to highlight.

They follow from `MOMENTS`, unless named here by the event's values, `"sun-{sun}"`, or by a function
of the state before the step and the event; None names none. Names of pieces that are not on the
board are ignored.
"""


class Art(Protocol[S_contra]):
    """`art.py`: the game's drawings."""

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
        """Return the position as a viewer sees it, as SVG."""

    def cover(self) -> str:
        """Return the game's cover picture, as SVG."""

    def symbols(self) -> Mapping[str, str]:
        """Return icons by name, for log and glossary."""


class Invariants(Protocol[S_contra]):
    """`invariants.py`: conservation laws, for tests."""

    @property
    def ENDINGS(self) -> Sequence[str]:
        """The ways in which a game can end."""

    def broken(self, s: S_contra, /) -> list[str]:
        """Return a sentence for every law that a state breaks."""

    def ending(self, events: Iterable[EventRecord], /) -> str:
        """Return how a game ended, given its events."""


class Lessons(Protocol):
    """`lessons.py` (optional)."""

    def lessons(self, t: Translate, /) -> Sequence[Lesson]:
        """Return the lessons, the first idea first."""

    def later_rules(self, t: Translate, /) -> Sequence[LaterRule]:
        """Rules that the lessons leave out, for the card at their end."""

    def coaching(self, t: Translate, /) -> Sequence[Advice]:
        """Return advice for a first game; the first that fits and was not shown yet is shown."""
