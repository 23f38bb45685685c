"""A name that stays: claimed with a passkey or by mail, used on several devices, recovered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from nomarch.errors import Refused
from nomarch.people import accounts, notices
from nomarch.people.accounts import MailToken
from nomarch.people.deletion import forget_person
from nomarch.people.handles import check_handle, handle_key
from nomarch.people.notices import NoticeSettings, Subscription
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import find_abandoned, mark_visit, put_person, read_person
from nomarch.people.rating_store import StoredRating, put_rating
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import Person as StoredPerson
from nomarch.tables.state.quiet_hours import QuietHours
from nomarch.tables.stores.results import GameResult, SeatResult, put_result, results_of
from nomarch.tables.stores.table_store import read_table
from nomarch.web.account.alerts import put_alert
from nomarch.web.app import create_app
from nomarch.web.operations.mail import Mailer
from nomarch.web.operations.settings import Settings

from .authenticator import Authenticator
from .conftest import Arrives
from .people import Person, call, misspelt, stored, visitor

DAY = 86_400.0


@pytest.fixture
def store(store: Store) -> Store:
    for id_ in ("ann", "bob"):
        put_person(store, StoredPerson(id_, id_.title()))
    return store


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Léa", "nefer-titi", "Ramses_2", "2fast", "Zoë"])
def test_names_that_are_allowed(name: str) -> None:
    assert check_handle(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    ["", "ab", "a" * 21, "two words", "-dash", "_x_", "123", "Аnn", "a/b", "a@b", "x\u200by", "<b>",
     "Admin", "a-d-m-i-n", "N0march", "moderat0r", "Imhotep", "lmhotep"],
)  # fmt: skip
def test_names_that_are_not(name: str) -> None:
    with pytest.raises(BadRequest):
        check_handle(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "aNN"), ("Lea", "Léa"), ("Oliver", "0liver"), ("Ilse", "1lse"), ("modern", "modem"),
     ("vvim", "wim"), ("a-b-c", "ABC"), ("straße", "STRASSE")],
)  # fmt: skip
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert handle_key(one) == handle_key(other)


def test_a_name_belongs_to_one(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    with pytest.raises(Refused, match="taken"):
        accounts.claim_handle(store, "bob", "nEfer", 2.0)
    person = read_person(store, "ann")
    assert person is not None
    assert (person.name, person.handle) == ("Nefer", "Nefer")
    assert accounts.person_named(store, "NEFER") == "ann"
    assert accounts.person_named(store, "---") == ""


def test_a_name_changes_once_in_a_while_and_stays_reserved(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    with pytest.raises(Refused, match="in 90 days"):
        accounts.rename_handle(store, "ann", "Isis", 2.0)
    accounts.rename_handle(store, "ann", "NEFER", 3.0)  # only its spelling
    accounts.rename_handle(store, "ann", "Isis", 91 * DAY)
    with pytest.raises(Refused, match="taken"):
        accounts.claim_handle(store, "bob", "Nefer", 91 * DAY)
    with pytest.raises(Forbidden):
        accounts.rename_handle(store, "bob", "Horus", 91 * DAY)


# --- The store -----------------------------------------------------------------------------------


def test_a_challenge_works_once_for_one_browser_and_purpose(store: Store) -> None:
    id_ = accounts.add_challenge(store, "ann", "claim", b"value", 1.0, "Nefer")
    with pytest.raises(Forbidden):
        accounts.use_challenge(store, id_, "bob", ("claim",), 2.0)
    found = accounts.use_challenge(store, id_, "ann", ("claim",), 2.0)
    assert (found.handle, found.value) == ("Nefer", b"value")
    with pytest.raises(Forbidden):
        accounts.use_challenge(store, id_, "ann", ("claim",), 2.0)
    late = accounts.add_challenge(store, "ann", "claim", b"value", 1.0)
    with pytest.raises(Forbidden):
        accounts.use_challenge(store, late, "ann", ("claim",), 302.0)
    other = accounts.add_challenge(store, "ann", "sign-in", b"value", 1.0)
    with pytest.raises(Forbidden):
        accounts.use_challenge(store, other, "ann", ("claim",), 2.0)


def test_a_mail_link_works_once_and_looking_does_not_use_it(store: Store) -> None:
    said = MailToken("ann", "a@b.example", "add", "Nefer")
    token, _ = accounts.add_mail_token(store, said, 1.0)
    assert accounts.mail_token(store, token, 2.0) == said
    assert {accounts.mail_token(store, wrong, 2.0) for wrong in misspelt(token)} == {None}
    assert token not in str(store.rows("SELECT * FROM mail_token")), "only its hash is stored"
    assert accounts.use_mail_token(store, token, 2.0) == said
    with pytest.raises(Forbidden):
        accounts.use_mail_token(store, token, 2.0)
    old, _ = accounts.add_mail_token(store, said, 1.0)
    assert accounts.mail_token(store, old, 700.0) is None
    with pytest.raises(Forbidden):
        accounts.use_mail_token(store, old, 700.0)


def test_a_mails_code_works_once_in_one_browser_and_for_few_tries(store: Store) -> None:
    said = MailToken("ann", "a@b.example", "sign-in", "Nefer")
    token, code = accounts.add_mail_token(store, said, 1.0, "browser")
    assert accounts.use_mail_code(store, "other", code, 2.0) is None
    assert accounts.use_mail_code(store, "browser", code, 602.0) is None, "too late"
    assert accounts.use_mail_code(store, "browser", f"{code[:3]} {code[3:]}", 2.0) == said
    assert accounts.use_mail_code(store, "browser", code, 2.0) is None
    assert accounts.mail_token(store, token, 2.0) is None, "the link is used up with it"
    _, code = accounts.add_mail_token(store, said, 1.0, "browser")
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for _ in range(accounts.MAIL_CODE_TRIES):
        assert accounts.use_mail_code(store, "browser", wrong, 2.0) is None
    assert accounts.use_mail_code(store, "browser", code, 2.0) is None, "tried too often"
    _, code = accounts.add_mail_token(store, MailToken("", "x@y.example", "sign-in", ""), 1.0, "b")
    assert accounts.use_mail_code(store, "b", code, 2.0) is None, "nobody's address"


def test_a_recovery_code_works_once(store: Store) -> None:
    codes = accounts.new_codes(store, "ann")
    assert len(set(codes)) == accounts.CODES
    assert not accounts.use_code(store, "bob", codes[0])
    assert accounts.use_code(store, "ann", codes[0].lower().replace("-", " "))
    assert not accounts.use_code(store, "ann", codes[0])
    accounts.new_codes(store, "ann")
    assert not accounts.use_code(store, "ann", codes[1]), "new ones replace the old"


def test_a_devices_alert_waits_for_no_morning(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    settings = NoticeSettings(push=(), quiet=QuietHours(0, 23), language="fr")
    notices.write_settings(store, "ann", settings)
    notices.subscribe(store, "ann", Subscription("https://push.example", "k", "a"), "fr", 1.0)
    alert = put_alert(store, "ann", notices.RECOVERED, "en", 7200.0)
    assert (alert.handle, alert.mail, alert.language) == ("Nefer", "", "fr")
    (told,) = notices.take_notices(store, "process", 7200.0, 9)
    assert (told.kind, told.channel, told.values["path"]) == ("recovered", "push", "/me")


def key(credential: str = "k1", person: str = "ann") -> accounts.Passkey:
    return accounts.Passkey(credential, person, b"public", 0, "usb", False, "Key", 1.0, 1.0)


def test_the_last_way_to_sign_in_stays(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    accounts.add_passkey(store, key())
    account = accounts.account_of(store, "ann")
    assert account is not None
    assert account.is_fragile
    with pytest.raises(Refused, match="only way"):
        accounts.remove_passkey(store, "ann", "k1")
    accounts.set_mail(store, "ann", "a@b.example")
    accounts.remove_passkey(store, "ann", "k1")
    with pytest.raises(Refused, match="only way"):
        accounts.set_mail(store, "ann", "")
    with pytest.raises(Refused, match="another account"):
        accounts.set_mail(store, "bob", "a@b.example")


def test_a_passkey_belongs_to_one_account(store: Store) -> None:
    accounts.add_passkey(store, key())
    with pytest.raises(Refused, match="in use"):
        accounts.add_passkey(store, key(person="bob"))
    assert not accounts.rename_passkey(store, "bob", "k1", "Mine")
    with pytest.raises(Refused):
        accounts.remove_passkey(store, "bob", "k1")


def test_a_deleted_account_leaves_nothing_but_results_without_a_name(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    accounts.add_passkey(store, key())
    accounts.set_mail(store, "ann", "a@b.example")
    accounts.new_codes(store, "ann")
    put_rating(store, "ann", "ra", StoredRating())
    seats = (SeatResult(0, "ann", "", 1, 9), SeatResult(1, "bob", "", 2, 3))
    with store.transaction():
        put_result(store, GameResult("t1", "ra", "", 2, True, 5.0, seats))
    forget_person(store, "ann")
    for table in ("passkey", "recovery_code", "person", "rating", "result_seat", "rating_change"):
        rows = store.rows(f"SELECT * FROM {table}")
        assert not any("ann" in row or "a@b.example" in row for row in rows), table
    assert results_of(store, "ann") == []
    assert len(results_of(store, "bob")[0].seats) == 2
    with pytest.raises(Refused, match="taken"):
        accounts.claim_handle(store, "bob", "Nefer", 2.0)


def test_an_account_is_never_merged_into_another(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    ann, bob = read_person(store, "ann"), read_person(store, "bob")
    assert ann is not None
    assert bob is not None
    assert merge_people(store, ann, bob) is None
    merge = merge_people(store, bob, ann)
    assert merge is not None
    assert merge.person.handle == "Nefer"


def test_accounts_are_not_forgotten_for_staying_away(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    for person in ("ann", "bob"):
        mark_visit(store, person, 1.0)
    assert find_abandoned(store, 1e9, 10) == ["bob"]


# --- The server ----------------------------------------------------------------------------------


def claim(person: Person, device: Authenticator, handle: str) -> httpx.Response:
    begun = person.post("/api/passkeys/begin", {"handle": handle})
    if begun.status_code != 200:
        return begun
    offer = begun.json()
    credential = device.create(offer["options"])
    return person.post(
        "/api/passkeys/finish",
        {"challenge": offer["challenge"], "credential": credential, "label": "Phone"},
    )


def sign_in(person: Person, device: Authenticator, **more: Any) -> httpx.Response:
    offer = person.post("/api/sign-in/begin").json()
    credential = device.get(offer["options"], **more)
    return person.post(
        "/api/sign-in/finish", {"challenge": offer["challenge"], "credential": credential}
    )


@pytest.fixture
def stranger(server: TestClient) -> Callable[[], Person]:
    """Makes somebody who opens the site for the first time."""

    def arrive() -> Person:
        person = visitor(server)
        assert person.get("/sign-in").status_code == 200
        return person

    return arrive


def test_a_person_claims_a_name_and_comes_back_on_another_device(
    arrives: Arrives, stranger: Callable[[], Person]
) -> None:
    ann, device = arrives("Ann"), Authenticator()
    table = ann.opens("me", "greedy", "greedy")
    answer = claim(ann, device, "Nefer")
    assert answer.status_code == 200, answer.text
    assert answer.json()["handle"] == "Nefer"
    assert "Nefer" in [seat["name"] for seat in ann.sees(table)["seats"]]
    other = stranger()
    signed = sign_in(other, device)
    assert signed.status_code == 200, signed.text
    assert signed.json()["bring"] == "", "nothing was played there before"
    assert other.sees(table)["mine"] == [0]
    page = other.get("/me").text
    assert "Phone" in page
    assert "Signed in" in page


def test_what_was_played_before_signing_in_is_brought_along_only_if_asked(
    arrives: Arrives, stranger: Callable[[], Person]
) -> None:
    ann, device = arrives("Ann"), Authenticator()
    claim(ann, device, "Nefer")
    other = arrives("At work")
    table = other.opens("me", "greedy", "greedy")
    answer = sign_in(other, device).json()
    assert (answer["before"], answer["tables"]) == ("At work", 1)
    assert other.sees(table)["mine"] == []
    assert other.post("/api/account/bring", {"token": answer["bring"]}).status_code == 200
    assert other.sees(table)["mine"] == [0]
    assert ann.sees(table)["mine"] == [0]
    assert other.post("/api/account/bring", {"token": answer["bring"]}).status_code == 403


def test_answers_that_are_not_accepted(arrives: Arrives) -> None:
    ann, device = arrives("Ann"), Authenticator()
    claim(ann, device, "Nefer")
    for wrong in (
        replace(device, origin="https://evil.example"),
        Authenticator(user=device.user, id_=device.id_),  # another key
        replace(device, user="AAAA"),  # another account's
    ):
        assert sign_in(arrives(), wrong).status_code == 422
    assert sign_in(arrives(), Authenticator()).status_code == 403, "an unknown passkey"
    bob = arrives("Bob")
    offer = bob.post("/api/sign-in/begin").json()
    answer = {"challenge": offer["challenge"], "credential": device.get(offer["options"])}
    assert arrives("Eve").post("/api/sign-in/finish", answer).status_code == 403, "Bob's challenge"
    assert bob.post("/api/sign-in/finish", answer).status_code == 200
    assert bob.post("/api/sign-in/finish", answer).status_code == 403, "replayed"


def test_names_are_claimed_once_also_in_two_tabs(arrives: Arrives) -> None:
    ann, bob = arrives("Ann"), arrives("Bob")
    begun = [p.post("/api/passkeys/begin", {"handle": "Nefer"}).json() for p in (ann, bob)]
    answers = [
        person.post(
            "/api/passkeys/finish",
            {
                "challenge": offer["challenge"],
                "credential": Authenticator().create(offer["options"]),
            },
        )
        for person, offer in zip((ann, bob), begun, strict=True)
    ]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert claim(bob, Authenticator(), "néfer").status_code == 409
    assert claim(bob, Authenticator(), "admin").status_code == 422
    assert bob.post("/api/person", {"name": "Nefer"}).status_code == 409, "nor as a person's name"
    assert ann.post("/api/person", {"name": "Other"}).json()["name"] == "Nefer"


def test_passkeys_are_changed_only_soon_after_signing_in(
    arrives: Arrives, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, device, second = arrives("Ann"), Authenticator(), Authenticator(is_synced=False)
    claim(ann, device, "Nefer")
    assert claim(ann, second, "").status_code == 200
    first = ann.get("/me").text
    credentials = re.findall(r'data-passkey="([^"]+)"', first)
    assert len(credentials) == 2
    renamed = ann.post("/api/passkeys/rename", {"credential": credentials[0], "label": "Laptop"})
    assert renamed.status_code == 200
    monkeypatch.setattr("nomarch.web.http.identity.FRESH_SECONDS", -1)
    remove = {"credential": credentials[1]}
    assert ann.post("/api/passkeys/remove", remove).status_code == 403
    assert ann.post("/api/passkeys/begin", {}).status_code == 403
    assert ann.post("/api/account/codes").status_code == 403
    assert ann.post("/api/mail/remove").status_code == 403
    monkeypatch.undo()
    assert ann.post("/api/passkeys/remove", remove).status_code == 200
    remove = {"credential": credentials[0]}
    assert ann.post("/api/passkeys/remove", remove).status_code == 409, "the last way"
    assert "Laptop" in ann.get("/me").text


def test_signing_out_here_and_everywhere(arrives: Arrives, stranger: Callable[[], Person]) -> None:
    ann, device, other = arrives("Ann"), Authenticator(), stranger()
    assert ann.post("/api/account/sign-out").status_code == 409, "a person would lose everything"
    claim(ann, device, "Nefer")
    sign_in(other, device)
    assert "Nefer" in other.get("/me").text
    assert ann.post("/api/sessions/end").status_code == 200
    assert "Nefer" not in other.get("/me").text
    assert "Nefer" in ann.get("/me").text
    assert ann.post("/api/account/sign-out").status_code == 200
    assert "Nefer" not in ann.get("/me").text
    assert sign_in(ann, device).status_code == 200


def test_a_recovery_code_gets_somebody_back_in_and_says_nothing_else(
    arrives: Arrives, stranger: Callable[[], Person]
) -> None:
    ann = arrives("Ann")
    claim(ann, Authenticator(), "Nefer")
    codes = ann.post("/api/account/codes").json()["codes"]
    other = stranger()
    unknown = other.post("/api/sign-in/code", {"handle": "Nobody-here", "code": codes[0]})
    wrong = other.post("/api/sign-in/code", {"handle": "Nefer", "code": "AAAAA-AAAAA"})
    assert (unknown.status_code, unknown.json()) == (wrong.status_code, wrong.json())
    right = {"handle": "nefer", "code": codes[0]}
    assert other.post("/api/sign-in/code", right).json()["handle"] == "Nefer"
    assert "recovery code" in other.get("/me").text
    assert stranger().post("/api/sign-in/code", right).status_code == 403
    for _ in range(5):
        last = stranger().post("/api/sign-in/code", {"handle": "Nefer", "code": "x"})
    assert last.status_code == 429, "guessing is slow, whoever tries"


def test_tries_are_limited(settings: Settings) -> None:
    slow = Settings(data=settings.data, bot_pause=(0, 0), requests_per_second=20)
    with TestClient(create_app(slow), raise_server_exceptions=False) as client:
        person = visitor(client)
        person.get("/sign-in")
        answers = [person.post("/api/sign-in/begin").status_code for _ in range(25)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_the_export_has_the_account_without_its_secrets(arrives: Arrives) -> None:
    ann = arrives("Ann")
    claim(ann, Authenticator(), "Nefer")
    codes = ann.post("/api/account/codes").json()["codes"]
    data = ann.get("/api/me/data")
    account = data.json()["account"]
    assert (account["handle"], account["recovery_codes"]) == ("Nefer", len(codes))
    assert account["passkeys"][0]["label"] == "Phone"
    assert [line["action"] for line in data.json()["activity"]][:1] == ["claimed"]
    assert codes[0] not in data.text
    ann.post("/api/me/forget", {"name": "Nefer"})
    assert claim(arrives("Bob"), Authenticator(), "Nefer").status_code == 409


# --- Mail ----------------------------------------------------------------------------------------


class Post:
    """Mails that were sent, and a mailer that sends them here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[EmailMessage] = []

        async def send(mailer: Mailer, message: EmailMessage) -> None:
            self.sent.append(message)

        monkeypatch.setattr(Mailer, "send", send)

    def code(self) -> str:
        found = re.search(r"^(\d{3}) (\d{3})$", self.sent[-1].get_content(), re.MULTILINE)
        assert found is not None
        return "".join(found.groups())

    def link(self) -> str:
        found = re.search(r"http://localhost:8000(/mail/\S+)", self.sent[-1].get_content())
        assert found is not None
        return found.group(1)


