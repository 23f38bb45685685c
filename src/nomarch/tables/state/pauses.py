"""When a seat's clock stands still, and how time is counted around that."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge
from itertools import takewhile
from math import inf

from nomarch.tables.state.quiet_hours import NightHours, each_night

Span = tuple[float, float]
"""From, until."""


@dataclass(frozen=True)
class Pauses:
    """When a seat's clock stands still."""

    times: tuple[Span, ...] = ()
    """Outages of all servers, and the player's vacations; they may overlap."""
    night: NightHours | None = None
    """The player's nights."""

    def running(self, begin: float) -> Iterator[Span]:
        """Yield the spans from `begin` on in which the clock runs; the last one is endless."""
        nights = each_night(self.night, begin) if self.night else iter(())
        for since, until in merge(sorted(self.times), nights):
            if since > begin:
                yield begin, since
            begin = max(begin, until)
        yield begin, inf

    def used(self, begin: float, end: float) -> float:
        """Return for how many seconds the clock runs between two times."""
        spans = takewhile(lambda span: span[0] < end, self.running(begin))
        return sum(min(until, end) - since for since, until in spans)


@lru_cache(maxsize=4096)
def time_out(pauses: Pauses, begin: float, seconds: float) -> float:
    """Return when a clock that begins with some seconds has used them all."""
    since = begin
    for since, until in pauses.running(begin):
        if seconds <= until - since:
            break
        seconds -= until - since
    return since + seconds
