"""Tables in memory, kept as they are in the store, whoever else writes there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeVar

import msgspec

from nomarch import errors
from nomarch.tables.archive.retention import Kept
from nomarch.tables.errors import NotFound, Refused, RulesTooNew, Unavailable
from nomarch.tables.live_table import UNKNOWN, LiveTable
from nomarch.tables.load import CHAT_KEPT, replayed
from nomarch.tables.model import INVITATION, LEAVE, RULES, ChatLine, Entry, TableRecord, now
from nomarch.tables.readers import Readers
from nomarch.tables.store import Conflict, Head, Job, Store
from nomarch.tables.table import Table
from nomarch.tables.writer import ALONE, Writer

log = logging.getLogger("nomarch.tables")

KEPT_IN_MEMORY = 1000
TRIES = 5
"""How often a change is tried that others keep forestalling."""

T = TypeVar("T")


class Opened:
    """Finds and opens tables; every change of one goes through here."""

    plays_bots = False

    def __init__(self, readers: Readers, writer: Writer) -> None:
        self.readers = readers
        self.writer = writer
        self.is_shared = writer.process != ALONE
        """Whether other processes may write into the same store."""
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.unnoted: dict[str, LiveTable] = {}
        """Tables at which something happened that lists do not know of yet."""
        self._behind: set[str] = set()
        """Tables at which anything may have changed."""
        self._continued: set[str] = set()
        """Tables whose log has gone on."""
        self._following: asyncio.Task[None] | None = None
        self.note_wish: Callable[[float], None] = lambda seconds: None
        """Hears how long a person's wish took."""
        self.invitation: float = INVITATION
        """Seconds for which an invitation waits for an answer."""

    def stir(self, live: LiveTable) -> None:
        """Something has changed: whose turn is it?"""

    # --- Opening ----------------------------------------------------------------------------------

    async def open(self, id_: str) -> LiveTable:
        """The table of that id as it is now, whichever process has changed it."""
        if self.is_shared and id_ in self._live:
            await self._look_at_heads((id_,))
        return await self._open(id_)

    async def _open(self, id_: str) -> LiveTable:
        """The table of that id, replayed from its log if it is not in memory."""
        live = self._live.get(id_)
        if live is None:
            if id_ not in self._opening:
                self._opening[id_] = asyncio.create_task(self._load(id_))
            live = await asyncio.shield(self._opening[id_])
        if id_ in self._live:
            self._live.move_to_end(id_)
        return live

    async def _load(self, id_: str) -> LiveTable:
        try:
            table, chat, head = await self.readers.read(lambda store: _read(store, id_))
            live = self._live[id_] = LiveTable(table, deque(chat, CHAT_KEPT), head)
            live.is_kept = table.match.over
        finally:
            del self._opening[id_]
        await self._forget_some()
        if table.conclusion != table.stored:  # a process ended before it wrote that down
            async with live.lock:
                await self._conclude(live)
        self.stir(live)
        return live

    @property
    def in_memory(self) -> int:
        """How many tables are open."""
        return len(self._live)

    async def find(self, id_: str) -> LiveTable | None:
        """The table of that id, or None if it cannot be opened any more."""
        try:
            return await self._open(id_)
        except errors.NomarchError:
            return None

    async def remove(self, live: LiveTable) -> None:
        """Takes a table away for good."""
        id_ = live.table.record.id
        await self.writer.do(lambda store: store.remove_table(id_), f"table {id_}")
        self._live.pop(id_, None)

    async def reload(self, id_: str) -> None:
        """Reads a table again that was changed from outside; one that is gone is let go of."""
        live = self._live.get(id_)
        if live is None:
            return
        async with live.lock:
            try:
                await self._reload(live)
            except NotFound:
                self._live.pop(id_, None)
                live.table.closed = True
                live.table.to_act.clear()
        live.tell(None, [])

    async def keep(self, tables: Iterable[LiveTable]) -> None:
        """Keeps what came of the last entries, which no further one has done yet."""
        outcomes = list[Kept]()
        for live in tables:
            kept = None if live.is_kept else live.table.past(ready=True)
            if kept is not None:
                outcomes.append((live.table.record.id, *kept))
                live.is_kept = True
        if outcomes:
            await self.writer.do(lambda store: store.keep_outcomes(outcomes))

    async def _forget_some(self) -> None:
        """Lets go of the tables that nobody has looked at for longest."""
        if len(self._live) > KEPT_IN_MEMORY:
            await self.keep(list(self._live.values())[: len(self._live) - KEPT_IN_MEMORY])
        for id_, live in list(self._live.items()):
            if len(self._live) <= KEPT_IN_MEMORY:
                return
            if not live.listeners and not live.lock.locked() and live.bot is None:
                del self._live[id_]

    # --- Changing ---------------------------------------------------------------------------------

    async def submit(self, live: LiveTable, wish: Callable[[Table], Entry]) -> Entry:
        """Grants a person's wish: refused, or on the disk, true in memory, and told to everyone."""
        live.acted = began = time.monotonic()
        try:
            return await self.append(live, wish)
        finally:
            self.note_wish(time.monotonic() - began)

    async def append(self, live: LiveTable, wish: Callable[[Table], Entry]) -> Entry:
        """The same for a bot's wish, or the clock's."""
        async with live.lock:
            entry = await self._append(live, wish)
            steps = live.table.fold(entry)
            live.is_kept = False
            await self._conclude(live)
            if live.table.match.over:
                with contextlib.suppress(Unavailable):
                    await self.keep([live])
            self.look_again(live)
            self.unnoted[entry.table] = live
            live.tell(entry, steps)
        self.stir(live)
        return entry

    async def _append(self, live: LiveTable, wish: Callable[[Table], Entry]) -> Entry:
        """The entry that a wish comes to; when others were first, after what they did."""
        for _ in range(TRIES):
            try:
                entry, past = wish(live.table), live.table.past()
            except Refused:
                if self.is_shared and await self._catch_up(live):
                    continue  # it was only not yet known here what the wish answers
                raise
            if past is not None:
                entry = msgspec.structs.replace(entry, past=past)
            job = None
            if live.table.record.is_watched or entry.kind == LEAVE:
                # Until it is known what comes of it, this process has to see to the table.
                job = Job(entry.at, entry.seq, keep=True)
            try:
                live.kept = await self.writer.append(entry, job)
            except Conflict:
                await self._catch_up(live)
            else:
                live.noted = job or live.noted
                return entry
        raise Refused("The table has moved on since; look again, then choose.")

    async def _conclude(self, live: LiveTable) -> None:
        """Writes into the record what follows from the log: who left, that the game is over."""
        for _ in range(TRIES):
            record = live.table.conclusion
            if record is live.table.stored or record == live.table.stored:
                return
            live.table.record = record
            try:
                await self._save(live, record)
            except Conflict:
                await self._reload(live)
            except Unavailable:  # the entry is written, and this is found out again from the log
                return

    async def _save(self, live: LiveTable, record: TableRecord, job: Job | None = None) -> None:
        saved = await self.writer.do(
            lambda store: store.change_table(record, job), f"table {record.id}"
        )
        live.table.record = live.table.stored = saved

    async def change(
        self, live: LiveTable, wish: Callable[[TableRecord], Awaitable[TableRecord | None]]
    ) -> None:
        """Changes a record as somebody wishes; when others were first, after what they did."""
        for _ in range(TRIES):
            async with live.lock:
                try:
                    changed = await wish(live.table.record)
                    if changed is not None:
                        await self._change(live, changed)
                    return
                except Conflict:
                    await self._reload(live)
                    live.tell(None, [])
        raise Refused("The table has moved on since; look again, then choose.")

    async def _change(self, live: LiveTable, record: TableRecord) -> None:
        begins = record.is_full and not live.table.record.is_full
        job = Job(now(), live.table.seq) if begins and record.is_watched else None
        await self._save(live, record, job)
        live.noted = job or live.noted
        live.table.match.names = tuple(seat.name for seat in record.seats)
        self.look_again(live)
        live.tell(None, [])
        self.stir(live)

    def look_again(self, live: LiveTable) -> None:
        """Notes what will be due at a table and when, unless it is as it was."""
        table, before = live.table, live.noted
        if before is UNKNOWN and not live.kept and not table.record.is_watched:
            return  # nothing was ever due here, and nothing is
        if table.bot_to_act() is not None:
            job = Job(now(), table.seq, bots=True, keep=self.plays_bots)
            if live.kept and job.keep:
                return
        else:
            job = Job(table.record.next_look(table.deadline()), table.seq)
            if not live.kept and (job.at, False) == (before.at, before.bots):
                return
        live.noted, live.kept = job, live.kept and job.keep
        self.writer.look_again(table.record.id, job)

    # --- What other processes did -----------------------------------------------------------------

    def follow(self, tables: Collection[str]) -> None:
        """Something may have happened at tables: they are read again as soon as possible."""
        self._behind |= {id_ for id_ in tables if id_ in self._live}
        self._start_following()

    def _start_following(self) -> None:
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    def follow_entry(self, id_: str, seq: int) -> None:
        """Another process wrote an entry."""
        live = self._live.get(id_)
        if live is not None and live.table.seq < seq:
            self._continued.add(id_)
            self._start_following()

    def follow_all(self) -> None:
        """Looks at every open table: something may have been missed."""
        self.follow(tuple(self._live))

    async def _follow(self) -> None:
        while self._behind or self._continued:
            tables, self._behind = self._behind, set()
            continued, self._continued = self._continued - tables, set()
            try:
                await self._read_on(continued)
                await self._look_at_heads(tables)
            except Unavailable:
                log.warning("what other processes do cannot be seen just now")
            except Exception:
                log.exception("tables %s cannot be followed", tables | continued)

    async def _read_on(self, tables: Collection[str]) -> None:
        """Reads what was written at tables, all at once."""
        known = {id_: self._live[id_].table.seq for id_ in tables if id_ in self._live}
        logs = await self.readers.read(lambda store: store.logs(known)) if known else {}
        for id_, news in logs.items():
            live = self._live.get(id_)
            if live is not None:
                async with live.lock:
                    await self._take_in(live, [e for e in news if e.seq > live.table.seq])
                if live.kept:
                    self.stir(live)

    async def _look_at_heads(self, tables: Collection[str]) -> None:
        heads = await self.readers.read(lambda store: store.heads(tables))
        for id_ in tables:
            await self._compare(id_, heads.get(id_))

    async def _compare(self, id_: str, head: Head | None) -> None:
        """Brings a table to where the store says it is."""
        live = self._live.get(id_)
        if live is None:
            return
        if head is None:
            del self._live[id_]
            return
        async with live.lock:
            if head.version > live.table.stored.version:
                await self._reload(live)
                live.tell(None, [])
            elif head.seq > live.table.seq:
                await self._catch_up(live)
        if head.chat > live.chat_head:
            live.hear(await self._said_since(id_, live.chat_head))
            live.chat_head = head.chat
        if live.kept:
            self.stir(live)

    async def refresh(self, live: LiveTable) -> None:
        """Makes sure that a table is as far as the store says."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Makes true in memory what was written elsewhere; whether there was anything."""
        id_, seq = live.table.record.id, live.table.seq
        return await self._take_in(live, await self.readers.read(lambda store: store.log(id_, seq)))

    async def _take_in(self, live: LiveTable, news: list[Entry]) -> bool:
        if any(entry.kind == RULES for entry in news):  # what it means is found out anew
            await self._reload(live)
            live.tell(None, [])
            return True
        for entry in news:
            steps = live.table.fold(entry)
            live.acted, live.noted = time.monotonic(), UNKNOWN
            live.tell(entry, steps)
        return bool(news)

    async def _reload(self, live: LiveTable) -> None:
        id_ = live.table.record.id
        try:
            live.table, chat = await self.readers.read(lambda store: replayed(store, id_))
        except RulesTooNew:
            self._live.pop(id_, None)
            raise
        live.chat = deque(chat, CHAT_KEPT)
        live.noted = UNKNOWN

    async def _said_since(self, id_: str, number: int) -> list[ChatLine]:
        return await self.readers.read(lambda store: store.chat(id_, CHAT_KEPT, number))


def _read(store: Store, id_: str) -> tuple[Table, list[ChatLine], int]:
    """A table, what was said at it, and the number of a line up to which all was read."""
    head = store.heads([id_]).get(id_)
    return *replayed(store, id_), head.chat if head else 0
