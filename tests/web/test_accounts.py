"""A name that stays: claimed with a passkey or by mail, used on several devices, recovered."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import httpx
import pytest

from nomarch.errors import Refused
from nomarch.people import accounts, notices
from nomarch.people.accounts import MailToken
from nomarch.people.deletion import forget_person
from nomarch.people.handles import check_handle
from nomarch.people.live_games import live_games
from nomarch.people.notices import NoticeSettings, Subscription
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import find_abandoned, mark_visit, put_person, read_person
from nomarch.people.rating_store import StoredRating, put_rating
from nomarch.people.ratings import Belief
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import PLAYER, Person as StoredPerson, Seat, TableSummary, now
from nomarch.tables.state.quiet_hours import QuietHours
from nomarch.tables.stores.results import GameResult, SeatResult, put_result, results_of
from nomarch.tables.stores.summary_store import save_summaries
from nomarch.tables.stores.table_store import put_table, read_table
from nomarch.web.account.alerts import put_alert
from nomarch.web.http.limits import client_network
from nomarch.web.http.root_path import local_path
from nomarch.web.operations.mail import Mailer, MailUnavailable, check_address
from nomarch.web.operations.push import Pusher

from .actors import Patch, Person, Site, misspelt
from .authenticator import Authenticator as Device
from .conftest import Start
from .test_store import record

DAY = 86_400.0


@pytest.fixture
def store(store: Store) -> Store:
    for id_ in ("ann", "bob"):
        put_person(store, StoredPerson(id_, id_.title()))
    return store


def test_names_that_can_be_claimed() -> None:
    for name in ("Léa", "nefer-titi", "Ramses_2", "2fast", "Zoë"):
        assert check_handle(f" {name} ") == name
    for name in ("", "ab", "a" * 21, "two words", "-dash", "_x_", "123", "Аnn", "a/b", "a@b",
                 "x\u200by", "<b>", "Admin", "a-d-m-i-n", "N0march", "moderat0r",
                 "lmhotep"):  # fmt: skip
        with pytest.raises(BadRequest):
            check_handle(name)


def test_a_name_changes_once_in_a_while_and_stays_reserved(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    assert [accounts.person_named(store, name) for name in ("NEFER", "---")] == ["ann", ""]
    with pytest.raises(Refused, match="in 90 days"):
        accounts.rename_handle(store, "ann", "Isis", 2.0)
    accounts.rename_handle(store, "ann", "NEFER", 3.0)  # only its spelling
    accounts.rename_handle(store, "ann", "Isis", 91 * DAY)
    with pytest.raises(Refused, match="taken"):
        accounts.claim_handle(store, "bob", "Nefer", 91 * DAY)
    with pytest.raises(Forbidden):
        accounts.rename_handle(store, "bob", "Horus", 91 * DAY)


def test_a_challenge_works_once_for_one_browser_and_purpose(store: Store) -> None:
    def refuses(id_: str, person: str = "ann", at: float = 2.0) -> None:
        with pytest.raises(Forbidden):
            accounts.use_challenge(store, id_, person, ("claim",), at)

    id_ = accounts.add_challenge(store, "ann", "claim", b"value", 1.0, "Nefer")
    refuses(id_, "bob")
    found = accounts.use_challenge(store, id_, "ann", ("claim",), 2.0)
    assert (found.handle, found.value) == ("Nefer", b"value")
    refuses(id_)
    refuses(accounts.add_challenge(store, "ann", "claim", b"value", 1.0), at=302.0)
    refuses(accounts.add_challenge(store, "ann", "sign-in", b"value", 1.0))


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


def test_a_mails_code_works_once_with_or_instead_of_its_link(store: Store) -> None:
    said = MailToken("ann", "a@b.example", "sign-in", "Nefer")
    token, code = accounts.add_mail_token(store, said, 1.0, "browser")
    assert accounts.use_mail_code(store, "browser", code, 602.0) is None, "too late"
    assert accounts.use_mail_code(store, "browser", f"{code[:3]} {code[3:]}", 2.0) == said
    assert accounts.use_mail_code(store, "browser", code, 2.0) is None
    assert accounts.mail_token(store, token, 2.0) is None, "the link is used up with it"
    _, code = accounts.add_mail_token(store, MailToken("", "x@y.example", "sign-in", ""), 1.0, "b")
    assert accounts.use_mail_code(store, "b", code, 2.0) is None, "nobody's address"


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
    assert accounts.account_of(store, "ann").is_fragile  # type: ignore[union-attr]
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


def test_an_account_is_neither_merged_nor_forgotten(store: Store) -> None:
    accounts.claim_handle(store, "ann", "Nefer", 1.0)
    for person in ("ann", "bob"):
        mark_visit(store, person, 1.0)
    assert find_abandoned(store, 1e9, 10) == ["bob"]
    ann, bob = (read_person(store, id_) for id_ in ("ann", "bob"))
    assert merge_people(store, ann, bob) is None  # type: ignore[arg-type]
    assert merge_people(store, bob, ann).person.handle == "Nefer"  # type: ignore


def claim(person: Person, device: Device, handle: str) -> httpx.Response:
    begun = person.post("/api/passkeys/begin", {"handle": handle})
    return finish(person, device, begun.json()) if begun.is_success else begun


def finish(person: Person, device: Device, offer: dict[str, Any]) -> httpx.Response:
    credential = device.create(offer["options"])
    answer = {"challenge": offer["challenge"], "credential": credential, "label": "Phone"}
    return person.post("/api/passkeys/finish", answer)


def sign_in(person: Person, device: Device, **more: Any) -> httpx.Response:
    offer = person.posts("/api/sign-in/begin")
    answer = {"challenge": offer["challenge"], "credential": device.get(offer["options"], **more)}
    return person.post("/api/sign-in/finish", answer)


@pytest.fixture
def device(ann: Person) -> Device:
    """The one with which Ann has claimed the name Nefer."""
    device = Device()
    assert claim(ann, device, "Nefer").json()["handle"] == "Nefer"
    return device


def comes(site: Site) -> Person:
    person = site.stranger()
    person.reads("/sign-in")
    return person


def test_a_name_is_claimed_and_used_on_another_device(site: Site, ann: Person) -> None:
    device, other = Device(), comes(site)
    table = ann.opens("me", "greedy", "greedy")
    ann.cannot("/api/account/sign-out", status=409)  # a person would lose everything
    assert claim(ann, device, "Nefer").json()["handle"] == "Nefer"
    assert "Nefer" in [seat["name"] for seat in ann.sees(table)["seats"]]
    assert sign_in(other, device).json()["bring"] == "", "nothing was played there before"
    assert other.sees(table)["mine"] == [0]
    page = other.reads("/me")
    assert "Phone" in page
    assert "Signed in" in page
    ann.posts("/api/sessions/end")
    assert "Nefer" not in other.reads("/me")
    assert "Nefer" in ann.reads("/me")
    ann.posts("/api/account/sign-out")
    assert "Nefer" not in ann.reads("/me")
    assert sign_in(ann, device).status_code == 200


def test_games_from_before_are_brought_if_asked(site: Site, ann: Person, device: Device) -> None:
    other = site.person("At work")
    table = other.opens("me", "greedy", "greedy")
    answer = sign_in(other, device).json()
    assert (answer["before"], answer["tables"]) == ("At work", 1)
    assert other.sees(table)["mine"] == []
    other.posts("/api/account/bring", token=answer["bring"])
    assert other.sees(table)["mine"] == ann.sees(table)["mine"] == [0]
    other.cannot("/api/account/bring", status=403, token=answer["bring"])


def test_answers_that_are_not_accepted(site: Site, device: Device, bob: Person) -> None:
    for wrong in (
        replace(device, origin="https://evil.example"),
        Device(user=device.user, id_=device.id_),  # another key
        replace(device, user="AAAA"),  # another account's
    ):
        assert sign_in(site.person(), wrong).status_code == 422
    assert sign_in(site.person(), Device()).status_code == 403, "an unknown passkey"
    offer = bob.posts("/api/sign-in/begin")
    answer = {"challenge": offer["challenge"], "credential": device.get(offer["options"])}
    site.person("Eve").cannot("/api/sign-in/finish", status=403, **answer)
    bob.posts("/api/sign-in/finish", **answer)
    bob.cannot("/api/sign-in/finish", status=403, **answer)


def test_names_are_claimed_once_also_in_two_tabs(ann: Person, bob: Person) -> None:
    tabs = [(person, person.posts("/api/passkeys/begin", handle="Nefer")) for person in (ann, bob)]
    answers = [finish(person, Device(), offer).status_code for person, offer in tabs]
    assert answers == [200, 409]
    bob.cannot("/api/passkeys/begin", status=409, handle="néfer")
    bob.cannot("/api/passkeys/begin", status=422, handle="admin")
    bob.cannot("/api/person", status=409, name="Nefer")
    assert ann.posts("/api/person", name="Other")["name"] == "Nefer"


@pytest.mark.usefixtures("device")
def test_passkeys_change_only_soon_after_signing_in(ann: Person, monkeypatch: Patch) -> None:
    assert claim(ann, Device(is_synced=False), "").status_code == 200
    first, second = re.findall(r'data-passkey="([^"]+)"', ann.reads("/me"))
    ann.posts("/api/passkeys/rename", credential=first, label="Laptop")
    monkeypatch.setattr("nomarch.web.http.identity.FRESH_SECONDS", -1)
    ann.cannot("/api/passkeys/remove", status=403, credential=second)
    for path in ("/api/passkeys/begin", "/api/account/codes", "/api/mail/remove"):
        ann.cannot(path, status=403)
    monkeypatch.undo()
    ann.posts("/api/passkeys/remove", credential=second)
    ann.cannot("/api/passkeys/remove", status=409, credential=first)  # the last way to sign in
    assert "Laptop" in ann.reads("/me")


@pytest.mark.usefixtures("device")
def test_a_recovery_code_signs_in_once(site: Site, ann: Person, bob: Person) -> None:
    def tries(handle: str, code: str) -> httpx.Response:
        return comes(site).post("/api/sign-in/code", {"handle": handle, "code": code})

    claim(bob, Device(), "Horus")
    old = ann.posts("/api/account/codes")["codes"]
    codes = ann.posts("/api/account/codes")["codes"]
    assert len({*old, *codes}) == 2 * accounts.CODES
    answers = [tries(name, codes[0]) for name in ("Nobody-here", "Horus")]
    answers += [tries("Nefer", code) for code in ("AAAAA-AAAAA", old[1])]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.text for answer in answers}) == 1
    other = comes(site)
    spelt = codes[0].lower().replace("-", " ")
    assert other.posts("/api/sign-in/code", handle="nefer", code=spelt)["handle"] == "Nefer"
    assert "recovery code" in other.reads("/me")
    assert tries("nefer", codes[0]).status_code == 403
    guesses = [tries("Nefer", "x").status_code for _ in range(5)]
    assert guesses[-1] == 429, "guessing is slow, whoever tries"


def test_tries_are_limited(start: Start) -> None:
    with start(requests_per_second=20) as site:
        person = comes(site)
        answers = [person.post("/api/sign-in/begin").status_code for _ in range(25)]
    assert (answers[0], answers[-1]) == (200, 429)


@pytest.mark.usefixtures("device")
def test_the_export_has_the_account_without_its_secrets(ann: Person) -> None:
    codes = ann.posts("/api/account/codes")["codes"]
    data = ann.gets("/api/me/data")
    account = data["account"]
    assert (account["handle"], account["recovery_codes"]) == ("Nefer", len(codes))
    assert account["passkeys"][0]["label"] == "Phone"
    assert data["activity"][0]["action"] == "claimed"
    assert codes[0] not in str(data)


class Mails:
    """A site that sends mails, and those that it sent."""

    def __init__(self, site: Site) -> None:
        self.site, self.sent = site, list[EmailMessage]()

    def asks(self, person: Person, **said: Any) -> int:
        """Asks for a mail and waits until it is sent; the answer's status."""
        status = person.post("/api/mail/ask", said).status_code
        self.site.call(self.site.services.accounts.finish)
        return status

    def owner(self, ann: Person | None = None) -> Person:
        """Somebody who has claimed a name by mail."""
        ann = ann or self.site.person()
        assert self.asks(ann, mail="Ann@Example.org", handle="Nefer") == 200
        assert uses(ann, self.link())["handle"] == "Nefer"
        return ann

    def code(self) -> str:
        ((one, two),) = re.findall(r"(?m)^(\d{3}) (\d{3})$", self.sent[-1].get_content())
        return str(one + two)

    def link(self) -> str:
        (link,) = re.findall(r"http://localhost:8000(/mail/\S+)", self.sent[-1].get_content())
        return str(link)


