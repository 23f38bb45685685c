"""Guests without accounts, identified by a signed cookie or a bearer token."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from itsdangerous import BadSignature
from starlette.requests import HTTPConnection
from starlette.responses import Response

from nomarch.people.bans import FOREVER
from nomarch.people.person_merging import find_root
from nomarch.people.person_store import (
    end_merged,
    is_spent,
    mark_visit,
    put_person,
    read_person,
    spend_token,
)
from nomarch.storage.readers import Readers
from nomarch.storage.store import Store
from nomarch.storage.writer import Writer
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person, now
from nomarch.web.http.signed_tokens import signed_tokens, timed_tokens

log = logging.getLogger("nomarch.web")

COOKIE = "nomarch"
DAY = 86_400
YEAR = 365 * DAY
MOST_SEEN = 100_000
RECOVERY_SECONDS = 600
FRESH_SECONDS = 600
"""Seconds after signing in during which passkeys and mail addresses may be changed."""

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


class Session(NamedTuple):
    """One sign-in on one device."""

    id: str
    signed_in: float = 0.0
    """When its owner proved who they are; 0 if never."""
    is_linked: bool = False
    """Whether the device joined by a link from another one."""

    @classmethod
    def new(cls, signed_in: float = 0.0, *, is_linked: bool = False) -> Session:
        return cls(secrets.token_hex(8), signed_in, is_linked)


class Visits:
    """Today's visitors: a visit is stored once a day, not with every request."""

    def __init__(self) -> None:
        self._day = 0
        self._seen: set[str] = set()

    def is_first(self, person: str) -> bool:
        """Whether this is a person's first request today."""
        day = int(now() // DAY)
        if day != self._day or len(self._seen) > MOST_SEEN:
            self._day, self._seen = day, set()
        is_first = person not in self._seen
        self._seen.add(person)
        return is_first


class Identity:
    """Create, sign and identify people.

    A person who has changed nothing yet exists only in their cookie.
    """

    def __init__(
        self,
        secret: bytes,
        readers: Readers,
        writer: Writer,
        *,
        https: bool,
        root: str = "",
        on_sessions_ended: Sequence[Callable[[str], Awaitable[None]]] = (),
        on_seen: Callable[[str], None] = lambda person: None,
    ) -> None:
        self.readers = readers
        self.writer = writer
        self.https = https
        self.path = root or "/"
        """The cookie's path."""
        self.on_sessions_ended = on_sessions_ended
        """Called with a person's id when its sessions end."""
        self.on_seen = on_seen
        """Called with a person's id at each request."""
        self._visits, self._noting = Visits(), set[asyncio.Task[None]]()
        self._signer = signed_tokens(secret, "guest")  # a new salt would end all sessions
        self._recovery = timed_tokens(secret, "recovery")

    def of(self, connection: HTTPConnection) -> Person | None:
        """The person of a request or socket, once identified."""
        person: Person | None = connection.scope.get("state", {}).get("person")
        return person

    async def identify(self, connection: HTTPConnection) -> None:
        """Look up the person of a request or socket."""
        token = connection.cookies.get(COOKIE, "")
        header = connection.headers.get("authorization", "")
        if header.startswith("Bearer "):
            token = header.removeprefix("Bearer ")
        person, is_stored, session = await self._read(token)
        state = connection.scope.setdefault("state", {})
        state["person"], state["is_new_person"] = person, person is not None and not is_stored
        state["session"] = session
        if person is not None:
            self.on_seen(person.id)
            if self._visits.is_first(person.id):
                self._note_visit(person.id)

    def _note_visit(self, person: str) -> None:
        """Not awaited; a visit that is lost is stored tomorrow."""
        at = now()
        noting = asyncio.create_task(self.writer.do(mark_visit, person, at))
        self._noting.add(noting)
        noting.add_done_callback(self._noted)

    def _noted(self, noting: asyncio.Task[None]) -> None:
        self._noting.discard(noting)
        if not noting.cancelled() and noting.exception() is not None:
            log.warning("a visit could not be noted: %s", noting.exception())

    def is_new(self, connection: HTTPConnection) -> bool:
        """Whether only a cookie knows the person yet."""
        return bool(connection.scope.get("state", {}).get("is_new_person"))

    async def admit(self, connection: HTTPConnection) -> None:
        """Store a new person, who is about to change something."""
        person = self.of(connection)
        if person is not None and self.is_new(connection):
            await self.writer.do(_welcome, person)
            connection.scope["state"]["is_new_person"] = False

    def session_of(self, connection: HTTPConnection) -> Session:
        """The session of a request; a new one for a new person."""
        session: Session | None = connection.scope.get("state", {}).get("session")
        return session or Session.new()

    def has_just_signed_in(self, connection: HTTPConnection) -> bool:
        """Whether the person proved who they are a few minutes ago."""
        return now() - self.session_of(connection).signed_in < FRESH_SECONDS

    def is_confirmed(self, connection: HTTPConnection) -> bool:
        """Whether a request may export or delete everything.

        Members must have signed in lately. Others can't: theirs must not be a device that
        joined by a link, which somebody else may have made or used.
        """
        person = self.of(connection)
        if person is not None and person.is_member:
            return self.has_just_signed_in(connection)
        return not self.session_of(connection).is_linked

    def check_fresh(self, connection: HTTPConnection) -> None:
        """Raise `Forbidden` unless the person has just signed in."""
        if not self.has_just_signed_in(connection):
            raise Forbidden("Confirm it's you first: sign in again, then try once more.")

    def check_confirmed(self, connection: HTTPConnection) -> None:
        """Raise `Forbidden` unless a request may export or delete everything."""
        person = self.of(connection)
        if person is not None and person.is_member:
            self.check_fresh(connection)
        elif not self.is_confirmed(connection):
            raise Forbidden(
                "This device joined by a link. Do this on the device where you started, "
                "or claim a name first."
            )

    async def _read(self, token: str) -> tuple[Person | None, bool, Session | None]:
        """The person of a token, whether they are stored, and the session."""
        try:
            fields = self._signer.loads(token)
        except BadSignature:
            return None, False, None
        # Tokens from before sessions could be ended are the id alone.
        id_, epoch, *rest = (fields, 0) if isinstance(fields, str) else fields
        session = _session(token, rest)

        def look(store: Store) -> tuple[Person | None, bool]:
            return (None, False) if is_spent(store, session.id) else _known(store, id_, epoch)

        person, is_stored = await self.readers.read(look)
        return person, is_stored, session if person is not None else None

    def fresh(self, name: str = "") -> Person:
        """A new person who is not stored yet."""
        id_ = secrets.token_hex(12)
        return Person(id_, name or generated_name(id_))

    async def create(self, name: str = "") -> Person:
        person = self.fresh(name)
        await self.writer.do(_welcome, person)
        return person

    def token(self, person: Person, session: Session) -> str:
        fields = [person.id, person.epoch, round(session.signed_in), session.id]
        return str(self._signer.dumps([*fields, 1] if session.is_linked else fields))

    def remember(self, response: Response, person: Person, session: Session) -> None:
        """Set the person's cookie."""
        response.set_cookie(
            COOKIE,
            self.token(person, session),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self.https,
            path=self.path,
        )

    async def end_others(self, person: Person) -> Person:
        """End all sessions of a person; only new tokens are valid."""
        renewed = msgspec.structs.replace(person, epoch=person.epoch + 1)
        await self.writer.do(put_person, renewed)
        await self.writer.do(end_merged, person.id)
        await self.notify_sessions_ended(person.id)
        return renewed

    async def end_session(self, connection: HTTPConnection) -> None:
        """End the session of a request: its tokens are never valid again."""
        session = self.session_of(connection).id
        await self.writer.do(spend_token, session, FOREVER)

    async def notify_sessions_ended(self, id_: str) -> None:
        """Close open connections of a person."""
        for listener in self.on_sessions_ended:
            await listener(id_)

    # --- From one device to another -------------------------------------------------------------

    def recovery(self, person: Person) -> str:
        """A token for a link that makes another device this person; valid once, for ten minutes."""
        return str(self._recovery.dumps([person.id, person.epoch, secrets.token_hex(8)]))

    async def recovered(self, token: str) -> Person | None:
        """The person of a recovery token, if it is valid."""
        try:
            id_, epoch, once = self._recovery.loads(token, max_age=RECOVERY_SECONDS)
        except (BadSignature, ValueError, TypeError):
            return None
        return await self.readers.read(
            lambda store: None if is_spent(store, once) else _known(store, id_, epoch)[0]
        )

    async def redeem(self, token: str) -> Person:
        """Use a recovery token up and return its person."""
        person = await self.recovered(token)
        if person is not None:
            once, until = self._recovery.loads(token)[2], now() + RECOVERY_SECONDS
            if await self.writer.do(spend_token, once, until):
                return person
        raise Forbidden("This link has expired. Links work once, for ten minutes.")


def _session(token: str, fields: list[Any]) -> Session:
    """Return the session of a token; older ones may lack the time of the sign-in."""
    if len(fields) > 1:
        return Session(str(fields[1]), float(fields[0]), len(fields) > 2)
    known = hashlib.sha256(token.encode()).hexdigest()[:32]
    return Session(known, float(fields[0]) if fields else 0.0)


def _welcome(store: Store, person: Person) -> None:
    put_person(store, person)
    mark_visit(store, person.id, now())


def _known(store: Store, id_: str, epoch: int) -> tuple[Person | None, bool]:
    """Return the person of a token, or the person they were merged into, and whether it is stored.

    None if the session has ended.
    """
    stored = read_person(store, id_)
    person = stored or Person(id_, generated_name(id_))
    if person.epoch != epoch:
        return None, False
    if not person.merged:
        return person, stored is not None
    root = find_root(store, id_)
    return msgspec.structs.replace(
        read_person(store, root) or Person(root, person.name), merged=""
    ), True


def generated_name(id_: str) -> str:
    """A generated name, always the same for an id."""
    number = int.from_bytes(hashlib.sha256(id_.encode()).digest()[:4], "big")
    return f"{_FIRST[number % len(_FIRST)]} {number // len(_FIRST) % 90 + 10}"
