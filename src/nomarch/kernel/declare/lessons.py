"""Types for teaching a game: lessons, help chapters and the glossary.

A lesson runs on the real rules and board. It starts from a seed and some moves, or from a prepared
position that keeps the game's invariants. Its steps are text (`Say`), decisions (`Ask`) and moves
of the others (`Others`). Pieces are named as in the drawing, moves by notation. Tests play every
lesson in every language and check that its moves, pieces and claims are right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from nomarch.i18n import Translate as Translate
from nomarch.kernel.declare.sentences import sentence_case

S = TypeVar("S")
Prepare = Callable[[S], None]
"""Changes the state of a new game into the wanted position."""
Holds = Callable[[S], bool]
"""Whether a claim is true of the learner's view."""
ADVICE = "advice"
"""The `rule` of a text that states no rule."""
Right = tuple[str, ...] | Callable[[Any, int], bool]
"""The right moves in notation, or a test of a view and an action."""


@dataclass(frozen=True)
class Say:
    """A text that the learner reads."""

    text: str
    at: tuple[str, ...] = ()
    """Pieces or moves to highlight, by their names in the drawing or by notation."""
    holds: Holds[Any] | None = None
    """Whether the text is true of the position; checked by tests."""
    rule: str = ""
    """Without `holds`: the function of the rules that the text describes, or `ADVICE`."""
    see: str = ""
    """The paragraph of the rules help to link, by its anchor; the lesson's if empty."""


@dataclass(frozen=True)
class Ask:
    """A decision of the learner."""

    text: str
    right: Right
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Answers to particular mistakes, by notation."""
    otherwise: str = ""
    """The answer to other mistakes; may be empty only if there are none."""
    praise: str = ""
    """Shown after the right answer."""
    at: tuple[str, ...] = ()
    """As in `Say`."""
    holds: Holds[Any] | None = None
    """As in `Say`."""
    rule: str = ""
    """As in `Say`."""
    see: str = ""
    """As in `Say`, or else the paragraph about the right move."""


@dataclass(frozen=True)
class Question:
    """A question of a quiz, with answers to choose from; the position stays as it is."""

    text: str
    answers: tuple[str, ...]
    right: Callable[[Any], object]
    """The right answer, by the rules, given the learner's view."""
    lesson: str = ""
    step: int = 0
    """The step of a lesson that teaches it, counted from 0 without moves of the others."""
    replies: tuple[str, ...] = ()
    """What is said of each answer, in place of that step."""
    at: tuple[str, ...] = ()
    """As in `Say`."""
    see: str = ""
    """As in `Say`."""


@dataclass(frozen=True)
class Others:
    """Moves of the others in notation, each by the first other seat to act.

    `"2: bid 5"` names the seat where several act at once.
    """

    moves: tuple[str, ...]


Part = Say | Ask | Question | Others


@dataclass(frozen=True, kw_only=True)
class Start:
    """A position, and the seat that sees it."""

    players: int
    seat: int = 0
    """The learner's seat."""
    seed: str = "lesson"
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    """Moves that lead there, as in `Others`, the learner's included."""
    prepare: Prepare[Any] | None = None
    """Prepares the position before any moves."""


@dataclass(frozen=True)
class Lesson(Start):
    """One idea in a few steps."""

    id: str
    title: str
    about: str
    steps: tuple[Part, ...]
    later: tuple[str, ...] = ()
    """Parts of the drawing that are taught later; the page dims them."""
    see: str = ""
    """The paragraph of the rules help about its subject, by its anchor."""


@dataclass(frozen=True)
class Chapter:
    """One part of the rules help."""

    title: str
    paragraphs: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """Its icons, from `art.symbols`, named by the glossary."""
    anchors: tuple[str, ...] = ()
    """Names of the paragraphs that lessons, hints and refusals link to."""


@dataclass(frozen=True)
class GlossaryEntry:
    """A component of a game: its icon in `art.symbols` (or empty), its name and its effect."""

    picture: str
    name: str
    about: str


def counted_entry(t: Translate, piece: str, name: str, about: str, count: int) -> GlossaryEntry:
    """Return an entry that also says how many of a piece there are."""
    text = t("{about} ({count} in the game)").format(about=sentence_case(about), count=count)
    return GlossaryEntry(piece, sentence_case(name), text)


def piece_names(name: str, *numbers: int) -> tuple[str, ...]:
    """Return the drawing's names of some pieces, such as `tile-3`."""
    return tuple(f"{name}-{number}" for number in numbers)


@dataclass(frozen=True)
class GlossarySection:
    """A section of the glossary."""

    title: str
    entries: tuple[GlossaryEntry, ...]


@dataclass(frozen=True)
class LaterRule:
    """A rule that the lessons leave out, and the title of the chapter that has it."""

    text: str
    chapter: str
    rule: str
    """The function of the rules that the text describes; no lesson may describe it."""


@dataclass(frozen=True)
class Advice:
    """Shown once, when a kind of decision comes up for the first time."""

    id: str
    when: Callable[[Any, int], bool]
    """Whether it fits the decision of a seat, given its view."""
    text: str
    """What the decision means, and what to consider."""
