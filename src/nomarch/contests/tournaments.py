"""Tournaments in the store. Every step is one transaction that fails if another process was first.

A round starts in one transaction: the tournament's version, its tables and their seats, the tables
themselves and what people are told. So a round exists completely or not at all. Everything that
chance decides (seating, lots, the seeds of tables) follows from one secret seed, whose SHA-256 is
shown from the start and which is revealed when the last game is over.

Entries and seats name the person who entered. They stay as they are when that person is merged into
another, so that seatings can still be checked; its present owner is looked up.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Table, case, func, select

from nomarch.contests.contest_merging import ENTERED, is_own, join_person
from nomarch.contests.standings import Pairing, PairingSeat
from nomarch.decoding import decode
from nomarch.errors import Refused
from nomarch.kernel.run.seeds import commitment, make_seed
from nomarch.people.notices import ROUND, SEASON, Notice, notify, with_settings
from nomarch.people.person_merging import lock_merges, lock_person
from nomarch.people.rated_play import check_may_join_rated
from nomarch.storage.schema import ENTRANT, PAIRING, PERSON, RESULT, TOURNAMENT
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    find_values,
    insert_new,
    insert_row,
    update_rows,
)
from nomarch.storage.store import Conflict, Row, Store
from nomarch.tables.state.errors import BadRequest, Forbidden, NotFound
from nomarch.tables.state.model import TableRecord
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.results import GameResult, results
from nomarch.tables.stores.table_store import add_table

SWISS, KNOCKOUT, LEAGUE = "swiss", "knockout", "league"
FORMATS = (SWISS, KNOCKOUT, LEAGUE)
OPEN_STATE, RUNNING, FINISHED_STATE, CANCELLED = "open", "running", "over", "cancelled"
LEAST_PEOPLE = 2
MOST_ENTRANTS = 500
MOST_ROUNDS = 12
MOST_HOSTED = 3
"""Tournaments of one organiser that are not over."""
FAR_AWAY = 1e12
"""Until when a board is sealed whose end is not known."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament; its tables and entrants are stored beside it."""

    id: str
    title: str
    game: str
    options: dict[str, str]
    seats: int
    format: str
    rounds: int
    """Rounds to play; 0 for a knockout, which ends with its final."""
    clock: int
    """Seconds for each decision."""
    starts: float
    host: str
    created: float
    seed: str
    round_seconds: int
    """Seconds that a round may take: afterwards bots finish its games. In a league, the time from
    one round to the next."""
    level: str = ""
    """The level of bots that fill tables; by default set at the start by the people's ratings."""
    duplicate: bool = False
    """Whether all tables of a round play the same board."""
    rated: bool = False
    """Whether its games count for ratings, which everyone knows before entering."""
    state: str = OPEN_STATE
    round: int = 0
    round_began: float = 0.0
    next_at: float = 0.0
    """When the next round begins; 0 while tables of this one are playing."""
    byes: tuple[str, ...] = ()
    """Who had a bye in each round; empty for nobody."""
    draws: tuple[int, ...] = ()
    """Which draw of lots seated each round, from 0; later ones keep people apart."""
    is_starting: bool = False
    """Whether the first round is being seated."""
    is_sealed: bool = False
    """Whether it was cancelled while games were running, which still need the seed's secrecy."""
    season: int = 1
    """The season of a league."""
    previous: str = ""
    """The season before this one."""
    following: str = ""
    """The season after this one."""
    version: int = 0

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed."""
        return commitment(self.seed)

    @property
    def is_open(self) -> bool:
        """Whether people can still enter: in a knockout only before it begins."""
        if self.state == OPEN_STATE:
            return self.format != KNOCKOUT or not self.is_starting
        return self.state == RUNNING and self.format != KNOCKOUT and self.round < self.rounds

    @property
    def has_ended(self) -> bool:
        return self.state in (FINISHED_STATE, CANCELLED)

    @property
    def is_revealed(self) -> bool:
        """Whether everyone may know the seed: it has ended, and so have all its games."""
        return self.has_ended and not self.is_sealed

    @property
    def next_entry_round(self) -> int:
        """Return the first round of somebody who enters now."""
        return self.round + (2 if self.is_starting else 1)

    @property
    def deadline(self) -> float:
        """When bots finish the running round's games."""
        return self.round_began + self.round_seconds

    def table_seed(self, round_: int, no: int) -> str:
        """Return the seed of a table; on a shared board all tables of a round have the same."""
        return make_seed(f"{self.seed} round {round_}" + ("" if self.duplicate else f" table {no}"))

    def byes_of(self, round_: int) -> list[str]:
        """Return who had a bye in a round."""
        return [person for person in self.byes[round_ - 1 : round_] if person]

    def board_id(self, round_: int) -> str:
        """Return the board that a round's tables share, or nothing."""
        return f"{self.id}/{round_}" if self.duplicate else ""


