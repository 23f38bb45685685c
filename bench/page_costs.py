"""What one client costs others: `python -m bench.page_costs [--only /tournaments] [--moves 60]`.

Starts a server with a site on it: a league of 58 people over 12 rounds, a finished game, members.
For every GET route one client asks for the page again and again, as fast as it is answered, and
another player makes a move every `--pause` seconds; the client comes and goes, for comparison.
Prints the page's time and how long the moves took, the slowest first, in milliseconds. The status
is 1 if a p95 is over `--limit`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from starlette.routing import Route
from tests.web.test_rounds import Director, new_file

from nomarch.contests import seating
from nomarch.contests.site_hooks import site_database
from nomarch.contests.tournaments import TournamentData
from nomarch.kernel.game import rulebook
from nomarch.learning.puzzles import PREFIX, load_puzzles
from nomarch.people.accounts import claim_handle
from nomarch.people.person_store import put_person
from nomarch.storage.schema import ENTRANT, PAIRING, TOURNAMENT
from nomarch.storage.statements import insert_row
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person
from nomarch.tables.stores.results import put_result
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

GAME = "egizia"
"""The game with the largest board."""
PEOPLE, ROUNDS, SEATS = 58, 12, 3
TURNS = 4
"""How often the client comes and goes."""
DOCS = ("operations.md", "server.md", "rules/egizia.md")


class Client:
    """One connection of a person."""

    def __init__(self, port: int, token: str = "") -> None:
        self.link, self.token = http.client.HTTPConnection("127.0.0.1", port, timeout=120), token

    def ask(self, path: str, body: Any = None, *, is_data: bool = False) -> tuple[int, bytes]:
        headers = {"accept-encoding": "gzip"} if body is None and not is_data else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        method, data = "GET", None
        if body is not None:
            method, data = "POST", json.dumps(body).encode()
            headers["content-type"] = "application/json"
        self.link.request(method, path, data, headers)
        answer = self.link.getresponse()
        return answer.status, answer.read()

    def call(self, path: str, body: Any = None) -> Any:
        status, data = self.ask(path, body, is_data=True)
        if status >= 400:
            raise RuntimeError(f"{path}: {status} {data[:200]!r}")
        return json.loads(data)


class Mover(Client):
    """A player of all seats of a table, who makes the first legal move."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.token = self.call("/api/person", {"name": "Mover"})["token"]
        self.table = ""

    def move(self) -> float:
        """Make a move; returns the seconds it took."""
        while True:
            for seat in range(SEATS if self.table else 0):
                seen = self.call(f"/api/tables/{self.table}?seat={seat}")
                if seen["view"]["legal"]:
                    return self._move(seat, seen["view"]["legal"][0], seen["seq"])
            seats = [{"kind": "me"}, *[{"kind": "here"}] * (SEATS - 1)]
            self.table = self.call("/api/tables", {"game": "ra", "seats": seats})["id"]

    def _move(self, seat: int, move: str, seq: int) -> float:
        began = time.perf_counter()
        wish = {"seat": seat, "move": move, "seq": seq}
        self.call(f"/api/tables/{self.table}/move", wish)
        return time.perf_counter() - began


@dataclass(frozen=True)
class Measured:
    """What a page costs; times in milliseconds."""

    path: str
    status: int
    page: float
    move: float
    quiet: float
    """p95 of moves while nobody asks for the page."""
    busy: float
    """p95 of moves while one client does."""


def reload_pages(port: int, token: str, path: str, go: Event, stop: Event, tell: Any) -> None:
    """Ask for a page whenever `go` is set; tells the status and the seconds of each answer."""
    client, spent, status = Client(port, token), list[float](), 0
    while go.wait() and not stop.is_set():
        began = time.perf_counter()
        status, _ = client.ask(path)
        spent.append(time.perf_counter() - began)
    tell.send((status, spent))


