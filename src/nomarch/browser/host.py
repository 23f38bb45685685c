"""Runs the web application where no server is: requests and sockets come from JavaScript.

The page's worker (`page/worker.js`) owns one `Host`. A service worker's response cannot set
cookies, so the host keeps them, in the database.
"""

import asyncio
import contextlib
import json
import logging
import tempfile
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.requests import HTTPConnection

from nomarch.browser import copies
from nomarch.browser.cookies import CookieJar
from nomarch.browser.friends import MAX_BODY, Friends, known_headers
from nomarch.browser.prompt import Prompt
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.tables.state.errors import BadRequest
from nomarch.web.app import create_app
from nomarch.web.http.error_responses import describe_error
from nomarch.web.http.language import language_of
from nomarch.web.operations.settings import Settings
from nomarch.web.services import Services

log = logging.getLogger("nomarch.browser")
Headers = list[tuple[str, str]]
Message = MutableMapping[str, Any]
Emit = Callable[[str, str], None]
"""Called with `open`, `message` or `close`, and the text or the code."""

DROPPED = ("content-length", "content-encoding", "transfer-encoding")
"""Headers of a response that the browser would take for those of a real connection."""
NORMAL_CLOSURE = 1000
POLICY_VIOLATION = 1008
COOKIES = "browser cookies"
"""Name of a setting."""
JSON = [("content-type", "application/json")]


