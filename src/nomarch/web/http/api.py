"""What all handlers of the JSON API share: reading messages, answering, and who asks."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from nomarch.storage.store import Store
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.model import Person
from nomarch.tables.state.sealing import check_visible
from nomarch.web.http import client_messages, responses
from nomarch.web.http.error_responses import (
    RequestTimeout,
    UnsupportedMediaType,
    not_identified,
    payload_too_large,
)
from nomarch.web.http.identity import Identity
from nomarch.web.http.limits import BODY_TIMEOUT, MAX_BODY, Limits, public_network
from nomarch.web.http.openapi import Endpoint, Handler

TABLE = "/api/tables/{id}"

M = TypeVar("M", bound=client_messages.Message)
P = ParamSpec("P")
T = TypeVar("T")


def reply(data: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(data),
        status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


async def body_of(request: Request, kind: type[M], most: int = MAX_BODY) -> M:
    """Read and check the message in a request's body of at most so many bytes."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise payload_too_large()
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise UnsupportedMediaType("Expected a body of type application/json.")
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            data = await _whole_body(request, most)
    except (TimeoutError, ClientDisconnect) as error:
        raise RequestTimeout("The request timed out.") from error
    message: M = client_messages.read(data or b"{}", kind)
    return message


async def _whole_body(request: Request, most: int) -> bytes:
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise payload_too_large()
    return bytes(data)


async def open_visible(
    service: TableService, identity: Identity, connection: HTTPConnection
) -> LiveTable:
    """Return the table that a path names, if the person may see it; note their network."""
    live, person = await service.open(connection.path_params["id"]), identity.of(connection)
    check_visible(live.table.record, person)
    await service.note_network(live, person, public_network(connection))
    return live


@dataclass
class Api:
    """What handlers need of a server."""

    service: TableService
    identity: Identity
    limits: Limits

    def person(self, request: Request) -> Person:
        person = self.identity.of(request)
        if person is None:
            raise not_identified()
        return person

    async def read(
        self, question: Callable[Concatenate[Store, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        return await self.service.readers.read(question, *args, **more)

    async def change(
        self, change: Callable[Concatenate[Store, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Run a change in one transaction."""

        def run(store: Store) -> T:
            with store.transaction():
                return change(store, *args, **more)

        return await self.service.writer.do(run)

    async def live(self, request: Request) -> LiveTable:
        return await open_visible(self.service, self.identity, request)


def list_endpoints(*owners: object) -> list[Endpoint]:
    """All endpoints of some handler classes, for routes and the OpenAPI description."""
    return [
        replace(line, handler=_answering(line, getattr(owner, line.name)))
        for owner in owners
        for handler in vars(type(owner)).values()
        if (line := getattr(handler, "endpoint", None)) is not None
    ]


def _answering(line: Endpoint, handler: Handler) -> Handler:
    """Let a handler without an answer say that it is done; read a message without fields."""

    async def answer(request: Request) -> Response:
        if line.takes is not None and not line.takes.__struct_fields__:
            await body_of(request, line.takes)
        found = await handler(request)
        return reply(responses.Done()) if found is None else found

    return answer
