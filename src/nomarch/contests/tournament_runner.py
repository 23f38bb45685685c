"""Runs tournaments: starts their rounds, replaces those who do not come, ends them.

Every process polls for due tournaments. One takes each for a few seconds, and renews that
while it works. Should two ever work on the same one, the store accepts one of them.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Iterator
from statistics import median

import msgspec

from nomarch.contests import tournaments as stored
from nomarch.contests.rounds import (
    is_last_round,
    missing_people,
    new_round,
    next_byes,
    next_people,
    next_season,
    with_divisions,
)
from nomarch.contests.seating_worker import SeatingTask, SeatingWorker
from nomarch.contests.standings import ABSENT, OVERDUE, Pairing
from nomarch.contests.tournaments import (
    CANCELLED,
    FINISHED_STATE,
    LEAGUE,
    LEAST_PEOPLE,
    OPEN_STATE,
    RUNNING,
    Tournament,
    TournamentData,
)
from nomarch.errors import NomarchError, Refused, Unavailable
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.rating_store import nearest_level, rating_of
from nomarch.people.relations import blocked_pairs
from nomarch.storage.store import Conflict, Store
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService
from nomarch.tables.state.absences import MISSED
from nomarch.tables.state.errors import Forbidden, RulesTooNew
from nomarch.tables.state.model import (
    AWAY,
    LEAVE,
    MOVE,
    PLAYER,
    Entry,
    Person,
    TableRecord,
    new_id,
    now,
)
from nomarch.tables.state.table import Table
from nomarch.tables.stores.log_store import read_log

log = logging.getLogger("nomarch.tables")

TICK = 2.0
LOOK_EVERY = 5.0
"""Seconds between two checks of a running round, for which one process leases it."""
RENEW_EVERY = LOOK_EVERY / 3
LOOKS_AT_ONCE = 2
"""Tournaments that a process advances at once; seating has a worker of its own."""
BREAK = 60.0
"""Seconds between two rounds, except in a league."""
SLOW = 12 * 3600
"""Seconds per move from which a game is one over days."""
NO_SHOW, SLOW_NO_SHOW = 180.0, 86_400.0
"""Seconds that a player has for the first move, live and over days."""


class TournamentRunner(PeriodicTask):
    """Advances due tournaments and handles requests."""

    def __init__(self, service: TableService) -> None:
        super().__init__("tournaments", TICK, self.take_due)
        self.service = service
        self.worker = SeatingWorker()
        self._looks = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._steps: dict[str, asyncio.Task[None]] = {}
        """Tournaments that this process has taken."""

    async def stop(self) -> None:
        await super().stop()
        for step in self._steps.values():
            step.cancel()
        self.worker.close()
        await asyncio.gather(*self._steps.values(), return_exceptions=True)

    # --- Requests of people ---------------------------------------------------------------------

    async def file(self, id_: str) -> TournamentData:
        """Return a tournament with its entrants, tables and results."""
        return await self.service.readers.read(stored.read_file, id_)

    async def create(self, tournament: Tournament) -> Tournament:
        """Add a tournament with a new id and a secret seed."""
        made = msgspec.structs.replace(tournament, id=new_id(), seed=make_seed())
        await self.service.writer.do(stored.create_tournament, made)
        return made

    async def enter(self, id_: str, person: Person) -> None:
        """Enter a tournament; late ones play from the next round on."""
        at = now()
        await self.service.writer.do(stored.enter, id_, person.id, at)

    async def withdraw(self, id_: str, person: Person) -> None:
        """Leave a tournament; in the running game a bot takes the seat."""
        file = await self.file(id_)
        if file.tournament.has_ended:
            raise Refused("The tournament is over.")
        mine = file.entries_of(person.id)
        await self.service.writer.do(stored.withdraw, id_, mine)
        for pairing in file.unfinished():
            if any(seat.entry in mine for seat in pairing.seats):
                live = await self.service.open(pairing.table)
                for seat in live.table.record.seats_of(person.id):
                    await self.service.leave(live, seat)

    async def begin(self, id_: str, person: Person) -> None:
        """Start a tournament before its time: its first round is seated soon."""
        at = now()
        with _refusing_conflicts():
            await self.service.writer.do(stored.mark_starting, id_, person.id, at)

    async def cancel(self, id_: str, person: Person) -> None:
        """End a tournament; running games go on without it, and their seeds stay secret."""
        file = await self.file(id_)
        if file.tournament.host != person.id:
            raise Forbidden("Only the organiser can do that.")
        if file.tournament.has_ended:
            raise Refused("The tournament is over.")
        is_sealed = bool(file.unfinished())
        ended = msgspec.structs.replace(file.tournament, state=CANCELLED, is_sealed=is_sealed)
        with _refusing_conflicts():
            await self._write(ended, now() + LOOK_EVERY if is_sealed else None)

    # --- Due tournaments ------------------------------------------------------------------------

    async def run_due(self) -> None:
        """Do everything that is due, and wait until it is done."""
        # Steps that began earlier may not know what is due now.
        await asyncio.gather(*self._steps.values())
        await self.take_due()
        await asyncio.gather(*self._steps.values())

    async def take_due(self) -> None:
        """Take the tournaments that are due and that no other process has, and begin with them."""
        at, until = now(), now() + LOOK_EVERY
        for id_ in await self.service.readers.read(stored.due_tournaments, at):
            if id_ not in self._steps and await self.service.writer.do(
                stored.lease_tournament, id_, {"due__lte": at}, until
            ):
                self._steps[id_] = asyncio.create_task(self._run(id_, at, until))

    async def _run(self, id_: str, at: float, until: float) -> None:
        try:
            async with self._lease(id_, until):
                await self.advance(id_, at)
        except (Conflict, RulesTooNew):
            log.info("another process is advancing tournament %s", id_)
        except Unavailable:
            log.warning("tournament %s waits for the store", id_)
        except Exception:
            log.exception("tournament %s cannot go on", id_)
        finally:
            del self._steps[id_]

    @contextlib.asynccontextmanager
    async def _lease(self, id_: str, until: float) -> AsyncIterator[None]:
        """Keep other processes from a tournament that this one has taken."""
        renewing = asyncio.create_task(self._renew(id_, until))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, id_: str, held: float) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY)
            until = now() + LOOK_EVERY
            with contextlib.suppress(Unavailable):
                if not await self.service.writer.do(
                    stored.lease_tournament, id_, {"due": held}, until
                ):
                    return  # a step has stored the next due time
                held = until

    async def advance(self, id_: str, at: float) -> None:
        """Advance a due tournament; raises `Conflict` if another process did."""
        async with self._looks:
            starting = await self._look(await self.file(id_), at)
        if starting is not None:
            await self._start_round(starting, at)

    async def _look(self, file: TournamentData, at: float) -> TournamentData | None:
        """Advance a tournament. Returns its file if a round has to start."""
        tournament = file.tournament
        if tournament.state == OPEN_STATE and at >= tournament.starts:
            return await self._mark_starting(file)
        if tournament.state == RUNNING:
            return await self._look_after(file, at)
        if tournament.is_sealed:
            await self._reveal(file, at)
        return None

    async def _mark_starting(self, file: TournamentData) -> TournamentData:
        if file.tournament.is_starting:
            return file
        starting = msgspec.structs.replace(file.tournament, is_starting=True)
        await self._write(starting, now() + LOOK_EVERY)
        return await self.file(file.tournament.id)

    async def _reveal(self, file: TournamentData, at: float) -> None:
        """Show the boards and the seed of a cancelled tournament when its last game is over."""
        if at < file.tournament.deadline and file.unfinished():
            return
        if [pairing async for pairing, _ in self._playing(file)]:
            return
        await self._unseal(file)
        await self._write(msgspec.structs.replace(file.tournament, is_sealed=False), None)

    async def _look_after(self, file: TournamentData, at: float) -> TournamentData | None:
        """Check a running round. Returns the file if the next one has to start."""
        tournament = file.tournament
        if await self._keep_playing(file, at):
            return None
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
            return file
        return None

    async def _write(self, tournament: Tournament, due: float | None) -> None:
        await self.service.writer.do(stored.change_tournament, tournament, due)

    async def _finish(self, file: TournamentData, at: float) -> None:
        """End a tournament; a league continues with its next season."""
        ended = msgspec.structs.replace(file.tournament, state=FINISHED_STATE)
        found = next_season(file, new_id(), at)
        if found is None:
            await self._write(ended, None)
            return
        following, ladder = found
        ended = msgspec.structs.replace(ended, following=following.id)
        await self.service.writer.do(stored.start_season, ended, following, ladder, at)

    async def _start_round(self, file: TournamentData, at: float) -> None:
        tournament, people = file.tournament, next_people(file)
        number = tournament.round + 1
        if len(people) < LEAST_PEOPLE:
            state = FINISHED_STATE if tournament.round else CANCELLED
            ended = msgspec.structs.replace(tournament, state=state, is_starting=False)
            await self._write(ended, None)
            return
        divisions: dict[str, int] = {}
        ratings, blocked = await self._read_people(file)
        if not tournament.level:
            level = nearest_level(tournament.game, median(ratings.values()))
            tournament = msgspec.structs.replace(tournament, level=level)
            file = msgspec.structs.replace(file, tournament=tournament)
        if tournament.format == LEAGUE and number == 1:
            file = with_divisions(file, ratings)
            divisions = {entrant.entry: entrant.division for entrant in file.active}
        byes = next_byes(file, people)
        playing = [person for person in people if person not in byes]
        seating, draw = await self.worker.draw(SeatingTask(file, playing, number, sorted(blocked)))
        pairings, tables = new_round(file, seating, number, at)
        begun = msgspec.structs.replace(
            tournament,
            state=RUNNING,
            is_starting=False,
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

        # Hundreds of statements: on a shared database moves need not wait for their round trips.
        service = self.service
        await (service.readers.read if service.tables.is_shared else service.writer.do)(start)
        log.info("round %d of tournament %s starts at %d tables", number, begun.id, len(tables))

    async def _read_people(
        self, file: TournamentData
    ) -> tuple[dict[str, float], set[tuple[str, str]]]:
        """Return everyone's rating in the tournament's game, and who blocks whom, by entry."""
        game, people = file.tournament.game, {one.person: one.entry for one in file.active}

        def read(store: Store) -> tuple[dict[str, float], set[tuple[str, str]]]:
            ratings = {
                entry: rating_of(store, person, game).belief.mu for person, entry in people.items()
            }
            blocked = blocked_pairs(store, list(people))
            return ratings, {(people[one], people[two]) for one, two in blocked}

        return await self.service.readers.read(read)

    async def _keep_playing(self, file: TournamentData, at: float) -> bool:
        """Replace those who do not play. Returns whether a table of the round is not over."""
        await self._replace_leavers(file)
        if at < file.tournament.round_began + _patience(file.tournament):
            return bool(file.unfinished())  # nobody is late yet
        is_playing = False
        async for pairing, live in self._playing(file):
            is_playing = True
            if at >= file.tournament.deadline:
                seats = enumerate(live.table.record.seats)
                people = {index for index, seat in seats if seat.kind == PLAYER}
                gone = people & live.table.departures.keys()  # their time was over before
                await self._replace(file.tournament, pairing, live, people - gone, OVERDUE)
                await self._vacate(live, gone)
            elif absent := await self._absent(file.tournament, live, at):
                await self._replace(file.tournament, pairing, live, absent, ABSENT)
        return is_playing

    async def _playing(self, file: TournamentData) -> AsyncIterator[tuple[Pairing, LiveTable]]:
        """Yield the tables of the round that are not over, without deleted and damaged ones."""
        for pairing in file.unfinished():
            try:
                live = await self.service.open(pairing.table)
            except (Unavailable, RulesTooNew):  # it may still be playing
                raise
            except NomarchError:
                continue
            yield pairing, live

    async def _replace_leavers(self, file: TournamentData) -> None:
        """Give seats to bots whose people withdrew, or were merged, while the round was seated."""
        for pairing in file.unfinished():
            gone = file.left_seats(pairing)
            live = await self.service.tables.find(pairing.table) if gone else None
            if live is not None:
                await self._vacate(live, gone)

    async def _absent(self, tournament: Tournament, live: LiveTable, at: float) -> list[int]:
        """Return the seats whose players have not come, though it was long their turn."""
        table, patience = live.table, _patience(tournament)
        waiting = [
            seat
            for seat, place in enumerate(table.record.seats)
            if place.kind == PLAYER and seat not in live.seats_present(at)
            if at >= _asked_since(table, seat, at) + patience
        ]
        if not waiting:
            return []
        entries = await self.service.readers.read(read_log, table.record.id)
        return [seat for seat in waiting if not has_come(entries, seat)]

    async def _replace(
        self,
        tournament: Tournament,
        pairing: Pairing,
        live: LiveTable,
        seats: Collection[int],
        reason: str,
    ) -> None:
        """Give seats to bots for good. The reason is stored first."""
        if not seats:
            return
        await self.service.writer.do(stored.forfeit_seats, tournament.id, pairing, seats, reason)
        await self._vacate(live, seats)

    async def _vacate(self, live: LiveTable, seats: Collection[int]) -> None:
        """Give those of the seats to bots that people have."""
        for seat in seats:
            try:
                await self.service.tables.append(
                    live,
                    lambda table, seat=seat: _vacate_entry(table, seat),  # type: ignore[misc]
                )
            except Refused:
                log.debug("a seat of table %s was left already", live.table.record.id)

    async def _unseal(self, file: TournamentData) -> None:
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


@contextlib.contextmanager
def _refusing_conflicts() -> Iterator[None]:
    """Notify a person of another event of the tournament."""
    try:
        yield
    except Conflict:
        raise Refused("The tournament has moved on. Look again.") from None


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
    if table.match.over or table.closed or table.record.seats[seat].kind != PLAYER:
        raise Refused("No player sits there.")
    return Entry(table.record.id, table.seq + 1, LEAVE, seat, str(seat), now())
