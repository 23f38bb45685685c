"""Times when no server was running: clocks stand still then.

Servers note every few seconds that they run. The first one to start again stores the gap, before it
opens a table; so all processes compute the same clocks from the same log.
"""

import msgspec

from nomarch.decoding import decode
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.store import Store
from nomarch.tables.state.model import now
from nomarch.tables.state.pauses import Span

LAST_ALIVE, OUTAGES = "last-alive", "outages"
"""Names of settings."""
SHORTEST_OUTAGE = 5.0
"""Seconds: servers note that they run every two seconds."""
RECONNECT_SECONDS = 5.0
"""Seconds that players have to come back before clocks run again."""
SILENCE = 12.0
"""Seconds without a sign of a server after which a bots' process waits."""
OUTAGES_KEPT = 200


def read_outages(store: Store) -> tuple[Span, ...]:
    stored = read_setting(store, OUTAGES)
    return decode(stored, tuple[Span, ...]) if stored else ()


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
