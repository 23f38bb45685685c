"""Shared by all tests: the same examples in every run, no clock, and one process per compiler.

Tests that compile a game run in one process, so that each game compiles once.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from nomarch.kernel.game import Rulebook

settings.register_profile("nomarch", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("nomarch")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        callspec = getattr(item, "callspec", None)
        book = callspec.params.get("book") if callspec else None
        if isinstance(book, Rulebook) and "agree" in item.name:
            item.add_marker(pytest.mark.xdist_group(f"compile-{book.game.id}"))
