"""What a game's lessons and examples are declared with: positions, and what is said of them.

A lesson is played with the real rules on the real board. It begins where a seed and some moves
lead, or in a position prepared by hand, which must keep the game's invariants. Its steps are what
the learner reads (`Say`), decides (`Ask`), and sees the others do (`Others`). Pieces are named as
the drawing names them, moves by their notation; a test plays every lesson in every language and
finds what is not legal, not there, or not true.

An example begins as a lesson does, and is looked at: a part of its board stands in the rules help.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Right = tuple[str, ...] | Callable[[Any, int], bool]
"""The moves that are right, in notation, or what tells it of a view and an action."""


@dataclass(frozen=True)
class Say:
    """Something to read before going on."""

    text: str
    at: tuple[str, ...] = ()
    """What it is about: pieces by their names in the drawing, or moves that can be chosen."""
    holds: Callable[[Any], bool] | None = None
    """What the text takes for granted about the learner's view; a test asks."""


@dataclass(frozen=True)
class Ask:
    """A decision that the learner makes on the board."""

    text: str
    right: Right
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Answers to particular mistakes, by notation."""
    otherwise: str = ""
    """The answer to any other mistake; may be empty only if there is no other."""
    praise: str = ""
    """Why the right answer was right."""
    at: tuple[str, ...] = ()
    """What it is about, as in `Say`."""
    holds: Callable[[Any], bool] | None = None
    """What the text takes for granted, as in `Say`."""


@dataclass(frozen=True)
class Others:
    """What the others do next, in notation, each by the first other seat that is to act.

    Where several are to act at once, `"2: bid 5"` says which seat it is.
    """

    moves: tuple[str, ...]


Part = Say | Ask | Others


@dataclass(frozen=True, kw_only=True)
class Start:
    """A position, and whose eyes it is seen through."""

    players: int
    seat: int = 0
    """Where the learner sits."""
    seed: str = "lesson"
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    """What was played before it is shown, as in `Others`, the learner's moves included."""
    prepare: Callable[[Any], None] | None = None
    """Changes the state of a fresh game into the position wanted, before any moves."""


@dataclass(frozen=True)
class Lesson(Start):
    """One idea, taught by a few steps on the board."""

    id: str
    title: str
    about: str
    steps: tuple[Part, ...]


@dataclass(frozen=True)
class Example(Start):
    """A rule that can be looked at: a part of a board, and what it shows."""

    caption: str
    """What happens there, or what it scores."""
    show: str
    """The part of the drawing that is shown: the name of a `draw.parts.clip` or a region."""
    holds: Callable[[Any], bool]
    """Whether what the caption says is so, by the view; a test asks."""
    near: tuple[str, ...] = ()
    """Others within it, when only what is around them is shown."""
    shape: str = "tall"
    marked: bool = False
    """Whether what the seat may do is marked."""


@dataclass(frozen=True)
class Advice:
    """What a coach says once, when a decision of its kind comes up for the first time."""

    id: str
    when: Callable[[Any, int], bool]
    """Whether it fits what a seat is asked, by its view."""
    text: str
    """What the decision means, and what a sensible choice weighs."""
