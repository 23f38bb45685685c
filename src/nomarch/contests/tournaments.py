"""Tournaments in the store. Every step is one transaction that fails if another process was first.

A round starts in one transaction: the tournament's version, its tables and their seats, the tables
themselves and what people are told. So a round exists completely or not at all. Everything that
chance decides (seating, lots, the seeds of tables) follows from one secret seed, whose SHA-256 is
shown from the start and which is revealed when the last game is over.

Entries and seats name the guest who entered. They stay as they are when that guest is merged into
another, so that seatings can still be checked; whose entry it is now is looked up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from nomarch.contests.contest_merging import JOIN_PERSON, OWN_ROWS
from nomarch.contests.standings import Pairing, PairingSeat
from nomarch.decoding import decode
from nomarch.errors import Refused
from nomarch.kernel.seeds import commitment, make_seed
from nomarch.people.guest_merging import lock_merges
from nomarch.people.notices import ROUND, SEASON, Notice, notify, with_settings
from nomarch.people.rated_play import check_may_join_rated
from nomarch.storage.store import Conflict, Store
from nomarch.tables.errors import BadRequest, Forbidden, NotFound
from nomarch.tables.job_store import Job
from nomarch.tables.model import TableRecord
from nomarch.tables.results import GameResult, results
from nomarch.tables.table_store import add_table

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
        return [guest for guest in self.byes[round_ - 1 : round_] if guest]

    def board_id(self, round_: int) -> str:
        """Return the board that a round's tables share, or nothing."""
        return f"{self.id}/{round_}" if self.duplicate else ""


class Entrant(msgspec.Struct, frozen=True):
    """An entry in a tournament."""

    guest: str
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
    """The guest that this one was merged into; empty if that never happened."""
    is_second: bool = False
    """Whether its person has an earlier entry, which is the one that counts."""

    @property
    def person(self) -> str:
        """Return whose entry it is now."""
        return self.owner or self.guest


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
        """Return the entries of a person: several if guests were merged."""
        return {each.guest for each in self.entrants if person and each.person == person}

    def round(self, number: int) -> list[Pairing]:
        """Return the tables of a round."""
        return [pairing for pairing in self.pairings if pairing.round == number]

    def left_seats(self, pairing: Pairing) -> list[int]:
        """Return the seats whose people have withdrawn, or play under an earlier entry."""
        there = {each.guest for each in self.counted if not each.is_withdrawn}
        return [i for i, seat in enumerate(pairing.seats) if seat.guest and seat.guest not in there]

    def unfinished(self) -> list[Pairing]:
        """Return the tables of the running round that are not over."""
        here = self.round(self.tournament.round)
        return [pairing for pairing in here if pairing.table not in self.results]


# --- Reading --------------------------------------------------------------------------------------


def read_tournament(store: Store, id_: str) -> Tournament:
    """Return a tournament, or raise `NotFound`."""
    rows = store.rows("SELECT version, data FROM tournament WHERE id = ?", (id_,))
    if not rows:
        raise NotFound("There's no such tournament.")
    return _read(*rows[0])


def _read(version: int, data: str) -> Tournament:
    return msgspec.structs.replace(decode(data, Tournament), version=version)


def read_file(store: Store, id_: str) -> TournamentData:
    """Return a tournament with its entrants, tables and results."""
    tournament, pairings = read_tournament(store, id_), read_pairings(store, id_)
    return TournamentData(
        tournament,
        tuple(read_entrants(store, id_)),
        tuple(pairings),
        results(store, [pairing.table for pairing in pairings]),
    )


def read_entrants(store: Store, id_: str) -> list[Entrant]:
    rows = store.rows(
        "SELECT entrant.person, coalesce(person.name, ''), at, from_round, withdrawn, ladder, "
        "division, coalesce(person.handle, ''), coalesce(entered.merged, '') FROM entrant "
        f"{JOIN_PERSON.format(table='entrant')} WHERE tournament = ? ORDER BY at, entrant.person",
        (id_,),
    )
    found, people = list[Entrant](), set[str]()
    for guest, name, at, first, gone, *rest in rows:
        entrant = Entrant(guest, name, at, first, bool(gone), *rest)
        found.append(msgspec.structs.replace(entrant, is_second=entrant.person in people))
        people.add(entrant.person)
    return found


def read_pairings(store: Store, id_: str) -> list[Pairing]:
    rows = store.rows(
        "SELECT round, no, game_table, data FROM pairing WHERE tournament = ? ORDER BY round, no",
        (id_,),
    )
    return [
        Pairing(round_, no, table, decode(data, tuple[PairingSeat, ...]))
        for round_, no, table, data in rows
    ]