@pytest.fixture
def mails(monkeypatch: pytest.MonkeyPatch) -> Post:
    return Post(monkeypatch)


@pytest.fixture
def posting(settings: Settings, mails: Post) -> Iterator[TestClient]:
    mailer = Mailer("smtp+plain://mail.example", "Nomarch <games@example.org>")
    changed = Settings(data=settings.data, bot_pause=(0, 0), requests_per_second=1e6, mail=mailer)
    with TestClient(create_app(changed), raise_server_exceptions=False) as client:
        yield client


def settle(client: TestClient) -> None:
    """Waits until the mails are sent."""
    app: Any = client.app
    call(client, app.state.services.accounts.finish)


def asks(client: TestClient, person: Person, **said: Any) -> int:
    status = person.post("/api/mail/ask", said).status_code
    settle(client)
    return status


def person(client: TestClient) -> Person:
    person = visitor(client)
    assert person.post("/api/person", {"name": ""}).status_code == 200
    return person


def uses(person: Person, link: str) -> httpx.Response:
    assert person.get(link).status_code == 200, "a scanner looks first; that uses nothing up"
    return person.post("/api/mail/use", {"token": link.rsplit("/", 1)[1]})


def test_a_name_is_claimed_by_mail_and_used_elsewhere(posting: TestClient, mails: Post) -> None:
    ann, other = person(posting), person(posting)
    assert asks(posting, ann, mail="Ann@Example.org", handle="Nefer") == 200
    assert mails.sent[-1]["To"] == "ann@example.org"
    link = mails.link()
    token = link.rsplit("/", 1)[1]
    assert "Wrong device" in other.get(link).text
    assert other.post("/api/mail/use", {"token": token}).status_code == 403
    assert uses(ann, link).json()["handle"] == "Nefer"
    assert ann.post("/api/mail/use", {"token": token}).status_code == 403, "once"
    assert asks(posting, other, mail="ann@example.org", sign_in=True) == 200
    assert "Nefer" in other.get(mails.link()).text
    assert uses(other, mails.link()).json()["handle"] == "Nefer"
    assert "ann@example.org" in other.get("/me").text