@pytest.fixture
def mails(start: Start, monkeypatch: Patch) -> Iterator[Mails]:
    async def send(mailer: Mailer, message: EmailMessage) -> None:
        mails.sent.append(message)

    monkeypatch.setattr(Mailer, "send", send)
    mailer = Mailer("smtp+plain://mail.example", "Nomarch <games@example.org>")
    with start(mail=mailer) as site:
        mails = Mails(site)
        yield mails


def uses(person: Person, link: str) -> Any:
    person.reads(link)  # a scanner looks first; that uses nothing up
    return person.posts("/api/mail/use", token=link.rsplit("/", 1)[1])


def test_a_name_is_claimed_by_mail_and_used_elsewhere(mails: Mails) -> None:
    ann, other = mails.site.people("", "")
    assert mails.asks(ann, mail="Ann@Example.org", handle="Nefer") == 200
    assert mails.sent[-1]["To"] == "ann@example.org"
    link = mails.link()
    token = link.rsplit("/", 1)[1]
    assert "Wrong device" in other.reads(link)
    other.cannot("/api/mail/use", status=403, token=token)
    assert uses(ann, link)["handle"] == "Nefer"
    ann.cannot("/api/mail/use", status=403, token=token)
    assert mails.asks(other, mail="ann@example.org", sign_in=True) == 200
    assert "Nefer" in other.reads(mails.link())
    assert uses(other, mails.link())["handle"] == "Nefer"
    assert "ann@example.org" in other.reads("/me")


