"""What people add to tables, and what they may do there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomarch.people import moderation, networks, notice_checks, rated_play
from nomarch.people.accounts import own_names
from nomarch.people.own_pauses import with_pauses
from nomarch.people.rated_play import check_may_join_rated
from nomarch.people.rating_store import rate
from nomarch.storage.schema import NOTICE, NOTICE_CHECK, SEAT_NETWORK, TABLE_INVITATION
from nomarch.storage.statements import delete_rows
from nomarch.storage.store import Store
from nomarch.tables.service import people_of
from nomarch.tables.state.model import Entry, Person, Seat, TableRecord, now
from nomarch.tables.stores.hooks import TableHooks
from nomarch.tables.stores.log_store import transpose
from nomarch.tables.stores.policy import TablePolicy
from nomarch.tables.stores.results import GameResult

OnMerge = Callable[[Store, str, str], None]
"""Called with the person that was merged and the one who has everything now."""


class PeopleHooks(TableHooks):
    """Networks, ratings and notices, in the transactions of tables."""

    def __init__(self, on_merge: Sequence[OnMerge] = ()) -> None:
        self.on_merge = tuple(on_merge)
        """What other packages do in the transaction that merges two people."""

    append_more = staticmethod(notice_checks.append_checks)
    after_append = staticmethod(notice_checks.put_checks)
    before_write = staticmethod(networks.settle)

    def append_values(self, entries: Sequence[Entry]) -> list[Any]:
        return transpose(notice_checks.latest_entries(entries), 3)

    def after_write(self, store: Store, record: TableRecord) -> None:
        if record.over or record.shared_network:
            delete_rows(store, SEAT_NETWORK, game_table=record.id)
        if record.is_full and not record.over:
            notice_checks.put_check(store, record.id, 0, now() + notice_checks.CHECK_DELAY)

    def after_result(self, store: Store, result: GameResult) -> None:
        if result.rated and result.seats:
            rate(store, result)

    def after_remove(self, store: Store, table: str) -> None:
        for kind in (NOTICE_CHECK, TABLE_INVITATION, SEAT_NETWORK):
            delete_rows(store, kind, game_table=table)
        delete_rows(store, NOTICE, subject=table)


class PeoplePolicy(TablePolicy):
    """What people may do at the tables of a site."""

    check_rated = staticmethod(rated_play.check_rated)
    check_rated_bot = staticmethod(rated_play.check_anchored)
    check_may_chat = staticmethod(moderation.check_may_chat)
    note_network = staticmethod(networks.store_network)
    leave = staticmethod(networks.forget)

    def prepare_seats(self, store: Store, seats: Sequence[Seat], clock: int) -> tuple[Seat, ...]:
        return with_pauses(store, own_names(store, seats), clock)

    def open_rated(
        self, store: Store, record: TableRecord, known: Mapping[str, str]
    ) -> TableRecord:
        people = people_of(record)
        for person in people:
            check_may_join_rated(store, person, now())
            networks.store_network(store, record.id, person, known.get(person, ""))
        networks.seat_waiting(store, record.id, people)
        return networks.settle(store, record)

    def join_rated(self, store: Store, record: TableRecord, person: Person, network: str) -> None:
        check_may_join_rated(store, person.id, now())
        networks.store_network(store, record.id, person.id, network)
