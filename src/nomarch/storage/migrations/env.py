"""Runs migrations over the connection that `nomarch.storage.migrate` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
