"""People at a site, who act through its HTTP interface as a browser does.

    def test_a_guest_takes_the_free_seat(ann: Person, bob: Person) -> None:
        table = ann.opens("me", "friend", game="giza")
        bob.cannot(f"{table.api}/join", status=403, token="wrong")
        bob.joins(table)
        with bob.listens(table) as link:
            ann.plays(table)
            assert link.hears("table")["seq"] == 1
        assert "Bob" in ann.reads(table.page)
        bob.cannot_read(f"{table.api}/save", status=409)

Every step fails the test if the site refuses it. A test that needs more than two people asks for
`site: Site` and gets them by `site.people("Ann", "Bob", "Cy")`; `site.stranger()` has no cookie,
`site.member("Nefer")` a claimed name.
A `Site` also does what nobody can do over HTTP: it reads and changes the store (`site.reads`,
`site.changes`), gives a table in memory (`site.live`), plays for everybody (`site.rush`). Its clock
is `site.clock`, the only one that a test needs. The fixture `start` starts a site with other
settings, or again with what the last one stored: `with start(bots=False) as site`. Sites have a
file for their database; tests marked `on_both` run at PostgreSQL, too. `cups.py` has tournaments.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import string
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from random import Random
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from websockets.sync.client import connect

from nomarch.cli import main
from nomarch.learning.mistakes import MistakeCard
from nomarch.people.accounts import claim_handle
from nomarch.people.person_store import read_person
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.model import now
from nomarch.tables.state.table import Table as TableState
from nomarch.web.http.identity import Session
from nomarch.web.services import Services

GIVE_UP = 180
"""Seconds after which nothing more is expected to happen, however slow the machine is."""
PATIENCE = 60
"""Seconds for which other messages may come instead of the one that a test waits for."""
SEATS = ("me", "here", "friend", "bot")
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
Logs = pytest.LogCaptureFixture


class Clock:
    """The time that sites of this process read: the real one, until a test sets it."""

    def __init__(self) -> None:
        self.at: float | None = None

    def time(self) -> float:
        return time.time() if self.at is None else self.at

    def advance(self, seconds: float) -> None:
        self.at = self.time() + seconds


class Site:
    """A running server of this process."""

    def __init__(self, server: TestClient, clock: Clock) -> None:
        self.server, self.clock = server, clock
        self.services: Services = server.app.state.services  # type: ignore[attr-defined]
        self.tables = self.services.table_service

    def stranger(self, cookies: Any = None, address: str = "testclient") -> Person:
        """A browser without cookies, or with those of somebody who was here before."""
        client = TestClient(
            self.server.app, raise_server_exceptions=False, cookies=cookies, client=(address, 5)
        )
        client.portal = self.server.portal
        return Person(client, self)

    def person(self, name: str = "") -> Person:
        person = self.stranger()
        person.posts("/api/person", name=name)
        return person

    def people(self, *names: str) -> list[Person]:
        return [self.person(name) for name in names]

    def member(self, name: str, address: str = "testclient") -> Person:
        """Somebody who has claimed a name."""
        person = self.stranger(address=address)
        person.posts("/api/person", name=name)
        self.changes(claim_handle, person.id, name, now())
        return person

    def admin(self, *words: str) -> int:
        """Runs `nomarch admin` beside the server, which notices the change at `looks_again`."""
        return main(["admin", "--data", str(self.services.settings.data), *words])

    def looks_again(self) -> None:
        self.call(self.services.site_watcher.look)

    def signs_in(self, person: Person, id_: str) -> None:
        """Gives a browser a new session of a stored person."""
        known = self.reads(read_person, id_)
        token = self.services.identity.token(known, Session.new(now()))
        person.client.cookies.set("nomarch", token)

    def call(self, function: Any, *arguments: Any) -> Any:
        """Calls a function in the server's event loop, where its objects belong."""
        assert self.server.portal is not None
        return self.server.portal.call(function, *arguments)

    def reads(self, question: Any, *values: Any, **more: Any) -> Any:
        """What a function returns for the server's store, or the rows of a statement in SQL."""
        return self.call(self.tables.readers.read, _with_store(question, values, more))

    def changes(self, wish: Any, *values: Any, **more: Any) -> Any:
        """Changes the server's store behind its back."""
        return self.call(self.tables.writer.do, _with_store(wish, values, more))

    def live(self, table: str) -> LiveTable:
        live: LiveTable = self.call(self.tables.open, table)
        return live

    def settle(self, table: str) -> None:
        """Waits until no bot is thinking at a table."""
        self.rush(table, 0, decisions=0)

    def rush(
        self, table: str, seed: int = 1, decisions: int = 9999, absent: str = ""
    ) -> TableState:
        """Plays at random for all people, without the way over HTTP, until the game is over.

        Stops before that when only `absent` is to move.
        """
        rng = Random(seed)

        async def play() -> TableState:
            live = await self.tables.open(table)
            for left in range(decisions, -1, -1):
                while live.bot_task is not None:
                    await asyncio.wait({live.bot_task}, timeout=10)
                here = live.table.record.seats
                seats = [s for s in live.table.to_act if not absent or here[s].person != absent]
                if live.table.match.over or not seats or not left:
                    break
                seat = rng.choice(seats)
                move = rng.choice(live.table.match.legal(seat))
                seen = live.table.shown_seq_for(seat)
                await self.tables.submit(
                    live, lambda t, s=seat, m=move, n=seen: t.request_move(s, m, n)
                )
            return live.table

        state: TableState = self.call(play)
        return state


