"""Facts: numbers that the rules give for a move, and the sentences that state them.

A game lists in `facts.py` what can be read from a position (`Measure`), how play may go on after a
move (`Supposition`), and sentences (`Row`). The move is played on copies of the position, one for
each way in which hidden things may lie; a fact is what one measure shows at the end of one
supposition: `quiet.points.me`. A search decides which move is best; facts tell why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nomarch.i18n import Translate
from nomarch.kernel.declare.sentences import figures, signed


@dataclass(frozen=True)
class Move:
    """An action of a seat in a position that the seat sees."""

    view: Any
    seat: int
    action: int


ME, RIVALS = "me", "rivals"
"""Whose number a fact is: the player's, or that of a rival."""


@dataclass(frozen=True)
class Measure:
    """A number to read from a position."""

    id: str
    read: Callable[[Any, int, Any], float]
    """`read(state, seat, start)`; `start` is the position before the move."""
    good: int = 1
    """1: its owner wants more of it; -1: less; 0: it is only stated."""
    label: str = ""
    """What it is called where no sentence states it."""
    weight: float = 0.1
    """Until weights are fitted: log odds that one more of it speaks for a move."""
    of_rivals: bool = False
    """Whether it is also read for rivals."""


Choose = Callable[[Any, Any, int, Sequence[int], int], int]
"""`choose(rules, state, seat, legal, me)`: the action of a seat after a move of `me`."""


@dataclass(frozen=True)
class Supposition:
    """How play goes on after a move, until something has happened."""

    id: str
    until: Callable[[Any, Any, int], bool] = lambda start, state, me: True
    choose: Choose | None = None
    phrases: Sequence[str] = ()
    """Words of which every sentence about it contains some, such as “If nobody bids more”."""
    measures: Collection[str] = ()
    """What is read at its end, by id; empty: all measures."""


class Uncertain(Exception):
    """Raised when a number depends on what is hidden, or on chance."""


class Numbers(Protocol):
    """What the values of a row are computed from: a move, and the one it is compared with.

    Each number is the same however hidden things lie; otherwise reading it raises `Uncertain`.
    """

    view: Any
    """The position before the move, as the player sees it."""
    seat: int
    action: int
    """The move; of several actions, the last one."""
    line: Sequence[int]
    """All actions of the move."""
    rivals: Sequence[int]
    other: Numbers | None
    """The move it is compared with, if any."""

    def before(self, measure: str, seat: int | None = None) -> int: ...

    def after(self, fact: str, seat: int | None = None) -> int:
        """Return a measure at the end of a supposition: `after("quiet.points")`."""

    def change(self, fact: str, seat: int | None = None) -> int: ...


Values = Mapping[str, Any]
"""Values of placeholders, each printed by the function of its name in `Facts.printed`."""
FOR, AGAINST = True, False


@dataclass(frozen=True)
class Row:
    """A sentence about a move, said where its fact tells two moves apart."""

    facts: str
    """What it states, any of which may tell moves apart: `quiet.points.me fight.points.me`."""
    is_for: bool
    """Whether it speaks for the move it is about, or against it."""
    about: str
    """Its themes, by id: of several rows about one thing, a reason has one."""
    moves: Collection[str]
    """First words of the actions that it can be said of."""
    values: Callable[[Any], Values | None]
    """Values of its placeholders; None where the sentence isn't true or says nothing."""
    text: str
    is_now: bool = False
    """Whether it states only what is so before the move: then it needs none of the phrases."""
    regret: float | None = None
    """If a move costs so much of a fact, a page asks before it is made; without it, never."""

    @property
    def theme(self) -> str:
        return self.about.split()[0]


@dataclass(frozen=True)
class Answer:
    """A number that the rules give for a move, and the sentence that says what it is."""

    values: Callable[[Any], Values | None]
    """As of a row; the first value is the number."""
    text: str
    may_be_none: bool = False
    """Whether 0 is worth offering."""


@dataclass(frozen=True)
class Query:
    """A puzzle's question about a move, whose wrong answers are right ones to other questions."""

    id: str
    theme: str
    moves: Collection[str]
    text: str
    """The question, with `{move}` and any values of the right answer."""
    right: Answer
    others: Sequence[Answer]
    """What one may take for the right answer, the likeliest first."""


@dataclass(frozen=True)
class Facts:
    """What a game's rules tell of moves, and how several actions make one move."""

    measures: Sequence[Measure]
    suppositions: Sequence[Supposition]
    rows: Sequence[Row]
    worlds: int = 12
    """Ways in which hidden things may lie that are tried; 1 where nothing is hidden."""
    points: str = ""
    """The topic whose weight is that of a point, such as `points.me`."""
    printed: Mapping[str, Callable[[Translate, Any], str]] = field(default_factory=dict)
    """How values are printed, by placeholder; others are numbers."""
    begins: Callable[[Any], bool] = lambda move: False
    """Whether an action only begins a move, such as choosing a tile before its place."""
    whole: Callable[[Translate, Sequence[Any]], str] = lambda t, moves: ""
    """A move in words, where the name of its button doesn't say it; else empty."""
    dull: Collection[str] = ()
    """First words of actions that a hint doesn't compare with while another move is near."""
    queries: Sequence[Query] = ()
    """What puzzles ask."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What rows are about, as themes of puzzles: “The last sun”."""

    def telling(self) -> list[tuple[Supposition, Measure]]:
        """Return what can tell moves apart: measures at the ends of suppositions."""
        return [
            (supposition, measure)
            for supposition in self.suppositions
            for measure in self.measures
            if measure.good and (not supposition.measures or measure.id in supposition.measures)
        ]


# --- Printing -------------------------------------------------------------------------------------


def points(t: Translate, count: int) -> str:
    return t.ngettext("{count} point", "{count} points", count).format(count=figures(count))


def player(t: Translate, seat: int) -> str:
    """A player, whose name is filled in later."""
    return f"{{names[{seat}]}}"


def by_category(
    categories: Callable[[Translate], Sequence[str]],
) -> Callable[[Translate, Mapping[int, int]], str]:
    """Return what prints points by category: “Gods +2, Gold +3”; just “Gods” if it's all."""

    def parts(t: Translate, changes: Mapping[int, int]) -> str:
        names, found = categories(t), {one: each for one, each in changes.items() if each}
        if len(found) == 1:
            return names[next(iter(found))]
        return ", ".join(f"{names[one]} {signed(each)}" for one, each in found.items())

    return parts
