"""Who is connected to which table, and what they have seen there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

from nomarch.storage.writer import Writer
from nomarch.tables.chat_store import mark_read
from nomarch.tables.live_table import LiveTable, PresenceChange
from nomarch.tables.live_tables import LiveTables
from nomarch.tables.model import Person, now
from nomarch.tables.summary_store import mark_seen

GRACE = 5.0
"""Seconds before a disconnect is announced: a page that reloads is no departure."""
HEARSAY = 40.0
"""Seconds for which another process's announcement counts."""


VISIBLE_SECONDS = 150.0
"""Seconds for which a page that was last visible counts as looked at."""
MOST_LOOKED = 50_000
"""Pages that are remembered as looked at."""


class Presence:
    """Tracks connections and announces them to listeners and to other processes."""

    def __init__(
        self, tables: LiveTables, writer: Writer, on_attended: Callable[[str], None]
    ) -> None:
        self.tables, self.writer = tables, writer
        self.on_attended = on_attended
        """Called with a table's id when a player is there."""
        self._looked: dict[tuple[str, str], float] = {}
        """By guest and table: when the page was last visible; 0 for those who turned away."""
        self._unsaved: dict[tuple[str, str], float] = {}

    def arrive(self, live: LiveTable, guest: Person) -> None:
        """A guest opened a connection to a table."""
        live.present[guest.id] += 1
        if live.is_attended:
            self.on_attended(live.table.record.id)
        self._mark_seen(live, guest)
        self._announce(live)

    def depart(self, live: LiveTable, guest: Person) -> None:
        """A guest closed a connection."""
        live.present[guest.id] -= 1
        live.present += Counter()  # drops zero counts
        self._mark_seen(live, guest)
        asyncio.get_running_loop().call_later(GRACE, self._announce, live)

    def look(self, live: LiveTable, guest: Person, *, visible: bool) -> None:
        """A guest's page is visible and in use, or not any more."""
        if live.table.record.seats_of(guest.id):
            key, at = (guest.id, live.table.record.id), now() if visible else 0.0
            self._looked[key] = self._unsaved[key] = at
            if len(self._looked) > MOST_LOOKED:
                recent = now() - VISIBLE_SECONDS
                self._looked = {k: seen for k, seen in self._looked.items() if seen > recent}

    def is_looking(self, guest: str, table: str) -> bool:
        """Whether a page of this process shows a table to a guest who looks at it."""
        return now() - self._looked.get((guest, table), 0.0) < VISIBLE_SECONDS

    def take_looked(self) -> dict[tuple[str, str], float]:
        """Return who looked or turned away since the last call, to be stored."""
        taken, self._unsaved = self._unsaved, {}
        return taken

    def is_here(self, guest: str, table: str) -> bool:
        """Whether a guest has a table open, in this process or another."""
        live = self.tables.get(table)
        if live is None:
            return False
        others = (guests for until, guests in live.elsewhere.values() if until > now())
        return live.present[guest] > 0 or any(guest in guests for guests in others)

    def is_waiting(self, id_: str) -> bool:
        """Whether one of the players of a table is connected."""
        live = self.tables.get(id_)
        return live is not None and bool(live.seats_present(now()))

    async def mark_read(self, live: LiveTable, guest: Person) -> None:
        """Mark the chat of a table as read by a guest."""
        id_ = live.table.record.id
        if live.table.record.seats_of(guest.id):
            await self.writer.do(lambda store: mark_read(store, guest.id, id_))

    def _mark_seen(self, live: LiveTable, guest: Person) -> None:
        record, ply = live.table.record, live.table.settled
        if record.seats_of(guest.id):
            self.writer.do_later(lambda store: mark_seen(store, guest.id, record.id, ply))

    def _announce(self, live: LiveTable) -> None:
        self._notify(live)
        if self.tables.is_shared:
            self._tell_processes(live)

    @staticmethod
    def _notify(live: LiveTable) -> None:
        seats = live.seats_present(now())
        if seats != live.announced_seats:
            live.announced_seats = seats
            live.notify(PresenceChange(seats), [])

    def _tell_processes(self, live: LiveTable) -> None:
        guests = [guest for guest in live.present if live.table.record.seats_of(guest)]
        notice = " ".join(["present", live.table.record.id, *guests])
        self.writer.do_later(lambda store: None, notice)

    def hear(self, process: str, table: str, guests: Collection[str]) -> None:
        """Take in which guests another process says are connected to it."""
        live = self.tables.get(table)
        if live is not None:
            live.elsewhere[process] = now() + HEARSAY, frozenset(guests)
            self._notify(live)

    def repeat(self) -> None:
        """Announce again who is here, and drop what others have not repeated."""
        for live in self.tables:
            if live.present:
                self._tell_processes(live)
            if live.elsewhere:
                self._notify(live)