class Entrant(msgspec.Struct, frozen=True):
    """An entry in a tournament."""

    entry: str
    """Who entered, and the entry's name in seatings; see `person`."""
    name: str
    """Empty if the person was deleted."""
    at: float
    from_round: int
    is_withdrawn: bool
    ladder: int = 0
    """The place in the league after the last season, from 1; 0 for newcomers."""
    division: int = 0
    """The division of a league that has begun, from 1."""
    handle: str = ""
    """The name that they claimed."""
    owner: str = ""
    """The person that this one was merged into; empty if that never happened."""
    is_second: bool = False
    """Whether its person has an earlier entry, which is the one that counts."""

    @property
    def person(self) -> str:
        """Return whose entry it is now."""
        return self.owner or self.entry


class TournamentData(msgspec.Struct, frozen=True):
    """A tournament with everything that its standings follow from."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    results: dict[str, GameResult]

    @property
    def active(self) -> list[Entrant]:
        """Those who play on, in the order of their entry."""
        return [each for each in self.counted if each.name and not each.is_withdrawn]

    @property
    def counted(self) -> list[Entrant]:
        """One entry of each person, in the order of their entry."""
        return [each for each in self.entrants if not each.is_second]

    def entries_of(self, person: str) -> set[str]:
        """Return the entries of a person: several if people were merged."""
        return {each.entry for each in self.entrants if person and each.person == person}

    def round(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]

    def left_seats(self, pairing: Pairing) -> list[int]:
        """Return the seats whose people have withdrawn, or play under an earlier entry."""
        there = {each.entry for each in self.counted if not each.is_withdrawn}
        return [i for i, seat in enumerate(pairing.seats) if seat.entry and seat.entry not in there]

    def unfinished(self) -> list[Pairing]:
        """Return the tables of the running round that are not over."""
        here = self.round(self.tournament.round)
        return [pairing for pairing in here if pairing.table not in self.results]


# --- Reading --------------------------------------------------------------------------------------


def read_tournament(store: Store, id_: str) -> Tournament:
    """Return a tournament, or raise `NotFound`."""
    rows = find_rows(store, TOURNAMENT.c.version, TOURNAMENT.c.data, id=id_)
    if not rows:
        raise NotFound("There's no such tournament.")
    return _read(*rows[0])


def _read(version: int, data: str) -> Tournament:
    return msgspec.structs.replace(decode(data, Tournament), version=version)


def _of(table: Table, number: Any, id_: Any) -> Any:
    """Return a number about the rows of a tournament."""
    return select(number).where(table.c.tournament == id_).scalar_subquery()


_STAMP = Query(
    lambda id_: select(
        TOURNAMENT.c.version,
        _of(ENTRANT, func.count(), id_),
        _of(ENTRANT, func.sum(ENTRANT.c.withdrawn + ENTRANT.c.division), id_),
        _of(PAIRING, func.sum(func.length(PAIRING.c.data)), id_),
        select(func.count())
        .where(PAIRING.c.tournament == id_, RESULT.c.game_table == PAIRING.c.game_table)
        .scalar_subquery(),
    ).where(TOURNAMENT.c.id == id_)
)


def read_stamp(store: Store, id_: str) -> Row:
    """Return numbers that change when a tournament does: entries, forfeits, results, rounds."""
    rows = store.rows(_STAMP(id_))
    if not rows:
        raise NotFound("There's no such tournament.")
    return rows[0]


def read_file(store: Store, id_: str) -> TournamentData:
    """Return a tournament with its entrants, tables and results."""
    tournament, pairings = read_tournament(store, id_), read_pairings(store, id_)
    return TournamentData(
        tournament,
        tuple(read_entrants(store, id_)),
        tuple(pairings),
        results(store, [pairing.table for pairing in pairings]),
    )


_ENTRANTS = Query(
    lambda id_: (
        select(
            ENTRANT.c.person,
            func.coalesce(PERSON.c.name, ""),
            *[ENTRANT.c[name] for name in ("at", "from_round", "withdrawn", "ladder", "division")],
            func.coalesce(PERSON.c.handle, ""),
            func.coalesce(ENTERED.c.merged, ""),
        )
        .select_from(join_person(ENTRANT))
        .where(ENTRANT.c.tournament == id_)
        .order_by(ENTRANT.c.at, ENTRANT.c.person)
    )
)


def read_entrants(store: Store, id_: str) -> list[Entrant]:
    found, people = list[Entrant](), set[str]()
    for person, name, at, first, gone, *rest in store.rows(_ENTRANTS(id_)):
        entrant = Entrant(person, name, at, first, bool(gone), *rest)
        found.append(msgspec.structs.replace(entrant, is_second=entrant.person in people))
        people.add(entrant.person)
    return found


def read_pairings(store: Store, id_: str) -> list[Pairing]:
    order = ("round", "no")
    rows = find_rows(store, *list(PAIRING.c)[1:], order_by=order, tournament=id_)
    return [
        Pairing(round_, no, table, decode(data, tuple[PairingSeat, ...]))
        for round_, no, table, data in rows
    ]


_ENTERED_BY = (
    select(func.count())
    .where(ENTRANT.c.tournament == TOURNAMENT.c.id, ENTRANT.c.withdrawn == 0)
    .scalar_subquery()
)
_HAS_ENDED = TOURNAMENT.c.due.is_(None)
_LATEST = Query(
    lambda most: (
        select(TOURNAMENT.c.version, TOURNAMENT.c.data, _ENTERED_BY)
        .order_by(
            case((_HAS_ENDED, 1), else_=0),
            case((_HAS_ENDED, -TOURNAMENT.c.starts), else_=TOURNAMENT.c.starts),
            TOURNAMENT.c.id,
        )
        .limit(most)
    )
)


def latest_tournaments(store: Store, most: int) -> list[tuple[Tournament, int]]:
    """Return tournaments and how many entered: those that have not ended first, then the latest."""
    rows = store.rows(_LATEST(most))
    return [(_read(version, data), count) for version, data, count in rows]


_ENTERED = Query(
    lambda person: select(ENTRANT.c.tournament).where(
        ENTRANT.c.withdrawn == 0, is_own(ENTRANT, person)
    )
)
_ENTRIES = Query(
    lambda id_, person: (
        select(ENTRANT.c.person)
        .where(ENTRANT.c.tournament == id_, is_own(ENTRANT, person))
        .order_by(ENTRANT.c.at, ENTRANT.c.person)
    )
)


def entered_tournaments(store: Store, person: str) -> set[str]:
    """Return the tournaments that a person has entered and not left."""
    return {id_ for (id_,) in store.rows(_ENTERED(person))}


def entries_of(store: Store, id_: str, person: str) -> list[str]:
    """Return a person's entries in a tournament, the one that counts first."""
    return [entry for (entry,) in store.rows(_ENTRIES(id_, person))]


