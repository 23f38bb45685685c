"""Tables in memory, kept in step with the store and with other processes."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator

from msgspec.structs import replace

from nomarch import errors
from nomarch.checkpoints import urgent
from nomarch.engine.match_log import Step
from nomarch.errors import Refused, Unavailable
from nomarch.kernel.run.seeds import make_seed
from nomarch.storage.readers import Readers
from nomarch.storage.store import Conflict, Store
from nomarch.storage.writer import ALONE
from nomarch.tables.archive.outcome_store import StoredChunk, drop_outcomes, put_outcomes
from nomarch.tables.live.live_table import UNKNOWN, LiveTable
from nomarch.tables.live.load import CHAT_KEPT, LoadedTable, load_table
from nomarch.tables.state.errors import NotFound, RulesTooNew
from nomarch.tables.state.fold import fold
from nomarch.tables.state.joint_deal import combined_seed
from nomarch.tables.state.model import AWAY, LEAVE, MOVE, RULES, Entry, TableRecord, now
from nomarch.tables.state.table import Table
from nomarch.tables.stores.chat_store import read_chat
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.log_store import read_log, read_logs
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.results import GameResult, result_of
from nomarch.tables.stores.table_store import Head, change_table, read_heads, remove_table

log = logging.getLogger("nomarch.tables")

TRIES = 5
"""How often a change is retried when other processes write first."""

Command = Callable[[Table], Entry]
"""Returns the entry to write, or raises `Refused`."""


class LiveTables:
    """Opens tables and carries out every change of them."""

    def __init__(
        self,
        readers: Readers,
        writer: LogWriter,
        on_change: Callable[[LiveTable], None] = lambda live: None,
        on_submit: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.readers = readers
        self.writer = writer
        self.is_shared = writer.process != ALONE
        """Whether other processes may write into the same store."""
        self.plays_bots = True
        """Whether bots think in this process."""
        self.on_change = on_change
        """Called when it may be a bot's turn."""
        self.on_submit = on_submit
        """Called with the seconds that a person's command took."""
        self.unsummarized: dict[str, LiveTable] = {}
        """Tables that changed since their summary was saved."""
        self.unarchived: set[LiveTable] = set()
        """Finished tables whose last outcomes could not be stored yet."""
        self.capacity = 1000
        """Tables kept in memory without listeners."""
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._stale: set[str] = set()
        """Tables at which anything may have changed."""
        self._continued: set[str] = set()
        """Tables with new log entries."""
        self._following: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(tuple(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id_: str) -> LiveTable | None:
        return self._tables.get(id_)

    def clear(self) -> None:
        """Drop all tables from memory without archiving them, as a crash would."""
        self._tables.clear()

    # --- Opening ----------------------------------------------------------------------------------

    async def open(self, id_: str) -> LiveTable:
        """Return a table, up to date with what other processes wrote."""
        if self.is_shared and id_ in self._tables:
            await self._check_heads((id_,))
        return await self._open(id_)

    async def _open(self, id_: str) -> LiveTable:
        live = self._tables.get(id_)
        if live is None:
            if id_ not in self._opening:
                self._opening[id_] = asyncio.create_task(self._load(id_))
            live = await asyncio.shield(self._opening[id_])
        if id_ in self._tables:
            self._tables.move_to_end(id_)
        return live

    async def _load(self, id_: str) -> LiveTable:
        try:
            loaded, head = await self.readers.read(_read, id_)
            table, stored, chat = loaded
            live = self._tables[id_] = LiveTable(table, stored, deque(chat, CHAT_KEPT), head)
            live.is_archived = table.match.over
        finally:
            del self._opening[id_]
        await self._evict()
        if table.record != stored:  # a process died before it wrote that
            async with live.lock:
                await self._conclude(live)
        self.on_change(live)
        return live

    async def find(self, id_: str) -> LiveTable | None:
        """Return a table, or None if it cannot be opened."""
        try:
            return await self._open(id_)
        except errors.NomarchError:
            return None

    async def remove(self, live: LiveTable) -> None:
        """Delete a table for good."""
        id_ = live.table.record.id
        await self.writer.do_and_notify(f"table {id_}", remove_table, id_)
        self._tables.pop(id_, None)

    async def reload(self, id_: str) -> None:
        """Read a table again that an admin command changed or deleted."""
        live = self._tables.get(id_)
        if live is None:
            return
        async with live.lock:
            try:
                await self._reload(live)
                await self._conclude(live)
            except NotFound:
                self._tables.pop(id_, None)
                live.table = replace(live.table, closed=True, to_act={})
        live.notify(None, [])

    async def archive(self, tables: Iterable[LiveTable]) -> None:
        """Store the outcomes of entries that no later entry has stored yet."""
        outcomes, archived = list[StoredChunk](), list[tuple[LiveTable, int]]()
        for live in tables:
            is_due = live.table.record.is_full and not live.is_archived
            chunk = live.table.outcomes(complete=True) if is_due else None
            if chunk is not None:
                outcomes.append((live.table.record.id, *chunk))
                archived.append((live, live.table.seq))
        if not outcomes:
            return
        await self.writer.do(put_outcomes, outcomes)
        for live, seq in archived:
            live.is_archived = live.table.seq == seq

    async def archive_finished(self) -> None:
        """Archive finished tables, also those of earlier tries that failed."""
        tables = frozenset(self.unarchived)
        await self.archive(tables)
        self.unarchived -= tables

    async def _evict(self) -> None:
        """Evict the least recently used tables without listeners.

        One that can't be archived stays, so that a full disk keeps nobody from reading.
        """
        spare = len(self._tables) - self.capacity
        if spare <= 0:
            return
        can_archive = True
        try:
            await self.archive(list(self._tables.values())[:spare])
        except Unavailable:
            can_archive = False
            log.warning("tables stay in memory until the store can be written")
        for id_, live in list(self._tables.items()):
            if len(self._tables) <= self.capacity:
                return
            is_free = not live.listeners and not live.lock.locked() and live.bot_task is None
            is_stored = can_archive or live.is_archived or not live.table.record.is_full
            if is_free and is_stored:
                del self._tables[id_]

    # --- Changing ---------------------------------------------------------------------------------

    async def submit(self, live: LiveTable, command: Command) -> Entry:
        """Carry out a person's command. Returns when the entry is on the disk and announced."""
        live.last_action = began = time.monotonic()
        try:
            with urgent():
                return await self.append(live, command)
        finally:
            self.on_submit(time.monotonic() - began)

    async def append(self, live: LiveTable, command: Command) -> Entry:
        """Carry out a command of a bot or the clock."""
        async with live.lock:
            entry = await self._append(live, command)
            steps = _fold(live, entry)
            live.is_archived = False
            await self._conclude(live)
            if live.table.match.over:
                self.unarchived.add(live)
                with contextlib.suppress(Unavailable):
                    await self.archive_finished()
            self.update_job(live)
            self.unsummarized[entry.table] = live
            live.notify(entry, steps)
        self.on_change(live)
        return entry

    async def _append(self, live: LiveTable, command: Command) -> Entry:
        """Write the command's entry; if another process was first, catch up and try again."""
        for _ in range(TRIES):
            try:
                entry, outcomes = command(live.table), live.table.outcomes()
            except Refused:
                if self.is_shared and await self._catch_up(live):
                    continue
                raise
            if outcomes is not None:
                entry = replace(entry, past=outcomes)
            job = None
            table = live.table
            may_have_job = table.record.may_have_job or table.record.rated or table.away
            if may_have_job or entry.kind in (AWAY, LEAVE):
                # Until its outcome is known, this process is responsible for the table.
                job = Job(entry.at, entry.seq, keep=True)
            try:
                live.owns_job = await self.writer.append(entry, job)
            except Conflict:
                await self._catch_up(live)
            else:
                live.job = job or live.job
                return entry
        raise Refused("The game has moved on. Check the board and choose again.")

    async def _conclude(self, live: LiveTable) -> None:
        """Write into the record what follows from the log: who left, that the game is over."""
        for _ in range(TRIES):
            record = live.table.record
            if record == live.stored:
                return
            result = result_of(live.table) if record.over else None
            try:
                await self._save(live, record, result=result)
            except Conflict:
                await self._reload(live)
            except Unavailable:  # found again from the log
                return

    async def _save(
        self,
        live: LiveTable,
        record: TableRecord,
        job: Job | None = None,
        result: GameResult | None = None,
    ) -> None:
        saved = await self.writer.do_and_notify(
            f"table {record.id}", change_table, record, job, result
        )
        live.stored, live.table = saved, live.table.with_record(saved)

    async def change_record(
        self, live: LiveTable, command: Callable[[TableRecord], Awaitable[TableRecord | None]]
    ) -> None:
        """Replace a record with what `command` returns; None leaves it.

        The command is called again if another process was first.
        """
        for _ in range(TRIES):
            async with live.lock:
                try:
                    changed = await command(live.table.record)
                    if changed is not None:
                        await self._change_record(live, changed)
                    return
                except Conflict:
                    await self._reload(live)
                    live.notify(None, [])
        raise Refused("The game has moved on. Check the board and choose again.")

    async def _change_record(self, live: LiveTable, record: TableRecord) -> None:
        begins = record.is_full and not live.table.record.is_full
        job = Job(now(), live.table.seq) if begins and record.may_have_job else None
        if begins and live.table.seq == 0:
            await self._deal(live, record, job)
        else:
            await self._save(live, record, job)
        live.job = job or live.job
        self.update_job(live)
        live.notify(None, [])
        self.on_change(live)

    async def _deal(self, live: LiveTable, record: TableRecord, job: Job | None) -> None:
        """Start a game: nobody, the host included, can know its seed before."""
        seed = combined_seed(record.contributions) if record.contributions else make_seed()
        dealt, id_ = replace(record, seed=seed), record.id
        await self.writer.do(drop_outcomes, id_)
        await self._save(live, dealt, job)
        await self._reload(live)

    def update_job(self, live: LiveTable) -> None:
        """Store when the table is due next, unless that is stored already."""
        table, before = live.table, live.job
        may_have_job = table.record.may_have_job or table.record.rated or table.away
        if before is UNKNOWN and not live.owns_job and not may_have_job:
            return
        if table.bot_to_act() is not None:
            job = Job(now(), table.seq, bots=True, keep=self.plays_bots)
            if live.owns_job and job.keep:
                return
        else:
            job = Job(table.record.next_due(table.deadline()), table.seq)
            if not live.owns_job and (job.at, False) == (before.at, before.bots):
                return
        live.job, live.owns_job = job, live.owns_job and job.keep
        self.writer.update_job(table.record.id, job)

    # --- Changes by other processes ---------------------------------------------------------------

    def follow(self, tables: Collection[str]) -> None:
        """Compare tables with the store soon."""
        self._stale |= {id_ for id_ in tables if id_ in self._tables}
        self._start_following()

    def _start_following(self) -> None:
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    def follow_entry(self, id_: str, seq: int) -> None:
        """Read an entry soon that another process wrote."""
        live = self._tables.get(id_)
        if live is not None and live.table.seq < seq:
            self._continued.add(id_)
            self._start_following()

    def follow_all(self) -> None:
        self.follow(tuple(self._tables))

    async def _follow(self) -> None:
        while self._stale or self._continued:
            tables, self._stale = self._stale, set()
            continued, self._continued = self._continued - tables, set()
            try:
                await self._read_logs(continued)
                await self._check_heads(tables)
            except Unavailable:
                log.warning("cannot read updates from other processes")
            except Exception:
                log.exception("tables %s cannot be followed", tables | continued)

    async def _read_logs(self, tables: Collection[str]) -> None:
        known = {id_: self._tables[id_].table.seq for id_ in tables if id_ in self._tables}
        logs = await self.readers.read(read_logs, known) if known else {}
        for id_, entries in logs.items():
            live = self._tables.get(id_)
            if live is not None:
                async with live.lock:
                    await self._fold(live, [e for e in entries if e.seq > live.table.seq])
                if live.owns_job:
                    self.on_change(live)

    async def _check_heads(self, tables: Collection[str]) -> None:
        heads = await self.readers.read(read_heads, tables)
        for id_ in tables:
            await self._advance_to(id_, heads.get(id_))

    async def _advance_to(self, id_: str, head: Head | None) -> None:
        """Bring a table up to date with the store."""
        live = self._tables.get(id_)
        if live is None:
            return
        if head is None:
            del self._tables[id_]
            return
        async with live.lock:
            if head.version > live.stored.version:
                await self._reload(live)
                await self._conclude(live)
                live.notify(None, [])
            elif head.seq > live.table.seq:
                await self._catch_up(live)
        if head.chat > live.chat_head:
            live.add_chat(await self.readers.read(read_chat, id_, CHAT_KEPT, live.chat_head))
            live.chat_head = head.chat
        if live.owns_job:
            self.on_change(live)

    async def refresh(self, live: LiveTable) -> None:
        """Fold what other processes wrote, and write what follows from it if one of them died."""
        async with live.lock:
            await self._catch_up(live)
            await self._conclude(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Fold what was written elsewhere. Returns whether there was anything."""
        id_, seq = live.table.record.id, live.table.seq
        return await self._fold(live, await self.readers.read(read_log, id_, seq))

    async def _fold(self, live: LiveTable, entries: list[Entry]) -> bool:
        is_dealt_elsewhere = bool(entries) and not live.table.record.is_full
        if is_dealt_elsewhere or any(entry.kind == RULES for entry in entries):
            await self._reload(live)
            live.notify(None, [])
            return True
        for entry in entries:
            steps = _fold(live, entry)
            live.last_action, live.job = time.monotonic(), UNKNOWN
            live.notify(entry, steps)
        return bool(entries)

    async def _reload(self, live: LiveTable) -> None:
        id_ = live.table.record.id
        try:
            loaded = await self.readers.read(load_table, id_)
        except RulesTooNew:
            self._tables.pop(id_, None)
            raise
        live.table, live.stored = loaded.table, loaded.stored
        live.chat = deque(loaded.chat, CHAT_KEPT)
        live.job = UNKNOWN


def _fold(live: LiveTable, entry: Entry) -> list[Step]:
    """Go on to the table after an entry. Returns the steps it made."""
    ply = len(live.table.match.steps)
    live.table = fold(live.table, entry)
    return live.table.match.steps[ply:] if entry.kind == MOVE else []


def _read(store: Store, id_: str) -> tuple[LoadedTable, int]:
    """Read a table and the number of its last chat line."""
    head = read_heads(store, [id_]).get(id_)
    return load_table(store, id_), head.chat if head else 0
