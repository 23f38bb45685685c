"""Hourly maintenance: expired invitations, inactive people, missing archives."""

import logging

from nomarch.errors import NomarchError
from nomarch.kernel.declare.game import rulebook
from nomarch.people.deletion import forget_person
from nomarch.people.handle_keys import refresh_handle_keys
from nomarch.people.handles import is_reserved
from nomarch.people.moderation import delete_old_cases
from nomarch.people.person_store import find_abandoned
from nomarch.people.private_messages import delete_old_messages
from nomarch.storage.store import Store
from nomarch.tables.archive.outcome_store import find_unarchived
from nomarch.tables.live.load import load_table
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService
from nomarch.tables.state.model import now
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.results import CLOSED, GameResult, put_result, result_of, without_result
from nomarch.tables.stores.rules_upgrade import archive_table, rules_of
from nomarch.tables.stores.table_store import find_unstarted, read_table

log = logging.getLogger("nomarch.tables")

HOUR, DAY = 3600.0, 86_400.0
AT_ONCE = 20
"""Rows handled in one call of the store."""


def repair(store: Store) -> None:
    """Bring what older versions stored up to date, when a server starts."""
    if count := refresh_handle_keys(store):
        log.info("recomputed the keys of %d names", count)
    is_reserved("")  # loads the look-alikes before anyone waits for them


class Maintenance(PeriodicTask):
    """Runs the maintenance tasks every hour, in small batches."""

    def __init__(self, service: TableService, forget_days: float = 0.0) -> None:
        super().__init__("maintenance", HOUR, self.run)
        self.service = service
        self.forget_days = forget_days
        """Days without a visit until a person without a claimed name is deleted; 0 is never."""
        self._unarchivable: set[str] = set()
        """Tables that cannot be archived: their rules are gone."""

    async def run(self) -> None:
        """Run all tasks once."""
        while await self.service.readers.read(self._archive_some):
            pass
        while await self.service.writer.do(store_missing_results):
            pass
        await self.service.writer.do(delete_old_cases, now())
        await self.service.writer.do(delete_old_messages, now())
        await self._end_invitations()
        if self.forget_days:
            await self._forget_people(now() - self.forget_days * DAY)

    async def _end_invitations(self) -> None:
        """Delete tables that never began, unless somebody is connected to them."""
        before = now() - self.service.directory.invitation
        for id_ in await self.service.readers.read(find_unstarted, before, AT_ONCE):
            live = await self.service.tables.find(id_)
            if live is not None and not live.listeners:
                await self.service.tables.remove(live)

    async def _forget_people(self, before: float) -> None:
        """Delete people who were last here before a time."""
        abandoned = await self.service.readers.read(find_abandoned, before, AT_ONCE)
        for person in abandoned:
            await self.service.writer.do(forget_person, person)
        if abandoned:
            log.info("forgot %d people who had not been here for long", len(abandoned))

    def _archive_some(self, store: Store) -> int:
        """Archive tables from before archives existed. Returns how many were tried."""
        found = find_unarchived(store, AT_ONCE + len(self._unarchivable))
        left = [id_ for id_ in found if id_ not in self._unarchivable][:AT_ONCE]
        for id_ in left:
            self._unarchivable.add(id_)
            _archive(store, id_)
        return len(left)


def store_missing_results(store: Store) -> int:
    """Store the results of games that ended before results were kept. Returns how many."""
    tables = without_result(store, AT_ONCE)
    for id_ in tables:
        try:
            result = result_of(load_table(store, id_).table)
        except NomarchError as error:  # damaged, or its rules are gone
            log.warning("table %s has no result: %s", id_, error)
            result = GameResult(id_, "", "", 0, False, now(), reason=CLOSED)
        with store.transaction():
            put_result(store, result)
    return len(tables)


def _archive(store: Store, id_: str) -> None:
    try:
        record, entries = read_table(store, id_), read_log(store, id_)
        if record and rules_of(record, entries) == rulebook(record.game).game.rules_version:
            archive_table(store, record, entries)
    except store.failures:
        raise
    except Exception as error:  # damaged
        log.warning("table %s cannot be archived: %s", id_, error)
