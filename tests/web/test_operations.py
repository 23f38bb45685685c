"""Running a site: what is measured, logged, announced, banned, deleted, copied and brought back."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import time as clock
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch import cli
from nomarch.contests.site_hooks import site_database
from nomarch.errors import CannotServe
from nomarch.people.person_store import mark_visit, read_person, read_person_ids
from nomarch.people.site_report import check_site, count_site, delete_again
from nomarch.storage import backup
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.tables.state.model import now
from nomarch.tables.stores.deletions import read_deletions
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table
from nomarch.web.app import create_app
from nomarch.web.operations.logs import JsonLines, TextLines
from nomarch.web.operations.settings import Settings

from .conftest import Arrives
from .people import Person, call, change, opened, rush, services_of, settle, stored, told, visitor

DAY = 86_400


def admin(settings: Settings, *words: str) -> int:
    return cli.main(["admin", "--data", str(settings.data), *words])


def notice(server: TestClient) -> None:
    """What a server does every few seconds: it looks at what those who run the site want."""
    call(server, services_of(server).site_watcher.look)


# --- Metrics and logs -----------------------------------------------------------------------------


def test_metrics_count_and_name_nobody(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    rush(server, id_, seed=1, decisions=5)
    ann.plays(id_, next(iter(opened(server, id_).table.to_act)))
    ann.get("/nowhere")
    local = TestClient(server.app, client=("127.0.0.1", 5))
    local.portal = server.portal
    text = local.get("/metrics").text
    assert 'nomarch_store_seconds_count{call="append"}' in text
    assert 'nomarch_entries_total{kind="move"} 6.0' in text
    assert "nomarch_move_seconds_count 6.0" in text
    assert 'route="/api/tables/{id}/move",status="200"' in text
    assert 'route="none",status="404"' in text
    assert "nomarch_tables 1.0" in text
    assert "nomarch_thoughts_waiting 0.0" in text
    assert all(secret not in text for secret in (id_, "Ann"))


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
        ("192.0.2.7", {"authorization": "Bearer sesame"}, 200),
        ("192.0.2.7", {"authorization": "Bearer other"}, 403),
    ],
)
def test_metrics_are_for_those_who_run_the_site(
    tmp_path: Path, client: str, headers: dict[str, str], status: int
) -> None:
    app = create_app(Settings(data=tmp_path, metrics_token="sesame"))
    with TestClient(app, client=(client, 5)) as visitor:
        assert visitor.get("/metrics", headers=headers).status_code == status


def test_an_error_that_is_logged_is_counted(server: TestClient) -> None:
    logging.getLogger("nomarch.web").error("something is wrong")
    local = TestClient(server.app, client=("127.0.0.1", 5))
    local.portal = server.portal
    assert 'nomarch_errors_total{logger="nomarch.web"} 1.0' in local.get("/metrics").text


def test_requests_have_names_and_logs_tell_them(
    stranger: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.extend((JsonLines().format(record), TextLines().format(record)))

    handler = Lines()
    logging.getLogger("nomarch.web").addHandler(handler)
    try:
        assert (
            stranger.get("/", headers={"x-request-id": "a-b.c_1"}).headers["x-request-id"]
            == "a-b.c_1"
        )
    finally:
        logging.getLogger("nomarch.web").removeHandler(handler)
    assert json.loads(lines[0])["request"] == "a-b.c_1"
    assert "path=/" in lines[1]
    assert "request=a-b.c_1" in lines[1]
    for bad in ("", "x" * 65, "two words"):
        given = stranger.get("/health", headers={"x-request-id": bad}).headers["x-request-id"]
        assert given not in ("", bad)


def test_unexpected_errors_are_counted_and_logged_as_requests(
    server: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("nomarch.web.table.pages.rulebook", fail)
    caplog.set_level(logging.INFO, "nomarch.web")
    answer = server.get("/rules/ra", headers={"x-request-id": "broken"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "broken")
    lines = [record.fields for record in caplog.records if hasattr(record, "fields")]
    assert [(line["path"], line["status"]) for line in lines] == [("/rules/ra", 500)]
    local = TestClient(server.app, client=("127.0.0.1", 5))
    local.portal = server.portal
    counted = 'nomarch_request_seconds_count{method="GET",route="/rules/{game}",status="500"} 1.0'
    assert counted in local.get("/metrics").text


def test_a_part_that_fails_to_stop_keeps_none_of_the_others_open(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    services = app.state.services
    monkeypatch.setattr(services.notice_sender, "stop", fail)
    with pytest.raises(ZeroDivisionError), TestClient(app):
        pass
    assert not services.table_service.writer._thread.is_alive()


# --- What those who run a site want ---------------------------------------------------------------


def test_a_page_of_an_older_version_is_told(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "here", "here")
    (version,) = set(re.findall(r"/static/(\w{8,})/", ann.get(f"/t/{id_}").text))
    with ann.listens(id_) as socket:
        socket.send_json({"type": "look", "version": version})
        assert socket.receive_json()["type"] == "page"
        socket.send_json({"type": "look", "version": "of yesterday"})
        assert told(socket, "new-version") == {"type": "new-version"}
        assert told(socket, "page")["seq"] == 0


def test_an_announcement_is_on_every_page_and_reaches_those_at_tables(
    server: TestClient, ann: Person, settings: Settings
) -> None:
    id_ = ann.opens("me", "here", "here")
    with ann.listens(id_) as socket:
        socket.send_json({"type": "look"})
        told(socket, "page")
        assert admin(settings, "announce", "Back at <noon>") == 0
        notice(server)
        assert told(socket, "announcement")["text"] == "Back at <noon>"
    assert "Back at &lt;noon&gt;" in ann.get("/").text
    assert admin(settings, "announce") == 0
    notice(server)
    assert "noon" not in ann.get("/").text


def test_read_only_lets_everybody_look_and_nobody_change(
    server: TestClient, ann: Person, settings: Settings
) -> None:
    id_ = ann.opens("me", "here", "here")
    before = ann.sees(id_)["seq"]
    assert admin(settings, "read-only", "on") == 0
    notice(server)
    seat = next(iter(opened(server, id_).table.to_act))
    legal = ann.sees(id_, seat=seat)["view"]["legal"]
    for answer in (
        ann.move(id_, seat, legal[0], before),
        ann.post(f"/api/tables/{id_}/chat", {"text": "hello"}),
        ann.post("/api/tables", {"game": "ra", "seats": [{"kind": "me"}] * 3}),
    ):
        assert answer.status_code == 503, answer.text
        assert "nothing can be changed" in answer.json()["error"]
    assert ann.get(f"/t/{id_}").status_code == 200
    assert ann.get("/ready").status_code == 200
    assert admin(settings, "read-only", "off") == 0
    notice(server)
    assert ann.move(id_, seat, legal[0], before).status_code == 200


def test_who_is_banned_is_out(
    server: TestClient, ann: Person, bob: Person, settings: Settings
) -> None:
    id_ = ann.opens("me", "here", "here")
    person = stored(server, lambda store: read_table(store, id_)).host
    with ann.listens(id_) as socket:
        assert admin(settings, "ban", person, "--reason", "spam") == 0
        notice(server)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert ann.get("/tables").status_code == 403
    assert ann.post("/api/person", {"name": "Anna"}).status_code == 403
    assert bob.get("/").status_code == 200
    assert admin(settings, "unban", person) == 0
    assert admin(settings, "unban", person) == 2
    notice(server)
    assert ann.get("/tables").status_code == 200


def test_a_ban_for_days_ends_by_itself(
    server: TestClient, ann: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = ann.opens("me", "here", "here")
    person = stored(server, lambda store: read_table(store, id_)).host
    assert admin(settings, "ban", person, "--days", "3") == 0
    notice(server)
    refused = ann.get("/api/tables")
    assert refused.status_code == 403
    assert "until 20" in refused.json()["error"]
    later = now() + 3 * 86_400 + 1
    monkeypatch.setattr("nomarch.people.site.now", lambda: later)
    assert ann.get("/tables").status_code == 200, "before the settings are read again"
    monkeypatch.setattr("nomarch.people.bans.now", lambda: later)
    notice(server)
    assert ann.get("/tables").status_code == 200


def test_a_network_can_be_banned(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    app = create_app(settings)
    assert admin(settings, "ban", "192.0.2.0/24") == 0
    assert admin(settings, "ban", "nobody") == 2
    with TestClient(app, client=("192.0.2.7", 5)) as out:
        assert out.get("/").status_code == 403
        assert out.get("/health").status_code == 200
    with TestClient(create_app(settings), client=("198.51.100.7", 5)) as fine:
        assert fine.get("/").status_code == 200


def test_a_table_can_be_closed_beside_the_server(
    server: TestClient, ann: Person, settings: Settings
) -> None:
    id_ = ann.opens("me", "here", "here")
    rush(server, id_, seed=1, decisions=4)
    seat = next(iter(opened(server, id_).table.to_act))
    move = ann.sees(id_, seat=seat)["view"]["legal"][0]
    assert admin(settings, "close", id_) == 0
    refused = ann.move(id_, seat, move, 4)  # whether or not the server has noticed
    assert refused.status_code == 409
    notice(server)
    refused = ann.move(id_, seat, move, 5)
    assert "closed" in refused.json()["error"]
    assert "An admin closed this table." in ann.get(f"/t/{id_}").text
    assert [line["over"] for line in ann.get("/api/tables").json()] == [True]
    assert admin(settings, "close", id_) == 2


def test_a_table_can_be_deleted_beside_the_server(
    server: TestClient, ann: Person, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    id_, other = ann.opens("me", "here", "here"), ann.opens("me", "here", "here")
    assert admin(settings, "delete", id_) == 0
    notice(server)
    assert ann.get(f"/api/tables/{id_}").status_code == 404
    assert ann.get(f"/api/tables/{other}").status_code == 200
    assert admin(settings, "delete", id_) == 2
    capsys.readouterr()
    assert admin(settings, "tables", "--running", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["id"] == other
    assert not {"seed", "invite"} & set(json.loads(line))
    assert admin(settings, "status") == 0
    assert "tables: 1" in capsys.readouterr().out


# --- A person's own data --------------------------------------------------------------------------


def talk(ann: Person, bob: Person) -> str:
    made = ann.sets("me", "friend", "random")
    bob.joins(made)
    ann.post(f"/api/tables/{made['id']}/chat", {"text": "mine"})
    bob.post(f"/api/tables/{made['id']}/chat", {"text": "not mine"})
    return str(made["id"])


def test_my_data_is_all_mine(server: TestClient, ann: Person, bob: Person) -> None:
    id_ = talk(ann, bob)
    rush(server, id_, seed=1, decisions=12)
    answer = ann.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    (table,) = data["tables"]
    assert (data["name"], table["id"], table["seats"], table["names"]) == ("Ann", id_, [0], ["Ann"])
    assert [line["text"] for line in table["chat"]] == ["mine"]
    log = stored(server, lambda store: read_log(store, id_))
    assert [e["seq"] for e in table["entries"]] == [e.seq for e in log if e.seat == 0]
    assert "Bob" not in answer.text
    assert visitor(server).get("/api/me/data").status_code == 401


def test_who_wants_to_be_forgotten_is(server: TestClient, ann: Person, bob: Person) -> None:
    running, waiting = talk(ann, bob), ann.opens("me", "friend", "random")
    over = talk(ann, bob)
    rush(server, over, seed=1)
    assert ann.post("/api/me/forget", {"name": "Anna"}).status_code == 422
    assert ann.post("/api/me/forget", {"name": "Ann"}).status_code == 200
    assert "nomarch" not in ann.client.cookies
    settle(server, running)
    for id_ in (running, over):
        seats = bob.sees(id_)["seats"]
        assert [seat["name"] for seat in seats][:2] == ["Guest 1", "Bob"]
        assert [line["text"] for line in bob.get(f"/api/tables/{id_}/chat").json()] == ["not mine"]
        assert not re.search(r"\bAnn\b", bob.get(f"/t/{id_}").text)
    assert bob.sees(running)["seats"][0]["kind"] == "bot"
    assert bob.get(f"/api/tables/{waiting}").status_code == 404
    rush(server, running, seed=2)
    assert bob.sees(running)["view"]["over"]


def test_the_page_offers_both(ann: Person) -> None:
    text = ann.get("/me").text
    assert 'href="/api/me/data"' in text
    assert 'id="forget"' in text


# --- Retention ------------------------------------------------------------------------------------


def test_what_nobody_wants_any_more_goes(
    server: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    never, kept = ann.opens("me", "friend", "random"), ann.opens("me", "here", "here")
    keeper = services_of(server).maintenance
    keeper.forget_days = 30
    later = clock.time() + 15 * DAY
    monkeypatch.setattr("nomarch.people.maintenance.now", lambda: later)
    call(server, keeper.run)
    assert ann.get(f"/api/tables/{never}").status_code == 404
    assert ann.get(f"/api/tables/{kept}").status_code == 200
    assert len(stored(server, lambda store: read_person_ids(store))) == 2
    monkeypatch.setattr("nomarch.people.maintenance.now", lambda: later + 20 * DAY)
    person = stored(server, lambda store: read_table(store, kept)).host
    change(server, lambda store: mark_visit(store, person, later + 20 * DAY))
    call(server, keeper.run)
    assert stored(server, lambda store: read_person_ids(store)) == [person]


# --- Copies ---------------------------------------------------------------------------------------


def copied(settings: Settings, target: Path) -> int:
    return cli.main(["backup", str(target), "--data", str(settings.data)])


def test_a_site_in_use_is_copied_and_brought_back(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    with TestClient(create_app(settings)) as server:
        ann = visitor(server)
        ann.post("/api/person", {"name": "Ann"})
        ids = [ann.opens("me", "here", "here") for _ in range(3)]
        tables = [rush(server, id_, seed=1, decisions=20).seq for id_ in ids]
        assert copied(settings, copy) == 0
        assert "3 tables, 60 entries, checked" in capsys.readouterr().out
        assert copied(settings, copy) == 2  # nothing is overwritten
        rush(server, ids[0], seed=2, decisions=5)
        assert admin(settings, "delete", ids[1]) == 0
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0
    assert cli.main(["restore", str(copy), "--data", str(settings.data)]) == 0
    assert "1 tables and people that had been deleted" in capsys.readouterr().out
    with TestClient(create_app(settings)) as server:
        ann.client, old = TestClient(server.app, cookies=ann.client.cookies), ann.client
        ann.client.portal = server.portal
        assert ann.sees(ids[0])["seq"] == tables[0]
        assert ann.get(f"/api/tables/{ids[1]}").status_code == 404
        assert len(ann.get("/api/tables").json()) == 2
    old.close()
    assert (settings.data / "nomarch.sqlite3.before-1").exists()


def test_a_copy_that_is_not_sound_is_refused_and_nothing_is_changed(
    settings: Settings, tmp_path: Path
) -> None:
    store = site_database(str(settings.database_file)).open()
    store.close()
    before = settings.database_file.read_bytes()
    good, cut, gap = (tmp_path / name for name in ("good", "cut", "gap"))
    backup.back_up(settings.database_file, good, check_site)
    data = bytearray(good.read_bytes())
    data[4096 * 2 : 4096 * 5] = bytes(4096 * 3)
    cut.write_bytes(data)
    gap.write_bytes(good.read_bytes())
    with sqlite3.connect(gap) as db:
        db.execute("INSERT INTO game_table (id, created, record) VALUES ('t', 0, ?)", (RECORD,))
        db.execute("INSERT INTO entry VALUES ('t', 2, 'move', 0, 'draw', 0)")
    db.close()
    (tmp_path / "text").write_text("no database at all, but long enough to be one" * 9)
    for path in (cut, gap, tmp_path / "text", tmp_path / "nothing"):
        with pytest.raises(CannotServe):
            backup.restore(path, settings.database, check_site, read_deletions, delete_again)
        assert settings.database_file.read_bytes() == before
    assert not list(settings.data.glob("*.new*"))


RECORD = json.dumps(
    {
        "id": "t", "game": "ra", "rules": 2, "options": {}, "seed": "00" * 32, "invite": "",
        "host": "", "created": 0.0, "seats": [{"kind": "bot", "name": "A", "level": "random"}] * 3,
    }
)  # fmt: skip


def test_nothing_is_restored_below_a_running_server(settings: Settings, tmp_path: Path) -> None:
    from nomarch.paths import lock

    site_database(str(settings.database_file)).open().close()
    claim = lock(settings.data)
    assert claim is not None
    with claim:
        assert cli.main(["restore", str(tmp_path / "x"), "--data", str(settings.data)]) == 2


def test_a_log_without_its_database_is_not_replayed_into_a_restored_copy(
    settings: Settings, tmp_path: Path
) -> None:
    """As an interrupted restore leaves it behind."""
    store = site_database(str(settings.database_file)).open()
    copy = tmp_path / "copy"
    backup.back_up(settings.database_file, copy, check_site)
    write_setting(store, "announcement", "not in the copy")
    left = settings.database_file.with_name("nomarch.sqlite3-wal")
    log = left.read_bytes()
    store.close()
    settings.database_file.unlink()
    left.write_bytes(log)
    done = backup.restore(copy, settings.database, check_site, read_deletions, delete_again)
    store = site_database(str(settings.database_file)).open()
    assert read_setting(store, "announcement") == ""
    store.close()
    assert done.aside is not None
    assert Path(f"{done.aside}-wal").read_bytes() == log


def test_a_person_can_be_found_exported_and_forgotten(
    server: TestClient, arrives: Arrives, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    arrives("Nefertiti")
    capsys.readouterr()
    assert admin(settings, "people", "NEFER") == 0
    person = capsys.readouterr().out.split()[0]
    assert admin(settings, "export", person) == 0
    exported: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert exported["name"] == "Nefertiti"
    assert admin(settings, "forget", person) == 0
    assert stored(server, lambda store: read_person(store, person)) is None
    assert admin(settings, "forget", person) == 2
    assert count_site(site_database(str(settings.database_file)).open()).people == 0
