"""Clocks: the store knows when a table is to be looked at, and none is opened before.

A table that waits costs nothing, however many there are: the store has an index of what is due.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from nomarch import errors
from nomarch.tables.hall import Hall, Live
from nomarch.tables.model import now
from nomarch.tables.refusals import NotNow, Refused, TooNew

log = logging.getLogger("nomarch.tables")

TICK = 1.0
MOST_AT_ONCE = 100
"""Tables that are looked at in one tick, so that a long stop does not end in a stampede."""
DAY = 86_400


class Clocks:
    """Looks at tables when they are due."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins with the tables that became due while nobody looked."""
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Looks at nothing any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.look()
            except NotNow:
                log.warning("the clocks wait for the store")
            except Exception:
                log.exception("the clocks cannot be looked at")

    async def look(self) -> None:
        """Does what is due: bots take over for those whose time ran out, old invitations end."""
        at = now()
        for id_ in await self.hall.readers.read(lambda store: store.due_tables(at, MOST_AT_ONCE)):
            try:
                await self._look_at(id_)
            except NotNow:
                raise
            except TooNew:  # another process sees to it
                continue
            except errors.NomarchError:  # it belongs to other rules: nobody can play it any more
                self.hall.writer.look_again(id_, None)
            except Exception:
                log.exception("the clock of table %s failed", id_)
                self.hall.writer.look_again(id_, at + DAY)

    async def _look_at(self, id_: str) -> None:
        live = await self.hall.open(id_)
        if not live.table.record.is_full:
            await self._expire(live)
            return
        seq = live.table.seq
        for seat in live.table.late_seats(now()):
            with contextlib.suppress(Refused):  # it moved at the last moment
                await self.hall.write(live, lambda table, seat=seat: table.wish_away(seat, seq))  # type: ignore[misc]
        live.due = -1.0  # what the store was told is past
        self.hall.look_again(live)

    async def _expire(self, live: Live) -> None:
        """Takes a table away to which nobody came, unless somebody still waits at it."""
        record = live.table.record
        end = record.created + self.hall.invitation
        if live.listeners or now() < end:
            again = max(now() + DAY, end)
            self.hall.writer.look_again(record.id, again)
        else:
            await self.hall.remove(live)
