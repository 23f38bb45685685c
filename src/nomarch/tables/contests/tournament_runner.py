"""Runs tournaments: starts their rounds, replaces those who do not come, ends them.

Every process looks for tournaments that are due; one takes each for a few seconds. Should two ever
work on the same one, the store accepts one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from statistics import median

import msgspec

from nomarch.errors import NomarchError
from nomarch.kernel.seeds import make_seed
from nomarch.tables.absences import MISSED
from nomarch.tables.contests import tournaments as stored
from nomarch.tables.contests.rounds import (
    LEAST_PEOPLE,
    draw_seating,
    is_last_round,
    missing_people,
    new_round,
    next_byes,
    next_people,
    next_season,
    with_divisions,
)
from nomarch.tables.contests.standings import ABSENT, OVERDUE, Pairing
from nomarch.tables.contests.tournaments import (
    CANCELLED,
    FINISHED_STATE,
    LEAGUE,
    OPEN_STATE,
    RUNNING,
    Tournament,
    TournamentFile,
)
from nomarch.tables.errors import BadRequest, Forbidden, Refused, Unavailable
from nomarch.tables.live_table import LiveTable
from nomarch.tables.model import AWAY, GUEST, LEAVE, MOVE, Entry, Guest, TableRecord, new_id, now
from nomarch.tables.people.rating_store import nearest_level, rating_of
from nomarch.tables.people.relations import blocked_pairs
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService
from nomarch.tables.storage.store import Conflict, Store
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

TICK = 2.0
LOOK_EVERY = 5.0
"""Seconds between two looks at a running round."""
BREAK = 60.0
"""Seconds between two rounds, except in a league."""
SLOW = 12 * 3600
"""Seconds per move from which a game is one over days."""
NO_SHOW, SLOW_NO_SHOW = 180.0, 86_400.0
"""Seconds that a player has for the first move, live and over days."""


class TournamentRunner(PeriodicTask):
    """Carries out what is due at tournaments, and what their people ask for."""

    def __init__(self, service: TableService) -> None:
        super().__init__("tournaments", TICK, self.run_due)
        self.service = service

    # --- What people ask for --------------------------------------------------------------------

    async def file(self, id_: str) -> TournamentFile:
        """Return a tournament with its entrants, tables and results."""
        return await self.service.readers.read(lambda store: stored.read_file(store, id_))

    async def create(self, tournament: Tournament) -> Tournament:
        """Add a tournament with a new id and a secret seed."""
        made = msgspec.structs.replace(tournament, id=new_id(), seed=make_seed())
        await self.service.writer.do(lambda store: stored.create_tournament(store, made))
        return made

    async def enter(self, id_: str, guest: Guest) -> None:
        """Enter a tournament; late ones play from the next round on."""
        at = now()
        await self.service.writer.do(lambda store: stored.enter(store, id_, guest.id, at))

    async def withdraw(self, id_: str, guest: Guest) -> None:
        """Leave a tournament; in the running game a bot takes the seat."""
        file = await self.file(id_)
        if file.tournament.has_ended:
            raise Refused("The tournament is over.")
        await self.service.writer.do(lambda store: stored.withdraw(store, id_, [guest.id]))
        for pairing in file.unfinished():
            if any(seat.guest == guest.id for seat in pairing.seats):
                live = await self.service.open(pairing.table)
                for seat in live.table.record.seats_of(guest.id):
                    await self.service.leave(live, seat)

    async def begin(self, id_: str, guest: Guest) -> None:
        """Start a tournament before its time."""
        file = await self._own(id_, guest)
        if file.tournament.state != OPEN_STATE:
            raise Refused("The tournament has already started.")
        if len(file.active) < LEAST_PEOPLE:
            raise BadRequest("A tournament needs at least two people.")
        earlier = msgspec.structs.replace(file.tournament, starts=now())
        await self._change(earlier, earlier.starts)
        await self.run_due()

    async def cancel(self, id_: str, guest: Guest) -> None:
        """End a tournament; games that are running go on without it."""
        file = await self._own(id_, guest)
        if file.tournament.has_ended:
            raise Refused("The tournament is over.")
        await self._unseal(file)
        await self._change(msgspec.structs.replace(file.tournament, state=CANCELLED), None)

    async def _own(self, id_: str, guest: Guest) -> TournamentFile:
        file = await self.file(id_)
        if file.tournament.host != guest.id:
            raise Forbidden("Only the organiser can do that.")
        return file

    async def _change(self, tournament: Tournament, due: float | None) -> None:
        try:
            await self.service.writer.do(
                lambda store: stored.change_tournament(store, tournament, due)
            )
        except Conflict:
            raise Refused("The tournament has moved on. Look again.") from None

    # --- What is due ----------------------------------------------------------------------------

    async def run_due(self) -> None:
        """Look once at every tournament that is due."""
        at = now()
        for id_ in await self.service.readers.read(lambda s: stored.due_tournaments(s, at)):
            try:
                if await self.service.writer.do(
                    lambda store, id_=id_: stored.take_tournament(store, id_, at, at + LOOK_EVERY)  # type: ignore[misc]
                ):
                    await self.step(id_, at)
            except Conflict:
                log.info("another process has moved tournament %s on", id_)
            except Unavailable:
                raise
            except Exception:
                log.exception("tournament %s cannot go on", id_)

    async def step(self, id_: str, at: float) -> None:
        """Do what is due at a tournament; raises `Conflict` if another process did."""
        file = await self.file(id_)
        tournament = file.tournament
        if tournament.state == OPEN_STATE and at >= tournament.starts:
            await self._start_round(file, at)
        elif tournament.state == RUNNING:
            await self._look_after(file, at)

    async def _look_after(self, file: TournamentFile, at: float) -> None:
        tournament = file.tournament
        if await self._keep_playing(file, at):
            return
        file = await self.file(tournament.id)
        tournament = file.tournament
        if not tournament.next_at:
            await self._unseal(file)
        if is_last_round(file):
            await self._finish(file, at)
        elif not tournament.next_at:
            pause = max(at, tournament.deadline) if tournament.format == LEAGUE else at + BREAK
            await self._write(msgspec.structs.replace(tournament, next_at=pause), pause)
        elif at >= tournament.next_at:
            await self._start_round(file, at)

    async def _write(self, tournament: Tournament, due: float | None) -> None:
        await self.service.writer.do(lambda store: stored.change_tournament(store, tournament, due))

    async def _finish(self, file: TournamentFile, at: float) -> None:
        """End a tournament; a league goes on with its next season."""
        ended = msgspec.structs.replace(file.tournament, state=FINISHED_STATE)
        found = next_season(file, new_id(), at)
        if found is None:
            await self._write(ended, None)
            return
        following, ladder = found
        ended = msgspec.structs.replace(ended, following=following.id)
        await self.service.writer.do(
            lambda store: stored.start_season(store, ended, following, ladder, at)
        )

    async def _start_round(self, file: TournamentFile, at: float) -> None:
        tournament, people = file.tournament, next_people(file)
        number = tournament.round + 1
        if len(people) < LEAST_PEOPLE:
            state = FINISHED_STATE if tournament.round else CANCELLED
            await self._write(msgspec.structs.replace(tournament, state=state), None)
            return
        divisions: dict[str, int] = {}
        ratings, blocked = await self._read_people(file)
        if not tournament.level:
            level = nearest_level(tournament.game, median(ratings.values()))
            tournament = msgspec.structs.replace(tournament, level=level)
            file = msgspec.structs.replace(file, tournament=tournament)
        if tournament.format == LEAGUE and number == 1:
            file = with_divisions(file, ratings)
            divisions = {entrant.guest: entrant.division for entrant in file.active}
        byes = next_byes(file, people)
        playing = [guest for guest in people if guest not in byes]
        seating, draw = await asyncio.to_thread(draw_seating, file, playing, number, blocked)
        pairings, tables = new_round(file, seating, number, at)
        begun = msgspec.structs.replace(
            tournament,
            state=RUNNING,
            round=number,
            round_began=at,
            next_at=0.0,
            byes=(*tournament.byes, *(byes or [""])),
            draws=(*tournament.draws, draw),
        )
        gone = missing_people(file)

        def start(store: Store) -> None:
            stored.start_round(store, begun, pairings, tables, at + LOOK_EVERY, divisions)
            stored.withdraw(store, begun.id, gone)

        await self.service.writer.do(start)
        log.info("round %d of tournament %s starts at %d tables", number, begun.id, len(tables))

    async def _read_people(
        self, file: TournamentFile
    ) -> tuple[dict[str, float], set[tuple[str, str]]]:
        """Return everyone's rating in the tournament's game, and who blocks whom."""
        game, people = file.tournament.game, [entrant.guest for entrant in file.active]

        def read(store: Store) -> tuple[dict[str, float], set[tuple[str, str]]]:
            ratings = {guest: rating_of(store, guest, game).belief.mu for guest in people}
            return ratings, blocked_pairs(store, people)

        return await self.service.readers.read(read)

    async def _keep_playing(self, file: TournamentFile, at: float) -> bool:
        """Replace those who do not play. Returns whether a table of the round is not over."""
        if at < file.tournament.round_began + _patience(file.tournament):
            return bool(file.unfinished())  # nobody is late yet
        is_playing = False
        for pairing in file.unfinished():
            try:
                live = await self.service.open(pairing.table)
            except NomarchError:  # deleted or damaged: the others go on without it
                continue
            is_playing = True
            if at >= file.tournament.deadline:
                people = [
                    index
                    for index, seat in enumerate(live.table.record.seats)
                    if seat.kind == GUEST
                ]
                await self._replace(file.tournament, pairing, live, people, OVERDUE)
            elif absent := await self._absent(file.tournament, live, at):
                await self._replace(file.tournament, pairing, live, absent, ABSENT)
        return is_playing

    async def _absent(self, tournament: Tournament, live: LiveTable, at: float) -> list[int]:
        """Return the seats whose players have not come, though it was long their turn."""
        table, patience = live.table, _patience(tournament)
        waiting = [
            seat
            for seat, place in enumerate(table.record.seats)
            if place.kind == GUEST and seat not in live.seats_present(at)
            if at >= _asked_since(table, seat, at) + patience
        ]
        if not waiting:
            return []
        entries = await self.service.readers.read(lambda store: store.log(table.record.id))
        return [seat for seat in waiting if not has_come(entries, seat)]

    async def _replace(
        self,
        tournament: Tournament,
        pairing: Pairing,
        live: LiveTable,
        seats: Collection[int],
        mark: str,
    ) -> None:
        """Give seats to bots for good. The mark is stored first: it says why."""
        if not seats:
            return
        await self.service.writer.do(
            lambda store: stored.mark_seats(store, tournament.id, pairing, seats, mark)
        )
        for seat in seats:
            try:
                await self.service.tables.append(
                    live,
                    lambda table, seat=seat: _vacate_entry(table, seat),  # type: ignore[misc]
                )
            except Refused:
                log.info("a seat of table %s was left already", pairing.table)

    async def _unseal(self, file: TournamentFile) -> None:
        """Show the tables of a shared board when the last one is over."""
        if not file.tournament.duplicate:
            return

        async def show(record: TableRecord) -> TableRecord | None:
            return msgspec.structs.replace(record, sealed=0.0) if record.sealed else None

        for pairing in file.round(file.tournament.round):
            try:
                live = await self.service.open(pairing.table)
            except NomarchError:
                continue
            await self.service.tables.change_record(live, show)


def _patience(tournament: Tournament) -> float:
    """Return the seconds that a player has for the first move."""
    return min(tournament.round_seconds, SLOW_NO_SHOW if tournament.clock >= SLOW else NO_SHOW)


def _asked_since(table: Table, seat: int, at: float) -> float:
    """Return since when a seat's player is waited for; `at` if they are not."""
    if seat in table.away:
        return table.absences.since[seat] - table.record.clock
    if seat in table.to_act:
        return max(table.clock_from, table.record.began)
    return at


def has_come(entries: Collection[Entry], seat: int) -> bool:
    """Whether a player has done anything: what follows a time-out was done by a bot."""
    by_bot, is_away = 0, False
    for entry in (entry for entry in entries if entry.seat == seat):
        if entry.kind == AWAY and entry.text == MISSED:
            by_bot += 1
        elif entry.kind == AWAY and not entry.text:
            is_away = True
        elif entry.kind != MOVE:
            return True
        elif by_bot:
            by_bot -= 1
        elif not is_away:
            return True
    return False


def _vacate_entry(table: Table, seat: int) -> Entry:
    """Return the entry by which a bot takes a seat for good."""
    if table.match.over or table.closed or table.record.seats[seat].kind != GUEST:
        raise Refused("No player sits there.")
    return Entry(table.record.id, table.seq + 1, LEAVE, seat, str(seat), now())
