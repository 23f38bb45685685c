"""Names of members are theirs: not to be taken by people, look-alikes or seats at a screen."""

from typing import Any
from unicodedata import name as name_of

import pytest

from nomarch.errors import Refused
from nomarch.people import accounts
from nomarch.people.handle_keys import SETTING, refresh_handle_keys
from nomarch.people.handles import check_handle, handle_key, is_reserved
from nomarch.people.person_store import put_person
from nomarch.storage.schema import HANDLE, PERSON
from nomarch.storage.site_settings import write_setting
from nomarch.storage.statements import update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import PLAYER, Person as StoredPerson, Seat

from .actors import Person, Site
from .test_accounts import store

__all__ = ["store"]  # a fixture

LIKE_PLAIN_USER = (
    "Plain-User ", " plain_user", "Plain User", "Plain\u200b-User", "PIain-User", "P1ain-User",
    "Рlаin-Usеr", "ＰＬＡＩＮ-ＵＳＥＲ", "𝐏𝐥𝐚𝐢𝐧-User", "Plain.User!", "★ Plain User ★",
    "Pláin-Üser", "PLAIN\u202e-USER",
)  # fmt: skip
OFFICIAL = (
    "Admin", "admin ", "Аdmin", "ΑDMIN", "Admin 2", "admin1", "Adm1n", "The Moderator", "a.d.m.i.n",
    "NomarchAdmin", "nomarch_team", "Imhotep", "You", "Ad\u200bmin", "Мoderator", "Site Staff",
)  # fmt: skip


def test_names_that_read_like_one() -> None:
    digits = {"V3ra": "Vera", "4nna": "Anna", "5obek": "Sobek", "Tu7a": "Tuta", "0tto": "Otto"}
    letters = {"modern": "modem", "vvim": "wim", "straße": "STRASSE", "1lse": "Ilse"}
    others = digits | letters
    for spelt, name in (dict.fromkeys(LIKE_PLAIN_USER, "Plain-User") | others).items():
        assert handle_key(spelt) == handle_key(name), spelt


def test_keys_of_keys_are_keys_and_case_does_not_count() -> None:
    signs = [chr(code) for code in range(0x20, 0xAB70)]
    for letter in (sign for sign in signs if name_of(sign, "").startswith("LATIN ")):
        assert handle_key(handle_key(letter)) == handle_key(letter), letter
    for letter in "ÆÐØŁĦÞŊƐʒŒ":
        assert handle_key(letter) == handle_key(letter.lower()) != "", letter
    assert handle_key("Søren") == handle_key("Soren")
    assert handle_key("Ann") != handle_key("Ann 2")


def test_words_that_sound_like_the_site(ann: Person) -> None:
    for name in OFFICIAL:
        assert is_reserved(name), name
        ann.cannot("/api/person", status=422, name=name)
    for name in ("Badminton", "Modesty", "Supporter", "Ann", "Amun 12", "Botho"):
        assert not is_reserved(name), name


@pytest.mark.parametrize("name", ["Admin-Team", "mod_2", "Nomarch-Admin", "TheAdmin"])
def test_claimed_names_do_not_sound_like_staff(name: str) -> None:
    with pytest.raises(BadRequest):
        check_handle(name)


def test_nobody_takes_a_members_name(site: Site) -> None:
    member, eve = site.member("Plain-User"), site.person("Eve")

    def with_one(name: str) -> dict[str, Any]:
        here = {"kind": "here", "name": name}
        return {"game": "ra", "seats": [{"kind": "me"}, here, {"kind": "bot"}]}

    for name in LIKE_PLAIN_USER:
        eve.cannot("/api/person", status=409, name=name)
        eve.cannot("/api/tables", status=409, **with_one(name))
    assert eve.posts("/api/person")["name"] == "Eve"
    eve.cannot("/api/tables", status=422, **with_one("Аdmin"))
    member.posts("/api/tables", **with_one("Plain-User"))  # her own


def test_whose_name_is_claimed_later_plays_without_it(site: Site) -> None:
    eve, nefer = site.person("Nefer"), site.member("Nefer")
    table = eve.opens("me", "friend", "greedy")
    assert eve.sees(table)["seats"][0]["name"].startswith("Guest ")
    names = [seat["name"] for seat in nefer.sees(nefer.meets(eve, bots=("greedy",)))["seats"]]
    assert names[0] == "Nefer"
    assert names[1].startswith("Guest ")


def test_a_look_alike_is_taken(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Lars", 1.0)
    with pytest.raises(Refused, match="taken"):
        accounts.claim_handle(store, "bob", "Lɑrs", 2.0)
    seats = [Seat(PLAYER, "LARS", "bob"), Seat(PLAYER, "Lars", "ann"), Seat(PLAYER, "Bob", "bob")]
    assert [seat.name for seat in accounts.own_names(store, seats)] == ["Guest bob", "Lars", "Bob"]


def test_keys_are_made_anew_once(store: Store) -> None:
    put_person(store, StoredPerson("cid", "Cid"))
    for id_, name, key in (
        ("ann", "Søren", "søren"), ("bob", "Lɑrs", "lɑrs"), ("cid", "Lars", "lars"),
    ):  # fmt: skip
        accounts.claim_handle(store, id_, name, 1.0)
        update_rows(store, HANDLE, {"person": id_}, handle_key=key)
        update_rows(store, PERSON, {"id": id_}, handle_key=key)
    write_setting(store, SETTING, "0")
    assert [refresh_handle_keys(store) for _ in range(2)] == [1, 0]
    assert accounts.person_named(store, "Soren") == "ann"
    assert accounts.person_named(store, "Lars") == "cid", "who had the key keeps it"
    assert store.rows("SELECT handle_key FROM person WHERE id = 'bob'") == [("lɑrs",)]
