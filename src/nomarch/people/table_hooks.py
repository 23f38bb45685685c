"""What people add to tables, and what they may do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomarch.people import networks, notice_checks
from nomarch.people.accounts import own_names
from nomarch.people.moderation import check_may_chat
from nomarch.people.own_pauses import with_pauses
from nomarch.people.rated_play import check_anchored, check_may_join_rated, check_rated
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

    def append_values(self, entries: Sequence[Entry]) -> list[Any]:
        return transpose(notice_checks.latest_entries(entries), 3)

    def after_append(self, store: Store, entries: Sequence[Entry]) -> None:
        notice_checks.put_checks(store, entries)

    def before_write(self, store: Store, record: TableRecord) -> TableRecord:
        return networks.settle(store, record)

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

    def prepare_seats(self, store: Store, seats: Sequence[Seat], clock: int) -> tuple[Seat, ...]:
        return with_pauses(store, own_names(store, seats), clock)

    def check_rated(self, game: str, seats: Sequence[Seat], *, coached: bool, hints: bool) -> None:
        check_rated(game, seats, coached=coached, hints=hints)

    def check_rated_bot(self, game: str, level: str, players: int) -> None:
        check_anchored(game, level, players)

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

    def note_network(self, store: Store, table: str, person: str, network: str) -> None:
        networks.store_network(store, table, person, network)

    def leave(self, store: Store, table: str, person: str) -> None:
        networks.forget(store, table, person)

    def check_may_chat(self, store: Store, person: str, at: float) -> None:
        check_may_chat(store, person, at)
