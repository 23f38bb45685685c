"""The app as a page's worker runs it: no server, cookies of its own, games as one file."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from nomarch import platform
from nomarch.bots import plain_network
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.ratings import levels_of
from nomarch.browser import copies
from nomarch.browser.cookies import CookieJar
from nomarch.browser.host import Host
from nomarch.engine.new_match import load
from nomarch.kernel.declare.game import rulebook
from nomarch.storage.version import APPLICATION_ID, VERSION, SchemaTooNew
from tests.game_copies import older_copy, wrong_copies

ORIGIN = "https://example.org"


@pytest.fixture(autouse=True)
def _browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HAS_THREADS", "HAS_COMPILER"):
        monkeypatch.setattr(platform, name, False)
    monkeypatch.setattr(platform, "IS_BROWSER", True)


Work = Callable[[Host], Coroutine[Any, Any, Any]]


def run(folder: Path, work: Work, root: str = "/play") -> Any:
    folder.mkdir(exist_ok=True)

    async def session() -> Any:
        host = Host(ORIGIN, folder, root)
        await host.open()
        try:
            return await work(host)
        finally:
            await host.stop()

    return asyncio.run(session())


async def get(host: Host, path: str) -> tuple[int, str]:
    status, _, body = await host.request("GET", host.root + path, [("accept-language", "en")])
    return status, body.decode()


async def open_table(host: Host) -> str:
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "greedy"} for _ in range(2))]
    status, _, body = await host.request(
        "POST", "/play/api/tables", [("content-type", "application/json")],
        json.dumps({"game": "ra", "seats": seats}).encode(),
    )  # fmt: skip
    assert status == 201, body
    return str(json.loads(body)["id"])


def test_pages_answer_and_a_table_is_played_over_a_socket(tmp_path: Path) -> None:
    async def work(host: Host) -> None:
        for path in ("/", "/new/ra", "/learn", "/rules/ra", "/puzzles/ra", "/tables"):
            assert (await get(host, path))[0] == 200, path
        id_ = await open_table(host)
        assert (await get(host, f"/t/{id_}"))[0] == 200
        heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

        def emit(kind: str, text: str) -> None:
            heard.put_nowait((kind, text))

        host.open_socket("one", f"/play/api/tables/{id_}/live", emit)
        assert await heard.get() == ("open", "")
        host.receive_text("one", json.dumps({"type": "look", "seat": 0}))
        while True:
            kind, text = await heard.get()
            if json.loads(text)["type"] == "page":
                break
        assert "<svg" in json.loads(text)["board"][0]
        host.close_socket("one")
        while kind != "close":
            kind, _ = await heard.get()

    run(tmp_path / "data", work)


def test_the_same_person_comes_back_to_the_same_tables(tmp_path: Path) -> None:
    id_ = run(tmp_path / "data", open_table)
    _, tables = run(tmp_path / "data", lambda host: get(host, "/tables"))
    assert f"/play/t/{id_}" in tables


async def load_copy(host: Host, content: bytes) -> tuple[int, str]:
    """Load a copy; return the status, and why it was refused."""
    status, _, answer = await host.request("POST", "/play/device/games", [], content)
    return status, json.loads(answer).get("error", "")


async def tables(host: Host) -> str:
    return (await get(host, "/tables"))[1]


def archive(data: Path) -> bytes:
    """Return the files of a database as the page hands them over if Python does not start."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in data.glob("nomarch.sqlite3*"):
            archive.add(path, path.name)
    return packed.getvalue()


def test_all_games_travel_as_one_file(tmp_path: Path) -> None:
    """As a database, or as an archive, in which the log has what the database lacks."""
    here, there = tmp_path / "here", tmp_path / "there"

    async def open_and_pack(host: Host) -> tuple[str, bytes, bytes]:
        return await open_table(host), copies.export(here), archive(here)

    id_, *files = run(here, open_and_pack)
    for content in files:

        async def load_it(host: Host, content: bytes = content) -> None:
            await open_table(host)
            assert await load_copy(host, content) == (200, "")
            assert f"/play/t/{id_}" in await tables(host)

        run(there, load_it)
        assert f"/play/t/{id_}" in run(there, tables)
        shutil.rmtree(there)


