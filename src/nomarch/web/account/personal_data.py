"""A person's own data: download and deletion."""

from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from nomarch.people.deletion import forget_person
from nomarch.people.personal_data import OwnData, own_data
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.stores import admin
from nomarch.web.http import client_messages, responses
from nomarch.web.http.api import Api, body_of, reply
from nomarch.web.http.identity import COOKIE
from nomarch.web.http.openapi import get, post


@dataclass
class MyData:
    """The handlers for a person's own data."""

    api: Api

    @get("/api/me/data", OwnData)
    async def get_my_data(self, request: Request) -> Response:
        """All that is kept about me, as a file."""
        person = self.api.person(request)
        self.api.identity.check_confirmed(request)
        data = await self.api.read(own_data, person)
        response = reply(data)
        response.body = msgspec.json.format(response.body)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-disposition"] = 'attachment; filename="nomarch-my-data.json"'
        return response

    @post("/api/me/forget", client_messages.ForgetMe)
    async def post_forget_me(self, request: Request) -> Response:
        """Forget me: my name, what I said, and which seats were mine; bots play on in them."""
        message, person = await body_of(request, client_messages.ForgetMe), self.api.person(request)
        self.api.identity.check_confirmed(request)
        if message.name != person.name:
            raise BadRequest("Type your name exactly as it is to confirm.")
        records = await self.api.read(admin.tables_of, person.id)
        await self.api.service.writer.do(forget_person, person.id)
        for record in records:
            await self.api.service.tables.reload(record.id)
        await self.api.identity.notify_sessions_ended(person.id)
        response = reply(responses.Done())
        response.delete_cookie(COOKIE, path=self.api.identity.path)
        return response