def _with_store(work: Any, values: Any, more: Any) -> Callable[[Any], Any]:
    if isinstance(work, str):
        return lambda store: store.rows(work, *values)
    return lambda store: work(store, *values, **more)


class Table(str):
    """The id of a table that somebody has opened."""

    def __new__(cls, made: dict[str, Any], site: Any = None) -> Table:
        table = super().__new__(cls, made["id"])
        table.invite, table.site = made.get("invite", ""), site
        return table

    invite: str
    site: Any

    @property
    def state(self) -> TableState:
        """The table in memory, at a site of this process."""
        state: TableState = self.site.live(self).table
        return state

    @property
    def seat_to_act(self) -> int:
        """The only seat that is to move."""
        (seat,) = self.state.to_act
        return seat

    def rush(self, seed: int = 1, **more: Any) -> TableState:
        state: TableState = self.site.rush(self, seed, **more)
        return state

    @property
    def api(self) -> str:
        return f"/api/tables/{self}"

    @property
    def page(self) -> str:
        return f"/t/{self}"


class Person:
    """One browser, with its cookies, at a site of this process or at a real server."""

    def __init__(self, client: Any, site: Any = None) -> None:
        self.client, self.site = client, site

    @cached_property
    def id(self) -> str:
        return str(self.gets("/api/me/data")["person"])

    def get(self, path: str, **more: Any) -> httpx.Response:
        """The whole answer, for a test of headers or of several statuses; see also `gets`."""
        answer: httpx.Response = self.client.get(path, **more)
        return answer

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        answer: httpx.Response = self.client.post(path, json={} if body is None else body, **more)
        return answer

    def gets(self, path: str, /, **query: Any) -> Any:
        """The data at an address."""
        answer = self.get(path, params=query or None)
        assert answer.is_success, answer.text
        return answer.json()

    def posts(self, path: str, /, **body: Any) -> Any:
        """Sends data; the data of the answer."""
        answer = self.post(path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def reads(self, page: str, /, **query: Any) -> str:
        """The text of a page."""
        answer = self.get(page, params=query or None)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)

    def cannot(self, path: str, /, *, status: int, **body: Any) -> str:
        """The sentence with which something is refused that this person sends."""
        return refusal(self.post(path, body), status)

    def cannot_read(self, *paths: str, status: int) -> None:
        for path in paths:
            answer = self.get(path)
            assert answer.status_code == status, path
            if path.startswith("/api/"):
                refusal(answer, status)

    def opens(self, *kinds: str, game: str = "ra", **more: Any) -> Table:
        """Opens a table with such seats: `me`, `here`, `friend`, `bot`, or the level of a bot."""
        return Table(self.posts("/api/tables", **_setup(kinds, game=game, **more)), self.site)

    def cannot_open(self, *kinds: str, status: int, **more: Any) -> str:
        return self.cannot("/api/tables", status=status, **_setup(kinds, **more))

    def meets(self, *others: Person, bots: tuple[str, ...] = (), **more: Any) -> Table:
        """Opens a table and takes the first seat, the others take the next ones."""
        table = self.opens("me", *["friend"] * len(others), *bots, **more)
        for other in others:
            other.joins(table)
        return table

    def asks_again(self, table: Table) -> Table:
        """The rematch."""
        return Table(self.posts(f"{table.api}/rematch"), self.site)

    def joins(self, table: Table) -> int:
        """Takes a free seat; its number."""
        return int(self.posts(f"{table.api}/join", token=table.invite)["seat"])

    def reads_log(self, table: Table) -> list[str]:
        """The sentences of a table's log."""
        log = self.gets(f"{table.api}/log", lang="en")
        return [line["text"] for entry in log for line in entry["lines"]]

    def sees(self, table: str, **query: Any) -> dict[str, Any]:
        """A table as this person has it."""
        seen: dict[str, Any] = self.gets(f"/api/tables/{table}", **query)
        return seen

    def move(self, table: str, seat: int, move: str, seq: int) -> httpx.Response:
        return self.post(f"/api/tables/{table}/move", {"seat": seat, "move": move, "seq": seq})

    def plays(self, table: str, seat: int | None = None, move: str | None = None) -> int:
        """Makes a move, the first legal one if none is named; the position after it."""
        seen = self.sees(table, **({} if seat is None else {"seat": seat}))
        wish = {"seat": seen["view"]["seat"], "move": move or seen["view"]["legal"][0]}
        return int(self.posts(f"/api/tables/{table}/move", **wish, seq=seen["seq"])["seq"])

    @contextlib.contextmanager
    def listens(self, table: str, **more: Any) -> Iterator[Link]:
        """A connection that tells what happens at a table; its first message is passed over."""
        path = f"/api/tables/{table}/live"
        if isinstance(self.client, TestClient):
            with self.client.websocket_connect(path, **more) as socket:
                yield Link(socket)
            return
        base = self.client.base_url
        url = str(base.copy_with(scheme="ws", path=base.path.rstrip("/") + path))
        headers = {"authorization": self.client.headers["authorization"]}
        with connect(url, additional_headers=headers, max_size=None, open_timeout=GIVE_UP) as real:
            yield Link(real)


