"""Shared by all tests: the same examples in every run, no clock, and one process per compiler.

Tests that compile a game run in one process, so that each game compiles once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from nomarch.kernel.game import Rulebook
from tests import install_postgres

if TYPE_CHECKING:
    from tests.postgres import Cluster

settings.register_profile(
    "nomarch", deadline=None, derandomize=True, max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],  # that is the machine's health
)  # fmt: skip
settings.load_profile("nomarch")


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        callspec = getattr(item, "callspec", None)
        book = callspec.params.get("book") if callspec else None
        compiles = "agree" in item.name or item.path.parent.name == "envs"
        if isinstance(book, Rulebook) and compiles:
            item.add_marker(pytest.mark.xdist_group(f"compile-{book.game.id}"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A real PostgreSQL of this test run."""
    if install_postgres.find() is None:
        pytest.skip("NO POSTGRESQL: run tests/install_postgres.py, or several servers go untested")
    from tests.postgres import Cluster

    cluster = Cluster(durable=False)
    yield cluster
    cluster.close()


@pytest.fixture
def new_postgres(cluster: Cluster) -> Callable[[], str]:
    """Makes empty databases; their addresses."""
    return cluster.new_database
