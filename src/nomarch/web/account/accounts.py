"""Claim a name and sign in: passkeys, mail links, recovery codes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.people import accounts
from nomarch.people.accounts import ADD, CLAIM, SIGN_IN, MailToken
from nomarch.people.handles import check_handle, handle_key
from nomarch.people.moderation import Sanction, sanctions_of
from nomarch.people.names import rename_person
from nomarch.people.notices import MAIL_CHANGED, PASSKEY_ADDED, RECOVERED
from nomarch.people.person_store import read_person
from nomarch.storage.notes import read_notes
from nomarch.storage.store import Store
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person, now
from nomarch.tables.stores.table_store import count_tables
from nomarch.web.account import messages
from nomarch.web.account.alerts import Alert, put_alert, send_alert
from nomarch.web.account.passkeys import PasskeyVerifier
from nomarch.web.account.texts import action_words, mail_words
from nomarch.web.http.api import Api, body_of, reply
from nomarch.web.http.error_responses import TooManyRequests
from nomarch.web.http.identity import Session
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import DEFAULT_RATE, RateLimiter, client_of
from nomarch.web.http.openapi import post
from nomarch.web.http.pages import Pages
from nomarch.web.http.root_path import local_path
from nomarch.web.operations.mail import Mailer, MailError, check_address, mailbox_of
from nomarch.web.operations.settings import Settings

log = logging.getLogger("nomarch.web")

HOUR = 3600.0


def create_accounts(api: Api, pages: Pages, settings: Settings) -> Accounts:
    """Create the handlers for a server's settings."""
    return Accounts(
        api,
        pages,
        PasskeyVerifier(settings.origin, settings.rp_id),
        settings.mail,
        settings.origin + settings.root,
        settings.public_url + settings.root if settings.public_url else "",
        settings.requests_per_second / DEFAULT_RATE,
    )