class Host:
    """One running application, its sockets and its cookies."""

    def __init__(self, origin: str, data: Path, root: str = "") -> None:
        url = urlsplit(origin)
        self.scheme, self.address = url.scheme, url.netloc
        self.origin, self.data, self.root = origin, data, root
        self.prompt = Prompt()
        self.cookies = CookieJar()
        self.friends = Friends(root)
        self._sockets: dict[str, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._state: dict[str, Any] = {}
        self._lifespan: asyncio.Queue[Message] = asyncio.Queue()
        self._stopped: asyncio.Future[None] | None = None

    async def open(self) -> None:
        """Start, on the games from before a copy was loaded if the copy does not start."""
        try:
            await self.start()
        except Exception:
            if not copies.restore(self.data):
                raise
            await self.start()

    async def start(self) -> None:
        """Open the database in `data` and start; raises what SQLite raises for a damaged one."""
        await self.prepare_opening()
        self.app = create_app(
            Settings(
                data=self.data,
                prepare=False,
                requests_per_second=1e6,
                root=self.root,
                https=self.scheme == "https",
                forget_days=0,
            )
        )
        self.services: Services = self.app.state.services
        with contextlib.closing(self.services.database.open()) as store:
            self.cookies = CookieJar(read_setting(store, COOKIES))
        loop = asyncio.get_running_loop()
        started, self._stopped = loop.create_future(), loop.create_future()

        async def send(message: Message) -> None:
            done = started if "startup" in message["type"] else self._stopped
            assert done is not None
            if message["type"].endswith("complete"):
                done.set_result(None)
            else:
                done.set_exception(RuntimeError(message.get("message", "")))

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
        self._spawn(self.app(scope, self._lifespan.get, send))
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        await started
        if not self.cookies.values():  # Pages made at build time do not greet a new visitor.
            await self.request("POST", f"{self.root}/api/person", JSON, b'{"name": ""}')
        copies.previous_file(self.data).unlink(missing_ok=True)

    async def stop(self) -> None:
        """Close sockets and the database."""
        for socket in list(self._sockets):
            self.close_socket(socket)
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        assert self._stopped is not None
        await self._stopped

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Requests -------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes = b"",
        page_cookies: str = "",
    ) -> tuple[int, Headers, bytes]:  # fmt: skip
        """Answer a request. `page_cookies` are those that scripts of pages have set."""
        if path == f"{self.root}/device/games":
            return await self._copy(method, headers, body, page_cookies)
        if path == f"{self.root}/device/python" and method == "POST":
            return 200, JSON, json.dumps(await self.prompt.run(body.decode())).encode()
        scope = self._scope("http", path, headers, page_cookies)
        status, answer, content = await self._run(scope, method, body)
        if person := scope["state"].get("person"):
            self.friends.owner = person.name
        await self._keep_cookies(value for name, value in answer if name == "set-cookie")
        return status, [_framed(each) for each in answer if each[0] != "set-cookie"], content

    async def _run(
        self, scope: dict[str, Any], method: str, body: bytes
    ) -> tuple[int, Headers, bytes]:
        scope["method"] = method
        if method not in ("GET", "HEAD"):
            scope["headers"].append((b"content-length", str(len(body)).encode()))
        is_read = False
        status, answer, parts = 500, Headers(), list[bytes]()

        async def receive() -> Message:
            nonlocal is_read
            if is_read:
                await asyncio.get_running_loop().create_future()
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = ((name.decode(), value.decode()) for name, value in message["headers"])
                answer.extend(each for each in given if each[0] not in DROPPED)
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, answer, b"".join(parts)

    def _scope(
        self, kind: str, path: str, headers: Iterable[tuple[str, str]], cookies: str,
        friend: str = "",
    ) -> dict[str, Any]:  # fmt: skip
        """Describe a request or socket of a page here, or of a friend's."""
        path, _, query = path.partition("?")
        known = dict(part.strip().partition("=")[::2] for part in cookies.split(";") if "=" in part)
        if not friend:
            known |= self.cookies.values()
        head = {name.lower(): value for name, value in headers}
        head |= {"host": self.address, "origin": self.origin}
        head["cookie"] = "; ".join(f"{name}={value}" for name, value in known.items())
        head.pop("accept-encoding", None)
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": self.scheme if kind == "http" else self.scheme.replace("http", "ws"),
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "app_root_path": self.friends.root if friend else self.root,
            "client": (f"friend {friend}" if friend else "127.0.0.1", 1),
            "server": (self.address, 80),
            "headers": [(name.encode(), value.encode()) for name, value in head.items()],
            "state": self._state
            | {
                "friend": friend,
                "is_open": bool(self.friends.room),
                "room": self.friends.link,
                "owner": self.friends.owner,
            },
        }

    # --- Friends --------------------------------------------------------------------------------

    async def request_of(
        self, friend: str, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes,
        cookies: str,
    ) -> tuple[int, Headers, bytes, str]:  # fmt: skip
        """Answer a friend, whose tab keeps their cookies; also returns the friend's name."""
        if len(body) > MAX_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, [], b"", ""
        if refused := self.friends.refuse(self.app.routes, friend, "http", method, path):
            return refused, [], b"", ""
        scope = self._scope("http", path, known_headers(headers), cookies, friend)
        status, answer, content = await self._run(scope, method, body)
        person = scope["state"].get("person")
        return status, answer, content, person.name if person else ""

    def open_socket_of(self, friend: str, socket: str, path: str, emit: Emit, cookies: str) -> None:
        if self.friends.refuse(self.app.routes, friend, "websocket", "GET", path):
            emit("close", str(POLICY_VIOLATION))
        else:
            self._serve_socket(socket, self._scope("websocket", path, (), cookies, friend), emit)

    async def _keep_cookies(self, changes: Iterable[str]) -> None:
        before = self.cookies.dump()
        for change in changes:
            self.cookies.set(change)
        if (text := self.cookies.dump()) != before:
            await self.services.writer.do(write_setting, COOKIES, text)

    # --- Sockets --------------------------------------------------------------------------------

    def open_socket(self, socket: str, path: str, emit: Emit, page_cookies: str = "") -> None:
        self._serve_socket(socket, self._scope("websocket", path, (), page_cookies), emit)

    def _serve_socket(self, socket: str, scope: dict[str, Any], emit: Emit) -> None:
        inbox: asyncio.Queue[Message] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})
        self._sockets[socket] = inbox

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    emit("open", "")
                case "websocket.send":
                    text = message.get("text")
                    emit("message", message["bytes"].decode() if text is None else text)
                case "websocket.close":
                    emit("close", str(message.get("code", NORMAL_CLOSURE)))

        async def serve() -> None:
            try:
                await self.app(scope | {"subprotocols": []}, inbox.get, send)
            finally:
                self._sockets.pop(socket, None)
                emit("close", str(NORMAL_CLOSURE))

        self._spawn(serve())

    def receive_text(self, socket: str, text: str) -> None:
        if socket in self._sockets:
            self._sockets[socket].put_nowait({"type": "websocket.receive", "text": text})

    def close_socket(self, socket: str) -> None:
        if socket in self._sockets:
            closed = {"type": "websocket.disconnect", "code": NORMAL_CLOSURE}
            self._sockets[socket].put_nowait(closed)

    # --- All games as one file ------------------------------------------------------------------

    async def _copy(
        self, method: str, headers: Iterable[tuple[str, str]], body: bytes, page_cookies: str
    ) -> tuple[int, Headers, bytes]:
        """Answer with a copy of all games, or take one in place of them."""
        if method == "GET":
            name = 'attachment; filename="nomarch-games.sqlite3"'
            return 200, [("content-disposition", name)], copies.export(self.data)
        try:
            await self.load(body)
        except BadRequest as error:
            scope = self._scope("http", "", headers, page_cookies)
            sentence, status = describe_error(error, language_of(HTTPConnection(scope)))
            return status, JSON, json.dumps({"error": sentence}).encode()
        return 200, JSON, b"{}"

    async def load(self, content: bytes) -> None:
        """Replace all games by those of a copy, once the application has started on it.

        Raises `BadRequest` and keeps the games if anything fails.
        """
        with tempfile.TemporaryDirectory() as folder:
            trial = type(self)(self.origin, Path(folder), self.root)
            copies.unpack(content, trial.data)
            copy, games = copies.database_file(trial.data), copies.database_file(self.data)
            copies.check_copy(copy)
            try:
                await trial.try_out()
            except Exception as error:
                log.exception("a copy of games does not start")
                raise copies.damaged() from error
            await self.stop()
            try:
                copies.replace(copies.previous_file(self.data), games)
                copies.replace(games, copy)
                await self.start()
            except Exception as error:
                copies.restore(self.data)
                await self.start()
                raise BadRequest(
                    "The file couldn't be stored; your games are as before."
                ) from error

    async def try_out(self) -> None:
        """Start, read everything and stop; raises what goes wrong."""
        await self.open()
        try:
            with contextlib.closing(self.services.database.open()) as store:
                copies.read_everything(store)
            status, _, page = await self.request("GET", f"{self.root}/tables", [])
            if status != HTTPStatus.OK:
                raise RuntimeError(f"/tables answers {status}: {page[-500:]!r}")
        finally:
            await self.stop()

    async def prepare_opening(self) -> None:
        """Called before a database is opened that may be of an earlier version."""


def _framed(header: tuple[str, str]) -> tuple[str, str]:
    """Let the shell show pages in its frame."""
    name, value = header
    if name == "content-security-policy":
        value = value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return name, value
