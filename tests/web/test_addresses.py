"""Addresses that lead elsewhere, limits that spelling does not evade, private ratings."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest

from nomarch.people import accounts
from nomarch.people.live_games import live_games
from nomarch.people.notices import Subscription
from nomarch.people.rating_store import StoredRating, put_rating
from nomarch.people.ratings import Belief
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import PLAYER, Seat, TableSummary, now
from nomarch.tables.stores.summary_store import save_summaries
from nomarch.tables.stores.table_store import put_table
from nomarch.web.http.limits import client_network
from nomarch.web.http.root_path import local_path
from nomarch.web.operations.mail import Mailer, check_address
from nomarch.web.operations.push import Pusher

from .actors import Person, Site
from .authenticator import Authenticator as Device
from .conftest import Start
from .test_accounts import Mails, claim, mails, store
from .test_store import record

__all__ = ["mails", "store"]  # fixtures

ELSEWHERE = (
    "/\\evil.example", "//evil.example", "\\\\evil.example", "https://evil.example",
    "/\t/evil.example", "/\n\\evil.example", "javascript:alert(1)", "evil.example", "",
    "///evil.example", "/\\/evil.example",
)  # fmt: skip


@pytest.mark.parametrize("path", ELSEWHERE)
def test_signing_in_leads_nowhere_else(path: str, ann: Person) -> None:
    assert local_path(path) == ""
    answer = ann.get("/sign-in", params={"next": path})
    assert answer.status_code == 422 or 'data-next="/me"' in answer.text
    assert "evil" not in answer.text.partition("<main")[2]


def test_signing_in_leads_back() -> None:
    for path in ("/me", "/t/abc?watch=1", "/@Léa", "/tournaments/x#players"):
        assert local_path(path) == path


def test_the_link_for_another_device_names_the_public_address(start: Start) -> None:
    with start(public_url="https://games.example.org", root="/ra") as site:
        page = site.stranger().get("/ra/me", headers={"host": "evil.example"}).text
    assert 'value="https://games.example.org/ra/me/' in page
    assert "evil.example" not in page


# --- Limits --------------------------------------------------------------------------------------


def at(site: Site, address: str) -> Person:
    """Somebody at an address of their own."""
    person = site.stranger(address=address)
    person.posts("/api/person")
    return person


def test_codes_are_tried_few_times_however_a_name_is_spelt(site: Site, ann: Person) -> None:
    claim(ann, Device(), "Nefer-Titi")
    codes = ann.posts("/api/account/codes")["codes"]
    eve = at(site, "203.0.113.5")
    *few, last = ("Nefer-Titi", "nefertiti", "NEFER_TITI", "n-e-f-e-r-titi", "Néfer-Titi",
                  "Nefer-T1ti")  # fmt: skip
    for name in few:
        eve.cannot("/api/sign-in/code", status=403, handle=name, code="x")
    eve.cannot("/api/sign-in/code", status=429, handle=last, code="x")
    owner = at(site, "198.51.100.7")  # nobody locks the owner out
    owner.posts("/api/sign-in/code", handle="nefertiti", code=codes[0])


def test_strangers_do_not_use_up_an_owners_mails(mails: Mails) -> None:
    ann = mails.owner(at(mails.site, "198.51.100.7"))
    eve = at(mails.site, "203.0.113.5")
    spelt = ["ann@example.org", "ANN@example.org", "ann+1@example.org", "ann@example.org"]
    assert [mails.asks(eve, mail=mail, sign_in=True) for mail in spelt] == [200] * 3 + [429]
    others = [at(mails.site, f"192.0.2.{number}") for number in range(9)]
    told = [mails.asks(other, mail="ann@example.org", sign_in=True) for other in others]
    assert 429 in told, "one address gets only so many mails"
    assert mails.asks(ann, mail="ann@example.org", sign_in=True) == 200, "an owner has a share"
    assert mails.sent[-1]["To"] == "ann@example.org"


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x85", "\u202e", "\u200b", "\ue000"])
def test_addresses_without_control_characters(sign: str) -> None:
    for address in (f"a{sign}b@example.org", f"ab@exa{sign}mple.org", f"ab@example.or{sign}g"):
        with pytest.raises(BadRequest):
            check_address(address)


@pytest.mark.parametrize("mail", ["", "ann", "a@b", "a b@c.example", "<a@b.example>"])
def test_mails_to_what_is_no_address_are_refused(mails: Mails, mail: str) -> None:
    assert mails.asks(mails.site.person(), mail=mail, handle="Nefer") == 422
    assert mails.sent == []


def test_one_household_is_one_client_however_its_address_is_written() -> None:
    assert client_network("::ffff:192.0.2.7") == client_network("192.0.2.7") == "192.0.2.7"
    assert client_network("::ffff:c000:207") == "192.0.2.7"
    assert client_network("2001:db8::1%eth0") == client_network("2001:DB8:0:ff:1::2")
    assert client_network("2001:db8::1") != client_network("2001:db8:0:100::1")


@pytest.mark.parametrize(
    "endpoint",
    ["https://evil.example\\.push.apple.com/x", "https://evil.example\\@web.push.apple.com/x",
     "https://web.push.apple.com\\evil.example/x", "https://evil.example#.push.apple.com",
     "https://evil.example/\t.push.apple.com", "https://web.push.apple.com/x\\y"],
)  # fmt: skip
def test_push_endpoints_that_programs_read_differently(endpoint: str) -> None:
    p256dh, auth = "A" * 87, "A" * 22
    pusher = Pusher("", "mailto:games@example.org")
    assert pusher.accepts(Subscription("https://web.push.apple.com/x?y=1", p256dh, auth))
    assert not pusher.accepts(Subscription(endpoint, p256dh, auth))


# --- Mail ----------------------------------------------------------------------------------------


def test_the_address_to_unsubscribe_is_one_plain_word() -> None:
    link = "<https://games.example.org/notices/stop/" + "x" * 200 + ">"
    mailer = Mailer("smtp://mail.example", "N <n@example.org>")
    message = mailer.compose("a@b.example", "É" * 90, "t")
    message["List-Unsubscribe"] = link
    written = message.as_bytes(policy=message.policy.clone(linesep="\r\n"))
    assert f"\r\nList-Unsubscribe: {link}\r\n".encode() in written
    read = message_from_bytes(written, policy=default)
    assert (read["List-Unsubscribe"], read["Subject"]) == (link, "É" * 90)


def test_a_deleted_name_is_refused_before_anything_is_mailed(mails: Mails) -> None:
    ann, bob = mails.owner(), mails.site.person()
    ann.posts("/api/me/forget", name="Nefer")
    sent = len(mails.sent)
    assert mails.asks(bob, mail="bob@example.org", handle="nefer") == 409
    bob.cannot("/api/passkeys/begin", status=409, handle="nefer")
    assert len(mails.sent) == sent


# --- Private profiles ----------------------------------------------------------------------------


def test_live_games_do_not_show_a_private_rating(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    put_rating(store, "ann", "ra", StoredRating(Belief(2400.0, 60.0)))
    seats = (Seat(PLAYER, "Nefer", "ann"), Seat(PLAYER, "Bob", "bob"))
    put_table(store, record(seats=seats, public=True, game="ra"))
    save_summaries(store, {"t1": TableSummary(3, (0,), False, 3, now())})
    (shown,) = live_games(store, now())
    assert shown.rating == (2400 + Belief().mu) / 2
    accounts.set_private(store, "ann", True)
    (shown,) = live_games(store, now())
    assert shown.rating == Belief().mu
