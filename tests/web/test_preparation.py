"""What a server loads before it answers."""

from __future__ import annotations

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.testclient import TestClient

from nomarch import i18n
from nomarch.kernel.declare.game import rulebook
from nomarch.web.site import preparation

from .conftest import Patch


def test_a_prepared_server_compiles_and_loads_nothing(app: Starlette, monkeypatch: Patch) -> None:
    def fail(*given: object, **named: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(preparation, "rulebooks", lambda: {"ra": rulebook("ra")})
    i18n.translator.cache_clear()
    preparation.prepare()
    monkeypatch.setattr(Environment, "compile", fail)
    monkeypatch.setattr(i18n, "load_catalog", fail)
    paths = ("/rules/ra", "/rules/ra/glossary", "/learn/ra", "/puzzles/ra", "/new/ra", "/me")
    with TestClient(app, raise_server_exceptions=False) as client:
        for path in (*paths, "/tournaments", "/notices", "/nothing"):
            for language in i18n.LANGUAGES:
                assert client.get(f"{path}?lang={language}").status_code in (200, 404), path