def _setup(kinds: tuple[str, ...], game: str = "ra", **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind} if kind in SEATS else {"kind": "bot", "level": kind} for kind in kinds]
    return {"game": game, "seats": seats, **more}


def refusal(answer: httpx.Response, status: int) -> str:
    """The sentence of an answer that refuses something."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    sentence = str(answer.json()["error"])
    assert sentence.rstrip().endswith((".", "?", "!"))
    return sentence


class Link:
    """An open connection to a table. A page is whole, as its script has it."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.is_real = socket, not isinstance(socket, WebSocketTestSession)
        self._page: dict[str, Any] = {}
        self._pieces: list[str] = []
        self.first = self.receive_json()
        assert self.first["type"] == "table"

    def send_json(self, message: Any) -> None:
        self.socket.send(json.dumps(message)) if self.is_real else self.socket.send_json(message)

    def receive_json(self) -> Any:
        return json.loads(self.socket.recv(GIVE_UP)) if self.is_real else self.socket.receive_json()

    def says(self, kind: str, **more: Any) -> None:
        self.send_json({"type": kind, **more})

    def hears(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds; others are passed over. News of a page are a page."""
        deadline = time.monotonic() + PATIENCE
        while True:
            message: dict[str, Any] = self.receive_json()
            kind = message["type"]
            if kind in ("page", "change"):
                message = self._with_news(message)
            if kind in kinds or message["type"] in kinds:
                return message
            assert time.monotonic() < deadline, f"none of {kinds}, but {message}"

    def refuses(self, message: Any, status: int) -> str:
        """Sends a message that is refused; the sentence with which it is."""
        self.socket.send_text(message) if isinstance(message, str) else self.send_json(message)
        answer = self.hears("refused")
        assert answer["status"] == status, answer
        assert answer["error"].rstrip().endswith((".", "?", "!"))
        return str(answer["error"])

    def looks(self, **more: Any) -> dict[str, Any]:
        """Asks for a page; what it shows."""
        self.says("look", **more)
        return self.hears("page")

    def plays(self) -> None:
        """Makes the first legal move of the page that it was shown last."""
        page = self._page
        self.says("play", seat=page["seat"], move=page["moves"][0]["move"], seq=page["seq"])

    def _with_news(self, news: dict[str, Any]) -> dict[str, Any]:
        """The page after its news: what is not told has not changed."""
        before, old = self._page, self._pieces
        page = {**before, "log": [], "log_from": before.get("ply"), **news, "type": "page"}
        if "board" in news:
            self._pieces = [
                piece
                for told in news["board"]
                for piece in ([told] if isinstance(told, str) else old[told[0] : sum(told)])
            ]
        page["board"] = "".join(self._pieces)
        self._page = page
        return page


@contextlib.contextmanager
def visits() -> Iterator[Callable[..., Person]]:
    """Makes people at real servers: new ones, or the `same` person as at another server.

    `root` is the path below which the server is.
    """
    with contextlib.ExitStack() as stack:

        def visit(server: Any, same: Person | None = None, root: str = "") -> Person:
            client = httpx.Client(
                base_url=f"http://{server.address}{root}", timeout=GIVE_UP, verify=False
            )
            person = Person(stack.enter_context(client))
            token = f"Bearer {person.posts('/api/person')['token']}" if same is None else ""
            client.headers["authorization"] = token or same.client.headers["authorization"]
            return person

        yield visit


def together(*steps: Callable[[], Any]) -> list[Any]:
    """Does all at once; what each returns, or its error."""
    with ThreadPoolExecutor(len(steps)) as threads:
        done = [threads.submit(step) for step in steps]
    return [each.exception() or each.result() for each in done]


def until(question: Callable[[], Any]) -> None:
    """Asks again until the answer is yes."""
    deadline = time.monotonic() + GIVE_UP
    while not question():
        assert time.monotonic() < deadline, "it never comes true"
        time.sleep(0.05)


def last_mistake(table: TableState) -> MistakeCard:
    """The last decision of a game between moves, as a mistake."""
    record, match = table.record, table.match
    for ply in reversed(range(match.ply)):
        seat = match.steps[ply].seat
        moves = match.at(ply).legal(seat)
        if len(moves) > 1:
            return MistakeCard(record.game, record.id, ply, seat, *moves[:2])
    raise AssertionError("nobody ever had a choice")


def misspelt(token: str) -> Iterator[str]:
    """Tokens that differ by padding, by a foreign character, or in the last character."""
    yield from (f"{token}{more}" for more in ("=", "==", "!", "A"))
    letters = string.ascii_letters + string.digits + "-_"
    yield from (token[:-1] + letter for letter in letters if letter != token[-1])
