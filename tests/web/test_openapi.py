"""The description of the JSON interface: it lists all there is, and what it says is true."""

import json
import re
import threading
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings as bounded
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from starlette.routing import Route, WebSocketRoute

from nomarch.errors import Refused
from nomarch.web.http.api import list_endpoints
from nomarch.web.http.error_responses import STATUS
from nomarch.web.http.openapi import SVG, TEXT, Endpoint
from nomarch.web.table.api import TableApi

from .actors import Person, Site
from .conftest import Patch

CHECKS = [
    not_a_server_error, checks.status_code_conformance, checks.content_type_conformance,
    checks.response_schema_conformance,
]  # fmt: skip
SENT = {name: name for name in ("method", "url", "headers", "params", "cookies", "json")}
SENT["data"] = "content"
"""What is called how where requests are made here."""


def test_the_description_is_built_once_on_demand(stranger: Person, monkeypatch: Patch) -> None:
    built: list[str] = []

    def build(lines: list[Endpoint]) -> dict[str, str]:
        built.append(threading.current_thread().name)
        return {"openapi": "3.1.0"}

    monkeypatch.setattr("nomarch.web.http.openapi.openapi", build)
    for _ in range(2):
        assert stranger.gets("/openapi.json") == {"openapi": "3.1.0"}
    assert len(built) == 1
    assert built[0].startswith("asyncio_")  # not in the event loop's thread


def test_the_description_lists_every_route(site: Site, stranger: Person) -> None:
    described, routes = stranger.gets("/openapi.json"), site.server.app.routes
    assert described["openapi"].startswith("3.1")
    served = {
        (route.path, method)
        for route in routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    paths = described["paths"]
    assert {(path, method.upper()) for path, item in paths.items() for method in item} == served
    sockets = [route.path for route in routes if isinstance(route, WebSocketRoute)]
    assert sockets == ["/api/tables/{id}/live", "/signal/{room}/{member}"]


def test_the_description_is_sound(stranger: Person) -> None:
    described = stranger.gets("/openapi.json")
    assert set(described) >= {"openapi", "info", "paths", "components"}
    assert described["info"]["title"]
    assert described["info"]["version"]
    schemas = described["components"]["schemas"]
    names = set()
    for path, item in described["paths"].items():
        for method, operation in item.items():
            assert method in ("get", "post")
            assert operation["summary"]
            assert operation["operationId"] not in names
            names.add(operation["operationId"])
            inside = [p["name"] for p in operation["parameters"] if p["in"] == "path"]
            assert inside == re.findall(r"{(\w+)}", path)
            assert all(p["required"] for p in operation["parameters"] if p["in"] == "path")
            assert {"2XX", "4XX"} <= set(operation["responses"])
            assert ("requestBody" in operation) == (method == "post")
    for reference in re.findall(r"#/components/schemas/(\w+)", json.dumps(described)):
        assert reference in schemas
    assert schemas["Play"]["required"] == ["seat", "move", "seq"]
    assert schemas["Play"]["additionalProperties"] is False
    # A socket understands some of the same messages; there each says its type.
    spoken = schemas["MessageToServer"]["discriminator"]["mapping"]
    assert set(spoken) == {
        "play", "undo", "answer", "back", "remove", "chat", "look", "ping", "read", "attend",
    }  # fmt: skip
    told = schemas["MessageToClient"]["discriminator"]["mapping"]
    assert set(told) == {
        "table", "page", "change", "chat", "present", "queue", "announcement", "refused", "pong",
        "again", "new-version",
    }  # fmt: skip
    assert all(schemas[name]["required"][0] == "type" for name in ("TableNews", "Page"))


def test_answers_are_what_the_description_says(ann: Person) -> None:
    table = ann.opens("me", "here", "here")
    table.rush()
    every = list_endpoints(TableApi(None, None, None, None))  # type: ignore[arg-type]
    lines = [line for line in every if line.method == "GET" and line.gives not in (SVG, TEXT)]
    assert lines
    for line in lines:
        answer = ann.get(line.path.format(id=table))
        said = msgspec.json.decode(answer.content, type=line.gives)
        assert json.loads(msgspec.json.encode(said)) == answer.json(), "nothing else is said"


def test_every_refusal_has_a_status() -> None:
    kinds = {Refused, *Refused.__subclasses__()}
    assert kinds <= set(STATUS)
    assert not any(kind.__subclasses__() for kind in kinds - {Refused})


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # the generator's own affair
@pytest.mark.parametrize(
    "sense",
    [GenerationMode.NEGATIVE, pytest.param(GenerationMode.POSITIVE, marks=pytest.mark.thorough)],
)
def test_every_answer_is_as_described(ann: Person, sense: Any, pytestconfig: pytest.Config) -> None:
    """Sense and nonsense, at tables that exist and at others: a described answer, never a 5xx."""
    described = ann.gets("/openapi.json")
    tables = [ann.opens("me", "here", "here"), ann.opens("me", "friend", "friend")]
    examples, tried = 8 if pytestconfig.getoption("--thorough") else 2, 0
    for found in schemathesis.openapi.from_dict(described).get_all_operations():
        operation = found.ok()
        if sense is GenerationMode.NEGATIVE and not operation.body:
            continue  # every word is allowed in an address

        @bounded(
            max_examples=examples, derandomize=True, database=None, deadline=None,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=sense))
        def ask(case: Any) -> None:
            nonlocal tried
            tried += 1
            if "id" in (case.path_parameters or {}) and tried % 3:
                case.path_parameters["id"] = tables[tried % 2]
            sent = case.as_transport_kwargs(base_url="http://testserver")
            known = {SENT[name]: value for name, value in sent.items() if name in SENT and value}
            answer = ann.client.request(**known)
            assert answer.status_code < 500, (case.operation.label, case.body, answer.text)
            case.validate_response(answer, checks=CHECKS)

        ask()
    assert tried > examples