def latest_tournaments(store: Store, most: int) -> list[tuple[Tournament, int]]:
    """Return tournaments and how many entered: those that have not ended first, then the latest."""
    rows = store.rows(
        "SELECT version, data, (SELECT count(*) FROM entrant "
        "WHERE entrant.tournament = tournament.id AND withdrawn = 0) FROM tournament "
        "ORDER BY CASE WHEN due IS NULL THEN 1 ELSE 0 END, "
        "CASE WHEN due IS NULL THEN -starts ELSE starts END, id LIMIT ?",
        (most,),
    )
    return [(_read(version, data), count) for version, data, count in rows]


def entered_tournaments(store: Store, guest: str) -> set[str]:
    """Return the tournaments that a guest has entered and not left."""
    rows = store.rows(
        f"SELECT tournament FROM entrant WHERE withdrawn = 0 AND ({OWN_ROWS})", (guest, guest)
    )
    return {row[0] for row in rows}


def entries_of(store: Store, id_: str, person: str) -> list[str]:
    """Return a person's entries in a tournament, the one that counts first."""
    rows = store.rows(
        f"SELECT person FROM entrant WHERE tournament = ? AND ({OWN_ROWS}) ORDER BY at, person",
        (id_, person, person),
    )
    return [row[0] for row in rows]


def due_tournaments(store: Store, at: float) -> list[str]:
    """Return tournaments at which something may have to be done."""
    return [row[0] for row in store.rows("SELECT id FROM tournament WHERE due <= ?", (at,))]


def take_tournament(store: Store, id_: str, at: float, until: float) -> bool:
    """Lease a tournament to this process. Returns False if another has it."""
    return bool(
        store.execute("UPDATE tournament SET due = ? WHERE id = ? AND due <= ?", (until, id_, at))
    )


def renew_tournament(store: Store, id_: str, held: float, until: float) -> bool:
    """Extend the lease that ends at `held`. Returns False if it is not ours any more."""
    return bool(
        store.execute("UPDATE tournament SET due = ? WHERE id = ? AND due = ?", (until, id_, held))
    )


# --- Changing -------------------------------------------------------------------------------------


def create_tournament(store: Store, tournament: Tournament) -> None:
    """Add a tournament; its organiser may have only so many that have not ended."""
    with store.transaction():
        # One at a time, or two processes would both count too few.
        store.rows(f"SELECT id FROM person WHERE id = ? {store.locking}", (tournament.host,))
        rows = store.rows("SELECT data FROM tournament WHERE due IS NOT NULL")
        running = [decode(row[0], Tournament) for row in rows]
        hosted = sum(not one.has_ended and one.host == tournament.host for one in running)
        if hosted >= MOST_HOSTED:
            raise Refused(
                "You already organise {most} tournaments. Wait until one is over.", most=MOST_HOSTED
            )
        _add(store, tournament)


def _add(store: Store, tournament: Tournament) -> None:
    store.execute(
        "INSERT INTO tournament (id, starts, due, version, data) VALUES (?, ?, ?, 0, ?)",
        (tournament.id, tournament.starts, tournament.starts, _written(tournament)),
    )


def start_season(
    store: Store, finished: Tournament, following: Tournament, ladder: Sequence[str], at: float
) -> None:
    """End a season and announce the next one; everyone in the ladder is entered and told."""
    values = {"name": following.title, "path": f"/tournaments/{following.id}"}
    with store.transaction():
        change_tournament(store, finished, None)
        _add(store, following)
        for place, guest in enumerate(ladder, start=1):
            store.execute(
                "INSERT INTO entrant (tournament, person, at, from_round, withdrawn, ladder, "
                "division) VALUES (?, ?, ?, 1, 0, ?, 0)",
                (following.id, guest, at, place),
            )
            notify(store, Notice(guest, SEASON, following.id, following.season, values), at)


def change_tournament(store: Store, tournament: Tournament, due: float | None) -> None:
    """Change a tournament; raises `Conflict` if it was changed since it was read.

    Runs inside a transaction or alone.
    """
    done = store.execute(
        "UPDATE tournament SET data = ?, starts = ?, due = ?, version = version + 1 "
        "WHERE id = ? AND version = ?",
        (_written(tournament), tournament.starts, due, tournament.id, tournament.version),
    )
    if not done:
        raise Conflict()


