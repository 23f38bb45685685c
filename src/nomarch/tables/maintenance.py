"""Housekeeping: what has to be done now and then, and can wait."""

from __future__ import annotations

import asyncio
import logging

from nomarch.kernel.game import rulebook
from nomarch.tables import admin
from nomarch.tables.archive.upgrade import keep_all, rules_of
from nomarch.tables.errors import Unavailable
from nomarch.tables.model import now
from nomarch.tables.service import TableService
from nomarch.tables.store import Store

log = logging.getLogger("nomarch.tables")

HOUR, DAY = 3600.0, 86_400.0
AT_ONCE = 20
"""Tables that are seen to in one go."""


class Maintenance:
    """Tidies up every hour, a little at a time."""

    def __init__(
        self, service: TableService, guest_days: float = 0.0, invitation_days: float = 14.0
    ) -> None:
        self.service = service
        self.guest_days = guest_days
        """After how many days without a visit guests are forgotten; 0 is never."""
        service.invitation = invitation_days * DAY
        self._task: asyncio.Task[None] | None = None
        self._past_help: set[str] = set()
        """Tables of which nothing can be kept: their rules are gone."""

    def start(self) -> None:
        """Begins at once."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Leaves the rest for another time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.tidy()
            except Unavailable:
                log.warning("housekeeping waits for the store")
            except Exception:
                log.exception("housekeeping failed")
            await asyncio.sleep(HOUR)

    async def tidy(self) -> None:
        """Does all there is to do."""
        while await self.service.readers.read(self._keep_some):
            pass
        await self._end_invitations()
        if self.guest_days:
            await self._forget_guests(now() - self.guest_days * DAY)

    async def _end_invitations(self) -> None:
        """Takes tables away that never began, unless somebody is waiting there."""
        before = now() - self.service.invitation
        for id_ in await self.service.readers.read(lambda store: store.unstarted(before, AT_ONCE)):
            live = await self.service.find(id_)
            if live is not None and not live.listeners:
                await self.service.remove(live)

    async def _forget_guests(self, before: float) -> None:
        """Forgets those who have not been there since some time."""
        abandoned = await self.service.readers.read(lambda store: store.abandoned(before, AT_ONCE))
        for guest in abandoned:
            await self.service.writer.do(lambda store, guest=guest: admin.forget(store, guest))  # type: ignore[misc]
        if abandoned:
            log.info("forgot %d guests who had not been here for long", len(abandoned))

    def _keep_some(self, store: Store) -> int:
        """Keeps the outcomes of tables from before outcomes were kept; how many were left."""
        found = store.unkept(AT_ONCE + len(self._past_help))
        left = [id_ for id_ in found if id_ not in self._past_help][:AT_ONCE]
        for id_ in left:
            self._past_help.add(id_)
            _keep(store, id_)
        return len(left)


def _keep(store: Store, id_: str) -> None:
    try:
        record, entries = store.table(id_), store.log(id_)
        if record and rules_of(record, entries) == rulebook(record.game).game.rules_version:
            keep_all(store, record, entries)
    except store.failures:
        raise
    except Exception as error:  # damaged, or of another time
        log.warning("table %s cannot be kept: %s", id_, error)
