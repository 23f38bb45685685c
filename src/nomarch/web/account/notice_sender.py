"""Sends due notices: checks tables, checks again, then pushes and mails."""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from itsdangerous import BadSignature

from nomarch.errors import NomarchError, Unavailable
from nomarch.people import notice_checks, notices
from nomarch.people.notices import (
    ALARM,
    DIGEST,
    DROPPED,
    FAILED,
    PUSH,
    SENT,
    SWITCHED_WITH,
    TURN,
    UNKNOWN,
    NoticeSettings,
    StoredNotice,
    Subscription,
)
from nomarch.storage.store import Store
from nomarch.tables.periodic import PeriodicTask
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person, now
from nomarch.web.account.notice_texts import NoticeText, mail_text, notice_text, turns_text
from nomarch.web.http.signed_tokens import signed_tokens
from nomarch.web.operations.mail import Mailer, MailError, MailRefused, MailUnavailable
from nomarch.web.operations.push import Pusher, PushError, PushGone, PushUnavailable, PushUnknown

log = logging.getLogger("nomarch.web")

TICK = 2.0
"""Seconds between two polls of the outbox."""
AT_ONCE = 50
CLEAN_SECONDS = 3600.0


@dataclass(frozen=True)
class Recipient:
    """How to reach a person now."""

    settings: NoticeSettings
    mail: str
    devices: tuple[Subscription, ...]


