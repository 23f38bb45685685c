"""Accounts: a guest's claimed name and the ways to sign in to it.

A guest's row is the account, so claiming a name moves nothing. All functions that change something
run inside a transaction of the caller.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from nomarch.errors import Refused
from nomarch.people.handles import handle_key
from nomarch.people.rating_store import DELETED
from nomarch.storage.store import Store
from nomarch.tables.errors import Forbidden
from nomarch.tables.model import Guest, Seat, new_token

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
    guest: str
    public_key: bytes
    sign_count: int
    transports: str
    is_synced: bool
    label: str
    created: float
    used: float


class Account(msgspec.Struct, frozen=True):
    """A guest with the ways to sign in."""

    guest: Guest
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

    guest: str
    mail: str
    purpose: str
    handle: str


def account_of(store: Store, guest: str) -> Account | None:
    """Return a guest's account."""
    rows = store.rows(
        "SELECT id, name, epoch, merged, handle, role, mail, is_private, named_at, passkey_user "
        "FROM person WHERE id = ?",
        (guest,),
    )
    if not rows:
        return None
    row = rows[0]
    return Account(
        Guest(*row[:6]),
        row[6],
        bool(row[7]),
        row[8],
        row[9],
        tuple(passkeys_of(store, guest)),
        int(store.rows("SELECT count(*) FROM recovery_code WHERE person = ?", (guest,))[0][0]),
    )


def guest_named(store: Store, handle: str) -> str:
    """Return the id of the guest with a claimed name that reads the same; empty if there's none."""
    rows = store.rows("SELECT id FROM person WHERE handle_key = ?", (handle_key(handle) or "-",))
    return str(rows[0][0]) if rows else ""


def own_names(store: Store, seats: Sequence[Seat]) -> list[Seat]:
    """Return seats without names that other players have claimed, perhaps since they were taken."""
    return [
        msgspec.structs.replace(seat, name=f"Guest {seat.guest[:4]}")
        if seat.guest and guest_named(store, seat.name) not in ("", seat.guest)
        else seat
        for seat in seats
    ]


def check_claimable(store: Store, guest: str, handle: str) -> None:
    """Raise `Refused` if somebody else has a name or had it, also before they were deleted."""
    rows = store.rows("SELECT person FROM handle WHERE handle_key = ?", (handle_key(handle),))
    if rows and rows[0][0] != guest:
        raise Refused("This name is taken. Choose another.")


def claim_handle(store: Store, guest: str, handle: str, at: float) -> None:
    """Give a guest a name. Raises `Refused` if somebody else has or had it."""
    key = handle_key(handle)
    store.execute(
        "INSERT INTO handle (handle_key, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (key, guest, at),
    )
    check_claimable(store, guest, handle)
    done = store.execute(
        "UPDATE person SET handle = ?, handle_key = ?, named_at = ?, name = ? "
        "WHERE id = ? AND merged = ''",
        (handle, key, at, handle, guest),
    )
    if not done:
        raise Refused("This device plays as someone else now. Reload the page.")


