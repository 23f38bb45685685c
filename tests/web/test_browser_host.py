"""The app as a page's worker runs it: no server, cookies of its own, games as one file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from nomarch.bots import plain_network
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.ratings import levels_of
from nomarch.browser.host import CannotImport, Host, import_games
from nomarch.engine.new_match import load
from nomarch.kernel import platform
from nomarch.kernel.game import rulebook
from nomarch.storage.version import VERSION

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
        await host.start()
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


def test_all_games_travel_as_one_file(tmp_path: Path) -> None:
    async def export(host: Host) -> tuple[str, bytes]:
        return await open_table(host), host.export()

    id_, content = run(tmp_path / "here", export)
    (tmp_path / "there").mkdir()
    import_games(tmp_path / "there", content)
    _, tables = run(tmp_path / "there", lambda host: get(host, "/tables"))
    assert f"/play/t/{id_}" in tables


@pytest.mark.parametrize(
    "content",
    [b"", b"no database", b"SQLite format 3\0" + bytes(200)],
    ids=["empty", "other", "damaged"],
)
def test_other_files_are_refused_and_nothing_is_lost(tmp_path: Path, content: bytes) -> None:
    id_ = run(tmp_path / "data", open_table)
    with pytest.raises(CannotImport):
        import_games(tmp_path / "data", content)
    _, tables = run(tmp_path / "data", lambda host: get(host, "/tables"))
    assert f"/play/t/{id_}" in tables


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
    """Its pages have another size, too."""
    copy = Path(__file__).parent / "databases" / "version_0_2.sqlite3"

    async def work(host: Host) -> None:
        await open_table(host)
        status, _, answer = await host.request("POST", "/play/device/games", [], copy.read_bytes())
        assert status == 200, answer
        assert await get(host, "/tables")

    run(tmp_path, work)
    with contextlib.closing(sqlite3.connect(tmp_path / "nomarch.sqlite3")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
