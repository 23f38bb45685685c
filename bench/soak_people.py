"""People of the soak: rated games, tournaments, and people who become one.

They talk to any server that answers and go on when it was killed. What they were told is held
against the database: no move, result, rating, entry, round or merge may be lost or doubled.
"""

import asyncio
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from bench.soak_commands import GONE, PATIENCE, UNAVAILABLE

from nomarch.contests.rounds import check_seating, division_standings
from nomarch.contests.tournaments import FINISHED_STATE, TournamentData, read_file
from nomarch.people.accounts import claim_handle
from nomarch.people.person_merging import find_root
from nomarch.storage.database import Database
from nomarch.storage.schema import RESULT
from nomarch.storage.statements import find_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import MOVE, now
from nomarch.tables.stores.log_store import read_log

BREAK = 2.0
"""Seconds between two rounds, instead of a minute."""
PROGRAM = (
    "-c",
    "import sys; from nomarch.contests import tournament_runner; "
    f"tournament_runner.BREAK = {BREAK}; from nomarch.cli import main; sys.exit(main())",
)
"""How Python runs a server with short breaks."""
MEMBERS = 4
"""People with a claimed name, who play rated games."""
RATED_TABLES = 2
CONTESTS = 2
"""Tournaments that run at once."""
ENTRANTS = 6
MERGES = 2
"""Guests of each tournament who become somebody else."""
FORBIDDEN, TOO_LATE = 403, 409


@dataclass
class Person:
    """A person by a name of their own, and the token that they send."""

    name: str
    token: str
    is_lost: bool = False
    """Whether a merge was not answered, which may have ended the session."""


@dataclass
class PlayedTable:
    """A table and the moves that were answered."""

    id: str
    answered: list[tuple[int, str]] = field(default_factory=list)
    is_over: bool = False


@dataclass
class Contest:
    """A tournament and what was answered."""

    id: str
    host: Person
    entered: list[Person] = field(default_factory=list)
    is_started: bool = False
    is_over: bool = False
    merges: int = 0
    """Merges of its entrants, answered or not."""

    @property
    def present(self) -> list[Person]:
        return [person for person in self.entered if not person.is_lost]


