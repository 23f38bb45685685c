"""Accounts: a person's claimed name and the ways to sign in to it.

A person's row is the account, so claiming a name moves nothing.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from nomarch.errors import Refused
from nomarch.people.handles import handle_key
from nomarch.people.person_store import PERSON_COLUMNS, end_merged
from nomarch.storage.schema import (
    AUDIT,
    CHALLENGE,
    HANDLE,
    MAIL_TOKEN,
    PASSKEY,
    PERSON,
    RECOVERY_CODE,
)
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    increase,
    insert_new,
    insert_row,
    take_rows,
    update_rows,
)
from nomarch.storage.store import Store
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person, Seat, new_token

DAY = 86_400.0
RENAME_DAYS = 90
"""Days between two changes of a claimed name."""
CHALLENGE_SECONDS, MAIL_SECONDS = 300.0, 600.0
"""Seconds for which a passkey's challenge and a mail link are valid."""
CODES = 8
MAIL_CODE_TRIES = 5
"""Tries to enter the code of a mail."""
MOST_PASSKEYS = 20
CLAIM, ADD, SIGN_IN = "claim", "add", "sign-in"
"""What a challenge or a mail link is for."""
SIGNED_IN, RECOVERED, CLAIMED, RENAMED = "signed-in", "recovered", "claimed", "renamed"
KEY_ADDED, KEY_REMOVED, MAIL_SET, MAIL_REMOVED = (
    "passkey-added", "passkey-removed", "mail-set", "mail-removed",
)  # fmt: skip
CODES_MADE = "codes-made"
"""Actions in the audit log that their owner sees."""
OWN_ACTIONS = (
    SIGNED_IN, RECOVERED, CLAIMED, RENAMED, KEY_ADDED, KEY_REMOVED, MAIL_SET, MAIL_REMOVED,
    CODES_MADE,
)  # fmt: skip
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class Passkey(msgspec.Struct, frozen=True):
    """A device's key to an account."""

    credential: str
    person: str
    public_key: bytes
    sign_count: int
    transports: str
    is_synced: bool
    label: str
    created: float
    used: float


class Account(msgspec.Struct, frozen=True):
    """A person with the ways to sign in."""

    person: Person
    mail: str = ""
    is_private: bool = False
    named_at: float = 0.0
    passkey_user: str = ""
    """The user handle of all passkeys of this account."""
    passkeys: tuple[Passkey, ...] = ()
    codes: int = 0
    """Recovery codes left."""

    @property
    def is_fragile(self) -> bool:
        """Whether losing one device would lose the account."""
        ways = len(self.passkeys) + bool(self.mail) + bool(self.codes)
        return ways == 1 and any(not key.is_synced for key in self.passkeys)


class Challenge(msgspec.Struct, frozen=True):
    """What a device must sign."""

    purpose: str
    handle: str
    value: bytes


class MailToken(msgspec.Struct, frozen=True):
    """What a mail link allows."""

    person: str
    mail: str
    purpose: str
    handle: str


def account_of(store: Store, person: str) -> Account | None:
    names = ("mail", "is_private", "named_at", "passkey_user")
    rows = find_rows(store, *PERSON_COLUMNS, *(PERSON.c[name] for name in names), id=person)
    if not rows:
        return None
    *row, mail, is_private, named_at, user = rows[0]
    codes = count_rows(store, RECOVERY_CODE, person=person)
    keys = tuple(passkeys_of(store, person))
    return Account(Person(*row), mail, bool(is_private), named_at, user, keys, codes)


_NAMED = Query(
    lambda key: select(PERSON.c.id).where(PERSON.c.handle_key == key, PERSON.c.handle_key > "")
)


def person_named(store: Store, handle: str) -> str:
    """Return the id of the person whose claimed name reads the same; empty if there's none."""
    return store.value(_NAMED(handle_key(handle) or "-")) or ""


def own_names(store: Store, seats: Sequence[Seat]) -> list[Seat]:
    """Return seats without names that other players have claimed, perhaps since they were taken."""
    return [
        msgspec.structs.replace(seat, name=f"Guest {seat.person[:4]}")
        if seat.person and person_named(store, seat.name) not in ("", seat.person)
        else seat
        for seat in seats
    ]


def check_claimable(store: Store, person: str, handle: str) -> None:
    """Raise `Refused` if somebody else has a name or had it, also before they were deleted."""
    if find_value(store, HANDLE.c.person, handle_key=handle_key(handle)) not in (None, person):
        raise Refused("This name is taken. Choose another.")


def claim_handle(store: Store, person: str, handle: str, at: float) -> None:
    """Give a person a name. Raises `Refused` if somebody else has or had it."""
    key = handle_key(handle)
    with store.transaction():
        insert_new(store, HANDLE, handle_key=key, person=person, at=at)
        check_claimable(store, person, handle)
        who, claimed = {"id": person, "merged": ""}, {"handle": handle, "handle_key": key}
        if not update_rows(store, PERSON, who, **claimed, named_at=at, name=handle):
            raise Refused("This device plays as someone else now. Reload the page.")


