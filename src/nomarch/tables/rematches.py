"""Rematches: the next game of the same people, whose seats are kept for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from nomarch.decoding import convert
from nomarch.errors import Refused
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import BOT, OPEN, Person, Seat, TableRecord
from nomarch.tables.state.table import Table
from nomarch.tables.state.table_options import TableOptions
from nomarch.tables.stores.table_store import remove_table

if TYPE_CHECKING:
    from nomarch.tables.service import TableService


class Rematches:
    """Creates the table of a next game once, and seats everyone who asks for it."""

    def __init__(self, service: TableService) -> None:
        self.service = service

    async def join(self, id_: str, person: Person, network: str = "") -> str:
        """Return the table of the next game, at which the person has a seat.

        Seats rotate by one unless the rules decide how the next game begins. The seats of those
        who have not asked yet are kept for them.
        """
        service, made = self.service, ""
        live = await service.open(id_)
        if not live.table.record.seats_of(person.id):
            raise Forbidden("Only the players of this game can ask for a rematch.")
        if live.table.record.tournament:
            raise Refused("Tournament games have no rematch: the next round follows.")

        async def link(record: TableRecord) -> TableRecord | None:
            nonlocal made
            if record.rematch and await service.tables.find(record.rematch):
                return None
            made = made or await self._create(live, person, network)
            return msgspec.structs.replace(record, rematch=made)

        await service.tables.change_record(live, link)
        again = live.table.record.rematch
        if made and again != made:  # another process was first
            await service.writer.do(remove_table, made)
        await self._take_seats(live, again, person, network)
        return again

    async def _take_seats(self, live: LiveTable, id_: str, person: Person, network: str) -> None:
        """Take the seats that a table's rematch keeps for a person."""
        service, (kept, _) = self.service, _next_seats(live.table)
        kept = await service.readers.read(
            service.policy.prepare_seats, kept, live.table.record.clock
        )

        async def take(record: TableRecord) -> TableRecord | None:
            mine = {
                index: kept[index]
                for index, seat in enumerate(record.seats)
                if seat.kind == OPEN and kept[index].person == person.id
            }
            if not mine and not record.seats_of(person.id):
                raise Refused("The rematch has started without you.")
            if not mine:
                return None
            await service.check_in(record, person, network)
            return record.with_seats(mine)

        await service.tables.change_record(await service.open(id_), take)

    async def _create(self, live: LiveTable, person: Person, network: str) -> str:
        record = live.table.record
        if not live.table.match.over:
            raise Refused("The game isn't over yet.")
        kept, decided = _next_seats(live.table)
        seats = [
            seat
            if seat.kind == BOT or seat.person == person.id
            else Seat(OPEN, seat.name, reserved=seat.person)
            for seat in kept
        ]
        options = {**record.options, **decided}
        how = replace(convert(record, TableOptions), coached=False, listed=False, public=False)
        how = replace(how, joint=bool(record.contributions))
        again = await self.service.create(person, record.game, seats, options, how, network=network)
        return again.id


def _next_seats(table: Table) -> tuple[Sequence[Seat], Mapping[str, str]]:
    """Return who sits where in the next game, and the options that its rules decide.

    Rules decide nothing after a game that ended by resignation.
    """
    match, seats = table.match, table.record.seats
    decided = {} if match.is_stopped else table.book.follow_up(match.observe())
    return (seats if decided else (*seats[1:], seats[0])), decided
