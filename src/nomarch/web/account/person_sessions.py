"""Who is at this device: a new person, a person from another device, nobody any more."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.people import person_merging
from nomarch.people.names import check_free_name, rename_person
from nomarch.tables.state.model import Person
from nomarch.web.account import messages as account_messages
from nomarch.web.http import client_messages, responses
from nomarch.web.http.api import Api, body_of, reply
from nomarch.web.http.identity import COOKIE, Session
from nomarch.web.http.limits import client_of
from nomarch.web.http.openapi import post


@dataclass
class PersonSessions:
    """The handlers that change who a device plays as."""

    api: Api

    @post("/api/person", client_messages.Introduce, responses.Known)
    async def post_person(self, request: Request) -> Response:
        """Get a name and a token, or change the name."""
        message = await body_of(request, client_messages.Introduce)
        person = self.api.identity.of(request)
        if person is None:
            self.api.limits.people.check(client_of(request))
        await check_free_name(self.api.service, message.name, person)
        if person is None:
            person = await self.api.identity.create(message.name)
        elif message.name and not person.is_member:
            person = await rename_person(self.api.service, person, message.name)
        return self._known(person, self.api.identity.session_of(request))

    @post("/api/guest", client_messages.Introduce, responses.Known)
    async def post_guest(self, request: Request) -> Response:
        """Deprecated name of `/api/person`."""
        return await self.post_person(request)

    def _known(self, person: Person, session: Session) -> Response:
        identity = self.api.identity
        response = reply(responses.Known(person.name, identity.token(person, session)))
        identity.remember(response, person, session)
        return response

    @post("/api/recover", client_messages.Recover, responses.Known)
    async def post_recover(self, request: Request) -> Response:
        """Become the person of a link from another device, and bring along my own tables."""
        message = await body_of(request, client_messages.Recover)
        current = self.api.identity.of(request)
        person = await self.api.identity.redeem(message.token)
        if message.merge and current is not None and current.id != person.id:
            person = await self._merge(current, person)
        return self._known(person, Session.new(is_linked=True))

    @post("/api/account/bring", account_messages.BringGames, responses.Known)
    async def post_bring_games(self, request: Request) -> Response:
        """Bring along what I played on this device before I signed in."""
        message = await body_of(request, account_messages.BringGames)
        person = self.api.person(request)
        before = await self.api.identity.redeem(message.token)
        if before.id != person.id:
            person = await self._merge(before, person)
        return self._known(person, self.api.identity.session_of(request))

    async def _merge(self, old: Person, into: Person) -> Person:
        if old.is_member:
            raise Refused("{name} is an account of its own: sign out of it first.", name=old.name)
        merge = await person_merging.merge(self.api.service, old, into)
        for id_ in {old.id, merge.old} - {merge.person.id}:
            await self.api.identity.notify_sessions_ended(id_)
        return merge.person

    @post("/api/sessions/end", "end_sessions", responses.Known)
    async def post_end_sessions(self, request: Request) -> Response:
        """End all my sessions but this one."""
        person = await self.api.identity.end_others(self.api.person(request))
        return self._known(person, self.api.identity.session_of(request))

    @post("/api/account/sign-out", "sign-out")
    async def post_sign_out(self, request: Request) -> Response:
        """Sign out on this device; the games stay with the account."""
        person = self.api.person(request)
        if not person.is_member:
            raise Refused("You can't sign out without a claimed name: your games would be lost.")
        await self.api.identity.end_session(request)
        await self.api.identity.notify_sessions_ended(person.id)
        response = reply(responses.Done())
        response.delete_cookie(COOKIE, path=self.api.identity.path)
        return response
