"""Sessions: what an old token may still do after its owner's rights have changed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from nomarch.people import accounts, moderation
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, now

from .actors import Person, Site
from .authenticator import Authenticator
from .conftest import Arrives, Patch
from .test_accounts import claim, sign_in, store
from .test_identity import link_of, recovers

__all__ = ["store"]  # a fixture


def person_of(person: Person) -> Any:
    """The id that a browser's token stands for; None if it stands for nobody."""
    found = re.search(r'"person": "([^"]+)"', person.get("/api/me/data").text)
    return found and found[1]


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    at = now() + seconds
    monkeypatch.setattr("nomarch.web.http.identity.now", lambda: at)


def test_who_made_a_devices_link_loses_it_when_a_name_is_claimed(arrives: Arrives) -> None:
    eve, ann = arrives("Eve"), arrives("Ann")
    assert recovers(ann, link_of(eve)) == 200
    assert claim(ann, Authenticator(), "Nefer").status_code == 200
    assert ann.get("/api/me/data").json()["account"]["handle"] == "Nefer"
    assert eve.get("/api/me/data").status_code == 401
    assert eve.post("/api/account/private", {"private": True}).status_code == 401
    assert eve.post("/api/me/forget", {"name": "Nefer"}).status_code == 401


def test_a_person_who_was_brought_along_leaves_no_way_into_the_account(arrives: Arrives) -> None:
    device = Authenticator()
    claim(arrives("Ann"), device, "Nefer")
    eve, ann = arrives("Eve"), arrives("Ann")
    eve.opens("me", "greedy", "greedy")
    assert recovers(ann, link_of(eve)) == 200
    signed = sign_in(ann, device).json()
    assert ann.post("/api/account/bring", {"token": signed["bring"]}).status_code == 200
    assert person_of(ann)
    assert eve.get("/api/me/data").status_code == 401


def test_sessions_of_merged_people_end_in_both_databases(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    put_person(store, StoredPerson("eve", "Eve"))
    eve, bob, ann = (read_person(store, id_) for id_ in ("eve", "bob", "ann"))
    assert eve is not None
    assert bob is not None
    assert ann is not None
    assert merge_people(store, eve, bob) is not None
    merged = read_person(store, "eve")
    assert merged is not None
    assert merged.epoch == 0, "people' devices follow"
    assert merge_people(store, bob, ann) is not None
    epochs = [person.epoch for id_ in ("eve", "bob", "ann") if (person := read_person(store, id_))]
    assert epochs == [1, 1, 0]
    moderation.set_role(store, "cli", "ann", "moderator", 2.0)
    epochs = [person.epoch for id_ in ("eve", "bob", "ann") if (person := read_person(store, id_))]
    assert epochs == [2, 2, 1], "a role is for who signs in again"


def test_export_and_deletion_need_a_new_session(arrives: Arrives, monkeypatch: Patch) -> None:
    ann, device = arrives("Ann"), Authenticator()
    claim(ann, device, "Nefer")
    later(monkeypatch, 700.0)
    for answer in (ann.get("/api/me/data"), ann.post("/api/me/forget", {"name": "Nefer"})):
        assert answer.status_code == 403
        assert "sign in again" in answer.json()["error"]
    page = ann.get("/me").text
    assert "/api/me/data" not in page
    assert 'id="forget"' not in page
    sign_in(ann, device)
    monkeypatch.undo()
    assert "/api/me/data" in ann.get("/me").text
    assert ann.get("/api/me/data").status_code == 200
    assert ann.post("/api/me/forget", {"name": "Nefer"}).status_code == 200


def test_a_people_linked_device_neither_exports_nor_deletes(arrives: Arrives) -> None:
    ann, other = arrives("Ann"), arrives("At work")
    assert recovers(other, link_of(ann)) == 200
    other.post("/api/person", {"name": "Anna"})
    other.post("/api/sessions/end")
    for answer in (other.get("/api/me/data"), other.post("/api/me/forget", {"name": "Anna"})):
        assert answer.status_code == 403
        assert "joined by a link" in answer.json()["error"]
    assert 'id="forget"' not in other.get("/me").text
    assert claim(other, Authenticator(), "Nefer").status_code == 200
    assert other.get("/api/me/data").status_code == 200


def test_a_token_is_worth_nothing_after_signing_out(site: Site, arrives: Arrives) -> None:
    ann, phone, device = arrives("Ann"), arrives(), Authenticator()
    claim(ann, device, "Nefer")
    token = sign_in(phone, device).json()["token"]
    cookie = phone.client.cookies["nomarch"]
    assert phone.post("/api/account/sign-out").status_code == 200
    for stolen in (token, cookie):
        headers = {"authorization": f"Bearer {stolen}"}
        assert site.stranger().get("/api/tables", headers=headers).status_code == 401
    assert ann.get("/api/tables").status_code == 200, "other devices stay signed in"


def test_signing_in_again_replaces_the_session(site: Site, arrives: Arrives) -> None:
    ann, device = arrives("Ann"), Authenticator()
    claim(ann, device, "Nefer")
    old = ann.client.cookies["nomarch"]
    sign_in(ann, device)
    headers = {"authorization": f"Bearer {old}"}
    assert site.stranger().get("/api/tables", headers=headers).status_code == 401
    assert ann.get("/api/tables").status_code == 200


def test_a_new_role_is_for_new_sessions(site: Site, arrives: Arrives) -> None:
    ann, device = arrives("Ann"), Authenticator()
    claim(ann, device, "Nefer")
    id_ = person_of(ann)
    site.changes(moderation.set_role, "cli", id_, "moderator", now())
    assert ann.get("/api/tables").status_code == 401
    ann.client.cookies.clear()
    ann.get("/sign-in")
    sign_in(ann, device)
    assert ann.get("/moderation").status_code == 200
