"""Times when no server was running: clocks stand still then.

Servers note every few seconds that they run. The first one to start again stores the gap, before it
opens a table; so all processes compute the same clocks from the same log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from nomarch.decoding import decode
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.tables.state.model import now

if TYPE_CHECKING:
    from nomarch.storage.store import Store

LAST_ALIVE, OUTAGES = "last-alive", "outages"
"""Names of settings."""
SHORTEST_OUTAGE = 5.0
"""Seconds: servers note that they run every two seconds."""
RECONNECT_SECONDS = 5.0
"""Seconds that players have to come back before clocks run again."""
SILENCE = 12.0
"""Seconds without a sign of a server after which a bots' process waits."""
OUTAGES_KEPT = 200

Pause = tuple[float, float]
"""When clocks stood still: since, until."""


def paused_seconds(pauses: Sequence[Pause], begin: float, end: float) -> float:
    """Return for how long clocks stood still between two times; pauses may overlap."""
    total, covered = 0.0, begin
    for since, until in sorted(pauses):
        total += max(0.0, min(until, end) - max(since, covered))
        covered = max(covered, until)
    return total


def end_after_pauses(pauses: Sequence[Pause], begin: float, end: float) -> float:
    """Return when a clock runs out that would do so at `end` without pauses."""
    for since, until in sorted(pauses):
        if until > begin and since < end:
            end += until - max(since, begin)
            begin = until
    return end


def read_outages(store: Store) -> tuple[Pause, ...]:
    stored = read_setting(store, OUTAGES)
    return decode(stored, tuple[Pause, ...]) if stored else ()


def note_alive(store: Store) -> None:
    """Store that a server runs now."""
    write_setting(store, LAST_ALIVE, str(now()))


def is_site_silent(store: Store) -> bool:
    """Whether no server has run for a while."""
    return now() - _last_alive(store) > SILENCE


def note_outage(store: Store) -> None:
    """Store the time since a server last ran, when a process starts."""
    with store.transaction():
        last, at = _last_alive(store), now()
        note_alive(store)
        if last and at - last > SHORTEST_OUTAGE:
            outages = (*read_outages(store), (last, at + RECONNECT_SECONDS))[-OUTAGES_KEPT:]
            write_setting(store, OUTAGES, msgspec.json.encode(outages).decode())


def _last_alive(store: Store) -> float:
    return float(read_setting(store, LAST_ALIVE) or 0.0)
