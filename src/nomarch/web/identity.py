"""Who is asking: guests without accounts, known by a signed cookie or a bearer token."""

from __future__ import annotations

import secrets

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from nomarch.tables.model import Guest
from nomarch.tables.readers import Readers
from nomarch.tables.writer import Writer

COOKIE = "nomarch"
YEAR = 365 * 86_400
RECOVERY_SECONDS = 3600
LONGEST_NAME = 24

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
    """Makes, signs and recognises guests."""

    def __init__(self, secret: bytes, readers: Readers, writer: Writer, *, https: bool) -> None:
        self.readers = readers
        self.writer = writer
        self.https = https
        self._signer = URLSafeSerializer(secret, salt="guest")
        self._recovery = URLSafeTimedSerializer(secret, salt="recovery")

    def of(self, connection: HTTPConnection) -> Guest | None:
        """The guest behind a request or a socket; None for a stranger."""
        guest: Guest | None = connection.scope.get("state", {}).get("guest")
        return guest

    async def recognise(self, connection: HTTPConnection) -> None:
        """Looks up who is behind a request or a socket, once."""
        token = connection.cookies.get(COOKIE, "")
        header = connection.headers.get("authorization", "")
        if header.startswith("Bearer "):
            token = header.removeprefix("Bearer ")
        connection.scope.setdefault("state", {})["guest"] = await self._read(token)

    async def _read(self, token: str) -> Guest | None:
        try:
            id_ = self._signer.loads(token)
        except BadSignature:
            return None
        return await self._guest(id_) if isinstance(id_, str) else None

    async def _guest(self, id_: str) -> Guest | None:
        return await self.readers.read(lambda store: store.guest(id_))

    async def create(self, name: str = "") -> Guest:
        """A new guest."""
        guest = Guest(secrets.token_hex(12), clean_name(name) or _any_name())
        await self.writer.do(lambda store: store.put_guest(guest))
        return guest

    def token(self, guest: Guest) -> str:
        """What proves that somebody is this guest."""
        return str(self._signer.dumps(guest.id))

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

    def recovery(self, guest: Guest) -> str:
        """A token for a link that makes another device this guest, for an hour."""
        return str(self._recovery.dumps(guest.id))

    async def recovered(self, token: str) -> Guest | None:
        """The guest of such a link."""
        try:
            id_ = self._recovery.loads(token, max_age=RECOVERY_SECONDS)
        except BadSignature:
            return None
        return await self._guest(str(id_))


def clean_name(name: str) -> str:
    """A name without line breaks and control signs, cut to a friendly length."""
    kept = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def _any_name() -> str:
    return f"{secrets.choice(_FIRST)} {secrets.randbelow(90) + 10}"
