"""Running a site: what is measured, logged, announced, banned, deleted, copied and brought back."""

import json
import logging
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch import cli
from nomarch.errors import CannotServe
from nomarch.paths import lock
from nomarch.people.person_store import mark_visit, read_person, read_person_ids
from nomarch.people.site_report import check_site, count_site, delete_again
from nomarch.storage import backup
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.tables.stores.deletions import read_deletions
from nomarch.tables.stores.log_store import read_log
from nomarch.web.operations.logs import JsonLines, TextLines
from nomarch.web.operations.settings import Settings

from .actors import Person, Site, Table
from .conftest import Capture, Logs, Patch, Start

DAY = 86_400


@pytest.fixture
def table(ann: Person) -> Table:
    return ann.opens("me", "here", "here")


def orders(site: Site, *words: str) -> None:
    """An admin's command, which the server has noticed."""
    assert site.admin(*words) == 0
    site.looks_again()


def metrics(site: Site) -> str:
    return site.stranger(address="127.0.0.1").reads("/metrics")


def test_metrics_count_and_name_nobody(site: Site, ann: Person, table: Table) -> None:
    site.rush(table, decisions=5)
    ann.plays(table, next(iter(site.live(table).table.to_act)))
    ann.cannot_read("/nowhere", status=404)
    logging.getLogger("nomarch.web").error("something is wrong")
    text = metrics(site)
    for line in (
        'nomarch_store_seconds_count{call="append"}', 'nomarch_entries_total{kind="move"} 6.0',
        "nomarch_move_seconds_count 6.0", 'route="/api/tables/{id}/move",status="200"',
        'route="none",status="404"', "nomarch_tables 1.0", "nomarch_thoughts_waiting 0.0",
        'nomarch_errors_total{logger="nomarch.web"} 1.0',
    ):  # fmt: skip
        assert line in text
    assert all(secret not in text for secret in (table, "Ann"))


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200), ("::1", {}, 200), ("192.0.2.7", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
        ("192.0.2.7", {"authorization": "Bearer sesame"}, 200),
        ("192.0.2.7", {"authorization": "Bearer other"}, 403),
    ],
)  # fmt: skip
def test_metrics_are_for_admins(start: Start, client: str, headers: Any, status: int) -> None:
    with start(metrics_token="sesame") as site:
        visitor = site.stranger(address=client)
        assert visitor.get("/metrics", headers=headers).status_code == status


def test_requests_have_names_in_logs(stranger: Person, caplog: Logs, monkeypatch: Patch) -> None:
    caplog.set_level(logging.INFO, "nomarch.web")
    for lines, *said in (
        (JsonLines(), '"path":"/"', '"request":"a-b.c_1"'),
        (TextLines(), "path=/", "request=a-b.c_1"),
    ):
        caplog.clear()
        monkeypatch.setattr(caplog.handler, "formatter", lines)
        named = stranger.get("/", headers={"x-request-id": "a-b.c_1"})
        assert named.headers["x-request-id"] == "a-b.c_1"
        assert all(words in caplog.text.replace(": ", ":") for words in said)
    for bad in ("", "x" * 65, "two words"):
        given = stranger.get("/health", headers={"x-request-id": bad}).headers["x-request-id"]
        assert given not in ("", bad)


