"""Who is asking: guests without accounts, known by a signed cookie or a bearer token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from nomarch.tables.model import Guest, now
from nomarch.tables.refusals import NotYours
from nomarch.tables.store import Store
from nomarch.tables.text import clean_name

COOKIE = "nomarch"
YEAR = 365 * 86_400
RECOVERY_SECONDS = 600

_FIRST = (
    "Amun",
    "Anuket",
    "Bastet",
    "Hapi",
    "Hathor",
    "Horus",
    "Isis",
    "Khepri",
    "Khonsu",
    "Maat",
    "Meret",
    "Nut",
    "Osiris",
    "Ptah",
    "Renpet",
    "Seshat",
    "Sobek",
    "Tefnut",
    "Thoth",
    "Wadjet",
)


class Identity:
    """Makes, signs and recognises guests.

    A guest who has changed nothing yet is in no database: the cookie alone knows them.
    """

    def __init__(self, store: Store, *, https: bool) -> None:
        self.store = store
        self.https = https
        self.when_ended: list[Callable[[str], None]] = []
        """Whom to tell when the sessions of a guest have ended."""
        secret = store.secret()
        self._signer = URLSafeSerializer(secret, salt="guest")
        self._recovery = URLSafeTimedSerializer(secret, salt="recovery")

    def of(self, connection: HTTPConnection) -> Guest | None:
        """The guest behind a request or a socket; None for a stranger."""
        token = connection.cookies.get(COOKIE, "")
        header = connection.headers.get("authorization", "")
        if header.startswith("Bearer "):
            token = header.removeprefix("Bearer ")
        return self._read(token)

    def _read(self, token: str) -> Guest | None:
        try:
            said = self._signer.loads(token)
        except BadSignature:
            return None
        # Tokens from before sessions could be ended are the id alone.
        id_, epoch = (said, 0) if isinstance(said, str) else said
        return self._known(id_, epoch)

    def _known(self, id_: str, epoch: int) -> Guest | None:
        """The guest of an id, or whom they have become a part of, while that session lasts."""
        guest = self.store.guest(id_) or Guest(id_, _any_name(id_))
        if guest.epoch != epoch:
            return None
        while guest.merged:
            guest = self.store.guest(guest.merged) or Guest(guest.merged, guest.name)
        return guest

    def fresh(self, name: str = "") -> Guest:
        """A new guest, known to nobody yet."""
        id_ = secrets.token_hex(12)
        return Guest(id_, clean_name(name) or _any_name(id_))

    def token(self, guest: Guest) -> str:
        """What proves that somebody is this guest."""
        return str(self._signer.dumps([guest.id, guest.epoch]))

    def remember(self, response: Response, guest: Guest) -> None:
        """Gives the browser the guest's cookie."""
        response.set_cookie(
            COOKIE,
            self.token(guest),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self.https,
            path="/",
        )

    def end_others(self, guest: Guest) -> Guest:
        """Ends every session of a guest: only what is given out from now on counts."""
        guest = msgspec.structs.replace(guest, epoch=guest.epoch + 1)
        self.store.put_guest(guest)
        self.store.end_merged(guest.id)
        self.tell_ended(guest.id)
        return guest

    def tell_ended(self, id_: str) -> None:
        """Tells whoever holds a connection open for a guest."""
        for listener in self.when_ended:
            listener(id_)

    # --- From one device to another -------------------------------------------------------------

    def recovery(self, guest: Guest) -> str:
        """A token for a link that makes another device this guest: once, and soon."""
        return str(self._recovery.dumps([guest.id, guest.epoch, secrets.token_hex(8)]))

    def recovered(self, token: str) -> Guest | None:
        """The guest of such a link, if it can still be used."""
        try:
            id_, epoch, once = self._recovery.loads(token, max_age=RECOVERY_SECONDS)
        except (BadSignature, ValueError, TypeError):
            return None
        return None if self.store.is_spent(once) else self._known(id_, epoch)

    def redeem(self, token: str) -> Guest:
        """Uses such a link up; the guest."""
        guest = self.recovered(token)
        once = self._recovery.loads(token)[2] if guest else ""
        if guest is None or not self.store.spend(once, now() + RECOVERY_SECONDS):
            raise NotYours("This link is not valid any more: it works once, for ten minutes.")
        return guest


def _any_name(id_: str) -> str:
    """A name for somebody who has not said one: always the same."""
    number = int.from_bytes(hashlib.sha256(id_.encode()).digest()[:4], "big")
    return f"{_FIRST[number % len(_FIRST)]} {number // len(_FIRST) % 90 + 10}"
