"""Notices: who is told what, when, and never twice; against a real mail server and push service."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomarch.i18n import LANGUAGES
from nomarch.people import notice_checks, notices
from nomarch.people.notices import Notice, NoticeSettings, Subscription
from nomarch.people.person_store import put_person
from nomarch.storage.database import Database
from nomarch.storage.schema import NOTICE, PERSON
from nomarch.storage.statements import count_rows, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import MOVE, PLAYER, Entry, Person as StoredPerson, Seat
from nomarch.tables.state.quiet_hours import QuietHours, after_quiet, before_quiet, next_hour
from nomarch.tables.stores.log_store import append_entries
from nomarch.tables.stores.table_store import put_table
from nomarch.web.account.notice_sender import NoticeSender
from nomarch.web.account.notice_texts import notice_text
from nomarch.web.operations import push
from nomarch.web.operations.settings import Settings

from .actors import Person, Site, Table, misspelt, together
from .conftest import QUICK, Patch
from .folding import new_record
from .push_service import PushService, push_service
from .test_mail import Mailbox, mailbox

__all__ = ["mailbox"]  # a fixture
HOUR, DAY = 3600.0, 86_400.0
PUBLIC = "https://games.example.org"


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def settings(tmp_path: Path, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Notices are sent when a test says so."""
    monkeypatch.setattr(NoticeSender, "start", lambda self: None)
    site: Any = {"public_url": PUBLIC, "mail": mailbox.mailer, "local_push": True}
    return Settings(data=tmp_path / "data", **site, **QUICK)


@pytest.fixture
def phone(bob: Person, pushes: PushService) -> PushService:
    subscribes(bob, pushes.device("phone"))
    return pushes


def subscribes(person: Person, device: Subscription) -> None:
    body = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
    person.posts("/api/notices/devices", **body)


def wait(site: Site, seconds: float) -> None:
    site.clock.advance(seconds)
    site.call(site.services.notice_sender.run_due)


def wants_mails(person: Person, mail: str = "", **settings: Any) -> None:
    """Gives somebody a confirmed address and switches mails on."""
    site, id_ = person.site, person.id
    site.changes(update_rows, PERSON, {"id": id_}, mail=mail or "bob@example.com")
    wanted = NoticeSettings(push=(), **{"mail": notices.KINDS, **settings})
    site.changes(notices.write_settings, id_, wanted)


def states(site: Site) -> list[tuple[str, str]]:
    return list(site.reads("SELECT kind, state FROM notice ORDER BY at, kind"))


def turn_passes(table: Table, to: int, *people: Person) -> None:
    while (mover := next(iter(table.state.to_act))) != to:
        people[mover].plays(table, mover)


def bobs_turn(ann: Person, bob: Person, clock: float = 0) -> Table:
    """A table of both at which it's Bob's turn."""
    table = ann.meets(bob, options={"duel": "on"}, clock=int(clock))
    turn_passes(table, 1, ann, bob)
    return table


def test_a_turn_is_told_once(site: Site, ann: Person, bob: Person, phone: PushService) -> None:
    table = bobs_turn(ann, bob)
    wait(site, 3)
    assert phone.got == []  # a quick answer needs no notice
    wait(site, 3)
    ((path, headers, message),) = phone.got
    assert (path, message["title"]) == ("/phone", "Your turn in Ra")
    assert (message["path"], message["tag"]) == (table.page, table)
    assert headers["authorization"].startswith("vapid t=")
    assert int(headers["ttl"]) > HOUR
    for _ in range(3):
        wait(site, 60)
    assert len(phone.got) == 1
    assert states(site) == [("turn", "sent")]


@pytest.mark.parametrize("hidden", [False, True])
def test_who_looks_is_not_told(ann: Person, bob: Person, phone: PushService, hidden: bool) -> None:
    with bob.listens(bobs_turn(ann, bob)) as link:
        link.says("attend", visible=True)
        if hidden:
            link.says("attend", visible=False)
        link.says("ping")
        assert link.receive_json()["type"] == "pong"
        wait(ann.site, 6)
    assert phone.titles() == ["Your turn in Ra"] * hidden


