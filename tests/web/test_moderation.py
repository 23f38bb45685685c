"""Who may decide about whom, and when what was decided ends."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.cli import main
from nomarch.people import accounts, moderation
from nomarch.people.bans import Ban, end_ban, read_bans
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.store import Store
from nomarch.tables.errors import Forbidden, Outranked
from nomarch.tables.model import Person, now
from nomarch.web.operations.settings import Settings

from .conftest import Arrives
from .people import sign_in_as, stored
from .test_profiles import guests, named, store

DAY = 86_400.0

__all__ = ["store"]  # a fixture


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


def test_sanctions_follow_a_guest_into_an_account(store: Store) -> None:
    put_person(store, Person("new", "New"))
    moderation.sanction(store, "eve", "new", "mute", 0, "Rude.", 1.0)
    moderation.sanction(store, "eve", "new", "ban", 0, "Rude.", 1.0)
    new, _, eve = read_person(store, "new"), *guests(store)[1:]
    assert new is not None
    assert merge_people(store, new, eve) is not None
    with pytest.raises(Forbidden, match="chat"):
        moderation.check_may_chat(store, "eve", 2.0)
    assert "eve" in read_bans(store, 2.0)


def test_nobody_decides_about_a_higher_or_equal_role(store: Store) -> None:
    moderation.set_role(store, "cli", "eve", "moderator", 1.0)
    for role in ("moderator", "admin"):
        moderation.set_role(store, "cli", "bob", role, 1.0)
        ann, bob, eve = guests(store)
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
    moderation.handle_report(store, guests(store)[2], id_, "dismiss", 0, "", 8.0)


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
    (line, *_) = stored(server, accounts.audit_log)
    assert (line.action, line.detail) == ("report-refused", "ban")
    assert "Refused" in eve.get("/moderation").text
