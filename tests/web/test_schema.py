"""The interface against its own description: whatever is asked, the answer is as described."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings as bounded
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from .actors import Person

EXAMPLES, THOROUGH = 2, 8
"""Requests for each way to ask and kind of sense."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SENT = {name: name for name in ("method", "url", "headers", "params", "cookies", "json")}
SENT["data"] = "content"
"""What is called how where requests are made here."""


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # the generator's own affair
@pytest.mark.parametrize("sense", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(
    server: TestClient, ann: Person, sense: Any, pytestconfig: pytest.Config
) -> None:
    """Sense and nonsense, at tables that exist and at others: a described answer, never a 5xx."""
    described = server.get("/openapi.json").json()
    tables = [ann.opens("me", "here", "here"), ann.opens("me", "friend", "friend")]
    tried = 0
    for found in schemathesis.openapi.from_dict(described).get_all_operations():
        operation = found.ok()
        if sense is GenerationMode.NEGATIVE and not operation.body:
            continue  # every word is allowed in an address

        @bounded(
            max_examples=THOROUGH if pytestconfig.getoption("--thorough") else EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
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
    assert tried > EXAMPLES