def rename_handle(store: Store, guest: str, handle: str, at: float) -> None:
    """Change a claimed name; more than its spelling only once in a while."""
    account = account_of(store, guest)
    if account is None or not account.guest.handle:
        raise Forbidden("You have no claimed name yet.")
    is_same = handle_key(account.guest.handle) == handle_key(handle)
    wait = account.named_at + RENAME_DAYS * DAY - at
    if not is_same and wait > 0:
        raise Refused("You can change your name again in {days} days.", days=int(wait // DAY) + 1)
    claim_handle(store, guest, handle, account.named_at if is_same else at)
    audit(store, guest, RENAMED, guest, f"{account.guest.handle} → {handle}", at)


def end_sessions(store: Store, guest: str) -> None:
    """End all sessions of a guest, and of guests that were merged into them."""
    store.execute("UPDATE person SET epoch = epoch + 1 WHERE id = ? OR merged = ?", (guest, guest))


def set_private(store: Store, guest: str, private: bool) -> None:
    store.execute("UPDATE person SET is_private = ? WHERE id = ?", (int(private), guest))


# --- Passkeys ------------------------------------------------------------------------------------

_PASSKEY = "credential, person, public_key, sign_count, transports, is_synced, label, created, used"


def _passkey(row: tuple[Any, ...]) -> Passkey:
    return Passkey(row[0], row[1], bytes(row[2]), row[3], row[4], bool(row[5]), *row[6:])


def passkeys_of(store: Store, guest: str) -> list[Passkey]:
    """Return a guest's passkeys, the oldest first."""
    rows = store.rows(
        f"SELECT {_PASSKEY} FROM passkey WHERE person = ? ORDER BY created, credential", (guest,)
    )
    return [_passkey(row) for row in rows]


def passkey(store: Store, credential: str) -> Passkey | None:
    rows = store.rows(f"SELECT {_PASSKEY} FROM passkey WHERE credential = ?", (credential,))
    return _passkey(rows[0]) if rows else None


def passkey_user(store: Store, guest: str) -> str:
    """Return the user handle of a guest's passkeys, made on first use."""
    store.execute(
        "UPDATE person SET passkey_user = ? WHERE id = ? AND passkey_user = ''",
        (secrets.token_urlsafe(32), guest),
    )
    rows = store.rows("SELECT passkey_user FROM person WHERE id = ?", (guest,))
    return str(rows[0][0]) if rows else ""


def add_passkey(store: Store, key: Passkey) -> None:
    """Store a passkey. Raises `Refused` if it is known already, or if there are too many."""
    if len(passkeys_of(store, key.guest)) >= MOST_PASSKEYS:
        raise Refused("You already have {most} passkeys: remove one first.", most=MOST_PASSKEYS)
    done = store.execute(
        f"INSERT INTO passkey ({_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (*msgspec.structs.astuple(key)[:5], int(key.is_synced), key.label, key.created, key.used),
    )
    if not done:
        raise Refused("This passkey is already in use.")


def use_passkey(store: Store, credential: str, sign_count: int, at: float) -> None:
    store.execute(
        "UPDATE passkey SET sign_count = ?, used = ? WHERE credential = ?",
        (sign_count, at, credential),
    )


def rename_passkey(store: Store, guest: str, credential: str, label: str) -> bool:
    return bool(
        store.execute(
            "UPDATE passkey SET label = ? WHERE credential = ? AND person = ?",
            (label, credential, guest),
        )
    )


def remove_passkey(store: Store, guest: str, credential: str) -> None:
    """Remove a passkey, unless it is the last way to sign in."""
    account = account_of(store, guest)
    if account is None or credential not in [key.credential for key in account.passkeys]:
        raise Refused("This passkey doesn't exist any more.")
    if len(account.passkeys) == 1 and not account.mail:
        raise Refused("This is your only way to sign in. Add another passkey or a mail address.")
    store.execute("DELETE FROM passkey WHERE credential = ?", (credential,))


def add_challenge(
    store: Store, guest: str, purpose: str, value: bytes, at: float, handle: str = ""
) -> str:
    """Store a challenge for one browser, which its guest's cookie names. Returns its id."""
    store.execute("DELETE FROM challenge WHERE until < ?", (at,))
    id_ = new_token()
    store.execute(
        "INSERT INTO challenge (id, person, purpose, handle, value, until) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (id_, guest, purpose, handle, value, at + CHALLENGE_SECONDS),
    )
    return id_


def use_challenge(
    store: Store, id_: str, guest: str, purposes: Sequence[str], at: float
) -> Challenge:
    """Use a challenge up. Raises `Forbidden` if it isn't this browser's, or was used."""
    rows = store.rows(
        "DELETE FROM challenge WHERE id = ? AND person = ? RETURNING purpose, handle, value, until",
        (id_, guest),
    )
    if not rows or rows[0][3] < at or rows[0][0] not in purposes:
        raise Forbidden("This took too long. Try again.")
    purpose, handle, value, _ = rows[0]
    return Challenge(purpose, handle, bytes(value))


# --- Recovery codes ------------------------------------------------------------------------------


def new_codes(store: Store, guest: str) -> list[str]:
    """Replace a guest's recovery codes. Only their hashes are stored."""
    codes = [
        "-".join("".join(secrets.choice(_ALPHABET) for _ in range(5)) for _ in range(2))
        for _ in range(CODES)
    ]
    store.execute("DELETE FROM recovery_code WHERE person = ?", (guest,))
    for code in codes:
        store.execute(
            "INSERT INTO recovery_code (hash, person) VALUES (?, ?)", (_hash(guest, code), guest)
        )
    return codes


def use_code(store: Store, guest: str, code: str) -> bool:
    """Use a recovery code up. Returns False if it is wrong; takes as long without a guest."""
    return bool(
        store.execute(
            "DELETE FROM recovery_code WHERE hash = ? AND person = ?", (_hash(guest, code), guest)
        )
    )


def _hash(guest: str, code: str) -> str:
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(f"{guest} {plain}".encode()).hexdigest()


# --- Mail ----------------------------------------------------------------------------------------


def guest_with_mail(store: Store, mail: str) -> str:
    """Return the id of the guest with a mail address; empty if there's none."""
    rows = store.rows("SELECT id FROM person WHERE mail = ? AND mail > ''", (mail,))
    return str(rows[0][0]) if rows else ""


def add_mail_token(store: Store, said: MailToken, at: float, asker: str = "") -> tuple[str, str]:
    """Store what a mail link allows. Returns the link's token and a code.

    The code does the same as the link, but only in the browser of the guest who asked for it.
    """
    store.execute("DELETE FROM mail_token WHERE until < ?", (at,))
    token, code = secrets.token_urlsafe(24), f"{secrets.randbelow(1_000_000):06}"
    store.execute(
        "INSERT INTO mail_token (hash, person, mail, purpose, handle, until, asker, code, tries) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
        (
            _token_hash(token), *msgspec.structs.astuple(said), at + MAIL_SECONDS, asker,
            _hash(asker, code),
        ),
    )  # fmt: skip
    return token, code


def use_mail_code(store: Store, asker: str, code: str, at: float) -> MailToken | None:
    """Use a mail's code up. Returns None if it is wrong, old or tried too often.

    A wrong code counts only if the caller's transaction is committed.
    """
    store.execute("UPDATE mail_token SET tries = tries + 1 WHERE asker = ?", (asker,))
    rows = store.rows(
        "DELETE FROM mail_token WHERE asker = ? AND code = ? AND tries <= ? AND until >= ? "
        "AND person > '' RETURNING person, mail, purpose, handle",
        (asker, _hash(asker, code), MAIL_CODE_TRIES, at),
    )
    return MailToken(*rows[0]) if rows else None


def mail_token(store: Store, token: str, at: float) -> MailToken | None:
    """Return what a mail link allows, without using it up."""
    rows = store.rows(
        "SELECT person, mail, purpose, handle FROM mail_token WHERE hash = ? AND until >= ?",
        (_token_hash(token), at),
    )
    return MailToken(*rows[0]) if rows else None


def use_mail_token(store: Store, token: str, at: float) -> MailToken:
    """Use a mail link up. Raises `Forbidden` if it is unknown, old or used."""
    rows = store.rows(
        "DELETE FROM mail_token WHERE hash = ? RETURNING person, mail, purpose, handle, until",
        (_token_hash(token),),
    )
    if not rows or rows[0][4] < at:
        raise Forbidden("This link has expired. Links work once, for ten minutes.")
    return MailToken(*rows[0][:4])


def set_mail(store: Store, guest: str, mail: str) -> None:
    """Set a guest's confirmed mail address; empty removes it."""
    if mail and guest_with_mail(store, mail) not in ("", guest):
        raise Refused("This mail address belongs to another account.")
    if not mail:
        account = account_of(store, guest)
        if account is not None and account.guest.handle and not account.passkeys:
            raise Refused("This is your only way to sign in. Add a passkey first.")
    store.execute("UPDATE person SET mail = ? WHERE id = ?", (mail, guest))


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
    store.execute(
        "INSERT INTO audit (id, at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
        (new_token(), at, actor, action, subject, detail),
    )


def audit_log(store: Store, most: int = 100) -> list[AuditLine]:
    """Return the latest lines, the newest first."""
    rows = store.rows(
        "SELECT at, actor, action, subject, detail FROM audit ORDER BY at DESC, id LIMIT ?", (most,)
    )
    return [AuditLine(*row) for row in rows]


def moderation_log(store: Store, most: int = 100) -> list[AuditLine]:
    """Return what moderators did, the newest first, and nothing of what people do themselves."""
    rows = store.rows(
        "SELECT at, actor, action, subject, detail FROM audit WHERE action NOT IN "
        f"({', '.join('?' * len(OWN_ACTIONS))}) ORDER BY at DESC, id LIMIT ?",
        (*OWN_ACTIONS, most),
    )
    return [AuditLine(*row) for row in rows]


def own_activity(store: Store, guest: str, most: int = 10) -> list[AuditLine]:
    """Return what was done to one's own account lately, the newest first."""
    rows = store.rows(
        "SELECT at, actor, action, subject, detail FROM audit WHERE subject = ? AND action IN "
        f"({', '.join('?' * len(OWN_ACTIONS))}) ORDER BY at DESC, id LIMIT ?",
        (guest, *OWN_ACTIONS, most),
    )
    return [AuditLine(*row) for row in rows]


def forget_account(store: Store, guest: str) -> None:
    """Delete an account. Its name stays blocked; its results count for others under a pseudonym."""
    for table in ("passkey", "recovery_code", "mail_token", "challenge", "rating"):
        store.execute(f"DELETE FROM {table} WHERE person = ?", (guest,))
    store.execute("DELETE FROM mail_token WHERE asker = ?", (guest,))
    store.execute("UPDATE handle SET person = '' WHERE person = ?", (guest,))
    store.execute(
        "UPDATE report SET reporter = '' WHERE reporter = ? AND state <> 'open'", (guest,)
    )
    store.execute("UPDATE audit SET detail = '' WHERE subject = ?", (guest,))
    pseudonym = DELETED + secrets.token_hex(8)
    for table in ("result_seat", "rating_change"):
        store.execute(f"UPDATE {table} SET person = ? WHERE person = ?", (pseudonym, guest))
