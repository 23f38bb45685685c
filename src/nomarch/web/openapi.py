"""The description of the JSON interface, made from its list of endpoints and their messages."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.responses import Response

from nomarch.web import client_messages, responses

Handler = Callable[..., Awaitable[Response]]
Method = TypeVar("Method", bound=Handler)
Schema = dict[str, Any]

SOCKET = {"MessageToServer": client_messages.OverSocket, "MessageToClient": responses.OverSocket}
"""What is said at a table's socket: OpenAPI knows no sockets, but what goes over them."""

SVG, TEXT = "image/svg+xml", "text/plain"


@dataclass(frozen=True)
class Endpoint:
    """One line of the interface: what it is called, what it takes, gives and is for."""

    method: str
    path: str
    name: str
    about: str
    gives: Any
    """The answer's type, or its media type where it is no JSON."""
    handler: Handler
    takes: type[client_messages.Message] | None = None
    asks: tuple[str, ...] = ()
    """The names of its query's parameters."""


def get(path: str, gives: Any, *asks: str) -> Callable[[Method], Method]:
    """Marks a handler as an endpoint that changes nothing; what it is for is its docstring."""
    return _endpoint("GET", path, gives, None, asks)


def post(path: str, takes: type[client_messages.Message], gives: Any) -> Callable[[Method], Method]:
    """Marks a handler as an endpoint that takes a message; what it is for is its docstring."""
    return _endpoint("POST", path, gives, takes, ())


def _endpoint(
    method: str, path: str, gives: Any, takes: Any, asks: tuple[str, ...]
) -> Callable[[Method], Method]:
    def mark(handler: Method) -> Method:
        about = (handler.__doc__ or "").rstrip(".")
        line = Endpoint(method, path, handler.__name__, about, gives, handler, takes, asks)
        handler.endpoint = line  # type: ignore[attr-defined]
        return handler

    return mark


def openapi(lines: list[Endpoint], version: str) -> dict[str, Any]:
    """The OpenAPI description of the interface."""
    kinds = [kind for line in lines for kind in (line.takes, line.gives) if _is_json(kind)]
    kinds += [responses.Refusal, *SOCKET.values()]
    found, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(kinds, found, strict=True))
    for kind in client_messages.Message.__subclasses__():
        # Over HTTP nobody has to say what the address says.
        components[kind.__name__]["required"].remove("type")
    paths: dict[str, Any] = {}
    for line in lines:
        paths.setdefault(line.path, {})[line.method.lower()] = _operation(line, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nomarch", "version": version},
        "paths": paths,
        "components": {
            "schemas": components | {name: schemas[kind] for name, kind in SOCKET.items()},
            "securitySchemes": {"guest": {"type": "http", "scheme": "bearer"}},
        },
    }


def _is_json(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


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
        for name, place in (*inside, *((name, "query") for name in line.asks))
    ]
