"""The database behind one interface, in SQLite or PostgreSQL; one thread writes, several read."""
