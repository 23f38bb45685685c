"""Runs the stored jobs of tables when they are due: clocks, invitations, bots' turns.

Waiting tables cost nothing: the store has an index by due time. One process at a time holds the
lease on a job; if it does not renew it, another takes over. Should two ever do the same job, the
log accepts only one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial

from nomarch import errors
from nomarch.tables.errors import Refused, RulesTooNew, Unavailable
from nomarch.tables.live_table import UNKNOWN, LiveTable
from nomarch.tables.model import TableRecord, now
from nomarch.tables.people.notices import is_slow
from nomarch.tables.people.vacation import read_vacation
from nomarch.tables.service import TableService
from nomarch.tables.storage.store import LEASE
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

TICK = 1.0
SHORTEST_TICK = 0.03
"""Shortest time between two checks, in seconds."""
MOST_AT_ONCE = 100
"""Jobs taken in one tick, so that a restart after a long stop is no stampede."""
DAY = 86_400


class JobRunner:
    """Takes jobs that are due and carries them out."""

    def __init__(
        self, service: TableService, *, bots: bool = True, only_bots: bool = False
    ) -> None:
        self.service = service
        self.bots = bots
        """Whether bots may think in this process."""
        self.only_bots = only_bots
        """Whether this process only plays bots; other processes then leave bots to it."""
        self.process = service.writer.process
        self.wake = asyncio.Event()
        self._last_heartbeat = -LEASE
        self._task: asyncio.Task[None] | None = None

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
            await self.service.writer.do(lambda store: store.release_jobs(self.process), "bots")

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
        if time.monotonic() - self._last_heartbeat < LEASE / 3:
            return
        busy = {live.table.record.id: live for live in self.service.bots.busy}
        others, kept = await self.service.writer.do(
            lambda store: (
                store.heartbeat(self.process, only_bots=self.only_bots),
                store.renew_jobs(self.process, busy),
            )
        )
        self._last_heartbeat = time.monotonic()
        for id_, live in busy.items():
            live.owns_job = id_ in kept
        self.service.tables.plays_bots = self.only_bots or (self.bots and not others)

    async def run_due(self) -> None:
        """Run what is due: bots take over for late players, old invitations end."""
        at, bots = now(), self.service.tables.plays_bots
        for id_ in await self.service.writer.do(
            lambda store: store.take_jobs(self.process, at, MOST_AT_ONCE, bots=bots)
        ):
            try:
                await self._run_job(id_)
            except Unavailable:
                raise
            except RulesTooNew:  # another process can run it
                continue
            except errors.NomarchError:  # its rules are gone: nobody can play it any more
                await self._reschedule(id_, None)
            except Exception:
                log.exception("the job of table %s failed", id_)
                await self._reschedule(id_, at + DAY)

    async def _reschedule(self, id_: str, at: float | None) -> None:
        await self.service.writer.do(lambda store: store.reschedule(id_, at))

    async def _run_job(self, id_: str) -> None:
        live = await self.service.open(id_)
        await self.service.tables.refresh(live)
        if not live.table.record.is_full:
            await self._expire(live)
            return
        seq = live.table.seq
        for seat in live.table.late_seats(now()):
            until = await self._vacation(live.table.record, seat)
            command = (
                partial(Table.request_delay, seat=seat, seq=seq, until=until)
                if until > now()
                else partial(Table.request_timeout, seat=seat, seq=seq)
            )
            with contextlib.suppress(Refused):  # it moved at the last moment
                await self.service.tables.append(live, command)
        live.job, live.owns_job = UNKNOWN, True  # the stored job is done
        self.service.tables.update_job(live)
        self.service.bots.start(live)

    async def _vacation(self, record: TableRecord, seat: int) -> float:
        """Return until when the game waits for the owner of a seat who is on vacation."""
        if not is_slow(record) or record.tournament:
            return 0.0
        guest = record.seats[seat].guest
        found = await self.service.readers.read(lambda store: read_vacation(store, guest))
        return found.until

    async def _expire(self, live: LiveTable) -> None:
        """Delete a table that never filled, unless somebody is connected to it."""
        record = live.table.record
        end = record.created + self.service.directory.invitation
        if live.listeners or now() < end:
            await self._reschedule(record.id, max(now() + DAY, end))
        else:
            await self.service.tables.remove(live)
