"""A tournament at a site, its people and its rounds."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from nomarch.contests import tournaments
from nomarch.contests.rounds import new_round
from nomarch.contests.standings import Pairing, PairingSeat
from nomarch.contests.tournament_runner import BREAK, LOOK_EVERY
from nomarch.contests.tournaments import Tournament, TournamentData
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.person_store import put_person
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, TableRecord
from nomarch.tables.stores.results import GameResult, SeatResult, put_result

from .actors import Person, Site

START = 2_000_000_000.0
CUP: dict[str, Any] = {
    "title": "Nile Cup", "game": "giza", "seats": 2, "format": "swiss", "rounds": 2,
    "clock": 60, "starts": START, "round_seconds": 3600,
}  # fmt: skip


def go_on(site: Site, seconds: float = 0.0) -> None:
    """Lets time pass, and tournaments move on."""
    site.clock.advance(max(seconds, LOOK_EVERY))
    site.call(site.services.tournaments.run_due)


def prepare_round(store: Store) -> tuple[Tournament, list[Pairing], list[TableRecord]]:
    """Stores the tournament t1 of g0 to g3; its first round, as `start_round` takes it."""
    if not store.rows("SELECT 1 FROM tournament"):
        wishes = {**CUP, "id": "t1", "options": {}, "host": "g0", "created": 1.0}
        tournaments.create_tournament(store, Tournament(**wishes, seed=make_seed("cup")))
        for number in range(4):
            put_person(store, StoredPerson(f"g{number}", f"Guest {number}"))
            tournaments.enter(store, "t1", f"g{number}", 1.0 + number)
    file = tournaments.read_file(store, "t1")
    pairings, tables = new_round(file, [["g0", "g1"], ["g2", "g3"]], 1, START)
    begun = replace(file.tournament, state="running", round=1, round_began=START)
    return begun, pairings, tables


def paired(round_: int, no: int, *seats: str, **forfeits: str) -> Pairing:
    """A table of a round without a site; who did not come, by name."""
    here = tuple(PairingSeat(who, forfeits.get(who, "")) for who in seats)
    return Pairing(round_, no, f"{round_}/{no}", here)


def result(pairing: Pairing, *scores: int, left: Collection[int] = ()) -> GameResult:
    """The result of a table; seats whose people left the game early."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    seats = tuple(
        SeatResult(i, seat.entry, "", places[i], scores[i], 3 if i in left else None)
        for i, seat in enumerate(pairing.seats)
    )
    return GameResult(pairing.table, "giza", "", len(seats), False, START, seats)


class Cup:
    """A tournament that somebody organises and others enter. `site` may be another server of it."""

    def __init__(self, host: Person, *entrants: Person, **wishes: Any) -> None:
        self.site: Site = host.site
        self.id = str(host.posts("/api/tournaments", **{**CUP, **wishes})["id"])
        self.api, self.page = f"/api/tournaments/{self.id}", f"/tournaments/{self.id}"
        self.admits(*entrants)

    def admits(self, *people: Person) -> None:
        for person in people:
            person.posts(f"{self.api}/enter")

    def begins(self) -> None:
        self.site.clock.at = START
        self.site.call(self.site.services.tournaments.run_due)

    def ends(self, pairing: Pairing, *scores: int) -> None:
        """Ends a game as if it had been played; by default the first seat wins."""
        scores = scores or tuple(range(len(pairing.seats), 0, -1))
        self.site.changes(put_result, result(pairing, *scores))

    def ends_round(self) -> None:
        """Ends all tables of the running round and waits until the next one is due."""
        for pairing in self.file.unfinished():
            self.ends(pairing)
        go_on(self.site)
        go_on(self.site, BREAK)

    @property
    def file(self) -> TournamentData:
        file: TournamentData = self.site.reads(tournaments.read_file, self.id)
        return file

    def round(self, number: int) -> list[Pairing]:
        return list(self.file.round(number))

    def entry(self, name: str) -> str:
        return next(each.entry for each in self.file.entrants if each.name == name)

    def pairing_of(self, name: str, round_: int) -> Pairing:
        who = self.entry(name)
        return next(p for p in self.round(round_) if who in [seat.entry for seat in p.seats])

    def line(self, person: Person, name: str) -> dict[str, Any]:
        lines = person.gets(self.api)["standings"]
        return next(dict(line) for line in lines if line["name"] == name)
