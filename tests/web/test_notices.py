"""Notices: who is told what, when, and never twice; against a real mail server and push service."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from aiosmtpd.controller import Controller
from starlette.testclient import TestClient

from nomarch.i18n import LANGUAGES
from nomarch.people import notice_checks, notices
from nomarch.people.notices import Notice, NoticeSettings, Subscription
from nomarch.people.person_store import put_person
from nomarch.storage.database import Database
from nomarch.storage.schema import NOTICE, PERSON
from nomarch.storage.statements import count_rows, find_value, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import (
    MOVE,
    PLAYER,
    Entry,
    Person as StoredPerson,
    Seat,
    TableRecord,
)
from nomarch.tables.state.quiet_hours import QuietHours, after_quiet, before_quiet, next_hour
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table
from nomarch.web.account.notice_sender import NoticeSender
from nomarch.web.account.notice_texts import notice_text
from nomarch.web.app import create_app
from nomarch.web.operations import push
from nomarch.web.operations.mail import Mailer
from nomarch.web.operations.settings import Settings
from tests.ports import free_port

from .people import Person, call, change, misspelt, opened, services_of, stored, visitor
from .push_service import PushService, push_service
from .test_mail import Mailbox

HOUR, DAY = 3600.0, 86_400.0


@pytest.fixture
def service_of_push() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    box.port = server.port
    yield box
    server.stop()


@pytest.fixture
def settings(tmp_path: Path, mailbox: Mailbox) -> Settings:
    return Settings(
        data=tmp_path / "data",
        bot_pause=(0, 0),
        requests_per_second=1e6,
        public_url="https://games.example.org",
        mail=Mailer(f"smtp+plain://127.0.0.1:{mailbox.port}", "Nomarch <games@example.org>"),
        local_push=True,
    )


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose notices are sent when a test says so, by the test's clock."""
    monkeypatch.setattr(NoticeSender, "start", lambda self: None)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def sender_of(server: TestClient) -> NoticeSender:
    return services_of(server).notice_sender


def wait(server: TestClient, seconds: float) -> None:
    """Lets time pass for notices, and sends those that are due."""
    sender = sender_of(server)
    at = sender.clock() + seconds
    sender.clock = lambda: at
    call(server, sender.run_due)


def subscribed(person: Person, device: Subscription) -> None:
    answer = person.post("/api/notices/devices", _device(device))
    assert answer.status_code == 200, answer.text


def _device(device: Subscription) -> dict[str, str]:
    return {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}


def id_of(server: TestClient, name: str) -> str:
    return str(stored(server, lambda store: id_of_(store, name)))


def mails_of(server: TestClient, name: str, **settings: Any) -> None:
    """Gives somebody a confirmed address and switches mails on."""
    person = id_of(server, name)

    def write(store: Any) -> None:
        update_rows(store, PERSON, {"id": person}, mail=f"{name}@example.com")
        wanted = NoticeSettings(push=(), **{"mail": notices.KINDS, **settings})
        notices.write_settings(store, person, wanted)

    change(server, write)


def states(server: TestClient) -> list[tuple[str, str]]:
    rows = stored(server, lambda s: s.rows("SELECT kind, state FROM notice ORDER BY at, kind"))
    return [(kind, state) for kind, state in rows]


def to_act(server: TestClient, id_: str) -> int:
    return next(iter(opened(server, id_).table.to_act))


@dataclass
class Two:
    """Ann and Bob at a table of theirs."""

    table: str
    people: list[Person]

    def mover(self, server: TestClient) -> Person:
        return self.people[to_act(server, self.table)]

    def move(self, server: TestClient) -> None:
        seat = to_act(server, self.table)
        self.people[seat].plays(self.table, seat)


def sit(ann: Person, bob: Person, **more: Any) -> Two:
    made = ann.sets("me", "friend", options={"duel": "on"}, **more)
    bob.joins(made)
    return Two(made["id"], [ann, bob])


def until_turn_of(server: TestClient, two: Two, seat: int) -> None:
    while to_act(server, two.table) != seat:
        two.move(server)


# --- Turns --------------------------------------------------------------------------------------