def test_errors_are_counted_and_logged(stranger: Person, caplog: Logs, monkeypatch: Patch) -> None:
    monkeypatch.setattr("nomarch.web.table.pages.rulebook", lambda *_: 1 // 0)
    caplog.set_level(logging.INFO, "nomarch.web")
    answer = stranger.get("/rules/ra", headers={"x-request-id": "broken"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "broken")
    lines = [record.fields for record in caplog.records if hasattr(record, "fields")]
    assert [(line["path"], line["status"]) for line in lines] == [("/rules/ra", 500)]
    counted = 'nomarch_request_seconds_count{method="GET",route="/rules/{game}",status="500"} 1.0'
    assert counted in metrics(stranger.site)


def test_a_part_that_fails_to_stop_keeps_no_other_open(app: Starlette, monkeypatch: Patch) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    services = app.state.services
    monkeypatch.setattr(services.notice_sender, "stop", fail)
    with pytest.raises(ZeroDivisionError), TestClient(app):
        pass
    assert not services.table_service.writer._thread.is_alive()


def test_a_page_of_an_older_version_is_told(ann: Person, table: Table) -> None:
    (version,) = set(re.findall(r"/static/(\w{8,})/", ann.reads(table.page)))
    with ann.listens(table) as link:
        link.says("look", version=version)
        assert link.receive_json()["type"] == "page"
        link.says("look", version="of yesterday")
        assert link.hears("new-version") == {"type": "new-version"}
        assert link.hears("page")["seq"] == 0


def test_an_announcement_reaches_pages_and_open_tables(ann: Person, table: Table) -> None:
    with ann.listens(table) as link:
        link.looks()
        orders(ann.site, "announce", "Back at <noon>")
        assert link.hears("announcement")["text"] == "Back at <noon>"
    assert "Back at &lt;noon&gt;" in ann.get("/").text
    orders(ann.site, "announce")
    assert "noon" not in ann.reads("/")


def test_read_only_lets_everybody_look_and_nobody_change(ann: Person, table: Table) -> None:
    orders(ann.site, "read-only", "on")
    seat = next(iter(table.state.to_act))
    move = ann.sees(table, seat=seat)["view"]["legal"][0]
    for path, body in (
        (f"{table.api}/move", {"seat": seat, "move": move, "seq": 0}),
        (f"{table.api}/chat", {"text": "hello"}),
        ("/api/tables", {"game": "ra", "seats": [{"kind": "me"}] * 3}),
    ):
        assert "nothing can be changed" in ann.cannot(path, status=503, **body)
    ann.reads(table.page)
    ann.reads("/ready")
    orders(ann.site, "read-only", "off")
    assert ann.plays(table, seat) == 1


def test_who_is_banned_is_out(site: Site, ann: Person, bob: Person, table: Table) -> None:
    person = ann.id
    with ann.listens(table) as link:
        orders(site, "ban", person, "--reason", "Spam.")
        with pytest.raises(WebSocketDisconnect):
            link.receive_json()
    ann.cannot_read("/tables", status=403)
    assert "Spam." in ann.cannot("/api/person", status=403, name="Anna")
    bob.reads("/")
    assert [site.admin("unban", person) for _ in range(2)] == [0, 2]
    site.looks_again()
    ann.reads("/tables")


def test_a_ban_for_days_ends_by_itself(site: Site, ann: Person) -> None:
    orders(site, "ban", ann.id, "--days", "3")
    refused = ann.get("/api/tables")
    assert refused.status_code == 403
    assert "until 20" in refused.json()["error"]
    site.clock.advance(3 * DAY + 1)
    ann.reads("/tables")  # before the settings are read again
    site.looks_again()
    ann.reads("/tables")


def test_a_network_can_be_banned(site: Site) -> None:
    assert site.admin("ban", "192.0.2.0/24") == 0
    assert site.admin("ban", "nobody") == 2
    site.looks_again()
    out = site.stranger(address="192.0.2.7")
    out.cannot_read("/", status=403)
    out.reads("/health")
    site.stranger(address="198.51.100.7").reads("/")


def test_a_table_can_be_closed_beside_the_server(site: Site, ann: Person, table: Table) -> None:
    site.rush(table, decisions=4)
    seat = next(iter(site.live(table).table.to_act))
    move = {"seat": seat, "move": ann.sees(table, seat=seat)["view"]["legal"][0]}
    assert site.admin("close", table) == 0
    ann.cannot(f"{table.api}/move", status=409, **move, seq=4)  # whether or not it has noticed
    site.looks_again()
    assert "closed" in ann.cannot(f"{table.api}/move", status=409, **move, seq=5)
    assert "An admin closed this table." in ann.reads(table.page)
    assert [line["over"] for line in ann.gets("/api/tables")] == [True]
    assert site.admin("close", table) == 2


def test_an_admin_deletes_a_table(site: Site, ann: Person, table: Table, capsys: Capture) -> None:
    other = ann.opens("me", "here", "here")
    orders(site, "delete", table)
    ann.cannot_read(table.api, status=404)
    ann.sees(other)
    assert site.admin("delete", table) == 2
    capsys.readouterr()
    assert site.admin("tables", "--running", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["id"] == other
    assert not {"seed", "invite"} & set(json.loads(line))
    assert site.admin("status") == 0
    assert "tables: 1" in capsys.readouterr().out


def talk(ann: Person, bob: Person) -> Table:
    table = ann.meets(bob, bots=("random",))
    ann.posts(f"{table.api}/chat", text="mine")
    bob.posts(f"{table.api}/chat", text="not mine")
    return table


def test_my_data_is_all_mine(site: Site, ann: Person, bob: Person, stranger: Person) -> None:
    id_ = talk(ann, bob)
    site.rush(id_, decisions=12)
    answer = ann.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    (table,) = data["tables"]
    assert (data["name"], table["id"], table["seats"], table["names"]) == ("Ann", id_, [0], ["Ann"])
    assert [line["text"] for line in table["chat"]] == ["mine"]
    log = site.reads(read_log, id_)
    assert [e["seq"] for e in table["entries"]] == [e.seq for e in log if e.seat == 0]
    assert "Bob" not in answer.text
    stranger.cannot_read("/api/me/data", status=401)


def test_who_wants_to_be_forgotten_is(site: Site, ann: Person, bob: Person) -> None:
    running, waiting = talk(ann, bob), ann.opens("me", "friend", "random")
    over = talk(ann, bob)
    site.rush(over)
    page = ann.reads("/me")
    assert 'href="/api/me/data"' in page
    assert 'id="forget"' in page
    ann.cannot("/api/me/forget", status=422, name="Anna")
    ann.posts("/api/me/forget", name="Ann")
    assert "nomarch" not in ann.client.cookies
    site.settle(running)
    for table in (running, over):
        seats = bob.sees(table)["seats"]
        assert [seat["name"] for seat in seats][:2] == ["Guest 1", "Bob"]
        assert [line["text"] for line in bob.gets(f"{table.api}/chat")] == ["not mine"]
        assert not re.search(r"\bAnn\b", bob.get(table.page).text)
    assert bob.sees(running)["seats"][0]["kind"] == "bot"
    assert running.state.record.host == over.state.record.host == bob.id
    bob.cannot_read(waiting.api, status=404)
    site.rush(running, seed=2)
    assert bob.sees(running)["view"]["over"]


def test_what_nobody_wants_any_more_goes(ann: Person, bob: Person, table: Table) -> None:
    site, never = ann.site, ann.opens("me", "friend", "random")
    keeper = site.services.maintenance
    keeper.forget_days = 30
    site.clock.advance(15 * DAY)
    site.call(keeper.run)
    ann.cannot_read(never.api, status=404)
    ann.sees(table)
    assert len(site.reads(read_person_ids)) == 2
    site.clock.advance(20 * DAY)
    site.changes(mark_visit, ann.id, site.clock.time())
    site.call(keeper.run)
    assert site.reads(read_person_ids) == [ann.id]


def test_a_site_in_use_is_copied_back(settings: Settings, start: Start, capsys: Capture) -> None:
    copy, data = settings.data.with_name("copy.sqlite3"), str(settings.data)
    with start() as site:
        ann = site.person("Ann")
        kept, deleted, _ = tables = [ann.opens("me", "here", "here") for _ in range(3)]
        before = [table.rush(decisions=20).seq for table in tables]
        assert cli.main(["backup", str(copy), "--data", data]) == 0
        assert "3 tables, 60 entries, checked" in capsys.readouterr().out
        assert cli.main(["backup", str(copy), "--data", data]) == 2  # nothing is overwritten
        kept.rush(seed=2, decisions=5)
        assert site.admin("delete", deleted) == 0
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0
    assert cli.main(["restore", str(copy), "--data", data]) == 0
    assert "1 tables and people that had been deleted" in capsys.readouterr().out
    with start() as site:
        ann = site.stranger(ann.client.cookies)
        assert ann.sees(kept)["seq"] == before[0]
        ann.cannot_read(deleted.api, status=404)
        assert len(ann.gets("/api/tables")) == 2
    assert (settings.data / "nomarch.sqlite3.before-1").exists()


def restore(settings: Settings, path: Path) -> backup.Restored[Any]:
    return backup.restore(path, settings.database, check_site, read_deletions, delete_again)


def test_a_damaged_copy_is_refused_and_changes_nothing(settings: Settings, tmp_path: Path) -> None:
    settings.database.open(migrate=True).close()
    before = settings.database_file.read_bytes()
    names = "good", "cut", "unused", "gap", "text"
    good, cut, unused, gap, text = (tmp_path / name for name in names)
    backup.back_up(settings.database_file, good, check_site)
    data = bytearray(good.read_bytes())
    data[4096 * 2 : 4096 * 5] = bytes(4096 * 3)
    cut.write_bytes(data)
    unused.write_bytes(good.read_bytes())
    with closing(sqlite3.connect(unused)) as db, db:  # a page that belongs to nothing
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = 'message_by_sender'")
    gap.write_bytes(good.read_bytes())
    with closing(sqlite3.connect(gap)) as db, db:
        db.execute("INSERT INTO game_table (id, created, record) VALUES ('t', 0, ?)", (RECORD,))
        db.execute("INSERT INTO entry VALUES ('t', 2, 'move', 0, 'draw', 0)")
    text.write_text("no database at all, but long enough to be one" * 9)
    for path in (cut, unused, gap, text, tmp_path / "nothing"):
        with pytest.raises(CannotServe):
            restore(settings, path)
        assert settings.database_file.read_bytes() == before
    assert not list(settings.data.glob("*.new*"))


RECORD = json.dumps(
    {
        "id": "t", "game": "ra", "rules": 2, "options": {}, "seed": "00" * 32, "invite": "",
        "host": "", "created": 0.0, "seats": [{"kind": "bot", "name": "A", "level": "random"}] * 3,
    }
)  # fmt: skip


def test_nothing_is_restored_below_a_running_server(settings: Settings, tmp_path: Path) -> None:
    settings.database.open(migrate=True).close()
    claim = lock(settings.data)
    assert claim is not None
    with claim:
        assert cli.main(["restore", str(tmp_path / "x"), "--data", str(settings.data)]) == 2


def test_a_left_over_log_is_not_replayed_into_a_copy(settings: Settings, tmp_path: Path) -> None:
    """As an interrupted restore leaves it behind."""
    copy, left = tmp_path / "copy", settings.database_file.with_name("nomarch.sqlite3-wal")
    with closing(settings.database.open(migrate=True)) as store:
        backup.back_up(settings.database_file, copy, check_site)
        write_setting(store, "announcement", "not in the copy")
        log = left.read_bytes()
    settings.database_file.unlink()
    left.write_bytes(log)
    done = restore(settings, copy)
    with closing(settings.database.open()) as store:
        assert read_setting(store, "announcement") == ""
    assert done.aside is not None
    assert Path(f"{done.aside}-wal").read_bytes() == log


def test_a_person_can_be_found_exported_and_forgotten(site: Site, capsys: Capture) -> None:
    site.person("Nefertiti")
    capsys.readouterr()
    assert site.admin("people", "NEFER") == 0
    person = capsys.readouterr().out.split()[0]
    assert site.admin("export", person) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Nefertiti"
    assert [site.admin("forget", person) for _ in range(2)] == [0, 2]
    assert site.reads(read_person, person) is None
    assert site.reads(count_site).people == 0