@dataclass
class Accounts:
    """The handlers of accounts."""

    api: Api
    pages: Pages
    passkeys: PasskeyVerifier
    mailer: Mailer
    link_base: str
    """The site's address in mails, with its root path."""
    public_site: str = ""
    """The same, empty if the operator has set none."""
    share: float = 1.0
    """The limits in proportion to the usual ones."""
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.attempts = RateLimiter(self.share / 6, 20 * self.share)
        """By client: tries to sign in."""
        self.mails = RateLimiter(self.share * 10 / HOUR, 10 * self.share)
        """By client: mails."""
        self.names = RateLimiter(5 / HOUR, 5)
        """By client and name: tries with recovery codes. Nobody can lock an owner out elsewhere."""
        self.asked = RateLimiter(3 / HOUR, 3)
        """By client and address: mails."""
        self.addresses = RateLimiter(10 / HOUR, 10)
        """By address: mails requested by strangers."""

    # --- Pages ----------------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        """My account: name, ways to sign in, devices, data."""
        person = self.pages.person(request)

        def read(store: Store) -> tuple[accounts.Account, list[accounts.AuditLine], list[Sanction]]:
            account = accounts.account_of(store, person.id) or accounts.Account(person)
            activity = accounts.own_activity(store, person.id)
            return account, activity, sanctions_of(store, person.id, now())

        account, activity, sanctions = await self.api.read(read)
        link = f"{self._site(request)}/me/{self.api.identity.recovery(person)}"
        return await self.pages.render(
            request,
            "me.html",
            link=link,
            account=account,
            new_codes=accounts.CODES,
            activity=activity,
            sanctions=sanctions,
            actions=action_words(request),
            is_fresh=self.api.identity.has_just_signed_in(request),
            is_confirmed=self.api.identity.is_confirmed(request),
            **self._ways(request),
        )

    def _site(self, request: Request) -> str:
        """The site's address: a Host header can name any, so it counts only without a setting."""
        return self.public_site or str(request.base_url).rstrip("/")

    async def sign_in(self, request: Request) -> Response:
        """The page to sign in on another device."""
        return await self.pages.render(
            request,
            "sign_in.html",
            next=local_path(request.query_params.get("next", "")) or "/me",
            **self._ways(request),
        )

    def _ways(self, request: Request) -> dict[str, Any]:
        """Which ways to sign in this server offers at this address."""
        host = request.headers.get("host", "")
        return {"has_passkeys": self.passkeys.works_at(host), "has_mail": self.mailer.is_configured}

    async def mail_link(self, request: Request) -> Response:
        """The page of a mail link: a button, since mail scanners open links."""
        token = request.path_params["token"]

        def read(store: Store) -> tuple[MailToken | None, Person | None]:
            mail_token = accounts.mail_token(store, token, now())
            return mail_token, read_person(store, mail_token.person) if mail_token else None

        mail_token, owner = await self.api.read(read)
        if mail_token is None or owner is None:
            raise Forbidden("This link has expired. Links work once, for ten minutes.")
        is_mine = self.pages.person(request).id == mail_token.person
        values = {"mail_token": mail_token, "token": token, "owner": owner, "is_mine": is_mine}
        return await self.pages.render(request, "mail_link.html", **values)

    # --- Passkeys -------------------------------------------------------------------------------

    @post("/api/passkeys/begin", messages.BeginPasskey, messages.PasskeyOptions)
    async def post_begin_passkey(self, request: Request) -> Response:
        """Begin to create a passkey; the first one claims a name."""
        message, person = await body_of(request, messages.BeginPasskey), self.api.person(request)
        self.attempts.check(client_of(request))
        if person.is_member:
            self.api.identity.check_fresh(request)
            handle = person.handle
        else:
            handle = check_handle(message.handle)
            await self.api.read(accounts.check_claimable, person.id, handle)

        def begin(store: Store) -> messages.PasskeyOptions:
            user = accounts.passkey_user(store, person.id)
            known = accounts.passkeys_of(store, person.id)
            value, options = self.passkeys.creation_options(user, handle, known)
            purpose = ADD if person.is_member else CLAIM
            id_ = accounts.add_challenge(store, person.id, purpose, value, now(), handle)
            return messages.PasskeyOptions(id_, options)

        return reply(await self.api.change(begin))

    @post("/api/passkeys/finish", messages.FinishPasskey, messages.SignedIn)
    async def post_finish_passkey(self, request: Request) -> Response:
        """Store the new passkey."""
        message, person = await body_of(request, messages.FinishPasskey), self.api.person(request)
        challenge = await self._use_challenge(person, message.challenge, CLAIM, ADD)
        key = self.passkeys.verify_new(
            message.credential, challenge.value, person.id, message.label, now()
        )

        def finish(store: Store) -> Alert | None:
            if challenge.purpose == CLAIM:
                self._claim(store, person, challenge.handle)
            accounts.add_passkey(store, key)
            accounts.audit(store, person.id, accounts.KEY_ADDED, person.id, key.label, now())
            if challenge.purpose == CLAIM:
                return None
            return put_alert(store, person.id, PASSKEY_ADDED, language_of(request), now())

        self._alert(await self.api.change(finish))
        if challenge.purpose == CLAIM:
            await self._settle_in(person, challenge.handle)
        return await self._welcome(request, person.id)

    async def _use_challenge(self, person: Person, id_: str, *purposes: str) -> accounts.Challenge:
        """Use a challenge up, whatever becomes of the answer."""
        return await self.api.service.writer.do(
            accounts.use_challenge, id_, person.id, purposes, now()
        )

    def _claim(self, store: Store, person: Person, handle: str) -> None:
        current = read_person(store, person.id)
        if current is not None and current.is_member:
            raise Refused("You have claimed a name already.")
        accounts.claim_handle(store, person.id, handle, now())
        # Somebody else may know this person's token, for instance who made the device's link.
        accounts.end_sessions(store, person.id)
        accounts.audit(store, person.id, accounts.CLAIMED, person.id, handle, now())

    async def _settle_in(self, person: Person, handle: str) -> None:
        """Show a claimed name at the tables, and close what other sessions have open."""
        await rename_person(self.api.service, person, handle)
        await self.api.identity.notify_sessions_ended(person.id)

    # --- Signing in -----------------------------------------------------------------------------

    @post("/api/sign-in/begin", "begin-sign-in", messages.PasskeyOptions)
    async def post_begin_sign_in(self, request: Request) -> Response:
        """Begin to sign in with a passkey."""
        person = self.api.person(request)
        self.attempts.check(client_of(request))
        value, options = self.passkeys.request_options()
        id_ = await self.api.change(accounts.add_challenge, person.id, SIGN_IN, value, now())
        return reply(messages.PasskeyOptions(id_, options))

    @post("/api/sign-in/finish", messages.FinishSignIn, messages.SignedIn)
    async def post_finish_sign_in(self, request: Request) -> Response:
        """Sign in with a passkey's answer."""
        message = await body_of(request, messages.FinishSignIn)
        challenge = await self._use_challenge(self.api.person(request), message.challenge, SIGN_IN)
        credential = str(message.credential.get("id"))

        def find(store: Store) -> tuple[accounts.Passkey, str]:
            key = accounts.passkey(store, credential)
            if key is None:
                raise Forbidden("This passkey doesn't belong to an account here.")
            account = accounts.account_of(store, key.person)
            return key, account.passkey_user if account else ""

        key, user = await self.api.read(find)
        count = self.passkeys.verify(message.credential, challenge.value, key, user)

        def note(store: Store) -> None:
            accounts.use_passkey(store, key.credential, count, now())
            accounts.audit(store, key.person, accounts.SIGNED_IN, key.person, key.label, now())

        await self.api.change(note)
        return await self._welcome(request, key.person)

    @post("/api/sign-in/code", messages.SignInWithCode, messages.SignedIn)
    async def post_sign_in_with_code(self, request: Request) -> Response:
        """Sign in with a recovery code; each works once."""
        message = await body_of(request, messages.SignInWithCode)
        self.attempts.check(client_of(request))
        self.names.check(f"{client_of(request)} {handle_key(message.handle)}")

        def use(store: Store) -> tuple[str, Alert | None]:
            person = accounts.person_named(store, message.handle)
            # The same work and the same answer whether or not there is such a name.
            if not accounts.use_code(store, person, message.code):
                return "", None
            accounts.audit(store, person, accounts.RECOVERED, person, "", now())
            return person, put_alert(store, person, RECOVERED, language_of(request), now())

        person, alert = await self.api.change(use)
        if not person:
            raise Forbidden("Name or code is wrong.")
        self._alert(alert)
        return await self._welcome(request, person)

    def _alert(self, alert: Alert | None) -> None:
        """Mail what was done to an account."""
        if alert is not None:
            self._begin(send_alert(self.mailer, self.link_base, alert))

    async def _welcome(self, request: Request, id_: str) -> Response:
        """Sign a device in. What was played on it before can be brought along."""
        before = self.api.identity.of(request)

        def read(store: Store) -> tuple[Person | None, int, bool]:
            person = read_person(store, id_)
            if before is None or before.id == id_ or before.is_member:
                return person, 0, False
            return person, count_tables(store, before.id), bool(read_notes(store, before.id, ""))

        person, tables, has_notes = await self.api.read(read)
        if person is None:
            raise Forbidden("This account doesn't exist any more.")
        if before is not None and (before.handle or before.id == id_):
            await self.api.identity.end_session(request)
        session = Session.new(now())
        token = self.api.identity.token(person, session)
        answer = messages.SignedIn(person.name, person.handle, token)
        if before is not None and (tables or has_notes):
            answer.bring, answer.before = self.api.identity.recovery(before), before.name
            answer.tables = tables
        response = reply(answer)
        self.api.identity.remember(response, person, session)
        return response

    # --- Mail -----------------------------------------------------------------------------------

    @post("/api/mail/ask", messages.AskMail)
    async def post_ask_mail(self, request: Request) -> None:
        """Ask for a mail link; the answer never says whether an address is known."""
        message = await body_of(request, messages.AskMail)
        if not self.mailer.is_configured:
            raise Refused("This server doesn't send mail.")
        person, mail = self.api.person(request), check_address(message.mail)
        if message.sign_in:
            mail_token = MailToken("", mail, SIGN_IN, "")
        elif person.is_member:
            self.api.identity.check_fresh(request)
            mail_token = MailToken(person.id, mail, ADD, person.handle)
        else:
            handle = check_handle(message.handle)
            await self.api.read(accounts.check_claimable, person.id, handle)
            mail_token = MailToken(person.id, mail, CLAIM, handle)
        await self._check_mails(request, person, mail)
        self._begin(self._send_link(mail_token, person.id, language_of(request)))

    async def _check_mails(self, request: Request, person: Person, mail: str) -> None:
        """Limit mails. The refusal is the same whether or not the address is known."""
        client, mailbox = client_of(request), mailbox_of(mail)
        self.mails.check(client)
        owner = await self.api.read(accounts.person_with_mail, mail)
        is_own = person.is_member and owner == person.id
        if not self.asked.allows(f"{client} {mailbox}") or not (
            is_own or self.addresses.allows(mailbox)
        ):
            raise TooManyRequests(
                "Several mails went to this address already. Look for them, or try again later."
            )

    def _begin(self, sending: Coroutine[None, None, None]) -> None:
        """Send something while the answer is on its way."""
        task = asyncio.create_task(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def finish(self) -> None:
        """Wait for the mails that are being sent."""
        await asyncio.gather(*self._sending)

    async def _send_link(self, mail_token: MailToken, asker: str, language: str) -> None:
        """Send a link to a mail address; one that has an account gets a link to sign in to it."""

        def prepare(store: Store) -> tuple[MailToken, str, str]:
            owner = accounts.person_with_mail(store, mail_token.mail)
            allowed = mail_token
            if mail_token.purpose == SIGN_IN or owner not in ("", mail_token.person):
                account = read_person(store, owner) if owner else None
                allowed = MailToken(
                    owner, mail_token.mail, SIGN_IN, account.handle if account else ""
                )
            # An address without an account costs the same, but gets no mail.
            return allowed, *accounts.add_mail_token(store, allowed, now(), asker)

        try:
            allowed, token, code = await self.api.change(prepare)
            if not allowed.person:
                return
            subject, text = mail_words(language, allowed, f"{self.link_base}/mail/{token}", code)
            await self.mailer.send(self.mailer.compose(mail_token.mail, subject, text))
        except (MailError, Refused) as error:
            log.warning("a mail link could not be sent: %s", type(error).__name__)

    @post("/api/mail/use", messages.UseMailLink, messages.SignedIn)
    async def post_use_mail_link(self, request: Request) -> Response:
        """Use a mail link."""
        message = await body_of(request, messages.UseMailLink)
        return await self._use_sent(
            request, lambda store, _: accounts.use_mail_token(store, message.token, now())
        )

    @post("/api/mail/code", messages.UseMailCode, messages.SignedIn)
    async def post_use_mail_code(self, request: Request) -> Response:
        """Use a mail's code on the device where I asked for it."""
        message = await body_of(request, messages.UseMailCode)
        return await self._use_sent(
            request, lambda store, asker: accounts.use_mail_code(store, asker, message.code, now())
        )

    async def _use_sent(
        self, request: Request, take: Callable[[Store, str], MailToken | None]
    ) -> Response:
        """Do what a mail allows; `take` uses it up for the person of a device."""
        self.attempts.check(client_of(request))
        person = self.api.person(request)

        def use(store: Store) -> tuple[MailToken, Alert | None] | None:
            mail_token = take(store, person.id)
            if mail_token is None:
                return None  # committed, so that the try counts
            return mail_token, self._use_mail(store, mail_token, person, language_of(request))

        used = await self.api.change(use)
        if used is None:
            raise Forbidden("This code is wrong or has expired. Check it, or ask for a new mail.")
        mail_token, alert = used
        self._alert(alert)
        if mail_token.purpose == CLAIM:
            await self._settle_in(person, mail_token.handle)
        return await self._welcome(request, mail_token.person)

    def _use_mail(
        self, store: Store, mail_token: MailToken, person: Person, language: str
    ) -> Alert | None:
        """Do what a mail link or code allows. Returns the mail to an old address."""
        if mail_token.purpose != SIGN_IN and mail_token.person != person.id:
            # Else somebody's link could give their account a stranger's address.
            raise Forbidden("Open this link on the device where you asked for it.")
        if mail_token.purpose == CLAIM:
            self._claim(store, person, mail_token.handle)
        if mail_token.purpose == SIGN_IN:
            owner = mail_token.person
            accounts.audit(store, owner, accounts.SIGNED_IN, owner, "", now())
            return None
        alert = None
        if mail_token.purpose == ADD:
            alert = put_alert(store, mail_token.person, MAIL_CHANGED, language, now())
        accounts.set_mail(store, mail_token.person, mail_token.mail)
        accounts.audit(store, mail_token.person, accounts.MAIL_SET, mail_token.person, "", now())
        return alert

    @post("/api/mail/remove", "remove-mail")
    async def post_remove_mail(self, request: Request) -> None:
        """Remove my mail address."""
        person = self.api.person(request)
        self.api.identity.check_fresh(request)

        def remove(store: Store) -> Alert:
            alert = put_alert(store, person.id, MAIL_CHANGED, language_of(request), now())
            accounts.set_mail(store, person.id, "")
            accounts.audit(store, person.id, accounts.MAIL_REMOVED, person.id, "", now())
            return alert

        self._alert(await self.api.change(remove))
