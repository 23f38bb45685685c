"""Quiet hours and daily hours in a person's own time zone."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec


class QuietHours(msgspec.Struct, frozen=True):
    """Whole hours of the day without notices: `start` to `end`, both local; equal is never."""

    start: int = 22
    end: int = 8

    def covers(self, hour: int) -> bool:
        """Whether an hour of the day is quiet."""
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end


class NightHours(QuietHours, frozen=True):
    """Hours of the night in which a player's clock stops, in their time zone."""

    zone: str = "UTC"


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone, such as Europe/Brussels."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) | {"UTC"}


def local(at: float, zone: str) -> datetime:
    return datetime.fromtimestamp(at, ZoneInfo(zone) if is_zone(zone) else ZoneInfo("UTC"))


def after_quiet(at: float, hours: QuietHours | None, zone: str) -> float:
    """Return the first moment from `at` on that is not quiet."""
    if hours is None or not hours.covers(local(at, zone).hour):
        return at
    return next_hour(at, hours.end, zone)


def before_quiet(at: float, hours: QuietHours | None, zone: str, since: float) -> float:
    """Return `at`, or the last minute before the quiet hours around it, but not before `since`."""
    if hours is None or not hours.covers(local(at, zone).hour):
        return at
    begin = at - 86_400
    return max(since, next_hour(begin, hours.start, zone) - 60.0)


def each_night(night: NightHours, at: float) -> Iterator[tuple[float, float]]:
    """Yield the nights from a time on, the first perhaps without its beginning."""
    while True:
        morning = after_quiet(at, night, night.zone)
        if morning > at:
            yield at, morning
        at = next_hour(morning, night.start, night.zone)


def next_hour(at: float, hour: int, zone: str) -> float:
    """Return when a local hour begins next, strictly after `at`.

    An hour that a change of the clocks skips begins when the clocks have changed.
    """
    here = local(at, zone)
    day = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    while day.timestamp() <= at:
        day += timedelta(days=1)
    return day.timestamp()
