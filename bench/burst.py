"""A server under attack: `python bench/burst.py drawings|connections|cold|seating [--count N]`.

`drawings`: one client asks for many drawings at once (replays and past boards) while players at
another table move. Prints how long their moves took, before and during the burst.
`connections`: one address opens many connections and sends nothing, to a server that may open 1,024
files. Prints how long a page takes from another address meanwhile.
`cold`: one client opens pages that nobody has opened since the start (rules, lessons, puzzles,
replays, seed checks), one after the other, while a player moves. Prints each page's time and the
worst move meanwhile.
`seating`: the organiser of a league with 120 people presses Start every 0.4 s while players at four
other tables move and another client creates tables. Prints how long both take, before and during.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager

import httpx
from websockets.asyncio.client import connect

from nomarch.kernel.game import rulebook
from nomarch.web.site.lesson_views import lessons_of

ATTACKER, PLAYER = "203.0.113.1", "198.51.100.7"
FILES = 1024
TIMEOUT = 30.0


@contextmanager
def running_server() -> Iterator[str]:
    """A server with usual limits behind a trusted proxy, which we are."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "nomarch", "serve", "--port", str(port)]
    with tempfile.TemporaryDirectory() as data:
        flags = ["--data", data, "--proxy", "127.0.0.1"]
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))  # noqa: E731
        server = subprocess.Popen(
            [*command, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=limit,
        )  # fmt: skip
        try:
            for _ in range(300):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/health").raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.2)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def client(base: str, address: str) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None)
    headers = {"x-forwarded-for": address}
    return httpx.AsyncClient(
        base_url=f"http://{base}", headers=headers, timeout=TIMEOUT, limits=limits
    )


class Table:
    """A table whose seats all belong to one guest, played over a page's socket."""

    def __init__(self, base: str, id_: str, token: str) -> None:
        self.base, self.id, self.token = base, id_, token
        self.latencies: list[float] = []
        self.began: list[float] = []

    @classmethod
    async def new(cls, base: str, http: httpx.AsyncClient, game: str = "giza") -> Table:
        token = (await http.post("/api/guest", json={})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        body = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "here"}] * 2]}
        made = await http.post("/api/tables", json=body)
        made.raise_for_status()
        return cls(base, made.json()["id"], token)

    async def play(self, address: str, moves: int, pause: float = 0.05) -> None:
        """Make moves one after the other, and note when each began and how long it took."""
        url = f"ws://{self.base}/api/tables/{self.id}/live"
        headers = {"authorization": f"Bearer {self.token}", "x-forwarded-for": address}
        async with connect(url, additional_headers=headers, max_size=None) as link:
            await link.send(json.dumps({"type": "look"}))
            page: dict = {}
            while "moves" not in page:
                page = await self._next(link, page)
            for _ in range(moves):
                if page["curtain"]:
                    await link.send(json.dumps({"type": "look", "seat": page["seat"]}))
                    page = {}
                    while "moves" not in page:
                        page = await self._next(link, page)
                if not page["turn"] or not page["moves"]:
                    break
                seq, began = page["seq"], time.perf_counter()
                self.began.append(began)
                move = page["moves"][0]["move"]
                message = {"type": "play", "seat": page["seat"], "move": move, "seq": seq}
                await link.send(json.dumps(message))
                while page["seq"] == seq:
                    page = await self._next(link, page)
                self.latencies.append(time.perf_counter() - began)
                await asyncio.sleep(pause)

    async def _next(self, link, page: dict) -> dict:  # type: ignore[no-untyped-def]
        message = json.loads(await asyncio.wait_for(link.recv(), TIMEOUT))
        if message["type"] == "error":
            raise RuntimeError(f"refused: {message}")
        return {**page, **message} if message["type"] in ("page", "change") else page


