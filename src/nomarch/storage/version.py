"""The version of the database that this program works with."""

VERSION = 14
"""The latest revision of `migrations/versions`."""
OLDEST = 14
"""The oldest program that can work with this database, by its `VERSION`.

Removing or renaming something raises it. Servers that share PostgreSQL and are at least this old go
on while a newer one starts.
"""
FIRST = 8
"""The version of a database of Nomarch 0.2, the oldest that can be migrated."""
APPLICATION_ID = 0x4E6F6D61
"""Marks SQLite files as Nomarch's; those of releases up to 0.3 have 0."""
POSTGRES_OFFSET = 5
"""PostgreSQL's versions were counted from a later start until both databases had one schema."""


class SchemaTooNew(RuntimeError):
    """A database was migrated by a newer release."""

    def __init__(self, found: int) -> None:
        super().__init__(f"database schema {found} is newer than this release supports ({VERSION})")


class SchemaTooOld(RuntimeError):
    """A database of an older release was opened without leave to migrate it."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"database schema {found} is older than that of this release ({VERSION}); stop the "
            "older release's servers, then run 'nomarch admin migrate' or 'nomarch serve'"
        )
