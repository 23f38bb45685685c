"""A real server in its own process, attacked: nobody gets in, nothing spreads."""

import os
import socket
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from nomarch.cli import main
from nomarch.contests.site_hooks import site_database
from nomarch.errors import CannotServe
from nomarch.web.operations.settings import Settings
from nomarch.web.server import check_database
from tests.ports import free_port
from tests.systems import needs_posix

from .actors import GIVE_UP, Capture, Patch, Person, refusal, visits
from .conftest import Start
from .test_kill import serving

pytestmark = [pytest.mark.xdist_group("attacks"), needs_posix]  # most share one server
Visit = Callable[..., Person]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("attacked")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Any]:
    with serving(data) as server:
        yield server


@pytest.fixture
def visit() -> Iterator[Visit]:
    with visits() as visit:
        yield visit


@pytest.fixture
def ann(server: Any, visit: Visit) -> Person:
    return visit(server)


def raw(server: Any, *parts: bytes) -> bytes:
    """What comes back to bytes on a bare connection, until it is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=GIVE_UP) as link:
        answer = b""
        for number, part in enumerate(parts):
            answer += link.recv(65_536) if number else b""
            link.sendall(part)
        while found := link.recv(65_536):
            answer += found
        return answer


def test_a_frame_that_is_no_text_ends_the_socket(server: Any, ann: Person) -> None:
    table = ann.opens("me", "here", "here")
    handshake = (
        f"GET {table.api}/live HTTP/1.1\r\nhost: {server.address}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for payload in (b"\xff\xfe", b'{"type": "\xed\xa0\x80"}'):
        text_frame = bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload  # mask of zeros
        answer = raw(server, handshake.encode(), text_frame)
        assert b" 101 " in answer
        assert int.to_bytes(1007, 2) in answer, "the close code for bad data"
    ann.sees(table)


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


@pytest.mark.thorough
def test_nobody_holds_a_connection_by_saying_nothing(server: Any) -> None:
    """Bare line breaks, half a header, half a body, a drip: the server gives up first."""
    with ThreadPoolExecutor(1 + len(HALF_SAID)) as people:
        dripping = people.submit(drip, server)
        answers = people.map(lambda data: raw(server, data), HALF_SAID)
        for data, answer in zip(HALF_SAID, answers, strict=True):
            assert b" 408 " in answer or b" 200 " in answer, data
        assert b" 408 " in dripping.result()


def statuses(person: Person, path: str, count: int, **wish: Any) -> list[int]:
    return [person.post(path, wish).status_code for _ in range(count)]


@pytest.mark.usefixtures("limits_at")
def test_tables_chat_and_people_are_limited(start: Start) -> None:
    with start(requests_per_second=20.0) as site:
        ann = site.person()
        seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        made = statuses(ann, "/api/tables", 40, game="ra", seats=seats)
        assert made == [201] * 30 + [429] * 10
        id_ = ann.gets("/api/tables")[0]["id"]
        said = statuses(ann, f"/api/tables/{id_}/chat", 20, text="x")
        assert said == [201] * 15 + [429] * 5
        come = [site.stranger() for _ in range(70)]
        for person in come[::2]:
            person.reads("/")  # brings a cookie, which is no way around the limit
        found = [statuses(person, "/api/person", 1, name="Ann")[0] for person in come]
        assert found == [200] * 59 + [429] * 11


@pytest.mark.usefixtures("limits_at")
def test_a_few_addresses_cannot_fill_the_lobby(start: Start) -> None:
    with start(requests_per_second=20.0, proxies="*") as site:
        seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]

        def opens_as_new_person(address: str) -> int:
            person = site.stranger()
            person.client.headers["x-forwarded-for"] = address
            person.post("/api/person")
            return statuses(person, "/api/tables", 1, game="ra", seats=seats, listed=True)[0]

        for number in range(1, 5):
            made = [opens_as_new_person(f"198.51.100.{number}") for _ in range(12)]
            assert made == [201] * 5 + [429] * 7
        assert opens_as_new_person("203.0.113.9") == 201
        assert len(site.stranger().gets("/api/lobby")) == 21


def asks_from(server: Any, source: str, count: int = 4) -> set[int]:
    """The statuses of requests that a proxy forwards; a star becomes a number of its own."""
    path = f"http://{server.address}/api/games"
    sources = (source.replace("*", str(number)) for number in range(count))
    with httpx.Client(timeout=GIVE_UP) as client:
        return {client.get(path, headers={"x-forwarded-for": each}).status_code for each in sources}


def test_who_is_behind_a_trusted_proxy_has_limits_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "0.1", "--proxy", "127.0.0.1") as server:  # one at once
        assert asks_from(server, "198.51.100.*") == {200}
        assert 429 in asks_from(server, "203.0.113.5")
        assert asks_from(server, "203.0.113.6", 1) == {200}
        # Only what the proxy itself added counts, not what the client said before.
        assert 429 in asks_from(server, "198.51.100.*, 203.0.113.9")
    with serving(tmp_path, "--rate", "0.1") as server:  # nobody else is believed
        assert 429 in asks_from(server, "198.51.100.*")


def damage(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path / "nomarch.sqlite3")) as db, db:
        assert db.execute(statement, values).rowcount == 1


def test_a_damaged_table_harms_no_other(tmp_path: Path, visit: Visit) -> None:
    with serving(tmp_path) as server:
        ann = visit(server)
        good, torn, mad, gap = (ann.opens("me", "here", "here", clock=60) for _ in range(4))
        for table in (good, gap) * 3:
            ann.plays(table)
        ann.posts(f"{good.api}/chat", text="hello")
    damage(tmp_path, "UPDATE game_table SET record = '{\"id\": ' WHERE id = ?", torn)
    damage(tmp_path, "UPDATE game_table SET record = '{\"id\": 7}' WHERE id = ?", mad)
    damage(tmp_path, "DELETE FROM entry WHERE game_table = ? AND seq = 2", gap)
    damage(tmp_path, "UPDATE chat SET line = 'x' WHERE game_table = ?", good)
    with serving(tmp_path) as server:
        ann = visit(server, ann)
        for table in (torn, mad, gap):
            refused = refusal(ann.get(table.api), 410)
            assert refused == "This table is damaged and can't be opened."
            page = ann.get(table.page)
            assert page.status_code == 410
            assert "damaged" in page.text
        # A list opens no table: one whose summary was stored before the kill is still there.
        assert {good} <= {line["id"] for line in ann.gets("/api/tables")} <= {good, gap}
        for path in ("/tables", "/", good.page):
            ann.reads(path)
        ann.plays(good)
        ann.posts("/api/person", name="Still me")


def test_a_start_that_fails_says_why_in_one_line(
    server: Any, data: Path, tmp_path: Path, capsys: Capture
) -> None:
    corrupt, newer, file = tmp_path / "corrupt", tmp_path / "newer", tmp_path / "file"
    for folder in (corrupt, newer):
        folder.mkdir()
    (corrupt / "nomarch.sqlite3").write_bytes(b"this is no database " * 500)
    with closing(sqlite3.connect(newer / "nomarch.sqlite3")) as db:
        db.execute("PRAGMA user_version = 999")
    file.write_text("not a folder")
    junk = junk_database(tmp_path / "junk")
    other = tmp_path / "other"
    for folder, words, *flags in (
        (data, "in use by another server"),
        (other, "cannot listen", "--port", str(server.port)),
        (other, "cannot listen", "--host", "203.0.113.77"),
        (other, "cannot listen", "--port", "99999"),
        (corrupt, "cannot be used"),
        (junk, "cannot be used"),
        (newer, "newer than this release supports"),
        (file, "file"),
        (file / "below", "file"),
    ):
        flags = flags or ["--port", str(free_port())]
        code, said = nomarch(capsys, "serve", "--data", str(folder), *flags)
        assert (code, said.count("\n")) == (2, 1), (folder, said)
        assert said.startswith("nomarch: "), (folder, said)
        assert words in said
    server.wait()  # it is well


@pytest.mark.thorough
def test_a_database_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    connect_ = sqlite3.connect

    def read_only(*args: Any, **more: Any) -> sqlite3.Connection:
        db = connect_(*args, **more)
        db.execute("PRAGMA query_only = 1")
        return db

    settings = Settings(data=tmp_path, port=free_port())
    monkeypatch.setattr("nomarch.storage.sqlite.sqlite3.connect", read_only)
    with pytest.raises(CannotServe, match="readonly"):
        check_database(settings, migrate=True)


@pytest.mark.thorough  # as a start that fails
def test_a_junk_database_beside_a_log_causes_no_traceback(tmp_path: Path, capsys: Capture) -> None:
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
    code, said = nomarch(capsys, "restore", *data, str(copy))
    assert code == 0, said


def junk_database(folder: Path) -> Path:
    folder.mkdir()
    (folder / "nomarch.sqlite3").write_bytes(b"junk" * 2000)
    (folder / "nomarch.sqlite3-wal").write_bytes(b"more junk" * 2000)
    return folder


def nomarch(capsys: Capture, *command: str) -> tuple[int, str]:
    return main(command), capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_nobody_else_can_read_the_data(tmp_path: Path, visit: Visit) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "nomarch.sqlite3").touch(mode=0o644)  # as older versions left it
    before = os.umask(0o000)
    try:
        with serving(data) as server:
            visit(server).opens("me", "here", "here")
            files = [path for path in data.iterdir() if path.is_file()]
            assert len(files) >= 3
            for path in files:
                assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    finally:
        os.umask(before)


@pytest.mark.parametrize("https", [False, True])
def test_browsers_are_told_to_stay_with_https(start: Start, https: bool) -> None:
    with start(https=https) as site:
        for path in ("/", "/api/games", "/nothing", "/health"):
            headers = site.stranger().get(path).headers
            assert ("strict-transport-security" in headers) is https
