"""Who is at the tables now, and what they have seen there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection

from nomarch.tables.bot_play import Playing
from nomarch.tables.live_table import LiveTable, PresenceChange
from nomarch.tables.model import Guest, now

GRACE = 5.0
"""Seconds after which somebody is missed: a page that is loaded again is no departure."""
HEARSAY = 40.0
"""Seconds for which another process's word is good about who is there."""


class Attending(Playing):
    """Open tables with people who come and go."""

    def arrive(self, live: LiveTable, guest: Guest) -> None:
        """A guest opened a connection to a table."""
        live.present[guest.id] += 1
        if live.attended:
            self.thinking.attend(live.table.record.id)
        self._note_visit(live, guest)
        self._presence_changed(live)

    def depart(self, live: LiveTable, guest: Guest) -> None:
        """A guest closed one."""
        live.present[guest.id] -= 1
        live.present += Counter()  # forgets those who are gone
        self._note_visit(live, guest)
        asyncio.get_running_loop().call_later(GRACE, self._presence_changed, live)

    def _note_visit(self, live: LiveTable, guest: Guest) -> None:
        """What has happened so far is not new to them any more."""
        record, ply = live.table.record, live.table.settled
        if record.seats_of(guest.id):
            self.writer.do_later(lambda store: store.mark_seen(guest.id, record.id, ply))

    async def mark_read(self, live: LiveTable, guest: Guest) -> None:
        """A guest has read what was said so far."""
        id_ = live.table.record.id
        if live.table.record.seats_of(guest.id):
            await self.writer.do(lambda store: store.mark_read(guest.id, id_))

    # --- Presence ---------------------------------------------------------------------------------

    def _presence_changed(self, live: LiveTable) -> None:
        self._tell_presence(live)
        if self.is_shared:
            self._announce_presence(live)

    def _tell_presence(self, live: LiveTable) -> None:
        """Tells everyone at a table who is there, if that has changed."""
        seats = live.seats_present(now())
        if seats != live.seats_told:
            live.seats_told = seats
            live.tell(PresenceChange(seats), [])

    def _announce_presence(self, live: LiveTable) -> None:
        """Tells the other processes who is at a table here."""
        guests = [guest for guest in live.present if live.table.record.seats_of(guest)]
        news = " ".join(["present", live.table.record.id, *guests])
        self.writer.do_later(lambda store: None, news)

    def hear_presence(self, process: str, table: str, guests: Collection[str]) -> None:
        """Another process says who is at a table there."""
        live = self._live.get(table)
        if live is not None:
            live.elsewhere[process] = now() + HEARSAY, frozenset(guests)
            self._tell_presence(live)

    def repeat_presence(self) -> None:
        """Says once more who is here; what others have not repeated for long is forgotten."""
        for live in self._live.values():
            if live.present:
                self._announce_presence(live)
            if live.elsewhere:
                self._tell_presence(live)