def mark_starting(store: Store, id_: str, host: str, at: float) -> None:
    """Start a tournament for its organiser: once, however often and wherever they ask."""
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


def enter(store: Store, id_: str, guest: str, at: float) -> None:
    """Enter a tournament, or come back to it; later rounds count for somebody who comes late."""
    with store.transaction():
        tournament = read_tournament(store, id_)
        if not tournament.is_open:
            raise Refused("You can't enter this tournament any more.")
        if tournament.rated:
            check_may_join_rated(store, guest, at)
        count = store.rows(
            "SELECT count(*) FROM entrant WHERE tournament = ? AND withdrawn = 0", (id_,)
        )[0][0]
        if count >= MOST_ENTRANTS:
            raise Refused("This tournament is full.")
        entry = next(iter(entries_of(store, id_, guest)), guest)
        store.execute(
            "INSERT INTO entrant (tournament, person, at, from_round, withdrawn, ladder, division) "
            "VALUES (?, ?, ?, ?, 0, 0, "
            "(SELECT coalesce(max(division), 0) FROM entrant WHERE tournament = ?)) "
            "ON CONFLICT (tournament, person) DO UPDATE SET withdrawn = 0",
            (id_, entry, at, tournament.next_entry_round, id_),
        )


def withdraw(store: Store, id_: str, entries: Collection[str]) -> None:
    """Take people out of a tournament; before it begins, as if they had never entered."""
    tournament = read_tournament(store, id_)
    for guest in entries:
        if tournament.state == OPEN_STATE and not tournament.is_starting:
            store.execute("DELETE FROM entrant WHERE tournament = ? AND person = ?", (id_, guest))
        else:
            store.execute(
                "UPDATE entrant SET withdrawn = 1 WHERE tournament = ? AND person = ?", (id_, guest)
            )


def forfeit_seats(
    store: Store, id_: str, pairing: Pairing, seats: Collection[int], reason: str
) -> None:
    """Store why seats of a table are forfeited, unless they are already."""
    with store.transaction():
        rows = store.rows(
            "SELECT data FROM pairing WHERE tournament = ? AND round = ? AND no = ? "
            f"{store.locking}",
            (id_, pairing.round, pairing.no),
        )
        stored = decode(rows[0][0], tuple[PairingSeat, ...])
        changed = tuple(
            msgspec.structs.replace(seat, forfeit=reason)
            if i in seats and not seat.forfeit
            else seat
            for i, seat in enumerate(stored)
        )
        store.execute(
            "UPDATE pairing SET data = ? WHERE tournament = ? AND round = ? AND no = ?",
            (_written(changed), id_, pairing.round, pairing.no),
        )


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
        tables = _for_present_guests(store, tables)
        change_tournament(store, tournament, due)
        _put_divisions(store, tournament.id, divisions or {})
        told = with_settings(store, {seat.guest for table in tables for seat in table.seats})
        for pairing, table in zip(pairings, tables, strict=True):
            store.execute(
                "INSERT INTO pairing (tournament, round, no, game_table, data) "
                "VALUES (?, ?, ?, ?, ?)",
                (tournament.id, pairing.round, pairing.no, pairing.table, _written(pairing.seats)),
            )
            add_table(store, table, Job(at))
            for seat in table.seats:
                if seat.guest in told:
                    values = {
                        "name": tournament.title,
                        "game": tournament.game,
                        "path": f"/t/{pairing.table}",
                    }
                    notify(
                        store, Notice(seat.guest, ROUND, tournament.id, pairing.round, values), at
                    )


def _put_divisions(store: Store, id_: str, divisions: Mapping[str, int]) -> None:
    for division in sorted(set(divisions.values())):
        here = [guest for guest, no in divisions.items() if no == division]
        marks = ", ".join("?" * len(here))
        store.execute(
            f"UPDATE entrant SET division = ? WHERE tournament = ? AND person IN ({marks})",
            (division, id_, *here),
        )


def _for_present_guests(store: Store, tables: Sequence[TableRecord]) -> list[TableRecord]:
    """Return tables with the seats of guests who were merged meanwhile given to their owners."""
    guests = sorted({seat.guest for table in tables for seat in table.seats if seat.guest})
    marks = ", ".join("?" * len(guests))
    merged = store.rows(
        f"SELECT id, merged FROM person WHERE merged > '' AND id IN ({marks})", tuple(guests)
    )
    given = list(tables)
    for old, into in merged:
        given = [table.given(old, into) for table in given]
    return given


def _written(data: object) -> str:
    return msgspec.json.encode(data).decode()
