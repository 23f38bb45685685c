"""A real server in its own process, attacked: nobody gets in, nothing spreads."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nomarch.cli import main
from nomarch.contests.site_hooks import site_database
from nomarch.errors import CannotServe
from nomarch.web.app import create_app
from nomarch.web.http import limits
from nomarch.web.operations.settings import Settings
from nomarch.web.server import check_database
from tests.ports import free_port
from tests.systems import needs_posix

from .actors import GIVE_UP
from .test_kill import soak

pytestmark = [pytest.mark.xdist_group("attacks"), needs_posix]  # most share one server


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("attacked")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Any]:
    server = soak.Server(data)
    yield server
    server.kill()
    assert "Traceback" not in server.errors


@pytest.fixture
def person(server: Any) -> Iterator[httpx.Client]:
    with visiting(server) as client:
        yield client


@contextmanager
def visiting(server: Any) -> Iterator[httpx.Client]:
    """A person with a browser of their own."""
    with httpx.Client(base_url=f"http://{server.address}", timeout=GIVE_UP, verify=False) as client:
        token = client.post("/api/person", json={}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def set_table(client: httpx.Client, *kinds: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind} for kind in kinds]
    made = client.post("/api/tables", json={"game": "ra", "seats": seats, **more})
    assert made.status_code == 201, made.text
    return dict(made.json())


def raw(server: Any, data: bytes) -> bytes:
    """What comes back to bytes on a bare connection, until it is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=GIVE_UP) as link:
        link.sendall(data)
        answer = b""
        while part := link.recv(65_536):
            answer += part
        return answer


# --- Requests -----------------------------------------------------------------------------------


NO_TEXT = (
    b'{"name": "\xff\xfe"}', b"\xff", b'{"name": "\xed\xa0\x80"}', b"[" * 10_000,
    b'{"name": "\\ud800"}',
)  # fmt: skip


def test_a_body_that_is_no_text_is_refused_with_a_sentence(server: Any) -> None:
    headers, where = {"content-type": "application/json"}, f"http://{server.address}/api/person"
    for body in NO_TEXT:
        answer = httpx.post(where, content=body, headers=headers, timeout=GIVE_UP, verify=False)
        assert answer.status_code == 422, (body, answer.text)
        assert answer.json()["error"]


