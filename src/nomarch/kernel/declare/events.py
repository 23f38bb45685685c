"""Events: records that the rules emit while they run.

A game declares each kind once: name, values, sentence, icon, and whether it reveals anything. Only
interpreted rules record events; compiled builds leave `emit` out.

    DREW = Event(
        "drew", "seat tile", "{player} draws {tile}.", you="You draw {tile}.", icon="tile"
    )
    TOOK = Event(
        "took", "seat tiles", ("{player} takes {tiles} tile.", "{player} takes {tiles} tiles."),
        you=("You take {tiles} tile.", "You take {tiles} tiles."), plural="tiles",
    )

`you` is the sentence for the player the event is about. A sentence may be a pair, singular and
plural; `plural` names the value that chooses. An event `apart` is no part of what a player does in
a turn: it is told in a sentence of its own.

Events of a turn that differ in one value alone are told as one: `sums` names a value that is added
up, `latest` one of which the last is told, `lists` one that is told as a list; further names there
are values that may differ as well. `many` and
`you_many` describe an event that happened `{times}` times; without them it is told once.

`explained` is shown to a player once, when the event happens for the first time.

A value has a name and a kind, which is the name unless given: `owner:seat` is a value `owner` that
is printed like a seat, by the player's name. `{player}` stands for the value `seat`, and a
`category` of points is printed by its name. Other kinds are printed by the game's `words.VALUES`,
or as plain numbers.

Amounts of several events can be summed up in a table: an event with `counts` adds to it, and one
with `closes` shows it. `nameplate` shows a value at the player's nameplate until an event `clears`
it.

    SCORED = Event("scored", "seat category points", counts=SCORES)
    ROUND_ENDED = Event("round-ended", "", closes=(Closing(POINTS, "The round is scored"),))

Records keep all values, in saves too. A value in `fades` reads `FADED` to a viewer once its
visibility rule no longer allows it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, SupportsIndex

from nomarch.i18n import Text
from nomarch.kernel.declare.layout import Carrier

if TYPE_CHECKING:
    from nomarch.kernel.declare.sentences import Telling

ALL = -1
"""Audience: everyone. A seat number means that seat alone."""

FADED = -1
"""Replaces a value that a viewer may not know any more."""

MOST_VALUES = 5

SCORE_TALLY = "score_tally"
"""The field of a searched state that adds up points by seat and category."""

POINTS = "points"
"""The table of points, which ends with everyone's total."""

StillTold = Callable[[Any, int, "EventRecord"], int]
"""A visibility rule for past events, `f(state now, viewer, record) -> 0 or 1`."""


@dataclass(frozen=True)
class Count:
    """An amount that an event adds to a table, in the column of its value `seat`.

    `row` is the value that names the row. A row with a `title` is left out of the sum.
    """

    tally: str
    row: str
    amount: str
    title: str = ""


SCORES = (Count(POINTS, "category", "points"),)
"""`counts` of events that award points in a category."""


@dataclass(frozen=True)
class Closing:
    """Starts a new table with a title."""

    tally: str
    title: str


@dataclass(eq=False, repr=False)
class Event:
    """One kind of event.

    `declared` names its values and their kinds. `text` is the sentence, a function that returns it,
    or empty. `icon` names an icon set and the value that selects from it (`"tile"`, or
    `"card:drawn"` if the names differ), or a set and a fixed number. Undo stops at an event that
    `reveals` something. `fades` maps values to visibility rules. For `counts`, `closes`,
    `nameplate` and `clears` see the module's docstring.
    """

    name: str
    declared: str = ""
    text: Text | Callable[[Telling], str] = ""
    _: KW_ONLY
    you: Text = ""
    plural: str = ""
    many: str | Callable[[Telling], str] = ""
    you_many: str = ""
    sums: str = ""
    latest: str = ""
    lists: str = ""
    apart: bool = False
    explained: str = ""
    icon: str | tuple[str, int] = ""
    reveals: bool = False
    fades: Mapping[str, StillTold] = field(default_factory=dict)
    counts: tuple[Count, ...] = ()
    closes: tuple[Closing, ...] = ()
    nameplate: str = ""
    clears: bool = False

    def __post_init__(self) -> None:
        pairs = [value.partition(":") for value in self.declared.split()]
        self.module = sys._getframe(2).f_globals["__name__"]
        """Where it is declared, so that it can be pickled by name."""
        self.values = tuple(value for value, _, _ in pairs)
        self.kinds = {value: kind or value for value, _, kind in pairs}
        self.joined = tuple((self.sums or self.latest or self.lists).split())
        if len(pairs) > MOST_VALUES:
            raise TypeError(f"event {self.name}: at most {MOST_VALUES} values")
        is_counted = isinstance(self.text, tuple) or isinstance(self.you, tuple)
        if is_counted and self.plural not in self.values:
            raise TypeError(f"event {self.name}: `plural` must name one of its values")

    @property
    def subject(self) -> str:
        """The value that holds the player the event is about; empty if there is none."""
        if "seat" in self.values:
            return "seat"
        return next((value for value, kind in self.kinds.items() if kind == "seat"), "")

    @property
    def has_many_subjects(self) -> bool:
        """Whether it lists the players it is about."""
        return bool(self.lists) and self.subject in self.joined

    @property
    def scores(self) -> bool:
        """Whether it scores points of a category for a seat."""
        return self.counts == SCORES

    def __repr__(self) -> str:
        return f"<Event {self.name}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle a game's event by name; one that was made elsewhere, as it is."""
        if find_event(self.module, self.name) is self:
            return find_event, (self.module, self.name)
        return super().__reduce_ex__(protocol)


