"""The server under load: `python bench/server.py [--pages] [--tables 200] [--seconds 20]`, or with
`--idle 1000` sockets that only wait, or `--rooms 200` of the relay.

Starts a real server in a separate process, seats bot-like clients over WebSocket on loopback, and
lets them play as fast as they are answered; with `--pace` after thinking for so many seconds; with
`--rate` so many moves a second at every table, at set times, and then the time counts from when a
move was due, however late it could be made. Every move is on the disk before anyone hears of it.
Tells moves a second, moves per second of the server's CPU time, the time from sending a move until
all seats of the table have heard of it, and the server's memory.

With `--pages` the clients are pages: each is shown the board, keeps it as a browser would and plays
what it is offered. With `--features` everyone has a clock and wants notices, so that every move
also stores a check of its table.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from pathlib import Path

import httpx
import uvloop
from programs import Game, Program, Tally, serving
from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect

WARM_UP = 3.0
HOSTS = 8
"""Hosts that set up tables in parallel."""
OPEN_TIMEOUT = 60
"""Seconds for a page to connect: all do at once."""
GAMES = 3
"""Games prepared per table, since one lasts only a few seconds."""


class Load:
    """The clients and their measurements."""

    def __init__(self, base: str, options: argparse.Namespace) -> None:
        self.base, self.options = base, options
        self.tally = Tally(options.seats)
        self.programs: list[Program] = []
        self.pages: list[asyncio.Task[None]] = []
        self.out_of_games = False

    async def seat_everyone(self, count: int) -> list[tuple[str, list[str]]]:
        """Create tables with a person in each seat; return (table, tokens)."""
        tables: list[tuple[str, list[str]]] = []
        wanted = iter(track(range(count), "tables"))

        async def set_tables() -> None:
            async with httpx.AsyncClient(base_url=self.base, timeout=60) as http:
                for _ in wanted:
                    tables.append(await self.new_table(http))

        await asyncio.gather(*(set_tables() for _ in range(HOSTS)))
        return tables

    async def new_table(self, http: httpx.AsyncClient) -> tuple[str, list[str]]:
        tokens = [await self.new_person(http) for _ in range(self.options.seats)]
        seats = [{"kind": "me"}, *[{"kind": "friend"}] * (self.options.seats - 1)]
        wish: dict = {"game": self.options.game, "seats": seats}
        if self.options.features:
            wish |= {"bank": 3600, "increment": 15, "listed": False}
            for token in tokens:
                wanted = {"push": ["turn", "over"], "quiet": [22, 8]}
                await http.post("/api/notices", json=wanted, headers=_bearer(token))
        made = (await http.post("/api/tables", json=wish, headers=_bearer(tokens[0]))).json()
        for token in tokens[1:]:
            answer = await http.post(
                f"/api/tables/{made['id']}/join",
                json={"token": made["invite"]},
                headers=_bearer(token),
            )
            answer.raise_for_status()
        return made["id"], tokens

    async def new_person(self, http: httpx.AsyncClient) -> str:
        answer = await http.post("/api/person", json={})
        http.cookies.clear()  # or the next person would be the same one
        return answer.json()["token"]

    async def sit_down(self, table: str, tokens: list[str]) -> Game:
        """Connect a client for each seat of a table."""
        game = Game(self.tally, self.options.pace, self.options.rate)
        for token in tokens:
            if self.options.pages:
                self.pages.append(asyncio.create_task(self.be_a_page(game, table, token)))
            else:
                self.programs.append(await Program.join(game, table, token, self.base))
        return game

    async def be_a_page(self, game: Game, table: str, token: str) -> None:
        """Run one seat: keep the page like a browser, and play what it offers."""
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
        headers = _bearer(token)
        async with connect(
            url, additional_headers=headers, max_size=None, open_timeout=OPEN_TIMEOUT
        ) as link:
            page: dict = {}
            answered = -1
            await link.send(json.dumps({"type": "look"}))
            if self.options.features:
                await link.send(json.dumps({"type": "attend"}))
            async for text in link:
                message = json.loads(text)
                if message["type"] == "refused":
                    self.tally.refused += 1
                if message["type"] not in ("page", "change"):
                    continue
                known, page = page.get("seq", 0), see(page, message)
                for seq in range(known + 1, page["seq"] + 1):  # several may be told as one
                    game.note(seq)
                if page["turn"] and page["seq"] > answered:
                    answered = page["seq"]
                    await self.play(link, game, page)

    async def play(self, link: ClientConnection, game: Game, page: dict) -> None:
        if self.options.pace:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.options.pace)
        move = random.choice(page["moves"])["move"]
        game.played(page["seq"])
        wish = {"type": "play", "seat": page["seat"], "move": move, "seq": page["seq"]}
        await link.send(json.dumps(wish))

    def begin_all(self, games: list[Game]) -> None:
        """Start the games that run at once; each is followed by the next in store."""
        following = games[self.options.tables :]

        def go_on() -> None:
            if following:
                following.pop().begin()
            else:
                self.out_of_games = True

        for game in games:
            game.then = go_on
        for game in games[: self.options.tables]:
            game.begin()

    def check(self) -> None:
        """Raise if a client was disconnected."""
        for program in self.programs:
            if program.error:
                raise RuntimeError(program.error)
        for page in self.pages:
            if page.done() and page.exception():
                raise page.exception()  # type: ignore[misc]

    async def idle(self, server: int) -> dict[str, float]:
        """Measure memory with idle sockets, four per table."""
        tables = await self.seat_everyone(self.options.idle // self.options.seats)
        before = _memory_mb(server, "VmRSS")
        async with contextlib.AsyncExitStack() as links:
            for table, tokens in track(tables, "sockets"):
                url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
                for token in tokens:
                    headers = _bearer(token)
                    await links.enter_async_context(connect(url, additional_headers=headers))
            await asyncio.sleep(5)
            cpu, began = _cpu_seconds(server), time.perf_counter()
            await asyncio.sleep(self.options.seconds)
            spent = _cpu_seconds(server) - cpu
            after = _memory_mb(server, "VmRSS")
        return {
            "sockets": len(tables) * self.options.seats, "memory MB": after,
            "memory MB for the sockets": after - before,
            "server CPU %": 100 * spent / (time.perf_counter() - began),
        }  # fmt: skip

    async def run(self, server: int) -> dict[str, float]:
        tables = await self.seat_everyone(self.options.tables * self.options.games)
        games = [await self.sit_down(*table) for table in track(tables, "sockets")]
        self.begin_all(games)
        await asyncio.sleep(WARM_UP)
        self.tally.measuring, cpu, began = True, _cpu_seconds(server), time.perf_counter()
        own = time.process_time()
        for _ in track(range(int(self.options.seconds)), "playing"):
            await asyncio.sleep(1)
            self.check()
            if self.out_of_games:  # from now on fewer would play than it says
                break
        spent, took = _cpu_seconds(server) - cpu, time.perf_counter() - began
        self.tally.measuring, own = False, time.process_time() - own
        self.leave()
        order = sorted(self.tally.latencies) or [0.0]
        return {
            "tables": self.options.tables, "seats": self.options.seats, "seconds": took,
            "moves": len(order), "moves/s": len(order) / took,
            "moves per server CPU-second": len(order) / spent,
            "server CPU %": 100 * spent / took, "clients CPU %": 100 * own / took,
            "p50 ms": 1000 * order[len(order) // 2], "p95 ms": 1000 * order[len(order) * 95 // 100],
            "p99 ms": 1000 * order[len(order) * 99 // 100], "memory MB": _memory_mb(server),
            "refused": self.tally.refused,
        }  # fmt: skip

    def leave(self) -> None:
        for program in self.programs:
            program.leave()
        for page in self.pages:
            page.cancel()


def see(page: dict, news: dict) -> dict:
    """The state of a page after some messages, with the board in pieces."""
    had = page.get("board", [])
    board = [
        piece
        for told in news.get("board", [[0, len(had)]])
        for piece in ([told] if isinstance(told, str) else had[told[0] : sum(told)])
    ]
    return {**page, **news, "board": board}


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(process: int, which: str = "VmHWM") -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split(f"{which}:")[1].split()[0]) / 1024


async def relay(base: str, rooms: int, seconds: float, server: int) -> dict[str, float]:
    """Let the friend in every room say something each second, and the host answer."""
    host, friend, address = bytes(16), b"f" * 16, base.replace("http", "ws") + "/signal"

    async def meet(room: int) -> None:
        names = (urlsafe_b64encode(member).decode()[:22] for member in (host, friend))
        here, there = (connect(f"{address}/{room:012}/{name}") for name in names)
        async with here as one, there as other:
            for _ in range(int(seconds)):
                await other.send(host + bytes(200))
                await one.send(friend + (await one.recv())[:1] * 2_000)
                await asyncio.gather(other.recv(), asyncio.sleep(1))

    used, memory = _cpu_seconds(server), _memory_mb(server, "VmRSS")
    await asyncio.gather(*map(meet, range(rooms)))
    share = 100 * (_cpu_seconds(server) - used) / seconds
    return {"% of a core": share, "MB before": memory, "MB after": _memory_mb(server, "VmRSS")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="ra")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=0, help="mean seconds a client thinks")
    parser.add_argument("--rate", type=float, default=0, help="moves a second at every table")
    parser.add_argument("--games", type=int, default=0, help="tables a place, one after the other")
    parser.add_argument("--pages", action="store_true", help="clients are pages, not programs")
    parser.add_argument("--idle", type=int, default=0, help="only open so many sockets, and wait")
    parser.add_argument("--rooms", type=int, default=0, help="only so many rooms of the relay")
    parser.add_argument(
        "--features", action="store_true", help="everyone has a clock and wants notices"
    )
    options = parser.parse_args()
    if options.pages and options.rate:
        parser.error("--rate is for programs; pages have a --pace.")
    at_once = not (options.pages or options.pace or options.rate)
    options.games = options.games or (GAMES if at_once else 1)
    with tempfile.TemporaryDirectory() as data, serving(data) as (port, server):
        base = f"http://127.0.0.1:{port}"
        load = Load(base, options)
        if options.rooms:
            work = relay(base, options.rooms, options.seconds, server)
        else:
            work = load.idle(server) if options.idle else load.run(server)
        result = uvloop.run(work)
    for name, value in result.items():
        print(f"{name:>28}: {value:,.1f}" if isinstance(value, float) else f"{name:>28}: {value:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
