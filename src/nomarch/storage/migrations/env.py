"""Runs migrations over the connection that `nomarch.storage.migrate` opened."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
