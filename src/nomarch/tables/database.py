"""Which database it is: a file of SQLite's, or the address of a PostgreSQL that processes share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from nomarch.errors import CannotServe
from nomarch.tables.model import new_id
from nomarch.tables.sqlite import SqliteStore
from nomarch.tables.store import Store
from nomarch.tables.writer import ALONE

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True)
class Database:
    """A database by its address."""

    address: str

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be at it: then one listens to them, and takes turns."""
        return self.address.startswith(SCHEMES)

    def new_process(self) -> str:
        """A name for a process that begins to work at it."""
        return f"{os.getpid()}-{new_id()}" if self.is_shared else ALONE

    def later(self) -> Store:
        """The same, reached when it is first asked: it may be away just now."""
        if self.is_shared:
            return _postgres().PostgresStore(self.address, later=True)  # type: ignore[no-any-return]
        return self.open()

    def open(self) -> Store:
        """A store with a connection of its own, for one thread."""
        if self.is_shared:
            return _postgres().PostgresStore(self.address)  # type: ignore[no-any-return]
        return SqliteStore(Path(self.address))

    def notices(self, ready: Callable[[], None]) -> Iterator[str | None]:
        """What other processes tell, as it comes; None now and then."""
        return _postgres().notices(self.address, ready)  # type: ignore[no-any-return]

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What is raised when it cannot be reached, read or written."""
        store: type[Store] = _postgres().PostgresStore if self.is_shared else SqliteStore
        return store.failures

    def __str__(self) -> str:
        """The address without a password, for people to read."""
        if not self.is_shared:
            return self.address
        scheme, _, rest = self.address.partition("://")
        who, at, where = rest.rpartition("@")
        return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"


def _postgres() -> ModuleType:
    """Only those who use PostgreSQL need its driver."""
    try:
        from nomarch.tables import postgres
    except ImportError as error:
        raise CannotServe("PostgreSQL needs a driver: pip install 'nomarch[postgres]'.") from error
    return postgres
