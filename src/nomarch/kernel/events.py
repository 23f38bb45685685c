"""Events: what happened, as small records that the rules emit while they run.

A game declares each kind once: its name, its values, whether it reveals anything, its sentence and
its picture in the log. Only interpreted rules record events; compiled builds leave `emit` out.

    DREW = Event(
        "drew", "seat tile", "{player} draws {tile}.", you="You draw {tile}.", icon="tile"
    )
    TOOK = Event(
        "took", "seat tiles", ("{player} takes {tiles} tile.", "{player} takes {tiles} tiles."),
        you=("You take {tiles} tile.", "You take {tiles} tiles."), plural="tiles",
    )

`you` is the sentence for the player whom the event is about. A sentence may be a pair, singular
and plural; `plural` names the value that chooses. `many` and `you_many` tell of the same event
several times in a turn, with `{times}`. `explained` is shown to a player once, when an event of the
kind happens for the first time.

A value is named, and told by its kind: `owner:seat` is a value `owner` that is told as a seat is,
by the player's name. `{player}` stands for the value `seat`, and a `category` of points is told by
its name; other kinds are told by the game's `words.VALUES`, or else as plain numbers.

Some events belong together, though moves lie between them: a harvest, an auction, the points of a
round. What one `counts` is gathered until another `closes` it, and then shown as a table; what one
`puts_up` stands at the player's nameplate until another `clears` it away.

    SCORED = Event("scored", "seat category points", counts=SCORES)
    ROUND_ENDED = Event("round-ended", "", closes=(Closing(POINTS, "The round is scored"),))

A record is kept whole, in saves too, but not all of it is told for ever: a value that `fades` is
told as long as its rule of sight allows, and reads `FADED` from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nomarch.i18n import Text
from nomarch.kernel.layout import Carrier

if TYPE_CHECKING:
    from nomarch.kernel.sentences import Telling

ALL = -1
"""The audience of an event that everyone may know; a seat's number means that seat alone."""

FADED = -1
"""What a value reads that a viewer may not be told any more."""

MOST_VALUES = 5

SCORE_TALLY = "score_tally"
"""The field of a searched state that adds up points by seat and category."""

POINTS = "points"
"""The gathering whose amounts are points: its table ends with what everybody has then."""

StillTold = Callable[[Any, int, "Record"], int]
"""A rule of sight for the past, `f(state now, viewer, record) -> 0 or 1`."""


@dataclass(frozen=True)
class Count:
    """What an event adds to a gathering, in the column of its value `seat`.

    The row is named by a value of the event, and all rows are added up; or it has a `title` of its
    own, and is not added to others.
    """

    gathering: str
    row: str
    amount: str
    title: str = ""


SCORES = (Count(POINTS, "category", "points"),)
"""What an event counts that tells of a seat's points for a category."""


@dataclass(frozen=True)
class Closing:
    """The end of a gathering, and the title of its table."""

    gathering: str
    title: str


class Event:
    """One kind of event.

    `text` is its sentence, a function that makes it, or empty for what needs no words; `icon`
    names the set of pictures and the value to look up in it (`"tile"`, or `"card:drawn"` where
    their names differ), or gives the set and a fixed place. `reveals` is what undo stops at:
    chance was used or something hidden was turned up. `fades` gives values of which the memory is
    lost the rules that say for how long they may be told. `counts`, `closes`, `puts_up` and
    `clears` are told of above.
    """

    def __init__(
        self,
        name: str,
        values: str = "",
        text: Text | Callable[[Telling], str] = "",
        *,
        you: Text = "",
        plural: str = "",
        many: str = "",
        you_many: str = "",
        explained: str = "",
        icon: str | tuple[str, int] = "",
        reveals: bool = False,
        fades: Mapping[str, StillTold] | None = None,
        counts: tuple[Count, ...] = (),
        closes: tuple[Closing, ...] = (),
        puts_up: str = "",
        clears: bool = False,
    ) -> None:
        pairs = [value.partition(":") for value in values.split()]
        self.name = name
        self.values = tuple(value for value, _, _ in pairs)
        self.kinds = {value: kind or value for value, _, kind in pairs}
        self.text = text
        self.you = you
        self.plural = plural
        self.many = many
        self.you_many = you_many
        self.explained = explained
        self.icon = icon
        self.reveals = reveals
        self.fades = fades or {}
        self.counts = counts
        self.closes = closes
        self.puts_up = puts_up
        self.clears = clears
        if len(pairs) > MOST_VALUES:
            raise TypeError(f"event {name}: at most {MOST_VALUES} values")
        if any(isinstance(words, tuple) for words in (text, you)) and plural not in self.values:
            raise TypeError(f"event {name}: `plural` must name one of its values")

    @property
    def subject(self) -> str:
        """The value that holds the player whom the event is about; empty where there is none."""
        if "seat" in self.values:
            return "seat"
        return next((value for value, kind in self.kinds.items() if kind == "seat"), "")

    @property
    def scores(self) -> bool:
        """Whether it tells of a seat's points for a category."""
        return self.counts == SCORES

    def __repr__(self) -> str:
        return f"<Event {self.name}>"


@dataclass(frozen=True)
class Record:
    """An event that happened: `record.seat` is its value of that name."""

    event: Event
    audience: int
    numbers: tuple[int, ...]

    @property
    def name(self) -> str:
        """The event's name."""
        return self.event.name

    def __getattr__(self, value: str) -> int:
        if value.startswith("__") or value not in self.event.values:
            raise AttributeError(f"event {self.event.name} has no value {value!r}")
        return self.numbers[self.event.values.index(value)]

    @property
    def seats(self) -> tuple[int, ...]:
        """The players in it."""
        kinds = self.event.kinds.values()
        return tuple(n for n, kind in zip(self.numbers, kinds, strict=True) if kind == "seat")

    def is_about(self, viewer: int) -> bool:
        """Whether the viewer is the player whom the event is about."""
        subject = self.event.subject
        return viewer >= 0 and bool(subject) and getattr(self, subject) == viewer

    def is_told_to(self, viewer: int) -> bool:
        """Whether the viewer belongs to the event's audience."""
        return self.audience in (ALL, viewer)

    def as_told(self, now: Carrier, viewer: int) -> Record:
        """The record without what the viewer may not be told any more."""
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


Records = Iterable[Record]
"""What happened, in order."""


def emit(s: Carrier, event: Event, audience: int, *numbers: int) -> None:
    """Records an event, when somebody listens."""
    if s.trace is not None:
        s.trace.append(Record(event, audience, numbers))
