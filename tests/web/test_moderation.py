"""Who may decide about whom, and when what was decided ends."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from nomarch.cli import main
from nomarch.cli.entry_point import build_parser
from nomarch.people import accounts, moderation
from nomarch.people.accounts import person_named
from nomarch.people.bans import Ban, end_ban, read_bans
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.store import Store
from nomarch.tables.state.errors import Forbidden, Outranked
from nomarch.tables.state.model import Person, now
from nomarch.web.operations.settings import Settings

from .conftest import Arrives
from .people import Person as Visitor, call, opened, services_of, sign_in_as, stored
from .test_profiles import named, people, store

DAY = 86_400.0

__all__ = ["store"]  # a fixture


@pytest.fixture
def moderator(server: TestClient, settings: Settings, arrives: Arrives) -> Visitor:
    eve = arrives("Eve")
    horus = named(server, eve, "Horus")
    assert main(["admin", "--data", str(settings.data), "role", "horus", "moderator"]) == 0
    sign_in_as(server, eve, horus)
    return eve


def look_again(server: TestClient) -> None:
    call(server, services_of(server).site_watcher.look)


def test_a_banned_player_reads_why_and_the_opponent_plays_no_longer(
    server: TestClient, moderator: Visitor, arrives: Arrives
) -> None:
    ann, bob = arrives("Ann"), arrives("Bob")
    made = ann.sets("me", "friend", game="giza")
    bob.joins(made)
    subject = opened(server, made["id"]).table.record.seats[1].person
    decision = {"person": subject, "action": "ban", "days": 3, "reason": "He is rude."}
    assert moderator.post("/api/moderation/decide", decision).status_code == 200
    look_again(server)
    for path in ("/", f"/t/{made['id']}"):
        page = bob.get(path)
        assert page.status_code == 403
        assert "Reason: He is rude." in page.text
        assert "data-local-times" in page.text
    assert bob.get("/api/inbox").status_code == 403
    seen = ann.sees(made["id"])
    assert seen["view"]["over"]
    lines = ann.get(f"/api/tables/{made['id']}/log?lang=en").json()
    assert "Bob was banned from this site." in [
        line["text"] for entry in lines for line in entry["lines"]
    ]


def test_moderators_find_players_and_lift_what_is_in_force(
    server: TestClient, moderator: Visitor, arrives: Arrives
) -> None:
    for name in ("Anubis", "Hanuka", "Per_cent"):
        arrives(name)
    page = moderator.get("/moderation", params={"q": "anu"}).text
    assert "Anubis" in page
    assert "Hanuka" not in moderator.get("/moderation", params={"q": "a_u"}).text
    assert "Per_cent" in moderator.get("/moderation", params={"q": "r_c"}).text
    assert "Nobody found." in moderator.get("/moderation", params={"q": "nothing"}).text
    (subject,) = re.findall('data-person="([^"]+)"', moderator.get("/moderation?q=anubis").text)
    for action in ("ban", "mute", "no-rated"):
        decision = {"person": subject, "action": action, "reason": "Rude."}
        assert moderator.post("/api/moderation/decide", decision).status_code == 200
    page = moderator.get("/moderation").text
    assert re.findall('data-lift="[^"]+" data-kind="([^"]+)"', page) == ["ban", "no-rated", "mute"]
    for kind in ("ban", "mute", "no-rated"):
        lift = {"subject": subject, "kind": kind}
        assert moderator.post("/api/moderation/lift", lift).status_code == 200
        assert moderator.post("/api/moderation/lift", lift).status_code == 404
    assert "data-lift" not in moderator.get("/moderation").text
    assert stored(server, lambda store: read_bans(store)) == {}
    assert "Lifted: Ban" in moderator.get("/moderation").text


def test_only_moderators_decide_and_never_about_their_equals(
    server: TestClient, moderator: Visitor, arrives: Arrives
) -> None:
    ann = arrives("Ann")
    me = stored(server, lambda store: person_named(store, "Horus"))
    for path, body in (
        ("decide", {"person": me, "action": "ban"}), ("lift", {"subject": me, "kind": "ban"}),
    ):  # fmt: skip
        assert ann.post(f"/api/moderation/{path}", body).status_code == 404
        assert moderator.post(f"/api/moderation/{path}", body).status_code == 403


def test_moderators_see_how_many_reports_wait(moderator: Visitor, arrives: Arrives) -> None:
    ann = arrives("Ann")
    assert moderator.get("/api/inbox").json()["reports"] == 0
    report = {"kind": "abuse", "player": "Horus"}
    assert ann.post("/api/report", report).status_code == 200
    assert moderator.get("/api/inbox").json()["reports"] == 1
    assert ann.get("/api/inbox").json()["reports"] == 0
    assert 'data-inbox-badge="reports"' in moderator.get("/").text


def test_the_command_line_is_in_the_audit_log_with_names(
    server: TestClient, settings: Settings, arrives: Arrives, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = arrives("Ann")
    person = ann.get("/api/me/data").json()["person"]
    table = ann.opens("me", "friend", game="giza")
    admin = ["admin", "--data", str(settings.data)]
    for command in (
        ["ban", person, "--reason", "Rude."], ["unban", person], ["close", table],
        ["announce", "Hello"], ["read-only", "off"],
    ):  # fmt: skip
        assert main([*admin, *command]) == 0
    capsys.readouterr()
    assert main([*admin, "audit"]) == 0
    told = capsys.readouterr().out
    assert f"command line  admin ban  Ann ({person})  Rude." in told
    for line in (
        f"admin unban  Ann ({person})",
        f"admin close  {table}",
        "admin announce    Hello",
    ):
        assert line in told


def test_a_pipe_that_closes_is_no_fault_of_the_database(
    settings: Settings, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("nomarch.cli.admin_commands.tables", broken)
    options = build_parser().parse_args(["admin", "--data", str(settings.data), "tables"])
    with pytest.raises(BrokenPipeError):
        options.run(options)


def test_a_ban_ends_with_its_days(store: Store) -> None:
    moderation.sanction(store, "eve", "bob", "ban", 3, "Rude.", 1.0)
    assert list(read_bans(store, 3 * DAY)) == ["bob"]
    assert read_bans(store, 3 * DAY + 1.0) == {}
    moderation.sanction(store, "eve", "bob", "ban", 7, "Ruder.", DAY)
    moderation.sanction(store, "eve", "bob", "ban", 1, "Rude.", DAY)
    assert read_bans(store, 7 * DAY) == {"bob": Ban("Ruder.", 8 * DAY)}, "the longest ban counts"
    assert read_bans(store, 8 * DAY) == {}
    moderation.sanction(store, "eve", "bob", "ban", 0, "Enough.", 9 * DAY)
    moderation.sanction(store, "eve", "bob", "ban", 1, "Rude.", 9 * DAY)
    assert read_bans(store, 1e9) == {"bob": Ban("Enough.")}
    assert end_ban(store, "bob")
    assert moderation.sanctions_of(store, "bob", now()) == []


def test_sanctions_follow_a_person_into_an_account(store: Store) -> None:
    put_person(store, Person("new", "New"))
    moderation.sanction(store, "eve", "new", "mute", 0, "Rude.", 1.0)
    moderation.sanction(store, "eve", "new", "ban", 0, "Rude.", 1.0)
    new, _, eve = read_person(store, "new"), *people(store)[1:]
    assert new is not None
    assert merge_people(store, new, eve) is not None
    with pytest.raises(Forbidden, match="chat"):
        moderation.check_may_chat(store, "eve", 2.0)
    assert "eve" in read_bans(store, 2.0)


def test_nobody_decides_about_a_higher_or_equal_role(store: Store) -> None:
    moderation.set_role(store, "cli", "eve", "moderator", 1.0)
    for role in ("moderator", "admin"):
        moderation.set_role(store, "cli", "bob", role, 1.0)
        ann, bob, eve = people(store)
        id_ = moderation.add_report(store, ann, bob, "abuse", "He is rude.", 5.0)
        for action in ("warn", "mute", "no-rated", "rename", "ban"):
            with pytest.raises(Outranked):
                moderation.handle_report(store, eve, id_, action, 7, "", 6.0)
        assert moderation.sanctions_of(store, "bob", 7.0) == []
        store.execute("DELETE FROM report")
    id_ = moderation.add_report(store, ann, bob, "abuse", "He is rude.", 7.0)
    with pytest.raises(Outranked):
        moderation.handle_report(store, eve, id_, "dismiss", 0, "", 8.0)
    moderation.set_role(store, "cli", "eve", "admin", 1.0)
    moderation.handle_report(store, people(store)[2], id_, "dismiss", 0, "", 8.0)


def test_a_moderators_attempt_to_ban_an_admin_is_logged(
    server: TestClient, settings: Settings, arrives: Arrives
) -> None:
    ann, bob, eve = arrives("Ann"), arrives("Bob"), arrives("Eve")
    named(server, bob, "Osiris")
    horus = named(server, eve, "Horus")
    for name, role in (("osiris", "admin"), ("horus", "moderator")):
        assert main(["admin", "--data", str(settings.data), "role", name, role]) == 0
    sign_in_as(server, eve, horus)
    assert ann.post("/api/report", {"kind": "abuse", "player": "Osiris"}).status_code == 200
    case = stored(server, moderation.reports)[0].id
    decide = {"report": case, "action": "ban", "days": 3, "reason": "Hm."}
    assert eve.post("/api/reports/decide", decide).status_code == 403
    assert stored(server, lambda store: read_bans(store)) == {}
    osiris = stored(server, lambda store: person_named(store, "osiris"))
    for path, body in (
        ("decide", {"person": osiris, "action": "mute"}),
        ("lift", {"subject": osiris, "kind": "ban"}),
    ):  # fmt: skip
        assert eve.post(f"/api/moderation/{path}", body).status_code == 403
    lines = stored(server, accounts.audit_log)[:3]
    assert sorted((line.action, line.detail) for line in lines) == [
        ("report-refused", "ban"), ("report-refused", "ban"), ("report-refused", "mute"),
    ]  # fmt: skip
    assert "Refused" in eve.get("/moderation").text
