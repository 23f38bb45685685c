"""Sessions: what an old token may still do after its owner's rights have changed."""

from typing import Any

from nomarch.people import accounts, moderation
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person, read_person
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, now

from .actors import Person, Site
from .authenticator import Authenticator
from .test_accounts import claim, device, sign_in, store
from .test_identity import link_of, recovers

__all__ = ["device", "store"]  # fixtures


def test_who_made_a_devices_link_loses_it_when_a_name_is_claimed(site: Site, ann: Person) -> None:
    eve = site.person("Eve")
    assert recovers(ann, link_of(eve)) == 200
    assert claim(ann, Authenticator(), "Nefer").is_success
    assert ann.gets("/api/me/data")["account"]["handle"] == "Nefer"
    eve.cannot_read("/api/me/data", status=401)
    eve.cannot("/api/account/private", status=401, private=True)
    eve.cannot("/api/me/forget", status=401, name="Nefer")


def test_a_person_brought_along_leaves_no_way_in(site: Site, device: Authenticator) -> None:
    eve, ann = site.people("Eve", "Ann")
    eve.opens("me", "greedy", "greedy")
    assert recovers(ann, link_of(eve)) == 200
    ann.posts("/api/account/bring", token=sign_in(ann, device).json()["bring"])
    ann.gets("/api/me/data")
    eve.cannot_read("/api/me/data", status=401)


def test_sessions_of_merged_people_end_in_both_databases(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    put_person(store, StoredPerson("eve", "Eve"))

    def read(*ids: str) -> list[Any]:
        return [read_person(store, id_) for id_ in ids]

    def epochs() -> list[int]:
        return [person.epoch for person in read("eve", "bob", "ann")]

    assert merge_people(store, *read("eve", "bob")) is not None
    assert read("eve")[0].epoch == 0, "people' devices follow"
    assert merge_people(store, *read("bob", "ann")) is not None
    assert epochs() == [1, 1, 0]
    moderation.set_role(store, "cli", "ann", "moderator", 2.0)
    assert epochs() == [2, 2, 1], "a role is for who signs in again"


def test_export_and_deletion_need_a_new_session(ann: Person, device: Authenticator) -> None:
    ann.site.clock.advance(700)
    for answer in (ann.get("/api/me/data"), ann.post("/api/me/forget", {"name": "Nefer"})):
        assert answer.status_code == 403
        assert "sign in again" in answer.json()["error"]
    page = ann.reads("/me")
    assert "/api/me/data" not in page
    assert 'id="forget"' not in page
    sign_in(ann, device)
    assert "/api/me/data" in ann.reads("/me")
    ann.gets("/api/me/data")
    ann.posts("/api/me/forget", name="Nefer")


def test_a_people_linked_device_neither_exports_nor_deletes(site: Site, ann: Person) -> None:
    other = site.person("At work")
    assert recovers(other, link_of(ann)) == 200
    other.posts("/api/person", name="Anna")
    other.posts("/api/sessions/end")
    for answer in (other.get("/api/me/data"), other.post("/api/me/forget", {"name": "Anna"})):
        assert answer.status_code == 403
        assert "joined by a link" in answer.json()["error"]
    assert 'id="forget"' not in other.reads("/me")
    assert claim(other, Authenticator(), "Nefer").is_success
    other.gets("/api/me/data")


def is_let_in(site: Site, token: str) -> bool:
    headers = {"authorization": f"Bearer {token}"}
    return site.stranger().get("/api/tables", headers=headers).status_code != 401


def test_a_token_is_worth_nothing_after_signing_out(ann: Person, device: Authenticator) -> None:
    phone = ann.site.person()
    token = sign_in(phone, device).json()["token"]
    tokens = token, phone.client.cookies["nomarch"]
    assert all(is_let_in(ann.site, token) for token in tokens)
    phone.posts("/api/account/sign-out")
    assert not any(is_let_in(ann.site, token) for token in tokens)
    ann.gets("/api/tables")  # other devices stay signed in


def test_signing_in_again_replaces_the_session(ann: Person, device: Authenticator) -> None:
    old = ann.client.cookies["nomarch"]
    sign_in(ann, device)
    assert not is_let_in(ann.site, old)
    ann.gets("/api/tables")


def test_a_new_role_is_for_new_sessions(ann: Person, device: Authenticator) -> None:
    ann.site.changes(moderation.set_role, "cli", ann.id, "moderator", now())
    ann.cannot_read("/api/tables", status=401)
    ann.client.cookies.clear()
    ann.reads("/sign-in")
    sign_in(ann, device)
    ann.reads("/moderation")