# --- Changing -------------------------------------------------------------------------------------


def create_tournament(store: Store, tournament: Tournament) -> None:
    """Add a tournament; its organiser may have only so many that have not ended."""
    with store.transaction():
        # One at a time, or two processes would both count too few.
        lock_person(store, tournament.host)
        due = find_values(store, TOURNAMENT.c.data, due__gt=0)  # one that has ended is never due
        running = [decode(data, Tournament) for data in due]
        hosted = sum(not one.has_ended and one.host == tournament.host for one in running)
        if hosted >= MOST_HOSTED:
            raise Refused(
                "You already organise {most} tournaments. Wait until one is over.", most=MOST_HOSTED
            )
        _add(store, tournament)


def _add(store: Store, tournament: Tournament) -> None:
    insert_row(
        store, TOURNAMENT, id=tournament.id, starts=tournament.starts, due=tournament.starts,
        version=0, data=_written(tournament),
    )  # fmt: skip


def start_season(
    store: Store, finished: Tournament, following: Tournament, ladder: Sequence[str], at: float
) -> None:
    """End a season and announce the next one; everyone in the ladder is entered and notified."""
    values = {"name": following.title, "path": f"/tournaments/{following.id}"}
    with store.transaction():
        change_tournament(store, finished, None)
        _add(store, following)
        for place, person in enumerate(ladder, start=1):
            insert_row(
                store, ENTRANT, tournament=following.id, person=person, at=at, from_round=1,
                withdrawn=0, ladder=place, division=0,
            )  # fmt: skip
            notify(store, Notice(person, SEASON, following.id, following.season, values), at)


def change_tournament(store: Store, tournament: Tournament, due: float | None) -> None:
    """Change a tournament; raises `Conflict` if it was changed since it was read."""
    read = {"id": tournament.id, "version": tournament.version}
    new = {"starts": tournament.starts, "due": due, "version": tournament.version + 1}
    if not update_rows(store, TOURNAMENT, read, **new, data=_written(tournament)):
        raise Conflict()


def mark_starting(store: Store, id_: str, host: str, at: float) -> None:
    """Start a tournament for its organiser: idempotent."""
    with store.transaction():
        tournament = read_tournament(store, id_)
        if tournament.host != host:
            raise Forbidden("Only the organiser can do that.")
        if tournament.state != OPEN_STATE or tournament.is_starting:
            raise Refused("The tournament has already started.")
        if len(read_file(store, id_).active) < LEAST_PEOPLE:
            raise BadRequest("A tournament needs at least two people.")
        starting = msgspec.structs.replace(tournament, starts=at, is_starting=True)
        change_tournament(store, starting, at)