def test_a_mails_code_signs_in_where_one_asked_for_it(mails: Mails) -> None:
    ann, other, eve = mails.site.people("", "", "")
    mails.asks(ann, mail="ann@example.org", handle="Nefer")
    assert ann.posts("/api/mail/code", code=mails.code())["handle"] == "Nefer"
    mails.asks(other, mail="ann@example.org", sign_in=True)
    code = mails.code()
    stolen = eve.cannot("/api/mail/code", status=403, code=code)
    mails.asks(eve, mail="nobody@example.org", sign_in=True)
    refused = eve.cannot("/api/mail/code", status=403, code=code)
    assert refused == stolen, "says nothing of addresses"
    assert other.posts("/api/mail/code", code=code)["handle"] == "Nefer"
    mails.asks(other, mail="ann@example.org", sign_in=True)
    wrong = f"{(int(mails.code()) + 1) % 1_000_000:06}"
    for _ in range(accounts.MAIL_CODE_TRIES):
        assert other.cannot("/api/mail/code", status=403, code=wrong) == stolen
    other.cannot("/api/mail/code", status=403, code=mails.code())


def test_an_owner_is_told_of_new_ways_in(mails: Mails) -> None:
    ann, other = mails.owner(), mails.site.person()
    codes = ann.posts("/api/account/codes")["codes"]
    assert claim(ann, Device(), "").status_code == 200
    other.posts("/api/sign-in/code", handle="Nefer", code=codes[0])
    mails.asks(ann, mail="new@example.org")
    uses(ann, mails.link())
    mails.site.call(mails.site.services.accounts.finish)
    assert [(mail["To"], mail["Subject"]) for mail in mails.sent[1:]] == [
        ("ann@example.org", "A passkey was added to Nefer"),
        ("ann@example.org", "Someone signed in as Nefer with a recovery code"),
        ("new@example.org", "Confirm your mail address"),
        ("ann@example.org", "The mail address of Nefer was changed"),
    ]
    assert "Wasn't it you?" in mails.sent[-1].get_content()


