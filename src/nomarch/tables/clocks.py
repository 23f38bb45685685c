"""Clocks: the store knows when a table is to be looked at, and none is opened before.

A table that waits costs nothing, however many there are: the store has an index of what is due.
Of several processes one sees to a table, by a lease in the store; when it does not renew it for
some seconds another takes over. Should two ever do the same, the log has room for one of them.
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
from nomarch.tables.model import now
from nomarch.tables.service import TableService
from nomarch.tables.store import LEASE
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

TICK = 1.0
SHORTEST_TICK = 0.03
"""Seconds between two looks however often one is told to hurry."""
MOST_AT_ONCE = 100
"""Tables that are looked at in one tick, so that a long stop does not end in a stampede."""
DAY = 86_400


class JobRunner:
    """Looks at tables when they are due."""

    def __init__(
        self, service: TableService, *, bots: bool = True, only_bots: bool = False
    ) -> None:
        self.service = service
        self.bots = bots
        """Whether bots may think in this process."""
        self.only_bots = only_bots
        """Whether it does nothing else: then other processes leave them to it."""
        self.process = service.writer.process
        self.hurry = asyncio.Event()
        self._beaten = -LEASE
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins with the tables that became due while nobody looked."""
        self.service.plays_bots = self.bots
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Looks at nothing any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def leave(self) -> None:
        """Hands everything over to other processes, at once."""
        with contextlib.suppress(Unavailable):
            await self.service.writer.do(lambda store: store.release_jobs(self.process), "bots")

    async def _watch(self) -> None:
        while True:
            # Not `wait_for`: told to hurry and to stop at once, it would forget to stop.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self.hurry.wait()
                await asyncio.sleep(SHORTEST_TICK)
            self.hurry.clear()
            try:
                await self.beat()
                await self.look()
                await self.service.note_standings()
            except Unavailable:
                log.warning("the clocks wait for the store")
            except Exception:
                log.exception("the clocks cannot be looked at")

    async def beat(self) -> None:
        """Says now and then that this process is there, and what it is busy with."""
        if time.monotonic() - self._beaten < LEASE / 3:
            return
        busy = {live.table.record.id: live for live in self.service.busy}
        others, kept = await self.service.writer.do(
            lambda store: (
                store.beat(self.process, only_bots=self.only_bots),
                store.renew_jobs(self.process, busy),
            )
        )
        self._beaten = time.monotonic()
        for id_, live in busy.items():
            live.kept = id_ in kept
        self.service.plays_bots = self.only_bots or (self.bots and not others)

    async def look(self) -> None:
        """Does what is due: bots take over for those whose time ran out, old invitations end."""
        at, bots = now(), self.service.plays_bots
        for id_ in await self.service.writer.do(
            lambda store: store.take_jobs(self.process, at, MOST_AT_ONCE, bots=bots)
        ):
            try:
                await self._look_at(id_)
            except Unavailable:
                raise
            except RulesTooNew:  # another process sees to it
                continue
            except errors.NomarchError:  # it belongs to other rules: nobody can play it any more
                await self._put_off(id_, None)
            except Exception:
                log.exception("the clock of table %s failed", id_)
                await self._put_off(id_, at + DAY)

    async def _put_off(self, id_: str, at: float | None) -> None:
        await self.service.writer.do(lambda store: store.reschedule(id_, at))

    async def _look_at(self, id_: str) -> None:
        live = await self.service.open(id_)
        await self.service.refresh(live)
        if not live.table.record.is_full:
            await self._expire(live)
            return
        seq = live.table.seq
        for seat in live.table.late_seats(now()):
            with contextlib.suppress(Refused):  # it moved at the last moment
                await self.service.append(live, partial(Table.request_away, seat=seat, seq=seq))
        live.noted, live.kept = UNKNOWN, True  # what the store was told is past
        self.service.look_again(live)
        self.service.stir(live)

    async def _expire(self, live: LiveTable) -> None:
        """Takes a table away to which nobody came, unless somebody still waits at it."""
        record = live.table.record
        end = record.created + self.service.invitation
        if live.listeners or now() < end:
            await self._put_off(record.id, max(now() + DAY, end))
        else:
            await self.service.remove(live)