_LAST_DIVISION = Query(
    lambda id_: select(func.coalesce(func.max(ENTRANT.c.division), 0)).where(
        ENTRANT.c.tournament == id_
    )
)


def enter(store: Store, id_: str, person: str, at: float) -> None:
    """Enter a tournament, or come back to it; later rounds count for somebody who comes late."""
    with store.transaction():
        tournament = read_tournament(store, id_)
        if not tournament.is_open:
            raise Refused("You can't enter this tournament any more.")
        if tournament.rated:
            check_may_join_rated(store, person, at)
        if count_rows(store, ENTRANT, tournament=id_, withdrawn=0) >= MOST_ENTRANTS:
            raise Refused("This tournament is full.")
        entry = next(iter(entries_of(store, id_, person)), person)
        if update_rows(store, ENTRANT, {"tournament": id_, "person": entry}, withdrawn=0):
            return
        insert_new(
            store, ENTRANT, tournament=id_, person=entry, at=at,
            from_round=tournament.next_entry_round, withdrawn=0, ladder=0,
            division=store.value(_LAST_DIVISION(id_)),
        )  # fmt: skip


def withdraw(store: Store, id_: str, entries: Collection[str]) -> None:
    """Take people out of a tournament; before it begins, as if they had never entered."""
    with store.transaction():
        tournament = read_tournament(store, id_)
        if tournament.state == OPEN_STATE and not tournament.is_starting:
            delete_rows(store, ENTRANT, tournament=id_, person=list(entries))
        else:
            gone = {"tournament": id_, "person": list(entries)}
            update_rows(store, ENTRANT, gone, withdrawn=1)


def forfeit_seats(
    store: Store, id_: str, pairing: Pairing, seats: Collection[int], reason: str
) -> None:
    """Store why seats of a table are forfeited, unless they are already."""
    with store.transaction():
        where = {"tournament": id_, "round": pairing.round, "no": pairing.no}
        data = find_value(store, PAIRING.c.data, lock=True, **where)
        stored = decode(data, tuple[PairingSeat, ...])
        changed = tuple(
            msgspec.structs.replace(seat, forfeit=reason)
            if i in seats and not seat.forfeit
            else seat
            for i, seat in enumerate(stored)
        )
        update_rows(store, PAIRING, where, data=_written(changed))


def start_round(
    store: Store,
    tournament: Tournament,
    pairings: Sequence[Pairing],
    tables: Sequence[TableRecord],
    due: float,
    divisions: Mapping[str, int] | None = None,
) -> None:
    """Start a round with all its tables, or nothing; raises `Conflict` if another process did.

    `tournament` is as it will be, with the version that was read; `divisions` are those of a
    league's new season.
    """
    at = tournament.round_began
    with store.transaction():
        lock_merges(store)
        tables = _for_present_people(store, tables)
        change_tournament(store, tournament, due)
        _put_divisions(store, tournament.id, divisions or {})
        notified = with_settings(store, {seat.person for table in tables for seat in table.seats})
        for pairing, table in zip(pairings, tables, strict=True):
            insert_row(
                store, PAIRING, tournament=tournament.id, round=pairing.round, no=pairing.no,
                game_table=pairing.table, data=_written(pairing.seats),
            )  # fmt: skip
            add_table(store, table, Job(at))
            for seat in table.seats:
                if seat.person in notified:
                    path = f"/t/{pairing.table}"
                    values = {"name": tournament.title, "game": tournament.game, "path": path}
                    notify(
                        store, Notice(seat.person, ROUND, tournament.id, pairing.round, values), at
                    )


def _put_divisions(store: Store, id_: str, divisions: Mapping[str, int]) -> None:
    for division in sorted(set(divisions.values())):
        here = [person for person, no in divisions.items() if no == division]
        update_rows(store, ENTRANT, {"tournament": id_, "person": here}, division=division)


def _for_present_people(store: Store, tables: Sequence[TableRecord]) -> list[TableRecord]:
    """Return tables with the seats of people who were merged meanwhile given to their owners."""
    people = sorted({seat.person for table in tables for seat in table.seats if seat.person})
    given = list(tables)
    for old, into in find_rows(store, PERSON.c.id, PERSON.c.merged, id=people):
        given = [table.given(old, into) for table in given] if into else given
    return given


def _written(data: object) -> str:
    return msgspec.json.encode(data).decode()


# --- Leases: a due time is also the end of a process's lease --------------------------------------


def due_tournaments(store: Store, at: float) -> list[str]:
    """Return tournaments at which something may have to be done."""
    return find_values(store, TOURNAMENT.c.id, due__lte=at)


def lease_tournament(store: Store, id_: str, due: Mapping[str, float], until: float) -> bool:
    """Lease a tournament to this process. Returns False if it is not `due` any more."""
    return bool(update_rows(store, TOURNAMENT, {"id": id_, **due}, due=until))
