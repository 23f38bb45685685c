"""The OpenAPI description of the JSON API, built from its endpoints."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from nomarch.web.http import client_messages, responses

Handler = Callable[..., Awaitable[Response | None]]
Method = TypeVar("Method", bound=Handler)
Schema = dict[str, Any]

SOCKET = {"MessageToServer": client_messages.OverSocket, "MessageToClient": responses.OverSocket}
"""Messages of a table's socket. OpenAPI cannot describe sockets, only their messages."""

SVG, TEXT = "image/svg+xml", "text/plain"
API_VERSION = "2.0.0"
"""A change that breaks clients raises the first number."""


@dataclass(frozen=True)
class Endpoint:
    """One endpoint of the API."""

    method: str
    path: str
    name: str
    about: str
    gives: Any
    """The response's type, or its media type if it is not JSON."""
    handler: Handler
    takes: type[client_messages.Message] | None = None
    query: tuple[str, ...] = ()
    """Names of its query parameters."""


def get(path: str, gives: Any, *query: str) -> Callable[[Method], Method]:
    """Mark a handler as a GET endpoint; its docstring is the summary."""
    return _endpoint("GET", path, gives, None, query)


def post(
    path: str, takes: type[client_messages.Message] | str, gives: Any = responses.Done
) -> Callable[[Method], Method]:
    """Mark a handler as a POST endpoint; its docstring is the summary.

    Where a message has no fields, `takes` is its tag, and the handler does not read it. A handler
    of something that is only `Done` returns nothing.
    """
    kind = _bare_message(takes) if isinstance(takes, str) else takes
    return _endpoint("POST", path, gives, kind, ())


def _bare_message(tag: str) -> type[client_messages.Message]:
    name = "".join(map(str.capitalize, re.split("[-_]", tag)))
    made = msgspec.defstruct(name, [], bases=(client_messages.Message,), module=__name__, tag=tag)
    return cast("type[client_messages.Message]", made)


def _endpoint(
    method: str, path: str, gives: Any, takes: Any, query: tuple[str, ...]
) -> Callable[[Method], Method]:
    def mark(handler: Method) -> Method:
        about = (handler.__doc__ or "").rstrip(".")
        line = Endpoint(method, path, handler.__name__, about, gives, handler, takes, query)
        handler.endpoint = line  # type: ignore[attr-defined]
        return handler

    return mark


class ApiDescription:
    """The description as JSON, built in a thread when it is asked for first."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self._endpoints = endpoints

    @cached_property
    def json(self) -> bytes:
        return msgspec.json.encode(openapi(self._endpoints))

    async def answer(self, request: Request) -> Response:
        """Serve `/openapi.json`."""
        body = await asyncio.to_thread(lambda: self.json)
        headers = {"cache-control": "no-store"}
        return Response(body, media_type="application/json", headers=headers)


def openapi(lines: list[Endpoint]) -> dict[str, Any]:
    found = [kind for line in lines for kind in (line.takes, line.gives)]
    kinds = [kind for kind in found if kind is not None and not isinstance(kind, str)]
    kinds += [responses.Refusal, *SOCKET.values()]
    described, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(kinds, described, strict=True))
    for kind in client_messages.Message.__subclasses__():
        # Over HTTP the path says the type.
        components[kind.__name__]["required"].remove("type")
    paths: dict[str, Any] = {}
    for line in lines:
        paths.setdefault(line.path, {})[line.method.lower()] = _operation(line, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nomarch", "version": API_VERSION},
        "paths": paths,
        "components": {
            "schemas": components | {name: schemas[kind] for name, kind in SOCKET.items()},
            "securitySchemes": {"person": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(line: Endpoint, schemas: dict[Any, Schema]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": line.about,
        "operationId": line.name,
        "parameters": _parameters(line),
        "responses": {
            "2XX": {"description": "Done.", "content": _content(line.gives, schemas)},
            "4XX": {
                "description": "Refused, with a sentence.",
                "content": _content(responses.Refusal, schemas),
            },
        },
    }
    if line.takes:
        operation["requestBody"] = {"content": _content(line.takes, schemas)}
    return operation


def _content(kind: Any, schemas: dict[Any, Schema]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schemas[kind]}}


def _parameters(line: Endpoint) -> list[dict[str, Any]]:
    inside = [(name, "path") for name in re.findall(r"\{(\w+)\}", line.path)]
    return [
        {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
        for name, place in (*inside, *((name, "query") for name in line.query))
    ]
