"""A store that is watched: how long each call takes, which fail, and what may not change now."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol, cast

from nomarch.tables.site import Site
from nomarch.tables.store import Conflict, Store

CHANGES = frozenset(
    {
        "append",
        "change_table",
        "claim",
        "put_off",
        "end_merged",
        "forget_guest",
        "give_notes",
        "put_note",
        "keep_outcomes",
        "mark_read",
        "mark_seen",
        "merge_guests",
        "save_summaries",
        "put_guest",
        "put_table",
        "remove_table",
        "add_chat",
        "spend",
    }
)
"""What writes games and people; nothing of it happens while the site is read-only."""


class StoreMetrics(Protocol):
    """Whoever keeps count of a store's calls."""

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        """One call is over."""
        ...

    def note_entries(self, kind: str, count: int) -> None:
        """So many entries of a kind are on the disk."""
        ...


class _Watched:
    def __init__(self, store: Store, site: Site, note: StoreMetrics) -> None:
        self._store, self._site, self._note = store, site, note

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._store, name)
        if callable(value) and not name.startswith("_"):
            value = self._watched(name, value)
            setattr(self, name, value)
        return value

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
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


def watched(open_store: Callable[[], Store], site: Site, note: StoreMetrics) -> Callable[[], Store]:
    """Opens stores that are watched."""
    return lambda: cast("Store", _Watched(open_store(), site, note))
