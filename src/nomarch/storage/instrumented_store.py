"""Wraps a store: measures calls, and refuses changes while the site is read-only."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, cast

from nomarch.storage.statements import Statement
from nomarch.storage.store import Row, Store


class StoreMetrics(Protocol):
    """Receives measurements of a store."""

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        """A call ended."""


class _InstrumentedStore:
    """Measures the outermost call; what it calls itself is a part of it."""

    def __init__(
        self, store: Store, check_writable: Callable[[], None], metrics: StoreMetrics
    ) -> None:
        self._store, self._check_writable, self._metrics = store, check_writable, metrics
        self._is_inside = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def rows(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        with self.measure("rows"):
            return self._store.rows(statement, values)

    def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        self._check_writable()
        return self.maintain(statement, values)

    def change(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        self._check_writable()
        return self.rows(statement, values)

    def maintain(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        with self.measure("execute"):
            return self._store.maintain(statement, values)

    def value(self, statement: Statement) -> Any:
        with self.measure("rows"):
            return self._store.value(statement)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[object]:
        self._check_writable()
        with self.measure("transaction"), self._store.transaction() as transaction:
            yield transaction

    @contextlib.contextmanager
    def measure(self, call: str) -> Iterator[None]:
        if self._is_inside:
            yield
            return
        began, failed, self._is_inside = time.perf_counter(), False, True
        try:
            yield
        except self._store.failures:
            failed = True
            raise
        finally:
            self._is_inside = False
            self._metrics.note_call(call, time.perf_counter() - began, failed)


def instrument(
    open_store: Callable[[], Store], check_writable: Callable[[], None], metrics: StoreMetrics
) -> Callable[[], Store]:
    """Return a factory of instrumented stores. `check_writable` raises to refuse a change."""
    return lambda: cast("Store", _InstrumentedStore(open_store(), check_writable, metrics))
