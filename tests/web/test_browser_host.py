"""The app as a page's worker runs it: no server, cookies of its own, games as one file."""

import ast
import asyncio
import contextlib
import io
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nomarch import platform
from nomarch.bots import plain_network, trained_for
from nomarch.bots.analysis import Decision
from nomarch.bots.prior import NetworkPrior
from nomarch.bots.ratings import levels_of
from nomarch.browser import bundle, copies
from nomarch.browser.cookies import CookieJar
from nomarch.browser.friends import find_route
from nomarch.browser.host import Host
from nomarch.engine.new_match import load, new
from nomarch.kernel.declare.game import rulebook
from nomarch.storage.version import APPLICATION_ID, VERSION, SchemaTooNew
from tests.game_copies import older_copy, wrong_copies

from .actors import Patch
from .host_pages import Page, visit

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("browser")]


async def played(folder: Path) -> str:
    async with visit(folder) as page:
        return await page.opens()


async def test_pages_answer_and_a_table_is_played_over_a_socket(tmp_path: Path) -> None:
    async with visit(tmp_path) as page:
        for path in ("/", "/new/ra", "/learn", "/rules/ra", "/puzzles/ra", "/tables"):
            await page.reads(path)
        table = await page.opens()
        await page.reads(f"/t/{table}")
        heard: asyncio.Queue[Any] = asyncio.Queue()
        page.host.open_socket(
            "one", f"/play/api/tables/{table}/live", lambda *said: heard.put_nowait(said)
        )
        async with asyncio.timeout(60):
            assert await heard.get() == ("open", "")
            page.host.receive_text("one", json.dumps({"type": "look", "seat": 0}))
            while (message := json.loads((await heard.get())[1]))["type"] != "page":
                pass
            assert "<svg" in message["board"][0]
            page.host.close_socket("one")
            while (await heard.get())[0] != "close":
                pass