def test_a_turn_is_told_once(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    two = sit(ann, bob)
    until_turn_of(server, two, 1)
    wait(server, 3)
    assert service_of_push.got == []  # a quick answer needs no notice
    wait(server, 3)
    ((path, headers, message),) = service_of_push.got
    assert (path, message["title"]) == ("/phone", "Your turn in Ra")
    assert (message["path"], message["tag"]) == (f"/t/{two.table}", two.table)
    assert headers["authorization"].startswith("vapid t=")
    assert int(headers["ttl"]) > HOUR
    for _ in range(3):
        wait(server, 60)
    assert len(service_of_push.got) == 1
    assert states(server) == [("turn", "sent")]


def test_nothing_is_sent_to_those_who_look_or_have_moved(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    two = sit(ann, bob)
    until_turn_of(server, two, 1)
    with bob.listens(two.table) as socket:
        socket.send_json({"type": "attend", "visible": True})
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"
        wait(server, 6)
    assert service_of_push.got == []
    until_turn_of(server, two, 0)
    wait(server, 6)
    assert service_of_push.got == []


def test_a_muted_table_is_silent_until_it_is_heard_again(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    two = sit(ann, bob)
    mute = f"/api/tables/{two.table}/mute"
    until_turn_of(server, two, 1)
    call(server, sender_of(server).run_due)
    assert bob.post(mute, {"muted": True}).status_code == 200
    assert bob.get("/api/notices").json()["muted"] == [two.table]
    bob.post("/api/notices", {"push": ["turn"], "zone": "UTC"})  # other settings keep it
    wait(server, 6)
    other = sit(ann, bob)
    until_turn_of(server, other, 1)
    wait(server, 6)
    assert [message["path"] for _, _, message in service_of_push.got] == [f"/t/{other.table}"]
    bob.post(mute, {"muted": False})
    until_turn_of(server, two, 0)
    until_turn_of(server, two, 1)
    wait(server, 6)
    assert service_of_push.got[-1][2]["path"] == f"/t/{two.table}"


def test_an_open_page_that_is_hidden_is_told(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    two = sit(ann, bob)
    until_turn_of(server, two, 1)
    with bob.listens(two.table) as socket:
        for visible in (True, False):
            socket.send_json({"type": "attend", "visible": visible})
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "pong"
        wait(server, 6)
    assert service_of_push.titles() == ["Your turn in Ra"]


def test_the_end_of_a_game_is_told(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    from .people import rush

    subscribed(bob, service_of_push.device("phone"))
    two = sit(ann, bob)
    rush(server, two.table, 5)
    wait(server, 6)
    assert service_of_push.titles() == ["Ra: the game is over"]


def test_several_games_are_one_message(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    for _ in range(3):
        until_turn_of(server, sit(ann, bob), 1)
    wait(server, 10)
    assert service_of_push.titles() == ["Your turn in 3 games"]


def test_a_game_against_bots_needs_no_notices(
    server: TestClient, ann: Person, service_of_push: PushService
) -> None:
    subscribed(ann, service_of_push.device("phone"))
    ann.opens("me", "greedy", "greedy")
    wait(server, 60)
    assert service_of_push.got == []


def test_a_device_that_is_gone_is_forgotten(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("old"))
    service_of_push.status = 410
    until_turn_of(server, sit(ann, bob), 1)
    wait(server, 6)
    assert bob.get("/api/notices").json()["devices"] == 0
    assert states(server) == [("turn", "failed")]


def test_a_busy_push_service_is_asked_again(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    service_of_push.status = 503
    until_turn_of(server, sit(ann, bob), 1)
    wait(server, 6)
    service_of_push.status = 201
    wait(server, 10)
    assert service_of_push.got == []
    wait(server, 30)
    assert service_of_push.titles() == ["Your turn in Ra"]


def test_a_browser_belongs_to_who_subscribed_last(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    device = service_of_push.device("shared")
    subscribed(ann, device)
    subscribed(bob, device)
    assert ann.get("/api/notices").json()["devices"] == 0
    assert bob.get("/api/notices").json()["devices"] == 1
    bob.post("/api/notices/devices/remove", {"endpoint": device.endpoint})
    assert bob.get("/api/notices").json()["devices"] == 0


def test_only_known_push_services_are_called(service_of_push: PushService) -> None:
    good = service_of_push.device("x")
    pusher = push.Pusher(push.new_key(), "mailto:a@example.org")
    for endpoint, expected in (
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://fcm.googleapis.com@127.0.0.1/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilpush.apple.com.example/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://localhost/abc", False),
        ("https://[::1]/abc", False),
        ("file:///etc/passwd", False),
        ("https://[bad", False),
    ):
        device = Subscription(endpoint, good.p256dh, good.auth)
        assert pusher.accepts(device) == expected, endpoint
    assert not pusher.accepts(Subscription("https://web.push.apple.com/a", "AAAA", good.auth))


def test_private_addresses_are_not_resolved() -> None:
    async def resolve() -> None:
        await push.public_resolver().resolve("localhost", 443)

    with pytest.raises(OSError, match="no public address"):
        asyncio.run(resolve())


# --- Mail, digest, quiet hours ------------------------------------------------------------------


def raw_mail(box: Mailbox, index: int = -1) -> bytes:
    content = box.arrived[index].content
    assert isinstance(content, bytes)
    return content


def read_mail(box: Mailbox, index: int = -1) -> EmailMessage:
    message = message_from_bytes(raw_mail(box, index), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_a_mail_has_a_link_and_a_way_out(
    server: TestClient, ann: Person, bob: Person, mailbox: Mailbox, stranger: Person
) -> None:
    mails_of(server, "Bob", language="fr")
    two = sit(ann, bob, clock=int(3 * DAY))
    until_turn_of(server, two, 1)
    wait(server, 10)
    assert mailbox.arrived == []  # games over days wait a minute more
    wait(server, 60)
    mail = read_mail(mailbox)
    assert mail["To"] == "Bob@example.com"
    assert mail["Subject"] == "À vous de jouer à Râ"
    text = mail.get_body(("plain",))
    assert text is not None
    assert f"https://games.example.org/t/{two.table}" in text.get_content()
    assert b"\nList-Unsubscribe: <https://games.example.org/notices/stop/" in raw_mail(mailbox)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = str(mail["List-Unsubscribe"]).strip("<>").removeprefix("https://games.example.org")
    folder, _, token = stop.rpartition("/")
    assert {stranger.get(f"{folder}/{wrong}").status_code for wrong in misspelt(token)} == {404}
    assert stranger.get(stop).status_code == 200  # a scanner only looks
    assert "turn" in stored(server, lambda s: notices.read_settings(s, id_of_(s, "Bob"))).mail
    answer = stranger.client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "turn" not in stored(server, lambda s: notices.read_settings(s, id_of_(s, "Bob"))).mail
    assert stranger.client.post("/notices/stop/forged").status_code == 404


def id_of_(store: Any, name: str) -> str:
    return str(find_value(store, PERSON.c.id, name=name))


def test_an_alarm_when_four_fifths_of_the_time_are_gone(
    server: TestClient, ann: Person, bob: Person, mailbox: Mailbox
) -> None:
    mails_of(server, "Bob")
    until_turn_of(server, sit(ann, bob, clock=int(DAY)), 1)
    wait(server, 70)
    wait(server, 70)
    assert len(mailbox.arrived) == 1
    wait(server, 0.8 * DAY)
    assert read_mail(mailbox)["Subject"] == "Little time left in Ra"
    assert len(mailbox.arrived) == 2


def test_a_digest_is_one_mail_a_day(
    server: TestClient, ann: Person, bob: Person, mailbox: Mailbox
) -> None:
    now = sender_of(server).clock()
    mails_of(server, "Bob", digest=7)
    for _ in range(3):
        until_turn_of(server, sit(ann, bob, clock=int(7 * DAY)), 1)
    wait(server, 70)
    wait(server, 70)
    assert mailbox.arrived == []
    wait(server, next_hour(now, 7, "UTC") - now + 60)
    assert read_mail(mailbox)["Subject"] == "3 games are waiting for you"
    wait(server, 60)
    assert len(mailbox.arrived) == 1


def test_a_refused_address_stops_mails(
    server: TestClient, ann: Person, bob: Person, mailbox: Mailbox
) -> None:
    mails_of(server, "Bob")
    change(server, lambda s: s.execute("UPDATE person SET mail = 'gone@example.com'"
                                       " WHERE name = 'Bob'"))  # fmt: skip
    until_turn_of(server, sit(ann, bob), 1)
    wait(server, 6)
    assert states(server) == [("turn", "failed")]
    assert "550" in bob.get("/api/notices").json()["problem"]


def test_a_full_mailbox_is_tried_again(
    server: TestClient, ann: Person, bob: Person, mailbox: Mailbox
) -> None:
    mails_of(server, "Bob")
    change(server, lambda s: s.execute("UPDATE person SET mail = 'full@example.com'"
                                       " WHERE name = 'Bob'"))  # fmt: skip
    until_turn_of(server, sit(ann, bob), 1)
    wait(server, 6)
    assert states(server) == [("turn", "queued")]
    change(server, lambda s: s.execute("UPDATE person SET mail = 'bob@example.com'"
                                       " WHERE name = 'Bob'"))  # fmt: skip
    wait(server, 60)
    assert states(server) == [("turn", "sent")]


@pytest.mark.parametrize(
    ("hour", "expected"), [(21, 21), (22, 32), (23, 32), (31, 32), (32, 32), (40, 40)]
)
def test_quiet_hours_put_off(hour: int, expected: int) -> None:
    begin = 20_000 * DAY
    quiet = QuietHours(22, 8)
    assert after_quiet(begin + hour * HOUR, quiet, "UTC") == begin + expected * HOUR


def test_quiet_hours_are_local_and_know_summer_time() -> None:
    # 29 March 2026: clocks in Brussels go from 2:00 to 3:00.
    eve = 1_774_735_200.0  # 28 March, 22:00 UTC = 23:00 in Brussels
    assert after_quiet(eve, QuietHours(22, 8), "Europe/Brussels") == eve + 8 * HOUR
    assert after_quiet(eve, QuietHours(22, 8), "UTC") == eve + 10 * HOUR
    assert after_quiet(eve, None, "Europe/Brussels") == eve


def test_an_alarm_comes_before_quiet_hours() -> None:
    night = 20_000 * DAY + 27 * HOUR  # 3:00
    assert before_quiet(night, QuietHours(22, 8), "UTC", 0) == 20_000 * DAY + 22 * HOUR - 60
    assert before_quiet(night, QuietHours(22, 8), "UTC", night - 60) == night - 60


def test_what_waited_in_quiet_hours_comes_after_them(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    hour = int(sender_of(server).clock() // HOUR % 24)
    quiet = [(hour - 1) % 24, (hour + 2) % 24]
    body = {"push": ["turn"], "quiet": quiet, "zone": "UTC"}
    assert bob.post("/api/notices", body).status_code == 200
    until_turn_of(server, sit(ann, bob), 1)
    wait(server, 10)
    assert service_of_push.got == []
    wait(server, 3 * HOUR)
    assert service_of_push.titles() == ["Your turn in Ra"]


# --- The settings --------------------------------------------------------------------------------


def test_settings_are_checked_and_kept(server: TestClient, bob: Person) -> None:
    good = {"push": ["turn"], "mail": ["over"], "digest": 8, "quiet": [22, 7],
            "zone": "Europe/Brussels"}  # fmt: skip
    assert bob.post("/api/notices", good).status_code == 200
    seen = bob.get("/api/notices").json()
    assert {key: seen[key] for key in good} == good
    for bad in ({"push": ["everything"]}, {"digest": 24}, {"quiet": [1]}, {"quiet": [1, 99]},
                {"zone": "Mars/Olympus"}):  # fmt: skip
        assert bob.post("/api/notices", {**good, **bad}).status_code == 422, bad
    assert bob.post("/api/notices/devices", {"endpoint": "https://evil.example/",
        "p256dh": "a", "auth": "b"}).status_code == 422  # fmt: skip


def test_a_test_notice_arrives_also_in_quiet_hours(
    server: TestClient, bob: Person, service_of_push: PushService
) -> None:
    subscribed(bob, service_of_push.device("phone"))
    hour = int(sender_of(server).clock() // HOUR % 24)
    quiet = [(hour - 1) % 24, (hour + 2) % 24]
    bob.post("/api/notices", {"push": [], "quiet": quiet, "zone": "UTC"})
    assert bob.post("/api/notices/test").status_code == 200
    wait(server, 1)
    assert service_of_push.titles() == ["Notifications work"]


def test_pages_of_the_app(server: TestClient, bob: Person) -> None:
    assert "Notifications" in bob.get("/notices").text
    worker = bob.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    offline = visitor(server).get("/offline")
    assert "set-cookie" not in offline.headers
    for text in ("Ra", "Giza", "Glossary", "Lessons"):
        assert text in offline.text


def test_a_person_who_is_deleted_or_merged_keeps_no_devices(
    server: TestClient, ann: Person, bob: Person, service_of_push: PushService
) -> None:
    subscribed(ann, service_of_push.device("one"))
    link = bob.get("/me").text.split('id="recovery" readonly value="')[1].split('"')[0]
    token = link.rsplit("/", 1)[1]
    assert ann.post("/api/recover", {"token": token, "merge": True}).status_code == 200
    assert bob.get("/api/notices").json()["devices"] == 1
    assert bob.post("/api/me/forget", {"name": "Bob"}).status_code == 200
    assert stored(server, lambda s: s.rows("SELECT * FROM push_subscription")) == []


# --- Several processes ---------------------------------------------------------------------------


def table_of(store: Store, *people: str) -> str:
    seats = tuple(Seat(PLAYER, person, person) for person in people)
    record = TableRecord("t1", "ra", 1, {}, seats, "seed", "invite", people[0], 0.0)
    put_table(store, record)
    for person in people:
        put_person(store, StoredPerson(person, person))
        notices.write_settings(store, person, NoticeSettings())
        keys = {"p256dh": "x", "auth": "y"}
        notices.subscribe(store, person, Subscription(f"https://{person}", **keys), "en", 0.0)
    return record.id


def test_a_move_and_its_check_are_one_transaction(database: Database) -> None:
    store = database.open()
    table = table_of(store, "ann", "bob")
    append_entries(
        store, [Entry(table, 1, MOVE, 0, "x", 100.0), Entry(table, 2, MOVE, 1, "y", 101.0)]
    )
    rows = store.rows("SELECT game_table, seq, at FROM notice_check")
    assert rows == [(table, 2, 101.0 + notice_checks.CHECK_DELAY)]
    store.close()


def test_nobody_who_wants_notices_costs_nothing(database: Database) -> None:
    store = database.open()
    put_table(store, TableRecord("t2", "ra", 1, {}, (Seat(PLAYER, "a", "a"),), "s", "i", "a", 0.0))
    append_entries(store, [Entry("t2", 1, MOVE, 0, "x", 100.0)])
    assert store.rows("SELECT * FROM notice_check") == []
    store.close()


def test_a_notice_is_taken_by_one_process_and_never_again(database: Database) -> None:
    one, two = database.open(), database.open()
    table = table_of(one, "ann", "bob")
    append_entries(one, [Entry(table, 1, MOVE, 0, "x", 100.0)])
    at = 110.0
    assert notice_checks.take_checks(one, "one", at, 10) == [(table, 1)]
    assert notice_checks.take_checks(two, "two", at, 10) == []
    later = at + notices.LEASE + 1  # process one was killed
    assert notice_checks.take_checks(two, "two", later, 10) == [(table, 1)]
    found = [Notice("bob", notices.TURN, table, 1, {"game": "ra"})]
    for store in (two, one):  # and yet it finishes, too
        notice_checks.settle_check(store, table, 1, found, later)
    assert count_rows(one, NOTICE) == 1
    (taken,) = notices.take_notices(two, "two", later, 10)
    assert notices.take_notices(one, "one", later, 10) == []
    # Two is killed while it sends: nobody knows whether it was sent, so nobody sends it again.
    for _ in range(3):
        later += notices.LEASE + 1
        assert notices.take_notices(one, "one", later, 10) == []
    assert one.rows("SELECT state FROM notice") == [("unknown",)]
    notice_checks.settle_check(one, table, 1, found, later)
    assert count_rows(one, NOTICE) == 1
    notices.delete_old(one, later + 30 * DAY)
    assert count_rows(one, NOTICE) == 0
    assert taken.person == "bob"
    one.close()
    two.close()


def test_many_processes_send_each_notice_once(database: Database) -> None:
    """Threads with connections of their own take what is due at the same time."""
    store = database.open()
    table = table_of(store, "ann", "bob")
    with store.transaction():
        for seq in range(60):
            notices.notify(store, Notice("bob", notices.ROUND, "cup", seq, {"name": "Cup"}), 0.0)
    taken: list[str] = []

    def work(name: str) -> None:
        mine = database.open()
        while len(taken) <= 60 and (found := notices.take_notices(mine, name, 1.0, 7)):
            taken.extend(notice.id for notice in found)
            for notice in found:
                notices.settle_notice(mine, notice.id, notices.SENT)
        mine.close()

    threads = [Thread(target=work, args=(f"p{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 60
    assert table
    store.close()


# --- A new kind ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_text_in_every_language(language: str) -> None:
    kinds = {*notices.KINDS, *notices.SWITCHED_WITH, notices.TEST, *notices.ALERTS}
    for kind in kinds:
        text = notice_text(kind, {"game": "ra", "name": "Nefer"}, language)
        english = notice_text(kind, {"game": "ra", "name": "Nefer"}, "en")
        assert text.title
        assert text.body
        assert "{" not in text.title + text.body
        assert language == "en" or (text.title != english.title and text.body != english.body)


def test_a_new_kind_reaches_people_with_stored_settings(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices.write_settings(store, "a", NoticeSettings(push=(notices.TURN,)))
    monkeypatch.setattr(notices, "KINDS", (*notices.KINDS, "poke"))
    settings = notices.read_settings(store, "a")
    assert settings is not None
    assert settings.push == (notices.TURN, "poke")
    notices.write_settings(store, "a", msgspec.structs.replace(settings, push=()))
    known = notices.read_settings(store, "a")
    assert known is not None
    assert known.push == ()