class Community:
    """People who play while servers are killed."""

    program = PROGRAM
    """A server for them."""

    def __init__(self, database: Database, seed: int) -> None:
        self.database, self.rng = database, random.Random(seed)
        self.people = 0
        self.members: list[Person] = []
        self.tables: dict[str, PlayedTable] = {}
        self.rated: list[str] = []
        self.contests: list[Contest] = []
        self.merges: list[tuple[str, str]] = []
        """Names of people who became one."""
        self.counts: Counter[str] = Counter()
        self.answers = 0
        """Requests that were answered."""

    async def live(self, anywhere: Callable[[], str]) -> None:
        """Play until cancelled; `anywhere` returns the address of a server."""
        self.anywhere = anywhere
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        async with httpx.AsyncClient(timeout=PATIENCE, verify=False, limits=limits) as self.http:
            await asyncio.gather(
                *(self._repeat(self._play_rated, number) for number in range(RATED_TABLES)),
                *(self._repeat(self._run_contest, number) for number in range(CONTESTS)),
            )

    async def _repeat(self, action: Callable[[int], Awaitable[None]], number: int) -> None:
        while True:
            try:
                await action(number)
            except GONE:
                self.counts["requests lost"] += 1
                await asyncio.sleep(self.rng.uniform(0.1, 0.3))

    async def _ask(self, path: str, who: Person | None, body: object = None) -> Any:
        """Send a request. Returns the answer, or None if it was refused as too late."""
        headers = {"authorization": f"Bearer {who.token}"} if who else {}
        method = "GET" if body is None else "POST"
        answer = await self.http.request(method, self.anywhere() + path, json=body, headers=headers)
        self.http.cookies.clear()
        if answer.status_code == UNAVAILABLE:
            raise ConnectionError("a server cannot write just now")
        self.answers += 1
        is_late = answer.status_code == TOO_LATE
        # A clock may have run out since the page was read, and a bot have taken the seat.
        if is_late or (path.endswith("/move") and answer.status_code == FORBIDDEN):
            return None
        assert answer.is_success, f"{path} {body}: {answer.status_code} {answer.text[:300]}"
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.json() if is_json else answer.text

    async def _new_person(self) -> Person:
        self.people += 1
        name = f"Soaked {self.people}"
        return Person(name, (await self._ask("/api/person", None, {"name": name}))["token"])

    async def _move(self, id_: str, who: Person) -> None:
        """Make a move at a table if it is a person's turn."""
        table = self.tables.setdefault(id_, PlayedTable(id_))
        view = await self._ask(f"/api/tables/{id_}", who)
        if view["view"]["over"] and not table.is_over:
            table.is_over = True
            self.counts["games"] += 1
        seat, legal = view["view"]["seat"], view["view"]["legal"]
        if legal:
            move = self.rng.choice(legal)
            wish = {"seat": seat, "move": move, "seq": view["seq"]}
            if await self._ask(f"/api/tables/{id_}/move", who, wish) is not None:
                table.answered.append((seat, move))
                self.counts["moves"] += 1

    # --- Rated games ------------------------------------------------------------------------------

    async def _play_rated(self, number: int) -> None:
        """Create a rated game, or make a move for each of its people."""
        while len(self.members) < MEMBERS:
            await self._add_member()
        running = [id_ for id_ in self.rated if not self.tables[id_].is_over]
        if number < len(running):
            for who in self.members:
                await self._move(running[number], who)
            return
        host, other = self.rng.sample(self.members, 2)
        wish = {"game": "giza", "seats": [{"kind": "me"}, {"kind": "friend"}], "rated": True}
        made = await self._ask("/api/tables", host, wish)
        await self._ask(f"/api/tables/{made['id']}/join", other, {"token": made["invite"]})
        self.tables[made["id"]] = PlayedTable(made["id"])
        self.rated.append(made["id"])

    async def _add_member(self) -> None:
        person = await self._new_person()
        await asyncio.to_thread(self._claim, person.name)
        self.members.append(person)

    def _claim(self, name: str) -> None:
        """Claim a name as a passkey's owner does, without the passkey."""
        store = self.database.open()
        try:
            claim_handle(store, _ids(store)[name], name.replace(" ", "-"), now())
        finally:
            store.close()

    # --- Tournaments ------------------------------------------------------------------------------

    async def _run_contest(self, number: int) -> None:
        """Take one step of a tournament: create, enter, start, merge, play."""
        running = [contest for contest in self.contests if not contest.is_over]
        if number >= len(running):
            await self._organise()
            return
        contest = running[number]
        if len(contest.entered) < ENTRANTS:
            person = await self._new_person()
            await self._ask(f"/api/tournaments/{contest.id}/enter", person, {})
            contest.entered.append(person)
        elif not contest.is_started:
            await self._ask(f"/api/tournaments/{contest.id}/start", contest.host, {})
            contest.is_started = True
        elif contest.merges < MERGES and self.rng.random() < 0.1:
            await self._merge(contest)
        else:
            for person in self.rng.sample(contest.present, 3):
                await self._play_contest(contest, person)

    async def _organise(self) -> None:
        host = await self._new_person()
        wish = {"title": "Soak Cup", "game": "giza", "seats": 2, "rounds": 2, "clock": 15}
        wish |= {"format": self.rng.choice(("swiss", "league")), "round_seconds": 300}
        made = await self._ask("/api/tournaments", host, wish)
        self.contests.append(Contest(made["id"], host))
        self.counts["tournaments"] += 1

    async def _merge(self, contest: Contest) -> None:
        """Let an entrant become another one, or somebody who has not entered."""
        old, into = self.rng.sample(contest.present, 2)
        if self.rng.random() < 0.5:
            into = await self._new_person()
        page = await self._ask("/me", into)
        (token,) = re.findall(r'value="http://[^"]+/me/([^"]+)"', page)[:1]
        contest.merges, old.is_lost = contest.merges + 1, True
        answer = await self._ask("/api/recover", old, {"token": token, "merge": True})
        old.token, old.is_lost = answer["token"], False
        self.merges.append((old.name, into.name))
        self.counts["merges"] += 1

    async def _play_contest(self, contest: Contest, person: Person) -> None:
        info = await self._ask(f"/api/tournaments/{contest.id}", person)
        is_over = info["state"] == FINISHED_STATE
        assert is_over == bool(info["seed"]), f"{contest.id}: {info['state']} {info['seed']}"
        if is_over and not contest.is_over:
            contest.is_over = True
            self.counts["tournaments over"] += 1
        elif info["my_table"]:
            await self._move(info["my_table"], person)

    # --- Checking ---------------------------------------------------------------------------------

    def check(self, store: Store) -> None:
        """Compare what people were told with the database."""
        ids = _ids(store)
        roots = {name: find_root(store, id_) for name, id_ in ids.items()}
        for old, into in self.merges:
            assert roots[old] == roots[into], f"{old} was told to be {into}"
        ghosts = "SELECT * FROM seat WHERE person IN (SELECT id FROM person WHERE {})"
        assert not store.rows(ghosts.format("merged > ''")), "seats of people who were merged"
        for table in self.tables.values():
            check_moves(store, table.id, table.answered)
        check_ratings(store)
        for (id_,) in store.rows("SELECT id FROM tournament"):
            check_tournament(store, read_file(store, id_))
        for contest in self.contests:
            file = read_file(store, contest.id)
            people = {entrant.person for entrant in file.entrants}
            for person in contest.entered:
                assert roots[person.name] in people, f"{contest.id}: {person.name} had entered"
            is_started = file.tournament.round > 0 or file.tournament.is_starting
            assert is_started or not contest.is_started, f"{contest.id} had started"

    def check_command(self, *where: str) -> None:
        """Run `nomarch admin recompute-ratings --check`, which must find nothing."""
        command = [sys.executable, "-m", "nomarch", "admin", *where, "recompute-ratings", "--check"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    @property
    def summary(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))


