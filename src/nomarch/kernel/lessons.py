"""What a game is learnt with: lessons, examples, the chapters of the help, the glossary.

A lesson is played with the real rules on the real board. It begins where a seed and some moves
lead, or in a position prepared by hand, which must keep the game's invariants. Its steps are what
the learner reads (`Say`), decides (`Ask`), and sees the others do (`Others`). Pieces are named as
the drawing names them, moves by their notation; a test plays every lesson in every language and
finds what is not legal, not there, or not true.

An example begins as a lesson does, and is looked at: a part of its board stands in a chapter of the
rules help, beside the pieces that the chapter is about, which the glossary explains on its shelves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from nomarch.i18n import Translate as Translate

S = TypeVar("S")
Prepare = Callable[[S], None]
"""What changes the state of a fresh game into the position wanted."""
Holds = Callable[[S], bool]
"""What a text takes for granted about the learner's view."""
Right = tuple[str, ...] | Callable[[Any, int], bool]
"""The moves that are right, in notation, or what tells it of a view and an action."""


@dataclass(frozen=True)
class Say:
    """Something to read before going on."""

    text: str
    at: tuple[str, ...] = ()
    """What it is about: pieces by their names in the drawing, or moves that can be chosen."""
    holds: Holds[Any] | None = None
    """Whether what the text takes for granted is so; a test asks."""


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
    holds: Holds[Any] | None = None
    """As in `Say`."""


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
    prepare: Prepare[Any] | None = None
    """Lays the position out, before any moves."""


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
    holds: Holds[Any]
    """Whether what the caption says is so, by the view; a test asks."""
    near: tuple[str, ...] = ()
    """Others within it, when only what is around them is shown."""
    shape: str = "tall"
    marked: bool = False
    """Whether what the seat may do is marked."""


@dataclass(frozen=True)
class Chapter:
    """One part of the rules help."""

    title: str
    paragraphs: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """What it is about: pictures among `art.symbols`, which the glossary names."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class GlossaryEntry:
    """Something that a game is made of: its picture among `art.symbols`, its name, what it does.

    What has no picture of its own, as a space of the board, has an empty one.
    """

    picture: str
    name: str
    about: str


@dataclass(frozen=True)
class Shelf:
    """Things of one sort, as a glossary shows them."""

    title: str
    entries: tuple[GlossaryEntry, ...]


@dataclass(frozen=True)
class LaterRule:
    """A rule that the lessons leave out, and the title of the chapter that has it."""

    text: str
    chapter: str


@dataclass(frozen=True)
class Advice:
    """What a coach says once, when a decision of its kind comes up for the first time."""

    id: str
    when: Callable[[Any, int], bool]
    """Whether it fits what a seat is asked, by its view."""
    text: str
    """What the decision means, and what a sensible choice weighs."""