def make_league(store: Store) -> None:
    """Store a league whose rounds are all played."""
    seating.LEAST_STEPS = seating.MOST_STEPS = 400
    director = Director(new_file("league", PEOPLE, 4, ROUNDS), Random(1))
    for _ in range(ROUNDS):
        director.start()
        director.play()
    file: TournamentData = director.file
    with store.transaction():
        insert_row(
            store, TOURNAMENT, id="league", starts=0.0, due=1e12, version=1,
            data=msgspec.json.encode(file.tournament).decode(),
        )  # fmt: skip
        for entrant in file.entrants:
            put_person(store, Person(entrant.entry, entrant.name))
            claim_handle(store, entrant.entry, f"Person-{entrant.entry}", 1.0)
            insert_row(
                store, ENTRANT, tournament="league", person=entrant.entry, at=entrant.at,
                from_round=1, withdrawn=0, ladder=0, division=entrant.division,
            )  # fmt: skip
        for pairing in file.pairings:
            seats = msgspec.json.encode(pairing.seats).decode()
            insert_row(
                store, PAIRING, tournament="league", round=pairing.round, no=pairing.no,
                game_table=pairing.table, data=seats,
            )  # fmt: skip
            put_result(store, file.results[pairing.table])


def find_paths(folder: Path, table: str) -> list[str]:
    """Return an address of every GET route."""
    values = {
        "game": GAME, "id": table, "handle": "Person-p01", "day": time.strftime("%Y-%m-%d"),
        "lesson": "first", "puzzle": PREFIX + load_puzzles(rulebook(GAME))[0].id, "token": "none",
    }  # fmt: skip
    app, found = create_app(Settings(data=folder / "routes")), []
    for route in app.routes:
        if not isinstance(route, Route) or "GET" not in (route.methods or ()):
            continue
        here = {**values, "id": "league"} if "tournaments" in route.path else values
        paths = [route.path]
        if "{path:path}" in route.path:
            paths = [route.path.replace("{path:path}", page) for page in DOCS]
        found += [re.sub(r"\{(\w+)\}", lambda part: here[part[1]], path) for path in paths]  # noqa: B023
    services = app.state.services
    services.writer.close()
    services.readers.close()
    return found


def measure(port: int, mover: Mover, path: str, options: argparse.Namespace) -> Measured:
    """Measure moves with and without the client, by turns: the machine may be busy itself."""
    ours, theirs = multiprocessing.Pipe()
    go, stop = multiprocessing.Event(), multiprocessing.Event()
    client = multiprocessing.Process(
        target=reload_pages, args=(port, mover.token, path, go, stop, theirs)
    )
    client.start()
    quiet, busy = list[float](), list[float]()
    for _ in range(TURNS):
        for spent, is_busy in ((quiet, False), (busy, True)):
            (go.set if is_busy else go.clear)()
            for _ in range(options.moves // TURNS):
                time.sleep(options.pause)
                spent.append(1000 * mover.move())
    stop.set()
    go.set()
    status, pages = ours.recv()
    client.join()
    return Measured(path, status, 1000 * median(pages), median(busy), p95(quiet), p95(busy))


def p95(numbers: list[float]) -> float:
    return sorted(numbers)[len(numbers) * 95 // 100]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[""], help="routes that begin so")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--pause", type=float, default=0.03)
    parser.add_argument("--limit", type=float, default=50.0, help="milliseconds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, socket.socket() as free:
        folder = Path(name)
        with closing(site_database(str(folder / "nomarch.sqlite3")).open()) as store:
            make_league(store)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "nomarch", "serve", "--port", str(port)),
                *("--data", name, "--rate", "1000000"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if line.startswith("Press"):
                    break
            mover = Mover(port)
            for _ in range(20):
                mover.move()
            lines = []
            for path in find_paths(folder, mover.table):
                if path.startswith(tuple(options.only)):
                    lines.append(measure(port, mover, path, options))
                    print(lines[-1], file=sys.stderr)
        finally:
            server.terminate()
            server.wait()
    print("| page | status | ms per page | move: median | p95 | p95 without the client |")
    print("| --- | --- | --- | --- | --- | --- |")
    for line in sorted(lines, key=lambda line: -line.busy):
        print(
            f"| {line.path} | {line.status} | {line.page:.1f} | {line.move:.1f} | {line.busy:.1f} "
            f"| {line.quiet:.1f} |"
        )
    return int(any(line.busy > options.limit for line in lines))


if __name__ == "__main__":
    sys.exit(main())
