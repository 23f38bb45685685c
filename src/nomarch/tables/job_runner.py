"""Runs the stored jobs of tables when they are due: clocks, invitations, bots' turns.

Waiting tables cost nothing: the store has an index by due time. One process at a time holds the
lease on a job; if it does not renew it, another takes over. Should two ever do the same job, the
log accepts only one of them.

A job that fails is tried again, later each time. After `MAX_TRIES` the table is marked as stalled,
which its page says, and the job is tried once a day.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from functools import partial

import msgspec

from nomarch import platform
from nomarch.errors import NomarchError, Refused, Unavailable
from nomarch.storage.store import DamagedData, Store
from nomarch.tables.live.live_table import UNKNOWN, LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import RulesTooNew
from nomarch.tables.state.model import TableRecord, now
from nomarch.tables.state.outages import is_site_silent, note_alive
from nomarch.tables.state.table import Table
from nomarch.tables.stores.job_store import (
    LEASE,
    heartbeat,
    release_jobs,
    renew_jobs,
    reschedule,
    take_jobs,
)
from nomarch.tables.stores.table_store import lock_table, put_table

log = logging.getLogger("nomarch.tables")

TICK = 1.0
SHORTEST_TICK = 0.03
"""Shortest time between two checks, in seconds."""
MOST_AT_ONCE = 100
"""Jobs taken in one tick, so that a restart after a long stop is no stampede."""
ALONE = 60.0
"""Seconds between heartbeats where no other process can be: each writes to the disk."""
DAY = 86_400
FIRST_RETRY, RETRY_FACTOR = 10.0, 4.0
"""Seconds until a job that failed is tried again, and how much longer each time."""
MAX_TRIES = 6


@dataclass(eq=False)
class JobRunner:
    """Takes jobs that are due and carries them out."""

    service: TableService
    _: KW_ONLY
    bots: bool = True
    """Whether bots may think in this process."""
    only_bots: bool = False
    """Whether this process only plays bots; other processes then leave bots to it."""
    on_failure: Callable[[str], None] = lambda outcome: None
    """Called when a job failed, with `retried` or `given_up`."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    _tries: dict[str, int] = field(default_factory=dict)
    """How often in a row each table's job failed in this process."""
    _last_heartbeat: float = -LEASE
    _is_waiting: bool = False
    """Whether no server runs for which this process plays bots."""
    _task: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.process = self.service.writer.process

    def start(self) -> None:
        self.service.tables.plays_bots = self.bots
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def release(self) -> None:
        """Release all jobs to other processes."""
        with contextlib.suppress(Unavailable):
            await self.service.writer.do_and_notify("bots", release_jobs, self.process)

    async def _run(self) -> None:
        while True:
            # Not `wait_for`: woken and cancelled at once, it would swallow the cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self.wake.wait()
                await asyncio.sleep(SHORTEST_TICK)
            self.wake.clear()
            try:
                await self.heartbeat()
                await self.run_due()
                await self.service.directory.save_summaries()
                await self.service.tables.archive_finished()
            except Unavailable:
                log.warning("jobs wait for the store")
            except Exception:
                log.exception("jobs cannot be run")

    async def heartbeat(self) -> None:
        """Renew this process's registration and leases now and then."""
        pause = ALONE if platform.IS_BROWSER else LEASE / 3
        if time.monotonic() - self._last_heartbeat < pause:
            return
        busy = {live.table.record.id: live for live in self.service.bots.busy}
        others, kept = await self.service.writer.do(
            lambda store: (
                heartbeat(store, self.process, only_bots=self.only_bots),
                renew_jobs(store, self.process, busy),
            )
        )
        if self.only_bots:
            await self._watch_servers()
        else:
            await self.service.writer.do(note_alive)
        self._last_heartbeat = time.monotonic()
        for id_, live in busy.items():
            live.owns_job = id_ in kept
        self.service.tables.plays_bots = self.only_bots or (self.bots and not others)

    async def _watch_servers(self) -> None:
        """Wait while no server runs; afterwards clocks are recomputed."""
        was_silent = self._is_waiting
        self._is_waiting = await self.service.readers.read(is_site_silent)
        if was_silent and not self._is_waiting:
            self.service.tables.clear()

    async def run_due(self) -> None:
        """Run due jobs: bots take over for late players, old invitations end."""
        if self._is_waiting:
            return
        at, bots = now(), self.service.tables.plays_bots
        due = await self.service.writer.do(take_jobs, self.process, at, MOST_AT_ONCE, bots=bots)
        renewed = time.monotonic()
        while due:
            id_ = due.pop(0)
            try:
                await self._run_job(id_, at)
            except Unavailable:
                raise
            except RulesTooNew:  # another process can run it
                pass
            except Exception as error:
                await self._retry(id_, at, error)
            else:
                self._tries.pop(id_, None)
            if time.monotonic() - renewed > LEASE / 3:
                due, renewed = await self._renew(due), time.monotonic()

    async def _renew(self, due: list[str]) -> list[str]:
        """Renew the leases on jobs that wait here; returns those that no other process has."""
        await self.heartbeat()
        held = await self.service.writer.do(renew_jobs, self.process, due)
        return [id_ for id_ in due if id_ in held]

    async def _retry(self, id_: str, taken: float, error: Exception) -> None:
        """Run a failed job again later; after many tries, mark its table as stalled."""
        tries = self._tries[id_] = self._tries.get(id_, 0) + 1
        # NomarchErrors are expected; log them without a traceback.
        trace = None if isinstance(error, NomarchError) else error
        if tries < MAX_TRIES:
            wait = FIRST_RETRY * RETRY_FACTOR ** (tries - 1)
            log.warning(
                "the job of table %s failed, next try in %d s: %s", id_, wait, error, exc_info=trace
            )
            self.on_failure("retried")
            await self.service.writer.do(reschedule, id_, taken + wait, taken)
            return
        log.error(
            "the job of table %s failed %d times: given up (%s)", id_, tries, error, exc_info=trace
        )
        self.on_failure("given_up")
        await self.service.writer.do_and_notify(f"table {id_}", _stall, id_, taken)
        live = self.service.tables.get(id_)
        if live is not None:
            await self.service.tables.reload(id_)

    async def _run_job(self, id_: str, taken: float) -> None:
        live = await self.service.open(id_)
        await self.service.tables.refresh(live)
        if not live.table.record.is_full:
            await self._expire(live, taken)
            return
        seq = live.table.seq
        for seat in live.table.late_seats(now()):
            command = partial(Table.request_timeout, seat=seat, seq=seq)
            with contextlib.suppress(Refused):  # it moved at the last moment
                await self.service.tables.append(live, command)
        live.job, live.owns_job = UNKNOWN, True  # the stored job is done
        self.service.tables.update_job(live)
        self.service.bots.start(live)
        if live.table.record.stalled:
            await self.service.tables.change_record(live, _resume)

    async def _expire(self, live: LiveTable, taken: float) -> None:
        """Delete a table that never filled, unless somebody is connected to it."""
        record = live.table.record
        end = record.created + self.service.directory.invitation
        if live.listeners or now() < end:
            due = max(now() + DAY, end)
            await self.service.writer.do(reschedule, record.id, due, taken)
        else:
            await self.service.tables.remove(live)


def _stall(store: Store, id_: str, taken: float) -> None:
    """Mark a table as stalled and try its job again in a day; without a table there is no job."""
    with store.transaction():
        try:
            record = lock_table(store, id_)
        except DamagedData:
            reschedule(store, id_, taken + DAY, taken)
            return
        reschedule(store, id_, taken + DAY if record else None, taken)
        if record is not None and not record.stalled:
            put_table(store, msgspec.structs.replace(record, stalled=True))


async def _resume(record: TableRecord) -> TableRecord:
    return msgspec.structs.replace(record, stalled=False)