def find_event(module: str, name: str) -> Event | None:
    declared = vars(importlib.import_module(module)).values()
    return next((it for it in declared if isinstance(it, Event) and it.name == name), None)


@dataclass(frozen=True)
class EventRecord:
    """An event that happened: `record.seat` is its value of that name."""

    event: Event
    audience: int
    numbers: tuple[int, ...]
    times: int = 1
    """How many equal events it stands for, see `join_events`."""
    others: tuple[int, ...] = ()
    """Further numbers of the value that the event `lists`."""

    @property
    def name(self) -> str:
        return self.event.name

    def __getattr__(self, value: str) -> int:
        event: Event | None = vars(self).get("event")  # missing while a pickle is being read
        if event is None:
            raise AttributeError(value)
        if value not in event.values:
            raise AttributeError(f"event {event.name} has no value {value!r}")
        return self.numbers[event.values.index(value)]

    @property
    def seats(self) -> tuple[int, ...]:
        kinds = self.event.kinds.values()
        return tuple(n for n, kind in zip(self.numbers, kinds, strict=True) if kind == "seat")

    def is_about(self, viewer: int) -> bool:
        subject = self.event.subject
        return viewer >= 0 and bool(subject) and getattr(self, subject) == viewer

    def is_told_to(self, viewer: int) -> bool:
        return self.audience in (ALL, viewer)

    def as_told(self, now: Carrier, viewer: int) -> EventRecord:
        """Return the record with faded values removed for this viewer."""
        fades = self.event.fades
        if not fades:
            return self
        faded = {value for value, told in fades.items() if not told(now, viewer, self)}
        if not faded:
            return self
        pairs = zip(self.event.values, self.numbers, strict=True)
        return replace(self, numbers=tuple(FADED if v in faded else n for v, n in pairs))

    def icon(self) -> str:
        """The picture that illustrates it in a log, as a symbol's name; empty for none."""
        icon = self.event.icon
        if isinstance(icon, tuple):
            return f"{icon[0]}-{icon[1]}"
        pictures, _, value = icon.partition(":")
        number = getattr(self, value or pictures) if pictures else FADED
        return "" if number == FADED else f"{pictures}-{number}"


def join_events(records: Iterable[EventRecord]) -> list[EventRecord]:
    """Join events that differ only in what they sum up, list or replace, or not at all."""
    found: dict[tuple[object, ...], EventRecord] = {}
    for record in records:
        event = record.event
        pairs = zip(event.values, record.numbers, strict=True)
        same = tuple(number for value, number in pairs if value not in event.joined)
        key = (event, record.audience, same)
        found[key] = _joined(found[key], record) if key in found else record
    return list(found.values())


def _joined(one: EventRecord, other: EventRecord) -> EventRecord:
    event, times = one.event, one.times + 1
    if not event.joined:
        return replace(one, times=times)
    at = event.values.index(event.joined[0])
    if event.lists:
        return replace(one, times=times, others=(*one.others, other.numbers[at]))
    numbers = list(other.numbers)
    numbers[at] += one.numbers[at] if event.sums else 0
    return replace(one, times=times, numbers=tuple(numbers))


Records = Iterable[EventRecord]
"""Events in order."""


def emit(s: Carrier, event: Event, audience: int, *numbers: int) -> None:
    """Record an event if the state has a trace."""
    if s.trace is not None:
        s.trace.append(EventRecord(event, audience, numbers))
