"""Change an account: its name, privacy, passkeys and recovery codes."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.people import accounts
from nomarch.people.handles import check_handle
from nomarch.people.names import rename_person
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import Person, now
from nomarch.web.account import messages
from nomarch.web.http import responses
from nomarch.web.http.api import Api, body_of, reply
from nomarch.web.http.openapi import post


@dataclass
class AccountSettings:
    """The handlers for changes of an account."""

    api: Api

    @post("/api/passkeys/rename", messages.RenamePasskey)
    async def post_rename_passkey(self, request: Request) -> None:
        """Rename one of my passkeys."""
        message = await body_of(request, messages.RenamePasskey)
        person, label = self.api.person(request), message.label
        if not label:
            raise BadRequest("Enter a name for this passkey.")
        if not await self.api.change(accounts.rename_passkey, person.id, message.credential, label):
            raise Refused("This passkey doesn't exist any more.")

    @post("/api/passkeys/remove", messages.RemovePasskey)
    async def post_remove_passkey(self, request: Request) -> None:
        """Remove one of my passkeys; the last way to sign in stays."""
        message, person = await body_of(request, messages.RemovePasskey), self.api.person(request)
        self.api.identity.check_fresh(request)

        def remove(store: Store) -> None:
            accounts.remove_passkey(store, person.id, message.credential)
            accounts.audit(store, person.id, accounts.KEY_REMOVED, person.id, "", now())

        await self.api.change(remove)

    @post("/api/account/codes", "make-codes", messages.RecoveryCodes)
    async def post_make_codes(self, request: Request) -> Response:
        """Make new recovery codes; the old ones stop working."""
        person = self._named(request)
        self.api.identity.check_fresh(request)

        def make(store: Store) -> list[str]:
            accounts.audit(store, person.id, accounts.CODES_MADE, person.id, "", now())
            return accounts.new_codes(store, person.id)

        return reply(messages.RecoveryCodes(await self.api.change(make)))

    @post("/api/account/rename", messages.ChangeHandle, responses.Known)
    async def post_change_handle(self, request: Request) -> Response:
        """Change my claimed name, once in three months."""
        message = await body_of(request, messages.ChangeHandle)
        person, handle = self._named(request), check_handle(message.handle)
        await self.api.change(accounts.rename_handle, person.id, handle, now())
        await rename_person(self.api.service, person, handle)
        token = self.api.identity.token(person, self.api.identity.session_of(request))
        return reply(responses.Known(handle, token))

    @post("/api/account/private", messages.SetPrivate)
    async def post_set_private(self, request: Request) -> None:
        """Hide my profile and my place in the leaderboards, or show them."""
        message = await body_of(request, messages.SetPrivate)
        person = self._named(request)
        await self.api.change(accounts.set_private, person.id, message.private)

    def _named(self, request: Request) -> Person:
        person = self.api.person(request)
        if not person.is_member:
            raise Forbidden("Claim a name first.")
        return person
