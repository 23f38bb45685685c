"""Creates databases from `schema.py`, and brings older ones up to date with Alembic.

Imported only by what opens a new or an older database.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from nomarch.storage.schema import METADATA
from nomarch.storage.version import FIRST, VERSION

SCRIPTS = Path(__file__).parent / "migrations"
REVISIONS = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
    "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
"""Where Alembic notes the version of a database."""


@cache
def creation(dialect: str) -> tuple[str, ...]:
    """Return the statements that make a new database."""
    known = make_url(f"{dialect}://").get_dialect()()
    tables = METADATA.sorted_tables
    parts: list[ExecutableDDLElement] = [CreateTable(table) for table in tables]
    parts += [CreateIndex(index) for table in tables for index in table.indexes]
    made = [str(part.compile(dialect=known)) for part in parts]
    return (*made, REVISIONS, f"INSERT INTO alembic_version VALUES ('{VERSION}')")


def upgrade(
    dialect: str, connect: Callable[[], Any], begin: str, version: Callable[[Connection], int],
    finish: str,
) -> None:  # fmt: skip
    """Bring an older database up to date in one transaction. Raises the driver's exceptions.

    `begin` lets one process in at a time, the others find it done; `finish` stores the version.
    """
    engine = create_engine(f"{dialect}://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        with engine.begin() as connection:
            number = version(connection)
            if number < FIRST:
                raise RuntimeError(
                    "the database is older than version 0.2: start version 0.2 once, "
                    "which brings it up to date, then this one"
                )
            if number < VERSION:
                run(connection, number)
                connection.exec_driver_sql(finish)
    except DBAPIError as error:
        raise error.orig or error from error


def run(connection: Connection, number: int, target: str = "head") -> None:
    """Run the revisions after that of a database; `number` is its version if it has none."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if not connection.dialect.has_table(connection, "alembic_version"):
        command.stamp(config, str(number))
    command.upgrade(config, target)