class NoticeSender(PeriodicTask):
    """Sends this site's notices; any number of processes may do so."""

    def __init__(
        self,
        service: TableService,
        secret: bytes,
        mailer: Mailer,
        pusher: Pusher | None,
        site: str,
        clock: Callable[[], float] = now,
    ) -> None:
        super().__init__("notices", TICK, self.run_due)
        self.service, self.mailer, self.pusher = service, mailer, pusher
        self.site = site
        """The site's address, with its root path, for links in mails."""
        self.clock = clock
        self._signer = signed_tokens(secret, "stop-notices")
        self._cleaned = 0.0

    @property
    def has_mail(self) -> bool:
        return self.mailer.is_configured and bool(self.site)

    def start(self) -> None:
        if self.pusher is not None or self.has_mail:
            super().start()

    async def run_due(self) -> None:
        """Check tables and send what is due."""
        at, read, do = self.clock(), self.service.readers.read, self.service.writer.do
        if looked := self.service.presence.take_looked():
            await do(notices.mark_looked, looked)
        if not await read(notice_checks.has_due, at):
            return
        process = self.service.writer.process
        for table, seq in await do(notice_checks.take_checks, process, at, AT_ONCE):
            await self._check(table, seq, at)
        await self._send_all(await do(notices.take_notices, process, at, AT_ONCE), at)
        if at - self._cleaned > CLEAN_SECONDS:
            self._cleaned = at
            await do(notices.delete_old, at)

    async def _check(self, id_: str, seq: int, at: float) -> None:
        """Write the notices of a table; one that cannot be opened has none."""
        found: list[notices.Notice] = []
        with contextlib.suppress(NomarchError):
            live = await self.service.open(id_)
            await self.service.tables.refresh(live)
            found, seq = notices.turn_notices(live.table), max(seq, live.table.seq)
        await self.service.writer.do(notice_checks.settle_check, id_, seq, found, at)

    async def _send_all(self, taken: Sequence[StoredNotice], at: float) -> None:
        groups: dict[tuple[str, str], list[StoredNotice]] = {}
        for notice in taken:
            groups.setdefault((notice.person, notice.channel), []).append(notice)
        await asyncio.gather(*(self._send_group(group, at) for group in groups.values()))

    async def _send_group(self, group: list[StoredNotice], at: float) -> None:
        """Send what one person gets over one channel, as one message."""
        try:
            to = await self.service.readers.read(_recipient, group[0].person)
            wanted = [notice for notice in group if to and await self._is_wanted(notice, to, at)]
            await self._settle([notice for notice in group if notice not in wanted], DROPPED)
            if to is not None and wanted:
                send = self._push if wanted[0].channel == PUSH else self._mail
                await send(wanted, to, at)
        except Exception:
            log.exception("a notice cannot be sent")
            await self._settle(group, FAILED, "error")

    async def _is_wanted(self, notice: StoredNotice, to: Recipient, at: float) -> bool:
        """Check again: still their turn, not at the table, still switched on."""
        if at > notice.expires or notice.subject in to.settings.muted:
            return False
        kinds = to.settings.push if notice.channel == PUSH else to.settings.mail
        switch = SWITCHED_WITH.get(notice.kind, notice.kind)
        if switch in notices.KINDS and switch not in kinds:
            return False
        if await self.service.readers.read(notices.is_looking, notice.person, notice.subject, at):
            return False
        if notice.kind not in (TURN, ALARM):
            return True
        try:
            live = await self.service.open(notice.subject)
        except Unavailable:
            raise
        except NomarchError:
            return False
        return notices.is_current(live.table, notice)

    async def _settle(self, group: Sequence[StoredNotice], state: str, error: str = "") -> None:
        for notice in group:
            await self.service.writer.do(notices.settle_notice, notice.id, state, error)

    async def _retry(self, group: Sequence[StoredNotice], at: float, error: str) -> None:
        for notice in group:
            await self.service.writer.do(notices.retry_notice, notice, at, error)

    # --- Push -----------------------------------------------------------------------------------

    async def _push(self, group: list[StoredNotice], to: Recipient, at: float) -> None:
        """Send one message for all turns, and one for each other notice."""
        language = to.settings.language
        turns = [notice for notice in group if notice.kind == TURN]
        if len(turns) > 1:
            await self._push_one(turns, turns_text(len(turns), language), "turns", to, at)
            group = [notice for notice in group if notice.kind != TURN]
        for notice in group:
            text = notice_text(notice.kind, notice.values, language)
            await self._push_one([notice], text, notice.subject, to, at)

    async def _push_one(
        self, group: list[StoredNotice], text: NoticeText, tag: str, to: Recipient, at: float
    ) -> None:
        """Send one message to every device; it counts as sent once a service took it."""
        message = {"title": text.title, "body": text.body, "path": text.path, "tag": tag}
        data = msgspec.json.encode(message)
        ttl = max(notice.expires for notice in group) - at
        outcomes = [await self._push_to(device, data, tag, ttl, group) for device in to.devices]
        error = next((str(found) for found in outcomes if found), "")
        if not outcomes:
            await self._settle(group, DROPPED)
        elif None in outcomes:
            await self._settle(group, SENT)
        elif all(isinstance(found, PushUnavailable) for found in outcomes):
            await self._retry(group, at, error)
        elif any(isinstance(found, PushUnknown) for found in outcomes):
            await self._settle(group, UNKNOWN, error)
        else:
            await self._settle(group, FAILED, error)

    async def _push_to(
        self, device: Subscription, data: bytes, tag: str, ttl: float, group: list[StoredNotice]
    ) -> PushError | None:
        assert self.pusher is not None
        topic = hashlib.sha256(tag.encode()).hexdigest()[:32]
        try:
            await self.pusher.send(device, data, ttl=ttl, topic=topic)
        except PushGone as error:
            person = group[0].person
            await self.service.writer.do(notices.unsubscribe, person, device.id)
            return error
        except PushError as error:
            log.warning("a push service did not take a notice: %s", error)
            return error
        return None

    # --- Mail -----------------------------------------------------------------------------------

    async def _mail(self, group: list[StoredNotice], to: Recipient, at: float) -> None:
        """Send one mail with a line for each notice."""
        language, lines = to.settings.language, list[NoticeText]()
        for notice in group:
            lines += (
                await self._waiting_games(notice.person, to.settings)
                if notice.kind == DIGEST
                else [notice_text(notice.kind, notice.values, language)]
            )
        if not lines:
            await self._settle(group, DROPPED)
            return
        first = group[0]
        kind = SWITCHED_WITH.get(first.kind, first.kind)
        stop = f"{self.site}/notices/stop/{self.stop_token(first.person, kind)}"
        written = mail_text(lines, self.site, stop, f"{self.site}/notices", language)
        message = self.mailer.compose(to.mail, written.subject, written.text, written.html)
        domain = str(message["Message-ID"]).rpartition("@")[2]
        message.replace_header("Message-ID", f"<notice-{first.id}-{first.tries}@{domain}")
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        try:
            await self.mailer.send(message)
        except MailUnavailable as error:
            await self._retry(group, at, str(error))
        except MailRefused as error:
            await self._note_problem(first.person, str(error))
            await self._settle(group, FAILED, str(error))
        except MailError as error:
            await self._settle(group, UNKNOWN, str(error))
        else:
            await self._settle(group, SENT)

    async def _note_problem(self, person: str, error: str) -> None:
        """Stop mails to an address that the mail server rejects; the settings page shows it."""

        def note(settings: NoticeSettings) -> NoticeSettings:
            return msgspec.structs.replace(settings, mail_problem=error[:200] or "refused")

        await self.service.writer.do(notices.change_settings, person, note)

    async def _waiting_games(self, person: str, settings: NoticeSettings) -> list[NoticeText]:
        """Return a line for each game over days that waits for a person."""
        found = []
        for listing in await self.service.directory.tables_of(Person(person, "")):
            if listing.record.id in settings.muted:
                continue
            mine = listing.record.seats_of(person)
            is_turn = listing.record.is_full and any(s in listing.summary.to_act for s in mine)
            if is_turn and listing.record.is_slow and not listing.summary.over:
                values = {"game": listing.record.game, "path": f"/t/{listing.record.id}"}
                found.append(notice_text(TURN, values, settings.language))
        return found

    def stop_token(self, person: str, kind: str) -> str:
        """Return a token that stops a kind of mails without signing in."""
        return str(self._signer.dumps([person, kind]))

    def read_stop_token(self, token: str) -> tuple[str, str]:
        """Return the person and the kind of a token; raises `NotFound` for any other."""
        try:
            person, kind = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            raise NotFound("There's nothing at this address.") from None
        return str(person), str(kind)


def _recipient(store: Store, person: str) -> Recipient | None:
    settings = notices.read_settings(store, person)
    if settings is None:
        return None
    address = notices.mail_address(store, person)
    return Recipient(settings, address, tuple(notices.devices(store, person)))
