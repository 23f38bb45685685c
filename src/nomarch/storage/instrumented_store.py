"""Wraps a store: measures calls, and refuses changes while the site is read-only."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol, cast

from nomarch.storage.store import Conflict, Store
from nomarch.tables.site import Site

CHANGES = frozenset(
    {
        "append",
        "change_table",
        "reschedule",
        "end_merged",
        "forget_guest",
        "give_notes",
        "put_note",
        "put_outcomes",
        "mark_read",
        "mark_seen",
        "merge_guests",
        "save_summaries",
        "put_guest",
        "put_table",
        "remove_table",
        "add_chat",
        "spend",
        "execute",
        "transaction",
        "add_table",
    }
)
"""Methods that are refused while the site is read-only."""


class StoreMetrics(Protocol):
    """Receives measurements of a store."""

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        """A call ended."""
        ...

    def note_entries(self, kind: str, count: int) -> None:
        """Entries were written."""
        ...


class _InstrumentedStore:
    def __init__(self, store: Store, site: Site, note: StoreMetrics) -> None:
        self._store, self._site, self._note = store, site, note

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._store, name)
        if callable(value) and not name.startswith("_"):
            value = self._instrument(name, value)
            setattr(self, name, value)
        return value

    def _instrument(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **named: Any) -> Any:
            if name in CHANGES:
                self._site.check_writable()
            began, failed = time.perf_counter(), True
            try:
                result = call(*given, **named)
                failed = False
                if name == "append":
                    for kind, count in Counter(entry.kind for entry in given[0]).items():
                        self._note.note_entries(kind, count)
                return result
            except Conflict:
                failed = False
                raise
            finally:
                self._note.note_call(name, time.perf_counter() - began, failed)

        return watched


def instrument(
    open_store: Callable[[], Store], site: Site, note: StoreMetrics
) -> Callable[[], Store]:
    """Return a factory of instrumented stores."""
    return lambda: cast("Store", _InstrumentedStore(open_store(), site, note))
