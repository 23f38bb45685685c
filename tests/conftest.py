"""Shared by all tests: those that compile a game run in one process, so that each compiles once."""

from __future__ import annotations

import pytest

from nomarch.kernel.game import Rulebook


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        callspec = getattr(item, "callspec", None)
        book = callspec.params.get("book") if callspec else None
        if isinstance(book, Rulebook) and "agree" in item.name:
            item.add_marker(pytest.mark.xdist_group(f"compile-{book.game.id}"))