def archive(data: Path) -> bytes:
    """Return the files of a database as the page hands them over if Python does not start."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in data.glob("nomarch.sqlite3*"):
            archive.add(path, path.name)
    return packed.getvalue()


async def test_all_games_travel_as_one_file(tmp_path: Path) -> None:
    """As a database, or as an archive, in which the log has what the database lacks."""
    here, there = tmp_path / "here", tmp_path / "there"
    async with visit(here) as page:
        table = await page.opens()
        files = copies.export(here), archive(here)
    for content in files:
        async with visit(there) as page:
            await page.opens()
            assert await page.loads(content) == (200, "")
            assert await page.has(table)
        async with visit(there) as page:
            assert await page.has(table)
        shutil.rmtree(there)


async def test_a_wrong_copy_leaves_the_games(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    await played(other)
    async with visit(data) as page:
        table = await page.opens()
        for name, (content, sentence) in wrong_copies(copies.export(other)).items():
            assert await page.loads(content) == (422, sentence), name
            assert await page.has(table), name
        german = {"accept-language": "de"}
        assert "Partien" in (await page.posts("/device/games", b"notes", **german))[1]["error"]
    async with visit(data) as page:
        assert await page.has(table)


@pytest.mark.parametrize("is_closed", [False, True], ids=["same page", "page closed"])
async def test_games_come_back_if_those_of_a_copy_do_not_start(
    tmp_path: Path, monkeypatch: Patch, is_closed: bool
) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    copied, table = await played(other), await played(data)
    start = Host.start

    async def fail_on_the_copy(host: Host) -> None:
        if host.data == data and has_table(data, copied):
            raise RuntimeError("it does not start here")
        await start(host)

    monkeypatch.setattr(Host, "start", fail_on_the_copy)
    if is_closed:
        copies.replace(copies.previous_file(data), copies.database_file(data))
        copies.replace(copies.database_file(data), copies.database_file(other))
    async with visit(data) as page:
        if not is_closed:
            told = "The file couldn't be stored; your games are as before."
            assert await page.loads(copies.export(other)) == (422, told)
        assert await page.has(table)
    assert not copies.previous_file(data).exists()


def has_table(data: Path, table: str) -> bool:
    with contextlib.closing(sqlite3.connect(copies.database_file(data))) as db:
        return bool(db.execute("SELECT 1 FROM game_table WHERE id = ?", [table]).fetchall())


async def test_games_that_do_not_start_stay_as_they_are(tmp_path: Path) -> None:
    """Without other ones, or with half of those from before a copy was loaded."""
    table = await played(tmp_path)
    copy = copies.export(tmp_path)
    copies.database_file(tmp_path).write_bytes(wrong_copies(copy)["newer"][0])
    for content in (b"", copy[:20_000]):
        copies.previous_file(tmp_path).write_bytes(content)
        with pytest.raises(SchemaTooNew):
            await played(tmp_path)
        assert has_table(tmp_path, table)


async def test_a_damaged_summary_of_a_table_is_made_again(tmp_path: Path) -> None:
    table = await played(tmp_path)
    async with visit(tmp_path) as page:
        assert await page.has(table)
    with contextlib.closing(sqlite3.connect(copies.database_file(tmp_path))) as db:
        assert db.execute("UPDATE standing SET data = CAST('{}' AS BLOB)").rowcount == 1
        db.commit()
    async with visit(tmp_path) as page:
        assert await page.has(table)


def test_cookies_end_when_their_age_says_so_and_a_start_renews_them(monkeypatch: Patch) -> None:
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


async def test_only_what_works_alone_is_offered(tmp_path: Path) -> None:
    async with visit(tmp_path) as page:
        home, setup = await page.reads("/"), await page.reads("/new/ra")
        for path in ("/lobby", "/friends", "/messages", "/tournaments", "/sign-in", "/ratings"):
            assert (await page.gets(path))[0] == 404, path
            assert f'href="/play{path}' not in home, path
        assert "bot:strong" in setup
        assert "bot:master" not in setup
        assert "(1500)" not in setup, "nobody here has a rating to compare it with"
        assert {"rated", "listed"}.isdisjoint(re.findall(r'name="(\w+)"', setup))
        assert 'href="/play/room"' in home
        table = await page.reads(f"/t/{await page.opens()}")
        assert {"open-chat", "tab-chat"} <= set(re.findall(r'id="([\w-]+)" hidden', table))


def test_the_strongest_level_needs_a_network_that_may_come_later(monkeypatch: Patch) -> None:
    book = rulebook("ra")
    monkeypatch.setattr(plain_network, "trained_counts", lambda book: frozenset({3}))
    assert "strong" in levels_of(book, 3)
    assert "strong" not in levels_of(book, 4)
    prior, published = NetworkPrior(book), trained_for.published_paths
    monkeypatch.setattr(trained_for, "published_paths", lambda book, players: iter(()))
    assert prior.policy(3) is None
    monkeypatch.setattr(trained_for, "published_paths", published)
    assert prior.policy(3) is not None


PRELOAD = """
import sys
sys.modules["msgspec"] = None
from nomarch import platform
platform.IS_BROWSER = True
from nomarch.browser.preload import preload
preload()
"""


def test_a_memory_snapshot_holds_no_compiled_extension() -> None:
    """Importing one would stop Python: a page that starts from the snapshot never would."""
    subprocess.run([sys.executable, "-c", PRELOAD], check=True)


RETIRED = (
    "Sign in", "Notify me", "Lobby", "Tournaments", "Messages", "Ratings", "Rated game",
    "this page's address", "Claim a name", "Everyone sees",
)  # fmt: skip
"""What only a server offers."""


async def test_pages_offer_only_what_is_here(tmp_path: Path) -> None:
    """Pages that are reached by links, two of every kind."""
    kinds = Counter[str]()
    async with visit(tmp_path) as page:
        table, seen = f"/t/{await page.opens()}", {"/device/games": ""}
        waiting = {"/", table, f"{table}/replay", "/room", "/python", "/device", "/puzzles/ra"}
        while waiting:
            path = waiting.pop()
            kinds[kind := find_route(page.host.app.routes, "http", "GET", path)] += 1
            if kinds[kind] > 2:
                continue
            status, text = await page.gets(path)
            assert status < 400, path
            seen[path] = re.sub(r"<script.*?</script>", "", text, flags=re.S)
            found = {*re.findall(r'href="/play(/[^"#?]*)', seen[path])}
            waiting |= {at for at in found - {*seen} if "." not in at and "/docs" not in at}
        assert len(seen) > 20
        for path, text in seen.items():
            assert [word for word in RETIRED if word in text] == [], path


async def test_nothing_is_written_while_nobody_does_anything(tmp_path: Path) -> None:
    async with visit(tmp_path) as page:
        runner = page.host.services.jobs
        await runner.heartbeat()
        log = next(tmp_path.glob("*-wal"))
        size = log.stat().st_size
        for _ in range(3):
            await runner.heartbeat()
            await runner.run_due()
        assert log.stat().st_size == size


async def test_a_running_game_goes_on_elsewhere(tmp_path: Path, monkeypatch: Patch) -> None:
    async with visit(tmp_path / "device") as page:
        table = await page.opens()
        assert "Copy the save" in await page.reads("/device")
        save = await page.reads(f"/api/tables/{table}/save")
    assert load(save).save() == save
    monkeypatch.setattr(platform, "IS_BROWSER", False)
    async with visit(tmp_path / "server") as page:
        for text, status in ((save, 201), (save.replace("end", "and"), 422), ("notes", 422)):
            found, answer = await page.posts("/api/saves", {"save": text, "seats": [0]})
            assert found == status, answer
        assert json.loads(await page.reads("/api/tables"))[0]["game"] == "ra"


async def play_until_passed_on(page: Page, table: str) -> str:
    """Makes my moves; the text for whoever plays next."""
    while (seen := json.loads(await page.reads(f"/api/tables/{table}")))["view"]["legal"]:
        move = {"seat": seen["view"]["seat"], "move": seen["view"]["legal"][0], "seq": seen["seq"]}
        assert (await page.posts(f"/api/tables/{table}/move", move))[0] == 200
    return await page.reads(f"/api/tables/{table}/save")


async def test_a_game_goes_from_player_to_player_as_a_text(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """Here and on a server; each keeps one table for it, to the end."""
    seats = [{"kind": "me"}, {"kind": "elsewhere", "name": "Bob"}]
    async with visit(tmp_path / "here") as ann, visit(tmp_path / "there") as bob:
        made = (await ann.posts("/api/tables", {"game": "fertility", "seats": seats}))[1]
        texts = [await play_until_passed_on(ann, made["id"])]
        assert len(texts[0]) < 500
        tables = {ann: made["id"], bob: ""}
        for page, seat in [(bob, 1), (ann, 0)] * 99:
            monkeypatch.setattr(platform, "IS_BROWSER", page is ann)
            sent = {"save": texts[-1], "seats": [seat], "others": "people"}
            status, answer = await page.posts("/api/saves", sent)
            assert status == (200 if tables[page] else 201), answer
            assert tables[page] in ("", answer["id"])
            tables[page] = answer["id"]
            if load(texts[-1]).over:
                break
            if len(texts) > 3:
                assert (await page.posts("/api/saves", {**sent, "save": texts[0]}))[0] == 409
            texts.append(await play_until_passed_on(page, tables[page]))
        assert len(texts) > 9
        assert len({text.partition("commitment")[0] for text in texts}) == 1, "names and seed stay"


async def test_bots_of_a_game_that_is_passed_on_stay_bots(tmp_path: Path) -> None:
    save = new("ra", 3, 1, names=("Ann", "Bob", "Hatshepsut")).save()
    async with visit(tmp_path) as page:
        sent = {"save": save, "seats": [1], "others": "people"}
        table = (await page.posts("/api/saves", sent))[1]["id"]
        seats = json.loads(await page.reads(f"/api/tables/{table}"))["seats"]
        assert [seat["kind"] for seat in seats] == ["player", "player", "bot"]


async def test_an_analysis_beside_the_host_is_paused_and_goes_on(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """Also after the page was closed meanwhile."""
    asked = list[int]()

    async def analyse_aside(save: str, first: int) -> AsyncGenerator[str]:
        asked.append(first)
        match = load(save)
        steps = [step for step in match.steps if not step.auto]
        for number, step in enumerate(steps[first:], first):
            if number == 25 and len(asked) == 1:
                await asyncio.Event().wait()
            move = match.notation(step)
            found = Decision(number, step.seat, move, 50.0, move, 50.0, 0.0, "", "")
            yield msgspec.json.encode(found if number % 3 else None).decode()

    monkeypatch.setattr(platform, "analyse_aside", analyse_aside)
    async with visit(tmp_path) as page:
        seats = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
        made = await page.posts("/api/tables", {"game": "fertility", "seats": seats})
        await play_until_passed_on(page, table := made[1]["id"])
        path = f"/api/tables/{table}/analysis"
        assert (await page.posts(path, {}))[1]["running"]
        while json.loads(await page.reads(path))["done"] < 25:
            await asyncio.sleep(0)
        paused = (await page.posts(f"{path}/pause", {}))[1]
        assert (paused["running"], paused["done"], len(paused["decisions"])) == (False, 25, 16)
    async with visit(tmp_path) as page:
        assert json.loads(await page.reads(path))["decisions"] == paused["decisions"]
        state = (await page.posts(path, {}))[1]
        while state["running"]:
            state = json.loads(await page.reads(path))
        assert asked == [0, 25]
        assert state["ready"]
        assert len({one["ply"] for one in state["decisions"]}) == len(state["decisions"]) > 40
        await page.reads(f"/t/{table}/analysis")
        await page.reads("/practice")
        monkeypatch.setattr(platform, "IS_BROWSER", False)
        assert (await page.posts(f"{path}/pause", {}))[0] == 403


async def test_cells_share_names_and_show_boards(tmp_path: Path) -> None:
    async with visit(tmp_path) as page:

        async def cell(code: str) -> Any:
            return (await page.posts("/device/python", code.encode()))[1]

        assert "Python prompt" in await page.reads("/python")
        shown = await cell("match = nomarch.new('ra', seed=1)\nprint(1)\nmatch")
        assert shown["printed"] == "1\n"
        assert shown["text"].startswith("<Match of ra")
        assert shown["picture"].startswith("<svg")
        assert (await cell("len(match.steps)"))["text"] == "0"
        failed = await cell("1 / 0")
        assert failed["text"].splitlines()[-1] == "ZeroDivisionError: division by zero"
        assert "prompt.py" not in failed["text"]


async def test_a_copy_of_an_earlier_version_replaces_the_games(tmp_path: Path) -> None:
    """The pages of that of 0.2 have another size, too."""
    here, there = tmp_path / "here", tmp_path / "there"
    table = await played(there)
    first = (Path(__file__).parent / "databases" / "version_0_2.sqlite3").read_bytes()
    async with visit(here) as page:
        await page.opens()
        for copy in (first, older_copy(copies.export(there))):
            assert await page.loads(copy) == (200, "")
        assert await page.has(table)
        await page.reads(f"/t/{table}")
    with contextlib.closing(sqlite3.connect(copies.database_file(here))) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_what_comes_first_imports_nothing_that_comes_later() -> None:
    """Else the first pages fail until the second pack has arrived."""
    found = []
    for path in bundle.NOMARCH.rglob("*.py"):
        name = path.relative_to(bundle.NOMARCH.parent).as_posix()
        if bundle.LEFT_OUT.search(name.removeprefix("nomarch/")) or bundle.MORE.match(name):
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
                found += [
                    (name, one) for one in modules if bundle.MORE.match(one.replace(".", "/"))
                ]
    assert found == []