def test_nobody_learns_which_addresses_have_accounts(mails: Mails) -> None:
    mails.owner()
    eve = mails.site.person()
    known = eve.posts("/api/mail/ask", mail="ann@example.org", sign_in=True)
    assert eve.posts("/api/mail/ask", mail="bob@example.org", sign_in=True) == known
    mails.site.call(mails.site.services.accounts.finish)
    assert [mail["To"] for mail in mails.sent[1:]] == ["ann@example.org"]
    # Whoever claims another name with Ann's address only sends her a link to her own account.
    assert mails.asks(eve, mail="ann@example.org", handle="Fake") == 200
    assert "sign in as Nefer" in mails.sent[-1].get_content()


def test_a_mail_that_cannot_be_sent_changes_no_answer(mails: Mails, monkeypatch: Patch) -> None:
    async def fail(mailer: Mailer, message: EmailMessage) -> None:
        raise MailUnavailable("down")

    monkeypatch.setattr(Mailer, "send", fail)
    assert mails.asks(mails.site.person(), mail="ann@example.org", handle="Nefer") == 200


def test_a_server_without_mail_says_so(ann: Person) -> None:
    ann.cannot("/api/mail/ask", status=409, mail="ann@example.org", handle="Nefer")


def test_rated_tables_are_for_claimed_names(site: Site, ann: Person, bob: Person) -> None:
    ann.cannot_open("me", "friend", "greedy", status=403, rated=True)
    claim(ann, Device(), "Nefer")
    table = ann.opens("me", "friend", "greedy", rated=True)
    assert not site.reads(read_table, table).hints
    bob.cannot(f"{table.api}/join", status=403, token=table.invite)
    claim(bob, Device(), "Horus")
    bob.joins(table)
    for refused in ({"hints": True}, {"coached": True}):
        ann.cannot_open("me", "friend", "greedy", status=422, rated=True, **refused)
    ann.cannot_open("me", "here", "bot", status=422, rated=True)
    assert not site.reads(read_table, ann.opens("me", "greedy", "greedy")).rated


