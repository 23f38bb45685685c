"""A server of our own, tables at a chosen moment, and a browser to look at them with."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.contests import tournaments
from nomarch.contests.rounds import new_round, next_people, seat_people
from nomarch.contests.site_hooks import site_database
from nomarch.contests.standings import Pairing
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.site_settings import read_secret
from nomarch.storage.store import Store
from nomarch.tables.service import bot_seat
from nomarch.tables.state.model import MOVE, OPEN, PLAYER, Entry, Person, Seat, TableRecord
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.results import GameResult, SeatResult, put_result
from nomarch.tables.stores.table_store import put_table
from nomarch.web.http.identity import COOKIE, Identity, Session
from tests.install_programs import find_chromium
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "user_agent": "Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile Safari/537.36",
}
HOLD = """
window.held = [];
const plain = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const animation = plain.apply(this, how);
  if (this.closest?.("#frame, #result")) {
    animation.pause();
    window.held.push(animation);
  }
  return animation;
};
"""
"""Stops everything that plays on a board or a result; tests go to a time instead of waiting."""
SEED = "the river rises"
CREATED = 1_760_000_000.0
"""When staged tables were set: a fixed time, so that nothing in a picture depends on the day."""

Stop = Callable[[Match], bool]
"""At which position a staged table is left to the people."""


@dataclass
class Site:
    """A running server and the folder in which it keeps everything."""

    data: Path
    pause: float = 0.0
    rate: int = 10_000
    port: int = field(default_factory=free_port)
    program: Sequence[str] = ("-m", "nomarch")
    _process: subprocess.Popen[bytes] | None = None
    _store: Store | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def store(self) -> Store:
        """The database that the server looks into, too."""
        if self._store is None:
            self._store = site_database(str(self.data / "nomarch.sqlite3")).open()
        return self._store

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *self.program, "serve", "--no-prepare", "--port", str(self.port),
             "--data", str(self.data), "--bot-pause", str(self.pause), "--rate", str(self.rate)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *sys.path])},
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(b"Press Ctrl-C"):
                return
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """Stops the server as Ctrl-C would."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=60)
            self._process = None

    def close(self) -> None:
        self.stop()
        if self._store is not None:
            self._store.close()

    # --- Setting the stage --------------------------------------------------------------------

    def person(self, name: str) -> Person:
        person = Person(f"person-{name.lower().replace(' ', '-')}", name)
        put_person(self.store, person)
        return person

    def cookie(self, person: Person) -> dict[str, Any]:
        known = read_person(self.store, person.id) or person
        identity = Identity(read_secret(self.store), None, None, https=False)
        token = identity.token(known, Session.new())
        return {"name": COOKIE, "value": token, "url": self.url}

    def stage(
        self, id_: str, seats: Sequence[Person | str], seed: str = SEED,
        stop: Stop | None = None, game: str = "ra", rated: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> Match:  # fmt: skip
        """A table whose game greedy bots have played up to where `stop` says.

        A seat is a person, `bot`, or `open`. Without `stop` the game is played to its end.
        """
        book = rulebook(game)
        places = [_seat(seat, index) for index, seat in enumerate(seats)]
        names = tuple(place.name for place in places)
        match = Match(book, book.setup(len(seats), options or {}), make_seed(seed), names)
        bot = make_bot("greedy", book)
        while not match.over and not (stop and stop(match)):
            seat = match.to_act[0]
            match.play(seat, decide(match, seat, bot))
        self.put_played(id_, seats, match, rated=rated)
        return match

    def put_played(
        self, id_: str, seats: Sequence[Person | str], match: Match, *, rated: bool = False
    ) -> None:
        book, places = match.book, [_seat(seat, index) for index, seat in enumerate(seats)]
        moves = [(step.seat, book.actions[step.action]) for step in match.steps if not step.auto]
        entries = [
            Entry(id_, number, MOVE, seat, move, CREATED + number)
            for number, (seat, move) in enumerate(moves, start=1)
        ]
        host = next(place.person for place in places if place.person)
        append_entries(
            self.store, entries
        )  # before the table: a running server looks for bots to play
        put_table(self.store, TableRecord(
            id=id_, game=book.game.id, rules=book.game.rules_version,
            options=book.option_ids(match.setup), seats=tuple(places), seed=match.seed,
            invite=f"invite-{id_}", host=host, created=CREATED, over=match.over, rated=rated,
        ))  # fmt: skip


def stage_tournament(site: Site, id_: str, people: Sequence[Person], rounds: int = 3) -> None:
    """A tournament at Giza whose second round is running; the first seats won in the first."""
    at, book = time.time(), rulebook("giza")
    options = book.option_ids(book.setup(3, {}))
    tournaments.create_tournament(site.store, tournaments.Tournament(
        id=id_, title="Nile Cup", game="giza", options=options, seats=3, format="swiss",
        rounds=rounds, clock=60, starts=at, host=people[0].id, created=at, seed=make_seed(id_),
        round_seconds=3600,
    ))  # fmt: skip
    for number, person in enumerate(people):
        tournaments.enter(site.store, id_, person.id, at + number / 100)
    for round_ in (1, 2):
        file = tournaments.read_file(site.store, id_)
        seating = seat_people(file, next_people(file), round_)
        pairings, tables = new_round(file, seating, round_, at)
        begun = replace(file.tournament, state="running", round=round_, round_began=at)
        tournaments.start_round(site.store, begun, pairings, tables, at + 1e6)  # left as it is
        for pairing in pairings if round_ == 1 else ():
            end_pairing(site, pairing, at)


def end_pairing(site: Site, pairing: Pairing, at: float) -> None:
    """Ends a table's game, as if it had been played: the first seat wins."""
    seats = [SeatResult(i, s.entry, "", i + 1, 40 - 10 * i) for i, s in enumerate(pairing.seats)]
    result = GameResult(pairing.table, "giza", "", len(seats), False, at, tuple(seats))
    put_result(site.store, result)


def _seat(seat: Person | str, index: int) -> Seat:
    if isinstance(seat, Person):
        return Seat(PLAYER, seat.name, seat.id)
    if seat == "open":
        return Seat(OPEN, f"Friend {index + 1}")
    return bot_seat("greedy", index)


def game_until(
    game: str, found: Callable[[Match, int], object], seed: str = SEED
) -> tuple[Match, int]:
    """A game of three greedy bots up to what is found since a step, and the number of that step."""
    book = rulebook(game)
    match = Match(book, book.setup(3, {}), make_seed(seed), ("Neith", "Tia", "Iset"))
    bot = make_bot("greedy", book)
    while True:
        ply, seat = match.ply, match.to_act[0]
        match.play(seat, decide(match, seat, bot))
        if found(match, ply):
            return match, ply


def happens(event: str) -> Callable[[Match, int], bool]:
    return lambda match, ply: any(
        record.name == event for step in match.steps[ply:] for record in step.events
    )


# --- Moments at which a staged game can be left ---------------------------------------------------


def late(plies: int, seat: int = 0) -> Stop:
    """The first turn of a seat after so many steps."""
    return lambda match: len(match.steps) >= plies and match.to_act == (seat,)


def after(plies: int, seat: int = 0) -> Stop:
    """The first turn of a seat after so many steps, outside of auctions."""
    return lambda match: late(plies, seat)(match) and "draw" in match.legal(seat)


def offers(start: str, seat: int = 0, plies: int = 0) -> Stop:
    """The first time that a seat may make a move whose notation begins so."""
    return lambda match: (
        late(plies, seat)(match) and any(move.startswith(start) for move in match.legal(seat))
    )


def my_turn_after_others(plies: int) -> Stop:
    """The first decision of the first seat that follows another's, after so many steps."""
    return lambda match: late(max(1, plies))(match) and match.steps[-1].seat > 0


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = find_chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield running
        finally:
            running.close()
