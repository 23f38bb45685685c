"""What one noisy client costs others: `python -m bench.page_costs [--only /tournaments hints]`.

Starts two servers with the same site: a league of 58 people over 12 rounds, members. At one of
them a client asks for the same thing again and again, as fast as it is answered but no more than
five times as often as a server allows; the other is the control, left alone. A player at each makes
a move and opens the table's page, by turns. Prints the player's p95 at both, in milliseconds, and
their ratio, the worst first.

With `--pairs 4` as many pairs of servers share the rows, each on two cores of its own; cores that
are left over are the noisy clients'. Rows are added to the file `--out`; those that are in it
aren't measured again.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from typing import Any, ClassVar

import msgspec
from bench.programs import serving
from starlette.routing import Route
from tests.web.test_rounds import Director, new_file
from tools.measuring import add_row, read_rows
from websockets.asyncio.client import connect

import nomarch
from nomarch.contests import seating
from nomarch.contests.site_hooks import site_database
from nomarch.contests.tournaments import TournamentData
from nomarch.kernel.declare.game import rulebook
from nomarch.learning.puzzles import PREFIX, load_puzzles
from nomarch.people.accounts import claim_handle
from nomarch.people.person_store import put_person
from nomarch.storage.schema import ENTRANT, PAIRING, TOURNAMENT
from nomarch.storage.statements import insert_row
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person
from nomarch.tables.stores.results import put_result
from nomarch.web.app import create_app
from nomarch.web.http.limits import DEFAULT_RATE
from nomarch.web.operations.settings import Settings

GAME = "egizia"
"""The game with the largest board."""
PEOPLE, ROUNDS, SEATS = 58, 12, 3
PAUSE = 0.02
"""Seconds before each move."""
STREAMS = 200
"""Event streams that one client may have."""
NOISE_RATE = 5 * DEFAULT_RATE
"""Requests a second of the noisy client, at most."""
DOCS = ("operations.md", "server.md", "rules/egizia.md")


class Client:
    """One connection of a person, from an address of its own."""

    def __init__(self, port: int, address: str = "127.0.0.1", timeout: float = 120) -> None:
        self.port, self.address, self.token = port, address, ""
        self.link = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=timeout, source_address=(address, 0)
        )
        self.token = self.call("/api/person", {"name": "Visitor"})["token"]

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

    def new_table(self, others: str = "here") -> str:
        seats = [{"kind": "me"}, *[{"kind": others}] * (SEATS - 1)]
        wish = {"game": "ra", "seats": seats, "hints": True}
        return f"/api/tables/{self.call('/api/tables', wish)['id']}"

    def begin_analysis(self) -> str:
        """Have a game analysed; returns its table once the search is compiled."""
        wish = {"save": near_end("ra", 1), "seats": list(range(SEATS))}
        path = f"/api/tables/{self.call('/api/saves', wish)['id']}"
        while move := self.find_move(path):
            self.call(f"{path}/move", move)
        self.call(f"{path}/analysis", {})
        while not self.call(f"{path}/analysis")["done"]:
            time.sleep(0.5)
        return path

    def find_move(self, path: str, seats: int = SEATS) -> dict[str, Any] | None:
        """The first legal move of a seat of ours; None if there is none."""
        for seat in range(seats):
            seen = self.call(f"{path}?seat={seat}")
            if seen["view"]["legal"]:
                return {"seat": seat, "move": seen["view"]["legal"][0], "seq": seen["seq"]}
        return None


class NoisyClient(Client):
    """A client that asks again as soon as it may."""

    spent: ClassVar[list[float]] = []
    """Seconds until answers were there."""
    _next = 0.0

    def ask(self, path: str, body: Any = None, *, is_data: bool = False) -> tuple[int, bytes]:
        time.sleep(max(0.0, self._next - time.perf_counter()))
        began = time.perf_counter()
        self._next = began + 1 / NOISE_RATE
        answer = super().ask(path, body, is_data=is_data)
        self.spent.append(time.perf_counter() - began)
        return answer


class Player(Client):
    """A player of all seats of a table, who makes the first legal move and opens the page."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.table = self.new_table()
        self.spent: dict[str, list[float]] = {"move": [], "page": []}

    def play(self) -> None:
        while (move := self.find_move(self.table)) is None:
            self.table = self.new_table()
        began = time.perf_counter()
        self.call(f"{self.table}/move", move)
        moved = time.perf_counter()
        self.ask(self.table.replace("/api/tables", "/t"))
        self.spent["move"].append(1000 * (moved - began))
        self.spent["page"].append(1000 * (time.perf_counter() - moved))