def test_a_frame_that_is_no_text_ends_the_socket_without_a_traceback(
    server: Any, person: httpx.Client
) -> None:
    id_ = set_table(person, "me", "here", "here")["id"]
    handshake = (
        f"GET /api/tables/{id_}/live HTTP/1.1\r\nhost: {server.address}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for payload in (b"\xff\xfe", b'{"type": "\xed\xa0\x80"}'):
        text_frame = bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload  # mask of zeros
        with socket.create_connection(("127.0.0.1", server.port), timeout=GIVE_UP) as link:
            link.sendall(handshake.encode())
            assert b" 101 " in link.recv(65_536)
            link.sendall(text_frame)
            answer = b""
            while part := link.recv(65_536):
                answer += part
        assert int.to_bytes(1007, 2) in answer, "the close code for bad data"
    assert person.get(f"/api/tables/{id_}").status_code == 200


HALF_SAID = (
    b"",
    b"\r\n\r\n\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ",
    b"POST /api/person HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    b"content-length: 100\r\n\r\n{",
    b"GET /colours.css HTTP/1.1\r\nhost: x\r\n\r\n\r\n\r\n",
)


def drip(server: Any) -> bytes:
    """Headers that never end, half a second apart."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=GIVE_UP) as link:
        link.settimeout(0.5)
        link.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(2 * GIVE_UP):
            try:
                return link.recv(4096)
            except TimeoutError:
                link.sendall(b"x: y\r\n")
    return b""


def test_nobody_holds_a_connection_by_saying_nothing(server: Any) -> None:
    """Bare line breaks, half a header, half a body, a drip: the server gives up first."""
    with ThreadPoolExecutor(1 + len(HALF_SAID)) as people:
        dripping = people.submit(drip, server)
        answers = people.map(lambda data: raw(server, data), HALF_SAID)
        for data, answer in zip(HALF_SAID, answers, strict=True):
            assert b" 408 " in answer or b" 200 " in answer, data
        assert b" 408 " in dripping.result()


# --- Limits -------------------------------------------------------------------------------------


def limited(tmp_path: Path, *flags: str, rate: float) -> Any:
    """A server that takes its limits seriously."""
    return soak.Server(tmp_path, "--rate", str(rate), *flags)


def test_tables_chat_and_people_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast they are asked for: the limits' clock stands still."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with TestClient(create_app(Settings(data=tmp_path))) as client:

        def statuses(path: str, wish: dict[str, Any], count: int) -> list[int]:
            return [client.post(path, json=wish).status_code for _ in range(count)]

        client.post("/api/person", json={})
        seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        made = statuses("/api/tables", {"game": "ra", "seats": seats}, 40)
        assert made == [201] * 30 + [429] * 10
        id_ = client.get("/api/tables").json()[0]["id"]
        said = statuses(f"/api/tables/{id_}/chat", {"text": "x"}, 20)
        assert said == [201] * 15 + [429] * 5
        client.cookies.clear()
        come = list[int]()
        for _ in range(70):
            come += statuses("/api/person", {}, 1)
            client.cookies.clear()
        assert come == [200] * 59 + [429] * 11


def test_a_few_addresses_cannot_fill_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with TestClient(create_app(Settings(data=tmp_path, proxies="*"))) as client:
        seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
        wish = {"game": "ra", "seats": seats, "listed": True}

        def set_table_as_new_person(address: str) -> int:
            headers = {"x-forwarded-for": address}
            client.cookies.clear()
            client.post("/api/person", json={}, headers=headers)
            return client.post("/api/tables", json=wish, headers=headers).status_code

        for address in ("198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"):
            made = [set_table_as_new_person(address) for _ in range(12)]
            assert made == [201] * 5 + [429] * 7
        assert set_table_as_new_person("203.0.113.9") == 201
        assert len(client.get("/api/lobby").json()) == 21


def test_a_fresh_cookie_is_no_way_around_the_limit_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with TestClient(create_app(Settings(data=tmp_path, requests_per_second=20.0))) as client:
        come = list[int]()
        for _ in range(70):
            client.cookies.clear()
            assert client.get("/").status_code == 200  # brings a cookie
            assert client.cookies
            come.append(client.post("/api/person", json={"name": "Ann"}).status_code)
        assert come == [200] * 60 + [429] * 10


def test_sockets_are_limited_for_each_client(tmp_path: Path) -> None:
    server = limited(tmp_path, rate=2.0)  # twenty sockets

    async def scene(id_: str) -> int:
        links = []
        try:
            for _ in range(60):
                where = f"ws://{server.address}/api/tables/{id_}/live"
                link = await connect(where, open_timeout=GIVE_UP)
                links.append(link)
                await link.recv()
        except (InvalidStatus, ConnectionClosed):
            return len(links)
        finally:
            for link in links:
                await link.close()
        return len(links)

    try:
        with visiting(server) as client:
            id_ = set_table(client, "me", "here", "here")["id"]
        assert asyncio.run(scene(id_)) <= 21
    finally:
        server.kill()


def statuses(address: str, count: int, source: Any) -> list[int]:
    with httpx.Client(base_url=f"http://{address}", timeout=GIVE_UP, verify=False) as client:
        return [
            client.get("/api/games", headers={"x-forwarded-for": source(n)}).status_code
            for n in range(count)
        ]


def test_who_is_behind_a_trusted_proxy_has_limits_of_their_own(tmp_path: Path) -> None:
    server = limited(tmp_path, "--proxy", "127.0.0.1", rate=0.1)  # one at once
    try:
        assert set(statuses(server.address, 20, lambda n: f"198.51.100.{n}")) == {200}
        assert 429 in statuses(server.address, 20, lambda n: "203.0.113.5")
        assert statuses(server.address, 1, lambda n: "203.0.113.6") == [200]
        # Only what the proxy itself added counts, not what the client said before.
        forged = statuses(server.address, 20, lambda n: f"198.51.100.{n}, 203.0.113.9")
        assert 429 in forged
    finally:
        server.kill()


def test_nobody_else_is_believed_about_who_they_are(tmp_path: Path) -> None:
    server = limited(tmp_path, rate=0.1)
    try:
        assert 429 in statuses(server.address, 20, lambda n: f"198.51.100.{n}")
    finally:
        server.kill()


def test_a_household_is_one_client_in_ipv6() -> None:
    from starlette.requests import HTTPConnection

    from nomarch.web.http.limits import client_of

    def counted(host: str) -> str:
        return client_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert counted("2001:db8::1") == counted("2001:db8:0:ff::2")
    assert counted("2001:db8::1") != counted("2001:db8:0:100::1")
    assert counted("192.0.2.1") != counted("192.0.2.2")


# --- Damage -------------------------------------------------------------------------------------


def damage(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path / "nomarch.sqlite3")) as db, db:
        assert db.execute(statement, values).rowcount == 1


def test_a_damaged_table_harms_no_other(tmp_path: Path) -> None:
    server = soak.Server(tmp_path)
    with visiting(server) as client:
        good, torn, mad, gap = (
            set_table(client, "me", "here", "here", clock=60)["id"] for _ in range(4)
        )
        for id_ in (good, gap):
            for _ in range(3):
                seen = client.get(f"/api/tables/{id_}").json()
                wish = {"seat": seen["view"]["seat"], "seq": seen["seq"],
                        "move": seen["view"]["legal"][0]}  # fmt: skip
                assert client.post(f"/api/tables/{id_}/move", json=wish).status_code == 200
        client.post(f"/api/tables/{good}/chat", json={"text": "hello"})
        token = client.headers["authorization"]
    server.kill()
    damage(tmp_path, "UPDATE game_table SET record = '{\"id\": ' WHERE id = ?", torn)
    damage(tmp_path, "UPDATE game_table SET record = '{\"id\": 7}' WHERE id = ?", mad)
    damage(tmp_path, "DELETE FROM entry WHERE game_table = ? AND seq = 2", gap)
    damage(tmp_path, "UPDATE chat SET line = 'x' WHERE game_table = ?", good)
    server = soak.Server(tmp_path)
    try:
        with httpx.Client(
            base_url=f"http://{server.address}", timeout=GIVE_UP, verify=False
        ) as client:
            client.headers["authorization"] = token
            for id_ in (torn, mad, gap):
                answer = client.get(f"/api/tables/{id_}")
                assert answer.status_code == 410
                assert answer.json() == {"error": "This table is damaged and can't be opened."}
                page = client.get(f"/t/{id_}")
                assert page.status_code == 410
                assert "damaged" in page.text
            listed = {line["id"] for line in client.get("/api/tables").json()}
            # A list opens no table: one whose summary was stored before the kill is still there.
            assert {good} <= listed <= {good, gap}
            assert client.get("/tables").status_code == client.get("/").status_code == 200
            assert client.get(f"/t/{good}").status_code == 200
            seen = client.get(f"/api/tables/{good}").json()
            wish = {"seat": seen["view"]["seat"], "seq": seen["seq"],
                    "move": seen["view"]["legal"][0]}  # fmt: skip
            assert client.post(f"/api/tables/{good}/move", json=wish).status_code == 200
            assert client.post("/api/person", json={"name": "Still me"}).status_code == 200
    finally:
        server.kill()
    assert "Traceback" not in server.errors


def test_a_start_that_fails_says_why_in_one_line(
    server: Any, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corrupt, newer, file = tmp_path / "corrupt", tmp_path / "newer", tmp_path / "file"
    for folder in (corrupt, newer):
        folder.mkdir()
    (corrupt / "nomarch.sqlite3").write_bytes(b"this is no database " * 500)
    with closing(sqlite3.connect(newer / "nomarch.sqlite3")) as db:
        db.execute("PRAGMA user_version = 999")
    file.write_text("not a folder")
    junk = junk_database(tmp_path / "junk")
    cases = [
        (("--data", str(data), "--port", str(free_port())), "in use by another server"),
        (("--data", str(tmp_path / "other"), "--port", str(server.port)), "cannot listen"),
        (("--data", str(tmp_path / "other"), "--host", "203.0.113.77"), "cannot listen"),
        (("--data", str(tmp_path / "other"), "--port", "99999"), "cannot listen"),
        (("--data", str(corrupt), "--port", str(free_port())), "cannot be used"),
        (("--data", str(junk), "--port", str(free_port())), "cannot be used"),
        (("--data", str(newer), "--port", str(free_port())), "newer than this release supports"),
        (("--data", str(file), "--port", str(free_port())), "file"),
        (("--data", str(file / "below"), "--port", str(free_port())), "file"),
    ]
    for flags, words in cases:
        code, said = nomarch(capsys, "serve", *flags)
        assert code == 2, (flags, said)
        assert said.startswith("nomarch: "), (flags, said)
        assert words in said
        assert said.count("\n") == 1, said
    server.wait()  # it is well


def test_a_database_that_cannot_be_written_is_no_reason_for_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect_ = sqlite3.connect

    def read_only(*args: Any, **more: Any) -> sqlite3.Connection:
        db = connect_(*args, **more)
        db.execute("PRAGMA query_only = 1")
        return db

    settings = Settings(data=tmp_path, port=free_port())
    monkeypatch.setattr("nomarch.storage.sqlite.sqlite3.connect", read_only)
    with pytest.raises(CannotServe, match="readonly"):
        check_database(settings, migrate=True)


def test_a_junk_database_beside_a_log_is_no_reason_for_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junk, copy = junk_database(tmp_path / "junk"), tmp_path / "copy.sqlite3"
    data = ("--data", str(junk))
    with closing(site_database(str(copy)).open()):
        pass
    for command in (
        ("backup", *data, str(tmp_path / "other.sqlite3")),
        ("restore", *data, str(junk / "nomarch.sqlite3")),
        ("admin", *data, "status"),
        ("admin", *data, "tables"),
    ):
        code, said = nomarch(capsys, *command)
        assert code == 2, (command, said)
        assert said.startswith("nomarch: "), (command, said)
        assert "Traceback" not in said
    code, said = nomarch(capsys, "restore", *data, str(copy))
    assert code == 0, said


def junk_database(folder: Path) -> Path:
    """A data folder with files that SQLite did not write."""
    folder.mkdir()
    (folder / "nomarch.sqlite3").write_bytes(b"junk" * 2000)
    (folder / "nomarch.sqlite3-wal").write_bytes(b"more junk" * 2000)
    return folder


def nomarch(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str]:
    """Run a command that is over at once; return its exit code and what it said."""
    return main(command), capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_nobody_else_can_read_the_data(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "nomarch.sqlite3").touch(mode=0o644)  # as older versions left it
    before = os.umask(0o000)
    try:
        server = soak.Server(data)
    finally:
        os.umask(before)
    try:
        with visiting(server) as client:
            set_table(client, "me", "here", "here")
        files = [path for path in data.iterdir() if path.is_file()]
        assert len(files) >= 3
        for path in files:
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    finally:
        server.kill()


@pytest.mark.parametrize("https", [False, True])
def test_browsers_are_told_to_stay_with_https(tmp_path: Path, https: bool) -> None:
    with TestClient(create_app(Settings(data=tmp_path, https=https))) as client:
        for path in ("/", "/api/games", "/nothing", "/health"):
            assert ("strict-transport-security" in client.get(path).headers) is https


# --- At a table ---------------------------------------------------------------------------------


def test_asking_for_a_step_back_keeps_no_clock_alive(server: Any, person: httpx.Client) -> None:
    made = set_table(person, "me", "friend", "bot", clock=2)
    api = f"/api/tables/{made['id']}"
    with visiting(server) as other:
        other.post(f"{api}/join", json={"token": made["invite"]})
        people = {0: person, 1: other}
        deadline = time.monotonic() + GIVE_UP
        while time.monotonic() < deadline:
            seen = person.get(api).json()
            if seen["away"]:
                break
            for seat, one in people.items():  # everybody asks and withdraws, again and again
                one.post(f"{api}/undo", json={"seat": seat})
                one.post(f"{api}/answer", json={"seat": seat, "agree": False})
        assert seen["away"], "nobody's time ran out"


def test_control_and_direction_signs_do_not_get_into_chat(person: httpx.Client) -> None:
    id_ = set_table(person, "me", "here", "here")["id"]
    said = {
        "a\u202eb\u2066c\u200fd": "abcd",
        "a\x00b\x1b[31mc\x7f": "a b [31mc",
        "line\nbreak\u2028here": "line break here",
        "👩\u200d💻 می\u200cخواهم": "👩\u200d💻 می\u200cخواهم",
    }
    for text, kept in said.items():
        answer = person.post(f"/api/tables/{id_}/chat", json={"text": text})
        assert answer.json()["text"] == kept
    for empty in ("\u200b\u2060", "\u3164", "\u202e", "\u200d\u200d", "\x00"):
        assert person.post(f"/api/tables/{id_}/chat", json={"text": empty}).status_code == 422
    name = person.post("/api/person", json={"name": "\u3164\u2800"}).json()["name"]
    assert json.dumps(name).isascii()
    assert name.strip()