# --- Checks ---------------------------------------------------------------------------------------


def _ids(store: Store) -> dict[str, str]:
    return dict(store.rows("SELECT name, id FROM person WHERE name LIKE 'Soaked %' OR handle > ''"))


def check_moves(store: Store, id_: str, answered: Sequence[tuple[int, str]]) -> None:
    """Check that every answered move is in the log, in order."""
    log = read_log(store, id_)
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1)), id_
    written = iter([(entry.seat, entry.text) for entry in log if entry.kind == MOVE])
    for number, move in enumerate(answered):
        assert move in written, f"{id_}: {move} was answered as number {number}"


def check_ratings(store: Store) -> None:
    """Every rated game counts once: numbers without gaps, one change for each seat."""
    for game, last in store.rows("SELECT game, seq FROM rating_counter"):
        rows = find_rows(store, RESULT.c.rated_seq, game=game)
        rated = sorted(seq for (seq,) in rows if seq is not None)
        assert rated == list(range(1, last + 1)), f"{game}: rated games"
    wrong = store.rows(
        "SELECT game_table FROM result WHERE rated_seq IS NOT NULL AND players <> (SELECT count(*) "
        "FROM rating_change WHERE rating_change.game_table = result.game_table)"
    )
    assert not wrong, f"changes of ratings: {wrong}"


def check_tournament(store: Store, file: TournamentData) -> None:
    """Every round is there once, with every person once."""
    one = file.tournament
    assert {p.round for p in file.pairings} == set(range(1, one.round + 1)), f"{one.id}: rounds"
    for number in range(1, one.round + 1):
        here = file.round(number)
        assert [p.no for p in here] == list(range(1, len(here) + 1)), f"{one.id}: tables"
        _check_once([s.entry for p in here for s in p.seats if s.entry], f"{one.id}: seats")
    rows = store.rows("SELECT id, record FROM game_table ORDER BY id")
    tables = [id_ for id_, record in rows if f'"tournament":"{one.id}"' in record]
    assert tables == sorted(p.table for p in file.pairings), f"{one.id}: tables"
    person = {entrant.entry: entrant.person for entrant in file.entrants}
    lines = [line for division in division_standings(file).values() for line in division]
    _check_once([person[line.entry] for line in lines], f"{one.id}: standings")
    assert all(line.games <= one.round for line in lines), f"{one.id}: games"
    if one.state == FINISHED_STATE:
        assert not check_seating(file), f"{one.id}: {check_seating(file)}"


def _check_once(found: Sequence[str], what: str) -> None:
    assert len(set(found)) == len(found), f"{what}: {found}"
