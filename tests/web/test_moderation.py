"""Who may decide about whom, and when what was decided ends."""

import re
from unittest.mock import Mock

import pytest

from nomarch.cli.entry_point import build_parser
from nomarch.people import accounts, moderation
from nomarch.people.bans import Ban, end_ban, read_bans
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.storage.store import Store
from nomarch.tables.state.errors import Forbidden, Outranked
from nomarch.tables.state.model import Person, now
from nomarch.web.operations.settings import Settings

from .actors import Capture, Patch, Person as Visitor, Site
from .test_profiles import people, store

DAY = 86_400.0
DECIDE, LIFT = "/api/moderation/decide", "/api/moderation/lift"

__all__ = ["store"]  # a fixture


def appointed(site: Site, name: str, role: str) -> Visitor:
    person = site.member(name)
    assert site.admin("role", name.lower(), role) == 0
    site.signs_in(person, person.id)
    return person


@pytest.fixture
def moderator(site: Site) -> Visitor:
    return appointed(site, "Horus", "moderator")


def test_a_banned_player_reads_why_and_plays_no_longer(
    moderator: Visitor, ann: Visitor, bob: Visitor
) -> None:
    table = ann.meets(bob, game="giza")
    moderator.posts(DECIDE, person=bob.id, action="ban", days=3, reason="He is rude.")
    ann.site.looks_again()
    for path in ("/", table.page):
        page = bob.get(path)
        assert page.status_code == 403
        assert "Reason: He is rude." in page.text
        assert "data-local-times" in page.text
    bob.cannot_read("/api/inbox", status=403)
    assert ann.sees(table)["view"]["over"]
    assert "Bob was banned from this site." in ann.reads_log(table)


def test_moderators_find_players_and_lift_what_is_in_force(site: Site, moderator: Visitor) -> None:
    site.people("Anubis", "Hanuka", "Per_cent")
    assert "Anubis" in moderator.reads("/moderation", q="anu")
    assert "Hanuka" not in moderator.reads("/moderation", q="a_u")
    assert "Per_cent" in moderator.reads("/moderation", q="r_c")
    assert "Nobody found." in moderator.reads("/moderation", q="nothing")
    (subject,) = re.findall('data-person="([^"]+)"', moderator.reads("/moderation", q="anubis"))
    for action in ("ban", "mute", "no-rated"):
        moderator.posts(DECIDE, person=subject, action=action, reason="Rude.")
    page = moderator.reads("/moderation")
    assert re.findall('data-lift="[^"]+" data-kind="([^"]+)"', page) == ["ban", "no-rated", "mute"]
    for kind in ("ban", "mute", "no-rated"):
        moderator.posts(LIFT, subject=subject, kind=kind)
        moderator.cannot(LIFT, status=404, subject=subject, kind=kind)
    assert "data-lift" not in moderator.reads("/moderation")
    assert site.reads(read_bans) == {}
    assert "Lifted: Ban" in moderator.reads("/moderation")


def test_only_moderators_decide_but_not_of_equals(moderator: Visitor, ann: Visitor) -> None:
    for who, status in ((ann, 404), (moderator, 403)):
        who.cannot(DECIDE, status=status, person=moderator.id, action="ban")
        who.cannot(LIFT, status=status, subject=moderator.id, kind="ban")


def test_moderators_see_how_many_reports_wait(moderator: Visitor, ann: Visitor) -> None:
    assert moderator.gets("/api/inbox")["reports"] == 0
    ann.posts("/api/report", kind="abuse", player="Horus")
    assert moderator.gets("/api/inbox")["reports"] == 1
    assert ann.gets("/api/inbox")["reports"] == 0
    assert 'data-inbox-badge="reports"' in moderator.reads("/")


def test_the_audit_log_has_the_command_line(site: Site, ann: Visitor, capsys: Capture) -> None:
    table = ann.opens("me", "friend", game="giza")
    for command in (
        ["ban", ann.id, "--reason", "Rude."], ["unban", ann.id], ["close", table],
        ["announce", "Hello"], ["read-only", "off"],
    ):  # fmt: skip
        assert site.admin(*command) == 0
    capsys.readouterr()
    assert site.admin("audit") == 0
    told = capsys.readouterr().out
    for line in (
        f"command line  admin ban  Ann ({ann.id})  Rude.",
        f"admin unban  Ann ({ann.id})",
        f"admin close  {table}",
        "admin announce    Hello",
    ):
        assert line in told


@pytest.mark.usefixtures("site")
def test_a_closed_pipe_is_no_fault_of_the_database(settings: Settings, monkeypatch: Patch) -> None:
    monkeypatch.setattr("nomarch.cli.admin_commands.tables", Mock(side_effect=BrokenPipeError))
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
    assert merge_people(store, Person("new", "New"), people(store)[2]) is not None
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


def test_an_attempt_to_ban_an_admin_is_logged(site: Site, moderator: Visitor, ann: Visitor) -> None:
    osiris = appointed(site, "Osiris", "admin").id
    ann.posts("/api/report", kind="abuse", player="Osiris")
    case = {"report": site.reads(moderation.reports)[0].id, "days": 3, "reason": "Hm."}
    moderator.cannot("/api/reports/decide", status=403, **case, action="ban")
    assert site.reads(read_bans) == {}
    moderator.cannot(DECIDE, status=403, person=osiris, action="mute")
    moderator.cannot(LIFT, status=403, subject=osiris, kind="ban")
    lines = site.reads(accounts.audit_log)[:3]
    assert sorted((line.action, line.detail) for line in lines) == [
        ("report-refused", "ban"), ("report-refused", "ban"), ("report-refused", "mute"),
    ]  # fmt: skip
    assert "Refused" in moderator.reads("/moderation")
