"""Text from outside is cleaned or refused where it comes in, with a short sentence."""

import contextlib
import json
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from msgspec import inspect
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import nomarch
from nomarch.bots.play import play_on
from nomarch.tables.state.errors import BadRequest
from nomarch.text import has_control
from nomarch.web.http.client_messages import Continue, Message, read
from nomarch.web.table.saved_games import LONGEST_SAVE

from .actors import Person
from .conftest import Start, on_both

ODD = ("\x00", "..\x00", "a\nb", "\x1b[2J", "\x7f", "\x85", "\x00" * 300, "a" * 9999)
"""What no address is."""
STRANGE = (
    "..", "../..", "..\\", "%", "a" * 300, "\u202e\u200b", "\u0301" * 100, "漢\U0001f3fa",
    "'\"<script>", "\u2028", "-1", "１", "&#0;", "{names[0].__class__}",
)  # fmt: skip
"""What an address may be, and nothing here is called."""
HOSTILE = (
    "x" * 100_000, "x " * 7000, "\u202e" * 5000, "\u200b" * 5000, "Z" + "\u0301\u0316" * 3000,
    "<script>alert(1)</script>", "]]>&amp;{names[0]}", "a\x00b", "\x00", "\n" * 5000,
)  # fmt: skip


@pytest.fixture
def client(start: Start, tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "index.md").write_text("# Nomarch\n")
    with start(docs=tmp_path) as site:
        client = site.person("Ann").client
        client.follow_redirects = False
        yield client


def endpoints(client: TestClient) -> Iterator[tuple[str, str, Any]]:
    for route in client.app.routes:  # type: ignore[attr-defined]
        if isinstance(route, Route):
            line = getattr(route.endpoint, "endpoint", None)
            yield min(route.methods or {"GET"}), route.path, line and line.takes


def filled(kind: Any, text: str) -> Any:
    """What a client sends of a type, with the same text everywhere."""
    match kind:
        case inspect.StructType():
            return {field.encode_name: filled(field.type, text) for field in kind.fields}
        case inspect.ListType() | inspect.VarTupleType():
            return [filled(kind.item_type, text)]
        case inspect.DictType():
            return {text: filled(kind.value_type, text)}
        case inspect.UnionType():
            return filled(kind.types[0], text)
        case inspect.StrType() | inspect.AnyType():
            return text
        case inspect.BoolType():
            return False
        case _:
            return 0


@on_both  # SQLite takes every text, PostgreSQL refuses some
def test_no_address_is_an_error_of_the_server(client: TestClient) -> None:
    taking = [line for line in endpoints(client) if "{" in line[1]]
    assert len(taking) > 70
    wrong, others = [], cycle((*ODD, *STRANGE))
    for method, path, takes in (*taking, ("GET", "/static/{path}", None)):
        body = filled(inspect.type_info(takes), "x") if takes else None
        for text in ("..\x00", next(others), next(others)):
            address = re.sub(r"\{\w+(:path)?\}", quote(text, safe=""), path)
            status = client.request(method, address, json=body).status_code
            if status >= 500 or (text in ODD and status != 404):
                wrong.append((method, path, text[:9], status))
    assert wrong == []
    for text in ODD:
        assert client.get(f"/report?table={quote(text)}").status_code == 422
        with pytest.raises(WebSocketDisconnect):
            client.websocket_connect(f"/api/tables/{quote(text)}/live").__enter__()


@on_both
def test_every_message_is_refused_in_short_or_understood(client: TestClient) -> None:
    wrong, hostile = [], cycle(HOSTILE)
    for _, path, takes in endpoints(client):
        for text in ("a\x00b", next(hostile), next(hostile), next(hostile)) if takes else ():
            body = filled(inspect.type_info(takes), text)
            answer = client.post(re.sub(r"\{\w+\}", "x", path), json=body)
            is_short = answer.status_code < 400 or len(answer.json()["error"]) < 500
            if answer.status_code >= 500 or not is_short:
                wrong.append((path, text[:9], answer.status_code, answer.text[:99]))
    assert wrong == []


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    elif hasattr(value, "__struct_fields__"):
        yield from texts([getattr(value, name) for name in value.__struct_fields__])


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_texts_of_messages_are_clean_and_short(text: str) -> None:
    for kind in Message.__subclasses__():
        if kind is Continue:
            continue  # a save has a grammar of its own
        with contextlib.suppress(BadRequest):
            for kept in texts(read(json.dumps(filled(inspect.type_info(kind), text)), kind)):
                assert not has_control(kept.replace("\n", ""))
                assert len(kept) <= 16 * 1024


HERE = ("Ann", "Bob", "Cy")


def test_names_of_a_save_are_cleaned(ann: Person) -> None:
    match = nomarch.new("ra", 3, "names", names=HERE)
    play_on(match, "greedy", 10)
    for text in HOSTILE:
        save = match.save().replace("name 1 Bob\n", f"name 1 {text}\n")
        answer = ann.post("/api/saves", {"save": save, "seats": [0, 1, 2]})
        assert answer.status_code == (422 if "\n" in text else 201), answer.text
        if "\n" in text:
            continue
        name = ann.sees(answer.json()["id"])["seats"][1]["name"]
        assert 0 < len(name) <= 40
        assert not re.search("[\x00\u202e\u200b]", name)


def test_what_is_no_save_is_refused_in_short(ann: Person) -> None:
    lines = nomarch.new("ra", 3, "lines", names=HERE).save().splitlines()
    for index in range(len(lines)):
        spoilt = "\n".join([*lines[:index], "z" * (LONGEST_SAVE // 2), *lines[index + 1 :]])
        answer = ann.post("/api/saves", {"save": spoilt, "seats": [0]})
        assert answer.status_code == 422
        assert len(answer.text) < 500
