"""Change an account: its name, privacy, passkeys and recovery codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

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

T = TypeVar("T")


async def change_atomically(api: Api, change: Callable[[Store], T]) -> T:
    """Run a change in one transaction."""

    def run(store: Store) -> T:
        with store.transaction():
            return change(store)

    return await api.service.writer.do(run)


@dataclass
class AccountSettings:
    """The handlers for changes of an account."""

    api: Api

    async def _change(self, change: Callable[[Store], T]) -> T:
        return await change_atomically(self.api, change)

    @post("/api/passkeys/rename", messages.RenamePasskey, responses.Done)
    async def post_rename_passkey(self, request: Request) -> Response:
        """Rename one of my passkeys."""
        message = await body_of(request, messages.RenamePasskey)
        person, label = self.api.person(request), message.label
        if not label:
            raise BadRequest("Enter a name for this passkey.")
        if not await self._change(
            lambda store: accounts.rename_passkey(store, person.id, message.credential, label)
        ):
            raise Refused("This passkey doesn't exist any more.")
        return reply(responses.Done())

    @post("/api/passkeys/remove", messages.RemovePasskey, responses.Done)
    async def post_remove_passkey(self, request: Request) -> Response:
        """Remove one of my passkeys; the last way to sign in stays."""
        message = await body_of(request, messages.RemovePasskey)
        person = self.api.person(request)
        self.api.identity.check_fresh(request)

        def remove(store: Store) -> None:
            accounts.remove_passkey(store, person.id, message.credential)
            accounts.audit(store, person.id, accounts.KEY_REMOVED, person.id, "", now())

        await self._change(remove)
        return reply(responses.Done())

    @post("/api/account/codes", messages.MakeCodes, messages.RecoveryCodes)
    async def post_make_codes(self, request: Request) -> Response:
        """Make new recovery codes; the old ones stop working."""
        await body_of(request, messages.MakeCodes)
        person = self._named(request)
        self.api.identity.check_fresh(request)

        def make(store: Store) -> list[str]:
            accounts.audit(store, person.id, accounts.CODES_MADE, person.id, "", now())
            return accounts.new_codes(store, person.id)

        return reply(messages.RecoveryCodes(await self._change(make)))

    @post("/api/account/rename", messages.ChangeHandle, responses.Known)
    async def post_change_handle(self, request: Request) -> Response:
        """Change my claimed name, once in three months."""
        message = await body_of(request, messages.ChangeHandle)
        person, handle = self._named(request), check_handle(message.handle)
        await self._change(lambda store: accounts.rename_handle(store, person.id, handle, now()))
        await rename_person(self.api.service, person, handle)
        return reply(
            responses.Known(
                handle, self.api.identity.token(person, self.api.identity.session_of(request))
            )
        )

    @post("/api/account/private", messages.SetPrivate, responses.Done)
    async def post_set_private(self, request: Request) -> Response:
        """Hide my profile and my place in the leaderboards, or show them."""
        message = await body_of(request, messages.SetPrivate)
        person = self._named(request)
        await self._change(lambda store: accounts.set_private(store, person.id, message.private))
        return reply(responses.Done())

    def _named(self, request: Request) -> Person:
        person = self.api.person(request)
        if not person.is_member:
            raise Forbidden("Claim a name first.")
        return person
