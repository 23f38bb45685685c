"""Migrations of the database, run by `nomarch.storage.migrate` with Alembic."""