def test_a_wrong_copy_leaves_the_games(tmp_path: Path) -> None:
    run(tmp_path / "copied", open_table)
    wrong = wrong_copies(copies.export(tmp_path / "copied"))

    async def work(host: Host) -> str:
        id_ = await open_table(host)
        for name, (content, sentence) in wrong.items():
            assert await load_copy(host, content) == (422, sentence), name
            assert f"/play/t/{id_}" in await tables(host), name
        return id_

    id_ = run(tmp_path / "data", work)
    assert f"/play/t/{id_}" in run(tmp_path / "data", tables)


def test_refusals_are_in_the_language_of_the_page(tmp_path: Path) -> None:
    async def work(host: Host) -> None:
        german = [("accept-language", "de")]
        _, _, answer = await host.request("POST", "/play/device/games", german, b"notes")
        assert "Partien" in json.loads(answer)["error"]

    run(tmp_path, work)


@pytest.mark.parametrize("is_closed", [False, True], ids=["same page", "page closed"])
def test_games_come_back_if_those_of_a_copy_do_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_closed: bool
) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    copied, id_ = run(other, open_table), run(data, open_table)
    start = Host.start

    async def fail_on_the_copy(host: Host) -> None:
        if host.data == data and has_table(data, copied):
            raise RuntimeError("it does not start here")
        await start(host)

    async def work(host: Host) -> None:
        if not is_closed:
            told = "The file couldn't be stored; your games are as before."
            assert await load_copy(host, copies.export(other)) == (422, told)
        assert f"/play/t/{id_}" in await tables(host)

    monkeypatch.setattr(Host, "start", fail_on_the_copy)
    if is_closed:
        copies.replace(copies.previous_file(data), copies.database_file(data))
        copies.replace(copies.database_file(data), copies.database_file(other))
    run(data, work)
    assert not copies.previous_file(data).exists()


def has_table(data: Path, id_: str) -> bool:
    with contextlib.closing(sqlite3.connect(copies.database_file(data))) as db:
        return bool(db.execute("SELECT 1 FROM game_table WHERE id = ?", [id_]).fetchall())


def test_games_that_do_not_start_stay_as_they_are(tmp_path: Path) -> None:
    """Without other ones, or with half of those from before a copy was loaded."""
    id_ = run(tmp_path, open_table)
    copy = copies.export(tmp_path)
    copies.database_file(tmp_path).write_bytes(wrong_copies(copy)["newer"][0])
    for content in (b"", copy[:20_000]):
        copies.previous_file(tmp_path).write_bytes(content)
        with pytest.raises(SchemaTooNew):
            run(tmp_path, tables)
        assert has_table(tmp_path, id_)


def test_a_damaged_summary_of_a_table_is_made_again(tmp_path: Path) -> None:
    id_ = run(tmp_path, open_table)
    run(tmp_path, tables)
    with contextlib.closing(sqlite3.connect(copies.database_file(tmp_path))) as db:
        assert db.execute("UPDATE standing SET data = CAST('{}' AS BLOB)").rowcount == 1
        db.commit()
    assert f"/play/t/{id_}" in run(tmp_path, tables)


def test_cookies_end_when_their_age_says_so_and_a_start_renews_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("nomarch.browser.cookies.time.monotonic", lambda: now)
    jar = CookieJar('{"guest": "of an earlier version"}')
    jar.set("theme=dark; Path=/; Max-Age=60")
    jar.set("lang=de; Max-Age=60")
    jar.set("lang=; Max-Age=0")
    assert jar.values() == {"guest": "of an earlier version", "theme": "dark"}
    stored, now = jar.dump(), 1061.0
    assert jar.values() == {"guest": "of an earlier version"}
    assert CookieJar(stored).values()["theme"] == "dark"