def test_a_mails_code_signs_in_where_one_asked_for_it(posting: TestClient, mails: Post) -> None:
    ann, other, eve = person(posting), person(posting), person(posting)
    asks(posting, ann, mail="ann@example.org", handle="Nefer")
    assert ann.post("/api/mail/code", {"code": mails.code()}).json()["handle"] == "Nefer"
    asks(posting, other, mail="ann@example.org", sign_in=True)
    said = {"code": mails.code()}
    stolen = eve.post("/api/mail/code", said)
    assert stolen.status_code == 403
    asks(posting, eve, mail="nobody@example.org", sign_in=True)
    assert eve.post("/api/mail/code", said).json() == stolen.json(), "says nothing of addresses"
    assert other.post("/api/mail/code", said).json()["handle"] == "Nefer"
    asks(posting, other, mail="ann@example.org", sign_in=True)
    wrong = {"code": f"{(int(mails.code()) + 1) % 1_000_000:06}"}
    for _ in range(accounts.MAIL_CODE_TRIES):
        assert other.post("/api/mail/code", wrong).json() == stolen.json()
    assert other.post("/api/mail/code", {"code": mails.code()}).status_code == 403


def test_an_owner_is_told_of_new_ways_in(posting: TestClient, mails: Post) -> None:
    ann, other = person(posting), person(posting)
    asks(posting, ann, mail="ann@example.org", handle="Nefer")
    uses(ann, mails.link())
    codes = ann.post("/api/account/codes").json()["codes"]
    assert claim(ann, Authenticator(), "").status_code == 200
    other.post("/api/sign-in/code", {"handle": "Nefer", "code": codes[0]})
    asks(posting, ann, mail="new@example.org")
    uses(ann, mails.link())
    settle(posting)
    assert [(mail["To"], mail["Subject"]) for mail in mails.sent[1:]] == [
        ("ann@example.org", "A passkey was added to Nefer"),
        ("ann@example.org", "Someone signed in as Nefer with a recovery code"),
        ("new@example.org", "Confirm your mail address"),
        ("ann@example.org", "The mail address of Nefer was changed"),
    ]
    assert "Wasn't it you?" in mails.sent[-1].get_content()