def rename_handle(store: Store, person: str, handle: str, at: float) -> None:
    """Change a claimed name; more than its spelling only once in a while."""
    account = account_of(store, person)
    if account is None or not account.person.is_member:
        raise Forbidden("You have no claimed name yet.")
    is_same = handle_key(account.person.handle) == handle_key(handle)
    wait = account.named_at + RENAME_DAYS * DAY - at
    if not is_same and wait > 0:
        raise Refused("You can change your name again in {days} days.", days=int(wait // DAY) + 1)
    with store.transaction():
        claim_handle(store, person, handle, account.named_at if is_same else at)
        audit(store, person, RENAMED, person, f"{account.person.handle} → {handle}", at)


def end_sessions(store: Store, person: str) -> None:
    """End all sessions of a person, and of people that were merged into them."""
    increase(store, PERSON.c.epoch, id=person)
    end_merged(store, person)


def set_private(store: Store, person: str, private: bool) -> None:
    update_rows(store, PERSON, {"id": person}, is_private=int(private))


# --- Passkeys ------------------------------------------------------------------------------------


def _passkey(row: tuple[Any, ...]) -> Passkey:
    return Passkey(row[0], row[1], bytes(row[2]), row[3], row[4], bool(row[5]), *row[6:])


def passkeys_of(store: Store, person: str) -> list[Passkey]:
    """Return a person's passkeys, the oldest first."""
    rows = find_rows(store, *PASSKEY.c, order_by=("created", "credential"), person=person)
    return [_passkey(row) for row in rows]


def passkey(store: Store, credential: str) -> Passkey | None:
    rows = find_rows(store, *PASSKEY.c, credential=credential)
    return _passkey(rows[0]) if rows else None


def passkey_user(store: Store, person: str) -> str:
    """Return the user handle of a person's passkeys, made on first use."""
    made = secrets.token_urlsafe(32)
    update_rows(store, PERSON, {"id": person, "passkey_user": ""}, passkey_user=made)
    return find_value(store, PERSON.c.passkey_user, id=person) or ""


def add_passkey(store: Store, key: Passkey) -> None:
    """Store a passkey. Raises `Refused` if it is known already, or if there are too many."""
    if len(passkeys_of(store, key.person)) >= MOST_PASSKEYS:
        raise Refused("You already have {most} passkeys: remove one first.", most=MOST_PASSKEYS)
    row = dict(zip(PASSKEY.c.keys(), msgspec.structs.astuple(key), strict=True))
    if not insert_new(store, PASSKEY, **{**row, "is_synced": int(key.is_synced)}):
        raise Refused("This passkey is already in use.")


def use_passkey(store: Store, credential: str, sign_count: int, at: float) -> None:
    update_rows(store, PASSKEY, {"credential": credential}, sign_count=sign_count, used=at)


def rename_passkey(store: Store, person: str, credential: str, label: str) -> bool:
    key = {"credential": credential, "person": person}
    return bool(update_rows(store, PASSKEY, key, label=label))


def remove_passkey(store: Store, person: str, credential: str) -> None:
    """Remove a passkey, unless it is the last way to sign in."""
    account = account_of(store, person)
    if account is None or credential not in [key.credential for key in account.passkeys]:
        raise Refused("This passkey doesn't exist any more.")
    if len(account.passkeys) == 1 and not account.mail:
        raise Refused("This is your only way to sign in. Add another passkey or a mail address.")
    delete_rows(store, PASSKEY, credential=credential)


def add_challenge(
    store: Store, person: str, purpose: str, value: bytes, at: float, handle: str = ""
) -> str:
    """Store a challenge for one browser, named by its person's cookie. Returns its id."""
    id_, until = new_token(), at + CHALLENGE_SECONDS
    with store.transaction():
        delete_rows(store, CHALLENGE, until__lt=at)
        insert_row(
            store, CHALLENGE, id=id_, person=person, purpose=purpose, handle=handle, value=value,
            until=until,
        )  # fmt: skip
    return id_


def use_challenge(
    store: Store, id_: str, person: str, purposes: Sequence[str], at: float
) -> Challenge:
    """Use a challenge up. Raises `Forbidden` if it isn't this browser's, or was used."""
    columns = [CHALLENGE.c[name] for name in ("purpose", "handle", "value", "until")]
    rows = take_rows(store, *columns, id=id_, person=person)
    if not rows or rows[0][3] < at or rows[0][0] not in purposes:
        raise Forbidden("This took too long. Try again.")
    purpose, handle, value, _ = rows[0]
    return Challenge(purpose, handle, bytes(value))


# --- Recovery codes ------------------------------------------------------------------------------


def new_codes(store: Store, person: str) -> list[str]:
    """Replace a person's recovery codes. Only their hashes are stored."""
    codes = [
        "-".join("".join(secrets.choice(_ALPHABET) for _ in range(5)) for _ in range(2))
        for _ in range(CODES)
    ]
    with store.transaction():
        delete_rows(store, RECOVERY_CODE, person=person)
        for code in codes:
            insert_row(store, RECOVERY_CODE, hash=_hash(person, code), person=person)
    return codes


def use_code(store: Store, person: str, code: str) -> bool:
    """Use a recovery code up. Returns False if it is wrong; takes as long without a person."""
    return delete_rows(store, RECOVERY_CODE, hash=_hash(person, code), person=person) > 0


def _hash(person: str, code: str) -> str:
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(f"{person} {plain}".encode()).hexdigest()


# --- Mail ----------------------------------------------------------------------------------------


_WITH_MAIL = Query(
    lambda mail: select(PERSON.c.id).where(PERSON.c.mail == mail, PERSON.c.mail > "")
)


def person_with_mail(store: Store, mail: str) -> str:
    """Return the id of the person with a mail address; empty if there's none."""
    return store.value(_WITH_MAIL(mail)) or ""


_TOKEN = [MAIL_TOKEN.c[name] for name in ("person", "mail", "purpose", "handle")]


def add_mail_token(store: Store, allowed: MailToken, at: float, asker: str = "") -> tuple[str, str]:
    """Store what a mail link allows. Returns the link's token and a code.

    The code does the same as the link, but only in the browser of the person who asked for it.
    """
    token, code = secrets.token_urlsafe(24), f"{secrets.randbelow(1_000_000):06}"
    with store.transaction():
        delete_rows(store, MAIL_TOKEN, until__lt=at)
        insert_row(
            store, MAIL_TOKEN, hash=_token_hash(token), person=allowed.person, mail=allowed.mail,
            purpose=allowed.purpose, handle=allowed.handle, until=at + MAIL_SECONDS, asker=asker,
            code=_hash(asker, code), tries=0,
        )  # fmt: skip
    return token, code


def use_mail_code(store: Store, asker: str, code: str, at: float) -> MailToken | None:
    """Use a mail's code up. Returns None if it is wrong, old or tried too often.

    A wrong code counts unless a transaction around this call is rolled back.
    """
    valid = {"tries__lte": MAIL_CODE_TRIES, "until__gte": at, "person__gt": ""}
    with store.transaction():
        increase(store, MAIL_TOKEN.c.tries, asker=asker)
        rows = take_rows(store, *_TOKEN, asker=asker, code=_hash(asker, code), **valid)
    return MailToken(*rows[0]) if rows else None


def mail_token(store: Store, token: str, at: float) -> MailToken | None:
    """Return what a mail link allows, without using it up."""
    rows = find_rows(store, *_TOKEN, MAIL_TOKEN.c.until, hash=_token_hash(token))
    return MailToken(*rows[0][:4]) if rows and rows[0][4] >= at else None


def use_mail_token(store: Store, token: str, at: float) -> MailToken:
    """Use a mail link up. Raises `Forbidden` if it is unknown, old or used."""
    rows = take_rows(store, *_TOKEN, MAIL_TOKEN.c.until, hash=_token_hash(token))
    if not rows or rows[0][4] < at:
        raise Forbidden("This link has expired. Links work once, for ten minutes.")
    return MailToken(*rows[0][:4])


def set_mail(store: Store, person: str, mail: str) -> None:
    """Set a person's confirmed mail address; empty removes it."""
    if mail and person_with_mail(store, mail) not in ("", person):
        raise Refused("This mail address belongs to another account.")
    if not mail:
        account = account_of(store, person)
        if account is not None and account.person.is_member and not account.passkeys:
            raise Refused("This is your only way to sign in. Add a passkey first.")
    update_rows(store, PERSON, {"id": person}, mail=mail)


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# --- What happened to an account -----------------------------------------------------------------


class AuditLine(msgspec.Struct, frozen=True):
    """A line of the audit log."""

    at: float
    actor: str
    action: str
    subject: str
    detail: str


def audit(store: Store, actor: str, action: str, subject: str, detail: str, at: float) -> None:
    """Add a line to the audit log."""
    insert_row(
        store, AUDIT, id=new_token(), at=at, actor=actor, action=action, subject=subject,
        detail=detail,
    )  # fmt: skip


_LINE = list(AUDIT.c)[1:]


def audit_log(store: Store, most: int = 100, **where: Any) -> list[AuditLine]:
    """Return the latest lines with these values, the newest first."""
    rows = find_rows(store, *_LINE, order_by=("-at", "id"), most=most, **where)
    return [AuditLine(*row) for row in rows]


def moderation_log(store: Store) -> list[AuditLine]:
    """Return what moderators did, and nothing of what people do themselves."""
    return audit_log(store, action__ne=list(OWN_ACTIONS))


def own_activity(store: Store, person: str) -> list[AuditLine]:
    """Return recent changes of an account."""
    return audit_log(store, 10, subject=person, action=list(OWN_ACTIONS))