def test_which_turns_and_ends_are_told(ann: Person, bob: Person, phone: PushService) -> None:
    turn_passes(bobs_turn(ann, bob), 0, ann, bob)
    bob.opens("me", "greedy", "greedy")
    wait(ann.site, 60)
    assert phone.got == []  # Bob has moved, or plays with bots
    bobs_turn(ann, bob).rush(seed=5)
    wait(ann.site, 6)
    for _ in range(3):
        bobs_turn(ann, bob)
    wait(ann.site, 10)
    assert phone.titles() == ["Ra: the game is over", "Your turn in 3 games"]


def test_a_muted_table_is_silent(site: Site, ann: Person, bob: Person, phone: PushService) -> None:
    table = bobs_turn(ann, bob)
    wait(site, 0)
    bob.posts(f"{table.api}/mute", muted=True)
    assert bob.gets("/api/notices")["muted"] == [table]
    bob.posts("/api/notices", push=["turn"], zone="UTC")  # other settings keep it
    wait(site, 6)
    other = bobs_turn(ann, bob)
    wait(site, 6)
    assert [message["path"] for _, _, message in phone.got] == [other.page]
    bob.posts(f"{table.api}/mute", muted=False)
    for seat in (0, 1):
        turn_passes(table, seat, ann, bob)
    wait(site, 6)
    assert phone.got[-1][2]["path"] == table.page


def test_a_device_that_is_gone_is_forgotten(ann: Person, bob: Person, phone: PushService) -> None:
    phone.status = 410
    bobs_turn(ann, bob)
    wait(ann.site, 6)
    assert bob.gets("/api/notices")["devices"] == 0
    assert states(ann.site) == [("turn", "failed")]


def test_a_busy_push_service_is_asked_again(ann: Person, bob: Person, phone: PushService) -> None:
    phone.status = 503
    bobs_turn(ann, bob)
    wait(ann.site, 6)
    phone.status = 201
    wait(ann.site, 10)
    assert phone.got == []
    wait(ann.site, 30)
    assert phone.titles() == ["Your turn in Ra"]


def test_a_device_is_its_last_subscribers(ann: Person, bob: Person, pushes: PushService) -> None:
    device = pushes.device("shared")
    for person in (ann, bob):
        subscribes(person, device)
    assert [person.gets("/api/notices")["devices"] for person in (ann, bob)] == [0, 1]
    bob.posts("/api/notices/devices/remove", endpoint=device.endpoint)
    assert bob.gets("/api/notices")["devices"] == 0


def test_only_known_push_services_are_called(pushes: PushService) -> None:
    good = pushes.device("x")
    pusher = push.Pusher(push.new_key(), "mailto:a@example.org")
    known = (
        "https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
    )  # fmt: skip
    for endpoint in (
        *known, "http://fcm.googleapis.com/fcm/send/abc", "https://fcm.googleapis.com:8443/abc",
        "https://fcm.googleapis.com@127.0.0.1/abc", "https://fcm.googleapis.com.evil.example/abc",
        "https://evilpush.apple.com.example/abc", "https://127.0.0.1/abc", "https://localhost/abc",
        "https://[::1]/abc", "file:///etc/passwd", "https://[bad",
    ):  # fmt: skip
        device = Subscription(endpoint, good.p256dh, good.auth)
        assert pusher.accepts(device) == (endpoint in known), endpoint
    assert not pusher.accepts(Subscription(known[1], "AAAA", good.auth))


def test_private_addresses_are_not_resolved() -> None:
    async def resolve() -> None:
        await push.public_resolver().resolve("localhost", 443)

    with pytest.raises(OSError, match="no public address"):
        asyncio.run(resolve())


def test_a_mail_has_a_link_and_a_way_out(ann: Person, bob: Person, mailbox: Mailbox) -> None:
    site, stranger = ann.site, ann.site.stranger()
    wants_mails(bob, language="fr")
    table = bobs_turn(ann, bob, clock=3 * DAY)
    wait(site, 10)
    assert mailbox.arrived == []  # games over days wait a minute more
    wait(site, 60)
    mail = mailbox.read()
    assert (mail["To"], mail["Subject"]) == ("bob@example.com", "À vous de jouer à Râ")
    text = mail.get_body(("plain",))
    assert text is not None
    assert f"{PUBLIC}{table.page}" in text.get_content()
    assert f"\nList-Unsubscribe: <{PUBLIC}/notices/stop/".encode() in mailbox.raw()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(PUBLIC)
    folder, _, token = stop.rpartition("/")
    stranger.cannot_read(*(f"{folder}/{wrong}" for wrong in misspelt(token)), status=404)
    stranger.reads(stop)  # a scanner only looks
    assert "turn" in site.reads(notices.read_settings, bob.id).mail
    one_click = {"List-Unsubscribe": "One-Click"}
    assert stranger.client.post(stop, data=one_click).status_code == 200
    assert "turn" not in site.reads(notices.read_settings, bob.id).mail
    assert stranger.client.post("/notices/stop/forged").status_code == 404