def test_nobody_learns_which_addresses_have_accounts(posting: TestClient, mails: Post) -> None:
    ann, eve = person(posting), person(posting)
    asks(posting, ann, mail="ann@example.org", handle="Nefer")
    uses(ann, mails.link())
    sent = len(mails.sent)
    known = eve.post("/api/mail/ask", {"mail": "ann@example.org", "sign_in": True})
    unknown = eve.post("/api/mail/ask", {"mail": "bob@example.org", "sign_in": True})
    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    settle(posting)
    assert [mail["To"] for mail in mails.sent[sent:]] == ["ann@example.org"]
    # Whoever claims another name with Ann's address only sends her a link to her own account.
    assert asks(posting, eve, mail="ann@example.org", handle="Fake") == 200
    assert "sign in as Nefer" in mails.sent[-1].get_content()


def test_an_address_gets_three_mails_an_hour(posting: TestClient, mails: Post) -> None:
    asked = [
        asks(posting, person(posting), mail="ann@example.org", handle=f"Nefer{number}")
        for number in range(6)
    ]
    assert asked == [200] * 3 + [429] * 3, "who gets no mail is told so"
    assert len(mails.sent) == 3


def test_addresses_that_are_none(posting: TestClient, mails: Post) -> None:
    ann = person(posting)
    for mail in (
        "",
        "ann",
        "a@b",
        "a b@c.example",
        "a@b.example\nBcc: x@y.example",
        "<a@b.example>",
    ):
        assert asks(posting, ann, mail=mail, handle="Nefer") == 422
    assert mails.sent == []


