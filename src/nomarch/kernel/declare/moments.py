"""Moments: what a page plays on the board when an event happens.

A game may declare `MOMENTS` in its `art`: the beats of each event, in order.

    MOMENTS: Moments = {
        ev.DREW: (fly("track-{space}", "bag", sound="tile"),),
        ev.WON: _won,  # a function of the state before the step, the event, and the viewer
    }

A beat names pieces by the ends of their ids; an event's values fill in `{names}`. `@2` is the
nameplate of seat 2, `shop-1/sign` the part with the class `sign` of the piece `shop-1` (by default
the part `touched` if there is one, and all of it with `*`), and of `card-3|@2` the first that is on
the board is meant. Beats whose pieces are not on the board are left out, so one declaration serves
all shapes of a board.

A page moves only what beats name.
Beats of an update start one shortly after the other; one that comes `then` waits for all before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nomarch.kernel.declare.events import Event, EventRecord

SOUNDS = ("tile", "stone", "card", "coin", "boat", "strike", "crumble", "turn", "reveal", "win")
"""The sounds a page can play."""
PRIMITIVES = (
    "fly", "flip", "bounce", "sail", "scuttle", "slap", "hop", "press", "shake", "dust", "sag",
    "gleam", "light", "climb", "darken", "strike", "appear",
)  # fmt: skip
"""What a beat can do."""
FLIGHTS = PRIMITIVES[:6]
"""Beats that move a piece to its place."""
FROM_START = "start"
"""The look of a flight that shows the piece it starts from."""


@dataclass(frozen=True)
class Beat:
    """One movement or effect."""

    do: str
    at: str
    """The piece it happens to, or where a flight ends."""
    start: str = ""
    """Where a flight starts; by default where the piece was before."""
    via: str = ""
    """A place on its way."""
    look: str = ""
    """What flies: by default the piece itself, else a picture of the board or the log by name."""
    back: str = ""
    """The other side of what turns over, by name; by default what it starts from."""
    words: str = ""
    """What is written on it, such as "+3"."""
    count: int = 1
    """How many fly."""
    sound: str = ""
    """Played when it ends."""
    then: bool = False
    """Whether it waits for all beats before it."""
    is_long: bool = False
    """Whether it is part of a scene that may take longer than a turn."""
    row: int = 0
    """Rows of a scoring are played one after the other, whatever the order of their events."""
    points: int = 0
    """What the number at the nameplate grows by when it ends there."""

    def filled(self, values: Mapping[str, int]) -> Beat:
        names = ("at", "start", "via", "look", "words")
        return replace(self, **{name: getattr(self, name).format(**values) for name in names})


MomentRule = Iterable[Beat] | Callable[[Any, EventRecord, int], Iterable[Beat]]
Moments = Mapping[Event, MomentRule]
"""`art.MOMENTS` (optional): beats by event, or a function of state before, event and viewer.

The viewer is a seat, or less than 0 for spectators.
"""


def _flight(do: str) -> Callable[..., Beat]:
    def make(at: str, start: str = "", look: str = "", **more: Any) -> Beat:
        return Beat(do, at, start, look=look, **more)

    return make


fly, flip, bounce, sail = map(_flight, ("fly", "flip", "bounce", "sail"))
"""Carry a piece to its place: lift it and set it down, turn it, let it jump, or let it glide."""


def score(seat: int, points: int, start: str, row: int, **more: Any) -> Beat:
    """Points of a row of a scoring go to a nameplate, from where they were made."""
    text = f"+{points}" if points >= 0 else f"−{-points}"
    more = {"is_long": True, "sound": "coin", **more}
    return Beat("fly", f"@{seat}", start, words=text, row=row, points=points, **more)


def effect(do: str, at: str, **more: Any) -> Beat:
    """An effect on a piece where it is: `hop`, `shake`, `gleam`, `light`, `darken`, …"""
    return Beat(do, at, **more)


def touched_by(beats: Iterable[Beat]) -> tuple[str, ...]:
    """Return the pieces that beats move, or have an effect on if nothing moves."""
    played = [beat for beat in beats if beat.at and not beat.row]
    moved = [beat for beat in played if beat.do in FLIGHTS] or played
    names = (name.partition("/")[0] for beat in moved for name in beat.at.split("|"))
    return tuple(dict.fromkeys(name for name in names if not name.startswith("@")))


def beats_of(rules: Moments, before: Any, record: EventRecord, viewer: int) -> Iterator[Beat]:
    """Yield the beats of an event, with its values filled in."""
    rule = rules.get(record.event, ())
    values = dict(zip(record.event.values, record.numbers, strict=True))
    for beat in rule(before, record, viewer) if callable(rule) else rule:
        yield beat.filled(values)