def test_an_alarm_after_four_fifths_of_the_time(ann: Person, bob: Person, mailbox: Mailbox) -> None:
    wants_mails(bob)
    bobs_turn(ann, bob, clock=DAY)
    wait(ann.site, 70)
    wait(ann.site, 70)
    assert len(mailbox.arrived) == 1
    wait(ann.site, 0.8 * DAY)
    assert mailbox.read()["Subject"] == "Little time left in Ra"
    assert len(mailbox.arrived) == 2


def test_a_digest_is_one_mail_a_day(site: Site, ann: Person, bob: Person, mailbox: Mailbox) -> None:
    wants_mails(bob, digest=7)
    for _ in range(3):
        bobs_turn(ann, bob, clock=7 * DAY)
    wait(site, 70)
    wait(site, 70)
    assert mailbox.arrived == []
    now = site.clock.time()
    wait(site, next_hour(now, 7, "UTC") - now + 60)
    assert mailbox.read()["Subject"] == "3 games are waiting for you"
    wait(site, 60)
    assert len(mailbox.arrived) == 1


def test_a_refused_address_stops_mails(site: Site, ann: Person, bob: Person) -> None:
    wants_mails(bob, "gone@example.com")
    bobs_turn(ann, bob)
    wait(site, 6)
    assert states(site) == [("turn", "failed")]
    assert "550" in bob.gets("/api/notices")["problem"]


def test_a_full_mailbox_is_tried_again(site: Site, ann: Person, bob: Person) -> None:
    wants_mails(bob, "full@example.com")
    bobs_turn(ann, bob)
    wait(site, 6)
    assert states(site) == [("turn", "queued")]
    wants_mails(bob)
    wait(site, 60)
    assert states(site) == [("turn", "sent")]


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


