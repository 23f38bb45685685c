"""Lists of tables, made without opening them.

After each entry it is noted, some tables at a time, where a table stands. A note that is older than
the log is not used: then the table is opened, which is needed only for what happened just now.
"""

from __future__ import annotations

from typing import NamedTuple

from nomarch.tables.errors import Unavailable
from nomarch.tables.model import Attention, Guest, TableRecord, TableSummary, now
from nomarch.tables.presence import Attending
from nomarch.tables.store import Store
from nomarch.tables.table import Table


class TableListing(NamedTuple):
    """A table as a list shows it to a guest."""

    record: TableRecord
    standing: TableSummary
    seen: Attention


class Listed(Attending):
    """Open tables, and lists of all others."""

    async def stop(self) -> None:
        """Ends; lists know then what happened last."""
        await self.note_standings()
        await super().stop()

    async def count_tables(self, guest: Guest) -> int:
        """At how many tables a guest sits."""
        return await self.readers.read(lambda store: store.count_tables(guest.id))

    async def tables_of(self, guest: Guest, page: int = 1) -> list[TableListing]:
        """A page of the tables at which a guest sits, as far as they can be read."""

        def read(
            store: Store,
        ) -> tuple[list[TableRecord], dict[str, TableSummary], dict[str, Attention]]:
            records = store.tables_of(guest.id, page)
            ids = [record.id for record in records]
            return records, store.standings(ids), store.attention(guest.id, ids)

        records, noted, seen = await self.readers.read(read)
        found = [(record, await self._standing(record.id, noted)) for record in records]
        return [
            TableListing(record, standing, seen.get(record.id, Attention()))
            for record, standing in found
            if standing is not None
        ]

    async def attention(self, guest: Guest, id_: str) -> Attention:
        """What a guest has seen of a table."""
        seen = await self.readers.read(lambda store: store.attention(guest.id, [id_]))
        return seen.get(id_, Attention())

    async def _standing(self, id_: str, noted: dict[str, TableSummary]) -> TableSummary | None:
        """Where a table stands: as it is in memory, or was noted, or is found by opening it."""
        if id_ in self._live and not self.is_shared:
            return standing_of(self._live[id_].table)
        if id_ in noted:
            return noted[id_]
        live = await self.find(id_)
        if live is None:
            return None
        self.unnoted[id_] = live
        return standing_of(live.table)

    async def note_standings(self) -> None:
        """Notes where the tables stand at which something happened."""
        if not self.unnoted:
            return
        tables, self.unnoted = self.unnoted, {}
        standings = {id_: standing_of(live.table) for id_, live in tables.items()}
        try:
            await self.writer.do(lambda store: store.note_standings(standings))
        except Unavailable:  # the log is written, and what follows from it can be noted later
            self.unnoted = tables | self.unnoted

    async def lobby(self) -> list[TableRecord]:
        """Tables with a free seat for anyone, those at which somebody waits first."""
        since = now() - self.invitation
        records = await self.readers.read(lambda store: store.lobby(since))
        return sorted(records, key=lambda record: not self.waits(record))

    def waits(self, record: TableRecord) -> bool:
        """Whether one of those who sit at a table is there."""
        live = self._live.get(record.id)
        return live is not None and bool(live.seats_present(now()))


def standing_of(table: Table) -> TableSummary:
    """Where a table stands; nothing of it tells how far anybody is with a secret decision."""
    match, over = table.match, table.match.over or table.closed
    places = sorted((line.seat, line.place) for line in match.ranking) if match.over else []
    return TableSummary(
        table.seq,
        () if over else tuple(table.to_act),
        over,
        table.settled,
        table.last_at,
        tuple(place for _, place in places),
    )
