"""Who is connected to which table, and what they have seen there."""

import asyncio
from collections import Counter
from collections.abc import Collection

from nomarch.storage.writer import Writer
from nomarch.tables.live.live_table import LiveTable, PresenceChange
from nomarch.tables.live.live_tables import LiveTables
from nomarch.tables.state.model import Person, now
from nomarch.tables.stores.chat_store import mark_read
from nomarch.tables.stores.summary_store import mark_seen

GRACE = 5.0
"""Seconds before a disconnect is announced: a page that reloads is no departure."""
REMOTE_PRESENCE_TTL = 40.0
"""Seconds for which another process's announcement counts."""


VISIBLE_SECONDS = 150.0
"""Seconds for which a page counts as visible after its last report."""


class Presence:
    """Tracks connections and announces them to listeners and to other processes."""

    def __init__(self, tables: LiveTables, writer: Writer) -> None:
        self.tables, self.writer = tables, writer
        self._looked: dict[tuple[str, str], float] = {}
        """By person and table: when the page was last visible; 0 for those who turned away."""

    def arrive(self, live: LiveTable, person: Person) -> None:
        """A person opened a connection to a table."""
        live.present[person.id] += 1
        self._mark_seen(live, person)
        self._announce(live)

    def depart(self, live: LiveTable, person: Person) -> None:
        """A person closed a connection."""
        live.present[person.id] -= 1
        live.present += Counter()  # drops zero counts
        self._mark_seen(live, person)
        asyncio.get_running_loop().call_later(GRACE, self._announce, live)

    def look(self, live: LiveTable, person: Person, *, visible: bool) -> None:
        """A person's page is visible and in use, or not any more."""
        if live.table.record.seats_of(person.id):
            self._looked[person.id, live.table.record.id] = now() if visible else 0.0

    def take_looked(self) -> dict[tuple[str, str], float]:
        """Return the changes of visible pages since the last call, to be stored."""
        taken, self._looked = self._looked, {}
        return taken

    def is_here(self, person: str, table: str) -> bool:
        """Whether a person has a table open, in this process or another."""
        live = self.tables.get(table)
        if live is None:
            return False
        others = (people for until, people in live.elsewhere.values() if until > now())
        return live.present[person] > 0 or any(person in people for people in others)

    def is_waiting(self, id_: str) -> bool:
        """Whether one of the players of a table is connected."""
        live = self.tables.get(id_)
        return live is not None and bool(live.seats_present(now()))

    async def mark_read(self, live: LiveTable, person: Person) -> None:
        """Mark the chat of a table as read by a person."""
        id_ = live.table.record.id
        if live.table.record.seats_of(person.id):
            await self.writer.do(mark_read, person.id, id_)

    def _mark_seen(self, live: LiveTable, person: Person) -> None:
        record, ply = live.table.record, live.table.settled
        if record.seats_of(person.id):
            self.writer.do_later(lambda store: mark_seen(store, person.id, record.id, ply))

    def _announce(self, live: LiveTable) -> None:
        self._notify(live)
        if self.tables.is_shared:
            self._notify_processes(live)

    @staticmethod
    def _notify(live: LiveTable) -> None:
        seats = live.seats_present(now())
        if seats != live.announced_seats:
            live.announced_seats = seats
            live.notify(PresenceChange(seats), [])

    def _notify_processes(self, live: LiveTable) -> None:
        people = [person for person in live.present if live.table.record.seats_of(person)]
        notice = " ".join(["present", live.table.record.id, *people])
        self.writer.do_later(lambda store: None, notice)

    def update_remote(self, process: str, table: str, people: Collection[str]) -> None:
        """Store which people another process reports as connected to it."""
        live = self.tables.get(table)
        if live is not None:
            live.elsewhere[process] = now() + REMOTE_PRESENCE_TTL, frozenset(people)
            self._notify(live)

    def repeat(self) -> None:
        """Announce again who is here, and drop what others have not repeated."""
        for live in self.tables:
            if live.present:
                self._notify_processes(live)
            if live.elsewhere:
                self._notify(live)