def quiet_now(site: Site) -> dict[str, Any]:
    hour = int(site.clock.time() // HOUR % 24)
    return {"quiet": [(hour - 1) % 24, (hour + 2) % 24], "zone": "UTC"}


def test_a_turn_in_quiet_hours_is_told_later(ann: Person, bob: Person, phone: PushService) -> None:
    bob.posts("/api/notices", push=["turn"], **quiet_now(ann.site))
    bobs_turn(ann, bob)
    wait(ann.site, 10)
    assert phone.got == []
    wait(ann.site, 3 * HOUR)
    assert phone.titles() == ["Your turn in Ra"]


def test_settings_are_checked_and_kept(bob: Person) -> None:
    good = {"push": ["turn"], "mail": ["over"], "digest": 8, "quiet": [22, 7],
            "zone": "Europe/Brussels"}  # fmt: skip
    bob.posts("/api/notices", **good)
    seen = bob.gets("/api/notices")
    assert {key: seen[key] for key in good} == good
    for bad in ({"push": ["everything"]}, {"digest": 24}, {"quiet": [1]}, {"quiet": [1, 99]},
                {"zone": "Mars/Olympus"}):  # fmt: skip
        bob.cannot("/api/notices", status=422, **{**good, **bad})
    evil = {"endpoint": "https://evil.example/", "p256dh": "a", "auth": "b"}
    bob.cannot("/api/notices/devices", status=422, **evil)


def test_a_test_notice_arrives_also_in_quiet_hours(bob: Person, phone: PushService) -> None:
    bob.posts("/api/notices", push=[], **quiet_now(bob.site))
    bob.posts("/api/notices/test")
    wait(bob.site, 1)
    assert phone.titles() == ["Notifications work"]


def test_pages_of_the_app(bob: Person, stranger: Person) -> None:
    assert "Notifications" in bob.reads("/notices")
    worker = bob.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    offline = stranger.get("/offline")
    assert "set-cookie" not in offline.headers
    for text in ("Ra", "Giza", "Glossary", "Lessons"):
        assert text in offline.text


def test_deleted_people_have_no_device(ann: Person, bob: Person, pushes: PushService) -> None:
    subscribes(ann, pushes.device("one"))
    link = bob.reads("/me").split('id="recovery" readonly value="')[1].split('"')[0]
    ann.posts("/api/recover", token=link.rsplit("/", 1)[1], merge=True)
    assert bob.gets("/api/notices")["devices"] == 1
    bob.posts("/api/me/forget", name="Bob")
    assert ann.site.reads("SELECT * FROM push_subscription") == []


def table_of(store: Store, *people: str) -> str:
    """A table of people who want notices."""
    record = new_record(*(Seat(PLAYER, person, person) for person in people))
    put_table(store, record)
    for person in people:
        put_person(store, StoredPerson(person, person))
        notices.write_settings(store, person, NoticeSettings())
        device = Subscription(f"https://{person}", p256dh="x", auth="y")
        notices.subscribe(store, person, device, "en", 0.0)
    return record.id


def test_a_move_and_its_check_are_one_transaction(store: Store) -> None:
    table = table_of(store, "ann", "bob")
    moves = [Entry(table, 1, MOVE, 0, "x", 100.0), Entry(table, 2, MOVE, 1, "y", 101.0)]
    append_entries(store, moves)
    rows = store.rows("SELECT game_table, seq, at FROM notice_check")
    assert rows == [(table, 2, 101.0 + notice_checks.CHECK_DELAY)]


def test_nobody_who_wants_notices_costs_nothing(store: Store) -> None:
    put_table(store, new_record(Seat(PLAYER, "a", "a")))
    append_entries(store, [Entry("t1", 1, MOVE, 0, "x", 100.0)])
    assert store.rows("SELECT * FROM notice_check") == []


def test_a_notice_is_taken_by_one_process_and_never_again(store: Store, other: Store) -> None:
    table = table_of(store, "ann", "bob")
    append_entries(store, [Entry(table, 1, MOVE, 0, "x", 100.0)])
    at = 110.0
    assert notice_checks.take_checks(store, "one", at, 10) == [(table, 1)]
    assert notice_checks.take_checks(other, "two", at, 10) == []
    later = at + notices.LEASE + 1  # process one was killed
    assert notice_checks.take_checks(other, "two", later, 10) == [(table, 1)]
    found = [Notice("bob", notices.TURN, table, 1, {"game": "ra"})]
    for each in (other, store):  # and yet it finishes, too
        notice_checks.settle_check(each, table, 1, found, later)
    assert count_rows(store, NOTICE) == 1
    (taken,) = notices.take_notices(other, "two", later, 10)
    assert notices.take_notices(store, "one", later, 10) == []
    # Two is killed while it sends: nobody knows whether it was sent, so nobody sends it again.
    for _ in range(3):
        later += notices.LEASE + 1
        assert notices.take_notices(store, "one", later, 10) == []
    assert store.rows("SELECT state FROM notice") == [("unknown",)]
    notice_checks.settle_check(store, table, 1, found, later)
    assert count_rows(store, NOTICE) == 1
    notices.delete_old(store, later + 30 * DAY)
    assert count_rows(store, NOTICE) == 0
    assert taken.person == "bob"


def test_many_processes_send_each_notice_once(store: Store, database: Database) -> None:
    """Threads with connections of their own take what is due at the same time."""
    table_of(store, "ann", "bob")
    with store.transaction():
        for seq in range(60):
            notices.notify(store, Notice("bob", notices.ROUND, "cup", seq, {"name": "Cup"}), 0.0)
    taken: list[str] = []

    def work(name: str) -> None:
        with closing(database.open()) as mine:
            while len(taken) <= 60 and (found := notices.take_notices(mine, name, 1.0, 7)):
                taken.extend(notice.id for notice in found)
                for notice in found:
                    notices.settle_notice(mine, notice.id, notices.SENT)

    assert together(*(partial(work, f"p{n}") for n in range(4))) == [None] * 4
    assert len(taken) == len(set(taken)) == 60


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


def test_a_new_kind_reaches_who_stored_settings(store: Store, monkeypatch: Patch) -> None:
    notices.write_settings(store, "a", NoticeSettings(push=(notices.TURN,)))
    monkeypatch.setattr(notices, "KINDS", (*notices.KINDS, "poke"))
    settings: Any = notices.read_settings(store, "a")
    assert settings.push == (notices.TURN, "poke")
    notices.write_settings(store, "a", replace(settings, push=()))
    known: Any = notices.read_settings(store, "a")
    assert known.push == ()