def test_only_what_works_alone_is_offered(tmp_path: Path) -> None:
    async def work(host: Host) -> None:
        for path in ("/lobby", "/friends", "/messages", "/tournaments", "/sign-in", "/ratings"):
            assert (await get(host, path))[0] == 404, path
        _, home = await get(host, "/")
        for path in ("/lobby", "/friends", "/tournaments", "/sign-in", "/ratings"):
            assert f'href="/play{path}' not in home, path
        _, setup = await get(host, "/new/ra")
        assert "bot:strong" in setup
        assert "bot:master" not in setup
        assert 'value="friend"' not in setup
        assert "browser edition" in home
        _, table = await get(host, f"/t/{await open_table(host)}")
        assert {"open-chat", "tab-chat"} <= set(re.findall(r'id="([\w-]+)" hidden', table))

    run(tmp_path / "data", work)


def test_the_strongest_level_needs_a_network_that_may_come_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = rulebook("ra")
    monkeypatch.setattr(plain_network, "trained_counts", lambda book: frozenset({3}))
    assert "strong" in levels_of(book, 3)
    assert "strong" not in levels_of(book, 4)
    prior, published = NetworkPrior(book), plain_network.published_paths
    monkeypatch.setattr(plain_network, "published_paths", lambda book, players: iter(()))
    assert prior.policy(3) is None
    monkeypatch.setattr(plain_network, "published_paths", published)
    assert prior.policy(3) is not None


def test_a_running_game_goes_on_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave(host: Host) -> str:
        id_ = await open_table(host)
        assert "Copy the save" in (await get(host, "/device"))[1]
        return (await get(host, f"/api/tables/{id_}/save"))[1]

    async def continue_it(host: Host) -> None:
        for text, status in ((save, 201), (save.replace("end", "and"), 422), ("notes", 422)):
            body = json.dumps({"save": text, "seats": [0]}).encode()
            found, _, answer = await host.request(
                "POST", "/play/api/saves", [("content-type", "application/json")], body
            )
            assert found == status, answer
        id_ = (await get(host, "/api/tables"))[1]
        assert json.loads(id_)[0]["game"] == "ra"

    save = run(tmp_path / "device", leave)
    assert load(save).save() == save
    monkeypatch.setattr(platform, "IS_BROWSER", False)
    run(tmp_path / "server", continue_it)


def test_cells_share_names_and_show_boards(tmp_path: Path) -> None:
    async def work(host: Host) -> None:
        async def cell(code: str) -> Any:
            answer = await host.request("POST", "/play/device/python", [], code.encode())
            return json.loads(answer[2])

        assert "Python prompt" in (await get(host, "/python"))[1]
        shown = await cell("match = nomarch.new('ra', seed=1)\nprint(1)\nmatch")
        assert shown["printed"] == "1\n"
        assert shown["text"].startswith("<Match of ra")
        assert shown["picture"].startswith("<svg")
        assert (await cell("len(match.steps)"))["text"] == "0"
        failed = await cell("1 / 0")
        assert failed["text"].splitlines()[-1] == "ZeroDivisionError: division by zero"
        assert "prompt.py" not in failed["text"]

    run(tmp_path, work)


def test_a_copy_of_an_earlier_version_replaces_the_games(tmp_path: Path) -> None:
    """The pages of that of 0.2 have another size, too."""
    here, there = tmp_path / "here", tmp_path / "there"
    id_ = run(there, open_table)
    older = older_copy(copies.export(there))
    first = (Path(__file__).parent / "databases" / "version_0_2.sqlite3").read_bytes()

    async def work(host: Host) -> None:
        await open_table(host)
        assert await load_copy(host, first) == (200, "")
        assert await load_copy(host, older) == (200, "")
        assert f"/play/t/{id_}" in await tables(host)
        assert (await get(host, f"/t/{id_}"))[0] == 200

    run(here, work)
    with contextlib.closing(sqlite3.connect(copies.database_file(here))) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