class Cost(msgspec.Struct):
    """What a noisy client costs a player: p95 beside it and at the control, in milliseconds."""

    noise: str
    status: int
    answer: float
    """The client's own median."""
    move: tuple[float, ...]
    page: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        return [busy / quiet for busy, quiet in (self.move, self.page)]

    def __str__(self) -> str:
        cells = [self.noise, str(self.status), f"{self.answer:.1f}"]
        for busy, quiet in (self.move, self.page):
            cells += [f"{busy:.1f} / {quiet:.1f}", f"{busy / quiet:.2f}"]
        return f"| {' | '.join(cells)} |"


# --- The noise ------------------------------------------------------------------------------------

Noise = Callable[[int], Iterator[int]]
"""Given the port, asks once for each step and yields the status."""
NOISY = "127.0.0.2"


def reload_page(path: str, port: int) -> Iterator[int]:
    client = NoisyClient(port, NOISY)
    while True:
        yield client.ask(path)[0]


def ask_hints(field: str, port: int) -> Iterator[int]:
    """Ask for hints, or with `move` what if that move was made."""
    client = NoisyClient(port, NOISY)
    client.begin_analysis()
    table = client.new_table()
    while True:
        if (move := client.find_move(table)) is None:
            table = client.new_table()
            continue
        wish = {"seat": move["seat"], field: move["move"]} if field else {"seat": move["seat"]}
        for _ in range(10):
            yield client.ask(f"{table}/hint", wish)[0]
        client.call(f"{table}/move", move)