ELSEWHERE = (
    "/\\evil.example", "//evil.example", "\\\\evil.example", "https://evil.example",
    "/\t/evil.example", "/\n\\evil.example", "javascript:alert(1)", "evil.example", "",
    "///evil.example", "/\\/evil.example",
)  # fmt: skip


def test_signing_in_leads_back_and_nowhere_else(ann: Person) -> None:
    for path in ("/me", "/t/abc?watch=1", "/@Léa", "/tournaments/x#players"):
        assert local_path(path) == path
    for path in ELSEWHERE:
        assert local_path(path) == "", path
        answer = ann.get("/sign-in", params={"next": path})
        assert answer.status_code == 422 or 'data-next="/me"' in answer.text
        assert "evil" not in answer.text.partition("<main")[2]


def test_the_link_for_another_device_names_the_public_address(start: Start) -> None:
    with start(public_url="https://games.example.org", root="/ra") as site:
        page = site.stranger().get("/ra/me", headers={"host": "evil.example"}).text
    assert 'value="https://games.example.org/ra/me/' in page
    assert "evil.example" not in page


def at(site: Site, address: str) -> Person:
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


def test_push_endpoints_that_programs_read_differently() -> None:
    p256dh, auth = "A" * 87, "A" * 22
    pusher = Pusher("", "mailto:games@example.org")
    assert pusher.accepts(Subscription("https://web.push.apple.com/x?y=1", p256dh, auth))
    for rest in ("evil.example\\.push.apple.com/x", "evil.example\\@web.push.apple.com/x",
                 "web.push.apple.com\\evil.example/x", "evil.example#.push.apple.com",
                 "evil.example/\t.push.apple.com", "web.push.apple.com/x\\y"):  # fmt: skip
        assert not pusher.accepts(Subscription(f"https://{rest}", p256dh, auth)), rest


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