def summary(name: str, values: list[float]) -> str:
    values = sorted(values) or [0.0]
    median, late = values[len(values) // 2], values[len(values) * 95 // 100]
    times = (
        f"median {1000 * median:,.0f}, p95 {1000 * late:,.0f}, worst {1000 * values[-1]:,.0f} ms"
    )
    return f"{name:>16}: {len(values)} moves, {times}"


async def attack_with_drawings(base: str, count: int) -> None:
    async with client(base, PLAYER) as player, client(base, ATTACKER) as attacker:
        quiet = await Table.new(base, player)
        await quiet.play(PLAYER, 20)
        other = await Table.new(base, attacker, "egizia")
        await other.play(ATTACKER, 100, pause=0.0)
        for game in GAMES:  # each is loaded once, on first use
            (await player.get(f"/rules/{game}?lang=en")).raise_for_status()
        board = f"/api/tables/{other.id}/board.svg"
        paths = [
            [f"/t/{other.id}/replay?lang={('en', 'fr', 'nl')[n % 3]}",
             f"{board}?ply={n % 50}&shape=wide", f"{board}?ply={n % 50}&shape=tall&lang=fr"][n % 3]
            for n in range(count)
        ]  # fmt: skip
        busy = await Table.new(base, player)
        playing = asyncio.create_task(busy.play(PLAYER, 60))
        await asyncio.sleep(0.2)
        began = time.perf_counter()
        answers = await asyncio.gather(*(attacker.get(path) for path in paths))
        took = time.perf_counter() - began
        await playing
    print(summary("alone", quiet.latencies))
    print(summary("during the burst", busy.latencies))
    statuses = {code: sum(a.status_code == code for a in answers) for code in (200, 429)}
    print(f"{'burst':>16}: {count} requests in {took:.1f} s, {statuses}")


GAMES = ("ra", "giza", "amun-re", "fertility", "egizia")


async def open_cold_pages(base: str, count: int) -> None:
    async with client(base, PLAYER) as player, client(base, ATTACKER) as reader:
        old = await Table.new(base, reader, "egizia")
        await old.play(ATTACKER, 100, pause=0.0)
        playing, tables = asyncio.Event(), list[Table]()

        async def play() -> None:
            while not playing.is_set():
                tables.append(await Table.new(base, player))
                await tables[-1].play(PLAYER, 40)

        task = asyncio.create_task(play())
        await asyncio.sleep(3)
        quiet, spans = time.perf_counter(), list[tuple[str, float, float]]()
        for path in cold_pages(old, count):
            began = time.perf_counter()
            (await reader.get(path)).raise_for_status()
            spans.append((path, began, time.perf_counter()))
            await asyncio.sleep(0.2)
        playing.set()
        await task
    moves = [pair for table in tables for pair in zip(table.began, table.latencies, strict=True)]
    print(summary("before", [took for at, took in moves if at + took < quiet]))
    print(summary("meanwhile", [took for at, took in moves if at + took >= quiet]))
    for path, began, ended in spans:
        slowed = [took for at, took in moves if at < ended and at + took > began]
        worst = 1000 * max(slowed, default=0.0)
        path = path.replace(old.id, "TABLE")
        print(f"{path:>34}: {1000 * (ended - began):6,.0f} ms, worst move {worst:5,.0f} ms")


def cold_pages(old: Table, count: int) -> list[str]:
    """The first page of each kind, and all kinds for `count` games."""
    paths = [f"/t/{old.id}/replay", f"/api/tables/{old.id}/verify", f"/api/tables/{old.id}/tips"]
    paths += ["/", "/learn", "/daily", "/tournaments", "/me", "/ratings", "/openapi.json"]
    for game in GAMES[:count]:
        lessons = lessons_of(rulebook(game), "en")
        paths += [f"/rules/{game}", f"/rules/{game}?lang=nl", f"/rules/{game}/glossary"]
        paths += [f"/learn/{game}", f"/learn/{game}/{lessons[-1].id}", f"/puzzles/{game}"]
        paths += [f"/new/{game}"]
    return paths


async def attack_with_connections(base: str, count: int) -> None:
    host, port = base.split(":")
    open_: list[socket.socket] = []
    for _ in range(count):
        link = socket.socket()
        link.bind(("127.0.0.3", 0))
        link.setblocking(False)
        link.connect_ex((host, int(port)))
        open_.append(link)
    await asyncio.sleep(1)
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    latencies, failures = [], 0
    async with httpx.AsyncClient(transport=transport, timeout=5) as http:
        for _ in range(10):
            began = time.perf_counter()
            try:
                (
                    await http.get(f"http://{base}/", headers={"connection": "close"})
                ).raise_for_status()
                latencies.append(time.perf_counter() - began)
            except httpx.HTTPError:
                failures += 1
    for link in open_:
        link.close()
    print(summary("a page", latencies).replace("moves", "answers"))
    print(f"{'failures':>16}: {failures} of 10")


class League:
    """A league whose people have entered, each from an address of their own."""

    def __init__(self, base: str, people: int) -> None:
        self.base, self.people = base, people
        self.statuses: Counter[int] = Counter()
        self.seconds = 0.0
        """From the first Start until the round has begun."""

    async def gather(self) -> None:
        wish = {"title": "Nile League", "game": "giza", "seats": 4, "format": "league"}
        wish |= {"rounds": 12, "clock": 86_400, "round_seconds": 604_800}
        for number in range(self.people):
            http = client(self.base, f"203.0.113.{number + 1}")
            (await http.post("/api/guest", json={})).raise_for_status()
            if number == 0:
                self.host = http
                made = await http.post("/api/tournaments", json=wish)
                made.raise_for_status()
                self.path = f"/api/tournaments/{made.json()['id']}"
            (await http.post(f"{self.path}/enter", json={})).raise_for_status()
            if number:
                await http.aclose()

    async def start(self) -> None:
        """Press Start again and again until the round has begun, or for a minute."""
        began, pressing = time.perf_counter(), set[asyncio.Task[None]]()
        while time.perf_counter() - began < TIMEOUT * 2:
            pressing.add(asyncio.create_task(self._press()))
            await asyncio.sleep(0.4)
            with contextlib.suppress(httpx.HTTPError):
                if (await self.host.get(self.path)).json()["round"]:
                    break
        self.seconds = time.perf_counter() - began
        await asyncio.sleep(3)  # its tables are opened
        for press in pressing:
            press.cancel()
        await asyncio.gather(*pressing, return_exceptions=True)
        await self.host.aclose()

    async def _press(self) -> None:
        answer = await self.host.post(f"{self.path}/start", json={})
        self.statuses[answer.status_code] += 1


class Players:
    """People who play at some tables one game after the other, and one who creates tables."""

    def __init__(self, base: str, tables: int) -> None:
        self.base, self.tables = base, tables
        self.moves: list[float] = []
        self.creations: list[float] = []

    async def keep_playing(self, address: str) -> None:
        async with client(self.base, address) as http:
            while True:
                table = await Table.new(self.base, http)
                table.latencies = self.moves
                await table.play(address, 40)

    async def keep_creating(self, address: str) -> None:
        async with client(self.base, address) as http:
            while True:
                began = time.perf_counter()
                try:
                    await Table.new(self.base, http)
                finally:
                    self.creations.append(time.perf_counter() - began)
                await asyncio.sleep(1)

    async def play_during(self, work: Awaitable[object]) -> None:
        tasks = [
            asyncio.create_task(self.keep_playing(f"198.51.100.{n}")) for n in range(self.tables)
        ]
        tasks.append(asyncio.create_task(self.keep_creating("198.51.100.99")))
        await work
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def attack_with_seating(base: str, people: int) -> None:
    league = League(base, people)
    await league.gather()
    warm, quiet, busy = Players(base, 4), Players(base, 4), Players(base, 4)
    await warm.play_during(asyncio.sleep(5))
    await quiet.play_during(asyncio.sleep(15))
    await busy.play_during(league.start())
    print(summary("alone", quiet.moves))
    print(summary("while seating", busy.moves))
    print(summary("tables, alone", quiet.creations).replace("moves", "tables"))
    print(summary("tables, seating", busy.creations).replace("moves", "tables"))
    print(f"{'round begun':>16}: after {league.seconds:.1f} s, Start: {dict(league.statuses)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attack", choices=("drawings", "connections", "cold", "seating"))
    parser.add_argument("--count", type=int)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with running_server() as base:
        if options.attack == "drawings":
            asyncio.run(attack_with_drawings(base, options.count or 200))
        elif options.attack == "cold":
            asyncio.run(open_cold_pages(base, options.count or len(GAMES)))
        elif options.attack == "seating":
            asyncio.run(attack_with_seating(base, options.count or 120))
        else:
            asyncio.run(attack_with_connections(base, options.count or 1200))
    return 0


if __name__ == "__main__":
    sys.exit(main())