def near_end(game: str, left: int) -> str:
    """A save of a game with so many decisions left."""
    match, rng, saves = nomarch.new(game, SEATS, seed="costs"), Random(1), list[str]()
    while not match.over:
        saves.append(match.save())
        seat = min(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return saves[-left]


def ask_analysis(port: int) -> Iterator[int]:
    """Have a game analysed, and ask how far that is."""
    client = NoisyClient(port, NOISY)
    table = client.begin_analysis()
    while True:
        yield client.ask(f"{table}/analysis")[0]


def paste_saves(port: int) -> Iterator[int]:
    """Each second, paste a save, ask for its page and go away: 30 times as often as allowed."""
    client, wish = NoisyClient(port, NOISY), {"save": near_end(GAME, 3), "seats": [0]}
    while True:
        status, data = client.ask("/api/saves", wish)
        yield status
        hasty = http.client.HTTPConnection("127.0.0.1", port, source_address=(NOISY, 0))
        hasty.request("GET", f"/t/{json.loads(data)['id']}?watch")
        hasty.close()
        time.sleep(1)


def hold_streams(tables: int, port: int) -> Iterator[int]:
    """Hold event streams at tables against bots, and play at one after the other."""
    client, loop = NoisyClient(port, NOISY), asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    streams: dict[str, list[Future[None]]] = {}
    while True:
        while len(streams) < tables:
            path = client.new_table("bot")
            reading = [read_stream(port, client.token, path) for _ in range(STREAMS // tables)]
            streams[path] = [asyncio.run_coroutine_threadsafe(each, loop) for each in reading]
        for path in list(streams):
            if move := client.find_move(path, 1):
                yield client.ask(f"{path}/move", move)[0]
            elif not client.call(path)["view"]["to_act"]:
                for stream in streams.pop(path):
                    stream.cancel()


async def read_stream(port: int, token: str, path: str) -> None:
    headers = {"authorization": f"Bearer {token}"}
    address = f"ws://127.0.0.1:{port}{path}/live"
    async with connect(
        address, additional_headers=headers, max_size=None, open_timeout=60, local_addr=(NOISY, 0)
    ) as link:
        await link.send('{"type": "look"}')
        async for _ in link:
            pass


NOISES: dict[str, Noise] = {
    "hints": partial(ask_hints, ""),
    "what if": partial(ask_hints, "move"),
    "analysis": ask_analysis,
    f"{STREAMS} streams, a table each": partial(hold_streams, STREAMS),
    f"{STREAMS} streams, ten a table": partial(hold_streams, STREAMS // 10),
    "pasted saves": paste_saves,
}
"""Noises that are more than reloading a page."""


def make_noise(noise: Noise, port: int, go: Event, stop: Event, tell: Any, cores: set[int]) -> None:
    """Make a noise until `stop`, once it is set up; tells the last status and the median time."""
    os.sched_setaffinity(0, cores)
    steps = noise(port)
    status = next(steps)
    go.set()
    while not stop.is_set():
        status = next(steps)
    tell.send((status, 1000 * median(NoisyClient.spent)))


# --- The site -------------------------------------------------------------------------------------


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


def find_routes(folder: Path) -> list[str]:
    """Return the path of every GET route, with documents in place of their pattern."""
    app, found = create_app(Settings(data=folder / "routes")), list[str]()
    for route in app.routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()):
            pages = DOCS if "{path:path}" in route.path else ("",)
            found += [route.path.replace("{path:path}", page) for page in pages]
    services = app.state.services
    services.writer.close()
    services.readers.close()
    return found


def fill_in(route: str, table: str) -> str:
    values = {
        "game": GAME, "id": "league" if "tournaments" in route else table, "handle": "Person-p01",
        "day": time.strftime("%Y-%m-%d"), "lesson": "sailing", "token": "none",
        "puzzle": PREFIX + load_puzzles(rulebook(GAME))[0].id,
    }  # fmt: skip
    return re.sub(r"\{(\w+)\}", lambda part: values[part[1]], route)


def measure(name: str, noise: Noise, ports: tuple[int, int], moves: int, cores: set[int]) -> Cost:
    """Let a player play at both servers, by turns, beside a noise at the first, on `cores`."""
    ours, theirs = multiprocessing.Pipe()
    go, stop = multiprocessing.Event(), multiprocessing.Event()
    client = multiprocessing.Process(
        target=make_noise, args=(noise, ports[0], go, stop, theirs, cores)
    )
    client.start()
    try:
        while not go.wait(1):
            if not client.is_alive():
                raise RuntimeError(f"{name} cannot be asked for")
        players = [Player(port) for port in ports]
        for number in range(moves):
            for player in players[:: 1 if number % 2 else -1]:
                time.sleep(PAUSE)
                player.play()
        stop.set()
        moving, opening = [
            tuple(sorted(player.spent[what])[moves * 95 // 100] for player in players)
            for what in ("move", "page")
        ]
        return Cost(name, *ours.recv(), moving, opening)
    finally:
        client.terminate()
        client.join()


def measure_rows(number: int, rows: SimpleQueue[str], options: argparse.Namespace) -> None:
    """Measure rows until an empty one comes, at a pair of servers with two cores."""
    cores = sorted(os.sched_getaffinity(0))[number :: options.pairs]
    os.sched_setaffinity(0, cores[:2])
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as servers:
        folders = [Path(name, which) for which in ("busy", "quiet")]
        for folder in folders:
            folder.mkdir()
            with closing(site_database(str(folder / "nomarch.sqlite3")).open()) as store:
                make_league(store)
        busy, quiet = [servers.enter_context(serving(str(folder)))[0] for folder in folders]
        table = Client(busy).new_table().rpartition("/")[2]
        while row := rows.get():
            noise = NOISES.get(row) or partial(reload_page, fill_in(row, table))
            try:
                cost = measure(row, noise, (busy, quiet), options.moves, set(cores[2:] or cores))
            except (RuntimeError, OSError) as error:
                print(f"{row}: {error}", file=sys.stderr)
                continue
            add_row(options.out, cost)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=[""], help="rows that begin so")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=1, help="of servers, on two cores each")
    parser.add_argument("--out", type=Path, default=Path("page_costs.jsonl"))
    options = parser.parse_args()
    multiprocessing.set_start_method("spawn")  # children inherit the cores of a pair
    rows: SimpleQueue[str] = multiprocessing.SimpleQueue()
    known = {cost.noise for cost in read_rows(options.out, Cost)}
    with tempfile.TemporaryDirectory() as folder:
        for row in (*NOISES, *find_routes(Path(folder))):
            if row.startswith(tuple(options.only)) and row not in known:
                rows.put(row)
    pairs = list[multiprocessing.Process]()
    for number in range(options.pairs):
        rows.put("")
        pairs.append(multiprocessing.Process(target=measure_rows, args=(number, rows, options)))
        pairs[-1].start()
    for pair in pairs:
        pair.join()
    costs = sorted(read_rows(options.out, Cost), key=lambda cost: -max(cost.ratios))
    print("| noise | status | ms | move: beside it / alone | times | page: likewise | times |")
    print("| --- |" + " --- |" * 6)
    print(*costs, sep="\n")


if __name__ == "__main__":
    main()
