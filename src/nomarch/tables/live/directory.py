"""Lists of tables, made from stored summaries.

A summary older than its table's log is not used; the table is opened instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nomarch.engine.match import Match
from nomarch.errors import Unavailable
from nomarch.kernel.declare.game import rulebooks
from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.readers import Readers
from nomarch.storage.schema import JOB
from nomarch.storage.statements import find_rows
from nomarch.storage.store import Store
from nomarch.storage.writer import Writer
from nomarch.tables.live.live_tables import LiveTables
from nomarch.tables.live.presence import Presence
from nomarch.tables.state.model import Attention, Person, TableRecord, TableSummary, now
from nomarch.tables.state.table import Table
from nomarch.tables.stores.summary_store import read_attention, read_summaries, save_summaries
from nomarch.tables.stores.table_store import count_tables, read_lobby, read_tables_of

HIDDEN = "hidden/"
"""Notes of this topic name tables that a person doesn't want to see in the list."""


class TableListing(NamedTuple):
    """A table in a person's list."""

    record: TableRecord
    summary: TableSummary
    seen: Attention
    deadline: float | None = None
    """When the time of the player to act runs out."""


@dataclass(eq=False)
class Directory:
    """Lists a person's tables and the lobby without opening tables."""

    readers: Readers
    writer: Writer
    tables: LiveTables
    presence: Presence
    invitation: float
    """Seconds for which a table stays in the lobby."""

    async def count_tables(self, person: Person) -> int:
        return await self.readers.read(count_tables, person.id)

    async def tables_of(self, person: Person, page: int = 1) -> list[TableListing]:
        """Return one page of a person's tables, leaving out those that cannot be shown."""

        def read(
            store: Store,
        ) -> tuple[
            list[TableRecord], dict[str, TableSummary], dict[str, Attention], dict[str, float]
        ]:
            hidden = read_notes(store, person.id, HIDDEN)
            records = [
                record
                for record in read_tables_of(store, person.id, page)
                if _is_installed(record) and HIDDEN + record.id not in hidden
            ]
            ids = [record.id for record in records]
            attention = read_attention(store, person.id, ids)
            return records, read_summaries(store, ids), attention, _deadlines(store, records)

        records, stored, seen, deadlines = await self.readers.read(read)
        found = [(record, await self._summary(record.id, stored)) for record in records]
        return [
            TableListing(
                record, summary, seen.get(record.id, Attention()), deadlines.get(record.id)
            )
            for record, summary in found
            if summary is not None
        ]

    async def hide(self, person: Person, record: TableRecord) -> None:
        """Leave a finished table out of a person's list."""
        await self.writer.do(put_note, person.id, HIDDEN + record.id, b"")

    async def attention(self, person: Person, id_: str) -> Attention:
        """Return what a person has seen of a table."""
        seen = await self.readers.read(read_attention, person.id, [id_])
        return seen.get(id_, Attention())

    async def _summary(self, id_: str, stored: dict[str, TableSummary]) -> TableSummary | None:
        live = self.tables.get(id_)
        if live is not None and not self.tables.is_shared:
            return summarize(live.table)
        if id_ in stored:
            return stored[id_]
        live = await self.tables.find(id_)
        if live is None:
            return None
        self.tables.unsummarized[id_] = live
        return summarize(live.table)

    async def save_summaries(self) -> None:
        """Store the summaries of tables that changed."""
        tables, self.tables.unsummarized = self.tables.unsummarized, {}
        if not tables:
            return
        summaries = {id_: summarize(live.table) for id_, live in tables.items()}
        try:
            await self.writer.do(save_summaries, summaries)
        except Unavailable:
            self.tables.unsummarized = tables | self.tables.unsummarized

    async def lobby(self) -> list[TableRecord]:
        """Return listed tables with a free seat, those with a connected player first."""
        since = now() - self.invitation
        stored = await self.readers.read(read_lobby, since)
        records = [record for record in stored if _is_installed(record)]
        return sorted(records, key=lambda record: not self.presence.is_waiting(record.id))


def _deadlines(store: Store, records: Sequence[TableRecord]) -> dict[str, float]:
    """Return when clocks run out: the jobs of tables with a clock at which no bot is to move."""
    timed = [r.id for r in records if r.is_timed and r.is_full and not r.over]
    if not timed:
        return {}
    columns = JOB.c.game_table, JOB.c.at
    return dict(find_rows(store, *columns, bots=0, at__gt=now(), game_table=timed))


def _is_installed(record: TableRecord) -> bool:
    """Whether a table's game exists here; a game outside the package may have been removed."""
    return record.game in rulebooks()


def summarize(table: Table) -> TableSummary:
    """Return a table's summary; it reveals nothing about open simultaneous decisions."""
    match, over = table.match, table.match.over or table.closed
    places = sorted((line.seat, line.place) for line in match.ranking) if match.over else []
    return TableSummary(
        table.seq,
        () if over else tuple(table.to_act),
        over,
        table.settled,
        table.last_at,
        tuple(place for _, place in places),
        round_of(match),
    )


def round_of(match: Match) -> tuple[int, ...]:
    """The round and how many there are, if the game is played in rounds and goes on."""
    find = getattr(match.book.words, "round_of", None)
    return find(match.state) if find and not match.over else ()