def test_a_mail_that_cannot_be_sent_changes_no_answer(
    posting: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nomarch.web.operations.mail import MailUnavailable

    async def fail(mailer: Mailer, message: EmailMessage) -> None:
        raise MailUnavailable("down")

    monkeypatch.setattr(Mailer, "send", fail)
    assert asks(posting, person(posting), mail="ann@example.org", handle="Nefer") == 200


def test_a_server_without_mail_says_so(arrives: Arrives) -> None:
    said = {"mail": "ann@example.org", "handle": "Nefer"}
    assert arrives("Ann").post("/api/mail/ask", said).status_code == 409


# --- Rated tables --------------------------------------------------------------------------------


def test_rated_tables_are_for_claimed_names(server: TestClient, arrives: Arrives) -> None:
    ann, bob = arrives("Ann"), arrives("Bob")
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "greedy"}]
    wish = {"game": "ra", "seats": seats, "rated": True}
    assert ann.post("/api/tables", wish).status_code == 403
    claim(ann, Authenticator(), "Nefer")
    made = ann.post("/api/tables", wish)
    assert made.status_code == 201, made.text
    assert not stored(server, lambda store: read_table(store, made.json()["id"])).hints
    join = f"/api/tables/{made.json()['id']}/join"
    assert bob.post(join, {"token": made.json()["invite"]}).status_code == 403
    claim(bob, Authenticator(), "Horus")
    assert bob.post(join, {"token": made.json()["invite"]}).status_code == 200
    shared = [{"kind": "me"}, {"kind": "here"}, {"kind": "bot"}]
    for refused in ({"hints": True}, {"coached": True}, {"seats": shared}):
        assert ann.post("/api/tables", {**wish, **refused}).status_code == 422
    casual = ann.opens("me", "greedy", "greedy")
    assert not stored(server, lambda store: read_table(store, casual)).rated
