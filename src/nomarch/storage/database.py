"""The address of a database: a file of SQLite, or a PostgreSQL server that processes share."""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from nomarch.errors import CannotServe
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.store import DamagedData, Store, StoreHooks
from nomarch.storage.writer import ALONE

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True)
class Database:
    """A database by its address."""

    address: str
    hooks: StoreHooks | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it, too."""
        return self.address.startswith(SCHEMES)

    def new_process(self) -> str:
        """Return a unique name for this process."""
        return f"{os.getpid()}-{secrets.token_hex(6)}" if self.is_shared else ALONE

    def later(self) -> Store:
        """Open a store that connects on first use."""
        if self.is_shared:
            return _postgres().PostgresStore(self.address, self.hooks, later=True)  # type: ignore[no-any-return]
        return self.open()

    def open(self, *, migrate: bool = False) -> Store:
        """Open a store with its own connection, for one thread.

        An empty database gets its tables. One of an older release is migrated or refused: its
        servers may still be running.
        """
        if self.is_shared:
            return _postgres().PostgresStore(self.address, self.hooks, migrate=migrate)  # type: ignore[no-any-return]
        return SqliteStore(Path(self.address), self.hooks, migrate=migrate)

    def notices(self, ready: Callable[[], None]) -> Iterator[str | None]:
        """Yield notices of other processes, and None every second."""
        return _postgres().notices(self.address, ready)  # type: ignore[no-any-return]

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """Exceptions raised when it cannot be reached, read or written."""
        store: type[Store] = _postgres().PostgresStore if self.is_shared else SqliteStore
        return store.failures

    @contextlib.contextmanager
    def reporting_failures(self, use: str) -> Iterator[None]:
        """Raise `CannotServe` in the body if the database cannot be used."""
        failures: tuple[type[Exception], ...] = (*self.failures, DamagedData, RuntimeError)
        try:
            yield
        except BrokenPipeError:
            raise  # of the output, not of the database
        except failures as error:
            raise CannotServe(f"{self} cannot be {use}: {error}.") from error

    def __str__(self) -> str:
        """Return the address without its password."""
        if not self.is_shared:
            return self.address
        scheme, _, rest = self.address.partition("://")
        who, at, where = rest.rpartition("@")
        return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"


def _postgres() -> ModuleType:
    """Import the PostgreSQL store; its driver is optional."""
    try:
        from nomarch.storage import postgres
    except ImportError as error:
        raise CannotServe("PostgreSQL needs a driver: pip install 'nomarch[postgres]'.") from error
    return postgres
