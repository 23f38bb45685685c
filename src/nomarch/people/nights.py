"""Night hours: in games with hours or days per move, a player's own clock stops at night.

They are the quiet hours of a player's notices, in the same time zone, if the player says so: people
who don't want to be called at night don't want to lose time then either, and set both at once.

A seat keeps the hours that its player had when taking it. So a deadline follows from the table's
record and log alone, all processes agree on it, and nobody can move it during a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from nomarch.people.notices import read_settings
from nomarch.people.vacation import read_vacation
from nomarch.tables.state.model import PLAYER, SLOW_CLOCK, Seat, now
from nomarch.tables.state.quiet_hours import NightHours

if TYPE_CHECKING:
    from nomarch.storage.store import Store

NIGHT_CLOCK = 3600
"""Seconds per move from which clocks stop at night."""
LONGEST_NIGHT = 10
"""Hours: longer nights would keep others waiting."""


def read_night(store: Store, person: str) -> NightHours | None:
    """Return the hours of the night in which a person's clock stops."""
    settings = read_settings(store, person)
    if settings is None or settings.quiet is None or not settings.night_clock:
        return None
    quiet = settings.quiet
    return NightHours(quiet.start, quiet.end, settings.zone) if quiet.start != quiet.end else None


def with_nights(store: Store, seats: Sequence[Seat], clock: int) -> tuple[Seat, ...]:
    """Return seats with the night hours and vacations of their people."""
    return tuple(
        msgspec.structs.replace(
            seat,
            night=read_night(store, seat.person) if clock >= NIGHT_CLOCK else None,
            vacations=read_vacation(store, seat.person).pauses(now())
            if clock >= SLOW_CLOCK
            else (),
        )
        if seat.kind == PLAYER
        else seat
        for seat in seats
    )
