"""When people's own clocks stop: at night, and for up to 20 vacation days a year.

Nights are the quiet hours of a player's notices, in the same time zone, if the player says so:
people who don't want to be called at night don't want to lose time then either, and set both at
once.

A seat keeps the hours that its player had when taking it. So a deadline follows from the table's
record and log alone, all processes agree on it, and nobody can move it during a game.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from nomarch.decoding import decode
from nomarch.people.notices import read_settings
from nomarch.storage.notes import lock_notes, put_note
from nomarch.storage.schema import NOTE
from nomarch.storage.statements import find_value
from nomarch.storage.store import Store
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import PLAYER, SLOW_CLOCK, Person, Seat, TableRecord, now
from nomarch.tables.state.pauses import Span
from nomarch.tables.state.quiet_hours import NightHours

NIGHT_CLOCK = 3600
"""Seconds per move from which clocks stop at night."""
LONGEST_NIGHT = 10
"""Hours: longer nights would keep others waiting."""
TOPIC = "vacation"
DAYS_PER_YEAR = 20
DAY = 86_400.0


def read_night(store: Store, person: str) -> NightHours | None:
    """Return the hours of the night in which a person's clock stops."""
    settings = read_settings(store, person)
    if settings is None or settings.quiet is None or not settings.night_clock:
        return None
    quiet = settings.quiet
    return NightHours(quiet.start, quiet.end, settings.zone) if quiet.start != quiet.end else None


def with_pauses(store: Store, seats: Sequence[Seat], clock: int) -> tuple[Seat, ...]:
    """Return seats with the nights and vacations of their people."""
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


class Vacation(msgspec.Struct, frozen=True):
    """A person's present vacation, and the days used."""

    until: float = 0.0
    used: dict[str, float] = {}
    """Days by calendar year (UTC); a vacation that was ended early counts in part."""
    since: float = 0.0

    def days_left(self, at: float) -> int:
        """Return the days that can still be taken this year, rounded."""
        return max(0, round(DAYS_PER_YEAR - self.used.get(_year(at), 0.0)))

    def pauses(self, at: float) -> tuple[Span, ...]:
        """Return the present vacation for a seat that is taken during it."""
        return ((self.since, self.until),) if self.until > at else ()


def _year(at: float) -> str:
    return str(datetime.fromtimestamp(at, UTC).year)


def read_vacation(store: Store, person: str) -> Vacation:
    known = find_value(store, NOTE.c.note, owner=person, topic=TOPIC)
    return decode(bytes(known), Vacation) if known else Vacation()


def with_vacation(seat: Seat, taken: Vacation, at: float) -> Seat:
    """Return a seat whose clock stops while its player is on vacation, and no longer."""
    past = tuple((since, min(until, at)) for since, until in seat.vacations)
    return msgspec.structs.replace(seat, vacations=(*past, *taken.pauses(at)))


def take_vacation(store: Store, person: str, days: int, at: float) -> Vacation:
    """Begin a vacation of whole days, or end the present one with 0; unused days come back."""
    with store.transaction():
        lock_notes(store, person)
        known = read_vacation(store, person)
        unused = max(0.0, (known.until - at) / DAY)
        year = _year(at)
        used = {**known.used, year: max(0.0, known.used.get(year, 0.0) - unused)}
        left = Vacation(used=used).days_left(at)
        if not 0 <= days <= left:
            raise BadRequest("Vacation days left this year: {count}.", count=left)
        used[year] += days
        taken = Vacation(at + days * DAY, used, at) if days else Vacation(used=used)
        put_note(store, person, TOPIC, msgspec.json.encode(taken))
    return taken


def give_vacation(store: Store, old: str, into: str) -> None:
    """Add the days that a person used to those of another; the longer vacation is kept."""
    mine, theirs = read_vacation(store, old), read_vacation(store, into)
    if not mine.used and not mine.until:
        return
    years = mine.used.keys() | theirs.used.keys()
    used = {year: mine.used.get(year, 0.0) + theirs.used.get(year, 0.0) for year in years}
    longer = max(mine, theirs, key=lambda taken: taken.until)
    both = msgspec.structs.replace(longer, used=used)
    put_note(store, into, TOPIC, msgspec.json.encode(both))


async def begin_vacation(service: TableService, person: Person, days: int) -> None:
    """Stop a person's clocks in games over days from now on; 0 days let them run again."""
    at, taken = now(), Vacation()

    def stopped(record: TableRecord, seat: Seat) -> Seat:
        is_affected = record.is_slow and not record.tournament
        return with_vacation(seat, taken, at) if is_affected else seat

    def take(store: Store) -> None:
        nonlocal taken
        taken = take_vacation(store, person.id, days, at)

    await service.change_seats(person, take, stopped)
