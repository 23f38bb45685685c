"""Runs SQL that was written once for both databases."""

from alembic import op

TYPES = {
    "sqlite": {"real": "REAL", "bytes": "BLOB"},
    "postgresql": {"real": "DOUBLE PRECISION", "bytes": "BYTEA"},
}


def run(script: str) -> None:
    """Execute statements; `{real}` and `{bytes}` are types that the databases name differently.

    No semicolons but at the end of statements.
    """
    connection = op.get_bind()
    for statement in script.format(**TYPES[connection.dialect.name]).split(";"):
        if statement.strip():
            connection.exec_driver_sql(statement)
